/* rank_errors.c - errors of states, gathered. */
#include "search/ranks/rank_errors.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/ranks/rank_meet.h"

/* An error of a state, and the state's words. */
typedef struct gathered_state_error {
    gathered_code error;
    uint64_t state[];
} gathered_state_error;

/* Chooses among all ranks' errors of this kind the one of the least packed state, into *best. */
static int gather_state_errors(rank_packets *packets, const engine *r, state_error *best)
{
    const size_t words = r->model->words, bytes = sizeof(gathered_state_error) + words * 8;
    gathered_state_error *mine = calloc(1, bytes);
    if (!mine) {
        rank_abandon(packets->with);
        return error_set_memory(r->err);
    }
    mine->error = (gathered_code){best->code, best->err};
    memcpy(mine->state, best->state, words * sizeof *mine->state);
    int code = rank_all_gather(packets, mine, bytes, r->err);
    for (unsigned k = 0; !code && k < packets->with->ranks; k++) {
        const gathered_state_error *theirs = rank_gathered(packets, k);
        if (theirs->error.code)
            state_error_prefer(best, r->model, theirs->state, (int)theirs->error.code,
                               &theirs->error.err);
    }
    free(mine);
    return code;
}

int rank_choose_error(rank_packets *packets, const engine *r, sweep_errors *all)
{
    int code = gather_state_errors(packets, r, &all->expanding);
    if (!code)
        code = gather_state_errors(packets, r, &all->marking);
    const state_error *e = all->expanding.code ? &all->expanding : &all->marking;
    if (code || !e->code)
        return code;
    *r->err = e->err;
    return e->code;
}
