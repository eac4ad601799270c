#!/usr/bin/env bats
# wgcq solve: verdicts, figures, the file.
load common

figures() { # puzzle, states, edges, depth, dead ends, length, count
    wgcq solve "$PUZZLES/$1.yaml" --format json
    ends_with 0
    empty err
    is "$(jq -c '[.states, .edges, .depth, .goals, .dead_ends, .shortest.length, .shortest.count]' out)" \
        "[$2,$3,$4,1,$5,$6,\"$7\"]"
    is "$(jq -c '[.status, .db]' out)" "[\"complete\",\"$1.db\"]"
}

@test "A* that stops at the shortest counts no plans that it has not found" {
    wgcq solve "$PUZZLES/eight-puzzle.yaml" --order cheapest --stop shortest -o c.db --format json -q
    is "$(jq -c .shortest out)" '{"length":31,"count":"40"}'
    wgcq solve "$PUZZLES/eight-puzzle.yaml" --order a-star --stop shortest -o a.db --format json -q
    is "$(jq -c .shortest out)" '{"length":31,"count":null}'
    wgcq solve "$PUZZLES/eight-puzzle.yaml" --order a-star -o a.db --format json -q
    is "$(jq -c .shortest out)" '{"length":31,"count":"40"}'
}

@test "wolf, goat and cabbage" { figures wolf-goat-cabbage 10 20 7 0 7 2; }
@test "leaping frogs" { figures frogs 195 232 24 147 24 2; }
@test "the family, step by step" { figures family 614 1820 64 0 62 2048; }
@test "the family, a move a crossing" { figures family-crossing 76 160 18 0 17 8; }
@test "crossing without a farmer" { figures no-farmer 16 32 10 0 10 2; }

@test "the keys of the JSON object, in their order" {
    wgcq solve "$PUZZLES/family.yaml" --format json
    ends_with 0
    is "$(jq -c 'keys_unsorted[:15]' out)" '["puzzle","params","db","status","order","threads","states","edges","depth","goals","dead_ends","seconds","shortest","cheapest","solutions"]'
    is "$(jq -c '.params' out)" '{"seats":2,"w1":2,"w2":1}'
    is "$(jq -c '[.puzzle, .order]' out)" '["Family crossing","breadth-first"]'
    is "$(jq -c '.cheapest' out)" '{"moves":{"cost":62,"count":"2048"},"noise":{"cost":29,"count":"256"}}'
    is "$(jq -c '[.solutions.stored, (.threads > 0), (.seconds >= 0)]' out)" '[100,true,true]'
}

@test "the same object on one line" {
    wgcq solve "$PUZZLES/no-farmer.yaml" --format jsonl
    ends_with 0
    is "$(wc -l <out)" 1
    is "$(jq -c '.shortest' out)" '{"length":10,"count":"2"}'
}

@test "one row of CSV" {
    wgcq solve "$PUZZLES/family.yaml" --format csv
    ends_with 0
    is "$(/usr/bin/python3 -c '
import csv
rows = list(csv.DictReader(open("out", newline="")))
r = rows[0]
print(len(rows), r["states"], r["shortest_length"], r["cheapest_noise_cost"], r["cheapest_noise_count"])')" \
        "1 614 62 29 256"
}

@test "every column of the row of CSV" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=3 --threads 1 --format csv -o three.db
    ends_with 0
    is "$(/usr/bin/python3 -c '
import csv
row = next(csv.DictReader(open("out", newline="")))
row["seconds"] = "SECONDS"
print(*[f"{name}={value}" for name, value in row.items()], sep="; ")')" \
        "puzzle=Leaping frogs; params=n=3; db=three.db; status=complete; order=breadth-first; threads=1; states=72; edges=88; depth=15; goals=1; dead_ends=42; seconds=SECONDS; shortest_length=15; shortest_count=2; cheapest_moves_cost=15; cheapest_moves_count=2; solutions_stored=2; solutions_count=2; deadlocks=13; violations=; properties=; limit=; remark=solved: shortest 15 moves, 2 ways"
}

@test "what a person reads" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    ends_with 0
    empty err
    is "$(head -n 1 out)" "solved: shortest 7 moves, 2 ways"
    is "$(awk '$1 == "states" { print $2 }' out)" 10
    is "$(awk '$1 == "dead" { print $3 }' out)" 0
    is "$(grep -cE '^ +[0-7]  ' out)" 8
    says out "take goat"
    says out "wgcq query wolf-goat-cabbage.db all"
}

@test "--quiet gives no advice" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -q
    ends_with 0
    lacks out "next:"
}

@test "costs are reported beside moves" {
    wgcq solve "$PUZZLES/family.yaml"
    ends_with 0
    says out "solved: shortest 62 moves, 2,048 ways"
    says out "noise 29, 256 ways"
}

@test "the file is in the current folder, or where -o says" {
    wgcq solve "$PUZZLES/no-farmer.yaml"
    ends_with 0
    [ -f no-farmer.db ]
    wgcq solve "$PUZZLES/no-farmer.yaml" -o other.db --format json
    ends_with 0
    [ -f other.db ]
    is "$(jq -r .db out)" other.db
    [ ! -e "$PUZZLES/no-farmer.db" ]
}

@test "a parameter set from the command line" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=2 --format json
    ends_with 0
    is "$(jq -c '[.params.n, .shortest.length, .shortest.count]' out)" '[2,8,"2"]'
}

@test "a setting that does not exist" {
    wgcq solve "$PUZZLES/frogs.yaml" --set m=2
    ends_with 2
    nothing_written
}

