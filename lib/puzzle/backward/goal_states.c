/* goal_states.c - enumerates the states that satisfy a goal. */
#include "puzzle/backward/goal_states.h"

#include <stdio.h>
#include <string.h>

#include "base/checked.h"
#include "base/error.h"
#include "base/strbuf.h"
#include "puzzle/patterns/conditions.h"

enum {
    WORK_MOST = 1 << 26,   /* values that are tried, times the nodes of the goal */
    COUNTED_MOST = 1 << 8, /* values of an array whose numbers are counted */
    VARIABLES_NAMED = 4
};

/* How many elements of an array have each value. */
typedef struct value_counts {
    bool *kept;              /* [values] by every operator; NULL: the array is not counted */
    uint32_t *wanted;        /* [values] as in the starts */
    uint32_t *used;          /* [values] of the cells that are known */
    size_t unknown, missing; /* cells; of the kept values */
} value_counts;

typedef struct goal_search {
    const goal_wish *wish;
    const ast *tree;
    batch *out;
    arena *memory;
    partial_state state;
    conditions_of goal;
    size_t *variable;           /* [cells] its number */
    value_counts *counts;       /* [variables] */
    uint64_t steps, steps_most; /* values that are tried */
    size_t *open; /* [open_count] cells that the goal leaves open, on the present way */
    size_t open_count;
    bool too_many, too_long, no_memory;
} goal_search;

/* ---- what is kept ------------------------------------------------------------------------- */

static uint64_t bits_in_start(const goal_search *g, size_t start, size_t cell)
{
    const packed_field *f = &g->wish->packing->cells[cell];
    const uint64_t *state = g->wish->starts->state + start * g->wish->packing->words;
    return f->width ? state[f->word] >> f->shift & low_bits(f->width) : 0;
}

static uint64_t value_count(const goal_search *g, size_t variable)
{
    return g->wish->packing->cells[g->tree->variables[variable]->first].high + 1;
}

static void count_starts(goal_search *g, size_t variable)
{
    const state_variable *v = g->tree->variables[variable];
    value_counts *counts = &g->counts[variable];
    for (size_t s = 0; s < g->wish->starts->count; s++) {
        uint32_t in_start[COUNTED_MOST] = {0};
        for (size_t c = v->first; c < v->first + v->cells; c++)
            in_start[bits_in_start(g, s, c)]++;
        for (uint64_t bits = 0; bits < value_count(g, variable); bits++) {
            if (s && counts->wanted[bits] != in_start[bits])
                counts->kept[bits] = false;
            counts->wanted[bits] = in_start[bits];
        }
    }
}

/* Values of which the operator leaves more, or fewer, than there were. */
static void note_operator(goal_search *g, const puzzle_operator *by)
{
    const operators *o = g->wish->operators;
    const cell_change *all = &o->changes[by->first_change];
    for (size_t i = 0; i < by->changes; i++) {
        value_counts *counts = &g->counts[g->variable[all[i].cell]];
        int difference[2] = {0, 0}; /* of the value before, and after */
        if (!counts->kept || all[i].before == all[i].after)
            continue;
        for (size_t k = 0; k < by->changes; k++) {
            if (g->variable[all[k].cell] != g->variable[all[i].cell])
                continue;
            difference[0] += (all[k].after == all[i].before) - (all[k].before == all[i].before);
            difference[1] += (all[k].after == all[i].after) - (all[k].before == all[i].after);
        }
        counts->kept[all[i].before] = counts->kept[all[i].before] && !difference[0];
        counts->kept[all[i].after] = counts->kept[all[i].after] && !difference[1];
    }
}

static void find_missing(value_counts *counts, uint64_t values, size_t cells)
{
    counts->unknown = cells;
    counts->missing = 0;
    for (uint64_t bits = 0; bits < values; bits++)
        counts->missing += counts->kept[bits] ? counts->wanted[bits] : 0;
}

