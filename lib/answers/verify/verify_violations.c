/*
 * verify_violations.c - stored violations against the reference: none missing, none invented; and
 * the figures of each invariant.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answers/verify/verifier.h"
#include "base/array.h"
#include "base/error.h"

typedef struct violation_check {
    verification *v;
    size_t count;        /* of invariants, with `deadlock`                                  */
    uint8_t *stored;     /* [(states + 1) * count] the file says so                         */
    bool *broken;        /* [count] in one state                                            */
    uint64_t *states;    /* [count] that violate it                                         */
    uint32_t *least;     /* [count] depth of the nearest; NEVER: none                       */
    uint32_t open_depth; /* of an incomplete run, the least of a state that may have exits */
} violation_check;

static const char *invariant_name(const violation_check *c, size_t i)
{
    const wgcq_model *m = c->v->reference.model;
    assert(i < c->count);
    return i < m->invariant_count ? m->invariants[i] : "deadlock";
}

/* ---- the stored rows ---------------------------------------------------------------------- */

static int note_stored(void *self, const wgcq_rows *row, wgcq_error *err)
{
    violation_check *c = self;
    verification *v = c->v;
    const int64_t state = wgcq_rows_integer(row, 0), invariant = wgcq_rows_integer(row, 1);
    (void)err;
    if (state < 1 || state > v->g->states) {
        verify_differs(v, "a violation is of state %" PRId64 ", which does not exist", state);
        return 0;
    }
    if (invariant < 0 || (uint64_t)invariant >= c->count) {
        verify_differs(v, "state %" PRId64 " violates invariant %" PRId64 ", which does not exist",
                       state, invariant);
        return 0;
    }
    uint8_t *stored = &c->stored[(size_t)state * c->count + (size_t)invariant];
    if (*stored)
        verify_differs(v, "state %" PRId64 " is stored twice as violating '%s'", state,
                       invariant_name(c, (size_t)invariant));
    *stored = 1;
    return 0;
}

static int read_stored(violation_check *c)
{
    verification *v = c->v;
    return trace_each_row(v->trace, note_stored, c, v->err,
                          "SELECT state,invariant FROM violation_#");
}

/* ---- state by state ----------------------------------------------------------------------- */

static void compare_violation(violation_check *c, uint32_t s, size_t i, bool broken, bool certain)
{
    verification *v = c->v;
    bool stored = c->stored[(size_t)s * c->count + i];
    v->checked += broken;
    if (broken && stored) {
        c->states[i]++;
        c->least[i] = v->depth[s] < c->least[i] ? v->depth[s] : c->least[i];
    }
    if (broken == stored || (broken && !certain))
        return;
    verify_differs(v,
                   stored ? "%s is stored as violating '%s', and it does not"
                          : "%s violates '%s', and that is not stored",
                   verify_state_name(v, s), invariant_name(c, i));
}

/* A state that an incomplete run did not expand was not seen to have no successor. */
static void compare_deadlock(violation_check *c, uint32_t s)
{
    const verification *v = c->v;
    const derived_graph *d = &v->derived;
    bool stuck = derived_row(d, s) == derived_row(d, s + (size_t)1) &&
                 !(d->marks[s] & (MARK_GOAL | MARK_END | MARK_EXIT));
    compare_violation(c, s, c->count - 1, stuck, v->complete || s <= v->expanded);
}

static int compare_state(violation_check *c, uint32_t s)
{
    verification *v = c->v;
    const wgcq_model *m = v->reference.model;
    wgcq_error own = {0};
    int code =
        m->invariant_count
            ? m->reference.broken_invariants(v->reference.worker,
                                             v->g->state + (size_t)s * v->g->words, c->broken, &own)
            : 0;
    if (code) /* reported by verify_states as well */
        return verify_state_error(v, s, &own);
    for (size_t i = 0; i < m->invariant_count; i++)
        compare_violation(c, s, i, c->broken[i], true);
    if (m->forbids_deadlock)
        compare_deadlock(c, s);
    return verify_poll(v, s);
}

/* ---- figures ------------------------------------------------------------------------------ */

