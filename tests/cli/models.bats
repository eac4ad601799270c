#!/usr/bin/env bats
# A file of a model in C without its program: why and verify answer from the rows, and say what they cannot know.
load common

setup_file() {
    export BUILD=${BUILD:-$BATS_TEST_DIRNAME/../../build}
    export MODEL=$BATS_FILE_TMPDIR/model
    local sanitize=
    if nm "$BUILD/libwgcq.a" 2>/dev/null | grep -q __asan_init; then
        sanitize=-fsanitize=address,undefined
    fi
    cat >"$MODEL.c" <<'C'
/* A walk over a board with a toll, a pit and a wall; arguments: file, order, keep, most states. */
#include <stdio.h>
#include <stdlib.h>
#include <wgcq.h>

struct walker {
    unsigned char x, y;
};

static void start(const void *self, wgcq_moves *to)
{
    struct walker w = {0, 0};
    (void)self;
    wgcq_moves_add(to, NULL, &w, NULL);
}

static void moves(const void *self, const void *state, wgcq_moves *to)
{
    struct walker w = *(const struct walker *)state;
    int64_t toll = w.x * w.y % 3;
    (void)self;
    if (w.x == 3)
        wgcq_moves_reject(to, "east", "the wall");
    else
        wgcq_moves_add(to, "east", &(struct walker){w.x + 1, w.y}, &toll);
    if (w.y < 3)
        wgcq_moves_add(to, "south", &(struct walker){w.x, w.y + 1}, &toll);
    if (w.x)
        wgcq_moves_add(to, "west", &(struct walker){w.x - 1, w.y}, &toll);
}

static bool pit(const void *self, const void *state)
{
    const struct walker *w = state;
    (void)self;
    return w->x == 2 && w->y == 1;
}

static bool corner(const void *self, const void *state)
{
    const struct walker *w = state;
    (void)self;
    return w->x == 3 && w->y == 3;
}

int main(int argc, char **argv)
{
    static const char *const costs[] = {"toll"}, *const rejections[] = {"the wall"};
    static const wgcq_field fields[] = {{"x", 0, 1, false, 0, NULL, 0, 3, NULL, 0}, {"y", 1, 1, false, 0, NULL, 0, 3, NULL, 0}};
    static const wgcq_rule rules[] = {{"the pit", pit, true}};
    wgcq_description is = {.title = "A board", .size = 2, .fields = fields, .field_count = 2, .start = start,
                           .moves = moves, .goal = corner, .rules = rules, .rule_count = 1, .rejections = rejections,
                           .rejection_count = 1, .costs = costs, .cost_count = 1};
    wgcq_options options = {0};
    wgcq_error err = {0};
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    options.order = argc > 2 ? (wgcq_order)atoi(argv[2]) : 0;
    options.trace_level = argc > 3 ? (wgcq_trace_level)atoi(argv[3]) : 0;
    options.max_states = argc > 4 ? (uint64_t)atoi(argv[4]) : 0;
    is.costs = argc > 5 ? (const char *const *)&argv[5] : costs;
    int code = wgcq_model_new(&model, &is, &err);
    if (!code)
        code = wgcq_solve_model(&result, model, argv[1], &options, NULL, &err);
    if (code)
        fprintf(stderr, "%s\n", err.text);
    wgcq_result_free(result);
    wgcq_model_free(model);
    return code != 0;
}
C
    ${CC:-cc} -std=c11 $sanitize -I"$BATS_TEST_DIRNAME/../../lib" -o "$MODEL" "$MODEL.c" "$BUILD/libwgcq.a" \
        -lyaml -lsqlite3 -lgmp -lutf8proc -pthread -lm
}

@test "why: the stored moves and rejections of a model in C" {
    "$MODEL" board.db
    at=$(sqlite3 board.db "SELECT id FROM states WHERE x = 3 AND y = 1")
    wgcq why board.db "$at" --format csv
    ends_with 0
    is "$(tr -d '\r' <out | sort)" "$(printf '%s\n' 'east,refused,,,the wall,,' 'move,outcome,state,shown,rule,because,place' \
        "south,leads to,$(sqlite3 board.db 'SELECT id FROM states WHERE x = 3 AND y = 2'),x=3 y=2,,," \
        'west,refused,,,the pit,,' | sort)"
    says err "as its program reported it"
    wgcq why board.db "x=3 y=1" west
    ends_with 0
    says out "the pit"
    lacks out "the wall"
}

@test "why: as much as the SQL of the file says, for every state" {
    "$MODEL" board.db
    for at in $(sqlite3 board.db "SELECT id FROM states"); do
        wgcq why board.db "$at" --format json
        is "$(jq -r '.[] | select(.outcome == "leads to") | [.move, .state] | @csv' out | sort)" \
            "$(sqlite3 -csv -quote board.db "SELECT move, dst FROM edges WHERE src = $at" | tr "'" '"' | sort)"
        is "$(jq -r '.[] | select(.outcome == "refused") | [.move, .rule] | @csv' out | sort)" \
            "$(sqlite3 -csv -quote board.db "SELECT move, rule FROM rejections WHERE src = $at" | tr "'" '"' | sort)"
    done
}

@test "play: by the rows of the file; what they do not hold is not known" {
    "$MODEL" board.db
    printf '%s\n' d "h toll" "g 1" "r 99" d '?' | "$WGCQ" play board.db >out 2>err
    empty err
    says out "a goal is 6 moves away"
    says out "the goal is reached"
    says out "a goal is 0 moves away"
    says out "the wall"
    "$MODEL" part.db 0 0 5
    printf 'd\n' | "$WGCQ" play part.db >out
    says out "not known"
    "$MODEL" states.db 0 2
    printf 'd\n' | "$WGCQ" play states.db >out
    says out "not known"
}

