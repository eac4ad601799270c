#!/usr/bin/env bats
# wgcq query: questions to a file.
load common

@test "all of them, and that it is all" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq query wolf-goat-cabbage.db all
    ends_with 0
    empty err
    says out complete
    is "$(grep -c 'take goat' out)" 2
    wgcq query wolf-goat-cabbage.db all --format json
    ends_with 0
    says err complete
    is "$(jq -c 'map([.solution, .length, (.plan | length)])' out)" '[[1,7,7],[2,7,7]]'
    wgcq query wolf-goat-cabbage.db all --format json --quiet
    empty err
}

@test "the shortest" {
    wgcq solve "$PUZZLES/family-crossing.yaml"
    wgcq query family-crossing.db shortest --format json
    ends_with 0
    is "$(jq -c '[length, (map(.length) | unique), (map(.plan) | unique | length)]' out)" '[8,[17],8]'
}

@test "the cheapest, by a cost" {
    wgcq solve "$PUZZLES/family.yaml"
    wgcq query family.db cheapest --by noise --format jsonl
    ends_with 0
    is "$(wc -l <out)" 256
    is "$(jq -s -c 'map(.noise) | unique' out)" '[29]'
}

@test "counts alone" {
    wgcq solve "$PUZZLES/family.yaml"
    wgcq query family.db shortest --count
    ends_with 0
    is "$(cat out)" 2048
    wgcq query family.db cheapest --by noise --count --format json
    ends_with 0
    is "$(jq -r '.[0].count' out)" 256
    is "$(jq -r '.[0].count | type' out)" string
}

@test "a part of them" {
    wgcq solve "$PUZZLES/family-crossing.yaml"
    wgcq query family-crossing.db shortest --format json
    jq -c '.[2:5] | map(.plan)' out >expected
    wgcq query family-crossing.db shortest --limit 3 --offset 2 --format json
    ends_with 0
    is "$(jq -c 'map(.plan)' out)" "$(cat expected)"
}

@test "the best few are the first of all" {
    wgcq solve "$PUZZLES/family-crossing.yaml"
    for by in moves noise,moves; do
        [ "$by" = moves ] || { wgcq solve "$PUZZLES/family.yaml" -o family-crossing2.db; }
        db=family-crossing.db; [ "$by" = moves ] || db=family-crossing2.db
        wgcq query "$db" all --limit 5 --by "$by" --format json
        ends_with 0
        jq -c 'map(.plan)' out >expected
        wgcq query "$db" best --k 5 --by "$by" --format json
        ends_with 0
        says err "the best 5; there are more"
        is "$(jq -c 'map(.plan)' out)" "$(cat expected)"
    done
}

@test "a few out of those the run has kept: the same as out of the graph" {
    wgcq solve "$PUZZLES/family.yaml" -o kept.db
    wgcq solve "$PUZZLES/family.yaml" -o none.db --solutions 0
    for line in "all --limit 1" "all --limit 99" "all --limit 100" "all --limit 5 --offset 90" "all --limit 20 --offset 90" \
        "best --k 7" "best --k 3 --by moves" "best --k 3 --by noise,moves" "all --limit 2 --offset 3"; do
        for format in table json; do
            wgcq query kept.db $line --format $format
            ends_with 0
            cat out err >expected
            wgcq query none.db $line --format $format
            ends_with 0
            is "$(cat out err)" "$(cat expected)"
        done
    done
}

@test "all within so much of the best" {
    wgcq solve "$PUZZLES/missionaries-cannibals.yaml"
    wgcq query missionaries-cannibals.db all --by moves --format json
    for n in 0 1 2 4 100; do
        wgcq query missionaries-cannibals.db all --by moves --format json
        jq -c "(map(.moves) | min) as \$best | map(select(.moves <= \$best + $n) | .plan)" out >expected
        wgcq query missionaries-cannibals.db all --within "$n" --by moves --format json
        ends_with 0
        says err complete
        is "$(jq -c 'map(.plan)' out)" "$(cat expected)"
        wgcq query missionaries-cannibals.db all --within "$n" --by moves --count
        is "$(cat out)" "$(jq length expected)"
    done
    wgcq query missionaries-cannibals.db all --within 0
    says out "within 0 of the best"
}