@test "a second run is added to the file; another puzzle's file is refused and not touched" {
    wgcq solve "$PUZZLES/no-farmer.yaml" -o a.db
    ends_with 0
    wgcq solve "$PUZZLES/no-farmer.yaml" -o a.db --order depth-first
    ends_with 0
    is "$(sqlite3 a.db 'SELECT count(*) FROM runs')" 2
    before=$(sha256sum <a.db)
    wgcq solve "$PUZZLES/frogs.yaml" -o a.db
    ends_with 4
    empty out
    is "$(sha256sum <a.db)" "$before"
    wgcq solve "$PUZZLES/no-farmer.yaml" -o a.db
    ends_with 0
}

@test "a file that is not ours is refused and not touched" {
    echo "my notes" >notes.txt
    wgcq solve "$PUZZLES/no-farmer.yaml" -o notes.txt
    ends_with 4
    is "$(cat notes.txt)" "my notes"
}

@test "--trace none writes no file, unless it is named" {
    wgcq solve "$PUZZLES/no-farmer.yaml" --trace none --format json
    ends_with 0
    is "$(jq -c '[.db, .states, .shortest.count]' out)" '[null,16,"2"]'
    nothing_written
    wgcq solve "$PUZZLES/no-farmer.yaml" --trace none -o n.db
    ends_with 0
    is "$(sqlite3 n.db 'SELECT status FROM runs')" complete
}

@test "--solutions 0 stores none" {
    wgcq solve "$PUZZLES/no-farmer.yaml" --solutions 0 --format json
    ends_with 0
    is "$(jq -c '[.solutions.stored, .shortest.count]' out)" '[0,"2"]'
    is "$(sqlite3 no-farmer.db 'SELECT count(*) FROM solutions')" 0
}

@test "four missionaries and four cannibals: proved, exit 1" {
    wgcq solve "$PUZZLES/missionaries-cannibals.yaml" --set n=4 --set seats=2
    ends_with 1
    is "$(head -n 1 out | cut -d: -f1)" proved
    says out "no solution exists"
    wgcq solve "$PUZZLES/missionaries-cannibals.yaml" --set n=4 --format json -o b.db
    ends_with 1
    is "$(jq -c '[.status, .goals, .shortest, .cheapest.moves, .solutions.stored]' out)" '["complete",0,null,null,0]'
}

@test "a limit: not known, exit 3" {
    wgcq solve "$PUZZLES/frogs.yaml" --max-states 20
    ends_with 3
    says out "not known: stopped at --max-states 20 after 20 states"
    lacks out solved
    wgcq solve "$PUZZLES/frogs.yaml" --max-states 20 --format json -o l.db
    ends_with 3
    is "$(jq -c '[.status, .states, .shortest, .cheapest.moves, .solutions.count]' out)" '["limit",20,null,null,null]'
    is "$(sqlite3 l.db 'SELECT status FROM runs')" limit
    wgcq solve "$PUZZLES/frogs.yaml" --max-depth 3 --trace none
    ends_with 3
}

@test "a puzzle without a goal is explored, and what speaks of goals is null" {
    goalless_puzzle
    wgcq solve count.yaml --format json
    ends_with 0
    is "$(jq -c '[.states, .edges, .depth, .goals, .dead_ends, .shortest, .cheapest.moves, .solutions.count]' out)" '[6,5,5,null,null,null,null,null]'
    wgcq solve count.yaml --set n=9
    ends_with 4
    wgcq solve count.yaml --set n=9 -o nine.db
    ends_with 0
    says out "all 10 reachable states"
}

@test "other orders come to the same figures" {
    for order in depth-first cheapest; do
        wgcq solve "$PUZZLES/family-crossing.yaml" --order "$order" --format json -o "$order.db"
        ends_with 0
        is "$(jq -c '[.order, .states, .edges, .shortest.length, .shortest.count]' out)" "[\"$order\",76,160,17,\"8\"]"
    done
}

@test "the number of threads changes nothing" {
    for threads in 1 2 3; do
        wgcq solve "$PUZZLES/family.yaml" --threads "$threads" -o "$threads.db"
        ends_with 0
        sqlite3 "$threads.db" 'SELECT * FROM states ORDER BY id' >"$threads.txt"
    done
    cmp 1.txt 2.txt
    cmp 1.txt 3.txt
}

@test "threads in the report are those that explored" {
    wgcq solve "$PUZZLES/family.yaml" --threads 3 --order depth-first --format json # a state at a time
    is "$(jq .threads out)" 1
    for how in "--order cheapest --trace none" "--stop first" "-o rows.db"; do # batches that take longer than waking a thread
        wgcq solve "$PUZZLES/lights-out.yaml" --set width=5 --max-states 60000 --threads 3 $how --format json
        is "$(jq .threads out)" 3
    done
    wgcq solve "$PUZZLES/sliding-tiles.yaml" --threads 2 --trace none --format json
    is "$(jq .threads out)" 2
    wgcq solve "$PUZZLES/frogs.yaml" --set n=13 --threads 1 --trace none --format json
    is "$(jq .threads out)" 1
}

@test "dead ends and deadlocks are known but where --trace none keeps no transitions, as the manual says" {
    printf '%s\n' 'state: {x: 0..5}' 'start: {x: 0}' 'moves:' '  up: [{guard: x < 3}, {set: x = x + 1}]' \
        '  stuck: [{guard: x == 0}, {set: x = 5}]' 'goal: x == 3' >plain.yaml
    { cat plain.yaml && echo 'costs: {fare: 1}'; } >cost.yaml
    { cat plain.yaml && echo 'invariant: {fine: x < 6}'; } >invariant.yaml
    for line in "plain --trace none,null null" "plain --trace solutions,1 1" "plain --trace all,1 1" "cost --trace none,1 1" \
        "invariant --trace none,null null" "invariant --trace none --max-states 9,1 1" "plain --trace none --order cheapest,1 1" "plain --trace none --spill dir,null null"; do
        read -r name options <<<"${line%,*}"
        wgcq solve $name.yaml $options --format json
        ends_with 0
        is "$(jq -r '"\(.dead_ends) \(.deadlocks)"' out)" "${line#*,}"
    done
}

