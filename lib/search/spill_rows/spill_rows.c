/*
 * spill_rows.c - breadth-first with its states in files, where the rows are handed over.
 *
 * States have the numbers that a search in memory gives them: by level, and in a level by their
 * first discovery.  The successors of a whole level are sorted, those that are no earlier state are
 * numbered in the order of discovery (delayed duplicate detection, as in spill.c, but complete at
 * each level), and then the level's edges have both ends: its rows are handed over, in order.  All
 * that grows with the states is in sorted files and lists; a level that fits in memory is not
 * written.
 *
 * The rows are the commit: after whole levels the receiver saves them, and a search that resumes
 * gets them back, so the files of the folder are of use to one process alone.  Of several ranks
 * each has a folder (rows_ranks.c).
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/engine/crew.h"
#include "search/engine/limits.h"
#include "search/engine/strategies.h"
#include "search/spill_rows/rows_run.h"

enum {
    ROWS_MEMORY_LEAST = SPILL_ROWS_LEAST / 2, /* beside what the model and the receiver hold */
    ROWS_MEMORY_USUAL = 1 << 30,
    ROWS_AHEAD_MEMORY = 2 << 20, /* beyond, files are not read in larger pieces */
    LIST_LEAST = 16 << 10,
};

/* ---- levels --------------------------------------------------------------------------------- */

static int begin_rows_level(void *self)
{
    rows_run *s = self;
    s->phase = ROWS_EXPANDING;
    return rows_agree(s, rows_begin_expanding(s), NULL);
}

/* The next level becomes the level. */
static int turn_rows_level(void *self)
{
    rows_run *s = self;
    const record_list level = s->next;
    s->next = s->level;
    s->level = level;
    s->loop.has = s->team.on ? s->team.next : s->next_has;
    s->next_has = (level_size){0};
    s->next_restored = 0;
    s->level_last = s->last;
    s->r->result->expanded = s->level_last - (uint32_t)s->loop.has.states;
    return rows_agree(s, record_list_clear(&s->next, s->r->err), NULL);
}

/* Where the run is cut, the level is whole only if no state is left behind. */
static void end_rows_level(rows_run *s, bool *done)
{
    segment_merge_close(&s->merge);
    *done = !s->r->stopped && source_of_place(level_cut_place(&s->cut)) > s->last_open;
    level_cut_stop(&s->cut, s->r);
    if (rows_are_starting(s))
        level_cut_stop_at_starts(s->r);
    s->r->level_ended = *done && !s->team.on;
    if (!s->team.on)
        return;
    s->r->result->expanded = rows_are_starting(s) ? 0 : rows_last_source(s);
    s->team.saving.due = s->team.save_wanted;
}

static int next_phase(rows_run *s, bool *done)
{
    switch (s->phase) {
    case ROWS_EXPANDING: s->phase = ROWS_LOOKING; return rows_begin_looking(s);
    case ROWS_LOOKING: s->phase = ROWS_NUMBERING; return rows_begin_numbering(s);
    case ROWS_NUMBERING: s->phase = ROWS_JOINING; return rows_begin_joining(s);
    case ROWS_JOINING:
        s->phase = s->team.on ? ROWS_ANSWERING : ROWS_HANDING;
        return s->team.on ? record_list_read(&s->team.answers, s->r->err) : rows_begin_handing(s);
    case ROWS_ANSWERING: s->phase = ROWS_HANDING; return rows_begin_handing(s);
    default: end_rows_level(s, done); return 0;
    }
}

static int work_on_phase(bool *done, rows_run *s)
{
    switch (s->phase) {
    case ROWS_EXPANDING: return s->team.on ? rows_swap_level(done, s) : rows_expand_some(done, s);
    case ROWS_LOOKING: return rows_look_up_some(done, s);
    case ROWS_NUMBERING:
        return s->team.on ? rows_number_window(done, s) : rows_number_some(done, s);
    case ROWS_JOINING: return rows_join_some(done, s);
    case ROWS_ANSWERING: return rows_swap_answers(done, s);
    default: return rows_are_gathered(s) ? rows_gather_some(done, s) : rows_hand_some(done, s);
    }
}

/* ---- figures -------------------------------------------------------------------------------- */

