/*
 * lower_effect.c - the end of a grounded move: rules the successor may break, costs, its words.
 *
 * The source state breaks no rule.  So a rule that reads no changed cell is left out, and of the
 * others the parts that have not changed are folded away (dag_assume).  Where that has taken much
 * work for the actions so far, those of further ones wait: one code says of every successor which
 * rule it breaks.
 */
#include <assert.h>
#include <string.h>

#include "base/checked.h"
#include "puzzle/compile/ground.h"

enum {
    RULES_VISITED_LEAST = 8192, /* nodes of rules for the actions of a move, before others wait */
    RULES_LEFT_LEAST = 4        /* one in so many of them is left where rules wait              */
};

static void mark_support(grounding *g, size_t number, size_t at)
{
    g->support[number * g->support_words + at / 64] |= UINT64_C(1) << (at % 64);
}

static void mark_array_support(grounding *g, size_t number, const state_variable *v)
{
    for (size_t i = 0; i < v->cells; i++)
        mark_support(g, number, v->first + i);
}

uint8_t *ground_visited(grounding *g, ref top)
{
    if (top >= g->visited_room) {
        g->visited_room = 2 * (size_t)top + 1;
        g->visited = arena_array(g->memory, g->visited_room, 1);
    }
    memset(g->visited, 0, (size_t)top + 1);
    return g->visited;
}

/* All cells that a node depends on: one sweep, since operands have smaller refs. */
static void collect_support(grounding *g, size_t number, ref top)
{
    dag *d = g->dag;
    uint8_t *met = ground_visited(g, top);
    met[top] = true;
    for (ref r = top + 1; r-- > 0;) {
        const dag_node n = *dag_at(d, r);
        if (!met[r] || n.op == DAG_CONSTANT || n.op == DAG_WORD)
            continue;
        met[n.a] = true;
        size_t c;
        if (abstract_single_of_place(&g->lowering, r, &c))
            mark_array_support(g, number, g->lowering.packing->singles[c].variable);
        else if (n.op == DAG_BITS && abstract_cell_of_bits(&g->lowering, r, &c))
            mark_support(g, number, c);
        else if (n.op == DAG_CELL_AT)
            mark_array_support(g, number, d->arrays[n.imm].variable);
        else if (n.op != DAG_LOOKUP)
            met[n.b] = met[n.c] = true;
    }
}

static ref broken_truth(grounding *g, const rule *r, ref value)
{
    return r->violated_if ? value : dag_not(g->dag, value);
}

void lower_effect_prepare(grounding *g)
{
    const ast *t = g->tree;
    bool known = true;
    g->support =
        arena_array(g->memory, t->state_rule_count * g->support_words + 1, sizeof *g->support);
    g->rules = arena_array(g->memory, t->state_rule_count, sizeof *g->rules);
    for (size_t i = 0; i < t->state_rule_count; i++) {
        lowered m = lower_expr(&g->lowering, t->rules[i].value);
        if (g->lowering.over_limit)
            return;
        collect_support(g, i, m.value);
        collect_support(g, i, m.undefined);
        rule_nodes_collect(g, &g->rules[i], m);
        known = known && g->rules[i].known;
        g->rules_nodes += g->rules[i].count;
        dag_assume(g->dag, broken_truth(g, &t->rules[i], m.value), false);
        dag_assume(g->dag, m.undefined, false);
    }
    g->rules_nodes = known ? g->rules_nodes : 0;
}

/* ---- rules ---------------------------------------------------------------- */

static void mark_stored(grounding *g, const state_variable *v)
{
    const lowering *s = &g->lowering;
    for (uint32_t at = abstract_last_store(s, v); at; at = s->stores[at - 1].before) {
        size_t from, to;
        abstract_named_elements(s, v, s->stores[at - 1].index, &from, &to);
        for (size_t c = v->first + from; c < v->first + to; c++)
            g->changed[c / 64] |= UINT64_C(1) << (c % 64);
    }
}

static void note_changed(grounding *g)
{
    memset(g->changed, 0, g->support_words * sizeof *g->changed);
    const lowering *s = &g->lowering;
    for (size_t i = 0; i < s->undo_count; i++) {
        size_t c = s->undo[i].cell;
        const state_variable *v;
        if (abstract_is_store_entry(s, &s->undo[i], &v))
            mark_stored(g, v);
        if (c < g->tree->cell_count && s->cell[c] != s->source[c])
            g->changed[c / 64] |= UINT64_C(1) << (c % 64);
    }
}

static bool is_rule_affected(const grounding *g, size_t number)
{
    uint64_t common = 0;
    for (size_t w = 0; w < g->support_words; w++)
        common |= g->changed[w] & g->support[number * g->support_words + w];
    return common != 0;
}

