#!/usr/bin/env bats
# wgcq compare: stored solutions side by side.
load common

@test "where two part and meet" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq compare wolf-goat-cabbage.db 1 2 --format json
    ends_with 0
    is "$(jq -r 'map(.where) | join(" ")' out)" "together together together part apart meet together together"
    is "$(jq -r '.[3] | [."move 1", ."move 2"] | join("|")' out)" "take wolf|take cabbage"
    wgcq compare wolf-goat-cabbage.db 1 2
    says out "moves only here"
    wgcq compare wolf-goat-cabbage.db 1 2 --summary --format json
    is "$(jq -c 'map([.moves, ."moves more", ."in common"])' out)" '[[7,0,6],[7,0,6]]'
}

@test "every step of each is there once, in order" {
    wgcq solve "$PUZZLES/family-crossing.yaml"
    wgcq compare family-crossing.db 1 4 8 --format json
    ends_with 0
    for n in 1 4 8; do
        jq -c "[.[] | select(.[\"step $n\"] != null) | [.[\"step $n\"], .[\"move $n\"], .[\"state $n\"]]]" out >reported
        sqlite3 -json family-crossing.db "SELECT step, move, shown FROM steps WHERE solution = $n ORDER BY step" |
            jq -c 'map([.step, .move, .shown])' >stored
        cmp reported stored
    done
}

@test "of another file, and what is not there" {
    wgcq solve "$PUZZLES/family.yaml" --minimize moves -o a.db
    wgcq solve "$PUZZLES/family.yaml" --minimize noise -o b.db
    wgcq compare a.db 1 b.db:1 --summary --format json
    ends_with 0
    is "$(jq '.[1].noise' out)" 29
    wgcq compare a.db 1 1000
    ends_with 2
    wgcq compare a.db 1 nowhere.db:1
    ends_with 4
    wgcq compare a.db 1 two
    ends_with 2
}

@test "two files: the best of each, the figures of both, and what one alone has" {
    for seats in 2 3; do
        wgcq solve "$PUZZLES/missionaries-cannibals.yaml" --set seats=$seats -o $seats.db
    done
    wgcq compare 2.db 3.db
    ends_with 0
    says out "param seats"
    says out "take 3 missionaries and 0 cannibals  3.db"
    wgcq compare 2.db 3.db --part files --format json
    is "$(jq -c '.[] | select(.figure == "shortest_length")' out)" \
        '{"figure":"shortest_length","2.db":11,"3.db":5,"more 3.db":-6}'
    wgcq compare 2.db 3.db 4 6 --part solutions --format csv
    ends_with 0
    is "$(tr -d '\r' <out | cut -d, -f1-3)" "solution,moves,moves more
2.db:4,11,0
3.db:6,5,-6"
    wgcq compare 2.db 3.db 1
    ends_with 2
    says err "2 files and 1 solutions"
    wgcq compare 2.db 2.db
    ends_with 2
    wgcq compare 2.db 1
    ends_with 2
    says err "needs two solutions"
    wgcq compare 2.db nowhere.db
    ends_with 4
}

@test "equal up to what, in every format with the same fields" {
    wgcq solve "$PUZZLES/family-crossing.yaml"
    wgcq compare family-crossing.db 1 4
    says out "1 becomes 4 with daughter1 <-> daughter2, son1 <-> son2"
    fields="one other in common same symmetry exchange commuting multiset"
    wgcq compare family-crossing.db 1 4 --part pairs --format json
    is "$(jq -r '.[0] | keys_unsorted | join(" ")' out)" "$fields"
    is "$(jq -c '.[0] | [.same, .symmetry, .commuting, .multiset, ."in common"]' out)" "[false,true,false,false,14]"
    wgcq compare family-crossing.db 1 4 --part pairs --format jsonl
    is "$(jq -r 'keys_unsorted | join(" ")' out)" "$fields"
    wgcq compare family-crossing.db 1 4 --part pairs --format csv
    is "$(tr -d '\r' <out | head -n 1 | tr ',' ' ')" "$fields"
    wgcq compare family-crossing.db 1 4 --part pairs --format tsv
    is "$(head -n 1 out | tr '\t' ' ')" "$fields"
    wgcq compare family-crossing.db 1 4 --part pairs --format markdown
    is "$(head -n 1 out | sed 's/^| //; s/ |$//; s/ | / /g')" "$fields"
    for part in steps solutions states; do
        wgcq compare family-crossing.db 1 4 8 --part $part --format json
        jq -r '.[0] | keys_unsorted | join(",")' out >keys
        wgcq compare family-crossing.db 1 4 8 --part $part --format csv
        is "$(tr -d '\r' <out | head -n 1)" "$(cat keys)"
    done
    wgcq compare family-crossing.db 1 4 --part all --format json
    is "$(jq -r 'keys_unsorted | join(" ")' out)" "steps solutions pairs states files only"
    wgcq compare family-crossing.db 1 4 --part all --format csv
    ends_with 2
    wgcq compare family-crossing.db 1 4 --part files
    ends_with 2
}

