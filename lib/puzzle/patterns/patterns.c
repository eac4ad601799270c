/* patterns.c - the greatest of several sums of pattern databases. */

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/cost.h"
#include "puzzle/patterns/patterns.h"

/* ---- sums ------------------------------------------------------------------------------------ */

static bool reserve_pattern(pattern_sum *s)
{
    if (s->count < s->room)
        return true;
    size_t room = s->room ? s->room * 2 : 4;
    if (!array_resize(&s->patterns, room, sizeof *s->patterns) ||
        !array_resize(&s->units, room, sizeof *s->units) ||
        !array_resize(&s->unit_counts, room, sizeof *s->unit_counts))
        return false;
    s->room = room;
    return true;
}

bool pattern_sum_add(pattern_sum *s, pattern *p, const pattern_unit *units, size_t count)
{
    pattern_unit *copy = malloc((count + 1) * sizeof *copy);
    if (!copy || !reserve_pattern(s)) {
        free(copy);
        pattern_free(p);
        return false;
    }
    memcpy(copy, units, count * sizeof *copy);
    s->patterns[s->count] = p;
    s->units[s->count] = copy;
    s->unit_counts[s->count++] = count;
    return true;
}

void pattern_sum_free(pattern_sum *s)
{
    for (size_t i = 0; i < s->count; i++) {
        pattern_free(s->patterns[i]);
        free(s->units[i]);
    }
    free(s->patterns);
    free(s->units);
    free(s->unit_counts);
    *s = (pattern_sum){0};
}

/* Sums the distances in each pattern, for PATTERNS_AT_ONCE states at most. */
static void sum_distances(int64_t *out, const pattern_sum *s, const uint64_t *states, size_t words,
                          size_t count)
{
    uint32_t distances[PATTERNS_AT_ONCE];
    memset(out, 0, count * sizeof *out);
    for (size_t k = 0; k < s->count; k++) {
        pattern_distances(distances, s->patterns[k], states, words, count);
        for (size_t i = 0; i < count; i++)
            out[i] =
                cost_add(out[i], distances[i] == PATTERN_UNREACHABLE ? COST_BEYOND : distances[i]);
    }
}

int64_t pattern_sum_estimate(const pattern_sum *s, const uint64_t *state)
{
    int64_t sum;
    sum_distances(&sum, s, state, 0, 1);
    return sum;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void estimate_some(int64_t *bound, const patterns *p, const uint64_t *states, size_t count)
{
    int64_t sums[PATTERNS_AT_ONCE];
    memset(bound, 0, count * sizeof *bound);
    for (size_t k = 0; k < PATTERN_SUMS; k++) {
        if (!p->sums[k].count)
            continue;
        sum_distances(sums, &p->sums[k], states, p->packing->words, count);
        for (size_t i = 0; i < count; i++)
            bound[i] = cost_less(bound[i], sums[i]) ? sums[i] : bound[i];
    }
}

void patterns_estimate(const patterns *p, const uint64_t *states, size_t count, int64_t *bound)
{
    for (size_t i = 0, some; i < count; i += some) {
        some = count - i < PATTERNS_AT_ONCE ? count - i : PATTERNS_AT_ONCE;
        estimate_some(bound + i, p, states + i * p->packing->words, some);
    }
}

size_t patterns_memory(const patterns *p)
{
    size_t bytes = 0;
    for (size_t i = 0; i < PATTERN_SUMS; i++)
        for (size_t k = 0; k < p->sums[i].count; k++)
            bytes += pattern_memory(p->sums[i].patterns[k]);
    return bytes;
}

void patterns_free(patterns *p)
{
    for (size_t i = 0; p && i < PATTERN_SUMS; i++)
        pattern_sum_free(&p->sums[i]);
    free(p);
}

/* ---- in words -------------------------------------------------------------------------------- */

static void describe_unit(const packing *p, const pattern_unit *u, strbuf *out)
{
    const kind of = u->variable->type->kind;
    if (u->whole)
        strbuf_printf(out, "%s", p->tree->cells[u->cell].label);
    else
        label_format_value(out, of, u->bits + p->tree->cells[u->variable->first].low);
}

/* at: 1 2 3 4, y */
static void describe_units(const packing *p, const pattern_unit *units, size_t count, strbuf *out)
{
    for (size_t i = 0; i < count; i++) {
        bool goes_on = i && !units[i].whole && !units[i - 1].whole &&
                       units[i].variable == units[i - 1].variable;
        if (i)
            strbuf_printf(out, goes_on ? " " : ", ");
        if (!goes_on && !units[i].whole)
            strbuf_printf(out, "%s: ", units[i].variable->name);
        describe_unit(p, &units[i], out);
    }
}

static void describe_sum(const packing *p, const pattern_sum *s, strbuf *out)
{
    for (size_t i = 0; i < s->count; i++) {
        strbuf_printf(out, i ? " + (" : "(");
        describe_units(p, s->units[i], s->unit_counts[i], out);
        strbuf_printf(out, ")");
    }
}

void patterns_describe(const patterns *p, strbuf *out)
{
    bool any = false;
    for (size_t i = 0; i < PATTERN_SUMS; i++) {
        if (!p->sums[i].count)
            continue;
        strbuf_printf(out, any ? "; " : "");
        describe_sum(p->packing, &p->sums[i], out);
        any = true;
    }
}
