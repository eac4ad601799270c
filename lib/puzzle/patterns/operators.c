/*
 * operators.c - splits each grounded move into operators, by the values of cells.
 *
 * A move is split by the values of a cell where what it writes depends on that cell, until all that
 * it writes is known, and the cells that it writes are known before, too.  Its conditions are
 * evaluated on the way.  What is left of them reads one cell, whose values are listed; or more of
 * them: it is split on a few times, and then left out.  Where that makes too many operators, less
 * is split on conditions.
 */
#include "puzzle/patterns/operators.h"

#include <string.h>

#include "base/checked.h"
#include "puzzle/patterns/conditions.h"

enum {
    SPLITS_MOST = 30000,     /* of one move                                */
    OPERATORS_MOST = 400000, /* of all                                     */
    VALUES_MOST = 1024       /* of a cell that is split by */
};

/* So often a path is split on conditions; the next where that is too much. */
static const unsigned condition_splits[] = {5, 2, 0};
enum { ATTEMPTS = sizeof condition_splits / sizeof *condition_splits };

typedef struct splitting {
    operators *out;
    const packing *packing;
    const dag *dag;
    int cost;
    budget *limit;
    partial_state state;
    conditions_of conditions;
    const ground_action *action;
    unsigned splits;
    size_t known_count;
    uint32_t *known;   /* [cells] those that are split by, in this order */
    uint64_t *allowed; /* [cells] within one operator; 0: all            */
    uint32_t *limited; /* [cells] of those                               */
    size_t limited_count;
    bool over_limit;
    bool exact; /* all conditions are in the operator */
} splitting;

/* ---- conditions ------------------------------------------------------------------------------ */

static bool any_broken(splitting *s)
{
    for (size_t i = 0; i < s->conditions.count; i++)
        if (condition_is_broken(&s->conditions.all[i], &s->state))
            return true;
    return false;
}

static void limit_cell(splitting *s, size_t cell, uint64_t allowed)
{
    if (!s->allowed[cell]) {
        s->limited[s->limited_count++] = (uint32_t)cell;
        s->allowed[cell] = UINT64_MAX;
    }
    s->allowed[cell] &= allowed;
}

static void forget_limits(splitting *s)
{
    while (s->limited_count)
        s->allowed[s->limited[--s->limited_count]] = 0;
}

/* Lists what conditions allow of cells that are not known; false: nothing.  *cell + 1: one that a
   condition of several cells waits for. */
static bool read_conditions(splitting *s, uint32_t *wait)
{
    *wait = 0;
    s->exact = !s->conditions.left_out;
    for (size_t i = 0; i < s->conditions.count; i++) {
        uint64_t allowed;
        const condition *c = &s->conditions.all[i];
        partial_value v = partial_state_value(&s->state, c->truth);
        if (c->fails || partial_is_known(v))
            continue;
        if (!v.wait || !condition_list_values(c, &s->state, v.wait - 1, &allowed)) {
            *wait = *wait ? *wait : v.wait;
            s->exact = false;
            continue;
        }
        limit_cell(s, v.wait - 1, allowed);
        if (!s->allowed[v.wait - 1])
            return false;
    }
    return true;
}

/* ---- what is written ------------------------------------------------------------------------- */

typedef enum write_kind { WRITES_NOT, WRITES_KNOWN, WRITES_UNKNOWN } write_kind;

static write_kind kind_of_write(const packed_field *f, unsigned word, partial_value v)
{
    const uint64_t field = low_bits(f->width) << f->shift;
    if ((v.mask & field) == field)
        return WRITES_KNOWN;
    return v.word == word && (v.same & field) == field ? WRITES_NOT : WRITES_UNKNOWN;
}

static bool is_unchanged_word(const splitting *s, unsigned word)
{
    const dag_node *n = dag_at(s->dag, s->action->words[word]);
    return n->op == DAG_WORD && (unsigned)n->imm == word;
}

typedef struct cell_write {
    write_kind kind;
    uint64_t bits; /* if known */
    uint32_t wait; /* if unknown; + 1: the cell that it waits for */
} cell_write;

static cell_write write_by_word(splitting *s, size_t c)
{
    const packed_field *f = &s->packing->cells[c];
    if (!f->width || is_unchanged_word(s, f->word))
        return (cell_write){.kind = WRITES_NOT};
    partial_value v = partial_state_value(&s->state, s->action->words[f->word]);
    return (cell_write){kind_of_write(f, f->word, v), v.bits >> f->shift & low_bits(f->width),
                        v.wait};
}

/* Whether the store writes the cell: UNKNOWN, its *wait is what that depends on. */
static write_kind kind_of_scatter(splitting *s, const ground_scatter *t, size_t element,
                                  uint32_t *wait)
{
    const partial_value at = partial_state_value(&s->state, t->index);
    if (at.low > (int64_t)element || at.high < (int64_t)element)
        return WRITES_NOT;
    const partial_value when = partial_state_value(&s->state, t->when);
    if (partial_is_known(when) && !when.low)
        return WRITES_NOT;
    if (partial_is_known(at) && partial_is_known(when))
        return WRITES_KNOWN;
    *wait = partial_is_known(at) ? when.wait : at.wait;
    return WRITES_UNKNOWN;
}

