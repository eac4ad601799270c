/* exec.c - the bytecode loop: one instruction after the other, over the lanes of its level. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/vm/vm.h"

/* Instructions between two checks of the budget: a few milliseconds over full columns. */
enum { INSTRUCTIONS_A_CHECK = 1024 };

static uint32_t *level_of(uint32_t *all, size_t level)
{
    return all + level * MODEL_BATCH;
}

static int64_t *storage_of(const vm *r, uint32_t reg)
{
    return r->storage + (size_t)reg * MODEL_BATCH;
}

/* ---- labels ----------------------------------------------------------------- */

static int intern_label(vm *r, const label *s, const bytecode *c, const instruction *i, size_t lane,
                        uint32_t *number)
{
    size_t value = 0;
    strbuf_clear(&r->text);
    for (size_t k = 0; k < s->count; k++) {
        const label_part *p = &s->parts[k];
        if (p->text)
            strbuf_add(&r->text, p->text, p->length);
        else
            label_format_value(&r->text, p->of, r->columns[c->operands[i->b + value++]][lane]);
    }
    if (r->text.failed)
        return WGCQ_EMEMORY;
    return interner_id(r->program->labels, strbuf_string(&r->text), r->text.length, number);
}

/* The row of a lane's values in the label's table. */
static size_t label_table_row(const vm *r, const label *s, const bytecode *c, const instruction *i,
                              size_t lane)
{
    const dag *d = &r->program->dag;
    size_t row = 0, value = 0;
    for (size_t k = 0; k < s->count; k++) {
        if (s->parts[k].text)
            continue;
        const dag_node *n = dag_at(d, s->parts[k].value);
        int64_t v = r->columns[c->operands[i->b + value++]][lane];
        uint64_t span = (uint64_t)n->high - (uint64_t)n->low + 1; /* small, see label_span */
        row = row * span + ((uint64_t)v - (uint64_t)n->low);
    }
    return row;
}

static uint32_t **label_table_slot(const vm_batch *k, const instruction *i)
{
    const program *p = k->r->program;
    size_t before = k->bytecode == &p->moves[1] ? p->moves[0].label_count : 0;
    return &k->r->label_tables[before + (size_t)i->imm];
}

static uint32_t *label_table(vm_batch *k, const instruction *i, size_t span)
{
    uint32_t **numbers = label_table_slot(k, i);
    if (!*numbers && (*numbers = malloc(span * sizeof **numbers)))
        memset(*numbers, 0xFF, span * sizeof **numbers);
    return *numbers;
}

/* A label of one value, from its table; false: some lane's value is not in there yet. */
static bool look_up_labels(int64_t *restrict d, column values, int64_t low, const uint32_t *numbers,
                           size_t span, size_t n)
{
    uint32_t missing = 0;
    for (size_t lane = 0; lane < n; lane++) {
        uint64_t row = (uint64_t)values[lane] - (uint64_t)low;
        uint32_t number = row < span ? numbers[row] : UINT32_MAX;
        missing |= number == UINT32_MAX;
        d[lane] = number;
    }
    return !missing;
}

static const label_part *first_value_part(const label *s)
{
    const label_part *p = s->parts;
    while (p->text)
        p++;
    return p;
}

static int compute_labels(vm_batch *k, const instruction *i, int64_t *d, size_t n)
{
    vm *r = k->r;
    const bytecode_label *t = &k->bytecode->labels[i->imm];
    uint32_t *numbers = t->span ? label_table(k, i, t->span) : NULL, number = 0;
    if (t->span && !numbers)
        return WGCQ_EMEMORY;
    if (t->span && t->label->value_count == 1 &&
        look_up_labels(d, r->columns[k->bytecode->operands[i->b]],
                       dag_at(&r->program->dag, first_value_part(t->label)->value)->low, numbers,
                       t->span, n))
        return 0;
    for (size_t lane = 0; lane < n; lane++) {
        size_t row = t->span ? label_table_row(r, t->label, k->bytecode, i, lane) : SIZE_MAX;
        bool kept = row < t->span;
        if (kept && numbers[row] != UINT32_MAX) {
            d[lane] = numbers[row];
            continue;
        }
        if (intern_label(r, t->label, k->bytecode, i, lane, &number))
            return WGCQ_EMEMORY;
        d[lane] = number;
        if (kept)
            numbers[row] = number;
    }
    return 0;
}

/* ---- successors and rejections ---------------------------------------------- */

static int append_run(vm *r, row_runs *all, row_run emitted)
{
    assert(emitted.rank < r->program->grounded.ranks);
    if (all->count == all->room) {
        size_t room = all->room ? all->room * 2 : 64;
        if (!budget_take(r->budget, (room - all->room) * sizeof *all->items))
            return WGCQ_EMEMORY;
        row_run *grown = realloc(all->items, room * sizeof *grown);
        if (!grown)
            return WGCQ_EMEMORY;
        all->items = grown;
        all->room = room;
    }
    all->items[all->count++] = emitted;
    return 0;
}

