#!/usr/bin/env bash
# Small disks: a run that does not fit ends early and well, says so, and goes on where there is room.
# tests/fault/space.sh; needs to mount a tmpfs, so it is root's work.
set -u
WGCQ=${WGCQ:-$(cd "$(dirname "$0")/../.." && pwd)/build/wgcq}
PUZZLES=$(cd "$(dirname "$0")/../../puzzles" && pwd)
folder=$(mktemp -d) || exit 1
disk=$folder/disk
trap 'umount "$disk" 2>/dev/null; rm -rf "$folder"' EXIT
mkdir "$disk"
if ! mount -t tmpfs -o size=1m none "$disk" 2>/dev/null; then
    echo "1..0 # SKIP no tmpfs can be mounted here"
    exit 0
fi
umount "$disk"

number=0
ok() { # ok NAME WORDS...: fine where the words are a command that succeeds
    number=$((number + 1))
    local name=$1
    shift
    if "$@" >"$folder/told" 2>&1; then
        echo "ok $number - $name"
    else
        echo "not ok $number - $name"
        head -n 5 "$folder/told" "$folder/out" "$folder/err" 2>/dev/null | sed 's/^/# /'
    fi
}

is() { [ "$1" = "$2" ] || { echo "is '$1', expected '$2'"; false; }; }
solve() { "$WGCQ" "$@" --quiet --format json >"$folder/out" 2>"$folder/err"; echo $? >"$folder/status"; }
ends() { is "$(cat "$folder/status")" "$1"; }
says() { grep -qE "$1" "$folder/out" || { echo "it does not say: $1"; false; }; }
digest() {
    sqlite3 "$1" "SELECT * FROM states; SELECT * FROM edges; SELECT * FROM rejections; SELECT * FROM steps" | cksum
}

solve solve "$PUZZLES/frogs.yaml" --set n=12 -o "$folder/whole.db"
whole=$(digest "$folder/whole.db")

echo 1..33
for size in 256k 640k 1m 3m; do
    mount -t tmpfs -o size=$size none "$disk"
    db=$disk/frogs.db
    solve solve "$PUZZLES/frogs.yaml" --set n=12 -o "$db"
    ok "$size: it is not known" ends 3
    ok "$size: says that the disk ends, and what takes less" \
        says 'the end of the disk: [0-9.]+ [kMG]B are free, and this run still takes [0-9.]+ [kMG]B; --trace states takes less'
    ok "$size: the file is whole and ended" \
        is "$(sqlite3 "$db" 'PRAGMA integrity_check; SELECT status, states = (SELECT count(*) FROM states) FROM runs')" $'ok\nlimit|1'
    ok "$size: it has its indices" is "$(sqlite3 "$db" "SELECT count(*) FROM pragma_index_list('edge_1')")" 2
    mount -o remount,size=60m "$disk"
    solve resume "$db"
    ok "$size: with room it goes on to the end" ends 0
    ok "$size: to what it would have come to" is "$(digest "$db")" "$whole"
    umount "$disk"
done

mount -t tmpfs -o size=1m none "$disk"
for puzzle in wolf-goat-cabbage frogs; do
    solve solve "$PUZZLES/$puzzle.yaml" -o "$disk/$puzzle.db"
    ok "$puzzle: what fits is not stopped" ends 0
done
solve solve "$PUZZLES/frogs.yaml" --set n=12 --trace none
ok "nothing written, nothing to fit" ends 0
umount "$disk"

for keep in all edges states; do
    mount -t tmpfs -o size=11m none "$disk"
    solve solve "$PUZZLES/frogs.yaml" --set n=13 --trace $keep -o "$disk/x.db"
    if [ $keep = states ]; then ok "11m: --trace states fits" ends 0; else ok "11m: --trace $keep does not fit" ends 3; fi
    ok "11m, --trace $keep: the file is whole" is "$(sqlite3 "$disk/x.db" 'PRAGMA integrity_check')" ok
    umount "$disk"
done