/* Adds one rule; false: it is always broken, so that later ones do not matter. */
static bool lower_rule(grounding *g, ground_action *a, size_t number, ref *intact)
{
    dag *d = g->dag;
    const rule *r = &g->tree->rules[number];
    lowered m;
    if (!rule_nodes_lower(g, &g->rules[number], &m))
        m = lower_expr(&g->lowering, r->value);
    ref when = broken_truth(g, r, m.value);
    a->rules_undefined = dag_or(d, a->rules_undefined, dag_and(d, *intact, m.undefined));
    if (when == REF_FALSE)
        return true;
    a->violations[a->violation_count++] = (violation){when, (int)number};
    g->out->may_reject = true;
    *intact = dag_and(d, *intact, dag_not(d, when));
    return *intact != REF_FALSE;
}

static bool is_any_rule_affected(grounding *g)
{
    note_changed(g);
    for (size_t i = 0; i < g->tree->state_rule_count; i++)
        if (is_rule_affected(g, i))
            return true;
    return false;
}

static void lower_affected_rules(grounding *g, ground_action *a)
{
    ref intact = REF_TRUE;
    a->violations = arena_array(g->memory, g->tree->state_rule_count, sizeof *a->violations);
    for (size_t i = 0; i < g->tree->state_rule_count; i++)
        if (is_rule_affected(g, i) && !lower_rule(g, a, i, &intact))
            return;
}

/* Whether many of all rules' nodes were left behind the actions of the move so far: then evaluating
   all rules in full columns takes no longer than their rest behind each action.  A label or a cost
   that fails must not be evaluated before the rules. */
static bool may_rules_wait(const grounding *g, const ground_action *a)
{
    return !g->all_rules && g->rules_visited >= RULES_VISITED_LEAST &&
           RULES_LEFT_LEAST * g->rules_made >= g->rules_visited &&
           a->label->undefined == REF_FALSE && a->costs_undefined == REF_FALSE;
}

static void lower_rules(grounding *g, ground_action *a)
{
    if (!is_any_rule_affected(g))
        return;
    if (may_rules_wait(g, a)) {
        a->rules_wait = g->out->rules_wait = g->out->may_reject = true;
        return;
    }
    lower_affected_rules(g, a);
    g->rules_visited += g->rules_nodes;
}

void lower_effect_finish(grounding *g)
{
    dag *d = g->dag;
    lowered broken = {REF_FALSE, REF_FALSE};
    if (!g->out->rules_wait)
        return;
    d->most = UINT32_MAX / 4;
    for (size_t i = g->tree->state_rule_count; i-- > 0;) {
        const lowered m = g->rules[i].of;
        const ref when = broken_truth(g, &g->tree->rules[i], m.value);
        const ref later = dag_and(d, dag_not(d, when), broken.undefined);
        broken.value = dag_if(d, when, dag_constant(d, (int64_t)i + 1), broken.value);
        broken.undefined = dag_or(d, m.undefined, later);
    }
    g->out->broken = broken;
}

/* ---- costs ---------------------------------------------------------------- */

static ref is_negative(grounding *g, ref value)
{
    return dag_less(g->dag, value, REF_FALSE);
}

static void lower_costs(grounding *g, ground_action *a)
{
    const ast *t = g->tree;
    dag *d = g->dag;
    a->costs = arena_array(g->memory, t->cost_count, sizeof *a->costs);
    for (size_t i = 0; i < t->cost_count; i++) {
        ref spent = g->lowering.cell[t->cell_count + i];
        a->costs[i] = spent;
        if (!t->costs[i].value)
            continue;
        lowered m = lower_expr(&g->lowering, t->costs[i].value);
        ref wrong =
            dag_or(d, is_negative(g, m.value), dag_overflows(d, DAG_ADD_OVERFLOWS, spent, m.value));
        a->costs_undefined = dag_or(d, a->costs_undefined, dag_or(d, m.undefined, wrong));
        a->costs[i] = dag_add(d, spent, m.value);
    }
}

/* ---- words ---------------------------------------------------------------- */

typedef struct word_change {
    uint64_t clear, flip;
    ref fields; /* or'd into the word */
} word_change;

/* Whether the new bit is the negation of the old one. */
static bool is_negated(const dag *d, ref bits, ref old)
{
    const dag_node *n = dag_at(d, bits);
    return n->op == DAG_NOT && n->a == old;
}

static void change_field(grounding *g, word_change *w, size_t c)
{
    dag *d = g->dag;
    const lowering *s = &g->lowering;
    const packed_field *f = &s->packing->cells[c];
    assert(f->width > 0);
    ref bits = single_new_bits(g, c, s->cell[c]);
    uint64_t old_bits = 0;
    bool known = abstract_known_bits(s, c, &old_bits);
    if (is_negated(d, bits, s->bits[c])) {
        w->flip |= UINT64_C(1) << f->shift;
        return;
    }
    if (known)
        w->flip ^= old_bits << f->shift; /* flips to the new value, without a clear */
    else
        w->clear |= low_bits(f->width) << f->shift;
    if (dag_is_constant(d, bits)) {
        w->flip ^= (uint64_t)dag_at(d, bits)->imm << f->shift;
        return;
    }
    ref part = dag_bit(d, DAG_SHIFT_LEFT, bits, dag_constant(d, f->shift));
    w->fields = w->fields == REF_FALSE ? part : dag_bit(d, DAG_BIT_OR, w->fields, part);
}

