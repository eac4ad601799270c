/* puzzle_coverage.c - what a puzzle says that never comes about in the states of a run. */
#include "puzzle/puzzle_coverage.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/lookup.h"
#include "base/error.h"
#include "puzzle/interp/cover.h"
#include "puzzle/interp/explain_expr.h"
#include "puzzle/puzzle_model.h"

/* Values of a type with so many are marked in an array, those of a larger one gathered in a set. */
static const uint64_t MARKED_MOST = 1 << 20;

/* The values that the elements of a variable take, by their positions in its type; of a list or
   set, the values that are in it. */
typedef struct taken_values {
    const state_variable *variable;
    const type *of;
    uint64_t count; /* of those that were taken */
    bool *marked;   /* [of->count], or NULL: */
    lookup gathered;
} taken_values;

struct puzzle_coverage {
    const wgcq_puzzle *puzzle;
    interp *in;
    budget *limit;
    cover cover;
    taken_values *taken; /* [variables] */
};

/* ---- begin and end --------------------------------------------------------------------------- */

static const type *type_of_taken(const state_variable *v)
{
    if (!v->collection)
        return v->type;
    return v->collection->kind.form == KIND_SET ? v->collection->kind.members : v->type->present;
}

static bool begin_variable(taken_values *t, const state_variable *v)
{
    *t = (taken_values){v, type_of_taken(v), 0, NULL, lookup_of_states(1)};
    if (t->of->count > MARKED_MOST)
        return true;
    t->marked = calloc((size_t)t->of->count + 1, sizeof *t->marked);
    return t->marked != NULL;
}

int puzzle_coverage_new(puzzle_coverage **out, const wgcq_puzzle *puzzle, budget *limit,
                        wgcq_error *err)
{
    const ast *tree = puzzle->tree;
    puzzle_coverage *c = calloc(1, sizeof *c);
    if (!c)
        return error_set_memory(err);
    c->puzzle = puzzle;
    c->limit = limit;
    c->in = interp_new(tree);
    c->taken = calloc(tree->variable_count + 1, sizeof *c->taken);
    bool fine = c->in && c->taken;
    for (size_t i = 0; i < tree->variable_count && fine; i++)
        fine = begin_variable(&c->taken[i], tree->variables[i]);
    int code = fine ? cover_begin(&c->cover, tree, c->in, err) : error_set_memory(err);
    if (code)
        puzzle_coverage_free(c);
    else
        *out = c;
    return code;
}

