# What the tests of accidents share: how a run is made, what it comes to, and its messages.
#
# BUILD=build WHOLE=whole bash tests/fault/NAME.sh; without WHOLE a small part of the points.

cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
ROOT=$PWD
BUILD=${BUILD:-build}
case $BUILD in /*) ;; *) BUILD=$PWD/$BUILD ;; esac
WGCQ=$BUILD/wgcq
WHOLE=${WHOLE:-}
export LC_ALL=C.UTF-8
export ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0

# Where nothing has to reach a disk it is quicker.
base=$TMPDIR
[ -d /dev/shm ] && [ -w /dev/shm ] && base=/dev/shm
WORK=$(mktemp -d "${base:-/tmp}/wgcq-fault.XXXXXX") || exit 1
trap 'cd / && rm -rf "$WORK"' EXIT
trap 'exit 130' INT TERM
ACCIDENT_SO=$WORK/accident.so
${CC:-cc} -O1 -shared -fPIC -o "$ACCIDENT_SO" tests/fault/accident.c -ldl || exit 1
cd "$WORK" || exit 1

tests=0 wrong=0
# One result: words; it is well unless `trouble` is something.
result() {
    tests=$((tests + 1))
    if [ -z "$trouble" ]; then
        echo "ok $tests - $*"
    else
        wrong=$((wrong + 1))
        echo "not ok $tests - $*"
        sed 's/^/# /' <<<"$trouble"
    fi
}
finish() { # what was swept, in words
    echo "1..$tests"
    echo "# swept: $*"
    [ "$wrong" = 0 ]
}

# Everything that the views of a file say of its newest run, and its figures; in one order.  Of an
# older run its rows.
content() {
    sqlite3 "$1" "SELECT 'states'; SELECT * FROM states ORDER BY id;
        SELECT 'edges'; SELECT * FROM edges ORDER BY src, move, dst;
        SELECT 'rejections'; SELECT * FROM rejections ORDER BY src, move, rule;
        SELECT 'solutions'; SELECT * FROM solutions ORDER BY id;
        SELECT 'steps'; SELECT * FROM steps ORDER BY solution, step;
        SELECT cost, least, count FROM cheapest;
        SELECT status, stopped, verdict, states, edges, rejections, starts, depth, goals, dead_ends,
            shortest_length, shortest_count, solutions_stored, solutions_count FROM runs;
        SELECT 'first'; SELECT * FROM states_1 ORDER BY id; SELECT * FROM edges_1 ORDER BY src, move, dst;
        SELECT * FROM steps_1 ORDER BY solution, step;
        SELECT name FROM sqlite_schema ORDER BY name" 2>&1 | sha256sum
}

# All lines of standard input, but of a sanitized program a sixth: there PARTS is eighteen.
in_turn() {
    local of=$((${PARTS:-3} / 3))
    [ -z "$WHOLE" ] && [ "$of" -gt 1 ] || of=1
    awk -v of=$of -v turn="${FIRST_SEED:-0}" 'NR % of == turn % of'
}

# The scenarios: a name and a writer, a tab, the arguments of solve.  Saved every few rows, so that a
# short run has many places to be hit at.
scenarios() {
    local p=$ROOT/puzzles w
    for w in pages sql; do
        printf 'breadth-first/%s\t%s\n' $w "$p/family-crossing.yaml --save-every 30 --writer $w"
        printf 'depth-first/%s\t%s\n' $w "$p/family-crossing.yaml --order depth-first --save-every 30 --writer $w"
        printf 'cheapest/%s\t%s\n' $w "$p/family.yaml --set seats=2 --order cheapest --save-every 900 --writer $w"
        printf 'a-star/%s\t%s\n' $w "$p/romania.yaml --order a-star --save-every 3 --writer $w"
        printf 'states/%s\t%s\n' $w "$p/frogs.yaml --trace states --save-every 20 --writer $w"
        printf 'shown/%s\t%s\n' $w "$WORK/shown.yaml --trace edges --save-every 40 --writer $w"
        printf 'added/%s\t%s\n' $w "$p/family-crossing.yaml --order depth-first --save-every 70 --writer $w"
        printf 'anew/%s\t%s\n' $w "$p/family-crossing.yaml --order depth-first --max-depth 12 --save-every 40 --writer $w"
        # trees of three levels
        [ "$WHOLE" = whole ] && printf 'large/%s\t%s\n' $w "$p/frogs.yaml --set n=11 --save-every 9000 --writer $w"
    done
    return 0
}

# Whether a scenario is one of the three that all else is built on: they get most of the points.
is_main() { case $1 in breadth-first/* | depth-first/* | cheapest/*) ;; *) return 1 ;; esac; }

# Who resumes: the two writers take turns.
other_writer() { if [ $((tests % 2)) = 0 ]; then echo pages; else echo sql; fi; }

# Its states keep their text, its moves are named by what the state holds, and it has end states.
cat >shown.yaml <<'YAML'
puzzle: Shown
state:
  x: 0..40
  y: 0..4
start: {x: 0, y: 0}
moves:
  "on from {x} by {d}":
    - choose: d in 1..3
    - guard: x + d <= 40
    - set: x = x + d
  turn:
    - set: y = (y + 1) % 5
costs:
  toll: x % 2
end: x == 40
goal: {x: 40, y: 4}
show: "{x} {y}"
YAML

# Of a scenario's name and arguments: what is done to a.db in `begin`, what is there before in
# base.db, how many runs there will be, what it comes to undisturbed in `due` (and in ref.db).
prepare() {
    local how
    read -r -a how <<<"$2"
    begin=(solve "${how[@]}" -o a.db -q)
    runs=1
    rm -f base.db
    case $1 in
    added/*) # to a file that has a run
        "$WGCQ" solve "${how[0]}" -o base.db -q >/dev/null 2>&1
        runs=2
        ;;
    anew/*) # gone on with, where nothing that is there can stay
        "$WGCQ" solve "${how[@]}" -o base.db -q >/dev/null 2>&1
        begin=(resume a.db --writer "${1#*/}" --save-every 40 -q)
        ;;
    esac
    fresh
    "$WGCQ" "${begin[@]}" >ref.out 2>&1
    due=$(content a.db)
    cp a.db ref.db
}

