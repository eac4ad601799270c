#!/usr/bin/env bats
# The stories under puzzles/journeys, built from wgcq.h and the library alone, give what is published.
load common

# Builds a program of puzzles/journeys and runs it with the other arguments.
run_journey() {
    local program=$1
    shift
    ${CC:-cc} -std=c11 -O2 -Wall -Wextra -Wpedantic -Werror $SANITIZE -I"$ROOT/lib" -o "$program" \
        "$PUZZLES/journeys/$program.c" "$BUILD/libwgcq.a" -lyaml -lsqlite3 -lgmp -lutf8proc -pthread -lm
    "./$program" "$@" >out
}

setup_file() {
    export BUILD=${BUILD:-$BATS_TEST_DIRNAME/../../build} SANITIZE=
    if nm "$BUILD/libwgcq.a" 2>/dev/null | grep -q __asan_init; then
        export SANITIZE=-fsanitize=address,undefined
    fi
}

@test "wolf, goat and cabbage: 2 plans of 7 moves, and as many as wgcq plans counts" {
    run_journey wolf_goat_cabbage
    is "$(tail -n 1 out)" "2 plans of 7 moves"
    is "$(wc -l <out)" 3
    for n in 7 9 11 13; do
        ./wolf_goat_cabbage $n count >out
        is "$(cut -d' ' -f1 out)" "$("$WGCQ" plans "$PUZZLES/wolf-goat-cabbage.yaml" $n --count | grep -oE '[0-9]+' | head -n 1)"
    done
}

@test "queens: 92 ways, 12 of them distinct; 724 and 92 for ten" {
    run_journey queens
    is "$(paste -sd, out)" "92 ways,12 of them distinct"
    is "$(./queens 10 | paste -sd,)" "724 ways,92 of them distinct"
}

@test "SEND + MORE = MONEY has one solution" {
    run_journey send_more
    is "$(cat out)" "9567+1085=10652"
    is "$(./send_more CROSS ROADS DANGER)" "96233+62513=158746"
    is "$(./send_more I AM HUNGRY)" ""
    not ./send_more SEND MORE 2>err
    not ./send_more send more money 2>err
    says err "capital letters"
}

@test "a sudoku has one solution" {
    run_journey sudoku
    is "$(cat out)" "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
}

@test "the template does nothing but compiles" {
    run_journey template
    is "$(cat out)" 1
}

@test "a magic square of 3 by 3 can be looked at in 8 ways, also in the checking mode" {
    run_journey magic_square
    is "$(wc -l <out)" 8
    is "$(head -n 1 out)" "276/951/438"
    is "$(./magic_square 1)" 1
    is "$(./magic_square 2)" ""
    not ./magic_square 5 2>err
    ./magic_square 3 tree.db >again
    cmp out again
    is "$(sqlite3 tree.db "SELECT count(*) FROM results")" 8
    # a cell is tried with each number whenever the cells before it fit, and fails if that is there
    is "$(sqlite3 tree.db "SELECT sum(tried), sum(failed) FROM guards WHERE name = 'used before' AND depth = 2")" "81|9"
    is "$(sqlite3 tree.db "SELECT DISTINCT name FROM guards ORDER BY name" | paste -sd,)" "a line does not add up,used before"
}

@test "change: each payment has fewer coins than the one before, and the last the fewest there are" {
    run_journey change
    is "$(paste -sd'|' out)" "6 coins: 25 25 10 1 1 1|3 coins: 21 21 21"
    for task in "63 25 21 10 5 1" "12 9 6 1" "99 50 33 7" "7 5 4" "40 1 20 1" "999 100 37 11 2" "13 13"; do
        ./change $task >out
        /usr/bin/python3 - $task <<'PY'
import sys

amount, *coins = map(int, sys.argv[1:])
payments = [[int(coin) for coin in line.split(": ")[1].split()] for line in open("out")]
counts = [int(line.split()[0]) for line in open("out")]
fewest = [0] + [None] * amount
for n in range(1, amount + 1):
    fewest[n] = min((fewest[n - c] + 1 for c in coins if c <= n and fewest[n - c] is not None), default=None)
assert all(sum(p) == amount and set(p) <= set(coins) for p in payments)
assert counts == [len(p) for p in payments] and all(a > b for a, b in zip(counts, counts[1:]))
assert (counts[-1] if counts else None) == fewest[amount]
PY
    done
    for wrong in "0" "63 x" "10001" "5 0" "5 -1"; do not ./change $wrong 2>err; done
    says err "numbers from 1"
}

