/* cmd_graph.c - wgcq graph DB: the explored graph, or a part of it, as a picture. */
#include "commands/commands.h"

#include "commands/open_trace.h"
#include "output/atomic_write.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/progress_line.h"
#include "output/svg.h"

#include <stdio.h>
#include <string.h>

static int64_t number(uint64_t given)
{
    return (int64_t)(given > INT64_MAX ? INT64_MAX : given);
}

static wgcq_slice slice_of(const request *r)
{
    return (wgcq_slice){.format = (wgcq_picture)r->picture,
                        .around = number(r->around),
                        .radius = r->radius,
                        .only_shortest = r->given[OPTION_only],
                        .has_depth = r->given[OPTION_depth],
                        .depth = r->depth,
                        .project = r->project,
                        .mark = number(r->mark),
                        .any_size = r->whole};
}

/* 0, WGCQ_DONE or a trouble, as wgcq_draw. */
static int draw(char **drawn, char **remark, const request *r, wgcq_trace *trace, wgcq_error *err)
{
    wgcq_slice how = slice_of(r);
    watch w;
    wgcq_watch watching = watch_begin(&w, r->quiet);
    wgcq_trace_watch(trace, &watching);
    int code = wgcq_draw(drawn, remark, trace, &how, err);
    watch_end(&w);
    wgcq_trace_watch(trace, NULL);
    return code;
}

static int put(const request *r, const char *bytes, size_t length)
{
    if (r->drawing)
        return whole_file_write(r->drawing, bytes, length);
    fwrite(bytes, 1, length, stdout);
    return STATUS_FOUND;
}

static int put_svg(const request *r, const char *drawn)
{
    child_told svg;
    int status = svg_make(&svg, drawn, r->quiet);
    if (status == STATUS_FOUND)
        status = put(r, svg.out, svg.length);
    child_free(&svg);
    return status;
}

static int print(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    char *drawn = NULL, *remark = NULL;
    int code = draw(&drawn, &remark, r, trace, &err);
    if (code < 0)
        return say_failure(&err);
    trace_note(trace, r);
    if (code == WGCQ_DONE) {
        say_note("no plan leads to a goal, so there is none to draw");
        return STATUS_NONE;
    }
    if (remark && !r->quiet)
        say_note("%s", remark);
    int status = r->svg ? put_svg(r, drawn) : put(r, drawn, strlen(drawn));
    wgcq_text_free(drawn);
    wgcq_text_free(remark);
    return status;
}

int command_graph(request *r)
{
    int parts = r->given[OPTION_around] + r->given[OPTION_only] + r->given[OPTION_depth];
    if (r->svg && r->picture != WGCQ_DOT)
        request_mistake(r, "--svg is drawn from --format dot");
    if (r->given[OPTION_radius] && !r->given[OPTION_around])
        request_mistake(r, "--radius has no meaning without --around");
    if (parts > 1)
        request_mistake(r, "--around, --only and --depth are different parts: choose one");
    if (r->mistakes)
        return request_rejected(r);
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    if (trace_open(&trace, r, &err) < 0)
        return say_failure(&err);
    int status = print(r, trace);
    wgcq_trace_free(trace);
    return status;
}
