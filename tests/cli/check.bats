#!/usr/bin/env bats
# wgcq check, and how mistakes in a puzzle are reported.
load common

@test "what a good puzzle comes to" {
    wgcq check "$PUZZLES/family.yaml"
    ends_with 0
    empty err
    is "$(awk '$1 == "puzzle" { $1 = ""; print substr($0, 2) }' out)" "Family crossing"
    is "$(awk '$1 == "variables" || $1 == "cells" || $1 == "moves" || $1 == "rules" { print $1, $2 }' out | paste -sd' ')" \
        "variables 2 cells 9 moves 4 rules 6"
    says out "seats = 2"
    says out noise
    nothing_written
}

@test "guards refuse choices before all of them are made: of eight and of 268 millions 226 are moves" {
    cat > three.yaml <<'END'
puzzle: Three
types:
  n: 0..199
state:
  x: n
start: {x: 0}
moves:
  go {a} {b} {c}:
    - choose: a in n, b in n, c in n
    - guard: b == a + 1
    - guard: c == b + 1 and x == a
    - set: {x: c}
  sizes {s} {t}:
    - choose: s in subsets(0..13), t in subsets(0..13)
    - guard: len(s) + len(t) == 1
    - guard: x == len(s)
    - set: {x: 0}
END
    wgcq check three.yaml
    ends_with 0
    is "$(awk '$1 == "grounded" { print $2 }' out)" 226
}

@test "every puzzle that is shipped is good" {
    for puzzle in "$PUZZLES"/*.yaml; do
        wgcq check "$puzzle"
        ends_with 0 || { echo "$puzzle"; false; }
    done
}

@test "all mistakes in one go, with carets: exit 2, nothing written" {
    broken_puzzle
    for command in check solve "plans broken.yaml 3 --count"; do
        set -- $command
        [ $# = 1 ] && set -- "$1" broken.yaml
        wgcq "$@"
        ends_with 2
        empty out
        nothing_written
        is "$(grep -c '^broken.yaml:[0-9]*:[0-9]*: error: ' err)" 4
        is "$(tail -n 1 err)" "4 errors"
    done
    says err "broken.yaml:8:27: error: "
    says err "did you mean 'west'?"
    says err "did you mean 'cargo'?"
    says err "did you mean 'farmer'?"
    says err "did you mean 'goat'?"
}

@test "the caret stands under the place, tildes to its end" {
    broken_puzzle
    wgcq check broken.yaml
    is "$(grep -A 2 '^broken.yaml:8:27:' err | tail -n 2)" "  start: {farmer: west, at: wset}
                            ^~~~"
    # The place in numbers and the place of the caret are one, for each of them.
    awk -F: '/^broken.yaml:/ { column = $3; getline; getline; if (index($0, "^") != column + 2) exit 1 }' err
}

@test "carets stand under wide characters and tabs" {
    printf 'puzzle: Wide\nstate:\n  x: 0..3\nstart: {x: 0}\nmoves:\n  go:\n    - set: x = x + 1\ngoal: {x: 2}\nshow: "狼狼 {nowhere}"\n' >wide.yaml
    wgcq check wide.yaml
    ends_with 2
    # Two wide characters before it: the caret is two columns further than its column says.
    awk -F: '/^wide.yaml:9:/ { column = $3; getline; getline; if (index($0, "^") != column + 2 + 2) exit 1; found = 1 } END { exit !found }' err
}

@test "mistakes for programs" {
    broken_puzzle
    wgcq check broken.yaml --format json
    ends_with 2
    empty err
    is "$(jq -c '[length, (.[0] | keys_unsorted)]' out)" '[4,["file","line","column","end_column","kind","severity","message","hint"]]'
    is "$(jq -c '.[0] | [.file, .line, .column, .end_column, .severity, .hint]' out)" "[\"broken.yaml\",8,27,31,\"error\",\"did you mean 'west'?\"]"
    wgcq check "$PUZZLES/family.yaml" --format json
    ends_with 0
    is "$(jq -c . out)" '[]'
}

@test "an error in any of the starts, as solve reports it before it explores" {
    printf 'puzzle: Starts\nstate: {x: 0..3}\nstart: {x: any}\nmoves:\n  go:\n    - set: x = 0\ngoal: 6 // (2 - x) == 7\n' >starts.yaml
    for command in check solve; do
        wgcq $command starts.yaml
        ends_with 2
        empty out
        says err "starts.yaml:7:9: error: division by zero: 6 // 0, in the state x=2"
    done
    wgcq check starts.yaml --format json
    ends_with 2
    is "$(jq -c '.[0] | [.line, .column, .message]' out)" '[7,9,"division by zero: 6 // 0, in the state x=2"]'
}

@test "millions of starts are made, and take no memory" {
    skip_under_sanitizer "a sanitizer takes more than that"
    printf 'puzzle: Many\nstate:\n  on[1..22]: bool\nstart: {on: any}\nmoves:\n  go:\n    - set: on[1] = on[2]\nnever:\n  last: all(on[i] for i in 1..22) and 1 // 0 == 1\n' >many.yaml
    (ulimit -v 60000 && "$WGCQ" check many.yaml) >out 2>err && false
    says err "many.yaml:9:41: error: division by zero: 1 // 0, in the start on[1]=true"
    sed 's|1 // 0 == 1|1 // 1 == 1|' many.yaml >fine.yaml
    (ulimit -v 60000 && "$WGCQ" check fine.yaml) >out 2>err
    is "$(awk '$1 == "bits" { print $2 }' out)" 22
}

@test "a mistake in a setting" {
    wgcq check "$PUZZLES/frogs.yaml" --set n=four
    ends_with 2
    says err "--set n"
    wgcq check "$PUZZLES/frogs.yaml" --set m=4
    ends_with 2
    says err "m"
}

@test "files that are no puzzles" {
    wgcq check nowhere.yaml
    ends_with 4
    wgcq check .
    ends_with 4
    : >nothing.yaml
    wgcq check nothing.yaml
    ends_with 2
    printf 'puzzle: [\n' >open.yaml
    wgcq check open.yaml
    ends_with 2
    says err "open.yaml:"
    printf 'puzzle: \377\376\n' >bytes.yaml
    wgcq check bytes.yaml
    ends_with 2
}

@test "control characters from a puzzle do not reach the terminal" {
    printf 'puzzle: Sly\nstate: {x: 0..1}\nstart: {x: 0}\nmoves: {}\ngoal: {"y\\e[2J": 1}\n' >sly.yaml
    wgcq check sly.yaml
    ends_with 2
    not grep -q "$(printf '\033')" err
}

@test "new: a puzzle that works, and never over another" {
    wgcq new jugs
    ends_with 0
    wgcq solve jugs.yaml --format json
    ends_with 0
    is "$(jq -c '.shortest' out)" '{"length":6,"count":"1"}'
    schema=$(sed -n 's/^# yaml-language-server: $schema=//p' jugs.yaml)
    [ -z "$schema" ] || [ -r "$schema" ]
    wgcq new jugs
    ends_with 4
    wgcq new 'a: b'
    ends_with 2
}
