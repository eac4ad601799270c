#!/usr/bin/env bats
# wgcq resume: a run that was cut short comes to what it would have come to undisturbed.
load common

# Every view of a file's newest run and all its figures, in order.
content() {
    sqlite3 "$1" "SELECT * FROM states ORDER BY id; SELECT * FROM edges ORDER BY src, move, dst;
        SELECT * FROM rejections ORDER BY src, move, rule; SELECT * FROM solutions ORDER BY id;
        SELECT * FROM steps ORDER BY solution, step; SELECT cost, least, count FROM cheapest;
        SELECT status, stopped, verdict, states, edges, rejections, starts, depth, goals, dead_ends,
            shortest_length, shortest_count, solutions_stored, solutions_count FROM runs;
        SELECT name FROM sqlite_schema ORDER BY name; PRAGMA integrity_check"
}

# Cut short at limit after limit and resumed, with the options of solve given.
goes_on() {
    wgcq solve "$PUZZLES/$puzzle.yaml" -o whole.db "$@"
    ends_with 0
    wgcq solve "$PUZZLES/$puzzle.yaml" -o cut.db "$@" --max-states $least
    is "$(sqlite3 cut.db 'SELECT status FROM runs')" limit
    wgcq resume cut.db --max-states $((least + 7))
    wgcq resume cut.db --max-states $((least + 8))
    wgcq resume cut.db
    ends_with 0
    content whole.db >whole.txt
    content cut.db >cut.txt
    diff whole.txt cut.txt
    wgcq resume cut.db
    ends_with 0
    says err "nothing to do"
    rm whole.db cut.db
}

@test "every order and trace, from limit to limit" {
    puzzle=family-crossing least=20
    for order in breadth-first depth-first cheapest; do
        for keep in all edges states solutions none; do goes_on --order $order --trace $keep; done
    done
    puzzle=romania least=9
    for order in best-first a-star; do goes_on --order $order; done
}

@test "the number of threads may change" {
    wgcq solve "$PUZZLES/family.yaml" -o whole.db
    wgcq solve "$PUZZLES/family.yaml" -o cut.db --threads 3 --max-states 400
    wgcq resume cut.db --threads 2
    ends_with 0
    content whole.db >whole.txt
    content cut.db >cut.txt
    diff whole.txt cut.txt
}

@test "from depth to depth" {
    for order in breadth-first depth-first; do
        wgcq solve "$PUZZLES/family-crossing.yaml" -o whole.db --order $order
        wgcq solve "$PUZZLES/family-crossing.yaml" -o cut.db --order $order --max-depth 5
        ends_with 3
        wgcq resume cut.db --max-depth 9
        ends_with 3
        is "$(sqlite3 cut.db 'SELECT stopped FROM runs')" "--max-depth 9"
        wgcq resume cut.db
        ends_with 0
        content whole.db >whole.txt
        content cut.db >cut.txt
        diff whole.txt cut.txt
        rm whole.db cut.db
    done
}

@test "parameters, costs, solutions and texts that only a state gives stay as they were" {
    cat >texts.yaml <<'YAML'
puzzle: Texts
params:
  n: 3
state:
  x: 0..60
  y: 0..9
start: {x: 0, y: 0}
moves:
  "from {x} by {d}":
    - choose: d in 1..n
    - guard: x + d <= 60
    - set: x = x + d
  "turn {y * 7 % 10}":
    - set: y = (y + 1) % 10
  "stay at {x}":
    - guard: x == 13
      else: not thirteen
costs:
  toll: 1 if x % 2 == 0 else 0
goal: {x: 60, y: 3}
YAML
    for order in breadth-first cheapest; do
        wgcq solve texts.yaml --set n=2 -o whole.db --order $order --minimize toll,moves --solutions 3
        ends_with 0
        wgcq solve texts.yaml --set n=2 -o cut.db --order $order --minimize toll,moves \
            --solutions 3 --max-states 100
        ends_with 3
        wgcq resume cut.db --format json
        ends_with 0
        is "$(jq -c '[.params.n, .order, .solutions.stored]' out)" "[2,\"$order\",3]"
        content whole.db >whole.txt
        content cut.db >cut.txt
        diff whole.txt cut.txt
        wgcq verify cut.db
        ends_with 0
        rm whole.db cut.db
    done
}

