/* mpi_exchange.c - the only file that knows MPI. */
#include "ranks/mpi_exchange.h"

#include "output/exit_status.h"
#include "output/messages.h"

#include <assert.h>
#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SWAP_TAG = 1,
    BUSY_TRIES = 1000 /* some tenths of a millisecond */
};

typedef struct mpi_swaps {
    unsigned rank, ranks;
    int count; /* of requests */
    MPI_Request *request;
} mpi_swaps;

/* 0, or a negative code with MPI's own words. */
static int mpi_result(int result, wgcq_error *err)
{
    if (result == MPI_SUCCESS)
        return 0;
    char words[MPI_MAX_ERROR_STRING] = "";
    int length;
    MPI_Error_string(result, words, &length);
    if (err && !err->code) {
        snprintf(err->text, sizeof err->text, "the ranks lost each other: %s", words);
        err->code = WGCQ_EFILE;
    }
    return WGCQ_EFILE;
}

static int begin_swap(void *self, const void *const *out, const size_t *bytes, void *const *in,
                      size_t room, wgcq_error *err)
{
    mpi_swaps *s = self;
    int result = MPI_SUCCESS;
    assert(room <= INT_MAX);
    s->count = 0;
    for (unsigned i = 1; result == MPI_SUCCESS && i < s->ranks; i++) {
        const unsigned k = (s->rank + i) % s->ranks;
        result = MPI_Irecv(in[k], (int)room, MPI_BYTE, (int)k, SWAP_TAG, MPI_COMM_WORLD,
                           &s->request[s->count++]);
    }
    for (unsigned i = 1; result == MPI_SUCCESS && i < s->ranks; i++) {
        const unsigned k = (s->rank + i) % s->ranks;
        result = MPI_Isend(out[k], (int)bytes[k], MPI_BYTE, (int)k, SWAP_TAG, MPI_COMM_WORLD,
                           &s->request[s->count++]);
    }
    return mpi_result(result, err);
}

/* MPI_Waitall keeps its processor busy; where other work wants it, perhaps the rank that is waited
   for, each round of ranks would take a turn of the system's scheduler. */
static int end_swap(void *self, wgcq_error *err)
{
    mpi_swaps *s = self;
    int done = 0, result = MPI_SUCCESS;
    for (unsigned tries = 0; result == MPI_SUCCESS && !done; tries++) {
        result = MPI_Testall(s->count, s->request, &done, MPI_STATUSES_IGNORE);
        if (!done && tries > BUSY_TRIES)
            sched_yield();
    }
    return mpi_result(result, err);
}

static void poll_swap(void *self)
{
    mpi_swaps *s = self;
    int done;
    MPI_Testall(s->count, s->request, &done, MPI_STATUSES_IGNORE);
}

static void abandon_job(void *self)
{
    const mpi_swaps *s = self;
    message_error("rank %u is out of memory, so the run ends", s->rank);
    MPI_Abort(MPI_COMM_WORLD, STATUS_FILE);
}

bool mpi_exchange_open(wgcq_exchange *out)
{
    int provided, rank, ranks;
    mpi_swaps *s = memory_alloc(sizeof *s);
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
        message_error("cannot join the job of mpirun");
        free(s);
        return false;
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    *s = (mpi_swaps){.rank = (unsigned)rank, .ranks = (unsigned)ranks};
    s->request = memory_alloc(2 * (size_t)ranks * sizeof(MPI_Request));
    *out = (wgcq_exchange){.self = s,
                           .rank = s->rank,
                           .ranks = s->ranks,
                           .swap_begin = begin_swap,
                           .swap_end = end_swap,
                           .swap_poll = poll_swap,
                           .abandon = abandon_job};
    return true;
}

unsigned mpi_exchange_neighbours(void)
{
    MPI_Comm here;
    int count = 1;
    if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here) !=
        MPI_SUCCESS)
        return 1;
    MPI_Comm_size(here, &count);
    MPI_Comm_free(&here);
    return (unsigned)count;
}

void mpi_exchange_wait(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

void mpi_exchange_share(void *bytes, size_t count)
{
    assert(count <= INT_MAX);
    MPI_Bcast(bytes, (int)count, MPI_BYTE, 0, MPI_COMM_WORLD);
}

bool mpi_exchange_agree(const wgcq_exchange *x, int status, int *first)
{
    int any = status != STATUS_FOUND, all = 0;
    *first = x->rank == 0 ? status : 0;
    mpi_exchange_share(first, sizeof *first);
    MPI_Allreduce(&any, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return !all;
}

void mpi_exchange_close(wgcq_exchange *x)
{
    mpi_swaps *s = x->self;
    MPI_Finalize();
    free(s->request);
    free(s);
}
