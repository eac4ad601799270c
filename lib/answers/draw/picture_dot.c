/*
 * picture_dot.c - a scene for Graphviz.
 *
 * One row per depth.  Starts are blue, goals green with a double border, dead ends grey and dashed,
 * states that violate an invariant red; states and moves of the marked path are orange and thick,
 * and a move of it that can be taken back has a hollow head at its tail.  Arrows that lead up are
 * pale.
 *
 * Where page_plan.c breaks the picture, each band is a cluster, which dot puts above those before
 * it.  The moves that lead from a state to other bands are lines of a text beside it.
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
    strbuf_put(&d->out, ", labelloc=t, fontname=\"" PROSE "\", fontsize=13, fontcolor=\"#1f2328\","
                        " bgcolor=white, ranksep=0.45, nodesep=0.35");
    strbuf_put(&d->out, d->page.is_across ? ", rankdir=LR" : "");
    strbuf_put(&d->out,
               "];\n"
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

/* Rows are depths; a projected node has many, so dot chooses the rows of a projection, unless they
   are put into columns. */
static bool has_depth_rows(const picture *d)
{
    return !d->scene.projected || d->page.is_across;
}

static bool is_down(const picture *d, const scene_arrow *a)
{
    int64_t from = d->scene.nodes[a->from].depth, to = d->scene.nodes[a->to].depth;
    return to > from || (to == from && !has_depth_rows(d) && a->to != a->from);
}

static int put_dot_arrow(picture *d, const scene_arrow *a)
{
    int code = picture_arrow_label(d, a, false);
    picture_add_plans(d, a);
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
        strbuf_put(&d->out, ", color=\"" ORANGE "\", fontcolor=\"" ORANGE "\"");
    else if (a->plans)
        strbuf_put(&d->out, ", color=\"#0969da\", fontcolor=\"#0969da\"");
    if (a->plans)
        strbuf_printf(&d->out, ", penwidth=%u.%02u", picture_arrow_width(a) / 100,
                      picture_arrow_width(a) % 100);
    else if (a->is_marked)
        strbuf_put(&d->out, ", penwidth=2.5");
    if (!is_down(d, a))
        strbuf_put(&d->out, ", constraint=false");
    if (!is_down(d, a) && !a->is_marked && !a->plans && !a->is_two_way)
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

/* malloc'd. */
static const scene_node **sort_by_depth(picture *d)
{
    size_t count = d->scene.node_count;
    const scene_node **sorted = malloc((count + 1) * sizeof *sorted);
    if (!sorted) {
        d->out.failed = true;
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        sorted[i] = &d->scene.nodes[i];
    qsort(sorted, count, sizeof *sorted, by_depth);
    return sorted;
}

/* One row per depth, where it is known. */
static void put_ranks(picture *d, const scene_node *const *sorted, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool begins = !i || sorted[i - 1]->depth != sorted[i]->depth;
        bool ends = i + 1 == count || sorted[i + 1]->depth != sorted[i]->depth;
        if (sorted[i]->depth < 0 || (begins && ends))
            continue;
        strbuf_printf(&d->out, "%s %" PRIu32 "%s", begins ? "  {rank=same;" : ";", sorted[i]->id,
                      ends ? "}\n" : "");
    }
}

static void put_nodes(picture *d, const scene_node *const *sorted)
{
    for (size_t i = 0; i < d->scene.node_count; i++)
        put_dot_node(d, &d->scene.nodes[i]);
    if (has_depth_rows(d))
        put_ranks(d, sorted, d->scene.node_count);
}

/* ---- bands -------------------------------------------------------------------------------- */

/* Each move of an arrow that leaves its band, a line. */
static int put_continued_moves(picture *d, const scene_arrow *a, bool all)
{
    int code = picture_arrow_label(d, a, all);
    for (const char *at = strbuf_string(&d->line), *end; *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, "\n");
        picture_text_part(d, at, (size_t)(end - at), escape_dot);
        strbuf_printf(&d->out, " %s %" PRIu32 "\\l", a->is_two_way ? "↔" : "→",
                      d->scene.nodes[a->to].id);
    }
    strbuf_clear(&d->line);
    picture_add_plans(d, a);
    if (d->line.length)
        strbuf_printf(&d->out, "%s\\l", strbuf_string(&d->line) + 1);
    return code;
}

static bool leaves_band(const picture *d, const scene_arrow *a)
{
    return !a->is_hidden && page_plan_parts(&d->page, a->from, a->to);
}

