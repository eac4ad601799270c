/* rank_packets.c - packets written, swapped and received. */
#include "search/ranks/rank_packets.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum {
    SETS = 2,                /* of packets to all ranks, and as many of packets from them */
    RECORDS_LEAST = 4,       /* of a packet */
    PACKETS_BYTES = 8 << 20, /* of one set, to all ranks */
    PACKET_WORDS_MOST = 1 << 16,
    PACKET_WORDS_LEAST = 1 << 6,
    MEMORY_SHARE = 32 /* of the memory for a set */
};

bool rank_packets_open(rank_packets *m, const wgcq_exchange *with)
{
    const size_t ranks = with->ranks;
    *m = (rank_packets){.with = with,
                        .out = calloc(ranks, sizeof *m->out),
                        .in = calloc(ranks, sizeof *m->in),
                        .bytes = calloc(ranks, sizeof *m->bytes)};
    return m->out && m->in && m->bytes;
}

void rank_packets_close(rank_packets *m)
{
    bigarray_free(&m->buffers);
    bigarray_free(&m->gathered);
    free(m->out);
    free(m->in);
    free(m->bytes);
}

/* Packets from the ranks lie behind those to them. */
static rank_packet *packet_in(const rank_packets *m, unsigned set, unsigned rank)
{
    const size_t at = ((SETS + set) * (size_t)m->with->ranks + rank) * m->packet_bytes;
    return (rank_packet *)(void *)((char *)m->buffers.at + at);
}

bool rank_packets_set_record(rank_packets *m, unsigned record_words)
{
    assert(!m->under_way && record_words);
    if (record_words * (size_t)RECORDS_LEAST > m->room)
        m->room = record_words * (size_t)RECORDS_LEAST;
    m->packet_bytes = sizeof(rank_packet) + m->room * sizeof(uint64_t);
    if (!bigarray_reserve_exactly(&m->buffers, 2 * SETS * m->with->ranks * m->packet_bytes))
        return false;
    m->record_words = record_words;
    m->record_room = m->room / record_words;
    return true;
}

/* New packets, without records; those received last are lost. */
static void begin_packets(rank_packets *m)
{
    for (unsigned k = 0; k < m->with->ranks; k++)
        rank_packets_to(m, k)->count = 0;
}

const rank_packet *rank_packets_from(const rank_packets *m, unsigned rank)
{
    const unsigned set = m->received;
    if (rank != m->with->rank)
        return packet_in(m, set, rank);
    const size_t at = (set * (size_t)m->with->ranks + rank) * m->packet_bytes;
    return (const rank_packet *)(const void *)((const char *)m->buffers.at + at);
}

/* Waits for the packets that are under way, if there are any. */
static int receive_packets(rank_packets *m, wgcq_error *err)
{
    const bool any = m->under_way;
    m->under_way = false;
    m->received = 1 - m->writing;
    return any ? m->with->swap_end(m->with->self, err) : 0;
}

/* Sends those that were written, with these words in all of them. */
static int send_packets(rank_packets *m, packet_header words, wgcq_error *err)
{
    assert(!m->under_way);
    for (unsigned k = 0; k < m->with->ranks; k++) {
        rank_packet *to = rank_packets_to(m, k);
        to->words = words;
        m->out[k] = to;
        m->in[k] = packet_in(m, m->writing, k);
        m->bytes[k] = sizeof *to + to->count * m->record_words * sizeof(uint64_t);
    }
    int code = m->with->swap_begin(m->with->self, m->out, m->bytes, m->in, m->packet_bytes, err);
    m->under_way = !code;
    m->writing = 1 - m->writing;
    return code;
}

static bool all_sent_their_last(const rank_packets *m)
{
    bool all = true;
    for (unsigned k = 0; k < m->with->ranks; k++)
        all = all && rank_packets_from(m, k)->words.marks & PACKET_LAST;
    return all;
}

static void take_packets(rank_packets *m, const packet_user *user)
{
    for (unsigned k = 0; k < m->with->ranks; k++)
        m->halted = m->halted || rank_packets_from(m, k)->words.marks & PACKET_HALT;
    for (unsigned k = 0; k < m->with->ranks; k++) {
        user->take(user->self, rank_packets_from(m, k), k);
        rank_packets_poll(m);
    }
    if (user->taken)
        user->taken(user->self);
}

