/*
 * spill_divide.c - a search in files by several ranks, resumed by another number of them.
 *
 * States belong to ranks by a hash.  All segments of reached states are merged, and so are all
 * parts of each level that is kept, and dealt to the new owners: sorted records stay sorted.  One
 * process does it, reading and writing sequentially; divided_folders.c lets the new folders count.
 */
#include "search/spill/spill_divide.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/files/own_file.h"
#include "search/ranks/rank_of_state.h"
#include "search/spill/commit_text.h"
#include "search/spill/divided_folders.h"
#include "search/spill/spill_about.h"
#include "space/files/segment_merge.h"

/* A rank that there was. */
typedef struct old_rank {
    spill_folder folder;
    char *text, *prepared;
    commit_text last; /* that of all ranks */
    level_archive levels;
    spill_file segment_file[SET_SEGMENTS_MOST];
} old_rank;

/* A rank that there will be. */
typedef struct new_rank {
    spill_folder folder;
    spill_file reached_file;
    segment reached; /* all its states */
    level_archive levels;
    segment_writer writer;
} new_rank;

typedef struct division {
    const char *dir;
    unsigned from, to; /* numbers of ranks */
    old_rank *old;
    new_rank *fresh;
    merge_input *inputs;
    wgcq_error *err;
} division;

/* ---- what there was -------------------------------------------------------------------------- */

static int open_old_rank(division *d, unsigned rank)
{
    old_rank *o = &d->old[rank];
    char *path = divided_folder_path(d->dir, false, rank);
    int code = path ? own_folder_check(path, d->err) : error_set_memory(d->err);
    code = code ? code : spill_folder_open(&o->folder, path, &o->text, d->err);
    free(path);
    return code ? code : spill_folder_read_prepared(&o->folder, &o->prepared, d->err);
}

static int damaged_part(const division *d, unsigned rank)
{
    return error_set(d->err, WGCQ_ESTORE,
                     "%s/%u is damaged, or of another run; another number of ranks needs the "
                     "folders of all %u former ones",
                     d->dir, rank, d->from);
}

/* A kill between two commits of one level may have left some prepared. */
static int read_old_text(division *d, unsigned rank, int64_t level)
{
    old_rank *o = &d->old[rank];
    const char *text = commit_text_depth(o->text) == level       ? o->text
                       : commit_text_depth(o->prepared) == level ? o->prepared
                                                                 : NULL;
    int code = text ? commit_text_read(&o->last, text, d->err) : WGCQ_DONE;
    const commit_text *last = &o->last, *first = &d->old->last;
    const bool fits = !code && last->shared && last->rank == rank && last->ranks == d->from &&
                      !strcmp(last->about, first->about) && last->words == first->words &&
                      last->bits == first->bits && last->check_count == first->check_count &&
                      last->levels.first == first->levels.first;
    return code < 0 ? code : fits ? 0 : damaged_part(d, rank);
}

static int open_old_files(division *d, old_rank *o)
{
    const commit_text *last = &o->last;
    int code = level_archive_restore(&o->levels, &last->levels, d->err);
    for (size_t i = 0; !code && i < last->segment_count; i++)
        code = spill_folder_reopen(&o->folder, &o->segment_file[i], last->segment[i].file,
                                   SPILL_FILE_WHOLE, d->err);
    return code;
}

/* Opens the folders of all former ranks, at one level. */
static int open_old_ranks(division *d)
{
    int64_t level = -1;
    int code = 0;
    for (unsigned k = 0; !code && k < d->from; k++) {
        code = open_old_rank(d, k);
        const int64_t depth = code ? -1 : commit_text_depth(d->old[k].text);
        level = depth > level ? depth : level;
    }
    if (level < 0) /* a kill before the first of them had committed what all have prepared */
        level = commit_text_depth(d->old->prepared);
    for (unsigned k = 0; !code && k < d->from; k++)
        code = read_old_text(d, k, level);
    for (unsigned k = 0; !code && k < d->from; k++)
        code = open_old_files(d, &d->old[k]);
    return code;
}

static void close_old_rank(old_rank *o)
{
    for (size_t i = 0; i < SET_SEGMENTS_MOST; i++)
        spill_file_close(&o->segment_file[i]);
    level_archive_close(&o->levels);
    commit_text_free(&o->last);
    free(o->text);
    free(o->prepared);
    spill_folder_close(&o->folder);
}

/* ---- records to their owners ----------------------------------------------------------------- */

static int deal_to_owners(division *d, record_shape shape, size_t inputs)
{
    segment_merge m;
    int code = segment_merge_open(&m, shape, d->inputs, inputs, NULL, d->err);
    while (!code && m.record) {
        const unsigned owner = rank_of_state(m.record, shape.words, d->to);
        code = segment_writer_put(&d->fresh[owner].writer, m.record, d->err);
        code = code ? code : segment_merge_next(&m, d->err);
    }
    segment_merge_close(&m);
    return code;
}

static void close_writers(division *d)
{
    for (unsigned k = 0; k < d->to; k++) {
        segment_writer_close(&d->fresh[k].writer);
        d->fresh[k].writer = (segment_writer){0};
    }
}

