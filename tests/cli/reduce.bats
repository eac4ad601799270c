#!/usr/bin/env bats
# wgcq solve --reduce symmetry: one state of each orbit; tests/truth/reduced.py compares all figures.

load common

reduced() {
    wgcq solve "$@" --trace none --reduce symmetry
}

@test "what is kept and what it stands for" {
    reduced "$PUZZLES/tic-tac-toe.yaml"
    ends_with 0
    says out "states      5,478"
    says out "orbits      765: the symmetry is proved by the moves"
    says out "shortest 6 moves, 5,328 ways"
    reduced "$PUZZLES/queens.yaml" --set n=6 --format json
    ends_with 0
    is "$(jq -c '[.orbits, .goals, .goal_orbits, .dead_ends, .shortest.count]' out)" '[77,4,2,128,"4"]'
    wgcq solve "$PUZZLES/queens.yaml" --set n=6 --trace none --format json
    is "$(jq -c '[.orbits, .goal_orbits]' out)" '[null,null]'
}

@test "solutions that are stored are the puzzle's own" {
    wgcq solve "$PUZZLES/queens.yaml" --set n=6 -o q.db --trace solutions --reduce symmetry
    ends_with 0
    says out "orbits      77: the symmetry is proved by the moves"
    says out "q.db: 2 solutions"
    wgcq verify q.db
    ends_with 0
    says out "symmetry              153  holds"
    wgcq query q.db shortest --count
    is "$(cat out)" 4
    wgcq query q.db all --format csv
    is "$(tail -n +2 out | sort -u | wc -l)" 4
    wgcq query q.db classes --up-to symmetry --of all
    says out "complete: 2 classes of 4 plans"
    wgcq sql q.db "SELECT states, options FROM runs" --format csv
    says out "--trace solutions --reduce symmetry"
    wgcq solve "$PUZZLES/queens.yaml" --set n=6 -o q.db --trace solutions --reduce symmetry --replace
    ends_with 0
}

@test "a declaration that does not hold is refused with a counterexample" {
    sed 's/^goal: .*/goal: won(o) and cell[1, 1] == o/' "$PUZZLES/tic-tac-toe.yaml" >goal.yaml
    sed 's/^    - guard: .*/&\n    - guard: r != 1 or c != 2/' "$PUZZLES/tic-tac-toe.yaml" >move.yaml
    sed 's/^    - set: .*/&\n    - cost: toil = r/; s/^goal:/costs:\n  toil: 0\n&/' "$PUZZLES/tic-tac-toe.yaml" >cost.yaml
    sed 's/: cell\[r, 4 - c\]/: cell[r, 2]/' "$PUZZLES/tic-tac-toe.yaml" >map.yaml
    sed 's/: cell\[c, 4 - r\]/: cell[c, 3 - r]/' "$PUZZLES/tic-tac-toe.yaml" >range.yaml
    sed 's/^goal:/never: {corner: "cell[1, 1] == o"}\n&/' "$PUZZLES/tic-tac-toe.yaml" >rule.yaml
    sed 's/^goal:/invariant:\n  corner: cell[1, 1] != o\n&/' "$PUZZLES/tic-tac-toe.yaml" >invariant.yaml
    sed 's/^goal:/final: {toil: "9 if cell[1, 1] == o else 1"}\ncosts: {toil: 1}\n&/' "$PUZZLES/tic-tac-toe.yaml" >final.yaml
    sed 's/^end: .*/end: won(x) or cell[1, 1] == o/' "$PUZZLES/tic-tac-toe.yaml" >end.yaml
    for kind in goal move cost map range rule invariant final end; do
        wgcq solve $kind.yaml --trace none
        case $status in 0 | 1 | 5) ;; *) cat err; false ;; esac
        reduced $kind.yaml
        ends_with 2
        empty out
        says err "does not hold: "
    done
    reduced move.yaml
    says err "'symmetric: quarter turn' does not hold: by it, the state cell[1, 1]=none cell[1, 2]=none"
    says err "cell[3, 3]=none becomes itself, and 'x at 2 3' from the former has no counterpart"
    reduced goal.yaml
    says err ", the state with cell[1, 1]=o"
    says err " becomes one with cell["
    says err ", and only one of them is a goal, ends, or violates an invariant (cell[line, line]: mark)"
    cat >lamps.yaml <<'YAML'
puzzle: Lamps
types:
  lamp: [red, green]
state:
  lit[lamp]: bool
start: {lit: any}
moves:
  press {l}:
    - choose: l in lamp
    - set: lit[l] = not lit[l]
symmetric:
  - all alike:
      lit: lit[red]
YAML
    reduced lamps.yaml
    ends_with 2
    says err ", and so does the one with "
}

