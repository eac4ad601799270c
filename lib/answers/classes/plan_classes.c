/*
 * plan_classes.c - the question `classes`: plans in classes of those that are equal in some way,
 * each with a representative.
 *
 * The plans are gathered best first, so the first of a class is its best.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/classes/equivalence.h"
#include "answers/query/plan_moves.h"
#include "answers/query/plan_rows.h"
#include "base/array.h"
#include "base/cost.h"
#include "base/error.h"
#include "base/row_table.h"
#include "base/suggest.h"
#include "graph/counts/move_classes.h"
#include "graph/counts/swap_classes.h"

typedef struct plan_classes {
    query_context *a;
    loaded_graph l;
    k_best *enumeration;
    sequence_set plans;
    union_find groups;
    uint32_t *items; /* room for one plan */
    size_t room;
    strbuf note;
    int set; /* of set_names */
    bool only_optimal;
    bool only_shortest;      /* of a tie, by the other costs                     */
    int64_t *frontier_bound; /* least cost of a plan outside of the graph; NULL: there is none */
    uint32_t shortest;       /* moves of the first */
    int64_t last_cost;       /* cost of the newest */
    bool complete;           /* no plan of the classes is missing */
    bool more;               /* some were left out, beyond the number requested */
} plan_classes;

/* ---- the question's options --------------------------------------------------------------- */

typedef int (*equality)(const equivalence_groups *of);

static const char *const equality_names[] = {"symmetry", "commuting", "moves"};
static const equality equalities[] = {equivalence_by_symmetry, equivalence_by_order,
                                      equivalence_by_moves};
/* The last one may be far larger than the others. */
static const char *const set_names[] = {"shortest", "cheapest", "all"};
enum { SHORTEST, CHEAPEST, ALL };
enum { EQUALITIES = 3, SETS = 3 };

/* The index of the word among the names; -1: none, and *err says so. */
static int read_choice(const char *word, const char *const *names, int count, const char *what,
                       wgcq_error *err)
{
    assert(count == 3);
    for (int i = 0; i < count; i++)
        if (!strcmp(word, names[i]))
            return i;
    const char *meant = suggest_nearest(word, names, (size_t)count);
    error_set(err, WGCQ_EREQUEST,
              meant ? "%s may be %s, %s or %s, not '%s'; did you mean '%s'?"
                    : "%s may be %s, %s or %s, not '%s'",
              what, names[0], names[1], names[2], word, meant);
    return -1;
}

/* Where the best K are asked for, or those within a bound, it is those of all plans. */
static int read_plan_set(const wgcq_question *q, wgcq_error *err)
{
    if (q->of)
        return read_choice(q->of, set_names, SETS, "--of", err);
    return q->best || q->has_within ? ALL : SHORTEST;
}

/* ---- gathering ---------------------------------------------------------------------------- */

static int append_plan(plan_classes *c, uint32_t start, uint32_t length, const uint64_t *edges)
{
    size_t items = 2 * (size_t)length + 1;
    assert(start && start <= c->l.g->states);
    if (!array_reserve(&c->items, &c->room, items, sizeof *c->items))
        return error_set_memory(c->a->err);
    c->items[0] = start;
    for (size_t i = 0; i < length; i++) {
        c->items[2 * i + 1] = graph_move(c->l.g, edges[i]);
        c->items[2 * i + 2] = c->l.g->dst[edges[i]];
    }
    return sequence_set_add(&c->plans, c->items, items) ? 0 : error_set_memory(c->a->err);
}

