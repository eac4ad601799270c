/*
 * picture_dot.c - a scene for Graphviz.
 *
 * One row per depth.  Starts are blue, goals green with a double border, dead ends grey and dashed,
 * states that violate an invariant red; states and moves of the marked path are orange and thick,
 * and a move of it that can be taken back has a hollow head at its tail.  Arrows that lead up are
 * pale.
 */
#include "answers/draw/picture.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define ORANGE  "#d9480f"
#define PROSE   "Helvetica,Arial,sans-serif"
#define LETTERS "DejaVu Sans Mono,Menlo,Consolas,monospace"

enum { PIECE_MOST = 2000 };

/* Inside "..." dot interprets backslashes and entities. */
static const char *escape_dot(int32_t c, const char *at, const char *begin)
{
    (void)at, (void)begin;
    switch (c) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '&': return "&amp;";
    case '\t': return "    ";
    case '\n': return "\\n";
    default: return NULL;
    }
}

/* As escape_dot, with lines aligned to the left. */
static const char *escape_dot_left(int32_t c, const char *at, const char *begin)
{
    return c == '\n' ? "\\l" : escape_dot(c, at, begin);
}

/* A text in quotes, split if it is long: dot reads at most 16 KB between two quotes. */
static void put_quoted(picture *d, const char *lead, const char *words, escape_fn *escape)
{
    strbuf_printf(&d->out, "\"%s", lead);
    for (const char *at = words; *at;) {
        size_t length = strnlen(at, PIECE_MOST);
        while (length > 1 && ((unsigned char)at[length] & 0xc0) == 0x80)
            length--;
        if (at > words)
            strbuf_put(&d->out, "\" + \"");
        picture_text_part(d, at, length, escape);
        at += length;
    }
    if (escape == escape_dot_left)
        strbuf_put(&d->out, "\\l");
    strbuf_put(&d->out, "\"");
}

static void put_attribute(picture *d, const char *name, const char *words, escape_fn *escape)
{
    strbuf_printf(&d->out, "%s=", name);
    put_quoted(d, "", words, escape);
}

static void begin_digraph(picture *d)
{
    picture_title(d);
    strbuf_put(&d->out, "digraph wgcq {\n  graph [");
    put_attribute(d, "label", strbuf_string(&d->line), escape_dot);
    strbuf_put(&d->out,
               ", labelloc=t, fontname=\"" PROSE "\", fontsize=13, fontcolor=\"#1f2328\","
               " bgcolor=white, ranksep=0.45, nodesep=0.35];\n"
               "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f6f8fa\","
               " color=\"#59636e\", fontcolor=\"#1f2328\", margin=\"0.14,0.08\", height=0.3,"
               " fontsize=11, fontname=\"");
    strbuf_put(&d->out, d->scene.puzzle_labels ? LETTERS : PROSE);
    strbuf_put(&d->out, "\"];\n  edge [color=\"#818b98\", fontcolor=\"#424a53\", arrowsize=0.7,"
                        " fontsize=10, fontname=\"" PROSE "\"];\n");
}

/* A node of several kinds looks like the first of them; a marked one by its border. */
static void put_node_style(picture *d, const scene_node *n)
{
    bool dead = n->is_dead_end && d->scene.any_goal && !n->is_goal && !n->is_start && !n->is_bad;
    if (n->is_bad)
        strbuf_put(&d->out, n->is_goal ? ", fillcolor=\"#ffebe9\", peripheries=2"
                                       : ", fillcolor=\"#ffebe9\"");
    else if (n->is_goal)
        strbuf_put(&d->out, ", fillcolor=\"#dafbe1\", peripheries=2");
    else if (n->is_start)
        strbuf_put(&d->out, ", fillcolor=\"#ddf4ff\"");
    else if (dead)
        strbuf_put(&d->out, ", style=\"rounded,filled,dashed\", fillcolor=\"#eaeef2\","
                            " fontcolor=\"#6e7781\"");
    if (n->is_marked)
        strbuf_put(&d->out, ", color=\"" ORANGE "\", penwidth=2.5");
    else if (n->is_bad)
        strbuf_put(&d->out, ", color=\"#cf222e\", penwidth=2");
    else if (n->is_goal)
        strbuf_put(&d->out, ", color=\"#1a7f37\"");
    else if (n->is_start)
        strbuf_put(&d->out, ", color=\"#0969da\", penwidth=2");
    else if (dead)
        strbuf_put(&d->out, ", color=\"#afb8c1\"");
}

