/* spill_swap.c - the successors of a level, sent to the ranks that own them. */

#include "search/ranks/rank_of_state.h"
#include "search/spill/spill_run.h"

/* False: a packet is full. */
static bool write_found(spill_run *s)
{
    spill_swap *w = &s->swap;
    const batch *found = &s->r->successors;
    const unsigned ranks = w->packets.with->ranks;
    for (; w->written < found->count; w->written++) {
        const uint64_t *state = found->state + w->written * found->words;
        rank_packet *to = rank_packets_to(&w->packets, rank_of_state(state, found->words, ranks));
        if (to->count == w->packets.record_room)
            return false;
        spill_put_records(s, to->record + to->count++ * w->packets.record_words, found, w->written,
                          1);
    }
    return true;
}

static bool has_more_to_expand(const spill_run *s)
{
    const spill_swap *w = &s->swap;
    return !w->code && !w->packets.halted && !s->r->stopped && !spill_is_expanded(s);
}

static void find_next(spill_run *s)
{
    spill_swap *w = &s->swap;
    const uint64_t before = s->level.expanded;
    bool any;
    w->code = spill_find_batch(&any, s);
    w->written = any ? 0 : s->r->successors.count;
    spill_check_limits(s, (size_t)(s->level.expanded - before));
    rank_packets_poll(&w->packets);
}

static packet_header write_packets(void *self)
{
    spill_run *s = self;
    const spill_swap *w = &s->swap;
    bool all = write_found(s);
    while (all && has_more_to_expand(s)) {
        find_next(s);
        all = w->code || write_found(s);
    }
    /* where states have errors, all ranks look for their first */
    const bool ends = (w->code && w->code != WGCQ_ERUN) || s->r->stopped || w->packets.halted,
               last = w->code || (all && (ends || spill_is_expanded(s)));
    return (packet_header){.marks = (ends ? PACKET_HALT : 0u) | (last ? PACKET_LAST : 0u),
                           .edges = s->level.edges};
}

static void take_successors_packet(void *self, const rank_packet *packet, unsigned rank)
{
    spill_run *s = self;
    (void)rank;
    if (!s->swap.code)
        s->swap.code = segment_sorter_put_all(&s->found, packet->record, packet->count, s->r->err);
}

int spill_swap_level(spill_run *s)
{
    spill_swap *w = &s->swap;
    const packet_user user = {s, (unsigned)record_width(spill_shape(s)), write_packets,
                              take_successors_packet, NULL};
    w->written = s->r->successors.count;
    w->code = 0;
    int code = rank_packets_swap_all(&w->packets, &user, s->r->err);
    return code ? code : spill_meet(s, w->code);
}
