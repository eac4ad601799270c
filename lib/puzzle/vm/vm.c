/* vm.c - what a runner is asked: successors, marks, bounds; and what it says where one fails.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/error.h"
#include "puzzle/vm/vm.h"

enum { KEPT_MOST = 64 << 20 }; /* bytes, from one expansion to the next */

/* ---- errors ----------------------------------------------------------------- */

/* The teller has the words for what fails, and the place.  Here code and teller differ. */
static int disagree(wgcq_error *err)
{
    return error_set(err, WGCQ_ERUN, "evaluating a state fails, and telling it again does not");
}

static int explain_moves(vm *r, const uint64_t *states, size_t n, wgcq_error *err)
{
    const program *p = r->program;
    if (!r->teller && !(r->teller = interp_new(p->tree)))
        return error_set_memory(err);
    for (size_t lane = 0; lane < n; lane++) {
        batch_clear(&r->one);
        int rc = interp_successors(r->teller, states + lane * p->tree->words,
                                   WANT_ORDER | WANT_MOVES | WANT_COSTS | WANT_REJECTIONS, &r->one,
                                   interner_id, p->names, err);
        if (rc)
            return rc;
    }
    return disagree(err);
}

/* ---- the three questions ---------------------------------------------------- */

static int expand_chunk(vm_batch *k, const uint64_t *states, size_t n, wgcq_error *err)
{
    vm *r = k->r;
    size_t from = k->out->count;
    int rc = 0;
    batch_clear(&r->raw);
    r->made.count = r->rejected.count = 0;
    if (exec_bytecode(k, states, n) && !r->failed)
        return error_set_memory(err);
    if (!r->failed && !k->direct)
        rc = successors_sort(r, k->code, k->first, k->wants, k->out, err);
    else if (!r->failed && k->code->twins)
        rc = successors_dedup(r, k->out, from, k->first, err);
    if (rc)
        return rc;
    return r->failed ? explain_moves(r, states, n, err) : 0;
}

/* What one wide state has filled is not held on to, nor is what would leave too little. */
static void begin_expansion(vm *r, budget *may)
{
    size_t kept = outcome_memory(r) + batch_memory(&r->raw) + batch_memory(&r->one);
    if (kept > KEPT_MOST || (may && may->most && kept > may->most / 2)) {
        outcome_free(r);
        batch_free(&r->raw);
        batch_free(&r->one);
    }
    r->may = r->raw.budget = r->one.budget = may;
    if (may)
        may->held += outcome_memory(r) + batch_memory(&r->raw) + batch_memory(&r->one);
}

int vm_expand(vm *r, const uint64_t *states, size_t count, unsigned wants, batch *out,
              wgcq_error *err)
{
    const program *p = r->program;
    vm_batch k = {.r = r, .wants = wants, .out = out};
    int rc = 0;
    k.code = &p->moves[wants & WANT_REJECTIONS ? 1 : 0];
    k.direct = !p->told && !(wants & (WANT_ORDER | WANT_REJECTIONS));
    batch_clear(out);
    out->words = p->tree->words;
    out->costs = (unsigned)p->tree->cost_count;
    begin_expansion(r, out->budget);
    for (k.first = 0; k.first < count && !rc; k.first += MODEL_BATCH) {
        size_t n = count - k.first < MODEL_BATCH ? count - k.first : MODEL_BATCH;
        rc = expand_chunk(&k, states + k.first * p->tree->words, n, err);
    }
    r->may = r->raw.budget = r->one.budget = NULL;
    return rc;
}

/* The values of an expression in n states; r->failed where one fails. */
static int evaluate_all(vm *r, const bytecode *c, const uint64_t *states, size_t n, column *values,
                        wgcq_error *err)
{
    vm_batch k = {.r = r, .code = c};
    if (exec_bytecode(&k, states, n))
        return error_set_memory(err);
    *values = r->failed ? NULL : r->columns[c->result];
    return 0;
}