int rank_packets_swap_all(rank_packets *m, const packet_user *user, wgcq_error *err)
{
    bool last = false;
    int code = 0;
    m->halted = false;
    if (!rank_packets_set_record(m, user->record_words)) {
        rank_abandon(m->with);
        return error_set_memory(err);
    }
    while (!code && !last) {
        begin_packets(m);
        const packet_header words = user->write(user->self);
        const bool any = m->under_way;
        code = receive_packets(m, err);
        last = !code && any && all_sent_their_last(m);
        if (!code && !last)
            code = send_packets(m, words, err);
        if (!code && any)
            take_packets(m, user);
    }
    return code;
}

size_t rank_packets_room(const wgcq_exchange *with, size_t memory_left, size_t asked)
{
    const size_t share = memory_left / MEMORY_SHARE;
    const size_t set = share < PACKETS_BYTES ? share : PACKETS_BYTES,
                 words = set / with->ranks / sizeof(uint64_t);
    return asked                        ? asked
           : words > PACKET_WORDS_MOST  ? PACKET_WORDS_MOST
           : words < PACKET_WORDS_LEAST ? PACKET_WORDS_LEAST
                                        : words;
}

int rank_all_gather(rank_packets *m, const void *mine, size_t bytes, wgcq_error *err)
{
    const unsigned ranks = m->with->ranks;
    assert(!m->under_way);
    m->gathered_bytes = bytes;
    if (!bigarray_reserve(&m->gathered, ranks * bytes)) {
        rank_abandon(m->with);
        return error_set_memory(err);
    }
    char *all = m->gathered.at;
    memcpy(all + m->with->rank * bytes, mine, bytes);
    for (unsigned k = 0; k < ranks; k++) {
        m->out[k] = mine;
        m->in[k] = all + k * bytes;
        m->bytes[k] = bytes;
    }
    int code = m->with->swap_begin(m->with->self, m->out, m->bytes, m->in, bytes, err);
    return code ? code : m->with->swap_end(m->with->self, err);
}

static uint64_t gathered_number(const rank_packets *m, unsigned rank, size_t i)
{
    return ((const uint64_t *)rank_gathered(m, rank))[i];
}

int rank_sum(rank_packets *m, uint64_t *number, size_t count, wgcq_error *err)
{
    int code = m->with ? rank_all_gather(m, number, count * sizeof *number, err) : 0;
    for (unsigned k = 0; !code && m->with && k < m->with->ranks; k++)
        for (size_t i = 0; k != m->with->rank && i < count; i++)
            number[i] += gathered_number(m, k, i);
    return code;
}

int rank_least(rank_packets *m, uint64_t *number, size_t count, wgcq_error *err)
{
    int code = rank_all_gather(m, number, count * sizeof *number, err);
    for (unsigned k = 0; !code && k < m->with->ranks; k++)
        for (size_t i = 0; i < count; i++)
            number[i] = gathered_number(m, k, i) < number[i] ? gathered_number(m, k, i) : number[i];
    return code;
}

int rank_sum_limbs(rank_packets *m, uint64_t *limb, size_t count, wgcq_error *err)
{
    int code = m->with ? rank_all_gather(m, limb, count * sizeof *limb, err) : 0;
    for (unsigned k = 0; !code && m->with && k < m->with->ranks; k++)
        if (k != m->with->rank)
            mpn_add_n((mp_limb_t *)limb, (const mp_limb_t *)limb,
                      (const mp_limb_t *)rank_gathered(m, k), (mp_size_t)count);
    return code;
}

int rank_sum_traffic(rank_packets *m, search_result *out, wgcq_error *err)
{
    uint64_t bytes[] = {out->files_written, out->files_read};
    int code = rank_sum(m, bytes, 2, err);
    out->files_written = bytes[0];
    out->files_read = bytes[1];
    return code;
}

typedef struct gathered_state {
    uint64_t any;
    uint64_t words[];
} gathered_state;

int rank_choose_least(rank_packets *m, const wgcq_model *model, bool *any, uint64_t *words,
                      size_t count, wgcq_error *err)
{
    const size_t bytes = count * sizeof *words;
    gathered_state *mine = malloc(sizeof *mine + bytes);
    if (!mine) {
        rank_abandon(m->with);
        return error_set_memory(err);
    }
    mine->any = *any;
    memcpy(mine->words, words, bytes);
    int code = rank_all_gather(m, mine, sizeof *mine + bytes, err);
    for (unsigned k = 0; !code && k < m->with->ranks; k++) {
        const gathered_state *theirs = rank_gathered(m, k);
        if (!theirs->any || (*any && !model_state_before(model, theirs->words, words)))
            continue;
        *any = true;
        memcpy(words, theirs->words, bytes);
    }
    free(mine);
    return code;
}
