/*
 * compare.c - stored solutions side by side, step by step: where they part, and where they meet.
 *
 * They are lined up at the states that all of them visit, as many as stand in one order in all;
 * what lies between two such states stands side by side.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/listing.h"
#include "answers/lookup.h"
#include "answers/questions.h"
#include "base/fault.h"

typedef struct told_step {
    uint32_t state;     /* its number among all states shown */
    char *move, *shown; /* move: "" at the start             */
    int64_t *spent;     /* moves, then the costs             */
} told_step;

typedef struct side {
    const wgcq_chosen *of;
    told_step *steps;
    size_t count, costs; /* costs: columns behind `shown`, moves the first */
} side;

typedef struct comparing {
    side *sides;
    size_t count;
    lookup states;
    char **cost_names; /* of the first */
    wgcq_error *err;
} comparing;

/* ---- reading ------------------------------------------------------------------------------- */

static bool push(side *s, told_step step)
{
    told_step *steps = realloc(s->steps, (s->count + 1) * sizeof *steps);
    if (!steps)
        return false;
    s->steps = steps;
    s->steps[s->count++] = step;
    return step.move && step.shown && step.spent && step.state;
}

static int read_side(comparing *c, side *s)
{
    wgcq_rows *rows = NULL;
    int code = wgcq_show(&rows, s->of->trace, s->of->solution, c->err);
    if (code)
        return code;
    s->costs = wgcq_rows_columns(rows) - 3;
    if (!c->cost_names && !(c->cost_names = calloc(s->costs + 1, sizeof *c->cost_names)))
        code = fault_memory(c->err);
    for (size_t k = 0; !code && s == c->sides && k < s->costs; k++)
        if (!(c->cost_names[k] = strdup(wgcq_rows_name(rows, 3 + k))))
            code = fault_memory(c->err);
    while (!code && (code = wgcq_rows_next(rows, c->err)) == 0) {
        told_step step = {.move = strdup(wgcq_rows_text(rows, 1)),
                          .shown = strdup(wgcq_rows_text(rows, 2)),
                          .spent = calloc(s->costs + 1, sizeof *step.spent)};
        step.state = lookup_add(&c->states, wgcq_rows_text(rows, 2));
        for (size_t k = 0; k < s->costs && step.spent; k++)
            step.spent[k] = wgcq_rows_integer(rows, 3 + k);
        if (!push(s, step))
            code = fault_memory(c->err);
    }
    wgcq_rows_free(rows);
    if (code == WGCQ_DONE && !s->count)
        return fault(c->err, WGCQ_EREQUEST, "there is no solution %" PRId64, s->of->solution);
    if (code == WGCQ_DONE && s->costs != c->sides->costs)
        return fault(c->err, WGCQ_EREQUEST, "the puzzles have different costs");
    return code == WGCQ_DONE ? 0 : code;
}

static void close_comparing(comparing *c)
{
    for (size_t i = 0; c->sides && i < c->count; i++) {
        for (size_t k = 0; k < c->sides[i].count; k++) {
            free(c->sides[i].steps[k].move);
            free(c->sides[i].steps[k].shown);
            free(c->sides[i].steps[k].spent);
        }
        free(c->sides[i].steps);
    }
    for (size_t k = 0; c->cost_names && k < c->sides->costs; k++)
        free(c->cost_names[k]);
    free(c->cost_names);
    free(c->sides);
    lookup_free(&c->states);
}

/* ---- lining up ------------------------------------------------------------------------------- */

/* at[i * count + k]: where side k visits the i-th common state, in the order of the first side. */
typedef struct line_up {
    size_t *at, count, common;
} line_up;

static size_t find(const side *s, uint32_t state)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->steps[i].state == state)
            return i;
    return SIZE_MAX;
}

static bool find_common(const comparing *c, line_up *l)
{
    l->at = malloc((c->sides->count + 1) * c->count * sizeof *l->at);
    for (size_t i = 0; l->at && i < c->sides->count; i++) {
        size_t *row = l->at + l->common * c->count;
        bool all = true;
        for (size_t k = 0; k < c->count && all; k++) {
            row[k] = k ? find(&c->sides[k], c->sides->steps[i].state) : i;
            all = row[k] != SIZE_MAX;
        }
        l->common += all;
    }
    return l->at != NULL;
}

