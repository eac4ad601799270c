/*
 * ask.c - questions put to a stored trace.
 *
 * One table says which there are.  What can be said in SQL is; plans are enumerated over the graph,
 * lazily, one a row.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/walks.h"
#include "base/fault.h"
#include "puzzle/complaint.h"
#include "trace/trace.h"

typedef struct asking {
    wgcq_trace *trace;
    const trace_facts *facts;
    const wgcq_question *question;
    const wgcq_watch *watch;
    wgcq_error *err;
    weighing by; /* its numbers are malloc'd */
    bool proved; /* the answer is of the whole puzzle, not only of what was explored */
} asking;

/* ---- which costs ------------------------------------------------------------------- */

static int unknown_cost(const asking *a, const char *name)
{
    const trace_facts *f = a->facts;
    const char **names = malloc((f->costs + 1) * sizeof *names);
    const char *meant = NULL;
    if (names) {
        names[0] = "moves";
        for (unsigned i = 0; i < f->costs; i++)
            names[i + 1] = f->cost_names[i];
        meant = complaint_nearest(name, names, f->costs + (size_t)1);
    }
    free(names);
    return fault(a->err, WGCQ_EREQUEST,
                 meant ? "unknown cost '%s'; did you mean '%s'?" : "unknown cost '%s'", name,
                 meant);
}

/* "noise,moves" as numbers into *out, malloc'd. */
static int read_costs(asking *a, const char *names)
{
    int *by = malloc((strlen(names) + 1) * sizeof *by);
    char *copy = strdup(names), *rest = NULL;
    int code = by && copy ? 0 : fault_memory(a->err);
    a->by = (weighing){0, by};
    for (char *name = code ? NULL : strtok_r(copy, ", ", &rest); name && !code;
         name = strtok_r(NULL, ", ", &rest)) {
        int number = -2;
        if (!strcmp(name, "moves"))
            number = -1;
        for (unsigned i = 0; i < a->facts->costs; i++)
            if (!strcmp(name, a->facts->cost_names[i]))
                number = (int)i;
        if (number == -2)
            code = unknown_cost(a, name);
        else
            by[a->by.count++] = number;
    }
    free(copy);
    if (!code && !a->by.count)
        code = fault(a->err, WGCQ_EREQUEST, "--by names no cost");
    return code;
}

static int copy_costs(asking *a, const int *from, size_t count)
{
    int *by = malloc((count + 1) * sizeof *by);
    if (!by)
        return fault_memory(a->err);
    memcpy(by, from, count * sizeof *by);
    a->by = (weighing){count, by};
    return 0;
}

static int choose_costs(asking *a, const int *otherwise, size_t count)
{
    return a->question->by ? read_costs(a, a->question->by) : copy_costs(a, otherwise, count);
}

static const char *cost_name(const asking *a, int number)
{
    return number < 0 ? "moves" : a->facts->cost_names[number];
}

/* ---- plans as rows ---------------------------------------------------------------------- */

typedef struct plan_rows {
    wgcq_rows base;
    wgcq_trace *trace;
    const wgcq_watch *watch;
    graph *g;
    graph_back back;
    plans *of; /* one of the two */
    walks *also;
    int *by;
    uint64_t number, limit, offset;
    bool proved; /* as in asking */
    text line;
    text closing; /* what else is remarked at the end */
} plan_rows;

static int spell(plan_rows *p, uint32_t length, const uint64_t *edges, wgcq_error *err)
{
    int code = 0;
    text_clear(&p->line);
    for (uint32_t i = 0; i < length && !code; i++) {
        if (i)
            text_put(&p->line, "; ");
        code = trace_move_text(p->trace, p->g->move[edges[i]], &p->line, err);
    }
    return code;
}

static int put_plan(plan_rows *p, uint32_t length, const uint64_t *edges, wgcq_error *err)
{
    unsigned costs = p->g->costs;
    rows_integer(&p->base, 0, (int64_t)p->number);
    rows_integer(&p->base, 1, length);
    rows_integer(&p->base, 2, length);
    for (unsigned k = 0; k < costs; k++) {
        int64_t sum = 0;
        for (uint32_t i = 0; i < length; i++)
            if (__builtin_add_overflow(sum, p->g->cost[edges[i] * costs + k], &sum))
                return fault(err, WGCQ_ERUN, "the cost of a plan does not fit 64 bits");
        rows_integer(&p->base, 3 + k, sum);
    }
    int code = spell(p, length, edges, err);
    rows_text(&p->base, 3 + (size_t)costs, text_string(&p->line));
    return code;
}

