/*
 * picture_mermaid.c - a scene for Mermaid, as code hosts draw it.
 *
 * Starts are rounded, goals have double sides; colours are those of picture_dot.c.  A text colour
 * is set wherever a background is, since the page may be dark.
 */
#include "answers/draw/picture.h"

#include <inttypes.h>

static bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (unsigned char)c >= 0x80;
}

/* "1." and "1)" at the beginning of a line. */
static bool ends_number(const char *at, const char *begin)
{
    const char *before = at;
    while (before > begin && before[-1] >= '0' && before[-1] <= '9')
        before--;
    return before < at && (before == begin || before[-1] == '\n');
}

static bool begins_line(const char *at, const char *begin)
{
    while (at > begin && at[-1] == ' ')
        at--;
    return at == begin || at[-1] == '\n';
}

/* Consecutive spaces, and those at the ends of a line, would be collapsed. */
static bool is_kept_blank(const char *at, const char *begin)
{
    return at == begin || at[-1] == ' ' || at[-1] == '\n' || at[1] == ' ' || at[1] == '\n' ||
           !at[1];
}

/* Mermaid interprets Markdown and HTML; its own entities are between # and ;.  Characters that
   might begin either, a directive, an icon, a formula or a list are written as entities. */
static const char *escape_mermaid(int32_t c, const char *at, const char *begin)
{
    switch (c) {
    case '"': return "#quot;";
    case '#': return "#35;";
    case '$': return "#36;";
    case '%': return "#37;";
    case '&': return "#amp;";
    case '<': return "#lt;";
    case '>': return "#gt;";
    case '*': return "#42;";
    case ';': return "#59;";
    case '[': return "#91;";
    case '\\': return "#92;";
    case ']': return "#93;";
    case '`': return "#96;";
    case '{': return "#123;";
    case '|': return "#124;";
    case '}': return "#125;";
    case '~': return "#126;";
    case '\n': return "<br>";
    case '\t': return "#160;#160;#160;#160;";
    case ':': return at[1] && at[1] != ' ' && at[1] != '\n' ? "#58;" : NULL;
    case '_': return at > begin && is_word_char(at[-1]) && is_word_char(at[1]) ? NULL : "#95;";
    case '.': return ends_number(at, begin) ? "#46;" : NULL;
    case ')': return ends_number(at, begin) ? "#41;" : NULL;
    case '-': return begins_line(at, begin) ? "#45;" : NULL;
    case '+': return begins_line(at, begin) ? "#43;" : NULL;
    case '=': return begins_line(at, begin) ? "#61;" : NULL;
    case ' ': return is_kept_blank(at, begin) ? "#160;" : NULL;
    default: return NULL;
    }
}

/* An empty label is a syntax error. */
static void put_mermaid_label(picture *d)
{
    strbuf_put(&d->out, "\"");
    if (d->line.length)
        picture_text(d, strbuf_string(&d->line), escape_mermaid);
    else
        strbuf_put(&d->out, "#160;");
    strbuf_put(&d->out, "\"");
}

static void put_mermaid_node(picture *d, const scene_node *n)
{
    picture_node_label(d, n);
    strbuf_printf(&d->out, "  s%" PRIu32 "%s", n->id, n->is_goal ? "[[" : n->is_start ? "(" : "[");
    put_mermaid_label(d);
    strbuf_printf(&d->out, "%s\n", n->is_goal ? "]]" : n->is_start ? ")" : "]");
}

static void put_mermaid_line(picture *d, uint32_t from, const char *drawn, uint32_t to)
{
    strbuf_printf(&d->out, "  s%" PRIu32 " %s|", d->scene.nodes[from].id, drawn);
    put_mermaid_label(d);
    strbuf_printf(&d->out, "| s%" PRIu32 "\n", d->scene.nodes[to].id);
}

/* A two-headed arrow would not show the direction of a solution, so that has two arrows. */
static int put_mermaid_arrow(picture *d, const scene_arrow *a)
{
    int code = picture_arrow_label(d, a, false);
    picture_add_plans(d, a);
    put_mermaid_line(d, a->from, a->is_marked ? "==>" : a->is_two_way ? "<-->" : "-->", a->to);
    if (a->is_marked && a->is_two_way)
        put_mermaid_line(d, a->to, "-->", a->from);
    return code;
}