static void put_dot_node(picture *d, const scene_node *n)
{
    strbuf_printf(&d->out, "  %" PRIu32 " [", n->id);
    picture_node_label(d, n);
    const char *words = strbuf_string(&d->line);
    put_attribute(d, "label", words,
                  strchr(words, '\n') && !d->scene.projected ? escape_dot_left : escape_dot);
    if (n->shown && strcmp(n->shown, n->label) != 0) {
        strbuf_put(&d->out, ", ");
        put_attribute(d, "tooltip", n->shown, escape_dot);
    }
    put_node_style(d, n);
    strbuf_put(&d->out, "];\n");
}

/* The label of an arrow is set close to its line: a space keeps the distance. */
static const char *escape_dot_edge(int32_t c, const char *at, const char *begin)
{
    return c == '\n' ? "\\n " : escape_dot(c, at, begin);
}

/* Rows are depths; a projected node has many, so dot chooses the rows of a projection. */
static bool is_down(const picture *d, const scene_arrow *a)
{
    int64_t from = d->scene.nodes[a->from].depth, to = d->scene.nodes[a->to].depth;
    return to > from || (to == from && d->scene.projected && a->to != a->from);
}

static int put_dot_arrow(picture *d, const scene_arrow *a)
{
    int code = picture_arrow_label(d, a, false);
    strbuf_printf(&d->out, "  %" PRIu32 " -> %" PRIu32 " [label=", d->scene.nodes[a->from].id,
                  d->scene.nodes[a->to].id);
    put_quoted(d, " ", strbuf_string(&d->line), escape_dot_edge);
    if (!code && a->count > 1) {
        code = picture_arrow_label(d, a, true);
        strbuf_put(&d->out, ", ");
        put_attribute(d, "tooltip", strbuf_string(&d->line), escape_dot);
    }
    if (a->is_two_way)
        strbuf_put(&d->out, a->is_marked ? ", dir=both, arrowtail=empty" : ", dir=both");
    if (a->is_marked)
        strbuf_put(&d->out, ", color=\"" ORANGE "\", fontcolor=\"" ORANGE "\", penwidth=2.5");
    if (!is_down(d, a))
        strbuf_put(&d->out, ", constraint=false");
    if (!is_down(d, a) && !a->is_marked && !a->is_two_way)
        strbuf_put(&d->out, ", color=\"#c1c9d2\", fontcolor=\"#6e7781\"");
    strbuf_put(&d->out, "];\n");
    return code;
}

static int by_depth(const void *a, const void *b)
{
    const scene_node *x = *(const scene_node *const *)a, *y = *(const scene_node *const *)b;
    if (x->depth != y->depth)
        return x->depth < y->depth ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* One row per depth, where it is known. */
static void put_ranks(picture *d)
{
    size_t count = d->scene.node_count;
    const scene_node **sorted = malloc((count + 1) * sizeof *sorted);
    if (!sorted) {
        d->out.failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        sorted[i] = &d->scene.nodes[i];
    qsort(sorted, count, sizeof *sorted, by_depth);
    for (size_t i = 0; i < count; i++) {
        bool begins = !i || sorted[i - 1]->depth != sorted[i]->depth;
        bool ends = i + 1 == count || sorted[i + 1]->depth != sorted[i]->depth;
        if (sorted[i]->depth < 0 || (begins && ends))
            continue;
        strbuf_printf(&d->out, "%s %" PRIu32 "%s", begins ? "  {rank=same;" : ";", sorted[i]->id,
                      ends ? "}\n" : "");
    }
    free(sorted);
}

int picture_dot(picture *d)
{
    int code = 0;
    begin_digraph(d);
    for (size_t i = 0; i < d->scene.node_count; i++)
        put_dot_node(d, &d->scene.nodes[i]);
    if (!d->scene.projected)
        put_ranks(d);
    for (size_t i = 0; i < d->scene.arrow_count && !code; i++)
        if (!d->scene.arrows[i].is_hidden)
            code = put_dot_arrow(d, &d->scene.arrows[i]);
    strbuf_put(&d->out, "}\n");
    return code;
}
