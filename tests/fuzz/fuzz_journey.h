/* fuzz_journey.h - a journey made of bytes, and what every way of running it must give. */
#ifndef FUZZ_JOURNEY_H
#define FUZZ_JOURNEY_H

#include <unistd.h>

#include "fuzz_bytes.h"

enum { SIZE = 4, STORY = 24 }; /* bytes of a state; of the tape, a journey */
enum { RESULTS = 40, CHOICES = 64, RUNS = 3000 };

static const char *const names[] = {"one", "two", "no way"};

/* What gives other results, or in another order, where those of a nested journey, or of this one,
   come in another order; it is set when such a call is made. */
static bool by_order;

static inline wgcq_journey *ordered(wgcq_journey *j)
{
    by_order = true;
    return j;
}

static inline bool simple_verb(wgcq_journey *j, uint8_t *s, size_t at)
{
    size_t which = 0;
    int64_t value = 0;
    unsigned bit = 0, a = on_tape(at + 1, 256), b = on_tape(at + 2, 256);
    uint64_t members = 0;
    unsigned char order[64];
    uint8_t *to = &s[on_tape(at + 3, SIZE)];
    bool alive = true;
    switch (on_tape(at, 12)) {
    case 0: alive = wgcq_choose(j, a % 4, &which), *to = (uint8_t)(alive ? which : *to); break;
    case 1: alive = wgcq_choose_from(j, (int)(a % 4) - 1, (int)(b % 4) - 1, &value); break;
    case 2: alive = wgcq_choose_bit(j, a % 8, &bit), *to = (uint8_t)(alive ? bit : *to); break;
    case 3: alive = wgcq_choose_subset(j, a % 3, b % 4, on_tape(at + 4, 4), &members); break;
    case 4: alive = wgcq_choose_permutation(j, a % 3, order); break;
    case 5: alive = wgcq_guard(j, (*to + a) % 3 != 0, b % 2 ? names[2] : NULL); break;
    case 6: alive = a % 4 || wgcq_fail(j); break;
    case 7: alive = wgcq_move(j, names[a % 2], b % 3); break;
    case 8: alive = a % 3 || wgcq_cut(ordered(j)); break;
    case 9: *to = (uint8_t)((*to + 1) % 4); break;
    default: return true;
    }
    if (alive && value)
        *to = (uint8_t)((*to + value) & 3);
    return alive;
}

static inline bool part(wgcq_journey *j, void *state, size_t from)
{
    for (size_t i = 0; i < 2; i++)
        if (!simple_verb(j, state, from + i * 5))
            return false;
    return true;
}
static inline bool inner(wgcq_journey *j, void *state)
{
    return part(j, state, STORY);
}
static inline bool other(wgcq_journey *j, void *state)
{
    return part(j, state, 2 * STORY);
}
/* Such a step comes to an end: in two steps at the most. */
static inline bool onward(wgcq_journey *j, void *state)
{
    uint8_t *s = state;
    bool alive = part(j, state, STORY);
    s[0] = s[0] < 2 ? 2 : s[0];
    return alive;
}
static inline bool is_done(const void *state)
{
    return *(const uint8_t *)state > 1;
}
static inline bool collect(void *bag, const void *state)
{
    unsigned *sum = bag;
    return (*sum += *(const uint8_t *)state) < 9;
}

/* ---- tables, turns, aggregates ----------------------------------------------------------- */

static inline bool again(wgcq_journey *j, void *state);
static inline bool best_again(wgcq_journey *j, void *state);

/* A way out, or on through a table; it may meet itself. */
static inline bool tabled_or_out(wgcq_journey *j, void *state,
                                 bool (*table)(wgcq_journey *, wgcq_journey_fn *))
{
    size_t which;
    if (!wgcq_choose(j, 2 + on_tape(3 * STORY, 2), &which) || (which && !part(j, state, STORY)))
        return false;
    wgcq_journey_fn *of[] = {inner, again, best_again, other};
    return !which || table(j, of[on_tape(3 * STORY + which, 4)]);
}
static inline bool again(wgcq_journey *j, void *state)
{
    return tabled_or_out(j, state, wgcq_tabled);
}
static inline bool best_again(wgcq_journey *j, void *state)
{
    return wgcq_move(j, names[0], 1) && tabled_or_out(j, state, wgcq_tabled_best);
}
/* Many results; not without end, since the moves of a model have no limit of runs. */
static inline bool many(wgcq_journey *j, void *state)
{
    size_t more;
    (void)state;
    return wgcq_choose(j, 30, &more);
}
static inline int64_t value_of(const void *state)
{
    const uint8_t *s = state;
    return (int64_t)s[0] * 3 - s[1];
}
static inline void first_byte(const void *state, void *key)
{
    *(uint8_t *)key = ((const uint8_t *)state)[0];
}
static inline bool count_groups(void *bag, const void *key, const void *states, size_t count)
{
    unsigned *sum = bag;
    require(count && *(const uint8_t *)key == *(const uint8_t *)states);
    return ++*sum < 3;
}

