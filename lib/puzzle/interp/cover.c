/* cover.c - what of a puzzle comes about in its states. */
#include "puzzle/interp/cover.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "puzzle/interp/explain_expr.h"
#include "puzzle/interp/interp_internal.h"

/* ---- what there is to be counted ------------------------------------------------------------ */

static bool condition_is_open(const cover_condition *d)
{
    return !d->times[1] || (d->form != COVER_IMPLICATION && !d->times[0]);
}

/* Another key for a condition. */
static bool add_covered_key(cover *c, const void *key, size_t condition)
{
    uint32_t number = lookup_add(&c->keys, &key);
    if (!number || !array_reserve(&c->condition_of_key, &c->key_room, number + (size_t)1,
                                  sizeof *c->condition_of_key))
        return false;
    c->condition_of_key[number] = condition;
    return true;
}

static bool add_covered(cover *c, const void *key, cover_condition one)
{
    if (!array_reserve(&c->conditions, &c->condition_room, c->condition_count + 1,
                       sizeof *c->conditions) ||
        !add_covered_key(c, key, c->condition_count))
        return false;
    c->conditions[c->condition_count++] = one;
    return true;
}

/* A binding without a name is not written: it runs over the places of a list. */
static bool add_filters(cover *c, const loop *l, cover_condition one)
{
    bool fine = true;
    for (size_t i = 0; i < l->count && fine; i++) {
        const binding *b = &l->bindings[i];
        if (!b->filter || !*b->names[0])
            continue;
        one.at = b->filter->at;
        fine = add_covered(c, b, one);
        c->moves[one.move].open++;
    }
    return fine;
}

static bool add_move(cover *c, size_t number)
{
    const move *m = &c->tree->moves[number];
    bool fine = true;
    c->moves[number].first = c->condition_count;
    for (size_t i = 0; i < m->count && fine; i++) {
        const step *s = &m->steps[i];
        cover_condition one = {COVER_GUARD, m->name, number, i, 0, s->at, {0}};
        if (s->form == STEP_GUARD) {
            if (s->value->at.from == s->at.from && s->value->at.line)
                one.at = s->value->at;
            fine = add_covered(c, s, one);
            c->moves[number].open++;
        } else if (s->form == STEP_CHOOSE) {
            one.form = COVER_FILTER;
            fine = add_filters(c, s->loop, one);
        }
    }
    c->moves[number].end = c->condition_count;
    return fine;
}

/* ---- implications ---------------------------------------------------------------------------- */

typedef struct implications {
    cover *to;
    const char *of;
    unsigned section;
    lookup visited; /* expressions of this section: a define's may be called from many places */
    bool failed;
} implications;

/* Whether it is that word, or begins with it; parentheses around it are no part of that. */
static bool is_written(source_span at, const char *word, bool whole)
{
    strbuf text = {0};
    explain_source(&text, at);
    const char *written = strbuf_string(&text) + strspn(strbuf_string(&text), "( ");
    const char *behind = written + strlen(word);
    bool is = !text.failed && !strncmp(written, word, strlen(word)) &&
              (whole ? !behind[strspn(behind, ") ")] : strchr(" (", *behind) != NULL);
    strbuf_free(&text);
    return is;
}

/* The condition of an implication as it is written; NULL: it is none.  What the checker makes of
   lists and optionals is none, either. */
static const expr *implied_by(const expr *e)
{
    if (e->leaf)
        return NULL;
    if (e->form == EXPR_IF && e->args[2]->form == EXPR_VALUE && e->args[2]->value == 1 &&
        e->kind.form == KIND_TRUTH && is_written(e->args[2]->at, "true", true))
        return e->args[0];
    if (e->form == EXPR_OR && e->args[0]->form == EXPR_NOT && !e->args[0]->leaf &&
        is_written(e->args[0]->at, "not", false))
        return e->args[0]->args[0];
    return NULL;
}

static bool same_span(source_span a, source_span b)
{
    return a.from == b.from && a.line == b.line && a.column == b.column &&
           a.end_line == b.end_line && a.end_column == b.end_column;
}

/* A define is checked for each kind of its arguments, and a list place by place: what is written
   once is counted once. */
static bool add_implication(implications *l, const expr *e, source_span at)
{
    cover *c = l->to;
    size_t i = 0;
    while (i < c->condition_count &&
           (c->conditions[i].form != COVER_IMPLICATION || !same_span(c->conditions[i].at, at)))
        i++;
    if (i == c->condition_count)
        return add_covered(c, e,
                           (cover_condition){COVER_IMPLICATION, l->of, 0, 0, l->section, at, {0}});
    c->conditions[i].sections |= l->section;
    return add_covered_key(c, e, i);
}

