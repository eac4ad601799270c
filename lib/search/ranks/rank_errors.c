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

/* Chooses the error that all ranks report: its code, or 0 where none has found one. */
static int choose_error(rank_packets *packets, const engine *r, level_errors *all)
{
    int code = gather_state_errors(packets, r, &all->expanding);
    code = code ? code : gather_state_errors(packets, r, &all->marking);
    return code ? code : level_errors_report(all, r);
}

int rank_settle_errors(rank_packets *packets, engine *r, int code, find_errors_fn *find, void *self)
{
    level_errors all;
    bool any = false, of_model = find;
    for (unsigned k = 0; k < packets->with->ranks; k++) {
        const int64_t theirs = rank_gathered_stand(packets, k)->error.code;
        any = any || theirs < 0;
        of_model = of_model && (theirs >= 0 || theirs == WGCQ_ERUN);
    }
    code = code < 0 ? code : 0;
    if (!any || !of_model)
        return any ? rank_meet_by(packets, code, r->err) : 0;
    int found = rank_meet_by(packets, find(self, &all), r->err);
    if (!found)
        found = choose_error(packets, r, &all);
    level_errors_close(&all);
    return found ? found : rank_meet_by(packets, code, r->err);
}