static void finish(plan_rows *p, bool more)
{
    text *out = &p->base.remark;
    p->base.complete = !more && !p->offset && p->proved;
    text_clear(out);
    if (!p->proved)
        text_printf(out,
                    "%" PRIu64 " plan%s in what was explored; the run did not come to its end, "
                    "so there may be others, and better ones",
                    p->number, p->number == 1 ? "" : "s");
    else if (more)
        text_printf(out, "stopped at --limit %" PRIu64 ": there are more", p->limit);
    else
        text_printf(out, "complete: %" PRIu64 " plan%s", p->number, p->number == 1 ? "" : "s");
    if (p->closing.length)
        text_printf(out, "; %s", text_string(&p->closing));
}

static int next_plan(wgcq_rows *rows, wgcq_error *err)
{
    plan_rows *p = (plan_rows *)rows;
    uint32_t start, length;
    const uint64_t *edges;
    int code;
    do {
        code = p->also ? walks_next(p->also, &start, &length, &edges, p->watch, err)
                       : plans_next(p->of, &start, &length, &edges, p->watch, err);
        bool full = p->limit && p->number >= p->limit + p->offset;
        if (code == WGCQ_DONE || (!code && full)) {
            finish(p, !code);
            return WGCQ_DONE;
        }
        if (!code)
            p->number++;
    } while (!code && p->number <= p->offset);
    return code ? code : put_plan(p, length, edges, err);
}

static void close_plans(wgcq_rows *rows)
{
    plan_rows *p = (plan_rows *)rows;
    plans_free(p->of);
    walks_free(p->also);
    graph_reverse_free(&p->back);
    graph_free(p->g);
    free(p->by);
    text_free(&p->line);
    text_free(&p->closing);
}

static bool name_columns(wgcq_rows *rows, const trace_facts *f)
{
    bool fine = rows_open(rows, 4 + (size_t)f->costs) && rows_name(rows, 0, "solution") &&
                rows_name(rows, 1, "length") && rows_name(rows, 2, "moves");
    for (unsigned i = 0; i < f->costs && fine; i++)
        fine = rows_name(rows, 3 + i, f->cost_names[i]);
    return fine && rows_name(rows, 3 + (size_t)f->costs, "plan");
}

/* Which plans a question is about. */
typedef enum plan_choice { ALL_PLANS, OPTIMAL_PLANS, PLANS_OF_LENGTH } plan_choice;

static int begin_plans(plan_rows *p, asking *a, plan_choice which)
{
    if (which == PLANS_OF_LENGTH)
        return walks_new(&p->also, p->g, &p->back, a->question->length, a->err);
    return plans_new(&p->of, p->g, &p->back, (weighing){a->by.count, p->by}, which == OPTIMAL_PLANS,
                     a->err);
}

/* The stored graph and its plans; takes a->by over. */
static int open_plans(plan_rows **out, asking *a, plan_choice which)
{
    plan_rows *p = calloc(1, sizeof *p);
    if (!p)
        return fault_memory(a->err);
    p->trace = a->trace;
    p->watch = a->watch;
    p->limit = a->question->limit;
    p->offset = a->question->offset;
    p->proved = a->proved;
    p->by = (int *)(uintptr_t)a->by.by;
    a->by.by = NULL;
    p->base.next = next_plan;
    p->base.close = close_plans;
    int code = name_columns(&p->base, a->facts) ? 0 : fault_memory(a->err);
    if (!code)
        code = trace_graph(&p->g, a->trace, a->err);
    if (!code)
        code = graph_reverse(&p->back, p->g, a->err);
    if (!code)
        code = begin_plans(p, a, which);
    if (code)
        wgcq_rows_free(&p->base);
    else
        *out = p;
    return code;
}

/* ---- one row: how many -------------------------------------------------------------------- */

typedef struct single_row {
    wgcq_rows base;
    bool given;
    char *count;
} single_row;

static int next_single(wgcq_rows *rows, wgcq_error *err)
{
    single_row *s = (single_row *)rows;
    (void)err;
    if (s->given)
        return WGCQ_DONE;
    s->given = true;
    return 0;
}

