#!/usr/bin/env bats
# wgcq verify: a file held to its puzzle; every kind of damage is found, and where.
load common

# After the SQL $1 on a copy of small.db, check $2 does not hold and the place says $3.  (What tables
# say of each other may have the check of the file fail as well.)
found() {
    cp small.db damaged.db
    sqlite3 damaged.db "$1"
    wgcq verify damaged.db --format json
    ends_with 1 || { echo "$1"; return 1; }
    # by more than the seal of the run
    is "$(jq -r '[.[] | select(.verdict == "does not hold" and (.place | endswith("since it was written") | not)) | .check] - ["file"] | join(" ")' out)" "$2" ||
        { echo "$1"; cat out; return 1; }
    jq -r '.[] | select(.verdict == "does not hold") | .place' out >places
    says places "$3"
}

# bats test_tags=slow
@test "what was not touched holds, in every order and with every --trace" {
    for puzzle in $(in_turn wolf-goat-cabbage family frogs no-farmer bridge-torch tic-tac-toe water-jugs); do
        for order in breadth-first depth-first cheapest; do
            wgcq solve "$PUZZLES/$puzzle.yaml" --order "$order" -o small.db
            wgcq verify small.db
            ends_with 0
            says out "the file holds"
            lacks out "not k"
            rm small.db
        done
        wgcq solve "$PUZZLES/$puzzle.yaml" --trace edges -o small.db
        wgcq verify small.db
        ends_with 0
        says out "keeps no rejections"
        rm small.db
        wgcq solve "$PUZZLES/$puzzle.yaml" --trace states -o small.db
        wgcq verify small.db
        ends_with 0
        rm small.db
        wgcq solve "$PUZZLES/$puzzle.yaml" --trace solutions -o small.db
        wgcq verify small.db
        ends_with 0
        says out "keeps no states"
        rm small.db
    done
}

@test "parameters are those of the file" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=2 -o small.db
    wgcq verify small.db --format json
    ends_with 0
    is "$(jq '.[] | select(.check == "states") | .looked_at' out)" "$(sqlite3 small.db 'SELECT count(*) FROM states')"
}

@test "unsolvable is checked, too" {
    wgcq solve "$PUZZLES/missionaries-cannibals.yaml" --set n=4 -o small.db
    wgcq verify small.db
    ends_with 0
    says out "unsolvable: everything is explored, and no goal is in it"
}

@test "a run that was cut short: the stored rows hold; nothing proves that they are complete" {
    for how in $(in_turn breadth-first/{10,400,100} depth-first/{100,10,400} cheapest/{400,100,10}); do
        wgcq solve "$PUZZLES/family.yaml" --max-states "${how#*/}" --order "${how%/*}" -o small.db
        wgcq verify small.db --format json
        ends_with 3
        is "$(jq -r '.[] | select(.verdict == "not known") | .check' out | head -n 1)" closure
        is "$(jq '[.[] | select(.verdict == "does not hold")] | length' out)" 0
        rm small.db
    done
    wgcq solve "$PUZZLES/family.yaml" --stop first -o small.db
    wgcq verify small.db
    ends_with 3
}

@test "of two moves to one state a limit leaves out, the plan has the one that is stored" {
    cat >apart.yaml <<'YAML'
state: {at: 0..9}
start: {at: 0}
moves:
  "late": [{guard: at < 2}, {set: at = at + 1}]
  "later {x}": [{choose: x in 5..8}, {guard: at == 1}, {set: at = x}]
  "a last one": [{guard: at < 2}, {set: at = at + 1}]
goal: at == 2
estimate: 0
YAML
    for how in {breadth-first,depth-first,cheapest,best-first,a-star}/{3,4,5,6,7}; do
        for stop in "" "--stop first"; do
            wgcq solve apart.yaml --max-states "${how#*/}" --order "${how%/*}" $stop -o small.db
            is "$(sqlite3 small.db "SELECT count(*) FROM steps WHERE step > 0 AND (src IS NULL OR dst IS NULL)")" 0
            wgcq verify small.db --format json
            is "$(jq -r '.[] | select(.verdict == "does not hold") | .place' out)" ""
            rm small.db
        done
    done
}

