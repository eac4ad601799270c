/*
 * pattern.c - explores an abstraction from the starts, then finds distances from the goals back.
 *
 * Where there is one abstract goal, and each operator can be undone, the search from the goal back
 * finds what the starts lead to as well, and is all.
 *
 * Distances are corrected until they stay: states whose distance fell are looked at in rounds, and
 * those that an operator without cost leads to in the same round.  Where all operators cost
 * nothing or the same, no distance falls twice.
 *
 * The table has the nearness of each state: UINT32_MAX less its distance.  So it is 0 where a table
 * of zeros has no state yet.
 */
#include "puzzle/patterns/pattern.h"

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/checked.h"

enum { FIRST_SLOTS = 1024, STATES_A_CHECK = 4096, SOURCES_AT_ONCE = 16, INDICES_A_STATE = 4 };
enum { NEARNESS_NONE, NEARNESS_REACHED, NEARNESS_LEAST }; /* not in the table; leads to no goal */
enum { SMALL_ABSENT = 255, SMALL_UNREACHABLE = 254, SMALL_SHARE = 16 };

typedef struct abstract_state {
    uint64_t key;
    uint32_t index;
} abstract_state;

typedef struct abstract_list {
    size_t count, room;
    abstract_state *states;
} abstract_list;

static bool push_state(abstract_list *list, const abstract_state *x)
{
    if (!array_reserve(&list->states, &list->room, list->count + 1, sizeof *list->states))
        return false;
    list->states[list->count++] = *x;
    return true;
}

/* ---- the table -------------------------------------------------------------------------------
 *
 * It is larger than the caches, so that places are fetched some time before they are read. */

static size_t first_abstract_slot(const pattern *p, uint64_t key)
{
    uint64_t h = (key + 1) * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return (size_t)(h ^ h >> 32) & (p->slot_count - 1);
}

/* That of the key, or a free one. */
static pattern_slot *slot_from(const pattern *p, size_t at, uint64_t key)
{
    while (p->slots[at].nearness && p->slots[at].key != key)
        at = (at + 1) & (p->slot_count - 1);
    return &p->slots[at];
}

static uint32_t *place_of(const pattern *p, const abstract_state *x)
{
    if (p->by_index)
        return &p->by_index[x->index];
    pattern_slot *slot = slot_from(p, first_abstract_slot(p, x->key), x->key);
    slot->key = x->key;
    return &slot->nearness;
}

static void fetch_abstract_place(const pattern *p, const abstract_state *x)
{
    __builtin_prefetch(p->by_index ? (void *)&p->by_index[x->index]
                                   : (void *)&p->slots[first_abstract_slot(p, x->key)],
                       1);
}

static bool grow_table(pattern *p)
{
    const pattern old = *p;
    p->slot_count = old.slot_count ? old.slot_count * 2 : FIRST_SLOTS;
    p->slots = calloc(p->slot_count, sizeof *p->slots);
    if (!p->slots) {
        *p = old;
        return false;
    }
    for (size_t i = 0; i < old.slot_count; i++)
        if (old.slots[i].nearness)
            *slot_from(p, first_abstract_slot(p, old.slots[i].key), old.slots[i].key) =
                old.slots[i];
    free(old.slots);
    return true;
}

/* An empty table; false: no memory. */
static bool clear_table(pattern *p)
{
    free(p->by_index);
    free(p->slots);
    p->by_index = NULL;
    p->slots = NULL;
    p->slot_count = p->count = p->goals = 0;
    if (!p->abstraction.indices)
        return grow_table(p);
    p->by_index = calloc(p->abstraction.indices, sizeof *p->by_index);
    return p->by_index;
}

static bool reserve_place(pattern *p)
{
    return p->by_index || p->count < p->slot_count / 4 * 3 || grow_table(p);
}

/* Adds the state to the table, and to the list where it is new; false: no memory. */
static bool add_abstract_state(pattern *p, abstract_list *list, const abstract_state *x)
{
    if (!reserve_place(p))
        return false;
    uint32_t *at = place_of(p, x);
    if (*at)
        return true;
    *at = NEARNESS_REACHED;
    p->count++;
    return push_state(list, x);
}

