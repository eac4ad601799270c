/* rank_expand.c - successors into packets, and out of them. */

#include "base/containers/always_inline.h"
#include "base/error.h"
#include "search/engine/limits.h"
#include "search/ranks/rank_run.h"
#include "search/sweep/sweep_parallel.h"

/* ---- figures and limits --------------------------------------------------------------------- */

static void update_rank_memory(rank_run *s)
{
    const size_t owned = s->rows.on
                             ? rank_rows_memory(&s->rows, s->packets.with->ranks) +
                                   rank_gather_memory(&s->gather) + frontier_memory(&s->owner.next)
                             : state_set_memory(s->owner.set) + sweep_owner_memory(&s->owner);
    const size_t beside = s->checks.target ? s->checks.target->memory_beside : 0;
    s->r->own_memory = beside + owned + frontier_memory(&s->level) +
                       rank_sources_memory(&s->sources) + level_trail_memory(&s->trail) +
                       rank_packets_memory(&s->packets) + s->gathered.states.bytes +
                       batch_memory(&s->r->successors);
}

void rank_limit_set(rank_run *s)
{
    const size_t all = s->rows.on ? SIZE_MAX : limits_memory_left(s->r);
    if (all < SIZE_MAX)
        state_set_limit(s->owner.set, state_set_memory(s->owner.set) + (all - all / 4) + 1);
}

static void stop_full_rank(rank_run *s)
{
    if (s->r->stopped)
        return;
    if (s->owner.level_full)
        limits_stop_wide(s->r, FRONTIER_MAX);
    else if (s->owner.full && s->rows.on)
        limits_stop_full(s->r);
    else if (s->owner.full)
        limits_stop_memory(s->r);
}

void rank_check_limits(rank_run *s, size_t count)
{
    update_rank_memory(s);
    if (limits_are_due(s->r, count)) {
        limits_check_due(s->r);
        rank_limit_set(s);
    }
    stop_full_rank(s);
}

/* ---- writing -------------------------------------------------------------------------------- */

/* Where the level's ways have fewer limbs than the records, the others are 0. */
ALWAYS_INLINE void write_ways(const bigcount *ways, size_t i, uint64_t *to, unsigned limbs)
{
    const size_t own = limbs == 1 ? 1 : ways->limbs;
    for (size_t k = 0; k < limbs; k++)
        to[k] = k < own ? ways->limb[i * own + k] : 0;
}

/* Successors from s->written on, until a packet is full; of so many words and limbs. */
ALWAYS_INLINE void write_records(rank_run *s, unsigned words, unsigned limbs)
{
    const rank_packets *packets = &s->packets;
    const batch *found = &s->r->successors;
    const frontier *level = &s->level;
    const unsigned ranks = packets->with->ranks;
    const size_t room = packets->record_room, each = limbs ? 2 * words + 1 + limbs : words;
    size_t i = s->written;
    for (; i < s->found; i++) {
        const uint64_t *state = found->state + i * words;
        rank_packet *to = rank_packets_to(packets, rank_of_state(state, words, ranks));
        if (to->count == room)
            break;
        uint64_t *record = to->record + to->count++ * each;
        for (unsigned w = 0; w < words; w++)
            record[w] = state[w];
        if (!limbs)
            continue;
        const uint32_t index = expansion_number(&s->found_from, found->lane[i]);
        const uint64_t *source = (const uint64_t *)level->states.at + (size_t)index * words;
        for (unsigned w = 0; w < words; w++)
            record[words + w] = source[w];
        record[2 * words] = level_trail_origin(&s->trail, level, index);
        write_ways(&level->ways, index, record + 2 * words + 1, limbs);
    }
    s->written = i;
}