static void close_single(wgcq_rows *rows)
{
    free(((single_row *)rows)->count);
}

static single_row *open_single(size_t columns)
{
    single_row *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->base.next = next_single;
    s->base.close = close_single;
    s->base.complete = true;
    if (rows_open(&s->base, columns))
        return s;
    wgcq_rows_free(&s->base);
    return NULL;
}

/* count, length, then the weighed costs but for moves */
static int count_row(wgcq_rows **out, asking *a, const optimum *o)
{
    size_t extra = 0, at = 2;
    for (size_t i = 0; i < a->by.count; i++)
        extra += a->by.by[i] >= 0;
    single_row *s = open_single(2 + extra);
    bool fine = s && rows_name(&s->base, 0, "count") && rows_name(&s->base, 1, "length");
    if (fine) {
        s->count = strdup(o->found ? o->count : "0");
        fine = s->count != NULL;
    }
    for (size_t i = 0; i < a->by.count && fine; i++) {
        if (a->by.by[i] < 0)
            continue;
        fine = rows_name(&s->base, at, cost_name(a, a->by.by[i]));
        if (o->found)
            rows_integer(&s->base, at, o->cost[i]);
        at++;
    }
    if (!fine) {
        if (s)
            wgcq_rows_free(&s->base);
        return fault_memory(a->err);
    }
    if (a->proved)
        rows_text(&s->base, 0, s->count);
    if (o->found)
        rows_integer(&s->base, 1, o->length);
    *out = &s->base;
    return 0;
}

/* ---- shortest, cheapest -------------------------------------------------------------------- */

/* The stored graph, for figures alone. */
typedef struct loaded {
    graph *g;
    graph_back back;
} loaded;

static int load(loaded *out, asking *a)
{
    *out = (loaded){0};
    int code = trace_graph(&out->g, a->trace, a->err);
    return code ? code : graph_reverse(&out->back, out->g, a->err);
}

static void unload(loaded *l)
{
    graph_reverse_free(&l->back);
    graph_free(l->g);
}

/* What the cheapest plans cost and take, and how the shortest differ from them. */
static int compare_with_shortest(asking *a, const loaded *l, const optimum *o, text *out)
{
    static const int moves[] = {-1};
    int number = a->by.by[0], both[] = {-1, number};
    const char *name = cost_name(a, number);
    optimum shortest = {0};
    int64_t most = 0;
    if (!o->found || number < 0)
        return 0;
    int code = optimum_find(&shortest, l->g, &l->back, (weighing){2, both}, a->err);
    int64_t least_noise = code ? 0 : shortest.cost[1];
    uint32_t length = code ? 0 : shortest.length;
    optimum_free(&shortest);
    if (!code)
        code = optimum_most(&most, l->g, &l->back, (weighing){1, moves}, number, a->err);
    if (!code)
        code = optimum_find(&shortest, l->g, &l->back, (weighing){1, moves}, a->err);
    if (!code) {
        text_printf(out, "cheapest: %s %" PRId64 " in %" PRIu32 " moves, %s plan%s; ", name,
                    o->cost[0], o->length, o->count, !strcmp(o->count, "1") ? "" : "s");
        text_printf(out,
                    "shortest: %" PRIu32 " moves (%" PRIu32 " fewer), %s plan%s of %s %" PRId64,
                    length, o->length - length, shortest.count,
                    !strcmp(shortest.count, "1") ? "" : "s", name, least_noise);
        if (most > least_noise)
            text_printf(out, " to %" PRId64, most);
        text_printf(out, " (%" PRId64 " more", least_noise - o->cost[0]);
        if (most > least_noise)
            text_printf(out, " to %" PRId64 " more", most - o->cost[0]);
        text_char(out, ')');
    }
    optimum_free(&shortest);
    return code;
}

static int describe_optimal(wgcq_rows **row, text *closing, asking *a)
{
    loaded l;
    optimum o = {0};
    int code = load(&l, a);
    if (!code)
        code = optimum_find(&o, l.g, &l.back, a->by, a->err);
    if (!code && a->question->count)
        code = count_row(row, a, &o);
    if (!code)
        code = compare_with_shortest(a, &l, &o, closing);
    if (!code && a->question->count && closing->length)
        text_put(&(*row)->remark, text_string(closing));
    optimum_free(&o);
    unload(&l);
    return code;
}