@test "one solution twice, other runs of one file" {
    wgcq solve "$PUZZLES/family.yaml" --minimize moves -o family.db
    wgcq solve "$PUZZLES/family.yaml" --minimize noise -o family.db
    wgcq compare family.db 1 1 --format json
    ends_with 0
    is "$(jq -r '.[0] | keys_unsorted | join(",")' out)" "where,step 1,move 1,state 1,step 1 (2),move 1 (2),state 1 (2),differs"
    is "$(jq -r 'map(.where) | unique | join(" ")' out)" together
    wgcq compare family.db 1@1 1@2 --part solutions --format json
    ends_with 0
    is "$(jq -c 'map([.solution, .noise])' out)" "$(sqlite3 family.db "SELECT json_array(json_array('1@1', (SELECT noise FROM solutions_1 WHERE id = 1)), json_array('1@2', 29))")"
    wgcq compare family.db 1@1 1@3
    ends_with 2
    wgcq compare family.db 1@1 0
    ends_with 2
}

@test "a puzzle without a solution is compared by its figures alone" {
    wgcq solve "$PUZZLES/missionaries-cannibals.yaml" -o 3.db
    wgcq solve "$PUZZLES/missionaries-cannibals.yaml" --set n=4 -o 4.db
    wgcq compare 3.db 4.db --format json
    ends_with 0
    wgcq compare 4.db 4.db:1
    ends_with 2
    wgcq solve "$PUZZLES/missionaries-cannibals.yaml" --set n=5 -o 5.db
    wgcq compare 4.db 5.db
    lacks out "shortest_length" # neither has one
    says out "param n"
    wgcq compare 4.db 5.db --all
    says out "shortest_length"
    wgcq compare 4.db 5.db --part steps
    ends_with 2
    wgcq compare 4.db 5.db --format json
    is "$(jq -c '.[0] | keys_unsorted' out)" '["figure","4.db","5.db","more 5.db"]'
}

@test "a comparison distinguishes states by what their pictures leave out, at every trace level" {
    cat >hidden.yaml <<'YAML'
puzzle: A lamp behind a door
state: {door: [shut, open], lamp: [off, lit], step: 0..2}
start: {door: shut, lamp: off, step: 0}
moves:
  fumble {l}:
    - choose: l in [off, lit]
    - guard: step == 0
    - set: {lamp: l, step: 1}
  open:
    - guard: step == 1
    - set: {door: open, step: 2}
goal: {door: open}
show: "{door}"
YAML
    for keep in all solutions; do
        wgcq solve hidden.yaml --trace $keep -o $keep.db
        wgcq compare $keep.db 1 2 --format json
        ends_with 0
        is "$(jq -c 'map([.where, .differs])' out)" '[["together",null],["part","lamp=off|lit"],["apart","lamp=off|lit"]]'
    done
}

@test "states have their ids whatever the file keeps" {
    for kept in all none solutions; do
        wgcq solve "$PUZZLES/family.yaml" --trace $kept -o $kept.db
        wgcq compare $kept.db 1 2 --part states --format json
        ends_with 0
        is "$(jq 'map(.["id 1"], .["id 2"]) | map(select(. == null)) | length' out)" \
            "$(jq 'map(.["step 1"], .["step 2"]) | map(select(. == null)) | length' out)"
        [ $kept != all ] || cp out first
        cmp out first
    done
}

