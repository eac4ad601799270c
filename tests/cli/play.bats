#!/usr/bin/env bats
# wgcq play: one move after the other, entered by a script or at a terminal.
load common

# Enters the lines of the arguments behind the first; `out` and `err` as of wgcq.
play() {
    local file=$1
    shift
    status=0
    printf '%s\n' "$@" | "$WGCQ" play "$file" ${OPTIONS:-} >out 2>err || status=$?
}

@test "moves by number, by name, by the beginning of a name" {
    play "$PUZZLES/wolf-goat-cabbage.yaml" 1 "cross alone" "take w" "TAKE g" "take c" c "take g" p
    ends_with 0
    empty err
    says out "the goal is reached"
    is "$(tail -n 7 out)" "   1  take goat
   2  cross alone
   3  take wolf
   4  take goat
   5  take cabbage
   6  cross alone
   7  take goat"
}

@test "a beginning of several names is asked back, and no move is made" {
    play "$PUZZLES/wolf-goat-cabbage.yaml" 1 1 take p
    ends_with 2 # a line of the script was not understood
    says out "several moves are called so; which one?
   2  take wolf
   3  take cabbage"
    is "$(grep -c '^> ' out)" 2
}

@test "a move that is not possible says why" {
    play "$PUZZLES/wolf-goat-cabbage.yaml" "take wolf" "take nothing" "take gaot"
    ends_with 2
    says out "the goat eats the cabbage: at[goat] == at[cabbage] != farmer"
    says out "no move 'take nothing' here"
    says out "did you mean:
  take goat"
    is "$(grep -c '^> ' out)" 0
}

@test "? lists what rules reject, and every reason against one move" {
    play "$PUZZLES/wolf-goat-cabbage.yaml" "?"
    ends_with 0
    is "$(grep -c 'eats the' out)" 4
    lacks out "not possible"
    play "$PUZZLES/wolf-goat-cabbage.yaml" 1 "?take wolf"
    ends_with 0
    says out "not possible: at[c] == farmer: west == east"
    play "$PUZZLES/wolf-goat-cabbage.yaml" 1 "?" "? take goat"
    ends_with 0
    says out "no rule rejects a move here"
    says out "  take goat             possible: leads to"
    play "$PUZZLES/wolf-goat-cabbage.yaml" "? take" "? sink"
    says out "  take goat             possible: leads to"
    says out "  take wolf             the goat eats the cabbage"
    is "$(grep -c "no choice of such a move is possible here" out)" 1
}

@test "a goal reached tells what a plan that ends there costs" {
    cat >final.yaml <<'YAML'
puzzle: final costs, passing a goal
state: {x: 0..6}
start: {x: 0}
moves:
  go: [{guard: "x < 6"}, {cost: "c = 1"}, {set: x = x + 1}]
goal: x >= 3
final: {c: "(6 - x) * 2"}
minimize: c
YAML
    play final.yaml go go go go go go
    ends_with 0
    is "$(grep ' moves*, c' out)" "0 moves, c 0
1 move, c 1
2 moves, c 2
3 moves, c 3 (9 with the end)
4 moves, c 4 (8 with the end)
5 moves, c 5 (7 with the end)
6 moves, c 6"
}

@test "a saved plan has any label; lines of old files are read as they are" {
    cat >labels.yaml <<'YAML'
puzzle: odd labels
state: {x: 0..4}
start: {x: 0}
moves:
  "two\nlines\\": [{guard: x == 0}, {set: x = 1}]
  " blanks ": [{guard: x == 1}, {set: x = 2}]
  '"quoted"': [{guard: x == 2}, {set: x = 3}]
  '" blank"': [{guard: x == 3}, {set: x = 4}]
goal: x == 4
YAML
    wgcq solve labels.yaml -q
    play labels.db 1 1 1 1 "s plan.txt"
    ends_with 0
    is "$(cat plan.txt)" '"two\nlines\\"
" blanks "
"quoted"
"\" blank\""'
    wgcq verify labels.db --plan plan.txt
    ends_with 0
}

@test "undo and redo" {
    play "$PUZZLES/wolf-goat-cabbage.yaml" u r 1 1 "u 2" "r" "r 9" "u 1" "take goat" r "u x" p
    ends_with 2 # u x
    says out "there is no move to take back"
    is "$(grep -c 'there is no move to make again' out)" 2 # what was taken back is forgotten
    says out "1 move, 1 ahead (r makes the next)"
    is "$(tail -n 2 out)" "   1  take goat
   2  take goat"
}

