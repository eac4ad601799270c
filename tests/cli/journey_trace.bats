#!/usr/bin/env bats
# The tree of a journey in a file: questions, results, what is wrong with it, and what cannot be asked.
load common

setup_file() {
    export ROOT=$BATS_TEST_DIRNAME/../.. BUILD=${BUILD:-$BATS_TEST_DIRNAME/../../build} SANITIZE=
    if nm "$BUILD/libwgcq.a" 2>/dev/null | grep -q __asan_init; then
        export SANITIZE=-fsanitize=address,undefined
    fi
    cat >"$BATS_FILE_TMPDIR/queens.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <wgcq.h>

typedef struct board {
    unsigned char size, rows, at[14];
} board;

static bool place(wgcq_journey *j, void *state)
{
    board *b = state;
    size_t column;
    if (!wgcq_choose(j, b->size, &column))
        return false;
    for (int row = 0; row < b->rows; row++) {
        int apart = abs((int)column - b->at[row]);
        if (!wgcq_guard(j, apart != 0, "line") || !wgcq_guard(j, apart != b->rows - row, "slope"))
            return false;
    }
    b->at[b->rows++] = (unsigned char)column;
    return true;
}

static bool place_all(wgcq_journey *j, void *state)
{
    return wgcq_repeat(j, ((board *)state)->size, place);
}

int main(int count, char **words)
{
    board b = {.size = (unsigned char)atoi(words[1])};
    wgcq_error err = {0};
    wgcq_iterator *t;
    long most = count > 3 ? atol(words[3]) : 1 << 30, found = 0;
    int code = wgcq_iterator_new(&t, place_all, &b, sizeof b,
                                 &(wgcq_iterator_options){.trace = words[2], .name = "queens"}, &err);
    if (!code) {
        while (found < most && !(code = wgcq_iterator_next(t, &err)))
            found++;
        wgcq_iterator_free(t);
    }
    printf("%ld %s\n", found, err.text);
    return code < 0;
}
END
    ${CC:-cc} -std=c11 -O1 $SANITIZE -I"$ROOT/lib" -o "$BATS_FILE_TMPDIR/queens" "$BATS_FILE_TMPDIR/queens.c" \
        "$BUILD/libwgcq.a" -lyaml -lsqlite3 -lgmp -lutf8proc -pthread -lm
}

# Rows as csv, without carriage returns.
rows() {
    "$WGCQ" "$@" --format csv | tr -d '\r'
}

queens() {
    "$BATS_FILE_TMPDIR/queens" "$@"
}

@test "guards: which fails how often, at which depth" {
    is "$(queens 4 q.db)" "2 "
    cat >count.py <<'END'
from collections import Counter
size, tried, failed = 4, Counter(), Counter()

def place(at):
    for column in range(size if len(at) < size else 0):
        for row, other in enumerate(at):
            apart = abs(column - other)
            for name, holds in (("line", apart != 0), ("slope", apart != len(at) - row)):
                tried[name, len(at) + 1] += 1
                failed[name, len(at) + 1] += not holds
                if not holds:
                    break
            else:
                continue
            break
        else:
            place(at + [column])

place([])
print("name,depth,tried,failed")
for name, depth in sorted(tried):
    print(name, depth, tried[name, depth], failed[name, depth], sep=",")
END
    is "$(rows query q.db guards)" "$(python3 count.py)"
}

@test "why: the choices that led to a node, and the guard that failed there" {
    queens 4 q.db
    is "$(rows why q.db 4)" "id,depth,kind,value,outcome,name
1,0,start,,choices,
2,1,choose,0,choices,
4,2,choose,1,failed,slope"
    run "$WGCQ" why q.db 62
    [ "$status" -eq 2 ]
    [[ $output = *"there is no node 62; they are numbered from 1 to 61"* ]]
    run "$WGCQ" query q.db why
    [ "$status" -eq 2 ]
    [[ $output = *"why is asked of a node: wgcq why q.db NODE"* ]]
}

