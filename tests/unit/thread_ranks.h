/* thread_ranks.h - ranks that are threads of one process, and swap messages by copying them. */
#ifndef TESTS_UNIT_THREAD_RANKS_H
#define TESTS_UNIT_THREAD_RANKS_H

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "wgcq.h"

enum { THREAD_RANKS_MOST = 16 };

/* A copy of the bytes that one rank sends to another. */
typedef struct thread_letter {
    void *copy;
    size_t bytes, room;
} thread_letter;

/* All ranks share this.  A swap has one barrier, before which everybody has written its letters; of
   two sets the next swap writes the other, so that nobody waits for those who still read. */
typedef struct thread_job {
    unsigned ranks;
    _Atomic unsigned waiting;
    _Atomic bool abandoned;
    sem_t met[THREAD_RANKS_MOST];                                  /* a rank waits for its own */
    thread_letter letter[2][THREAD_RANKS_MOST][THREAD_RANKS_MOST]; /* of a set: from, to */
    _Atomic uint64_t sent;                                         /* bytes */
} thread_job;

typedef struct thread_rank {
    thread_job *job;
    unsigned rank, set;
    const void *const *out;
    void *const *in;
} thread_rank;

static inline void wake_ranks(thread_job *j, unsigned but)
{
    for (unsigned k = 0; k < j->ranks; k++)
        if (k != but)
            sem_post(&j->met[k]);
}

/* False: the job was abandoned. */
static inline bool meet_ranks(thread_job *j, unsigned rank)
{
    if (j->abandoned)
        return false;
    if (++j->waiting == j->ranks) {
        j->waiting = 0;
        wake_ranks(j, rank);
    } else {
        while (sem_wait(&j->met[rank]))
            ;
    }
    return !j->abandoned;
}

static inline int lost_ranks(wgcq_error *err)
{
    if (err && !err->code) {
        err->code = WGCQ_EFILE;
        strcpy(err->text, "abandoned");
    }
    return WGCQ_EFILE;
}

/* Not by malloc, which a test counts and lets fail. */
static inline void write_letter(thread_letter *l, const void *from, size_t bytes)
{
    if (bytes > l->room) {
        free(l->copy);
        l->room = 2 * bytes;
        int failed = posix_memalign(&l->copy, sizeof(void *), l->room);
        assert(!failed);
        (void)failed;
    }
    if (bytes)
        memcpy(l->copy, from, bytes);
    l->bytes = bytes;
}

static inline int thread_swap_begin(void *self, const void *const *out, const size_t *bytes,
                                    void *const *in, size_t room, wgcq_error *err)
{
    thread_rank *r = self;
    (void)err;
    /* where the job was abandoned others may still read the letters of this set */
    for (unsigned k = 0; k < r->job->ranks && !r->job->abandoned; k++) {
        if (k == r->rank)
            continue;
        assert(bytes[k] <= room);
        write_letter(&r->job->letter[r->set][r->rank][k], out[k], bytes[k]);
    }
    r->out = out;
    r->in = in;
    return 0;
}

/* The sender has left alone what is under way. */
static inline bool is_letter_true(const thread_letter *l, const void *from)
{
    return !l->bytes || !memcmp(l->copy, from, l->bytes);
}

static inline int thread_swap_end(void *self, wgcq_error *err)
{
    thread_rank *r = self;
    thread_job *j = r->job;
    if (!meet_ranks(j, r->rank))
        return lost_ranks(err);
    for (unsigned k = 0; k < j->ranks; k++)
        assert(k == r->rank || is_letter_true(&j->letter[r->set][r->rank][k], r->out[k]));
    for (unsigned k = 0; k < j->ranks; k++) {
        const thread_letter *from = &j->letter[r->set][k][r->rank];
        if (k != r->rank && from->bytes)
            memcpy(r->in[k], from->copy, from->bytes);
        j->sent += k != r->rank ? from->bytes : 0;
    }
    r->set = !r->set;
    return 0;
}

static inline void thread_abandon(void *self)
{
    thread_rank *r = self;
    r->job->abandoned = true;
    wake_ranks(r->job, r->rank);
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

static inline void free_job(thread_job *j)
{
    for (unsigned k = 0; k < j->ranks; k++) {
        sem_destroy(&j->met[k]);
        for (unsigned to = 0; to < j->ranks; to++)
            for (unsigned set = 0; set < 2; set++)
                free(j->letter[set][k][to].copy);
    }
}

static inline void run_ranks(unsigned ranks, rank_function *function, void *self, uint64_t *sent)
{
    thread_job job = {.ranks = ranks};
    thread_call call[THREAD_RANKS_MOST];
    pthread_t thread[THREAD_RANKS_MOST];
    assert(ranks && ranks <= THREAD_RANKS_MOST);
    for (unsigned k = 0; k < ranks; k++)
        sem_init(&job.met[k], 0, 0);
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
    free_job(&job);
}

#endif