/* Adds the next plan; WGCQ_DONE where it is one too many or too expensive. */
static int gather_next(plan_classes *c, int64_t *best)
{
    const wgcq_question *q = c->a->question;
    uint32_t start, length;
    const uint64_t *edges;
    int code = k_best_next(c->enumeration, &start, &length, &edges, c->a->monitor, c->a->err);
    if (code)
        return code;
    int64_t cost = k_best_cost(c->l.g, c->a->order.costs[0], start, length, edges);
    if (!c->plans.count) {
        *best = cost;
        c->shortest = length;
    }
    if ((q->has_within && cost_fits(*best) && !cost_within(cost, *best, q->within)) ||
        (c->only_shortest && length > c->shortest))
        return WGCQ_DONE;
    c->more = q->best && c->plans.count >= q->best;
    if (c->more)
        return WGCQ_DONE;
    code = k_best_checked_cost(&c->last_cost, c->l.g, c->a->order.costs[0], start, length, edges,
                               c->a->err);
    return code ? code : append_plan(c, start, length, edges);
}

/* Whether no plan outside of the graph is one of the best k, or within the bound of the best. */
static bool is_complete_within_bound(const plan_classes *c, int64_t best)
{
    const wgcq_question *q = c->a->question;
    bool within = q->has_within && c->frontier_bound[0] > best &&
                  (uint64_t)(c->frontier_bound[0] - best) > q->within;
    return c->plans.count && (c->more ? c->last_cost < c->frontier_bound[0] : within);
}

static int gather_plans(plan_classes *c)
{
    int64_t best = 0;
    int code =
        k_best_new(&c->enumeration, c->l.g, &c->l.back, c->a->order, c->only_optimal, c->a->err);
    while (!code)
        code = gather_next(c, &best);
    if (code == WGCQ_DONE && c->frontier_bound && !c->only_optimal && !c->only_shortest)
        c->complete = is_complete_within_bound(c, best);
    k_best_free(c->enumeration);
    c->enumeration = NULL;
    if (code == WGCQ_DONE)
        code = union_find_grow(&c->groups, c->plans.count) ? 0 : error_set_memory(c->a->err);
    return code;
}

/* Whether all plans of the set that is asked for are in the graph. */
static int check_completeness(plan_classes *c)
{
    optimum o = {0};
    int code = 0;
    if (!c->a->proved && !c->only_optimal) {
        code = optimum_frontier_bound(&c->frontier_bound, c->l.g, c->a->order, c->a->err);
        c->complete = !code && !c->frontier_bound;
        return code;
    }
    if (!c->a->proved)
        code = optimum_find(&o, c->l.g, &c->l.back, c->a->order, c->a->err);
    if (!code && !c->a->proved)
        code = optimal_prove(c->a, &c->l, &o);
    optimum_free(&o);
    c->complete = c->a->proved;
    return code;
}

/* ---- rows --------------------------------------------------------------------------------- */

static row_table *new_class_table(const trace_facts *f)
{
    static const char *const before[] = {"class", "size", "length", "moves"};
    static const char *const after[] = {"plan"};
    const cursor_names names = {before, 4, f->cost_names, f->costs, after, 1};
    return row_table_new_named(&names);
}

/* The edges of a gathered plan, *count of them; malloc'd, the caller frees them. */
static uint64_t *edges_of(const plan_classes *c, uint32_t plan, uint32_t *count)
{
    const graph *g = c->l.g;
    size_t length;
    const uint32_t *items = sequence_set_at(&c->plans, plan, &length);
    uint64_t *edges = malloc((length + 1) * sizeof *edges);
    *count = (uint32_t)(length / 2);
    for (size_t i = 0; edges && i + 2 < length; i += 2) {
        uint64_t e = graph_row(g, items[i]);
        while (graph_move(g, e) != items[i + 1] || g->dst[e] != items[i + 2])
            e++;
        assert(e < graph_row_end(g, items[i]));
        edges[i / 2] = e;
    }
    return edges;
}

static int put_representative(plan_classes *c, row_table *rows, uint32_t start,
                              const uint64_t *edges, uint32_t length)
{
    cursor_texts moves = {0};
    int code = 0;
    row_table_integer(rows, length);
    row_table_integer(rows, length);
    for (unsigned k = 0; k < c->l.g->costs && !code; k++) {
        int64_t sum = 0;
        code = k_best_checked_cost(&sum, c->l.g, (int)k, start, length, edges, c->a->err);
        row_table_integer(rows, cost_shown(c->a->facts->maximized, (int)k, sum));
    }
    code = code ? code : plan_moves_put(&moves, c->a->trace, c->l.g, length, edges, c->a->err);
    row_table_list(rows, &moves);
    cursor_texts_free(&moves);
    return code;
}

