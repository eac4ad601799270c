/* tree_trace.c - the backtracking of a journey as rows. */
#include "journey/trace/tree_trace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "journey/trace/tree_resume.h"

/* ---- rows ------------------------------------------------------------------------------------ */

static bool flush_rows(tree_trace *t, wgcq_error *err)
{
    const record_rows rows = {.alias = true,
                              .values = t->rows[0],
                              .rows = t->row_count,
                              .columns = TREE_COLUMNS,
                              .nullable = TREE_COLUMNS};
    t->row_count = 0;
    t->due = t->due || seconds_since(&t->committed) >= 1;
    return tree_file_add_rows(t->file, TREE_NODE, &rows, err) == 0;
}

/* The open node is complete. */
static inline bool close_node_as(tree_trace *t, tree_outcome outcome, wgcq_error *err)
{
    t->open = false;
    if (t->events <= t->unstored)
        return true;
    int64_t *row = t->rows[t->row_count++];
    row[0] = t->parent;
    row[1] = (int64_t)t->depth;
    row[2] = (int64_t)t->failed_by << 8 | (int64_t)outcome << 5 | t->kind;
    row[3] = t->value;
    return t->row_count < TREE_BATCH || flush_rows(t, err);
}

static inline void open_tree_node(tree_trace *t, tree_kind kind, int64_t parent, uint64_t depth,
                                  int64_t value)
{
    t->latest++;
    t->open = true;
    t->kind = kind;
    t->parent = parent;
    t->depth = depth;
    t->value = value;
    t->failed_by = 0;
    t->failure = TREE_FAILED;
}

/* ---- events ---------------------------------------------------------------------------------- */

/* False: the event is a repeated one, or nothing is stored any more. */
static inline bool is_new_event(tree_trace *t)
{
    if (__builtin_expect(t->ignored || t->full, 0)) {
        t->ignored -= t->ignored > 0;
        return false;
    }
    t->events++;
    return true;
}

/* Closes the node that the next one is below of, or behind; false also where that one would be one
   too many. */
static inline bool make_way(tree_trace *t, wgcq_error *err, bool *going)
{
    *going = !t->open || close_node_as(t, TREE_CHOICES, err);
    t->full = t->nodes_most && (uint64_t)t->latest >= t->nodes_most && t->events > t->unstored;
    return *going && !t->full;
}

bool tree_trace_add(tree_trace *t, size_t level, tree_kind kind, uint64_t depth, int64_t value,
                    wgcq_error *err)
{
    bool going = true;
    assert(level > 0);
    if (!is_new_event(t) || !make_way(t, err, &going))
        return going;
    if (level >= t->level_room &&
        !array_reserve(&t->levels, &t->level_room, level + 1, sizeof *t->levels)) {
        error_set_memory(err);
        return false;
    }
    open_tree_node(t, kind, t->levels[level - 1], depth, value);
    t->levels[level] = t->latest;
    return true;
}

bool tree_trace_then(tree_trace *t, size_t level, uint64_t depth, int64_t value, wgcq_error *err)
{
    bool going = true;
    if (!is_new_event(t) || !make_way(t, err, &going))
        return going;
    open_tree_node(t, TREE_THEN, t->levels[level], depth, value);
    t->levels[level] = t->latest;
    return true;
}

bool tree_trace_guard(tree_trace *t, bool holds, const char *name, wgcq_error *err)
{
    uint32_t number;
    guard_count *count;
    if (!is_new_event(t))
        return true;
    if (!guard_counts_number(&t->guards, name, &number) ||
        !(count = guard_counts_at(&t->guards, number, t->depth))) {
        error_set_memory(err);
        return false;
    }
    if (t->events > t->unstored) {
        count->tried++;
        count->failed += !holds;
    }
    if (!holds)
        t->failed_by = number;
    return true;
}

void tree_trace_failure(tree_trace *t, tree_outcome outcome)
{
    if (!t->ignored && !t->full)
        t->failure = outcome;
}

bool tree_trace_run_end(tree_trace *t, tree_outcome outcome, wgcq_error *err)
{
    if (!is_new_event(t) || !t->open)
        return true;
    if (outcome != TREE_FAILED)
        t->failed_by = 0;
    t->cut_short = t->cut_short || t->failure == TREE_CUT_SHORT;
    return close_node_as(t, outcome == TREE_FAILED ? t->failure : outcome, err);
}

/* ---- results --------------------------------------------------------------------------------- */

static bool add_result_moves(tree_trace *t, const tree_result *result, wgcq_error *err)
{
    for (size_t i = 0; i < result->move_count; i++) {
        uint32_t number;
        if (!guard_counts_number(&t->guards, result->moves[i], &number)) {
            error_set_memory(err);
            return false;
        }
        const int64_t values[] = {t->results, (int64_t)i + 1, number};
        const record_rows row = {
            .alias = true, .values = values, .rows = 1, .columns = 3, .nullable = 3};
        if (tree_file_add_rows(t->file, TREE_MOVE, &row, err))
            return false;
    }
    return true;
}

