#!/usr/bin/env bats
# Lists and sets: what they are everywhere that a state is stored, shown, asked for.
load common

setup_file() {
    export BUILD=${BUILD:-$BATS_TEST_DIRNAME/../../build}
    local sanitize=
    if nm "$BUILD/libwgcq.a" 2>/dev/null | grep -q __asan_init; then
        sanitize=-fsanitize=address,undefined
    fi
    cd "$BATS_FILE_TMPDIR"
    cat >post.c <<'C'
#include "post.h"

int main(int argc, char **argv)
{
    const wgcq_description is = post_description();
    wgcq_options options = {0};
    wgcq_error err = {0};
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    options.max_states = argc > 2 ? 300 : 0;
    int code = wgcq_model_new(&model, &is, &err);
    if (!code)
        code = wgcq_solve_model(&result, model, argv[1], &options, NULL, &err);
    if (code < 0)
        fprintf(stderr, "%s\n", err.text);
    wgcq_result_free(result);
    wgcq_model_free(model);
    return code < 0;
}
C
    ${CC:-cc} -std=c11 $sanitize -I"$BATS_TEST_DIRNAME/../unit" -I"$BATS_TEST_DIRNAME/../../lib" -o post post.c "$BUILD/libwgcq.a" \
        -lyaml -lsqlite3 -lgmp -lutf8proc -pthread -lm
    ./post post.db
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    cp "$BATS_FILE_TMPDIR"/post* .
}

@test "of a model in C: any SQLite reads arrays and places" {
    is "$(sqlite3 post.db "SELECT queue, queue_0, queue_2 IS NULL, newest, gone FROM states WHERE queue_1 = 'it''s' AND queue_2 IS NULL AND newest_1 = 1 ORDER BY id LIMIT 1")" \
        '["a","it'"'"'s"]|a|1|[-1,1]|[-1,1]'
    is "$(sqlite3 post.db "SELECT count(*) FROM states, json_each(queue) AS e WHERE e.value = 'a' AND e.key = 0")" \
        "$(sqlite3 post.db "SELECT count(*) FROM states WHERE queue_0 = 'a'")"
    is "$(sqlite3 post.db "SELECT DISTINCT typeof(queue) || typeof(gone) || typeof(\"gone_-1\") FROM states")" texttexttext
    wgcq sql post.db "SELECT name, type, meaning FROM columns WHERE name IN ('queue', 'queue_1', 'gone', 'gone_0')" --format csv
    ends_with 0
    is "$(tr -d '\r' <out | sed 1d | sort)" "$(printf '%s\n' 'gone,TEXT,variable gone' 'gone_0,TEXT,variable 0 in gone' 'queue,TEXT,variable queue' 'queue_1,TEXT,variable queue[1]')"
    wgcq sql post.db "SELECT queue FROM states WHERE id = 5" --format json
    is "$(jq -r '.[0].queue | fromjson | length' out)" 2
}

@test "of a model in C: why names a state by lists" {
    wgcq why post.db "queue=[a, it's] last=it's left=[] newest=[] gone=[]" take --format json
    ends_with 0
    is "$(jq -r '.[0].shown' out)" "queue=[it's] last=it's left=[a] newest=[-1] gone=[-1]"
    wgcq why post.db "queue=[a, b]"
    ends_with 2
    says err "unknown value 'b'"
}

@test "of a model in C: plans, pictures, differences and exports have a list as one value" {
    wgcq show post.db 1
    ends_with 0
    says out "queue=[] last=none left=[] newest=[] gone=[]"
    wgcq graph post.db --depth 1
    ends_with 0
    says out "queue=[it's] last=it's left=[]"
    lacks out "queue_0"
    wgcq graph post.db --depth 2 --project queue,newest_0
    ends_with 0
    says out 'label="queue=[a, a] newest_0=none'
    is "$(grep -c 'label="queue=' out)" 16
    wgcq graph post.db --depth 1 --format graphml
    says out '<key id="v0" for="node" attr.name="queue" attr.type="string"/>'
    lacks out 'attr.name="queue_0"'
    wgcq compare post.db 1 2
    ends_with 0
    says out "queue=[it's]|[a] last=it's|a"
    lacks out "queue_0"
    wgcq export post.db -o plain.db
    ends_with 0
    is "$(sqlite3 plain.db "SELECT group_concat(type || \"notnull\", ' ') FROM pragma_table_info('states') WHERE name IN ('queue', 'queue_0', 'gone', 'gone_0')")" "TEXT0 TEXT1 TEXT1 TEXT1"
    is "$(sqlite3 plain.db "SELECT * FROM states ORDER BY id" | md5sum)" "$(sqlite3 post.db "SELECT * FROM states ORDER BY id" | md5sum)"
}

