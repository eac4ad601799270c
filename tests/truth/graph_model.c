/*
 * graph_model.c - weighted graphs as models in C: explored as standard input asks, figures as JSON.
 *
 *     graph N COSTS GOALED  starts: K s...  goals: K g...  ends: K e...  bounds: N b...
 *                           finals: N*COSTS f...  roads: K (from to cost...)...
 *     run ORDER STOP KEEP MAX_STATES MAX_DEPTH THREADS MINIMIZE DB      (MINIMIZE, DB: "-" is none)
 *
 * One line of JSON comes of each run.  Nothing of the library's inside is used.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wgcq.h>

enum { MOST = 4096, COSTS = 2 };

struct node {
    uint16_t at;
};

struct road {
    int from, to;
    int64_t cost[COSTS];
    char text[32];
};

struct graph {
    int nodes, costs, goaled, starts, roads;
    int start[MOST];
    bool goal[MOST], end[MOST], bounded, has_final;
    int64_t bound[MOST], final[MOST][COSTS];
    struct road road[4 * MOST];
};

static const struct graph *graph_of(const void *self)
{
    return (const struct graph *)self;
}

static int at(const void *state)
{
    return ((const struct node *)state)->at;
}

static void starts(const void *self, wgcq_moves *to)
{
    const struct graph *g = graph_of(self);
    for (int i = 0; i < g->starts; i++) {
        struct node n = {(uint16_t)g->start[i]};
        wgcq_moves_add(to, NULL, &n, NULL);
    }
}

static void moves(const void *self, const void *state, wgcq_moves *to)
{
    const struct graph *g = graph_of(self);
    for (int i = 0; i < g->roads; i++)
        if (g->road[i].from == at(state)) {
            struct node n = {(uint16_t)g->road[i].to};
            wgcq_moves_add(to, g->road[i].text, &n, g->costs ? g->road[i].cost : NULL);
        }
}

static bool is_goal(const void *self, const void *state)
{
    return graph_of(self)->goal[at(state)];
}

static bool is_end(const void *self, const void *state)
{
    return graph_of(self)->end[at(state)];
}

static void final_costs(const void *self, const void *state, int64_t *cost)
{
    const struct graph *g = graph_of(self);
    for (int k = 0; k < g->costs; k++)
        cost[k] = g->final[at(state)][k];
}

static int64_t bound(const void *self, const void *state)
{
    return graph_of(self)->bound[at(state)];
}

/* ---- what is asked ------------------------------------------------------------------------- */

static int number(void)
{
    int n = 0;
    if (scanf("%d", &n) != 1)
        exit(2);
    return n;
}

static void mark(bool *of)
{
    memset(of, 0, MOST * sizeof *of);
    for (int k = number(); k > 0; k--)
        of[number()] = true;
}

static void read_graph(struct graph *g)
{
    g->nodes = number();
    g->costs = number();
    g->goaled = number();
    g->starts = number();
    for (int i = 0; i < g->starts; i++)
        g->start[i] = number();
    mark(g->goal);
    mark(g->end);
    g->bounded = number();
    for (int i = 0; i < g->nodes && g->bounded; i++)
        g->bound[i] = number();
    g->has_final = number();
    for (int i = 0; i < g->nodes && g->has_final; i++)
        for (int k = 0; k < g->costs; k++)
            g->final[i][k] = number();
    g->roads = number();
    for (int i = 0; i < g->roads; i++) {
        struct road *r = &g->road[i];
        r->from = number();
        r->to = number();
        for (int k = 0; k < g->costs; k++)
            r->cost[k] = number();
        snprintf(r->text, sizeof r->text, "road %d", i);
    }
}

static int named(const char *word, const char *(*name)(int))
{
    for (int i = 0; name(i); i++)
        if (!strcmp(word, name(i)))
            return i;
    fprintf(stderr, "no '%s'\n", word);
    exit(2);
}

static const char *order_name(int i)
{
    return wgcq_order_name((wgcq_order)i);
}

static const char *stop_name(int i)
{
    return wgcq_stop_name((wgcq_stop)i);
}

static const char *keep_name(int i)
{
    return wgcq_trace_level_name((wgcq_trace_level)i);
}

/* ---- what is answered ----------------------------------------------------------------------- */

static void put_best(const wgcq_optimum *b)
{
    if (!b->known)
        printf("null");
    else if (b->count)
        printf("[%" PRId64 ",\"%s\"]", b->value, b->count);
    else
        printf("[%" PRId64 ",null]", b->value);
}

static void put_known(const char *name, bool known, uint64_t value)
{
    printf(",\"%s\":", name);
    if (known)
        printf("%" PRIu64, value);
    else
        printf("null");
}

