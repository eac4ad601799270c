/* histograms.c - how far states are from a start and from a goal. */
#include <inttypes.h>
#include <stdlib.h>

#include "answers/query/limited_rows.h"
#include "answers/query/question.h"
#include "base/array.h"
#include "base/error.h"
#include "base/row_table.h"
#include "model/order.h"

/* ---- out of the stored rows -------------------------------------------------------------- */

/* The states of one depth; of those that reach a goal the least and the greatest distance. */
typedef struct stored_level {
    uint32_t states, goals, ahead;
    uint32_t nearest, farthest;
} stored_level;

typedef struct stored_depths {
    uint32_t states, met; /* how many there should be; rows read so far */
    uint32_t *depth;      /* [states + 1]; UNREACHABLE: not read yet */
    uint8_t *marks;       /* [states + 1] */
    stored_level *levels; /* [states + 1] */
    bool late;            /* the depth is stored with the distance */
} stored_depths;

static bool fits_state(const stored_depths *d, int64_t value)
{
    return value >= 0 && value <= d->states;
}

static int note_state(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    stored_depths *d = self;
    if (rowid != (int64_t)d->met + 1 || !fits_state(d, rowid) || !fits_state(d, values[0]))
        return error_set(err, WGCQ_ESTORE,
                         "the file is damaged: something is wrong with state %" PRId64, rowid);
    d->met++;
    d->marks[rowid] = (uint8_t)values[1];
    d->depth[rowid] = d->late ? UNREACHABLE : (uint32_t)values[0];
    return 0;
}

static int note_distance(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    stored_depths *d = self;
    bool good =
        rowid > 0 && fits_state(d, rowid) && (values[0] == INT64_MIN || fits_state(d, values[0]));
    if (good && d->late)
        good = fits_state(d, values[1]);
    if (good && d->late)
        d->depth[rowid] = (uint32_t)values[1];
    if (!good || d->depth[rowid] == UNREACHABLE)
        return error_set(
            err, WGCQ_ESTORE,
            "the file is damaged: something is wrong with the distance of state %" PRId64, rowid);
    if (values[0] == INT64_MIN)
        return 0;
    stored_level *l = &d->levels[d->depth[rowid]];
    uint32_t to_goal = (uint32_t)values[0];
    l->nearest = l->ahead && l->nearest < to_goal ? l->nearest : to_goal;
    l->farthest = l->ahead && l->farthest > to_goal ? l->farthest : to_goal;
    l->ahead++;
    return 0;
}

static int count_levels(stored_depths *d, const query_context *ctx)
{
    for (uint32_t s = 1; s <= d->states; s++) {
        if (d->depth[s] == UNREACHABLE)
            return error_set(ctx->err, WGCQ_ESTORE,
                             "the file is damaged: state %" PRIu32 " has no depth", s);
        d->levels[d->depth[s]].states++;
        d->levels[d->depth[s]].goals += d->marks[s] & MARK_GOAL;
    }
    return 0;
}

static int read_levels(stored_depths *d, query_context *ctx)
{
    size_t states = (size_t)d->states + 1;
    d->late = order_depths_named(ctx->facts->order) == DEPTHS_DERIVED;
    d->depth = malloc(states * sizeof *d->depth);
    d->marks = malloc(states);
    d->levels = calloc(states, sizeof *d->levels);
    if (!d->depth || !d->marks || !d->levels)
        return error_set_memory(ctx->err);
    int code = trace_scan(ctx->trace, TRACE_STATE_ROWS, note_state, d, ctx->err);
    if (!code && d->met != d->states)
        code = error_set(ctx->err, WGCQ_ESTORE, "the file is damaged: states are missing");
    code = code ? code : trace_scan(ctx->trace, TRACE_DISTANCE_ROWS, note_distance, d, ctx->err);
    return code ? code : count_levels(d, ctx);
}

static void put_stored_level(row_table *rows, bool goal, uint32_t depth, const stored_level *l)
{
    row_table_integer(rows, depth);
    row_table_integer(rows, l->states);
    row_table_integer_or_null(rows, l->goals, goal);
    row_table_integer_or_null(rows, l->states - l->ahead, goal);
    row_table_integer_or_null(rows, l->nearest, goal && l->ahead);
    row_table_integer_or_null(rows, l->farthest, goal && l->ahead);
}

static int distances_from_rows(wgcq_rows **out, query_context *ctx, const char *const *names,
                               size_t columns)
{
    stored_depths d = {.states = ctx->facts->states};
    row_table *rows = row_table_new(columns, names);
    int code = rows ? read_levels(&d, ctx) : error_set_memory(ctx->err);
    for (uint32_t i = 0; !code && i <= d.states; i++)
        if (d.levels[i].states)
            put_stored_level(rows, ctx->facts->has_goal, i, &d.levels[i]);
    FREE_EACH(d.depth, d.marks, d.levels);
    code = row_table_finish_or_free(code, out, rows, ctx->question, true, ctx->err);
    if (!code && !ctx->question->count)
        (*out)->complete = (*out)->complete && !ctx->question->offset;
    return code;
}

static int select_farthest(wgcq_rows **out, query_context *ctx)
{
    return limited_rows_select(out, ctx,
                               "SELECT id, depth, to_goal, shown FROM states"
                               " WHERE depth=(SELECT max(depth) FROM states) ORDER BY id");
}

/* ---- distances out of the graph ------------------------------------------------------- */

/* The states of one depth.  Of the least and the greatest distance to a goal a lower (`low`) and an
   upper bound (`high`); UNREACHABLE: unknown, or none. */
