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
    says out "at[c] == farmer: west == east"
    wgcq why wolf-goat-cabbage.db 1 "take gaot"
    ends_with 2
    says err "did you mean 'take goat'?"
}

@test "leads where the file says, everywhere" {
    wgcq solve "$PUZZLES/no-farmer.yaml"
    for id in 1 5 9; do
        wgcq why no-farmer.db "$id" --format json
        jq -r '.[] | select(.outcome == "leads to") | "\(.move)|\(.state)"' out | sort >reported
        sqlite3 no-farmer.db "SELECT move, dst FROM edges WHERE src = $id" | sort >stored
        cmp reported stored
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
    says err "5 states match"
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
    is "$(jq -r '.[1].place' out)" "rejected by 'the goat eats the cabbage'"
    wgcq verify wolf-goat-cabbage.db --plan nowhere
    ends_with 4
}

# Five states of family, against what follows by hand from its rules: MOVE|OUTCOME|RULE, a line each.
expects() {
    local state=$1
    shift
    wgcq why family.db "$state" --format json
    jq -r '.[] | [.move, .outcome, .rule] | map(select(. != null)) | join("|")' out >reported
    for line; do
        grep -qxF -- "$line" reported || { echo "$state: not reported: $line"; cat reported; return 1; }
    done
}

@test "five states of family, one never reached" {
    cp "$PUZZLES/family.yaml" .
    wgcq solve family.yaml
    children="at_daughter1=near at_daughter2=near at_son1=near at_son2=near"
    # at first: a parent who boards leaves the other alone with the children
    expects "raft=near at_mother=near at_father=near $children at_policeman=near at_prisoner=near" \
        "policeman boards|leads to" "mother boards|refused|a daughter is with the father alone" \
        "father boards|refused|a son is with the mother alone" "push off|not possible" "son1 goes ashore|not possible" \
        "land far|not possible"
    # policeman and prisoner aboard: the raft is full, and may go
    expects "raft=near at_mother=near at_father=near $children at_policeman=river at_prisoner=river" \
        "push off|leads to" "prisoner goes ashore|leads to" "son1 boards|refused|the raft is overloaded" \
        "mother boards|refused|the raft is overloaded" "mother boards|refused|a daughter is with the father alone"
    # the policeman alone: he would leave the prisoner with the family
    expects "raft=near at_mother=near at_father=near $children at_policeman=river at_prisoner=near" \
        "push off|refused|the prisoner is with the family" "prisoner boards|leads to" "policeman boards|not possible"
    is "$(jq -r '.[] | select(.move == "push off") | .place' out)" "family.yaml:54:5"
    # the prisoner alone may not sail
    expects "raft=near at_mother=near at_father=near $children at_policeman=near at_prisoner=river" \
        "push off|refused|the prisoner sails alone" "policeman boards|leads to"
    # three aboard: never, by one rule
    wgcq why family.db "raft=near at_mother=river at_father=river $children at_policeman=river at_prisoner=near" --format json
    ends_with 1
    is "$(jq -c 'map([.rule, .because, .place])' out)" '[["the raft is overloaded","aboard > seats: 3 > 2","family.yaml:45:27"]]'
    says err "never reached"
    # no rule is broken, and still no plan leads there: the raft would have to sail without the prisoner's guard
    wgcq why family.db "raft=far at_mother=far at_father=far $children at_policeman=near at_prisoner=near"
    ends_with 1
    says out "it violates no rule, but no path from a start leads there"
}

@test "a state without moves, and one that ends, are states" {
    cat >steps.yaml <<'YAML'
puzzle: Steps
state: {x: 0..3}
start: {x: 0}
moves:
  "from {x}":
    - choose: k in 1..2 if x + k <= 3
    - set: x = x + k
goal: x == 2
end: x == 2
YAML
    wgcq solve steps.yaml
    wgcq why steps.db x=3
    ends_with 0
    says out "x + k <= 3: 3 + 1 <= 3"
    wgcq why steps.db x=2
    ends_with 0
    says out "no move leaves such a state"
    wgcq why steps.db x=2 --format json
    ends_with 0
    is "$(jq -c . out)" "[]"
    printf 'puzzle: Last\nstate: {x: 0..2}\nstart: {x: 0}\nmoves:\n  on:\n    - set: x = x + 1 + 0 // (2 - x)\ngoal: x == 2\nend: goal\ninvariant: {low: x < 3}\n' >last.yaml
    wgcq solve last.yaml
    wgcq why last.db x=2
    ends_with 0
    is "$(cat out)" "state 3: x=2; \`end\`: no move leaves such a state"
    printf 'puzzle: One\nstate: {x: 0..1}\nstart: {x: 0}\nmoves:\n  on:\n    - choose: k in 2..1\n    - set: x = k\n' >one.yaml
    wgcq solve one.yaml
    wgcq why one.db 1
    ends_with 0
    says out "it has no moves"
}

