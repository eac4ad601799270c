#!/usr/bin/env bash
# signals.sh - SIGINT, SIGTERM and SIGHUP at any time: what was explored is saved, the message says how to go
# on, and going on comes to the content of an undisturbed run.  A second signal is the end at once.
# shellcheck source=tests/fault/common.bash
. "$(dirname "$0")/common.bash"

points=1 n=10 swept=0
[ "$WHOLE" = whole ] && points=25 n=12
RANDOM=20261121

# Interrupted with signal $1 after $2 milliseconds, and with $3 after $4 more if it is still there.
interrupt() {
    # what a shell starts in the background is deaf to SIGINT otherwise
    env --default-signal=INT,TERM,HUP "$WGCQ" "${command[@]}" >out 2>err &
    local pid=$!
    sleep "$(printf '0.%03d' "$2")"
    kill -"$1" "$pid" 2>/dev/null
    if [ "${3:-}" ]; then
        sleep "$(printf '0.%03d' "$4")"
        kill -"$3" "$pid" 2>/dev/null
    fi
    status=0
    wait "$pid" 2>/dev/null || status=$?
}

check_said() { # whether words are due
    case $status in
    0) return ;; # it was over before
    130) ;;
    129 | 143) # it had not begun
        [ ! -e a.db ] || trouble+="exit status $status"$'\n'
        return
        ;;
    *) trouble+="exit status $status: $(cat err)"$'\n' ;;
    esac
    # SIGINT too: status 130, and no message
    [ "$1" = no ] || [ ! -e a.db ] || grep -q "wgcq resume a.db" err || trouble+="no hint how to continue: $(cat err)"$'\n'
}

signals=(INT TERM HUP)
for scenario in {"breadth-first\t$ROOT/puzzles/frogs.yaml --set n=$n -q","depth-first\t$ROOT/puzzles/frogs.yaml --set n=$((n - 1)) --order depth-first -q"}" --writer "{pages,sql}; do
    IFS=$'\t' read -r name arguments <<<"$(printf '%b' "$scenario")"
    name+=/${arguments##* }
    began=${EPOCHREALTIME/[.,]/}
    prepare "$name" "$arguments"
    whole=$(((${EPOCHREALTIME/[.,]/} - began) / 1000))
    [ "$whole" -lt 900 ] || whole=900
    for ((i = 1; i <= points; i++)); do
        trouble= swept=$((swept + 1)) first=${signals[RANDOM % 3]} after=$((RANDOM % whole))
        rm -f a.db*
        command=("${begin[@]}")
        interrupt "$first" "$after"
        check_said yes
        check_whole
        if [ "$status" = 130 ] && has_run && [ $((RANDOM % 2)) = 0 ]; then
            command=(resume a.db -q)
            interrupt "${signals[RANDOM % 3]}" $((RANDOM % whole))
            check_said yes
            check_whole
        fi
        settle
        result "$name: SIG$first after $after ms of $whole"
    done
    for ((i = 1; i <= points; i++)); do
        trouble= swept=$((swept + 1)) first=${signals[RANDOM % 3]} second=${signals[RANDOM % 3]}
        after=$((RANDOM % whole)) more=$((RANDOM % 400))
        rm -f a.db*
        command=("${begin[@]}")
        interrupt "$first" "$after" "$second" "$more"
        check_said no
        check_whole
        settle
        result "$name: SIG$first after $after ms, SIG$second $more ms later"
    done
done
finish "$swept moments of one or two signals"