static void find_unproved_depth(violation_check *c)
{
    const verification *v = c->v;
    c->open_depth = NEVER;
    for (uint32_t s = 1; s <= v->g->states && !v->complete; s++)
        if (s > v->expanded && v->derived.marks[s] & MARK_EXIT && v->depth[s] < c->open_depth)
            c->open_depth = v->depth[s];
}

/* A stored row `name, states, length` of invariant number i. */
static void compare_figures(violation_check *c, const wgcq_rows *row, size_t i)
{
    verification *v = c->v;
    const char *name = wgcq_rows_text(row, 0);
    uint64_t states = (uint64_t)wgcq_rows_integer(row, 1);
    bool known = wgcq_rows_type(row, 2) != WGCQ_NULL;
    int64_t length = wgcq_rows_integer(row, 2);
    v->checked++;
    if (i >= c->count || strcmp(name, invariant_name(c, i)) != 0) {
        verify_differs(v, "the puzzle has no invariant '%s' in that place", name);
        return;
    }
    if (states != c->states[i] && (states != UINT64_MAX || !v->reduced || !c->states[i]))
        verify_differs(v, "the run says that %s states violate '%s', and %s do",
                       WGCQ_GROUPED(states), name, WGCQ_GROUPED(c->states[i]));
    if (known && c->least[i] == NEVER)
        verify_differs(v, "'%s' has a counterexample of %s moves, and nothing violates it", name,
                       VERIFY_GROUPED(length));
    else if (known && length != c->least[i])
        verify_differs(v, "the run says that '%s' is violated after %s moves, and it is after %s",
                       name, VERIFY_GROUPED(length), WGCQ_GROUPED(c->least[i]));
    else if (!known && c->states[i] && v->complete)
        verify_differs(v, "the run has no length of the counterexample to '%s'", name);
    else if (known && v->facts->keep <= WGCQ_TRACE_EDGES && length > (int64_t)c->open_depth + 1)
        verify_differs(v,
                       "the run was cut short, and does not prove that '%s' is violated after "
                       "%s moves",
                       name, VERIFY_GROUPED(length));
}

static int check_figures(violation_check *c)
{
    verification *v = c->v;
    wgcq_rows *rows = NULL;
    size_t i = 0;
    find_unproved_depth(c);
    int code = trace_selectf(&rows, v->trace, v->err,
                             "SELECT name,states,length FROM invariant_# ORDER BY id");
    while (!code && (code = wgcq_rows_next(rows, v->err)) == 0)
        compare_figures(c, rows, i++);
    wgcq_rows_free(rows);
    if (code == WGCQ_DONE && i != c->count)
        verify_differs(v, "the run has figures of %zu invariants, and the puzzle has %zu", i,
                       c->count);
    return code == WGCQ_DONE ? 0 : code;
}

/* ---- all of it ---------------------------------------------------------------------------- */

static bool open_check(violation_check *c)
{
    const verification *v = c->v;
    c->stored = calloc(((size_t)v->g->states + 1) * c->count, sizeof *c->stored);
    c->broken = calloc(c->count, sizeof *c->broken);
    c->states = calloc(c->count, sizeof *c->states);
    c->least = malloc(c->count * sizeof *c->least);
    for (size_t i = 0; c->least && i < c->count; i++)
        c->least[i] = NEVER;
    return c->stored && c->broken && c->states && c->least;
}

static int check_violations(violation_check *c)
{
    int code = open_check(c) ? read_stored(c) : error_set_memory(c->v->err);
    for (uint32_t s = 1; s <= c->v->g->states && !code; s++)
        code = compare_state(c, s);
    return code ? code : check_figures(c);
}

int verify_violations(verification *v)
{
    const wgcq_model *m = v->reference.model;
    violation_check c = {.v = v, .count = m->invariant_count + m->forbids_deadlock};
    if (v->rows_only || !trace_has_invariants(v->trace) || !c.count)
        return 0;
    if (!strcmp(v->facts->status, "interrupted")) {
        verify_skipped(v, "violations", "the run was interrupted before it listed them");
        return 0;
    }
    verify_begin_check(v, "violations", v->g->states);
    int code = check_violations(&c);
    if (!code)
        verify_end_check(v, "violations");
    FREE_EACH(c.stored, c.broken, c.states, c.least);
    return code;
}
