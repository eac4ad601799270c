/* rank_open.c - the beginning of a rank's part: the same run as the others', and its first states.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "search/engine/crew.h"
#include "search/engine/limits.h"
#include "search/ranks/rank_report.h"

enum { TRAIL_BYTES = 20 << 20 }; /* kept of the levels behind, beside a byte a state */

/* ---- the same run --------------------------------------------------------------------------- */

typedef struct opening_report {
    uint64_t digest; /* of puzzle and options */
    uint64_t memory_left;
} opening_report;

static uint64_t mix_bytes(uint64_t digest, const void *bytes, size_t count)
{
    return hash_bytes(hash_bytes(digest, bytes, count), &count, sizeof count);
}

static uint64_t mix_text(uint64_t digest, const char *text)
{
    return text ? mix_bytes(digest, text, strlen(text)) : mix_bytes(digest, "", 0);
}

static uint64_t digest_of_run(const engine *r)
{
    const wgcq_model *m = r->model;
    const search_options *o = r->options;
    const uint64_t numbers[] = {
        m->words,          m->bits,    m->field_count,        o->max_depth, o->max_states,
        (uint64_t)o->stop, o->no_plan, o->hooks.packet_words, o->rows,      o->rows_to_first};
    uint64_t digest = mix_bytes(HASH_FIRST, numbers, sizeof numbers);
    digest = mix_text(mix_text(mix_text(digest, WGCQ_VERSION), m->title), m->source);
    for (size_t i = 0; i < m->param_count; i++)
        digest = mix_text(mix_text(digest, m->param_names[i]), m->param_values[i]);
    return digest;
}

/* All ranks have the same puzzle and options; packets are as long as the least memory allows. */
static int greet_ranks(rank_run *s)
{
    engine *r = s->r;
    const opening_report mine = {digest_of_run(r), limits_memory_left(r)};
    uint64_t least = SIZE_MAX;
    int code = rank_all_gather(&s->packets, &mine, sizeof mine, r->err);
    for (unsigned k = 0; !code && k < s->packets.with->ranks; k++) {
        const opening_report *theirs = rank_gathered(&s->packets, k),
                             *first = rank_gathered(&s->packets, 0);
        if (theirs->digest != first->digest)
            return error_set(r->err, WGCQ_EREQUEST,
                             "rank %u has another puzzle, other options or another version than "
                             "rank 0",
                             k);
        least = theirs->memory_left < least ? theirs->memory_left : least;
    }
    s->packets.room =
        code ? 0 : rank_packets_room(s->packets.with, least, r->options->hooks.packet_words);
    return code;
}

/* ---- initial states ------------------------------------------------------------------------- */

/* Errors of marking them are the same in all ranks: each marks all of them. */
static int mark_all_starts(const rank_run *s)
{
    const wgcq_model *model = s->r->model;
    const batch *found = &s->r->successors;
    uint8_t marks[MODEL_BATCH];
    const bool any = model->has_goal || model->has_end || model->invariant_count;
    int code = 0;
    for (size_t at = 0; !code && any && at < found->count; at += MODEL_BATCH) {
        const size_t left = found->count - at, count = left < MODEL_BATCH ? left : MODEL_BATCH;
        memset(marks, 0, sizeof marks);
        code = model->classify(s->r->worker, found->state + at * found->words, count, marks,
                               s->r->err);
    }
    return code;
}

/* And their numbers among all. */
static size_t keep_own_starts(const rank_run *s, uint32_t *numbers)
{
    const batch *found = &s->r->successors;
    const size_t words = found->words;
    size_t kept = 0;
    for (size_t i = 0; i < found->count; i++) {
        const uint64_t *state = found->state + i * words;
        if (rank_of_state(state, found->words, s->packets.with->ranks) != s->packets.with->rank)
            continue;
        memmove(found->state + kept * words, state, words * sizeof *state);
        numbers[kept++] = (uint32_t)i + 1;
    }
    return kept;
}

static int take_own_starts(rank_run *s)
{
    const engine *r = s->r;
    uint32_t *numbers = malloc((r->successors.count + 1) * sizeof *numbers);
    if (!numbers)
        return error_set_memory(r->err);
    const sweep_parcel own = {.count = keep_own_starts(s, numbers), .states = r->successors.state};
    int code = s->rows.on ? rank_rows_take_starts(s, numbers, own.count)
                          : sweep_owner_take(&s->owner, r->model, r->worker, &own, NULL, r->err);
    if (!code && s->rows.on)
        code = rank_rows_settle(s);
    free(numbers);
    return code;
}

