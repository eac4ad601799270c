/*
 * picture.c - the explored graph, or a slice of it, in words that drawing programs read.
 *
 * Never more than DRAWN_MOST states: a larger picture shows nothing.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answers/answers.h"
#include "answers/questions.h"
#include "base/fault.h"

enum { DRAWN_MOST = 200 };

typedef struct drawing {
    wgcq_trace *trace;
    const wgcq_slice *how;
    graph *g;
    graph_back back;
    bool *chosen; /* [states + 1]      */
    uint32_t *to_goal;
    bool any_goal;
    uint32_t *from_start; /* with only_shortest */
    uint32_t length;
    text out, line;
    wgcq_error *err;
} drawing;

/* ---- which states ------------------------------------------------------------------------- */

/* Those on a shortest plan, of which each move comes one nearer to a goal. */
static int choose_shortest(drawing *d)
{
    int code = distances_from_start(&d->from_start, d->g, d->err);
    d->length = NO_WAY;
    for (uint32_t s = 1; !code && s <= d->g->states; s++)
        if (d->g->marks[s] & MARK_START && d->to_goal[s] < d->length)
            d->length = d->to_goal[s];
    for (uint32_t s = 1; !code && s <= d->g->states; s++)
        d->chosen[s] = d->length != NO_WAY && d->from_start[s] != NO_WAY &&
                       d->to_goal[s] != NO_WAY && d->from_start[s] + d->to_goal[s] == d->length;
    return code;
}

/* Everything that is one move, either way, from what is chosen. */
static int widen(drawing *d)
{
    const graph *g = d->g;
    bool *wider = calloc((size_t)g->states + 1, sizeof *wider);
    if (!wider)
        return fault_memory(d->err);
    for (uint32_t s = 1; s <= g->states; s++)
        for (uint64_t e = g->first[s]; e < g->first[s + (size_t)1]; e++) {
            wider[s] |= d->chosen[g->dst[e]];
            wider[g->dst[e]] |= d->chosen[s];
        }
    for (uint32_t s = 1; s <= g->states; s++)
        d->chosen[s] |= wider[s];
    free(wider);
    return 0;
}

static int choose_around(drawing *d)
{
    text sql = {0};
    wgcq_rows *rows = NULL;
    uint64_t found = 0;
    text_printf(&sql, "SELECT dst FROM steps WHERE solution=%" PRId64 " AND dst IS NOT NULL",
                d->how->around);
    int code =
        sql.failed ? fault_memory(d->err) : trace_rows(&rows, d->trace, text_string(&sql), d->err);
    while (!code && (code = wgcq_rows_next(rows, d->err)) == 0) {
        int64_t s = wgcq_rows_integer(rows, 0);
        if (s > 0 && s <= d->g->states)
            d->chosen[s] = true;
        found++;
    }
    wgcq_rows_free(rows);
    text_free(&sql);
    if (code == WGCQ_DONE && !found)
        return fault(d->err, WGCQ_EREQUEST, "there is no solution %" PRId64, d->how->around);
    code = code == WGCQ_DONE ? 0 : code;
    for (uint64_t i = 0; i < d->how->radius && i < d->g->states && !code; i++)
        code = widen(d);
    return code;
}

static int choose(drawing *d)
{
    uint64_t count = 0;
    int code = distances_to_goal(&d->to_goal, d->g, &d->back, d->err);
    for (uint32_t s = 1; s <= d->g->states; s++)
        d->any_goal = d->any_goal || d->g->marks[s] & MARK_GOAL;
    if (code)
        return code;
    if (d->how->only_shortest)
        code = choose_shortest(d);
    else if (d->how->around)
        code = choose_around(d);
    else
        memset(d->chosen, 1, (size_t)d->g->states + 1);
    for (uint32_t s = 1; s <= d->g->states; s++)
        count += d->chosen[s];
    if (code || count <= DRAWN_MOST)
        return code;
    return fault(d->err, WGCQ_EREQUEST,
                 "a picture of %" PRIu64 " states shows nothing (at most %d): try --only shortest, "
                 "or --around 1 with a --radius",
                 count, DRAWN_MOST);
}

static bool is_drawn(const drawing *d, uint32_t s, uint64_t e)
{
    uint32_t to = d->g->dst[e];
    return d->chosen[to] &&
           (!d->how->only_shortest || d->from_start[s] + (uint64_t)1 + d->to_goal[to] == d->length);
}

/* ---- in words ----------------------------------------------------------------------------------
 */

/* A text inside of quotes of the format. */
static void quoted(drawing *d, const char *words)
{
    for (; *words; words++)
        switch (*words) {
        case '"':
            text_put(&d->out, d->how->format == WGCQ_DOT       ? "\\\""
                              : d->how->format == WGCQ_MERMAID ? "#quot;"
                                                               : "&quot;");
            break;
        case '\\': text_put(&d->out, d->how->format == WGCQ_DOT ? "\\\\" : "\\"); break;
        case '\n':
            text_put(&d->out, d->how->format == WGCQ_DOT       ? "\\n"
                              : d->how->format == WGCQ_MERMAID ? "<br>"
                                                               : "&#10;");
            break;
        case '&': text_put(&d->out, d->how->format == WGCQ_DOT ? "&" : "&amp;"); break;
        case '<': text_put(&d->out, d->how->format == WGCQ_DOT ? "<" : "&lt;"); break;
        case '>': text_put(&d->out, d->how->format == WGCQ_DOT ? ">" : "&gt;"); break;
        default: text_char(&d->out, *words); break;
        }
}

