#!/usr/bin/env bash
# spill.sh - a run that goes on in files (solve --spill) is killed at any change of a file, or any call fails:
# the commit is resumed, to the figures and the plan of an undisturbed run.
# shellcheck source=tests/fault/common.bash
. "$(dirname "$0")/common.bash"

points=2 turn=${FIRST_SEED:-0} swept=0 # FIRST_SEED says which points are tried
[ "${PARTS:-3}" -gt 3 ] && points=1
[ "$WHOLE" = whole ] && points=120 turn=0
ENOSPC=28 EIO=5

# Figures and the plan, without the seconds and what went through files.
said() { grep -v '^seconds\|^spilled\|^dead ends\|^deadlocks' "$1"; }

settle_spilled() {
    local end=0 tries
    if [ -e spill/state ]; then
        "$WGCQ" resume spill -q --max-memory "$memory" --save-every "$every" >out 2>err || end=$?
    else
        "$WGCQ" "${begin[@]}" >out 2>err || end=$?
    fi
    [ "$end" = "$due_status" ] || trouble+="going on ended with $end: $(cat err)"$'\n'
    [ "$(said out)" = "$due" ] || trouble+="other figures: $(diff <(said out) <(echo "$due") | head -5)"$'\n'
    [ ! -e spill ] || trouble+="left: $(echo spill/*)"$'\n'
}

# Of that many places the i-th that is tried; the last one is always if there are several.
point() { # i, how many places there are
    local apart=$(($2 / points))
    if [ "$points" = 1 ]; then
        echo $((1 + turn % $2))
    elif [ "$1" -lt "$points" ] && [ "$apart" -gt 1 ]; then
        echo $((($1 - 1) * apart + 1 + turn % apart))
    else
        echo $(($2 * $1 / (points < $2 ? points : $2)))
    fi
}

sweep() { # the accident with N, how many places there are
    local i n
    for ((i = 1; i <= points && i <= $2; i++)); do
        n=$(point "$i" "$2")
        trouble= status=0 swept=$((swept + 1))
        rm -rf spill
        struck "${1/N/$n}" "${begin[@]}" || status=$?
        case $1:$status in
        kill:*:* | *:"$due_status") ;;
        *:4) grep -q '^wgcq: error: ' err || trouble+="no error is reported: $(cat err)"$'\n' ;;
        *) trouble+="exit status $status: $(cat err)"$'\n' ;;
        esac
        settle_spilled
        result "$name: ${1/N/$n} of $2"
    done
}

scenario() { # name, memory, states between commits, arguments
    name=$1 memory=$2 every=$3
    shift 3
    begin=(solve "$@" --trace none --spill spill --max-memory "$memory" --save-every "$every" -q)
    rm -rf spill
    due_status=0
    "$WGCQ" "${begin[@]}" >ref.out 2>err || due_status=$?
    due=$(said ref.out)
    trouble=
    grep -q '^spilled' ref.out || trouble="it did not need files"
    "$WGCQ" solve "$@" --trace none -q >memory.out 2>err
    [ "$(said memory.out)" = "$due" ] || trouble+="in memory there are other figures"
    result "$name: $(grep -c . <<<"$due") lines of figures and plan"
    ACCIDENT=count ACCIDENT_COUNT=count.txt LD_PRELOAD=$ACCIDENT_SO "$WGCQ" "${begin[@]}" >/dev/null 2>&1
    read -r changes calls _ <count.txt
    sweep "kill:N" "$changes"
    sweep "fail:N:$EIO" "$calls"
    sweep "dead:N:$ENOSPC" "$calls"
}

