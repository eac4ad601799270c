#!/usr/bin/env bats
# properties.bats - what every path satisfies: verdicts, the path that violates one, fairness, limits.

load common

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

# The words of verify's check of a changed copy of right.db.
finds() {
    cp right.db changed.db
    sqlite3 changed.db "$2"
    wgcq verify changed.db
    ends_with 1
    says out "$1"
}

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
    # what is in the file is the answer the next time
    cp out first
    wgcq solve lights.yaml
    ends_with 5
    is "$(grep -v seconds out)" "$(grep -v seconds first)"
    says err "lights.db holds this run already"
}

@test "the file has verdicts and paths, at each level of the trace" {
    write_lights
    wgcq solve lights.yaml --format json -o solved.db
    verdicts >solved
    for trace in all edges states solutions; do
        wgcq solve lights.yaml --trace "$trace" -o "$trace.db"
        ends_with 5
        wgcq query "$trace.db" properties --format json
        ends_with 0
        is "$(jq -c '[.[] | [.property, .holds == 1, .stem, .cycle]]' out)" "$(cat solved)"
        wgcq query "$trace.db" lassos --format json
        ends_with 0
        jq -c '.[] | [.property, .part, .step, .move, .shown]' out >"$trace.steps"
        diff all.steps "$trace.steps"
        wgcq verify "$trace.db"
        ends_with 0
        is "$(grep -c '^properties  *9  *holds' out)" 1
        wgcq export "$trace.db" -o "$trace.plain.db"
        ends_with 0
        is "$(sqlite3 "$trace.plain.db" 'SELECT count(*), count(DISTINCT property) FROM lassos')" "$(wc -l <all.steps)|3"
    done
    is "$(sqlite3 all.db "SELECT group_concat(part, ' ') FROM lassos WHERE property = 'settles'")" "stem stem stem stem cycle cycle cycle cycle"
    # each step is an edge between the states that it names
    is "$(sqlite3 all.db 'SELECT count(*) FROM lassos AS l JOIN edges AS e USING (src, dst, move) JOIN states AS s ON s.id = l.dst WHERE s.shown = l.shown')" \
        "$(sqlite3 all.db 'SELECT sum(stem + cycle) FROM properties')"
    is "$(sqlite3 all.db "SELECT p.shown = l.shown FROM properties AS p JOIN lassos AS l USING (property) WHERE property = 'settles' AND step = stem")" 1
    is "$(sqlite3 solutions.db 'SELECT count(src), count(dst) FROM lassos')" "0|0"
    wgcq query all.db lassos --count
    is "$(cat out)" "$(wc -l <all.steps)"
    wgcq query all.db lassos --limit 2 --format json
    is "$(jq length out)" 2
}

@test "why, graph and compare know them" {
    write_lights
    wgcq solve lights.yaml
    wgcq why lights.db settles --format json
    ends_with 0
    is "$(jq -c '.[] | [.move, .outcome, .rule, .because]' out | tr '\n' ';')" \
        '[null,"violates","settles","step 4: the condition fails here time and again"];["count","not possible","weak fairness","it is never possible on the cycle"];["switch 1","made","strong fairness","it is made in step 4"];["switch 2","made","strong fairness","it is made in step 5"];'
    is "$(jq -c 'map(.state)' out)" "$(sqlite3 lights.db "SELECT json_array(max(iif(step = 4, dst, 0)), max(iif(step = 7, dst, 0)), max(iif(step = 4, dst, 0)), max(iif(step = 5, dst, 0))) FROM lassos WHERE property = 'settles'" | sed 's/^\(.[0-9]*,\)[0-9]*/\1'"$(jq '.[1].state' out)"/)"
    wgcq why lights.db "way back"
    ends_with 0
    says out "step 1: no path from here leads to the condition"
    wgcq why lights.db "not by one" --format json
    is "$(jq -c '.[] | [.move, .because]' out)" '["count","step 1: the move that leads here violates the condition"]'
    wgcq why lights.db "it ends"
    ends_with 1
    says out "'it ends' holds: no path violates it"
    # a name may be anything; a number is a state, and a solution
    sed 's/^  it ends:/  "1": step steps == 0\n  "on = 1, it'"'"'s \\"so\\"": step steps == 0\n&/' lights.yaml >odd.yaml
    wgcq solve odd.yaml
    wgcq why odd.db "on = 1, it's \"so\""
    ends_with 0
    says out "step 1: the move that leads here violates the condition"
    wgcq graph odd.db --around "on = 1, it's \"so\""
    ends_with 0
    wgcq why odd.db 1
    says out "state 1: "
    wgcq solve lights.yaml -o cut.db --max-states 1
    wgcq why cut.db "it ends"
    ends_with 3
    says out "whether 'it ends' holds is not known"
    wgcq graph lights.db --around settles --format graphml
    ends_with 0
    is "$(grep -c '<node ' out) $(grep -c '<edge ' out)" "$(sqlite3 lights.db "SELECT count(DISTINCT dst) FROM lassos WHERE property = 'settles'") $(sqlite3 lights.db "SELECT count(*) FROM edges WHERE src IN (SELECT dst FROM lassos WHERE property = 'settles') AND dst IN (SELECT dst FROM lassos WHERE property = 'settles')")"
    is "$(grep -c '<data key="[a-z0-9]*">true</data>' out | grep -c '[1-9]')" 1
    wgcq graph lights.db --mark settles
    says out "with the path of 'settles'"
    wgcq graph lights.db --around "it ends"
    ends_with 2
    says err "'it ends' holds: there is no path to draw"
    wgcq graph lights.db --mark lamp
    ends_with 2
    says err "the run has no property 'lamp'"
    # of a large graph without a plan the shortest path is drawn
    sed 's/lamp: 1..2/lamp: 1..7/' lights.yaml >large.yaml
    wgcq solve large.yaml
    wgcq graph large.db
    ends_with 0
    says out "the path of 'way back'"
    # two files
    sed 's/strong: .*/strong: [{any: "switch {l}"}]/' lights.yaml >any.yaml
    wgcq solve any.yaml
    wgcq compare lights.db any.db --part files --format json
    ends_with 0
    is "$(jq -c '.[] | select(.figure | test("1 blinks")) | [.figure, .["lights.db"], .["any.db"]]' out | tr '\n' ' ')" \
        '["property 1 blinks: holds",1,0] ["property 1 blinks: stem",null,3] ["property 1 blinks: cycle",null,2] '
}