static bool has_more_to_write(rank_run *s)
{
    if (s->rows.on) {
        if (!rank_rows_write(s))
            s->code = error_set_memory(s->r->err);
        return !s->code && s->written < s->found;
    }
    const unsigned words = s->layout.words, limbs = s->layout.limbs;
    if (words == 1 && !limbs)
        write_records(s, 1, 0);
    else if (words == 1 && limbs == 1)
        write_records(s, 1, 1);
    else
        write_records(s, words, limbs);
    return s->written < s->found;
}

/* Finds the successors of the next states. */
static void expand_next(rank_run *s)
{
    engine *r = s->r;
    const size_t left = s->level.count - s->at, count = left < MODEL_BATCH ? left : MODEL_BATCH;
    expansion *x = &s->found_from;
    s->written = s->found = 0;
    if (!sweep_gather(&(level_range){&s->level, s->at, count}, &s->gathered, x)) {
        s->code = error_set_memory(r->err);
        return;
    }
    const size_t gathered = x->count;
    bool any = gathered > 0;
    if (any && !engine_find_successors(r, x, &s->code))
        return;
    s->found = any ? r->successors.count : 0;
    if (any)
        s->code =
            checks_add_deadlocks(&s->own_checks, r->model, r->worker, x, &r->successors, r->err);
    if (s->code)
        return;
    if (any && s->rows.on && !rank_rows_note_rejections(s)) {
        s->code = error_set_memory(r->err);
        return;
    }
    const size_t next =
        !any || x->count == gathered ? s->at + count : expansion_number(x, x->count - 1) + 1u;
    s->expanded += next - s->at;
    rank_check_limits(s, next - s->at);
    s->at = next;
}

static bool expands_more(const rank_run *s)
{
    return !s->code && !s->packets.halted && !s->r->stopped && s->at < s->level.count;
}

static packet_header words_to_send(const rank_run *s)
{
    const bool ends = s->code || s->r->stopped || s->packets.halted, more = s->at < s->level.count,
               waits = s->written < s->found && !s->code;
    return (packet_header){.marks = (ends ? PACKET_HALT : 0u) |
                                    (!waits && (ends || !more) ? PACKET_LAST : 0u),
                           .states = s->rows.on ? s->rows.met : (uint64_t)s->owner.next.count,
                           .edges = s->owner.edges,
                           .goals = s->owner.goals};
}

packet_header rank_write_packets(void *self)
{
    rank_run *s = self;
    while (!s->code && !has_more_to_write(s) && expands_more(s)) {
        expand_next(s);
        rank_packets_poll(&s->packets);
    }
    return words_to_send(s);
}

/* ---- taking --------------------------------------------------------------------------------- */

static int take_records(rank_run *s, const rank_packet *packet)
{
    sweep_parcel parcel;
    wgcq_error *err = s->r->err;
    if (!rank_sources_add(&s->sources, packet, s->layout, &parcel))
        return error_set_memory(err);
    int code =
        sweep_owner_take(&s->owner, s->r->model, s->r->worker, &parcel, &s->sources.level, err);
    return code || !s->traced ? code : rank_sources_thin(&s->sources, &s->owner, s->r->model, err);
}

void rank_take_packet(void *self, const rank_packet *packet, unsigned rank)
{
    rank_run *s = self;
    if (!s->code && !s->owner.full)
        s->code = s->rows.on ? rank_rows_take(s, packet, rank) : take_records(s, packet);
}

/* For progress: the last figures of the other ranks, and those of this one. */
void rank_note_packets(void *self)
{
    rank_run *s = self;
    search_result *out = s->r->result;
    rank_figures sum = s->before;
    for (unsigned k = 0; k < s->packets.with->ranks; k++) {
        const rank_packet *packet = rank_packets_from(&s->packets, k);
        sum.states += packet->words.states;
        sum.edges += packet->words.edges;
        sum.goals += packet->words.goals;
    }
    out->states = sum.states;
    out->edges = sum.edges;
    out->goals = sum.goals;
    s->r->frontier = s->loop.has.states + sum.states - s->before.states;
    s->r->depth = s->loop.depth;
    rank_check_limits(s, 0);
}
