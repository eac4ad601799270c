/* table_model.c - a model whose states, moves and rejections are the rows of a file. */
#include "answers/replay/table_model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/containers/lookup.h"
#include "base/error.h"
#include "model/list_values.h"

typedef struct rejection {
    uint32_t src, move, rule;
} rejection;

struct table_model {
    wgcq_model model;
    wgcq_trace *trace;
    graph *g;
    lookup states; /* from packed states to their numbers in g */
    char **moves;  /* [move_count]: their texts */
    uint32_t move_count;
    rejection *rejections; /* ordered by src */
    size_t rejection_count, rejection_room;
};

/* ---- the functions of a model -------------------------------------------- */

static int unknown_state(wgcq_error *err)
{
    return error_set(err, WGCQ_ERUN, "that state is not in the file");
}

static bool append_successor(batch *out, const table_model *s, uint32_t lane, uint32_t state,
                             uint32_t move, const int64_t *cost)
{
    assert(state && state <= s->g->states && move <= s->move_count);
    if (!batch_reserve(out, 1))
        return false;
    size_t i = out->count++;
    out->lane[i] = lane;
    out->move[i] = move;
    memcpy(out->state + i * out->words, s->g->state + (size_t)state * out->words,
           out->words * sizeof *out->state);
    if (out->costs && cost)
        memcpy(out->cost + i * out->costs, cost, out->costs * sizeof *cost);
    return true;
}

static int table_starts(void *self, batch *out, wgcq_error *err)
{
    const table_model *s = self;
    bool fine = true;
    for (uint32_t n = 1; n <= s->g->states && fine; n++)
        if (s->g->marks[n] & MARK_START)
            fine = append_successor(out, s, 0, n, 0, NULL);
    return fine ? 0 : error_set_memory(err);
}

/* The index of the first rejection at a state not before src. */
static size_t first_rejection(const table_model *s, uint32_t src)
{
    size_t low = 0, high = s->rejection_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->rejections[middle].src < src)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool rejection_is_from(const table_model *s, size_t rejected, uint32_t src)
{
    return rejected < s->rejection_count && s->rejections[rejected].src == src;
}

static bool append_rejection(batch *out, uint32_t lane, const rejection *r)
{
    if (!batch_reserve_rejections(out, 1))
        return false;
    out->rejected_lane[out->rejected] = lane;
    out->rejected_move[out->rejected] = r->move;
    out->rejected_rule[out->rejected++] = r->rule;
    return true;
}

/* The successors of one state, and what is rejected in it. */
static int append_successors(batch *out, const table_model *s, uint32_t lane, const uint64_t *state,
                             unsigned wants, wgcq_error *err)
{
    const graph *g = s->g;
    uint32_t n = lookup_find(&s->states, state);
    bool fine = true;
    if (!n)
        return unknown_state(err);
    for (uint64_t e = graph_row(g, n); e < graph_row_end(g, n) && fine; e++)
        fine = append_successor(out, s, lane, g->dst[e], graph_move(g, e),
                                g->costs ? g->cost + e * g->costs : NULL);
    for (size_t i = first_rejection(s, n); rejection_is_from(s, i, n) && fine; i++)
        fine = !(wants & WANT_REJECTIONS) || append_rejection(out, lane, &s->rejections[i]);
    return fine ? 0 : error_set_memory(err);
}

static int table_expand(void *self, const uint64_t *states, size_t count, unsigned wants,
                        batch *out, wgcq_error *err)
{
    const table_model *s = self;
    int code = 0;
    batch_clear(out);
    for (size_t i = 0; i < count && !code; i++)
        code = append_successors(out, s, (uint32_t)i, states + i * out->words, wants, err);
    return code;
}

static int table_expand_one(void *self, const uint64_t *state, unsigned wants, batch *out,
                            wgcq_error *err)
{
    return table_expand(self, state, 1, wants, out, err);
}

static int table_classify(void *self, const uint64_t *state, uint8_t *marks, wgcq_error *err)
{
    const table_model *s = self;
    uint32_t n = lookup_find(&s->states, state);
    if (!n)
        return unknown_state(err);
    *marks = s->g->marks[n] & (MARK_GOAL | MARK_END | MARK_VIOLATES);
    return 0;
}

static int table_classify_all(void *self, const uint64_t *states, size_t count, uint8_t *marks,
                              wgcq_error *err)
{
    const table_model *s = self;
    int code = 0;
    for (size_t i = 0; i < count && !code; i++)
        code = table_classify(self, states + i * s->g->words, &marks[i], err);
    return code;
}

