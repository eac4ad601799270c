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

enum { FIRST_SLOTS = 1024, STATES_A_CHECK = 4096 };

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

/* ---- the table ------------------------------------------------------------------------------- */

static size_t slot_of(const pattern *p, uint64_t key)
{
    uint64_t h = (key + 1) * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 32) * UINT64_C(0xd6e8feb86659fd93);
    size_t at = (size_t)(h ^ h >> 32) & (p->slots - 1);
    while (p->keys[at] && p->keys[at] != key + 1)
        at = (at + 1) & (p->slots - 1);
    return at;
}

static bool grow_table(pattern *p)
{
    const pattern old = *p;
    p->slots = old.slots ? old.slots * 2 : FIRST_SLOTS;
    p->keys = calloc(p->slots, sizeof *p->keys);
    p->distances = NULL;
    if (!p->keys) {
        *p = old;
        return false;
    }
    for (size_t i = 0; i < old.slots; i++)
        if (old.keys[i])
            p->keys[slot_of(p, old.keys[i] - 1)] = old.keys[i];
    free(old.keys);
    return true;
}

/* Adds the key to the table, and to the list where it is new; false: no memory. */
static bool add_abstract_state(pattern *p, key_list *list, uint64_t key)
{
    if (p->count >= p->slots / 4 * 3 && !grow_table(p))
        return false;
    size_t at = slot_of(p, key);
    if (p->keys[at])
        return true;
    p->keys[at] = key + 1;
    p->count++;
    return push_key(list, key);
}

size_t pattern_memory(const pattern *p)
{
    return p->slots * (sizeof *p->keys + sizeof *p->distances) + p->abstraction.memory.total;
}

uint32_t pattern_distance(const pattern *p, const uint64_t *state)
{
    size_t at = slot_of(p, abstraction_key(&p->abstraction, state));
    return p->keys[at] ? p->distances[at] : 0;
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

typedef struct pattern_search {
    pattern *p;
    const pattern_task *task;
    size_t most;
    key_list all;        /* in order of discovery */
    key_list now, next;  /* whose distance fell */
    uint64_t steps;      /* operators tried */
    size_t limit_count;  /* what the goal allows of single cells */
    class_limit *limits; /* [parts of the goal] */
    size_t other_count;  /* parts of it that read several cells */
    condition *others;   /* [parts of the goal] */
    uint32_t distance;   /* of the state that is looked at */
} pattern_search;

static bool add_successor(void *self, uint64_t key, uint32_t spent)
{
    pattern_search *s = self;
    (void)spent;
    return add_abstract_state(s->p, &s->all, key);
}

static int explore_pattern(pattern_search *s, bool *found)
{
    const batch *starts = s->task->starts;
    bool memory = true;
    *found = true;
    for (size_t i = 0; memory && i < starts->count; i++)
        memory = add_abstract_state(
            s->p, &s->all, abstraction_key(&s->p->abstraction, starts->state + i * starts->words));
    for (size_t i = 0; memory && *found && i < s->all.count; i++) {
        memory = visit_neighbours(&s->p->abstraction, s->all.keys[i], false, add_successor, s,
                                  &s->steps);
        *found = s->p->count <= s->most && (i % STATES_A_CHECK || budget_continue(s->task->limit));
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
        s->p->distances[slot_of(s->p, s->all.keys[i])] = 0;
        s->p->goals++;
        memory = push_key(&s->now, s->all.keys[i]);
    }
    partial_state_forget_all(s->task->state);
    return memory;
}

static bool correct_distance(void *self, uint64_t key, uint32_t spent)
{
    pattern_search *s = self;
    size_t at = slot_of(s->p, key);
    uint64_t sum = (uint64_t)s->distance + spent;
    if (sum >= PATTERN_UNREACHABLE) /* a lower bound of what does not fit */
        sum = PATTERN_UNREACHABLE - 1;
    if (!s->p->keys[at] || sum >= s->p->distances[at])
        return true;
    s->p->distances[at] = (uint32_t)sum; /* less than what was there */
    return push_key(spent ? &s->next : &s->now, key);
}

static bool correct_round(pattern_search *s, bool *found, size_t *checked)
{
    bool memory = true;
    while (memory && *found && s->now.count) {
        uint64_t key = s->now.keys[--s->now.count];
        s->distance = s->p->distances[slot_of(s->p, key)];
        memory = visit_neighbours(&s->p->abstraction, key, true, correct_distance, s, &s->steps);
        *found = s->steps <= *s->task->steps_left &&
                 (++*checked % STATES_A_CHECK || budget_continue(s->task->limit));
    }
    return memory;
}

static int find_distances(pattern_search *s, bool *found)
{
    pattern *p = s->p;
    size_t checked = 0;
    p->distances = malloc(p->slots * sizeof *p->distances);
    if (!p->distances)
        return WGCQ_EMEMORY;
    for (size_t i = 0; i < p->slots; i++)
        p->distances[i] = PATTERN_UNREACHABLE;
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
    free(p->keys);
    free(p->distances);
    free(p);
}
