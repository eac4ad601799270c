/*
 * merged_run.c - the rows of a run by several ranks, made into one file.
 *
 * They are numbered already, so the file is filled as by one process: rows come in order, shard by
 * shard of each, to the graph and to the writer, and all that is derived at a run's end is derived
 * here.  A run that is not complete becomes one that was cut short, which resume continues.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/files/own_file.h"
#include "run/merged_run.h"
#include "search/ranks/rank_meet.h"
#include "wgcq_trace.h"

/* ---- opening -------------------------------------------------------------------------------- */

static bool is_same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

bool merged_run_is_alike(const trace_facts *a, const trace_facts *b)
{
    bool same = is_same_text(a->title, b->title) && is_same_text(a->source, b->source) &&
                is_same_text(a->order, b->order) && a->words == b->words &&
                a->param_count == b->param_count;
    for (size_t i = 0; same && i < a->param_count; i++)
        same = is_same_text(a->param_names[i], b->param_names[i]) &&
               is_same_text(a->param_values[i], b->param_values[i]);
    return same;
}

static bool is_same_run(const trace_facts *a, const trace_facts *b)
{
    return merged_run_is_alike(a, b) && is_same_text(a->options, b->options);
}

/* Other parts may be like each other, and have as many rows as those that are listed. */
static int check_listed(const shard_list *list, const trace_facts *f, const char *path,
                        wgcq_error *err)
{
    const shard_subject of = {f->title,       f->source,      f->order,
                              f->param_count, f->param_names, f->param_values};
    uint64_t puzzle = 0;
    int code = list->puzzle ? shard_puzzle(&puzzle, &of, err) : 0;
    if (code || puzzle == list->puzzle)
        return code;
    return error_set(err, WGCQ_ESTORE,
                     "%s is of another puzzle, other parameters or another order than the run that "
                     "is listed beside it",
                     path);
}

static int open_shards(merge *m, wgcq_error *err)
{
    int code = 0;
    /* ranks that resume explore again what was not expanded; a file would hold none of it */
    const bool any = m->with ? m->list.states : m->list.expanded;
    if (!any && m->list.end == SHARDS_UNFINISHED)
        return error_set(err, WGCQ_ESTORE, "%s: nothing of the run is saved yet", m->folder);
    m->shards = calloc(m->list.count, sizeof(wgcq_trace *));
    m->moves = calloc(m->list.count, sizeof *m->moves);
    if (!m->shards || !m->moves)
        return error_set_memory(err);
    for (unsigned k = 0; !code && k < m->list.count; k++) {
        char *path = shard_path(m->folder, m->list.first + k);
        code = path ? own_file_check(path, false, err) : error_set_memory(err);
        code = code ? code : wgcq_trace_open(&m->shards[k], path, err);
        code = code ? code : check_listed(&m->list, trace_about_run(m->shards[k]), path, err);
        if (!code && !is_same_run(trace_about_run(m->shards[0]), trace_about_run(m->shards[k])))
            code = error_set(err, WGCQ_ESTORE, "%s is a part of another run than the others", path);
        free(path);
    }
    return code;
}

