#!/usr/bin/env bash
# errors.sh - every call that touches a file fails, once and for good: no crash, nothing reported that
# is not so, and what is left goes on to the content of an undisturbed run.
# shellcheck source=tests/fault/common.bash
. "$(dirname "$0")/common.bash"

points=1 swept=0
[ "$WHOLE" = whole ] && points=60
EIO=5 ENOSPC=28

calls_of() {
    ACCIDENT=count ACCIDENT_COUNT=count.txt LD_PRELOAD=$ACCIDENT_SO "$WGCQ" "$@" >/dev/null 2>&1
    cut -d' ' -f2 count.txt
}

# It came to its end, or failed with words.
check_status() {
    case $status in
    0) ;;
    4) grep -q '^wgcq: error: ' err || trouble+="no error is reported: $(cat err)"$'\n' ;;
    *) trouble+="exit status $status: $(cat err)"$'\n' ;;
    esac
}

# The same while going on, from a file that was cut in the middle.
cut_short() {
    fresh
    struck "kill:$((all * 3 / 10))" "${begin[@]}"
    [ -s a.db ] && has_run
}

sweep() { # what is done, the accident, the number of calls there are
    local i n
    for ((i = 1; i <= points && i <= $3; i++)); do
        n=$(($3 * i / (points < $3 ? points : $3)))
        trouble= status=0 swept=$((swept + 1))
        fresh
        if [ "$1" = solve ]; then
            struck "${2/N/$n}" "${begin[@]}" || status=$?
        else
            cut_short
            struck "${2/N/$n}" resume a.db --writer "${name#*/}" -q || status=$?
        fi
        check_status
        check_whole
        settle
        result "$name, $1: ${2/N/$n} of $3"
    done
}

# The calls number $2 to $3, each $4th: words, and these numbers.
sweep_calls() {
    local n
    for ((n = $2; n <= $3; n += $4)); do
        trouble= status=0 swept=$((swept + 1))
        fresh
        struck "fail:$n:$EIO" "${begin[@]}" || status=$?
        check_status
        check_whole
        settle
        result "$name: fail:$n:$EIO of $all, $1"
    done
}

while IFS=$'\t' read -r name arguments; do
    case $name in breadth-first/* | cheapest/* | shown/* | added/* | anew/*) ;; *) continue ;; esac
    prepare "$name" "$arguments"
    fresh
    all=$(calls_of "${begin[@]}")
    case $name in
    breadth-first/*) sweep_calls "while the file is begun" 1 16 1 ;;
    anew/*) removed=$(cut -d' ' -f3 count.txt) && sweep_calls "behind the first save" "$removed" $((removed + 15)) 2 ;;
    esac
    sweep solve "fail:N:$EIO" "$all"
    sweep solve "dead:N:$EIO" "$all"
    sweep solve "dead:N:$ENOSPC" "$all"
    cut_short
    rest=$(calls_of resume a.db --writer "${name#*/}" -q)
    sweep resume "fail:N:$EIO" "$rest"
    sweep resume "dead:N:$ENOSPC" "$rest"
done < <(scenarios | in_turn)
finish "$swept calls that failed, once or for good"
