/*
 * trial.c - whether a search of the puzzle can begin.
 *
 * The starts are made and classified as a search does first, and none is kept.  Where making them
 * fails, a search reports that; so what classifying finds is held back until all are made.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/puzzle.h"
#include "wgcq_puzzle.h"

typedef struct trial {
    const wgcq_model *model;
    void *worker;
    uint8_t marks[MODEL_BATCH];
    int64_t *final; /* [MODEL_BATCH][finals] */
    int code;       /* why starts cannot be classified, or have no final cost; 0: none so far */
    wgcq_error error;
} trial;

static int classify_some(trial *t, const uint64_t *states, size_t count)
{
    const wgcq_model *m = t->model;
    memset(t->marks, 0, sizeof t->marks);
    int code = m->classify(t->worker, states, count, t->marks, &t->error);
    if (!code && m->finals)
        code = model_finals(m, t->worker, states, t->marks, count, t->final, &t->error);
    return code;
}

static int classify_starts(void *self, const batch *starts)
{
    trial *t = self;
    for (size_t i = 0; i < starts->count && !t->code; i += MODEL_BATCH) {
        size_t n = starts->count - i < MODEL_BATCH ? starts->count - i : MODEL_BATCH;
        t->code = classify_some(t, starts->state + i * starts->words, n);
    }
    return 0;
}

int wgcq_puzzle_try(const wgcq_puzzle *puzzle, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"puzzle", puzzle})))
        return WGCQ_EREQUEST;
    trial t = {.model = &puzzle->model};
    interp *in = interp_new(puzzle->tree);
    t.final = malloc((MODEL_BATCH * t.model->finals + 1) * sizeof *t.final);
    int code = in && t.final ? t.model->worker_new(&t.worker, t.model, err) : error_set_memory(err);
    code = code ? code : interp_hand_over_starts(in, classify_starts, &t, err);
    if (!code && t.code && err && err->code == WGCQ_OK)
        *err = t.error;
    t.model->worker_free(t.worker);
    interp_free(in);
    free(t.final);
    return code ? code : t.code;
}