@test "a move of one file is not its own where the other was cut short" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=2 -o whole.db
    wgcq solve "$PUZZLES/frogs.yaml" --set n=2 --max-states 4 -o cut.db
    wgcq compare whole.db cut.db --part only --format json
    ends_with 3
    is "$(jq -c 'map(select(.kind == "move"))' out)" "[]"
    says err "left out"
    wgcq compare cut.db whole.db --part only
    ends_with 3
}

# `left red` becomes `left blue`, which is there, so `right blue` is another plan though its states are the same.
@test "where several moves join two states their texts decide what a plan becomes" {
    cat >hands.yaml <<'END'
puzzle: Hands
types:
  ball: [red, blue]
state:
  up[ball]: bool
start: {up: false}
moves:
  left {b}:
    - choose: b in ball
    - guard: not up[b]
    - set: up[b] = true
  right {b}:
    - choose: b in ball
    - guard: not up[b]
    - set: up[b] = true
goal: up[red] != up[blue]
symmetric: [ball]
END
    wgcq solve hands.yaml -o hands.db --quiet
    wgcq query hands.db all --format json
    is "$(jq -r 'map(.plan | join("; ")) | join(";")' out)" "left red;left blue;right red;right blue"
    for pair in "1 2 true" "1 3 false" "1 4 false" "2 3 false" "3 4 true"; do
        set -- $pair
        wgcq compare hands.db "$1" "$2" --part pairs --format json
        is "$pair $(jq -c '.[0] | [.same, .symmetry]' out)" "$pair [false,$3]"
    done
}

@test "a declared symmetry that does not hold equates nothing, and all else is there" {
    cat >false.yaml <<'END'
puzzle: A declared symmetry that is not so
types:
  t: [a, b]
state: {x: t, done: bool}
start: {x: any, done: false}
moves:
  "go {v}":
    - choose: v in t if v == x and not done
    - set: done = true
  skip:
    - guard: x == a and not done
    - set: done = false
goal: done
symmetric: t
END
    cat >never.yaml <<'END'
puzzle: A declared symmetry that cannot be
types:
  t: [a, b, c]
  part: [a, b]
state: {z: part, y: t}
start: {z: a, y: a}
moves:
  "one {v}":
    - choose: v in part
    - guard: z != v
    - set: z = v
  "two {v}":
    - choose: v in t
    - set: y = v
goal: z == b and y == b
symmetric: t
END
    sed '/^  skip:/,/false$/d' false.yaml >true.yaml
    for trace in solutions states all; do
        for puzzle in false never true; do
            wgcq solve $puzzle.yaml -o t.db --quiet --replace --trace $trace
            wgcq compare t.db 1 2 --part all --format json
            ends_with 0
            is "$(jq -c 'keys == ["files","only","pairs","solutions","states","steps"]' out)" true
            case $puzzle in
            false)
                is "$(jq -c '.pairs[0] | [.same, .symmetry, .exchange, .commuting, .multiset]' out)" '[false,null,null,false,false]'
                says err "'symmetric: t' does not hold: with a and b exchanged, the state with "
                says err "and 'skip' from the former has no counterpart"
                ;;
            never)
                is "$(jq -c '.pairs[0] | [.same, .symmetry, .exchange, .commuting, .multiset]' out)" '[false,null,null,true,true]'
                says err "'symmetric: t' does not hold: with b and c exchanged, b becomes c in z, but part has no c"
                ;;
            true) is "$(jq -c '.pairs[0] | [.same, .symmetry, .exchange]' out)" '[false,true,"a <-> b"]' ;;
            esac
        done
    done
    wgcq solve false.yaml -o t.db --quiet --replace
    wgcq compare t.db 1 1 --part pairs --format json
    is "$(jq -c '.[0] | [.same, .symmetry]' out)" '[true,true]'
    wgcq compare t.db 1 2
    ends_with 0
    says out "'symmetric: t' does not hold: "
}

@test "an exchange names its type where another type has names of its values" {
    cat >doors.yaml <<'YAML'
puzzle: Doors and keys
types:
  door: 0..1
  key: 0..1
state:
  open[door]: bool
  held[key]: bool
start: {open: false, held: false}
moves:
  open {d}:
    - choose: d in door
    - guard: not any(open[e] for e in door)
    - set: open[d] = true
  take {k}:
    - choose: k in key
    - guard: not any(held[e] for e in key)
    - set: held[k] = true
goal: any(open[d] for d in door) and any(held[k] for k in key)
symmetric: [door, key]
YAML
    wgcq solve doors.yaml -q -o doors.db
    for pair in "2 0 <-> 1 (key)" "3 0 <-> 1 (door)" "4 0 <-> 1 (door), 0 <-> 1 (key)"; do
        wgcq compare doors.db 1 "${pair%% *}" --part pairs --format json
        is "$(jq -r '.[0].exchange' out)" "${pair#* }"
        says err "1 becomes ${pair%% *} with ${pair#* }"
    done
}

