/*
 * spill_state.c - what a commit says of the search, and going on from it.
 *
 * Lines of a word and numbers; states of a plan in hexadecimal.  The last line is `end`.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "search/engine/extract_plan.h"
#include "search/spill/spill_about.h"
#include "search/spill/spill_run.h"

static const char *about_search(const spill_run *s)
{
    return s->r->options->spill_about ? s->r->options->spill_about : "";
}

/* ---- writing --------------------------------------------------------------------------------- */

static void put_level_figures(const spill_run *s, strbuf *out)
{
    const spill_figures *f = &s->before;
    strbuf_printf(out, "figures %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                  f->states, f->edges, f->goals, f->starts, f->expanded);
    strbuf_printf(out,
                  "level %" PRIu32 " %" PRIu64 " %" PRIu64 " %zu %d %" PRIu32 " %" PRIu32
                  " %" PRIu32 " %u\n",
                  s->level.depth, s->level.states, s->level.ends, s->count_bits, s->traced,
                  s->goal_depth, s->deepest, s->proved, s->folder.next_file);
}

static void put_run(strbuf *out, const char *word, const state_run *run)
{
    strbuf_printf(out, "%s %u %" PRIu64 " %" PRIu64 " %" PRIu64 " %d\n", word, run->file,
                  run->offset, run->bytes, run->states, run->counted);
}

static void put_path(const spill_run *s, strbuf *out, const char *word, uint32_t length,
                     const uint64_t *states)
{
    if (!states)
        return;
    strbuf_printf(out, "%s %" PRIu32 "\n", word, length);
    for (size_t i = 0; i < (length + (size_t)1) * s->r->model->words; i++)
        strbuf_printf(out, "%" PRIx64 "\n", states[i]);
}

static void put_found_plan(const spill_run *s, strbuf *out)
{
    const search_result *found = s->r->result;
    for (size_t i = 0; i < s->checks.count; i++)
        strbuf_printf(out, "check %" PRIu64 " %" PRIu32 "\n", s->checks.own[i],
                      found->checked[i].depth);
    put_path(s, out, "counterexample", found->counterexample.length, found->counterexample.states);
    if (found->shortest_count)
        strbuf_printf(out, "count %s\n", found->shortest_count);
    put_path(s, out, "plan", found->plan_length, found->plan_states);
}

static void put_spill_state(const spill_run *s, strbuf *out)
{
    const wgcq_model *model = s->r->model;
    const char *about = about_search(s);
    strbuf_printf(out, "about %zu\n%s\nstates %u %u\n", strlen(about), about, model->words,
                  model->bits);
    if (s->swap.on)
        strbuf_printf(out, "rank %u %u\n", s->swap.packets.with->rank, s->swap.packets.with->ranks);
    put_level_figures(s, out);
    put_found_plan(s, out);
    for (size_t i = 0; i < s->set.run_count; i++)
        put_run(out, "run", &s->set.run[i].run);
    strbuf_printf(out, "levels %u %" PRIu32 " %" PRIu32 " %" PRIu64 "\n", s->archive.table_number,
                  s->archive.first, s->archive.count, s->archive.bytes);
    put_run(out, "newest", &s->archive.newest);
    strbuf_put(out, "end\n");
}

int spill_commit(spill_run *s)
{
    strbuf text = {0};
    int code = spilled_set_sync(&s->set, s->r->err);
    if (!code)
        code = level_archive_sync(&s->archive, s->r->err);
    if (!code)
        put_spill_state(s, &text);
    if (!code)
        code = text.failed  ? error_set_memory(s->r->err)
               : s->swap.on ? spill_folder_prepare(&s->folder, strbuf_string(&text), s->r->err)
                            : spill_folder_commit(&s->folder, strbuf_string(&text), s->r->err);
    strbuf_free(&text);
    code = spill_meet(s, code); /* all ranks have prepared it, or none commits */
    if (!code && s->swap.on)
        code = spill_meet(s, spill_folder_commit_prepared(&s->folder, s->r->err));
    return code;
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct state_text {
    const char *at;
    bool bad;
} state_text;

static bool next_word(state_text *t, const char *word)
{
    size_t length = strlen(word);
    bool is =
        !t->bad && !strncmp(t->at, word, length) && (t->at[length] == ' ' || t->at[length] == '\n');
    if (is)
        t->at += length + 1;
    return is;
}

static uint64_t next_number(state_text *t, int base)
{
    char *end;
    uint64_t value = strtoull(t->at, &end, base);
    if (t->bad || end == t->at || (*end != ' ' && *end != '\n')) {
        t->bad = true;
        return 0;
    }
    t->at = end + 1;
    return value;
}

static state_run read_state_run(state_text *t)
{
    state_run run;
    run.file = (unsigned)next_number(t, 10);
    run.offset = next_number(t, 10);
    run.bytes = next_number(t, 10);
    run.states = next_number(t, 10);
    run.counted = next_number(t, 10);
    return run;
}

static void read_figures(spill_run *s, state_text *t)
{
    spill_figures *f = &s->before;
    t->bad = t->bad || !next_word(t, "figures");
    f->states = next_number(t, 10);
    f->edges = next_number(t, 10);
    f->goals = next_number(t, 10);
    f->starts = next_number(t, 10);
    f->expanded = next_number(t, 10);
    t->bad = t->bad || !next_word(t, "level");
    s->level.depth = (uint32_t)next_number(t, 10);
    s->level.states = next_number(t, 10);
    s->level.ends = next_number(t, 10);
    s->count_bits = (size_t)next_number(t, 10);
    s->traced = next_number(t, 10);
    s->goal_depth = (uint32_t)next_number(t, 10);
    s->deepest = (uint32_t)next_number(t, 10);
    s->proved = (uint32_t)next_number(t, 10);
    s->folder.next_file = (unsigned)next_number(t, 10);
}

/* As the result's plan. */
static int read_path(spill_run *s, state_text *t)
{
    uint64_t length = next_number(t, 10);
    if (t->bad || length > UINT32_MAX - 1 || length > strlen(t->at)) {
        t->bad = true;
        return 0;
    }
    int code = extract_plan_begin(s->r, (uint32_t)length);
    for (size_t i = 0; !code && i < (length + 1) * s->r->model->words; i++)
        s->r->result->plan_states[i] = next_number(t, 16);
    return code || t->bad ? code : extract_plan_moves(s->r, NULL, 0);
}

static int read_checks(spill_run *s, state_text *t)
{
    int code = 0;
    for (size_t i = 0; i < s->checks.count; i++) {
        t->bad = t->bad || !next_word(t, "check");
        s->checks.own[i] = next_number(t, 10);
        s->checks.all[i].depth = (uint32_t)next_number(t, 10);
    }
    if (next_word(t, "counterexample")) {
        code = read_path(s, t);
        extract_plan_exchange(s->r);
    }
    return code;
}

static int read_plan(spill_run *s, state_text *t)
{
    search_result *out = s->r->result;
    if (next_word(t, "count")) {
        size_t length = strcspn(t->at, "\n");
        out->shortest_count = strndup(t->at, length);
        if (!out->shortest_count)
            return error_set_memory(s->r->err);
        t->at += length + (t->at[length] ? 1 : 0);
    }
    return next_word(t, "plan") ? read_path(s, t) : 0;
}

static int read_runs(spill_run *s, state_text *t)
{
    int code = 0;
    while (!code && next_word(t, "run")) {
        state_run run = read_state_run(t);
        if (!t->bad)
            code = spilled_set_add_run(&s->set, &run, s->r->err);
    }
    return code;
}

/* The last of them are what an estimate is made of. */
static int read_sizes(spill_run *s)
{
    const level_archive *a = &s->archive;
    const uint32_t last = a->count - 1;
    int code = 0;
    for (uint32_t d = last < SPILL_SIZES ? 0 : last - SPILL_SIZES; !code && d < last; d++) {
        state_run level;
        code = level_archive_find(&level, a, d, s->r->err);
        if (!code)
            spill_note_size(s, level.states);
    }
    return code;
}

static int read_archived_levels(spill_run *s, state_text *t)
{
    level_archive *a = &s->archive;
    t->bad = t->bad || !next_word(t, "levels");
    a->table_number = (unsigned)next_number(t, 10);
    a->first = (uint32_t)next_number(t, 10);
    a->count = (uint32_t)next_number(t, 10);
    a->bytes = next_number(t, 10);
    t->bad = t->bad || !next_word(t, "newest");
    a->newest = read_state_run(t);
    t->bad =
        t->bad || a->first >= a->count || a->count - 1 != s->level.depth || !next_word(t, "end");
    int code = t->bad ? 0 : level_archive_restore(a, s->r->err);
    return code || t->bad ? code : read_sizes(s);
}

static int find_needed(unsigned *needed, size_t *count, const spill_run *s)
{
    const level_archive *a = &s->archive;
    int code = 0;
    for (size_t i = 0; i < s->set.run_count; i++)
        needed[(*count)++] = s->set.run[i].run.file;
    if (a->count > 1)
        needed[(*count)++] = a->table_number;
    for (uint32_t d = a->first; !code && d < a->count; d++) {
        state_run level;
        code = level_archive_find(&level, a, d, s->r->err);
        if (!code && (!*count || needed[*count - 1] != level.file))
            needed[(*count)++] = level.file;
    }
    return code;
}

/* What an interrupted search left behind its last commit. */
static int remove_leftovers(spill_run *s)
{
    size_t count = 0, most = s->set.run_count + s->archive.count - s->archive.first + (size_t)1;
    unsigned *needed = malloc(most * sizeof *needed);
    if (!needed)
        return error_set_memory(s->r->err);
    int code = find_needed(needed, &count, s);
    if (!code)
        code = spill_folder_sweep(&s->folder, needed, count, s->r->err);
    free(needed);
    return code;
}

/* The text about the search; t goes on behind it.  NULL: there is none. */
static const char *read_about(state_text *t, size_t *length)
{
    t->bad = t->bad || !next_word(t, "about");
    *length = (size_t)next_number(t, 10);
    const char *about = t->at;
    if (t->bad || strnlen(about, *length + 1) <= *length || about[*length] != '\n')
        return NULL;
    t->at = about + *length + 1;
    return about;
}

/* The same rank of as many. */
static bool is_same_rank(const spill_run *s, state_text *t)
{
    const wgcq_exchange *with = s->swap.packets.with;
    const bool any = next_word(t, "rank");
    return any == s->swap.on &&
           (!any || (next_number(t, 10) == with->rank && next_number(t, 10) == with->ranks));
}

/* Packed by this version of the program, too. */
static bool is_same_search(const spill_run *s, state_text *t)
{
    const wgcq_model *model = s->r->model;
    size_t length;
    const char *about = read_about(t, &length);
    if (!about || length != strlen(about_search(s)) || memcmp(about, about_search(s), length) != 0)
        return false;
    return next_word(t, "states") && next_number(t, 10) == model->words &&
           next_number(t, 10) == model->bits;
}

int64_t spill_text_depth(const char *text)
{
    static const char last[] = "\nend\n";
    size_t length;
    state_text t = {.at = text};
    const size_t all = text ? strlen(text) : 0;
    if (all < sizeof last || strcmp(text + all - (sizeof last - 1), last) != 0 ||
        !read_about(&t, &length))
        return -1;
    const char *level = strstr(t.at, "\nlevel ");
    return level ? (int64_t)strtoull(level + strlen("\nlevel "), NULL, 10) : -1;
}

int spill_check_folder(const char *folder, wgcq_error *err)
{
    spill_folder d;
    char *text = NULL;
    int code = spill_folder_open(&d, folder, &text, err);
    free(text);
    spill_folder_close(&d);
    return code;
}

bool spill_has_commit(const char *folder)
{
    struct stat found;
    strbuf path = {0};
    strbuf_printf(&path, "%s/state", folder);
    bool has = !path.failed && !stat(strbuf_string(&path), &found);
    strbuf_free(&path);
    return has;
}

int spill_read_about(char **out, const char *folder, wgcq_error *err)
{
    spill_folder d;
    char *text = NULL;
    size_t length;
    *out = NULL;
    if (!spill_has_commit(folder))
        return WGCQ_DONE;
    int code = spill_folder_open(&d, folder, &text, err);
    if (!code && text) {
        const char *about = read_about(&(state_text){.at = text}, &length);
        *out = about ? strndup(about, length) : NULL;
        if (!*out)
            code = about ? error_set_memory(err)
                         : error_set(err, WGCQ_ESTORE, "%s/state is damaged", folder);
    }
    free(text);
    spill_folder_close(&d);
    return code || *out ? code : WGCQ_DONE;
}

int spill_restore(spill_run *s, const char *text)
{
    state_text t = {.at = text};
    if (!is_same_search(s, &t))
        return error_set(s->r->err, WGCQ_EOTHER,
                         "%s has the run of another puzzle, or with other parameters or options",
                         s->folder.path);
    if (!is_same_rank(s, &t))
        return error_set(s->r->err, WGCQ_EOTHER,
                         "%s has the part of one of several ranks, and as many go on with it",
                         s->folder.path);
    read_figures(s, &t);
    int code = t.bad ? 0 : read_checks(s, &t);
    if (!code && !t.bad)
        code = read_plan(s, &t);
    if (!code && !t.bad)
        code = read_runs(s, &t);
    if (!code && !t.bad)
        code = read_archived_levels(s, &t);
    if (!code && t.bad)
        code = error_set(s->r->err, WGCQ_ESTORE, "%s/state is damaged", s->folder.path);
    return code ? code : remove_leftovers(s);
}