/* ---- colours -------------------------------------------------------------------------------- */

typedef enum node_look { START_LOOK, GOAL_LOOK, DEAD_LOOK, BAD_LOOK, MARKED_LOOK } node_look;

static bool has_look(const picture *d, const scene_node *n, node_look look)
{
    switch (look) {
    case START_LOOK: return n->is_start && !n->is_goal;
    case GOAL_LOOK: return n->is_goal;
    case DEAD_LOOK: return n->is_dead_end && d->scene.any_goal && !n->is_start;
    case BAD_LOOK: return n->is_bad;
    case MARKED_LOOK: break;
    }
    return n->is_marked;
}

/* "  classDef goal ..." and "  class s4,s7 goal", if there are any. */
static void style_nodes(picture *d, node_look look, const char *name, const char *style)
{
    bool any = false;
    for (size_t i = 0; i < d->scene.node_count; i++) {
        const scene_node *n = &d->scene.nodes[i];
        if (!has_look(d, n, look))
            continue;
        if (!any)
            strbuf_printf(&d->out, "  classDef %s %s\n  class ", name, style);
        strbuf_printf(&d->out, "%ss%" PRIu32, any ? "," : "", n->id);
        any = true;
    }
    if (any)
        strbuf_printf(&d->out, " %s\n", name);
}

/* Arrows are referred to by their numbers, in the order written. */
static void style_arrows(picture *d)
{
    size_t number = 0;
    bool any = false;
    for (size_t i = 0; i < d->scene.arrow_count; i++) {
        const scene_arrow *a = &d->scene.arrows[i];
        if (a->is_marked) {
            strbuf_printf(&d->out, "%s%zu", any ? "," : "  linkStyle ", number);
            any = true;
        }
        number += (size_t)!a->is_hidden + (a->is_marked && a->is_two_way);
    }
    if (any)
        strbuf_put(&d->out, " stroke:#d9480f,stroke-width:3px\n");
}

static void widen_arrows(picture *d)
{
    size_t number = 0;
    for (size_t i = 0; i < d->scene.arrow_count; i++) {
        const scene_arrow *a = &d->scene.arrows[i];
        if (a->plans)
            strbuf_printf(&d->out, "  linkStyle %zu stroke-width:%u.%02upx\n", number,
                          picture_arrow_width(a) / 100, picture_arrow_width(a) % 100);
        number += (size_t)!a->is_hidden + (a->is_marked && a->is_two_way);
    }
}

int picture_mermaid(picture *d)
{
    static const char *const looks[][2] = {
        {"start", "fill:#ddf4ff,stroke:#0969da,color:#1f2328"},
        {"goal", "fill:#dafbe1,stroke:#1a7f37,color:#1f2328"},
        {"dead", "fill:#eaeef2,stroke:#afb8c1,color:#6e7781,stroke-dasharray:4 3"},
        {"violates", "fill:#ffebe9,stroke:#cf222e,color:#1f2328"},
        {"passed", "stroke:#d9480f,stroke-width:3px"}};
    int code = 0;
    strbuf_put(&d->out, "%%{init: {\"flowchart\": {\"wrappingWidth\": 600}}}%%\n"
                        "flowchart TD\n  classDef default ");
    strbuf_put(&d->out, d->scene.puzzle_labels ? "font-family:monospace,text-align:left\n"
                                               : "text-align:left\n");
    for (size_t i = 0; i < d->scene.node_count; i++)
        put_mermaid_node(d, &d->scene.nodes[i]);
    for (size_t i = 0; i < d->scene.arrow_count && !code; i++)
        if (!d->scene.arrows[i].is_hidden)
            code = put_mermaid_arrow(d, &d->scene.arrows[i]);
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        style_nodes(d, (node_look)i, looks[i][0], looks[i][1]);
    style_arrows(d);
    widen_arrows(d);
    return code;
}
