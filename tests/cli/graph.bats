#!/usr/bin/env bats
# wgcq graph: pictures of the explored graph.  What is in them is held to the file by truth/pictures.py.
load common

# Whether dot takes what is in `out`, and makes $1 nodes and $2 edges of it.
drawn() {
    dot -Tsvg out >drawn.svg 2>complaints || return 1
    empty complaints
    /usr/bin/python3 -c 'import sys, xml.dom.minidom as m
groups = m.parse("drawn.svg").getElementsByTagName("g")
print(*[sum(g.getAttribute("class") == c for g in groups) for c in ("node", "edge")])' >counts
    is "$(cat counts)" "$1 $2"
}

# A `dot` of our own on PATH: the lines of its script.
own_dot() {
    mkdir -p bin
    { echo '#!/bin/sh'; printf '%s\n' "$@"; } >bin/dot
    chmod +x bin/dot
}

# Texts that mean something to DOT, Mermaid, GraphML, HTML, Markdown, YAML.
hostile_puzzle() {
    cat >hostile.yaml <<'YAML'
puzzle: "T\"]; }<b>&amp;\\N %%{init}%% ü --> `x` $$y$$ ]]> {{"
types:
  place: {here: "\"]; x -> y [<&amp;>", there: "]])|\\l\\N{`#35;`}\\", other: "1. ü <br> ~*_a_*"}
state:
  at: place
start: {at: here}
moves:
  "say \"]; }|\" --> s9[x] & <i>&lt;</i> \\":
    - set: at = there
  "1. %%[init: (x)]%% ; :::goal #35; fa:fa-ban $$x$$ end":
    - guard: at == there
    - set: at = other
  "]]> </data><data key=\"is_goal\"> 'x' \t ~~ü~~ \n状態":
    - guard: at == other
    - set: at = here
goal: at == other
show: "{at}\n  second \"line\" \\"
YAML
}

@test "all of a small one, in every format" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq graph wolf-goat-cabbage.db
    ends_with 0
    empty err
    drawn 10 10 # there and back is one
    is "$(grep -c 'dir=both' out)" 10
    is "$(grep -c 'peripheries=2' out)" 1
    says out 'label="west: farmer wolf cabbage\least: goat\l"'
    says out 'label="Wolf, goat and cabbage\nall: 10 states, 20 moves"'
    says out "{rank=same; 4; 5}"
    wgcq graph wolf-goat-cabbage.db --format mermaid
    ends_with 0
    is "$(grep -c -- ' <-->|' out)" 10
    says out 's3["west: farmer wolf cabbage<br>east: goat"]'
    wgcq graph wolf-goat-cabbage.db --format graphml
    ends_with 0
    /usr/bin/python3 -c 'import xml.dom.minidom as m
d = m.parse("out"); assert [len(d.getElementsByTagName(t)) for t in ("node", "edge")] == [10, 20]'
    wgcq graph wolf-goat-cabbage.db --format table
    ends_with 2
}

@test "of a large one a part that says most, and that it is one" {
    wgcq solve "$PUZZLES/frogs.yaml"
    wgcq graph frogs.db
    ends_with 0
    says err "195 states and 232 moves"
    says err "the shortest plans"
    says err "--all"
    drawn 48 48
    wgcq graph frogs.db -q
    empty err
    drawn 48 48
    wgcq graph frogs.db --all
    empty err
    is "$(grep -c ' -> ' out)" 232
    wgcq solve "$PUZZLES/family.yaml"
    wgcq graph family.db
    ends_with 0
    says err "this is solution 1"
    is "$(grep -c '^  [0-9]* \[' out)" 63
    goalless_puzzle
    wgcq solve count.yaml --set n=1000
    wgcq graph count.db
    ends_with 0
    says err "at most 99 moves from the start"
    drawn 100 99
}

# How wide and high `dot` has drawn the picture $1, in points.
points() {
    grep -m1 -oE 'width="[0-9]+pt" height="[0-9]+pt"' "$1" | grep -oE '[0-9]+' | paste -sd' '
}

