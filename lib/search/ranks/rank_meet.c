/* rank_meet.c - codes and errors of all ranks. */
#include "search/ranks/rank_meet.h"

#include <string.h>

#include "base/error.h"

int rank_meet_by(rank_packets *packets, int code, wgcq_error *err)
{
    gathered_code mine = {.code = code};
    if (code && err)
        mine.err = *err;
    int failed = rank_all_gather(packets, &mine, sizeof mine, err);
    if (failed)
        return failed;
    for (unsigned k = 0; k < packets->with->ranks; k++) {
        const gathered_code *theirs = rank_gathered(packets, k);
        if (!theirs->code)
            continue;
        if (err)
            *err = theirs->err;
        return (int)theirs->code;
    }
    return 0;
}

int rank_meet(const wgcq_exchange *with, int code, wgcq_error *err)
{
    rank_packets packets;
    if (rank_packets_open(&packets, with)) {
        code = rank_meet_by(&packets, code, err);
    } else {
        rank_abandon(with);
        code = error_set_memory(err);
    }
    rank_packets_close(&packets);
    return code;
}

gathered_stand rank_stand_of(const engine *r, int code)
{
    gathered_stand stand = {{.code = code}, {r->stopped, r->result->end, r->memory_full, ""}};
    if (code < 0)
        stand.error.err = *r->err;
    memcpy(stand.stop.limit, r->result->limit, sizeof stand.stop.limit);
    return stand;
}

static void stop_like(engine *r, const gathered_stop *theirs)
{
    memcpy(r->result->limit, theirs->limit, sizeof r->result->limit);
    engine_stop(r, (search_end)theirs->end);
    r->memory_full = r->result->memory_full = theirs->memory_full;
}

bool rank_stop_alike(engine *r, const rank_packets *m)
{
    unsigned k = 0;
    while (k < m->with->ranks && !rank_gathered_stand(m, k)->stop.stopped)
        k++;
    if (k < m->with->ranks)
        stop_like(r, &rank_gathered_stand(m, k)->stop);
    return k < m->with->ranks;
}
