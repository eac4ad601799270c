#!/usr/bin/env bats
# properties.bats - what every path satisfies: verdicts, the path that violates one, fairness, limits.

load common

setup() {
    cd "$BATS_TEST_TMPDIR"
}

write_lights() {
    cat >lights.yaml <<'Y'
puzzle: two lights
types: {lamp: 1..2}
state: {"on[lamp]": bool, steps: 0..3}
start: {on: false, steps: 0}
moves:
  "switch {l}":
    - choose: l in lamp
    - set: on[l] = not on[l]
  count:
    - guard: steps < 3
    - set: steps = steps + 1
properties:
  it ends: eventually steps == 3
  "{l} blinks for l in lamp": infinitely often on[l]
  settles: eventually always not on[1]
  "{l} then counted for l in lamp": on[l] leads to steps > 0
  way back: recoverable steps == 0
  never back: step steps >= old(steps)
  not by one: step steps - old(steps) <= 0
fair:
  weak: [count]
  strong: ["switch {l}"]
expect:
  properties: {it ends: holds, 1 blinks: holds, settles: violated}
Y
}

verdicts() { jq -c '[.properties[] | [.property, .holds, .stem, .cycle]]' out; }

@test "each kind, with the path that violates it" {
    write_lights
    wgcq solve lights.yaml --trace none --format json
    ends_with 5
    is "$(verdicts)" '[["it ends",true,null,null],["1 blinks",true,null,null],["2 blinks",true,null,null],["settles",false,3,4],["1 then counted",true,null,null],["2 then counted",true,null,null],["way back",false,1,0],["never back",true,null,null],["not by one",false,1,0]]'
    is "$(jq -c '[.properties[].kind] | unique' out)" '["eventually","eventually always","infinitely often","leads to","recoverable","step"]'
    wgcq solve lights.yaml
    ends_with 5
    says out "violated: way back does not hold: after 1 move there is no way to it"
    says out "settles does not hold: after 3 moves, a cycle of 4 for ever"
    says out "not by one does not hold: after 1 move, by the last of them"
    wgcq verify lights.db
    ends_with 0
    # what is in the file is no answer to them
    wgcq solve lights.yaml
    ends_with 5
    says out "settles does not hold"
}

@test "fairness decides" {
    write_lights
    grep -v 'count\]' lights.yaml >without.yaml
    wgcq solve without.yaml --trace none --format json
    ends_with 5
    is "$(jq -c '[.properties[] | select(.holds == false) | .property]' out)" '["it ends","settles","1 then counted","2 then counted","way back","not by one"]'
    sed 's/strong: .*/weak: ["switch {l}"]/; /weak: \[count\]/d' lights.yaml >weak.yaml
    wgcq solve weak.yaml --trace none --format json
    is "$(jq -c '[.properties[] | select(.property == "1 blinks") | .holds]' out)" '[true]'
    # a lamp that is switched is enough, where all labels are one
    sed 's/strong: .*/strong: [{any: "switch {l}"}]/' lights.yaml >any.yaml
    wgcq solve any.yaml --trace none --format json
    is "$(jq -c '[.properties[] | select(.property | test("blinks")) | [.holds, .cycle]]' out)" '[[false,2],[false,2]]'
    # weak and strong: a move that is possible now and then
    cat >now.yaml <<'Y'
puzzle: now and then
state: {open: bool, gone: bool}
start: {open: true, gone: false}
moves:
  door:
    - guard: not gone
    - set: open = not open
  leave:
    - guard: open and not gone
    - set: gone = true
properties: {left: eventually gone}
fair: {weak: leave}
Y
    wgcq solve now.yaml
    ends_with 5
    says out "violated: left does not hold: after 0 moves, a cycle of 2 for ever"
    sed -i 's/weak/strong/' now.yaml
    wgcq solve now.yaml --replace
    ends_with 0
    says out "1 property holds"
}