@test "a wide picture goes from left to right, and is broken into parts where that is not enough" {
    wgcq solve "$PUZZLES/two-phase-commit.yaml" -q
    wgcq graph two-phase-commit.db --svg --width 0 -o wide.svg
    ends_with 0
    lacks err "points wide"
    [ "$(points wide.svg | cut -d' ' -f1)" -gt 9000 ]
    wgcq graph two-phase-commit.db --svg -o fits.svg
    ends_with 0
    says err "points wide, so it is drawn from left to right"
    [ "$(points fits.svg | cut -d' ' -f1)" -le 1600 ]
    is "$(grep -c '<text' fits.svg)" "$(grep -c '<text' wide.svg)" # nothing is left out
    wgcq graph two-phase-commit.db --svg -q -o fits.svg
    empty err
    wgcq graph two-phase-commit.db --svg --width 700 -o parts.svg
    says err "so it is drawn by depth, in 4 parts below each other"
    [ "$(points parts.svg | cut -d' ' -f1)" -le 800 ]
    is "$(grep -oE '>depth [0-9][^<]*<' parts.svg | tr -d '<>' | sort | paste -sd,)" "depth 0,depth 1,depth 2,depth 3"
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -q # what fits is left as it is
    wgcq graph wolf-goat-cabbage.db --width 700
    cp out fits
    wgcq graph wolf-goat-cabbage.db
    cmp out fits
    lacks err "points wide"
    wgcq graph two-phase-commit.db --format mermaid --width 700
    ends_with 2
    says err "--width is of --svg and --format dot"
}

@test "parts are below each other in the order of depth, and start, goals, violations are marked in each" {
    wgcq solve "$PUZZLES/readers-writers.yaml" -q
    wgcq graph readers-writers.db --svg -o parts.svg
    /usr/bin/python3 - parts.svg "$(sqlite3 readers-writers.db "SELECT group_concat(DISTINCT state) FROM violations")" <<'PY'
import sys, xml.dom.minidom as m
groups = [g for g in m.parse(sys.argv[1]).getElementsByTagName("g") if g.getAttribute("class") in ("cluster", "node")]
def of(g, name): return [e for e in g.getElementsByTagName(name)]
def title(g): return of(g, "title")[0].firstChild.data
def top(g): return min(float(p.split(",")[1]) for p in of(g, "polygon")[0].getAttribute("points").split())
parts = sorted((top(g), of(g, "text")[0].firstChild.data) for g in groups if g.getAttribute("class") == "cluster")
first = [int(words.split()[1]) for _, words in parts]
assert len(first) > 3 and first == sorted(first) and first[0] == 0, parts
looks = {title(g): {e.getAttribute("fill") for e in of(g, "path") + of(g, "polygon")} for g in groups if g.getAttribute("class") == "node"}
assert {n for n, fills in looks.items() if "#ddf4ff" in fills} == {"1"}
drawn = {n for n in sys.argv[2].split(",") if n in looks}
assert drawn and {n for n, fills in looks.items() if "#ffebe9" in fills} == drawn, drawn
PY
}

@test "parts that are asked for" {
    wgcq solve "$PUZZLES/family.yaml"
    wgcq graph family.db --around 1
    ends_with 0
    empty err
    is "$(grep -c '^  [0-9]* \[' out)" 63
    wgcq graph family.db --depth 0
    is "$(grep -c '^  [0-9]* \[' out)" 1
    wgcq graph family.db --around 1 --radius 1 --all
    ends_with 0
    for much in "--around 1 --radius 1" "--only shortest" "--depth 30" "--project at"; do
        wgcq graph family.db $much
        ends_with 2
        empty out
        says err "too many to draw"
        says err "--all"
    done
    for wrong in "--radius 2" "--around 1000" "--mark 1000" "--around 1 --depth 3" "--only longest" "--svg --format mermaid"; do
        wgcq graph family.db $wrong
        ends_with 2
        empty out
    done
}

