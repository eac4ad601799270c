#!/usr/bin/env bats
# wgcq query DB pareto: plans between whose costs there is to be chosen.

load common

# tolls N TOLL...: a toll at each of N stages, on the left or on the right.
tolls() {
    local n=$1
    shift
    cat >tolls.yaml <<YAML
puzzle: Tolls
constants:
  toll: [$(IFS=,; echo "$*")]
state:
  at: 0..$n
start: {at: 0}
moves:
  pay left:
    - guard: at < $n
    - cost: left = toll[at]
    - set: at = at + 1
  pay right:
    - guard: at < $n
    - cost: right = toll[at]
    - set: at = at + 1
goal: at == $n
YAML
}

# 2^22 plans, each of a cost vector of its own, which none dominates.
solved_tolls() {
    tolls 22 $(for i in {0..21}; do echo $((1 << i)); done)
    wgcq solve tolls.yaml -o tolls.db --solutions 0
    ends_with 0
}

@test "pareto: the front of a timetable, as a table and as csv" {
    wgcq solve "$PUZZLES/timetable.yaml"
    wgcq query timetable.db pareto --by time,money,moves
    ends_with 0
    says out "complete: 8 cost vectors that no plan dominates"
    sed -nE 's/^# +([0-9]+) +([0-9]+) +([0-9]) .*/\1,\2,\3/p' "$PUZZLES/timetable.yaml" >told
    wgcq query timetable.db pareto --by time,money,moves --format csv
    ends_with 0
    tr -d '\r' <out >lines
    is "$(head -1 lines)" "solution,time,money,moves,count,length,plan"
    is "$(tail -n +2 lines | cut -d, -f2-4)" "$(cat told)"
    wgcq query timetable.db pareto --by time,money --count
    is "$(cat out)" 6
    wgcq query timetable.db pareto --format json
    is "$(jq -c '[.[] | [.time, .money, .moves]] | length' out)" 8
    is "$(jq -c '.[3]' out)" '{"solution":4,"time":220,"money":41,"moves":2,"count":"1","length":2,"plan":["arden to birch at 9.10","birch to elmet at 9.40"]}'
}

@test "pareto: --limit and --offset" {
    wgcq solve "$PUZZLES/timetable.yaml"
    wgcq query timetable.db pareto --by money,time --limit 2 --offset 1 --format json
    ends_with 0
    is "$(jq -c 'map([.solution, .money, .time])' out)" "[[2,19,300],[3,23,250]]"
    says err "stopped at --limit 2: there are more"
    wgcq query timetable.db pareto --count --limit 2
    ends_with 2
}

@test "pareto: of one cost it is the cheapest" {
    wgcq solve "$PUZZLES/family.yaml"
    wgcq query family.db cheapest --by noise --count --format json
    jq -c '.[0] | [.noise, .count, .length]' out >cheapest
    wgcq query family.db pareto --by noise --format json
    is "$(jq -c 'map([.noise, .count, .length])' out)" "[$(cat cheapest)]"
}

@test "pareto: costs that there are not" {
    wgcq solve "$PUZZLES/timetable.yaml"
    wgcq query timetable.db pareto --by time,mony
    ends_with 2
    says err "did you mean 'money'?"
}

@test "pareto: what no plan reaches has no vector" {
    tolls 3 1 1 1
    sed 's/^goal: .*/goal: at == 3 and at == 0/' tolls.yaml >none.yaml
    wgcq solve none.yaml
    wgcq query none.db pareto
    ends_with 1
    says out "complete: 0 cost vectors"
    wgcq query none.db pareto --count
    ends_with 1
    is "$(cat out)" 0
}

@test "pareto: --max-time leaves what is known" {
    solved_tolls
    wgcq query tolls.db pareto --max-time 0.5 --format csv --by left,right
    ends_with 3
    is "$(sed -n 2p out | cut -d, -f2,3)" "0,4194303"
    [ "$(wc -l <out)" -gt 100 ]
    says err "stopped at --max-time 0.5: at least"
    wgcq query tolls.db pareto --max-time 0.5 --count
    ends_with 3
    is "$(cat out)" "not known"
    says err "stopped at --max-time 0.5: at least"
}

@test "pareto: --max-memory leaves what is known" {
    skip_under_sanitizer "a sanitizer ends the program where its own memory is short"
    solved_tolls
    wgcq query tolls.db pareto --max-memory 4M --format csv --by left,right
    ends_with 3
    is "$(sed -n 2p out | cut -d, -f2,3)" "0,4194303"
    says err "stopped at --max-memory 4 MB: at least"
}

@test "pareto: Ctrl-C leaves what is known" {
    solved_tolls
    status=0
    timeout --preserve-status -k 20 -s INT 0.7 "$WGCQ" query tolls.db pareto --format csv --by left,right >out 2>err || status=$?
    is "$status" 130
    is "$(sed -n 2p out | cut -d, -f2,3)" "0,4194303"
    says err "interrupted: at least"
}

@test "pareto: of a run that was cut short" {
    wgcq solve "$PUZZLES/romania.yaml" --max-depth 3
    ends_with 0
    wgcq query romania.db pareto --by way,moves
    ends_with 3
    says out "1 cost vector that no plan that was explored dominates; the run did not explore everything"
    wgcq query romania.db pareto --by way,moves --count
    ends_with 3
    is "$(cat out)" "not known"
}

@test "pareto: a vector that does not fit 64 bits is named, unless another dominates it" {
    tolls 3 1 9223372036854775807 1
    wgcq solve tolls.yaml --solutions 0
    wgcq query tolls.db pareto --by left
    ends_with 0
    wgcq query tolls.db pareto --by left,right
    ends_with 2
    says err "does not fit 64 bits, in the move"
}
