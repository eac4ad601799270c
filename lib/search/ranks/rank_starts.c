/* rank_starts.c - the same run in all ranks, and its initial states. */
#include "search/ranks/rank_starts.h"

#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "search/engine/limits.h"
#include "search/ranks/rank_of_state.h"

/* ---- the same run --------------------------------------------------------------------------- */

typedef struct opening_report {
    uint64_t digest; /* of puzzle and options */
    uint64_t memory_left;
} opening_report;

static uint64_t mix_bytes(uint64_t digest, const void *bytes, size_t count)
{
    return hash_bytes(hash_bytes(digest, bytes, count), &count, sizeof count);
}

static uint64_t mix_text(uint64_t digest, const char *text)
{
    return text ? mix_bytes(digest, text, strlen(text)) : mix_bytes(digest, "", 0);
}

static uint64_t digest_of_run(const engine *r)
{
    const wgcq_model *m = r->model;
    const search_options *o = r->options;
    const uint64_t numbers[] = {
        m->words,          m->bits,    m->field_count,        o->max_depth, o->max_states,
        (uint64_t)o->stop, o->no_plan, o->hooks.packet_words, o->rows,      o->rows_to_first};
    uint64_t digest = mix_bytes(HASH_FIRST, numbers, sizeof numbers);
    digest = mix_text(mix_text(mix_text(digest, WGCQ_VERSION), m->title), m->source);
    for (size_t i = 0; i < m->param_count; i++)
        digest = mix_text(mix_text(digest, m->param_names[i]), m->param_values[i]);
    return digest;
}

int rank_greet(rank_packets *packets, const engine *r)
{
    const opening_report mine = {digest_of_run(r), limits_memory_left(r)};
    uint64_t least = SIZE_MAX;
    int code = rank_all_gather(packets, &mine, sizeof mine, r->err);
    for (unsigned k = 0; !code && k < packets->with->ranks; k++) {
        const opening_report *theirs = rank_gathered(packets, k),
                             *first = rank_gathered(packets, 0);
        if (theirs->digest != first->digest)
            return error_set(r->err, WGCQ_EREQUEST,
                             "rank %u has another puzzle, other options or another version than "
                             "rank 0",
                             k);
        least = theirs->memory_left < least ? theirs->memory_left : least;
    }
    packets->room =
        code ? 0 : rank_packets_room(packets->with, least, r->options->hooks.packet_words);
    return code;
}

/* ---- initial states ------------------------------------------------------------------------- */

int rank_mark_starts(const engine *r)
{
    const batch *found = &r->successors;
    uint8_t marks[MODEL_BATCH];
    int code = 0;
    for (size_t at = 0; !code && at < found->count; at += MODEL_BATCH) {
        const size_t left = found->count - at, count = left < MODEL_BATCH ? left : MODEL_BATCH;
        code = model_marks(r->model, r->worker, found->state + at * found->words, count, marks,
                           r->err);
    }
    return code;
}

void rank_keep_own_starts(batch *found, const wgcq_exchange *with, uint32_t *numbers)
{
    const size_t words = found->words;
    size_t kept = 0;
    for (size_t i = 0; i < found->count; i++) {
        const uint64_t *state = found->state + i * words;
        if (rank_of_state(state, found->words, with->ranks) != with->rank)
            continue;
        memmove(found->state + kept * words, state, words * sizeof *state);
        if (numbers)
            numbers[kept] = (uint32_t)i + 1;
        kept++;
    }
    found->count = kept;
}