static int find_own_starts(rank_run *s)
{
    engine *r = s->r;
    rank_limit_set(s);
    int code = engine_find_initial_states(r);
    s->starts_left = r->stopped;
    if (!code && !r->stopped)
        code = mark_all_starts(s);
    if (code || r->stopped)
        return code;
    code = take_own_starts(s);
    s->owner.edges = 0;
    rank_check_limits(s, 0);
    return code;
}

static int add_starts(rank_run *s)
{
    s->code = find_own_starts(s);
    int code = rank_end_level(s);
    s->r->result->starts_incomplete = !code && !s->complete;
    if (!code && s->rows.on)
        code = rank_end_rows(s);
    s->r->result->starts = s->r->result->states;
    return code;
}

/* ---- an earlier run ------------------------------------------------------------------------- */

static int restore_rank(rank_run *s, const search_past *past)
{
    search_result *out = s->r->result;
    int code = rank_agree(s, rank_rows_restore(s, past));
    level_loop_restore(&s->loop, past->last_depth);
    s->next_count = past->states - past->expanded;
    s->next_ends = past->ends;
    if (past->goals)
        level_loop_set_goals(&s->loop, past->goal_depth);
    s->saved_states = past->states;
    out->states = past->states;
    out->edges = past->edges;
    out->rejections = past->rejections;
    out->goals = past->goals;
    out->starts = past->starts;
    out->expanded = past->expanded;
    out->depth = past->last_depth;
    return code;
}

/* ---- opened and closed ---------------------------------------------------------------------- */

static int set_up(rank_run *s)
{
    engine *r = s->r;
    const unsigned words = r->model->words;
    const size_t trail = r->options->hooks.trail_bytes;
    s->rows.on = r->options->rows;
    const bool anew = !s->checks.target;
    s->counted = r->options->count_shortest && r->model->has_goal && !s->rows.on && anew;
    s->traced = s->counted || !anew;
    s->trail = level_trail_make(words, trail ? trail : TRAIL_BYTES);
    s->sources = rank_sources_make(words);
    s->layout = (record_layout){.words = words};
    s->level = (frontier){
        .words = words, .marked = r->model->has_end, .traced = s->traced, .counted = s->traced};
    int code = anew ? engine_open(r, s->rows.on ? WANT_ORDER : 0) : 0;
    if (!code && anew)
        code = crew_open(r);
    if (!code && !s->rows.on)
        code = sweep_owner_open_with_set(&s->owner, r, &s->level);
    if (!code && !s->rows.on && !rank_open_checks(s))
        code = error_set_memory(r->err);
    if (code || !s->rows.on)
        return code;
    s->level.marked = true;
    s->owner = (sweep_owner){.next = {.words = words, .marked = true}};
    r->visited.max_count = VISITED_MAX; /* --max-states is looked at between levels */
    const unsigned ranks = s->packets.with->ranks;
    return rank_rows_open(&s->rows, ranks) && rank_gather_open(&s->gather, ranks)
               ? 0
               : error_set_memory(r->err);
}

int rank_run_open_to(void **self, engine *r, level_target *target)
{
    rank_run *s = calloc(1, sizeof *s);
    *self = s;
    int code =
        s && rank_packets_open(&s->packets, r->options->exchange) ? 0 : error_set_memory(r->err);
    if (code) {
        rank_abandon(r->options->exchange);
        return code;
    }
    s->r = r;
    s->checks.target = target;
    s->loop = level_loop_make(r, &rank_levels);
    code = rank_agree(s, set_up(s));
    if (!code)
        code = greet_ranks(s);
    if (!code && !rank_packets_set_record(&s->packets, rank_record_words(s))) {
        rank_abandon(s->packets.with);
        return error_set_memory(r->err);
    }
    if (!code && r->options->past)
        return restore_rank(s, r->options->past);
    return code ? code : add_starts(s);
}

int rank_run_open(void **self, engine *r)
{
    return rank_run_open_to(self, r, NULL);
}

void rank_run_forget(rank_run *s)
{
    if (s->owner.set || s->owner.slice)
        sweep_owner_close(&s->owner);
    else
        frontier_free(&s->owner.next);
    s->owner = (sweep_owner){0};
    rank_sources_free(&s->sources);
    level_trail_free(&s->trail);
    frontier_free(&s->level);
    bigarray_free(&s->gathered.states);
}

void rank_run_close(void *self)
{
    rank_run *s = self;
    rank_run_forget(s);
    const unsigned ranks = s->r ? s->r->options->exchange->ranks : 0;
    rank_rows_close(&s->rows, ranks);
    rank_gather_close(&s->gather, ranks);
    rank_packets_close(&s->packets);
    checks_close(&s->own_checks);
    level_checks_close(&s->checks);
    free(s);
}
