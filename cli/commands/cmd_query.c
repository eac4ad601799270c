/* cmd_query.c - wgcq query DB QUESTION: solutions out of a file. */
#include "commands/commands.h"

#include "commands/open_trace.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/progress_line.h"
#include "report/print_answer.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The one row of --count: its number is the answer, and whether there is any. */
static int count_row(const request *r, wgcq_rows *rows, wgcq_error *err)
{
    size_t columns = wgcq_rows_columns(rows), counted = 0;
    const char **names = memory_get(columns * sizeof *names);
    cell *cells = memory_get(columns * sizeof *cells);
    int code = wgcq_rows_next(rows, err), status = STATUS_UNKNOWN;
    if (code == 0) {
        for (size_t i = 0; i < columns; i++) {
            names[i] = wgcq_rows_name(rows, i);
            cells[i] = cell_of(rows, i);
            counted = strcmp(names[i], "count") == 0 ? i : counted;
        }
        char room[SPELL_ROOM];
        const cell *c = &cells[counted];
        const char *count = c->type == WGCQ_NULL ? NULL : cell_spell(c, room);
        if (r->format != FORMAT_TABLE)
            sheet_single(stdout, (format)r->format, columns, names, cells);
        else
            puts(count ? count : "not known");
        if (count)
            status = strcmp(count, "0") == 0 ? STATUS_NONE : STATUS_FOUND;
    }
    free(names);
    free(cells);
    return code < 0 ? say_failure(err) : status;
}

static int print_answer(const request *r, wgcq_rows *rows, watch *w, wgcq_error *err)
{
    if (r->count) {
        watch_end(w);
        return count_row(r, rows, err);
    }
    request unlimited = *r; /* the library keeps to --limit itself, and knows what it left out */
    unlimited.limit = 0;
    answer a = {0};
    int code = answer_rows(&a, &unlimited, rows, err);
    watch_end(w);
    if (code < 0)
        return say_failure(err);
    return answer_end(&a, r, rows);
}

/* Which options mean something to one question alone, or to several. */
static const struct meaning {
    option_id option;
    const char *questions;
} meanings[] = {{OPTION_length, "plans"},       {OPTION_k, "best classes"},
                {OPTION_within, "all classes"}, {OPTION_up_to, "classes"},
                {OPTION_of, "classes"},         {OPTION_by, "shortest cheapest all best classes"}};

static bool listed(const char *word, const char *list)
{
    size_t length = strlen(word);
    for (const char *at = list; length && (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

/* An option that would change nothing is a misunderstanding. */
static void reject_idle_options(request *r)
{
    const char *question = r->operands[1];
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        const struct meaning *m = &meanings[i];
        if (r->given[m->option] && !listed(question, m->questions))
            request_mistake(r, "--%s has no meaning for '%s', but for: %s", options[m->option].name,
                            question, m->questions);
    }
    bool best = strcmp(question, "best") == 0;
    if (r->count &&
        (r->given[OPTION_limit] || r->given[OPTION_offset] || (best && r->given[OPTION_k])))
        request_mistake(r, "--count counts all of them; --limit, --offset and --k have no place "
                           "beside it");
    if (strcmp(question, "classes") == 0 && !r->given[OPTION_up_to])
        request_mistake(r, "equal up to what? Give --up-to symmetry, commuting or moves");
    if (best && !r->given[OPTION_k])
        request_mistake(r, "the best of how many? Give --k K");
    if (best && r->given[OPTION_limit])
        request_mistake(r, "--limit has no meaning for 'best': --k says how many");
}

int command_query(request *r)
{
    reject_idle_options(r);
    if (r->mistakes)
        return request_rejected(r);
    bool best = strcmp(r->operands[1], "best") == 0;
    wgcq_question question = {.what = r->operands[1],
                              .by = r->by,
                              .limit = best ? r->k : r->limit,
                              .offset = r->offset,
                              .length = r->length,
                              .has_length = r->given[OPTION_length],
                              .within = r->within,
                              .has_within = r->given[OPTION_within],
                              .count = r->count,
                              .up_to = r->up_to,
                              .of = r->of,
                              .best = best ? 0 : r->k};
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    if (trace_open(&trace, r, &err) < 0)
        return say_failure(&err);
    watch w;
    wgcq_watch watching = watch_begin(&w, r->quiet || isatty(STDOUT_FILENO));
    wgcq_trace_watch(trace, &watching);
    wgcq_rows *rows = NULL;
    int code = wgcq_ask(&rows, trace, &question, &watching, &err), status;
    if (wgcq_trace_was_rerun(trace)) {
        watch_end(&w);
        trace_note(trace, r);
    }
    if (code < 0) {
        watch_end(&w);
        status = say_failure(&err);
    } else {
        status = print_answer(r, rows, &w, &err);
    }
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
    return status;
}
