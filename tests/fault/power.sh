#!/usr/bin/env bash
# power.sh - the power is cut: of what was not synced yet any part is lost, in any order, torn at the
# borders of sectors.  What is found is the file as it stood after a commit, none that had been made
# is lost, and the run goes on to the content of an undisturbed one.
# shellcheck source=tests/fault/common.bash
. "$(dirname "$0")/common.bash"

points=2 swept=0 unsynced=16
[ "$WHOLE" = whole ] && points=60 unsynced=40
PYTHON=/usr/bin/python3

snapshot() { # all that is in a folder's file, in words
    if [ -s "$1/a.db" ]; then sqlite3 "$1/a.db" .dump 2>&1 | sha256sum; else echo nothing; fi
}

# The arguments are a command on a.db, done while it is recorded what it writes; what the disk may
# hold after it goes into cut.
record() {
    rm -rf before cut live
    mkdir before cut live
    cp a.db* before/ 2>/dev/null
    cp a.db* live/ 2>/dev/null
    (cd live && ACCIDENT=record:../record LD_PRELOAD=$ACCIDENT_SO "$WGCQ" "$@" >/dev/null 2>&1)
}

cut_at() { $PYTHON "$ROOT/tests/fault/crash.py" record before cut "$@"; }

# The file that is found is one of the commits $1 to $2.
check_commit() {
    local is k
    is=$(snapshot .)
    for ((k = $1; k <= $2; k++)); do
        [ "$is" != "$(snapshot "cut/commit.$k")" ] || return 0
    done
    trouble+="it is none of the commits $1 to $2"$'\n'
}

# wgcq finds it as well as a stock sqlite3 does; they take turns to be the first.
check_told() {
    has_run || return 0
    local status=0 is
    "$WGCQ" runs a.db --format json >out 2>err || status=$?
    is=$(jq -r '.[-1].status' out 2>&1)
    [ "$status" = 0 ] && [[ $is = interrupted || $is = complete || $name = anew/* ]] ||
        trouble+="wgcq runs ended with $status, says $is: $(cat err)"$'\n'
    is=$("$WGCQ" sql a.db "SELECT count(*) || ' ' || (SELECT count(*) FROM edges) AS n FROM states" --format tsv 2>err |
        tail -n 1)
    [ "$is" = "$(jq -r '.[-1] | "\(.states // 0) \(.edges // 0)"' out)" ] ||
        trouble+="$is states and edges are there: $(cat out err)"$'\n'
}

sweep() { # what was done
    local n certain made
    while read -r n certain made; do
        trouble= swept=$((swept + 1))
        rm -f a.db*
        cp "cut/point.$n"/* . 2>/dev/null
        [ $((n % 2)) = 0 ] || check_told_first
        check_whole
        check_commit "$certain" "$made"
        check_told
        settle
        result "$name, $1: cut at point $n of $points, after commit $certain"
    done <cut/points
}

# A file of which nothing is committed yet is not a trace; the error says only that.
check_told_first() {
    local status=0
    [ -e a.db ] || return 0
    "$WGCQ" runs a.db >out 2>err || status=$?
    [ "$status" = 0 ] || [ "$status" = 4 ] || trouble+="wgcq runs ended with $status: $(cat err)"$'\n'
}

# A save that was reported is on the disk: the journal's removal too.  (Only one that was found there
# and rolled back need not be.)
check_saves() {
    local late made found=0
    read -r late made
    [ ! -e before/a.db-journal ] || found=1
    trouble=
    [ "$late" -le "$found" ] && [ "$made" -gt 4 ] || trouble="$late of $made are not"
    result "$name: each save is on the disk at once"
}

# The same with a disk that ignores syncs: the test must find the damage, or it could find none.
sweep_unsynced() {
    local n certain made damaged=0
    rm -rf cut && mkdir cut
    cut_at "$unsynced" unsynced --unsynced >/dev/null
    while read -r n certain made; do
        trouble=
        rm -f a.db*
        cp "cut/point.$n"/* . 2>/dev/null
        check_whole
        [ -n "$trouble" ] || check_commit "$certain" "$made"
        [ -z "$trouble" ] || damaged=$((damaged + 1))
    done <cut/points
    trouble=
    [ "$damaged" -gt $((unsynced / 4)) ] || trouble="only $damaged of $unsynced"
    result "$name: without a sync the damage is found"
}

while IFS=$'\t' read -r name arguments; do
    case $name in added/* | anew/*) ;; *) is_main "$name" || continue ;; esac
    prepare "$name" "$arguments"
    fresh
    record "${begin[@]}"
    check_saves < <(cut_at "$points" "$name")
    sweep solve
    [ "$WHOLE$name" = breadth-first/sql ] || [ "$WHOLE" = whole ] && sweep_unsynced
    fresh
    struck kill:100 "${begin[@]}"
    cp a.db* live/
    record resume a.db --writer "${name#*/}" --save-every 30 -q
    check_saves < <(cut_at $((points / 2)) "$name")
    sweep resume
done < <(scenarios)
finish "$swept points where the power was cut"