@test "damage is found, and where" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o small.db
    found "UPDATE edge_1 SET dst = 3 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 4)" "edges closure" "an edge to state 3 is stored, and there is none"
    found "DELETE FROM edge_1 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 6)" "closure" "is not stored"
    found "INSERT INTO edge_1(src, dst, move) VALUES (1, 4, 1)" "edges" "state 1"
    found "UPDATE state_1 SET marks = 1 WHERE id = 4" "states" "state 4"
    found "UPDATE state_1 SET marks = 0 WHERE id = 1" "starts" "not marked as one"
    found "UPDATE state_1 SET marks = 4 WHERE id = 2" "starts" "marked as a start, but is none"
    found "UPDATE state_1 SET depth = 1 WHERE id = 4" "depth" "and 1 is stored"
    found "UPDATE distance_1 SET to_goal = 9 WHERE id = 3" "to_goal" "and 9 is stored"
    found "UPDATE distance_1 SET to_goal = NULL WHERE id = 3" "to_goal" "stored as a dead end"
    found "DELETE FROM rejection_1 WHERE rowid = 2" "rejections" "is not stored"
    found "UPDATE rejection_1 SET rule = 1 - rule WHERE rowid = 1" "rejections" "the rejection by 'the wolf eats the goat'"
    found "UPDATE run SET dead_ends = 1" "figures" "dead_ends: the run says 1"
    found "UPDATE best SET count = '3'" "best plans" "the run says that 3 plans"
    found "UPDATE best SET least = 5" "best plans" "the least is 5, and it is 7"
    found "DELETE FROM best" "best plans" "it should have 1"
    found "UPDATE step_1 SET move = 0 WHERE $(step_row 2 3)" "solutions" "solution 2, step 3"
    found "UPDATE step_1 SET dst = 1 WHERE $(step_row 1 7)" "solutions" "another state"
    found "DELETE FROM step_1 WHERE $(step_row 1 7)" "run solutions" "ends in no goal"
    found "DELETE FROM piece_1 WHERE solution = 2" "run solutions" "2 solutions are stored, and 1 are"
    found "DELETE FROM piece_1 WHERE solution = 2 AND step > 0" "run solutions" "ends in no goal"
    found "UPDATE piece_1 SET first = first + 1 WHERE solution = 2 AND step > 0" "run solutions" "solution 2"
    found "UPDATE piece_1 SET steps = 99 WHERE rowid = (SELECT max(rowid) FROM piece_1)" "run solutions" "pieces of solutions are of steps that are not there"
    found "INSERT INTO step_1 SELECT 99,move,src,dst FROM step_1 WHERE id = 2" "run" "1 steps are of no piece of a solution"
    rm small.db
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" --trace solutions -o small.db
    found "UPDATE step_1 SET w0 = w0 + 1 WHERE $(step_row 1 7)" "solutions" "another state"
}

@test "damage beside the graph is found, too" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o small.db
    found "UPDATE field SET said = 'at[goose]' WHERE said = 'at[goat]'" puzzle "field.said: the file says 'at[goose]', and it should be 'at[goat]'"
    found "UPDATE rule SET name = 'x' WHERE id = 0" "puzzle rejections" "rule.name: the file says 'x'"
    found "UPDATE distance_1 SET depth = 1 WHERE id = 3" run "1 rows of distance have a depth, which this order stores with the states"
    found "UPDATE run SET solutions_count = '3'" solutions "the run says that there are 3 solutions in all, and there are 2"
    found "UPDATE run SET rejections = 9" figures "rejections: the run says 9"
    found "UPDATE run SET started = 'yesterday'" run "'yesterday' is not a time"
    found "UPDATE run SET seconds = -1" run "it took -1 seconds"
    found "UPDATE run SET options = '--order cheapest --trace all'" run "its order is 'breadth-first'"
    found "UPDATE run SET stopped = 'it rained'" run "stopping reason"
}

