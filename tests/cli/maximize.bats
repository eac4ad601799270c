#!/usr/bin/env bats
# maximize: the goal with the greatest value of a final cost, then the fewest moves.

load common

setup() {
    PUZZLES=$BATS_TEST_DIRNAME/../../puzzles
    cd "$BATS_TEST_TMPDIR"
    cat >sack.yaml <<'Y'
puzzle: A sack
constants:
  weight: [3, 4, 5, 6]
  profit: [2, 3, 4, 7]
types: {item: 0..3}
state:
  held[item]: bool
  room: 0..9
  sold: bool
start: {held: false, room: 9, sold: false}
moves:
  "take {i}":
    - choose: i in item
    - guard: not held[i] and weight[i] <= room and not sold
    - set:
        held[i]: true
        room: room - weight[i]
  sell:
    - guard: not sold
    - set: sold = true
goal: sold
end: sold
final: {worth: "sum(profit[i] for i in item if held[i])"}
maximize: worth
Y
}

best() {
    jq -c '[.cheapest.worth.cost, .cheapest.worth.count, .cheapest.moves.cost]' out
}

@test "the greatest value, by every order and whatever is kept" {
    # items 0 and 3: worth 9, in two orders; nothing: 1 move
    for how in "" "--order depth-first" "--order cheapest" "--order a-star" "--order best-first" "--trace none" "--trace solutions" \
        "--trace states --threads 2" "--trace none --threads 2" "--trace none --spill spilled" "--spill with-rows" "--minimize moves"; do
        rm -f sack.db
        wgcq solve sack.yaml --format json $how
        ends_with 0
        is "$(best)" '[9,"2",1]'
        [[ $how == *none* ]] && continue
        wgcq verify sack.db
        ends_with 0
    done
    wgcq solve sack.yaml --replace
    says out "greatest    worth 9, 2 ways"
    says out "the best plan, of 3 moves; the shortest has 1"
}

@test "SQL, questions and comparisons have the value" {
    wgcq solve sack.yaml
    is "$(sqlite3 sack.db "SELECT id, length, worth FROM solutions WHERE id IN (1, 3, 13)")" "1|3|9
3|2|7
13|1|0"
    is "$(sqlite3 sack.db "SELECT group_concat(worth) FROM (SELECT worth FROM steps WHERE solution = 1 ORDER BY step)")" "0,0,0,9"
    is "$(sqlite3 sack.db "SELECT cost, least, count FROM cheapest WHERE cost = 'worth'")" "worth|9|2"
    wgcq query sack.db cheapest --format csv
    says out '1,3,3,9,take 3; take 0; sell'
    wgcq query sack.db cheapest
    says out "greatest: worth 9 in 3 moves, 2 plans; shortest: 1 moves (2 fewer), 1 plan of worth 0 (9 less)"
    wgcq query sack.db pareto --format csv
    is "$(tr -d '\r' <out | cut -d, -f2,3,4)" "worth,moves,count
9,3,2
7,2,1
0,1,1"
    wgcq query sack.db all --within 2 --count --format csv
    is "$(tail -n 1 out | tr -d '\r')" 5
    wgcq query sack.db shortest --by worth --format csv
    is "$(tail -n 1 out | tr -d '\r')" '1,1,1,0,sell'
    wgcq query sack.db classes --up-to commuting --of all --format csv
    is "$(tr -d '\r' <out | sed 1d | cut -d, -f3- | cut -d, -f3 | sort -n | uniq | tr '\n' ' ')" "0 2 3 4 5 6 7 9 "
    wgcq compare sack.db 1 13
    grep -qE '^ +13 +1 +-2 +0 +-9 ' out
    wgcq plans sack.yaml 2 --format csv
    is "$(tr -d '\r' <out | sed 1d | cut -d, -f4 | sort -n | tr '\n' ' ')" "2 3 4 7 "
    wgcq solve sack.yaml --trace solutions -o few.db
    wgcq compare few.db 1 3
    grep -qE '^ +3 +2 +-1 +7 +-2 ' out
    printf 'take 3\nsell\nquit\n' | "$WGCQ" play sack.yaml >out
    says out "2 moves, worth 0 (7 with the end)"
    wgcq export sack.db -o plain.db
    is "$(sqlite3 plain.db "SELECT max(worth) FROM solutions")" 9
}

