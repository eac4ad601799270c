/*
 * spill_recheck.c - which of the states of the last levels were reached long before.
 *
 * To look up each level among all earlier states, all of them would be read for each level.  So a
 * level is only compared with the states of the levels near it, and all that were new since the
 * last time are looked up among the others later, together.  Those that are found were no new
 * states: they leave the level that is next, and what they added to the figures is subtracted.
 *
 * Nothing else depends on them.  A state that is reached again at a greater depth has successors
 * whose least depth is smaller than where they are reached from it; so it adds no plan to a state
 * that is in its level rightly, and is on no shortest path.
 */
#include <string.h>

#include "base/progress_clock.h"
#include "search/spill/spill_run.h"

enum { SHARE_MOST = 1 << 20 };

bool spill_is_recheck_due(const spill_run *s)
{
    uint64_t far = spilled_set_far(&s->set), delay = s->r->options->hooks.spill_delay;
    return s->set.pending && s->set.pending * s->check_share >= far * (delay + 1);
}

/* ---- finding them ---------------------------------------------------------------------------- */

typedef struct repeated_segment {
    spill_run *of;
    segment_writer writer;
    segment segment;
} repeated_segment;

static int write_repeated(void *self, const uint64_t *state)
{
    repeated_segment *d = self;
    return segment_writer_put(&d->writer, state, d->of->r->err);
}

/* As a segment of the file for successors. */
static int find_repeated(repeated_segment *d)
{
    spill_run *s = d->of;
    const record_shape shape = {s->r->model->words, 0};
    int code = segment_sorter_clear_file(&s->found, s->r->err);
    code = code ? code : segment_writer_open(&d->writer, &s->found.file, shape, NULL, s->r->err);
    code = code ? code : spilled_set_check(&s->set, write_repeated, d, s->r->err);
    code = code ? code : segment_writer_end(&d->segment, &d->writer, s->r->err);
    segment_writer_close(&d->writer);
    return code;
}

/* ---- what they added to the figures ---------------------------------------------------------- */

static int subtract_marked(spill_run *s, const uint8_t *marks, const bool *is_next)
{
    const unsigned words = s->r->model->words;
    int code = 0;
    for (size_t i = 0; !code && i < s->level.batch; i++) {
        s->before.states--;
        s->before.expanded -= is_next[i] ? 0 : 1;
        s->level.states -= is_next[i] ? 1 : 0;
        s->level.ends -= is_next[i] && (marks[i] & MARK_END) ? 1 : 0;
        s->before.goals -= marks[i] & MARK_GOAL ? 1 : 0;
        code = spill_check_state(s, s->level.state + i * words, marks[i], spill_drop_violation);
    }
    return code;
}

/* The batch's states that were expanded. */
static void keep_expanded(spill_run *s, const uint8_t *marks, const bool *is_next)
{
    const unsigned words = s->r->model->words;
    size_t kept = 0;
    for (size_t i = 0; i < s->level.batch; i++)
        if (!is_next[i] && !(marks[i] & MARK_END))
            memmove(s->level.state + words * kept++, s->level.state + words * i,
                    words * sizeof *s->level.state);
    s->level.batch = kept;
}

static int subtract_edges(spill_run *s)
{
    const spill_level *l = &s->level;
    int code = 0;
    for (size_t at = 0; !code && at < l->batch;) {
        expansion x = {.states = l->state + at * s->r->model->words,
                       .count = spill_sources(s, l->batch - at),
                       .first = 1};
        if (!engine_find_successors(s->r, &x, &code))
            return code ? code : WGCQ_DONE;
        s->before.edges -= s->r->successors.count;
        code = spill_check_successors(s, &x, spill_drop_violation);
        at += x.count;
    }
    return code;
}

static int subtract_batch(spill_run *s, const bool *is_next)
{
    uint8_t marks[MODEL_BATCH];
    int code =
        model_marks(s->r->model, s->r->worker, s->level.state, s->level.batch, marks, s->r->err);
    code = code ? code : subtract_marked(s, marks, is_next);
    if (!code) {
        keep_expanded(s, marks, is_next);
        code = subtract_edges(s);
    }
    s->level.batch = s->level.at = 0;
    return code;
}

/* ---- the next level without them ------------------------------------------------------------- */

typedef struct leaving {
    spill_run *of;
    segment_reader repeated, level;
    segment_writer writer;
    bool is_next[MODEL_BATCH]; /* of the batch: it is in the next level */
} leaving;

static int open_leaving(leaving *l, const repeated_segment *d)
{
    spill_run *s = l->of;
    wgcq_error *err = s->r->err;
    int code = segment_reader_open(&l->repeated, &s->found.file, &d->segment,
                                   (record_shape){s->r->model->words, 0}, NULL, err);
    code = code ? code : segment_reader_next(&l->repeated, err);
    code = code ? code : level_archive_begin(&s->archive, &l->writer, spill_shape(s), err);
    if (!code)
        code =
            level_archive_read(&s->archive, &l->level, s->archive.count - 1, spill_shape(s), err);
    return code ? code : segment_reader_next(&l->level, err);
}