static inline bool newer_verb(wgcq_journey *j, uint8_t *s, size_t at)
{
    wgcq_journey_fn *const turns[] = {inner, on_tape(at + 1, 4) ? again : many, other};
    wgcq_journey_fn *const of[] = {inner, other, again, best_again};
    wgcq_journey_fn *fn = of[on_tape(at + 1, 4)];
    int64_t value = 0;
    unsigned groups = 0;
    switch (on_tape(at + 2, 12)) {
    case 0: return wgcq_tabled(j, fn);
    case 1: return wgcq_tabled_best(j, fn);
    case 2: return wgcq_interleave(j, on_tape(at + 3, 4), turns);
    case 3: return wgcq_bound(ordered(j), on_tape(at + 3, 3));
    case 4: return wgcq_cheapest(ordered(j), fn);
    case 5: return wgcq_min(j, fn, value_of, &value) && wgcq_guard(j, value < 5, "least");
    case 6: return wgcq_max(j, fn, value_of, &value) && wgcq_guard(j, value > 1, NULL);
    case 7: return wgcq_sum(j, fn, value_of, &value) && wgcq_guard(j, value % 3 != 1, NULL);
    case 8:
        return wgcq_group_by(ordered(j), fn, first_byte, 1, count_groups, &groups) &&
               wgcq_guard(j, groups % 2 == 0, NULL);
    case 9: return on_tape(at + 3, 4) || wgcq_raise(j, "so it is");
    case 10: return wgcq_guard(j, wgcq_self(j) == NULL, "self") && wgcq_any(j, fn);
    default: return (s[0] = (uint8_t)((s[0] + 1) % 4), wgcq_or_else(j, fn, other));
    }
}

static inline bool deep_verb(wgcq_journey *j, uint8_t *s, size_t at)
{
    bool yes = false;
    uint64_t count = 0;
    unsigned sum = 0, a = on_tape(at + 1, 3);
    switch (on_tape(at, 14)) {
    case 0: return wgcq_repeat(j, a, inner);
    case 1: return wgcq_until(j, is_done, onward);
    case 2: return wgcq_once(ordered(j), inner);
    case 3: return wgcq_any(j, other);
    case 4: return wgcq_none(j, other);
    case 5: return wgcq_whether(j, inner, &yes) && (yes || wgcq_once(ordered(j), other));
    case 6: return wgcq_or_else(j, inner, other);
    case 7: return wgcq_count(j, inner, &count) && wgcq_guard(j, count % 3 != 1, NULL);
    case 8:
        return wgcq_find_all(ordered(j), inner, collect, &sum) && wgcq_guard(j, sum % 5 != 1, NULL);
    case 9:
    case 10:
    case 11: return newer_verb(j, s, at);
    default: return simple_verb(j, s, at);
    }
}

static inline bool fuzz_journey(wgcq_journey *j, void *state)
{
    uint8_t *s = state;
    return deep_verb(j, s, 0) && simple_verb(j, s, 5) && simple_verb(j, s, 10);
}

