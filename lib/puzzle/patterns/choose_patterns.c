/*
 * choose_patterns.c - which abstractions a heuristic is made of.
 *
 * An array whose values moves only rearrange is distinguished by its values, all else by its cells.
 * Each such unit alone is tested for whether it bears on the goal.  A sum is made of units that no
 * operator changes two of, each pattern of as many as there is room for.  Another pattern, a deep
 * one, grows from the unit of the greatest distance by those that the moves of what it has depend
 * on.  Nothing here depends on time, so that a run can be repeated.
 */
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/cost.h"
#include "puzzle/patterns/patterns.h"

enum {
    BYTES_A_STATE = 128,  /* of a table and of finding it; and there are several */
    STEPS_A_STATE = 96,   /* operators tried, of all patterns, to each state of the largest */
    SINGLE_MOST = 200000, /* abstract states of one unit                  */
    UNITS_MOST = 512,
    VALUE_HIGH_MOST = 1023, /* of a cell in a unit */
    FAILURES_MOST = 2
};

typedef struct unit_facts {
    pattern_unit unit;
    size_t states;    /* of a table of it alone */
    int64_t estimate; /* of the first start by that */
    bool matters;     /* the goal is not possible with all of its values */
    size_t conflicts; /* units that matter and change with it */
    bool taken;
} unit_facts;

typedef struct choosing {
    const pattern_wish *wish;
    patterns *out;
    operators operators;
    pattern_task task;
    conditions_of goal;
    arena memory;
    size_t count;
    unit_facts *units;  /* [UNITS_MOST] */
    bool *together;     /* [count][count] some operator changes both */
    bool *owned;        /* [operators] counted in a pattern of the sum */
    pattern_unit *list; /* [count] scratch */
    size_t *wanted;     /* [count] */
    size_t most, bytes; /* states of a pattern; bytes held */
} choosing;

/* ---- units ----------------------------------------------------------------------------------- */

static uint64_t start_bits(const choosing *c, size_t cell)
{
    const packed_field *f = &c->wish->packing->cells[cell];
    return f->width ? c->wish->starts->state[f->word] >> f->shift & low_bits(f->width) : 0;
}

static bool is_in(const state_variable *v, size_t cell)
{
    return cell >= v->first && cell < v->first + v->cells;
}

/* Whether the operator leaves in the array as many elements of the value as there were. */
static bool keeps_value(const operators *o, const puzzle_operator *by, const state_variable *v,
                        uint32_t bits)
{
    int more = 0;
    for (size_t i = 0; i < by->changes; i++) {
        const cell_change *x = &o->changes[by->first_change + i];
        if (is_in(v, x->cell))
            more += (x->after == bits) - (x->before == bits);
    }
    return !more;
}

static bool keeps_values(const operators *o, const puzzle_operator *by, const state_variable *v)
{
    for (size_t i = 0; i < by->changes; i++) {
        const cell_change *x = &o->changes[by->first_change + i];
        if (is_in(v, x->cell) && x->before != x->after &&
            !(keeps_value(o, by, v, x->before) && keeps_value(o, by, v, x->after)))
            return false;
    }
    return true;
}

/* Whether operators only rearrange the array's values. */
static bool is_rearranged_array(const choosing *c, const state_variable *v)
{
    const operators *o = &c->operators;
    bool kept = v->cells > 1 && c->wish->packing->cells[v->first].high <= VALUE_HIGH_MOST;
    for (size_t i = v->first; kept && i < v->first + v->cells; i++)
        kept = !o->vague[i];
    for (size_t i = 0; kept && i < o->count; i++)
        kept = keeps_values(o, &o->all[i], v);
    return kept;
}

static void add_unit(choosing *c, pattern_unit unit)
{
    if (c->count < UNITS_MOST)
        c->units[c->count++].unit = unit;
}

/* How many elements have the value at the start. */
static size_t count_at_start(const choosing *c, const state_variable *v, uint64_t bits)
{
    size_t found = 0;
    for (size_t i = v->first; i < v->first + v->cells; i++)
        found += start_bits(c, i) == bits;
    return found;
}

/* All values but the one that most elements have, if several have it. */
static void add_values(choosing *c, const state_variable *v)
{
    uint64_t frequent = 0;
    const uint64_t high = c->wish->packing->cells[v->first].high;
    for (uint64_t bits = 1; bits <= high; bits++)
        if (count_at_start(c, v, bits) > count_at_start(c, v, frequent))
            frequent = bits;
    bool several = count_at_start(c, v, frequent) > 1;
    for (uint64_t bits = 0; bits <= high; bits++)
        if (count_at_start(c, v, bits) && !(several && bits == frequent))
            add_unit(c, (pattern_unit){.variable = v, .bits = (int64_t)bits});
}