static void collect_implications(implications *l, const expr *e);

static void collect_loop(implications *l, const loop *over)
{
    for (size_t i = 0; over && i < over->count; i++) {
        const binding *b = &over->bindings[i];
        for (size_t k = 0; b->args && k < b->count; k++)
            collect_implications(l, b->args[k]);
        collect_implications(l, b->filter);
    }
}

/* As deep as expressions nest, which the parser limits. */
static void collect_implications(implications *l, const expr *e)
{
    if (!e || l->failed)
        return;
    const uint32_t before = l->visited.count;
    if (!lookup_add(&l->visited, &e))
        l->failed = true;
    if (l->failed || l->visited.count == before)
        return;
    const expr *condition = implied_by(e);
    if (condition && !add_implication(l, e, condition->at))
        l->failed = true;
    for (size_t i = 0; i < e->count; i++)
        collect_implications(l, e->args[i]);
    collect_implications(l, e->form == EXPR_CALL ? e->body : NULL);
    collect_loop(l, e->loop);
}

static bool add_implications(cover *c, unsigned section, const char *of, const expr *e)
{
    implications l = {c, of, section, lookup_of_states(1), false};
    collect_implications(&l, e);
    lookup_free(&l.visited);
    return !l.failed;
}

static bool add_implications_of(cover *c, unsigned section, const rule *all, size_t count)
{
    bool fine = true;
    for (size_t i = 0; i < count && fine; i++)
        fine = add_implications(c, section, all[i].name, all[i].value);
    return fine;
}

static bool add_all_implications(cover *c)
{
    const ast *t = c->tree;
    bool fine = add_implications_of(c, COVER_RULES, t->rules, t->state_rule_count) &&
                add_implications_of(c, COVER_BOUNDS, t->bounds, t->bound_count) &&
                add_implications_of(c, COVER_INVARIANTS, t->invariants, t->invariant_count);
    for (size_t i = 0; i < t->property_count && fine; i++) {
        const property *p = &t->properties[i];
        const unsigned section = p->form == MODEL_STEP ? COVER_STEPS : COVER_PROPERTIES;
        fine = add_implications(c, section, p->name, p->value) &&
               add_implications(c, section, p->name, p->reached);
    }
    return fine;
}

/* ---- begin and end --------------------------------------------------------------------------- */

static void update_open_sections(cover *c)
{
    c->open_sections = 0;
    for (size_t i = 0; i < c->condition_count; i++)
        if (condition_is_open(&c->conditions[i]))
            c->open_sections |= c->conditions[i].sections;
}

static int add_leads_to(void *self, const property *p, const char *name)
{
    cover *c = self;
    const bool leads = p->form == MODEL_LEADS_TO;
    if (!array_reserve(&c->properties, &c->property_room, c->property_count + 1,
                       sizeof *c->properties))
        return WGCQ_EMEMORY;
    cover_leads_to one = {leads ? p : NULL, leads ? strdup(name) : NULL, false};
    c->properties[c->property_count++] = one;
    c->open_leads_to += leads;
    return leads && !one.name ? WGCQ_EMEMORY : 0;
}

int cover_begin(cover *out, const ast *tree, interp *in, wgcq_error *err)
{
    *out = (cover){.tree = tree, .keys = lookup_of_states(1), .open_rules = tree->state_rule_count};
    out->moves = calloc(tree->move_count + 1, sizeof *out->moves);
    out->rule_times = calloc(tree->state_rule_count + 1, sizeof *out->rule_times);
    out->rule_rejects = calloc(tree->state_rule_count + 1, sizeof *out->rule_rejects);
    out->bound_cuts = calloc(tree->bound_count + 1, sizeof *out->bound_cuts);
    bool fine = out->moves && out->rule_times && out->rule_rejects && out->bound_cuts;
    for (size_t i = 0; i < tree->move_count && fine; i++)
        fine = add_move(out, i);
    if (!fine || !add_all_implications(out))
        return error_set_memory(err);
    update_open_sections(out);
    int code = interp_name_properties(in, add_leads_to, out, err);
    out->truths = calloc(out->property_count + 1, sizeof *out->truths);
    return code != WGCQ_EMEMORY && out->truths ? code : error_set_memory(err);
}

void cover_end(cover *c)
{
    for (size_t i = 0; i < c->property_count; i++)
        free(c->properties[i].name);
    free(c->properties);
    free(c->conditions);
    lookup_free(&c->keys);
    free(c->condition_of_key);
    free(c->moves);
    free(c->rule_times);
    free(c->rule_rejects);
    free(c->bound_cuts);
    free(c->truths);
}

/* ---- what is noted --------------------------------------------------------------------------- */

