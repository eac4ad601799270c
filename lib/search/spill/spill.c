/*
 * spill.c - breadth-first with its states in files, where memory is not enough.
 *
 * A search with --trace none begins in memory (sweep.c).  When that is full, it begins again in
 * files: level by level, the successors of a level are sorted, and those that no segment of earlier
 * states has are the next level (delayed duplicate detection: Korf, Schultze, Large-scale parallel
 * breadth-first search, 2005; sorted segments: Munagala, Ranade 1999).  The time in memory is a
 * small part of all, as exploring there is several times as fast.
 *
 * A level is compared with the states near it, and with those far from it later (spill_recheck.c).
 * States are compared as they are, never by hashes.  At the beginning of a level, all that is known
 * can be committed; a search that ends early resumes from the last commit.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/engine/crew.h"
#include "search/engine/limits.h"
#include "search/engine/strategies.h"
#include "search/spill/level_growth.h"
#include "search/spill/spill_run.h"

static const double COMMIT_SECONDS = 1;
static const double COMMIT_SECONDS_MOST = 20; /* where states are pending */
static const double RECHECKS_APART = 20;      /* of the seconds that one takes */

typedef struct spilling {
    engine *r;
    const strategy *memory; /* the sweep, of one process or of ranks */
    void *in_memory;        /* of the sweep */
    spill_run *in_files;
} spilling;

/* ---- figures and memory ---------------------------------------------------------------------- */

static void report_level_begin(spill_run *s)
{
    search_result *out = s->r->result;
    const spill_figures *sure = &s->sure.before;
    out->states = sure->states;
    out->edges = sure->edges;
    out->goals = sure->goals;
    out->starts = sure->starts;
    out->expanded = sure->expanded;
    out->depth = s->sure.deepest;
}

static bool is_level_sure(const spill_run *s)
{
    return !s->all.pending && !s->all.torn;
}

/* Nothing is pending: the figures are right. */
static int note_sure_level(spill_run *s)
{
    assert(is_level_sure(s));
    s->sure.before = s->all.before;
    s->sure.deepest = (uint32_t)s->all.deepest;
    s->sure.proved = s->level.depth;
    if (s->checks.count)
        memcpy(s->sure.checked, s->checks.all, s->checks.count * sizeof *s->checks.all);
    return level_archive_keep_from(&s->archive, s->archive.count - 1, s->r->err);
}

static void update_progress(spill_run *s)
{
    engine *r = s->r;
    r->result->states = s->all.before.states + s->next.states;
    r->result->edges = s->all.before.edges + s->level.edges;
    r->frontier = s->level.states - s->level.expanded + s->next.states;
    r->depth = s->level.depth;
    r->own_memory = spilled_set_memory(&s->set) + segment_sorter_memory(&s->found) +
                    s->found.part_count * segment_reader_bytes(spill_shape(s), s->folder.ahead) +
                    3 * segment_writer_bytes(spill_shape(s), s->folder.ahead);
    r->own_files = spilled_set_bytes(&s->set) + s->archive.bytes + s->found.file.end;
    r->result->files_written = s->folder.written;
    r->result->files_read = s->folder.read;
}

void spill_check_limits(spill_run *s, size_t count)
{
    update_progress(s);
    if (limits_are_due(s->r, count))
        limits_check_due(s->r);
}

void spill_note_size(spill_run *s, uint64_t states)
{
    if (s->size_count == SPILL_SIZES)
        memmove(s->sizes, s->sizes + 1, --s->size_count * sizeof *s->sizes);
    s->sizes[s->size_count++] = states;
}

static void estimate_states(spill_run *s)
{
    const uint64_t left = level_growth_left(s->sizes, s->size_count);
    const unsigned ranks = s->swap.on ? s->swap.packets.with->ranks : 1;
    s->r->expected = left ? (s->before.states - s->level.states + left) * ranks : 0;
}

/* Whether to stop, within what takes long. */
static bool poll_spill_limits(void *self)
{
    spill_run *s = self;
    update_progress(s);
    return limits_poll(s->r);
}

/* ---- levels ---------------------------------------------------------------------------------- */

static int commit(spill_run *s)
{
    int code = spill_commit(s);
    s->commit_due = code;
    s->committed_at = s->r->result->seconds;
    s->committed_states = s->before.states;
    return code;
}

static bool has_sure_violation(const spill_run *s)
{
    for (size_t i = 0; i < violations_of(s->r->model); i++)
        if (s->sure.checked[i].states)
            return true;
    return false;
}

/* Since `least` seconds, or as many states as the options say. */
static bool is_commit_late(const spill_run *s, double least)
{
    const engine *r = s->r;
    uint64_t every = r->options->spill_every;
    return every ? s->before.states - s->committed_states >= every
                 : r->result->seconds - s->committed_at >= least;
}