static int take_repeated(leaving *l, bool is_next)
{
    spill_run *s = l->of;
    const size_t words = s->r->model->words;
    memcpy(s->level.state + s->level.batch * words, l->repeated.record,
           words * sizeof *s->level.state);
    l->is_next[s->level.batch++] = is_next;
    int code = s->level.batch == MODEL_BATCH ? subtract_batch(s, l->is_next) : 0;
    return code ? code : segment_reader_next(&l->repeated, s->r->err);
}

/* The lesser of the two inputs' first records. */
static int leave_one(leaving *l)
{
    wgcq_error *err = l->of->r->err;
    const uint64_t *repeated = l->repeated.record, *state = l->level.record;
    int order = !repeated ? 1
                : !state  ? -1
                          : compare_states(repeated, state, l->of->r->model->words);
    int code =
        order > 0 ? segment_writer_put(&l->writer, state, err) : take_repeated(l, order == 0);
    return code || order < 0 ? code : segment_reader_next(&l->level, err);
}

static int leave_all(leaving *l)
{
    spill_run *s = l->of;
    int code = 0;
    s->level.batch = s->level.at = 0;
    while (!code && (l->repeated.record || l->level.record))
        code = leave_one(l);
    if (!code && s->level.batch)
        code = subtract_batch(s, l->is_next);
    return code ? code : level_archive_replace(&s->archive, &l->writer, s->r->err);
}

static int remove_repeated(spill_run *s, const repeated_segment *d)
{
    leaving l = {.of = s};
    int code = open_leaving(&l, d);
    code = code ? code : leave_all(&l);
    segment_reader_close(&l.repeated);
    segment_reader_close(&l.level);
    segment_writer_close(&l.writer);
    return code;
}

/* ---- the deepest level ----------------------------------------------------------------------- */

static int search_others(bool *has, segment_reader *level, segment_reader *repeated,
                         wgcq_error *err)
{
    const unsigned words = level->shape.words;
    int code = segment_reader_next(level, err);
    code = code ? code : segment_reader_next(repeated, err);
    *has = false;
    while (!code && level->record && !*has) {
        while (!code && repeated->record &&
               compare_states(repeated->record, level->record, words) < 0)
            code = segment_reader_next(repeated, err);
        *has = !repeated->record || compare_states(repeated->record, level->record, words) != 0;
        code = code ? code : segment_reader_next(level, err);
    }
    return code;
}

/* Whether a level has states that are not among them. */
static int has_others(bool *has, spill_run *s, uint32_t depth, const repeated_segment *d)
{
    const record_shape bare = {s->r->model->words, 0};
    segment_reader level = {0}, repeated = {0};
    wgcq_error *err = s->r->err;
    int code = level_archive_read(&s->archive, &level, depth, bare, err);
    if (!code)
        code = segment_reader_open(&repeated, &s->found.file, &d->segment, bare, NULL, err);
    code = code ? code : search_others(has, &level, &repeated, err);
    segment_reader_close(&level);
    segment_reader_close(&repeated);
    return code;
}

/* The last one may be empty now, and others before it. */
static int find_deepest_level(spill_run *s, const repeated_segment *d)
{
    bool has = s->level.states;
    int code = 0;
    s->deepest = s->archive.count - 1;
    while (!code && !has && s->deepest > s->sure.deepest) {
        s->deepest--;
        code = has_others(&has, s, s->deepest, d);
    }
    return code;
}

/* ---- both ------------------------------------------------------------------------------------ */

/* Where many are found, the next ones are looked for sooner. */
static void adapt_share(spill_run *s, uint64_t pending, uint64_t repeated)
{
    if (repeated > pending / SPILL_SHARE_LEAST && s->check_share < SHARE_MOST)
        s->check_share *= 2;
    else if (s->check_share > SPILL_SHARE_LEAST)
        s->check_share /= 2;
}

int spill_recheck(spill_run *s)
{
    repeated_segment d = {.of = s};
    const uint64_t pending = s->set.pending;
    double began = seconds_since(&s->r->began);
    if (!pending)
        return 0;
    int code = find_repeated(&d);
    s->figures_torn = s->figures_torn || !code;
    if (!code && d.segment.states)
        code = remove_repeated(s, &d);
    if (!code && d.segment.states)
        code = find_deepest_level(s, &d);
    s->figures_torn = s->figures_torn && code;
    if (!code)
        adapt_share(s, pending, d.segment.states);
    s->recheck_took = seconds_since(&s->r->began) - began;
    return code;
}
