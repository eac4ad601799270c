/* compare_plans.c - the parts of a comparison of stored solutions. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "answers/classes/plan_pair.h"
#include "answers/classes/symmetry.h"
#include "answers/compare/compare.h"
#include "answers/compare/comparison.h"
#include "base/array.h"
#include "base/error.h"

/* ---- columns ------------------------------------------------------------------------------ */

row_table *comparison_table(const plan_comparison *c, const cursor_names *ours,
                            const char *const *kinds)
{
    strbuf all = {0};
    for (size_t k = 0; k < c->count; k++)
        for (size_t j = 0; kinds[j]; j++)
            strbuf_printf(&all, "%s %s%c", kinds[j], c->sides[k].chosen->label, 0);
    return row_table_new_given(ours, &all);
}

/* ---- reading ------------------------------------------------------------------------------ */

static bool all_have(const plan_comparison *c, const char *name)
{
    for (size_t k = 1; k < c->count; k++)
        if (stored_plan_field(&c->sides[k], name) == SIZE_MAX)
            return false;
    return true;
}

static int find_shared(plan_comparison *c)
{
    const stored_plan *first = c->sides;
    c->shared = malloc((first->fields + 1) * sizeof *c->shared);
    for (size_t i = 0; c->shared && i < first->fields; i++)
        if (all_have(c, first->field_names[i]))
            c->shared[c->shared_count++] = first->field_names[i];
    return c->shared ? 0 : error_set_memory(c->err);
}

static int number_states_by_value(plan_comparison *c, stored_plan *s)
{
    strbuf key = {0};
    for (size_t k = 0; k < s->count && !key.failed; k++) {
        strbuf_clear(&key);
        if (!c->shared_count)
            strbuf_put(&key, s->steps[k].shown);
        for (size_t i = 0; i < c->shared_count; i++)
            strbuf_printf(&key, "%s\n", s->steps[k].values[stored_plan_field(s, c->shared[i])]);
        s->steps[k].state = key.failed ? 0 : lookup_add(&c->states, strbuf_string(&key));
        key.failed |= !s->steps[k].state;
    }
    bool failed = key.failed;
    strbuf_free(&key);
    return failed ? error_set_memory(c->err) : 0;
}

static int read_sides(plan_comparison *c, const wgcq_compare_side *chosen, size_t count)
{
    int code = 0;
    c->sides = calloc(count + 1, sizeof *c->sides);
    c->declared = calloc(count + 1, sizeof *c->declared);
    if (!c->sides || !c->declared)
        return error_set_memory(c->err);
    for (size_t i = 0; i < count && !code; i++)
        if (chosen[i].solution)
            code = stored_plan_open(&c->sides[c->count++], &chosen[i], c->err);
    code = code ? code : find_shared(c);
    for (size_t i = 0; i < c->count && !code; i++)
        code = number_states_by_value(c, &c->sides[i]);
    return code;
}

static void close_comparison(plan_comparison *c)
{
    for (size_t i = 0; i < c->count; i++)
        stored_plan_close(&c->sides[i]);
    FREE_EACH(c->sides, c->declared, c->shared);
    lookup_free(&c->states);
}

/* ---- solutions, a row each ---------------------------------------------------------------- */

/* How many states are visited by all these sides. */
static size_t common_states(const plan_comparison *c, const stored_plan *const *sides, size_t count)
{
    size_t common = 0;
    for (uint32_t state = 1; state <= c->states.count; state++) {
        bool all = true;
        for (size_t k = 0; k < count && all; k++)
            all = comparison_step(sides[k], state) != SIZE_MAX;
        common += all;
    }
    return common;
}

static bool makes_move(const stored_plan *s, const char *move)
{
    for (size_t i = 1; i < s->count; i++)
        if (!strcmp(s->steps[i].move, move))
            return true;
    return false;
}

/* The moves that only side k makes, each once. */
static void put_moves_only_here(const plan_comparison *c, size_t k, cursor_texts *out)
{
    const stored_plan *s = &c->sides[k];
    assert(k < c->count);
    cursor_texts_clear(out);
    for (size_t i = 1; i < s->count; i++) {
        bool elsewhere = false, earlier = false;
        for (size_t j = 0; j < c->count && !elsewhere; j++)
            elsewhere = j != k && makes_move(&c->sides[j], s->steps[i].move);
        for (size_t j = 1; j < i && !earlier; j++)
            earlier = !strcmp(s->steps[j].move, s->steps[i].move);
        if (!elsewhere && !earlier)
            cursor_texts_add(out, s->steps[i].move);
    }
}

