/* vm.c - expands, classifies and estimates states in batches; errors are the interpreter's. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/error.h"
#include "puzzle/vm/vm.h"

enum { KEPT_MOST = 64 << 20 }; /* bytes kept allocated from one expansion to the next */

/* ---- errors ----------------------------------------------------------------- */

/* Bytecode only says that some state fails; the interpreter finds the error.  Here it finds none.
 */
static int disagreement_error(wgcq_error *err)
{
    return error_set(err, WGCQ_ERUN,
                     "evaluating a state fails in the compiled program, not in the interpreter");
}

static int explain_undefined(vm *r, const uint64_t *states, size_t n, wgcq_error *err)
{
    const program *p = r->program;
    if (!r->puzzle_interp && !(r->puzzle_interp = interp_new(p->tree)))
        return error_set_memory(err);
    for (size_t lane = 0; lane < n; lane++) {
        batch_clear(&r->interpreted);
        int code = interp_successors(r->puzzle_interp, states + lane * p->tree->words,
                                     WANT_ORDER | WANT_MOVES | WANT_COSTS | WANT_REJECTIONS,
                                     &r->interpreted, interner_id, p->labels, err);
        if (code)
            return code;
    }
    return disagreement_error(err);
}

/* ---- expanding and classifying ---------------------------------------------- */

static int expand_one_batch(vm_batch *k, const uint64_t *states, size_t n, wgcq_error *err)
{
    vm *r = k->r;
    size_t from = k->out->count;
    int code = 0;
    batch_clear(&r->raw);
    r->emitted.count = r->rejected.count = 0;
    if (exec_bytecode(k, states, n) && !r->failed)
        return error_set_memory(err);
    if (!r->failed && !k->direct)
        code = successors_sort(r, k->bytecode, k->first, k->wants, k->out, err);
    else if (!r->failed && k->bytecode->may_collide)
        code = successors_dedup(r, k->out, from, k->first, err);
    if (code)
        return code;
    return r->failed ? explain_undefined(r, states, n, err) : 0;
}

/* Frees what states with many successors have grown, or what takes half of the budget. */
static void begin_expansion(vm *r, budget *limits)
{
    size_t kept = successors_memory(r) + batch_memory(&r->raw) + batch_memory(&r->interpreted);
    if (kept > KEPT_MOST || (limits && limits->limit && kept > limits->limit / 2)) {
        successors_free(r);
        batch_free(&r->raw);
        batch_free(&r->interpreted);
    }
    r->budget = r->raw.budget = r->interpreted.budget = limits;
    if (limits)
        limits->held += successors_memory(r) + batch_memory(&r->raw) + batch_memory(&r->interpreted);
}

int vm_expand(vm *r, const uint64_t *states, size_t count, unsigned wants, batch *out,
              wgcq_error *err)
{
    const program *p = r->program;
    vm_batch k = {.r = r, .wants = wants, .out = out};
    int code = 0;
    k.bytecode = &p->moves[wants & WANT_REJECTIONS ? 1 : 0];
    k.direct = !p->single_move && !(wants & (WANT_ORDER | WANT_REJECTIONS));
    batch_clear(out);
    out->words = p->tree->words;
    out->costs = (unsigned)p->tree->cost_count;
    begin_expansion(r, out->budget);
    for (k.first = 0; k.first < count && !code; k.first += MODEL_BATCH) {
        size_t n = count - k.first < MODEL_BATCH ? count - k.first : MODEL_BATCH;
        code = expand_one_batch(&k, states + k.first * p->tree->words, n, err);
    }
    r->budget = r->raw.budget = r->interpreted.budget = NULL;
    return code;
}

/* The values of an expression in n states; NULL and r->failed where it is undefined in one. */
static int evaluate_batch(vm *r, const bytecode *c, const uint64_t *states, size_t n,
                          column *values, wgcq_error *err)
{
    vm_batch k = {.r = r, .bytecode = c};
    if (exec_bytecode(&k, states, n))
        return error_set_memory(err);
    *values = r->failed ? NULL : r->columns[c->result];
    return 0;
}