@test "states that violate an invariant are red" {
    wgcq solve "$PUZZLES/naive-mutex.yaml"
    bad=$(sqlite3 naive-mutex.db "SELECT group_concat(state) FROM violations")
    wgcq graph naive-mutex.db
    is "$(sed -n 's/^  \([0-9]*\) \[.*fillcolor="#ffebe9".*/\1/p' out | paste -sd,)" "$bad"
    wgcq graph naive-mutex.db --format mermaid
    says out "class s$bad violates"
    wgcq graph naive-mutex.db --format graphml
    is "$(grep -c '<data key="violates">true</data>' out)" 1
    wgcq solve "$PUZZLES/dining-philosophers.yaml" --set n=3
    wgcq graph dining-philosophers.db --format graphml
    is "$(grep -c '<data key="violates">true</data>' out)" "$(sqlite3 dining-philosophers.db "SELECT count(DISTINCT state) FROM violations")"
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq graph wolf-goat-cabbage.db --format graphml
    lacks out violates
}

@test "a projection says how many states and moves it puts together" {
    wgcq solve "$PUZZLES/family.yaml"
    wgcq graph family.db --project raft
    ends_with 0
    says out "1 [label=\"raft=near\\n$(sqlite3 family.db "SELECT count(*) FROM states WHERE raft = 'near'") states\""
    says out "push off ×$(sqlite3 family.db "SELECT count(*) FROM edges JOIN states ON id = src WHERE move = 'push off' AND raft = 'near'")\""
    says out "\" $(sqlite3 family.db "SELECT count(*) FROM edges JOIN states a ON a.id = src JOIN states b ON b.id = dst WHERE a.raft = 'near' AND b.raft = 'near'") moves\""
    wgcq graph family.db --project raft,raft --format mermaid
    is "$(grep -c '^  s[0-9]*[[(]' out)" 3
    wgcq graph family.db --project rafd
    ends_with 2
    says err "did you mean 'raft'"
    wgcq graph family.db --project ,
    ends_with 2
    wgcq solve "$PUZZLES/swap-coins.yaml"
    wgcq graph swap-coins.db --project "$(sqlite3 swap-coins.db "SELECT group_concat(\"column\") FROM field")"
    ends_with 0 # of all variables: every state is one of its own
    is "$(grep -c '1 state"' out)" 72
}

@test "no plan to draw, none known, none meant" {
    printf '%s\n' 'puzzle: Too far' 'state: {x: 0..9}' 'start: {x: 0}' 'moves:' \
        '  add: [{guard: x < 5}, {set: x = x + 1}]' 'goal: x == 9' >far.yaml
    wgcq solve far.yaml
    wgcq graph far.db --only shortest
    ends_with 1
    empty out
    says err "no plan"
    wgcq graph far.db # where nothing leads to a goal grey would say nothing
    lacks out dashed
    goalless_puzzle
    wgcq solve count.yaml
    wgcq graph count.db --only shortest
    ends_with 2
    wgcq solve "$PUZZLES/family.yaml" --max-states 50 -o cut.db
    wgcq graph cut.db --only shortest
    ends_with 3
    wgcq graph cut.db
    ends_with 0
    says err "did not explore everything"
    lacks out dashed # no state of it is proved to be a dead end
}

@test "dead ends are grey" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=2
    wgcq graph frogs.db
    is "$(grep -c 'dashed' out)" "$(sqlite3 frogs.db 'SELECT count(*) FROM states WHERE to_goal IS NULL')"
}

@test "whatever the file keeps, the picture is the same" {
    for kept in all none states solutions; do
        wgcq solve "$PUZZLES/frogs.yaml" --trace $kept -o $kept.db
        for words in "--around 2 --radius 1" "--only shortest --mark 1" "--project on_4"; do
            wgcq graph $kept.db -q $words
            ends_with 0
            [ $kept != all ] || cp out "all$words"
            cmp out "all$words"
        done
    done
}

