/*
 * picture.c - the explored graph in the languages of drawing programs.
 *
 * Names and texts of puzzles may contain anything, so each is escaped for its context: the reading
 * program sees the same text, and never its end, an entity, a directive or a tag.
 */
#include "answers/draw/picture.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>
#include <utf8proc.h>

#include "answers/draw/draw.h"
#include "base/error.h"

/* XML and browsers accept neither control characters nor noncharacters. */
static bool is_writable(int32_t c)
{
    return c >= ' ' && c != 0x7f && (c < 0x80 || c >= 0xa0) && (c & 0xfffe) != 0xfffe;
}

void picture_text(picture *d, const char *words, escape_fn *escape)
{
    picture_text_part(d, words, strlen(words), escape);
}

void picture_text_part(picture *d, const char *words, size_t size, escape_fn *escape)
{
    const char *at = words, *end = words + size;
    while (at < end) {
        int32_t c = -1;
        utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)at, end - at, &c);
        const char *instead = length > 0 ? escape(c, at, words) : NULL;
        if (length < 1)
            length = 1;
        if (instead)
            strbuf_put(&d->out, instead);
        else if (is_writable(c))
            strbuf_add(&d->out, at, (size_t)length);
        else
            strbuf_codepoint(&d->out, 0xfffd);
        at += length;
    }
}

void picture_node_label(picture *d, const scene_node *n)
{
    strbuf_clear(&d->line);
    if (d->page.is_numbered && d->page.is_numbered[n - d->scene.nodes])
        strbuf_printf(&d->line, "%" PRIu32 "\n", n->id);
    strbuf_put(&d->line, n->label);
    if (d->scene.projected)
        strbuf_printf(&d->line, "\n%s state%s", WGCQ_GROUPED(n->states), n->states == 1 ? "" : "s");
}

/* A move text of several lines is not to be read as several moves. */
static int put_move_text(picture *d, uint32_t move)
{
    strbuf_clear(&d->move);
    int code = trace_move_text(d->trace, move, &d->move, d->err);
    for (const char *at = strbuf_string(&d->move); *at; at++)
        if (*at == '\n')
            strbuf_put(&d->line, "↵");
        else
            strbuf_char(&d->line, *at);
    return code;
}

int picture_arrow_label(picture *d, const scene_arrow *a, bool all)
{
    int code = 0;
    assert(a->count && a->first + a->count <= d->scene.edge_count);
    strbuf_clear(&d->line);
    if (a->count > (a->from == a->to ? 1 : MOVES_DRAWN) && !all) {
        strbuf_printf(&d->line, "%s moves", WGCQ_GROUPED(a->edges));
        return 0;
    }
    for (size_t i = a->first; i < a->first + a->count && !code; i++) {
        if (i > a->first)
            strbuf_char(&d->line, '\n');
        code = put_move_text(d, d->scene.edges[i].move);
        if (d->scene.projected)
            strbuf_printf(&d->line, " ×%s", WGCQ_GROUPED(d->scene.edges[i].count));
    }
    return code;
}

void picture_add_plans(picture *d, const scene_arrow *a)
{
    char grouped[WGCQ_GROUPED_MAX];
    if (!a->plans)
        return;
    const bool fits = strlen(a->plans) < WGCQ_GROUPED_MAX / 2, one = !strcmp(a->plans, "1");
    strbuf_printf(&d->line, "\n%s %s", fits ? wgcq_group_digits(grouped, a->plans) : a->plans,
                  d->scene.projected ? one ? "time" : "times"
                  : one              ? "plan"
                                     : "plans");
}

/* From one point to six; a plan may pass an arrow of a projection several times. */
unsigned picture_arrow_width(const scene_arrow *a)
{
    return a->share < 1 ? 100 + (unsigned)(500 * a->share) : 600;
}

/* Whether another path is marked than that which is drawn. */
static bool marks_another(const subgraph *sub)
{
    const drawn_path *a = &sub->around, *m = &sub->marked;
    if (!path_is_drawn(m) || !path_is_drawn(a) || m->solution != a->solution)
        return path_is_drawn(m);
    return !m->solution && strcmp(m->property, a->property) != 0;
}