static int mark_condition(vm *r, const bytecode *c, uint8_t mark, const uint64_t *states, size_t n,
                          uint8_t *marks, wgcq_error *err)
{
    vm_batch k = {.r = r, .bytecode = c, .marks = marks, .mark = mark};
    return exec_bytecode(&k, states, n) ? error_set_memory(err) : 0;
}

static int classify_by_interp(vm *r, const uint64_t *states, size_t n, uint8_t *marks,
                              wgcq_error *err)
{
    const ast *t = r->program->tree;
    if (!r->puzzle_interp && !(r->puzzle_interp = interp_new(t)))
        return error_set_memory(err);
    for (size_t i = 0; i < n; i++) {
        int code = interp_classify(r->puzzle_interp, states + i * t->words, &marks[i], err);
        if (code)
            return code;
    }
    return 0;
}

static int classify_batch(vm *r, const uint64_t *states, size_t n, uint8_t *marks, wgcq_error *err)
{
    const program *p = r->program;
    int code = 0;
    if (p->grounded.goal_interpreted || p->grounded.end_interpreted)
        return classify_by_interp(r, states, n, marks, err);
    memset(marks, 0, n);
    r->failed = false;
    if (p->tree->goal)
        code = mark_condition(r, &p->goal, MARK_GOAL, states, n, marks, err);
    if (p->tree->end && code == 0 && !r->failed)
        code = mark_condition(r, &p->end, MARK_END, states, n, marks, err);
    if (code || !r->failed)
        return code;
    code = classify_by_interp(r, states, n, marks, err);
    return code ? code : disagreement_error(err);
}

int vm_classify(vm *r, const uint64_t *states, size_t count, uint8_t *marks, wgcq_error *err)
{
    for (size_t first = 0; first < count; first += MODEL_BATCH) {
        size_t n = count - first < MODEL_BATCH ? count - first : MODEL_BATCH;
        int code =
            classify_batch(r, states + first * r->program->tree->words, n, marks + first, err);
        if (code)
            return code;
    }
    return 0;
}

/* ---- estimates -------------------------------------------------------------- */

/* Appends ", in the state ..." to an error. */
static int append_state(vm *r, const uint64_t *state, wgcq_error *err)
{
    const ast *t = r->program->tree;
    strbuf_clear(&r->text);
    for (size_t c = 0; c < t->cell_count; c++) {
        const state_cell *k = &t->cells[c];
        uint64_t bits = k->width ? state[k->word] >> k->shift & low_bits(k->width) : 0;
        strbuf_printf(&r->text, "%s%s=", c ? " " : ", in the state ", k->name);
        label_format_value(&r->text, k->type->kind, (int64_t)(bits + (uint64_t)k->low));
    }
    if (err) {
        size_t used = strlen(err->text);
        snprintf(err->text + used, sizeof err->text - used, "%s", strbuf_string(&r->text));
    }
    return WGCQ_ERUN;
}

static int negative_estimate_error(vm *r, int64_t value, const uint64_t *state, wgcq_error *err)
{
    const source_span at = r->program->tree->estimate->at;
    if (!err || err->code != WGCQ_OK)
        return WGCQ_ERUN;
    error_set(err, WGCQ_ERUN, "the estimate is negative: %" PRId64, value);
    err->line = at.line;
    err->column = at.column;
    err->end_column = at.end_line == at.line ? at.end_column : at.column + 1;
    return append_state(r, state, err);
}

static int estimate_by_interp(vm *r, const uint64_t *states, size_t n, int64_t *bound,
                              wgcq_error *err)
{
    const ast *t = r->program->tree;
    bool had_error = err && err->code != WGCQ_OK;
    if (!r->puzzle_interp && !(r->puzzle_interp = interp_new(t)))
        return error_set_memory(err);
    for (size_t i = 0; i < n; i++) {
        const uint64_t *state = states + i * t->words;
        int code = interp_value(&bound[i], r->puzzle_interp, t->estimate, state, err);
        if (code == WGCQ_ERUN && !had_error)
            append_state(r, state, err);
        if (code)
            return code;
        if (bound[i] < 0)
            return negative_estimate_error(r, bound[i], state, err);
    }
    return 0;
}

