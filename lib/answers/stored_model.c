/* stored_model.c - states, moves and refusals out of a file, told by the functions of a model. */
#include "answers/stored_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/lookup.h"
#include "base/fault.h"

typedef struct refusal {
    uint32_t src, move, rule;
} refusal;

struct stored_model {
    wgcq_model model;
    wgcq_trace *trace;
    graph *g;
    lookup states; /* numbers of g's states, by their words */
    char **moves;  /* their texts; NULL where a number has none */
    uint32_t move_count;
    refusal *refused; /* by src */
    size_t refused_count, refused_room;
};

/* ---- as a model tells ---------------------------------------------------- */

static int unknown_state(wgcq_error *err)
{
    return fault(err, WGCQ_ERUN, "that state is not in the file");
}

static bool tell(batch *out, const stored_model *s, uint32_t state, uint32_t move,
                 const int64_t *cost)
{
    if (!batch_reserve(out, 1))
        return false;
    size_t i = out->count++;
    out->lane[i] = 0;
    out->move[i] = move;
    memcpy(out->state + i * out->words, s->g->state + (size_t)state * out->words,
           out->words * sizeof *out->state);
    if (out->costs && cost)
        memcpy(out->cost + i * out->costs, cost, out->costs * sizeof *cost);
    return true;
}

static int starts(void *self, batch *out, wgcq_error *err)
{
    const stored_model *s = self;
    bool fine = true;
    for (uint32_t n = 1; n <= s->g->states && fine; n++)
        if (s->g->marks[n] & MARK_START)
            fine = tell(out, s, n, 0, NULL);
    return fine ? 0 : fault_memory(err);
}

/* The place of the first one of that state, or behind it. */
static size_t first_refusal(const stored_model *s, uint32_t src)
{
    size_t low = 0, high = s->refused_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->refused[middle].src < src)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_of(const stored_model *s, size_t refused, uint32_t src)
{
    return refused < s->refused_count && s->refused[refused].src == src;
}

static bool refuse(batch *out, const refusal *r)
{
    if (!batch_reserve_refusals(out, 1))
        return false;
    out->refused_lane[out->refused] = 0;
    out->refused_move[out->refused] = r->move;
    out->refused_rule[out->refused++] = r->rule;
    return true;
}

static int retell(void *self, const uint64_t *state, unsigned wants, batch *out, wgcq_error *err)
{
    const stored_model *s = self;
    const graph *g = s->g;
    uint32_t n = lookup_find(&s->states, state);
    bool fine = true;
    batch_clear(out);
    if (!n)
        return unknown_state(err);
    for (uint64_t e = g->first[n]; e < g->first[n + (size_t)1] && fine; e++)
        fine = tell(out, s, g->dst[e], g->move[e], g->costs ? g->cost + e * g->costs : NULL);
    for (size_t i = first_refusal(s, n); is_of(s, i, n) && fine; i++)
        fine = !(wants & WANT_REFUSALS) || refuse(out, &s->refused[i]);
    return fine ? 0 : fault_memory(err);
}

static int reclassify(void *self, const uint64_t *state, uint8_t *marks, wgcq_error *err)
{
    const stored_model *s = self;
    uint32_t n = lookup_find(&s->states, state);
    if (!n)
        return unknown_state(err);
    *marks = s->g->marks[n] & (MARK_GOAL | MARK_END);
    return 0;
}

static int show(void *self, const uint64_t *state, text *out, wgcq_error *err)
{
    stored_model *s = self;
    uint32_t n = lookup_find(&s->states, state);
    return n ? trace_shown(s->trace, n, out, err) : unknown_state(err);
}

/* What the model told when it refused: a name.  Of a state itself nothing is kept. */
static int explain(void *self, const uint64_t *state, bool itself, model_reason each, void *to,
                   wgcq_error *err)
{
    const stored_model *s = self;
    uint32_t n = itself ? 0 : lookup_find(&s->states, state);
    int code = itself || n ? 0 : unknown_state(err);
    for (size_t i = first_refusal(s, n); n && is_of(s, i, n) && !code; i++)
        code =
            each(to, s->moves[s->refused[i].move], s->model.rules[s->refused[i].rule], NULL, NULL);
    return code;
}

static int worker_new(void **out, const wgcq_model *model, wgcq_error *err)
{
    (void)err;
    *out = model->self;
    return 0;
}

static void worker_free(void *worker)
{
    (void)worker;
}

static const char *move_text(const wgcq_model *model, uint32_t move)
{
    return ((const stored_model *)model->self)->moves[move];
}

static uint32_t move_count(const wgcq_model *model)
{
    return ((const stored_model *)model->self)->move_count;
}

/* ---- read ---------------------------------------------------------------- */

static int damaged(const char *what, wgcq_error *err)
{
    return fault(err, WGCQ_ESTORE, "the file is damaged: %s", what);
}

static int number_states(stored_model *s, wgcq_error *err)
{
    const graph *g = s->g;
    s->states = lookup_of_states(g->words);
    for (uint32_t n = 1; n <= g->states; n++) {
        uint32_t number = lookup_add(&s->states, g->state + (size_t)n * g->words);
        if (!number)
            return fault_memory(err);
        if (number != n)
            return fault(err, WGCQ_ESTORE, "state %u is there twice: it is state %u", n, number);
    }
    return 0;
}

/* The bits of a word that some variable has. */
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

