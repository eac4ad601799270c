/*
 * rank_packets.h - records on their way to the ranks that own them, in packets of a bounded size.
 *
 * There are two sets of packets: one is written while the other is under way.  A rank that has
 * no records sends empty packets, for all ranks swap packets at once.
 */
#ifndef SEARCH_RANKS_PACKETS_H
#define SEARCH_RANKS_PACKETS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/containers/bigarray.h"
#include "model/model.h"
#include "search/engine/search_request.h"
#include "wgcq_run.h"

/* Marks of a rank's packets, or'd together. */
enum packet_mark {
    PACKET_LAST = 1, /* of the level: the rank has no successors left */
    PACKET_HALT = 2, /* no rank shall expand further states           */
};

/* Sent in each packet of a rank. */
typedef struct packet_header {
    uint64_t marks;                /* enum packet_mark */
    uint64_t states, edges, goals; /* of the sender in this level so far */
} packet_header;

typedef struct rank_packet {
    uint64_t count; /* of its records */
    packet_header words;
    uint64_t record[];
} rank_packet;

typedef struct rank_packets {
    const wgcq_exchange *with;
    size_t room; /* words of a packet's records */
    unsigned record_words;
    size_t record_room; /* records of a packet */
    bigarray buffers;   /* all packets */
    size_t packet_bytes;
    unsigned writing, received; /* the set that is written; the one received last */
    bool under_way;
    bool halted;      /* some rank has marked packets of this swap with PACKET_HALT */
    const void **out; /* [ranks], and so are these, for the exchange */
    void **in;
    size_t *bytes;
    bigarray gathered;
    size_t gathered_bytes;
} rank_packets;

/* Without packets, for rank_all_gather.  False: no memory; safe to close all the same. */
bool rank_packets_open(rank_packets *m, const wgcq_exchange *with);
void rank_packets_close(rank_packets *m);
static inline size_t rank_packets_memory(const rank_packets *m)
{
    return m->buffers.bytes + m->gathered.bytes;
}

/* From now on records have so many words.  The room of packets, which the caller has set, grows
   where it is too small for a few.  False: no memory. */
bool rank_packets_set_record(rank_packets *m, unsigned record_words);
/* The packet to a rank that is being written. */
static inline rank_packet *rank_packets_to(const rank_packets *m, unsigned rank)
{
    const size_t at = (m->writing * (size_t)m->with->ranks + rank) * m->packet_bytes;
    return (rank_packet *)(void *)((char *)m->buffers.at + at);
}
/* The packet of a rank in the set received last: of the own rank, what it wrote to itself. */
const rank_packet *rank_packets_from(const rank_packets *m, unsigned rank);
static inline void rank_packets_poll(const rank_packets *m)
{
    if (m->under_way && m->with->swap_poll)
        m->with->swap_poll(m->with->self);
}

/* Who writes packets and takes them.  `write` fills those of one set, as far as there is something
   to send, and returns what goes with them; `take` is for each packet of the set received last, and
   `taken`, which may be NULL, behind them.  None may leave the others alone: an error waits until
   all have sent their last. */
typedef struct packet_user {
    void *self;
    unsigned record_words;
    packet_header (*write)(void *self);
    void (*take)(void *self, const rank_packet *packet, unsigned rank);
    void (*taken)(void *self);
} packet_user;

/* Until the packets that every rank has marked as its last are taken. */
int rank_packets_swap_all(rank_packets *m, const packet_user *user, wgcq_error *err);
/* Words of one packet's records, where so much memory is left; `asked`: the number itself, unless
   that is 0. */
size_t rank_packets_room(const wgcq_exchange *with, size_t memory_left, size_t asked);

/* Every rank gives `bytes` bytes to all; those of rank k are at rank_gathered(m, k) until the
   next time.  Not while packets are under way. */
int rank_all_gather(rank_packets *m, const void *mine, size_t bytes, wgcq_error *err);
static inline const void *rank_gathered(const rank_packets *m, unsigned rank)
{
    return (const char *)m->gathered.at + rank * m->gathered_bytes;
}
/* Each of `count` numbers becomes its sum in all ranks, or the least that any has.  Of a process
   alone (m->with is NULL) a sum is the number itself. */
int rank_sum(rank_packets *m, uint64_t *number, size_t count, wgcq_error *err);
int rank_least(rank_packets *m, uint64_t *number, size_t count, wgcq_error *err);
/* One number of so many words, the first the least significant, becomes its sum in all ranks. */
int rank_sum_limbs(rank_packets *m, uint64_t *limb, size_t count, wgcq_error *err);
/* Bytes of files that a search has written and read become those of all ranks. */
int rank_sum_traffic(rank_packets *m, search_result *out, wgcq_error *err);
/* The least packed of the states that some ranks have (*any), in all of them, with the words behind
   it: `count` words.  *any: there is one. */
int rank_choose_least(rank_packets *m, const wgcq_model *model, bool *any, uint64_t *words,
                      size_t count, wgcq_error *err);
/* No rank can continue, and the others do not know it. */
static inline void rank_abandon(const wgcq_exchange *with)
{
    with->abandon(with->self);
}
/* After an error before the ranks have met: one of memory is this rank's own, and the others do not
   have it.  `with` is NULL where there are none. */
static inline void rank_abandon_early(const wgcq_exchange *with, int code)
{
    if (code == WGCQ_EMEMORY && with)
        rank_abandon(with);
}

#endif