void cover_note(cover *c, const void *key, bool value)
{
    uint32_t number = lookup_find(&c->keys, &key);
    if (!number)
        return;
    cover_condition *d = &c->conditions[c->condition_of_key[number]];
    if (d->form == COVER_IMPLICATION && !c->in_condition)
        return;
    const bool was_open = condition_is_open(d);
    d->times[value]++;
    if (!was_open || condition_is_open(d))
        return;
    if (d->form == COVER_IMPLICATION)
        update_open_sections(c);
    else
        c->moves[d->move].open--;
}

void cover_note_rule(cover *c, size_t number, bool broken)
{
    c->rule_times[number]++;
    c->open_rules -= broken && !c->rule_rejects[number];
    c->rule_rejects[number] |= broken;
}

void cover_note_made(cover *c, const move *m)
{
    c->moves[m - c->tree->moves].made = true;
}

/* ---- a state --------------------------------------------------------------------------------- */

static int look_at_rules(interp *in, const rule *all, size_t count, bool *any, bool *broken)
{
    int code = 0;
    for (size_t i = 0; i < count && !code; i++) {
        bool is;
        code = interp_is_broken(&is, in, &all[i]);
        if (!code && is && broken)
            *any = broken[i] = true;
    }
    return code;
}

static int look_at_properties(cover *c, interp *in)
{
    if (!c->open_leads_to && !(c->open_sections & COVER_PROPERTIES))
        return 0;
    int code = interp_evaluate_properties(in, NULL, c->truths);
    for (size_t i = 0; i < c->property_count && !code; i++) {
        cover_leads_to *p = &c->properties[i];
        if (!p->of || p->begins || !(c->truths[i] & PROPERTY_VALUE))
            continue;
        p->begins = true;
        c->open_leads_to--;
    }
    return code;
}

/* *ends: the state is not expanded. */
static int look_at_conditions(cover *c, interp *in, bool *ends)
{
    const ast *t = c->tree;
    int64_t end = 0;
    int code = t->end ? eval_expr(&in->v, t->end, &end) : 0;
    *ends = end != 0;
    c->end_holds |= !code && end;
    c->in_condition = true;
    code = code ? code : look_at_rules(in, t->bounds, t->bound_count, ends, c->bound_cuts);
    if (!code && c->open_sections & COVER_INVARIANTS)
        code = look_at_rules(in, t->invariants, t->invariant_count, NULL, NULL);
    code = code ? code : look_at_properties(c, in);
    c->in_condition = false;
    return code;
}

/* How many steps of a move have to be run: where it is only for guards and filters, no more than up
   to the last that is open. */
static size_t steps_to_run(const cover *c, const cover_move *m)
{
    size_t steps = 0;
    if (!m->made || c->open_rules || c->open_sections & (COVER_RULES | COVER_STEPS))
        return SIZE_MAX;
    for (size_t i = m->first; i < m->end && m->open; i++)
        if (condition_is_open(&c->conditions[i]))
            steps = c->conditions[i].step + 1;
    return steps;
}

static int run_open_moves(cover *c, interp *in)
{
    const bool unlisted = in->unlisted;
    int code = 0;
    for (size_t i = 0; i < c->tree->move_count && !code; i++) {
        const move *m = &c->tree->moves[i];
        const size_t steps = steps_to_run(c, &c->moves[i]);
        c->in_part = steps < m->count;
        in->unlisted = unlisted || c->moves[i].open;
        if (steps)
            code = interp_run_move(in, m, c->in_part ? steps : m->count);
    }
    c->in_part = false;
    in->unlisted = unlisted;
    return code;
}

int cover_state(cover *c, interp *in, const uint64_t *state, budget *limit, wgcq_error *err)
{
    bool ends;
    interp_begin(in, state);
    int code = interp_prepare(in);
    in->source_state = state;
    in->v.budget = limit;
    in->v.cover = c;
    in->v.steps_most = UINT64_MAX; /* choices run without lists, and the budget can end it */
    code = code ? code : look_at_conditions(c, in, &ends);
    c->states++;
    if (!code && !ends) {
        c->expanded++;
        in->v.state = in->state;
        in->wants = 0;
        code = run_open_moves(c, in);
    }
    in->v.cover = NULL;
    return interp_end(in, code, err);
}

static int take_no_start(void *self, const batch *starts)
{
    (void)self;
    (void)starts;
    return 0;
}

int cover_starts(cover *c, interp *in, budget *limit, wgcq_error *err)
{
    batch few = {.budget = limit};
    if (!c->open_rules && !(c->open_sections & COVER_RULES))
        return 0;
    in->v.cover = c;
    int code = interp_make_starts(in, &few, take_no_start, NULL, err);
    in->v.cover = NULL;
    batch_free(&few);
    return code;
}