static int mark_by(vm *r, const bytecode *c, uint8_t mark, const uint64_t *states, size_t n,
                   uint8_t *marks, wgcq_error *err)
{
    vm_batch k = {.r = r, .code = c, .marks = marks, .mark = mark};
    return exec_bytecode(&k, states, n) ? error_set_memory(err) : 0;
}

static int mark_told(vm *r, const uint64_t *states, size_t n, uint8_t *marks, wgcq_error *err)
{
    const ast *t = r->program->tree;
    if (!r->teller && !(r->teller = interp_new(t)))
        return error_set_memory(err);
    for (size_t i = 0; i < n; i++) {
        int rc = interp_classify(r->teller, states + i * t->words, &marks[i], err);
        if (rc)
            return rc;
    }
    return 0;
}

static int mark_chunk(vm *r, const uint64_t *states, size_t n, uint8_t *marks, wgcq_error *err)
{
    const program *p = r->program;
    int rc = 0;
    if (p->grounded.goal_told || p->grounded.end_told)
        return mark_told(r, states, n, marks, err);
    memset(marks, 0, n);
    r->failed = false;
    if (p->tree->goal)
        rc = mark_by(r, &p->goal, MARK_GOAL, states, n, marks, err);
    if (p->tree->end && rc == 0 && !r->failed)
        rc = mark_by(r, &p->end, MARK_END, states, n, marks, err);
    if (rc || !r->failed)
        return rc;
    rc = mark_told(r, states, n, marks, err);
    return rc ? rc : disagree(err);
}

int vm_classify(vm *r, const uint64_t *states, size_t count, uint8_t *marks, wgcq_error *err)
{
    for (size_t first = 0; first < count; first += MODEL_BATCH) {
        size_t n = count - first < MODEL_BATCH ? count - first : MODEL_BATCH;
        int rc = mark_chunk(r, states + first * r->program->tree->words, n, marks + first, err);
        if (rc)
            return rc;
    }
    return 0;
}

/* ---- bounds ----------------------------------------------------------------- */

/* Behind what is said: in which state. */
static int in_the_state(vm *r, const uint64_t *state, wgcq_error *err)
{
    const ast *t = r->program->tree;
    strbuf_clear(&r->spelled);
    for (size_t c = 0; c < t->cell_count; c++) {
        const cell *k = &t->cells[c];
        uint64_t bits = k->width ? state[k->word] >> k->shift & low_bits(k->width) : 0;
        strbuf_printf(&r->spelled, "%s%s=", c ? " " : ", in the state ", k->name);
        label_text(&r->spelled, k->of->of, (int64_t)(bits + (uint64_t)k->low));
    }
    if (err) {
        size_t used = strlen(err->text);
        snprintf(err->text + used, sizeof err->text - used, "%s", strbuf_string(&r->spelled));
    }
    return WGCQ_ERUN;
}

static int negative(vm *r, int64_t value, const uint64_t *state, wgcq_error *err)
{
    const place at = r->program->tree->estimate->at;
    if (!err || err->code != WGCQ_OK)
        return WGCQ_ERUN;
    error_set(err, WGCQ_ERUN, "the estimate is negative: %" PRId64, value);
    err->line = at.line;
    err->column = at.column;
    err->end_column = at.end_line == at.line ? at.end_column : at.column + 1;
    return in_the_state(r, state, err);
}

static int estimate_told(vm *r, const uint64_t *states, size_t n, int64_t *bound, wgcq_error *err)
{
    const ast *t = r->program->tree;
    bool held = err && err->code != WGCQ_OK;
    if (!r->teller && !(r->teller = interp_new(t)))
        return error_set_memory(err);
    for (size_t i = 0; i < n; i++) {
        const uint64_t *state = states + i * t->words;
        int rc = interp_value(&bound[i], r->teller, t->estimate, state, err);
        if (rc == WGCQ_ERUN && !held)
            in_the_state(r, state, err);
        if (rc)
            return rc;
        if (bound[i] < 0)
            return negative(r, bound[i], state, err);
    }
    return 0;
}