size_t pattern_memory(const pattern *p)
{
    const size_t index_size = p->small ? sizeof *p->small : sizeof *p->by_index;
    return p->slot_count * sizeof *p->slots + p->abstraction.indices * index_size +
           p->abstraction.memory.total;
}

/* A byte for each index, where all distances fit and the table is not mostly empty. */
static bool make_small(pattern *p)
{
    uint32_t least = UINT32_MAX;
    if (p->count < p->abstraction.indices / SMALL_SHARE)
        return true;
    for (size_t i = 0; i < p->abstraction.indices; i++)
        if (p->by_index[i] >= NEARNESS_LEAST && p->by_index[i] < least)
            least = p->by_index[i];
    if (!p->by_index || UINT32_MAX - least >= SMALL_UNREACHABLE)
        return true;
    p->small = malloc(p->abstraction.indices);
    if (!p->small)
        return false;
    for (size_t i = 0; i < p->abstraction.indices; i++) {
        const uint32_t nearness = p->by_index[i];
        p->small[i] = (uint8_t)(nearness >= NEARNESS_LEAST ? UINT32_MAX - nearness
                                : nearness                 ? SMALL_UNREACHABLE
                                                           : SMALL_ABSENT);
    }
    free(p->by_index);
    p->by_index = NULL;
    return true;
}

static uint32_t distance_of_nearness(uint32_t nearness)
{
    if (nearness >= NEARNESS_LEAST)
        return UINT32_MAX - nearness;
    return nearness ? PATTERN_UNREACHABLE : 0;
}

static void distances_by_index(uint32_t *out, const pattern *p, const uint64_t *states,
                               size_t words, size_t count)
{
    size_t at[PATTERNS_AT_ONCE];
    for (size_t i = 0; i < count; i++) {
        at[i] = abstraction_index(&p->abstraction, states + i * words);
        __builtin_prefetch(p->small ? (void *)&p->small[at[i]] : (void *)&p->by_index[at[i]]);
    }
    for (size_t i = 0; i < count && !p->small; i++)
        out[i] = distance_of_nearness(p->by_index[at[i]]);
    for (size_t i = 0; i < count && p->small; i++) {
        const uint8_t d = p->small[at[i]];
        out[i] = d < SMALL_UNREACHABLE ? d : d == SMALL_UNREACHABLE ? PATTERN_UNREACHABLE : 0;
    }
}