@test "the path is printed: its stem, then its cycle" {
    write_lights
    sed -i '/way back/d; /not by one/d' lights.yaml
    wgcq solve lights.yaml --trace none
    ends_with 5
    says out "violated: settles does not hold: after 3 moves, a cycle of 4 for ever"
    sed -n '/^step/,$p' out >steps
    is "$(grep -cE '^ +[0-9]' steps)" 8
    is "$(grep -E '^ +(3|7) ' steps | sed 's/.*on_1/on_1/' | sort -u | wc -l)" 1
}

@test "under limits and within bounds" {
    write_lights
    sed -i '/settles/d; /way back/d; /not by one/d; /^expect/d' lights.yaml
    wgcq solve lights.yaml --trace none
    ends_with 0
    says out "6 properties hold"
    wgcq solve lights.yaml --trace none --max-states 9
    ends_with 3
    says out "it ends is not known to hold"
    wgcq solve lights.yaml --trace none --max-states 9 --format json
    is "$(jq -c '[.properties[].holds] | unique' out)" '[null]'
    # a violation that was found is one, whatever lies behind
    sed 's/^properties:/&\n  dark: step not on[1]/' lights.yaml >dark.yaml
    wgcq solve dark.yaml --trace none --max-states 9
    ends_with 5
    says out "violated: dark does not hold: after 1 move, by the last of them"
    # a run that is cut has decided none
    sed 's/lamp: 1..2/lamp: 1..20/; s/^properties:/goal: on[1]\n&/' lights.yaml >large.yaml
    wgcq solve large.yaml --trace none --max-time 0.3
    ends_with 3
    says out "it ends is not known to hold"
    # what is beyond a bound decides nothing
    sed 's/^properties:/bound: {few: steps < 2}\n&/' lights.yaml >bound.yaml
    wgcq solve bound.yaml --trace none
    ends_with 3
    says out "within the bound few"
    says out "6 properties hold"
}

@test "every search decides alike; what has no whole graph is refused" {
    write_lights
    wgcq solve lights.yaml --trace none --format json
    verdicts >expected
    mkdir files
    for how in "--order depth-first" "--order best-first" "--threads 2" "--spill files" "--trace states"; do
        # shellcheck disable=SC2086
        wgcq solve lights.yaml --trace none $how --format json
        ends_with 5
        is "$(jq -c '[.properties[] | [.property, .holds]]' out)" "$(jq -c '[.[] | .[:2]]' expected)"
    done
    sed 's/^fair:/symmetric: lamp\n&/' lights.yaml >symmetric.yaml
    wgcq solve symmetric.yaml --trace none --reduce symmetry
    ends_with 2
    says err "--reduce symmetry does not go with properties over time"
    sed 's/^properties:/goal: steps == 3\n&/' lights.yaml >ends.yaml
    wgcq solve ends.yaml --trace none --order both-ends --stop shortest
    ends_with 2
    says err "--order both-ends decides no properties over time"
}

@test "a label of two moves is not fair" {
    cat >two.yaml <<'Y'
puzzle: two of one name
types: {side: [a, b]}
state: {at: side, n: 0..1}
start: {at: a, n: 0}
moves:
  "go {s}":
    - choose: s in side if s != at
    - set: at = s
  go a:
    - guard: n == 0
    - set: n = 1
properties: {moves: infinitely often at == b}
fair: {weak: "go {s}"}
Y
    wgcq solve two.yaml --trace none
    ends_with 2
    says err "the label 'go a' is one of 'go {s}' and of 'go a': which of them is fair?"
}

@test "errors of a property are errors of the run" {
    cat >wrong.yaml <<'Y'
puzzle: a quotient
state: {n: 0..2}
start: {n: 0}
moves:
  go:
    - guard: n < 2
    - set: n = n + 1
properties: {half: eventually 4 // n == 2}
Y
    wgcq solve wrong.yaml --trace none
    ends_with 2
    says err "wrong.yaml:8:33: error: division by zero"
}
