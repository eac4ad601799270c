#!/usr/bin/env bash
# replace.sh - a file is replaced (solve --replace, merge --replace), and the run is killed at any change of a file, or any call
# fails: under its name there is the old file or the new one, whole, and the next try replaces it.
# shellcheck source=tests/fault/common.bash
. "$(dirname "$0")/common.bash"

points=4 swept=0
[ "$WHOLE" = whole ] && points=400
ENOSPC=28 EIO=5

sed 's/puzzle: /puzzle: Edited, /' "$ROOT/puzzles/family-crossing.yaml" >edited.yaml
"$WGCQ" solve "$ROOT/puzzles/family-crossing.yaml" -o old.db -q >/dev/null || exit 1
"$WGCQ" solve edited.yaml -o new.db -q >/dev/null || exit 1
old=$(content old.db) new=$(content new.db)

count_in() { # a column of what is counted while the file is replaced
    again
    ACCIDENT=count ACCIDENT_COUNT=count.txt LD_PRELOAD=$ACCIDENT_SO "$WGCQ" "${begin[@]}" >/dev/null 2>&1
    cut -d' ' -f"$1" count.txt
}

again() {
    rm -f a.db*
    cp "$before" a.db
    [ ! -e "$before-journal" ] || cp "$before-journal" a.db-journal
}

# What is there under its name, as whoever opens it sees it: the old file, or the new one.
check_either() {
    local is
    check_whole
    is=$(content a.db)
    case $is in
    "$new") ;;
    "$old") [ "$status" != 0 ] || trouble+="it ended well, and the file is the old one"$'\n' ;;
    *) trouble+="the file is neither the old one nor the new one"$'\n' ;;
    esac
}

# And then it is replaced, without a trace of what was.
check_next() {
    local end=0
    "$WGCQ" "${begin[@]}" >out 2>err || end=$?
    [ "$end" = 0 ] || trouble+="the next try ended with $end: $(cat err)"$'\n'
    check_whole
    [ "$(content a.db)" = "$new" ] || trouble+="the next try did not replace it"$'\n'
    local left
    left=$(echo a.db?*)
    [ "$left" = 'a.db?*' ] || trouble+="left beside it: $left"$'\n'
}

sweep() { # the accident with N, how many places there are
    local i n
    for ((i = 1; i <= points && i <= $2; i++)); do
        n=$(($2 * i / (points < $2 ? points : $2)))
        trouble= status=0 swept=$((swept + 1))
        again
        struck "${1/N/$n}" "${begin[@]}" || status=$?
        case $1:$status in
        kill:*:* | *:0) ;;
        *:4) grep -q '^wgcq: error: ' err || trouble+="no error is reported: $(cat err)"$'\n' ;;
        *) trouble+="exit status $status: $(cat err)"$'\n' ;;
        esac
        check_either
        check_next
        result "$writer, over $before: ${1/N/$n} of $2"
    done
}

# An old file that was itself killed in the middle of a save.
begin=(solve "$ROOT/puzzles/family-crossing.yaml" --order depth-first --save-every 30 -o a.db -q --writer sql)
cp old.db hot.db
for n in 40 50 60 70 80 90; do
    rm -f a.db*
    cp old.db a.db
    struck "kill:$n" "${begin[@]}"
    [ ! -s a.db-journal ] || break
done
trouble=
[ -s a.db-journal ] || trouble="no kill left a journal"
result "an old file with a journal beside it"
cp a.db hot.db
cp a.db-journal hot.db-journal

for writer in pages sql; do
    begin=(solve edited.yaml --replace -o a.db -q --save-every 90 --writer $writer)
    before=old.db
    changes=$(count_in 1) calls=$(count_in 2)
    sweep "kill:N" "$changes"
    sweep "fail:N:$EIO" "$calls"
    sweep "dead:N:$ENOSPC" "$calls"
done
# What is under the name then is the old file rolled back, or the new one.
before=hot.db
again
sqlite3 a.db 'SELECT count(*) FROM run' >/dev/null
old=$(content a.db)
sweep "kill:N" "$(count_in 1)"

# merge does it as solve does, whether it makes the rows' file or copies that of the folder.
mpi() {
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 "$WGCQ-mpi" "$@" >/dev/null 2>&1
}
if [ -x "$WGCQ-mpi" ] && command -v mpirun >/dev/null && mpi solve edited.yaml -o ranks.db -q; then
    new=$(content ranks.db.d/all.db) before=old.db
    begin=(merge ranks.db.d -o a.db --replace -q)
    again
    old=$(content a.db)
    for writer in "merge, copied" "merge, made"; do
        [ "$writer" = "merge, copied" ] || touch -d '1 hour' ranks.db.d/parts # newer than its file
        changes=$(count_in 1) calls=$(count_in 2)
        sweep "kill:N" "$changes"
        sweep "fail:N:$EIO" "$calls"
        sweep "dead:N:$ENOSPC" "$calls"
    done
else
    trouble=
    result "merge # SKIP Open MPI is not installed, or \`make mpi\` was not run"
fi
finish "$swept accidents while a file is replaced"