@test "an older run is resumed beside newer ones" {
    wgcq solve "$PUZZLES/frogs.yaml" -o f.db --max-states 50
    wgcq solve "$PUZZLES/frogs.yaml" -o f.db --order depth-first
    wgcq solve "$PUZZLES/frogs.yaml" -o f.db --order cheapest --max-states 60
    wgcq resume f.db --run 1
    ends_with 0
    is "$(sqlite3 f.db 'SELECT id, status FROM runs' | tr '\n' ' ')" "1|complete 2|complete 3|limit "
    is "$(sqlite3 f.db 'SELECT count(*) FROM states_1')" 195
    is "$(sqlite3 f.db 'SELECT count(*) FROM states')" 60
    wgcq resume f.db
    ends_with 0
    is "$(sqlite3 f.db "SELECT count(*) FROM runs WHERE status = 'complete'")" 3
    is "$(sqlite3 f.db 'PRAGMA integrity_check')" ok
}

@test "a run that ended at --stop is resumed only with another --stop" {
    for keep in all states; do
        wgcq solve "$PUZZLES/frogs.yaml" -o whole.db --trace $keep
        wgcq solve "$PUZZLES/frogs.yaml" -o f.db --trace $keep --stop first
        ends_with 0
        wgcq resume f.db
        ends_with 2
        says err "ended as requested, at --stop first"
        wgcq resume f.db --stop exhausted
        ends_with 0
        content whole.db >whole.txt
        content f.db >cut.txt
        diff whole.txt cut.txt
        rm whole.db f.db
    done
}

@test "what cannot be resumed" {
    wgcq solve "$PUZZLES/no-farmer.yaml"
    wgcq resume no-farmer.db
    ends_with 0
    empty out
    says err "nothing to do"
    wgcq resume no-farmer.db --run 1
    ends_with 0
    says err "run 1 of no-farmer.db is complete"
    wgcq resume no-farmer.db --run 2
    ends_with 2
    wgcq resume nowhere.db
    ends_with 4
    echo "my notes" >notes.txt
    wgcq resume notes.txt
    ends_with 4
    is "$(cat notes.txt)" "my notes"
    wgcq solve "$PUZZLES/frogs.yaml" -o f.db --max-states 100
    wgcq resume f.db --max-states 50
    ends_with 2
    says err "holds 100 states already"
    wgcq solve "$PUZZLES/frogs.yaml" -o d.db --max-states 100 --order depth-first
    wgcq resume d.db --max-states 50
    ends_with 2
    says err "holds 100 states already"
    is "$(sqlite3 d.db 'SELECT count(*) FROM states')" 100
}

@test "to the depth that was reached already, and no deeper" {
    for order in breadth-first cheapest; do
        wgcq solve "$PUZZLES/family-crossing.yaml" -o whole.db --order $order --max-depth 5
        wgcq solve "$PUZZLES/family-crossing.yaml" -o cut.db --max-states 15 --order $order
        ends_with 3
        if [ $order = breadth-first ]; then
            is "$(sqlite3 cut.db 'SELECT max(depth) FROM states')" 5
            wgcq resume cut.db --max-depth 4
            ends_with 2
            says err "5 moves deep already"
        fi
        wgcq resume cut.db --max-depth 5
        ends_with 3
        is "$(sqlite3 cut.db 'SELECT stopped FROM runs')" "--max-depth 5"
        content whole.db >whole.txt
        content cut.db >cut.txt
        diff whole.txt cut.txt
        rm whole.db cut.db
    done
}

# A file that was changed since it was written: refused, and not a byte of it touched.
refused_untouched() {
    cp cut.db before.db
    wgcq resume cut.db
    ends_with 4
    says err "$1"
    cmp cut.db before.db
    [ ! -e cut.db-journal ]
}