/* Arrows first..end-1 leave one state; those that are marked, or not, are put beside it. */
static int put_continuation(picture *d, size_t first, size_t end, bool marked)
{
    const scene_arrow *arrows = d->scene.arrows;
    const uint32_t id = d->scene.nodes[arrows[first].from].id;
    const char *name = marked ? "marked" : "on", *color = marked ? ORANGE : "#818b98";
    int code = 0;
    bool any = false, counted = false;
    for (size_t i = first; i < end && !code; i++) {
        if (!leaves_band(d, &arrows[i]) || arrows[i].is_marked != marked)
            continue;
        if (!any)
            strbuf_printf(&d->out, "  %s_%" PRIu32 " [label=\"", name, id);
        any = true;
        counted |= arrows[i].count > MOVES_DRAWN;
        code = put_continued_moves(d, &arrows[i], false);
    }
    if (!any || code)
        return code;
    if (counted)
        strbuf_put(&d->out, "\", tooltip=\"");
    for (size_t i = first; i < end && !code && counted; i++)
        if (leaves_band(d, &arrows[i]) && arrows[i].is_marked == marked)
            code = put_continued_moves(d, &arrows[i], true);
    strbuf_printf(&d->out,
                  "\", shape=plaintext, style=\"\", margin=\"0.05,0\", fontsize=10,"
                  " fontname=\"" PROSE "\", fontcolor=\"%s\"];\n",
                  marked ? ORANGE : "#424a53");
    strbuf_printf(&d->out, "  %" PRIu32 " -> %s_%" PRIu32 " [color=\"%s\"%s];\n", id, name, id,
                  color, marked ? ", penwidth=2.5" : "");
    return code;
}

static int put_continuations(picture *d, uint32_t band)
{
    const scene *s = &d->scene;
    int code = 0;
    for (size_t i = 0, end; i < s->arrow_count && !code; i = end) {
        for (end = i; end < s->arrow_count && s->arrows[end].from == s->arrows[i].from; end++)
            ;
        if (d->page.band[s->arrows[i].from] != band)
            continue;
        code = put_continuation(d, i, end, false);
        code = code ? code : put_continuation(d, i, end, true);
    }
    return code;
}

/* A level without a drawn move from the level before is in its column nevertheless. */
static void put_column_order(picture *d, const scene_node *const *sorted, size_t count)
{
    for (size_t i = 1, first = 0; i < count; i++) {
        if (sorted[i]->depth == sorted[first]->depth)
            continue;
        strbuf_printf(&d->out, "  %" PRIu32 " -> %" PRIu32 " [style=invis];\n", sorted[first]->id,
                      sorted[i]->id);
        first = i;
    }
}

/* `sorted`: the nodes of the band. */
static int put_band(picture *d, uint32_t band, const scene_node *const *sorted, size_t count)
{
    int64_t first = sorted[0]->depth, last = sorted[count - 1]->depth;
    strbuf_printf(&d->out, "  subgraph cluster_%" PRIu32 " {\n  label=\"depth %" PRId64, band,
                  first < 0 ? 0 : first);
    if (last > first)
        strbuf_printf(&d->out, " to %" PRId64, last);
    strbuf_put(&d->out, "\";\n  color=\"#d1d9e0\";\n  fontcolor=\"#59636e\";\n  labeljust=l;\n");
    for (size_t i = 0; i < count; i++)
        put_dot_node(d, sorted[i]);
    put_ranks(d, sorted, count);
    put_column_order(d, sorted, count);
    int code = put_continuations(d, band);
    strbuf_put(&d->out, "  }\n");
    return code;
}

/* dot draws the first cluster at the bottom. */
static int put_bands(picture *d, const scene_node *const *sorted)
{
    size_t end = d->scene.node_count;
    int code = 0;
    for (uint32_t band = d->page.bands; band > 0 && !code; band--) {
        size_t first = end;
        while (first && d->page.band[sorted[first - 1] - d->scene.nodes] == band - 1)
            first--;
        code = put_band(d, band - 1, sorted + first, end - first);
        end = first;
    }
    return code;
}

int picture_dot(picture *d)
{
    int code = 0;
    const scene_node **sorted = sort_by_depth(d);
    if (!sorted)
        return 0; /* d->out.failed */
    begin_digraph(d);
    if (d->page.band)
        code = put_bands(d, sorted);
    else
        put_nodes(d, sorted);
    free(sorted);
    for (size_t i = 0; i < d->scene.arrow_count && !code; i++)
        if (!d->scene.arrows[i].is_hidden && !leaves_band(d, &d->scene.arrows[i]))
            code = put_dot_arrow(d, &d->scene.arrows[i]);
    strbuf_put(&d->out, "}\n");
    return code;
}