@test "a start that is not symmetric: what is known of states, and what of orbits alone" {
    sed 's/^start: .*/start: {cell: none, "cell[1, 1]": x}/' "$PUZZLES/tic-tac-toe.yaml" >corner.yaml
    wgcq solve corner.yaml --trace none --format json
    plain=$(jq -c '[.shortest, .status, .remark]' out)
    reduced corner.yaml
    ends_with 0
    says out "states      not known, only in orbits"
    says out "orbits      652: the symmetry is proved by the moves, and does not keep the start"
    says out "goals       in 40 orbits"
    says out "dead ends   in 213 orbits"
    says out "deadlocks   in 3 orbits"
    lacks out "edges"
    lacks out "depth"
    reduced corner.yaml --format json
    ends_with 0
    is "$(jq -c '[.shortest, .status, .remark]' out)" "$plain"
    is "$(jq -c '[.states, .edges, .depth, .goals, .dead_ends, .deadlocks]' out)" '[null,null,null,null,null,null]'
    is "$(jq -c '[.orbits, .goal_orbits, .dead_end_orbits, .deadlock_orbits]' out)" '[652,40,213,3]'
    reduced corner.yaml --format csv
    is "$(sed -n '2s/^[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,//p' out | cut -d, -f1-5)" ',,,,'
    wgcq solve corner.yaml -o corner.db --trace solutions --reduce symmetry
    wgcq sql corner.db "SELECT states, edges, depth, goals, dead_ends, starts, shortest_count FROM runs" --format csv
    is "$(tail -n 1 out | tr -d '\r')" ",,,,,1,552"
    wgcq verify corner.db
    ends_with 0
    says out "symmetry "
    wgcq query corner.db shortest --count
    is "$(cat out)" 552
    wgcq query corner.db classes --up-to symmetry
    ends_with 0
    says out "classes of 552 shortest plans"
}

@test "a start that is not symmetric: what is 0 is known, and a violation by its length alone" {
    sed 's/^start: .*/start: {cell: none, "cell[1, 1]": x}/; s/^goal:.*/goal: cell[1, 1] == o/' "$PUZZLES/tic-tac-toe.yaml" >none.yaml
    sed 's/^goal:.*/&\ninvariant:\n  some room: any(cell[r, c] == none for r in line, c in line)/' "$PUZZLES/tic-tac-toe.yaml" |
        sed 's/^start: .*/start: {cell: none, "cell[1, 1]": x}/' >full.yaml
    sed -i 's/^goal: .*/goal: all(cell[r, c] == o for r in line, c in line)/' none.yaml
    reduced none.yaml --format json
    ends_with 1
    is "$(jq -c '[.goals, .goal_orbits, .states]' out)" '[0,0,null]'
    says out "all 652 reachable orbits were explored"
    reduced full.yaml --format json
    ends_with 5
    is "$(jq -c '.violations' out)" '[{"invariant":"some room","states":null,"length":8}]'
    wgcq solve full.yaml -o full.db --trace solutions --reduce symmetry
    ends_with 5
    lacks out "some room, after 8 moves: "
    wgcq verify full.db
    ends_with 0
}

@test "what it does not go with" {
    reduced "$PUZZLES/frogs.yaml" --order depth-first
    ends_with 2
    says err "--reduce symmetry goes with --order breadth-first only"
    not test -e x.db
    wgcq solve "$PUZZLES/frogs.yaml" --reduce symmetry
    ends_with 2
    says err "--reduce symmetry goes with --trace solutions or none: rows would be those of all states"
    for words in "--max-states 20" "--stop first"; do
        wgcq solve "$PUZZLES/frogs.yaml" --trace solutions --reduce symmetry $words
        ends_with 2
        says err "--reduce symmetry and a file do not go with "
    done
    reduced "$PUZZLES/hanoi.yaml"
    ends_with 2
    says err "declares nothing 'symmetric'"
    wgcq solve "$PUZZLES/frogs.yaml" --trace none --reduce size
    ends_with 2
}

@test "limits, and several values of a parameter" {
    reduced "$PUZZLES/frogs.yaml" --set n=8 --max-states 500
    ends_with 3
    says out "orbits      500"
    reduced "$PUZZLES/frogs.yaml" --set n=8 --max-depth 10
    ends_with 3
    says out "--max-depth 10"
    reduced "$PUZZLES/frogs.yaml" --stop shortest
    ends_with 0
    says out "shortest 24 moves, 2 ways"
    reduced "$PUZZLES/frogs.yaml" --set n=1..4 --format csv
    ends_with 0
    is "$(grep -c 'complete' out)" 4
}

