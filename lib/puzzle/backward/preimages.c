/* preimages.c - a decision tree of operators, by the values that they leave. */
#include "puzzle/backward/preimages.h"

#include <stdlib.h>
#include <string.h>

#include "base/checked.h"

enum { NOTHING = -1 };

enum {
    TRIED_MOST = 4,   /* operators that are not worth a node */
    VALUES_EACH = 16, /* a node has a child for so many values to an operator at most */
};

typedef struct word_inverse { /* of cells that are to have `after`; `flip` makes them those before
                               */
    unsigned word;
    uint64_t mask, after, flip;
} word_inverse;

typedef struct value_test { /* of a cell that is only read */
    unsigned word, shift;
    uint64_t field, allowed; /* bit b: the cell may have the bits b */
} value_test;

typedef struct leaf_operator {
    size_t first_change, changes, first_test, tests;
    bool exact;
} leaf_operator;

/* Operators that are tried one by one; then, by the value of a cell, a node for those that need
   that value there, and one for those that need none. */
typedef struct preimage_node {
    size_t first_leaf, leaves;
    unsigned word, shift;
    uint64_t field;
    size_t first_child; /* [values] of `children`: a node, or NOTHING */
    uint64_t values;    /* 0: no cell is looked at */
    int32_t rest;       /* or NOTHING */
} preimage_node;

struct preimages {
    arena memory;
    unsigned words;
    size_t node_count, node_room, child_count, child_room, leaf_count, leaf_room;
    size_t change_count, change_room, test_count, test_room;
    preimage_node *nodes;
    int32_t *children;
    leaf_operator *leaves;
    word_inverse *changes;
    value_test *tests;
};

/* ---- making the tree ---------------------------------------------------------------------- */

typedef struct planting {
    preimages *out;
    const packing *packing;
    const operators *from;
    uint32_t *wanted; /* [cells] by how many operators of a node, not tested yet */
    bool *tested;     /* [cells] on the way to a node */
} planting;

static bool changes_anything(const operators *o, const puzzle_operator *by)
{
    for (size_t i = 0; i < by->changes; i++) {
        const cell_change *c = &o->changes[by->first_change + i];
        if (c->before != c->after)
            return true;
    }
    return false;
}

static void add_change(planting *p, size_t first, const cell_change *c)
{
    preimages *out = p->out;
    const packed_field *f = &p->packing->cells[c->cell];
    word_inverse one = {.word = f->word};
    size_t at = first;
    if (!f->width)
        return;
    while (at < out->change_count && out->changes[at].word != f->word)
        at++;
    if (at == out->change_count)
        ARENA_PUSH(&out->memory, out->changes, out->change_count, out->change_room, one);
    out->changes[at].mask |= low_bits(f->width) << f->shift;
    out->changes[at].after |= (uint64_t)c->after << f->shift;
    out->changes[at].flip |= (uint64_t)(c->before ^ c->after) << f->shift;
}

static void add_leaf(planting *p, const puzzle_operator *by)
{
    preimages *out = p->out;
    leaf_operator leaf = {
        .first_change = out->change_count, .first_test = out->test_count, .exact = by->exact};
    for (size_t i = 0; i < by->changes; i++)
        add_change(p, leaf.first_change, &p->from->changes[by->first_change + i]);
    for (size_t i = 0; i < by->conditions; i++) {
        const cell_condition *c = &p->from->conditions[by->first_condition + i];
        const packed_field *f = &p->packing->cells[c->cell];
        value_test one = {f->word, f->width ? f->shift : 0, low_bits(f->width), c->allowed};
        ARENA_PUSH(&out->memory, out->tests, out->test_count, out->test_room, one);
    }
    leaf.changes = out->change_count - leaf.first_change;
    leaf.tests = out->test_count - leaf.first_test;
    ARENA_PUSH(&out->memory, out->leaves, out->leaf_count, out->leaf_room, leaf);
}

static const cell_change *change_of(const planting *p, uint32_t operator, size_t cell)
{
    const puzzle_operator *by = &p->from->all[operator];
    for (size_t i = 0; i < by->changes; i++)
        if (p->from->changes[by->first_change + i].cell == cell)
            return &p->from->changes[by->first_change + i];
    return NULL;
}

/* The cell that most of the operators test, of those not tested yet; false: there is none. */
static bool choose_cell(planting *p, const uint32_t *of, size_t count, size_t *cell)
{
    uint32_t most = 0;
    for (int counts = 1; counts >= 0; counts--)
        for (size_t i = 0; i < count; i++) {
            const puzzle_operator *by = &p->from->all[of[i]];
            for (size_t k = 0; k < by->changes; k++) {
                const uint32_t c = p->from->changes[by->first_change + k].cell;
                if (p->tested[c] || !p->packing->cells[c].width)
                    continue;
                p->wanted[c] = counts ? p->wanted[c] + 1 : 0;
                if (p->wanted[c] > most || (p->wanted[c] == most && c < *cell)) {
                    most = p->wanted[c];
                    *cell = c;
                }
            }
        }
    return most;
}

static int32_t plant(planting *p, uint32_t *of, size_t count);

/* Moves the operators that need that value of the cell (NOTHING: none) to the front. */
static size_t select_operators(const planting *p, uint32_t *of, size_t count, size_t cell,
                               int64_t value)
{
    size_t selected = 0;
    for (size_t i = 0; i < count; i++) {
        const cell_change *c = change_of(p, of[i], cell);
        if ((c ? (int64_t)c->after : NOTHING) != value)
            continue;
        uint32_t one = of[i];
        of[i] = of[selected];
        of[selected++] = one;
    }
    return selected;
}

