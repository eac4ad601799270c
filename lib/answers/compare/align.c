/*
 * align.c - solutions aligned step by step: where they part, and where they meet.
 *
 * They are aligned at states that all of them visit, at the longest chain of these that has the
 * same order in all; the steps between two such states are put side by side.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "answers/compare/comparison.h"
#include "base/array.h"
#include "base/error.h"

/* at[i * count + k]: where side k visits the i-th common state, in the order of the first side. */
typedef struct alignment {
    size_t *at, count;
} alignment;

size_t comparison_step(const stored_plan *s, uint32_t state)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->steps[i].state == state)
            return i;
    return SIZE_MAX;
}

static bool find_common(const plan_comparison *c, alignment *l)
{
    l->at = malloc((c->sides->count + 1) * c->count * sizeof *l->at);
    for (size_t i = 0; l->at && i < c->sides->count; i++) {
        size_t *row = l->at + l->count * c->count;
        bool all = true;
        for (size_t k = 0; k < c->count && all; k++) {
            row[k] = k ? comparison_step(&c->sides[k], c->sides->steps[i].state) : i;
            all = row[k] != SIZE_MAX;
        }
        l->count += all;
    }
    return l->at != NULL;
}

static bool follows(const alignment *l, size_t sides, size_t before, size_t after)
{
    assert(before < after && after < l->count);
    for (size_t k = 0; k < sides; k++)
        if (l->at[before * sides + k] >= l->at[after * sides + k])
            return false;
    return true;
}

/* Keeps the longest chain of common states that all sides visit in one order. */
static bool keep_longest_chain(const plan_comparison *c, alignment *l)
{
    size_t n = l->count, best = SIZE_MAX;
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
    FREE_EACH(length, before, l->at);
    l->at = kept;
    return fine;
}

/* ---- rows --------------------------------------------------------------------------------- */

static row_table *new_steps(const plan_comparison *c)
{
    static const char *const before[] = {"where"}, *const after[] = {"differs"};
    static const char *const kinds[] = {"step", "move", "state", NULL};
    return comparison_table(
        c, &(cursor_names){.before = before, .before_count = 1, .after = after, .after_count = 1},
        kinds);
}

static void put_side(row_table *l, const stored_plan *s, size_t at, size_t end)
{
    if (at >= end) {
        row_table_null(l);
        row_table_null(l);
        row_table_null(l);
        return;
    }
    row_table_integer(l, (int64_t)at);
    row_table_text(l, s->steps[at].move);
    row_table_text(l, s->steps[at].shown);
}

static const char *value_at_step(const stored_plan *s, size_t at, const char *name)
{
    assert(at < s->count);
    return s->steps[at].values[stored_plan_field(s, name)];
}

static bool values_agree(const plan_comparison *c, const size_t *at, size_t offset,
                         const char *name)
{
    const char *first = value_at_step(c->sides, at[0] + offset, name);
    for (size_t k = 1; k < c->count; k++)
        if (strcmp(value_at_step(&c->sides[k], at[k] + offset, name), first) != 0)
            return false;
    return true;
}

/* The shared variables in which the states of this row differ: "name=here|there". */
static void put_differs(const plan_comparison *c, row_table *l, const size_t *at, const size_t *end,
                        size_t offset)
{
    strbuf line = {0};
    for (size_t k = 0; k < c->count; k++)
        if (end && at[k] + offset >= end[k]) {
            row_table_null(l);
            return;
        }
    for (size_t i = 0; i < c->shared_count; i++) {
        const char *name = c->shared[i];
        if (values_agree(c, at, offset, name))
            continue;
        strbuf_printf(&line, "%s%s=", line.length ? " " : "", name);
        for (size_t k = 0; k < c->count; k++)
            strbuf_printf(&line, "%s%s", k ? "|" : "",
                          value_at_step(&c->sides[k], at[k] + offset, name));
    }
    row_table_strbuf_or_null(l, &line);
    strbuf_free(&line);
}

static void put_aligned_row(const plan_comparison *c, row_table *l, const char *where,
                            const size_t *at, const size_t *end, size_t offset)
{
    row_table_text(l, where);
    for (size_t k = 0; k < c->count; k++)
        put_side(l, &c->sides[k], at[k] + offset, end ? end[k] : SIZE_MAX);
    put_differs(c, l, at, end, offset);
}

/* Was the step to a common state the same move from the common state before it? */
static bool same_move(const plan_comparison *c, const size_t *at)
{
    bool start = true;
    for (size_t k = 0; k < c->count; k++)
        start = start && !at[k];
    for (size_t k = 1; k < c->count && !start; k++)
        if (!at[k] || !at[0] ||
            strcmp(c->sides[k].steps[at[k]].move, c->sides->steps[at[0]].move) != 0)
            return false;
    return true;
}

static bool put_steps(const plan_comparison *c, const alignment *u, row_table *l)
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
            put_aligned_row(c, l, j ? "apart" : "part", from, end, j);
        if (here)
            put_aligned_row(c, l,
                            most                 ? "meet"
                            : same_move(c, here) ? "together"
                                                 : "same state",
                            here, NULL, 0);
        for (size_t k = 0; k < c->count; k++)
            from[k] = end[k] + 1;
    }
    bool fine = from != NULL;
    free(from);
    return fine;
}

row_table *align_steps(const plan_comparison *c, int *code)
{
    alignment u = {0};
    row_table *l = NULL;
    bool fine = find_common(c, &u) && keep_longest_chain(c, &u) && (l = new_steps(c)) &&
                put_steps(c, &u, l);
    free(u.at);
    if (fine)
        return l;
    row_table_free(l);
    *code = error_set_memory(c->err);
    return NULL;
}