@test "a text that depends on the state is known, wherever it is asked for" {
    cat >count.yaml <<'YAML'
puzzle: Count
state: {x: 0..3}
start: {x: 0}
moves:
  "from {x}":
    - guard: x < 3
    - set: x = x + 1
goal: x == 3
YAML
    wgcq solve count.yaml
    for text in "from 0" "from 1" "from 3"; do
        wgcq why count.db 2 "$text" --format json
        ends_with 0
        is "$(jq length out)" 1
    done
    wgcq why count.db 2 "from 1" --format json
    is "$(jq -r '.[0].outcome' out)" "leads to"
    wgcq why count.db 2 "form 1"
    ends_with 2
    says err "did you mean 'from 1'?"
}

@test "the filter of a choice that rules a move out is named" {
    cat >pairs.yaml <<'YAML'
puzzle: Pairs
types:
  place: [a, b, c]
state: {at: place, left: 0..2}
start: {at: a, left: 2}
moves:
  "go {q} by {n}":
    - choose: q in place if q != at, n in 1..2 if n <= left
    - set:
        at: q
        left: left - n
goal: at == c
YAML
    wgcq solve pairs.yaml
    wgcq why pairs.db 1 --format json
    ends_with 0
    is "$(jq -r '.[] | select(.outcome == "not possible") | [.move, .because, .place] | join("|")' out)" \
        "go a by ?|q != at: a != a|pairs.yaml:8:29"
    wgcq why pairs.db 1 "go a by 2" --format json
    is "$(jq -r '.[] | [.move, .because] | join("|")' out)" "go a by ?|q != at: a != a"
    wgcq why pairs.db "at=b left=0" "go c by 1" --format json
    is "$(jq -r '.[] | [.move, .because] | join("|")' out)" "go c by 1|n <= left: 1 <= 0"
    wgcq why pairs.db 1 "go d by 2"
    ends_with 2
}

@test "a filter may make sure of what the move's text takes" {
    cat >edge.yaml <<'YAML'
puzzle: Edge
types: {cell: 0..2}
state:
  on[cell]: 0..2
start: {on: [0, 1, 2]}
moves:
  "{s} past {on[s + 1]}":
    - choose: s in cell if s < 2
    - set: on[s] = on[s + 1]
YAML
    wgcq solve edge.yaml
    wgcq why edge.db 1 --format json
    ends_with 0
    is "$(jq -r '.[] | select(.because) | [.move, .because] | join("|")' out)" "2 past ?|s < 2: 2 < 2"
}

@test "a question that reads no plan has an answer where a plan's cost does not fit 64 bits" {
    cat >dear.yaml <<'YAML'
puzzle: Dear detour
state: {x: 0..2}
start: {x: 0}
moves:
  short:
    - guard: x == 0
    - set: {x: 2}
  step:
    - guard: x < 2
    - set: x = x + 1
    - cost: toll = 9223372036854775807
costs: {toll: 0}
goal: {x: 2}
YAML
    wgcq solve dear.yaml -o dear.db --trace none
    ends_with 0
    wgcq why dear.db x=1 --format json
    ends_with 0
    is "$(jq -r '.[] | [.move, .outcome] | join("|")' out)" "$(printf 'step|leads to\nshort|not possible')"
    wgcq query dear.db plans --length 2 --count
    grep -qx '1' out
    wgcq query dear.db shortest
    ends_with 0
    wgcq query dear.db all
    ends_with 2
    says err "does not fit 64 bits"
}

@test "a label that only the failed guard lets be evaluated has a question mark" {
    wgcq solve "$PUZZLES/sliding-tiles.yaml" --set height=1 --set width=2 -o tiles.db
    ends_with 0
    wgcq why tiles.db 1 --format json
    ends_with 0
    is "$(jq -r '.[] | [.move, .outcome] | join("|")' out | sort | uniq -c | tr -s ' ')" \
        "$(printf ' 1 slide 0|not possible\n 1 slide 1|leads to\n 6 slide ?|not possible')"
}

