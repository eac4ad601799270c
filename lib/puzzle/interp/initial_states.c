/*
 * initial_states.c - the initial states (starts): a mapping of values, `any` among them, or steps.
 *
 * Duplicates are dropped; a state that breaks a rule is no start.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "puzzle/interp/interp_internal.h"

static const uint64_t STARTS_MOST = 50000000;
enum { BROKEN_START_STEPS = 20 }; /* evaluator steps that a rejected start counts for */

/* ---- one start --------------------------------------------------------------- */

static int check_all_assigned(interp *in)
{
    const ast *t = in->tree;
    for (size_t i = 0; i < t->cell_count; i++)
        if (!in->starts->assigned[i])
            return eval_error(&in->v, t->start_at, "the start gives no value for '%s'",
                              t->cells[i].label);
    return 0;
}

static int too_many_starts(interp *in)
{
    return eval_error(&in->v, in->tree->start_at, "there are more than %s starts",
                      WGCQ_GROUPED(STARTS_MOST));
}

static int hand_over_starts(interp *in)
{
    start_builder *s = in->starts;
    int code = s->take(s->take_self, in->out);
    s->taken += in->out->count;
    in->out->count = 0;
    return code;
}

static int add_distinct_start(interp *in)
{
    const bool distinct = !in->tree->start_step_count; /* a mapping makes no start twice */
    batch *out = in->out;
    size_t words = in->tree->words, at = out->count;
    assert(out->words == words);
    if (!batch_reserve(out, 1))
        return error_set_memory(in->v.err);
    memcpy(out->state + at * words, in->state, words * sizeof *out->state);
    out->lane[at] = out->move[at] = 0;
    size_t same = distinct ? at : dedup_find(&in->starts->distinct, &dedup_states, out, at);
    if (same == SIZE_MAX)
        return error_set_memory(in->v.err);
    if (same < at)
        return 0;
    if (in->starts->taken + at >= STARTS_MOST)
        return too_many_starts(in);
    out->count++;
    in->v.steps = 0; /* the limit is on the steps between two distinct starts */
    return in->starts->take && distinct && out->count == MODEL_BATCH ? hand_over_starts(in) : 0;
}

/* in->state is a start, unless it breaks a rule. */
static int try_start(interp *in)
{
    start_builder *s = in->starts;
    int broken;
    s->complete = true;
    s->tried++;
    int code = eval_step(&in->v, in->tree->start_at);
    code = code ? code : interp_first_broken_rule(&broken, in);
    if (code)
        return code;
    s->complete = false;
    if (broken < 0)
        return add_distinct_start(in);
    s->broken_by[broken]++;
    in->v.steps += BROKEN_START_STEPS;
    return 0;
}

int initial_state_add(interp *in)
{
    int code = check_all_assigned(in);
    return code ? code : try_start(in);
}

/* ---- a mapping -------------------------------------------------------------------------- */

typedef struct start_assignment {
    interp *in;
    const assignment *a;
    bool *any; /* [cells] its last assignment was `any` */
} start_assignment;

static int assign_start_value(void *self)
{
    const start_assignment *g = self;
    interp *in = g->in;
    bool applies;
    size_t number = 0;
    int64_t value;
    int code = assign_target(&applies, &number, in, g->a);
    if (code || !applies)
        return code;
    g->any[number] = !g->a->value;
    if (g->a->value)
        code = eval_expr(&in->v, g->a->value, &value);
    else
        value = type_value(in->tree->cells[number].type, 0);
    return code ? code : assign_cell(in, g->a, number, value);
}

/* Lists of `room` values at most, of `values` each. */
static uint64_t count_lists(uint64_t room, uint64_t values)
{
    uint64_t lists = 1;
    for (uint64_t i = 0; i < room && lists <= STARTS_MOST; i++)
        lists = values > STARTS_MOST ? values : 1 + values * lists;
    return lists;
}

/* Whether there are too many whatever is evaluated: no rule can reject any of them. */
static bool exceeds_start_limit(const interp *in)
{
    const ast *t = in->tree;
    const start_builder *s = in->starts;
    uint64_t starts = 1, room = 0;
    for (size_t i = 0; i < s->any_count && starts <= STARTS_MOST; i++) {
        const state_cell *c = &t->cells[s->any_cells[i]];
        const bool listed = is_place_of_list(c);
        const bool last = i + 1 == s->any_count || !follows_in_list(t, s->any_cells[i + 1]);
        room = listed ? room + 1 : 0;
        if (listed && !last)
            continue;
        uint64_t values = listed ? count_lists(room, c->type->count - 1) : c->type->count;
        starts = values > STARTS_MOST ? values : starts * values;
        room = 0;
    }
    return starts > STARTS_MOST && !t->state_rule_count;
}

/* One start for every combination of values; the last cell varies fastest. */
static int enumerate_any(interp *in)
{
    uint64_t *at = calloc(in->starts->any_count + 1, sizeof *at);
    int code = at ? 0 : error_set_memory(in->v.err);
    do
        code = code ? code : try_start(in);
    while (!code && assign_next_any(in, 0, at));
    free(at);
    return code;
}