static void change_places(const grounding *g, word_change *w, unsigned word)
{
    const packing *p = g->lowering.packing;
    for (size_t i = 0; i < p->single_count; i++)
        if (p->singles[i].place.word == word)
            w->flip ^= single_place_flip(g, i) << p->singles[i].place.shift;
}

/* Words with a cell that the move changes: every written cell has an undo entry. */
static void mark_changed_words(grounding *g)
{
    const lowering *s = &g->lowering;
    memset(g->word_changed, 0, s->packing->words * sizeof *g->word_changed);
    for (size_t i = 0; i < s->undo_count; i++) {
        const size_t c = s->undo[i].cell;
        if (c < g->tree->cell_count && s->packing->cells[c].width && s->cell[c] != s->source[c])
            g->word_changed[s->packing->cells[c].word] = true;
    }
}

static void change_fields(grounding *g, word_change *w, unsigned word)
{
    const lowering *s = &g->lowering;
    for (uint32_t i = s->word_starts[word]; i < s->word_starts[word + 1]; i++)
        if (s->cell[s->in_word[i]] != s->source[s->in_word[i]])
            change_field(g, w, s->in_word[i]);
}

static ref changed_word(grounding *g, unsigned word)
{
    dag *d = g->dag;
    word_change w = {.fields = REF_FALSE};
    if (g->word_changed[word])
        change_fields(g, &w, word);
    change_places(g, &w, word);
    ref changed = dag_word(d, word);
    if (w.clear)
        changed = dag_bit(d, DAG_BIT_AND, changed, dag_constant(d, (int64_t)~w.clear));
    if (w.flip)
        changed = dag_bit(d, DAG_BIT_XOR, changed, dag_constant(d, (int64_t)w.flip));
    return w.fields == REF_FALSE ? changed : dag_bit(d, DAG_BIT_OR, changed, w.fields);
}

/* A write of the value that guards say the cell had is no change.  Every written cell has an undo
   entry. */
static void drop_unchanged_writes(grounding *g)
{
    lowering *s = &g->lowering;
    for (size_t i = 0, count = s->undo_count; i < count; i++) {
        size_t c = s->undo[i].cell;
        if (c < g->tree->cell_count && s->cell[c] != s->source[c] && abstract_had(s, c, s->cell[c]))
            abstract_unwrite(s, c);
    }
}

static void note_changes(grounding *g, ground_action *a)
{
    lowering *s = &g->lowering;
    size_t room = 0;
    note_changed(g);
    for (size_t c = 0; c < g->tree->cell_count; c++)
        if (g->changed[c / 64] >> (c % 64) & 1)
            ARENA_PUSH(g->memory, a->changes, a->change_count, room,
                       ((bare_change){c, abstract_read(s, c)}));
}

/* The array's stores, the first of them first. */
static void lower_stores(grounding *g, ground_action *a, const state_variable *v)
{
    lowering *s = &g->lowering;
    size_t count = 0;
    if (!s->packing->cells[v->first].width)
        return;
    for (uint32_t at = abstract_last_store(s, v); at; at = s->stores[at - 1].before)
        count++;
    ground_scatter *all = arena_array(g->memory, a->scatter_count + count, sizeof *all);
    if (a->scatter_count)
        memcpy(all, a->scatters, a->scatter_count * sizeof *all);
    a->scatters = all;
    a->scatter_count += count;
    all += a->scatter_count;
    for (uint32_t at = abstract_last_store(s, v); at; at = s->stores[at - 1].before) {
        const array_store t = s->stores[at - 1];
        *--all = (ground_scatter){abstract_array(s, v), t.index, t.when,
                                  single_new_bits(g, v->first, t.value)};
    }
}

static void lower_scatters(grounding *g, ground_action *a)
{
    for (size_t i = 0; i < g->tree->variable_count && g->lowering.store_count; i++)
        if (g->tree->variables[i]->cells &&
            abstract_last_store(&g->lowering, g->tree->variables[i]))
            lower_stores(g, a, g->tree->variables[i]);
}

static void lower_successor(grounding *g, ground_action *a)
{
    unsigned words = g->lowering.packing->words;
    drop_unchanged_writes(g);
    single_prove(g);
    rearranging_prove(g);
    mark_changed_words(g);
    a->words = arena_array(g->memory, words, sizeof *a->words);
    for (unsigned w = 0; w < words; w++)
        a->words[w] = changed_word(g, w);
    lower_scatters(g, a);
}

const ground_action *lower_effect(grounding *g)
{
    ground_action *a = arena_take(g->memory, sizeof *a);
    if (g->bare)
        note_changes(g, a);
    else
        lower_successor(g, a);
    a->move = g->move;
    a->label = label_current(g);
    const bool ignored = g->lowering.ignore_guards, remembers = g->lowering.remembers;
    g->lowering.ignore_guards = true;
    g->lowering.remembers = false;
    lower_costs(g, a);
    if (!g->bare)
        lower_rules(g, a);
    g->lowering.ignore_guards = ignored;
    g->lowering.remembers = remembers;
    a->position = g->out->positions++;
    ARENA_PUSH(g->memory, g->out->actions, g->out->action_count, g->out->action_room, a);
    return a;
}
