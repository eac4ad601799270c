/*
 * picture_graphml.c - a sketch as GraphML: everything as data, nothing put together for the eye.
 *
 * Keys are called as the columns of the views states and edges; dead_end, on_solution and, of a
 * projection, states and edges (how many one stands for) are besides.
 */
#include "answers/draw/picture.h"

#include <inttypes.h>

static const char *in_xml(int32_t c, const char *at, const char *begin)
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

static void key(picture *d, const char *id, const char *of, const char *name, const char *type)
{
    strbuf_printf(&d->out, "  <key id=\"%s\" for=\"%s\" attr.name=\"", id, of);
    picture_text(d, name, in_xml);
    strbuf_printf(&d->out, "\" attr.type=\"%s\"/>\n", type);
}

static void number_key(picture *d, char letter, size_t i, const char *of, const char *name,
                       const char *type)
{
    strbuf_clear(&d->line);
    strbuf_printf(&d->line, "%c%zu", letter, i);
    key(d, strbuf_string(&d->line), of, name, type);
}

static void flag(picture *d, const char *name, bool value)
{
    strbuf_printf(&d->out, "<data key=\"%s\">%s</data>", name, value ? "true" : "false");
}

static void number(picture *d, const char *name, int64_t value)
{
    if (value >= 0)
        strbuf_printf(&d->out, "<data key=\"%s\">%" PRId64 "</data>", name, value);
}

static void words(picture *d, const char *name, const char *value)
{
    strbuf_printf(&d->out, "<data key=\"%s\">", name);
    picture_text(d, value, in_xml);
    strbuf_put(&d->out, "</data>");
}

/* ---- keys --------------------------------------------------------------------------------------
 */

static void node_keys(picture *d)
{
    const variables *v = &d->of.variables;
    key(d, "depth", "node", "depth", "long");
    key(d, "to_goal", "node", "to_goal", "long");
    key(d, "is_start", "node", "is_start", "boolean");
    key(d, "is_goal", "node", "is_goal", "boolean");
    key(d, "dead_end", "node", "dead_end", "boolean");
    if (d->of.of.marked)
        key(d, "passed", "node", "on_solution", "boolean");
    if (d->of.projected)
        key(d, "states", "node", "states", "long");
    else
        key(d, "shown", "node", "shown", "string");
    for (size_t i = 0; i < v->count; i++)
        number_key(d, 'v', i, "node", v->all[i].column,
                   v->all[i].truth        ? "boolean"
                   : v->all[i].domain < 0 ? "long"
                                          : "string");
}

static int edge_keys(picture *d)
{
    key(d, "move", "edge", "move", "string");
    if (d->of.of.marked)
        key(d, "made", "edge", "on_solution", "boolean");
    if (d->of.projected) {
        key(d, "edges", "edge", "edges", "long");
        return 0;
    }
    wgcq_rows *rows = NULL;
    int code = trace_rows(&rows, d->trace, "SELECT \"column\" FROM cost ORDER BY id", d->err);
    for (size_t i = 0; !code && (code = wgcq_rows_next(rows, d->err)) == 0; i++)
        number_key(d, 'c', i, "edge", wgcq_rows_text(rows, 0), "long");
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

/* ---- nodes and edges ---------------------------------------------------------------------------
 */

static void node(picture *d, const scene_node *n)
{
    strbuf_printf(&d->out, "    <node id=\"s%" PRIu32 "\">", n->id);
    number(d, "depth", n->depth);
    number(d, "to_goal", n->to_goal);
    flag(d, "is_start", n->start);
    flag(d, "is_goal", n->goal);
    flag(d, "dead_end", n->dead);
    if (d->of.of.marked)
        flag(d, "passed", n->passed);
    if (d->of.projected)
        number(d, "states", n->states);
    else
        words(d, "shown", n->shown);
    for (size_t i = 0; i < d->of.variables.count; i++) {
        strbuf_clear(&d->line);
        strbuf_printf(&d->line, "v%zu", i);
        words(d, strbuf_string(&d->line), n->values[i]);
    }
    strbuf_put(&d->out, "</node>\n");
}

static int edge(picture *d, const scene_edge *e)
{
    const graph *g = d->of.of.g;
    strbuf_clear(&d->line);
    int code = trace_move_text(d->trace, e->move, &d->line, d->err);
    strbuf_printf(&d->out, "    <edge source=\"s%" PRIu32 "\" target=\"s%" PRIu32 "\">",
                  d->of.nodes[e->from].id, d->of.nodes[e->to].id);
    words(d, "move", strbuf_string(&d->line));
    if (d->of.of.marked)
        flag(d, "made", e->made);
    if (d->of.projected)
        strbuf_printf(&d->out, "<data key=\"edges\">%" PRIu64 "</data>", e->count);
    for (unsigned c = 0; c < g->costs && !d->of.projected; c++)
        strbuf_printf(&d->out, "<data key=\"c%u\">%" PRId64 "</data>", c,
                      g->cost[e->edge * g->costs + c]);
    strbuf_put(&d->out, "</edge>\n");
    return code;
}

int picture_graphml(picture *d)
{
    strbuf_put(&d->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    node_keys(d);
    int code = edge_keys(d);
    strbuf_put(&d->out, "  <graph edgedefault=\"directed\">\n    <desc>");
    picture_title(d);
    picture_text(d, strbuf_string(&d->line), in_xml);
    strbuf_put(&d->out, "</desc>\n");
    for (size_t i = 0; i < d->of.node_count; i++)
        node(d, &d->of.nodes[i]);
    for (size_t i = 0; i < d->of.edge_count && !code; i++)
        code = edge(d, &d->of.edges[i]);
    strbuf_put(&d->out, "  </graph>\n</graphml>\n");
    return code;
}