@test "of a model in C: verify, and the variables that only one of two files has" {
    wgcq verify post.db
    ends_with 3
    lacks out differs
    wgcq solve "$BATS_TEST_DIRNAME/../../puzzles/wolf-goat-cabbage.yaml" -o wolf.db -q
    wgcq compare post.db wolf.db --part only --format csv
    ends_with 0
    is "$(tr -d '\r' <out | grep -c '^variable,[a-z]*,post.db')" 5
    lacks out "queue[0]"
    sqlite3 post.db "UPDATE state_1 SET w0 = w0 & ~15 | 3 WHERE id = 7"
    wgcq verify post.db
    ends_with 4
    says err "state 7 is invalid: 'queue' has a value behind its end"
}

# A queue of at most 3 of two messages: 1 + 2 + 4 + 8 lists; each shorter one has two moves to a longer
# one, each but the empty one to a shorter one.
write_queue() {
    cat >queue.yaml <<'Y'
puzzle: a queue
types: {message: [hi, bye]}
state:
  queue: list(3) of message
  seen: set of message
start: {queue: [], seen: []}
moves:
  "send {m}":
    - choose: m in message
    - guard: len(queue) < 3
    - set: queue = queue + [m]
  "take {queue[0]} of {queue}":
    - guard: queue != []
    - set: queue = queue[1:]
goal: queue[-1] == bye if len(queue) == 3 else false
Y
}

@test "of a puzzle: every list is one state" {
    write_queue
    wgcq solve queue.yaml
    ends_with 0
    is "$(sqlite3 queue.db "SELECT count(*), sum(is_goal) FROM states")" "15|4"
    is "$(sqlite3 queue.db "SELECT count(*) FROM edges")" 28
    is "$(sqlite3 queue.db "SELECT queue, queue_0, queue_1, seen FROM states WHERE queue_1 = 'bye' AND queue_2 IS NULL ORDER BY queue")" '["bye","bye"]|bye|bye|[]
["hi","bye"]|hi|bye|[]'
    is "$(sqlite3 queue.db "SELECT count(*) FROM edges WHERE move = 'take hi of [hi, bye]'")" 1
    wgcq verify queue.db
    ends_with 0
    # the two messages exchanged: each list but the empty one is another list
    sed 's/^goal:.*/symmetric: [message]/' queue.yaml >symmetric.yaml
    wgcq solve symmetric.yaml --trace none --reduce symmetry --format json
    ends_with 0
    is "$(jq '[.states, .orbits]' -c out)" "[15,8]"
}

@test "of a puzzle: operations, and what is outside" {
    cat >parts.yaml <<'Y'
puzzle: operations
types: {letter: [a, b, c]}
state: {q: list(4) of letter, s: set of letter, n: list(4) of 0..9, o: list(2) of letter or none, ok: bool}
start: {q: [a, b, c], s: [c, a], n: [3, 1, 2, 1], o: [none, b], ok: false}
define:
  rest(l): l[1:]
moves:
  go:
    - let: t = s | [b]
    - guard: q[1:] == [b, c] and q[:-1] == [a, b] and q[-2:] == [b, c] and q[1:2] == [b] and q[5:] == []
    - guard: rest(q) + [a] == [b, c, a] and rest(rest(q)) == [c] and q[-1] == c and q[n[1]] == b
    - guard: sorted(n) == [1, 1, 2, 3] and len(q) == 3 and b in q and b not in s and len(s) == 2
    - guard: s == [a, c] and s <= t and s < t and not t <= s and t - s == [b] and t & [b, c] == [b, c]
    - guard: o[0] == none and len(o) == 2 and sum(x for x in n) == 7 and count(true for x in s) == 2
    - guard: (q if ok else [b]) == [b] and any(x == b for x in q)
    - guard: (q + [a])[3] == a and rest(q)[0] == b and q[1:][-1] == c and [a, b][1] == b and sorted(n)[:2][1] == 1
    - set: {q: "[c] + q", s: "s - [a]", ok: true}
goal: {q: [c, a, b, c], s: [c], ok: true}
Y
    wgcq solve parts.yaml
    ends_with 0
    says out "shortest 1 move"
    wgcq verify parts.db
    ends_with 0
    sed 's/"\[c\] + q"/"q + q"/' parts.yaml >long.yaml
    wgcq solve long.yaml
    ends_with 2
    says err "'q' has room for 4 values, and this list is longer"
    sed 's/q: \[a, b, c\], s/q: [], s/; s/guard: q\[1:\].*/guard: q[0] == a/' parts.yaml >empty.yaml
    wgcq solve empty.yaml
    ends_with 2
    says err "q[0] of an empty list, in the move 'go', in the state q=[] s=[a, c] n=[3, 1, 2, 1]"
    # what is within a list fails, whatever is asked of the list
    for what in 'len(q + [q[0]]) < 9' '(q + [q[0]])[:-1] == []' '(q + [q[0]])[-1:] == []' \
        '([a] + [q[0]])[:1] == [a]' '([a] + [q[0]])[0] == a' 'a == [a, q[0]][0]'; do
        sed "s/guard: q\\[0\\] == a/guard: $what/" empty.yaml >within.yaml
        wgcq solve within.yaml
        ends_with 2
        says err "q[0] of an empty list"
    done
    # names, and not the signs that `show` has for them
    sed 's/letter: \[a, b, c\]/letter: {a: A, b: B, c: C}/' empty.yaml >signs.yaml
    wgcq solve signs.yaml
    ends_with 2
    says err "in the state q=[] s=[a, c] n=[3, 1, 2, 1] o=[none, b]"
}