@test "why: a move that is neither, one that is unknown, a state that was never reached" {
    "$MODEL" board.db
    wgcq why board.db "x=0 y=0" west
    ends_with 0
    says out "neither the move nor a rejection"
    wgcq why board.db 1 wst
    ends_with 2
    says err "did you mean 'west'?"
    wgcq why board.db "x=2 y=1"
    ends_with 1
    says out "only the model's program can tell"
    wgcq why board.db 99
    ends_with 2
}

@test "why: names what the run does not keep" {
    "$MODEL" edges.db 0 1
    wgcq why edges.db 1
    ends_with 0
    says out "no rejections"
    "$MODEL" states.db 0 2
    wgcq why states.db 1
    says out "stores neither moves nor rejections"
    "$MODEL" none.db 0 4
    wgcq why none.db 1
    ends_with 2
    says err "only its program"
    "$MODEL" cut.db 0 0 5
    wgcq why cut.db 5
    says out "was cut short"
}

@test "verify: what the rows say holds, and that the moves are right is not known, in every format" {
    "$MODEL" board.db
    wgcq verify board.db
    ends_with 3
    says out "not verified"
    for format in json jsonl csv tsv markdown; do
        wgcq verify board.db --format "$format"
        ends_with 3
        says out "not checked"
        says out "only the program of 'A board' can say"
        says err "not verified"
        lacks out "does not hold"
    done
    wgcq verify board.db --format json
    is "$(jq -r '[.[] | select(.verdict == "holds") | .check] | join(" ")' out)" \
        "file puzzle run rows depth to_goal figures best plans solutions"
    is "$(jq -r '.[] | select(.verdict == "not checked") | .check' out)" moves
    is "$(jq -r '.[] | select(.check == "rows") | .looked_at' out)" \
        "$(sqlite3 board.db "SELECT (SELECT count(*) FROM states) + (SELECT count(*) FROM edges) + (SELECT count(*) FROM rejections)")"
}

@test "verify: every order, whatever is kept, whole and cut short" {
    for order in 0 1 2; do
        for keep in 0 1 2 3 4; do
            for most in 0 7; do
                rm -f board.db
                "$MODEL" board.db $order $keep $most
                wgcq verify board.db
                ends_with 3
                lacks out "does not hold"
                says out "not verified"
            done
        done
    done
}

@test "verify: what the rows contradict is found" {
    "$MODEL" board.db
    for sql in "UPDATE distance_1 SET to_goal = to_goal + 1 WHERE id = 3" "UPDATE state_1 SET depth = depth + 1 WHERE id = 5" \
        "UPDATE run SET edges = edges + 1" "DELETE FROM edge_1 WHERE dst = (SELECT max(id) FROM state_1)" \
        "UPDATE edge_1 SET dst = 9999 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 3)" "UPDATE edge_1 SET move = 77 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 3)" \
        "UPDATE edge_1 SET c0 = c0 + 5 WHERE src = 1" "UPDATE best SET count = count + 1" \
        "UPDATE rejection_1 SET rule = 9 WHERE rowid = 1" "UPDATE rejection_1 SET src = 999 WHERE rowid = 1" \
        "UPDATE state_1 SET w0 = (SELECT w0 FROM state_1 WHERE id = 2) WHERE id = 3" "UPDATE state_1 SET w0 = 4096 WHERE id = 3" \
        "UPDATE state_1 SET marks = 1 WHERE id = 3" "UPDATE rule SET name = 'the pot'" "UPDATE field SET said = 'z' WHERE id = 0" \
        "UPDATE meta SET value = 'A bored' WHERE key = 'title'" "UPDATE step_1 SET move = 1 - move WHERE $(step_row 1 1)"; do
        cp board.db damaged.db
        sqlite3 damaged.db "$sql"
        wgcq verify damaged.db
        [ "$status" = 1 ] || [ "$status" = 4 ] || { echo "$status: $sql"; cat out; return 1; }
    done
}

@test "a cost of any name: shown, asked, verified" {
    for name in 'a"b' "it's" 'select' 'x, y' '"; DROP TABLE run; --'; do
        rm -f board.db
        "$MODEL" board.db 0 0 0 "$name"
        wgcq show board.db --format json
        ends_with 0
        is "$(jq -r --arg n "$name" 'last[$n]' out)" "$(sqlite3 board.db "SELECT c0 FROM solution_1 WHERE id = 1")"
        wgcq query board.db all
        ends_with 0
        wgcq verify board.db
        ends_with 3
        lacks out "does not hold"
    done
}

@test "a plan is still judged by the program alone" {
    "$MODEL" board.db
    echo east >plan
    wgcq verify board.db --plan plan
    ends_with 2
    says err "is a model in C"
}

@test "coverage: labels, constraints and named values that the rows do not have" {
    "$MODEL" board.db
    wgcq query board.db coverage --format json
    ends_with 0
    "$MODEL" edges.db 0 1
    wgcq query edges.db coverage
    ends_with 0
    says out "the file keeps no rejections"
    "$MODEL" cut.db 0 0 2
    wgcq query cut.db coverage --format json
    ends_with 3
    says err "did not explore everything"
    is "$(jq -c 'map([.kind, .name, .place, .count])' out)" '[["constraint never rejects","the pit",null,2],["constraint never rejects","the wall",null,2]]'
}