static void find_kept_counts(goal_search *g)
{
    const operators *o = g->wish->operators;
    const ast *t = g->tree;
    g->variable = arena_array(g->memory, t->cell_count + 1, sizeof *g->variable);
    g->counts = arena_array(g->memory, t->variable_count + 1, sizeof *g->counts);
    for (size_t v = 0; v < t->variable_count; v++) {
        const uint64_t values = t->variables[v]->cells ? value_count(g, v) : COUNTED_MOST + 1;
        for (size_t c = 0; c < t->variables[v]->cells; c++)
            g->variable[t->variables[v]->first + c] = v;
        if (values > COUNTED_MOST)
            continue;
        g->counts[v].kept = arena_array(g->memory, values, sizeof *g->counts[v].kept);
        g->counts[v].wanted = arena_array(g->memory, values, sizeof *g->counts[v].wanted);
        g->counts[v].used = arena_array(g->memory, values, sizeof *g->counts[v].used);
        memset(g->counts[v].kept, true, values * sizeof *g->counts[v].kept);
    }
    for (size_t i = 0; i < o->count; i++)
        note_operator(g, &o->all[i]);
    for (size_t v = 0; v < t->variable_count; v++) {
        if (!g->counts[v].kept)
            continue;
        count_starts(g, v);
        find_missing(&g->counts[v], value_count(g, v), t->variables[v]->cells);
    }
}

/* ---- cell by cell ------------------------------------------------------------------------- */

static void stop_where_too_much(goal_search *g)
{
    g->too_long = g->too_long || ++g->steps > g->steps_most ||
                  (g->steps % 1024 == 0 && !budget_continue(g->wish->limit));
}

static bool is_over(const goal_search *g)
{
    return g->too_long || g->too_many || g->no_memory;
}

/* The cell gets the value, unless the array would have too many of it, or no room for others. */
static bool put_value(goal_search *g, size_t cell, uint64_t bits)
{
    value_counts *counts = &g->counts[g->variable[cell]];
    if (!packing_has_value(g->wish->packing, cell, bits))
        return false;
    if (counts->kept) {
        bool kept = counts->kept[bits];
        if ((kept && counts->used[bits] == counts->wanted[bits]) ||
            (!kept && counts->missing == counts->unknown))
            return false;
        counts->used[bits]++;
        counts->unknown--;
        counts->missing -= kept;
    }
    partial_state_know(&g->state, cell, bits);
    return true;
}

static void withdraw_value(goal_search *g, size_t cell, uint64_t bits)
{
    value_counts *counts = &g->counts[g->variable[cell]];
    partial_state_forget(&g->state, cell);
    if (!counts->kept)
        return;
    counts->used[bits]--;
    counts->unknown++;
    counts->missing += counts->kept[bits];
}

static bool is_goal_broken(goal_search *g)
{
    for (size_t i = 0; i < g->goal.count; i++)
        if (condition_is_broken(&g->goal.all[i], &g->state))
            return true;
    return false;
}

/* A cell that the goal depends on; + 1.  0: it holds, or depends on none. */
static uint32_t waits_for(goal_search *g)
{
    for (size_t i = 0; i < g->goal.count; i++) {
        partial_value v = partial_state_value(&g->state, g->goal.all[i].truth);
        if (!partial_is_known(v) && v.wait)
            return v.wait;
    }
    return 0;
}

static bool goal_holds(goal_search *g)
{
    partial_value v = partial_state_value(&g->state, g->wish->grounded->goal.value);
    return partial_is_known(v) && v.low;
}

static void add_goal_state(goal_search *g)
{
    const unsigned words = g->wish->packing->words;
    g->too_many = g->out->count == GOAL_STATES_MOST;
    if (g->too_many || !goal_holds(g))
        return;
    g->no_memory = !batch_reserve(g->out, 1);
    if (!g->no_memory)
        memcpy(g->out->state + g->out->count++ * words, g->state.bits, words * sizeof(uint64_t));
}

static void fill_cells(goal_search *g, size_t from);

static void try_values(goal_search *g, size_t cell, size_t from)
{
    const uint64_t high = g->wish->packing->cells[cell].high;
    for (uint64_t bits = 0; !is_over(g); bits++) {
        stop_where_too_much(g);
        if (put_value(g, cell, bits)) {
            if (!is_goal_broken(g))
                fill_cells(g, from);
            if (is_over(g)) /* what is known says which cells are open */
                return;
            withdraw_value(g, cell, bits);
        }
        if (bits == high)
            return;
    }
}

/* Cells before `from` are known, where the goal waits for none. */
static void fill_cells(goal_search *g, size_t from)
{
    const size_t cells = g->tree->cell_count;
    uint32_t wait = waits_for(g);
    if (wait && !partial_state_knows(&g->state, wait - 1)) {
        try_values(g, wait - 1, 0);
        return;
    }
    while (from < cells && partial_state_knows(&g->state, from))
        from++;
    if (from == cells) {
        add_goal_state(g);
        return;
    }
    g->open[g->open_count++] = from;
    try_values(g, from, from + 1);
    g->open_count -= !is_over(g);
}