@test "rows that belong to nothing are counted" {
    local puzzle="$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq solve "$puzzle" -o small.db
    found "INSERT INTO piece_1 VALUES (99, 0, 3, 1)" "run solutions" "3 steps are of no solution"
    rm small.db
    wgcq solve "$puzzle" -o small.db --trace edges
    found "INSERT INTO rejection_1 VALUES (1, 0, 0), (2, 0, 0)" run "2 rejections are there, and the run keeps none"
    rm small.db
    wgcq solve "$puzzle" -o small.db --trace states
    found "INSERT INTO edge_1(src, dst, move) VALUES (1, 2, 0)" run "1 edges are there, and the run keeps none"
    rm small.db
    wgcq solve "$puzzle" -o small.db --trace solutions
    found "INSERT INTO distance_1 VALUES (1, 0, 7)" run "1 distances are there, and the run keeps none"
}

@test "what cannot be derived again is under a checksum" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o small.db
    for sql in "UPDATE run SET seconds = seconds + 1" "UPDATE meta SET value = 'x.yaml' WHERE key = 'file'" \
        "INSERT INTO move_1 VALUES (99, 'fly')" "UPDATE run SET started = '2020-02-02T02:02:02Z'" "UPDATE run SET seal = NULL" "DELETE FROM meta WHERE key = 'seal'"; do
        cp small.db damaged.db
        sqlite3 damaged.db "$sql"
        wgcq verify damaged.db
        ends_with 1
        says out "changed since it was written"
    done
}

@test "words that are no state do no harm" {
    wgcq solve "$PUZZLES/no-farmer.yaml" -o small.db
    for word in -1 255 49 9223372036854775807; do
        cp small.db damaged.db
        sqlite3 damaged.db "UPDATE state_1 SET w0 = $word WHERE id = 9"
        wgcq verify damaged.db
        ends_with 1
        says out "no state of the puzzle"
    done
}

@test "damaged costs are found" {
    wgcq solve "$PUZZLES/family.yaml" --solutions 3 -o small.db
    found "UPDATE edge_1 SET c0 = c0 + 1 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 8)" "edges" "its cost differs"
    found "UPDATE step_1 SET c0 = c0 + 1 WHERE $(step_row 1 9)" "solutions" "step 9"
    found "UPDATE best SET least = 28 WHERE cost = 'noise'" "best plans" "noise: the run says that the least is 28"
}

@test "tables that contradict each other are found, where all the rest holds" {
    wgcq solve "$PUZZLES/family.yaml" --solutions 3 -o small.db
    for sql in "UPDATE run SET rejections = 1" "UPDATE run SET verdict = 'proved'" \
        "UPDATE run SET shortest_count = '7'" "UPDATE run SET shortest_length = 7" \
        "UPDATE run SET solutions_count = '2'" "UPDATE run SET expanded = 10000" \
        "UPDATE solution_1 SET length = 9 WHERE id = 2" "UPDATE solution_1 SET c0 = 9 WHERE id = 2" \
        "UPDATE step_1 SET src = 9 WHERE $(step_row 2 9)" \
        "UPDATE step_1 SET dst = 9999 WHERE $(step_row 2 62)" \
        "INSERT INTO distance_1 VALUES (9999, 1, NULL)" \
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'dst)', 'src)') WHERE name = 'edge_1_dst'"; do
        found "$sql" "" "" || { # the last is not even opened
            [ "$status" = 4 ] && says err "cannot be trusted"
        }
    done
}

@test "an index that does not agree with its table is found" {
    local name table column root sql
    for name in edge_1_dst state_1_depth; do
        wgcq solve "$PUZZLES/frogs.yaml" --set n=2 -o odd.db
        table=${name%_*} column=${name##*_}
        root=$(sqlite3 odd.db "SELECT rootpage FROM sqlite_schema WHERE name='$name'")
        sql=$(sqlite3 odd.db "SELECT sql FROM sqlite_schema WHERE name='$name'")
        sqlite3 odd.db "PRAGMA writable_schema=ON; DELETE FROM sqlite_schema WHERE name='$name'"
        # the table changes while the index is out of sight
        sqlite3 odd.db "UPDATE $table SET $column = $column + 1 WHERE $column = (SELECT max($column) - 1 FROM $table);
            PRAGMA writable_schema=ON;
            INSERT INTO sqlite_schema VALUES('index', '$name', '$table', $root, '$sql')"
        wgcq verify odd.db
        ends_with 1
        # SQLite's check is the first to find it; the comparison of index and table is among the others
        grep -qE "row [0-9]+ missing from index $name \(and [0-9]+ more\)" out
        rm odd.db
    done
}

@test "a state left out, with all that speaks of it" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=2 --solutions 0 -o small.db
    last=$(sqlite3 small.db "SELECT max(id) FROM states")
    found "DELETE FROM state_1 WHERE id = $last; DELETE FROM edge_1 WHERE dst = $last OR src = $last;
           DELETE FROM rejection_1 WHERE src = $last; DELETE FROM distance_1 WHERE id = $last;
           UPDATE run SET states = states - 1" "closure to_goal figures best plans" "leads to a state that is not stored"
}

