/* scene.c - the nodes of a picture, their data and labels. */
#include "answers/draw/scene.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answers/draw/state_label.h"
#include "base/containers/lookup.h"
#include "base/error.h"
#include "trace/schema/column_names.h"

enum { IDS_MOST = 500, FIXED = 6 }; /* states per query; columns before the variables */

typedef struct scene_builder {
    scene *out;
    wgcq_trace *trace;
    uint32_t *node_of; /* [states + 1]: nodes from 1; 0: not drawn    */
    lookup keys;       /* of projected states, numbered as their nodes */
    strbuf columns;    /* of the view states that are read             */
    bool complete;     /* the run is                                   */
    wgcq_error *err;
} scene_builder;

/* ---- nodes from rows of the view states ------------------------------------------------------ */

static const char *row_value(const scene_builder *b, const wgcq_rows *row, size_t i)
{
    return wgcq_rows_text(row, FIXED + b->out->variables.all[i].place);
}

static int64_t smaller_known(int64_t a, int64_t b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

static int64_t number_or_none(const wgcq_rows *row, size_t column)
{
    return wgcq_rows_type(row, column) == WGCQ_NULL ? -1 : wgcq_rows_integer(row, column);
}

static void merge_state(const scene_builder *b, scene_node *n, const wgcq_rows *row)
{
    int64_t id = wgcq_rows_integer(row, 0), to_goal = number_or_none(row, 2);
    bool dead = b->complete && trace_about_run(b->trace)->has_goal && to_goal < 0;
    n->is_dead_end = dead && (n->is_dead_end || !n->states);
    n->depth = n->states ? smaller_known(n->depth, number_or_none(row, 1)) : number_or_none(row, 1);
    n->to_goal = n->states ? smaller_known(n->to_goal, to_goal) : to_goal;
    n->is_start |= wgcq_rows_integer(row, 3) != 0;
    n->is_goal |= wgcq_rows_integer(row, 4) != 0;
    n->is_marked |= b->out->subgraph.marked_states && b->out->subgraph.marked_states[id];
    n->states++;
}

static bool copy_values(const scene_builder *b, scene_node *n, const wgcq_rows *row)
{
    size_t count = b->out->variables.count;
    n->values = calloc(count + 1, sizeof *n->values);
    for (size_t i = 0; n->values && i < count; i++)
        if (!(n->values[i] = strdup(row_value(b, row, i))))
            return false;
    return n->values && (b->out->projected || (n->shown = strdup(wgcq_rows_text(row, 5))));
}

static int add_state_row(const scene_builder *b, const wgcq_rows *row)
{
    int64_t id = wgcq_rows_integer(row, 0);
    if (id < 1 || id > b->out->subgraph.g->states || !b->node_of[id])
        return 0;
    scene_node *n = &b->out->nodes[b->node_of[id] - 1];
    if (!n->states && !copy_values(b, n, row))
        return error_set_memory(b->err);
    if (!n->states)
        n->id = b->out->projected ? b->node_of[id] : (uint32_t)id;
    merge_state(b, n, row);
    return 0;
}

/* Frees the text of the SELECT. */
static int read_state_rows(const scene_builder *b, strbuf *sql)
{
    wgcq_rows *rows;
    int code = trace_select_built(&rows, b->trace, sql, b->err);
    while (!code && (code = wgcq_rows_next(rows, b->err)) == 0)
        code = add_state_row(b, rows);
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

/* Reads the chosen states only, IDS_MOST at a time: the view decodes each state that is read. */
static int read_nodes(const scene_builder *b)
{
    strbuf sql = {0};
    unsigned pending = 0;
    int code = 0;
    for (uint32_t s = 1; s <= b->out->subgraph.g->states && !code; s++) {
        if (b->node_of[s]) {
            if (!pending++)
                strbuf_printf(&sql, "SELECT %s FROM states_%" PRId64 " WHERE id IN(",
                              strbuf_string(&b->columns), trace_about_run(b->trace)->run);
            strbuf_printf(&sql, "%s%" PRIu32, pending > 1 ? "," : "", s);
        }
        if (pending && (pending == IDS_MOST || s == b->out->subgraph.g->states)) {
            strbuf_put(&sql, ") ORDER BY id");
            code = read_state_rows(b, &sql);
            pending = 0;
        }
    }
    return code;
}

/* ---- which node a state belongs to ----------------------------------------------------------- */

static int assign_projected_node(scene_builder *b, const wgcq_rows *row, strbuf *key)
{
    int64_t s = wgcq_rows_integer(row, 0);
    if (s < 1 || s > b->out->subgraph.g->states || !b->out->subgraph.chosen[s])
        return 0;
    strbuf_clear(key);
    for (size_t i = 0; i < b->out->variables.count; i++) {
        const char *value = row_value(b, row, i);
        strbuf_printf(key, "%zu:%s", strlen(value), value); /* with the length it is unambiguous */
    }
    b->node_of[s] = key->failed ? 0 : lookup_add(&b->keys, strbuf_string(key));
    return b->node_of[s] ? 0 : error_set_memory(b->err);
}

/* Only the selected variables: the view decodes no others. */
static int list_projected_columns(scene_builder *b)
{
    strbuf_put(&b->columns, "id,depth,to_goal,is_start,is_goal,NULL");
    for (size_t i = 0; i < b->out->variables.count; i++) {
        strbuf_char(&b->columns, ',');
        column_names_quote(&b->columns, b->out->variables.all[i].column);
        b->out->variables.all[i].place = i;
    }
    return b->columns.failed ? error_set_memory(b->err) : 0;
}

static int project_states(scene_builder *b, const char *names)
{
    strbuf key = {0};
    wgcq_rows *rows = NULL;
    int code = variables_choose(&b->out->variables, names, b->err);
    if (!code)
        code = list_projected_columns(b);
    if (!code)
        code =
            trace_selectf(&rows, b->trace, b->err, "SELECT %s FROM states_%" PRId64 " ORDER BY id",
                          strbuf_string(&b->columns), trace_about_run(b->trace)->run);
    while (!code && (code = wgcq_rows_next(rows, b->err)) == 0)
        code = assign_projected_node(b, rows, &key);
    b->out->node_count = b->keys.count;
    wgcq_rows_free(rows);
    strbuf_free(&key);
    return code == WGCQ_DONE ? 0 : code;
}

static int number_nodes(scene_builder *b, const char *names)
{
    b->node_of = calloc((size_t)b->out->subgraph.g->states + 1, sizeof *b->node_of);
    if (!b->node_of)
        return error_set_memory(b->err);
    if (names)
        return project_states(b, names);
    strbuf_put(&b->columns, "*");
    for (uint32_t s = 1; s <= b->out->subgraph.g->states; s++)
        if (b->out->subgraph.chosen[s])
            b->node_of[s] = (uint32_t)++b->out->node_count;
    return b->columns.failed ? error_set_memory(b->err) : 0;
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
    int code = 0;
    s->puzzle_labels = !s->projected && s->node_count && s->nodes[0].shown &&
                       !state_label_is_list(&s->variables, s->nodes[0].shown);
    for (size_t i = 0; i < s->node_count && !code; i++)
        code = s->nodes[i].states ? label_node(s, &s->nodes[i], err)
                                  : error_set(err, WGCQ_ESTORE,
                                              "the file is damaged: a state of its "
                                              "graph is not among its states");
    return code;
}

/* ---- the scene ------------------------------------------------------------------------------ */

static int reject_size(const scene *s, const char *what, uint64_t count, int most, wgcq_error *err)
{
    return error_set(
        err, WGCQ_EREQUEST,
        "%" PRIu64 " %s are too many to draw (at most %d): --depth, --around, "
        "--only shortest or --project on %s variables draw less, --all draws them anyway",
        count, what, most, s->projected ? "fewer" : "a few");
}

static int check_picture_size(const scene *s, const wgcq_draw_options *how, wgcq_error *err)
{
    bool is_path = s->subgraph.kind == SUBGRAPH_AROUND && !s->subgraph.radius && !s->projected;
    if (how->any_size || is_path)
        return 0;
    if (s->node_count > SMALL_NODES)
        return reject_size(s, s->projected ? "nodes" : "states", s->node_count, SMALL_NODES, err);
    uint64_t edges = s->projected ? s->arrow_count : s->subgraph.edges;
    if (edges > SMALL_EDGES)
        return reject_size(s, s->projected ? "arrows" : "edges", edges, SMALL_EDGES, err);
    return 0;
}

static int make_nodes(scene_builder *b)
{
    scene *s = b->out;
    for (uint32_t i = 1; i <= s->subgraph.g->states; i++)
        s->any_goal = s->any_goal || s->subgraph.g->marks[i] & MARK_GOAL;
    if (!(s->nodes = calloc(s->node_count + 1, sizeof *s->nodes)))
        return error_set_memory(b->err);
    int code = read_nodes(b);
    if (!code)
        code = label_nodes(s, b->err);
    return code;
}

int scene_make(scene *out, wgcq_trace *trace, const wgcq_draw_options *how, wgcq_error *err)
{
    scene_builder b = {.out = out, .trace = trace, .keys = lookup_of_texts(), .err = err};
    *out = (scene){.projected = how->project};
    b.complete = !strcmp(trace_about_run(trace)->status, "complete");
    int code = subgraph_make(&out->subgraph, trace, how, err);
    if (!code)
        code = variables_read(&out->variables, trace, err);
    if (!code)
        code = number_nodes(&b, how->project);
    if (!code)
        code = check_picture_size(out, how, err);
    if (!code)
        code = make_nodes(&b);
    if (!code)
        code = scene_join(out, b.node_of, err);
    if (!code)
        code = check_picture_size(out, how, err);
    lookup_free(&b.keys);
    strbuf_free(&b.columns);
    free(b.node_of);
    return code;
}

static void free_node(scene_node *n, size_t values)
{
    for (size_t i = 0; n->values && i < values; i++)
        free(n->values[i]);
    free(n->values);
    free(n->shown);
    free(n->label);
}

void scene_free(scene *s)
{
    for (size_t i = 0; s->nodes && i < s->node_count; i++)
        free_node(&s->nodes[i], s->variables.count);
    free(s->nodes);
    free(s->edges);
    free(s->arrows);
    variables_free(&s->variables);
    subgraph_free(&s->subgraph);
    *s = (scene){0};
}