/* Cells that no operator changes are known from the beginning, where all starts agree. */
static void put_constants(goal_search *g)
{
    for (size_t c = 0; c < g->tree->cell_count; c++) {
        bool same = !g->wish->operators->changed[c] && g->wish->packing->cells[c].width;
        for (size_t s = 1; same && s < g->wish->starts->count; s++)
            same = bits_in_start(g, s, c) == bits_in_start(g, 0, c);
        if (same)
            put_value(g, c, bits_in_start(g, 0, c));
    }
}

/* A cell that is to be equal to a number has it, without trying all its values. */
static void put_equalities(goal_search *g)
{
    for (size_t i = 0; i < g->goal.count; i++) {
        const condition *c = &g->goal.all[i];
        const dag_node *n = dag_at(g->wish->dag, c->truth);
        if (n->op != DAG_EQUAL || !c->holds)
            continue;
        partial_value a = partial_state_value(&g->state, n->a),
                      b = partial_state_value(&g->state, n->b);
        partial_value cell = a.cell ? a : b, number = a.cell ? b : a;
        if (cell.cell && partial_is_known(number) && number.low >= 0 &&
            (uint64_t)number.low <= g->wish->packing->cells[cell.cell - 1].high)
            put_value(g, cell.cell - 1, (uint64_t)number.low);
    }
}

/* ---- refusing ----------------------------------------------------------------------------- */

/* "'at' and 'boat'": variables of the cells. */
static void name_open(const goal_search *g, strbuf *out)
{
    const state_variable *named[VARIABLES_NAMED];
    size_t count = 0;
    for (size_t i = 0; i < g->open_count; i++) {
        const state_variable *v = g->tree->cells[g->open[i]].variable;
        bool before = count == VARIABLES_NAMED;
        for (size_t k = 0; k < count; k++)
            before = before || named[k] == v;
        if (!before)
            named[count++] = v;
    }
    for (size_t i = 0; i < count; i++)
        strbuf_printf(out, "%s'%s'", !i ? "" : i + 1 < count ? ", " : " and ", named[i]->name);
}

static int refuse_goals(const goal_search *g, wgcq_error *err)
{
    strbuf open = {0};
    name_open(g, &open);
    const char *names = open.failed || !open.length ? NULL : strbuf_string(&open);
    int code = error_set(err, WGCQ_EREQUEST, "%s%s%s",
                         g->too_many ? "more than 1048576 states satisfy the goal"
                                     : "listing the states that satisfy the goal takes too long",
                         names ? ": it leaves open what is in " : "", names ? names : "");
    strbuf_free(&open);
    return code;
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* How many nodes the goal is made of. */
static size_t goal_size(const goal_search *g)
{
    const dag *d = g->wish->dag;
    const ref top = g->wish->grounded->goal.value;
    bool *met = arena_array(g->memory, top + (size_t)1, sizeof *met);
    size_t size = 0;
    met[top] = true;
    for (ref r = top + 1; r-- > 0;) { /* operands have smaller numbers */
        const dag_node *n = dag_at(d, r);
        if (!met[r])
            continue;
        size++;
        met[n->a] = met[n->b] = met[n->c] = true;
    }
    return size;
}

static void enumerate(goal_search *g)
{
    const packing *p = g->wish->packing;
    partial_state_make(&g->state, g->wish->dag, p, g->memory);
    g->goal = (conditions_of){.dag = g->wish->dag, .memory = g->memory};
    g->open = arena_array(g->memory, g->tree->cell_count + 1, sizeof *g->open);
    conditions_add(&g->goal, g->wish->grounded->goal.value, true);
    g->steps_most = WORK_MOST / goal_size(g);
    find_kept_counts(g);
    put_constants(g);
    put_equalities(g);
    if (!is_goal_broken(g))
        fill_cells(g, 0);
}

int goal_states_find(batch *out, const goal_wish *wish, wgcq_error *err)
{
    jmp_buf no_memory;
    arena memory = {.out = &no_memory};
    goal_search g = {.wish = wish, .tree = wish->packing->tree, .out = out, .memory = &memory};
    if (setjmp(no_memory)) {
        arena_free(&memory);
        return error_set_memory(err);
    }
    enumerate(&g);
    int code = g.no_memory                                                ? error_set_memory(err)
               : budget_spent(wish->limit) || !(g.too_long || g.too_many) ? 0
                                                                          : refuse_goals(&g, err);
    arena_free(&memory);
    return code;
}