@test "the plans are walks over the stored edges" {
    wgcq solve "$PUZZLES/no-farmer.yaml"
    wgcq query no-farmer.db all --format json
    /usr/bin/python3 - <<'PYTHON'
import json, sqlite3
db = sqlite3.connect("no-farmer.db")
starts = [i for (i,) in db.execute("SELECT id FROM states WHERE is_start")]
goals = {i for (i,) in db.execute("SELECT id FROM states WHERE is_goal")}
edges = {(s, m): d for s, m, d in db.execute("SELECT src, move, dst FROM edges")}
plans = json.load(open("out"))
assert plans
for plan in plans:
    at, seen = starts[0], set()
    for move in plan["plan"]:
        assert at not in seen and at not in goals
        seen.add(at)
        at = edges[at, move]
    assert at in goals
PYTHON
}

@test "plans of a length: what the command plans says" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    for length in 6 7 9 11; do
        wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" "$length" --count
        cp out expected
        expected=$status
        wgcq query wolf-goat-cabbage.db plans --length "$length" --count
        ends_with "$expected"
        is "$(cat out)" "$(cat expected)"
    done
    wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" 9 --format jsonl
    jq -c .plan out | sort >expected
    wgcq query wolf-goat-cabbage.db plans --length 9 --format jsonl
    ends_with 0
    is "$(jq -c .plan out | sort)" "$(cat expected)"
}

@test "dead ends" {
    wgcq solve "$PUZZLES/frogs.yaml"
    wgcq query frogs.db dead-ends --count
    ends_with 0
    is "$(cat out)" 147
    wgcq query frogs.db dead-ends --format jsonl
    is "$(wc -l <out)" 147
    wgcq query frogs.db dead-ends --limit 5
    says out "stopped at --limit 5: there are more"
    wgcq solve "$PUZZLES/no-farmer.yaml"
    wgcq query no-farmer.db dead-ends
    ends_with 1
}

@test "what a run cut short leaves unknown: exit 3" {
    wgcq solve "$PUZZLES/frogs.yaml" -o whole.db
    wgcq query whole.db dead-ends --format json
    jq -c .[] out | sort >dead
    wgcq solve "$PUZZLES/frogs.yaml" --max-states 50
    wgcq query frogs.db dead-ends --format json
    ends_with 3
    says err "did not explore everything"
    is "$(jq -c .[] out | wc -l)" 14
    is "$(jq -c .[] out | sort | comm -23 - dead)" ""
    wgcq query frogs.db dead-ends --count
    ends_with 3
    says out "not known"
    for line in "bottlenecks" "plans --length 24"; do
        wgcq query frogs.db $line
        ends_with 3
        says out "did not explore everything"
        wgcq query frogs.db $line --format json
        ends_with 3
        is "$(jq -c . out)" "[]"
        wgcq query frogs.db $line --count
        ends_with 3
        says out "not known"
    done
}

@test "options that would change nothing are refused" {
    wgcq solve "$PUZZLES/no-farmer.yaml"
    for line in "shortest --length 3" "dead-ends --by moves" "all --count --limit 3" "best" \
        "best --k 2 --limit 2" "all --k 2" "shortest --within 2" "best --k 2 --count"; do
        wgcq query no-farmer.db $line
        ends_with 2
        empty out
    done
}

@test "an unsolvable puzzle has none: exit 1" {
    wgcq solve "$PUZZLES/missionaries-cannibals.yaml" --set n=4
    wgcq query missionaries-cannibals.db all
    ends_with 1
    says out complete
    wgcq query missionaries-cannibals.db shortest --count
    ends_with 1
    is "$(cat out)" 0
}

@test "unknown questions and costs say what was meant" {
    wgcq solve "$PUZZLES/family.yaml" --solutions 1
    wgcq query family.db shortes
    ends_with 2
    empty out
    says err shortest
    for by in , " , "; do
        wgcq query family.db cheapest --by "$by"
        ends_with 2
        is "$(cat err)" "wgcq: error: --by names no cost"
    done
    wgcq query family.db cheapest --by nois
    ends_with 2
    says err noise
}