static int estimate_batch(vm *r, const uint64_t *states, size_t n, int64_t *bound, wgcq_error *err)
{
    const program *p = r->program;
    column values = NULL;
    if (p->grounded.estimate_interpreted)
        return estimate_by_interp(r, states, n, bound, err);
    int code = evaluate_batch(r, &p->estimate, states, n, &values, err);
    if (code)
        return code;
    bool below = !values;
    for (size_t i = 0; values && i < n; i++)
        below |= (bound[i] = values[i]) < 0;
    if (!below)
        return 0;
    code = estimate_by_interp(r, states, n, bound, err);
    return code ? code : disagreement_error(err);
}

int vm_estimate(vm *r, const uint64_t *states, size_t count, int64_t *bound, wgcq_error *err)
{
    const ast *t = r->program->tree;
    assert(t->estimate);
    for (size_t first = 0; first < count; first += MODEL_BATCH) {
        size_t n = count - first < MODEL_BATCH ? count - first : MODEL_BATCH;
        int code = estimate_batch(r, states + first * t->words, n, bound + first, err);
        if (code)
            return code;
    }
    return 0;
}

/* ---- new and free --------------------------------------------------------- */

static size_t larger_size(size_t a, size_t b)
{
    return a > b ? a : b;
}

static bool allocate_columns(vm *r, const program *p)
{
    const bytecode *all[] = {&p->moves[0], &p->moves[1], &p->goal, &p->end, &p->estimate};
    size_t registers = 1, levels = 1, labels = p->moves[0].label_count + p->moves[1].label_count;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        registers = larger_size(registers, all[i]->registers);
        levels = larger_size(levels, all[i]->levels);
    }
    r->levels = levels;
    if (registers > SIZE_MAX / MODEL_BATCH / sizeof *r->storage)
        return false;
    r->storage = aligned_alloc(64, registers * MODEL_BATCH * sizeof *r->storage);
    r->columns = calloc(registers, sizeof *r->columns);
    r->picked = calloc(levels * MODEL_BATCH, sizeof *r->picked);
    r->lanes = calloc(levels * MODEL_BATCH, sizeof *r->lanes);
    r->alive = calloc(levels, sizeof *r->alive);
    r->label_tables = calloc(labels + 1, sizeof *r->label_tables);
    r->move_interps = calloc(p->tree->move_count + 1, sizeof *r->move_interps);
    r->lane_starts = calloc(MODEL_BATCH + 1, sizeof *r->lane_starts);
    r->labels_met = calloc(MODEL_BATCH, sizeof *r->labels_met);
    r->suspect = calloc(MODEL_BATCH, sizeof *r->suspect);
    return r->storage && r->columns && r->picked && r->lanes && r->alive && r->label_tables &&
           r->move_interps && r->lane_starts && r->labels_met && r->suspect;
}

int vm_new(vm **out, const program *p, wgcq_error *err)
{
    vm *r = calloc(1, sizeof *r);
    if (!r)
        return error_set_memory(err);
    r->program = p;
    r->raw.words = r->interpreted.words = p->tree->words;
    r->raw.costs = r->interpreted.costs = (unsigned)p->tree->cost_count;
    if (!allocate_columns(r, p)) {
        vm_free(r);
        return error_set_memory(err);
    }
    for (uint32_t i = 0; i < MODEL_BATCH; i++)
        r->lanes[i] = i;
    *out = r;
    return 0;
}

static void free_label_state(vm *r)
{
    const program *p = r->program;
    size_t count = p->moves[0].label_count + p->moves[1].label_count;
    for (size_t i = 0; r->label_tables && i < count; i++)
        free(r->label_tables[i]);
    for (size_t i = 0; r->move_interps && i < p->tree->move_count; i++)
        interp_free(r->move_interps[i]);
    free(r->label_tables);
    free(r->move_interps);
}

void vm_free(vm *r)
{
    if (!r)
        return;
    free_label_state(r);
    interp_free(r->puzzle_interp);
    free(r->storage);
    free(r->columns);
    free(r->picked);
    free(r->lanes);
    free(r->alive);
    free(r->lane_starts);
    free(r->labels_met);
    free(r->suspect);
    successors_free(r);
    batch_free(&r->raw);
    batch_free(&r->interpreted);
    strbuf_free(&r->text);
    free(r);
}
