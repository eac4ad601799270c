#!/usr/bin/env bash
# begin.sh - a run that begins a file is killed: at any change of a file, and at any time.  A file of that name is whole, or there is
# none, and nothing is left beside it; the next run makes it, or resumes it.
# shellcheck source=tests/fault/common.bash
. "$(dirname "$0")/common.bash"

timed=20 swept=0
[ "$WHOLE" = whole ] && timed=500
RANDOM=20261129

# A short run, whose first commit is its last; a longer one, which continues in the file.
short=(solve "$ROOT/puzzles/wolf-goat-cabbage.yaml" -o a.db -q)
longer=(solve "$ROOT/puzzles/frogs.yaml" --set n=9 -o a.db -q)

check_begun() {
    local left
    left=$(echo a.db?*)
    [ "$left" = 'a.db?*' ] || [ "$left" = a.db-journal ] || trouble+="left beside it: $left"$'\n'
    [ ! -e a.db ] || [ -s a.db ] || trouble+="there is an empty file"$'\n'
    [ ! -e a.db ] || has_run || trouble+="there is a file without its run"$'\n'
}

# Killed after $1 microseconds.
timed_kill() {
    local pid
    { "$WGCQ" "${begin[@]}" >out 2>err & } 2>/dev/null
    pid=$!
    sleep "0.$(printf '%06d' "$1")"
    kill -9 "$pid" 2>/dev/null
    { wait "$pid"; } 2>/dev/null
}

sweep() { # words on the run
    local n changes elapsed i
    runs=1
    rm -f base.db
    fresh
    "$WGCQ" "${begin[@]}" >/dev/null 2>&1
    due=$(content a.db)
    fresh
    ACCIDENT=count ACCIDENT_COUNT=count.txt LD_PRELOAD=$ACCIDENT_SO "$WGCQ" "${begin[@]}" >/dev/null 2>&1
    changes=$(cut -d' ' -f1 count.txt)
    [ "$1" != short ] || [ "$changes" -le 4 ] || echo "# $changes changes, where a short run has a write, a sync, a name"
    for ((n = 1; n <= changes && n <= 6; n++)); do
        trouble= swept=$((swept + 1))
        fresh
        struck "kill:$n" "${begin[@]}"
        check_begun
        check_whole
        settle
        result "$1: killed at change $n of $changes"
    done
    elapsed=$(date +%s%N)
    fresh
    "$WGCQ" "${begin[@]}" >/dev/null 2>&1
    elapsed=$((($(date +%s%N) - elapsed) / 1000))
    trouble=
    for ((i = 1; i <= timed; i++)); do
        swept=$((swept + 1))
        fresh
        timed_kill $((RANDOM * (elapsed < 400000 ? elapsed : 400000) / 32768))
        check_begun
        check_whole
        settle
    done
    result "$1: killed $timed times at random"
}

begin=("${short[@]}")
sweep short
begin=("${longer[@]}")
sweep longer

# Who looks for the file meanwhile with sqlite3 makes an empty one.
begin=("${short[@]}") runs=1 trouble=
for ((i = 1; i <= timed / 2; i++)); do
    fresh
    "$WGCQ" "${begin[@]}" >out 2>err &
    while kill -0 $! 2>/dev/null; do sqlite3 a.db 'SELECT 1 FROM run' >/dev/null 2>&1; done
    wait $! || trouble+="it ended with $?: $(cat err)"$'\n'
    check_begun
    check_whole
done
result "an empty file made meanwhile, $((timed / 2)) times"

# Two at once: one has made the file, the other says so or adds its run; none is half there.
trouble=
for ((i = 1; i <= timed / 4; i++)); do
    begin=("${short[@]}")
    fresh
    "$WGCQ" "${begin[@]}" >/dev/null 2>err.one &
    one=$!
    "$WGCQ" "${begin[@]}" >/dev/null 2>err.two
    two=$? status=0
    wait "$one" || status=$?
    [ "$status" = 0 ] || [ "$two" = 0 ] || trouble+="neither has made it: $(cat err.one err.two)"$'\n'
    for said in "$status err.one" "$two err.two"; do
        [ "${said%% *}" = 0 ] || grep -q 'error: ' "${said#* }" || trouble+="status ${said%% *} without an error"$'\n'
    done
    runs=1
    [ "$status$two" != 00 ] || [ "$(sqlite3 a.db 'SELECT count(*) FROM run' 2>&1)" != 2 ] || runs=2 # it was added
    check_begun
    check_whole
    [ "$(sqlite3 a.db 'SELECT count(*) FROM run WHERE status<>'"'complete'" 2>&1)" = 0 ] || trouble+="a run is not complete"$'\n'
done
result "two at once, $((timed / 4)) times"
finish "$swept kills of a run that begins a file"
