/*
 * lower_effect.c - the end of a grounded journey: which rules may break, what it costs, the new
 * words.
 *
 * The state that is left breaks no rule.  So a rule whose cells the journey has not touched is not
 * asked, and of the others what has not changed folds away (dag_assume).
 */
#include <string.h>

#include "base/checked.h"
#include "puzzle/compile/ground.h"

static void support(grounding *g, size_t asked, size_t at)
{
    g->support[asked * g->support_words + at / 64] |= UINT64_C(1) << (at % 64);
}

static void support_array(grounding *g, size_t asked, const dag_node *n)
{
    const variable *v = g->dag->arrays[n->imm].of;
    for (size_t i = 0; i < v->cells; i++)
        support(g, asked, v->first + i);
}

/* All cells that a node depends on.  Children are older, so one sweep downwards finds them. */
static void collect_support(grounding *g, size_t asked, ref top)
{
    dag *d = g->dag;
    if (top >= g->met_room) {
        g->met_room = 2 * (size_t)top + 1;
        g->met = arena_array(g->memory, g->met_room, 1);
    }
    uint8_t *met = g->met;
    memset(met, 0, (size_t)top + 1);
    met[top] = true;
    for (ref r = top + 1; r-- > 0;) {
        const dag_node n = *dag_at(d, r);
        if (!met[r] || n.op == DAG_CONSTANT || n.op == DAG_WORD)
            continue;
        met[n.a] = true;
        size_t c;
        if (n.op == DAG_BITS && cell_of_bits(&g->symbols, r, &c))
            support(g, asked, c);
        else if (n.op == DAG_CELL_AT)
            support_array(g, asked, &n);
        else if (n.op != DAG_LOOK)
            met[n.b] = met[n.c] = true;
    }
}

static ref is_broken(grounding *g, const rule *r, ref value)
{
    return r->broken_if ? value : dag_not(g->dag, value);
}

void lower_effect_prepare(grounding *g)
{
    const ast *t = g->tree;
    g->support_words = t->cell_count / 64 + 1;
    g->support =
        arena_array(g->memory, t->state_rule_count * g->support_words + 1, sizeof *g->support);
    g->changed = arena_array(g->memory, g->support_words, sizeof *g->changed);
    for (size_t i = 0; i < t->state_rule_count; i++) {
        lowered m = lower_expr(&g->symbols, t->rules[i].value);
        if (g->symbols.too_much)
            return;
        collect_support(g, i, m.value);
        collect_support(g, i, m.fails);
        dag_assume(g->dag, is_broken(g, &t->rules[i], m.value), false);
        dag_assume(g->dag, m.fails, false);
    }
}

/* ---- rules ---------------------------------------------------------------- */

static void note_changed(grounding *g)
{
    memset(g->changed, 0, g->support_words * sizeof *g->changed);
    const lowering *s = &g->symbols;
    for (size_t i = 0; i < s->undo_count; i++) {
        size_t c = s->undo[i].cell;
        if (c < g->tree->cell_count && s->cell[c] != s->source[c])
            g->changed[c / 64] |= UINT64_C(1) << (c % 64);
    }
}

static bool touched(const grounding *g, size_t asked)
{
    uint64_t common = 0;
    for (size_t w = 0; w < g->support_words; w++)
        common |= g->changed[w] & g->support[asked * g->support_words + w];
    return common != 0;
}

/* Asks one rule; false: it is broken for sure, and none after it is asked. */
static bool ask(grounding *g, ground_action *a, size_t number, ref *intact)
{
    dag *d = g->dag;
    const rule *r = &g->tree->rules[number];
    d->use_facts = true;
    lowered m = lower_expr(&g->symbols, r->value);
    ref when = is_broken(g, r, m.value);
    d->use_facts = false;
    a->rules_fail = dag_or(d, a->rules_fail, dag_and(d, *intact, m.fails));
    if (when == REF_FALSE)
        return true;
    a->violation[a->broken_count++] = (violation){when, (int)number};
    g->out->rejects = true;
    *intact = dag_and(d, *intact, dag_not(d, when));
    return *intact != REF_FALSE;
}

static void ask_rules(grounding *g, ground_action *a)
{
    ref intact = REF_TRUE;
    note_changed(g);
    a->violation = arena_array(g->memory, g->tree->state_rule_count, sizeof *a->violation);
    for (size_t i = 0; i < g->tree->state_rule_count; i++)
        if (touched(g, i) && !ask(g, a, i, &intact))
            return;
}

