#!/usr/bin/env bash
# full.sh - file systems too small for the run: it says so, with what was saved, and goes on to the
# content of an undisturbed run when there is more room.
#
# Small file systems are mounted where that is allowed; where not, files may not outgrow a limit.
# shellcheck source=tests/fault/common.bash
. "$(dirname "$0")/common.bash"

sizes=2 swept=0
[ "$WHOLE" = whole ] && sizes=40

mkdir small
trap 'cd / && umount "$WORK/small" 2>/dev/null; rm -rf "$WORK"' EXIT
if mount -t tmpfs -o size=64K none small 2>/dev/null; then
    umount small
    mounts=yes
else
    trouble=
    result "small file systems # SKIP none can be mounted here: files may not outgrow a limit instead"
fi

# The message: an error with a reason; and how far it is saved, if at all.  A run that sees it
# coming ends early, as at a limit.
check_said() {
    if [ "$status" = 3 ]; then
        [ "$(sqlite3 a.db "SELECT status FROM runs WHERE stopped LIKE '%disk%'")" = limit ] ||
            trouble+="no reason: $(cat out err)"$'\n'
        return
    fi
    [ "$status" = 4 ] || trouble+="exit status $status"$'\n'
    grep -qE 'full|space|large|I/O' err || trouble+="no reason: $(cat err)"$'\n'
    if [ -e a.db ] && has_run; then
        grep -q 'wgcq resume' err || trouble+="no hint how to continue: $(cat err)"$'\n'
        local states
        states=$(sqlite3 a.db 'SELECT coalesce(max(id), 0) FROM states')
        grep -qE "saved, $states states" err ||
            trouble+="$states states are there: $(cat err)"$'\n'
    fi
    [ ! -s out ] || trouble+="something was printed"$'\n'
}

# The run in a file system of $1 KiB, and on in one that is large enough.
in_mount() {
    mount -t tmpfs -o size="$1K" none small || exit 1
    cd small || exit 1
    status=0
    "$WGCQ" "${begin[@]}" >../out 2>../err || status=$?
    cd ..
    cp small/* . 2>/dev/null
    umount small
}

in_limit() {
    status=0
    (ulimit -f "$1" && "$WGCQ" "${begin[@]}" >out 2>err) || status=$?
}

while IFS=$'\t' read -r name arguments; do
    case $name in breadth-first/* | cheapest/* | shown/*) ;; *) continue ;; esac
    prepare "$name" "$arguments"
    whole=$(($(stat -c %s ref.db) / 1024))
    for ((i = 1; i <= sizes; i++)); do
        trouble= swept=$((swept + 1))
        size=$(((whole * i / (sizes + 1) + 3) / 4 * 4))
        rm -f a.db*
        if [ "${mounts:-}" ]; then in_mount "$size"; else in_limit "$size"; fi
        if [ "$status" != 0 ]; then check_said; fi
        check_whole
        settle
        result "$name: $size KiB of $whole"
    done
done < <(scenarios | in_turn)

# A limit on a file's size is a full disk, not the end of the program.
prepare plain/pages "$ROOT/puzzles/family.yaml --save-every 500"
trouble=
rm -f a.db*
in_limit 100
check_said
settle
result "a file that may not outgrow 100 KiB"
finish "$swept sizes of a file system${mounts:+ (tmpfs)}"