/* Worth a recheck that is not due. */
static bool is_commit_overdue(const spill_run *s)
{
    return is_commit_late(s, COMMIT_SECONDS_MOST + RECHECKS_APART * s->recheck_took);
}

/* With code 0 or less: of the level that begins, in all ranks. */
static int sum_level(spill_run *s, int code)
{
    const spill_part mine = {.before = s->before,
                             .level_states = s->level.states,
                             .level_ends = s->level.ends,
                             .pending = s->set.pending,
                             .count_bits = s->count_bits,
                             .deepest = s->deepest,
                             .torn = s->figures_torn,
                             .recheck_due = spill_is_recheck_due(s),
                             .commit_late = is_commit_late(s, COMMIT_SECONDS),
                             .commit_overdue = is_commit_overdue(s)};
    code = spill_sum_parts(s, &mine, code);
    s->loop.has = (level_size){s->all.level_states, s->all.level_ends};
    if (!code)
        s->count_bits = (size_t)s->all.count_bits;
    return code;
}

/* Whether all figures must be right now. */
static bool is_recheck_needed(const spill_run *s, bool first_goals)
{
    const search_options *o = s->r->options;
    return first_goals || s->all.recheck_due || !s->all.level_states ||
           (o->max_depth && s->level.depth >= o->max_depth) || s->all.commit_overdue ||
           (s->r->result->counterexample.states && !has_sure_violation(s));
}

/* The archive's last level is the one to be expanded. */
static int begin_spilled_level(void *self)
{
    spill_run *s = self;
    int code = 0;
    spill_note_size(s, s->level.states);
    estimate_states(s);
    if (is_level_sure(s) && s->all.commit_late)
        code = commit(s);
    code = code ? code : spill_begin_expanding(s);
    return spill_meet(s, code);
}

static void take_figures(spill_run *s, uint32_t depth)
{
    const spill_next *n = &s->next;
    spill_leave_checks(s, depth);
    s->before.edges += s->level.edges;
    s->before.expanded = s->before.states;
    s->before.states += n->states;
    s->before.goals += n->goals;
    s->before.starts += depth ? 0 : n->states;
    s->deepest = n->states ? depth : s->deepest;
    s->count_bits = n->count_bits;
    s->level.depth = depth;
    s->level.states = n->states;
    s->level.ends = n->ends;
    s->level.edges = s->level.expanded = 0;
    spill_close_next(s);
}

/* All are kept while a plan or a counterexample may be wanted. */
static int forget_levels(spill_run *s)
{
    return s->traced || spill_wants_counterexample(s) || !s->archive.keeps_all
               ? 0
               : level_archive_forget(&s->archive, s->r->err);
}

/* The next level is settled, and the plan to its goals known where they are the first. */
static int turn_spilled_level(void *self)
{
    spill_run *s = self;
    const bool first_goals = s->next.first_goals;
    int code = spilled_set_end_level(&s->set, s->r->err);
    take_figures(s, s->archive.count - 1);
    if (first_goals)
        level_loop_set_goals(&s->loop, s->level.depth);
    s->traced = s->traced && !first_goals;
    limits_record_usage(s->r);
    code = sum_level(s, code);
    if (!code && is_recheck_needed(s, first_goals))
        code = sum_level(s, spill_recheck(s));
    if (!code && is_level_sure(s))
        code = note_sure_level(s);
    code = code ? code : forget_levels(s);
    s->commit_due = true;
    report_level_begin(s);
    return spill_meet(s, code);
}

/* Sums the settled states of all ranks. */
static int sum_settled(spill_run *s, int code)
{
    uint64_t goals = s->next.goals;
    code = spill_meet(s, code);
    code = code ? code : rank_sum(&s->swap.packets, &goals, 1, s->r->err);
    s->next.first_goals = !s->all.before.goals && goals;
    return code ? code : spill_sum_found_checks(s);
}

static int settle_some(bool *done, spill_run *s)
{
    int code = s->next.begun ? 0 : spill_begin_settling(s);
    code = code ? code : spill_settle_some(done, s);
    spill_check_limits(s, MODEL_BATCH);
    return code;
}

/* *done: there is none to be found. */
static int begin_plan(spill_run *s, bool *done)
{
    int code = spill_begin_plan(s, s->archive.count - 1);
    *done = !code && !spill_is_plan_begun(s);
    return code;
}

static int settle(spill_run *s, bool *done)
{
    bool settled = false;
    int code = settle_some(&settled, s);
    if (!code && settled)
        code = sum_settled(s, 0);
    return code || !settled ? code : begin_plan(s, done);
}

static int extend_plan(spill_run *s, bool *done)
{
    bool whole = false;
    int code = spill_extend_plan(&whole, s);
    return code || !whole ? code : begin_plan(s, done); /* a counterexample may be next */
}