@test "the puzzle in the file is another" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o small.db
    sqlite3 small.db "UPDATE meta SET value = replace(value, 'the wolf eats the goat: at[wolf] == at[goat] != farmer', 'the wolf eats the goat: false') WHERE key = 'source'"
    wgcq verify small.db
    ends_with 1
    says out "is not stored"
    sqlite3 small.db "UPDATE meta SET value = 'nonsense' WHERE key = 'source'"
    wgcq verify small.db
    ends_with 4
    wgcq verify nowhere.db
    ends_with 4
}

@test "plans that look alike are no copies of each other" {
    cat >alike.yaml <<'Y'
puzzle: Alike
state:
  x: 0..3
start: {x: 0}
moves:
  go:
    - choose: to in 1..2
    - guard: x == 0
    - set: x = to
  end:
    - guard: x in [1, 2]
    - set: x = 3
show: "*"
goal: x == 3
Y
    for kept in all edges states solutions; do
        rm -f alike.db
        wgcq solve alike.yaml --trace $kept -o alike.db -q
        wgcq verify alike.db
        ends_with 0
        sqlite3 alike.db "INSERT INTO solution_1 SELECT 3, length FROM solution_1 WHERE id = 2;
            CREATE TEMP TABLE copy AS SELECT * FROM piece_1 WHERE solution = 2;
            UPDATE copy SET solution = 3; INSERT INTO piece_1 SELECT * FROM copy"
        wgcq verify alike.db
        ends_with 1
        says out "solution 3 is stored twice"
    done
}

@test "costs beyond 63 bits behind a goal are part of no plan" {
    for dear in "5000000000000000000 if x >= 2 else 1" "9223372036854775807 if x == 1 else 3"; do
        cat >dear.yaml <<Y
puzzle: Dear
state:
  x: 0..4
start: {x: 0}
moves:
  step:
    - guard: x < 4
    - set: x = x + 1
costs:
  dear: $dear
goal: x == 1
Y
        rm -f dear.db
        wgcq solve dear.yaml -o dear.db -q
        ends_with 0
        wgcq verify dear.db
        ends_with 0
        lacks out "not known"
    done
    sqlite3 dear.db "UPDATE best SET least = least - 1 WHERE cost = 'dear'"
    wgcq verify dear.db
    ends_with 1
    says out "dear: the run says that the least is 9,223,372,036,854,775,806, and it is 9,223,372,036,854,775,807"
}

@test "a text that was changed: it does not hold, or cannot be trusted, and the checksum is named" {
    cat >steps.yaml <<'Y'
puzzle: Steps
params: {n: 2}
state:
  x: 0..3
  y[0..2]: 0..3
start:
  - choose: a in 0..1
  - let: q = 6 // n
  - set:
      x: a
      y[i] for i in 0..2: (i + q) % 4
moves:
  up:
    - guard: x < 3
    - set: x = x + 1
goal: x == 3
Y
    for kept in all solutions; do
        rm -f steps.db
        wgcq solve steps.yaml --trace $kept -o steps.db -q
        for change in "'0..2: (i', '0..1: (i'" "'6 // n', '6 // (n - 2)'" "'x + 1', 'x + 7'" "'x < 3', 'x < 4'" \
            "'x == 3', 'x == 2'" "'x: a', 'x: a + 3'" "'goal', 'gaol'" "'set:', 'sat:'"; do
            cp steps.db changed.db
            sqlite3 changed.db "UPDATE meta SET value = replace(value, $change) WHERE key = 'source'"
            wgcq verify changed.db
            [ "$status" = 1 ] || [ "$status" = 4 ] || { echo "$kept, $change: $status"; cat out err; return 1; }
            cat out err >all
            says all "the checksum of its puzzle (seal in meta) is broken"
        done
    done
    sqlite3 steps.db "UPDATE param SET value = '0'"
    wgcq verify steps.db
    [ "$status" = 1 ] || [ "$status" = 4 ]
    cp steps.db changed.db
    sqlite3 changed.db "UPDATE run SET seconds = seconds + 1"
    wgcq verify changed.db
    cat out err >all
    says all "the checksums of its puzzle (seal in meta) and of its run (seal in run) are broken"
}

