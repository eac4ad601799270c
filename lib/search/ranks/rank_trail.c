/* rank_trail.c - keeping levels, and the plan back through those that are kept. */
#include "search/ranks/rank_trail.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/engine/extract_plan.h"
#include "search/sweep/plan_between.h"

rank_trail rank_trail_make(unsigned words, size_t least_bytes)
{
    return (rank_trail){.words = words, .least_bytes = least_bytes};
}

void rank_trail_free(rank_trail *t)
{
    bigarray_free(&t->states);
    bigarray_free(&t->origins);
    bigarray_free(&t->levels);
    t->level_count = t->state_count = 0;
}

static size_t bytes_of_kept_state(const rank_trail *t)
{
    return t->words * sizeof(uint64_t) + sizeof(uint32_t);
}

size_t rank_trail_memory(const rank_trail *t)
{
    return t->state_count * bytes_of_kept_state(t) + t->level_count * sizeof(rank_trail_level);
}

static rank_trail_level *trail_level_at(const rank_trail *t, size_t i)
{
    return (rank_trail_level *)t->levels.at + i;
}

/* ---- keeping -------------------------------------------------------------------------------- */

static bool is_to_be_kept(const rank_trail *t, const level_of_ranks *all, uint64_t most_bytes)
{
    const uint64_t usual = t->least_bytes + all->states,
                   most = most_bytes < usual ? most_bytes : usual,
                   bytes = (t->kept_by_all + all->count) * bytes_of_kept_state(t);
    return !all->depth ||
           (all->count < FRONTIER_MAX && bytes <= (most > t->least_bytes ? most : t->least_bytes));
}

static bool keep_part(rank_trail *t, const frontier *level, const level_of_ranks *all)
{
    const size_t first = t->state_count, count = first + level->count;
    if (!bigarray_reserve(&t->states, count * t->words * sizeof(uint64_t)) ||
        !bigarray_reserve(&t->origins, count * sizeof(uint32_t)) ||
        !bigarray_reserve(&t->levels, (t->level_count + 1) * sizeof(rank_trail_level)))
        return false;
    if (level->count) {
        memcpy((uint64_t *)t->states.at + first * t->words, level->states.at,
               level->count * t->words * sizeof(uint64_t));
        memcpy((uint32_t *)t->origins.at + first, level->origins.at,
               level->count * sizeof(uint32_t));
    }
    *trail_level_at(t, t->level_count++) =
        (rank_trail_level){all->depth, first, level->count, (uint32_t)all->before};
    t->state_count = count;
    t->kept_by_all += all->count;
    t->base = (uint32_t)all->before;
    return true;
}

bool rank_trail_note(rank_trail *t, const frontier *level, const level_of_ranks *all,
                     uint64_t most_bytes)
{
    assert(level->traced);
    t->holds_last = is_to_be_kept(t, all, most_bytes);
    return !t->holds_last || keep_part(t, level, all);
}

/* ---- the end of the plan ---------------------------------------------------------------------
 *
 * What is gathered of each rank: whether it has anything, an origin, and two states.
 */

typedef struct gathered_states {
    uint64_t any, origin;
    uint64_t state[]; /* [2][words] */
} gathered_states;

static size_t gathered_states_bytes(const rank_trail *t)
{
    return sizeof(gathered_states) + 2 * t->words * sizeof(uint64_t);
}

static void put_plan_end(const rank_trail *t, const rank_plan_end *mine, gathered_states *out)
{
    out->any = mine->goal != NULL;
    out->origin = mine->origin;
    if (mine->goal)
        memcpy(out->state, mine->goal, t->words * sizeof *out->state);
    if (mine->source)
        memcpy(out->state + t->words, mine->source, t->words * sizeof *out->state);
}

/* That of the least packed state; NULL: no rank has any. */
static const gathered_states *least_gathered(const rank_packets *packets, const wgcq_model *model)
{
    const gathered_states *least = NULL;
    for (unsigned k = 0; k < packets->with->ranks; k++) {
        const gathered_states *theirs = rank_gathered(packets, k);
        if (theirs->any && (!least || model_state_before(model, theirs->state, least->state)))
            least = theirs;
    }
    return least;
}

