/* vm.c - expands, classifies and estimates states in batches; errors are the interpreter's. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/error.h"
#include "puzzle/vm/vm.h"

enum {
    KEPT_MOST = 64 << 20, /* bytes kept allocated from one expansion to the next */
    SORTED_MOST = 4096,   /* rows that are sorted at a time, about: they stay in the cache */
    SORTED_LANES = 64     /* but of so many lanes at least */
};

/* ---- errors ----------------------------------------------------------------- */

/* Bytecode only says that some state fails; the interpreter finds the error.  Here it finds none.
 */
int vm_disagreement(wgcq_error *err)
{
    return error_set(err, WGCQ_ERUN,
                     "evaluating a state fails in the compiled program, not in the interpreter");
}

/* The state as the interpreter reads it. */
static const uint64_t *plain_state(const vm *m, const uint64_t *states, size_t number)
{
    const packing *p = &m->program->packing;
    const uint64_t *state = states + number * p->words;
    if (!p->single_count)
        return state;
    packing_widen(p, state, m->plain);
    return m->plain;
}

static int explain_undefined(const vm_batch *job, const uint64_t *states, size_t n, wgcq_error *err)
{
    vm *m = job->vm;
    const program *p = m->program;
    if (!m->puzzle_interp && !(m->puzzle_interp = interp_new(p->tree)))
        return error_set_memory(err);
    const label_numbers labels = vm_label_numbers(job);
    for (size_t lane = 0; lane < n; lane++) {
        batch_clear(&m->interpreted);
        int code = interp_successors(m->puzzle_interp, plain_state(m, states, lane),
                                     WANT_ORDER | WANT_MOVES | WANT_COSTS | WANT_REJECTIONS,
                                     &m->interpreted, labels.number, labels.self, err);
        if (code)
            return code;
    }
    return vm_disagreement(err);
}

/* ---- expanding and classifying ---------------------------------------------- */

static int expand_one_batch(vm_batch *job, const uint64_t *states, size_t n, wgcq_error *err)
{
    vm *m = job->vm;
    size_t from = job->out->count;
    int code = 0;
    batch_clear(&m->raw);
    m->emitted.count = m->rejected.count = m->waiting = 0;
    if (exec_bytecode(job, states, n) && !m->failed)
        return error_set_memory(err);
    if (!m->failed && !job->direct)
        code = successors_sort(m, job->bytecode, job->first, job->wants, job->out, err);
    else if (!m->failed && job->bytecode->may_collide)
        code = successors_dedup(m, job->out, from, job->first, err);
    if (code)
        return code;
    return m->failed ? explain_undefined(job, states, n, err) : 0;
}

/* How many states to expand at a time where rows are sorted, from what the last ones have made. */
static void fit_sorted_lanes(vm *m, size_t lanes)
{
    size_t rows = m->raw.count + m->raw.rejected, fit = MODEL_BATCH;
    if (rows > SORTED_MOST / MODEL_BATCH * lanes)
        fit = SORTED_MOST * lanes / rows;
    m->sorted_lanes = fit < SORTED_LANES ? SORTED_LANES : fit;
}

/* Frees what states with many successors have grown, or what takes half of the budget. */
static void begin_expansion(vm *m, budget *limits)
{
    size_t kept = successors_memory(m) + batch_memory(&m->raw) + batch_memory(&m->interpreted);
    if (kept > KEPT_MOST || (limits && limits->limit && kept > limits->limit / 2)) {
        successors_free(m);
        batch_free(&m->raw);
        batch_free(&m->interpreted);
    }
    m->budget = m->raw.budget = m->interpreted.budget = limits;
    if (limits)
        limits->held +=
            successors_memory(m) + batch_memory(&m->raw) + batch_memory(&m->interpreted);
}

static int use_moves(vm_batch *job, wgcq_error *err)
{
    vm *m = job->vm;
    const bool rejections = job->wants & WANT_REJECTIONS;
    if (!m->moves[rejections]) {
        const bytecode *c = move_code_get(m->program->moves, rejections);
        if (!c || !vm_reserve_columns(m, c) || (c->rules_wait && waiting_rules_prepare(m, err)) ||
            !(m->label_tables[rejections] = calloc(c->label_count + 1, sizeof(uint32_t *))))
            return error_set_memory(err);
        m->moves[rejections] = c;
    }
    job->bytecode = m->moves[rejections];
    job->label_tables = m->label_tables[rejections];
    return 0;
}