/* Every cost that any side has, each once; the array is malloc'd, the names are borrowed. */
static const char **all_costs(const plan_comparison *c, size_t *count)
{
    size_t most = 0;
    for (size_t k = 0; k < c->count; k++)
        most += c->sides[k].costs;
    const char **names = malloc((most + 1) * sizeof *names);
    *count = 0;
    for (size_t k = 0; names && k < c->count; k++)
        for (size_t i = 0; i < c->sides[k].costs; i++) {
            bool earlier = false;
            for (size_t j = 0; j < k && !earlier; j++)
                earlier = stored_plan_cost(&c->sides[j], c->sides[k].cost_names[i]) != SIZE_MAX;
            if (!earlier)
                names[(*count)++] = c->sides[k].cost_names[i];
        }
    return names;
}

static void put_cost_and_difference(row_table *l, const stored_plan *s, const stored_plan *first,
                                    const char *name)
{
    size_t at = stored_plan_cost(s, name), before = stored_plan_cost(first, name);
    int64_t spent = at == SIZE_MAX ? 0 : s->steps[s->count - 1].spent[at], more;
    row_table_integer_or_null(l, spent, at != SIZE_MAX);
    if (at == SIZE_MAX || before == SIZE_MAX ||
        __builtin_sub_overflow(spent, first->steps[first->count - 1].spent[before], &more))
        row_table_null(l);
    else
        row_table_integer(l, more);
}

static row_table *new_summary(const char *const *costs, size_t count)
{
    static const char *const before[] = {"solution"};
    static const char *const after[] = {"states", "in common", "moves only here"};
    strbuf all = {0};
    for (size_t i = 0; i < count; i++)
        strbuf_printf(&all, "%s%c%s more%c", costs[i], 0, costs[i], 0);
    return row_table_new_given(
        &(cursor_names){.before = before, .before_count = 1, .after = after, .after_count = 3},
        &all);
}

/* A row for each solution: its costs, their differences from the first's, its own moves. */
static row_table *list_solutions(const plan_comparison *c, int *code)
{
    size_t costs = 0;
    const char **names = all_costs(c, &costs);
    const stored_plan **sides = malloc((c->count + 1) * sizeof *sides);
    row_table *l = names && sides ? new_summary(names, costs) : NULL;
    cursor_texts moves = {0};
    for (size_t i = 0; l && i < c->count; i++)
        sides[i] = &c->sides[i];
    size_t common = l ? common_states(c, sides, c->count) : 0;
    for (size_t i = 0; l && i < c->count; i++) {
        const stored_plan *s = &c->sides[i];
        row_table_text(l, s->chosen->label);
        for (size_t k = 0; k < costs; k++)
            put_cost_and_difference(l, s, c->sides, names[k]);
        row_table_integer(l, (int64_t)s->count);
        row_table_integer(l, (int64_t)common);
        put_moves_only_here(c, i, &moves);
        row_table_list(l, &moves);
    }
    if (!l || cursor_texts_failed(&moves))
        *code = error_set_memory(c->err);
    FREE_EACH(names, sides);
    cursor_texts_free(&moves);
    return l;
}

/* ---- declared symmetry -------------------------------------------------------------------- */

/* Whether an error says that the symmetry does not hold, or cannot be known, so that all else of
   the comparison can be. */
static bool is_of_symmetry(int code)
{
    return code == WGCQ_EREQUEST || code == WGCQ_EUNKNOWN;
}

/* Asks once for each file, and only for pairs that it decides. */
static int ask_for_symmetry(const plan_comparison *c, size_t side)
{
    const stored_plan *s = &c->sides[side];
    declared_symmetry *d = &c->declared[side];
    for (size_t i = 0; i < c->count && !d->asked; i++)
        if (c->declared[i].asked && c->sides[i].chosen->trace == s->chosen->trace)
            *d = c->declared[i];
    if (!d->asked)
        symmetry_hold(s->chosen->trace, s->reference.puzzle, c->rerun, c->monitor, &d->why);
    d->asked = true;
    return !d->why.code || is_of_symmetry(d->why.code)
               ? 0
               : error_set(c->err, d->why.code, "%s", d->why.text);
}

/* Appends what is not known, each reason once. */
static void remark_symmetry(const plan_comparison *c, strbuf *out)
{
    for (size_t i = 0; i < c->count; i++) {
        const declared_symmetry *d = &c->declared[i];
        bool again = !d->why.code;
        for (size_t k = 0; k < i && !again; k++)
            again = !strcmp(c->declared[k].why.text, d->why.text);
        if (!again)
            strbuf_printf(out, "%s%s%s", out->length ? "; " : "",
                          d->why.code == WGCQ_EUNKNOWN ? "symmetry is not known: " : "",
                          d->why.text);
    }
}

