#!/usr/bin/env bats
# protocols.bats - the protocols of the shelf with other parameters and other fairness than the default: what is published of them.
load common

# Of each property whether it holds, or the moves of its stem and its cycle.
solve_protocol() { # FILE [OPTION...]
    wgcq solve "$@" --trace none --format json
    verdicts=$(jq -r '[.properties[] | "\(.property): \(if .holds then "holds" else "\(.stem)+\(.cycle)" end)"] | join(", ")' out)
}

# The puzzle without what is fair, and with all of it weak.
without_fairness() { sed '/^fair:/,/^expect:/{/^expect:/!d}; /^expect:/,$d' "$PUZZLES/$1.yaml" >"$1.yaml"; }

all_weak() { sed '/^  weak:/{s/^  weak: \[\(.*\)\]$/\1/; h; d}; /^  strong:/{G; s/^  strong: \[\(.*\)\]\n\(.*\)/  weak: [\1, \2]/}; /^expect:/,$d' "$PUZZLES/$1.yaml" >"$1.yaml"; }

# The moves of the cycle that violates $2, as the file has them.
cycle_of() { sqlite3 "$1" "SELECT group_concat(move, '; ') FROM (SELECT move FROM lassos WHERE property = '$2' AND part = 'cycle' ORDER BY step)"; }

@test "Peterson: whoever asks gets in; who spins needs fairness" {
    solve_protocol "$PUZZLES/peterson.yaml"
    ends_with 0
    is "$verdicts" "p gets in: holds, q gets in: holds, both may rest: holds, whoever enters has the turn or is alone: holds"
    solve_protocol "$PUZZLES/peterson.yaml" --set spins=true
    ends_with 0
    is "$(jq -c '[.states, .edges]' out)" "[20,40]"
    without_fairness peterson
    solve_protocol peterson.yaml
    ends_with 0
    solve_protocol peterson.yaml --set spins=true
    ends_with 5
    is "$verdicts" "p gets in: 3+1, q gets in: 3+1, both may rest: holds, whoever enters has the turn or is alone: holds"
    wgcq solve peterson.yaml --set spins=true
    is "$(cycle_of peterson.db 'p gets in')" "p looks again"
}

@test "Dekker: without fairness one may be left where it is" {
    without_fairness dekker
    solve_protocol dekker.yaml
    ends_with 5
    is "$verdicts" "p gets in: 8+3, q gets in: 5+3, both may rest: holds, a flag is its owner's: holds"
    wgcq solve dekker.yaml
    is "$(cycle_of dekker.db 'q gets in')" "p asks; p enters; p leaves"
}

@test "philosophers: the left-handed one needs strong fairness; those who take both forks starve from four on" {
    for n in 2 3 4 5; do
        solve_protocol "$PUZZLES/left-handed-philosopher.yaml" --set n=$n
        ends_with 0
    done
    all_weak left-handed-philosopher
    solve_protocol left-handed-philosopher.yaml
    ends_with 5
    is "$verdicts" "0 eats: 1+4, 1 eats: 1+4, 2 eats: 1+4, all may think: holds"
    solve_protocol "$PUZZLES/conspiring-philosophers.yaml" --set n=3
    ends_with 0
    for n in 4 5 6; do
        solve_protocol "$PUZZLES/conspiring-philosophers.yaml" --set n=$n
        ends_with 5
        is "$(jq -c '[.properties[] | select(.property | test("gets to eat")) | [.stem, .cycle]] | unique' out)" "[[null,null],[3,6]]"
        is "$(jq -c '[.properties[] | select(.property | test("always|somebody")) | .holds] | unique' out)" "[true]"
    done
    # at each moment of the cycle a neighbour eats
    wgcq solve "$PUZZLES/conspiring-philosophers.yaml" --set n=5 -o five.db
    local cycle="lassos JOIN states ON id = dst WHERE property = '0 gets to eat' AND part = 'cycle'"
    is "$(sqlite3 five.db "SELECT count(*), sum(is_0 = 'hungry'), sum(is_1 = 'eating' OR is_4 = 'eating') FROM $cycle")" "6|6|6"
}