int vm_expand(vm *m, const uint64_t *states, size_t count, unsigned wants, batch *out,
              wgcq_error *err)
{
    const program *p = m->program;
    vm_batch job = {.vm = m, .wants = wants, .out = out};
    int code = use_moves(&job, err);
    job.direct = !p->interprets_moves && !(wants & (WANT_ORDER | WANT_REJECTIONS));
    batch_clear(out);
    out->words = p->packing.words;
    out->costs = (unsigned)p->tree->cost_count;
    begin_expansion(m, out->budget);
    for (size_t n; job.first < count && !code; job.first += n) {
        const size_t most = job.direct ? MODEL_BATCH : m->sorted_lanes;
        n = count - job.first < most ? count - job.first : most;
        code = expand_one_batch(&job, states + job.first * p->packing.words, n, err);
        if (!job.direct)
            fit_sorted_lanes(m, n);
    }
    const int settled = vm_settle_labels(m, out, !code, err);
    code = code ? code : settled;
    m->budget = m->raw.budget = m->interpreted.budget = NULL;
    return code;
}

int vm_evaluate(vm *m, const bytecode *c, const uint64_t *states, size_t n, column *values,
                wgcq_error *err)
{
    vm_batch job = {.vm = m, .bytecode = c};
    if (exec_bytecode(&job, states, n))
        return error_set_memory(err);
    *values = m->failed ? NULL : m->columns[c->result];
    return 0;
}

static int mark_condition(vm *m, const bytecode *c, uint8_t mark, const uint64_t *states, size_t n,
                          uint8_t *marks, wgcq_error *err)
{
    vm_batch job = {.vm = m, .bytecode = c, .marks = marks, .mark = mark};
    return exec_bytecode(&job, states, n) ? error_set_memory(err) : 0;
}

static int classify_by_interp(vm *m, const uint64_t *states, size_t n, uint8_t *marks,
                              wgcq_error *err)
{
    const ast *t = m->program->tree;
    if (!m->puzzle_interp && !(m->puzzle_interp = interp_new(t)))
        return error_set_memory(err);
    for (size_t i = 0; i < n; i++) {
        int code = interp_classify(m->puzzle_interp, plain_state(m, states, i), &marks[i], err);
        if (code)
            return code;
    }
    return 0;
}

static int classify_batch(vm *m, const uint64_t *states, size_t n, uint8_t *marks, wgcq_error *err)
{
    const program *p = m->program;
    int code = 0;
    if (p->grounded.goal_interpreted || p->grounded.end_interpreted ||
        p->grounded.violated_interpreted || p->grounded.bounded_interpreted)
        return classify_by_interp(m, states, n, marks, err);
    memset(marks, 0, n);
    m->failed = false;
    if (p->tree->goal)
        code = mark_condition(m, &p->goal, MARK_GOAL, states, n, marks, err);
    if (p->tree->end && code == 0 && !m->failed)
        code = mark_condition(m, &p->end, MARK_END, states, n, marks, err);
    if (p->tree->invariant_count && code == 0 && !m->failed)
        code = mark_condition(m, &p->violated, MARK_VIOLATES, states, n, marks, err);
    if (p->tree->bound_count && code == 0 && !m->failed)
        code = mark_condition(m, &p->bounded, MARK_END | MARK_BOUNDED, states, n, marks, err);
    if (code || !m->failed)
        return code;
    code = classify_by_interp(m, states, n, marks, err);
    return code ? code : vm_disagreement(err);
}

int vm_classify(vm *m, const uint64_t *states, size_t count, uint8_t *marks, wgcq_error *err)
{
    for (size_t first = 0; first < count; first += MODEL_BATCH) {
        size_t n = count - first < MODEL_BATCH ? count - first : MODEL_BATCH;
        int code =
            classify_batch(m, states + first * m->program->packing.words, n, marks + first, err);
        if (code)
            return code;
    }
    return 0;
}

/* ---- estimates -------------------------------------------------------------- */

/* Appends ", in the state ..." to an error. */
static int append_state(vm *m, const uint64_t *state, wgcq_error *err)
{
    const ast *t = m->program->tree;
    strbuf_clear(&m->text);
    for (size_t c = 0; c < t->cell_count; c++) {
        const state_cell *k = &t->cells[c];
        uint64_t bits = k->width ? state[k->word] >> k->shift & low_bits(k->width) : 0;
        strbuf_printf(&m->text, "%s%s=", c ? " " : ", in the state ", k->name);
        label_format_value(&m->text, k->type->kind, (int64_t)(bits + (uint64_t)k->low));
    }
    if (err) {
        size_t used = strlen(err->text);
        snprintf(err->text + used, sizeof err->text - used, "%s", strbuf_string(&m->text));
    }
    return WGCQ_ERUN;
}