/* ---- pairs of solutions ------------------------------------------------------------------- */

static void put_pair_answer(row_table *l, pair_answer is)
{
    if (is == PAIR_UNKNOWN)
        row_table_null(l);
    else
        row_table_bool(l, is == PAIR_EQUAL);
}

static bool make_same_moves(const stored_plan *a, const stored_plan *b)
{
    bool same = a->count == b->count;
    for (size_t k = 1; k < a->count && same; k++)
        same = !strcmp(a->steps[k].move, b->steps[k].move);
    return same;
}

static bool have_same_variables(const stored_plan *a, const stored_plan *b)
{
    bool same = a->fields == b->fields;
    for (size_t i = 0; i < a->fields && same; i++)
        same = !strcmp(a->field_names[i], b->field_names[i]);
    return same;
}

static void remark_pair(const stored_plan *a, const stored_plan *b, const plan_pair *is,
                        strbuf *out)
{
    const char *one = a->chosen->label, *other = b->chosen->label, *comma = out->length ? "; " : "";
    if (is->same == PAIR_EQUAL)
        strbuf_printf(out, "%s%s and %s are the same plan", comma, one, other);
    else if (is->symmetry == PAIR_EQUAL)
        strbuf_printf(
            out, "%s%s becomes %s with %s%s", comma, one, other, strbuf_string(&is->exchange),
            is->by_states ? " (by their states: moves' texts do not say which becomes which)" : "");
    else if (make_same_moves(a, b))
        strbuf_printf(out, "%s%s and %s are the same moves in the same order, %s", comma, one,
                      other,
                      have_same_variables(a, b) ? "through other states"
                                                : "of states that do not have the same variables");
    else if (is->commuting == PAIR_EQUAL)
        strbuf_printf(out, "%s%s and %s differ in the order of moves that commute", comma, one,
                      other);
    else if (is->multiset == PAIR_EQUAL)
        strbuf_printf(out, "%s%s and %s are the same moves in another order", comma, one, other);
    if (is->why)
        strbuf_printf(out, "%snot all is known of %s and %s: %s", out->length ? "; " : "", one,
                      other, is->why);
}

static int put_pair(const plan_comparison *c, row_table *l, size_t one, size_t other)
{
    const stored_plan *a = &c->sides[one], *b = &c->sides[other], *both[] = {a, b};
    plan_pair is = {0};
    int code = plan_pair_asks_for_symmetry(a, b) ? ask_for_symmetry(c, one) : 0;
    code = code ? code : plan_pair_of(&is, a, b, !c->declared[one].why.code, c->monitor, c->err);
    row_table_text(l, a->chosen->label);
    row_table_text(l, b->chosen->label);
    row_table_integer(l, (int64_t)common_states(c, both, 2));
    put_pair_answer(l, is.same);
    put_pair_answer(l, is.symmetry);
    row_table_strbuf_or_null(l, &is.exchange);
    put_pair_answer(l, is.commuting);
    put_pair_answer(l, is.multiset);
    if (!code)
        remark_pair(a, b, &is, row_table_remark(l));
    strbuf_free(&is.exchange);
    return code;
}

static row_table *list_pairs(const plan_comparison *c, int *code)
{
    static const char *const names[] = {"one",      "other",    "in common", "same",
                                        "symmetry", "exchange", "commuting", "multiset"};
    row_table *l = row_table_new(sizeof names / sizeof *names, names);
    if (!l)
        *code = error_set_memory(c->err);
    for (size_t i = 0; i < c->count && !*code; i++)
        for (size_t j = i + 1; j < c->count && !*code; j++)
            *code = put_pair(c, l, i, j);
    return l;
}

/* ---- states in common --------------------------------------------------------------------- */

/* Whether all states have ids: not where a run keeps none, and cannot be explored again. */
static bool have_ids(const plan_comparison *c)
{
    for (size_t k = 0; k < c->count; k++)
        for (size_t i = 0; i < c->sides[k].count; i++)
            if (!c->sides[k].steps[i].id)
                return false;
    return true;
}

/* A row for each state that at least two sides visit, in the order of the first that does: how many
   do, its text, and for each side its id and the step. */