@test "--minimize decides what is stored first" {
    wgcq solve "$PUZZLES/family.yaml" --minimize noise,moves
    ends_with 0
    is "$(sqlite3 family.db 'SELECT noise FROM solutions WHERE id = 1')" 29
    wgcq solve "$PUZZLES/family.yaml" --minimize noize -o x.db
    ends_with 2
    says err noise
    [ ! -e x.db ]
}

@test "a puzzle from standard input needs a file's name" {
    wgcq solve - <"$PUZZLES/no-farmer.yaml"
    ends_with 2
    says err "-o DB"
    nothing_written
    wgcq solve - -o piped.db --format json <"$PUZZLES/no-farmer.yaml"
    ends_with 0
    is "$(jq .states out)" 16
}

@test "a puzzle that is not there" {
    wgcq solve nowhere.yaml
    ends_with 4
    empty out
    says err nowhere.yaml
    nothing_written
}

@test "a folder that cannot be written to" {
    wgcq solve "$PUZZLES/no-farmer.yaml" -o no/such/folder/x.db
    ends_with 4
    empty out
}

@test "a mistake that exploring runs into is shown where it is" {
    cat >half.yaml <<'YAML'
puzzle: Halves
state:
  x: 0..3
start: {x: 3}
moves:
  down:
    - set: x = x - 1
  split:
    - set: x = 6 // (x - 1)
goal: {x: 0}
YAML
    wgcq solve half.yaml
    ends_with 2
    empty out
    says err "half.yaml:9:"
    says err "x = 6 // (x - 1)"
    grep -qE '^ +\^~*$' err
}

# bats test_tags=slow
@test "a second signal ends it at once; the file still opens" {
    "$WGCQ" solve "$PUZZLES/sliding-tiles.yaml" --set height=4 --set width=4 --max-memory 1G \
        --max-time 30 -o twice.db >out 2>err 3>&- &
    pid=$!
    sleep 1
    kill -TERM $pid
    sleep 0.4
    kill -TERM $pid 2>signal || true # it may have saved by now
    status=0
    wait $pid || status=$?
    ends_with 130
    is "$(sqlite3 twice.db 'PRAGMA integrity_check')" ok
}

# bats test_tags=slow
@test "an interrupt saves what was reached: exit 130" {
    status=0
    timeout --preserve-status -s INT 1 "$WGCQ" solve "$PUZZLES/sliding-tiles.yaml" --set height=4 \
        --set width=4 --max-memory 1G --max-time 30 -o big.db >out 2>err || status=$?
    ends_with 130
    says err "big.db holds what was explored"
    lacks out "proved"
    is "$(sqlite3 big.db 'PRAGMA integrity_check')" ok
    is "$(sqlite3 big.db 'SELECT status FROM runs')" interrupted
    states=$(awk '$1 == "states" { gsub(",", "", $2); print $2 }' out)
    [ "$states" -gt 0 ]
    is "$(sqlite3 big.db 'SELECT count(*) FROM states')" "$states"
}

@test "an estimate that promises too much is named with its state" {
    sed 's/^estimate: .*/estimate: crow[at] + 60 if at == rimnicu else crow[at]/' \
        "$PUZZLES/romania.yaml" >wrong.yaml
    wgcq solve wrong.yaml --order a-star
    ends_with 2
    says err "the estimate is no lower bound: it says 253 where 198 is enough, in the state at=rimnicu"
    wgcq solve "$PUZZLES/romania.yaml" --order a-star --format json
    ends_with 0
    is "$(jq -c '.cheapest.way' out)" '{"cost":418,"count":"1"}'
}

# Short and dear to town 2, or long and cheap: the search finds it one way and goes on another.
roads_puzzle() {
    cat >roads.yaml <<'YAML'
puzzle: Roads
constants:
  roads: [[0, 2, 10], [0, 1, 5], [1, 2, 1], [2, 3, 2]]
types:
  town: 0..3
state:
  at: town
start: {at: 0}
moves:
  go {b}:
    - choose: a, b, km in roads
    - guard: a == at
    - set: at = b
    - cost: way = km
costs:
  way: 0
minimize: way
estimate: 2 if at < 3 else 0
goal: at == 3
YAML
}

@test "depth is the fewest moves from a start, whatever is cheaper" {
    roads_puzzle
    for order in $(in_turn breadth-first cheapest best-first a-star); do
        wgcq solve roads.yaml -o r.db --order $order --format json
        ends_with 0
        is "$(jq -c '[.depth, .shortest.length, .cheapest.way.cost]' out)" '[2,2,8]'
        is "$(sqlite3 r.db 'SELECT group_concat(at || " " || depth) FROM (SELECT * FROM states ORDER BY at)')" '0 0,1 1,2 1,3 2'
        wgcq verify r.db
        ends_with 0
        wgcq query r.db farthest --format json
        is "$(jq -c 'map([.shown, .depth])' out)" '[["at=3",2]]'
        rm r.db
    done
}

