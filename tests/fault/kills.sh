#!/usr/bin/env bash
# kills.sh - a run that is killed at any change of its file, once or several times in a row, and
# resumed, comes to what it would have come to undisturbed.
# shellcheck source=tests/fault/common.bash
. "$(dirname "$0")/common.bash"

# Each scenario: kills spread over a run; rows of kills at random places.
main=2 other=1 spread=0 random=0
[ "$WHOLE" = whole ] && main=75 other=25
RANDOM=20261121

changes_of() { # of what is given: how many changes of files there are
    ACCIDENT=count ACCIDENT_COUNT=count.txt LD_PRELOAD=$ACCIDENT_SO "$WGCQ" "$@" >/dev/null 2>&1
    cut -d' ' -f1 count.txt
}

# In any order: a file put together anew has its views behind its tables.
dump() { sqlite3 "$1" .dump 2>&1 | sort | sha256sum; }

# Killed at change $1, then once more for each further number while going on.
strike() {
    local n
    fresh
    for n; do
        if [ -s a.db ] && has_run; then
            struck "kill:$n" resume a.db --writer "$(other_writer)" --save-every 60 -q
        else
            struck "kill:$n" "${begin[@]}"
        fi
        check_whole
    done
}

while IFS=$'\t' read -r name arguments; do
    points=$other
    is_main "$name" && points=$main
    prepare "$name" "$arguments"
    fresh
    all=$(changes_of "${begin[@]}")
    [ "$all" -gt 40 ] || echo "# only $all changes in $name"
    for ((i = 1; i <= points; i++)); do
        n=$((all * i / points)) spread=$((spread + 1))
        trouble=
        strike "$n"
        settle
        result "$name: killed at change $n of $all"
    done
    for ((i = 1; i <= points; i++)); do
        trouble= ns=() random=$((random + 1))
        for ((k = RANDOM % 4; k >= 0; k--)); do ns+=($((RANDOM % all + 1))); done
        strike "${ns[@]}"
        settle
        result "$name: killed at changes ${ns[*]}"
    done
done < <(scenarios | in_turn)

# A run is dropped from a file of two: it is there as it was, or gone.
drops=0 points=$main
prepare added/pages "$(scenarios | sed -n 's/^added.pages\t//p')"
cp ref.db both.db
begin=(runs a.db --drop 1 -q)
"$WGCQ" "${begin[@]}" >/dev/null 2>&1
dropped=$(dump a.db) whole=$(dump both.db)
cp both.db base.db
fresh
all=$(changes_of "${begin[@]}")
for ((i = 1; i <= points && i <= all; i++)); do
    n=$((all * i / (points < all ? points : all))) trouble= drops=$((drops + 1))
    fresh
    struck "kill:$n" "${begin[@]}"
    check_whole
    is=$(dump a.db)
    [ "$is" = "$dropped" ] || [ "$is" = "$whole" ] || trouble+="it is neither there nor gone"$'\n'
    "$WGCQ" "${begin[@]}" >out 2>err
    [ "$(dump a.db)" = "$dropped" ] || trouble+="it is not gone: $(cat err)"$'\n'
    result "a run dropped: killed at change $n of $all"
done
finish "$drops kills while a run is dropped, $spread kills at changes spread over a run, $random rows of one to four kills at random changes"