/* Operators that are tried one by one. */
static void plant_leaves(planting *p, size_t node, const uint32_t *of, size_t count)
{
    p->out->nodes[node].first_leaf = p->out->leaf_count;
    p->out->nodes[node].leaves = count;
    for (size_t i = 0; i < count; i++)
        add_leaf(p, &p->from->all[of[i]]);
}

static void plant_children(planting *p, size_t node, size_t cell, uint32_t *of, size_t count)
{
    preimages *out = p->out;
    const packed_field *f = &p->packing->cells[cell];
    const size_t first = out->child_count;
    out->nodes[node].word = f->word;
    out->nodes[node].shift = f->shift;
    out->nodes[node].field = low_bits(f->width);
    out->nodes[node].first_child = first;
    out->nodes[node].values = f->high + 1;
    for (uint64_t v = 0; v <= f->high; v++)
        ARENA_PUSH(&out->memory, out->children, out->child_count, out->child_room, NOTHING);
    p->tested[cell] = true;
    for (uint64_t v = 0; v <= f->high && count; v++) {
        size_t those = select_operators(p, of, count, cell, (int64_t)v);
        if (those) {
            int32_t child = plant(p, of, those);
            out->children[first + v] = child;
        }
        of += those;
        count -= those;
    }
    int32_t rest = count ? plant(p, of, count) : NOTHING;
    out->nodes[node].rest = rest;
    p->tested[cell] = false;
}

static bool is_worth_a_node(const planting *p, size_t cell, size_t count)
{
    return count > TRIED_MOST && p->packing->cells[cell].high / VALUES_EACH < count;
}

/* As deep as there are cells. */
static int32_t plant(planting *p, uint32_t *of, size_t count)
{
    preimages *out = p->out;
    const size_t node = out->node_count;
    size_t cell = SIZE_MAX;
    preimage_node empty = {.rest = NOTHING};
    ARENA_PUSH(&out->memory, out->nodes, out->node_count, out->node_room, empty);
    if (choose_cell(p, of, count, &cell) && is_worth_a_node(p, cell, count))
        plant_children(p, node, cell, of, count);
    else
        plant_leaves(p, node, of, count);
    return (int32_t)node;
}

static void plant_all(planting *p)
{
    const operators *o = p->from;
    arena *memory = &p->out->memory;
    const size_t cells = p->packing->tree->cell_count + 1;
    uint32_t *of = arena_array(memory, o->count + 1, sizeof *of);
    size_t count = 0;
    p->wanted = arena_array(memory, cells, sizeof *p->wanted);
    p->tested = arena_array(memory, cells, sizeof *p->tested);
    for (size_t i = 0; i < o->count; i++)
        if (changes_anything(o, &o->all[i]))
            of[count++] = (uint32_t)i;
    plant(p, of, count);
}

/* False: no memory. */
static bool make_tree(planting *p)
{
    jmp_buf no_memory;
    p->out->memory.out = &no_memory;
    if (setjmp(no_memory))
        return false;
    plant_all(p);
    p->out->memory.out = NULL;
    return true;
}

preimages *preimages_new(const packing *p, const operators *o)
{
    preimages *out = calloc(1, sizeof *out);
    planting all = {.out = out, .packing = p, .from = o};
    if (!out)
        return NULL;
    out->words = p->words;
    if (make_tree(&all))
        return out;
    preimages_free(out);
    return NULL;
}

size_t preimages_memory(const preimages *p)
{
    return p->memory.total;
}

void preimages_free(preimages *p)
{
    if (!p)
        return;
    arena_free(&p->memory);
    free(p);
}

/* ---- finding ------------------------------------------------------------------------------ */

typedef struct finding {
    const preimages *of;
    const uint64_t *state;
    uint32_t lane;
    batch *sure, *unsure;
} finding;

static bool leads_there(const preimages *p, const leaf_operator *l, const uint64_t *state)
{
    for (size_t i = l->first_change; i < l->first_change + l->changes; i++)
        if ((state[p->changes[i].word] & p->changes[i].mask) != p->changes[i].after)
            return false;
    for (size_t i = l->first_test; i < l->first_test + l->tests; i++) {
        const value_test *t = &p->tests[i];
        if (!(t->allowed >> (state[t->word] >> t->shift & t->field) & 1))
            return false;
    }
    return true;
}

static bool add_preimage(const finding *f, const leaf_operator *l)
{
    batch *to = l->exact ? f->sure : f->unsure;
    if (!batch_reserve(to, 1))
        return false;
    uint64_t *state = to->state + to->count * f->of->words;
    memcpy(state, f->state, f->of->words * sizeof *state);
    for (size_t i = l->first_change; i < l->first_change + l->changes; i++)
        state[f->of->changes[i].word] ^= f->of->changes[i].flip;
    to->lane[to->count++] = f->lane;
    return true;
}

static bool find_below(const finding *f, int32_t number)
{
    const preimages *p = f->of;
    while (number != NOTHING) {
        const preimage_node *n = &p->nodes[number];
        for (size_t i = n->first_leaf; i < n->first_leaf + n->leaves; i++)
            if (leads_there(p, &p->leaves[i], f->state) && !add_preimage(f, &p->leaves[i]))
                return false;
        if (n->values) {
            uint64_t value = f->state[n->word] >> n->shift & n->field;
            int32_t child = value < n->values ? p->children[n->first_child + value] : NOTHING;
            if (child != NOTHING && !find_below(f, child))
                return false;
        }
        number = n->rest;
    }
    return true;
}

bool preimages_find(const preimages *p, const uint64_t *states, size_t count, batch *sure,
                    batch *unsure)
{
    finding f = {.of = p, .sure = sure, .unsure = unsure};
    for (size_t i = 0; i < count; i++) {
        f.state = states + i * p->words;
        f.lane = (uint32_t)i;
        if (!find_below(&f, 0))
            return false;
    }
    return true;
}
