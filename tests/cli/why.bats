#!/usr/bin/env bats
# wgcq why: what each move does at a state, and what refuses it; and plans that anyone wrote.
load common

@test "every move at a state" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq why wolf-goat-cabbage.db 1 --format json
    ends_with 0
    is "$(jq -r '.[] | [.move, .outcome, .state, .rule] | join("|")' out | sort | tr '\n' ';')" \
        "cross alone|refused||the goat eats the cabbage;cross alone|refused||the wolf eats the goat;take cabbage|refused||the wolf eats the goat;take goat|leads to|2|;take wolf|refused||the goat eats the cabbage;"
    wgcq why wolf-goat-cabbage.db "farmer=west at[wolf]=west at_goat=west at_cabbage=west" --format json
    ends_with 0
    is "$(jq length out)" 5
}

@test "one move" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq why wolf-goat-cabbage.db 1 "take wolf"
    ends_with 0
    says out "the goat eats the cabbage"
    lacks out "take goat"
    wgcq why wolf-goat-cabbage.db 2 "take wolf"
    says out "not possible"
    wgcq why wolf-goat-cabbage.db 1 "take gaot"
    ends_with 2
    says err "did you mean 'take goat'?"
}

@test "leads where the file says, everywhere" {
    wgcq solve "$PUZZLES/no-farmer.yaml"
    for id in 1 5 9; do
        wgcq why no-farmer.db "$id" --format json
        jq -r '.[] | select(.outcome == "leads to") | "\(.move)|\(.state)"' out | sort >told
        sqlite3 no-farmer.db "SELECT move, dst FROM edges WHERE src = $id" | sort >stored
        cmp told stored
    done
}

@test "states that are not there" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq why wolf-goat-cabbage.db "farmer=west at_goat=east at_wolf=east at_cabbage=west"
    ends_with 1
    says out "the wolf eats the goat"
    says out "never reached"
    wgcq why wolf-goat-cabbage.db "farmer=west at_goat=east at_wolf=east at_cabbage=east"
    ends_with 1
    wgcq why wolf-goat-cabbage.db farmer=west
    ends_with 2
    says err "5 states fit"
    wgcq why wolf-goat-cabbage.db farmer=wst
    ends_with 2
    says err "did you mean 'west'?"
    wgcq why wolf-goat-cabbage.db framer=west
    says err "did you mean 'farmer'?"
    wgcq why wolf-goat-cabbage.db 11
    ends_with 2
    says err "1 to 10"
}

@test "a plan that works, and others" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    sqlite3 wolf-goat-cabbage.db "SELECT move FROM steps WHERE solution = 1 AND step > 0 ORDER BY step" >plan
    wgcq verify wolf-goat-cabbage.db --plan plan
    ends_with 0
    says out "a plan of 7 moves"
    head -n 6 plan >short
    wgcq verify wolf-goat-cabbage.db --plan short
    ends_with 1
    says out "no goal is reached"
    printf 'take goat\r\n\n  cross alone\ntake goot\n' >slip
    wgcq verify wolf-goat-cabbage.db --plan slip
    ends_with 1
    says out "did you mean"
    says out "step 3 is wrong"
    printf 'take wolf\n' | { wgcq verify wolf-goat-cabbage.db --plan - --format json; ends_with 1; }
    is "$(jq -r '.[1].place' out)" "refused: 'the goat eats the cabbage'"
    wgcq verify wolf-goat-cabbage.db --plan nowhere
    ends_with 4
}