static int estimate_chunk(vm *r, const uint64_t *states, size_t n, int64_t *bound, wgcq_error *err)
{
    const program *p = r->program;
    column values = NULL;
    if (p->grounded.estimate_told)
        return estimate_told(r, states, n, bound, err);
    int rc = evaluate_all(r, &p->estimate, states, n, &values, err);
    if (rc)
        return rc;
    bool below = !values;
    for (size_t i = 0; values && i < n; i++)
        below |= (bound[i] = values[i]) < 0;
    if (!below)
        return 0;
    rc = estimate_told(r, states, n, bound, err);
    return rc ? rc : disagree(err);
}

int vm_estimate(vm *r, const uint64_t *states, size_t count, int64_t *bound, wgcq_error *err)
{
    const ast *t = r->program->tree;
    for (size_t first = 0; first < count; first += MODEL_BATCH) {
        size_t n = count - first < MODEL_BATCH ? count - first : MODEL_BATCH;
        int rc = estimate_chunk(r, states + first * t->words, n, bound + first, err);
        if (rc)
            return rc;
    }
    return 0;
}

/* ---- made and freed --------------------------------------------------------- */

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static bool allot(vm *r, const program *p)
{
    const bytecode *all[] = {&p->moves[0], &p->moves[1], &p->goal, &p->end, &p->estimate};
    size_t registers = 1, levels = 1, texts_ = p->moves[0].text_count + p->moves[1].text_count;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        registers = larger(registers, all[i]->registers);
        levels = larger(levels, all[i]->levels);
    }
    r->levels = levels;
    if (registers > SIZE_MAX / MODEL_BATCH / sizeof *r->storage)
        return false;
    r->storage = aligned_alloc(64, registers * MODEL_BATCH * sizeof *r->storage);
    r->columns = calloc(registers, sizeof *r->columns);
    r->picked = calloc(levels * MODEL_BATCH, sizeof *r->picked);
    r->lanes = calloc(levels * MODEL_BATCH, sizeof *r->lanes);
    r->alive = calloc(levels, sizeof *r->alive);
    r->tables = calloc(texts_ + 1, sizeof *r->tables);
    r->told = calloc(p->tree->move_count + 1, sizeof *r->told);
    r->lane_starts = calloc(MODEL_BATCH + 1, sizeof *r->lane_starts);
    r->texts_met = calloc(MODEL_BATCH, sizeof *r->texts_met);
    r->suspect = calloc(MODEL_BATCH, sizeof *r->suspect);
    return r->storage && r->columns && r->picked && r->lanes && r->alive && r->tables && r->told &&
           r->lane_starts && r->texts_met && r->suspect;
}

int vm_new(vm **out, const program *p, wgcq_error *err)
{
    vm *r = calloc(1, sizeof *r);
    if (!r)
        return error_set_memory(err);
    r->program = p;
    r->raw.words = r->one.words = p->tree->words;
    r->raw.costs = r->one.costs = (unsigned)p->tree->cost_count;
    if (!allot(r, p)) {
        vm_free(r);
        return error_set_memory(err);
    }
    for (uint32_t i = 0; i < MODEL_BATCH; i++)
        r->lanes[i] = i;
    *out = r;
    return 0;
}

static void free_texts(vm *r)
{
    const program *p = r->program;
    size_t count = p->moves[0].text_count + p->moves[1].text_count;
    for (size_t i = 0; r->tables && i < count; i++)
        free(r->tables[i]);
    for (size_t i = 0; r->told && i < p->tree->move_count; i++)
        interp_free(r->told[i]);
    free(r->tables);
    free(r->told);
}

void vm_free(vm *r)
{
    if (!r)
        return;
    free_texts(r);
    interp_free(r->teller);
    free(r->storage);
    free(r->columns);
    free(r->picked);
    free(r->lanes);
    free(r->alive);
    free(r->lane_starts);
    free(r->texts_met);
    free(r->suspect);
    outcome_free(r);
    batch_free(&r->raw);
    batch_free(&r->one);
    strbuf_free(&r->spelled);
    free(r);
}