static void measure_rows_run(rows_run *s)
{
    engine *r = s->r;
    const segment_sorter *const sorters[] = {&s->found, &s->fresh, &s->numbered, &s->targets};
    const record_list *const lists[] = {&s->level,      &s->next,  &s->edges,
                                        &s->rejections, &s->stuck, &s->waiting};
    const record_shape shape = {r->model->words + 1, 0};
    const size_t reader = segment_reader_bytes(shape, s->folder.ahead),
                 writer = segment_writer_bytes(shape, s->folder.ahead);
    r->own_memory = spilled_set_memory(&s->set) + sizeof *s + rows_team_memory(s) +
                    s->merge.reader_count * reader + 2 * writer;
    r->own_files = spilled_set_bytes(&s->set);
    for (size_t i = 0; i < sizeof sorters / sizeof *sorters; i++) {
        r->own_memory += segment_sorter_memory(sorters[i]);
        r->own_files += sorters[i]->created ? sorters[i]->file.end : 0;
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        r->own_memory += lists[i]->room;
        r->own_files += lists[i]->created ? lists[i]->file.end : 0;
    }
    r->depth = s->loop.depth;
    r->frontier = r->result->states - r->result->expanded;
    r->result->files_written = s->folder.written;
    r->result->files_read = s->folder.read;
}

bool rows_check_limits(void *self)
{
    rows_run *s = self;
    measure_rows_run(s);
    return limits_poll(s->r);
}

/* Some of a phase. */
static int explore_rows_level(void *self, bool *done)
{
    rows_run *s = self;
    bool phase_done = false;
    int code = work_on_phase(&phase_done, s);
    if (rows_errors_are_of_states(s))
        code = level_settle_error(s->r, code, rows_find_errors, s);
    if (!code && phase_done)
        code = next_phase(s, done);
    rows_check_limits(s);
    return code;
}

/* All of a phase; or, as what is handed over is taken by all ranks at once, some of its rows. */
static int work_as_rank(bool *done, rows_run *s)
{
    int code = 0;
    do
        code = work_on_phase(done, s);
    while (!code && !*done && !s->team.halted && !s->r->stopped && s->phase != ROWS_HANDING &&
           (s->phase == ROWS_NUMBERING || !rows_check_limits(s)));
    return code;
}

static int explore_as_rank(void *self, bool *done)
{
    rows_run *s = self;
    bool phase_done = false;
    if (s->team.saving.due) {
        rank_save(&s->team.saving, s->r, s->r->result->states);
        return 0;
    }
    int code = work_as_rank(&phase_done, s);
    code = rows_agree(s, code, &phase_done);
    if (!code && phase_done && !s->r->stopped)
        code = rows_agree(s, next_phase(s, done), NULL);
    return code;
}

static const level_driver rows_levels = {.explore = explore_rows_level,
                                         .turn = turn_rows_level,
                                         .begin = begin_rows_level},
                          rows_levels_of_ranks = {.explore = explore_as_rank,
                                                  .turn = turn_rows_level,
                                                  .begin = begin_rows_level};

/* ---- opening -------------------------------------------------------------------------------- */

static segment_sorter make_sorter(rows_run *s, size_t memory, size_t parts)
{
    return segment_sorter_make(&s->folder, memory, parts, rows_check_limits, s);
}

static bool open_lists(rows_run *s, size_t bytes, size_t waiting)
{
    const wgcq_model *m = s->r->model;
    const bool given = s->r->options->hooks.spill_bytes;
    const size_t each = bytes > LIST_LEAST || given ? bytes : LIST_LEAST;
    s->level = record_list_make(&s->folder, (m->words + 1) * sizeof(uint64_t), each);
    s->next = record_list_make(&s->folder, (m->words + 1) * sizeof(uint64_t), each);
    s->waiting = record_list_make(&s->folder, (m->words + 1) * sizeof(uint64_t), waiting);
    s->edges = record_list_make(&s->folder, sizeof(edge_record) + m->costs * sizeof(int64_t), each);
    s->rejections = record_list_make(&s->folder, sizeof(rejection_record), each);
    s->stuck = record_list_make(&s->folder, sizeof(uint32_t), each);
    if (s->team.on)
        s->team.answers = record_list_make(&s->folder, 2 * sizeof(uint64_t), each);
    return s->level.bytes && s->next.bytes && s->edges.bytes && s->rejections.bytes &&
           s->stuck.bytes && s->waiting.bytes && (!s->team.on || s->team.answers.bytes);
}