static void add_cells(choosing *c, const state_variable *v)
{
    for (size_t i = v->first; i < v->first + v->cells; i++) {
        const uint64_t high = c->wish->packing->cells[i].high;
        if (high && high <= VALUE_HIGH_MOST && !c->operators.vague[i] && c->operators.changed[i])
            add_unit(c, (pattern_unit){.variable = v, .whole = true, .cell = i});
    }
}

/* Estimate of the first start by one pattern. */
static int64_t estimate_start(const choosing *c, const pattern *p)
{
    uint32_t distance;
    pattern_distances(&distance, p, c->wish->starts->state, 0, 1);
    return distance == PATTERN_UNREACHABLE ? COST_BEYOND : (int64_t)distance;
}

/* *fits is false where even one unit has too many states. */
static int look_at_unit(choosing *c, unit_facts *u, bool *fits)
{
    pattern *alone;
    int code = pattern_make(&alone, fits, &c->task, &u->unit, 1, NULL,
                            c->most < SINGLE_MOST || !u->unit.whole ? c->most : SINGLE_MOST);
    if (code || !*fits)
        return code;
    u->states = alone->count;
    u->estimate = estimate_start(c, alone);
    u->matters = alone->goals < alone->count;
    pattern_free(alone);
    return 0;
}

static int find_units_of(choosing *c, const state_variable *v)
{
    const size_t first = c->count;
    bool fits = true;
    int code = 0;
    if (is_rearranged_array(c, v))
        add_values(c, v);
    for (size_t i = first; i < c->count && !code && fits; i++)
        code = look_at_unit(c, &c->units[i], &fits);
    if (code || (fits && c->count > first))
        return code;
    c->count = first;
    add_cells(c, v);
    for (size_t i = first; i < c->count && !code; i++) {
        code = look_at_unit(c, &c->units[i], &fits);
        if (!fits)
            c->units[i--] = c->units[--c->count];
    }
    return code;
}

static int find_units(choosing *c)
{
    const ast *t = c->wish->packing->tree;
    int code = 0;
    for (size_t i = 0; i < t->variable_count && !code && !budget_spent(c->wish->limit); i++)
        code = find_units_of(c, t->variables[i]);
    return code;
}

/* ---- what changes together ------------------------------------------------------------------- */

static bool changes_unit(const operators *o, const puzzle_operator *by, const pattern_unit *u)
{
    for (size_t i = 0; i < by->changes; i++) {
        const cell_change *x = &o->changes[by->first_change + i];
        if (x->before == x->after)
            continue;
        if (u->whole
                ? u->cell == x->cell
                : is_in(u->variable, x->cell) && (x->before == u->bits) != (x->after == u->bits))
            return true;
    }
    return false;
}

static bool reads_unit(const operators *o, const puzzle_operator *by, const pattern_unit *u)
{
    bool reads = false;
    for (size_t i = 0; i < by->changes && !reads; i++) {
        const cell_change *x = &o->changes[by->first_change + i];
        reads = u->whole
                    ? u->cell == x->cell
                    : is_in(u->variable, x->cell) && (x->before == u->bits || x->after == u->bits);
    }
    for (size_t i = 0; i < by->conditions && !reads; i++) {
        const cell_condition *x = &o->conditions[by->first_condition + i];
        reads = u->whole ? u->cell == x->cell : is_in(u->variable, x->cell);
    }
    return reads;
}

static void find_conflicts(choosing *c)
{
    const operators *o = &c->operators;
    for (size_t i = 0; i < o->count; i++) {
        size_t changed = 0;
        for (size_t u = 0; u < c->count; u++)
            if (c->units[u].matters && changes_unit(o, &o->all[i], &c->units[u].unit))
                c->wanted[changed++] = u;
        for (size_t a = 0; a < changed; a++)
            for (size_t b = 0; b < changed; b++)
                c->together[c->wanted[a] * c->count + c->wanted[b]] = true;
    }
    for (size_t a = 0; a < c->count; a++)
        for (size_t b = 0; b < c->count; b++)
            c->units[a].conflicts += a != b && c->together[a * c->count + b];
}

/* ---- the sum --------------------------------------------------------------------------------- */

static bool is_apart_from_taken(const choosing *c, size_t unit)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->units[i].taken && c->together[unit * c->count + i])
            return false;
    return true;
}