static int assign_start_values(interp *in, bool *any)
{
    int code = 0;
    for (size_t i = 0; i < in->tree->start_count && !code; i++) {
        start_assignment g = {in, &in->tree->start[i], any};
        code = assign_for_each(in, g.a, assign_start_value, &g);
    }
    return code ? code : check_all_assigned(in);
}

static int note_any_cells(start_builder *s, const bool *any, size_t cells)
{
    for (size_t i = 0; i < cells; i++) {
        if (!any[i])
            continue;
        if (!array_reserve(&s->any_cells, &s->any_room, s->any_count + 1, sizeof *s->any_cells))
            return WGCQ_EMEMORY;
        s->any_cells[s->any_count++] = i;
    }
    return 0;
}

static int starts_from_mapping(interp *in)
{
    const size_t cells = in->tree->cell_count;
    bool *any = calloc(cells + 1, sizeof *any);
    int code = any ? assign_start_values(in, any) : error_set_memory(in->v.err);
    if (!code && note_any_cells(in->starts, any, cells))
        code = error_set_memory(in->v.err);
    if (!code)
        code = exceeds_start_limit(in) ? too_many_starts(in) : enumerate_any(in);
    free(any);
    return code;
}

/* ---- all starts ---------------------------------------------------------------------------- */

/* "2 rejected by 'a', 1 rejected by 'b'" */
static void format_broken_rules(interp *in, strbuf *out)
{
    for (size_t i = 0; i < in->tree->state_rule_count; i++)
        if (in->starts->broken_by[i])
            strbuf_printf(out, "%s%s rejected by '%s'", out->length ? ", " : "",
                          WGCQ_GROUPED(in->starts->broken_by[i]), in->tree->rules[i].name);
}

/* Every start was rejected: the error counts the rule that each broke first. */
static int no_start_error(interp *in)
{
    const start_builder *s = in->starts;
    source_span at = in->tree->start_at;
    size_t first = 0;
    if (!s->tried)
        return eval_error(&in->v, at, "there is no start");
    while (!s->broken_by[first])
        first++;
    if (s->broken_by[first] == s->tried)
        return eval_error(&in->v, at, "no start is left: %s is rejected by '%s'",
                          s->tried == 1 ? "the only one" : "every one",
                          in->tree->rules[first].name);
    strbuf all = {0};
    format_broken_rules(in, &all);
    int code = all.failed ? error_set_memory(in->v.err)
                          : eval_error(&in->v, at, "no start is left: %s", strbuf_string(&all));
    strbuf_free(&all);
    return code;
}

static int enumerate_starts(interp *in)
{
    const ast *t = in->tree;
    const start_builder *s = in->starts;
    size_t before = in->out->count;
    memset(in->state, 0, t->words * sizeof *in->state);
    memset(in->costs, 0, t->cost_count * sizeof *in->costs);
    in->v.assigned = in->starts->assigned;
    int code = t->start_step_count ? interp_run_steps(in, t->start_steps, t->start_step_count)
                                   : starts_from_mapping(in);
    if (code < 0)
        return code;
    if (s->taken + in->out->count == before)
        return no_start_error(in);
    return s->take && in->out->count ? hand_over_starts(in) : 0;
}

int interp_make_starts(interp *in, batch *out, interp_take_starts take, void *self, wgcq_error *err)
{
    const ast *t = in->tree;
    start_builder s = {.assigned = calloc(t->cell_count + 1, sizeof *s.assigned),
                       .assigned_before = calloc(t->cell_count + 1, sizeof *s.assigned_before),
                       .trail = calloc(t->cell_count + 1, sizeof *s.trail),
                       .broken_by = calloc(t->rule_count + 1, sizeof *s.broken_by),
                       .take = take,
                       .take_self = self};
    out->words = t->words;
    out->costs = (unsigned)t->cost_count;
    interp_begin(in, NULL);
    int code = interp_prepare(in);
    if (!code && (!s.assigned || !s.assigned_before || !s.trail || !s.broken_by))
        code = error_set_memory(in->v.err);
    if (!code) {
        interp_begin(in, in->state);
        in->v.budget = out->budget;
        in->starts = &s;
        in->out = out;
        code = enumerate_starts(in);
    }
    code = interp_end(in, code, err);
    in->starts = NULL;
    in->v.assigned = NULL;
    free(s.assigned);
    free(s.assigned_before);
    free(s.trail);
    free(s.broken_by);
    free(s.any_cells);
    dedup_free(&s.distinct);
    return code;
}

int interp_initial_states(interp *in, batch *out, wgcq_error *err)
{
    return interp_make_starts(in, out, NULL, NULL, err);
}

int interp_hand_over_starts(interp *in, interp_take_starts take, void *self, wgcq_error *err)
{
    batch few = {0};
    int code = interp_make_starts(in, &few, take, self, err);
    batch_free(&few);
    return code;
}