@test "hints and distances by any cost" {
    play "$PUZZLES/family.yaml" h "h noise" d "h nose"
    ends_with 2
    says out "a goal in 62 moves"
    says out "a goal in 62 moves, noise 29"
    says out "a goal is 62 moves away"
    says out "unknown cost 'nose'; did you mean 'noise'?"
    OPTIONS="--by noise" play "$PUZZLES/family.yaml" h
    says out "noise 29"
}

@test "a dead end is said where it is asked for" {
    play "$PUZZLES/frogs.yaml" 1 1 1 1 d h
    cp out all
    play "$PUZZLES/frogs.yaml" 1 1 1 1
    lacks out "dead end"
    says all "a dead end: no goal can be reached from here"
    says all "no hint: no goal can be reached from here"
}

@test "what a limit leaves open is not known" {
    OPTIONS="--set n=12 --max-states 100" play "$PUZZLES/frogs.yaml" d h "g 1"
    ends_with 0
    is "$(grep -c 'not known: a limit came first, after 100 states' out)" 2
    says out "not known: a limit came before solution 1"
}

@test "without a goal there is no way to it" {
    cat >walk.yaml <<'YAML'
puzzle: Walk
state: {at: 0..3}
start: {at: 0}
moves:
  on: [{guard: at < 3}, {set: at = at + 1}]
YAML
    play walk.yaml on d h
    ends_with 2
    says out "declares no goal"
}

@test "a solution step by step, of a file and of a puzzle" {
    wgcq solve -q "$PUZZLES/wolf-goat-cabbage.yaml"
    for file in wolf-goat-cabbage.db "$PUZZLES/wolf-goat-cabbage.yaml"; do
        play "$file" "g 2" "" "" r "r 4" "g 3" "g 0"
        ends_with 0
        says out "7 ahead"
        says out "the goal is reached"
        is "$(grep -c '^> ' out)" 7
        says out "there is no solution 3"
        says out "there is no solution 0"
    done
    wgcq show wolf-goat-cabbage.db 2 --format tsv
    is "$(awk -F'\t' 'NR > 2 { print $2 }' out)" \
        "$(printf 'g 2\nr 7\np\n' | "$WGCQ" play wolf-goat-cabbage.db | tail -n 7 | cut -c7-)"
}

@test "a saved plan is one that verify reads; a file is replaced only on request" {
    wgcq solve -q "$PUZZLES/wolf-goat-cabbage.yaml"
    play wolf-goat-cabbage.db "g 1" "r 7" "s plan.txt"
    ends_with 0
    says out "7 moves saved"
    wgcq verify wolf-goat-cabbage.db --plan plan.txt
    ends_with 0
    play wolf-goat-cabbage.db "take goat" "s plan.txt"
    ends_with 2
    says out "'plan.txt' exists; s! replaces it"
    is "$(wc -l <plan.txt)" 7
    play wolf-goat-cabbage.db "take goat" "s! plan.txt"
    ends_with 0
    is "$(cat plan.txt)" "take goat"
    play wolf-goat-cabbage.db "take goat" "s no/such/plan.txt"
    ends_with 4
}

@test "a move of the name of a word is the move; a colon makes it the word" {
    cat >letters.yaml <<'YAML'
puzzle: Letters
state: {at: 0..9}
start: {at: 0}
moves:
  u: [{guard: at < 9}, {set: at = at + 1}]
  "7": [{guard: at == 1}, {set: at = 7}]
goal: {at: 9}
YAML
    play letters.yaml u u :u :u
    ends_with 0
    is "$(grep -c '^> u' out)" 2
    says out "0 moves, 2 ahead"
    play letters.yaml u 7
    ends_with 0
    says out "at=7"
}

@test "moves of one name are told apart by their states" {
    cat >same.yaml <<'YAML'
puzzle: Same
state: {at: 0..2}
start: {at: 0}
moves:
  jump: [{choose: "to in 1..2"}, {guard: at == 0}, {set: at = to}]
goal: {at: 2}
YAML
    play same.yaml jump 2
    ends_with 2
    says out "   2  jump  -> at=2"
    says out "several moves are called so"
    says out "the goal is reached"
    says out "no move is possible"
}