static inline void key_of(const void *state, void *key)
{
    *(uint8_t *)key = ((const uint8_t *)state)[0];
}
static inline int in_order(const void *a, const void *b)
{
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

static inline void fuzz_iterator(bytes *b)
{
    uint8_t state[SIZE] = {0}, before[SIZE];
    wgcq_iterator_options wanted = {.offset = next(b, 3),
                                    .limit = next(b, 5),
                                    .distinct = next(b, 2),
                                    .check = next(b, 2),
                                    .max_runs = next(b, 4),
                                    .max_depth = next(b, 6)};
    if (!wanted.max_runs) /* a limit, as all have */
        wanted.max_runs = RUNS;
    if (next(b, 2)) {
        wanted.key = key_of;
        wanted.key_size = 1;
    }
    if (next(b, 2))
        wanted.order_by = in_order;
    const wgcq_iterator_options plain = {.max_runs = RUNS};
    size_t size = next(b, 8) ? SIZE : 0;
    wgcq_iterator *plans = NULL;
    wgcq_error err = {0};
    memcpy(before, state, SIZE);
    int code =
        wgcq_iterator_new(&plans, fuzz_journey, state, size, next(b, 4) ? &wanted : &plain, &err);
    require((code == 0) == (plans != NULL));
    if (!check(code, &err))
        return;
    for (unsigned i = 0; i < 50; i++) {
        code = wgcq_iterator_next(plans, &err);
        require((code == WGCQ_LIMIT) == (wgcq_iterator_limit(plans) != NULL));
        if (code == WGCQ_LIMIT)
            continue;
        if (code)
            break;
        for (size_t k = 0; k < wgcq_iterator_move_count(plans); k++)
            require(wgcq_iterator_move(plans, k) != NULL);
        (void)wgcq_iterator_cost(plans);
    }
    check(code, &err);
    if (code == WGCQ_DONE && size)
        require(!memcmp(before, state, SIZE));
    wgcq_iterator_free(plans);
}

/* ---- the same results in other ways ------------------------------------------------------ */

/* What an iteration has given, and how it ended; whole: no limit of this test came first. */
typedef struct given_results {
    uint8_t states[RESULTS][SIZE];
    int64_t costs[RESULTS];
    uint64_t choices[RESULTS][CHOICES];
    size_t lengths[RESULTS], count;
    int code;
    bool whole;
} given_results;

static inline void keep_result(given_results *to, const wgcq_iterator *it, const uint8_t *state)
{
    size_t at = to->count++, length = wgcq_iterator_choice_count(it);
    memcpy(to->states[at], state, SIZE);
    to->costs[at] = wgcq_iterator_cost(it);
    to->lengths[at] = length;
    to->whole = to->whole && length <= CHOICES;
    for (size_t k = 0; k < length && k < CHOICES; k++)
        to->choices[at][k] = wgcq_iterator_choice(it, k);
}

/* At most so many results of an iterator; they are put behind those that are there. */
static inline void take_results(given_results *to, const wgcq_iterator_options *wanted, size_t most)
{
    uint8_t state[SIZE] = {0};
    wgcq_iterator *it = NULL;
    wgcq_error err = {0};
    to->code = wgcq_iterator_new(&it, fuzz_journey, state, SIZE, wanted, &err);
    while (!to->code && most-- && to->count < RESULTS)
        if (!(to->code = wgcq_iterator_next(it, &err)))
            keep_result(to, it, state);
    to->whole = to->whole && to->code != WGCQ_LIMIT && to->count < RESULTS;
    check(to->code, &err);
    wgcq_iterator_free(it);
}

static inline void take_all(given_results *to, const wgcq_iterator_options *wanted)
{
    *to = (given_results){.whole = true};
    take_results(to, wanted, SIZE_MAX);
}

static inline bool same_result(const given_results *a, size_t i, const given_results *b, size_t k)
{
    return !memcmp(a->states[i], b->states[k], SIZE) && a->costs[i] == b->costs[k];
}

static inline void require_same(const given_results *a, const given_results *b)
{
    require(a->code == b->code && a->count == b->count);
    for (size_t i = 0; i < a->count; i++)
        require(same_result(a, i, b, i));
}

/* In any order. */
static inline void require_as_many(const given_results *a, const given_results *b)
{
    require(a->code == b->code && a->count == b->count);
    for (size_t i = 0; i < a->count; i++) {
        int balance = 0;
        for (size_t k = 0; k < a->count; k++)
            balance += same_result(a, i, a, k) - same_result(a, i, b, k);
        require(balance == 0);
    }
}

/* Each result by its choices; the results behind one; the smallest choices of one. */
static inline void fuzz_choices(bytes *b, const given_results *all)
{
    uint8_t state[SIZE] = {0};
    wgcq_error err = {0};
    const wgcq_iterator_options how = {.check = next(b, 2), .max_runs = RUNS};
    size_t one = next(b, (unsigned)all->count), count = all->lengths[one];
    int code = wgcq_replay(fuzz_journey, state, SIZE, &how, all->choices[one], count, &err);
    require(code == 0 && !memcmp(state, all->states[one], SIZE));
    given_results behind = {.whole = true};
    take_results(&behind,
                 &(wgcq_iterator_options){
                     .after = all->choices[one], .after_count = count, .max_runs = RUNS},
                 SIZE_MAX);
    if (behind.whole && !by_order) {
        require(behind.code == all->code && behind.count == all->count - one - 1);
        for (size_t i = 0; i < behind.count; i++)
            require(same_result(&behind, i, all, one + 1 + i));
    }
    uint64_t choices[CHOICES];
    memcpy(choices, all->choices[one], sizeof choices);
    memset(state, 0, SIZE);
    code = wgcq_shrink(fuzz_journey, state, SIZE, &how, choices, &count, &err);
    require(count <= all->lengths[one]);
    if (check(code, &err)) {
        uint8_t replayed[SIZE] = {0};
        code = wgcq_replay(fuzz_journey, replayed, SIZE, &how, choices, count, &err);
        require(code == 0 && !memcmp(state, replayed, SIZE));
    }
    for (size_t i = next(b, 4); i; i--) /* any choices */
        choices[next(b, CHOICES)] = next(b, 3);
    memset(state, 0, SIZE);
    check(wgcq_replay(fuzz_journey, state, SIZE, &how, choices, next(b, 6), &err), &err);
}

static inline void verify_tree(const char *path, const given_results *all)
{
    uint8_t state[SIZE] = {0};
    wgcq_trace *tree = NULL;
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_FAILS;
    wgcq_error err = {0};
    require(wgcq_is_tree(path) && wgcq_tree_open(&tree, path, &err) == 0);
    if (check(wgcq_tree_verify(&rows, &found, tree, &err), &err))
        read_rows(rows, 100);
    require(found == WGCQ_HOLDS);
    rows = NULL;
    if (all->code >= 0 &&
        check(wgcq_journey_verify(&rows, &found, tree, fuzz_journey, state, SIZE, NULL, &err),
              &err)) {
        read_rows(rows, 100);
        require(found != WGCQ_FAILS);
    }
    wgcq_trace_free(tree);
}

/* Stored in a file, by several iterators one after the other. */
static inline void fuzz_tree(bytes *b, const given_results *all, const char *path)
{
    given_results stored = {.whole = true};
    const wgcq_iterator_options how = {.trace = path, .max_runs = RUNS, .name = "fuzzed"};
    size_t before;
    do {
        before = stored.count;
        take_results(&stored, &how, 1 + next(b, 4));
    } while (stored.code == 0 && stored.count > before && stored.count < RESULTS);
    if (stored.whole)
        require_same(all, &stored);
    if (wgcq_is_tree(path))
        verify_tree(path, all);
    unlink(path);
}

static inline void fuzz_estimate(bytes *b)
{
    uint8_t state[SIZE] = {0};
    wgcq_tree_estimate e;
    wgcq_error err = {0};
    const wgcq_iterator_options how = {
        .seed = next(b, 8), .max_depth = next(b, 5), .max_runs = RUNS};
    int code = wgcq_estimate(fuzz_journey, state, SIZE, &how, 1 + next(b, 20), &e, &err);
    if (check(code, &err))
        require(e.nodes >= 1 && e.runs >= 1 && e.results >= 0 && e.results <= e.runs);
}

/* One journey in every way; `path`: of a file that is not there. */
static inline void fuzz_ways(bytes *b, const char *path)
{
    given_results all, other_way;
    by_order = false;
    take_all(&all, &(wgcq_iterator_options){.max_runs = RUNS});
    fuzz_estimate(b);
    if (!all.whole)
        return;
    if (all.count)
        fuzz_choices(b, &all);
    take_all(&other_way, &(wgcq_iterator_options){.check = true, .max_runs = RUNS});
    if (other_way.whole)
        require_same(&all, &other_way);
    take_all(&other_way,
             &(wgcq_iterator_options){.max_table_bytes = 1 + 200 * next(b, 40), .max_runs = RUNS});
    if (other_way.whole)
        require_same(&all, &other_way);
    fuzz_tree(b, &all, path);
    if (next(b, 4) == 0) {
        take_all(&other_way, &(wgcq_iterator_options){.threads = 2 + next(b, 3), .max_runs = RUNS});
        if (other_way.whole)
            require_same(&all, &other_way);
    }
    for (int order = WGCQ_DEEPENING; order <= WGCQ_RANDOM; order++) {
        take_all(&other_way, &(wgcq_iterator_options){.order = (wgcq_journey_order)order,
                                                      .seed = next(b, 9),
                                                      .restart_runs = next(b, 3),
                                                      .check = next(b, 2),
                                                      .max_runs = RUNS});
        if (other_way.whole && !by_order && all.code >= 0)
            require_as_many(&all, &other_way);
    }
}

#endif
