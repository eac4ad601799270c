/* scene.c - what a picture shows: which nodes there are, and what is told of each. */
#include "answers/draw/scene.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answers/draw/state_label.h"
#include "base/containers/lookup.h"
#include "base/error.h"
#include "trace/schema/column_names.h"

enum { IDS_MOST = 500, FIXED = 6 }; /* states asked for at once; columns before the variables */

typedef struct scene_builder {
    scene *out;
    wgcq_trace *trace;
    uint32_t *node_of; /* [states + 1]: from 1; 0: not shown */
    lookup keys;       /* of projected states                */
    strbuf columns;    /* of the view that are read          */
    bool complete;     /* the run                            */
    wgcq_error *err;
} scene_builder;

/* ---- nodes out of rows of the view states ------------------------------------------------------
 */

static const char *row_value(const scene_builder *k, const wgcq_rows *row, size_t i)
{
    return wgcq_rows_text(row, FIXED + k->out->variables.all[i].place);
}

static int64_t smaller_known(int64_t a, int64_t b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

static int64_t number_or_none(const wgcq_rows *row, size_t column)
{
    return wgcq_rows_type(row, column) == WGCQ_NULL ? -1 : wgcq_rows_integer(row, column);
}

static void merge_state(const scene_builder *k, scene_node *n, const wgcq_rows *row)
{
    int64_t id = wgcq_rows_integer(row, 0), to_goal = number_or_none(row, 2);
    bool dead = k->complete && trace_about_run(k->trace)->has_goal && to_goal < 0;
    n->is_dead_end = dead && (n->is_dead_end || !n->states);
    n->depth = n->states ? smaller_known(n->depth, number_or_none(row, 1)) : number_or_none(row, 1);
    n->to_goal = n->states ? smaller_known(n->to_goal, to_goal) : to_goal;
    n->is_start |= wgcq_rows_integer(row, 3) != 0;
    n->is_goal |= wgcq_rows_integer(row, 4) != 0;
    n->is_marked |= k->out->subgraph.marked_states && k->out->subgraph.marked_states[id];
    n->states++;
}

static bool copy_values(const scene_builder *k, scene_node *n, const wgcq_rows *row)
{
    size_t count = k->out->variables.count;
    n->values = calloc(count + 1, sizeof *n->values);
    for (size_t i = 0; n->values && i < count; i++)
        if (!(n->values[i] = strdup(row_value(k, row, i))))
            return false;
    return n->values && (k->out->projected || (n->shown = strdup(wgcq_rows_text(row, 5))));
}

static int add_state_row(const scene_builder *k, const wgcq_rows *row)
{
    int64_t id = wgcq_rows_integer(row, 0);
    if (id < 1 || id > k->out->subgraph.g->states || !k->node_of[id])
        return 0;
    scene_node *n = &k->out->nodes[k->node_of[id] - 1];
    if (!n->states && !copy_values(k, n, row))
        return error_set_memory(k->err);
    if (!n->states)
        n->id = k->out->projected ? k->node_of[id] : (uint32_t)id;
    merge_state(k, n, row);
    return 0;
}

static int read_state_rows(const scene_builder *k, const strbuf *sql)
{
    wgcq_rows *rows = NULL;
    int code = sql->failed || k->columns.failed
                   ? error_set_memory(k->err)
                   : trace_rows(&rows, k->trace, strbuf_string(sql), k->err);
    while (!code && (code = wgcq_rows_next(rows, k->err)) == 0)
        code = add_state_row(k, rows);
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

/* The chosen states, some hundred at a time: the view decodes each of them. */
static int read_nodes(const scene_builder *k)
{
    strbuf sql = {0};
    unsigned asked = 0;
    int code = 0;
    for (uint32_t s = 1; s <= k->out->subgraph.g->states && !code; s++) {
        if (k->node_of[s]) {
            if (!asked++)
                strbuf_printf(&sql, "SELECT %s FROM states_%" PRId64 " WHERE id IN(",
                              strbuf_string(&k->columns), trace_about_run(k->trace)->run);
            strbuf_printf(&sql, "%s%" PRIu32, asked > 1 ? "," : "", s);
        }
        if (asked && (asked == IDS_MOST || s == k->out->subgraph.g->states)) {
            strbuf_put(&sql, ") ORDER BY id");
            code = read_state_rows(k, &sql);
            strbuf_clear(&sql);
            asked = 0;
        }
    }
    strbuf_free(&sql);
    return code;
}

/* ---- which node a state belongs to ------------------------------------------------------------
 */

static int assign_projected_node(scene_builder *k, const wgcq_rows *row, strbuf *key)
{
    int64_t s = wgcq_rows_integer(row, 0);
    if (s < 1 || s > k->out->subgraph.g->states || !k->out->subgraph.chosen[s])
        return 0;
    strbuf_clear(key);
    for (size_t i = 0; i < k->out->variables.count; i++) {
        const char *value = row_value(k, row, i);
        strbuf_printf(key, "%zu:%s", strlen(value), value); /* no value runs into the next */
    }
    k->node_of[s] = key->failed ? 0 : lookup_add(&k->keys, strbuf_string(key));
    return k->node_of[s] ? 0 : error_set_memory(k->err);
}

/* The chosen variables alone: the view decodes no others. */
static void list_projected_columns(scene_builder *k)
{
    strbuf_put(&k->columns, "id,depth,to_goal,is_start,is_goal,NULL");
    for (size_t i = 0; i < k->out->variables.count; i++) {
        strbuf_char(&k->columns, ',');
        column_names_quote(&k->columns, k->out->variables.all[i].column);
        k->out->variables.all[i].place = i;
    }
}

static int project_states(scene_builder *k, const char *names)
{
    strbuf sql = {0}, key = {0};
    wgcq_rows *rows = NULL;
    int code = variables_choose(&k->out->variables, names, k->err);
    if (!code)
        list_projected_columns(k);
    strbuf_printf(&sql, "SELECT %s FROM states_%" PRId64 " ORDER BY id", strbuf_string(&k->columns),
                  trace_about_run(k->trace)->run);
    if (!code)
        code = sql.failed || k->columns.failed
                   ? error_set_memory(k->err)
                   : trace_rows(&rows, k->trace, strbuf_string(&sql), k->err);
    while (!code && (code = wgcq_rows_next(rows, k->err)) == 0)
        code = assign_projected_node(k, rows, &key);
    k->out->node_count = k->keys.count;
    wgcq_rows_free(rows);
    strbuf_free(&sql);
    strbuf_free(&key);
    return code == WGCQ_DONE ? 0 : code;
}

static int number_nodes(scene_builder *k, const char *names)
{
    k->node_of = calloc((size_t)k->out->subgraph.g->states + 1, sizeof *k->node_of);
    if (!k->node_of)
        return error_set_memory(k->err);
    if (names)
        return project_states(k, names);
    strbuf_put(&k->columns, "*");
    for (uint32_t s = 1; s <= k->out->subgraph.g->states; s++)
        if (k->out->subgraph.chosen[s])
            k->node_of[s] = (uint32_t)++k->out->node_count;
    return 0;
}

/* ---- captions ----------------------------------------------------------------------------------
 */

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

/* ---- the whole ---------------------------------------------------------------------------------
 */

static int reject_size(const scene *s, const char *what, uint64_t count, int most, wgcq_error *err)
{
    return error_set(
        err, WGCQ_EREQUEST,
        "a picture of %" PRIu64 " %s shows nothing (at most %d): --depth, --around, "
        "--only shortest or --project on %s variables draw less, --all draws it all the "
        "same",
        count, what, most, s->projected ? "fewer" : "a few");
}

static int check_picture_size(const scene *s, const wgcq_slice *how, wgcq_error *err)
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

static int make_nodes(scene_builder *k)
{
    scene *s = k->out;
    for (uint32_t i = 1; i <= s->subgraph.g->states; i++)
        s->any_goal = s->any_goal || s->subgraph.g->marks[i] & MARK_GOAL;
    if (!(s->nodes = calloc(s->node_count + 1, sizeof *s->nodes)))
        return error_set_memory(k->err);
    int code = read_nodes(k);
    if (!code)
        code = label_nodes(s, k->err);
    return code;
}

int scene_make(scene *out, wgcq_trace *trace, const wgcq_slice *how, wgcq_error *err)
{
    scene_builder k = {.out = out, .trace = trace, .keys = lookup_of_texts(), .err = err};
    *out = (scene){.projected = how->project};
    k.complete = !strcmp(trace_about_run(trace)->status, "complete");
    int code = subgraph_make(&out->subgraph, trace, how, err);
    if (!code)
        code = variables_read(&out->variables, trace, err);
    if (!code)
        code = number_nodes(&k, how->project);
    if (!code)
        code = check_picture_size(out, how, err);
    if (!code)
        code = make_nodes(&k);
    if (!code)
        code = scene_join(out, k.node_of, err);
    if (!code)
        code = check_picture_size(out, how, err);
    lookup_free(&k.keys);
    strbuf_free(&k.columns);
    free(k.node_of);
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
