/*
 * trial.c - whether a search of the puzzle can begin.
 *
 * The starts are made and classified as a search does first, and none is kept.  Where making them
 * fails, a search reports that; so what classifying finds is held back until all are made.
 */
#include "base/error.h"
#include "puzzle/puzzle.h"
#include "wgcq_puzzle.h"

typedef struct trial {
    const wgcq_model *model;
    void *worker;
    uint8_t marks[MODEL_BATCH];
    int code; /* of the first starts that cannot be classified */
    wgcq_error error;
} trial;

static int classify_starts(void *self, const batch *starts)
{
    trial *t = self;
    for (size_t i = 0; i < starts->count && !t->code; i += MODEL_BATCH) {
        size_t n = starts->count - i < MODEL_BATCH ? starts->count - i : MODEL_BATCH;
        t->code = t->model->classify(t->worker, starts->state + i * starts->words, n, t->marks,
                                     &t->error);
    }
    return 0;
}

int wgcq_puzzle_try(const wgcq_puzzle *puzzle, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"puzzle", puzzle})))
        return WGCQ_EREQUEST;
    trial t = {.model = &puzzle->model};
    interp *in = interp_new(puzzle->tree);
    int code = in ? t.model->worker_new(&t.worker, t.model, err) : error_set_memory(err);
    code = code ? code : interp_hand_over_starts(in, classify_starts, &t, err);
    if (!code && t.code && err && err->code == WGCQ_OK)
        *err = t.error;
    t.model->worker_free(t.worker);
    interp_free(in);
    return code ? code : t.code;
}
