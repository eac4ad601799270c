/* compare_args.c - the solutions and files that compare is given, out of its operands. */
#include "args/compare_args.h"

#include "args/number.h"
#include "output/messages.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An operand taken apart: [PATH:]NUMBER[@RUN], or PATH[@RUN]. */
typedef struct operand {
    char *path; /* NULL: the first file */
    uint64_t number, run;
    bool is_file;
} operand;

/* ---- words ------------------------------------------------------------------------------------
 */

static bool digits(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* Whether a word that is no number is meant as a file. */
static bool names_file(const char *word)
{
    return strpbrk(word, "./") || access(word, F_OK) == 0;
}

/* Cuts "@RUN" off the end. */
static uint64_t cut_run(request *r, char *word)
{
    uint64_t run = 0;
    char why[WHY_ROOM], *at = strrchr(word, '@');
    if (!at || !digits(at + 1))
        return 0;
    *at = '\0';
    if (!number_read(&run, at + 1, why))
        request_mistake(r, "the run '%s': %s", at + 1, why);
    else if (!run)
        request_mistake(r, "the run '0': they are numbered from 1");
    return run;
}

static void read_number(operand *o, request *r, const char *word, const char *number)
{
    char why[WHY_ROOM];
    if (!number_read(&o->number, number, why))
        request_mistake(r, "the solution '%s': %s", word, why);
    else if (!o->number)
        request_mistake(r, "the solution '%s': they are numbered from 1", word);
    else if (o->number > INT64_MAX)
        o->number = INT64_MAX;
}

static operand take_apart(request *r, const char *word)
{
    operand o = {0};
    char *copy = memory_text(word);
    bool exists = !digits(word) && access(word, F_OK) == 0;
    o.run = exists ? 0 : cut_run(r, copy);
    char *colon = exists ? NULL : strrchr(copy, ':');
    o.is_file = !colon && !digits(copy) && names_file(copy);
    if (colon)
        *colon = '\0';
    if (colon || o.is_file)
        o.path = memory_text(copy);
    if (!o.is_file)
        read_number(&o, r, word, colon ? colon + 1 : copy);
    free(copy);
    return o;
}

/* ---- files --------------------------------------------------------------------------------------
 */

static char *spell(const char *path, uint64_t number, uint64_t run)
{
    size_t room = (path ? strlen(path) : 0) + 64;
    char *text = memory_get(room);
    size_t used = 0;
    if (path)
        used += (size_t)snprintf(text, room, "%s%s", path, number ? ":" : "");
    if (number)
        used += (size_t)snprintf(text + used, room - used, "%" PRIu64, number);
    if (run)
        snprintf(text + used, room - used, "@%" PRIu64, run);
    return text;
}

/* A run that was named before is not opened again. */
static int source_of(chosen *c, const char *path, uint64_t run, source **out, wgcq_error *err)
{
    for (size_t i = 0; i < c->source_count; i++)
        if (!strcmp(c->sources[i].path, path) && c->sources[i].run == run) {
            *out = &c->sources[i];
            return 0;
        }
    wgcq_trace *trace = NULL;
    int code = wgcq_trace_open(&trace, path, err);
    if (!code && run)
        code = wgcq_trace_choose_run(trace, run > INT64_MAX ? INT64_MAX : (int64_t)run, err);
    if (code) {
        wgcq_trace_free(trace);
        return code;
    }
    *out = &c->sources[c->source_count++];
    **out = (source){trace, memory_text(path), spell(path, 0, run), run};
    return 0;
}

/* A label that no other solution has. */
static char *label_of(const chosen *c, char *text)
{
    char *own = memory_get(strlen(text) + 32);
    strcpy(own, text);
    for (unsigned again = 2;; again++) {
        bool taken = false;
        for (size_t i = 0; i < c->count && !taken; i++)
            taken = strcmp(c->all[i].label, own) == 0;
        if (!taken)
            break;
        sprintf(own, "%s (%u)", text, again);
    }
    free(text);
    return own;
}

static void add(chosen *c, const source *from, uint64_t number, char *label)
{
    c->all[c->count] = (wgcq_chosen){from->trace, (int64_t)number, label_of(c, label), from->label};
    c->count++;
}

/* ---- what is compared
 * ------------------------------------------------------------------------------ */

/* Numbers by themselves are of the files in turn, where there are several. */
static int choose(chosen *c, const operand *o, size_t files, size_t *turn, wgcq_error *err)
{
    source *from = &c->sources[0];
    int code = 0;
    if (o->path)
        code = source_of(c, o->path, o->run, &from, err);
    else if (files > 1)
        from = &c->sources[(*turn)++];
    else if (o->run)
        code = source_of(c, c->sources[0].path, o->run, &from, err);
    if (!code && !o->is_file) {
        bool alone = !o->path && files < 2;
        add(c, from, o->number, spell(alone ? NULL : from->path, o->number, from->run));
    }
    return code;
}

/* The best of each file that has any; else the file alone. */
static int choose_best(chosen *c, wgcq_error *err)
{
    int code = 0;
    for (size_t i = 0; i < c->source_count && !code; i++) {
        int64_t count = 0;
        code = wgcq_show_count(&count, c->sources[i].trace, err);
        uint64_t best = count > 0;
        if (!code)
            add(c, &c->sources[i], best, spell(c->sources[i].path, best, c->sources[i].run));
    }
    return code;
}

static void reject(request *r, size_t files, size_t numbers, size_t of_others)
{
    if (files < 2 && numbers + of_others < 2)
        request_mistake(r, "compare with what? Two solutions, or another file");
    else if (files > 1 && of_others)
        request_mistake(r,
                        "a DB by itself has no place beside DB:N: name the solution as DB:N too");
    else if (files > 1 && numbers && numbers != files)
        request_mistake(r, "%zu files and %zu solutions: one of each file, or none", files,
                        numbers);
}

static int read_all(chosen *out, request *r, const operand *all, wgcq_error *err)
{
    size_t files = 1, numbers = 0, of_others = 0, turn = 0, count = (size_t)r->operand_count;
    for (size_t i = 1; i < count; i++) {
        files += all[i].is_file;
        numbers += !all[i].path;
        of_others += all[i].path && !all[i].is_file;
    }
    reject(r, files, numbers, of_others);
    if (r->mistakes)
        return 0;
    source *first = NULL;
    int code = source_of(out, r->operands[0], r->given[OPTION_run] ? r->run : 0, &first, err);
    for (size_t i = 1; i < count && !code; i++)
        if (all[i].is_file)
            code = choose(out, &all[i], files, &turn, err);
    if (!code && out->source_count < files)
        request_mistake(r, "the same file twice: name two solutions of it by their numbers");
    for (size_t i = 1; i < count && !code && !r->mistakes; i++)
        if (!all[i].is_file)
            code = choose(out, &all[i], files, &turn, err);
    return code || r->mistakes || out->count ? code : choose_best(out, err);
}

int chosen_read(chosen *out, request *r, wgcq_error *err)
{
    size_t most = (size_t)r->operand_count + 1;
    operand *all = memory_get(most * sizeof *all);
    *out = (chosen){.all = memory_get(most * sizeof *out->all),
                    .sources = memory_get(most * sizeof *out->sources)};
    for (int i = 1; i < r->operand_count; i++)
        all[i] = take_apart(r, r->operands[i]);
    int code = r->mistakes ? 0 : read_all(out, r, all, err);
    for (int i = 1; i < r->operand_count; i++)
        free(all[i].path);
    free(all);
    return code;
}

void chosen_free(chosen *c)
{
    for (size_t i = 0; i < c->count; i++)
        free((char *)(uintptr_t)c->all[i].label);
    for (size_t i = 0; i < c->source_count; i++) {
        wgcq_trace_free(c->sources[i].trace);
        free(c->sources[i].path);
        free(c->sources[i].label);
    }
    free(c->all);
    free(c->sources);
}

size_t chosen_solutions(const chosen *c)
{
    size_t count = 0;
    for (size_t i = 0; i < c->count; i++)
        count += c->all[i].solution != 0;
    return count;
}