/* ---- back through the levels ---------------------------------------------------------------- */

static void put_kept_state(const rank_trail *t, size_t i, uint32_t number, gathered_states *out)
{
    const rank_trail_level *level = trail_level_at(t, i);
    out->any = number >= level->base && number - level->base < level->count;
    if (!out->any)
        return;
    const size_t at = level->first + (number - level->base);
    out->origin = ((const uint32_t *)t->origins.at)[at];
    memcpy(out->state, (const uint64_t *)t->states.at + at * t->words,
           t->words * sizeof *out->state);
}

/* Which steps of the plan are known. */
typedef struct known_steps {
    engine *r;
    bool *known; /* [length + 1] */
} known_steps;

static void note_step(const known_steps *k, uint32_t step, const uint64_t *state)
{
    extract_plan_put(k->r, step, state);
    k->known[step] = true;
}

static int walk_back(const rank_trail *t, const known_steps *k, rank_packets *packets,
                     uint32_t number, gathered_states *mine)
{
    const wgcq_model *model = k->r->model;
    int code = 0;
    for (size_t i = t->level_count; !code && i--;) {
        put_kept_state(t, i, number, mine);
        code = rank_all_gather(packets, mine, gathered_states_bytes(t), k->r->err);
        const gathered_states *theirs = code ? NULL : least_gathered(packets, model);
        if (!code && !theirs)
            code = error_set(k->r->err, WGCQ_ERUN, "no rank has a state of the plan");
        if (code)
            break;
        note_step(k, trail_level_at(t, i)->depth, theirs->state);
        number = (uint32_t)theirs->origin;
    }
    return code;
}

static int gather_ends(const rank_trail *t, const known_steps *k, rank_packets *packets,
                       const rank_plan_end *end, gathered_states *mine)
{
    const uint32_t length = k->r->result->plan_length;
    put_plan_end(t, end, mine);
    int code = rank_all_gather(packets, mine, gathered_states_bytes(t), k->r->err);
    const gathered_states *theirs = code ? NULL : least_gathered(packets, k->r->model);
    if (!theirs)
        return code ? code : error_set(k->r->err, WGCQ_ERUN, "no rank has a goal");
    const uint32_t origin = (uint32_t)theirs->origin;
    note_step(k, length, theirs->state);
    if (!length)
        return 0;
    note_step(k, length - 1, theirs->state + t->words);
    return walk_back(t, k, packets, origin, mine);
}

/* ---- the whole ------------------------------------------------------------------------------ */

static int fill_gaps(const known_steps *k)
{
    const uint32_t length = k->r->result->plan_length;
    int code = 0;
    for (uint32_t from = 0, to; !code && from < length; from = to) {
        for (to = from + 1; !k->known[to];)
            to++;
        code = extract_plan_between(k->r, from, to);
    }
    return code ? code : extract_plan_moves(k->r, NULL, 0);
}

static void drop_plan(search_result *out)
{
    free(out->plan_states);
    free(out->plan_moves);
    out->plan_states = NULL;
    out->plan_moves = NULL;
    out->plan_length = 0;
}

int rank_trail_extract(const rank_trail *t, engine *r, rank_packets *packets, uint32_t length,
                       const rank_plan_end *mine)
{
    const known_steps k = {r, calloc(length + (size_t)1, sizeof(bool))};
    gathered_states *words = calloc(1, gathered_states_bytes(t));
    int code = k.known && words ? extract_plan_begin(r, length) : error_set_memory(r->err);
    if (code)
        rank_abandon(packets->with);
    else
        code = gather_ends(t, &k, packets, mine, words);
    if (!code && packets->with->rank == 0) {
        code = fill_gaps(&k);
    } else if (!code) {
        drop_plan(r->result);
    }
    free(k.known);
    free(words);
    return code;
}
