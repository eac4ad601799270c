/* cmd_graph.c - wgcq graph DB: the explored graph, or a part of it, as a picture. */
#include "commands/commands.h"

#include "opened/open_trace.h"
#include "output/atomic_write.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/svg.h"
#include "report/long_question.h"

#include <stdio.h>
#include <string.h>

static int64_t clamp_to_int64(uint64_t given)
{
    return (int64_t)(given > INT64_MAX ? INT64_MAX : given);
}

static wgcq_draw_options requested_slice(const request *r)
{
    return (wgcq_draw_options){.format = (wgcq_draw_format)r->picture,
                               .around = clamp_to_int64(r->around),
                               .radius = r->radius,
                               .only_shortest = r->given[OPTION_only_plans],
                               .has_depth = r->given[OPTION_depth],
                               .depth = r->depth,
                               .project = r->project,
                               .mark = clamp_to_int64(r->mark),
                               .any_size = r->draw_all};
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
    fwrite(bytes, 1, length, stdout);
    return STATUS_FOUND;
}

static int write_svg(const request *r, const char *drawn)
{
    subprocess_result svg;
    int status = svg_render(&svg, drawn, r->quiet);
    if (status == STATUS_FOUND)
        status = write_picture(r, svg.output, svg.length);
    subprocess_free(&svg);
    return status;
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
    long_question_end(&q);
    open_trace_note_rerun(trace, r);
    if (code == WGCQ_DONE) {
        message_note("no plan leads to a goal: there is none to draw");
        return STATUS_NONE;
    }
    if (remark && !r->quiet)
        message_note("%s", remark);
    int status = r->svg ? write_svg(r, drawn) : write_picture(r, drawn, strlen(drawn));
    wgcq_text_free(drawn);
    wgcq_text_free(remark);
    return status;
}

int command_graph(request *r)
{
    int parts = r->given[OPTION_around] + r->given[OPTION_only_plans] + r->given[OPTION_depth];
    if (r->svg && r->picture != WGCQ_DOT)
        request_error(r, "--svg is drawn from --format dot");
    if (r->given[OPTION_radius] && !r->given[OPTION_around])
        request_error(r, "--radius has no meaning without --around");
    if (parts > 1)
        request_error(r, "--around, --only and --depth select different parts: give one of them");
    if (r->errors)
        return request_usage_hint(r);
    return open_trace(r, print_graph);
}