/* Units of few conflicts first. */
static void take_independent(choosing *c)
{
    for (;;) {
        size_t best = SIZE_MAX;
        for (size_t i = 0; i < c->count; i++)
            if (c->units[i].matters && !c->units[i].taken && is_apart_from_taken(c, i) &&
                (best == SIZE_MAX || c->units[i].conflicts < c->units[best].conflicts))
                best = i;
        if (best == SIZE_MAX)
            return;
        c->units[best].taken = true;
    }
}

/* Whether a table with another unit is likely to be small enough. */
static bool is_worth_trying(const pattern *p, const unit_facts *more, size_t most)
{
    return !p || p->count * (more->states > 1 ? more->states : 2) / 2 <= most;
}

static void own_operators(choosing *c, const pattern *p)
{
    for (size_t i = 0; i < c->operators.count; i++)
        c->owned[i] = c->owned[i] ||
                      abstraction_is_changed(&p->abstraction, &c->operators, &c->operators.all[i]);
}

/* Takes the pattern. */
static int end_pattern(choosing *c, pattern_sum *to, pattern *p, size_t count)
{
    own_operators(c, p);
    c->bytes += pattern_memory(p);
    c->out->states += p->count;
    return pattern_sum_add(to, p, c->list, count) ? 0 : WGCQ_EMEMORY;
}

/* The pattern of the `count` units of the list; NULL in *out where there is none. */
static int make_listed(choosing *c, pattern **out, size_t count, bool sums, size_t most)
{
    bool found;
    return pattern_make(out, &found, &c->task, c->list, count, sums ? c->owned : NULL, most);
}

static bool has_table_room(const choosing *c)
{
    return !budget_spent(c->wish->limit) && c->bytes < c->wish->bytes / 2;
}

/* One pattern of taken units, from *next on. */
static int add_pattern_of_taken(choosing *c, size_t *next)
{
    const size_t most = c->most;
    size_t count = 0;
    pattern *p = NULL;
    int code = 0;
    for (bool grows = true; *next < c->count && grows && !code;) {
        const unit_facts *u = &c->units[*next];
        pattern *more = NULL;
        if (u->taken && (grows = is_worth_trying(p, u, most))) {
            c->list[count] = u->unit;
            code = make_listed(c, &more, count + 1, true, most);
            grows = more;
        }
        if (more) {
            pattern_free(p);
            p = more;
            count++;
        }
        *next += grows || !p;
    }
    if (!code && p)
        return end_pattern(c, &c->out->sums[0], p, count);
    pattern_free(p);
    return code;
}

static int add_sum(choosing *c)
{
    int code = 0;
    take_independent(c);
    for (size_t next = 0; next < c->count && !code && has_table_room(c);)
        code = add_pattern_of_taken(c, &next);
    return code;
}

/* ---- the deep pattern ------------------------------------------------------------------------ */

/* How many operators that change what is in the list read each other unit, into c->wanted. */
static void count_wanted(choosing *c, size_t count)
{
    const operators *o = &c->operators;
    memset(c->wanted, 0, c->count * sizeof *c->wanted);
    for (size_t i = 0; i < o->count; i++) {
        bool changes = false;
        for (size_t k = 0; k < count && !changes; k++)
            changes = changes_unit(o, &o->all[i], &c->list[k]);
        for (size_t u = 0; changes && u < c->count; u++)
            c->wanted[u] += reads_unit(o, &o->all[i], &c->units[u].unit);
    }
}

/* The unit that the list should have next; SIZE_MAX: none. */
static size_t find_wanted(choosing *c, size_t count, size_t too_large)
{
    size_t best = SIZE_MAX;
    if (count)
        count_wanted(c, count);
    for (size_t i = 0; i < c->count; i++) {
        const unit_facts *u = &c->units[i];
        if (u->taken || u->states >= too_large || (!count && !u->matters) ||
            (count && !c->wanted[i] && !u->matters))
            continue;
        bool better = best == SIZE_MAX;
        if (!better && count)
            better = c->wanted[i] > c->wanted[best];
        else if (!better)
            better = cost_less(c->units[best].estimate, u->estimate);
        best = better ? i : best;
    }
    return best;
}

static int grow_deep(choosing *c, pattern **out, size_t *count)
{
    pattern *p = NULL;
    size_t too_large = SIZE_MAX, at;
    int code = 0;
    *count = 0;
    for (int failures = 0; failures < FAILURES_MOST && !code && !budget_spent(c->wish->limit);) {
        if ((at = find_wanted(c, *count, too_large)) == SIZE_MAX)
            break;
        pattern *more = NULL;
        c->list[*count] = c->units[at].unit;
        if (is_worth_trying(p, &c->units[at], c->most)) {
            code = make_listed(c, &more, *count + 1, false, c->most);
            failures += !more;
        }
        if (more) {
            pattern_free(p);
            p = more;
            c->units[at].taken = true;
            ++*count;
        } else {
            too_large = c->units[at].states;
        }
    }
    *out = p;
    return code;
}