cut_anew() {
    rm -f cut.db
    wgcq solve "$PUZZLES/family-crossing.yaml" -o cut.db --max-states 60
    ends_with 3
}

@test "a puzzle's text or a parameter that was changed inside the file" {
    cut_anew
    sqlite3 cut.db "UPDATE meta SET value = replace(value, 'near', 'here') WHERE key = 'source'"
    refused_untouched "error: "
    wgcq solve "$PUZZLES/frogs.yaml" -o frogs.db --max-states 30
    cp frogs.db cut.db
    sqlite3 cut.db "UPDATE param SET value = '5'"
    refused_untouched "wgcq: error: "
    cp frogs.db cut.db
    sqlite3 cut.db "UPDATE meta SET value = value || '# ' WHERE key = 'source'"
    refused_untouched "the puzzle, the parameters, its row or its rows were changed"
}

@test "two bytes of a leaf: where its cells begin" {
    cut_anew
    root=$(sqlite3 cut.db "SELECT rootpage FROM sqlite_schema WHERE name = 'move_1'")
    printf '\017\310' | dd of=cut.db bs=1 seek=$(((root - 1) * 4096 + 5)) conv=notrunc status=none
    refused_untouched "is damaged: page"
}

@test "a row that was changed, in any table" {
    for sql in "UPDATE state_1 SET depth = 0 WHERE id = 40" "UPDATE edge_1 SET dst = 3 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 49)" \
        "UPDATE rejection_1 SET rule = 0 WHERE rowid = (SELECT max(rowid) FROM rejection_1)" \
        "UPDATE move_1 SET text = text || ' ' WHERE id = 1" "UPDATE run SET expanded = expanded - 1" \
        "DELETE FROM state_1 WHERE id = 60" "UPDATE run SET digest = 0"; do
        cut_anew
        sqlite3 cut.db "$sql"
        refused_untouched cut.db
    done
}

@test "what another run of the file holds is checked, too" {
    cut_anew
    wgcq solve "$PUZZLES/family-crossing.yaml" -o cut.db --order depth-first --max-states 30
    sqlite3 cut.db "UPDATE edge_1 SET dst = 3 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 49)"
    refused_untouched "of run 1"
}

@test "what options are refused for is read from a sound file" {
    "$WGCQ" solve "$PUZZLES/frogs.yaml" --set n=18 --save-every 500 -o killed.db -q >/dev/null 2>&1 &
    local writer=$! sql="SELECT total(states) FROM run"
    for _ in $(seq 300); do
        [ "$(sqlite3 killed.db "$sql" 2>/dev/null || echo 0.0)" != 0.0 ] && break
        sleep 0.02
    done
    kill -9 $writer
    wait $writer 2>/dev/null || true
    wgcq resume killed.db --max-states 3
    ends_with 2
    says err "states already"
    sqlite3 killed.db "UPDATE run SET states = states + 1"
    wgcq resume killed.db --max-states 3
    ends_with 4
    says err "cannot be trusted"
    sqlite3 killed.db "UPDATE run SET states = states - 1, options = options || ' --max-depth 9'"
    wgcq resume killed.db --max-states 3
    ends_with 4
}

# Where no time is left for exploring: not a byte of the file is touched.
out_of_time() {
    cp cut.db before.db
    wgcq "$@" --max-time 0.000001
    ends_with 3
    says err "--max-time 1e-06 was reached before cut.db was read; nothing in it has changed"
    cmp cut.db before.db
    [ ! -e cut.db-journal ]
}

@test "--max-time counts what checks and reads the file, which stays as it was" {
    for order in breadth-first depth-first cheapest; do
        for keep in all edges states; do
            rm -f cut.db
            wgcq solve "$PUZZLES/family-crossing.yaml" -o cut.db --max-states 60 --order $order --trace $keep
            ends_with 3
            out_of_time resume cut.db
            out_of_time solve "$PUZZLES/family-crossing.yaml" -o cut.db
        done
    done
    wgcq resume cut.db --max-time 100
    ends_with 0
}