static int divide_reached(division *d)
{
    const record_shape shape = {d->old->last.words, 0};
    size_t inputs = 0;
    int code = 0;
    for (unsigned k = 0; k < d->from; k++)
        for (size_t i = 0; i < d->old[k].last.segment_count; i++)
            d->inputs[inputs++] =
                (merge_input){&d->old[k].segment_file[i], &d->old[k].last.segment[i]};
    for (unsigned k = 0; !code && k < d->to; k++) {
        new_rank *n = &d->fresh[k];
        code = spill_folder_create(&n->folder, &n->reached_file, &n->reached.file, d->err);
        code = code ? code : segment_writer_open(&n->writer, &n->reached_file, shape, NULL, d->err);
    }
    code = code ? code : deal_to_owners(d, shape, inputs);
    for (unsigned k = 0; !code && k < d->to; k++) {
        const unsigned file = d->fresh[k].reached.file;
        code = segment_writer_end(&d->fresh[k].reached, &d->fresh[k].writer, d->err);
        d->fresh[k].reached.file = file;
    }
    close_writers(d);
    return code;
}

/* ---- levels ---------------------------------------------------------------------------------- */

/* One that is not kept: estimates use how many states it has. */
static int skip_level(division *d, uint32_t depth)
{
    uint64_t states = 0;
    int code = 0;
    for (unsigned k = 0; !code && k < d->from; k++) {
        segment part;
        code = level_archive_find(&part, &d->old[k].levels, depth, d->err);
        states += code ? 0 : part.states;
    }
    for (unsigned k = 0; !code && k < d->to; k++)
        code = level_archive_skip(&d->fresh[k].levels, states / d->to, d->err);
    return code;
}

static int divide_level(division *d, uint32_t depth, segment *parts)
{
    bool counted = false;
    int code = 0;
    for (unsigned k = 0; !code && k < d->from; k++) {
        code = level_archive_open(&d->inputs[k].file, &parts[k], &d->old[k].levels, depth, d->err);
        d->inputs[k].segment = &parts[k];
        counted = counted || (!code && parts[k].counted);
    }
    const commit_text *last = &d->old->last;
    const record_shape shape = {last->words, counted ? counted_limbs(last->count_bits) : 0};
    for (unsigned k = 0; !code && k < d->to; k++)
        code = level_archive_begin(&d->fresh[k].levels, &d->fresh[k].writer, shape, d->err);
    code = code ? code : deal_to_owners(d, shape, d->from);
    for (unsigned k = 0; !code && k < d->to; k++)
        code = level_archive_end(&d->fresh[k].levels, &d->fresh[k].writer, d->err);
    close_writers(d);
    return code;
}

static int divide_levels(division *d)
{
    const archived_levels *levels = &d->old->last.levels;
    segment *parts = malloc(d->from * sizeof *parts);
    int code = parts ? 0 : error_set_memory(d->err);
    for (uint32_t depth = 0; !code && depth < levels->count; depth++)
        code = depth < levels->first ? skip_level(d, depth) : divide_level(d, depth, parts);
    free(parts);
    return code;
}

/* ---- what each says -------------------------------------------------------------------------- */

/* Figures that are not of single states: their sums count, and the first rank has them. */
static void sum_into_first(commit_text *c, const division *d)
{
    c->before.edges = c->before.goals = c->before.starts = c->ends = 0;
    for (size_t i = 0; i < c->check_count; i++)
        c->check[i].own = 0;
    for (unsigned k = 0; !c->rank && k < d->from; k++) {
        const commit_text *last = &d->old[k].last;
        c->before.edges += last->before.edges;
        c->before.goals += last->before.goals;
        c->before.starts += last->before.starts;
        c->ends += last->ends;
        for (size_t i = 0; i < c->check_count; i++)
            c->check[i].own += last->check[i].own;
    }
}

/* All but the segments and the archive of one rank are those of all. */
static void describe_new_rank(commit_text *c, commit_check *checks, const division *d,
                              unsigned rank)
{
    const new_rank *n = &d->fresh[rank];
    *c = d->old->last;
    c->rank = rank;
    c->ranks = d->to;
    c->check = checks;
    for (size_t i = 0; i < c->check_count; i++)
        checks[i] = d->old->last.check[i];
    sum_into_first(c, d);
    for (unsigned k = 0; k < d->from; k++)
        c->deepest = d->old[k].last.deepest > c->deepest ? d->old[k].last.deepest : c->deepest;
    c->states = n->levels.newest.states;
    c->before.states = n->reached.states;
    c->before.expanded = c->before.states - c->states;
    c->next_file = n->folder.next_file;
    c->segment_count = n->reached.states ? 1 : 0;
    c->segment[0] = n->reached;
    c->levels = level_archive_describe(&n->levels);
}