@test "names that mean something to drawing programs" {
    hostile_puzzle
    wgcq solve hostile.yaml
    ends_with 0
    wgcq graph hostile.db --mark 1
    ends_with 0
    drawn 3 5
    wgcq graph hostile.db --project at
    ends_with 0
    drawn 3 5
    wgcq graph hostile.db --mark 1 --svg
    ends_with 0
    # In each, the texts are read back as they are.
    cat >reads.py <<'PY'
import sqlite3, sys, xml.dom.minidom as m
sys.path.insert(0, sys.argv[1])
import pictures
texts = {r[0] for r in sqlite3.connect("hostile.db").execute("SELECT move FROM edges")}
svg = m.parse("out").documentElement
assert not svg.getElementsByTagName("b") and not svg.getElementsByTagName("script")
words = " ".join(t.firstChild.data.replace("\xa0", " ") for t in svg.getElementsByTagName("text") if t.firstChild)
for text in texts:
    assert text.replace("\t", "    ").replace("\n", "↵") in words, text
PY
    /usr/bin/python3 reads.py "$ROOT/tests/truth"
    /usr/bin/python3 "$ROOT/tests/truth/pictures.py" --wgcq "$WGCQ" --puzzle "$PWD/hostile.yaml" >tap || { cat tap; false; }
}

@test "names of any length, and what is no text" {
    long=$(printf 'ü%.0s' $(seq 900))
    cat >long.yaml <<YAML
puzzle: $long
state:
  at: 0..1
start: {at: 0}
moves:
  "$long":
    - set: at = 1
  "a\\x01\\x7f\\u0085\\uFFFFb":
    - set: at = 0
goal: {at: 1}
show: "$long$long$long$long$long$long$long$long$long$long$long$long$long$long$long$long$long$long$long$long {at}"
YAML
    wgcq solve long.yaml -q
    if [ "$status" = 2 ]; then # the language takes no such letters
        sed -i '/x01/,+1d' long.yaml
        wgcq solve long.yaml -q
    fi
    ends_with 0
    wgcq graph long.db
    ends_with 0
    drawn 2 "$(grep -c ' -> ' out)"
    /usr/bin/python3 "$ROOT/tests/truth/pictures.py" --wgcq "$WGCQ" --puzzle "$PWD/long.yaml" >tap || { cut -c -300 tap; false; }
    wgcq graph long.db --format graphml
    /usr/bin/python3 -c 'import xml.dom.minidom as m; m.parse("out")'
    wgcq graph long.db --format mermaid
    not grep -qP '[\x00-\x09\x0b-\x1f\x7f]' out
}

@test "an interrupt ends dot, and nothing is written" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -q
    own_dot 'echo $$ >dot.pid; exec sleep 300'
    for closed in "" "exec >&- 2>&-;"; do # what has no output any more is waited for as well
        own_dot "$closed echo \$\$ >dot.pid; exec sleep 300"
        PATH=$PWD/bin:$PATH env --default-signal=INT timeout 60 "$WGCQ" graph wolf-goat-cabbage.db --svg -o a.svg >out 2>err &
        local pid=$!
        for _ in $(seq 400); do [ -s dot.pid ] && break; sleep 0.05; done
        kill -INT "$(pgrep -P $pid -x wgcq)"
        status=0
        wait $pid || status=$?
        ends_with 130
        says err interrupted
        not kill -0 "$(cat dot.pid)" 2>/dev/null
        [ ! -e a.svg ]
        rm dot.pid
    done
}

@test "--max-time ends dot, and nothing is written" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -q
    for closed in "" "exec >&- 2>&-;"; do
        own_dot "$closed echo \$\$ >dot.pid; exec sleep 300"
        status=0
        PATH=$PWD/bin:$PATH timeout 60 "$WGCQ" graph wolf-goat-cabbage.db --svg -o a.svg --max-time 3 >out 2>err || status=$?
        ends_with 3
        empty out
        is "$(grep -c 'this takes a while: drawing by dot' err)" 1
        says err "stopped at --max-time 3: dot had not drawn it yet, nothing is written"
        not kill -0 "$(cat dot.pid)" 2>/dev/null
        [ ! -e a.svg ]
        rm dot.pid
    done
    wgcq graph wolf-goat-cabbage.db --svg -o a.svg --max-time 100 --max-memory 100M
    ends_with 0
    empty err
    [ -s a.svg ]
}

