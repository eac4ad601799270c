/*
 * picture_graphml.c - a scene as GraphML: everything as data, no layout.
 *
 * Keys are named as the columns of the views states and edges; in addition there are dead_end,
 * on_solution and, of a projection, states and edges (how many one stands for).
 */
#include "answers/draw/picture.h"

#include <inttypes.h>
#include <string.h>

static const char *escape_xml(int32_t c, const char *at, const char *begin)
{
    (void)at, (void)begin;
    switch (c) {
    case '"': return "&quot;";
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '\n': return "&#10;";
    case '\r': return "&#13;";
    case '\t': return "&#9;";
    default: return NULL;
    }
}

static void put_key(picture *d, const char *id, const char *domain, const char *name,
                    const char *type)
{
    strbuf_printf(&d->out, "  <key id=\"%s\" for=\"%s\" attr.name=\"", id, domain);
    picture_text(d, name, escape_xml);
    strbuf_printf(&d->out, "\" attr.type=\"%s\"/>\n", type);
}

static void put_numbered_key(picture *d, char letter, size_t i, const char *domain,
                             const char *name, const char *type)
{
    strbuf_clear(&d->line);
    strbuf_printf(&d->line, "%c%zu", letter, i);
    put_key(d, strbuf_string(&d->line), domain, name, type);
}

static void put_flag(picture *d, const char *name, bool value)
{
    strbuf_printf(&d->out, "<data key=\"%s\">%s</data>", name, value ? "true" : "false");
}

static void put_number(picture *d, const char *name, int64_t value)
{
    if (value >= 0)
        strbuf_printf(&d->out, "<data key=\"%s\">%" PRId64 "</data>", name, value);
}

static void put_string(picture *d, const char *name, const char *value)
{
    strbuf_printf(&d->out, "<data key=\"%s\">", name);
    picture_text(d, value, escape_xml);
    strbuf_put(&d->out, "</data>");
}

/* ---- keys ----------------------------------------------------------------------------------- */

static void put_node_keys(picture *d)
{
    const variables *v = &d->scene.variables;
    put_key(d, "depth", "node", "depth", "long");
    put_key(d, "to_goal", "node", "to_goal", "long");
    put_key(d, "is_start", "node", "is_start", "boolean");
    put_key(d, "is_goal", "node", "is_goal", "boolean");
    put_key(d, "dead_end", "node", "dead_end", "boolean");
    if (d->scene.any_bad)
        put_key(d, "violates", "node", "violates", "boolean");
    if (d->scene.subgraph.marked_states)
        put_key(d, "passed", "node", "on_solution", "boolean");
    if (d->scene.projected)
        put_key(d, "states", "node", "states", "long");
    else
        put_key(d, "shown", "node", "shown", "string");
    for (size_t i = 0; i < v->count; i++)
        put_numbered_key(d, 'v', i, "node", v->all[i].column,
                         v->all[i].is_boolean                      ? "boolean"
                         : v->all[i].domain < 0 && !v->all[i].list ? "long"
                                                                   : "string");
}

static int put_edge_keys(picture *d)
{
    put_key(d, "move", "edge", "move", "string");
    if (d->scene.subgraph.marked_states)
        put_key(d, "made", "edge", "on_solution", "boolean");
    if (d->scene.has_traffic)
        put_key(d, "plans", "edge", "plans", "string");
    if (d->scene.projected) {
        put_key(d, "edges", "edge", "edges", "long");
        return 0;
    }
    wgcq_rows *rows = NULL;
    int code = trace_select(&rows, d->trace, "SELECT \"column\" FROM cost ORDER BY id", d->err);
    for (size_t i = 0; !code && (code = wgcq_rows_next(rows, d->err)) == 0; i++)
        put_numbered_key(d, 'c', i, "edge", wgcq_rows_text(rows, 0), "long");
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

/* ---- nodes and edges ------------------------------------------------------------------------ */

/* A node without a value has no datum. */
static bool has_no_value(const picture *d, const scene_node *n, size_t variable)
{
    const stored_variable *v = &d->scene.variables.all[variable];
    return !v->list && trace_model(d->trace)->fields[v->field].optional &&
           !strcmp(n->values[variable], "none");
}

static void put_graphml_node(picture *d, const scene_node *n)
{
    strbuf_printf(&d->out, "    <node id=\"s%" PRIu32 "\">", n->id);
    put_number(d, "depth", n->depth);
    put_number(d, "to_goal", n->to_goal);
    put_flag(d, "is_start", n->is_start);
    put_flag(d, "is_goal", n->is_goal);
    put_flag(d, "dead_end", n->is_dead_end);
    if (d->scene.any_bad)
        put_flag(d, "violates", n->is_bad);
    if (d->scene.subgraph.marked_states)
        put_flag(d, "passed", n->is_marked);
    if (d->scene.projected)
        put_number(d, "states", n->states);
    else
        put_string(d, "shown", n->shown);
    for (size_t i = 0; i < d->scene.variables.count; i++) {
        if (has_no_value(d, n, i))
            continue;
        strbuf_clear(&d->line);
        strbuf_printf(&d->line, "v%zu", i);
        put_string(d, strbuf_string(&d->line), n->values[i]);
    }
    strbuf_put(&d->out, "</node>\n");
}

static int put_graphml_edge(picture *d, const scene_edge *e)
{
    const graph *g = d->scene.subgraph.g;
    strbuf_clear(&d->line);
    int code = trace_move_text(d->trace, e->move, &d->line, d->err);
    strbuf_printf(&d->out, "    <edge source=\"s%" PRIu32 "\" target=\"s%" PRIu32 "\">",
                  d->scene.nodes[e->from].id, d->scene.nodes[e->to].id);
    put_string(d, "move", strbuf_string(&d->line));
    if (d->scene.subgraph.marked_states)
        put_flag(d, "made", e->is_marked);
    if (d->scene.has_traffic)
        put_string(d, "plans", e->plans ? e->plans : "0");
    if (d->scene.projected)
        strbuf_printf(&d->out, "<data key=\"edges\">%" PRIu64 "</data>", e->count);
    for (unsigned c = 0; c < g->costs && !d->scene.projected; c++)
        strbuf_printf(&d->out, "<data key=\"c%u\">%" PRId64 "</data>", c,
                      g->cost[e->edge * g->costs + c]);
    strbuf_put(&d->out, "</edge>\n");
    return code;
}

int picture_graphml(picture *d)
{
    strbuf_put(&d->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    put_node_keys(d);
    int code = put_edge_keys(d);
    strbuf_put(&d->out, "  <graph edgedefault=\"directed\">\n    <desc>");
    picture_title(d);
    picture_text(d, strbuf_string(&d->line), escape_xml);
    strbuf_put(&d->out, "</desc>\n");
    for (size_t i = 0; i < d->scene.node_count; i++)
        put_graphml_node(d, &d->scene.nodes[i]);
    for (size_t i = 0; i < d->scene.edge_count && !code; i++)
        code = put_graphml_edge(d, &d->scene.edges[i]);
    strbuf_put(&d->out, "  </graph>\n</graphml>\n");
    return code;
}