@test "alternating bit: messages arrive by strong fairness, not by weak" {
    solve_protocol "$PUZZLES/alternating-bit.yaml"
    ends_with 0
    all_weak alternating-bit
    solve_protocol alternating-bit.yaml
    ends_with 5
    is "$verdicts" "each message is taken: 0+2, each message is acknowledged: 2+3, the channels may be empty: holds, one at a time: holds"
    wgcq solve alternating-bit.yaml
    is "$(cycle_of alternating-bit.db 'each message is taken')" "send; lose the message"
}

@test "election: a leader at last, in rings of any size, without fairness" {
    not grep -q '^fair:' "$PUZZLES/leader-election.yaml"
    for n in 1 2 3 5 6; do
        solve_protocol "$PUZZLES/leader-election.yaml" --set n=$n
        ends_with 0
        is "$verdicts" "a leader is elected: holds, the largest stays the leader: holds, no leader is replaced: holds"
    done
    # a ring in which a number gets lost elects none
    sed '/^invariant:/,/^deadlock:/d; /^expect:/,$d; s/channel\[next(p)\] + \[m\]/channel[next(p)] + ([m] if m < n else [])/' "$PUZZLES/leader-election.yaml" >lost.yaml
    solve_protocol lost.yaml --set n=2
    ends_with 5
    is "$verdicts" "a leader is elected: 2+0, the largest stays the leader: 2+0, no leader is replaced: holds"
}

@test "two-phase commit: who has voted yes is blocked by a crash; without one all decide" {
    for n in 1 2 3 4; do
        solve_protocol "$PUZZLES/two-phase-commit-crash.yaml" --set n=$n
        ends_with 5
        is "$(jq -c '.deadlocks, ([.properties[] | select(.kind != "step") | [.stem, .cycle]] | unique)' out | paste -sd' ')" "1 [[$((n + 1)),0]]"
        solve_protocol "$PUZZLES/two-phase-commit-crash.yaml" --set n=$n --set crashes=false
        ends_with 0
        is "$(jq .deadlocks out)" 0
    done
}

@test "readers and writers: those who are not first starve, whatever is fair" {
    local puzzle=$PUZZLES/readers-preference.yaml
    solve_protocol "$puzzle"
    ends_with 5
    is "$verdicts" "reader 1 gets to read: holds, reader 2 gets to read: holds, writer 1 gets to write: 3+6, writer 2 gets to write: 3+6, all may be away: holds"
    solve_protocol "$puzzle" --set readers_first=false
    ends_with 5
    is "$verdicts" "reader 1 gets to read: 2+6, reader 2 gets to read: 2+6, writer 1 gets to write: holds, writer 2 gets to write: holds, all may be away: holds"
    # it takes two that take turns
    solve_protocol "$puzzle" --set readers=1
    ends_with 0
    solve_protocol "$puzzle" --set readers_first=false --set writers=1
    ends_with 0
    wgcq solve "$puzzle" -o readers.db
    is "$(sqlite3 readers.db "SELECT count(*) FROM lassos JOIN states ON id = dst WHERE property = 'writer 1 gets to write' AND part = 'cycle' AND r_1 <> 'reading' AND r_2 <> 'reading'")" 0
}

@test "bakery: within the bound whoever chooses gets in" {
    for sizes in "n=2 most=2" "n=2 most=8" "n=3 most=3"; do
        # shellcheck disable=SC2086
        solve_protocol "$PUZZLES/bakery.yaml" --set ${sizes% *} --set ${sizes#* }
        ends_with 3
        is "$(jq -c '[.properties[].holds] | unique' out)" "[true]"
        is "$(jq -c '.violations' out)" "[]"
    done
    # who does not look whether the other one is choosing may go in beside it
    sed 's/ and at\[next\[i\]\] not in \[choosing, drawing\]$//; /^expect:/,$d' "$PUZZLES/bakery.yaml" >hasty.yaml
    solve_protocol hasty.yaml
    ends_with 5
    is "$(jq -c '[.violations[].invariant] | sort' out)" '["mutual exclusion","the smallest number is in"]'
}