static int table_final_costs(void *self, const uint64_t *states, size_t count, int64_t *cost,
                             wgcq_error *err)
{
    const table_model *s = self;
    size_t finals = s->g->finals;
    for (size_t i = 0; i < count; i++) {
        uint32_t n = lookup_find(&s->states, states + i * s->g->words);
        if (!n)
            return unknown_state(err);
        memcpy(cost + i * finals, s->g->final + n * finals, finals * sizeof *cost);
    }
    return 0;
}

static int table_show(void *self, const uint64_t *state, strbuf *out, wgcq_error *err)
{
    table_model *s = self;
    uint32_t n = lookup_find(&s->states, state);
    return n ? trace_state_text(s->trace, n, out, err) : unknown_state(err);
}

/* The reason of a rejection is the name of its rule.  Reasons against a state itself are not
   stored. */
static int table_explain(void *self, const uint64_t *state, bool itself, model_explain_fn each,
                         void *to, wgcq_error *err)
{
    const table_model *s = self;
    uint32_t n = itself ? 0 : lookup_find(&s->states, state);
    int code = itself || n ? 0 : unknown_state(err);
    for (size_t i = first_rejection(s, n); n && rejection_is_from(s, i, n) && !code; i++)
        code = each(to, s->moves[s->rejections[i].move], s->model.rules[s->rejections[i].rule],
                    NULL, NULL);
    return code;
}

static int table_worker_new(void **out, const wgcq_model *model, wgcq_error *err)
{
    (void)err;
    *out = model->self;
    return 0;
}

static void table_worker_free(void *worker)
{
    (void)worker;
}

static const char *table_move_text(const wgcq_model *model, uint32_t move)
{
    return ((const table_model *)model->self)->moves[move];
}

static uint32_t table_move_count(const wgcq_model *model)
{
    return ((const table_model *)model->self)->move_count;
}

/* ---- reading the rows, which are not trusted ------------------------------ */

static int report_damage(const char *what, wgcq_error *err)
{
    return error_set(err, WGCQ_ESTORE, "the file is damaged: %s", what);
}

static int index_stored_states(table_model *s, wgcq_error *err)
{
    const graph *g = s->g;
    s->states = lookup_of_states(g->words);
    for (uint32_t n = 1; n <= g->states; n++) {
        uint32_t number = lookup_add(&s->states, g->state + (size_t)n * g->words);
        if (!number)
            return error_set_memory(err);
        if (number != n)
            return error_set(err, WGCQ_ESTORE, "state %u is stored twice: it equals state %u", n,
                             number);
    }
    return 0;
}

/* The bits of a word that belong to variables. */
static uint64_t used_bits(const wgcq_model *m, unsigned word)
{
    uint64_t used = 0;
    for (size_t i = 0; i < m->field_count; i++) {
        const model_field *f = &m->fields[i];
        uint64_t mask = f->width == 64 ? UINT64_MAX : (UINT64_C(1) << f->width) - 1;
        if (f->word == word && f->width)
            used |= mask << f->shift;
    }
    return used;
}

/* The first variable whose bits are not one of its values; NULL: none. */
static const char *field_without_value(const wgcq_model *m, const uint64_t *state)
{
    for (size_t i = 0; i < m->field_count; i++) {
        const model_field *f = &m->fields[i];
        const uint64_t bits = model_field_bits(f, state);
        if (f->values && bits >= f->value_count && !model_field_is_none(f, bits))
            return f->name;
    }
    return NULL;
}

static int check_values(const table_model *s, wgcq_error *err)
{
    for (uint32_t n = 1; n <= s->g->states; n++) {
        const char *name = field_without_value(&s->model, s->g->state + (size_t)n * s->g->words);
        if (name)
            return error_set(err, WGCQ_ESTORE, "state %u is invalid: '%s' has no such value", n,
                             name);
        const model_list *odd =
            model_list_without_end(&s->model, s->g->state + (size_t)n * s->g->words);
        if (odd)
            return error_set(err, WGCQ_ESTORE,
                             "state %u is invalid: '%s' has a value behind its end", n, odd->label);
    }
    return 0;
}

static int check_words(const table_model *s, wgcq_error *err)
{
    const graph *g = s->g;
    for (unsigned w = 0; w < g->words; w++) {
        uint64_t used = used_bits(&s->model, w);
        for (uint32_t n = 1; n <= g->states; n++)
            if (g->state[(size_t)n * g->words + w] & ~used)
                return error_set(err, WGCQ_ESTORE,
                                 "state %u is invalid: it sets bits of no variable", n);
    }
    return 0;
}

