#!/usr/bin/env bats
# wgcq page: one HTML file with databases in it.  What the page does with them is tested in tests/page.
load common

# A program with a page of its own beside it.
own_page() {
    mkdir -p bin
    cp "$WGCQ" bin/wgcq
    WGCQ=$PWD/bin/wgcq
    printf '<p>before<!--wgcq:databases-->after' >bin/page.html
}

# What file $2 has inside of it of kind $1, databases or puzzles: a line each, its name and whether it is the file $3, $4, ...
embedded() {
    /usr/bin/python3 - "$@" <<'PYTHON'
import base64, re, sys, zlib
kind, page, *paths = sys.argv[1:]
html = open(page, encoding="ascii").read()
found = re.findall(rf'<script type="application/x-wgcq-{kind}" data-name="([\w+/=]*)" data-size="(\d+)">([\w+/=]*)</script>\n', html)
for (name, size, text), path in zip(found, paths, strict=True):
    data = zlib.decompress(base64.b64decode(text, validate=True))
    assert len(data) == int(size)
    print(base64.b64decode(name).decode("utf-8", "replace"), data == open(path, "rb").read())
PYTHON
}

@test "a database goes into the page as it is" {
    own_page
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq page wolf-goat-cabbage.db -o wolf.html
    ends_with 0
    empty out
    empty err
    is "$(embedded database wolf.html wolf-goat-cabbage.db)" "wolf-goat-cabbage True"
    is "$(head -c 9 wolf.html)$(tail -c 5 wolf.html)" "<p>beforeafter"
    wgcq page wolf-goat-cabbage.db # by default a name like its own, here
    cmp wolf.html wolf-goat-cabbage.html
}

# The answers beside the first database of file $1, as JSON.
answers() {
    /usr/bin/python3 - "$1" <<'PYTHON'
import base64, re, sys, zlib
html = open(sys.argv[1], encoding="ascii").read()
text, = re.findall(r'<script type="application/x-wgcq-answers">([\w+/=]*)</script>\n', html)
sys.stdout.write(zlib.decompress(base64.b64decode(text, validate=True)).decode())
PYTHON
}

@test "the answers beside a database are those of the commands" {
    own_page
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o wolf.db
    wgcq page wolf.db -o wolf.html
    answers wolf.html >answers
    is "$(jq -c '[.classes[] | [.up_to, .of, (.rows | length)]]' answers)" \
        '[["symmetry","all",0],["symmetry","shortest",0],["symmetry","cheapest",0],["commuting","all",2],["commuting","shortest",2],["commuting","cheapest",2],["moves","all",1],["moves","shortest",1],["moves","cheapest",1]]'
    for kind in commuting moves; do
        wgcq query wolf.db classes --up-to $kind --of all --format json
        is "$(jq -c --arg kind $kind '.classes[] | select(.up_to == $kind and .of == "all") | [.rows[] | .[1]]' answers)" "$(jq -c 'map(.size)' out)"
    done
    wgcq why wolf.db 2 --format json
    is "$(jq -c '[.why.parts[].rows[] | select(.[0] == 2) | .[1]]' answers)" "$(jq -c '[.[] | select(.outcome != "leads to") | .move]' out)"
    is "$(jq .why.to answers)" "$(sqlite3 wolf.db 'SELECT count(*) FROM states')"
}

@test "several databases, and names that look like markup" {
    own_page
    wgcq solve "$PUZZLES/frogs.yaml" --set n=2 -o a.db
    wgcq solve "$PUZZLES/frogs.yaml" --set n=3 -o '"><b>.db'
    wgcq page a.db '"><b>.db' -o two.html
    ends_with 0
    is "$(embedded database two.html a.db '"><b>.db')" $'a True\n"><b> True'
    lacks two.html '<b>'
}