@test "the same moves in the same order, of puzzles with other variables" {
    cat >a.yaml <<'YAML'
puzzle: A
state:
  x: 0..2
start: {x: 0}
moves:
  go:
    - guard: x < 2
    - set: x = x + 1
goal: x == 2
YAML
    sed -e 's/^  x: 0..2/&\n  y: bool/' -e 's/{x: 0}/{x: 0, y: false}/' a.yaml >b.yaml
    wgcq solve a.yaml -q
    wgcq solve b.yaml -q
    wgcq compare a.db b.db --part pairs --format json
    ends_with 0
    is "$(jq -c '.[0] | [.same, .multiset]' out)" '[false,true]'
    says err "a.db:1 and b.db:1 are the same moves in the same order, of states that do not have the same variables"
    lacks err "another order"
}

@test "differences only: equal steps are one row, equal figures a line, and --all has them" {
    wgcq solve "$PUZZLES/family.yaml" -q
    wgcq compare family.db 1 2 --part steps
    ends_with 0
    cp out folded
    wgcq compare family.db 1 2 --part steps --format json
    jq -r '.[] | [.where, ."step 1", ."move 1", ."move 2"] | @tsv' out >steps
    # Steps are folded where they are together, two or more in a row; all others have their row.
    /usr/bin/python3 - folded steps <<'PY'
import itertools, re, sys
rows = [line.rstrip("\n").split("\t") for line in open(sys.argv[2])]
due, equal = [], 0
for same, run in itertools.groupby(rows, lambda r: r[0] == "together" and r[2] == r[3]):
    run = list(run)
    if same and len(run) > 1:
        due.append(f"together {run[0][1]} to {run[-1][1]}")
        equal += len(run)
    else:
        due += [f"{r[0]} {r[1]}" for r in run]
text = open(sys.argv[1]).read()
found = re.findall(r"^((?:together|part|apart|meet) +\d+(?: to \d+)?)", text, re.M)
assert [" ".join(f.split()) for f in found] == due, (found, due)
assert f"\n{equal} steps are equal; --all shows them\n" in text, equal
assert equal > 40
PY
    wgcq compare family.db 1 2 --part steps --all
    is "$(grep -cE '^(together|part|apart|meet) ' out)" 63
    lacks out "equal"
    for seats in 2 3; do
        wgcq solve "$PUZZLES/missionaries-cannibals.yaml" -q --set seats=$seats -o $seats.db
    done
    wgcq compare 2.db 3.db --part files --format json
    jq -r '.[] | select(."2.db" != ."3.db") | .figure' out >differ
    equal=$(jq '[.[] | select(."2.db" == ."3.db")] | length' out)
    [ "$equal" -gt 1 ]
    for format in table line; do
        wgcq compare 2.db 3.db --part files --format $format
        ends_with 0
        says out "$equal figures are equal; --all shows them"
    done
    wgcq compare 2.db 3.db --part files
    sed '1,2d; /^$/,$d; s/  .*//' out | cmp - differ
    wgcq compare 2.db 3.db --part files --all
    is "$(sed '1,2d; /^$/,$d' out | wc -l)" $(($(wc -l <differ) + equal))
    lacks out "--all"
    wgcq compare 2.db 3.db --part files --format markdown
    is "$(grep -c '^| ' out)" $(($(wc -l <differ) + equal + 2)) # complete, with two lines of names
    wgcq solve "$PUZZLES/missionaries-cannibals.yaml" -q -o same.db
    wgcq compare 2.db same.db --part files
    is "$(head -n 1 out)" "all $(($(wc -l <differ) + equal)) figures are equal; --all shows them"
    wgcq compare family.db 1 1 --part steps # nothing differs
    ends_with 0
    says out "63 steps are equal"
    is "$(grep -cE '^(together|part) ' out)" 1
}
