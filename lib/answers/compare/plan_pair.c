/* plan_pair.c - in which ways two stored solutions are equal. */
#include "answers/compare/plan_pair.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static pair_answer likely_if(bool alike)
{
    return alike ? PAIR_EQUAL : PAIR_DIFFERENT;
}

static bool same_values(const stored_plan *a, const stored_plan *b, size_t step)
{
    for (size_t i = 0; i < a->fields; i++)
        if (strcmp(a->field_names[i], b->field_names[i]) != 0 ||
            strcmp(a->steps[step].values[i], b->steps[step].values[i]) != 0)
            return false;
    return a->fields || !strcmp(a->steps[step].shown, b->steps[step].shown);
}

static bool are_same(const stored_plan *a, const stored_plan *b)
{
    bool same = a->count == b->count && a->fields == b->fields;
    for (size_t k = 0; k < a->count && same; k++)
        same = same_values(a, b, k) && (!k || !strcmp(a->steps[k].move, b->steps[k].move));
    return same;
}

static int alphabetical(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Its moves' texts in alphabetical order, lent; malloc'd. */
static const char **sorted_moves(const stored_plan *s)
{
    const char **moves = malloc(s->count * sizeof *moves);
    for (size_t k = 1; moves && k < s->count; k++)
        moves[k - 1] = s->steps[k].move;
    if (moves)
        qsort(moves, s->count - 1, sizeof *moves, alphabetical);
    return moves;
}

static int compare_moves(plan_pair *out, const stored_plan *a, const stored_plan *b,
                         wgcq_error *err)
{
    const char **one = sorted_moves(a), **other = sorted_moves(b);
    bool alike = one && other && a->count == b->count;
    for (size_t k = 0; k + 1 < a->count && alike; k++)
        alike = !strcmp(one[k], other[k]);
    out->multiset = likely_if(alike);
    int code = one && other ? 0 : error_set_memory(err);
    free(one);
    free(other);
    return code;
}

int plan_pair_of(plan_pair *out, const stored_plan *a, const stored_plan *b,
                 const wgcq_monitor *monitor, wgcq_error *err)
{
    *out = (plan_pair){.same = likely_if(are_same(a, b))};
    int code = compare_moves(out, a, b, err);
    if (code)
        return code;
    if (stored_plans_share_puzzle(a, b)) {
        code = plan_pair_renamed(out, a, b, monitor, err);
        return code ? code : plan_pair_reordered(out, a, b, monitor, err);
    }
    out->symmetry = out->commuting = PAIR_UNKNOWN;
    if (!a->has_model || !b->has_model)
        out->why = "a model in C has no text in the file that says what its moves do";
    else
        out->why = "symmetry and moves that commute are of one puzzle with one set of parameters";
    return 0;
}