@test "files that are not ours" {
    wgcq query nowhere.db all
    ends_with 4
    [ ! -e nowhere.db ]
    sqlite3 other.db 'CREATE TABLE t(x)'
    wgcq query other.db all
    ends_with 4
    head -c 5000 /dev/urandom >random.db
    wgcq query random.db all
    ends_with 4
    : >empty.db
    wgcq query empty.db all
    ends_with 4
}

@test "bottlenecks, distances, farthest, rules" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq query wolf-goat-cabbage.db bottlenecks --format json
    ends_with 0
    is "$(jq -c 'map([.id, .move])' out)" '[[1,null],[2,"take goat"],[3,"cross alone"],[8,null],[9,"cross alone"],[10,"take goat"]]'
    wgcq query wolf-goat-cabbage.db bottlenecks --count
    is "$(cat out)" 6
    wgcq query wolf-goat-cabbage.db distances --format json
    is "$(jq -c '[length, (map(.states) | add), .[-1].goals]' out)" '[8,10,1]'
    wgcq query wolf-goat-cabbage.db farthest --format json
    is "$(jq -c 'map([.id, .depth])' out)" '[[10,7]]'
    wgcq query wolf-goat-cabbage.db rules --format json
    is "$(jq -c '[.[] | select(.kind == "rule") | .times]' out)" '[6,4]'
    is "$(jq -c '[.[] | select(.kind == "move") | .times] | add' out)" 20
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" --max-states 5
    wgcq query wolf-goat-cabbage.db bottlenecks
    ends_with 3
    says out "did not explore everything"
}

# bats test_tags=slow
@test "all within a bound: what the run kept says the same as the graph, and needs none" {
    wgcq solve "$PUZZLES/family.yaml" --solutions 2060 -o kept.db
    wgcq solve "$PUZZLES/family.yaml" --solutions 0 -o none.db
    for asked in "--count" "--limit 3" "--limit 4 --offset 2045" "--limit 2048" "--offset 2046" "--offset 2050 --limit 3"; do
        wgcq query none.db all --within 1 $asked --format json
        was=$status
        mv out out.none && mv err err.none
        wgcq query kept.db all --within 1 $asked --format json
        ends_with "$was"
        cmp out out.none
        cmp err err.none
    done
    # without its edges the file still answers, out of what was kept
    sqlite3 kept.db "DELETE FROM edge_1"
    wgcq query kept.db all --within 1 --count
    ends_with 0
    is "$(cat out)" 2048
    wgcq query kept.db all --within 1 --limit 5 --format json
    ends_with 0
    is "$(jq length out)" 5
}

@test "distances, farthest, rules and dead ends of a run that was cut short: what is proved, and exit 3" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" --max-states 4
    wgcq query wolf-goat-cabbage.db distances --format json
    ends_with 3
    is "$(jq -c 'map([.depth, .states, .goals, .dead_ends, .nearest, .farthest])' out)" \
        "[[0,1,0,null,null,null],[1,1,0,null,null,null],[2,1,0,null,null,null]]"
    says err "known only down to depth 2"
    for question in farthest dead-ends; do
        wgcq query wolf-goat-cabbage.db $question --format json
        ends_with 3
        is "$(jq -c . out)" "[]"
        wgcq query wolf-goat-cabbage.db $question --count
        ends_with 3
    done
    wgcq query wolf-goat-cabbage.db rules --format json
    ends_with 3
    is "$(jq -c 'map(.times) | unique' out)" "[null]"
    # plans no longer than the first open state is deep are all there
    wgcq query wolf-goat-cabbage.db plans --length 2 --count
    ends_with 1
    is "$(cat out)" 0
}