static int negative_estimate_error(vm *m, int64_t value, const uint64_t *state, wgcq_error *err)
{
    const source_span at = m->program->tree->estimate->at;
    if (!err || err->code != WGCQ_OK)
        return WGCQ_ERUN;
    error_set(err, WGCQ_ERUN, "the estimate is negative: %" PRId64, value);
    err->line = at.line;
    err->column = at.column;
    err->end_column = at.end_line == at.line ? at.end_column : at.column + 1;
    return append_state(m, state, err);
}

static int estimate_by_interp(vm *m, const uint64_t *states, size_t n, int64_t *bound,
                              wgcq_error *err)
{
    const ast *t = m->program->tree;
    bool had_error = err && err->code != WGCQ_OK;
    if (!m->puzzle_interp && !(m->puzzle_interp = interp_new(t)))
        return error_set_memory(err);
    for (size_t i = 0; i < n; i++) {
        const uint64_t *state = plain_state(m, states, i);
        int code = interp_value(&bound[i], m->puzzle_interp, t->estimate, state, err);
        if (code == WGCQ_ERUN && !had_error)
            append_state(m, state, err);
        if (code)
            return code;
        if (bound[i] < 0)
            return negative_estimate_error(m, bound[i], state, err);
    }
    return 0;
}

static int estimate_batch(vm *m, const uint64_t *states, size_t n, int64_t *bound, wgcq_error *err)
{
    const program *p = m->program;
    column values = NULL;
    if (p->grounded.estimate_interpreted)
        return estimate_by_interp(m, states, n, bound, err);
    int code = vm_evaluate(m, &p->estimate, states, n, &values, err);
    if (code)
        return code;
    bool below = !values;
    for (size_t i = 0; values && i < n; i++)
        below |= (bound[i] = values[i]) < 0;
    if (!below)
        return 0;
    code = estimate_by_interp(m, states, n, bound, err);
    return code ? code : vm_disagreement(err);
}

int vm_estimate(vm *m, const uint64_t *states, size_t count, int64_t *bound, wgcq_error *err)
{
    assert(m->program->tree->estimate);
    for (size_t first = 0; first < count; first += MODEL_BATCH) {
        size_t n = count - first < MODEL_BATCH ? count - first : MODEL_BATCH;
        int code =
            estimate_batch(m, states + first * m->program->packing.words, n, bound + first, err);
        if (code)
            return code;
    }
    return 0;
}

/* ---- new and free --------------------------------------------------------- */

static bool reserve_for_conditions(vm *m, const program *p)
{
    const bytecode *all[] = {&p->goal, &p->end, &p->violated, &p->bounded, &p->estimate};
    bool fine = true;
    for (size_t i = 0; fine && i < sizeof all / sizeof *all; i++)
        fine = vm_reserve_columns(m, all[i]);
    for (size_t i = 0; fine && i < p->property_count; i++)
        fine = vm_reserve_columns(m, &p->values[i]) && vm_reserve_columns(m, &p->reached[i]);
    m->lane_starts = malloc((MODEL_BATCH + 1) * sizeof *m->lane_starts);
    m->labels_met = malloc(MODEL_BATCH * sizeof *m->labels_met);
    m->suspect = malloc(MODEL_BATCH * sizeof *m->suspect);
    m->plain = calloc(p->tree->words, sizeof *m->plain);
    return fine && m->lane_starts && m->labels_met && m->suspect && m->plain;
}

int vm_new(vm **out, const program *p, wgcq_error *err)
{
    vm *m = calloc(1, sizeof *m);
    if (!m)
        return error_set_memory(err);
    m->program = p;
    m->sorted_lanes = MODEL_BATCH;
    m->raw.words = p->packing.words;
    m->interpreted.words = p->tree->words;
    m->raw.costs = m->interpreted.costs = (unsigned)p->tree->cost_count;
    if (!reserve_for_conditions(m, p)) {
        vm_free(m);
        return error_set_memory(err);
    }
    *out = m;
    return 0;
}

static void free_label_state(vm *m)
{
    for (size_t k = 0; k < sizeof m->moves / sizeof *m->moves; k++) {
        for (size_t i = 0; m->moves[k] && i < m->moves[k]->label_count; i++)
            free(m->label_tables[k][i]);
        free(m->label_tables[k]);
    }
    interner_free(m->new_labels);
}

void vm_free(vm *m)
{
    if (!m)
        return;
    free_label_state(m);
    vm_free(m->rules);
    free(m->waiting_states);
    interp_free(m->puzzle_interp);
    vm_free_columns(m);
    free(m->lane_starts);
    free(m->labels_met);
    free(m->suspect);
    free(m->plain);
    free(m->pairs);
    successors_free(m);
    batch_free(&m->raw);
    batch_free(&m->interpreted);
    strbuf_free(&m->text);
    free(m);
}