fresh() {
    rm -f a.db*
    [ ! -e base.db ] || cp base.db a.db
}

# Runs wgcq with an accident; its exit status.
struck() {
    local accident=$1
    shift
    # the shell's word on who was killed is not wanted
    { ACCIDENT=$accident LD_PRELOAD=$ACCIDENT_SO "$WGCQ" "$@" >out 2>err; } 2>/dev/null
}

# The file is whole, as a stock sqlite3 sees it.
check_whole() {
    [ -s a.db ] || return 0
    local verdict
    verdict=$(sqlite3 a.db 'PRAGMA integrity_check' 2>&1)
    [ "$verdict" = ok ] || trouble+="integrity_check: $verdict"$'\n'
}

# Whether the run's row is in the file; what was struck before that left nothing, and is begun anew.
has_run() {
    [ "$(sqlite3 a.db 'SELECT count(*) FROM run' 2>/dev/null || echo 0)" = "$runs" ]
}

# To the end, and that is where the undisturbed run came to.
settle() {
    local status=0 is
    if has_run; then
        "$WGCQ" resume a.db --writer "$(other_writer)" -q >out 2>err || status=$?
    else
        "$WGCQ" "${begin[@]}" >out 2>err || status=$?
    fi
    [ "$status" = 0 ] || trouble+="going on ended with $status: $(cat err)"$'\n'
    check_whole
    is=$(content a.db)
    [ "$is" = "$due" ] || trouble+="the content is another than undisturbed"$'\n'
    if [ -e a.db-journal ] || [ -e a.db-wal ]; then
        trouble+="a journal is left"$'\n'
    fi
}