@test "a plan that was found is not called shortest or best before it is proved" {
    printf '%s\n' 'puzzle: Roads' 'constants:' '  road: [[0, 1], [1, 2], [0, 3], [3, 4], [4, 2], [2, 5]]' \
        'state: {at: 0..5}' 'start: {at: 0}' 'moves:' '  to {b}:' '    - choose: a, b in road if a == at' \
        '    - set: at = b' 'goal: at == 2' >roads.yaml
    wgcq solve roads.yaml --order depth-first --max-states 5
    for question in shortest cheapest "best --k 1" "all --within 1"; do
        wgcq query roads.db $question --format json
        ends_with 3
        is "$(jq -c . out)" "[]"
        says err "better plans than those that it found"
    done
    wgcq query roads.db all --format json
    ends_with 3
    is "$(jq -c 'map(.length)' out)" "[3]"
    wgcq query roads.db bottlenecks
    ends_with 3
}

@test "without a goal what speaks of goals is null; moves that are never made are there with 0" {
    printf '%s\n' 'puzzle: Up' 'state: {x: 0..3}' 'start: {x: 0}' 'moves:' '  up:' '    - guard: x < 3' '    - set: x = x + 1' \
        '  "far {x}":' '    - guard: x > 5' '    - set: x = 0' >up.yaml
    wgcq solve up.yaml
    wgcq query up.db distances --format json
    ends_with 0
    is "$(jq -c 'map([.states, .goals, .dead_ends, .nearest, .farthest]) | unique' out)" "[[1,null,null,null,null]]"
    wgcq query up.db rules --format json
    ends_with 0
    is "$(jq -c 'map([.kind, .name, .times])' out)" '[["move","up",3],["move","far {x}",0]]'
}

@test "shortest --by orders the shortest by that cost, and leaves none out" {
    wgcq solve "$PUZZLES/family.yaml"
    wgcq query family.db shortest --by noise --format json
    ends_with 0
    is "$(jq -c '[length, .[0].noise, (map(.noise) | . == sort), (map(.length) | unique)]' out)" "[2048,29,true,[62]]"
    wgcq query family.db classes --up-to moves --of shortest --by noise --format json
    is "$(jq -c 'map([.size, .noise])' out)" "[[2048,29]]"
}

@test "one wording for a --limit that was met, wherever the rows come from" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=2
    for question in all dead-ends distances farthest bottlenecks rules "classes --up-to moves --of all" "plans --length 8"; do
        wgcq query frogs.db $question --count --format tsv
        rows=$(sed -n 2p out | cut -f 1)
        [ "$rows" -gt 1 ] || continue
        wgcq query frogs.db $question --limit 1
        ends_with 0
        says out "stopped at --limit 1: there are more"
        wgcq query frogs.db $question --limit "$rows"
        ends_with 0
        lacks out "stopped at"
    done
}

@test "rejections that the trace does not keep are no figure" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" --trace edges --format json
    is "$(jq .rejections out)" null
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" --trace none --format json
    is "$(jq .rejections out)" null
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o whole.db --format json
    is "$(jq .rejections out)" 10
}

@test "distances that are wrong in the file do not change the plans" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" --solutions 0 -o small.db
    for question in all "all --count" bottlenecks pareto "plans --length 9 --count" "shortest --count"; do
        wgcq query small.db $question
        mv out expected
        for wrong in "SET to_goal = 3 WHERE id = 2" "SET to_goal = to_goal + 1" "SET to_goal = NULL WHERE to_goal > 2"; do
            cp small.db damaged.db
            sqlite3 damaged.db "UPDATE distance_1 $wrong"
            wgcq query damaged.db $question
            ends_with 0
            diff out expected
        done
    done
}

@test "plans of a graph without a cycle are one sum, of any size" {
    printf '%s\n' 'state: {x: 0..200}' 'start: {x: 0}' 'goal: x == 200' 'moves:' '  by {k}:' \
        '    - choose: k in 0..1' '    - guard: x < 200' '    - set: x = x + 1' >dag.yaml
    wgcq solve dag.yaml --quiet
    wgcq query dag.db all --count --max-time 20
    ends_with 0
    is "$(cat out)" 1606938044258990275541962092341162602522202993782792835301376
    # moves that change nothing, and cycles that are on no plan, do not matter
    cat >>dag.yaml <<'EOF'
  stay:
    - set: x = x
  lost:
    - guard: x % 50 == 7
    - set: {x: x, off: true}
  turn:
    - guard: off
    - set: x = 200 - x
EOF
    sed -i -e 's/^state.*/state: {x: 0..200, off: bool}/' -e 's/^start.*/start: {x: 0, off: false}/' \
        -e 's/^goal.*/goal: x == 200 and not off/' -e 's/guard: x < 200/guard: x < 200 and not off/' dag.yaml
    wgcq solve dag.yaml --quiet --replace
    wgcq query dag.db all --count --max-time 20
    ends_with 0
    is "$(cat out)" 1606938044258990275541962092341162602522202993782792835301376
}

