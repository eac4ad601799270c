/* scene.c - the nodes of a picture, their data and labels. */
#include "answers/draw/scene.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answers/draw/scene_traffic.h"
#include "answers/draw/state_label.h"
#include "base/array.h"
#include "base/containers/lookup.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "model/order.h"

enum { IDS_MOST = 500, FIXED = 6 }; /* states per query; columns before the variables */

typedef struct scene_builder {
    scene *out;
    wgcq_trace *trace;
    uint32_t *node_of; /* [states + 1]: nodes from 1; 0: not drawn    */
    lookup keys;       /* of projected states, the bits of each variable, numbered as their nodes */
    bool *bad;         /* [states + 1]: states that violate an invariant */
    bool complete;     /* the run is                                   */
    wgcq_error *err;
} scene_builder;

/* ---- nodes from rows of the view states ------------------------------------------------------ */

static const char *row_value(const scene_builder *b, const wgcq_rows *row, size_t i)
{
    const size_t column = FIXED + b->out->variables.all[i].place;
    return wgcq_rows_type(row, column) == WGCQ_NULL ? "none" : wgcq_rows_text(row, column);
}

static int64_t smaller_known(int64_t a, int64_t b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

static int64_t number_or_none(const wgcq_rows *row, size_t column)
{
    return wgcq_rows_type(row, column) == WGCQ_NULL ? -1 : wgcq_rows_integer(row, column);
}

/* Adds a state to its node; -1: the depth, the distance to a goal is not known. */
static void merge_state(const scene_builder *b, scene_node *n, uint32_t id, int64_t depth,
                        int64_t to_goal)
{
    const subgraph *of = &b->out->subgraph;
    bool dead = b->complete && trace_about_run(b->trace)->has_goal && to_goal < 0;
    n->is_dead_end = dead && (n->is_dead_end || !n->states);
    n->depth = n->states ? smaller_known(n->depth, depth) : depth;
    n->to_goal = n->states ? smaller_known(n->to_goal, to_goal) : to_goal;
    n->is_start |= (of->g->marks[id] & MARK_START) != 0;
    n->is_goal |= (of->g->marks[id] & MARK_GOAL) != 0;
    n->is_bad |= b->bad[id];
    n->is_marked |= of->marked_states && of->marked_states[id];
    n->states++;
}

static const uint64_t *drawn_state(const scene_builder *b, uint32_t s)
{
    const graph *g = b->out->subgraph.g;
    return g->state + (size_t)s * g->words;
}

static char *spell_value(const scene_builder *b, size_t i, uint32_t id)
{
    strbuf value = {0};
    variables_put_value(&value, &b->out->variables.all[i], trace_model(b->trace),
                        drawn_state(b, id));
    char *text = value.failed ? NULL : strdup(strbuf_string(&value));
    strbuf_free(&value);
    return text;
}

/* From the state's row, where a list is an array of JSON; NULL: from the state alone. */
static bool fill_values(const scene_builder *b, scene_node *n, uint32_t id, const wgcq_rows *row)
{
    const variables *v = &b->out->variables;
    n->values = calloc(v->count + 1, sizeof *n->values);
    for (size_t i = 0; n->values && i < v->count; i++)
        if (!(n->values[i] =
                  !row || v->all[i].list ? spell_value(b, i, id) : strdup(row_value(b, row, i))))
            return false;
    return n->values && (!row || (n->shown = strdup(wgcq_rows_text(row, 5))));
}

static int add_state_row(void *self, const wgcq_rows *row, wgcq_error *err)
{
    const scene_builder *b = self;
    int64_t id = wgcq_rows_integer(row, 0);
    if (id < 1 || id > b->out->subgraph.g->states || !b->node_of[id])
        return 0;
    scene_node *n = &b->out->nodes[b->node_of[id] - 1];
    if (!n->states && !fill_values(b, n, (uint32_t)id, row))
        return error_set_memory(err);
    n->id = (uint32_t)id;
    merge_state(b, n, n->id, number_or_none(row, 1), number_or_none(row, 2));
    return 0;
}

/* Reads the chosen states only, IDS_MOST at a time: the view decodes each state that is read. */
static int read_nodes(scene_builder *b)
{
    strbuf sql = {0};
    unsigned pending = 0;
    int code = 0;
    for (uint32_t s = 1; s <= b->out->subgraph.g->states && !code; s++) {
        if (b->node_of[s]) {
            if (!pending++)
                trace_put_sql(&sql, b->trace, "SELECT * FROM states_# WHERE id IN(");
            strbuf_printf(&sql, "%s%" PRIu32, pending > 1 ? "," : "", s);
        }
        if (pending && (pending == IDS_MOST || s == b->out->subgraph.g->states)) {
            strbuf_put(&sql, ") ORDER BY id");
            code = trace_each_row_built(b->trace, &sql, add_state_row, b, b->err);
            pending = 0;
        }
    }
    return code;
}

/* ---- projected nodes ------------------------------------------------------------------------- */

/* How many numbers the values of all variables are. */
static size_t node_key_width(const variables *v)
{
    size_t width = 0;
    for (size_t i = 0; i < v->count; i++)
        width += variables_width(&v->all[i]);
    return width;
}

/* Numbers the nodes by the values of the variables. */
static int project_states(scene_builder *b)
{
    const scene *s = b->out;
    const size_t width = node_key_width(&s->variables);
    uint64_t *key = calloc(width + 1, sizeof *key);
    int code = key ? 0 : error_set_memory(b->err);
    progress_clock progress;
    progress_begin(&progress, "drawing", s->subgraph.g);
    progress.total = s->subgraph.g->states;
    b->keys = lookup_of_states((unsigned)width);
    for (uint32_t id = 1; id <= s->subgraph.g->states && !code; id++) {
        if (!s->subgraph.chosen[id])
            continue;
        uint64_t *to = key;
        for (size_t i = 0; i < s->variables.count; i++) {
            const stored_variable *v = &s->variables.all[i];
            variables_bits(to, v, trace_model(b->trace), drawn_state(b, id));
            to += variables_width(v);
        }
        if (!(b->node_of[id] = lookup_add(&b->keys, key)))
            code = error_set_memory(b->err);
        else
            code = progress_poll(&progress, s->subgraph.g->monitor, 0, b->err);
    }
    b->out->node_count = b->keys.count;
    free(key);
    return code;
}

/* States in their order, as the rows of their distances come. */
typedef struct state_merge {
    const scene_builder *b;
    uint32_t next; /* the first that belongs to no node yet           */
    bool derived;  /* the depth, too, is stored with the distances    */
} state_merge;

static int64_t known_distance(int64_t value)
{
    return value >= 0 && value < UNREACHABLE ? value : -1;
}

/* Adds the next state to its node. */
static int merge_next(state_merge *m, int64_t depth, int64_t to_goal)
{
    const scene_builder *b = m->b;
    const uint32_t s = m->next++;
    if (!b->node_of[s])
        return 0;
    scene_node *n = &b->out->nodes[b->node_of[s] - 1];
    if (!n->states && !fill_values(b, n, s, NULL))
        return error_set_memory(b->err);
    n->id = b->node_of[s];
    if (!m->derived)
        depth = known_distance(b->out->subgraph.g->depth[s]);
    merge_state(b, n, s, depth, to_goal);
    return 0;
}

/* Merges the states before `end`, whose distances are not known. */
static int merge_up_to(state_merge *m, uint64_t end)
{
    int code = 0;
    while (!code && m->next < end)
        code = merge_next(m, -1, -1);
    return code;
}

static int merge_distance_row(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    state_merge *m = self;
    if (rowid < m->next || rowid > m->b->out->subgraph.g->states)
        return error_set(err, WGCQ_ESTORE,
                         "the file is damaged: there is a distance of a state that is not there");
    int code = merge_up_to(m, (uint64_t)rowid);
    return code ? code
                : merge_next(m, m->derived ? known_distance(values[1]) : -1,
                             known_distance(values[0]));
}

/* No state is read from the view. */
static int fill_projected_nodes(const scene_builder *b)
{
    state_merge m = {.b = b, .next = 1};
    m.derived = order_depths_named(trace_about_run(b->trace)->order) == DEPTHS_DERIVED;
    int code = trace_scan(b->trace, TRACE_DISTANCE_ROWS, merge_distance_row, &m, b->err);
    return code ? code : merge_up_to(&m, b->out->subgraph.g->states + (uint64_t)1);
}

/* ---- which node a state belongs to ----------------------------------------------------------- */

static int number_nodes(scene_builder *b, const char *names)
{
    b->node_of = calloc((size_t)b->out->subgraph.g->states + 1, sizeof *b->node_of);
    if (!b->node_of)
        return error_set_memory(b->err);
    if (names) {
        int code = variables_choose(&b->out->variables, names, b->err);
        return code ? code : project_states(b);
    }
    for (uint32_t s = 1; s <= b->out->subgraph.g->states; s++)
        if (b->out->subgraph.chosen[s])
            b->node_of[s] = (uint32_t)++b->out->node_count;
    return variables_fold(&b->out->variables, b->err);
}

/* ---- labels --------------------------------------------------------------------------------- */

static int label_node(scene *s, scene_node *n, wgcq_error *err)
{
    strbuf lines = {0};
    int code = 0;
    if (s->puzzle_labels)
        strbuf_put(&lines, n->shown);
    else
        code = state_label_lines(&lines, &s->variables, (const char *const *)n->values, err);
    if (!code && (lines.failed || !(n->label = strdup(strbuf_string(&lines)))))
        code = error_set_memory(err);
    strbuf_free(&lines);
    return code;
}

static int label_nodes(scene *s, wgcq_error *err)
{
    const scene_node *first = s->nodes;
    bool by_default = true;
    int code = 0;
    if (!s->projected && s->node_count && first->shown)
        code = state_label_is_default(&by_default, &s->variables,
                                      (const char *const *)first->values, first->shown, err);
    s->puzzle_labels = !by_default;
    for (size_t i = 0; i < s->node_count && !code; i++)
        code = s->nodes[i].states ? label_node(s, &s->nodes[i], err)
                                  : error_set(err, WGCQ_ESTORE,
                                              "the file is damaged: a state of its "
                                              "graph is not among its states");
    return code;
}

/* ---- the scene ------------------------------------------------------------------------------ */

/* Suggests what was not given. */
static int reject_size(const scene *s, const wgcq_draw_options *how, uint64_t count,
                       const char *what, wgcq_error *err)
{
    const bool only = how->only_shortest || how->only_cheapest,
               around = how->around || how->around_property;
    return error_set(err, WGCQ_EREQUEST,
                     "%s %s are too many to draw (at most %d): %s%s%s or --project on %s "
                     "variables draw less, --all draws them anyway",
                     WGCQ_GROUPED(count), what,
                     strcmp(what, "states") && strcmp(what, "nodes") ? SMALL_EDGES : SMALL_NODES,
                     how->has_depth ? "a smaller --depth"
                     : around       ? "a smaller --radius"
                                    : "--depth",
                     around ? "" : ", --around", only || around ? "" : ", --only shortest",
                     s->projected ? "fewer" : "a few");
}

static int check_picture_size(const scene *s, const wgcq_draw_options *how, wgcq_error *err)
{
    bool is_path = s->subgraph.kind == SUBGRAPH_AROUND && !s->subgraph.radius && !s->projected;
    if (how->any_size || is_path)
        return 0;
    if (s->node_count > SMALL_NODES)
        return reject_size(s, how, s->node_count, s->projected ? "nodes" : "states", err);
    uint64_t edges = s->projected ? s->arrow_count : s->subgraph.edges;
    if (edges > SMALL_EDGES)
        return reject_size(s, how, edges, s->projected ? "arrows" : "edges", err);
    return 0;
}

static int mark_violation(void *self, const wgcq_rows *row, wgcq_error *err)
{
    scene_builder *b = self;
    const int64_t state = wgcq_rows_integer(row, 0);
    (void)err;
    if (state >= 1 && state <= b->out->subgraph.g->states)
        b->out->any_bad = b->bad[state] = true;
    return 0;
}

static int read_violations_drawn(scene_builder *b)
{
    b->bad = calloc((size_t)b->out->subgraph.g->states + 1, sizeof *b->bad);
    if (!b->bad)
        return error_set_memory(b->err);
    if (!trace_has_invariants(b->trace))
        return 0;
    return trace_each_row(b->trace, mark_violation, b, b->err, "SELECT state FROM violations_#");
}

static int make_nodes(scene_builder *b)
{
    scene *s = b->out;
    for (uint32_t i = 1; i <= s->subgraph.g->states; i++)
        s->any_goal = s->any_goal || s->subgraph.g->marks[i] & MARK_GOAL;
    if (!(s->nodes = calloc(s->node_count + 1, sizeof *s->nodes)))
        return error_set_memory(b->err);
    int code = s->projected ? fill_projected_nodes(b) : read_nodes(b);
    code = code ? code : label_nodes(s, b->err);
    return code;
}

int scene_make(scene *out, wgcq_trace *trace, const wgcq_draw_options *how, wgcq_error *err)
{
    scene_builder b = {.out = out, .trace = trace, .err = err};
    *out = (scene){.projected = how->project, .has_traffic = how->traffic};
    b.complete = !strcmp(trace_about_run(trace)->status, "complete");
    int code = subgraph_make(&out->subgraph, trace, how, err);
    code = code ? code : variables_read(&out->variables, trace, err);
    code = code ? code : number_nodes(&b, how->project);
    code = code ? code : check_picture_size(out, how, err);
    code = code ? code : read_violations_drawn(&b);
    code = code ? code : make_nodes(&b);
    code = code ? code : scene_join(out, b.node_of, err);
    if (!code && how->traffic)
        code = scene_count_traffic(out, b.node_of, trace, how->traffic, err);
    if (!code)
        scene_pair_arrows(out);
    code = code ? code : check_picture_size(out, how, err);
    lookup_free(&b.keys);
    FREE_EACH(b.node_of, b.bad);
    return code;
}

static void free_node(scene_node *n, size_t values)
{
    for (size_t i = 0; n->values && i < values; i++)
        free(n->values[i]);
    FREE_EACH(n->values, n->shown, n->label);
}

void scene_free(scene *s)
{
    for (size_t i = 0; s->nodes && i < s->node_count; i++)
        free_node(&s->nodes[i], s->variables.count);
    free(s->nodes);
    for (size_t i = 0; i < s->edge_count; i++)
        free(s->edges[i].plans);
    for (size_t i = 0; s->arrows && i < s->arrow_count; i++)
        free(s->arrows[i].plans);
    FREE_EACH(s->edges, s->arrows);
    variables_free(&s->variables);
    subgraph_free(&s->subgraph);
    *s = (scene){0};
}
