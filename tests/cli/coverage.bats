#!/usr/bin/env bats
# coverage.bats - query coverage: what never comes about, in every format, and what its exit status says.

load common

setup() {
    PUZZLES=$BATS_TEST_DIRNAME/../../puzzles
    cd "$BATS_TEST_TMPDIR"
    cat >door.yaml <<'Y'
puzzle: A door
types:
  door: [open, shut, locked]
  knock: [soft, loud]
state:
  is: door
  strikes: 0..9
  by: knock or none
  heard: set of knock
start: {is: open, strikes: 0, by: none, heard: []}
moves:
  close:
    - guard: is == open
    - set: is = shut
  open it:
    - guard: is != open
    - guard: is != locked
      else: it is locked
    - set: is = open
  unlock:
    - guard: is == locked
    - guard: strikes > 0
    - set: is = shut
  strike {k}:
    - choose: k in knock if k == soft
    - guard: strikes < 2
    - set: {strikes: strikes + 1, by: k, heard: "heard | [k]"}
never:
  broken: strikes > 2
invariant:
  quiet: strikes == 0 if is == locked else true
properties:
  let in: is == locked leads to is == open
Y
}

findings() { jq -r '.[] | [.kind, .name, (.place | sub("^[^:]*:"; "")), .count] | join("|")' out; }

@test "each finding has its kind, its name, its place and its count; exit status 1" {
    wgcq solve door.yaml
    ends_with 0
    wgcq query door.db coverage --format json
    ends_with 1
    is "$(findings)" "$(printf '%s\n' \
        'guard never false|open it: is != locked|17:14|3' \
        'move never made|unlock|20:3|6' \
        'guard never true|unlock: is == locked|21:14|6' \
        'filter never true|nothing|0|0' | head -3
        printf '%s\n' \
            'constraint never rejects|broken|29:3|11' \
            'leads to never begins|let in|33:3|6' \
            'implication never applies|quiet: is == locked|31:26|6' \
            'value never taken|is = locked|6:3|6' \
            'value never taken|strikes = 3..9|7:3|6' \
            'value never taken|by = loud|8:3|6' \
            'value never taken|loud in heard|9:3|6')"
    is "$(jq -c '[.[] | keys] | unique' out)" '[["count","kind","name","place"]]'
}

@test "the same in other formats; --limit, --offset and --count" {
    wgcq solve door.yaml
    wgcq query door.db coverage --format csv
    ends_with 1
    is "$(head -3 out | tr -d '\r')" "$(printf '%s\n' kind,name,place,count 'guard never false,open it: is != locked,door.yaml:17:14,3' \
        'move never made,unlock,door.yaml:20:3,6')"
    wgcq query door.db coverage
    ends_with 1
    says out "value never taken"
    wgcq query door.db coverage --count
    ends_with 1
    is "$(cat out)" 10
    wgcq query door.db coverage --limit 2 --offset 1 --format json
    ends_with 1
    is "$(jq -c 'map(.name)' out)" '["unlock","unlock: is == locked"]'
    wgcq query door.db coverage --by moves
    ends_with 2
}

@test "a puzzle in which everything comes about: no rows, exit status 0" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq query wolf-goat-cabbage.db coverage
    ends_with 0
    is "$(cat out)" "no rows"
    wgcq query wolf-goat-cabbage.db coverage --count
    ends_with 0
    is "$(cat out)" 0
    wgcq query wolf-goat-cabbage.db coverage --format json
    ends_with 0
    is "$(jq -c . out)" "[]"
}

@test "a guard that another makes needless, on the shelf" {
    wgcq solve "$PUZZLES/german-cache.yaml"
    wgcq query german-cache.db coverage --format json
    ends_with 1
    is "$(jq -c 'map([.kind, .name])' out)" '[["guard never false","{i}'"'"'s acknowledgement arrives: serving != none"]]'
}

@test "a run that was cut short: the list so far, exit status 3; an empty one is proved" {
    wgcq solve door.yaml --max-states 3
    wgcq query door.db coverage --format json
    ends_with 3
    says err "did not explore everything (--max-states 3)"
    is "$(jq -c '[.[] | select(.kind == "move never made") | .name]' out)" '["unlock"]'
    wgcq query door.db coverage --count
    ends_with 3
    is "$(cat out)" "not known"
    wgcq solve "$PUZZLES/eight-puzzle.yaml" --max-states 5000
    ends_with 3
    wgcq query eight-puzzle.db coverage
    ends_with 0
}

@test "within a bound nothing is proved, unless nothing is open" {
    sed 's/^invariant:/bound:\n  small: strikes < 2\ninvariant:/' door.yaml >bound.yaml
    wgcq solve bound.yaml
    wgcq query bound.db coverage --format json
    ends_with 3
    says err "did not explore everything (the bound small)"
    is "$(jq '[.[] | select(.kind == "bound never cuts")] | length' out)" 0
    sed 's/strikes < 2$/strikes < 9/; s/^    - guard: strikes < 9/    - guard: strikes < 2/' bound.yaml >wide.yaml
    wgcq solve wide.yaml
    wgcq query wide.db coverage --format json
    ends_with 1
    is "$(jq -r '.[] | select(.kind == "bound never cuts") | .name' out)" small
}

@test "a constraint that rejects starts alone rejects" {
    cat >start.yaml <<'Y'
puzzle: Starts
state: {x: 0..3, y: 0..3}
start: {x: any, y: any}
moves:
  swap:
    - set: {x: y, y: x}
always:
  they differ: x != y
never:
  neither: x == 9
Y
    wgcq solve start.yaml
    wgcq query start.db coverage --format json
    ends_with 1
    is "$(findings)" "constraint never rejects|neither|10:3|28"
}

@test "a file that stores too little: the puzzle is explored again" {
    wgcq solve door.yaml -o all.db
    wgcq query all.db coverage --format csv
    cp out all.csv
    for way in "--trace states" "--trace none" "--trace none --order depth-first" "--trace solutions --reduce symmetry"; do
        [ "${way%symmetry}" = "$way" ] || sed -i '$ a symmetric:\n  - same: {is: is}' door.yaml
        wgcq solve door.yaml -o some.db --replace $way
        wgcq query some.db coverage --format csv
        ends_with 1
        is "$(cat out)" "$(cat all.csv)"
    done
}

@test "params: what --set gives is what is evaluated" {
    cat >params.yaml <<'Y'
puzzle: Params
params: {most: 2, on: false}
state: {x: 0..3}
start: {x: 0}
moves:
  up:
    - guard: x < most
    - set: x = x + 1
  back:
    - guard: on
    - set: x = 0
Y
    wgcq solve params.yaml
    wgcq query params.db coverage --format json
    ends_with 1
    is "$(jq -c 'map(.kind + ": " + .name)' out)" '["move never made: back","guard never true: back: on","value never taken: x = 3"]'
    wgcq solve params.yaml --set on=true --set most=3 -o on.db
    wgcq query on.db coverage --format json
    is "$(jq -c 'map(.kind + ": " + .name)' out)" '["guard never false: back: on"]'
}

# bats test_tags=slow
@test "--max-time ends it, and nothing is claimed" {
    cat >long.yaml <<'Y'
puzzle: Long
state: {x: 0..30000, y: 0..9}
start: {x: 0, y: 0}
moves:
  up {d}:
    - choose: d in 1..3000 if d < 4000
    - guard: x + d <= 30000
    - set: x = x + d
Y
    wgcq solve long.yaml --max-states 20000 --trace states -q --solutions 0
    wgcq query long.db coverage --max-time 0.2
    ends_with 3
    says err "stopped at --max-time"
    empty out
}
