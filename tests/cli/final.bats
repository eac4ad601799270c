#!/usr/bin/env bats
# final: what a plan costs at its end.

load common

# A walk along a street to the dearest house or beyond; the fare home is paid at the end.
street() {
    cat >street.yaml <<YAML
puzzle: Street
state:
  at: 0..5
  rest: 0..3
start: {at: 0, rest: 0}
moves:
  go:
    - guard: at < 5
    - cost: fare = 2
    - set: at = at + 1
  rest:
    - guard: rest < 3
    - cost: fare = 1
    - set: rest = rest + 1
goal: at >= 2
final:
  fare: ${1:-30 - 3 * at - 2 * rest}
minimize: fare
${2:-}
YAML
}

figures() {
    jq -c '[.shortest.length, .shortest.count, .cheapest.fare.cost, .cheapest.fare.count, .solutions.stored]' out
}

@test "final: the same figures in every order, at every level of the trace" {
    street "" "estimate: 0"
    for order in breadth-first depth-first cheapest best-first a-star; do
        for trace in all edges states solutions; do
            wgcq solve street.yaml -o street.db --order $order --trace $trace --format json
            ends_with 0
            is "$(figures)" '[2,"1",22,"56",100]'
            wgcq verify street.db
            ends_with 0
            wgcq query street.db all --count
            is "$(cat out)" 195
            wgcq query street.db cheapest --count --format json
            is "$(jq -c '.[0] | [.count, .length, .fare]' out)" '["56",8,22]'
            wgcq query street.db best --k 2 --format json
            is "$(jq -c 'map([.length, .fare])' out)" '[[8,22],[8,22]]'
            rm street.db
        done
        wgcq solve street.yaml --order $order --trace none --format json
        is "$(figures)" '[2,"1",22,"56",0]'
    done
}

@test "final: it is paid once, with the last step, and not where a goal is passed" {
    street
    wgcq solve street.yaml
    is "$(sqlite3 street.db "SELECT group_concat(fare) FROM (SELECT fare FROM steps WHERE solution = 1 ORDER BY step)")" 0,2,4,6,8,10,11,12,22
    is "$(sqlite3 street.db "SELECT fare FROM solutions WHERE id = 1")" 22
    wgcq show street.db 1 --format json
    is "$(jq -c '.[-1].fare' out)" 22
    wgcq plans street.yaml 3 --format json
    is "$(jq -c 'map([.plan, .fare])' out)" '[[["go","go","go"],27],[["go","go","rest"],27],[["go","rest","go"],27],[["rest","go","go"],27]]'
    wgcq query street.db plans --length 3 --format json
    is "$(jq -c 'map(.fare) | unique' out)" '[27]'
    wgcq query street.db shortest --format json
    is "$(jq -c 'map([.plan, .fare])' out)" '[[["go","go"],28]]'
    wgcq query street.db all --within 1 --count
    is "$(cat out)" 112
    wgcq query street.db classes --up-to moves --of cheapest --format json
    is "$(jq -c 'map([.size, .fare])' out)" '[[56,22]]'
    wgcq compare street.db 1 60 --part solutions --format json
    is "$(jq -c 'map([.fare, ."fare more"])' out)" '[[22,0],[23,1]]'
}

@test "final: a counterexample that stands in a goal does not end there" {
    street
    printf 'invariant: {near: at < 2}\n' >>street.yaml
    wgcq solve street.yaml
    ends_with 5
    is "$(sed -nE 's/^ +([0-9]+) .* ([0-9]+)$/\1|\2/p' out | paste -sd' ')" "0|0 1|2 2|4"
    wgcq verify street.db
    ends_with 0
}

@test "final: a start that is a goal pays it as well" {
    street "7 + at"
    sed -i 's/goal: .*/goal: at in [0, 2]/' street.yaml
    wgcq solve street.yaml --format json
    is "$(jq -c '[.shortest.length, .cheapest.fare.cost, .cheapest.fare.count]' out)" '[0,7,"1"]'
    is "$(sqlite3 street.db "SELECT step, fare FROM steps WHERE solution = 1")" "0|7"
    wgcq verify street.db
    ends_with 0
}

@test "final: --stop shortest proves the cheapest, by cost and by A*" {
    street "8 if at < 5 else 0" "estimate: 2 * (5 - at) if at >= 2 and at > 3 else 0"
    sed -i 's/30 - /0 * /' street.yaml
    for order in cheapest a-star; do
        wgcq solve street.yaml -o street.db --order $order --stop shortest --format json
        ends_with 0
        is "$(jq -c '[.cheapest.fare.cost, .cheapest.fare.count]' out)" '[10,"1"]'
        wgcq verify street.db
        lacks out "does not hold"
        rm street.db
    done
}

@test "final: an estimate that exceeds what the end costs is refused" {
    street "3" "estimate: 4"
    wgcq solve street.yaml --order a-star --trace none
    ends_with 2
    says err "the estimate is no lower bound: it is 4 in a goal, where 3 is left"
}

@test "final: a run that was killed, or stopped, is resumed to the same rows" {
    street
    wgcq solve street.yaml -o whole.db
    wgcq solve street.yaml -o part.db --max-states 9
    ends_with 0
    wgcq resume part.db
    ends_with 0
    for table in state_1 edge_1 solution_1 step_1 piece_1; do
        is "$(sqlite3 part.db "SELECT * FROM $table ORDER BY 1, 2")" "$(sqlite3 whole.db "SELECT * FROM $table ORDER BY 1, 2")"
    done
    wgcq verify part.db
    ends_with 0
    wgcq solve street.yaml -o sql.db --writer sql
    is "$(sqlite3 sql.db "SELECT * FROM state_1")" "$(sqlite3 whole.db "SELECT * FROM state_1")"
}

@test "final: verify finds another end's cost" {
    street
    wgcq solve street.yaml
    sqlite3 street.db "UPDATE state_1 SET f0 = f0 + 1 WHERE id = (SELECT min(id) FROM states WHERE is_goal)"
    wgcq verify street.db
    ends_with 1
    says out "to end in state"
    rm street.db
    wgcq solve street.yaml
    sqlite3 street.db "UPDATE step_1 SET c0 = c0 - 1 WHERE $(step_row 1 8); UPDATE solution_1 SET c0 = c0 - 1 WHERE id = 1"
    wgcq verify street.db
    ends_with 1
    says out "its cost differs"
}

@test "final: what it takes to make the last loaf" {
    wgcq solve "$PUZZLES/two-ovens.yaml" --format json
    ends_with 0
    is "$(jq -c '[.cheapest.makespan.cost, .cheapest.makespan.count]' out)" '[12,"10"]'
    wgcq query two-ovens.db pareto --by makespan,bill --format json
    sed -nE 's/^# +([0-9]+) +([0-9]+) +([0-9]+).*/[\1,\2,"\3"]/p' "$PUZZLES/two-ovens.yaml" | jq -cs . >told
    is "$(jq -c 'map([.makespan, .bill, .count])' out)" "$(cat told)"
    wgcq solve "$PUZZLES/two-ovens.yaml" -o six.db --set 'takes=[1, 1, 1, 1, 1, 1]' --format json
    is "$(jq -c '.cheapest.makespan' out)" '{"cost":3,"count":"20"}'
}