static int add_table_move(void *self, const wgcq_rows *row, wgcq_error *err)
{
    table_model *s = self;
    if (wgcq_rows_integer(row, 0) != (int64_t)s->move_count)
        return report_damage("its moves are not numbered from 0", err);
    if (!array_resize(&s->moves, s->move_count + (size_t)1, sizeof *s->moves) ||
        !(s->moves[s->move_count] = strdup(wgcq_rows_text(row, 1))))
        return error_set_memory(err);
    s->move_count++;
    return 0;
}

static int read_moves(table_model *s, wgcq_error *err)
{
    return trace_each_row(s->trace, add_table_move, s, err,
                          "SELECT id,text FROM move_# ORDER BY id");
}

static int add_rejection(void *self, const wgcq_rows *row, wgcq_error *err)
{
    table_model *s = self;
    int64_t src = wgcq_rows_integer(row, 0), move = wgcq_rows_integer(row, 1),
            rule = wgcq_rows_integer(row, 2);
    if (src < 1 || src > s->g->states || move < 0 || move >= s->move_count || rule < 0 ||
        rule >= (int64_t)s->model.rule_count)
        return report_damage("a rejection refers to a state, a move or a rule that does not exist",
                             err);
    if (!array_reserve(&s->rejections, &s->rejection_room, s->rejection_count + 1,
                       sizeof *s->rejections))
        return error_set_memory(err);
    s->rejections[s->rejection_count++] =
        (rejection){(uint32_t)src, (uint32_t)move, (uint32_t)rule};
    return 0;
}

static int read_rejections(table_model *s, wgcq_error *err)
{
    if (trace_about_run(s->trace)->keep > WGCQ_TRACE_ALL)
        return 0;
    return trace_each_row(s->trace, add_rejection, s, err,
                          "SELECT src,move,rule FROM rejection_# ORDER BY src,rowid");
}

static int check_edges(const table_model *s, wgcq_error *err)
{
    for (uint64_t e = 0; e < s->g->edges; e++)
        if (graph_move(s->g, e) >= s->move_count)
            return report_damage("an edge refers to a move that does not exist", err);
    return 0;
}

static void fill_model(table_model *s)
{
    const trace_facts *f = trace_about_run(s->trace);
    wgcq_model *m = &s->model;
    *m = *trace_model(s->trace);
    m->self = s;
    m->source = m->file = NULL;
    m->param_count = f->param_count;
    m->param_names = f->param_names;
    m->param_values = f->param_values;
    m->has_goal = f->has_goal;
    m->minimize = f->minimize;
    m->minimize_count = f->minimize_count;
    m->worker_new = table_worker_new;
    m->worker_free = table_worker_free;
    m->initial_states = table_starts;
    m->expand = table_expand;
    m->classify = table_classify_all;
    m->reference.expand = table_expand_one;
    m->reference.classify = table_classify;
    m->final_costs = table_final_costs;
    m->reference.explain = table_explain;
    m->show = table_show;
    m->move_text = table_move_text;
    m->move_count = table_move_count;
}

static int read_rows(table_model *s, wgcq_error *err)
{
    int code = trace_graph_unchecked(&s->g, s->trace, err);
    code = code ? code : index_stored_states(s, err);
    code = code ? code : check_words(s, err);
    code = code ? code : check_values(s, err);
    code = code ? code : read_moves(s, err);
    code = code ? code : check_edges(s, err);
    return code ? code : read_rejections(s, err);
}

int table_model_open(table_model **out, wgcq_trace *trace, wgcq_error *err)
{
    table_model *s = calloc(1, sizeof *s);
    if (!s)
        return error_set_memory(err);
    s->trace = trace;
    fill_model(s);
    int code = read_rows(s, err);
    if (code)
        table_model_free(s);
    else
        *out = s;
    return code;
}

const wgcq_model *table_model_of(const table_model *s)
{
    return &s->model;
}

const uint64_t *table_model_state(const table_model *s, int64_t id)
{
    return id < 1 || id > (int64_t)s->g->states ? NULL : s->g->state + (size_t)id * s->g->words;
}

void table_model_free(table_model *s)
{
    if (!s)
        return;
    graph_free(s->g);
    lookup_free(&s->states);
    for (uint32_t i = 0; i < s->move_count; i++)
        free(s->moves[i]);
    FREE_EACH(s->moves, s->rejections, s);
}
