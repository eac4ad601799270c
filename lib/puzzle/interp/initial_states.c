/*
 * initial_states.c - where journeys begin: a mapping of values, `any` among them, or a journey of
 * its own.
 *
 * Each start comes once; one that breaks a rule is none.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/interp/interp_internal.h"

static const uint64_t STARTS_MOST = 50000000;
enum { TRYING = 20 }; /* what a start that is none costs, in steps of the evaluator */

/* ---- a start is there --------------------------------------------------------------- */

static int all_given(interp *by)
{
    const ast *t = by->of;
    for (size_t i = 0; i < t->cell_count; i++)
        if (!by->initial_states->given[i])
            return eval_error(&by->v, t->start_at, "the start gives no value for '%s'",
                              t->cells[i].said);
    return 0;
}

static int too_many(interp *by)
{
    return eval_error(&by->v, by->of->start_at, "there are more than %" PRIu64 " starts",
                      STARTS_MOST);
}

static int keep(interp *by)
{
    batch *out = by->out;
    size_t words = by->of->words, at = out->count;
    if (!batch_reserve(out, 1))
        return error_set_memory(by->v.err);
    memcpy(out->state + at * words, by->state, words * sizeof *out->state);
    out->lane[at] = out->move[at] = 0;
    /* a mapping makes each but once by itself */
    size_t same =
        by->of->start_step_count ? dedup_find(&by->initial_states->kept, &once_state, out, at) : at;
    if (same == SIZE_MAX)
        return error_set_memory(by->v.err);
    if (same < at)
        return 0;
    if (at >= STARTS_MOST)
        return too_many(by);
    out->count++;
    by->v.steps = 0; /* of starts that differ there may be many */
    return 0;
}

/* by->state is a start, unless it breaks a rule. */
static int try_start(interp *by)
{
    initial_states *s = by->initial_states;
    int broken;
    s->whole = true;
    s->tried++;
    int code = eval_step(&by->v, by->of->start_at);
    if (!code)
        code = interp_broken_rule(&broken, by);
    if (code)
        return code;
    s->whole = false;
    if (broken < 0)
        return keep(by);
    s->broken[broken]++;
    by->v.steps += TRYING;
    return 0;
}

int initial_state_add(interp *by)
{
    int code = all_given(by);
    return code ? code : try_start(by);
}

/* ---- a mapping -------------------------------------------------------------------------- */

typedef struct giving {
    interp *by;
    const assignment *a;
    bool *any; /* [cells] the last word on it was `any` */
} giving;

static int give(void *self)
{
    const giving *g = self;
    interp *by = g->by;
    bool applies;
    size_t number = 0;
    int64_t value;
    int code = assign_target(&applies, &number, by, g->a);
    if (code || !applies)
        return code;
    g->any[number] = !g->a->value;
    if (g->a->value)
        code = eval_expr(&by->v, g->a->value, &value);
    else
        value = type_value(by->of->cells[number].of, 0);
    return code ? code : assign_cell(by, g->a, number, value);
}

typedef struct wheel { /* a cell that takes every value */
    size_t cell;
    uint64_t at;
} wheel;

/* Whether they are too many to begin with: no rule can leave any out. */
static bool are_too_many(const ast *t, const wheel *wheels, size_t count)
{
    uint64_t starts = 1;
    for (size_t i = 0; i < count && starts <= STARTS_MOST; i++) {
        uint64_t values = t->cells[wheels[i].cell].of->count;
        starts = values > STARTS_MOST ? values : starts * values;
    }
    return starts > STARTS_MOST && !t->state_rule_count;
}

/* One start for every combination of values, the last cell fastest. */
static int turn(interp *by, wheel *wheels, size_t count)
{
    const ast *t = by->of;
    for (;;) {
        int code = try_start(by);
        size_t i = count;
        while (i && wheels[i - 1].at + 1 == t->cells[wheels[i - 1].cell].of->count)
            i--;
        if (code || !i)
            return code;
        wheels[i - 1].at++;
        for (size_t k = i; k < count; k++)
            wheels[k].at = 0;
        for (size_t k = i - 1; k < count; k++)
            eval_write(t, by->state, wheels[k].cell,
                       type_value(t->cells[wheels[k].cell].of, wheels[k].at));
    }
}