void pattern_distances(uint32_t *out, const pattern *p, const uint64_t *states, size_t words,
                       size_t count)
{
    uint64_t keys[PATTERNS_AT_ONCE];
    size_t at[PATTERNS_AT_ONCE];
    assert(count <= PATTERNS_AT_ONCE);
    if (p->abstraction.indices) {
        distances_by_index(out, p, states, words, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        keys[i] = abstraction_key(&p->abstraction, states + i * words);
        at[i] = first_abstract_slot(p, keys[i]);
        __builtin_prefetch(&p->slots[at[i]]);
    }
    for (size_t i = 0; i < count; i++)
        out[i] = distance_of_nearness(slot_from(p, at[i], keys[i])->nearness);
}

/* ---- exploring ------------------------------------------------------------------------------- */

typedef struct neighbour {
    abstract_state state;
    uint32_t nearness; /* by the state next to it */
    uint32_t spent;
} neighbour;

typedef struct pattern_search {
    pattern *p;
    const pattern_task *task;
    size_t most;
    bool adds;               /* the search from the goal adds states */
    abstract_list all;       /* in order of discovery */
    abstract_list now, next; /* whose distance fell */
    size_t near_count, near_room;
    neighbour *near;     /* of some states, in order */
    uint64_t steps;      /* operators tried */
    size_t limit_count;  /* what the goal allows of single cells */
    class_limit *limits; /* [parts of the goal] */
    size_t other_count;  /* parts of it that read several cells */
    condition *others;   /* [parts of the goal] */
} pattern_search;

/* Every state that one of the operators makes of this one. */
static inline bool gather_some(pattern_search *s, abstract_state from, uint32_t nearness,
                               const abstract_operator *o, size_t count)
{
    const pattern *p = s->p;
    const uint32_t left = nearness > NEARNESS_LEAST ? nearness - NEARNESS_LEAST : 0;
    if (s->near_room < s->near_count + count &&
        !array_reserve(&s->near, &s->near_room, s->near_count + count, sizeof *s->near))
        return false;
    neighbour *n = s->near + s->near_count;
    for (const abstract_operator *end = o + count; o < end; o++) {
        if ((from.key & o->mask) != o->before ||
            (o->limits && !abstraction_allows(&p->abstraction, o, from.key)))
            continue;
        const uint32_t cost = o->cost;
        *n = (neighbour){.state = {from.key ^ o->before ^ o->after, from.index + o->step},
                         .nearness = NEARNESS_LEAST + (left > cost ? left - cost : 0),
                         .spent = cost};
        fetch_abstract_place(p, &n++->state);
    }
    s->near_count = (size_t)(n - s->near);
    s->steps += count;
    return true;
}

static bool gather_neighbours(pattern_search *s, const abstract_state *x, uint32_t nearness,
                              const operator_index *by)
{
    const abstract_state from = *x;
    const abstract_field *fields = s->p->abstraction.fields;
    const size_t count = s->p->abstraction.count, *starts = by->starts;
    bool memory = true;
    for (size_t i = 0; memory && i < count; i++) {
        const size_t place = fields[i].first_place + abstraction_class(&fields[i], from.key);
        if (starts[place] < starts[place + 1])
            memory = gather_some(s, from, nearness, by->operators + starts[place],
                                 starts[place + 1] - starts[place]);
    }
    return memory;
}

/* The successors of the states from number `from` on. */
static bool add_abstract_successors(pattern_search *s, size_t from, size_t count)
{
    bool memory = true;
    s->near_count = 0;
    for (size_t i = 0; memory && i < count; i++)
        memory = gather_neighbours(s, &s->all.states[from + i], 0, &s->p->abstraction.forth);
    for (size_t i = 0; memory && i < s->near_count; i++)
        memory = add_abstract_state(s->p, &s->all, &s->near[i].state);
    return memory;
}

static abstract_state abstract_start(const pattern_search *s, size_t i)
{
    const batch *starts = s->task->starts;
    const abstraction *a = &s->p->abstraction;
    const uint64_t key = abstraction_key(a, starts->state + i * starts->words);
    return (abstract_state){key, abstraction_index_of_key(a, key)};
}

static int explore_pattern(pattern_search *s, bool *found)
{
    bool memory = true;
    for (size_t i = 0; memory && i < s->task->starts->count; i++) {
        const abstract_state start = abstract_start(s, i);
        memory = add_abstract_state(s->p, &s->all, &start);
    }
    for (size_t i = 0, count; memory && *found && i < s->all.count; i += count) {
        count = s->all.count - i < SOURCES_AT_ONCE ? s->all.count - i : SOURCES_AT_ONCE;
        memory = add_abstract_successors(s, i, count);
        *found = s->p->count <= s->most &&
                 (i % STATES_A_CHECK >= SOURCES_AT_ONCE || budget_continue(s->task->limit));
    }
    return memory ? 0 : WGCQ_EMEMORY;
}

/* ---- goals ----------------------------------------------------------------------------------- */

/* Sorts the parts of the goal: those that allow values of one cell, and others. */
static bool read_goal(pattern_search *s)
{
    const conditions_of *goal = &s->task->goal;
    s->limits = malloc((goal->count + 1) * sizeof *s->limits);
    s->others = malloc((goal->count + 1) * sizeof *s->others);
    partial_state_forget_all(s->task->state);
    for (size_t i = 0; s->limits && s->others && i < goal->count; i++) {
        uint64_t allowed;
        const condition *c = &goal->all[i];
        const uint32_t wait = partial_state_value(s->task->state, c->truth).wait;
        if (!wait || !condition_list_values(c, s->task->state, wait - 1, &allowed))
            s->others[s->other_count++] = *c;
        else if (abstraction_limit(&s->p->abstraction, wait - 1, allowed,
                                   &s->limits[s->limit_count]))
            s->limit_count++;
    }
    return s->limits && s->others;
}

static void know_single_values(const pattern_search *s, uint64_t key)
{
    const abstraction *a = &s->p->abstraction;
    for (size_t i = 0; i < a->count; i++) {
        const abstract_field *f = &a->fields[i];
        int64_t only = f->only[abstraction_class(f, key)];
        if (only >= 0)
            partial_state_know(s->task->state, f->cell, (uint64_t)only);
        else
            partial_state_forget(s->task->state, f->cell);
    }
}

/* Whether some state of that abstract one may be a goal. */
static bool is_goal_possible(const pattern_search *s, uint64_t key)
{
    bool possible = true;
    for (size_t i = 0; i < s->limit_count && possible; i++)
        possible = class_limit_allows(&s->limits[i], key);
    if (possible && s->other_count)
        know_single_values(s, key);
    for (size_t i = 0; i < s->other_count && possible; i++)
        possible = !condition_is_broken(&s->others[i], s->task->state);
    return possible;
}

static bool set_goals(pattern_search *s, bool *found)
{
    bool memory = true;
    partial_state_forget_all(s->task->state);
    for (size_t i = 0; memory && *found && i < s->all.count; i++) {
        const abstract_state *x = &s->all.states[i];
        *found = i % STATES_A_CHECK || budget_continue(s->task->limit);
        if (!is_goal_possible(s, x->key))
            continue;
        *place_of(s->p, x) = UINT32_MAX;
        s->p->goals++;
        memory = push_state(&s->now, x);
    }
    partial_state_forget_all(s->task->state);
    return memory;
}

/* Whether the goal allows one class of each field, and nothing else is asked: which one. */
static bool is_only_goal(const pattern_search *s, uint64_t *key)
{
    const abstraction *a = &s->p->abstraction;
    bool only = !s->other_count;
    *key = 0;
    for (size_t i = 0; i < a->count && only; i++) {
        const abstract_field *f = &a->fields[i];
        uint64_t allowed = low_bits(f->classes);
        for (size_t k = 0; k < s->limit_count; k++)
            if (s->limits[k].shift == f->shift)
                allowed &= s->limits[k].allowed;
        only = allowed && !(allowed & (allowed - 1)) && f->classes <= 64;
        if (only)
            *key |= (uint64_t)__builtin_ctzll(allowed) << f->shift;
    }
    return only;
}

/* ---- distances ------------------------------------------------------------------------------- */

/* Most neighbours are: seen at a glance where they have indices. */
static inline bool is_as_near(const pattern *p, const neighbour *n)
{
    return p->by_index && n->nearness <= p->by_index[n->state.index];
}

static bool correct_distance(pattern_search *s, const neighbour *n)
{
    if (s->adds && !reserve_place(s->p))
        return false;
    uint32_t *at = place_of(s->p, &n->state);
    if (n->nearness <= *at || !(*at || s->adds))
        return true;
    s->p->count += !*at;
    *at = n->nearness;
    return push_state(n->spent ? &s->next : &s->now, &n->state);
}

/* The distances of what leads to the last `count` states. */
static bool correct_behind(pattern_search *s, size_t count)
{
    bool memory = true;
    const size_t first = s->now.count - count;
    s->near_count = 0;
    for (size_t i = 0; i < count; i++)
        fetch_abstract_place(s->p, &s->now.states[first + i]);
    for (size_t i = 0; memory && i < count; i++) {
        const abstract_state *x = &s->now.states[first + i];
        memory = gather_neighbours(s, x, *place_of(s->p, x), &s->p->abstraction.back);
    }
    s->now.count = first;
    for (size_t i = 0; memory && i < s->near_count; i++)
        memory = is_as_near(s->p, &s->near[i]) || correct_distance(s, &s->near[i]);
    return memory;
}

static bool correct_round(pattern_search *s, bool *found, size_t *checked)
{
    bool memory = true;
    while (memory && *found && s->now.count) {
        const size_t left = s->now.count, count = left < SOURCES_AT_ONCE ? left : SOURCES_AT_ONCE;
        memory = correct_behind(s, count);
        *checked += count;
        *found = s->steps <= *s->task->steps_left && s->p->count <= s->most &&
                 (*checked % STATES_A_CHECK >= SOURCES_AT_ONCE || budget_continue(s->task->limit));
    }
    return memory;
}

/* From the states of `now` on. */
static int find_distances(pattern_search *s, bool *found)
{
    size_t checked = 0;
    bool memory = true;
    while (memory && *found && s->now.count) {
        memory = correct_round(s, found, &checked);
        abstract_list done = s->now;
        s->now = s->next;
        s->next = done;
    }
    return memory ? 0 : WGCQ_EMEMORY;
}

static bool has_all_starts(const pattern_search *s)
{
    bool all = true;
    for (size_t i = 0; i < s->task->starts->count && all; i++) {
        const abstract_state start = abstract_start(s, i);
        all = *place_of(s->p, &start);
    }
    return all;
}

/* *whole: there is nothing else that the starts lead to. */
static int search_from_goal(pattern_search *s, uint64_t key, bool *found, bool *whole)
{
    const abstraction *a = &s->p->abstraction;
    const neighbour goal = {{key, abstraction_index_of_key(a, key)}, UINT32_MAX, 0};
    s->adds = true;
    int code = correct_distance(s, &goal) ? 0 : WGCQ_EMEMORY;
    s->p->goals = 1;
    code = code ? code : find_distances(s, found);
    s->adds = false;
    *whole = has_all_starts(s);
    return code;
}

static int search_both_ways(pattern_search *s, bool *found)
{
    s->now.count = s->next.count = 0;
    *found = true;
    int code = clear_table(s->p) ? explore_pattern(s, found) : WGCQ_EMEMORY;
    if (!code && *found)
        code = set_goals(s, found) ? find_distances(s, found) : WGCQ_EMEMORY;
    return code;
}

static int search_pattern(pattern_search *s, bool *found)
{
    uint64_t key;
    bool whole = false;
    if (!read_goal(s) || !clear_table(s->p))
        return WGCQ_EMEMORY;
    const abstraction *a = &s->p->abstraction;
    int code = 0;
    if (is_only_goal(s, &key) && (!a->indices || abstraction_has_index(a, key)) &&
        abstraction_is_undirected(a))
        code = search_from_goal(s, key, found, &whole);
    if (!code && !whole && (*found || s->p->count > s->most))
        code = search_both_ways(s, found);
    return !code && *found && !make_small(s->p) ? WGCQ_EMEMORY : code;
}

int pattern_make(pattern **out, bool *found, const pattern_task *task, const pattern_unit *units,
                 size_t count, const bool *owned, size_t most)
{
    pattern_search s = {.p = calloc(1, sizeof *s.p), .task = task, .most = most};
    const abstraction_wish wish = {.packing = task->packing,
                                   .operators = task->operators,
                                   .units = units,
                                   .count = count,
                                   .owned = owned,
                                   .starts = task->starts,
                                   .indices = (uint64_t)most * INDICES_A_STATE};
    *out = NULL;
    *found = false;
    if (!s.p)
        return WGCQ_EMEMORY;
    int code = abstraction_make(&s.p->abstraction, found, &wish);
    if (!code && *found)
        code = search_pattern(&s, found);
    *task->steps_left -= s.steps < *task->steps_left ? s.steps : *task->steps_left;
    free(s.all.states);
    free(s.now.states);
    free(s.next.states);
    free(s.near);
    free(s.limits);
    free(s.others);
    if (code || !*found)
        pattern_free(s.p);
    else
        *out = s.p;
    return code;
}

void pattern_free(pattern *p)
{
    if (!p)
        return;
    abstraction_free(&p->abstraction);
    free(p->by_index);
    free(p->small);
    free(p->slots);
    free(p);
}
