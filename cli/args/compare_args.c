/* compare_args.c - the operands of compare: solutions, and the files that hold them. */
#include "args/compare_args.h"

#include "args/number.h"
#include "output/messages.h"
#include "wgcq_run.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* [PATH:]NUMBER[@RUN], or PATH[@RUN]. */
typedef struct compare_operand {
    char *path; /* NULL: the first file */
    uint64_t number, run;
    bool is_file;
} compare_operand;

/* ---- words ----------------------------------------------------------------------------------- */

static bool all_digits(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* Whether a word that is no number can only be a file. */
static bool looks_like_file(const char *word)
{
    return strpbrk(word, "./") || access(word, F_OK) == 0;
}

/* Cuts "@RUN" off the end. */
static uint64_t split_off_run(request *r, char *word)
{
    uint64_t run = 0;
    char why[NUMBER_ERROR_MAX], *at = strrchr(word, '@');
    if (!at || !all_digits(at + 1))
        return 0;
    *at = '\0';
    if (!number_parse(&run, at + 1, why))
        request_error(r, "the run '%s': %s", at + 1, why);
    else if (!run)
        request_error(r, "the run '0': runs are numbered from 1");
    return run;
}

static void parse_solution_number(compare_operand *o, request *r, const char *word,
                                  const char *number)
{
    char why[NUMBER_ERROR_MAX];
    if (!number_parse(&o->number, number, why))
        request_error(r, "the solution '%s': %s", word, why);
    else if (!o->number)
        request_error(r, "the solution '%s': solutions are numbered from 1", word);
    else if (o->number > INT64_MAX)
        o->number = INT64_MAX;
}

static compare_operand parse_operand(request *r, const char *word)
{
    compare_operand o = {0};
    char *copy = memory_strdup(word);
    bool exists = !all_digits(word) && access(word, F_OK) == 0;
    o.run = exists ? 0 : split_off_run(r, copy);
    char *colon = exists ? NULL : strrchr(copy, ':');
    o.is_file = !colon && !all_digits(copy) && looks_like_file(copy);
    if (colon)
        *colon = '\0';
    if (colon || o.is_file)
        o.path = memory_strdup(copy);
    if (!o.is_file)
        parse_solution_number(&o, r, word, colon ? colon + 1 : copy);
    free(copy);
    return o;
}

/* ---- files ----------------------------------------------------------------------------------- */

static char *format_solution_label(const char *path, uint64_t number, uint64_t run)
{
    memory_stream s;
    FILE *out = memory_stream_begin(&s);
    if (path)
        fprintf(out, "%s%s", path, number ? ":" : "");
    if (number)
        fprintf(out, "%" PRIu64, number);
    if (run)
        fprintf(out, "@%" PRIu64, run);
    return memory_stream_end(&s);
}

/* Each run of a file is opened once. */
static int open_source(compare_args *c, const char *path, uint64_t run, compare_source **out,
                       wgcq_error *err)
{
    for (size_t i = 0; i < c->source_count; i++)
        if (!strcmp(c->sources[i].path, path) && c->sources[i].run == run) {
            *out = &c->sources[i];
            return 0;
        }
    wgcq_trace *trace = NULL;
    int code = wgcq_open(&trace, path, NULL, c->monitor, err);
    if (!code && run)
        code = wgcq_trace_select_run(trace, run > INT64_MAX ? INT64_MAX : (int64_t)run, err);
    if (code) {
        wgcq_trace_free(trace);
        return code;
    }
    *out = &c->sources[c->source_count++];
    **out = (compare_source){trace, memory_strdup(path), format_solution_label(path, 0, run), run};
    return 0;
}

static bool is_label_taken(const compare_args *c, const char *label)
{
    bool taken = false;
    for (size_t i = 0; i < c->count && !taken; i++)
        taken = strcmp(c->solutions[i].label, label) == 0;
    return taken;
}

/* A label that no other solution has; takes ownership of `text`. */
static char *unique_label(const compare_args *c, char *text)
{
    char *own = memory_strdup(text);
    for (unsigned suffix = 2; is_label_taken(c, own); suffix++) {
        free(own);
        own = memory_format("%s (%u)", text, suffix);
    }
    free(text);
    return own;
}

/* There is room for an operand each, and for the best of each source. */
static void add_solution(compare_args *c, const compare_source *from, uint64_t number, char *label)
{
    c->solutions[c->count] =
        (wgcq_compare_side){from->trace, (int64_t)number, unique_label(c, label), from->label};
    c->count++;
}

/* ---- what is compared ------------------------------------------------------------------------ */

/* Numbers without a file belong to the files in turn, where there are several. */
static int add_operand(compare_args *c, const compare_operand *o, size_t files, size_t *next_file,
                       wgcq_error *err)
{
    compare_source *from = &c->sources[0];
    int code = 0;
    if (o->path)
        code = open_source(c, o->path, o->run, &from, err);
    else if (files > 1) {
        assert(*next_file < c->source_count); /* as many numbers as files, by check_operands */
        from = &c->sources[(*next_file)++];
    } else if (o->run)
        code = open_source(c, c->sources[0].path, o->run, &from, err);
    if (!code && !o->is_file) {
        bool alone = !o->path && files < 2;
        add_solution(c, from, o->number,
                     format_solution_label(alone ? NULL : from->path, o->number, from->run));
    }
    return code;
}

/* The best solution of each file that has one; else the file alone. */
static int add_best_of_each(compare_args *c, wgcq_error *err)
{
    int code = 0;
    for (size_t i = 0; i < c->source_count && !code; i++) {
        int64_t count = 0;
        code = wgcq_show_count(&count, c->sources[i].trace, err);
        uint64_t best = count > 0;
        if (!code)
            add_solution(c, &c->sources[i], best,
                         format_solution_label(c->sources[i].path, best, c->sources[i].run));
    }
    return code;
}

static void check_operands(request *r, size_t files, size_t numbers, size_t of_others)
{
    if (files < 2 && numbers + of_others < 2)
        request_error(r, "'compare' needs two solutions, or another file");
    else if (files > 1 && of_others)
        request_error(r, "DB alone cannot be combined with DB:N: name its solution as DB:N too");
    else if (files > 1 && numbers && numbers != files)
        request_error(r, "%zu files and %zu solutions: give one solution for each file, or none",
                      files, numbers);
}

static int resolve_operands(compare_args *out, request *r, const compare_operand *all,
                            wgcq_error *err)
{
    size_t files = 1, numbers = 0, of_others = 0, next_file = 0, count = (size_t)r->operand_count;
    for (size_t i = 1; i < count; i++) {
        files += all[i].is_file;
        numbers += !all[i].path;
        of_others += all[i].path && !all[i].is_file;
    }
    check_operands(r, files, numbers, of_others);
    if (r->errors)
        return 0;
    compare_source *first = NULL;
    int code = open_source(out, r->operands[0], r->given[OPTION_run] ? r->run : 0, &first, err);
    for (size_t i = 1; i < count && !code; i++)
        if (all[i].is_file)
            code = add_operand(out, &all[i], files, &next_file, err);
    if (!code && out->source_count < files)
        request_error(r, "the same file twice: give the numbers of two of its solutions");
    for (size_t i = 1; i < count && !code && !r->errors; i++)
        if (!all[i].is_file)
            code = add_operand(out, &all[i], files, &next_file, err);
    return code || r->errors || out->count ? code : add_best_of_each(out, err);
}

int compare_args_read(compare_args *out, request *r, const wgcq_monitor *monitor, wgcq_error *err)
{
    assert(r->operand_count >= 1);
    size_t capacity = (size_t)r->operand_count + 1;
    compare_operand *all = memory_alloc(capacity * sizeof *all);
    *out = (compare_args){.solutions = memory_alloc(capacity * sizeof *out->solutions),
                          .sources = memory_alloc(capacity * sizeof *out->sources),
                          .monitor = monitor};
    for (int i = 1; i < r->operand_count; i++)
        all[i] = parse_operand(r, r->operands[i]);
    int code = r->errors ? 0 : resolve_operands(out, r, all, err);
    for (int i = 1; i < r->operand_count; i++)
        free(all[i].path);
    free(all);
    return code;
}

void compare_args_free(compare_args *c)
{
    for (size_t i = 0; i < c->count; i++)
        free((char *)(uintptr_t)c->solutions[i].label);
    for (size_t i = 0; i < c->source_count; i++) {
        wgcq_trace_free(c->sources[i].trace);
        free(c->sources[i].path);
        free(c->sources[i].label);
    }
    free(c->solutions);
    free(c->sources);
}

size_t compare_args_solution_count(const compare_args *c)
{
    size_t count = 0;
    for (size_t i = 0; i < c->count; i++)
        count += c->solutions[i].solution != 0;
    return count;
}