static int give_all(interp *by, bool *any)
{
    int code = 0;
    for (size_t i = 0; i < by->of->start_count && !code; i++) {
        giving g = {by, &by->of->start[i], any};
        code = assign_each(by, g.a, give, &g);
    }
    return code ? code : all_given(by);
}

static int from_mapping(interp *by)
{
    size_t cells = by->of->cell_count, count = 0;
    bool *any = calloc(cells + 1, sizeof *any);
    wheel *wheels = calloc(cells + 1, sizeof *wheels);
    int code = any && wheels ? give_all(by, any) : error_set_memory(by->v.err);
    for (size_t i = 0; !code && i < cells; i++)
        if (any[i])
            wheels[count++].cell = i;
    if (!code)
        code = are_too_many(by->of, wheels, count) ? too_many(by) : turn(by, wheels, count);
    free(any);
    free(wheels);
    return code;
}

/* ---- all of them ---------------------------------------------------------------------------- */

/* "2 break 'a', 1 breaks 'b'" */
static void spell_broken(interp *by, strbuf *out)
{
    for (size_t i = 0; i < by->of->state_rule_count; i++) {
        uint64_t broke = by->initial_states->broken[i];
        if (broke)
            strbuf_printf(out, "%s%" PRIu64 " %s '%s'", out->length ? ", " : "", broke,
                          broke == 1 ? "breaks" : "break", by->of->rules[i].name);
    }
}

/* Nothing is left: which rule each broke first. */
static int none_left(interp *by)
{
    const initial_states *s = by->initial_states;
    place at = by->of->start_at;
    size_t one = 0;
    if (!s->tried)
        return eval_error(&by->v, at, "there is no start");
    while (!s->broken[one])
        one++;
    if (s->broken[one] == s->tried)
        return eval_error(&by->v, at, "no start is left: %s breaks a rule, '%s' the first",
                          s->tried == 1 ? "the only one" : "every one", by->of->rules[one].name);
    strbuf all = {0};
    spell_broken(by, &all);
    int code = all.failed ? error_set_memory(by->v.err)
                          : eval_error(&by->v, at, "no start is left: %s", strbuf_string(&all));
    strbuf_free(&all);
    return code;
}

static int tell_starts(interp *by)
{
    const ast *t = by->of;
    size_t before = by->out->count;
    memset(by->state, 0, t->words * sizeof *by->state);
    memset(by->costs, 0, t->cost_count * sizeof *by->costs);
    by->v.given = by->initial_states->given;
    int code = t->start_step_count ? interp_journey(by, t->start_steps, t->start_step_count)
                                   : from_mapping(by);
    if (code < 0)
        return code;
    return by->out->count == before ? none_left(by) : 0;
}

int interp_initial_states(interp *by, batch *out, wgcq_error *err)
{
    const ast *t = by->of;
    initial_states s = {.given = calloc(t->cell_count + 1, sizeof *s.given),
                        .given_before = calloc(t->cell_count + 1, sizeof *s.given_before),
                        .trail = calloc(t->cell_count + 1, sizeof *s.trail),
                        .broken = calloc(t->rule_count + 1, sizeof *s.broken)};
    out->words = t->words;
    out->costs = (unsigned)t->cost_count;
    interp_begin(by, NULL);
    int code = interp_prepare(by);
    if (!code && (!s.given || !s.given_before || !s.trail || !s.broken))
        code = error_set_memory(by->v.err);
    if (!code) {
        interp_begin(by, by->state);
        by->v.may = out->budget;
        by->initial_states = &s;
        by->out = out;
        code = tell_starts(by);
    }
    code = interp_end(by, code, err);
    by->initial_states = NULL;
    by->v.given = NULL;
    free(s.given);
    free(s.given_before);
    free(s.trail);
    free(s.broken);
    free(s.any);
    dedup_free(&s.kept);
    return code;
}
