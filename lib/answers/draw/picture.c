/*
 * picture.c - the explored graph in words that drawing programs read.
 *
 * Names and texts of puzzles may hold anything, so each is escaped for where it stands: what reads
 * them sees the same text, and never an end of it, an entity, a directive or a tag.
 */
#include "answers/draw/picture.h"

#include <inttypes.h>
#include <string.h>
#include <utf8proc.h>

#include "answers/draw/draw.h"
#include "base/error.h"

/* Neither XML nor a browser takes control characters, nor those that are none. */
static bool is_writable(int32_t c)
{
    return c >= ' ' && c != 0x7f && (c < 0x80 || c >= 0xa0) && (c & 0xfffe) != 0xfffe;
}

void picture_text(picture *d, const char *words, escaping *escape)
{
    picture_piece(d, words, strlen(words), escape);
}

void picture_piece(picture *d, const char *words, size_t size, escaping *escape)
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

void picture_node_words(picture *d, const scene_node *n)
{
    strbuf_clear(&d->line);
    strbuf_put(&d->line, n->caption);
    if (d->of.projected)
        strbuf_printf(&d->line, "\n%" PRIu32 " state%s", n->states, n->states == 1 ? "" : "s");
}

/* A move that has lines of its own is not to be taken for several. */
static int one_line(picture *d, uint32_t move)
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

int picture_arrow_words(picture *d, const scene_arrow *a, bool all)
{
    int code = 0;
    strbuf_clear(&d->line);
    if (a->count > (a->from == a->to ? 1 : MOVES_DRAWN) && !all) {
        strbuf_printf(&d->line, "%" PRIu64 " moves", a->edges);
        return 0;
    }
    for (size_t i = a->first; i < a->first + a->count && !code; i++) {
        if (i > a->first)
            strbuf_char(&d->line, '\n');
        code = one_line(d, d->of.edges[i].move);
        if (d->of.projected)
            strbuf_printf(&d->line, " ×%" PRIu64, d->of.edges[i].count);
    }
    return code;
}

void picture_title(picture *d)
{
    const scene *s = &d->of;
    const char *title = trace_about_run(d->trace)->title;
    strbuf_clear(&d->line);
    strbuf_put(&d->line, title && *title ? title : "wgcq");
    strbuf_char(&d->line, '\n');
    subgraph_words(&d->line, &s->of);
    strbuf_printf(&d->line, ": %" PRIu32, s->of.states);
    if (s->of.states < s->of.g->states)
        strbuf_printf(&d->line, " of %" PRIu32, s->of.g->states);
    strbuf_printf(&d->line, " state%s, %" PRIu64, s->of.g->states == 1 ? "" : "s", s->of.edges);
    if (s->of.edges < s->of.g->edges)
        strbuf_printf(&d->line, " of %" PRIu64, s->of.g->edges);
    strbuf_printf(&d->line, " move%s", s->of.g->edges == 1 ? "" : "s");
    if (s->of.marked && s->of.marked != s->of.around)
        strbuf_printf(&d->line, ", with solution %" PRId64, s->of.marked);
    if (s->projected) {
        strbuf_put(&d->line, ", by");
        for (size_t i = 0; i < s->variables.count && i < 4; i++)
            strbuf_printf(&d->line, "%s %s", i ? "," : "", s->variables.all[i].column);
        if (s->variables.count > 4)
            strbuf_put(&d->line, ", ...");
    }
}

/* What is to be said beside the picture: that it is a part nobody asked for, or of an unfinished
   run. */
static int remark(char **out, const picture *d)
{
    const subgraph *of = &d->of.of;
    strbuf words = {0};
    if (of->unasked) {
        strbuf_printf(&words,
                      "%" PRIu32 " states and %" PRIu64 " moves would show nothing (%d and %d at "
                      "most do), so this is ",
                      of->g->states, of->g->edges, SMALL_NODES, SMALL_EDGES);
        subgraph_words(&words, of);
        strbuf_put(&words,
                   "; --around, --only, --depth and --project draw other parts, --all draws all");
    }
    if (strcmp(trace_about_run(d->trace)->status, "complete") != 0)
        strbuf_printf(&words, "%sthe run did not explore everything, so there may be more",
                      words.length ? "; " : "");
    *out = words.length && !words.failed ? strdup(strbuf_string(&words)) : NULL;
    bool failed = words.failed || (words.length && !*out);
    strbuf_free(&words);
    return failed ? error_set_memory(d->err) : 0;
}

int draw_graph(char **out, char **said, wgcq_trace *trace, const wgcq_slice *how, wgcq_error *err)
{
    static int (*const formats[])(picture *) = {picture_dot, picture_mermaid, picture_graphml};
    picture d = {.trace = trace, .err = err};
    *out = NULL;
    if (said)
        *said = NULL;
    int code = scene_make(&d.of, trace, how, err);
    if (!code)
        code = formats[how->format](&d);
    if (!code && (d.out.failed || d.line.failed || !(*out = strdup(strbuf_string(&d.out)))))
        code = error_set_memory(err);
    if (!code && said)
        code = remark(said, &d);
    if (code) {
        wgcq_text_free(*out);
        *out = NULL;
    }
    scene_free(&d.of);
    strbuf_free(&d.out);
    strbuf_free(&d.line);
    strbuf_free(&d.move);
    return code;
}
