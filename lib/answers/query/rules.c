/* rules.c - how often each rule rejects and each move is made, including never. */
#include <stdlib.h>
#include <string.h>

#include "answers/query/question.h"
#include "answers/replay/reference_model.h"
#include "base/array.h"
#include "base/containers/lookup.h"
#include "base/error.h"
#include "base/row_table.h"
#include "puzzle/labels.h"

/* Names, and how often what they name occurs; ids of the file that have one name are added up. */
typedef struct tally {
    lookup names;
    uint32_t *name_of; /* [ids] */
    uint64_t *times;   /* [ids], then [names.count + 1] by name */
    size_t ids, room;
    const char *damage; /* the error of a row whose move or rule has no id below `ids` */
} tally;

typedef struct rule_counts {
    query_context *ctx;
    tally rules, moves;
} rule_counts;

static void tally_free(tally *t)
{
    lookup_free(&t->names);
    FREE_EACH(t->name_of, t->times);
}

/* ---- names -------------------------------------------------------------------------------- */

static bool add_id(tally *t, const char *name)
{
    if (!array_reserve(&t->name_of, &t->room, t->ids + 1, sizeof *t->name_of))
        return false;
    return (t->name_of[t->ids++] = lookup_add(&t->names, name)) != 0;
}

/* Ids count from 0. */
static int read_name(void *self, const wgcq_rows *row, wgcq_error *err)
{
    tally *t = self;
    if (wgcq_rows_integer(row, 0) != (int64_t)t->ids)
        return error_set(err, WGCQ_ESTORE, "the file is damaged: number %zu is missing", t->ids);
    return add_id(t, wgcq_rows_text(row, 1)) ? 0 : error_set_memory(err);
}

static int name_rules_and_moves(rule_counts *c)
{
    query_context *ctx = c->ctx;
    int code = trace_each_row(ctx->trace, read_name, &c->rules, ctx->err,
                              "SELECT id,name FROM rule ORDER BY id");
    return code ? code
                : trace_each_row(ctx->trace, read_name, &c->moves, ctx->err,
                                 "SELECT id,text FROM move_# ORDER BY id");
}

/* Adds the labels of the puzzle that no move in the file matches: those that depend on choices
   alone are all in the file, whether such a move was made or not. */
static bool add_unlabelled(tally *t, const wgcq_puzzle *p)
{
    uint32_t stored = t->names.count;
    for (size_t i = 0; i < labels_count(p); i++) {
        bool named = false;
        for (uint32_t n = 1; n <= stored && !named; n++)
            named = labels_fit(p, i, t->names.texts[n]);
        if (!named && !lookup_add(&t->names, labels_template(p, i)))
            return false;
    }
    return true;
}

/* Labels of a model in C are unknown. */
static int add_unlabelled_moves(rule_counts *c)
{
    reference_model r;
    if (!c->ctx->facts->source[0])
        return 0;
    int code = reference_model_open(&r, c->ctx->trace, c->ctx->err);
    if (code)
        return code;
    code = add_unlabelled(&c->moves, r.puzzle) ? 0 : error_set_memory(c->ctx->err);
    reference_model_close(&r);
    return code;
}

/* ---- counts -------------------------------------------------------------------------------- */

/* Counts an edge at its move, a rejection at its rule. */
static int count_row(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    tally *t = self;
    (void)rowid;
    if ((uint64_t)values[2] >= t->ids)
        return error_set(err, WGCQ_ESTORE, "the file is damaged: %s", t->damage);
    t->times[values[2]]++;
    return 0;
}

static int count_stored(tally *t, query_context *ctx, trace_table table)
{
    uint64_t *by_name = calloc(t->names.count + (size_t)1, sizeof *by_name);
    t->times = calloc(t->ids + 1, sizeof *t->times);
    int code = by_name && t->times ? 0 : error_set_memory(ctx->err);
    if (!code && ctx->proved)
        code = trace_scan(ctx->trace, table, count_row, t, ctx->err);
    for (size_t i = 0; i < t->ids && !code; i++)
        by_name[t->name_of[i]] += t->times[i];
    free(t->times);
    t->times = by_name;
    return code;
}

/* ---- the answer -------------------------------------------------------------------------- */

typedef struct counted_name {
    const char *name;
    uint64_t times;
} counted_name;

/* The most frequent first. */
static int compare_counted(const void *a, const void *b)
{
    const counted_name *x = a, *y = b;
    return x->times != y->times ? (x->times > y->times ? -1 : 1) : strcmp(x->name, y->name);
}

static int put_tally(row_table *table, const query_context *ctx, const char *kind, const tally *t)
{
    counted_name *all = malloc((t->names.count + (size_t)1) * sizeof *all);
    if (!all)
        return error_set_memory(ctx->err);
    for (uint32_t i = 0; i < t->names.count; i++)
        all[i] = (counted_name){t->names.texts[i + 1], t->times[i + 1]};
    qsort(all, t->names.count, sizeof *all, compare_counted);
    for (uint32_t i = 0; i < t->names.count; i++) {
        row_table_text(table, kind);
        row_table_text(table, all[i].name);
        row_table_integer_or_null(table, (int64_t)all[i].times, ctx->proved);
    }
    free(all);
    return 0;
}

static int count_all(row_table *table, rule_counts *c)
{
    int code = name_rules_and_moves(c);
    code = code ? code : add_unlabelled_moves(c);
    code = code ? code : count_stored(&c->rules, c->ctx, TRACE_REJECTION_ROWS);
    code = code ? code : count_stored(&c->moves, c->ctx, TRACE_EDGE_ROWS);
    code = code ? code : put_tally(table, c->ctx, "rule", &c->rules);
    return code ? code : put_tally(table, c->ctx, "move", &c->moves);
}

int answer_rules(wgcq_rows **out, query_context *ctx)
{
    static const char *const names[] = {"kind", "name", "times"};
    static const char unknown[] = "the run did not explore everything, so the counts are not known";
    rule_counts c = {ctx,
                     {.names = lookup_of_texts(), .damage = "a rejection has no rule"},
                     {.names = lookup_of_texts(), .damage = "an edge has no move"}};
    int code = question_prove_explored(ctx);
    if (!code && !ctx->proved && ctx->question->count)
        return question_answer_unknown(out, ctx, 3, names, unknown);
    row_table *table = row_table_new(3, names);
    if (!code)
        code = table ? count_all(table, &c) : error_set_memory(ctx->err);
    tally_free(&c.rules);
    tally_free(&c.moves);
    if (!code && !ctx->proved)
        strbuf_put(row_table_remark(table), unknown);
    code = row_table_finish_or_free(code, out, table, ctx->question, true, ctx->err);
    if (!code && !ctx->question->count) {
        (*out)->unknown = !ctx->proved;
        (*out)->complete = (*out)->complete && !ctx->question->offset;
    }
    return code;
}