/* The first variable that has no such value; NULL: none. */
static const char *unnamed(const wgcq_model *m, const uint64_t *state)
{
    for (size_t i = 0; i < m->field_count; i++) {
        const model_field *f = &m->fields[i];
        uint64_t mask = f->width == 64 ? UINT64_MAX : (UINT64_C(1) << f->width) - 1;
        uint64_t bits = f->width ? state[f->word] >> f->shift & mask : 0;
        if (f->values && bits >= f->value_count)
            return f->name;
    }
    return NULL;
}

static int check_values(const stored_model *s, wgcq_error *err)
{
    for (uint32_t n = 1; n <= s->g->states; n++) {
        const char *name = unnamed(&s->model, s->g->state + (size_t)n * s->g->words);
        if (name)
            return fault(err, WGCQ_ESTORE, "state %u is no state: '%s' has no such value", n, name);
    }
    return 0;
}

static int check_words(const stored_model *s, wgcq_error *err)
{
    const graph *g = s->g;
    for (unsigned w = 0; w < g->words; w++) {
        uint64_t used = used_bits(&s->model, w);
        for (uint32_t n = 1; n <= g->states; n++)
            if (g->state[(size_t)n * g->words + w] & ~used)
                return fault(err, WGCQ_ESTORE, "state %u is no state: no variable has such bits",
                             n);
    }
    return 0;
}

static int read_moves(stored_model *s, wgcq_error *err)
{
    wgcq_rows *rows = NULL;
    char sql[80];
    snprintf(sql, sizeof sql, "SELECT id,text FROM move_%lld ORDER BY id",
             (long long)trace_about_run(s->trace)->run);
    int code = trace_rows(&rows, s->trace, sql, err);
    while (!code && (code = wgcq_rows_next(rows, err)) == 0) {
        char **moves = realloc(s->moves, (s->move_count + (size_t)1) * sizeof *moves);
        s->moves = moves ? moves : s->moves;
        char *said = moves ? strdup(wgcq_rows_text(rows, 1)) : NULL;
        if (!said)
            code = fault_memory(err);
        else if (wgcq_rows_integer(rows, 0) != (int64_t)s->move_count)
            code = damaged("its moves are not numbered as they were written", err);
        if (code)
            free(said);
        else
            s->moves[s->move_count++] = said;
    }
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

static int add_refusal(stored_model *s, const wgcq_rows *row, wgcq_error *err)
{
    int64_t src = wgcq_rows_integer(row, 0), move = wgcq_rows_integer(row, 1),
            rule = wgcq_rows_integer(row, 2);
    if (src < 1 || src > s->g->states || move < 0 || move >= s->move_count || rule < 0 ||
        rule >= (int64_t)s->model.rule_count)
        return damaged("a rejection is of a state, a move or a rule that there is not", err);
    if (s->refused_count == s->refused_room) {
        size_t room = s->refused_room * 2 + 64;
        refusal *all = realloc(s->refused, room * sizeof *all);
        if (!all)
            return fault_memory(err);
        s->refused = all;
        s->refused_room = room;
    }
    s->refused[s->refused_count++] = (refusal){(uint32_t)src, (uint32_t)move, (uint32_t)rule};
    return 0;
}

static int read_refusals(stored_model *s, wgcq_error *err)
{
    wgcq_rows *rows = NULL;
    char sql[80];
    if (trace_about_run(s->trace)->keep > WGCQ_KEEP_ALL)
        return 0;
    snprintf(sql, sizeof sql, "SELECT src,move,rule FROM rejection_%lld ORDER BY src,rowid",
             (long long)trace_about_run(s->trace)->run);
    int code = trace_rows(&rows, s->trace, sql, err);
    while (!code && (code = wgcq_rows_next(rows, err)) == 0)
        code = add_refusal(s, rows, err);
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

static int check_edges(const stored_model *s, wgcq_error *err)
{
    for (uint64_t e = 0; e < s->g->edges; e++)
        if (s->g->move[e] >= s->move_count)
            return damaged("an edge is of a move that there is not", err);
    return 0;
}

static void describe(stored_model *s)
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
    m->worker_new = worker_new;
    m->worker_free = worker_free;
    m->starts = starts;
    m->retell = retell;
    m->reclassify = reclassify;
    m->explain = explain;
    m->show = show;
    m->move_text = move_text;
    m->move_count = move_count;
}

static int read_rows(stored_model *s, wgcq_error *err)
{
    int code = trace_stored(&s->g, s->trace, err);
    if (!code)
        code = number_states(s, err);
    if (!code)
        code = check_words(s, err);
    if (!code)
        code = check_values(s, err);
    if (!code)
        code = read_moves(s, err);
    if (!code)
        code = check_edges(s, err);
    return code ? code : read_refusals(s, err);
}

int stored_model_open(stored_model **out, wgcq_trace *trace, wgcq_error *err)
{
    stored_model *s = calloc(1, sizeof *s);
    if (!s)
        return fault_memory(err);
    s->trace = trace;
    describe(s);
    int code = read_rows(s, err);
    if (code)
        stored_model_free(s);
    else
        *out = s;
    return code;
}

const wgcq_model *stored_model_of(const stored_model *s)
{
    return &s->model;
}

void stored_model_free(stored_model *s)
{
    if (!s)
        return;
    graph_free(s->g);
    lookup_free(&s->states);
    for (uint32_t i = 0; i < s->move_count; i++)
        free(s->moves[i]);
    free(s->moves);
    free(s->refused);
    free(s);
}