static row_table *list_shared_states(const plan_comparison *c, int *code)
{
    static const char *const before[] = {"visited", "state"}, *const kinds[] = {"id", "step", NULL};
    bool ids = have_ids(c);
    row_table *l = comparison_table(c, &(cursor_names){.before = before, .before_count = 2},
                                    ids ? kinds : kinds + 1);
    if (!l)
        *code = error_set_memory(c->err);
    for (uint32_t state = 1; l && state <= c->states.count; state++) {
        const stored_step *first = NULL;
        int64_t visited = 0;
        for (size_t k = c->count; k-- > 0;) {
            const size_t at = comparison_step(&c->sides[k], state);
            first = at != SIZE_MAX ? &c->sides[k].steps[at] : first;
            visited += at != SIZE_MAX;
        }
        if (visited < 2)
            continue;
        row_table_integer(l, visited);
        row_table_text(l, first->shown);
        for (size_t k = 0; k < c->count; k++) {
            const size_t at = comparison_step(&c->sides[k], state);
            const bool there = at != SIZE_MAX;
            if (ids)
                row_table_integer_or_null(l, there ? c->sides[k].steps[at].id : 0, there);
            row_table_integer_or_null(l, (int64_t)at, there);
        }
    }
    return l;
}

/* ---- the parts ---------------------------------------------------------------------------- */

static row_table *part_of_solutions(const plan_comparison *c, wgcq_compare_part part, int *code)
{
    switch (part) {
    case WGCQ_COMPARE_STEPS: return align_steps(c, code);
    case WGCQ_COMPARE_SOLUTIONS: return list_solutions(c, code);
    case WGCQ_COMPARE_PAIRS: return list_pairs(c, code);
    default: return list_shared_states(c, code);
    }
}

/* A remark where the sides do not have the same variables. */
static void remark_shared(const plan_comparison *c, strbuf *out)
{
    bool alike = true;
    for (size_t k = 0; k < c->count; k++)
        alike = alike && c->sides[k].fields == c->shared_count;
    if (alike)
        return;
    strbuf_put(out, out->length ? "; " : "");
    if (!c->shared_count)
        strbuf_put(out,
                   "no variable is in all of them, so states are the same that are shown alike");
    else
        strbuf_put(out, "states are the same that agree in what all of them have:");
    for (size_t i = 0; i < c->shared_count; i++)
        strbuf_printf(out, "%s %s", i ? "," : "", c->shared[i]);
}

static int compare_solutions(wgcq_rows **out, wgcq_compare_part part,
                             const wgcq_compare_side *chosen, size_t count, trace_rerunner *rerun,
                             wgcq_error *err)
{
    plan_comparison c = {.chosen = chosen, .states = lookup_of_texts(), .rerun = rerun, .err = err};
    row_table *l = NULL;
    int code = read_sides(&c, chosen, count);
    c.monitor = c.count ? trace_sql_watch(c.sides->chosen->trace) : NULL;
    if (!code)
        l = part_of_solutions(&c, part, &code);
    if (!code && part == WGCQ_COMPARE_PAIRS) {
        remark_symmetry(&c, row_table_remark(l));
        remark_shared(&c, row_table_remark(l));
    }
    close_comparison(&c);
    return row_table_finish_or_free(code, out, l, NULL, true, err);
}

/* A model in C cannot be explored again from its file; its moves are compared only where stored. */
wgcq_trace_level compare_required_trace(wgcq_compare_part part, const wgcq_compare_side *chosen)
{
    const trace_facts *f = trace_about_run(chosen->trace);
    if (part == WGCQ_COMPARE_FILES)
        return WGCQ_TRACE_NONE;
    if (part == WGCQ_COMPARE_ONLY)
        return f->source[0] ? WGCQ_TRACE_EDGES : WGCQ_TRACE_NONE;
    if (part == WGCQ_COMPARE_STATES && chosen->solution && f->source[0])
        return WGCQ_TRACE_STATES;
    return chosen->solution ? WGCQ_TRACE_SOLUTIONS : WGCQ_TRACE_NONE;
}

int compare_chosen(wgcq_rows **out, wgcq_compare_part part, const wgcq_compare_side *chosen,
                   size_t count, trace_rerunner *rerun, wgcq_error *err)
{
    int code = 0;
    bool complete = true;
    if (part != WGCQ_COMPARE_FILES && part != WGCQ_COMPARE_ONLY)
        return compare_solutions(out, part, chosen, count, rerun, err);
    row_table *l = part == WGCQ_COMPARE_FILES
                       ? compare_files_figures(chosen, count, &code, err)
                       : compare_files_only(chosen, count, &complete, &code, err);
    return row_table_finish_or_free(code, out, l, NULL, complete, err);
}