@test "show: results with their choices, and the way to one" {
    queens 4 q.db
    is "$(rows sql q.db "SELECT id, node FROM results")" "id,node
1,27
2,39"
    is "$(rows show q.db | cut -d, -f1,2,3,5)" "id,node,cost,choices
1,27,0,1 3 0 2
2,39,0,2 0 3 1"
    is "$(rows show q.db 2 | cut -d, -f4 | tr '\n' ' ')" "value  2 0 3 1 "
    run "$WGCQ" show q.db 3
    [ "$status" -eq 2 ]
    [[ $output = *"there is no result 3; they are numbered from 1 to 2"* ]]
}

@test "the questions of schemas/journey.sql are answered" {
    queens 8 q.db
    sed -n '/^-- Questions/,/^-- Finding/s/^-- \{4,5\}//p' "$ROOT/schemas/journey.sql" >questions.sql
    is "$(grep -c ';$' questions.sql)" 5
    sqlite3 q.db ".read questions.sql" >out
    [ "$(wc -l <out)" -gt 100 ]
}

@test "stopped after a result, and gone on with: the same tree" {
    queens 6 whole.db
    is "$(queens 6 part.db 1)" "1 "
    is "$(rows sql part.db "SELECT complete, ended FROM about" | tail -n 1)" "0,left"
    "$WGCQ" verify part.db
    is "$(queens 6 part.db 2)" "2 "
    is "$(queens 6 part.db)" "1 "
    for view in nodes guards results; do
        is "$(rows sql part.db "SELECT * FROM $view" | cksum)" \
            "$(rows sql whole.db "SELECT * FROM $view" | cksum)"
    done
    [[ $(queens 6 part.db) = *"holds the whole tree already"* ]]
    [[ $(queens 5 part.db) = *"holds the tree of another journey"* ]]
}

@test "killed at any moment: what is there holds, and is gone on with" {
    queens 10 whole.db
    for delay in 0.02 0.1 0.3 0.6; do
        rm -f part.db*
        queens 10 part.db >/dev/null & local pid=$!
        sleep $delay
        kill -9 $pid 2>/dev/null || true
        wait $pid || true
        [ ! -e part.db ] || "$WGCQ" verify part.db || [ ! -s part.db ]
        queens 10 part.db || "$WGCQ" sql part.db "SELECT complete FROM about" | grep -q 1
        is "$(rows sql part.db "SELECT count(*), sum(value), sum(depth) FROM nodes")" \
            "$(rows sql whole.db "SELECT count(*), sum(value), sum(depth) FROM nodes")"
        is "$(rows sql part.db "SELECT * FROM guards")" "$(rows sql whole.db "SELECT * FROM guards")"
    done
}

@test "verify: each change of a row is found" {
    queens 6 q.db
    "$WGCQ" verify q.db
    local change
    for change in "UPDATE node SET parent=1 WHERE id=30" "UPDATE node SET depth=depth+1 WHERE id=40" \
        "UPDATE node SET what=65 WHERE id=172" "UPDATE node SET what=33 WHERE id=30" "UPDATE node SET what=65 WHERE id=3" \
        "DELETE FROM node WHERE id=50" "DELETE FROM node WHERE id=(SELECT max(id) FROM node)" \
        "UPDATE guard SET failed=failed+1 WHERE id=3" "DELETE FROM guard WHERE id=5" \
        "UPDATE result SET node=node-1 WHERE id=2" "DELETE FROM result WHERE id=4" "UPDATE saved SET nodes=nodes+1"; do
        cp q.db changed.db
        sqlite3 changed.db "$change"
        run "$WGCQ" verify changed.db
        if [ "$status" -eq 0 ]; then
            echo "not found: $change"
            false
        fi
    done
}

@test "every other command says what the file is, and which read it" {
    queens 4 q.db
    local command
    for command in "runs q.db" "graph q.db" "resume q.db" "play q.db" "compare q.db 1 2" "export q.db -o other.db"; do
        run "$WGCQ" $command
        [ "$status" -ne 0 ]
        [[ $output = *"q.db holds the tree of a journey, which sql, show, why, verify"* ]]
    done
    run "$WGCQ" query q.db shortest
    [ "$status" -eq 2 ]
    [[ $output = *"unknown question 'shortest': of the tree of a journey there are guards"* ]]
}