# A stopped run is resumed, and killed again: the commit is there still.
sweep_resumed() { # the accident with N, from which place to which, and how far apart
    local n
    for ((n = $2; n <= $3; n += $4)); do
        trouble= status=0 swept=$((swept + 1))
        rm -rf spill
        cp -r stopped spill
        struck "${1/N/$n}" resume spill -q --max-memory "$memory" --save-every "$every" || status=$?
        case $1:$status in
        *:"$due_status") ;;
        kill:*:*) ;;
        *:4) [ -s spill/state ] || trouble+="what was committed is lost: $(cat err)"$'\n' ;;
        *) trouble+="exit status $status: $(cat err)"$'\n' ;;
        esac
        [ "$status" = "$due_status" ] && [ ! -e spill ] || settle_spilled
        result "$name, resumed: ${1/N/$n}"
    done
}

scenario "leaping frogs" 2M 9000 "$ROOT/puzzles/frogs.yaml" --set n=13
rm -rf spill
"$WGCQ" "${begin[@]}" --max-depth 150 >out 2>err
cp -r spill stopped
ACCIDENT=count ACCIDENT_COUNT=count.txt LD_PRELOAD=$ACCIDENT_SO "$WGCQ" resume spill -q --max-memory 2M --save-every 9000 >out 2>err
read -r changes calls _ <count.txt
apart=$((points > 100 ? 7 : calls / 3))
sweep_resumed "fail:N:$EIO" $((1 + turn % 3)) 12 "$([ "$points" -gt 100 ] && echo 1 || echo 3)"
sweep_resumed "fail:N:$EIO" 13 "$calls" "$apart"
sweep_resumed "dead:N:$ENOSPC" 1 "$calls" "$apart"
sweep_resumed "kill:N" 1 "$changes" $((changes / points + 1))
cat >checked.yaml <<'END'
puzzle: Counter
params: {n: 10000}
state: {x: 0..n, y: 0..5}
start: {x: 0, y: 0}
moves:
  up: [{guard: x < n}, {set: x = x + 1}]
  turn: [{guard: y < 5}, {set: y = y + 1}]
invariant:
  never thirteen: x != 13
  small: not (x > 100 and y == 3 and x % 7 == 0)
deadlock: forbidden
goal: {x: 777, y: 2}
END
scenario "an invariant" 2M 9000 "$PWD/checked.yaml"
scenario "pancakes" 1M 30000 "$ROOT/puzzles/pancakes.yaml" --set n=9
# With its rows, from which it is resumed: and the folder is empty or not there.
sweep_rows() { # the accident with N, how many places there are
    local i n
    for ((i = 1; i <= points && i <= $2; i++)); do
        n=$(point "$i" "$2")
        trouble= status=0 swept=$((swept + 1))
        rm -rf spill
        fresh
        struck "${1/N/$n}" "${begin[@]}" || status=$?
        case $1:$status in
        kill:*:* | *:0) ;;
        *:4) grep -q '^wgcq: error: ' err || trouble+="no error is reported: $(cat err)"$'\n' ;;
        *) trouble+="exit status $status: $(cat err)"$'\n' ;;
        esac
        settle
        [ ! -e spill ] || trouble+="left: $(echo spill/*)"$'\n'
        result "$name: ${1/N/$n} of $2"
    done
}

name="leaping frogs, rows"
prepare rows/pages "$ROOT/puzzles/frogs.yaml --set n=11 --save-every 3000"
begin+=(--max-memory 4M --spill spill)
fresh
trouble=
"$WGCQ" "${begin[@]}" >out 2>err || trouble="it ended with $?: $(cat err)"
grep -q '^spilled' out || trouble+="it did not need files"
[ "$(content a.db)" = "$due" ] || trouble+="the rows are others than in memory"
result "$name: the rows of a run in memory"
fresh
ACCIDENT=count ACCIDENT_COUNT=count.txt LD_PRELOAD=$ACCIDENT_SO "$WGCQ" "${begin[@]}" >/dev/null 2>&1
read -r changes calls _ <count.txt
sweep_rows "kill:N" "$changes"
sweep_rows "fail:N:$EIO" "$calls"
sweep_rows "dead:N:$ENOSPC" "$calls"
finish "$swept accidents of runs in files"