static void put_lanes(uint32_t *restrict d, const uint32_t *restrict lanes, size_t first, size_t n)
{
    for (size_t i = 0; i < n; i++)
        d[i] = lanes[i] + (uint32_t)first;
}

static void put_labels(uint32_t *restrict d, const vm *r, const instruction *i, size_t n)
{
    for (size_t k = 0; k < n; k++)
        d[k] = i->label_fixed ? i->c : (uint32_t)r->columns[i->c][k];
}

static int emit_lanes(vm_batch *k, const instruction *i, size_t n)
{
    vm *r = k->r;
    batch *b = k->direct ? k->out : &r->raw;
    const uint32_t *operands = k->bytecode->operands + i->b;
    if (!batch_reserve(b, n))
        return WGCQ_EMEMORY;
    for (unsigned w = 0; w < b->words; w++)
        kernel_join(b->state + b->count * b->words, r->columns[operands[w]], w, b->words, n);
    put_lanes(b->lane + b->count, level_of(r->lanes, i->level), k->direct ? k->first : 0, n);
    if (!k->direct || i->may_collide || k->wants & WANT_MOVES)
        put_labels(b->move + b->count, r, i, n);
    if (i->may_collide || k->wants & WANT_COSTS)
        for (unsigned c = 0; c < b->costs; c++)
            for (size_t lane = 0; lane < n; lane++)
                b->cost[(b->count + lane) * b->costs + c] =
                    r->columns[operands[b->words + c]][lane];
    row_run emitted = {i->rank, i->may_collide ? MAY_COLLIDE : 0, b->count, n};
    b->count += n;
    return k->direct && !i->may_collide ? 0 : append_run(r, &r->emitted, emitted);
}

static int reject_lanes(vm_batch *k, const instruction *i, size_t n)
{
    vm *r = k->r;
    batch *b = &r->raw;
    const int64_t *a = r->columns[i->a];
    const uint32_t *lanes = level_of(r->lanes, i->level);
    row_run emitted = {i->rank, 0, b->rejected, 0};
    if (!batch_reserve_rejections(b, n))
        return WGCQ_EMEMORY;
    for (size_t lane = 0; lane < n; lane++) {
        if ((a[lane] != 0) != (i->op == OP_REJECT_RULES))
            continue;
        b->rejected_lane[b->rejected] = lanes[lane];
        b->rejected_move[b->rejected] = i->label_fixed ? i->c : (uint32_t)r->columns[i->c][lane];
        b->rejected_rule[b->rejected] = (uint32_t)(i->op == OP_REJECT ? i->imm : a[lane] - 1);
        b->rejected++;
    }
    emitted.count = b->rejected - emitted.first;
    return append_run(r, &r->rejected, emitted);
}

/* ---- interpreted moves ------------------------------------------------------ */

static int append_interpreted(vm_batch *k, const instruction *i, uint32_t lane)
{
    vm *r = k->r;
    batch *b = &r->raw, *rows = &r->interpreted;
    if (!batch_reserve(b, rows->count) || !batch_reserve_rejections(b, rows->rejected))
        return WGCQ_EMEMORY;
    row_run emitted = {i->rank, MAY_COLLIDE, b->count, rows->count};
    row_run rejected = {i->rank, 0, b->rejected, rows->rejected};
    for (size_t e = 0; e < rows->count; e++, b->count++) {
        b->lane[b->count] = lane;
        b->move[b->count] = rows->move[e];
        memcpy(b->state + b->count * b->words, rows->state + e * b->words,
               b->words * sizeof *b->state);
        if (b->costs)
            memcpy(b->cost + b->count * b->costs, rows->cost + e * b->costs,
                   b->costs * sizeof *b->cost);
    }
    for (size_t e = 0; e < rows->rejected; e++, b->rejected++) {
        b->rejected_lane[b->rejected] = lane;
        b->rejected_move[b->rejected] = rows->rejected_move[e];
        b->rejected_rule[b->rejected] = rows->rejected_rule[e];
    }
    return append_run(r, &r->emitted, emitted) || append_run(r, &r->rejected, rejected) ? WGCQ_EMEMORY
                                                                                     : 0;
}