@test "a misspelled move is found where labels have braces" {
    cat >braces.yaml <<'END'
puzzle: Labels with braces
types: {side: [west, east]}
state: {at: side, n: 0..3}
start: {at: west, n: 0}
moves:
  "{at}": [{set: at = other(at)}]
  "step {n}": [{guard: n < 3}, {set: n = n + 1}]
goal: n == 3
END
    sed -i 's/other(at)/east if at == west else west/' braces.yaml
    wgcq solve braces.yaml -q
    for wrong in "wset:west" "stpe 1:step 1"; do
        wgcq why braces.db 1 "${wrong%%:*}"
        ends_with 2
        says err "did you mean '${wrong#*:}'"
    done
    wgcq why braces.db 1 "step 3"
    ends_with 0
    wgcq why braces.db 1 east
    ends_with 0
}

@test "a board is drawn below the moves, over its own lines" {
    cat >board.yaml <<'YAML'
puzzle: A board
state: {at: 0..2}
start: {at: 0}
moves:
  right:
    - guard: at < 2
    - set: at = at + 1
  jump:
    - guard: at == 0
    - set: at = 2
show: |
  {"o" if i == at else "." for i in 0..2}
  --- at {at}
goal: at == 2
end: at == 2
YAML
    wgcq solve board.yaml
    wgcq why board.db 1
    ends_with 0
    lacks out '\n'
    is "$(tail -n 4 out)" "
state 1:
o..
--- at 0"
    is "$(sed -n '3,4p' out | sed 's/  *[-].*//')" "right  leads to      2  .o."
    is "$(grep -c -- '^ *--- at' out)" 3
    wgcq why board.db 3
    is "$(cat out)" "state 3; \`end\`: no move leaves such a state:
..o
--- at 2"
    wgcq why board.db 1 --format box
    is "$(tail -n 3 out)" "state 1:
o..
--- at 0"
    wgcq why board.db 1 --format json
    is "$(jq -r '.[0].shown' out)" ".o.
--- at 1"
    is "$(wc -l <err)" 1
    wgcq solve board.yaml -o line.db -q
    sed '/^show/,/^  ---/d' board.yaml >line.yaml
    wgcq solve line.yaml --replace
    wgcq why line.db 3
    is "$(cat out)" "state 3: at=2; \`end\`: no move leaves such a state"
}

@test "what another choice of the same move drops is not in the answer" {
    for first in "" "first "; do
        cat >slide.yaml <<YAML
puzzle: S
state: {x: 0..5}
start: {x: 0}
moves:
  slide:
    - choose: ${first}n in 0..5 if x + n == 5
    - guard: n > 0
    - set: x = x + n
goal: x == 5
YAML
        wgcq solve slide.yaml -q --replace
        wgcq why slide.db 1 --format json
        is "$(jq -c '[.[] | [.move, .outcome, .state]]' out)" '[["slide","leads to",2]]'
        wgcq why slide.db 1 slide --format json
        is "$(jq -c '[.[] | [.move, .outcome, .state]]' out)" '[["slide","leads to",2]]'
        wgcq why slide.db 2 --format json
        is "$(jq -c '[.[].outcome] | unique' out)" '["not possible"]'
    done
    cat >slide.yaml <<'YAML'
puzzle: S
state: {x: 0..5}
start: {x: 0}
moves:
  slide:
    - choose: n in 0..5 if n > 3
    - set: x = n
never:
  too far: x > 3
goal: x == 5
YAML
    wgcq solve slide.yaml -q --replace || true
    wgcq why slide.db 1 --format json
    is "$(jq -c '[.[].outcome] | unique' out)" '["refused"]'
}

@test "an all or any that decides says for which names it does" {
    cat >each.yaml <<'YAML'
puzzle: Each
types: {who: [ann, bob, cy]}
state:
  at[who]: 0..3
start: {at: [3, 1, 2]}
moves:
  go:
    - guard: all(at[p] == 3 for p in who)
    - set: at[ann] = 0
  come:
    - guard: any(at[p] == 0 for p in who)
    - set: at[ann] = 0
  call:
    - guard: not any(at[p] < at[q] for p in who for q in who if p != q)
    - set: at[ann] = 0
never:
  nobody waits: all(any(at[p] == k for k in 2..3) for p in who)
goal: at[ann] == 0
YAML
    wgcq solve each.yaml -q || true
    wgcq why each.db 1 --format json
    is "$(jq -r '.[].because' out)" "all(at[p] == 3 for p in who): false (p = bob: at[p] == 3: 1 == 3)
any(at[p] == 0 for p in who): false
not any(at[p] < at[q] for p in who for q in who if p != q): not true (p = bob, q = ann: at[p] < at[q]: 1 < 3)"
}