static int put_class(plan_classes *c, row_table *rows, uint32_t plan, uint32_t size)
{
    uint32_t length;
    size_t items;
    uint32_t start = *sequence_set_at(&c->plans, plan, &items);
    uint64_t *edges = edges_of(c, plan, &length);
    row_table_integer(rows, (int64_t)row_table_count(rows) + 1);
    row_table_integer(rows, size);
    int code =
        edges ? put_representative(c, rows, start, edges, length) : error_set_memory(c->a->err);
    free(edges);
    return code;
}

static int put_classes(plan_classes *c, row_table *rows)
{
    uint32_t *size = calloc((size_t)c->plans.count + 1, sizeof *size);
    int code = size ? 0 : error_set_memory(c->a->err);
    for (uint32_t p = 1; p <= c->plans.count && !code; p++)
        size[union_find_root(&c->groups, p)]++;
    for (uint32_t p = 1; p <= c->plans.count && !code; p++)
        if (size[p])
            code = put_class(c, rows, p, size[p]);
    free(size);
    return code;
}

static void put_incomplete(const plan_classes *c, strbuf *out)
{
    strbuf_printf(out,
                  "%s plan%s in what was explored; the run did not come to its end, so others may "
                  "belong to their classes",
                  WGCQ_GROUPED(c->plans.count), c->plans.count == 1 ? "" : "s");
}

static void put_remark(const plan_classes *c, row_table *rows)
{
    strbuf *out = row_table_remark(rows);
    uint64_t classes = row_table_count(rows);
    strbuf_printf(out, "%s%s class%s of %s%s%s%s plan%s", !c->more ? "complete: " : "",
                  WGCQ_GROUPED(classes), classes == 1 ? "" : "es", c->more ? "the best " : "",
                  WGCQ_GROUPED(c->plans.count), c->set == ALL ? "" : " ",
                  c->set == ALL ? "" : set_names[c->set], c->plans.count == 1 ? "" : "s");
    if (c->a->question->has_within)
        strbuf_printf(out, " within %s of the best", WGCQ_GROUPED(c->a->question->within));
    if (c->more)
        strbuf_put(out, "; there are more");
    if (c->note.length)
        strbuf_printf(out, "; %s", strbuf_string(&c->note));
}

/* ---- the number alone --------------------------------------------------------------------- */

/* NULL: it is not known, for what is kept of the plans is too much; a list of them would be more.
   WGCQ_DONE: they are to be listed. */
static int count_equal_up_to(char **count, int which, const plan_classes *c,
                             const best_plans *plans)
{
    if (equalities[which] == equivalence_by_symmetry)
        return equivalence_count_orbits(count, c->a, plans);
    int code = equalities[which] == equivalence_by_order
                   ? commuting_classes_count(count, plans, c->a->err)
                   : move_classes_count(count, plans, c->a->err);
    return code == WGCQ_DONE ? 0 : code;
}

/* Counts the classes of all the best plans; WGCQ_DONE: they are to be listed. */
static int count_classes(wgcq_rows **out, plan_classes *c, int which)
{
    static const int moves[] = {-1};
    const wgcq_question *q = c->a->question;
    char *count = NULL;
    best_plans plans;
    if (!q->count || c->set == ALL || !c->complete || q->best || q->has_within)
        return WGCQ_DONE;
    const cost_order order = c->set == SHORTEST ? (cost_order){1, moves} : c->a->order;
    int code = best_plans_find(&plans, c->l.g, &c->l.back, order, c->a->err);
    code = code ? code : count_equal_up_to(&count, which, c, &plans);
    code = code ? code : plan_count_row(out, c->a, count, false);
    if (!code && !count)
        strbuf_put(&(*out)->remark, "too many parts of plans differ to be kept in 3 GiB; --k K "
                                    "groups the best K plans alone");
    best_plans_free(&plans);
    free(count);
    return code;
}