@test "a depth that is not proved is absent" {
    cat >line.yaml <<'YAML'
puzzle: A long way, and a dear one that may be short
types:
  town: 0..9
state:
  at: town
start: {at: 0}
moves:
  walk:
    - guard: at < 7
    - set: at = at + 1
    - cost: way = 1
  fly:
    - guard: at in [0, 8]
    - set: at = 8 if at == 0 else 7
    - cost: way = 20
costs:
  way: 0
minimize: way
goal: at == 7
YAML
    wgcq solve line.yaml --order cheapest --stop shortest --format json
    ends_with 0
    is "$(jq -c '[.depth, .cheapest.way.cost, .shortest]' out)" '[null,7,null]'
    is "$(sqlite3 line.db 'SELECT group_concat(at || " " || coalesce(depth, "-")) FROM (SELECT * FROM states ORDER BY at)')" \
        '0 0,1 1,2 2,3 -,4 -,5 -,6 -,7 -,8 1'
    is "$(sqlite3 line.db 'SELECT depth IS NULL FROM runs')" 1
    wgcq verify line.db
    [ "$status" = 3 ]
    lacks out "does not hold"
    sqlite3 line.db "UPDATE distance_1 SET depth = 7 WHERE to_goal = 0"
    wgcq verify line.db
    ends_with 1
    says out "lies 2 moves from a start, and 7 is stored"
}