static int optimal(wgcq_rows **out, asking *a, bool compare)
{
    plan_rows *p = NULL;
    text closing = {0};
    int code = a->question->count || compare ? describe_optimal(out, &closing, a) : 0;
    if (!code && !a->question->count)
        code = open_plans(&p, a, OPTIMAL_PLANS);
    if (!code && p) {
        p->closing = closing;
        *out = &p->base;
        return 0;
    }
    text_free(&closing);
    return code;
}

/* A run that was cut short can still have proved how many shortest plans there are. */
static int proved_by_search(asking *a)
{
    char sql[120];
    wgcq_rows *row;
    snprintf(sql, sizeof sql, "SELECT shortest_count IS NOT NULL FROM run WHERE id=%" PRId64,
             a->facts->run);
    int code = trace_rows(&row, a->trace, sql, a->err);
    if (code)
        return code;
    code = wgcq_rows_next(row, a->err);
    a->proved = !code && wgcq_rows_integer(row, 0) != 0;
    wgcq_rows_free(row);
    return code < 0 ? code : 0;
}

static int shortest(wgcq_rows **out, asking *a)
{
    static const int moves[] = {-1};
    int code = copy_costs(a, moves, 1);
    if (!code && !a->proved)
        code = proved_by_search(a);
    return code ? code : optimal(out, a, false);
}

static int cheapest(wgcq_rows **out, asking *a)
{
    int code = choose_costs(a, a->facts->minimize, a->facts->minimize_count);
    return code ? code : optimal(out, a, true);
}

/* ---- all ----------------------------------------------------------------------------- */

static int count_all(wgcq_rows **out, asking *a)
{
    plan_rows *p;
    single_row *s = open_single(1);
    int code =
        s && rows_name(&s->base, 0, "count") ? open_plans(&p, a, ALL_PLANS) : fault_memory(a->err);
    uint64_t count = 0;
    while (!code) {
        uint32_t start, length;
        const uint64_t *edges;
        code = plans_next(p->of, &start, &length, &edges, a->watch, a->err);
        count += !code;
        if (code)
            wgcq_rows_free(&p->base);
    }
    if (code != WGCQ_DONE) {
        if (s)
            wgcq_rows_free(&s->base);
        return code;
    }
    s->count = malloc(24);
    if (!s->count) {
        wgcq_rows_free(&s->base);
        return fault_memory(a->err);
    }
    snprintf(s->count, 24, "%" PRIu64, count);
    if (a->proved)
        rows_text(&s->base, 0, s->count);
    *out = &s->base;
    return 0;
}

static int all(wgcq_rows **out, asking *a)
{
    plan_rows *p;
    int code = choose_costs(a, a->facts->minimize, a->facts->minimize_count);
    if (!code && a->question->count)
        return count_all(out, a);
    if (!code)
        code = open_plans(&p, a, ALL_PLANS);
    if (!code)
        *out = &p->base;
    return code;
}

/* ---- plans of a length -------------------------------------------------------------------- */

static int count_walks(wgcq_rows **out, asking *a)
{
    graph *g = NULL;
    single_row *s = open_single(2);
    int code = s && rows_name(&s->base, 0, "count") && rows_name(&s->base, 1, "length")
                   ? trace_graph(&g, a->trace, a->err)
                   : fault_memory(a->err);
    if (!code)
        code = walks_count(&s->count, g, a->question->length, a->err);
    graph_free(g);
    if (code) {
        if (s)
            wgcq_rows_free(&s->base);
        return code;
    }
    rows_text(&s->base, 0, s->count);
    rows_integer(&s->base, 1, (int64_t)a->question->length);
    *out = &s->base;
    return 0;
}

static int plans_of_length(wgcq_rows **out, asking *a)
{
    plan_rows *p;
    if (!a->question->has_length)
        return fault(a->err, WGCQ_EREQUEST, "plans of which length? Give --length N");
    if (strcmp(a->facts->status, "complete") != 0)
        return fault(a->err, WGCQ_EREQUEST,
                     "the run did not explore everything, so not all plans are in the file");
    if (a->question->count)
        return count_walks(out, a);
    int code = open_plans(&p, a, PLANS_OF_LENGTH);
    if (!code)
        *out = &p->base;
    return code;
}