/* Counts the classes of the plans that were gathered. */
static int count_gathered(wgcq_rows **out, plan_classes *c, equality alike)
{
    const equivalence_groups of = {c->a, c->l.g, &c->plans, &c->groups, &c->note};
    int code = c->complete ? alike(&of) : 0;
    uint32_t classes = 0;
    char text[16];
    for (uint32_t p = 1; p <= c->plans.count && !code && c->complete; p++)
        classes += union_find_root(&c->groups, p) == p;
    snprintf(text, sizeof text, "%" PRIu32, classes);
    if (!code)
        code = plan_count_row(out, c->a, c->complete ? text : NULL, false);
    if (!code && !c->complete)
        put_incomplete(c, &(*out)->remark);
    if (!code && c->more)
        (*out)->complete = false;
    return code;
}

/* ---- the answer --------------------------------------------------------------------------- */

static int give_classes(wgcq_rows **out, plan_classes *c, equality alike)
{
    const equivalence_groups of = {c->a, c->l.g, &c->plans, &c->groups, &c->note};
    int code = c->complete ? alike(&of) : 0;
    row_table *rows = code ? NULL : new_class_table(c->a->facts);
    if (!code && !rows)
        code = error_set_memory(c->a->err);
    if (!code && c->complete)
        code = put_classes(c, rows);
    if (!code && c->complete)
        put_remark(c, rows);
    else if (!code)
        put_incomplete(c, row_table_remark(rows));
    code = row_table_finish_or_free(code, out, rows, c->a->question, c->complete, c->a->err);
    if (!code && c->more)
        (*out)->complete = false;
    return code;
}

/* Sets the order of plans.  The shortest are proved by moves alone, and then ordered by all costs.
 */
static int choose_plans(plan_classes *c)
{
    query_context *a = c->a;
    c->only_optimal = c->set != ALL;
    int code = c->set == SHORTEST
                   ? question_order_by_moves(a)
                   : question_read_costs(a, a->facts->minimize, a->facts->minimize_count);
    code = code ? code : check_completeness(c);
    if (code || c->set != SHORTEST)
        return code;
    c->only_shortest = true;
    c->only_optimal = false;
    free((void *)(uintptr_t)a->order.costs);
    a->order = (cost_order){0, NULL};
    code = question_read_costs(a, a->facts->minimize, a->facts->minimize_count);
    return code ? code : question_weigh_moves_first(a);
}

int answer_classes(wgcq_rows **out, query_context *a)
{
    const wgcq_question *q = a->question;
    plan_classes c = {.a = a};
    if (!q->up_to)
        return error_set(
            a->err, WGCQ_EREQUEST,
            "classes of plans that are equal up to what? Give --up-to symmetry, commuting "
            "or moves");
    int which = read_choice(q->up_to, equality_names, EQUALITIES, "--up-to", a->err);
    c.set = read_plan_set(q, a->err);
    if (which < 0 || c.set < 0)
        return WGCQ_EREQUEST;
    int code = loaded_graph_open(&c.l, a, 0, LOADED_TO_GOAL);
    code = code ? code : choose_plans(&c);
    code = code ? code : count_classes(out, &c, which);
    const bool counted = !code;
    if (code == WGCQ_DONE)
        code = gather_plans(&c);
    if (!code && !counted)
        code = q->count ? count_gathered(out, &c, equalities[which])
                        : give_classes(out, &c, equalities[which]);
    sequence_set_free(&c.plans);
    union_find_free(&c.groups);
    strbuf_free(&c.note);
    FREE_EACH(c.items, c.frontier_bound);
    loaded_graph_close(&c.l);
    return code;
}