@test "a count that is stopped is at least a number of any size, and no cap" {
    # each of 61 states leads to each: the frontier is wider than those that are counted by
    printf '%s\n' 'state: {x: 0..60}' 'start: {x: 0}' 'goal: x == 60' 'moves:' '  to {k}:' \
        '    - choose: k in 0..60' '    - guard: k != x' '    - set: x = k' >clique.yaml
    wgcq solve clique.yaml --quiet
    for seconds in 2 8 32; do # until the first length is counted
        wgcq query clique.db all --count --max-time $seconds --format json
        ends_with 3
        ! grep -q "at least" err || break
    done
    is "$(jq -r '.[0].at_least' out)" 576460752303423488
    is "$(jq -r '.[0].by_length' out | cut -d, -f1-3)" "1: 1, 2: 59, 3: 3422"
    says err "there are at least 576,460,752,303,423,488 plans: to count them one by one will not end"
    says err "states wide, more than the 48 that are counted by"
}

@test "plans that go round cycles are counted by a frontier" {
    # OEIS A007764: corner to corner on 10 by 10 points
    printf '%s\n' 'state: {x: 0..9, y: 0..9}' 'start: {x: 0, y: 0}' 'goal: x == 9 and y == 9' 'moves:' \
        '  east: [{guard: x < 9}, {set: x = x + 1}]' '  west: [{guard: x > 0}, {set: x = x - 1}]' \
        '  north: [{guard: y < 9}, {set: y = y + 1}]' '  south: [{guard: y > 0}, {set: y = y - 1}]' >grid.yaml
    wgcq solve grid.yaml --quiet
    wgcq query grid.db all --count
    ends_with 0
    is "$(cat out)" 41044208702632496804
    # within a bound: all but the paths of more than 60 moves; then those of fewest moves alone
    wgcq query grid.db all --count --within 82
    ends_with 0
    is "$(cat out)" 41044208702632496804
    wgcq query grid.db all --count --within 1
    is "$(cat out)" 48620
    # two ways on and one back: 2^100
    printf '%s\n' 'state: {x: 0..100}' 'start: {x: 0}' 'goal: x == 100' 'moves:' '  by {k}:' \
        '    - choose: k in 0..1' '    - guard: x < 100' '    - set: x = x + 1' \
        '  back:' '    - guard: x > 0' '    - set: x = x - 1' >ring.yaml
    wgcq solve ring.yaml --quiet
    wgcq query ring.db all --count
    ends_with 0
    is "$(cat out)" 1267650600228229401496703205376
}

@test "all --histogram: how many plans have each length, or each cost" {
    printf '%s\n' 'state: {x: 0..2, y: 0..2}' 'start: {x: 0, y: 0}' 'goal: x == 2 and y == 2' 'costs: {toll: y}' 'moves:' \
        '  east: [{guard: x < 2}, {set: x = x + 1}]' '  west: [{guard: x > 0}, {set: x = x - 1}]' \
        '  north: [{guard: y < 2}, {set: y = y + 1}]' '  south: [{guard: y > 0}, {set: y = y - 1}]' >grid.yaml
    wgcq solve grid.yaml --quiet
    wgcq query grid.db all --histogram --format csv
    ends_with 0
    is "$(tr -d '\r' <out)" "$(printf 'length,count\n4,6\n6,4\n8,2')"
    wgcq query grid.db all --histogram --by toll --within 2 --format csv
    is "$(tr -d '\r' <out)" "$(printf 'toll,count\n3,1\n4,1\n5,3')"
    wgcq query grid.db all --histogram --count
    ends_with 2
    says err "--histogram counts plans already"
    wgcq query grid.db shortest --histogram
    ends_with 2
    says err "--histogram is not an option of 'shortest', but of: all"
}

