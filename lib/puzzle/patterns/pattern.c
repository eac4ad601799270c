/*
 * pattern.c - explores an abstraction from the starts, then finds distances from the goals back.
 *
 * Distances are corrected until they stay: states whose distance fell are looked at in rounds, and
 * those that an operator without cost leads to in the same round.  Where all operators cost
 * nothing or the same, no distance falls twice.
 */
#include "puzzle/patterns/pattern.h"

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/checked.h"

enum { FIRST_SLOTS = 1024, STATES_A_CHECK = 4096, SOURCES_AT_ONCE = 16 };

typedef struct key_list {
    size_t count, room;
    uint64_t *keys;
} key_list;

static bool push_key(key_list *list, uint64_t key)
{
    if (!array_reserve(&list->keys, &list->room, list->count + 1, sizeof *list->keys))
        return false;
    list->keys[list->count++] = key;
    return true;
}

/* ---- the table -------------------------------------------------------------------------------
 *
 * It is larger than the caches, so that slots are fetched some time before they are read. */

static size_t first_abstract_slot(const pattern *p, uint64_t key)
{
    uint64_t h = (key + 1) * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return (size_t)(h ^ h >> 32) & (p->slot_count - 1);
}

static pattern_slot *slot_from(const pattern *p, size_t at, uint64_t key)
{
    while (p->slots[at].key && p->slots[at].key != key + 1)
        at = (at + 1) & (p->slot_count - 1);
    return &p->slots[at];
}

static pattern_slot *slot_of(const pattern *p, uint64_t key)
{
    return slot_from(p, first_abstract_slot(p, key), key);
}

static void fetch_abstract_slot(const pattern *p, uint64_t key)
{
    __builtin_prefetch(&p->slots[first_abstract_slot(p, key)], 1);
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
        if (old.slots[i].key)
            slot_of(p, old.slots[i].key - 1)->key = old.slots[i].key;
    free(old.slots);
    return true;
}

/* Adds the key to the table, and to the list where it is new; false: no memory. */
static bool add_abstract_state(pattern *p, key_list *list, uint64_t key)
{
    if (p->count >= p->slot_count / 4 * 3 && !grow_table(p))
        return false;
    pattern_slot *slot = slot_of(p, key);
    if (slot->key)
        return true;
    slot->key = key + 1;
    p->count++;
    return push_key(list, key);
}

size_t pattern_memory(const pattern *p)
{
    return p->slot_count * sizeof *p->slots + p->abstraction.memory.total;
}

void pattern_distances(uint32_t *out, const pattern *p, const uint64_t *states, size_t words,
                       size_t count)
{
    uint64_t keys[PATTERNS_AT_ONCE];
    size_t at[PATTERNS_AT_ONCE];
    assert(count <= PATTERNS_AT_ONCE);
    for (size_t i = 0; i < count; i++) {
        keys[i] = abstraction_key(&p->abstraction, states + i * words);
        at[i] = first_abstract_slot(p, keys[i]);
        __builtin_prefetch(&p->slots[at[i]]);
    }
    for (size_t i = 0; i < count; i++) {
        const pattern_slot *slot = slot_from(p, at[i], keys[i]);
        out[i] = slot->key ? slot->distance : 0;
    }
}

/* ---- exploring ------------------------------------------------------------------------------- */

/* Called with a neighbour of an abstract state by one operator. */
typedef bool visit_neighbour(void *self, uint64_t key, uint32_t spent);

/* Every abstract state that one operator makes of this one, or makes this one of; false as
   soon as `visit` returns false. */
static bool visit_neighbours(const abstraction *a, uint64_t key, bool back, visit_neighbour *visit,
                             void *self, uint64_t *steps)
{
    const operator_index *index = back ? &a->back : &a->forth;
    for (size_t i = 0; i < a->count; i++) {
        const size_t place = a->firsts[i] + abstraction_class(&a->fields[i], key);
        *steps += index->starts[place + 1] - index->starts[place];
        for (size_t k = index->starts[place]; k < index->starts[place + 1]; k++) {
            const abstract_operator *o = &a->operators[index->operators[k]];
            if ((key & o->mask) == (back ? o->after : o->before) && abstraction_allows(a, o, key) &&
                !visit(self, key ^ o->before ^ o->after, o->cost))
                return false;
        }
    }
    return true;
}

typedef struct neighbour {
    uint64_t key;
    uint32_t distance; /* by the state next to it */
    uint32_t spent;
} neighbour;

typedef struct pattern_search {
    pattern *p;
    const pattern_task *task;
    size_t most;
    key_list all;       /* in order of discovery */
    key_list now, next; /* whose distance fell */
    size_t near_count, near_room;
    neighbour *near;     /* of some states, in order */
    uint64_t steps;      /* operators tried */
    size_t limit_count;  /* what the goal allows of single cells */
    class_limit *limits; /* [parts of the goal] */
    size_t other_count;  /* parts of it that read several cells */
    condition *others;   /* [parts of the goal] */
    uint32_t distance;   /* of the state that is looked at */
} pattern_search;

