#!/usr/bin/env bash
# divide.sh - the folders of three ranks in files are divided among two or five, and that is killed at any change
# of a file, or any call fails: done again, it comes to the same files.
# shellcheck source=tests/fault/common.bash
. "$(dirname "$0")/common.bash"

points=25 swept=0
[ "$WHOLE" = whole ] && points=100000
ENOSPC=28 EIO=5
divide=$BUILD/tests/unit/test_divide

files() { (cd "$1" && find . -type f ! -name lock | sort | xargs sha256sum); }

strike() { # the accident, the number of ranks
    trouble= status=0 swept=$((swept + 1))
    rm -rf ranks
    cp -r stopped ranks
    { ACCIDENT=$1 LD_PRELOAD=$ACCIDENT_SO "$divide" --divide ranks "$2" >out 2>err; } 2>/dev/null || status=$?
    case $1:$status in
    kill:*:* | *:0) ;;
    *:4) grep -q '^error: ' err || trouble+="no error is reported: $(cat err)"$'\n' ;;
    *) trouble+="exit status $status: $(cat err)"$'\n' ;;
    esac
    "$divide" --divide ranks "$2" >out 2>err || trouble+="again: $(cat err)"$'\n'
    [ "$(files ranks)" = "$due" ] || trouble+="other files: $(diff <(files ranks) <(echo "$due") | head -5)"$'\n'
}

sweep() { # the accident with N, how many places there are, the number of ranks
    local i n most=$((points < $2 ? points : $2))
    for ((i = 1; i <= most; i++)); do
        n=$(($2 * i / most))
        strike "${1/N/$n}" "$3"
        result "among $3: ${1/N/$n} of $2"
    done
}

"$divide" --stop stopped "$ROOT/puzzles/frogs.yaml" n=7 || exit 1
for ranks in 2 5; do
    rm -rf ranks
    cp -r stopped ranks
    ACCIDENT=count ACCIDENT_COUNT=count.txt LD_PRELOAD=$ACCIDENT_SO "$divide" --divide ranks $ranks >/dev/null 2>&1
    read -r changes calls _ <count.txt
    due=$(files ranks)
    trouble=
    [ "$(ls ranks | wc -l)" = $ranks ] && [ "$changes" -gt 20 ] || trouble="$(ls -R ranks), $changes changes"
    result "three ranks' files among $ranks"
    sweep "kill:N" "$changes" $ranks
    sweep "fail:N:$EIO" "$calls" $ranks
    sweep "dead:N:$ENOSPC" "$calls" $ranks
done
finish "$swept accidents of a division among ranks"