/* The labels of a shard; those that depend on no state have the same numbers everywhere. */
static int read_labels(merge *m, unsigned shard, wgcq_error *err)
{
    wgcq_rows *rows = NULL;
    merged_moves *of = &m->moves[shard];
    size_t room = 0, text_room = 0;
    int code = trace_selectf(&rows, m->shards[shard], err, "SELECT text FROM move_# ORDER BY id");
    while (!code && !(code = wgcq_rows_next(rows, err))) {
        const char *text = wgcq_rows_text(rows, 0);
        if (!array_reserve(&of->number, &room, of->count + (size_t)1, sizeof *of->number) ||
            !array_reserve(&of->text, &text_room, of->count + (size_t)1, sizeof *of->text) ||
            !(of->text[of->count] = strdup(text ? text : "")))
            code = error_set_memory(err);
        else
            of->number[of->count++] = UINT32_MAX;
    }
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

static int open_model(merge *m, const wgcq_model *model, wgcq_error *err)
{
    const trace_facts *f = trace_about_run(m->shards[0]);
    int code = reference_model_open_with(&m->reference, m->shards[0], model, err);
    code = code ? code : stored_options_read(&m->stored, f, err);
    m->s.model = m->reference.model;
    m->fixed = code ? 0 : m->s.model->move_count(m->s.model);
    for (unsigned k = 0; !code && k < m->list.count; k++)
        code = read_labels(m, k, err);
    return code;
}

/* Ranks have said all; else the run's own, and of the caller's those that say how to work. */
static void choose_options(merge *m, const wgcq_options *how)
{
    m->options = m->with ? *how : m->stored.options;
    m->options.trace_level = m->list.keep;
    if (!how || m->with)
        return;
    m->options.threads = how->threads;
    m->options.memory_left = how->memory_left;
    m->options.save_every = how->save_every;
    m->options.writer = how->writer;
    m->options.spill = how->spill; /* for the graph */
    m->s.rows_in_files = how->spill;
}
/* ---- the run -------------------------------------------------------------------------------- */

static bool lacks_merged_starts(const solver *s)
{
    batch all = {.words = s->model->words, .costs = s->model->costs};
    const int code = s->model->initial_states(s->worker, &all, NULL);
    const bool lacks = code || s->found.starts < all.count;
    batch_free(&all);
    return lacks;
}

static void set_merged_end(merge *m)
{
    static const search_end ends[] = {[SHARDS_UNFINISHED] = SEARCH_INTERRUPTED,
                                      [SHARDS_COMPLETE] = SEARCH_COMPLETE,
                                      [SHARDS_STOPPED] = SEARCH_STOPPED,
                                      [SHARDS_LIMIT] = SEARCH_LIMIT};
    search_result *f = &m->s.found;
    f->end = ends[m->list.end];
    f->expanded = m->list.expanded;
    f->shortest_known = f->goals;
    if (f->end == SEARCH_COMPLETE)
        f->proved_depth = UINT32_MAX;
    memcpy(f->limit, m->list.limit,
           sizeof f->limit < sizeof m->list.limit ? sizeof f->limit : sizeof m->list.limit);
    f->starts_incomplete =
        f->end == SEARCH_LIMIT && graph_has_starts_alone(m->s.g) && lacks_merged_starts(&m->s);
}

int merged_run_fill(solver *s)
{
    merge *m = s->merge;
    search_options how;
    int code = merged_rows_reserve(m);
    solver_search_options(s, &how); /* threads */
    s->sink.sorts_edges = true;
    code = code ? code : merged_rows_give(m);
    m->cut = code == WGCQ_EINTERRUPT;
    set_merged_end(m);
    return code;
}

static void close_merge(merge *m)
{
    for (unsigned k = 0; k < m->list.count; k++) {
        if (m->shards)
            wgcq_trace_free(m->shards[k]);
        for (uint32_t i = 0; m->moves && i < m->moves[k].count; i++)
            free(m->moves[k].text[i]);
        if (m->moves) {
            free(m->moves[k].text);
            free(m->moves[k].number);
        }
    }
    free(m->shards);
    free(m->moves);
    reference_model_close(&m->reference);
    stored_options_free(&m->stored);
    free(m->own);
    bigarray_free(&m->past_states);
    bigarray_free(&m->past_numbers);
    bigarray_free(&m->past_marks);
    free(m->leaves);
    free(m->wide);
    free(m->final);
    free(m);
}

/* ---- resuming a run by ranks ----------------------------------------------------------------- */

int merged_run_refill(solver *s, const search_past **past)
{
    merge *m = s->merge;
    s->sink.sorts_edges = true;
    *past = NULL;
    if (!m->list.expanded) /* even initial states may be missing */
        return 0;
    int code = merged_rows_reserve(m);
    code = code ? code : merged_rows_give(m);
    m->past.rejections = s->found.rejections;
    m->past.state = m->past_states.at;
    m->past.number = m->past_numbers.at;
    m->past.marks = m->past_marks.at;
    s->found = (search_result){0};
    *past = &m->past;
    return code;
}

/* Rank 0 first: after a kill, who opens a file rolls back what was not committed. */
static int open_in_turn(merge *m, wgcq_error *err)
{
    const bool first = !m->with || m->with->rank == 0;
    int code = shard_list_read(&m->list, m->folder, err);
    m->list.count = code ? 0 : m->list.count;
    if (!code && first)
        code = open_shards(m, err);
    code = m->with ? rank_meet(m->with, code, err) : code;
    return code || first ? code : open_shards(m, err);
}

/* The monitor ended it, and not the run of the ranks. */
static bool is_merge_cut(const merge *m)
{
    return !m->with && (m->cut || (m->s.interrupted && m->list.end != SHARDS_UNFINISHED));
}

int merged_run(wgcq_result **out, const merge_request *of, wgcq_error *err)
{
    merge *m = calloc(1, sizeof *m);
    if (!m)
        return error_set_memory(err);
    m->folder = of->folder;
    m->with = of->db ? NULL : of->how->exchange;
    int code = open_in_turn(m, err);
    code = code ? code : open_model(m, of->model, err);
    choose_options(m, of->how);
    m->s.options = &m->options;
    m->s.db = of->db ? of->db : of->folder;
    m->s.file_mode = of->mode;
    m->s.err = err;
    m->s.merge = m;
    solver_set_monitor(&m->s, of->monitor);
    if (!code && m->with && of->how->max_states && of->how->max_states < m->list.states)
        code = error_set(err, WGCQ_EREQUEST, "%s holds %" PRIu32 " states already", m->folder,
                         m->list.states);
    code = solver_meet(&m->s, code);
    code = code ? code : solver_run(out, &m->s);
    if (!code && is_merge_cut(m))
        code = error_set(err, WGCQ_EINTERRUPT, "interrupted");
    close_merge(m);
    return code;
}