static int commit_new_rank(division *d, unsigned rank)
{
    new_rank *n = &d->fresh[rank];
    commit_check *checks = malloc((d->old->last.check_count + 1) * sizeof *checks);
    commit_text c;
    strbuf text = {0};
    int code = checks ? spill_file_sync(&n->reached_file, d->err) : error_set_memory(d->err);
    code = code ? code : level_archive_sync(&n->levels, d->err);
    if (!code) {
        describe_new_rank(&c, checks, d, rank);
        commit_text_put(&c, &text);
        code = text.failed ? error_set_memory(d->err)
                           : spill_folder_commit(&n->folder, strbuf_string(&text), d->err);
    }
    strbuf_free(&text);
    free(checks);
    return code;
}

/* Every state has come to one rank. */
static int check_sums(const division *d)
{
    uint64_t before = 0, after = 0, level_before = 0, level_after = 0;
    for (unsigned k = 0; k < d->from; k++) {
        before += d->old[k].last.before.states;
        level_before += d->old[k].last.states;
    }
    for (unsigned k = 0; k < d->to; k++) {
        after += d->fresh[k].reached.states;
        level_after += d->fresh[k].levels.newest.states;
    }
    return before == after && level_before == level_after
               ? 0
               : error_set(d->err, WGCQ_ESTORE,
                           "%s is damaged: its segments have other numbers of states than it says",
                           d->dir);
}

/* ---- the division ---------------------------------------------------------------------------- */

static int open_new_ranks(division *d)
{
    int code = divided_folders_begin(d->dir, d->err);
    for (unsigned k = 0; !code && k < d->to; k++) {
        new_rank *n = &d->fresh[k];
        char *path = divided_folder_path(d->dir, true, k), *text = NULL;
        code = path ? spill_folder_open(&n->folder, path, &text, d->err) : error_set_memory(d->err);
        free(path);
        free(text);
    }
    return code;
}

static void close_new_rank(new_rank *n)
{
    spill_file_close(&n->reached_file);
    level_archive_close(&n->levels);
    spill_folder_close(&n->folder);
}

static int write_new_ranks(division *d)
{
    int code = open_new_ranks(d);
    code = code ? code : divide_reached(d);
    code = code ? code : divide_levels(d);
    code = code ? code : check_sums(d);
    for (unsigned k = 0; !code && k < d->to; k++)
        code = commit_new_rank(d, k);
    return code;
}

/* The number of ranks that there were.  WGCQ_DONE: there is nothing to divide, or what resumes says
   what is wrong. */
static int read_old_number(division *d)
{
    spill_folder first;
    commit_text last = {0};
    char *text = NULL, *path = divided_folder_path(d->dir, false, 0);
    if (!path)
        return error_set_memory(d->err);
    const bool is_there = divided_folder_is_there(path);
    int code = is_there ? spill_folder_open(&first, path, &text, d->err) : WGCQ_DONE;
    if (!code && !text)
        code = spill_folder_read_prepared(&first, &text, d->err);
    if (is_there)
        spill_folder_close(&first);
    if (!code)
        code = text ? commit_text_read(&last, text, d->err) : WGCQ_DONE;
    d->from = last.ranks;
    if (!code && (!last.shared || !d->from || d->from == d->to))
        code = WGCQ_DONE;
    commit_text_free(&last);
    free(text);
    free(path);
    return code;
}

static bool allocate_ranks(division *d)
{
    static const spill_file closed = {.fd = -1};
    static const spill_folder none = {.fd = -1, .lock = -1};
    d->old = calloc(d->from, sizeof *d->old);
    d->fresh = calloc(d->to, sizeof *d->fresh);
    d->inputs = calloc(d->from, SET_SEGMENTS_MOST * sizeof *d->inputs);
    for (unsigned k = 0; d->old && k < d->from; k++) {
        d->old[k].folder = none;
        d->old[k].levels = level_archive_make(&d->old[k].folder);
        for (size_t i = 0; i < SET_SEGMENTS_MOST; i++)
            d->old[k].segment_file[i] = closed;
    }
    for (unsigned k = 0; d->fresh && k < d->to; k++) {
        d->fresh[k].folder = none;
        d->fresh[k].reached_file = closed;
        d->fresh[k].levels = level_archive_make(&d->fresh[k].folder);
    }
    return d->old && d->fresh && d->inputs;
}

static void free_ranks(division *d)
{
    for (unsigned k = 0; d->old && k < d->from; k++)
        close_old_rank(&d->old[k]);
    for (unsigned k = 0; d->fresh && k < d->to; k++)
        close_new_rank(&d->fresh[k]);
    free(d->old);
    free(d->fresh);
    free(d->inputs);
}

int spill_divide(const char *dir, unsigned ranks, wgcq_error *err)
{
    division d = {.dir = dir, .to = ranks, .err = err};
    if (spill_has_commit(dir))
        return error_set(err, WGCQ_ESTORE,
                         "%s has the run of one process; wgcq resume continues it", dir);
    int code = divided_folders_finish(dir, err);
    code = code ? code : divided_folders_clear(dir, err);
    code = code ? code : read_old_number(&d);
    if (code)
        return code;
    code = allocate_ranks(&d) ? open_old_ranks(&d) : error_set_memory(err);
    code = code ? code : write_new_ranks(&d);
    free_ranks(&d); /* before their folders are replaced */
    if (code)
        divided_folders_drop(dir);
    return code ? code : divided_folders_commit(dir, ranks, err);
}