static bool follows(const line_up *l, size_t sides, size_t before, size_t after)
{
    for (size_t k = 0; k < sides; k++)
        if (l->at[before * sides + k] >= l->at[after * sides + k])
            return false;
    return true;
}

/* Keeps the longest chain of common states that all sides visit in one order. */
static bool chain(const comparing *c, line_up *l)
{
    size_t n = l->common, best = SIZE_MAX;
    size_t *length = calloc(n + 1, sizeof *length), *before = calloc(n + 1, sizeof *before);
    for (size_t i = 0; length && before && i < n; i++) {
        length[i] = 1;
        before[i] = SIZE_MAX;
        for (size_t j = 0; j < i; j++)
            if (length[j] + 1 > length[i] && follows(l, c->count, j, i)) {
                length[i] = length[j] + 1;
                before[i] = j;
            }
        if (best == SIZE_MAX || length[i] > length[best])
            best = i;
    }
    bool fine = length && before;
    size_t *kept = fine && best != SIZE_MAX ? malloc(length[best] * c->count * sizeof *kept) : NULL;
    for (size_t i = best; kept && i != SIZE_MAX; i = before[i])
        memcpy(kept + (length[i] - 1) * c->count, l->at + i * c->count, c->count * sizeof *kept);
    fine = fine && (kept || best == SIZE_MAX);
    l->count = kept ? length[best] : 0;
    free(length);
    free(before);
    free(l->at);
    l->at = kept;
    return fine;
}

/* ---- steps as rows ------------------------------------------------------------------------------
 */

static listing *new_steps(const comparing *c)
{
    size_t columns = 1 + 3 * c->count;
    const char **names = calloc(columns, sizeof *names);
    text all = {0};
    size_t *at = calloc(columns, sizeof *at);
    listing *l = NULL;
    for (size_t k = 0; at && k < c->count; k++)
        for (size_t j = 0; j < 3; j++) {
            static const char *const kinds[] = {"step", "move", "state"};
            at[1 + 3 * k + j] = all.length;
            text_printf(&all, "%s %s", kinds[j], c->sides[k].of->label);
            text_char(&all, '\0');
        }
    if (names && at && !all.failed) {
        names[0] = "where";
        for (size_t i = 1; i < columns; i++)
            names[i] = all.bytes + at[i];
        l = listing_new(columns, names);
    }
    free(names);
    free(at);
    text_free(&all);
    return l;
}

static void put_side(listing *l, const side *s, size_t at, size_t end)
{
    if (at >= end) {
        listing_null(l);
        listing_null(l);
        listing_null(l);
        return;
    }
    listing_integer(l, (int64_t)at);
    listing_text(l, at ? s->steps[at].move : NULL);
    listing_text(l, s->steps[at].shown);
}

static void put_row(const comparing *c, listing *l, const char *where, const size_t *at,
                    const size_t *end, size_t further)
{
    listing_text(l, where);
    for (size_t k = 0; k < c->count; k++)
        put_side(l, &c->sides[k], at[k] + further, end ? end[k] : SIZE_MAX);
}

/* Was the step to a common state the same move from the common state before it? */
static bool same_move(const comparing *c, const size_t *at)
{
    for (size_t k = 1; k < c->count; k++)
        if (strcmp(c->sides[k].steps[at[k]].move, c->sides->steps[at[0]].move) != 0)
            return false;
    return true;
}

static void put_steps(const comparing *c, const line_up *u, listing *l)
{
    size_t *from = calloc(2 * c->count, sizeof *from), *end = from ? from + c->count : NULL;
    for (size_t i = 0; from && i <= u->count; i++) {
        const size_t *here = i < u->count ? u->at + i * c->count : NULL;
        size_t most = 0;
        for (size_t k = 0; k < c->count; k++) {
            end[k] = here ? here[k] : c->sides[k].count;
            most = end[k] - from[k] > most ? end[k] - from[k] : most;
        }
        for (size_t j = 0; j < most; j++)
            put_row(c, l, j ? "apart" : "part", from, end, j);
        if (here)
            put_row(c, l,
                    most                 ? "meet"
                    : same_move(c, here) ? "together"
                                         : "same state",
                    here, NULL, 0);
        for (size_t k = 0; k < c->count; k++)
            from[k] = end[k] + 1;
    }
    free(from);
}