/* The last store that writes the cell counts. */
static cell_write write_of(splitting *s, size_t c)
{
    const packed_field *f = &s->packing->cells[c];
    const state_variable *v = s->packing->tree->cells[c].variable;
    for (size_t i = s->action->scatter_count; f->width && i-- > 0;) {
        const ground_scatter *t = &s->action->scatters[i];
        cell_write w = {.kind = WRITES_NOT};
        if (s->dag->arrays[t->array].variable == v)
            w.kind = kind_of_scatter(s, t, c - v->first, &w.wait);
        if (w.kind == WRITES_NOT)
            continue;
        const partial_value bits = partial_state_value(&s->state, t->bits);
        if (w.kind == WRITES_KNOWN && !partial_is_known(bits))
            return (cell_write){WRITES_UNKNOWN, 0, bits.wait};
        w.bits = (uint64_t)bits.low & low_bits(f->width);
        return w;
    }
    return write_by_word(s, c);
}

/* A cell that has to be known: one that is written, or that what is written depends on; + 1.  0:
   none.  *lost: what is written depends on something else. */
static uint32_t find_waiting_write(splitting *s, bool *lost)
{
    for (size_t c = 0; c < s->packing->tree->cell_count; c++) {
        const cell_write w = write_of(s, c);
        if (w.kind == WRITES_UNKNOWN && w.wait)
            return w.wait;
        if (w.kind != WRITES_NOT && !partial_state_knows(&s->state, c))
            return (uint32_t)c + 1;
        *lost = *lost || w.kind == WRITES_UNKNOWN;
    }
    return 0;
}

static uint64_t written_bits(splitting *s, size_t c)
{
    const cell_write w = write_of(s, c);
    return w.kind == WRITES_NOT ? partial_state_bits(&s->state, c) : w.bits;
}

/* No more than what the edges cost. */
static int64_t least_cost(splitting *s, uint32_t *wait)
{
    *wait = 0;
    if (s->cost < 0)
        return 1;
    partial_value v = partial_state_value(&s->state, s->action->costs[s->cost]);
    *wait = partial_is_known(v) ? 0 : v.wait;
    return v.low > 0 ? v.low : 0;
}

/* ---- splitting ------------------------------------------------------------------------------- */

static void add_operator(splitting *s)
{
    operators *o = s->out;
    uint32_t wait;
    puzzle_operator one = {.first_change = o->change_count,
                           .changes = s->known_count,
                           .first_condition = o->condition_count,
                           .conditions = s->limited_count,
                           .cost = least_cost(s, &wait),
                           .exact = s->exact};
    for (size_t i = 0; i < s->known_count; i++) {
        cell_change c = {s->known[i], (uint32_t)partial_state_bits(&s->state, s->known[i]),
                         (uint32_t)written_bits(s, s->known[i])};
        ARENA_PUSH(&o->memory, o->changes, o->change_count, o->change_room, c);
    }
    for (size_t i = 0; i < s->limited_count; i++) {
        cell_condition c = {s->limited[i], s->allowed[s->limited[i]]};
        ARENA_PUSH(&o->memory, o->conditions, o->condition_count, o->condition_room, c);
    }
    ARENA_PUSH(&o->memory, o->all, o->count, o->room, one);
    s->over_limit = s->over_limit || o->count > OPERATORS_MOST;
}

static void split_rest(splitting *s, unsigned on_conditions);

static void split_by(splitting *s, size_t cell, unsigned on_conditions)
{
    const uint64_t high = s->packing->cells[cell].high;
    if (high >= VALUES_MOST) {
        s->over_limit = true;
        return;
    }
    s->known[s->known_count++] = (uint32_t)cell;
    for (uint64_t bits = 0; bits <= high && !s->over_limit; bits++) {
        if (!packing_has_value(s->packing, cell, bits))
            continue;
        partial_state_know(&s->state, cell, bits);
        split_rest(s, on_conditions);
    }
    partial_state_forget(&s->state, cell);
    s->known_count--;
}

static void finish_splitting(splitting *s, unsigned on_conditions)
{
    uint32_t wait, cost_wait;
    bool possible = read_conditions(s, &wait);
    least_cost(s, &cost_wait);
    wait = wait ? wait : cost_wait;
    bool split =
        possible && wait && on_conditions && s->packing->cells[wait - 1].high < VALUES_MOST;
    if (possible && !split)
        add_operator(s);
    forget_limits(s);
    if (split)
        split_by(s, wait - 1, on_conditions - 1);
}