@test "--svg is drawn by dot; without it, or when it fails, there is nothing but the reason" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq graph wolf-goat-cabbage.db --svg
    ends_with 0
    empty err
    /usr/bin/python3 -c 'import xml.dom.minidom as m; assert m.parse("out").documentElement.tagName == "svg"'
    cp out kept.svg
    WGCQ=$(command -v "$WGCQ")
    PATH=$PWD/nowhere wgcq graph wolf-goat-cabbage.db --svg
    ends_with 4
    empty out
    says err "needs the program dot"
    own_dot 'cat >/dev/null; echo "<svg half"; echo "Error: out of ink" >&2; exit 3'
    PATH=$PWD/bin:$PATH wgcq graph wolf-goat-cabbage.db --svg -o kept.svg
    ends_with 4
    empty out
    says err "status 3: Error: out of ink"
    own_dot 'echo "<svg"; kill -9 $$'
    PATH=$PWD/bin:$PATH wgcq graph wolf-goat-cabbage.db --svg -o kept.svg
    ends_with 4
    says err "signal 9"
    own_dot 'exit 0'
    PATH=$PWD/bin:$PATH wgcq graph wolf-goat-cabbage.db --svg -o kept.svg
    ends_with 4
    says err "complete SVG"
    chmod -x bin/dot
    PATH=$PWD/bin wgcq graph wolf-goat-cabbage.db --svg -o kept.svg
    ends_with 4
    wgcq graph wolf-goat-cabbage.db --svg
    cmp out kept.svg # which none of them has touched
    is "$(ls)" "$(printf '%s\n' bin err kept.svg out wolf-goat-cabbage.db | sort)"
}

@test "a dot that does not listen, or talks too much, or both" {
    wgcq solve "$PUZZLES/family.yaml"
    own_dot 'exec <&-; echo "<svg></svg>"'
    PATH=$PWD/bin:$PATH wgcq graph family.db --all --svg
    ends_with 0
    is "$(cat out)" "<svg></svg>"
    own_dot 'i=0; while [ $i -lt 20000 ]; do echo "talk talk talk talk $i" >&2; i=$((i+1)); done' \
        'echo "<svg>"; head -c 300000 /dev/zero | tr "\0" x; cat >/dev/null; echo "</svg>"'
    PATH=$PWD/bin:$PATH wgcq graph family.db --all --svg
    ends_with 0
    is "$(wc -c <out)" 300013
    is "$(tail -n 1 err)" "wgcq: dot: talk talk talk talk 0"
    own_dot 'grep SigIgn /proc/$$/status >"'"$PWD"'/signals"; cat >/dev/null; echo "<svg></svg>"'
    PATH=$PWD/bin:$PATH wgcq graph family.db --all --svg
    ends_with 0
    ignored=$(sed 's/.*\t//' signals) # it dies of a broken pipe as programs do
    is "$((0x$ignored & (1 << 12)))" 0
}

@test "Ctrl-C while dot draws" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    own_dot 'kill -INT $$; sleep 9'
    PATH=$PWD/bin:$PATH wgcq graph wolf-goat-cabbage.db --svg -o a.svg
    ends_with 130
    says err "interrupted"
    [ ! -e a.svg ]
    own_dot 'kill -INT $PPID; exec sleep 9'
    PATH=$PWD/bin:$PATH wgcq graph wolf-goat-cabbage.db --svg -o a.svg
    ends_with 130
    [ ! -e a.svg ]
}

