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
    if "$@" >"$folder/both" 2>&1; then
        echo "ok $number - $name"
    else
        echo "not ok $number - $name"
        head -n 5 "$folder/both" "$folder/out" "$folder/err" 2>/dev/null | sed 's/^/# /'
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

echo 1..47
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

# What is foreseen from --max-states alone, in bytes; nothing where there is room.
foreseen() {
    sed -n 's/.* grows by at least \([0-9.]*\) \([kM]\)B, and .*/\1 \2/p' "$folder/err" |
        awk '{ print int($1 * ($2 == "k" ? 1024 : 1048576)) }'
}
told_solve() { "$WGCQ" "$@" --format json >"$folder/out" 2>"$folder/err"; echo $? >"$folder/status"; }
about() { # of $2 bytes about $1 were foreseen, and hardly more
    [ -n "$1" ] && [ "$1" -le $(($2 * 102 / 100)) ] && [ "$1" -ge $(($2 * $3 / 100)) ] ||
        { echo "foreseen $1, taken $2"; false; }
}

for how in "frogs 12 states 70" "frogs 12 all 70" "hanoi 9 edges 10" "hanoi 9 states 10"; do
    read -r puzzle size keep part <<<"$how"
    case $puzzle in frogs) set -- --set n="$size" ;; hanoi) set -- --set disks="$size" ;; esac
    solve solve "$PUZZLES/$puzzle.yaml" "$@" --trace "$keep" --max-states 19683 -o "$folder/there.db"
    mount -t tmpfs -o size=256k none "$disk"
    told_solve solve "$PUZZLES/$puzzle.yaml" "$@" --trace "$keep" --max-states 19683 -o "$disk/x.db"
    ok "$puzzle, --trace $keep: foreseen before it begins" \
        about "$(foreseen)" "$(stat -c %s "$folder/there.db")" "$part"
    ok "$puzzle, --trace $keep: it begins all the same, and ends in time" ends 3
    umount "$disk"
    rm -f "$folder/there.db"
done
mount -t tmpfs -o size=1400k none "$disk"
told_solve solve "$PUZZLES/frogs.yaml" --set n=12 --max-states 40000 -o "$disk/x.db"
ok "the error names the --trace that there is room for" grep -q 'grows by at least .* are free; --trace states needs 1.1. MB' "$folder/err"
umount "$disk"
mount -t tmpfs -o size=3m none "$disk"
told_solve solve "$PUZZLES/frogs.yaml" --max-states 1000000000 -o "$disk/x.db"
ok "more states than values can be combined are not foreseen" is "$(foreseen)" ""
ok "and it goes to its end" ends 0
told_solve solve "$PUZZLES/frogs.yaml" --set n=12 --max-states 1000 -o "$disk/y.db"
ok "no message where there is room" is "$(foreseen)" ""
solve solve "$PUZZLES/frogs.yaml" --set n=12 --max-states 1000000 -o "$disk/z.db"
ok "no message with --quiet" is "$(cat "$folder/err")" ""
told_solve solve "$PUZZLES/frogs.yaml" --set n=12 -o "$disk/u.db"
ok "without --max-states nothing is foreseen" is "$(foreseen)" ""
umount "$disk"
