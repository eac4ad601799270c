/* graph.c - wgcq graph DB: the explored graph, or a slice of it, for drawing programs. */
#include "commands.h"

#include "say.h"
#include "status.h"
#include "trace.h"
#include "watch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Through dot, which writes to our standard output. */
static int print_svg(const char *drawn)
{
    fflush(stdout);
    FILE *dot = popen("command -v dot >/dev/null && exec dot -Tsvg", "w");
    bool fine = dot && fputs(drawn, dot) >= 0;
    if (dot && pclose(dot) != 0)
        fine = false;
    if (!fine)
        say_error("--svg needs the program dot (of Graphviz), which is not there or failed");
    return fine ? STATUS_FOUND : STATUS_FILE;
}

static int print(const request *r, wgcq_trace *trace)
{
    wgcq_slice how = {.format = (wgcq_picture)r->picture,
                      .around = (int64_t)(r->around > INT64_MAX ? INT64_MAX : r->around),
                      .radius = r->radius,
                      .only_shortest = r->given[OPTION_only]};
    wgcq_error err = {0};
    char *drawn = NULL;
    watch w;
    wgcq_watch watching = watch_begin(&w, r->quiet);
    wgcq_trace_watch(trace, &watching);
    int code = wgcq_draw(&drawn, trace, &how, &err);
    watch_end(&w);
    wgcq_trace_watch(trace, NULL);
    if (code < 0)
        return say_failure(&err);
    trace_note(trace, r);
    int status = STATUS_FOUND;
    if (r->svg)
        status = print_svg(drawn);
    else
        fputs(drawn, stdout);
    wgcq_text_free(drawn);
    return status;
}

int command_graph(request *r)
{
    if (r->svg && r->picture != WGCQ_DOT)
        request_mistake(r, "--svg is drawn from --format dot");
    if (r->given[OPTION_radius] && !r->given[OPTION_around])
        request_mistake(r, "--radius has no meaning without --around");
    if (r->given[OPTION_around] && r->given[OPTION_only])
        request_mistake(r, "--around and --only are two different slices");
    if (r->mistakes)
        return request_refused(r);
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    if (trace_open(&trace, r, &err) < 0)
        return say_failure(&err);
    int status = print(r, trace);
    wgcq_trace_free(trace);
    return status;
}
