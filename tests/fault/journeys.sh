#!/usr/bin/env bash
# journeys.sh - the trace of a journey that is killed at any change of its file, whose file cannot be
# written, or whose power is cut: what is left is a tree by `wgcq verify`, each result was given, and the search goes on to
# the tree of an undisturbed one.
# shellcheck source=tests/fault/common.bash
. "$(dirname "$0")/common.bash"

kills=3 random=2 errors=2
[ "$WHOLE" = whole ] && kills=150 random=60 errors=60
EIO=5 ENOSPC=28
swept=0
RANDOM=${FIRST_SEED:-20261128}

# A program of its own: the command traces no journeys.
san=()
grep -q __asan_init "$BUILD/libwgcq.a" && san=("-fsanitize=address,undefined")
${CC:-cc} -std=c11 -O1 "${san[@]}" -I"$ROOT/lib" -o journey "$ROOT/tests/fault/traced_journey.c" \
    "$BUILD/libwgcq.a" -lyaml -lsqlite3 -lgmp -lutf8proc -pthread -lm || exit 1

# All that the views say, whatever the number of commits.
tree() {
    sqlite3 "$1" "SELECT * FROM nodes ORDER BY id; SELECT 'guards';
        SELECT * FROM guards ORDER BY name, depth; SELECT * FROM results ORDER BY id;
        SELECT * FROM moves ORDER BY result, step;
        SELECT name, state_size, hex(state), nodes, results, complete, ended FROM about" 2>&1
}

# One value; sqlite3 would make a file that is not there.
asked() { [ ! -s a.db ] || sqlite3 a.db "$1" 2>/dev/null; }

is_complete() { [ "$(asked 'SELECT complete FROM about')" = 1 ]; }

# Searches on, with an accident; the results that it gave are added to `given`.
search() {
    local status=0
    { ACCIDENT=$1 LD_PRELOAD=$ACCIDENT_SO ./journey a.db "$name" "$every" >out 2>err; } 2>/dev/null || status=$?
    cat out >>given
    return "$status"
}

# An error has words, and the exit status is no other.
check_error() {
    case $1 in
    0) ;;
    4) [ -s err ] || trouble+="no error is reported"$'\n' ;;
    *) trouble+="exit status $1: $(cat err)"$'\n' ;;
    esac
}

# What is there, if anything was saved yet, is a tree, as far as it goes; and a stored result was given.
check_tree() {
    check_whole
    [ "$(asked 'SELECT count(*) > 0 FROM saved')" = 1 ] || return 0
    "$WGCQ" verify a.db >verified 2>&1 || trouble+="verify ended with $?: $(cat verified)"$'\n'
    sqlite3 a.db 'SELECT shown FROM results' | sort -u >stored
    sort -u given | comm -13 - stored >lost
    [ ! -s lost ] || trouble+="stored, and not given: $(head -3 lost)"$'\n'
}

# To the end: the tree is the undisturbed one, and each result was given at least once.
finish_tree() {
    local status=0
    if ! is_complete; then
        search count || status=$?
        [ "$status" = 0 ] || trouble+="going on ended with $status: $(cat err)"$'\n'
    fi
    tree a.db >is
    cmp -s is due || trouble+="the tree is another: $(diff is due | head -4)"$'\n'
    sort -u given | cmp -s - results || trouble+="other results were given"$'\n'
    "$WGCQ" verify a.db >verified 2>&1 || trouble+="verify ended with $?: $(cat verified)"$'\n'
    [ ! -e a.db-journal ] || trouble+="a journal is left"$'\n'
}

begin_anew() {
    trouble='' swept=$((swept + 1))
    rm -f a.db* given
    : >given
}

strike() { # an accident, and further ones while going on
    local accident status
    for accident; do
        status=0
        ! is_complete || break
        search "$accident" || status=$?
        case $accident in kill:*) ;; *) check_error "$status" ;; esac
        check_tree
    done
}

# At so many places of all: the place is N of the accident.
sweep() {
    local i n
    for ((i = 1; i <= $3 && i <= $2; i++)); do
        n=$(($2 * i / ($3 < $2 ? $3 : $2)))
        begin_anew
        strike "${1/N/$n}"
        finish_tree
        result "$name, saved every $every: ${1/N/$n} of $2"
    done
}

sweep_first() { # each of the first places
    local n
    for ((n = 1; n <= $2; n++)); do
        begin_anew
        strike "${1/N/$n}"
        finish_tree
        result "$name, saved every $every: ${1/N/$n}, at the start"
    done
}

sweep_random() {
    local i k accidents
    for ((i = 1; i <= random; i++)); do
        accidents=()
        for ((k = RANDOM % 4; k >= 0; k--)); do accidents+=("kill:$((RANDOM % changes + 1))"); done
        begin_anew
        strike "${accidents[@]}"
        finish_tree
        result "$name, saved every $every: ${accidents[*]}"
    done
}

# No room behind so many KiB.
sweep_full() {
    local size status whole
    whole=$(($(stat -c %s ref.db) / 1024))
    for ((size = 4; size < whole; size += 4 + whole / (errors + 1))); do
        begin_anew
        (ulimit -f "$size" && ./journey a.db "$name" "$every" 2>err) | cat >>given
        status=${PIPESTATUS[0]}
        check_error "$status"
        [ "$status" = 4 ] || trouble+="a file of $whole KiB in $size"$'\n'
        check_tree
        finish_tree
        result "$name, saved every $every: $size KiB of $whole"
    done
}

snapshot() { # of a folder's file, in words
    if [ -s "$1/a.db" ]; then sqlite3 "$1/a.db" .dump 2>&1 | sha256sum; else echo nothing; fi
}

check_commit() { # it is one of the commits $1 to $2
    local is k
    is=$(snapshot .)
    for ((k = $1; k <= $2; k++)); do
        [ "$is" != "$(snapshot "cut/commit.$k")" ] || return 0
    done
    trouble+="it is none of the commits $1 to $2"$'\n'
}

# The power is cut: of what was not synced any part is lost, in any order (crash.py).
sweep_power() {
    local n certain made
    rm -rf before cut live
    mkdir before cut live
    (cd live && ACCIDENT=record:../record LD_PRELOAD=$ACCIDENT_SO ../journey a.db "$name" "$every" >../recorded 2>&1)
    /usr/bin/python3 "$ROOT/tests/fault/crash.py" record before cut "$errors" "$name" >/dev/null
    while read -r n certain made; do
        begin_anew
        cp recorded given
        cp "cut/point.$n"/* . 2>/dev/null
        [ $((n % 2)) = 1 ] || { check_whole; check_commit "$certain" "$made"; }
        strike "kill:$n"
        finish_tree
        result "$name, saved every $every: the power is cut at point $n of $errors"
    done <cut/points
}

while read -r name every; do
    begin_anew
    ACCIDENT_COUNT=count.txt search count || echo "Bail out! $(cat err)"
    read -r changes calls _ <count.txt
    cp a.db ref.db
    tree ref.db >due
    sort -u given >results
    [ "$changes" -gt 10 ] || echo "# only $changes changes in $name"
    [ "$every" != 3 ] || sweep_first kill:N 12
    sweep kill:N "$changes" "$kills"
    sweep_random
    sweep "fail:N:$EIO" "$calls" "$errors"
    sweep "dead:N:$EIO" "$calls" "$errors"
    sweep "dead:N:$ENOSPC" "$calls" "$errors"
    sweep_full
    sweep_power
done < <(printf '%s\n' 'queens -1' 'queens 3' 'nested 40' 'nested 700' 'tables 90' 'tables -1' | in_turn)
finish "$swept accidents of a journey's trace"