@test "of a puzzle: a chosen subset is a set; a set of a part is gone on from" {
    cat >crowd.yaml <<'Y'
puzzle: a set of a part
types: {animal: [eel, hen, bee, ant], pet: [bee, ant]}
state: {crowd: set of pet, odd: set of 3..5}
start: {crowd: [], odd: [4]}
moves:
  "{g} come":
    - choose: g in subsets(pet, 1..2)
    - guard: len(g & crowd) == 0 and all(x == bee or x == ant for x in g | crowd)
    - set: {crowd: "g | crowd", odd: "odd - [4]"}
Y
    wgcq solve crowd.yaml
    ends_with 0
    is "$(sqlite3 crowd.db "SELECT count(*), (SELECT count(*) FROM edges) FROM states")" "4|5"
    wgcq solve crowd.yaml -o part.db --max-states 1
    ends_with 3
    wgcq resume part.db
    ends_with 0
    is "$(sqlite3 part.db "SELECT count(*), (SELECT count(*) FROM edges) FROM states")" "4|5"
}

@test "of a puzzle: a constant's list and its rows" {
    cat >rows.yaml <<'Y'
puzzle: constants as lists
types: {letter: [a, b, c]}
params: {deck: [c, a]}
constants:
  herd: [b, a]
  size: [3, 1, 2]
  holds: {a: [], b: [a, b], c: [c]}
  by_number: [[a], [b, c]]
state: {q: list(4) of letter, s: set of letter, n: list(4) of 0..9, at: letter, k: 0..3}
start: {q: herd, s: herd, n: size, at: b, k: 0}
define:
  rest(l): l[1:]
moves:
  "take {x}":
    - guard: q == herd and herd == q and q + deck == [b, a, c, a]
    - guard: herd + q == [b, a, b, a] and q + herd[1:] == [b, a, a] and rest(herd) == [a]
    - guard: sorted(size) == [1, 2, 3] and n == size and size + n == [3, 1, 2, 3, 1, 2] and size[k] == 3
    - guard: holds[at] == [a, b] and holds[a] == [] and len(holds[at]) == 2 and holds[at] + holds[c] == [a, b, c]
    - guard: s | holds[c] == [a, b, c] and holds[at] & s == s and b in herd and at in holds[at] and s == herd
    - guard: by_number[k] == [a] and by_number[k + 1][1:] == [c] and (herd if k == 0 else q) == herd
    - guard: len(herd) == 2 and all(x in herd for x in holds[at]) and sum(x for x in size) == 6
    - let: r = herd + holds[at]
    - guard: r == [b, a, a, b] and r[1:3] == [a, a]
    - choose: x in holds[at] + deck
    - set: {q: "holds[at]", s: "s - holds[at] | [x]", k: "k + 1", n: "size[1:]"}
goal: {q: "holds[b]"}
Y
    wgcq solve rows.yaml
    ends_with 0
    is "$(sqlite3 rows.db "SELECT move FROM edges ORDER BY move")" "take a
take b
take c"
    wgcq verify rows.db
    ends_with 0
    wgcq solve rows.yaml --set 'deck=[]' -o empty.db
    ends_with 1
    is "$(sqlite3 empty.db "SELECT count(*) FROM edges")" 0
}