@test "common letters: the longest subsequence of two words, by tables" {
    run_journey common_letters
    is "$(tail -n 1 out)" "4 in common, 5 left over"
    long=$(printf 'abcacbbca%.0s' 1 2 3 4 5 6 7 8 9 10 11)
    for pair in "ABCBDAB BDCABA" "nematode empty" "same same" "abc xyz" "$long ${long:3}b" "aaaa aa"; do
        ./common_letters $pair >out
        /usr/bin/python3 - $pair <<'PY'
import sys

a, b = sys.argv[1:]
letters, figures = open("out").read().split("\n")[:2]
most = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
for i, x in enumerate(a):
    for k, y in enumerate(b):
        most[i + 1][k + 1] = most[i][k] + 1 if x == y else max(most[i][k + 1], most[i + 1][k])
n = most[-1][-1]
assert len(letters) == n and figures == f"{n} in common, {len(a) + len(b) - 2 * n} left over"
for word in (a, b):
    left = iter(word)
    assert all(letter in left for letter in letters)
PY
    done
    is "$(./common_letters "" x | tail -n 1)" "0 in common, 1 left over"
    not ./common_letters one 2>err
    says err "two words"
}

@test "a fifteen puzzle by A*: Korf's 79th board in 42 moves, that lead from the board to the goal" {
    run_journey fifteen_puzzle
    is "$(head -n 1 out | cut -d, -f1)" "42 moves"
    /usr/bin/python3 - "$(tail -n 1 out)" <<'PY'
import sys

board = [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15]
tiles = [int(t) for t in sys.argv[1].split()]
assert len(tiles) == 42
for tile in tiles:
    gap, at = board.index(0), board.index(tile)
    assert abs(gap // 4 - at // 4) + abs(gap % 4 - at % 4) == 1
    board[gap], board[at] = tile, 0
assert board == list(range(16))
PY
    ./fifteen_puzzle 1 2 0 3 4 5 6 7 8 9 10 11 12 13 14 15 >out
    is "$(tail -n 1 out)" "2 1"
    not ./fifteen_puzzle 1 2 3 2>err
    not ./fifteen_puzzle 1 1 0 3 4 5 6 7 8 9 10 11 12 13 14 15 2>err
    says err "once each"
}

@test "numbers: the ways come shortest first, all of them and each once, out of a space without end" {
    run_journey numbers 1 14 60
    tail -n 1 out | grep -qE '^explored: [0-9]{2,5} numbers$'
    is "$(./numbers 5 5 | paste -sd'|')" "0 moves: 5|explored: 100000 numbers, up to --max-states 100000"
    for pair in "1 14 60" "7 -3 20" "0 24 40"; do
        ./numbers $pair >out
        /usr/bin/python3 - $pair <<'PY'
import sys

start, goal, wanted = map(int, sys.argv[1:])
moves = {"double": lambda n: 2 * n, "add 3": lambda n: n + 3, "take away 5": lambda n: n - 5}
lines = open("out").read().splitlines()[:-1]
printed = []
for line in lines:
    length, way = line.split(" moves: ")
    first, *steps = way.split(", ")
    at, seen = int(first), [int(first)]
    assert at == start and len(steps) == int(length)
    for step in steps:
        name, value = step.split(": ")
        assert goal not in seen and moves[name](at) == int(value) and int(value) not in seen
        at = int(value)
        seen.append(at)
    assert at == goal
    printed.append(tuple(s.split(": ")[0] for s in steps))
assert len(set(printed)) == len(printed) and [len(s) for s in printed] == sorted(len(s) for s in printed)
# every way that is shorter than the last one is there, none that passes a number twice
ways, right = [((), (start,))], []
while len(ways[0][0]) < len(printed[-1]) - 1:
    ways = [(w + (m,), p + (f(p[-1]),)) for w, p in ways for m, f in moves.items() if f(p[-1]) not in p]
    right += [w for w, p in ways if p[-1] == goal]
    ways = [(w, p) for w, p in ways if p[-1] != goal]
assert set(right) == {s for s in printed if len(s) < len(printed[-1])} and len(printed) == wanted
PY
    done
}

@test "Peterson's mutual exclusion holds; with the turn first, a shortest plan breaks it" {
    run_journey peterson
    is "$(head -n 1 out)" "flag first: mutual exclusion holds in $(/usr/bin/python3 - <<'PY'
reached, waiting = set(), [((0, 0), (0, 0), 0)]
while waiting:
    at, flag, turn = state = waiting.pop()
    if state in reached:
        continue
    reached.add(state)
    assert at != (3, 3)
    for p in (0, 1):
        if at[p] == 2 and flag[1 - p] and turn != p:
            continue
        raised = {0: 1, 3: 0}.get(at[p], flag[p])
        put = lambda pair, v: (v, pair[1]) if p == 0 else (pair[0], v)
        waiting.append((put(at, (at[p] + 1) % 4), put(flag, raised), 1 - p if at[p] == 1 else turn))
print(len(reached))
PY
) states"
    is "$(sed -n 2p out)" "turn first: mutual exclusion is violated after 6 steps of"
    is "$(sed -n '3,$p' out | paste -sd,)" "  0 gives the turn to 1,  1 gives the turn to 0,  1 raises its flag,  1 enters,  0 raises its flag,  0 enters"
}