@test "a value that there is not, in the first variable of a state or another" {
    cat >three.yaml <<'Y'
puzzle: Three
types: {color: [red, green, blue], n: 0..4}
state:
  c: color
  k: n
start: {c: red, k: 0}
moves:
  paint {d}:
    - choose: d in color
    - guard: d != c
    - set: c = d
  step:
    - guard: k < 4
    - set: k = k + 1
goal: k == 4 and c == green
Y
    wgcq solve three.yaml -o whole.db -q
    wgcq solve three.yaml --max-states 6 -o cut.db -q
    for damage in "w0 | 3" "w0 | 28"; do
        for db in whole cut; do
            cp $db.db damaged.db
            sqlite3 damaged.db "UPDATE state_1 SET w0 = $damage WHERE id = 4"
            wgcq verify damaged.db
            ends_with 1
            says out "has no such value"
            wgcq why damaged.db 4
            ends_with 4
            says err "has no such value"
            for command in "query shortest" "query all" "query dead-ends" "query bottlenecks" "query distances" \
                "query farthest" "query rules" show graph "sql SELECT+*+FROM+states" "resume -q" "why 1"; do
                set -- $command
                first=$1
                shift
                wgcq "$first" damaged.db "${@//+/ }"
                [ "$status" -lt 5 ] || { echo "$command: $status"; return 1; }
            done
        done
    done
}

@test "a plan out of a file that is none" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o small.db -q
    wgcq verify small.db --plan /dev/zero
    ends_with 4
    says err "/dev/zero: longer than 16 MiB, the limit of a plan"
    wgcq verify small.db --plan .
    ends_with 4
    yes 'take goat' | head -n 1100000 >long.txt
    wgcq verify small.db --plan long.txt
    ends_with 4
    says err "more than 1,000,000 moves"
    printf 'take goat\nétake\0 goat\n' >nul.txt
    for plan in nul.txt -; do
        wgcq verify small.db --plan $plan <nul.txt
        ends_with 4
        says err ":2:6: error: a NUL byte: this is not a text file"
        empty out
    done
    says err "standard input:2:6"
    # no memory for it is no empty plan; a sanitizer takes more than that for itself
    if (ulimit -v 200000; "$WGCQ" --version >/dev/null 2>&1); then
        status=0
        (ulimit -v 200000 && yes x | "$WGCQ" verify small.db --plan - >out 2>err) || status=$?
        ends_with 4
        empty out
    fi
    printf '\xef\xbb\xbftake goat\r\n\r\n  cross alone \t\n' >plan.txt
    wgcq verify small.db --plan plan.txt
    ends_with 1
    says out "after 2 moves no goal is reached"

}

@test "the number of missing tables and views is reported" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o small.db
    sqlite3 small.db "DROP VIEW steps_1; DROP VIEW steps; DROP TABLE distance_1"
    wgcq query small.db shortest
    ends_with 4
    is "$(cat err)" "wgcq: error: small.db is damaged: 3 of its tables and views are missing"
}

@test "the states of a plan are boards, as wgcq show draws them" {
    wgcq solve "$PUZZLES/two-robots.yaml" -q -o robots.db
    wgcq show robots.db
    sed -n 's/^ *\([0-9][0-9]*\)  \(first\|second\) goes \([a-z]*\) .*/\2 goes \3/p' out >plan
    is "$(wc -l <plan)" 22
    grep -o '#.*\|[0-9] has .*' out >boards
    wgcq verify robots.db --plan plan
    ends_with 0
    lacks out '\n'
    grep -o '#.*\|[0-9] has .*' out | diff boards -
    is "$(wc -l <boards)" $((23 * 7))
    wgcq verify robots.db --plan plan --format json
    is "$(jq -r '.[0].shown' out | wc -l)" 7
}