@test "puzzles, --engine, and no file at all make a playground" {
    own_page
    printf '<p>engine<!--wgcq:databases-->after' >bin/playground.html
    cp "$PUZZLES/frogs.yaml" "$PUZZLES/family.yaml" .
    cp family.yaml '"><b>.yml'
    wgcq page frogs.yaml '"><b>.yml' -o lesson.html
    ends_with 0
    empty out
    empty err
    is "$(embedded puzzle lesson.html frogs.yaml family.yaml)" $'frogs True\n"><b> True'
    is "$(head -c 9 lesson.html)" "<p>engine"
    lacks lesson.html '<b>'
    wgcq page frogs.yaml # by default a name like its own, here
    is "$(embedded puzzle frogs.html frogs.yaml)" "frogs True"
    wgcq page
    cmp playground.html bin/playground.html
    wgcq solve family.yaml -q
    wgcq page family.db frogs.yaml -o both.html
    is "$(embedded database both.html family.db)" "family True"
    is "$(embedded puzzle both.html frogs.yaml)" "frogs True"
    wgcq page family.db -o with.html --engine
    is "$(head -c 9 with.html)" "<p>engine"
    is "$(embedded database with.html family.db)" "family True"
    rm bin/playground.html
    wgcq page frogs.yaml
    ends_with 4
    says err 'there is no playground.html'
    says err 'make page'
    wgcq page family.db # needs none
    ends_with 0
}

@test "a puzzle with mistakes is reported at their places, and nothing is written" {
    own_page
    cp bin/page.html bin/playground.html
    printf 'puzzle: x\nstate: {x: 0..3}\nstart: {x: 0}\nmoves:\n  up: [set: {x: y + 1}]\ngoal: z == 3\n' >wrong.yaml
    wgcq page wrong.yaml
    ends_with 2
    says err "wrong.yaml:5:17: error: unknown name 'y'"
    says err "wrong.yaml:6:7: error: unknown name 'z'"
    [ ! -e wrong.html ]
    wgcq page missing.yaml
    ends_with 4
    says err 'missing.yaml'
    [ ! -e missing.html ]
}

@test "without a page it says how to build one; another file of that name is none" {
    own_page
    wgcq solve "$PUZZLES/frogs.yaml" --set n=2 -o a.db
    rm bin/page.html
    wgcq page a.db
    ends_with 4
    says err 'make page'
    [ ! -e a.html ]
    for text in 'nothing' '<!--wgcq:databases--><!--wgcq:databases-->'; do
        echo "$text" >bin/page.html
        wgcq page a.db
        ends_with 4
        says err 'page.html is no page of wgcq'
    done
    mkdir -p share/wgcq && echo '<!--wgcq:databases-->' >share/wgcq/page.html
    rm bin/page.html
    wgcq page a.db # as installed
    ends_with 0
}

@test "what no browser holds is refused, with the --trace that fits" {
    own_page
    wgcq solve "$PUZZLES/frogs.yaml" --set n=6 -o all.db
    wgcq page all.db -o a.html --max-size 20K
    ends_with 4
    says err 'more than --max-size'
    says err '--trace solutions would fit'
    wgcq solve "$PUZZLES/family.yaml" -o family.db
    wgcq solve "$PUZZLES/family.yaml" -o edges.db --trace edges
    wgcq page family.db -o a.html --max-size 230K
    ends_with 4
    says err '--trace edges would fit'
    [ "$(stat -c %s edges.db)" -le $((230 * 1024)) ]
    [ ! -e a.html ]
    wgcq page family.db all.db -o a.html --max-size 300K # in sum
    ends_with 4
    truncate -s 1200M huge.db
    wgcq page huge.db -o a.html
    ends_with 4
}

@test "a page that cannot be written whole leaves what was there" {
    own_page
    wgcq solve "$PUZZLES/frogs.yaml" --set n=6 -o a.db
    echo old >a.html
    (ulimit -f 1; "$WGCQ" page a.db -o a.html 2>err) && false
    is "$(cat a.html)" old
    is "$(ls a.html*)" a.html
    wgcq page missing.db -o a.html
    ends_with 4
    is "$(cat a.html)" old
    echo 'no database' >wrong.db
    wgcq page a.db wrong.db -o a.html
    ends_with 4
    is "$(cat a.html)" old
}

@test "Ctrl-C ends it with 130, and nothing is left" {
    own_page
    wgcq solve "$PUZZLES/family.yaml" -q -o family.db
    ls >before
    env --default-signal=INT "$WGCQ" page family.db --max-time 300 >out 2>err &
    local pid=$!
    sleep 2
    kill -INT $pid
    status=0
    wait $pid || status=$?
    ends_with 130
    says err interrupted
    ls | diff <(sort -u before <(echo before)) -
}