static bool is_same_unit(const pattern_unit *a, const pattern_unit *b)
{
    return a->variable == b->variable && a->whole == b->whole && a->cell == b->cell &&
           a->bits == b->bits;
}

/* Whether the deep pattern distinguishes all that the sum does: then that is no greater. */
static bool has_whole_sum(const choosing *c, const pattern_sum *sum)
{
    if (sum->count != 1)
        return false;
    for (size_t i = 0; i < c->count; i++) {
        bool in_sum = false;
        for (size_t k = 0; k < sum->unit_counts[0]; k++)
            in_sum = in_sum || is_same_unit(&sum->units[0][k], &c->units[i].unit);
        if (in_sum && !c->units[i].taken)
            return false;
    }
    return true;
}

static int add_deep(choosing *c)
{
    pattern *p;
    size_t count;
    pattern_sum *sum = &c->out->sums[0];
    for (size_t i = 0; i < c->count; i++)
        c->units[i].taken = false;
    int code = grow_deep(c, &p, &count);
    if (code || !p ||
        cost_less(estimate_start(c, p), pattern_sum_estimate(sum, c->wish->starts->state))) {
        pattern_free(p);
        return code;
    }
    if (has_whole_sum(c, sum)) {
        c->out->states -= sum->patterns[0]->count;
        pattern_sum_free(sum);
    }
    return end_pattern(c, &c->out->sums[1], p, count);
}

/* ---- all ------------------------------------------------------------------------------------- */

static void allocate_choosing(choosing *c)
{
    arena *a = &c->memory;
    c->together = arena_array(a, c->count * c->count + 1, sizeof *c->together);
    c->owned = arena_array(a, c->operators.count + 1, sizeof *c->owned);
    c->list = arena_array(a, c->count + 1, sizeof *c->list);
    c->wanted = arena_array(a, c->count + 1, sizeof *c->wanted);
}

/* The arena's jump; nothing but it is allocated meanwhile. */
static int allocate_first(choosing *c, partial_state *state)
{
    jmp_buf no_memory;
    c->memory.out = &no_memory;
    if (setjmp(no_memory))
        return WGCQ_EMEMORY;
    c->units = arena_array(&c->memory, UNITS_MOST, sizeof *c->units);
    partial_state_make(state, c->wish->dag, c->wish->packing, &c->memory);
    c->goal = (conditions_of){.dag = c->wish->dag, .memory = &c->memory};
    conditions_add(&c->goal, c->wish->grounded->goal.value, true);
    c->memory.out = NULL;
    return 0;
}

static int allocate_rest(choosing *c)
{
    jmp_buf no_memory;
    c->memory.out = &no_memory;
    if (setjmp(no_memory))
        return WGCQ_EMEMORY;
    allocate_choosing(c);
    c->memory.out = NULL;
    return 0;
}

static int choose(choosing *c)
{
    const pattern_wish *w = c->wish;
    partial_state state;
    uint64_t steps = (uint64_t)(w->bytes / BYTES_A_STATE) * STEPS_A_STATE;
    int code =
        operators_find(&c->operators, w->packing, w->dag, w->grounded, w->cost_number, w->limit);
    code = code ? code : allocate_first(c, &state);
    if (code || c->operators.truncated || !w->starts->count || !w->packing->tree->goal ||
        w->grounded->goal_interpreted)
        return code;
    c->task = (pattern_task){.packing = w->packing,
                             .operators = &c->operators,
                             .starts = w->starts,
                             .goal = c->goal,
                             .state = &state,
                             .limit = w->limit,
                             .steps_left = &steps};
    code = find_units(c);
    code = code ? code : allocate_rest(c);
    if (code)
        return code;
    find_conflicts(c);
    code = add_sum(c);
    return code ? code : add_deep(c);
}

int patterns_choose(patterns **out, const pattern_wish *wish)
{
    choosing c = {.wish = wish, .most = wish->states ? wish->states : wish->bytes / BYTES_A_STATE};
    *out = NULL;
    c.out = calloc(1, sizeof *c.out);
    if (!c.out)
        return WGCQ_EMEMORY;
    c.out->packing = wish->packing;
    int code = choose(&c);
    operators_free(&c.operators);
    arena_free(&c.memory);
    if (code)
        patterns_free(c.out);
    else
        *out = c.out;
    return code;
}