@test "-o writes a file whole or not at all" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq graph wolf-goat-cabbage.db
    cp out meant
    umask 027
    wgcq graph wolf-goat-cabbage.db -o a.dot
    ends_with 0
    empty out
    cmp a.dot meant
    is "$(stat -c %a a.dot)" 640
    chmod 604 a.dot
    ln -s a.dot link.dot
    echo old >a.dot
    wgcq graph wolf-goat-cabbage.db --output link.dot
    ends_with 0
    [ -L link.dot ]
    cmp a.dot meant
    is "$(stat -c %a a.dot)" 604
    wgcq graph wolf-goat-cabbage.db -o nowhere/a.dot
    ends_with 4
    says err "cannot write nowhere/a.dot"
    wgcq graph wolf-goat-cabbage.db -o .
    ends_with 4
    wgcq graph wolf-goat-cabbage.db -o /dev/full
    ends_with 4
    says err "No space left"
    wgcq graph wolf-goat-cabbage.db -o /dev/stdout
    ends_with 0
    cmp out meant
    (ulimit -f 1; "$WGCQ" graph wolf-goat-cabbage.db --format graphml -o a.graphml 2>err) && false
    says err "File too large"
    cmp a.dot meant
    is "$(ls | tr '\n' ' ')" "a.dot err link.dot meant out wolf-goat-cabbage.db "
    status=0
    "$WGCQ" graph wolf-goat-cabbage.db --svg >/dev/full 2>err || status=$?
    ends_with 4
    says err "standard output"
}

@test "of a run that was cut short, what is called shortest is" {
    cat >roads.yaml <<'YAML'
puzzle: Roads
constants:
  road: [[0, 1], [1, 2], [0, 3], [3, 4], [4, 2], [2, 5]]
state: {at: 0..5}
start: {at: 0}
moves:
  to {b}:
    - choose: a, b in road if a == at
    - set: at = b
goal: at == 2
YAML
    wgcq solve roads.yaml --order depth-first --max-states 5 -o cut.db
    wgcq query cut.db all
    says out "to 3; to 4; to 2"
    wgcq graph cut.db --only shortest
    ends_with 3
    empty out
    says err "shorter plans"
    wgcq solve roads.yaml --stop shortest -o stop.db
    wgcq graph stop.db --only shortest
    ends_with 0
}

# The states on all plans of question $1; of these those at most $2 moves from the start.
plans_of() {
    "$WGCQ" query family.db "$1" --format json | /usr/bin/python3 -c '
import json, sqlite3, sys
db, most = sqlite3.connect("family.db"), int(sys.argv[1])
to = {(src, move): dst for src, move, dst in db.execute("SELECT src, move, dst FROM edges")}
(start,), = db.execute("SELECT id FROM states WHERE depth = 0")
on = {start}
for row in json.load(sys.stdin):
    at = start
    for move in row["plan"]:
        at = to[at, move]
        on.add(at)
print("\n".join(str(s) for s, depth in db.execute("SELECT id, depth FROM states") if s in on and depth <= most))' "${2:-1000}"
}

@test "--only cheapest draws the plans that query cheapest lists, and --depth a part of any" {
    wgcq solve "$PUZZLES/family.yaml" -q
    for of in shortest cheapest; do
        wgcq graph family.db --only $of --all
        ends_with 0
        "$WGCQ" graph family.db --only $of --all | grep -oE '^  [0-9]+ \[' | grep -oE '[0-9]+' | sort -u >drawn
        plans_of $of | sort -u >meant
        diff meant drawn
    done
    "$WGCQ" graph family.db --only shortest --depth 3 | grep -oE '^  [0-9]+ \[' | grep -oE '[0-9]+' | sort >drawn
    plans_of shortest 3 | sort -u | diff - drawn
    says <("$WGCQ" graph family.db --only shortest --depth 3 | head -5) "the shortest plans, at most 3 moves from the start"
    wgcq graph family.db --only cheapest --around 1
    ends_with 2
}

@test "what is too much suggests what was not given" {
    wgcq solve "$PUZZLES/frogs.yaml" -q --set n=7 -o frogs.db
    wgcq solve "$PUZZLES/family.yaml" -q -o family.db
    wgcq graph family.db --depth 100
    ends_with 2
    says err ": a smaller --depth, --around, --only shortest or --project on a few variables"
    wgcq graph family.db --around 1 --radius 20
    ends_with 2
    says err ": a smaller --radius or --project"
    wgcq graph family.db --all --format mermaid
    ends_with 0
    lines=$(grep -cE -- '-->|==>' out)
    [ "$lines" -le 500 ] || says err "Mermaid draws no more than 500 edges unless its maxEdges is raised; these are $(grouped "$lines")"
    [ "$lines" -gt 500 ] || lacks err maxEdges
    wgcq graph family.db --only shortest --format mermaid --all
    lacks err maxEdges
}

