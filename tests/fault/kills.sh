#!/usr/bin/env bash
# kills.sh - a run that is killed at any change of its file, once or several times in a row, and
# resumed, comes to what it would have come to undisturbed.
# shellcheck source=tests/fault/common.bash
. "$(dirname "$0")/common.bash"

points=3 rows=3 # each scenario: kills spread over a run; rows of kills at random places
[ "$WHOLE" = whole ] && points=60 rows=60
RANDOM=20261121

changes_of() { # of what is given: how many changes of files there are
    ACCIDENT=count ACCIDENT_COUNT=count.txt LD_PRELOAD=$ACCIDENT_SO "$WGCQ" "$@" >/dev/null 2>&1
    cut -d' ' -f1 count.txt
}

# Killed at change $1, then once more for each further number while going on.
strike() {
    local n
    rm -f a.db*
    for n; do
        if [ -s a.db ] && has_run; then
            struck "kill:$n" resume a.db -q
        else
            struck "kill:$n" solve "${how[@]}" -o a.db -q
        fi
        check_whole
    done
}

while IFS=$'\t' read -r name arguments; do
    prepare "$arguments"
    rm -f a.db
    all=$(changes_of solve "${how[@]}" -o a.db -q)
    [ "$all" -gt 40 ] || echo "# only $all changes in $name"
    for ((i = 1; i <= points; i++)); do
        n=$((all * i / points))
        trouble=
        strike "$n"
        settle
        result "$name: killed at change $n of $all"
    done
    for ((i = 1; i <= rows; i++)); do
        trouble= ns=()
        for ((k = RANDOM % 4; k >= 0; k--)); do ns+=($((RANDOM % all + 1))); done
        strike "${ns[@]}"
        settle
        result "$name: killed at changes ${ns[*]}"
    done
done < <(scenarios)
finish