bool tree_trace_add_result(tree_trace *t, const tree_result *result, bool *stored, wgcq_error *err)
{
    *stored = is_new_event(t) && t->events <= t->unstored;
    if (*stored || t->full)
        return true;
    const int64_t values[] = {t->latest, result->cost};
    const record_row row = {.alias = true,
                            .values = values,
                            .count = 2,
                            .nullable = 2,
                            .text = result->shown,
                            .length = strlen(result->shown)};
    t->results++;
    return !tree_file_add(t->file, TREE_RESULT, &row, err) && add_result_moves(t, result, err);
}

/* ---- repeated runs --------------------------------------------------------------------------- */

void tree_trace_at_checkpoint(tree_trace *t)
{
    if (!t->ignored && !t->full)
        t->at_point = t->events;
}

void tree_trace_repeat(tree_trace *t)
{
    t->ignored = t->full ? 0 : t->events - t->at_point;
}

/* ---- commits --------------------------------------------------------------------------------- */

static int store_texts(tree_trace *t, wgcq_error *err)
{
    int code = 0;
    for (; t->texts_stored < t->guards.text_count && !code; t->texts_stored++) {
        const char *text = t->guards.texts[t->texts_stored];
        const record_row row = {.alias = true, .text = text, .length = strlen(text)};
        code = tree_file_add(t->file, TREE_NAME, &row, err);
    }
    return code;
}

static int store_guards(tree_trace *t, wgcq_error *err)
{
    int code = 0;
    for (size_t name = 0; name <= t->guards.text_count; name++) {
        depth_counts *c = &t->guards.counts[name];
        for (size_t depth = 0; depth < c->room && !code; depth++) {
            if (!c->at[depth].tried)
                continue;
            const int64_t values[] = {(int64_t)name, (int64_t)depth, (int64_t)c->at[depth].tried,
                                      (int64_t)c->at[depth].failed};
            const record_rows row = {
                .alias = true, .values = values, .rows = 1, .columns = 4, .nullable = 4};
            code = tree_file_add_rows(t->file, TREE_GUARD, &row, err);
            c->at[depth] = (guard_count){0};
        }
    }
    return code;
}

static int store_position(tree_trace *t, const char *choices, tree_end end, wgcq_error *err)
{
    uint64_t until = t->events > t->unstored ? t->events : t->unstored;
    const int64_t values[] = {tree_file_last(t->file, TREE_NODE),
                              t->results,
                              end == TREE_ALL && !t->full,
                              t->full ? TREE_NODES_LIMIT : end,
                              t->cut_short,
                              t->choice_node,
                              t->choice_parent,
                              (int64_t)(until - t->at_choice)};
    const record_row row = {.alias = true,
                            .values = values,
                            .count = sizeof values / sizeof *values,
                            .nullable = sizeof values / sizeof *values,
                            .text = choices,
                            .length = strlen(choices)};
    return tree_file_add(t->file, TREE_SAVED, &row, err);
}

bool tree_trace_save(tree_trace *t, const char *choices, tree_end end, wgcq_error *err)
{
    int code = flush_rows(t, err) ? 0 : WGCQ_EFILE;
    code = code ? code : store_texts(t, err);
    code = code ? code : store_guards(t, err);
    code = code ? code : store_position(t, choices, end, err);
    code = code ? code : tree_file_commit(t->file, err);
    clock_gettime(CLOCK_MONOTONIC, &t->committed);
    t->due = false;
    return !code;
}

/* ---- opening --------------------------------------------------------------------------------- */

static bool begin_tree(tree_trace *t)
{
    if (!guard_counts_open(&t->guards) ||
        !array_reserve(&t->levels, &t->level_room, 1, sizeof *t->levels))
        return false;
    open_tree_node(t, TREE_START, 0, 0, 0);
    t->levels[0] = t->choice_node = t->latest;
    clock_gettime(CLOCK_MONOTONIC, &t->committed);
    return true;
}

int tree_trace_open(tree_trace **out, const char *path, const tree_about *about,
                    uint64_t nodes_most, wgcq_error *err)
{
    bool found = false;
    tree_trace *t = calloc(1, sizeof *t);
    if (!t)
        return error_set_memory(err);
    t->nodes_most = nodes_most;
    int code =
        begin_tree(t) ? tree_file_open(&t->file, path, about, &found, err) : error_set_memory(err);
    if (!code && found)
        code = tree_resume(t, err);
    code = code ? code : tree_file_start(t->file, err);
    if (code)
        tree_trace_close(t);
    else
        *out = t;
    return code;
}

void tree_trace_close(tree_trace *t)
{
    if (!t)
        return;
    tree_file_close(t->file);
    guard_counts_free(&t->guards);
    free(t->levels);
    free(t->resumed);
    free(t);
}
