/* spill_settle.c - which successors are new: they are the next level. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/spill/spill_run.h"

enum { RECORDS_AT_ONCE = 64 * MODEL_BATCH };

int spill_begin_settling(spill_run *s)
{
    const record_shape shape = spill_shape(s);
    spill_next *n = &s->next;
    *n = (spill_next){.begun = true};
    n->fresh = malloc(MODEL_BATCH * shape.words * sizeof *n->fresh);
    n->fresh_counts = malloc(MODEL_BATCH * (shape.limbs + (size_t)1) * sizeof *n->fresh_counts);
    n->least_goal = calloc(shape.words, sizeof *n->least_goal);
    n->goal_sum = calloc(shape.limbs + (size_t)1, sizeof *n->goal_sum);
    if (!n->fresh || !n->fresh_counts || !n->least_goal || !n->goal_sum)
        return error_set_memory(s->r->err);
    int code = segment_sorter_end(&n->merge, &s->found, s->r->err);
    return code ? code : level_archive_begin(&s->archive, &n->writer, shape, s->r->err);
}

void spill_close_next(spill_run *s)
{
    spill_next *n = &s->next;
    segment_merge_close(&n->merge);
    segment_writer_close(&n->writer);
    free(n->fresh);
    free(n->fresh_counts);
    free(n->least_goal);
    free(n->goal_sum);
    *n = (spill_next){0};
}

/* ---- new states ------------------------------------------------------------------------------ */

static size_t record_count_bits(const uint64_t *count, size_t limbs)
{
    while (limbs && !count[limbs - 1])
        limbs--;
    return limbs ? 64 * limbs - (size_t)__builtin_clzll(count[limbs - 1]) : 0;
}

static void add_goal(spill_run *s, const uint64_t *state, const uint64_t *count)
{
    spill_next *n = &s->next;
    const record_shape shape = spill_shape(s);
    n->goals++;
    if (!s->traced)
        return;
    mp_limb_t *sum = (mp_limb_t *)n->goal_sum;
    mpn_add(sum, sum, shape.limbs + 1, (const mp_limb_t *)count, shape.limbs);
    model_keep_least(s->r->model, state, n->least_goal, &n->has_goal);
}

/* Some new state has an error: that of the first. */
static int settle_fresh_error(spill_run *s, int code)
{
    const wgcq_model *model = s->r->model;
    for (size_t i = 0; i < s->next.fresh_count; i++) {
        const uint64_t *state = s->next.fresh + i * model->words;
        wgcq_error err = {0};
        uint8_t mark = 0;
        if (model->classify(s->r->worker, state, 1, &mark, &err))
            return spill_error_of_state(s, state, &err);
    }
    return code;
}

static int classify_fresh(spill_run *s)
{
    const wgcq_model *model = s->r->model;
    spill_next *n = &s->next;
    uint8_t marks[MODEL_BATCH];
    const size_t limbs = spill_shape(s).limbs;
    int code = model_marks(model, s->r->worker, n->fresh, n->fresh_count, marks, s->r->err);
    if (code == WGCQ_ERUN)
        code = settle_fresh_error(s, code);
    for (size_t i = 0; !code && i < n->fresh_count; i++) {
        if (marks[i] & MARK_GOAL)
            add_goal(s, n->fresh + i * model->words, n->fresh_counts + i * limbs);
        n->ends += marks[i] & MARK_END ? 1 : 0;
        code = spill_check_state(s, n->fresh + i * model->words, marks[i], spill_add_violation);
    }
    n->fresh_count = 0;
    return code;
}

static int add_new(spill_run *s, const uint64_t *record)
{
    const record_shape shape = spill_shape(s);
    spill_next *n = &s->next;
    size_t bits = record_count_bits(record + shape.words, shape.limbs);
    n->states++;
    n->count_bits = bits > n->count_bits ? bits : n->count_bits;
    memcpy(n->fresh + n->fresh_count * shape.words, record, shape.words * sizeof *record);
    memcpy(n->fresh_counts + n->fresh_count * shape.limbs, record + shape.words,
           shape.limbs * sizeof *record);
    n->fresh_count++;
    int code = spilled_set_add(&s->set, record, s->r->err);
    code = code ? code : segment_writer_put(&n->writer, record, s->r->err);
    return code || n->fresh_count < MODEL_BATCH ? code : classify_fresh(s);
}

int spill_settle_some(bool *done, spill_run *s)
{
    spill_next *n = &s->next;
    int code = 0;
    for (size_t i = 0; !code && n->merge.record && i < RECORDS_AT_ONCE; i++) {
        bool known;
        code = spilled_set_has(&known, &s->set, n->merge.record, s->r->err);
        if (!code && !known)
            code = add_new(s, n->merge.record);
        code = code ? code : segment_merge_next(&n->merge, s->r->err);
    }
    *done = !code && !n->merge.record;
    if (*done && n->fresh_count)
        code = classify_fresh(s);
    if (*done && !code)
        code = level_archive_end(&s->archive, &n->writer, s->r->err);
    return code;
}