@test "traffic: how many of the best plans pass each state and edge" {
    wgcq solve "$PUZZLES/family.yaml" --quiet
    wgcq query family.db traffic --format json
    ends_with 0
    is "$(jq -r '[.[] | select(.move == null and .plans == "2048")] | length > 0' out)" true
    is "$(jq -c '.[0] | [.id, .move, .dst, .plans]' out)" '[1,null,null,"2048"]'
    is "$(jq -r '[.[] | select(.dst != null and .id == 1) | .plans | tonumber] | add' out)" 2048
    wgcq query family.db traffic --of cheapest --by noise --format json
    ends_with 0
    is "$(jq -r '.[0].plans' out)" 256
    wgcq query family.db traffic --of all
    ends_with 2
    says err "give --of shortest or --of cheapest"
    wgcq query family.db traffic --by noise
    ends_with 2
    says err "give --of cheapest with it"
}

@test "hardest: the eight-puzzle has two states at 31 moves (Reinefeld, IJCAI 1993)" {
    sed '/^expect:/,$d' "$PUZZLES/sliding-tiles.yaml" >tiles.yaml
    echo 'goal: all(at[r, c] == (r * width + c + 1) % 9 for r in row, c in col)' >>tiles.yaml
    wgcq solve tiles.yaml --solutions 0 --quiet -o tiles.db
    wgcq query tiles.db hardest --format json
    ends_with 0
    is "$(jq -c '[length, .[].to_goal]' out)" '[2,31,31]'
    wgcq query tiles.db hardest --unique --count
    ends_with 0
    [ "$(cat out)" -gt 0 ]
    wgcq query tiles.db hardest --reachable-from 999999
    ends_with 2
    says err "there is no state 999999: ids go from 1 to 181440"
}

@test "hardest: of all starts, and of the files of a sweep" {
    # from one state of the eight-puzzle, the two of all
    wgcq solve "$PUZZLES/eight-puzzle.yaml" --max-states 10 --quiet -o tiles.db
    wgcq query tiles.db hardest --all-starts --format json
    ends_with 0
    is "$(jq -c 'map([.id, .to_goal, .plans])' out)" '[[null,31,"40"],[null,31,"40"]]'
    wgcq query tiles.db hardest --all-starts --reachable-from 1
    ends_with 2
    wgcq query tiles.db farthest --all-starts
    ends_with 2
    says err "--all-starts is not an option of 'farthest'"
    wgcq solve "$PUZZLES/snake.yaml" --max-states 10 --quiet -o snake.db
    wgcq query snake.db hardest --all-starts
    ends_with 2
    says err "--all-starts is not possible: the move '{d}' cannot be made backwards"
    printf '%s\n' 'state: {x: 0..9, y: bool}' 'start: {x: 0, y: false}' 'goal: x == 9' 'moves:' '  on {d}:' \
        '    - choose: d in 1..2' '    - guard: x + d <= 9 and not y' '    - set: x = x + d' >steps.yaml
    wgcq solve steps.yaml --quiet
    wgcq query steps.db hardest --all-starts --unique --format csv
    is "$(tr -d '\r' <out)" "id,to_goal,plans,shown
,4,1,x=1 y=false"
    wgcq solve "$PUZZLES/frogs.yaml" --set n=2..10 --quiet -o frogs/
    wgcq query frogs tiles.db hardest --format csv
    ends_with 3 # of the tiles nothing is known
    says err "tiles.db: the run did not explore everything"
    is "$(tr -d '\r' <out | sed -n '1p;2p;10p')" "db,id,to_goal,plans,shown
frogs/frogs-n=2.db,1,8,2,GG_BB
frogs/frogs-n=10.db,1,120,2,GGGGGGGGGG_BBBBBBBBBB"
    wgcq query frogs/ shortest --count
    ends_with 2
    says err "--count is of one file"
    wgcq query frogs/frogs-n=2.db none.db hardest
    ends_with 4
    mkdir empty
    wgcq query empty hardest
    ends_with 4
    says err "there is no .db file in empty"
    wgcq solve "$PUZZLES/family.yaml" --quiet
    wgcq query family.db tiles.db shortest
    ends_with 2
    says err "tiles.db has other columns than the files before it"
}