@test "a game steps through the path" {
    write_lights
    wgcq solve lights.yaml --trace solutions
    printf '%s\n' "g settles" r r r r r r r r p | "$WGCQ" play lights.db >out 2>err
    is "$(sed -n 's/^> //p' out)" "$(sqlite3 lights.db "SELECT move FROM lassos WHERE property = 'settles' AND step > 0")"
    is "$(tail -n 7 out | sed 's/^ *[0-9]*  //' | tr '\n' ' ')" "$(sqlite3 lights.db "SELECT move FROM lassos WHERE property = 'settles' AND step > 0" | tr '\n' ' ')"
    printf '%s\n' "g it ends" | "$WGCQ" play lights.db >out 2>err
    says out "there is no path that violates 'it ends'"
}

@test "a sweep counts those that are violated; csv has each" {
    write_lights
    sed -i 's/^types:/params: {most: 3}\n&/; s/steps < 3/steps < most/; /^expect/,$d' lights.yaml
    wgcq solve lights.yaml --set most=2..3 --trace none --format json
    ends_with 5
    is "$(jq -c 'map([.most, .violated_invariants, .violated_properties])' out)" "[[2,null,4],[3,null,3]]"
    wgcq solve lights.yaml --trace none --format csv
    says out "it ends holds; 1 blinks holds; 2 blinks holds; settles does not hold: after 3 moves, a cycle of 4 for ever; "
}

@test "a cut run knows none, and going on with it decides them" {
    write_lights
    sed -i '/not by one/d' lights.yaml
    wgcq solve lights.yaml -o whole.db
    wgcq solve lights.yaml -o cut.db --max-states 1
    ends_with 3
    says out "none of its properties is known to hold"
    wgcq query cut.db properties
    ends_with 3
    says out "the run did not explore everything: whether 8 of 8 properties hold is not known"
    wgcq resume cut.db --max-states 1000
    ends_with 5
    is "$(sqlite3 cut.db 'SELECT * FROM lassos')" "$(sqlite3 whole.db 'SELECT * FROM lassos')"
    wgcq verify cut.db
    ends_with 0
    wgcq solve "$PUZZLES/family.yaml" -o family.db
    wgcq query family.db lassos
    ends_with 2
    says err "the puzzle declares no property over time"
}

@test "verify says what is wrong with a verdict or a path" {
    write_lights
    wgcq solve lights.yaml -o right.db
    finds "'settles' does not hold" "UPDATE property_1 SET holds = 1, stem = NULL, cycle = NULL WHERE name = 'settles'; DELETE FROM lasso_1 WHERE property = 3"
    finds "'settles' holds, and a path that violates it is stored" "UPDATE property_1 SET holds = 1 WHERE name = 'settles'"
    finds "the run is complete, and has no verdict of 'it ends'" "UPDATE property_1 SET holds = NULL WHERE id = 0"
    finds "the path that violates 'it ends': it has 0 moves" "UPDATE property_1 SET holds = 0, stem = 1, cycle = 1 WHERE id = 0"
    finds "the path that violates 'settles': no move 'count' leads from" "UPDATE lasso_1 SET move = 'count' WHERE property = 3 AND step = 7"
    finds "the path that violates 'settles': its step 7 shows state" "UPDATE lasso_1 SET shown = 'dark' WHERE property = 3 AND step = 7"
    finds "the path that violates 'settles': its steps do not follow one another" "UPDATE lasso_1 SET src = src + 1 WHERE property = 3 AND step = 2"
    finds "the path that violates 'settles': it is no path from a start" "UPDATE property_1 SET stem = stem - 1, cycle = cycle + 1 WHERE id = 3"
    finds "the path that violates 'not by one': its last step satisfies the property" \
        "UPDATE lasso_1 SET move = 'switch 1', dst = e.dst, shown = s.shown FROM edges AS e, states AS s WHERE property = 8 AND step = 1 AND e.src = 1 AND e.move = 'switch 1' AND s.id = e.dst"
    finds "the puzzle has no property 'it shines' in that place" "UPDATE property_1 SET name = 'it shines' WHERE id = 0"
    finds "'it ends' is no property of the kind 'recoverable'" "UPDATE property_1 SET kind = 'recoverable' WHERE id = 0"
    finds "the run has verdicts of 8 properties, and the puzzle has 9" "DELETE FROM lasso_1 WHERE property = 8; DELETE FROM property_1 WHERE id = 8"
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

@test "old of what no state changes is that" {
    cat >old.yaml <<'Y'
puzzle: old
state: {x: 0..1}
start: {x: 0}
moves:
  go:
    - set: x = 1 - x
properties:
  changes: step x != old(x) if old(1 == 1) else true
Y
    wgcq solve old.yaml
    ends_with 0
    says out "changes holds"
}