/* ---- the summary
 * ---------------------------------------------------------------------------------- */

static bool makes(const side *s, const char *move)
{
    for (size_t i = 1; i < s->count; i++)
        if (!strcmp(s->steps[i].move, move))
            return true;
    return false;
}

/* The moves that only side k makes, "; " between them, each once. */
static void only_here(const comparing *c, size_t k, text *out)
{
    const side *s = &c->sides[k];
    text_clear(out);
    for (size_t i = 1; i < s->count; i++) {
        bool elsewhere = false, earlier = false;
        for (size_t j = 0; j < c->count && !elsewhere; j++)
            elsewhere = j != k && makes(&c->sides[j], s->steps[i].move);
        for (size_t j = 1; j < i && !earlier; j++)
            earlier = !strcmp(s->steps[j].move, s->steps[i].move);
        if (!elsewhere && !earlier)
            text_printf(out, "%s%s", out->length ? "; " : "", s->steps[i].move);
    }
}

/* A row a solution: length, each cost and how much more than the first's, what is its own. */
static listing *summarize(const comparing *c, size_t common)
{
    size_t costs = c->sides->costs, columns = 4 + 2 * costs;
    const char **names = calloc(columns, sizeof *names);
    char(*more)[80] = calloc(costs + 1, sizeof *more);
    listing *l = NULL;
    text line = {0};
    if (names && more) {
        names[0] = "solution";
        for (size_t k = 0; k < costs; k++) {
            names[1 + 2 * k] = c->cost_names[k];
            snprintf(more[k], sizeof more[k], "%s more", c->cost_names[k]);
            names[2 + 2 * k] = more[k];
        }
        names[columns - 3] = "states";
        names[columns - 2] = "in common";
        names[columns - 1] = "moves only here";
        l = listing_new(columns, names);
    }
    for (size_t i = 0; l && i < c->count; i++) {
        const side *s = &c->sides[i];
        listing_text(l, s->of->label);
        for (size_t k = 0; k < costs; k++) {
            int64_t spent = s->steps[s->count - 1].spent[k];
            listing_integer(l, spent);
            listing_integer(l, spent - c->sides->steps[c->sides->count - 1].spent[k]);
        }
        listing_integer(l, (int64_t)s->count);
        listing_integer(l, (int64_t)common);
        only_here(c, i, &line);
        listing_text(l, line.length ? text_string(&line) : NULL);
    }
    free(names);
    free(more);
    text_free(&line);
    return l;
}

int questions_compare(wgcq_rows **steps, wgcq_rows **summary, const wgcq_chosen *chosen,
                      size_t count, wgcq_error *err)
{
    comparing c = {.count = count, .states = lookup_of_texts(), .err = err};
    line_up u = {0};
    listing *rows = NULL, *sums = NULL;
    c.sides = calloc(count + 1, sizeof *c.sides);
    int code = c.sides ? 0 : fault_memory(err);
    for (size_t i = 0; i < count && !code; i++) {
        c.sides[i].of = &chosen[i];
        code = read_side(&c, &c.sides[i]);
    }
    if (!code && !find_common(&c, &u))
        code = fault_memory(err);
    size_t common = u.common;
    if (!code && (!chain(&c, &u) || !(rows = new_steps(&c)) || !(sums = summarize(&c, common))))
        code = fault_memory(err);
    if (!code) {
        put_steps(&c, &u, rows);
        code = listing_give(steps, rows, NULL, true, err);
        rows = NULL;
    }
    if (!code) {
        code = listing_give(summary, sums, NULL, true, err);
        if (code)
            wgcq_rows_free(*steps);
        sums = NULL;
    }
    listing_free(rows);
    listing_free(sums);
    free(u.at);
    close_comparing(&c);
    return code;
}