/* The plan of the result: its moves. */
static void put_first(const wgcq_result *result, wgcq_error *err)
{
    wgcq_rows *rows = NULL;
    int code = wgcq_result_first(&rows, result, err);
    bool any = false;
    printf(",\"plan\":[");
    while (!code && (code = wgcq_rows_next(rows, err)) == 0) {
        printf("%s\"%s\"", any ? "," : "", wgcq_rows_text(rows, 1));
        any = true;
    }
    printf("]");
    wgcq_rows_free(rows);
}

static void put_summary(const wgcq_result *result, wgcq_error *err)
{
    const wgcq_summary *s = wgcq_result_summary(result);
    printf("{\"status\":\"%s\",\"limit\":\"%s\",\"verdict\":%d,\"states\":%" PRIu64
           ",\"edges\":%" PRIu64 ",\"starts\":%" PRIu64,
           s->status, s->limit ? s->limit : "", (int)s->outcome, s->states, s->edges, s->starts);
    put_known("depth", s->depth_known, s->depth);
    put_known("goals", s->has_goal, s->goals);
    put_known("dead_ends", s->dead_ends_known, s->dead_ends);
    printf(",\"shortest\":");
    put_best(&s->shortest);
    printf(",\"cheapest\":{");
    for (size_t i = 0; i < s->cheapest_count; i++) {
        printf("%s\"%s\":", i ? "," : "", s->cheapest[i].cost);
        put_best(&s->cheapest[i]);
    }
    printf("},\"stored\":%" PRIu64 ",\"solutions\":", s->solutions_stored);
    if (s->solutions_count)
        printf("\"%s\"", s->solutions_count);
    else
        printf("null");
    put_first(result, err);
}

static void put_finding(const wgcq_model *model, const char *db)
{
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_INCONCLUSIVE;
    wgcq_error err = WGCQ_ZERO;
    int code = wgcq_trace_open(&trace, db, &err);
    if (!code)
        code = wgcq_verify_model(&rows, &found, trace, model, NULL, &err);
    printf(",\"verify\":%d,\"checks\":[", code ? -1 : (int)found);
    for (int n = 0; !code && wgcq_rows_next(rows, &err) == 0;)
        if (strcmp(wgcq_rows_text(rows, 2), "holds") != 0)
            printf("%s\"%s: %s: %s\"", n++ ? "," : "", wgcq_rows_text(rows, 0),
                   wgcq_rows_text(rows, 2), wgcq_rows_text(rows, 3));
    printf("]");
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
}

static void run(const struct graph *g)
{
    static const char *const costs[COSTS] = {"way", "fee"};
    wgcq_field field = WGCQ_ZERO;
    wgcq_description is = WGCQ_ZERO;
    wgcq_options options = WGCQ_ZERO;
    wgcq_error err = WGCQ_ZERO;
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    char order[20], stop[20], keep[20], minimize[40], db[400];
    int max_states, max_depth, threads;
    if (scanf("%19s %19s %19s %d %d %d %39s %399s", order, stop, keep, &max_states, &max_depth,
              &threads, minimize, db) != 8)
        exit(2);
    options.order = (wgcq_order)named(order, order_name);
    options.stop = (wgcq_stop)named(stop, stop_name);
    options.trace_level = (wgcq_trace_level)named(keep, keep_name);
    options.max_states = (uint64_t)max_states;
    options.max_depth = (uint64_t)max_depth;
    options.threads = (unsigned)threads;
    options.minimize = strcmp(minimize, "-") ? minimize : NULL;
    field.name = "at";
    field.size = sizeof(uint16_t);
    field.high = g->nodes > 1 ? g->nodes - 1 : 1;
    is = (wgcq_description){.title = "Roads",
                            .size = sizeof(struct node),
                            .fields = &field,
                            .field_count = 1,
                            .self = g,
                            .start = starts,
                            .moves = moves,
                            .goal = g->goaled ? is_goal : NULL,
                            .end = is_end,
                            .final = g->has_final ? final_costs : NULL,
                            .estimate = g->bounded ? bound : NULL,
                            .costs = costs,
                            .cost_count = (size_t)g->costs,
                            .minimize = g->costs ? "way" : NULL};
    const char *path = strcmp(db, "-") ? db : NULL;
    int code = wgcq_model_new(&model, &is, &err);
    if (!code)
        code = wgcq_solve_model(&result, model, path, &options, NULL, &err);
    if (code)
        printf("{\"error\":%d,\"text\":\"%s\"", code, err.text);
    else
        put_summary(result, &err);
    if (!code && path)
        put_finding(model, path);
    printf("}\n");
    fflush(stdout);
    wgcq_result_free(result);
    wgcq_model_free(model);
}

int main(void)
{
    struct graph *g = calloc(1, sizeof *g);
    char word[20];
    while (g && scanf("%19s", word) == 1)
        if (!strcmp(word, "graph"))
            read_graph(g);
        else
            run(g);
    free(g);
    return 0;
}