/* ---- costs ---------------------------------------------------------------- */

static ref negative(grounding *g, ref value)
{
    return dag_less(g->dag, value, REF_FALSE);
}

static void add_costs(grounding *g, ground_action *a)
{
    const ast *t = g->tree;
    dag *d = g->dag;
    a->costs = arena_array(g->memory, t->cost_count, sizeof *a->costs);
    for (size_t i = 0; i < t->cost_count; i++) {
        ref spent = g->symbols.cell[t->cell_count + i];
        a->costs[i] = spent;
        if (!t->costs[i].value)
            continue;
        lowered m = lower_expr(&g->symbols, t->costs[i].value);
        ref wrong = dag_or(d, negative(g, m.value), dag_fails(d, DAG_ADD_FAILS, spent, m.value));
        a->costs_fail = dag_or(d, a->costs_fail, dag_or(d, m.fails, wrong));
        a->costs[i] = dag_add(d, spent, m.value);
    }
}

/* ---- words ---------------------------------------------------------------- */

typedef struct word_change {
    uint64_t clear, flip;
    ref parts; /* or'd in */
} word_change;

/* Are the new bits the old ones turned round? */
static bool turned(const dag *d, ref bits, ref old)
{
    const dag_node *n = dag_at(d, bits);
    return n->op == DAG_NOT && n->a == old;
}

static void change_field(grounding *g, word_change *w, size_t c)
{
    dag *d = g->dag;
    const lowering *s = &g->symbols;
    const cell *k = &g->tree->cells[c];
    ref low = dag_constant(d, k->low);
    ref bits = dag_subtract(d, s->cell[c], low), old = dag_subtract(d, s->source[c], low);
    uint64_t mask = low_bits(k->width) << k->shift;
    uint64_t known = s->sure[c] ? (uint64_t)s->known[c] - (uint64_t)k->low : 0;
    if (turned(d, bits, old)) {
        w->flip |= UINT64_C(1) << k->shift;
        return;
    }
    if (s->sure[c])
        w->flip ^= known << k->shift; /* no need to clear what is known */
    else
        w->clear |= mask;
    if (dag_is_constant(d, bits)) {
        w->flip ^= (uint64_t)dag_at(d, bits)->imm << k->shift;
        return;
    }
    ref part = dag_bit(d, DAG_SHIFT_LEFT, bits, dag_constant(d, k->shift));
    w->parts = w->parts == REF_FALSE ? part : dag_bit(d, DAG_BIT_OR, w->parts, part);
}

static ref changed_word(grounding *g, unsigned word)
{
    dag *d = g->dag;
    const lowering *s = &g->symbols;
    word_change w = {.parts = REF_FALSE};
    for (uint32_t i = s->word_starts[word]; i < s->word_starts[word + 1]; i++)
        if (s->cell[s->in_word[i]] != s->source[s->in_word[i]])
            change_field(g, &w, s->in_word[i]);
    ref made = dag_word(d, word);
    if (w.clear)
        made = dag_bit(d, DAG_BIT_AND, made, dag_constant(d, (int64_t)~w.clear));
    if (w.flip)
        made = dag_bit(d, DAG_BIT_XOR, made, dag_constant(d, (int64_t)w.flip));
    return w.parts == REF_FALSE ? made : dag_bit(d, DAG_BIT_OR, made, w.parts);
}

/* What guards say a cell held before is not a change.  Cells that were written are those that could
   be put back. */
static void settle(grounding *g)
{
    lowering *s = &g->symbols;
    for (size_t i = 0, count = s->undo_count; i < count; i++) {
        size_t c = s->undo[i].cell;
        if (c < g->tree->cell_count && s->cell[c] != s->source[c] && abstract_unchanged(s, c))
            abstract_write(s, c, s->source[c]);
    }
}

const ground_action *lower_effect(grounding *g)
{
    ground_action *a = arena_take(g->memory, sizeof *a);
    settle(g);
    a->words = arena_array(g->memory, g->tree->words, sizeof *a->words);
    for (unsigned w = 0; w < g->tree->words; w++)
        a->words[w] = changed_word(g, w);
    g->symbols.plain = true;
    ask_rules(g, a);
    add_costs(g, a);
    g->symbols.plain = false;
    a->text = label_current(g);
    a->rank = g->out->ranks++;
    ARENA_PUSH(g->memory, g->out->ground_action, g->out->arrivals, g->out->arrival_room, a);
    return a;
}