@test "what is minimized beside it, and its place" {
    sed 's/^maximize:.*/maximize: worth\nminimize: [moves, worth]/' sack.yaml >fast.yaml
    wgcq solve fast.yaml
    is "$(sqlite3 fast.db "SELECT length, worth FROM solutions WHERE id = 1")" "1|0"
    wgcq solve sack.yaml --minimize moves,worth -o ask.db
    is "$(sqlite3 ask.db "SELECT length, worth FROM solutions WHERE id IN (1, 2)")" "1|0
2|7"
    # two of them: the first wins
    sed 's/^final:.*/final: {worth: "sum(profit[i] for i in item if held[i])", left: room}/; s/^maximize:.*/maximize: [left, worth]/' sack.yaml >two.yaml
    wgcq solve two.yaml --format json
    is "$(jq -c '[.cheapest.left.cost, .cheapest.worth.cost]' out)" "[9,9]"
    is "$(sqlite3 two.db "SELECT left, worth FROM solutions WHERE id IN (1, 2)")" "9|0
6|2"
    wgcq verify two.db
    ends_with 0
    # whatever the order of their declarations
    sed 's/^end:/costs: {worth: 0}\nend:/' two.yaml >declared.yaml
    wgcq solve declared.yaml
    is "$(sqlite3 declared.db "SELECT minimize FROM run")" "left,worth,moves"
    is "$(sqlite3 declared.db "SELECT left, worth FROM solutions WHERE id IN (1, 2)")" "9|0
6|2"
}

@test "an estimate of it is an upper bound" {
    cp sack.yaml bound.yaml
    echo 'estimate: "sum(profit[i] for i in item if held[i] or (not sold and weight[i] <= room))"' >>bound.yaml
    wgcq solve bound.yaml --order a-star --stop shortest --format json
    ends_with 0
    is "$(best)" '[9,"2",1]'
    [ "$(jq .states out)" -lt 18 ]
    sed 's/^estimate:.*/estimate: 8/' bound.yaml >low.yaml
    wgcq solve low.yaml --order a-star
    ends_with 2
    says err "the estimate is no upper bound: it"
}

@test "resumed, cut short, asked again, tampered with" {
    wgcq solve sack.yaml --max-states 5
    ends_with 3
    wgcq solve sack.yaml --max-states 5 --trace solutions -o few.db
    wgcq resume sack.db
    ends_with 0
    wgcq solve sack.yaml
    says out "greatest    worth 9, 2 ways"
    says out "   3  sell    sold=true               9"
    # another direction is another puzzle
    sed 's/^maximize:.*/minimize: worth/; s/^end:/costs: {worth: 0}\nend:/' sack.yaml >other.yaml
    wgcq solve other.yaml -o sack.db --again
    ends_with 4
    sqlite3 sack.db "UPDATE best SET least = 8 WHERE cost = 'worth'"
    wgcq verify sack.db
    ends_with 1
    wgcq solve sack.yaml -o solution.db
    sqlite3 solution.db "UPDATE solution_1 SET c0 = c0 - 1 WHERE id = 2"
    wgcq verify solution.db
    ends_with 1
}

@test "values that cannot be: less than nothing, too many" {
    sed 's/^final:.*/final: {worth: "room - 8"}/' sack.yaml >negative.yaml
    wgcq solve negative.yaml
    ends_with 2
    says err "the cost 'worth' is negative: -"
    sed 's/^final:.*/final: {worth: 9223372036854775806}/' sack.yaml >most.yaml
    wgcq solve most.yaml --format json
    ends_with 0
    is "$(grep -o '"worth": {"cost": [0-9]*' out)" '"worth": {"cost": 9223372036854775806'
    is "$(sqlite3 most.db "SELECT DISTINCT worth FROM solutions")" 9223372036854775806
    sed 's/^final:.*/final: {worth: 9223372036854775807}/' sack.yaml >beyond.yaml
    wgcq solve beyond.yaml
    ends_with 2
    says err "the cost 'worth' does not fit 64 bits"
}