static int expand(spill_run *s)
{
    size_t before = (size_t)s->level.expanded;
    int code = spill_expand_batch(s);
    spill_check_limits(s, (size_t)s->level.expanded - before);
    return code;
}

/* Settles everything that was found. */
static int settle_at_once(spill_run *s, bool *done)
{
    bool settled = false;
    int code = 0;
    while (!code && !settled && !s->r->stopped)
        code = settle_some(&settled, s);
    code = sum_settled(s, code);
    code = code ? code : begin_plan(s, done);
    while (!code && spill_is_plan_begun(s))
        code = extend_plan(s, done);
    return code;
}

static int explore_spilled_level(void *self, bool *done)
{
    spill_run *s = self;
    if (s->swap.on) {
        int code = spill_swap_level(s);
        return code ? code : settle_at_once(s, done);
    }
    if (spill_is_plan_begun(s))
        return extend_plan(s, done);
    return s->next.begun || spill_is_expanded(s) ? settle(s, done) : expand(s);
}

static const level_driver spilled_levels = {
    .explore = explore_spilled_level, .turn = turn_spilled_level, .begin = begin_spilled_level};

/* ---- the beginning --------------------------------------------------------------------------- */

static size_t memory_for_all(const engine *r)
{
    size_t left = limits_memory_left(r), given = r->options->hooks.spill_bytes;
    return given ? given : left == SIZE_MAX ? SPILL_MEMORY_USUAL : left;
}

static size_t clamp_size(size_t value, size_t least, size_t most)
{
    return value < least ? least : value < most ? value : most;
}

/* In sixteenths: 3 for successors and 2 for reading sorted parts of them, 5 for the set and 2 for
   reading its segments; what is left is for batches, indices and sorting. */
static int open_spill_parts(spill_run *s)
{
    engine *r = s->r;
    const size_t memory = memory_for_all(r);
    spill_folder_fit(&s->folder, memory);
    const size_t parts = memory / 8 / segment_reader_bytes(spill_shape(s), s->folder.ahead);
    if (memory < SPILL_MEMORY_LEAST && !r->options->hooks.spill_bytes)
        return error_set(r->err, WGCQ_EREQUEST,
                         "a search in files needs at least --max-memory 512K beside what "
                         "the puzzle takes; %zu KiB are left",
                         memory >> 10);
    s->batch_bytes = memory / 16;
    s->sources = SOURCES_FIRST;
    s->found = segment_sorter_make(&s->folder, memory / 16 * 3,
                                   clamp_size(parts, SORTER_PARTS_LEAST, SORTER_PARTS_MOST),
                                   limits_poll, r);
    s->check_share = SPILL_SHARE_LEAST;
    s->level.state = malloc(MODEL_BATCH * r->model->words * sizeof *s->level.state);
    if (!s->level.state)
        return error_set_memory(r->err);
    int code =
        spilled_set_open(&s->set, r->model->words, false, &s->folder, memory / 16 * 5, r->err);
    s->set.stopped = poll_spill_limits;
    s->set.stopped_self = s;
    return code;
}

/* The initial states are the successors of a level before the first. */
static int begin_with_starts(spill_run *s)
{
    bool done = false;
    int code = spill_meet(s, spill_find_starts(s));
    if (code || s->r->stopped)
        return code;
    s->level.read = true;
    code = settle_at_once(s, &done);
    return code ? code : level_loop_step(&s->loop); /* they become the first level */
}

static int begin_in_files(spill_run *s, const char *text)
{
    s->traced = s->r->options->count_shortest && s->r->model->has_goal;
    int code = s->r->worker ? 0 : engine_open(s->r, 0);
    code = code ? code : crew_open_in_files(s->r);
    code = code ? code : spill_open_checks(s);
    code = code ? code : open_spill_parts(s);
    code = spill_meet(s, code);
    if (code || !text)
        return code ? code : begin_with_starts(s);
    code = sum_level(s, spill_restore(s, text));
    code = code ? code : note_sure_level(s);
    code = code ? code : forget_levels(s);
    s->commit_due = true;
    s->loop.has_goals = s->all.before.goals;
    report_level_begin(s);
    code = spill_meet(s, code);
    return code ? code : level_loop_begin_at(&s->loop, s->level.depth);
}

/* ---- from memory to files -------------------------------------------------------------------- */

static void close_in_memory(spilling *s)
{
    if (s->in_memory)
        s->memory->close(s->in_memory);
    s->in_memory = NULL;
}

/* Discards the results of the sweep, and frees its threads: files have other memory for theirs. */
static void forget_sweep(spilling *s)
{
    engine *r = s->r;
    close_in_memory(s);
    crew_close(r);
    search_result_free(r->result);
    batch_free(&r->successors);
    r->successors = (batch){.words = r->model->words, .costs = r->model->costs};
    r->stopped = false;
    r->memory_full = false;
    r->own_memory = 0;
    r->max_sources = MODEL_BATCH;
}