static void begin(drawing *d)
{
    static const char *const heads[] = {
        "digraph wgcq {\n  node [shape=box, style=\"rounded,filled\", fillcolor=white, "
        "fontname=monospace, fontsize=11];\n  edge [fontname=\"sans-serif\", fontsize=10];\n",
        "flowchart TD\n",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
        "  <key id=\"shown\" for=\"node\" attr.name=\"shown\" attr.type=\"string\"/>\n"
        "  <key id=\"start\" for=\"node\" attr.name=\"start\" attr.type=\"boolean\"/>\n"
        "  <key id=\"goal\" for=\"node\" attr.name=\"goal\" attr.type=\"boolean\"/>\n"
        "  <key id=\"move\" for=\"edge\" attr.name=\"move\" attr.type=\"string\"/>\n"
        "  <graph edgedefault=\"directed\">\n"};
    text_put(&d->out, heads[d->how->format]);
}

/* Starts are blue, goals green with two lines, states that no goal can be reached from grey. */
static void colour(drawing *d, uint32_t s)
{
    bool start = d->g->marks[s] & MARK_START, goal = d->g->marks[s] & MARK_GOAL;
    bool dead = d->any_goal && d->to_goal[s] == NO_WAY;
    text_printf(&d->out, "  %u [", s);
    if (goal)
        text_put(&d->out, "fillcolor=\"#d8f0d0\", peripheries=2, ");
    else if (start)
        text_put(&d->out, "fillcolor=\"#d0e4f8\", penwidth=2, ");
    else if (dead)
        text_put(&d->out, "fillcolor=\"#eeeeee\", color=\"#999999\", fontcolor=\"#777777\", ");
    text_put(&d->out, "label=\"");
}

static int draw_state(drawing *d, uint32_t s)
{
    bool start = d->g->marks[s] & MARK_START, goal = d->g->marks[s] & MARK_GOAL;
    text_clear(&d->line);
    int code = trace_shown(d->trace, s, &d->line, d->err);
    if (d->how->format == WGCQ_DOT)
        colour(d, s);
    else if (d->how->format == WGCQ_MERMAID)
        text_printf(&d->out, "  s%u%s\"", s, goal ? "[[" : start ? "([" : "[");
    else
        text_printf(&d->out, "    <node id=\"s%u\"><data key=\"shown\">", s);
    quoted(d, text_string(&d->line));
    if (d->how->format == WGCQ_DOT)
        text_put(&d->out, "\"];\n");
    else if (d->how->format == WGCQ_MERMAID)
        text_printf(&d->out, "\"%s\n", goal ? "]]" : start ? "])" : "]");
    else
        text_printf(&d->out,
                    "</data><data key=\"start\">%s</data><data key=\"goal\">%s</data></node>\n",
                    start ? "true" : "false", goal ? "true" : "false");
    return code;
}

static int draw_edge(drawing *d, uint32_t s, uint64_t e)
{
    uint32_t to = d->g->dst[e];
    text_clear(&d->line);
    int code = trace_move_text(d->trace, d->g->move[e], &d->line, d->err);
    if (d->how->format == WGCQ_DOT)
        text_printf(&d->out, "  %u -> %u [label=\"", s, to);
    else if (d->how->format == WGCQ_MERMAID)
        text_printf(&d->out, "  s%u -->|\"", s);
    else
        text_printf(&d->out, "    <edge source=\"s%u\" target=\"s%u\"><data key=\"move\">", s, to);
    quoted(d, text_string(&d->line));
    if (d->how->format == WGCQ_DOT)
        text_put(&d->out, d->g->depth[to] > d->g->depth[s]
                              ? "\"];\n"
                              : "\", constraint=false];\n"); /* rows by depth */
    else if (d->how->format == WGCQ_MERMAID)
        text_printf(&d->out, "\"| s%u\n", to);
    else
        text_put(&d->out, "</data></edge>\n");
    return code;
}

static int draw(drawing *d)
{
    static const char *const ends[] = {"}\n", "", "  </graph>\n</graphml>\n"};
    const graph *g = d->g;
    int code = 0;
    begin(d);
    for (uint32_t s = 1; s <= g->states && !code; s++)
        if (d->chosen[s])
            code = draw_state(d, s);
    for (uint32_t s = 1; s <= g->states && !code; s++)
        for (uint64_t e = g->first[s]; d->chosen[s] && e < g->first[s + (size_t)1] && !code; e++)
            if (is_drawn(d, s, e))
                code = draw_edge(d, s, e);
    text_put(&d->out, ends[d->how->format]);
    return code ? code : d->out.failed ? fault_memory(d->err) : 0;
}

int questions_draw(char **out, wgcq_trace *trace, const wgcq_slice *how, wgcq_error *err)
{
    drawing d = {.trace = trace, .how = how, .err = err};
    int code = trace_graph(&d.g, trace, err);
    if (!code)
        code = graph_reverse(&d.back, d.g, err);
    if (!code && !(d.chosen = calloc((size_t)d.g->states + 1, sizeof *d.chosen)))
        code = fault_memory(err);
    if (!code)
        code = choose(&d);
    if (!code)
        code = draw(&d);
    if (!code && !(*out = strdup(text_string(&d.out))))
        code = fault_memory(err);
    graph_reverse_free(&d.back);
    graph_free(d.g);
    free(d.chosen);
    free(d.to_goal);
    free(d.from_start);
    text_free(&d.out);
    text_free(&d.line);
    return code;
}