@test "--max-depth has the same states in every order but depth-first" {
    roads_puzzle
    for how in $(in_turn {breadth-first,cheapest,best-first,a-star}/{1,2}); do
        depth=${how#*/}
        wgcq solve roads.yaml -o d.db --order ${how%/*} --max-depth $depth --format json
        is "$(jq -c '[.limit, .states, .edges, .depth]' out)" "[\"--max-depth $depth\",$((depth + 2)),$((depth * 2)),$depth]"
        wgcq verify d.db
        lacks out "does not hold"
        rm d.db
    done
}

# bats test_tags=slow
@test "what is proved does not depend on --trace" {
    roads_puzzle
    figures='[.status, .states, .edges, .depth, .goals, .shortest, .cheapest, .limit, .remark]'
    for how in $(in_turn {exhausted,first,shortest}/{breadth-first,depth-first,cheapest,best-first,a-star}); do
        wgcq solve roads.yaml -o all.db --stop ${how%/*} --order ${how#*/} --format json
        jq -c "$figures" out >all.txt
        for trace in edges states solutions none; do
            wgcq solve roads.yaml -o part.db --stop ${how%/*} --order ${how#*/} --trace $trace --format json
            is "$(jq -c "$figures" out)" "$(cat all.txt)"
            rm part.db
        done
        rm all.db
    done
}

# bats test_tags=slow
@test "fewer states than starts: a limit" {
    cat >starts.yaml <<'YAML'
puzzle: Ten starts
types:
  n: 0..9
state:
  at: n
start: {at: any}
moves:
  up:
    - guard: at < 9
    - set: at = at + 1
goal: at == 7
YAML
    for how in $(in_turn {breadth-first,depth-first,cheapest}/{all,none}); do
        wgcq solve starts.yaml -o s.db --order ${how%/*} --trace ${how#*/} --max-states 3 --format json
        ends_with 3
        is "$(jq -c '[.status, .limit, .states, .edges, .shortest]' out)" '["limit","--max-states 3",3,0,null]'
        wgcq verify s.db
        ends_with 3
        wgcq resume s.db --max-states 8 --format json
        ends_with 0
        is "$(jq -c '[.limit, .states, .shortest.length, .shortest.count]' out)" '["--max-states 8",8,0,null]'
        wgcq resume s.db --format json
        ends_with 0
        is "$(jq -c '[.status, .states, .edges, .shortest.length, .shortest.count]' out)" '["complete",10,9,0,"1"]'
        wgcq verify s.db
        ends_with 0
        rm s.db
    done
}

@test "a plan's cost that does not fit 64 bits: which move, and where" {
    cat >dear.yaml <<'YAML'
puzzle: Dear
types:
  town: 0..3
state:
  at: town
start: {at: 0}
moves:
  go {b}:
    - choose: b in town
    - guard: b == at + 1
    - set: at = b
    - cost: way = 4000000000000000000
costs:
  way: 0
minimize: way
goal: at == 3
YAML
    for order in breadth-first depth-first cheapest; do
        for trace in all none; do
            wgcq solve dear.yaml -o d.db --order $order --trace $trace
            ends_with 2
            grep -E "the cost of a plan does not fit 64 bits, in the move 'go [1-3]', in the state at=[0-2]" err
        done
    done
    wgcq plans dear.yaml 3
    ends_with 2
    says err "in the move 'go 3', in the state at=2"
}

# Prints a puzzle over at: 0..last, from 0 to the goal at == last, with a move for each further word
# FROM-TO:PRICE or FROM-TO:PRICE:TOLL.
edges() { # LAST WORD...
    local last=$1 word from to price toll
    shift
    printf 'puzzle: Edges\nstate:\n  at: 0..%s\nstart: {at: 0}\nmoves:\n' "$last"
    for word; do
        IFS=-: read -r from to price toll <<<"$word"
        printf '  "%s":\n    - guard: at == %s\n    - set: at = %s\n' "$word" "$from" "$to"
        printf '    - cost: price = %s\n    - cost: toll = %s\n' "$price" "${toll:-0}"
    done
    printf 'costs:\n  price: 0\n  toll: 0\nminimize: price\nestimate: 0\ngoal: at == %s\nend: goal\n' "$last"
}

MOST=9223372036854775807 HALF=4611686018427387904 # the greatest cost; half of one more

# What orders and traces, in turn, say of the plans in e.yaml: NUMBER of them, the least PRICE of one.
in_every_order() { # NUMBER PRICE [TRACE]...
    local number=$1 price=$2 order trace how ways=()
    shift 2
    for trace in "${@:-all}"; do
        for order in breadth-first depth-first cheapest best-first a-star; do ways+=("$order/$trace"); done
    done
    for how in $(in_turn "${ways[@]}"); do
        order=${how%/*} trace=${how#*/}
        echo "$how"
        rm -f e.db
        wgcq solve e.yaml -o e.db --order "$order" --trace "$trace" --format json
        ends_with 0
        grep -Eq "\"price\": *\{\"cost\": *$price," out
        [ "$trace" = none ] && continue
        is "$(jq -r .solutions.count out)" "$number"
        sqlite3 e.db "SELECT min(price) FROM solutions" | grep -qx "$price"
        wgcq verify e.db
        ends_with 0
        [ "$trace" = solutions ] || [ "$trace" = states ] && continue
        wgcq query e.db all --by price,toll
        ends_with 0
        is "$(grep -c '^ *[0-9]' out)" "$number"
        wgcq query e.db best --by price --k 1
        ends_with 0
        wgcq query e.db cheapest --by price --count
        ends_with 0
    done
}

# bats test_tags=slow
@test "a cost that does not fit on a loop only is none of a plan's" {
    edges 1 0-0:$MOST 0-1:$MOST >e.yaml
    in_every_order 1 $MOST all edges states solutions none
    edges 1 0-0:1 0-1:$MOST >e.yaml
    in_every_order 1 $MOST
}

# bats test_tags=slow
@test "a cost that does not fit on the way to states that only lead back" {
    edges 2 0-1:$MOST 1-0:$MOST 1-1:$MOST 0-2:$HALF >e.yaml
    in_every_order 1 $HALF
    edges 4 0-1:$MOST 1-3:$MOST 3-1:1 3-0:7 0-2:1 2-0:$MOST 2-4:1 >e.yaml
    in_every_order 1 2
}

@test "a cost that does not fit on the way to a dead end" {
    edges 4 0-1:$MOST 1-2:$MOST 2-3:5 3-3:$MOST 0-4:3 >e.yaml
    in_every_order 1 3
}

# The plan by the dear way is one of all, but not one of the best.
# bats test_tags=slow
@test "a cost that does not fit beside a cheap way to the same state" {
    edges 3 0-1:$MOST 1-2:1 0-2:1 2-3:2 >e.yaml
    for how in $(in_turn {price,price+moves,price+toll}/{breadth-first,depth-first,cheapest,best-first,a-star}); do
        order=${how#*/} minimize=${how%/*} minimize=${minimize/+/,}
        rm -f e.db
        wgcq solve e.yaml -o e.db --order $order --minimize $minimize --solutions 1 --format json
        ends_with 0
        is "$(jq -c '[.cheapest.price, .solutions.stored]' out)" '[{"cost":3,"count":"1"},1]'
        wgcq verify e.db
        ends_with 0
        wgcq query e.db best --by price --k 1
        ends_with 0
        says out "the best 1; there are more"
        wgcq query e.db all --by price --within 5
        ends_with 0
        says out "complete: 1 plan within 5 of the best"
        wgcq query e.db all --by price --within 5 --count
        ends_with 0
        wgcq query e.db classes --up-to moves --by price --k 1
        ends_with 0
        wgcq query e.db classes --up-to moves --by price --within 5
        ends_with 0
        wgcq query e.db cheapest --by price
        ends_with 0
        wgcq query e.db all --count
        ends_with 0
        wgcq query e.db all --by price
        ends_with 2
        grep -E "the cost of a plan does not fit 64 bits, in the move '(0-1|1-2|2-3):[0-9:]*', in the state at=[0-2]" err
        wgcq query e.db classes --up-to moves --of all --by price
        ends_with 2
        says err "the cost of a plan does not fit 64 bits"
        rm e.db
        wgcq solve e.yaml -o e.db --order $order --minimize $minimize
        ends_with 2
        says err "the cost of a plan does not fit 64 bits"
    done
}

# By price and then toll the dear toll lies on a way that is as cheap, or cheaper, by the price.
@test "the second of two costs does not fit" {
    edges 3 0-1:1:$MOST 1-2:1:$MOST 0-2:2:1 2-3:1:1 >e.yaml
    for order in breadth-first cheapest a-star; do
        rm -f e.db
        wgcq solve e.yaml -o e.db --order $order --minimize price,toll --solutions 1 --format json
        ends_with 0
        is "$(jq -c '[.cheapest.price.cost, .cheapest.toll.cost]' out)" '[3,2]'
        is "$(sqlite3 e.db 'SELECT price, toll, length FROM solutions')" "3|2|2"
        wgcq verify e.db
        ends_with 0
    done
    edges 3 0-1:1:$MOST 1-2:1:$MOST 0-2:3:1 2-3:1:1 >e.yaml
    for order in breadth-first cheapest a-star; do
        wgcq solve e.yaml -o f.db --order $order --minimize price,toll --solutions 1
        ends_with 2
        says err "the cost of a plan does not fit 64 bits"
        rm -f e.db
        wgcq solve e.yaml -o e.db --minimize toll,price --solutions 1
        ends_with 0
        is "$(sqlite3 e.db 'SELECT price, toll, length FROM solutions')" "4|2|2"
        wgcq verify e.db
        ends_with 0
    done
}

@test "every plan costs more than fits" {
    edges 3 0-1:$HALF 1-3:$HALF 0-2:1 2-3:$MOST 2-0:1 >e.yaml
    for order in breadth-first depth-first cheapest best-first a-star; do
        for trace in all solutions none; do
            wgcq solve e.yaml -o e.db --order $order --trace $trace --minimize price
            ends_with 2
            grep -E "the cost of a plan does not fit 64 bits, in the move '(0-1|1-3|2-3):[0-9:]*', in the state at=[0-2]" err
        done
    done
}

@test "an estimate that does not fit with what was spent, where no plan leads" {
    edges 4 0-1:5 1-2:1 0-3:2 3-4:2 >e.yaml
    sed -i "s/^estimate: .*/estimate: $MOST if at == 1 or at == 2 else 0/" e.yaml
    in_every_order 1 4
}

@test "the shortest plans cost more than fits, and the cheapest do not" {
    edges 4 0-1:$MOST 1-4:$MOST 0-2:1 2-3:1 3-4:1 1-3:1 >e.yaml
    wgcq solve e.yaml -o e.db --minimize price --solutions 1
    ends_with 0
    wgcq query e.db cheapest --by price
    ends_with 0
    says out "shortest: 2 moves (1 fewer), 1 plan of price more than $(grouped $MOST) (more than 9,223,372,036,854,775,804 more)"
    edges 4 0-1:$MOST 1-4:$MOST 0-2:1 2-3:1 3-4:1 2-4:7 >e.yaml
    rm e.db
    wgcq solve e.yaml -o e.db --minimize price --solutions 1
    ends_with 0
    wgcq query e.db cheapest --by price
    ends_with 0
    says out "shortest: 2 moves (1 fewer), 2 plans of price 8 to more than $(grouped $MOST) (5 more to more than 9,223,372,036,854,775,804 more)"
}

# Eight places lead to one another in more ways than are tried one by one, and out only by where they were entered.
@test "very many ways whose cost does not fit, and that lead nowhere" {
    cat >e.yaml <<YAML
puzzle: Maze
state:
  at: 0..10
start: {at: 0}
moves:
  first: [{guard: at == 0}, {set: at = 1}, {cost: price = 1}]
  last: [{guard: at == 1}, {set: at = 10}, {cost: price = 1}]
  past: [{guard: at == 0}, {set: at = 10}, {cost: price = 7}]
  round {to}:
    - choose: to in 2..9
    - guard: at >= 1 and at <= 9 and to != at
    - set: at = to
    - cost: toll = $MOST
  back: [{guard: at >= 2 and at <= 9}, {set: at = 1}, {cost: toll = 1}]
costs: {price: 0, toll: 0}
minimize: [price, toll]
goal: at == 10
end: goal
YAML
    for order in breadth-first cheapest; do
        rm -f e.db
        wgcq solve e.yaml -o e.db --order $order --format json
        ends_with 0
        is "$(jq -c '[.solutions.stored, .solutions.count, .cheapest.price.cost, .cheapest.toll.cost]' out)" '[2,"2",2,0]'
        is "$(sqlite3 e.db 'SELECT price, toll, length FROM solutions' | paste -sd ' ')" "2|0|2 7|0|1"
        wgcq verify e.db
        ends_with 0
        wgcq query e.db all --by toll,price
        ends_with 0
        says out "complete: 2 plans"
    done
    # one of them out to the goal: dearer by the toll, cheaper than one plan by the price
    sed 's/^  back:/  out: [{guard: at == 9}, {set: at = 10}, {cost: toll = 1}]\n&/' e.yaml >f.yaml
    wgcq solve f.yaml -o f.db --solutions 1
    ends_with 2
    grep -E "the cost of a plan does not fit 64 bits, in the move '(round [2-9]|out)', in the state at=[1-9]" err
    wgcq solve f.yaml -o f.db --solutions 2 --minimize toll,price
    ends_with 0
    wgcq query f.db all --by toll,price --within 3
    ends_with 0
    says out "complete: 2 plans within 3 of the best"
}

# Only what lies beyond a limit is left out.
# bats test_tags=slow
@test "a cost that does not fit in a run that was cut short" {
    edges 5 0-1:$MOST 1-2:$MOST 2-5:1 0-3:1 3-4:1 4-3:$MOST 3-5:1 >e.yaml
    for how in $(in_turn {breadth-first,cheapest,a-star}/{2,3,4,5}); do
        rm -f e.db
        wgcq solve e.yaml -o e.db --order ${how%/*} --max-states ${how#*/} --solutions 1
        [ "$status" = 0 ] || [ "$status" = 3 ]
        wgcq query e.db best --by price --k 1
        [ "$status" = 0 ] || [ "$status" = 3 ]
        wgcq verify e.db
        ends_with 3
        wgcq resume e.db --format json
        ends_with 0
        is "$(jq -c .cheapest.price.cost out)" 2
        wgcq verify e.db
        ends_with 0
    done
}

@test "an estimate that is true or false counts as one or nothing" {
    sed 's/^estimate: .*/estimate: at != bucharest/' "$PUZZLES/romania.yaml" >truth.yaml
    wgcq solve truth.yaml --order a-star --format json
    ends_with 0
    is "$(jq -c '.cheapest.way' out)" '{"cost":418,"count":"1"}'
}

# From the left to the right, past all but one; behind those of four bytes stands one that is asked for.
@test "characters of one to four bytes in a map" {
    cat >glyphs.yaml <<'END'
puzzle: Glyphs
constants:
  level: |
    a🐺é🐻☕z
state:
  c: 0..5
start: {c: 0}
moves:
  "over {level[0, c]}":
    - guard: c < 5
    - set: c = c + 1
never:
  bear: level[0, c] == "🐼"
goal: level[0, c] == "z" and level[0, 3] == "🐻" and level[0, 2] == "é"
END
    wgcq solve glyphs.yaml -o glyphs.db --quiet
    ends_with 0
    wgcq show glyphs.db --format json
    is "$(jq -r '[.[].move // empty] | join(";")' out)" "over a;over 🐺;over é;over 🐻;over ☕"
}

# One state with 102,000 successors; the others have none.  So many are interpreted: the puzzle itself is small.
wide_puzzle() {
    cat >wide.yaml <<'YAML'
puzzle: Wide
state: {x: 0..110000}
start: {x: 0}
moves:
  go {a} {b}:
    - guard: x == 0
    - choose: a in 1..300, b in 1..340
    - set: x = a * 340 + b
goal: {x: 50000}
YAML
}

# bats test_tags=slow
@test "a state whose successors are more than --max-memory is not stored in part, and is resumed with more" {
    wide_puzzle
    wgcq solve wide.yaml --max-memory 2M -o wide.db
    ends_with 3
    says out "stopped at --max-memory 2097152 after 1 state"
    is "$(sqlite3 wide.db 'SELECT states, edges, status FROM runs')" "1|0|limit"
    is "$(sqlite3 wide.db 'SELECT count(*) FROM edges')" 0
    wgcq resume wide.db --max-memory 500M
    ends_with 0
    says out "solved: shortest 1 move, 1 way"
    is "$(sqlite3 wide.db 'SELECT states, edges, status FROM runs')" "102001|102000|complete"
    in_turn "--order depth-first" "--trace none" "--order cheapest" "--trace none --threads 3" | while read -r how; do
        wgcq solve wide.yaml $how --max-memory 2M -o narrow.db --format json
        ends_with 3
        is "$(jq -c '[.states, .edges, .limit]' out)" '[1,0,"--max-memory 2097152"]'
        rm -f narrow.db
    done
}

# bats test_tags=slow
@test "what a wide state comes to does not depend on how many are expanded at once" {
    cat >many.yaml <<'YAML'
puzzle: Many wide states
state: {x: 0..1099}
start: {x: 0}
moves:
  go {a} {b}:
    - choose: a in 0..99, b in 0..9
    - set: x = (x * 7 + a * 10 + b) % 1100
never: {a hole: x % 17 == 5}
goal: {x: 1099}
YAML
    for threads in 1 2; do
        wgcq solve many.yaml --threads $threads -o all-$threads.db --format json
        ends_with 0
        jq -c '[.states, .edges, .rejections, .shortest]' out >free-$threads
        sqlite3 all-$threads.db 'SELECT * FROM edges; SELECT * FROM rejections' | md5sum >>free-$threads
        # so little that no two states are expanded at once, and far more than it takes to store them
        wgcq solve many.yaml --threads $threads --trace none --max-memory 6M --format json
        ends_with 0
        is "$(jq -c '[.states, .edges, .shortest]' out)" "$(jq -c '[.[0], .[1], .[3]]' <(head -1 free-$threads))"
    done
    cmp free-1 free-2
}

@test "a run that ends before its starts are known proves nothing, and is resumed" {
    cat >starts.yaml <<'YAML'
puzzle: Many starts
state:
  on[1..17]: bool
start: {on: any}
moves:
  flip {i}:
    - choose: i in 1..17
    - set: on[i] = not on[i]
goal: all(on[i] for i in 1..17)
YAML
    wgcq solve starts.yaml --max-memory 1M --stop first -o starts.db
    ends_with 3
    says out "not known: stopped at --max-memory 1048576 after 0 states"
    for question in shortest cheapest all; do
        wgcq query starts.db $question
        ends_with 3
    done
    wgcq verify starts.db
    ends_with 3
    wgcq resume starts.db --max-memory 500M
    ends_with 0
    says out "solved: shortest 0 moves, 1 way"
}

# bats test_tags=slow
@test "without --max-memory a run ends where the system has no more for it, and says what takes less" {
    "$WGCQ" --version >/dev/null
    (ulimit -v 250000; "$WGCQ" --version >/dev/null 2>&1) || skip "a sanitizer takes more than that"
    status=0
    (ulimit -v 250000; exec "$WGCQ" solve "$PUZZLES/sliding-tiles.yaml" --set height=4 --set width=4 \
        --max-time 60 -o big.db >out 2>err) || status=$?
    ends_with 3
    says out "stopped at the end of memory: "
    says out " MiB were left for this run; --trace none takes less after "
    is "$(sqlite3 big.db 'SELECT status FROM runs')" limit
    lacks <(sqlite3 big.db 'SELECT options FROM runs') "--max-memory"
    is "$(sqlite3 big.db 'PRAGMA integrity_check')" ok
    rm -f big.db
    for threads in 1 4; do
        status=0
        (ulimit -v 250000; exec "$WGCQ" solve "$PUZZLES/sliding-tiles.yaml" --set height=4 --set width=4 \
            --max-time 60 --trace none --threads $threads >out 2>err) || status=$?
        ends_with 3
        says out "no other --trace or --order takes less"
    done
}

@test "a count of many digits is rounded in prose, and exact in JSON" {
    cat >big.yaml <<'YAML'
puzzle: big
state: {x: 0..200}
start: {x: 0}
moves:
  a: [{guard: x < 200}, {set: x = x + 1}]
  b: [{guard: x < 200}, {set: x = x + 1}]
goal: x == 200
costs: {c: "1"}
YAML
    wgcq solve big.yaml --solutions 0
    ends_with 0
    is "$(head -n 1 out)" "solved: shortest 200 moves, 1.61 x 10^60 ways"
    is "$(grep ^cheapest out)" "cheapest    c 200, 1.61 x 10^60 ways"
    sed 's/200/100/g' big.yaml >less.yaml
    wgcq solve less.yaml --solutions 0
    says out "solved: shortest 100 moves, 1,267,650,600,228,229,401,496,703,205,376 ways"
    wgcq solve big.yaml --trace none --format json
    is "$(jq -r '.shortest.count, .cheapest.c.count' out | sort -u)" \
        1606938044258990275541962092341162602522202993782792835301376
    wgcq query big.db shortest --count
    is "$(cat out)" 1606938044258990275541962092341162602522202993782792835301376
}

# A walk over ten by ten cells that stops at the wall x = 5 unless it jumps.
unsolvable() {
    cat >walk.yaml <<'END'
puzzle: Walk
state:
  x: 0..9
  y: 0..9
start: {x: 0, y: 0}
moves:
  right:
    - guard: x < 9
    - set: x = x + 1
  up:
    - guard: y < 9
    - set: y = y + 1
  jump {d}:
    - choose: d in 2..3
    - guard: x + d <= 9
      else: too far
    - set: x = x + d
never:
  too steep: y > x + 2
  the wall: x == 5
  the hole: x == 7 and y == 1
goal: x + y == 20 and y < 9
estimate: 20 - x - y
END
}

@test "where no solution exists: the nearest state, and the rules that reject most" {
    unsolvable
    wgcq solve walk.yaml
    ends_with 1
    is "$(sed -n '/^rejections/p; /^nearest/p' out)" "rejections  76, most by 'too far' 49, 'the wall' 18, 'too steep' 6
nearest     estimate 2, in state 63: x=9 y=9"
    wgcq query walk.db rules --format tsv --limit 3
    is "$(tail -n +2 out)" "$(printf 'rule\ttoo far\t49\nrule\tthe wall\t18\nrule\ttoo steep\t6')"
    local due='{"estimate":2,"state":63,"shown":"x=9 y=9"} [{"rule":"too far","times":49},{"rule":"the wall","times":18},{"rule":"too steep","times":6}]'
    wgcq solve walk.yaml --format json # out of the file
    is "$(jq -c '.nearest, .most_rejections' out | paste -sd' ')" "$due"
    wgcq solve walk.yaml -o cut.db --max-states 20 --quiet
    wgcq resume cut.db --max-states 100 --format json
    is "$(jq -c '.nearest, .most_rejections' out | paste -sd' ')" "$due"
    wgcq solve walk.yaml --trace edges -o edges.db --format json
    is "$(jq -c '.nearest.estimate, .most_rejections' out | paste -sd' ')" "2 null"
}

@test "the nearest state: not where nothing is kept, an estimate fails, or a solution exists" {
    unsolvable
    wgcq solve walk.yaml --trace none --format json
    is "$(jq -c '.nearest, .most_rejections' out | paste -sd' ')" "null null"
    sed -i 's/^estimate: .*/estimate: 20 \/\/ (9 - x)/' walk.yaml
    wgcq solve walk.yaml -o fails.db --format json
    ends_with 1
    is "$(jq -c '.nearest' out)" null
    sed -i 's/^estimate: .*/estimate: 20 - x - y/; s/^goal: .*/goal: {x: 9, y: 9}/' walk.yaml
    wgcq solve walk.yaml -o solved.db --format json
    ends_with 0
    is "$(jq -c '.nearest, .most_rejections' out | paste -sd' ')" "null null"
}

@test "the nearest state as a board; without a file it has no number" {
    unsolvable
    printf 'show: |\n  x {x}\n  y {y}\ncosts:\n  work: x\n' >>walk.yaml
    wgcq solve walk.yaml --trace none
    is "$(sed -n '/^nearest/,/^seconds/p' out | head -3)" "nearest     estimate 2:
x 9
y 9"
}

@test "reports group digits in prose, and not in json, cells and --count" {
    wgcq solve "$PUZZLES/sliding-tiles.yaml" --trace none
    is "$(grep '^states' out)" "states      181,440"
    says out "all 181,440 reachable states"
    wgcq solve "$PUZZLES/sliding-tiles.yaml" --trace none --format json
    is "$(jq -c '.states' out)" 181440
    wgcq solve "$PUZZLES/frogs.yaml" --set n=3 -o frogs.db --quiet
    wgcq sql frogs.db "SELECT 181440 AS n"
    is "$(tail -n 1 out)" 181440
}

@test "check, play and verify group digits" {
    cat >walk.yaml <<'YAML'
puzzle: A long walk
state: {at: 0..1200}
start: {at: 0}
moves:
  step:
    - guard: at < 1200
    - set: at = at + 1
costs: {fee: 1500}
goal: at == 1200
YAML
    wgcq check "$PUZZLES/frogs.yaml" --set n=500
    is "$(grep '^cells' out)" "cells       1,001"
    printf '%s\n' 1 h q >entered
    "$WGCQ" play walk.yaml <entered >out
    says out "1 move, fee 1,500"
    says out "step: a goal in 1,199 moves"
    wgcq solve walk.yaml -q
    yes step | head -n 1200 >plan.txt
    wgcq verify walk.db --plan plan.txt
    says out "a plan of 1,200 moves"
    sqlite3 walk.db "UPDATE best SET least = 1300 WHERE least = 1200"
    wgcq verify walk.db
    says out "moves: the run says that the least is 1,300, and it is 1,200"
    wgcq verify walk.db --format csv
    says out "states,1201,"
}

@test "a limit that cuts a state short where the visited set has just moved" {
    cat >cut.yaml <<'YAML'
puzzle: Wide states
state:
  a[0..3999]: bool
  x: 0..999
start: {a: false, x: 0}
moves:
  "go {d}":
    - choose: d in 1..2
    - guard: x + d < 1000
    - set: {"a[x]": d == 2, x: x + d}
YAML
    for most in 100 101 300 400 401; do
        wgcq solve cut.yaml --max-states "$most" -o cut.db
        ends_with 3
        is "$(sqlite3 cut.db "SELECT count(*) FROM states")" "$most"
        wgcq verify cut.db
        rm cut.db
    done
}
