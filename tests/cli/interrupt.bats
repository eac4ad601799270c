#!/usr/bin/env bats
# While it runs: progress on a terminal and on SIGUSR1; SQL that does not end is stopped.
load common

ENDLESS="WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

@test "on a terminal a line shows states, speed, depth, rows, the file and memory" {
    goalless_puzzle
    script -qec "env TERM=xterm $WGCQ solve count.yaml -o c.db --set n=100000000 --max-time 2" /dev/null >out 2>err </dev/null || true
    figure='[0-9.]+[kM]?'
    tr '\r' '\n' <out | grep -aE "^$figure states, $figure/s, depth [0-9]+, frontier $figure, file [0-9]+ MiB, [0-9]+ MiB, [0-9]+s" >lines || { cat out; false; }
    script -qec "stty cols 120; env TERM=xterm $WGCQ solve count.yaml -o c.db --set n=100000000 --max-time 1" /dev/null >out 2>err </dev/null || true
    tr '\r' '\n' <out | grep -aE "^exploring: $figure states, $figure/s, depth [0-9]+, frontier $figure, $figure rows, file [0-9]+ MiB, memory [0-9]+ MiB, [0-9]+ s" >lines || { cat out; false; }
    script -qec "env TERM=xterm $WGCQ solve count.yaml -o c.db --set n=100000000 --max-time 1 --quiet" /dev/null >out 2>err </dev/null || true
    not grep -aq '/s, depth' out
}

@test "the line of a run in files says how many states it may come to" {
    script -qec "stty cols 120; env TERM=xterm $WGCQ solve $PUZZLES/frogs.yaml --set n=17 --trace none --spill dir --max-memory 2M --max-depth 200" /dev/null >out 2>err </dev/null || true
    figure='[0-9.]+[kM]?'
    tr '\r' '\n' <out | grep -aE "^exploring: $figure of about $figure states, $figure/s, depth [0-9]+, frontier $figure, files [0-9]+ MiB, memory [0-9]+ MiB, [0-9]+ s" >lines || { cat out; false; }
}

@test "SIGUSR1 is answered by one line, also into a file" {
    goalless_puzzle
    "$WGCQ" solve count.yaml -o c.db --set n=100000000 >out 2>err 3>&- &
    writer=$!
    for _ in $(seq 400); do # asked before it listens, it would end
        [ "$(sqlite3 -cmd '.timeout 5000' c.db 'SELECT count(*) FROM run' 2>/dev/null)" = 1 ] && break
        sleep 0.05
    done
    empty err
    kill -USR1 $writer
    for _ in $(seq 200); do [ -s err ] && break; sleep 0.05; done
    kill -TERM $writer
    wait $writer || true
    is "$(grep -c 'wgcq: exploring: .* states, .* rows, file ' err)" 1
}

@test "SQL that does not end is stopped by --max-time" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o w.db
    for sql in "$ENDLESS" "SELECT count(*) FROM edges a, edges b, edges c, edges d, edges e, edges f, edges g"; do
        wgcq sql w.db "$sql" --max-time 0.3
        ends_with 3
        empty out
        says err "stopped at --max-time 0.3"
    done
    wgcq sql w.db "SELECT count(*) AS n FROM edges" --max-time 100 --format tsv
    ends_with 0
    is "$(tail -1 out)" 20
}

@test "SQL that does not end is stopped by Ctrl-C" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o w.db
    for signal in INT TERM; do
        status=0
        timeout --preserve-status -k 20 -s $signal 0.5 "$WGCQ" sql w.db "$ENDLESS" >out 2>err || status=$?
        is "$status" 130
        says err interrupted
    done
}

@test "a run that is killed before it stores anything proves nothing" {
    cat >large.yaml <<'END'
puzzle: Counters
state:
  x[0..2]: 0..200
start: {x: 0}
moves:
  up {i}:
    - choose: i in 0..2
    - guard: x[i] < 200
    - set: x[i] = x[i] + 1
goal: x[0] == 200 and x[1] == 200 and x[2] == 200
invariant:
  small: x[0] + x[1] < 399
deadlock: forbidden
END
    "$WGCQ" solve large.yaml -q --save-every 1000000000 >/dev/null &
    run=$!
    for _ in $(seq 400); do
        [ "$(sqlite3 -cmd '.timeout 5000' large.db 'SELECT count(*) FROM run' 2>/dev/null)" = 1 ] && break
        sleep 0.05
    done
    kill -KILL $run
    wait $run || true
    is "$(sqlite3 large.db 'SELECT count(*) FROM states')" 0
    for question in shortest cheapest all "best --k 2" "plans --length 3" "classes --up-to moves" pareto dead-ends deadlocks \
        violations bottlenecks distances farthest rules coverage; do
        wgcq query large.db $question
        is "$question $status" "$question 3"
    done
    for question in shortest cheapest all "plans --length 3" pareto dead-ends deadlocks violations bottlenecks coverage; do
        wgcq query large.db $question --count
        is "$question $status $(cat out)" "$question 3 not known"
    done
}