@test "of a puzzle: a constant's list of optionals" {
    cat >none.yaml <<'Y'
puzzle: lists with none
types: {letter: [a, b]}
constants:
  partner: [a, none]
  few: [3, none, 1]
  rows: {a: [none], b: [b, none]}
state: {q: list(3) of letter or none, at: letter, n: list(4) of 0..9 or none}
start: {q: partner, at: b, n: few}
moves:
  go:
    - guard: q == partner and partner + [b] == [a, none, b] and n == few and n == [3, none, 1] and len(few + [none]) == 4
    - guard: rows[at] == [b, none] and rows[a] == [none] and q + rows[at] == partner + [b, none] and none in rows[at]
    - set: {q: "rows[at]", n: "[none] + few"}
goal: {n: [none, 3, none, 1]}
Y
    wgcq solve none.yaml
    ends_with 0
    is "$(sqlite3 none.db "SELECT q, n FROM states WHERE is_goal")" '["b",null]|[null,3,null,1]'
    wgcq verify none.db
    ends_with 0
}

@test "of a puzzle: what breaks a symmetry is said by lists" {
    cat >line.yaml <<'Y'
puzzle: who may come first
types: {who: [ann, bob]}
state: {line: list(2) of who, crowd: set of who}
start: {line: [], crowd: []}
moves:
  "{p} comes":
    - choose: p in who if p not in line
    - guard: line != [ann]
    - set: {line: "line + [p]", crowd: "crowd | [p]"}
symmetric: who
Y
    wgcq solve line.yaml --trace none --reduce symmetry
    ends_with 2
    says err "the state with line=[ann] crowd=[ann] becomes one with line=[bob] crowd=[bob]"
    says err "(line: list(2) of who; crowd: set of who)"
}

@test "of a puzzle: why shows what lists and sets are" {
    cat >reasons.yaml <<'Y'
puzzle: reasons
types: {letter: [a, b, c]}
constants: {herd: [b, a]}
state: {q: list(4) of letter, s: set of letter, o: list(2) of letter or none}
start: {q: [a], s: [a], o: [none, b]}
moves:
  equal:
    - guard: q == herd
    - set: q = []
  within:
    - guard: b in q or s | [c] < [b] or not s >= [a]
    - set: q = []
  slice:
    - guard: q[1:] + [b] == [a, b]
    - set: q = []
  optional:
    - guard: o != [none, b] and len(o) == 2
    - set: q = []
Y
    wgcq solve reasons.yaml
    ends_with 0
    wgcq why reasons.db 1 --format json
    is "$(jq -r '.[].because' out)" 'q == herd: [a] == [b, a]
b in q or s | [c] < [b] or not s >= [a]: b in [a] or [a, c] < [b] or not [a] >= [a]
q[1:] + [b] == [a, b]: [b] == [a, b]
o != [none, b] and len(o) == 2: [none, b] != [none, b] and 2 == 2'
}

@test "of a puzzle: a start with any list, any set" {
    cat >any.yaml <<'Y'
puzzle: any
types: {letter: [a, b]}
state:
  q[letter]: list(2) of letter
  o: list(2) of letter or none
  s: set of letter
  k: bool
start: {q: any, o: any, s: any, k: any}
moves:
  go:
    - set: k = false
never:
  "long": len(o) == 2
Y
    wgcq solve any.yaml
    ends_with 0
    # 7 lists of two letters at most for each of two, 4 of one or none, 4 sets, 2 truth values
    is "$(sqlite3 any.db "SELECT count(*), count(DISTINCT q_a), count(DISTINCT o), count(DISTINCT s) FROM states WHERE depth = 0")" "1568|7|4|4"
    sed 's/^start:.*/start:\n  - set: {q: any, s: [a]}\n  - set: {o: any, k: true}/' any.yaml >steps.yaml
    wgcq solve steps.yaml
    ends_with 0
    is "$(sqlite3 steps.db "SELECT count(*), count(DISTINCT q_a) FROM states WHERE depth = 0")" "196|7"
}

@test "of a puzzle: none is in no set or list of others" {
    cat >owner.yaml <<'Y'
puzzle: an owner, or none
types: {client: 1..2}
state: {owner: client or none, waiting: set of client, queue: list(2) of client, past: list(2) of client or none}
start: {owner: none, waiting: [1], queue: [1], past: [none]}
moves:
  get:
    - guard: owner not in waiting and owner not in queue and owner not in client and owner in past
    - set: {owner: 1, waiting: []}
goal: owner in queue and owner not in waiting
Y
    wgcq solve owner.yaml
    ends_with 0
    says out "solved: shortest 1 move"
    wgcq verify owner.db
    ends_with 0
}