/* The sweep may have met the limit of memory, or its end. */
static int leave_memory(spilling *s, int code)
{
    engine *r = s->r;
    if (code != WGCQ_EMEMORY && (code || !r->stopped || !r->memory_full))
        return code;
    if (code && r->err)
        *r->err = (wgcq_error){0};
    forget_sweep(s);
    return begin_in_files(s->in_files, NULL);
}

static int open_spilling(void **self, engine *r)
{
    spilling *s = calloc(1, sizeof *s);
    char *text = NULL;
    *self = s;
    if (!s || !(s->in_files = calloc(1, sizeof *s->in_files))) {
        if (r->options->exchange)
            rank_abandon(r->options->exchange);
        return error_set_memory(r->err);
    }
    s->r = s->in_files->r = r;
    s->in_files->folder = (spill_folder){.fd = -1, .lock = -1};
    s->in_files->loop = level_loop_make(r, &spilled_levels);
    s->in_files->archive = level_archive_make(&s->in_files->folder);
    s->memory = r->options->exchange ? &rank_sweep : &sweep;
    int code = spill_join_ranks(s->in_files);
    if (!code)
        code = spill_meet(
            s->in_files, spill_folder_open(&s->in_files->folder, r->options->spill, &text, r->err));
    code = code ? code : spill_choose_text(s->in_files, &text);
    const bool files_only = text || r->options->hooks.spill_bytes || checks_of(r->model);
    if (!code && !files_only) {
        code = leave_memory(s, s->memory->open(&s->in_memory, r));
    } else if (!code) {
        code = begin_in_files(s->in_files, text);
    }
    free(text);
    return code;
}

static int step_spilling(void *self)
{
    spilling *s = self;
    if (!s->in_memory)
        return level_loop_step(s->in_files);
    return leave_memory(s, s->memory->step(s->in_memory));
}

/* Forgets goals in a level that was not left. */
static void forget_plan(search_result *out)
{
    search_path_free(&out->plan);
    free(out->shortest_count);
    out->shortest_count = NULL;
}

/* Commits the beginning of the level, in all ranks. */
static int commit_at_end(spill_run *s)
{
    uint64_t amid = s->next.begun; /* a rank that was stopped may not have come to it */
    int code = rank_sum(&s->swap.packets, &amid, 1, s->r->err);
    if (!code && s->commit_due && !amid && is_level_sure(s))
        code = commit(s);
    return code == WGCQ_DONE ? 0 : code; /* stopped within it */
}

static int finish_in_files(spill_run *s)
{
    search_result *out = s->r->result;
    int code = 0;
    if (spill_is_plan_begun(s)) /* not found to its end, like the level with that */
        spill_drop_plan(s);
    if (!s->sure.before.goals)
        forget_plan(out);
    if (s->checks.count)
        memcpy(s->checks.all, s->sure.checked, s->checks.count * sizeof *s->checks.all);
    report_level_begin(s);
    if (out->end == SEARCH_COMPLETE || out->end == SEARCH_STOPPED)
        spill_folder_remove(&s->folder);
    else
        code = commit_at_end(s);
    out->files_written = s->folder.written;
    out->files_read = s->folder.read;
    code = code ? code : rank_sum_traffic(&s->swap.packets, out, s->r->err);
    out->files_kept = s->folder.committed;
    level_loop_end(&s->loop, s->sure.proved);
    return code;
}

static int finish_spilling(void *self)
{
    spilling *s = self;
    if (!s->in_memory)
        return finish_in_files(s->in_files);
    spill_folder_remove(&s->in_files->folder);
    return s->memory->finish(s->in_memory);
}

static void bound_of_spilling(const void *self, search_bound *out)
{
    const spilling *s = self;
    if (s->in_memory && s->memory->frontier_bound)
        s->memory->frontier_bound(s->in_memory, out);
    else if (!s->in_memory)
        level_loop_bound(s->in_files, out);
}

static void close_spilling(void *self)
{
    spilling *s = self;
    spill_run *f = s->in_files;
    close_in_memory(s);
    if (f) {
        spill_close_next(f);
        spill_close_found(f);
        level_plan_close(&f->plan);
        free(f->level.state);
        spill_close_checks(f);
        spilled_set_close(&f->set);
        level_archive_close(&f->archive);
        spill_folder_close(&f->folder);
        spill_leave_ranks(f);
    }
    free(f);
    free(s);
}

const strategy spill = {.traits = {.bounds_plans = true},
                        .open = open_spilling,
                        .step = step_spilling,
                        .finish = finish_spilling,
                        .frontier_bound = bound_of_spilling,
                        .close = close_spilling};