static void split_rest(splitting *s, unsigned on_conditions)
{
    bool lost = false;
    if (++s->splits > SPLITS_MOST || (s->splits % 256 == 0 && !budget_continue(s->limit)))
        s->over_limit = true;
    if (s->over_limit || any_broken(s))
        return;
    uint32_t wait = find_waiting_write(s, &lost);
    if (wait && partial_state_knows(&s->state, wait - 1))
        lost = true;
    else if (wait) {
        split_by(s, wait - 1, on_conditions);
        return;
    }
    s->over_limit = s->over_limit || lost;
    if (!s->over_limit)
        finish_splitting(s, on_conditions);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* The move writes anything there. */
static void mark_vague(splitting *s)
{
    partial_state_forget_all(&s->state);
    for (size_t c = 0; c < s->packing->tree->cell_count; c++)
        if (write_of(s, c).kind != WRITES_NOT)
            s->out->vague[c] = true;
}

static void note_lost(splitting *s, const move *lost, const bool *cells)
{
    operators *o = s->out;
    if (o->lost)
        return;
    o->lost = lost;
    if (cells)
        memcpy(o->lost_cells, cells, s->packing->tree->cell_count * sizeof *cells);
}

/* Failures that its move's decisions do not show; a bare grounding has none of them. */
static bool action_may_fail(const ground_action *a)
{
    return a->rules_undefined != REF_FALSE || a->costs_undefined != REF_FALSE ||
           (a->label && a->label->undefined != REF_FALSE);
}

static void split_action(splitting *s, const ground_action *action)
{
    operators *o = s->out;
    const size_t conditions = s->conditions.count, all = o->count, changes = o->change_count,
                 limits = o->condition_count;
    s->action = action;
    o->may_fail = o->may_fail || action_may_fail(action);
    for (size_t i = 0; i < action->violation_count; i++)
        conditions_add(&s->conditions, action->violations[i].when, false);
    s->over_limit = true;
    for (unsigned i = 0; i < ATTEMPTS && s->over_limit && !budget_spent(s->limit); i++) {
        o->count = all;
        o->change_count = changes;
        o->condition_count = limits;
        s->splits = 0;
        s->over_limit = o->count >= OPERATORS_MOST;
        partial_state_forget_all(&s->state);
        s->known_count = 0;
        forget_limits(s);
        if (!s->over_limit)
            split_rest(s, condition_splits[i]);
    }
    if (s->over_limit) {
        o->count = all;
        o->change_count = changes;
        o->condition_count = limits;
        mark_vague(s);
        note_lost(s, action->move, o->vague);
    }
    s->conditions.count = conditions;
}

static void mark_all_vague(splitting *s)
{
    memset(s->out->vague, true, s->packing->tree->cell_count * sizeof *s->out->vague);
}

static void split_decisions(splitting *s, const decision *d)
{
    const size_t conditions = s->conditions.count;
    for (; d && !budget_spent(s->limit); d = d->next) {
        if (d->form == NODE_UNDEFINED) {
            s->out->may_fail = s->out->may_fail || d->truth != REF_FALSE;
            conditions_add_defined(&s->conditions, d->truth);
        } else if (d->form == NODE_GUARD)
            conditions_add(&s->conditions, d->truth, true);
        else if (d->form == NODE_INTERPRET) {
            mark_all_vague(s);
            note_lost(s, d->move, NULL);
        } else if (d->form == NODE_EMIT && budget_continue(s->limit))
            split_action(s, d->action);
        for (size_t i = 0; d->form == NODE_BRANCH && i < d->count; i++)
            split_decisions(s, d->branches[i]);
    }
    s->conditions.count = conditions;
}

int operators_find(operators *out, const packing *p, const dag *d, const grounded *g,
                   int cost_number, budget *limit)
{
    jmp_buf no_memory;
    const size_t cells = p->tree->cell_count + 1;
    *out = (operators){0};
    splitting s = {.out = out,
                   .packing = p,
                   .dag = d,
                   .cost = cost_number,
                   .limit = limit,
                   .conditions = {.dag = d, .memory = &out->memory}};
    out->memory.out = &no_memory;
    if (setjmp(no_memory))
        return WGCQ_EMEMORY;
    out->vague = arena_array(&out->memory, cells, sizeof *out->vague);
    out->lost_cells = arena_array(&out->memory, cells, sizeof *out->lost_cells);
    out->changed = arena_array(&out->memory, cells, sizeof *out->changed);
    s.known = arena_array(&out->memory, cells, sizeof *s.known);
    s.allowed = arena_array(&out->memory, cells, sizeof *s.allowed);
    s.limited = arena_array(&out->memory, cells, sizeof *s.limited);
    partial_state_make(&s.state, d, p, &out->memory);
    split_decisions(&s, g->root);
    for (size_t i = 0; i < out->change_count; i++)
        if (out->changes[i].before != out->changes[i].after)
            out->changed[out->changes[i].cell] = true;
    out->truncated = budget_spent(limit);
    out->memory.out = NULL;
    return 0;
}

void operators_free(operators *o)
{
    arena_free(&o->memory);
    *o = (operators){0};
}