relations() { # undirected graphs of 7 nodes; the group is to be added
    cat <<'YAML'
puzzle: Relations
types:
  node: 0..6
state:
  to[node, node]: bool
start: {to: false}
moves:
  "{a} {b}":
    - choose: a in node, b in node if a < b
    - set: {"to[a, b]": "not to[a, b]", "to[b, a]": "not to[b, a]"}
symmetric:
YAML
}

@test "tables of the group count against --max-memory" {
    relations >relations.yaml
    cat >>relations.yaml <<'YAML'
  - turn: {v for v in node: (v + 1) % 7}
  - swap: {v for v in node: 1 - v if v < 2 else v}
YAML
    reduced relations.yaml
    ends_with 0
    says out "orbits      1,044: the symmetry is proved by the moves"
    reduced relations.yaml --max-memory 1M
    ends_with 3
    says out "--max-memory 1048576"
}

@test "a group of 7! or 518,400 elements, by exchanges, needs no tables" {
    relations >relations.yaml
    echo '  - node' >>relations.yaml
    reduced relations.yaml --max-memory 1M
    ends_with 0
    says out "states      2,097,152"
    says out "orbits      1,044: the symmetry is proved by the moves"
    reduced "$BATS_TEST_DIRNAME/../bench/symmetry/clients.yaml" --set clients=3 --set resources=3
    says out "states      8,000"
    says out "orbits      309: the symmetry is proved by the moves"
    reduced "$BATS_TEST_DIRNAME/../bench/symmetry/clients.yaml" --max-states 2000
    ends_with 3
    says out "orbits      2,000: the symmetry is proved by the moves"
}

# A part with a gap, lists of integers: the bits of a cell are not its value's position in the type.
gaps() { # TYPE VALUE MORE...
    printf '%s\n' 'puzzle: Gaps' 'types:' '  side: [left, right]' '  whole: [a, b, c]' "  part: $1" \
        'state:' '  p[side]: part' '  q[side]: whole' "start: {p: $2, q: a}" \
        'moves:' '  "{s}":' '    - choose: s in side if q[s] == a' '    - set: q[s] = b' \
        'deadlock: forbidden' 'invariant: {some: "any(q[s] == a for s in side)"}' "${@:3}" >gaps.yaml
    reduced gaps.yaml --format json
    ends_with 5
    jq -c '[.states, .edges, .orbits, .deadlocks, .violations[].states]' out
}

@test "types with gaps, moved and renamed" {
    for type in '[a, c]' '[b, c]' '[a, b]'; do
        is "$(gaps "$type" "${type:4:1}" 'symmetric: side')" '[4,4,3,1,1,1]'
    done
    for type in '[1, 5]' '[-3, 0, 4]' '[0, 5000000000]' '[-9223372036854775807, 9223372036854775807]'; do
        value=${type##* }
        is "$(gaps "$type" "${value%]}" 'symmetric: side')" '[4,4,3,1,1,1]'
        is "$(gaps "$type" any 'symmetric: part' | jq -c '.[0] - .[2] > 3')" true
    done
}

@test "images that are alike in their first word" {
    cat >necklace.yaml <<'YAML'
puzzle: Beads of a necklace that fill two words
types:
  bead: 0..11
symmetric:
  - next bead: {b for b in bead: (b + 1) % 12}
state:
  colour[bead]: 0..200
start: {colour: 0}
moves:
  paint {b}:
    - choose: b in bead
    - guard: colour[b] == 0
    - set: colour[b] = 1
goal: all(colour[b] == 1 for b in bead)
YAML
    reduced necklace.yaml --format json
    ends_with 0
    is "$(jq -c '[.states, .edges, .orbits]' out)" '[4096,24576,352]'
}

@test "figures beyond 64 bits" {
    cat >ranks.yaml <<'YAML'
puzzle: Ranks
params: {n: 12}
types:
  left: 1..n
  right: 0..n - 1
state:
  rank[left]: 0..n
  order[right]: 0..n
start: {rank: 0, order: 0}
moves:
  "{a} on the left":
    - choose: a in left
    - guard: rank[a] == 0
    - set: rank[a] = 1 + max(rank[b] for b in left)
  "{a} on the right":
    - choose: a in right
    - guard: order[a] == 0
    - set: order[a] = 1 + max(order[b] for b in right)
goal: all(rank[a] != 0 for a in left) and all(order[a] != 0 for a in right)
symmetric: [left, right]
YAML
    reduced ranks.yaml
    ends_with 0
    says out "states      1,695,363,746,143,209,025"
    says out "shortest 24 moves, 620,448,401,733,239,439,360,000 ways"
    for n in 13 18; do
        reduced ranks.yaml --set n=$n
        ends_with 2
        empty out
        says err "more than 2^64 states"
    done
}