@test "several initial states" {
    cat >starts.yaml <<'YAML'
puzzle: Starts
state: {at: 0..3}
start: {at: any}
moves:
  on: [{guard: at < 3}, {set: at = at + 1}]
goal: {at: 3}
YAML
    play starts.yaml "b 3" d "b 9" b "h"
    ends_with 0
    says out "initial state 1 of 4"
    says out "a goal is 1 move away"
    says out "there are 4 initial states"
    says out "on: a goal in 3 moves"
}

@test "an error in a move names its place, and the way back is open" {
    cat >fails.yaml <<'YAML'
puzzle: Fails
state: {at: 0..3}
start: {at: 0}
moves:
  on: [{set: at = at + 1}]
goal: {at: 3}
YAML
    play fails.yaml on on on u p
    ends_with 2
    says err "fails.yaml:5:"
    is "$(tail -n 2 out)" "   1  on
   2  on"
}

@test "bad usage" {
    wgcq play -
    ends_with 2
    wgcq play nowhere.yaml </dev/null
    ends_with 4
    wgcq solve -q "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq play wolf-goat-cabbage.db --set n=3 </dev/null
    ends_with 2
    says err "--set is for a puzzle"
    wgcq play "$PUZZLES/wolf-goat-cabbage.yaml" --run 1 </dev/null
    ends_with 2
    broken_puzzle
    wgcq play broken.yaml </dev/null
    ends_with 2
    says err "broken.yaml:"
}

@test "a signal ends a game in a search" {
    echo d >in
    status=0
    timeout --preserve-status -s INT 0.5 "$WGCQ" play "$PUZZLES/frogs.yaml" --set n=20 --max-time 60 <in >out 2>err || status=$?
    ends_with 130
    lacks out "a goal is"
    says err "interrupted"
}

@test "at a terminal lines are edited and completed" {
    cat >terminal.py <<'PY'
import os, pty, select, sys, time
child, terminal = pty.fork()
if not child:
    os.environ["TERM"] = "vt100"
    os.execv(sys.argv[1], [sys.argv[1], "play", sys.argv[2]])
seen = b""
def wait_for(text):
    global seen
    end = time.time() + 20
    while text not in seen and time.time() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                break
    if text not in seen:
        sys.exit(f"no {text!r} in {seen!r}")
    seen = seen.split(text, 1)[1]
wait_for(b"> ")
os.write(terminal, b"take g\t\n")
wait_for(b"1 move")
os.write(terminal, b"d\n")
wait_for(b"a goal is 6 moves away")
# A key that comes before libedit has set up the terminal is lost, or becomes a part of the line: ^U empties it.
done, end = 0, time.time() + 20
while not done and time.time() < end:
    os.write(terminal, b"\x15" + sys.argv[3].encode())
    time.sleep(0.1)
    done, status = os.waitpid(child, os.WNOHANG)
if not done:
    sys.exit("the game goes on")
print(os.waitstatus_to_exitcode(status))
PY
    is "$(/usr/bin/python3 terminal.py "$WGCQ" "$PUZZLES/wolf-goat-cabbage.yaml" $'\x04')" 0
    is "$(/usr/bin/python3 terminal.py "$WGCQ" "$PUZZLES/wolf-goat-cabbage.yaml" $'q\n')" 0
    is "$(/usr/bin/python3 terminal.py "$WGCQ" "$PUZZLES/wolf-goat-cabbage.yaml" $'\x03')" 130
}

@test "words in whole" {
    play "$PUZZLES/wolf-goat-cabbage.yaml" hint "take goat" undo redo distance "why take wolf" plan "save mine.txt" quit
    ends_with 0
    says out "take goat: a goal in 7 moves"
    says out "a goal is 6 moves away"
    says out "   1  take goat"
    is "$(cat mine.txt)" "take goat"
    play "$PUZZLES/wolf-goat-cabbage.yaml" "take goat" why undo ":undo" ":hint"
    says out "there is no move to take back"
    cat >named.yaml <<'END'
puzzle: A move has the name of a word
state: {at: 0..2}
start: {at: 0}
moves:
  undo it: [{guard: at < 2}, {set: at = at + 1}]
goal: at == 2
END
    play named.yaml undo undo
    says out "the goal is reached"
}
