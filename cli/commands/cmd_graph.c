/* cmd_graph.c - wgcq graph DB: the explored graph, or a part of it, as a picture. */
#include "commands/commands.h"

#include "args/number.h"
#include "opened/open_trace.h"
#include "output/atomic_write.h"
#include "output/exit_status.h"
#include "output/memory_limit.h"
#include "output/messages.h"
#include "output/svg.h"
#include "output/terminal_text.h"
#include "report/long_question.h"
#include "wgcq_trace.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The number of a solution; 0: the path is of a property, or none. */
static int64_t solution_of(const char *path)
{
    char why[NUMBER_ERROR_MAX];
    uint64_t number;
    if (!path || !number_parse(&number, path, why))
        return 0;
    return (int64_t)(number > INT64_MAX ? INT64_MAX : number);
}

/* Points; the text of a picture that wide is still readable where it fills a screen. */
enum { PAGE_WIDE = 1500 };

static uint32_t requested_width(const request *r)
{
    if (!r->given[OPTION_page_width])
        return r->svg ? PAGE_WIDE : 0;
    return r->page_width > UINT32_MAX ? UINT32_MAX : (uint32_t)r->page_width;
}

static wgcq_draw_options requested_slice(const request *r)
{
    return (wgcq_draw_options){.format = (wgcq_draw_format)r->picture,
                               .around = solution_of(r->around),
                               .around_property = r->around,
                               .radius = r->radius,
                               .only_shortest = r->given[OPTION_only_plans] && !r->only_plans,
                               .only_cheapest = r->given[OPTION_only_plans] && r->only_plans,
                               .has_depth = r->given[OPTION_depth],
                               .depth = r->depth,
                               .project = r->project,
                               .mark = solution_of(r->mark),
                               .mark_property = r->mark,
                               .any_size = r->draw_all,
                               .page_width = requested_width(r),
                               .traffic = !r->given[OPTION_traffic] ? NULL
                                          : r->traffic              ? "cheapest"
                                                                    : "shortest"};
}

/* As wgcq_draw: 0, WGCQ_DONE or an error. */
static int draw_graph(char **drawn, char **remark, long_question *q, wgcq_trace *trace,
                      wgcq_error *err)
{
    wgcq_draw_options options = requested_slice(q->r);
    wgcq_trace_set_monitor(trace, &q->monitor);
    long_question_enter();
    int code = long_question_leave(wgcq_draw(drawn, remark, trace, &options, err));
    wgcq_trace_set_monitor(trace, NULL);
    return code;
}

static int write_picture(const request *r, const char *bytes, size_t length)
{
    if (r->picture_path)
        return atomic_write(r->picture_path, bytes, length);
    terminal_print_lines(stdout, bytes, length);
    return STATUS_FOUND;
}

static bool is_drawing_to_end(void *question)
{
    return long_question_waits(question, "drawing by dot");
}

static int report_not_drawn(long_question *q)
{
    if (long_question_heard(q))
        message_note("%s: dot had not drawn it yet, nothing is written", q->reason);
    return long_question_cut_status(q);
}

static int write_svg(long_question *q, const char *drawn)
{
    const subprocess_stop stop = {is_drawing_to_end, q};
    subprocess_result svg;
    progress_line_will_save(); /* a signal is heard by svg_render, which ends its program */
    memory_limit_end();        /* dot is not held to it */
    int status = svg_render(&svg, drawn, q->r->quiet, &stop);
    long_question_end(q);
    if (svg.stopped)
        status = report_not_drawn(q);
    else if (status == STATUS_FOUND)
        status = write_picture(q->r, svg.output, svg.length);
    subprocess_free(&svg);
    return status;
}

static int write_drawn(long_question *q, const char *drawn)
{
    if (q->r->svg)
        return write_svg(q, drawn);
    long_question_end(q);
    return write_picture(q->r, drawn, strlen(drawn));
}

static int print_graph(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    char *drawn = NULL, *remark = NULL;
    long_question q;
    long_question_begin(&q, r);
    int code = draw_graph(&drawn, &remark, &q, trace, &err);
    if (code < 0)
        return long_question_failure(&q, &err);
    open_trace_note_rerun(trace, r);
    if (code == WGCQ_DONE) {
        long_question_end(&q);
        message_note("no plan leads to a goal: there is none to draw");
        return STATUS_NONE;
    }
    if (remark && !r->quiet)
        message_note("%s", remark);
    int status = write_drawn(&q, drawn);
    wgcq_text_free(drawn);
    wgcq_text_free(remark);
    return status;
}

/* ---- the format ---------------------------------------------------------------------------- */

typedef struct picture_name {
    const char *ending;
    wgcq_draw_format picture;
    bool svg;
} picture_name;

/* The format that the ending of a file name stands for; NULL: none. */
static const picture_name *picture_name_find(const char *path)
{
    static const picture_name known[] = {{".dot", WGCQ_DOT, false},
                                         {".gv", WGCQ_DOT, false},
                                         {".svg", WGCQ_DOT, true},
                                         {".mmd", WGCQ_MERMAID, false},
                                         {".graphml", WGCQ_GRAPHML, false}};
    const char *slash = path ? strrchr(path, '/') : NULL;
    const char *ending = path ? strrchr(slash ? slash : path, '.') : NULL;
    for (size_t i = 0; ending && i < sizeof known / sizeof *known; i++)
        if (!strcasecmp(ending, known[i].ending))
            return &known[i];
    return NULL;
}

/* The name of the file decides where no option does. */
static void choose_picture(request *r)
{
    const picture_name *named = picture_name_find(r->picture_path);
    bool chosen = r->given[OPTION_picture];
    if (!named)
        return;
    if (!chosen && !r->svg) {
        r->picture = (int)named->picture;
        r->svg = named->svg;
    } else if (r->svg != named->svg || (chosen && r->picture != (int)named->picture)) {
        request_error(r,
                      "%s is not the name of a picture in %s: leave out %s, or name the file "
                      "otherwise",
                      r->picture_path, r->svg ? "SVG" : option_word(KIND_PICTURE, r->picture),
                      r->svg ? "--svg" : "--format");
    }
}

int command_graph(request *r)
{
    if (r->svg && r->picture != WGCQ_DOT)
        request_error(r, "--svg is drawn from --format dot");
    else
        choose_picture(r);
    if (r->given[OPTION_page_width] && r->picture != WGCQ_DOT)
        request_error(r, "--width is of --svg and --format dot");
    if (r->given[OPTION_radius] && !r->given[OPTION_around])
        request_error(r, "--radius has no meaning without --around");
    if (r->given[OPTION_around] && (r->given[OPTION_only_plans] || r->given[OPTION_depth]))
        request_error(r, "--around selects another part than --only and --depth do");
    if (r->errors)
        return request_usage_hint(r);
    return open_trace(r, print_graph);
}
