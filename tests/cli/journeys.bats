#!/usr/bin/env bats
# The stories under puzzles/journeys, built from wgcq.h and the library alone, give what is published.
load common

# Builds a story and runs it; the rest are its arguments.
tells() {
    local story=$1
    shift
    "${CC:-cc}" -std=c11 -O2 -Wall -Wextra -Wpedantic -Werror $SANITIZE -I"$ROOT/lib" -o "$story" \
        "$PUZZLES/journeys/$story.c" "$BUILD/libwgcq.a" -lyaml -lsqlite3 -lgmp -lutf8proc -pthread -lm
    "./$story" "$@" >out
}

setup_file() {
    export BUILD=${BUILD:-$BATS_TEST_DIRNAME/../../build} SANITIZE=
    if nm "$BUILD/libwgcq.a" 2>/dev/null | grep -q __asan_init; then
        export SANITIZE=-fsanitize=address,undefined
    fi
}

@test "wolf, goat and cabbage: 2 plans of 7 moves, and as many as wgcq plans counts" {
    tells wolf_goat_cabbage
    is "$(tail -n 1 out)" "2 plans of 7 moves"
    is "$(wc -l <out)" 3
    for n in 7 9 11 13; do
        ./wolf_goat_cabbage $n count >out
        is "$(cut -d' ' -f1 out)" "$("$WGCQ" plans "$PUZZLES/wolf-goat-cabbage.yaml" $n --count | grep -oE '[0-9]+' | head -n 1)"
    done
}

@test "queens: 92 ways, 12 of them distinct; 724 and 92 for ten" {
    tells queens
    is "$(paste -sd, out)" "92 ways,12 of them distinct"
    is "$(./queens 10 | paste -sd,)" "724 ways,92 of them distinct"
}

@test "SEND + MORE = MONEY has one solution" {
    tells send_more
    is "$(cat out)" "9567+1085=10652"
}

@test "a sudoku has one solution" {
    tells sudoku
    is "$(cat out)" "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
}

@test "the template does nothing but compiles" {
    tells template
    is "$(cat out)" 1
}

@test "a magic square of 3 by 3 can be looked at in 8 ways, also in the checking mode" {
    tells magic_square
    is "$(wc -l <out)" 8
    is "$(head -n 1 out)" "276/951/438"
}
