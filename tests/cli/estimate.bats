#!/usr/bin/env bats
# Estimates that are made: --order a-star and best-first of puzzles that declare none.  tests/unit/test_patterns.c holds them to
# all distances, tests/truth/random_runs.py runs them on random puzzles.

load common

# Korf's instances (Depth-first iterative-deepening, 1985), the gap in the first place when solved.
fifteen() {
    cat >fifteen.yaml <<'YAML'
puzzle: Fifteen
types:
  row: 0..3
  col: 0..3
  tile: 0..15
params:
  board: [1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
state:
  at[row, col]: tile
start:
  at[r, c] for r in row, c in col: board[r * 4 + c]
moves:
  slide {at[r + dr, c + dc]}:
    - choose: r in row, c in col, dr, dc in [[0, 1], [1, 0], [0, -1], [-1, 0]]
    - guard: r + dr in row and c + dc in col and at[r, c] == 0
    - set:
        at[r, c]: at[r + dr, c + dc]
        at[r + dr, c + dc]: 0
goal: all(at[r, c] == r * 4 + c for r in row, c in col)
YAML
}

@test "the distances of three thirds of the tiles are added" {
    fifteen
    wgcq solve fifteen.yaml --set "board=[0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15]" \
        --order a-star --stop shortest --trace none
    ends_with 0
    says out "solved: shortest 42 moves"
    says out "estimate    made of 1,572,480 states of (at: 1 2 3 4 5) + (at: 6 7 8 9 10) + (at: 11 12 13 14 15)"
}

@test "what it is made of is in the report, and verify holds it to every edge" {
    wgcq solve "$PUZZLES/rush-hour.yaml" --order a-star -o rush.db --format json
    ends_with 0
    is "$(jq -c '[.shortest, .estimate_states]' out)" '[{"length":16,"count":"207936"},1247]'
    wgcq verify rush.db
    ends_with 0
    says out "made again, of 1,247 abstract states; consistent, 0 in goals"
    wgcq solve "$PUZZLES/rush-hour.yaml" --order best-first -o greedy.db
    ends_with 0
    wgcq verify greedy.db
    ends_with 0
    wgcq solve "$PUZZLES/rush-hour.yaml" -o plain.db --format json
    is "$(jq -c '[.estimate, .estimate_states]' out)" '[null,null]'
    wgcq solve "$PUZZLES/eight-puzzle.yaml" --order a-star --stop shortest --trace none --format json
    is "$(jq -c '[.shortest.length, .estimate]' out)" '[31,null]'
}

@test "fewer states than without it" {
    grep -v '^estimate' "$PUZZLES/eight-puzzle.yaml" >eight.yaml
    wgcq solve eight.yaml --order a-star --stop shortest --trace none --format json
    ends_with 0
    is "$(jq .shortest.length out)" 31
    [ "$(jq .states out)" -lt 1000 ]
    wgcq solve "$PUZZLES/sokoban.yaml" --order a-star --stop shortest --trace none --format json
    is "$(jq .shortest.length out)" 33
    [ "$(jq .states out)" -lt 100 ]
}

@test "where nothing bounds the cost, the order goes by cost alone" {
    sed 's/^goal:.*/goal: at[0, 0] >= 0 and on/; s/^state:/state:\n  on: bool/; s/^start:/start:\n  on: false/' <(fifteen; cat fifteen.yaml) >no.yaml
    wgcq solve no.yaml --order a-star --max-states 50 --trace none
    ends_with 3
    says out "estimate    none: nothing was found that bounds it"
}

@test "--max-time ends the making too" {
    fifteen
    wgcq solve fifteen.yaml --set "board=[14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3]" --order a-star --stop shortest \
        --trace none --max-time 0.3
    ends_with 3
    says out "stopped at --max-time 0.3"
}
