/*
 * rank_mail.h - records on their way to the ranks that own them, in letters of a bounded size.
 *
 * There are two sets of letters: one is written while the other is under way.  A rank that has
 * nothing to say sends letters without records, for all ranks swap letters at once.
 */
#ifndef SEARCH_RANKS_MAIL_H
#define SEARCH_RANKS_MAIL_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/containers/bigarray.h"
#include "wgcq.h"

/* Marks of a rank's letters, or'd together. */
enum letter_mark {
    LETTER_LAST = 1, /* of the level: the rank has no successors left */
    LETTER_HALT = 2, /* no rank shall expand further states           */
};

/* What a rank says in each of its letters. */
typedef struct letter_words {
    uint64_t marks;                /* enum letter_mark */
    uint64_t states, edges, goals; /* of the sender in this level so far */
} letter_words;

typedef struct rank_letter {
    uint64_t count; /* of its records */
    letter_words words;
    uint64_t record[];
} rank_letter;

typedef struct rank_mail {
    const wgcq_exchange *with;
    size_t room; /* words of a letter's records */
    unsigned record_words;
    size_t record_room; /* records of a letter */
    bigarray paper;     /* all letters */
    size_t letter_bytes;
    unsigned writing, received; /* the set that is written; the one received last */
    bool under_way;
    const void **out; /* [ranks], and so are these, for the exchange */
    void **in;
    size_t *bytes;
    bigarray told;
    size_t told_bytes;
} rank_mail;

/* Without letters, for telling.  False: no memory; safe to close all the same. */
bool rank_mail_open(rank_mail *m, const wgcq_exchange *with);
void rank_mail_close(rank_mail *m);
static inline size_t rank_mail_memory(const rank_mail *m)
{
    return m->paper.bytes + m->told.bytes;
}

/* From now on records have so many words.  The room of letters, which the caller has set, grows
   where it is too small for a few.  False: no memory. */
bool rank_mail_set_record(rank_mail *m, unsigned record_words);
/* New letters, without records; those received last are lost. */
void rank_mail_begin(rank_mail *m);
/* The letter to a rank that is being written. */
static inline rank_letter *rank_mail_to(const rank_mail *m, unsigned rank)
{
    const size_t at = (m->writing * (size_t)m->with->ranks + rank) * m->letter_bytes;
    return (rank_letter *)(void *)((char *)m->paper.at + at);
}
/* The letter of a rank in the set received last: of the own rank, what it wrote to itself. */
const rank_letter *rank_mail_from(const rank_mail *m, unsigned rank);
/* Waits for the letters that are under way, if there are any. */
int rank_mail_receive(rank_mail *m, wgcq_error *err);
/* Sends those that were written, with these words in all of them. */
int rank_mail_send(rank_mail *m, letter_words words, wgcq_error *err);
static inline void rank_mail_poll(const rank_mail *m)
{
    if (m->under_way && m->with->swap_poll)
        m->with->swap_poll(m->with->self);
}

/* All ranks tell each other `bytes` bytes; what rank k says is at rank_told(m, k) until the next
   time.  Not while letters are under way. */
int rank_tell(rank_mail *m, const void *mine, size_t bytes, wgcq_error *err);
static inline const void *rank_told(const rank_mail *m, unsigned rank)
{
    return (const char *)m->told.at + rank * m->told_bytes;
}
/* No rank can go on, and the others do not know it. */
static inline void rank_abandon(const wgcq_exchange *with)
{
    with->abandon(with->self);
}

#endif