static int interpret_lanes(vm_batch *k, const instruction *i, size_t n)
{
    vm *r = k->r;
    const program *p = r->program;
    interp **in = &r->move_interps[i->imm];
    unsigned wants = WANT_ORDER | WANT_MOVES | WANT_COSTS | (k->wants & WANT_REJECTIONS);
    if (!*in && !(*in = interp_new(&p->single_move[i->imm])))
        return WGCQ_EMEMORY;
    for (uint32_t lane = 0; lane < n; lane++) {
        const uint64_t *state = k->states + lane * (size_t)p->tree->words;
        wgcq_error err = {0};
        batch_clear(&r->interpreted);
        r->interpreted.budget = r->budget;
        int code =
            interp_successors(*in, state, wants, &r->interpreted, interner_id, p->labels, &err);
        if (code == WGCQ_ERUN)
            r->failed = true;
        if (code || append_interpreted(k, i, lane))
            return WGCQ_EMEMORY;
    }
    return 0;
}

static void mark_lanes(vm_batch *k, const instruction *i, size_t n)
{
    const uint32_t *lanes = level_of(k->r->lanes, i->level);
    for (size_t lane = 0; lane < n; lane++)
        k->marks[lanes[lane]] |= k->mark;
}

/* ---- instructions ----------------------------------------------------------- */

static void filter_lanes(vm_batch *k, const instruction *i)
{
    vm *r = k->r;
    size_t n = r->alive[i->level], left;
    assert(i->level + 1 < r->levels);
    uint32_t *picked = level_of(r->picked, i->level + 1);
    if (i->op == OP_TEST)
        left = kernel_test(picked, r->columns[i->a], i, n);
    else
        left = kernel_filter(picked, r->columns[i->a], !i->negated, n);
    r->alive[i->level + 1] = left;
    kernel_gather_lanes(level_of(r->lanes, i->level + 1), level_of(r->lanes, i->level), picked,
                        left);
}

static void gather_column(vm_batch *k, const instruction *i)
{
    vm *r = k->r;
    assert(i->level > 0);
    size_t n = r->alive[i->level];
    column from = r->columns[i->a];
    if (n == r->alive[i->level - 1]) { /* every lane passed: an alias */
        r->columns[i->d] = from;
        return;
    }
    kernel_gather(storage_of(r, i->d), from, level_of(r->picked, i->level), n);
    r->columns[i->d] = storage_of(r, i->d);
}

/* Runs instructions *from..to-1, or further where the last one jumps; *from: the next. */
static int execute_slice(vm_batch *k, size_t *from, size_t to)
{
    vm *r = k->r;
    const bytecode *c = k->bytecode;
    int code = 0;
    size_t at = *from;
    for (; at < to && code == 0 && !r->failed; at++) {
        const instruction *i = &c->at[at];
        size_t n = r->alive[i->level];
        switch (i->op) {
        case OP_GATHER: gather_column(k, i); break;
        case OP_TEST:
        case OP_FILTER:
            filter_lanes(k, i);
            if (r->alive[i->level + 1] == 0)
                at = (size_t)i->jump - 1;
            break;
        case OP_SKIP_COSTS:
            if (!(k->wants & WANT_COSTS))
                at = (size_t)i->jump - 1;
            break;
        case OP_FAIL: r->failed = kernel_any(r->columns[i->a], n); break;
        case OP_LABEL:
            code = compute_labels(k, i, storage_of(r, i->d), n);
            r->columns[i->d] = storage_of(r, i->d);
            break;
        case OP_REJECT:
        case OP_REJECT_RULES: code = reject_lanes(k, i, n); break;
        case OP_EMIT: code = emit_lanes(k, i, n); break;
        case OP_INTERPRET: code = interpret_lanes(k, i, n); break;
        case OP_MARK: mark_lanes(k, i, n); break;
        default:
            kernel_compute(i, &r->program->dag, c->operands, r->columns, storage_of(r, i->d), n);
            r->columns[i->d] = storage_of(r, i->d);
        }
    }
    *from = at;
    return code;
}

static int execute(vm_batch *k)
{
    const size_t count = k->bytecode->count;
    int code = 0;
    for (size_t at = 0; at < count && code == 0 && !k->r->failed;) {
        code = execute_slice(k, &at,
                             count - at < INSTRUCTIONS_A_CHECK ? count : at + INSTRUCTIONS_A_CHECK);
        if (at < count && !budget_continue(k->r->budget))
            return WGCQ_EMEMORY;
    }
    return code;
}

/* Level 0: every state is a lane. */
static void load_level_zero(vm_batch *k, const uint64_t *states, size_t n)
{
    vm *r = k->r;
    unsigned words = r->program->tree->words;
    assert(n > 0 && n <= MODEL_BATCH);
    k->states = states;
    r->alive[0] = n;
    r->failed = false;
    for (unsigned w = 0; w < words; w++) {
        if (words > 1)
            kernel_split(storage_of(r, w), states, w, words, n);
        r->columns[w] = words > 1 ? storage_of(r, w) : (const int64_t *)states;
    }
}

int exec_bytecode(vm_batch *k, const uint64_t *states, size_t n)
{
    load_level_zero(k, states, n);
    return execute(k);
}
