/* thread_ranks.h - ranks that are threads of one process, and swap messages by copying them. */
#ifndef TESTS_UNIT_THREAD_RANKS_H
#define TESTS_UNIT_THREAD_RANKS_H

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "wgcq.h"

enum { THREAD_RANKS_MOST = 16 };

/* All ranks share this.  A swap has two barriers: everybody has said what it sends; everybody has
   copied it. */
typedef struct thread_job {
    unsigned ranks;
    pthread_mutex_t lock;
    pthread_cond_t turned;
    unsigned waiting, turn;
    bool abandoned;
    const void *const *out[THREAD_RANKS_MOST];
    const size_t *bytes[THREAD_RANKS_MOST];
    uint64_t sent; /* bytes */
} thread_job;

typedef struct thread_rank {
    thread_job *job;
    unsigned rank;
    void *const *in;
    size_t room;
} thread_rank;

/* False: the job was abandoned. */
static inline bool meet_ranks(thread_job *j)
{
    pthread_mutex_lock(&j->lock);
    const unsigned turn = j->turn;
    if (++j->waiting == j->ranks) {
        j->waiting = 0;
        j->turn++;
        pthread_cond_broadcast(&j->turned);
    }
    while (j->turn == turn && !j->abandoned)
        pthread_cond_wait(&j->turned, &j->lock);
    const bool fine = !j->abandoned;
    pthread_mutex_unlock(&j->lock);
    return fine;
}

static inline int lost_ranks(wgcq_error *err)
{
    if (err && !err->code) {
        err->code = WGCQ_EFILE;
        strcpy(err->text, "abandoned");
    }
    return WGCQ_EFILE;
}

static inline int thread_swap_begin(void *self, const void *const *out, const size_t *bytes,
                                    void *const *in, size_t room, wgcq_error *err)
{
    thread_rank *r = self;
    (void)err;
    for (unsigned k = 0; k < r->job->ranks; k++)
        assert(k == r->rank || bytes[k] <= room);
    r->in = in;
    r->room = room;
    r->job->out[r->rank] = out;
    r->job->bytes[r->rank] = bytes;
    return 0;
}

static inline int thread_swap_end(void *self, wgcq_error *err)
{
    thread_rank *r = self;
    thread_job *j = r->job;
    uint64_t got = 0;
    if (!meet_ranks(j))
        return lost_ranks(err);
    for (unsigned k = 0; k < j->ranks; k++)
        if (k != r->rank) {
            memcpy(r->in[k], j->out[k][r->rank], j->bytes[k][r->rank]);
            got += j->bytes[k][r->rank];
        }
    __atomic_fetch_add(&j->sent, got, __ATOMIC_RELAXED);
    return meet_ranks(j) ? 0 : lost_ranks(err);
}

static inline void thread_abandon(void *self)
{
    thread_rank *r = self;
    pthread_mutex_lock(&r->job->lock);
    r->job->abandoned = true;
    pthread_cond_broadcast(&r->job->turned);
    pthread_mutex_unlock(&r->job->lock);
}

static inline wgcq_exchange thread_exchange(thread_rank *r)
{
    return (wgcq_exchange){.self = r,
                           .rank = r->rank,
                           .ranks = r->job->ranks,
                           .swap_begin = thread_swap_begin,
                           .swap_end = thread_swap_end,
                           .abandon = thread_abandon};
}

/* Runs a function as each rank of a job of so many; *sent: bytes between them, may be NULL. */
typedef void rank_function(void *self, const wgcq_exchange *with);

typedef struct thread_call {
    thread_rank rank;
    rank_function *function;
    void *self;
} thread_call;

static inline void *call_as_rank(void *self)
{
    thread_call *call = self;
    const wgcq_exchange with = thread_exchange(&call->rank);
    call->function(call->self, &with);
    return NULL;
}

static inline void run_ranks(unsigned ranks, rank_function *function, void *self, uint64_t *sent)
{
    thread_job job = {
        .ranks = ranks, .lock = PTHREAD_MUTEX_INITIALIZER, .turned = PTHREAD_COND_INITIALIZER};
    thread_call call[THREAD_RANKS_MOST];
    pthread_t thread[THREAD_RANKS_MOST];
    assert(ranks && ranks <= THREAD_RANKS_MOST);
    for (unsigned k = 0; k < ranks; k++) {
        call[k] = (thread_call){{.job = &job, .rank = k}, function, self};
        int failed = pthread_create(&thread[k], NULL, call_as_rank, &call[k]);
        assert(!failed);
        (void)failed;
    }
    for (unsigned k = 0; k < ranks; k++)
        pthread_join(thread[k], NULL);
    if (sent)
        *sent = job.sent;
    pthread_mutex_destroy(&job.lock);
    pthread_cond_destroy(&job.turned);
}

#endif