@test "on a terminal characters that act are shown, not sent; a file has them" {
    printf '%s\n' 'puzzle: P' 'state: {at: 0..1}' 'start: {at: 0}' 'moves:' '  "go\u202ex": [{set: at = 1}]' 'goal: at == 1' |
        sed "s/\\\\u202e/$(printf '\u202e')/" >bidi.yaml
    wgcq solve bidi.yaml -q
    for format in dot mermaid graphml; do
        wgcq graph bidi.db --format $format
        says out "$(printf '\u202e')"
        /usr/bin/python3 "$BATS_TEST_DIRNAME/on_terminal.py" 80 50 "$WGCQ" graph bidi.db --format $format >out
        says out 'go\u202ex'
        lacks out "$(printf '\u202e')"
    done
}

@test "the name of the file says the format" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -q
    for pair in "a.dot digraph" "a.gv digraph" "a.mmd flowchart" "a.graphml <?xml" "a.txt digraph"; do
        wgcq graph wolf-goat-cabbage.db -o "${pair% *}"
        ends_with 0
        says "${pair% *}" "${pair#* }"
    done
    mkdir bin
    printf '#!/bin/sh\ncat >/dev/null\necho "<svg></svg>"\n' >bin/dot
    chmod +x bin/dot
    PATH=$PWD/bin:$PATH wgcq graph wolf-goat-cabbage.db -o a.SVG
    ends_with 0
    is "$(cat a.SVG)" "<svg></svg>"
    wgcq graph wolf-goat-cabbage.db --format mermaid -o b.svg
    ends_with 2
    says err "b.svg is not the name of a picture in mermaid: leave out --format, or name the file otherwise"
    wgcq graph wolf-goat-cabbage.db --svg -o b.gv
    ends_with 2
    says err "b.gv is not the name of a picture in SVG: leave out --svg"
    [ ! -e b.svg ]
    [ ! -e b.gv ]
}

@test "--traffic: arrows are as wide as plans are many, and have their number" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" --quiet
    wgcq graph wolf-goat-cabbage.db --traffic shortest
    ends_with 0
    says out '1 -> 2 [label=" take goat\n 2 plans", color="#0969da", fontcolor="#0969da", penwidth=6.00]'
    says out '3 -> 4 [label=" take wolf\n 1 plan", color="#0969da", fontcolor="#0969da", penwidth=3.50]'
    says out '2 -> 1 [label=" take goat", constraint=false'
    wgcq graph wolf-goat-cabbage.db --traffic shortest --mark 1 --format mermaid
    ends_with 0
    says out 'stroke-width:3.50px'
    wgcq graph wolf-goat-cabbage.db --traffic cheapest --project farmer
    ends_with 0
    says out '1 -> 2 [label=" 10 moves\n 8 times"'
    # as the rows of the question
    wgcq solve "$PUZZLES/family.yaml" --quiet
    wgcq graph family.db --traffic shortest --all --format graphml -o family.graphml
    wgcq query family.db traffic --format csv
    is "$(grep -o '<data key="plans">[1-9][0-9]*<' family.graphml | tr -dc '0-9\n' | sort)" \
        "$(tr -d '\r' <out | sed 1d | awk -F, '$2 != "" { print $4 }' | sort)"
    # in parts below each other
    wgcq graph family.db --traffic shortest --depth 15 --width 800
    says out ' plans\l'
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" --max-states 5 --quiet -o part.db
    wgcq graph part.db --traffic shortest
    ends_with 3
    says err "not all of the best plans are known"
    wgcq graph part.db --traffic most
    ends_with 2
}