static bool gather_neighbour(void *self, uint64_t key, uint32_t spent)
{
    pattern_search *s = self;
    uint64_t sum = (uint64_t)s->distance + spent;
    if (sum >= PATTERN_UNREACHABLE) /* a lower bound of what does not fit */
        sum = PATTERN_UNREACHABLE - 1;
    if (!array_reserve(&s->near, &s->near_room, s->near_count + 1, sizeof *s->near))
        return false;
    fetch_abstract_slot(s->p, key);
    s->near[s->near_count++] = (neighbour){key, (uint32_t)sum, spent};
    return true;
}

/* The successors of the states from number `from` on. */
static bool add_abstract_successors(pattern_search *s, size_t from, size_t count)
{
    bool memory = true;
    s->near_count = 0;
    for (size_t i = 0; memory && i < count; i++)
        memory = visit_neighbours(&s->p->abstraction, s->all.keys[from + i], false,
                                  gather_neighbour, s, &s->steps);
    for (size_t i = 0; memory && i < s->near_count; i++)
        memory = add_abstract_state(s->p, &s->all, s->near[i].key);
    return memory;
}

static int explore_pattern(pattern_search *s, bool *found)
{
    const batch *starts = s->task->starts;
    bool memory = true;
    *found = true;
    for (size_t i = 0; memory && i < starts->count; i++)
        memory = add_abstract_state(
            s->p, &s->all, abstraction_key(&s->p->abstraction, starts->state + i * starts->words));
    for (size_t i = 0, count; memory && *found && i < s->all.count; i += count) {
        count = s->all.count - i < SOURCES_AT_ONCE ? s->all.count - i : SOURCES_AT_ONCE;
        memory = add_abstract_successors(s, i, count);
        *found = s->p->count <= s->most &&
                 (i % STATES_A_CHECK >= SOURCES_AT_ONCE || budget_continue(s->task->limit));
    }
    return memory ? 0 : WGCQ_EMEMORY;
}

/* ---- distances ------------------------------------------------------------------------------- */

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
    bool memory = read_goal(s);
    partial_state_forget_all(s->task->state);
    for (size_t i = 0; memory && *found && i < s->all.count; i++) {
        *found = i % STATES_A_CHECK || budget_continue(s->task->limit);
        if (!is_goal_possible(s, s->all.keys[i]))
            continue;
        slot_of(s->p, s->all.keys[i])->distance = 0;
        s->p->goals++;
        memory = push_key(&s->now, s->all.keys[i]);
    }
    partial_state_forget_all(s->task->state);
    return memory;
}

static bool correct_distance(pattern_search *s, const neighbour *n)
{
    pattern_slot *slot = slot_of(s->p, n->key);
    if (!slot->key || n->distance >= slot->distance)
        return true;
    slot->distance = n->distance;
    return push_key(n->spent ? &s->next : &s->now, n->key);
}

/* The distances of what leads to the last `count` states. */
static bool correct_behind(pattern_search *s, size_t count)
{
    bool memory = true;
    const size_t first = s->now.count - count;
    s->near_count = 0;
    for (size_t i = 0; i < count; i++)
        fetch_abstract_slot(s->p, s->now.keys[first + i]);
    for (size_t i = 0; memory && i < count; i++) {
        const uint64_t key = s->now.keys[first + i];
        s->distance = slot_of(s->p, key)->distance;
        memory = visit_neighbours(&s->p->abstraction, key, true, gather_neighbour, s, &s->steps);
    }
    s->now.count = first;
    for (size_t i = 0; memory && i < s->near_count; i++)
        memory = correct_distance(s, &s->near[i]);
    return memory;
}

static bool correct_round(pattern_search *s, bool *found, size_t *checked)
{
    bool memory = true;
    while (memory && *found && s->now.count) {
        const size_t left = s->now.count, count = left < SOURCES_AT_ONCE ? left : SOURCES_AT_ONCE;
        memory = correct_behind(s, count);
        *checked += count;
        *found = s->steps <= *s->task->steps_left &&
                 (*checked % STATES_A_CHECK >= SOURCES_AT_ONCE || budget_continue(s->task->limit));
    }
    return memory;
}

static int find_distances(pattern_search *s, bool *found)
{
    pattern *p = s->p;
    size_t checked = 0;
    for (size_t i = 0; i < p->slot_count; i++)
        p->slots[i].distance = PATTERN_UNREACHABLE;
    bool memory = set_goals(s, found);
    while (memory && *found && s->now.count) {
        memory = correct_round(s, found, &checked);
        key_list done = s->now;
        s->now = s->next;
        s->next = done;
    }
    return memory ? 0 : WGCQ_EMEMORY;
}

int pattern_make(pattern **out, bool *found, const pattern_task *task, const pattern_unit *units,
                 size_t count, const bool *owned, size_t most)
{
    pattern_search s = {.p = calloc(1, sizeof *s.p), .task = task, .most = most};
    *out = NULL;
    *found = false;
    if (!s.p)
        return WGCQ_EMEMORY;
    int code = abstraction_make(&s.p->abstraction, found, task->packing, task->operators, units,
                                count, owned);
    if (!code && *found)
        code = explore_pattern(&s, found);
    if (!code && *found)
        code = find_distances(&s, found);
    *task->steps_left -= s.steps < *task->steps_left ? s.steps : *task->steps_left;
    free(s.all.keys);
    free(s.now.keys);
    free(s.next.keys);
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
    free(p->slots);
    free(p);
}