typedef struct depth_level {
    uint32_t states, goals, dead, undecided;
    uint32_t nearest_low, nearest_high, farthest_low, farthest_high;
} depth_level;

static void count_in_level(depth_level *l, const partial_graph *p, uint32_t s)
{
    uint32_t low = partial_graph_goal_bound(p, s), high = p->to_goal[s];
    l->goals += (p->g->marks[s] & MARK_GOAL) != 0;
    l->dead += partial_graph_is_dead_end(p, s);
    l->undecided += high == UNREACHABLE && low != UNREACHABLE;
    l->states++;
    l->nearest_low = low < l->nearest_low ? low : l->nearest_low;
    l->nearest_high = high < l->nearest_high ? high : l->nearest_high;
    if (high == UNREACHABLE)
        return;
    l->farthest_low = low > l->farthest_low ? low : l->farthest_low;
    l->farthest_high = high > l->farthest_high ? high : l->farthest_high;
}

static void put_level(row_table *rows, const query_context *ctx, uint32_t depth,
                      const depth_level *l)
{
    bool goal = ctx->facts->has_goal, any = goal && l->nearest_high != UNREACHABLE;
    row_table_integer(rows, depth);
    row_table_integer(rows, l->states);
    row_table_integer_or_null(rows, l->goals, goal);
    row_table_integer_or_null(rows, l->dead, goal && !l->undecided);
    row_table_integer_or_null(rows, l->nearest_high, any && l->nearest_low == l->nearest_high);
    row_table_integer_or_null(rows, l->farthest_high,
                              any && !l->undecided && l->farthest_low == l->farthest_high);
}

static void remark_levels(row_table *rows, const partial_graph *p)
{
    if (!p->known_depths)
        strbuf_put(row_table_remark(rows),
                   "the run did not explore everything: not even all initial states are known");
    else if (p->known_depths != UNREACHABLE)
        strbuf_printf(row_table_remark(rows),
                      "the run did not explore everything: all states are known only down to "
                      "depth %" PRIu32,
                      p->known_depths - 1);
}

/* The levels that were explored completely. */
static int put_levels(row_table *rows, const query_context *ctx, const partial_graph *p)
{
    uint32_t deepest = 0;
    for (uint32_t s = 1; s <= p->g->states; s++)
        if (p->depth[s] != UNREACHABLE && p->depth[s] > deepest)
            deepest = p->depth[s];
    const uint32_t count = deepest < p->known_depths ? deepest + 1 : p->known_depths;
    depth_level *levels = calloc((size_t)count + 1, sizeof *levels);
    if (!levels)
        return error_set_memory(ctx->err);
    for (uint32_t d = 0; d < count; d++)
        levels[d].nearest_low = levels[d].nearest_high = UNREACHABLE;
    for (uint32_t s = 1; s <= p->g->states; s++)
        if (p->depth[s] < count)
            count_in_level(&levels[p->depth[s]], p, s);
    for (uint32_t d = 0; d < count && levels[d].states; d++)
        put_level(rows, ctx, d, &levels[d]);
    free(levels);
    remark_levels(rows, p);
    return 0;
}

/* ---- the deepest states ----------------------------------------------------------------- */

static int put_farthest(row_table *rows, const query_context *ctx, const partial_graph *p)
{
    uint32_t deepest = 0;
    int code = 0;
    for (uint32_t s = 1; s <= p->g->states; s++)
        deepest = p->depth[s] != UNREACHABLE && p->depth[s] > deepest ? p->depth[s] : deepest;
    for (uint32_t s = 1; s <= p->g->states && p->known_depths == UNREACHABLE && !code; s++) {
        if (p->depth[s] != deepest)
            continue;
        row_table_integer(rows, s);
        row_table_integer(rows, deepest);
        row_table_integer_or_null(rows, p->to_goal[s], p->to_goal[s] != UNREACHABLE);
        code = question_put_shown(rows, ctx, s);
    }
    if (p->known_depths != UNREACHABLE)
        strbuf_put(row_table_remark(rows),
                   "the run did not explore everything, so there may be deeper "
                   "states than were found");
    return code;
}

/* ---- both ------------------------------------------------------------------------------- */

int question_answer_partly(wgcq_rows **out, query_context *ctx, const partial_answer *how)
{
    loaded_graph l;
    partial_graph p = {0};
    row_table *rows = row_table_new(how->columns, how->names);
    int code = loaded_graph_open(&l, ctx, GRAPH_CONTENT | GRAPH_MOVES, LOADED_TO_GOAL);
    if (!code && !rows)
        code = error_set_memory(ctx->err);
    code = code ? code : partial_graph_find(&p, l.g, &l.back, ctx->proved, ctx->err);
    code = code ? code : how->put(rows, ctx, &p);
    bool complete = p.known_depths == UNREACHABLE;
    partial_graph_free(&p);
    loaded_graph_close(&l);
    return row_table_finish_or_free(code, out, rows, ctx->question, complete, ctx->err);
}

int answer_distances(wgcq_rows **out, query_context *ctx)
{
    static const char *const names[] = {"depth",     "states",  "goals",
                                        "dead_ends", "nearest", "farthest"};
    static const partial_answer how = {names, 6, put_levels};
    return question_has_depths(ctx) ? distances_from_rows(out, ctx, names, 6)
                                    : question_answer_partly(out, ctx, &how);
}

int answer_farthest(wgcq_rows **out, query_context *ctx)
{
    static const char *const names[] = {"id", "depth", "to_goal", "shown"};
    static const partial_answer how = {names, 4, put_farthest};
    return question_has_depths(ctx) ? select_farthest(out, ctx)
                                    : question_answer_partly(out, ctx, &how);
}