void puzzle_coverage_free(puzzle_coverage *c)
{
    if (!c)
        return;
    for (size_t i = 0; c->taken && i < c->puzzle->tree->variable_count; i++) {
        free(c->taken[i].marked);
        lookup_free(&c->taken[i].gathered);
    }
    free(c->taken);
    cover_end(&c->cover);
    interp_free(c->in);
    free(c);
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool take_position(taken_values *t, uint64_t position)
{
    if (t->marked) {
        t->count += !t->marked[position];
        t->marked[position] = true;
        return true;
    }
    bool fine = lookup_add(&t->gathered, &position) != 0;
    t->count = t->gathered.count;
    return fine;
}

static bool take_cell_value(taken_values *t, int64_t value)
{
    const int64_t position = type_position(t->of, value);
    return position < 0 || take_position(t, (uint64_t)position);
}

static bool take_element(const ast *tree, taken_values *t, const uint64_t *state, size_t number)
{
    const state_variable *v = t->variable;
    const int64_t value = eval_read(tree, state, v->first + number);
    if (!v->collection)
        return take_cell_value(t, value);
    if (v->collection->kind.form == KIND_SET)
        return !value || take_position(t, number % t->of->count);
    return value == v->type->kind.none || take_cell_value(t, value); /* the end of the list */
}

static bool take_values(puzzle_coverage *c, const uint64_t *state)
{
    const ast *tree = c->puzzle->tree;
    bool fine = true;
    for (size_t i = 0; i < tree->variable_count; i++) {
        taken_values *t = &c->taken[i];
        for (size_t k = 0; k < t->variable->cells && t->count < t->of->count && fine; k++)
            fine = take_element(tree, t, state, k);
    }
    return fine;
}

int puzzle_coverage_look(puzzle_coverage *c, const uint64_t *state, wgcq_error *err)
{
    int code = puzzle_check_state(c->puzzle->tree, state, err);
    if (!code && !take_values(c, state))
        code = error_set_memory(err);
    return code ? code : cover_state(&c->cover, c->in, state, c->limit, err);
}

int puzzle_coverage_look_at_starts(puzzle_coverage *c, wgcq_error *err)
{
    return cover_starts(&c->cover, c->in, c->limit, err);
}

/* ---- findings -------------------------------------------------------------------------------- */

typedef struct finding_list {
    const puzzle_coverage *c;
    coverage_finding each;
    void *self;
    strbuf name, place;
    wgcq_error *err;
} finding_list;

/* l->name is made. */
static int report(finding_list *l, const char *what, source_span at, uint64_t count)
{
    strbuf_clear(&l->place);
    explain_place(&l->place, at);
    if (l->name.failed || l->place.failed)
        return error_set_memory(l->err);
    int code = l->each(l->self, what, strbuf_string(&l->name),
                       l->place.length ? strbuf_string(&l->place) : NULL, count);
    strbuf_clear(&l->name);
    return code;
}

static int report_named(finding_list *l, const char *what, const char *name, source_span at,
                        uint64_t count)
{
    strbuf_put(&l->name, name);
    return report(l, what, at, count);
}

/* "take {c}: at[c] == farmer" */
static int report_condition(finding_list *l, const char *what, const cover_condition *d)
{
    strbuf_printf(&l->name, "%s: ", d->of);
    explain_source(&l->name, d->at);
    return report(l, what, d->at, d->times[0] + d->times[1]);
}

/* A guard that is never reached is no finding: the move is one, and what comes before the guard. */
static int list_guard(finding_list *l, const cover_condition *d)
{
    const bool filter = d->form == COVER_FILTER;
    if (!d->times[0] == !d->times[1])
        return 0;
    return report_condition(l,
                            d->times[1] ? (filter ? "filter never false" : "guard never false")
                                        : (filter ? "filter never true" : "guard never true"),
                            d);
}

static int list_moves(finding_list *l)
{
    const cover *c = &l->c->cover;
    int code = 0;
    size_t at = 0;
    for (size_t i = 0; i < c->tree->move_count && !code; i++) {
        const move *m = &c->tree->moves[i];
        if (!c->moves[i].made)
            code = report_named(l, "move never made", m->name, m->at, c->expanded);
        for (; at < c->condition_count && c->conditions[at].form != COVER_IMPLICATION &&
               c->conditions[at].move == i && !code;
             at++)
            code = list_guard(l, &c->conditions[at]);
    }
    return code;
}

static int list_conditions(finding_list *l)
{
    const cover *c = &l->c->cover;
    const ast *t = c->tree;
    int code = 0;
    for (size_t i = 0; i < t->state_rule_count && !code; i++)
        if (!c->rule_rejects[i])
            code = report_named(l, "constraint never rejects", t->rules[i].name, t->rules[i].at,
                                c->rule_times[i]);
    for (size_t i = 0; i < t->bound_count && !code; i++)
        if (!c->bound_cuts[i])
            code =
                report_named(l, "bound never cuts", t->bounds[i].name, t->bounds[i].at, c->states);
    if (!code && t->end && !c->end_holds) {
        explain_source(&l->name, t->end->at);
        code = report(l, "end never holds", t->end->at, c->states);
    }
    for (size_t i = 0; i < c->property_count && !code; i++) {
        const cover_leads_to *p = &c->properties[i];
        if (p->of && !p->begins)
            code = report_named(l, "leads to never begins", p->name, p->of->at, c->states);
    }
    for (size_t i = 0; i < c->condition_count && !code; i++)
        if (c->conditions[i].form == COVER_IMPLICATION && !c->conditions[i].times[1])
            code = report_condition(l, "implication never applies", &c->conditions[i]);
    return code;
}

static int compare_positions(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The positions that were taken, ascending; NULL: no memory. */
static uint64_t *sorted_positions(const taken_values *t)
{
    uint64_t *all = malloc(((size_t)t->count + 1) * sizeof *all);
    size_t count = 0;
    for (uint64_t i = 0; all && t->marked && i < t->of->count; i++)
        if (t->marked[i])
            all[count++] = i;
    if (!all || t->marked)
        return all;
    if (t->count) /* keys count from 1 */
        memcpy(all, t->gathered.keys + sizeof *all, (size_t)t->count * sizeof *all);
    qsort(all, (size_t)t->count, sizeof *all, compare_positions);
    return all;
}

static bool is_none_at(const type *of, uint64_t position)
{
    return of->kind.optional && type_value(of, position) == of->kind.none;
}

/* How many positions from `first` on, before `end`, are one finding: numbers that follow one
   another. */
static uint64_t run_length(const type *of, uint64_t first, uint64_t end)
{
    uint64_t last = end - 1;
    if (of->kind.form != KIND_INTEGER || of->values || is_none_at(of, first))
        return 1;
    return last > first && is_none_at(of, last) ? last - first : end - first;
}

/* "at = river", "heard = 3..7", of a list or set "commit in way" */
static int report_values(finding_list *l, const taken_values *t, uint64_t first, uint64_t length)
{
    const state_variable *v = t->variable;
    const kind of = t->of->kind;
    if (!v->collection)
        strbuf_printf(&l->name, "%s = ", v->name);
    eval_format_value(&l->name, of, type_value(t->of, first), false);
    if (length > 1) {
        strbuf_put(&l->name, "..");
        eval_format_value(&l->name, of, type_value(t->of, first + length - 1), false);
    }
    if (v->collection)
        strbuf_printf(&l->name, " in %s", v->name);
    return report(l, "value never taken", v->at, l->c->cover.states);
}

static int list_values_of(finding_list *l, const taken_values *t)
{
    uint64_t *taken = sorted_positions(t), next = 0;
    int code = taken ? 0 : error_set_memory(l->err);
    for (uint64_t i = 0; i <= t->count && !code; i++) {
        const uint64_t end = i < t->count ? taken[i] : t->of->count;
        while (next < end && !code) {
            const uint64_t length = run_length(t->of, next, end);
            code = report_values(l, t, next, length);
            next += length;
        }
        next = end + 1;
    }
    free(taken);
    return code;
}

int puzzle_coverage_list(const puzzle_coverage *c, coverage_finding each, void *self,
                         wgcq_error *err)
{
    finding_list l = {.c = c, .each = each, .self = self, .err = err};
    int code = list_moves(&l);
    code = code ? code : list_conditions(&l);
    for (size_t i = 0; i < c->puzzle->tree->variable_count && !code; i++)
        code = list_values_of(&l, &c->taken[i]);
    strbuf_free(&l.name);
    strbuf_free(&l.place);
    return code;
}