static bool open_row_arrays(rows_run *s)
{
    const wgcq_model *m = s->r->model;
    s->record = malloc((m->words + (size_t)1) * sizeof *s->record);
    s->sought = malloc(m->words * sizeof *s->sought);
    s->edge = malloc(sizeof *s->edge + m->costs * sizeof(int64_t));
    s->state = malloc(MODEL_BATCH * m->words * sizeof *s->state);
    s->row_state = malloc(MODEL_BATCH * m->words * sizeof *s->row_state);
    s->row_final = malloc((MODEL_BATCH * m->finals + (size_t)1) * sizeof *s->row_final);
    s->cost = malloc((ROWS_AT_ONCE * m->costs + (size_t)1) * sizeof *s->cost);
    return s->record && s->sought && s->edge && s->state && s->row_state && s->row_final && s->cost;
}

static size_t memory_of_rows(const rows_run *s)
{
    const size_t left = limits_memory_left(s->r), given = s->r->options->hooks.spill_bytes,
                 team = rows_team_room(s);
    return given ? given : left == SIZE_MAX ? ROWS_MEMORY_USUAL : left > team ? left - team : 0;
}

/* The buffers that all merges and segments read at once are taken out of the memory first.  The
   rest is shared in sixteenths: 3 for successors and 1 for those that wait, 3 for the set, 1 to 2
   for the other sorters; what is left is for batches and lists.  Many small parts are united less
   often than few large ones. */
static int open_rows_files(rows_run *s)
{
    engine *r = s->r;
    const size_t memory = memory_of_rows(s);
    if (memory < ROWS_MEMORY_LEAST && !r->options->hooks.spill_bytes)
        return error_set(r->err, WGCQ_EREQUEST,
                         "a run in files that keeps rows needs at least --max-memory %dM; %zu KiB "
                         "are left",
                         SPILL_ROWS_LEAST >> 20, memory >> 10);
    spill_folder_fit(&s->folder, memory / 2 < ROWS_AHEAD_MEMORY ? memory / 2 : ROWS_AHEAD_MEMORY);
    const size_t reader =
                     segment_reader_bytes((record_shape){r->model->words + 1, 0}, s->folder.ahead),
                 fit = memory / 32 / reader,
                 parts = fit < 4                   ? 4
                         : fit < SORTER_PARTS_MOST ? fit
                                                   : SORTER_PARTS_MOST,
                 reading = (2 * parts + SET_SEGMENTS_MOST / 2) * reader,
                 share = (memory > 2 * reading ? memory - reading : memory / 2) / 16;
    s->sources = SOURCES_FIRST;
    s->batch_bytes = share;
    s->found = make_sorter(s, 3 * share, parts);
    s->fresh = make_sorter(s, share, parts);
    s->numbered = make_sorter(s, share, parts);
    s->targets = make_sorter(s, 2 * share, parts);
    if (!open_lists(s, memory / 128, share) || !open_row_arrays(s))
        return error_set_memory(r->err);
    int code = spilled_set_open(&s->set, r->model->words, true, &s->folder, 3 * share, r->err);
    s->set.stopped = rows_check_limits;
    s->set.stopped_self = s;
    return code;
}

/* ---- resuming -------------------------------------------------------------------------------- */

static int restore_state(rows_run *s, const search_past *past, uint32_t i, uint32_t here)
{
    const unsigned words = s->r->model->words;
    const uint64_t *state = past->state + (size_t)i * words;
    const bool ends = past->marks[i] & MARK_END;
    search_result *out = s->r->result;
    if (past->depth[i] < here && i >= past->expanded)
        return error_set(s->r->err, WGCQ_ERUN,
                         "the states of the stored run are not in the order of levels");
    if (past->marks[i] & MARK_GOAL && !out->goals++) {
        out->first_goal = i + 1;
        level_loop_set_goals(&s->loop, past->depth[i]);
    }
    int code = spilled_set_add_numbered(&s->set, state, i + 1, s->r->err);
    if (code || past->depth[i] < here)
        return code;
    level_size *has = past->depth[i] > here ? &s->next_has : &s->loop.has;
    has->states++;
    has->ends += ends;
    s->level_last = past->depth[i] == here ? i + 1 : s->level_last;
    if (i < past->expanded)
        return 0;
    memcpy(s->record, state, words * sizeof *state);
    s->record[words] = level_word(i + 1, past->marks[i]);
    return record_list_add(past->depth[i] > here ? &s->next : &s->level, s->record, s->r->err);
}