@test "grade: measures of difficulty in one row" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" --quiet
    wgcq query wolf-goat-cabbage.db grade --format csv
    ends_with 0
    is "$(tr -d '\r' <out | sed -n 1p)" puzzle,params,states,length,plans,branching,forced,divergence,dead_ends,traps,trap_depth,classes,against,switches
    # 15 moves from the seven states that a plan leaves; where five are left there is one way on
    is "$(tr -d '\r' <out | sed -n 2p)" wolf-goat-cabbage.yaml,,10,7,2,2.142857,5,2,0,0,0,2,0,4
    # a sweep is a table of its files
    wgcq solve "$PUZZLES/frogs.yaml" --set n=2..4 --quiet -o frogs/
    wgcq query frogs/ grade --of length,plans --format csv
    ends_with 0
    is "$(tr -d '\r' <out)" "db,puzzle,params,length,plans
frogs/frogs-n=2.db,frogs.yaml,n=2,8,2
frogs/frogs-n=3.db,frogs.yaml,n=3,15,2
frogs/frogs-n=4.db,frogs.yaml,n=4,24,2"
    printf '%s\n' 'state: {x: 0..9}' 'start: {x: 0}' 'goal: x == 2' 'moves:' '  on: [{guard: x < 2}, {set: x = x + 1}]' \
        '  fall: [{guard: x == 1}, {set: x = 5}]' '  sink: [{guard: x >= 5 and x < 9}, {set: x = x + 1}]' >pit.yaml
    wgcq solve pit.yaml --quiet
    wgcq query pit.db grade --format json
    ends_with 0
    is "$(jq -c '.[0] | [.states, .length, .plans, .branching, .forced, .divergence, .dead_ends, .traps, .trap_depth]' out)" \
        '[8,2,"1",1.5,1,2,0.625,1,5]'
    wgcq query pit.db grade --of traps,length --format csv
    is "$(tr -d '\r' <out)" "puzzle,params,length,traps
pit.yaml,,2,1"
    wgcq query pit.db grade --of lenght
    ends_with 2
    says err "unknown measure 'lenght'; did you mean 'length'?"
    # two of Sokoban's boxes, one after the other, and the man between them
    printf '%s\n' '#######' '#  @  #' '# $ $ #' '# . . #' '#######' >two.txt
    wgcq import two.txt -o two.yaml
    wgcq solve two.yaml --quiet
    wgcq query two.db grade --of length,switches --format csv
    is "$(tr -d '\r' <out | sed -n 2p | sed 's/.*",//')" 6,1
    # the first row of Fogleman's database of Rush Hour: 60 moves, 2,332 states
    echo 'IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM' >row.txt
    wgcq import row.txt -o row.yaml
    wgcq solve row.yaml --quiet
    wgcq query row.db grade --of states,length,plans,switches --format csv
    is "$(tr -d '\r' <out | sed -n 2p)" row.yaml,,2332,60,907200,59
    # without a plan: what is of the states
    printf '%s\n' 'state: {x: 0..1}' 'start: {x: 0}' 'goal: x == 1' 'moves:' '  stay: [{set: x = x}]' >stuck.yaml
    wgcq solve stuck.yaml --quiet
    wgcq query stuck.db grade --format json
    is "$(jq -c '.[0] | [.states, .length, .plans, .forced, .dead_ends, .trap_depth, .classes, .against, .switches]' out)" \
        '[1,null,"0",null,1,0,"0",null,null]'
    # of a part no measure is known
    wgcq solve pit.yaml --max-states 3 --quiet --replace
    wgcq query pit.db grade
    ends_with 3
    says out "the measures are of all states"
}
