/* compare.c - wgcq compare DB A B...: stored solutions side by side. */
#include "commands.h"

#include "answer.h"
#include "number.h"
#include "say.h"
#include "status.h"
#include "trace.h"
#include "watch.h"

#include <stdlib.h>
#include <string.h>

typedef struct choice {
    wgcq_chosen *all;
    size_t count;
    wgcq_trace *first;
} choice;

/* "N" of the first file, or "DB:N" of another. */
static int choose(choice *c, request *r, const char *word, wgcq_error *err)
{
    const char *colon = strrchr(word, ':');
    char why[WHY_ROOM];
    uint64_t number = 0;
    wgcq_chosen *one = &c->all[c->count];
    if (!number_read(&number, colon ? colon + 1 : word, why)) {
        request_mistake(r, "the solution '%s': %s", word, why);
        return 0;
    }
    *one = (wgcq_chosen){c->first, number > INT64_MAX ? INT64_MAX : (int64_t)number, word};
    int code = 0;
    if (colon) {
        char *path = memory_text(word);
        path[colon - word] = '\0';
        code = wgcq_trace_open(&one->trace, path, err);
        free(path);
    }
    c->count += code == 0;
    return code;
}

static int print(const request *r, wgcq_rows *steps, wgcq_rows *summary)
{
    wgcq_error err = {0};
    answer a = {0};
    int code = 0;
    bool both = r->format == FORMAT_TABLE || r->format == FORMAT_MARKDOWN;
    if (!r->summary)
        code = answer_rows(&a, r, steps, &err);
    if (!code && !r->summary && both)
        putchar('\n');
    if (!code && (r->summary || both))
        code = answer_rows(&a, r, summary, &err);
    return code < 0 ? say_failure(&err) : STATUS_FOUND;
}

static int side_by_side(wgcq_rows **steps, wgcq_rows **summary, const request *r, const choice *c,
                        wgcq_error *err)
{
    watch w;
    wgcq_watch watching = watch_begin(&w, r->quiet);
    for (size_t i = 0; i < c->count; i++)
        wgcq_trace_watch(c->all[i].trace, &watching);
    int code = wgcq_compare(steps, summary, c->all, c->count, err);
    watch_end(&w);
    for (size_t i = 0; i < c->count; i++)
        wgcq_trace_watch(c->all[i].trace, NULL);
    for (size_t i = 0; i < c->count; i++)
        if (!i || c->all[i].trace != c->all[i - 1].trace)
            trace_note(c->all[i].trace, r);
    return code;
}

static int compare(request *r, choice *c)
{
    wgcq_error err = {0};
    wgcq_rows *steps = NULL, *summary = NULL;
    int code = 0;
    for (int i = 1; i < r->operand_count && !code; i++)
        code = choose(c, r, r->operands[i], &err);
    if (!code && r->mistakes)
        return request_refused(r);
    if (!code)
        code = side_by_side(&steps, &summary, r, c, &err);
    int status = code < 0 ? say_failure(&err) : print(r, steps, summary);
    wgcq_rows_free(steps);
    wgcq_rows_free(summary);
    return status;
}

int command_compare(request *r)
{
    wgcq_error err = {0};
    choice c = {.all = memory_get((size_t)r->operand_count * sizeof *c.all)};
    int status;
    if (trace_open(&c.first, r, &err) < 0)
        status = say_failure(&err);
    else
        status = compare(r, &c);
    for (size_t i = 0; i < c.count; i++)
        if (c.all[i].trace != c.first)
            wgcq_trace_free(c.all[i].trace);
    wgcq_trace_free(c.first);
    free(c.all);
    return status;
}
