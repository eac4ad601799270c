#!/usr/bin/env bash
# Readers while a run is written: four stock sqlite3 beside a long solve.  tests/fault/readers.sh [SECONDS]
#
# Each asks again and again, in one statement, which is one moment of the file: that there are as
# many states as the greatest id, that no edge or refusal names a state that is not there, and that
# the run's row agrees with the tables.  No answer may be an error, and none may say less than
# the one before.
set -u
SECONDS_LONG=${1:-2}
WGCQ=${WGCQ:-$(cd "$(dirname "$0")/../.." && pwd)/build/wgcq}
PUZZLES=$(cd "$(dirname "$0")/../../puzzles" && pwd)
READERS=4
folder=$(mktemp -d) || exit 1
writer=
trap '[ -n "$writer" ] && kill "$writer" 2>/dev/null; wait; rm -rf "$folder"' EXIT
cd "$folder" || exit 1

number=0
ok() { # ok NAME FILE: fine where the file is empty
    number=$((number + 1))
    if [ -s "$2" ]; then
        echo "not ok $number - $1"
        head -n 10 "$2" | sed 's/^/# /'
    else
        echo "ok $number - $1"
    fi
}

QUESTION="SELECT (SELECT count(*) FROM states), (SELECT coalesce(max(id), 0) FROM states), (SELECT coalesce(states, 0) FROM runs),
    (SELECT count(*) FROM edges), (SELECT coalesce(edges, 0) FROM runs), (SELECT count(*) FROM rejections),
    (SELECT coalesce(rejections, 0) FROM runs), (SELECT coalesce(max(max(src), max(dst)), 0) FROM edges),
    (SELECT coalesce(min(min(src), min(dst)), 1) FROM edges), (SELECT coalesce(max(src), 0) FROM rejections),
    (SELECT count(*) FROM runs), (SELECT status FROM runs)"

ask() { sqlite3 -readonly -cmd '.timeout 60000' run.db "$QUESTION" 2>>"errors$1"; }

# states max(id) run.states edges run.edges rejections run.rejections ends: what is wrong with it
judge() {
    awk -F'|' '$12 != "interrupted" { next } # it has ended
        NF != 12 || $11 != 1 { print "strange: " $0 }
        $1 != $2 || $1 != $3 { print "states: " $0 }
        $4 != $5 || $6 != $7 { print "edges or rejections: " $0 }
        $8 > $2 || $9 < 1 || $10 > $2 { print "a state that is not there: " $0 }
        $1 < before { print "less than before: " $0 }
        { before = $1 }' "$1"
}

reader() {
    while kill -0 "$writer" 2>/dev/null; do
        ask "$1" >>"answers$1" || echo "sqlite3 ended with $?" >>"errors$1"
    done
}

"$WGCQ" solve "$PUZZLES/frogs.yaml" --set n=22 --max-time "$SECONDS_LONG" --solutions 0 -o run.db --quiet >solved 2>solved.err &
writer=$!
for _ in $(seq 200); do
    [ "$(sqlite3 -readonly -cmd '.timeout 60000' run.db 'SELECT count(*) FROM runs' 2>/dev/null)" = 1 ] && break
    sleep 0.05
done

readers=
for i in $(seq $READERS); do
    : >"errors$i" >"answers$i"
    reader "$i" &
    readers="$readers $!"
done
"$WGCQ" solve "$PUZZLES/frogs.yaml" --set n=22 --max-states 10 -o run.db >second 2>second.err
echo $? >second.status
wait "$writer"
echo $? >status
wait $readers
ended=$writer writer=

echo "1..$((2 * READERS + 5))"
for i in $(seq $READERS); do
    ok "reader $i met no error" "errors$i"
    { judge "answers$i"; [ -s "answers$i" ] || echo "it got no answer"; } >judged
    ok "reader $i: $(wc -l <"answers$i") answers, each of one moment" judged
done
grep -qx 4 second.status && grep -q "run.db: wgcq (process $ended) is writing this file" second.err && rm second.err
[ -e second.err ] || : >second.err
ok "a second writer is refused, and learns who writes" second.err
grep -qx 3 status || { cat solved.err; echo "it ended with $(cat status)"; } >undisturbed
: >>undisturbed
ok "the run was not disturbed" undisturbed
cat answers[0-9]* | cut -d'|' -f1 | sort -u | wc -l | awk '$1 < 2 { print "only " $1 " moments were observed" }' >moments
ok "readers see the file grow" moments
sqlite3 run.db 'PRAGMA integrity_check' | grep -vx ok >integrity
ok "the file is whole" integrity
sqlite3 run.db "SELECT 'states' FROM runs WHERE states <> (SELECT count(*) FROM states) UNION ALL
    SELECT 'edges' FROM runs WHERE edges <> (SELECT count(*) FROM edges) UNION ALL SELECT status FROM runs WHERE status <> 'limit'" >figures
ok "what it says at last is so" figures
