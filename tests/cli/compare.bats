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
        jq -c "[.[] | select(.[\"step $n\"] != null) | [.[\"step $n\"], .[\"move $n\"], .[\"state $n\"]]]" out >told
        sqlite3 -json family-crossing.db "SELECT step, move, shown FROM steps WHERE solution = $n ORDER BY step" |
            jq -c 'map([.step, .move, .shown])' >stored
        cmp told stored
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