/* The states that are stored, of which those behind `expanded` are the level and the next one. */
static int restore_rows(rows_run *s)
{
    engine *r = s->r;
    const search_past *past = r->options->past;
    const uint32_t states = past->states, expanded = past->expanded,
                   here = expanded < states ? past->depth[expanded] : past->depth[states - 1] + 1;
    int code = engine_check_starts(r, past);
    s->level_last = states;
    for (uint32_t i = 0; !code && i < states; i++)
        code = restore_state(s, past, i, here);
    code = code ? code : spilled_set_end_level(&s->set, r->err);
    r->result->states = s->last = s->handed = states;
    s->next_restored = s->next.count;
    r->result->edges = past->edges;
    r->result->rejections = past->rejections;
    r->result->expanded = s->checked = expanded;
    r->result->depth = past->depth[states - 1];
    return code ? code : level_loop_begin_at(&s->loop, here);
}

/* The initial states are looked up, numbered and handed over as what a level's states lead to. */
static int begin_with_row_starts(rows_run *s)
{
    s->loop.explored = false;
    int code = rows_agree(s, rows_find_starts(s), NULL);
    if (code || s->r->stopped)
        return code;
    s->phase = ROWS_LOOKING;
    return rows_agree(s, rows_begin_looking(s), NULL);
}

static int open_rows_parts(rows_run *s)
{
    engine *r = s->r;
    char *text = NULL;
    int code = spill_folder_open(&s->folder, r->options->spill, &text, r->err);
    /* it is the caller's, or that of the graph that rank 0 gathers */
    s->folder.stays = !s->team.on || (rows_are_gathered(s) && !r->options->exchange->rank);
    if (!code && text)
        code = error_set(r->err, WGCQ_ESTORE,
                         "%s has a run of --trace none; `wgcq resume` continues it",
                         r->options->spill);
    free(text);
    code = code ? code : engine_open(r, WANT_ORDER);
    code = code ? code : crew_open_in_files(r);
    return code ? code : open_rows_files(s);
}

static int open_rows_run(rows_run *s)
{
    const search_past *past = s->r->options->past;
    int code = rows_join_ranks(s);
    code = code ? code : rows_agree(s, open_rows_parts(s), NULL);
    if (code)
        return code;
    return !past        ? begin_with_row_starts(s)
           : s->team.on ? rows_restore_rank(s, past)
                        : restore_rows(s);
}

static int open_spill_rows(void **self, engine *r)
{
    rows_run *s = calloc(1, sizeof *s);
    *self = s;
    if (!s) {
        rank_abandon_early(r->options->exchange, WGCQ_EMEMORY);
        return error_set_memory(r->err);
    }
    s->r = r;
    s->folder.fd = s->folder.lock = -1;
    s->loop = level_loop_make(r, r->options->exchange ? &rows_levels_of_ranks : &rows_levels);
    assert(r->options->rows & ROWS_EDGES);
    return open_rows_run(s);
}

/* ---- the end -------------------------------------------------------------------------------- */

static int finish_spill_rows(void *self)
{
    rows_run *s = self;
    s->r->result->starts_incomplete = rows_are_starting(s) && !s->loop.explored;
    level_loop_end(&s->loop, s->loop.proved);
    return rank_sum_traffic(&s->team.packets, s->r->result, s->r->err);
}

static void close_spill_rows(void *self)
{
    rows_run *s = self;
    segment_sorter *const sorters[] = {&s->found, &s->fresh, &s->numbered, &s->targets};
    record_list *const lists[] = {&s->level,      &s->next,  &s->edges,
                                  &s->rejections, &s->stuck, &s->waiting};
    segment_merge_close(&s->merge);
    for (size_t i = 0; i < sizeof sorters / sizeof *sorters; i++)
        segment_sorter_close(sorters[i]);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        record_list_close(lists[i]);
    spilled_set_close(&s->set);
    free(s->record);
    free(s->sought);
    free(s->edge);
    free(s->state);
    free(s->row_state);
    free(s->row_final);
    free(s->cost);
    rows_leave_ranks(s);
    spill_folder_close(&s->folder);
    free(s);
}

const strategy spill_rows = {.traits = {.bounds_plans = true},
                             .open = open_spill_rows,
                             .step = level_loop_step,
                             .finish = finish_spill_rows,
                             .frontier_bound = level_loop_bound,
                             .close = close_spill_rows};