void picture_title(picture *d)
{
    const scene *s = &d->scene;
    const char *title = trace_about_run(d->trace)->title;
    strbuf_clear(&d->line);
    strbuf_put(&d->line, title && *title ? title : "wgcq");
    strbuf_char(&d->line, '\n');
    subgraph_describe(&d->line, &s->subgraph);
    strbuf_printf(&d->line, ": %s", WGCQ_GROUPED(s->subgraph.states));
    if (s->subgraph.states < s->subgraph.g->states)
        strbuf_printf(&d->line, " of %s", WGCQ_GROUPED(s->subgraph.g->states));
    strbuf_printf(&d->line, " state%s, %s", s->subgraph.g->states == 1 ? "" : "s",
                  WGCQ_GROUPED(s->subgraph.edges));
    if (s->subgraph.edges < s->subgraph.g->edges)
        strbuf_printf(&d->line, " of %s", WGCQ_GROUPED(s->subgraph.g->edges));
    strbuf_printf(&d->line, " move%s", s->subgraph.g->edges == 1 ? "" : "s");
    if (marks_another(&s->subgraph)) {
        strbuf_put(&d->line, ", with ");
        subgraph_describe_path(&d->line, &s->subgraph.marked);
    }
    if (s->projected) {
        strbuf_put(&d->line, ", by");
        for (size_t i = 0; i < s->variables.count && i < 4; i++)
            strbuf_printf(&d->line, "%s %s", i ? "," : "", s->variables.all[i].column);
        if (s->variables.count > 4)
            strbuf_put(&d->line, ", ...");
    }
    if (d->page.band)
        strbuf_put(&d->line, "\nby depth, in parts below each other; → and a number: the move "
                             "leads to the state with that number");
}

/* Mermaid's own limit, maxEdges. */
static void describe_limit(strbuf *words, const scene *s)
{
    size_t lines = s->arrow_count;
    for (size_t i = 0; i < s->arrow_count; i++)
        lines += s->arrows[i].is_marked && s->arrows[i].is_two_way;
    if (lines > 500)
        strbuf_printf(words,
                      "%sMermaid draws no more than 500 edges unless its maxEdges is raised; these "
                      "are %s",
                      words->length ? "; " : "", WGCQ_GROUPED(lines));
}

/* Above 100 in hundreds, as it is an estimate. */
static void describe_page(strbuf *words, const page_plan *p)
{
    if (!p->is_across)
        return;
    strbuf_printf(words, "%sfrom top to bottom it would be about %s points wide, so it is drawn ",
                  words->length ? "; " : "", WGCQ_GROUPED((p->points + 50) / 100 * 100));
    if (p->band)
        strbuf_printf(words, "by depth, in %s parts below each other", WGCQ_GROUPED(p->bands));
    else
        strbuf_put(words, "from left to right");
}

/* The remark: that only a part was drawn by default, that the run is incomplete, or that the
   program it is for draws less. */
static int describe_omissions(char **out, const picture *d, wgcq_draw_format format)
{
    const subgraph *sub = &d->scene.subgraph;
    strbuf words = {0};
    if (sub->is_default) {
        strbuf_printf(&words,
                      "%s states and %s moves are too many to draw (at most %d "
                      "and %d), so this is ",
                      WGCQ_GROUPED(sub->g->states), WGCQ_GROUPED(sub->g->edges), SMALL_NODES,
                      SMALL_EDGES);
        subgraph_describe(&words, sub);
        strbuf_put(&words,
                   "; --around, --only, --depth and --project draw other parts, --all draws all");
    }
    if (strcmp(trace_about_run(d->trace)->status, "complete") != 0)
        strbuf_printf(&words, "%sthe run did not explore everything, so there may be more",
                      words.length ? "; " : "");
    describe_page(&words, &d->page);
    if (format == WGCQ_MERMAID)
        describe_limit(&words, &d->scene);
    *out = words.length && !words.failed ? strdup(strbuf_string(&words)) : NULL;
    bool failed = words.failed || (words.length && !*out);
    strbuf_free(&words);
    return failed ? error_set_memory(d->err) : 0;
}

int draw_stored_graph(char **out, char **remark, wgcq_trace *trace, const wgcq_draw_options *how,
                      wgcq_error *err)
{
    static int (*const formats[])(picture *) = {picture_dot, picture_mermaid, picture_graphml};
    picture d = {.trace = trace, .err = err};
    *out = NULL;
    if (remark)
        *remark = NULL;
    int code = scene_make(&d.scene, trace, how, err);
    if (!code && how->format == WGCQ_DOT)
        code = page_plan_make(&d, how->page_width);
    code = code ? code : formats[how->format](&d);
    if (!code && (d.out.failed || d.line.failed || !(*out = strdup(strbuf_string(&d.out)))))
        code = error_set_memory(err);
    if (!code && remark)
        code = describe_omissions(remark, &d, how->format);
    if (code) {
        wgcq_text_free(*out);
        *out = NULL;
    }
    scene_free(&d.scene);
    page_plan_free(&d.page);
    strbuf_free(&d.out);
    strbuf_free(&d.line);
    strbuf_free(&d.move);
    return code;
}