/* ---- dead ends ----------------------------------------------------------------------- */

static int dead_ends(wgcq_rows **out, asking *a)
{
    char sql[300], window[80] = "";
    const trace_facts *f = a->facts;
    if (strcmp(f->status, "complete") != 0 || !f->has_goal || f->keep > WGCQ_KEEP_STATES)
        return fault(a->err, WGCQ_EREQUEST,
                     !f->has_goal ? "without a goal there are no dead ends"
                     : f->keep > WGCQ_KEEP_STATES
                         ? "the run keeps no states; solve again with --trace states or more"
                         : "the run did not explore everything, so no state is proved a dead end");
    if (a->question->limit || a->question->offset)
        snprintf(window, sizeof window, " LIMIT %" PRId64 " OFFSET %" PRIu64,
                 a->question->limit ? (int64_t)a->question->limit : (int64_t)-1,
                 a->question->offset);
    snprintf(sql, sizeof sql, "SELECT %s FROM states_%" PRId64 " WHERE to_goal IS NULL%s%s",
             a->question->count ? "count(*) AS count" : "id, depth, shown", f->run,
             a->question->count ? "" : " ORDER BY id", a->question->count ? "" : window);
    return trace_rows(out, a->trace, sql, a->err);
}

/* ---- which questions there are ------------------------------------------------------- */

static const struct known_question {
    const char *name;
    int (*answer)(wgcq_rows **out, asking *a);
    bool of_goals;
} questions[] = {{"shortest", shortest, true},
                 {"cheapest", cheapest, true},
                 {"all", all, true},
                 {"plans", plans_of_length, true},
                 {"dead-ends", dead_ends, false}};

enum { QUESTIONS = sizeof questions / sizeof *questions };

static int unknown_question(const char *name, wgcq_error *err)
{
    const char *names[QUESTIONS];
    for (size_t i = 0; i < QUESTIONS; i++)
        names[i] = questions[i].name;
    const char *meant = complaint_nearest(name, names, QUESTIONS);
    if (meant)
        return fault(err, WGCQ_EREQUEST, "unknown question '%s'; did you mean '%s'?", name, meant);
    return fault(err, WGCQ_EREQUEST,
                 "unknown question '%s'; there are shortest, cheapest, all, plans, dead-ends",
                 name);
}

int wgcq_ask(wgcq_rows **out, wgcq_trace *trace, const wgcq_question *question,
             const wgcq_watch *watch, wgcq_error *err)
{
    asking a = {trace, trace_about_run(trace), question, watch, err, {0}, false};
    a.proved = !strcmp(a.facts->status, "complete");
    const struct known_question *known = NULL;
    for (size_t i = 0; i < QUESTIONS; i++)
        if (!strcmp(questions[i].name, question->what))
            known = &questions[i];
    if (!known)
        return unknown_question(question->what, err);
    if (known->of_goals && !a.facts->has_goal)
        return fault(err, WGCQ_EREQUEST, "the puzzle declares no goal, so it has no plans");
    int code = known->answer(out, &a);
    free((void *)(uintptr_t)a.by.by);
    return code;
}

int wgcq_show(wgcq_rows **out, wgcq_trace *trace, int64_t solution, wgcq_error *err)
{
    const trace_facts *f = trace_about_run(trace);
    text sql = {0};
    text_printf(&sql, "SELECT step,move,shown,moves");
    for (unsigned i = 0; i < f->costs; i++)
        text_printf(&sql, ",c%u AS \"%s\"", i, f->cost_names[i]);
    text_printf(&sql, " FROM (SELECT s.step AS step,m.text AS move,s.shown AS shown,"
                      "s.step AS moves");
    for (unsigned i = 0; i < f->costs; i++)
        text_printf(&sql, ",s.c%u AS c%u", i, i);
    text_printf(&sql,
                " FROM step_%" PRId64 " AS s LEFT JOIN move_%" PRId64
                " AS m ON m.id=s.move WHERE s.solution=%" PRId64 " ORDER BY s.step)",
                f->run, f->run, solution);
    int code = sql.failed ? fault_memory(err) : trace_rows(out, trace, text_string(&sql), err);
    text_free(&sql);
    return code;
}
