/*
 * journey_programs.h - random journeys, and what they come to by another way.
 *
 * A program is a table: blocks of operations, each block a journey function.  run_block makes the
 * calls of wgcq.h that a block says.  The oracle evaluates the same table without the library, by
 * recursion: an operation calls what follows it once for each alternative, and a cut returns to the
 * beginning of its block.
 */
#ifndef TESTS_JOURNEY_PROGRAMS_H
#define TESTS_JOURNEY_PROGRAMS_H

#include <stdlib.h>
#include <string.h>
#include <wgcq.h>

#include "suite.h"

enum {
    OP_CHOOSE, /* of `a` values, or one less or more */
    OP_GUARD,  /* fails once in 3 `a` */
    OP_MOVE,   /* of a cost below `a` */
    OP_MIX,
    OP_REPEAT, /* `a` steps of the block */
    OP_CUT,
    OP_ONCE,
    OP_ANY,
    OP_NONE,
    OP_WHETHER,
    OP_OR_ELSE,
    OP_COUNT,
    OP_FIND_ALL,
    OP_BOUND,
    OP_CHEAPEST,
    OP_INTERLEAVE, /* `a` of the two blocks, in turns */
    OP_KINDS,
    BLOCKS = 6,
    MOST_OPERATIONS = 7,
    MOST_CHOICES = 60,
    MOST_MOVES = 96
};

typedef struct {
    unsigned kind, a, block[2];
} operation;

typedef struct {
    operation operations[BLOCKS][MOST_OPERATIONS];
    unsigned counts[BLOCKS];
    unsigned used; /* kinds of operations, a bit each */
} program;

typedef struct {
    uint32_t value, calls;
} scene;

/* ---- made by a seed ---- */

static uint64_t random_state;

static uint32_t random_below(uint32_t count)
{
    random_state += 0x9e3779b97f4a7c15u;
    uint64_t x = random_state;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((x ^ x >> 31) % count);
}

static uint32_t mixed(uint32_t value, uint32_t more)
{
    uint32_t x = (value ^ more * 0x9e3779b9u) * 0x85ebca6bu + 1;
    return x ^ x >> 15;
}

static operation random_operation(unsigned block, unsigned kinds)
{
    for (;;) {
        operation o = {random_below(2) ? random_below(OP_REPEAT + 1) : random_below(OP_KINDS),
                       2 + random_below(3),
                       {0, 0}};
        if (!(kinds >> o.kind & 1) ||
            (block >= BLOCKS - 2 && o.kind >= OP_REPEAT && o.kind != OP_CUT && o.kind != OP_BOUND))
            continue;
        for (int i = 0; i < 2; i++)
            o.block[i] = block < BLOCKS - 1 ? block + 1 + random_below(BLOCKS - block - 1) : 0;
        return o;
    }
}

/* A program of these kinds of operations, a bit each. */
static program random_program(uint64_t seed, unsigned kinds)
{
    program p = {.used = 0};
    random_state = seed * 7919;
    for (unsigned b = 0; b < BLOCKS; b++) {
        p.counts[b] = (b == 0 ? 3 : 2) + random_below(b == 0 ? MOST_OPERATIONS - 2 : 3);
        for (unsigned i = 0; i < p.counts[b]; i++) {
            p.operations[b][i] = random_operation(b, kinds);
            if (b == 0 && i < 2) /* else most come to one result or none */
                p.operations[b][i].kind = i ? OP_MOVE : OP_CHOOSE;
            p.used |= 1u << p.operations[b][i].kind;
        }
    }
    return p;
}

static uint32_t choices_of(const operation *o, uint32_t value)
{
    return o->a - 1 + value % 3; /* at times none */
}
static int64_t cost_of(const operation *o, uint32_t value)
{
    return (int64_t)(value % (o->a * 3));
}
static const char *label_of(uint32_t value)
{
    static const char *const labels[] = {"up", "down", "left", "right"};
    return labels[value >> 4 & 3];
}

/* ---- run by the library ---- */

static wgcq_journey_fn *const block_functions[BLOCKS];

static bool collect_values(void *bag, const void *state)
{
    uint32_t *sum = bag;
    *sum = mixed(*sum, ((const scene *)state)->value);
    return *sum % 4 != 0;
}

static bool run_operation(wgcq_journey *j, scene *s, const operation *o)
{
    wgcq_journey_fn *const *f = block_functions;
    wgcq_journey_fn *const both[] = {f[o->block[0]], f[o->block[1]], f[o->block[0]],
                                     f[o->block[1]]};
    size_t which;
    uint64_t count;
    uint32_t bag = 1;
    bool yes;
    switch (o->kind) {
    case OP_CHOOSE:
        if (!wgcq_choose(j, choices_of(o, s->value), &which))
            return false;
        s->value = mixed(s->value, (uint32_t)which);
        return true;
    case OP_GUARD: return wgcq_guard(j, s->value % (3 * o->a) != 0, "guard");
    case OP_MOVE: return wgcq_move(j, label_of(s->value), cost_of(o, s->value));
    case OP_MIX: s->value = mixed(s->value, o->a); return true;
    case OP_REPEAT: return wgcq_repeat(j, o->a, f[o->block[0]]);
    case OP_CUT: return wgcq_cut(j);
    case OP_ONCE: return wgcq_once(j, f[o->block[0]]);
    case OP_ANY: return wgcq_any(j, f[o->block[0]]);
    case OP_NONE: return wgcq_none(j, f[o->block[0]]);
    case OP_OR_ELSE: return wgcq_or_else(j, f[o->block[0]], f[o->block[1]]);
    case OP_BOUND: return wgcq_bound(j, 0);
    case OP_CHEAPEST: return wgcq_cheapest(j, f[o->block[0]]);
#ifdef TEST_INTERLEAVE
    case OP_INTERLEAVE: return wgcq_interleave(j, o->a, both);
#endif
    case OP_WHETHER:
        if (!wgcq_whether(j, f[o->block[0]], &yes))
            return false;
        s->value = mixed(s->value, yes);
        return true;
    case OP_COUNT:
        if (!wgcq_count(j, f[o->block[0]], &count))
            return false;
        s->value = mixed(s->value, (uint32_t)count);
        return true;
    case OP_FIND_ALL:
        if (!wgcq_find_all(j, f[o->block[0]], collect_values, &bag))
            return false;
        s->value = mixed(s->value, bag);
        return true;
    default: (void)both; return false;
    }
}

static bool run_block(wgcq_journey *j, void *state, unsigned block)
{
    const program *p = wgcq_self(j);
    scene *s = state;
    s->calls++;
    for (unsigned i = 0; i < p->counts[block]; i++)
        if (!run_operation(j, s, &p->operations[block][i]))
            return false;
    return true;
}

#define BLOCK(n)                                                                                   \
    static bool run_block_##n(wgcq_journey *j, void *state)                                        \
    {                                                                                              \
        return run_block(j, state, n);                                                             \
    }
BLOCK(0)
BLOCK(1)
BLOCK(2)
BLOCK(3)
BLOCK(4)
BLOCK(5)
static wgcq_journey_fn *const block_functions[BLOCKS] = {run_block_0, run_block_1, run_block_2,
                                                         run_block_3, run_block_4, run_block_5};

/* ---- evaluated without it ---- */

typedef struct {
    scene s;
    int64_t cost;
    uint32_t move_count;
    char moves[MOST_MOVES]; /* the first letters of their labels */
    uint32_t choice_count;
    uint32_t path[MOST_CHOICES]; /* the alternative taken by each choice */
} outcome;

/* One journey: where its results go, and what holds for all its runs. */
typedef struct tale {
    const program *p;
    outcome *results;
    size_t count, room;
    size_t wanted;  /* results; 0: all */
    uint32_t most;  /* choices of a run; 0: no limit (rounds of deepening) */
    bool cut_short; /* a run wanted more */
    bool has_best, bounded;
    int64_t best;
    long *work; /* left, of all */
} tale;

/* The operation behind the end of a block. */
typedef struct sequel {
    unsigned block, next; /* the operation to go on with                       */
    unsigned level;       /* of the block's call, to which a cut of it returns */
    unsigned again;       /* steps of `step` to be made before                 */
    unsigned step;
    const struct sequel *after;
} sequel;

enum { ON = -1, STOPPED = -2 }; /* else the level to return to */

static void tale_results(tale *t, unsigned block, const outcome *from);
static int evaluate(tale *t, const sequel *at, outcome o, unsigned depth);

static int arrive(tale *t, const outcome *o)
{
    if (t->bounded && t->has_best && o->cost >= t->best)
        return ON;
    if (!t->has_best || o->cost < t->best)
        t->best = o->cost;
    t->has_best = true;
    if (t->count == t->room) {
        t->room = t->room ? 2 * t->room : 64;
        t->results = realloc(t->results, t->room * sizeof *t->results);
    }
    t->results[t->count++] = *o;
    return t->wanted && t->count >= t->wanted ? STOPPED : ON;
}

/* The call of a block, to which its cuts return; the levels of calls are their depths. */
static int enter(tale *t, unsigned block, const sequel *after, outcome o, unsigned depth)
{
    const sequel begin = {.block = block, .level = depth, .after = after};
    o.s.calls++;
    int end = evaluate(t, &begin, o, depth + 1);
    return end == (int)depth ? ON : end;
}

/* The steps of a loop, then what follows it. */
static int evaluate_loop(tale *t, const sequel *at, outcome o, unsigned depth)
{
    sequel rest = *at;
    if (rest.again == 0)
        return evaluate(t, &rest, o, depth);
    rest.again--;
    return enter(t, rest.step, &rest, o, depth);
}

static tale nested(const tale *t)
{
    return (tale){.p = t->p, .work = t->work};
}

static int evaluate_choice(tale *t, const sequel *rest, const operation *op, outcome o,
                           unsigned depth)
{
    uint32_t count = choices_of(op, o.s.value);
    if (count == 0)
        return ON;
    if (o.choice_count == MOST_CHOICES) {
        *t->work = 0;
        return ON;
    }
    if (t->most && o.choice_count >= t->most) {
        t->cut_short = true;
        return ON;
    }
    o.choice_count++;
    for (uint32_t i = 0; i < count; i++) {
        outcome taken = o;
        taken.path[o.choice_count - 1] = i;
        taken.s.value = mixed(o.s.value, i);
        int end = evaluate(t, rest, taken, depth);
        if (end != ON)
            return end;
    }
    return ON;
}

static void adopt(outcome *o, const outcome *from)
{
    o->s = from->s;
    o->cost += from->cost;
    for (uint32_t i = 0; i < from->move_count && o->move_count < MOST_MOVES; i++)
        o->moves[o->move_count++] = from->moves[i];
}

/* One result of each in turn, until all have ended. */
static int evaluate_interleaved(tale *t, const sequel *rest, const operation *op, outcome o,
                                unsigned depth)
{
    tale of[4] = {{0}};
    outcome begin = {.s = o.s};
    int end = ON;
    if (t->most && o.choice_count >= t->most) {
        t->cut_short = true;
        return ON;
    }
    if (o.choice_count == MOST_CHOICES) {
        *t->work = 0;
        return ON;
    }
    for (unsigned i = 0; i < op->a && i < 4; i++) {
        of[i] = nested(t);
        tale_results(&of[i], op->block[i % 2], &begin);
    }
    uint32_t given = 0;
    o.choice_count++;
    for (size_t turn = 0, more = 1; more && end == ON; turn++) {
        more = 0;
        for (unsigned i = 0; i < op->a && i < 4 && end == ON; i++) {
            if (turn >= of[i].count)
                continue;
            outcome taken = o;
            adopt(&taken, &of[i].results[turn]);
            taken.path[o.choice_count - 1] = given++;
            end = evaluate(t, rest, taken, depth);
            more = 1;
        }
    }
    for (unsigned i = 0; i < 4; i++)
        free(of[i].results);
    return end;
}

/* Operations that ask a nested journey; false: the run fails. */
static bool evaluate_nested(tale *t, const operation *op, outcome *o)
{
    tale inner = nested(t);
    outcome begin = {.s = o->s};
    bool holds = true;
    inner.wanted =
        op->kind == OP_ONCE || op->kind == OP_ANY || op->kind == OP_NONE || op->kind == OP_WHETHER;
    tale_results(&inner, op->block[0], &begin);
    uint32_t bag = 1;
    size_t best = 0;
    switch (op->kind) {
    case OP_ANY: holds = inner.count > 0; break;
    case OP_NONE: holds = inner.count == 0; break;
    case OP_WHETHER: o->s.value = mixed(o->s.value, inner.count > 0); break;
    case OP_COUNT: o->s.value = mixed(o->s.value, (uint32_t)inner.count); break;
    case OP_FIND_ALL:
        for (size_t i = 0; i < inner.count && collect_values(&bag, &inner.results[i].s); i++)
            continue;
        o->s.value = mixed(o->s.value, bag);
        break;
    default: /* OP_ONCE, OP_CHEAPEST */
        for (size_t i = 1; i < inner.count; i++)
            if (inner.results[i].cost < inner.results[best].cost)
                best = i;
        holds = inner.count > 0;
        if (holds)
            adopt(o, &inner.results[best]);
    }
    free(inner.results);
    return holds;
}

static bool has_result(tale *t, unsigned block, const outcome *o)
{
    tale inner = nested(t);
    outcome begin = {.s = o->s};
    inner.wanted = 1;
    tale_results(&inner, block, &begin);
    free(inner.results);
    return inner.count > 0;
}

static int evaluate(tale *t, const sequel *at, outcome o, unsigned depth)
{
    if (--*t->work <= 0)
        return STOPPED;
    if (at->again)
        return evaluate_loop(t, at, o, depth);
    if (at->next == t->p->counts[at->block])
        return at->after ? evaluate(t, at->after, o, depth) : arrive(t, &o);
    const operation *op = &t->p->operations[at->block][at->next];
    sequel rest = *at;
    rest.next++;
    int end;
    switch (op->kind) {
    case OP_CHOOSE: return evaluate_choice(t, &rest, op, o, depth);
    case OP_GUARD: return o.s.value % (3 * op->a) ? evaluate(t, &rest, o, depth) : ON;
    case OP_MOVE:
        o.cost += cost_of(op, o.s.value);
        if (o.move_count < MOST_MOVES)
            o.moves[o.move_count++] = label_of(o.s.value)[0];
        return evaluate(t, &rest, o, depth);
    case OP_MIX: o.s.value = mixed(o.s.value, op->a); return evaluate(t, &rest, o, depth);
    case OP_REPEAT:
        rest.again = op->a;
        rest.step = op->block[0];
        return evaluate_loop(t, &rest, o, depth);
    case OP_CUT:
        if (t->cut_short)
            return ON;
        end = evaluate(t, &rest, o, depth);
        return end == ON ? (int)at->level : end;
    case OP_BOUND:
        t->bounded = true;
        return t->has_best && o.cost >= t->best ? ON : evaluate(t, &rest, o, depth);
    case OP_OR_ELSE:
        return enter(t, op->block[has_result(t, op->block[0], &o) ? 0 : 1], &rest, o, depth);
    case OP_INTERLEAVE: return evaluate_interleaved(t, &rest, op, o, depth);
    default: return evaluate_nested(t, op, &o) ? evaluate(t, &rest, o, depth) : ON;
    }
}

static void tale_results(tale *t, unsigned block, const outcome *from)
{
    enter(t, block, NULL, *from, 0);
}

/* ---- both ---- */

enum { WORK = 20000 };

/* The results of the program by the oracle, to be freed; false: it is too large. */
static bool told(const program *p, outcome **results, size_t *count)
{
    static const outcome begin = {.cost = 0};
    long work = WORK;
    tale t = {.p = p, .work = &work};
    tale_results(&t, 0, &begin);
    *results = t.results;
    *count = t.count;
    return work > 0;
}

/* The next result is this one. */
static void assert_outcome(const wgcq_iterator *t, const scene *s, const outcome *expected)
{
    assert_memory_equal(s, &expected->s, sizeof *s);
    assert_int_equal(wgcq_iterator_cost(t), expected->cost);
    assert_true(wgcq_iterator_move_count(t) >= expected->move_count);
    for (size_t i = 0; i < expected->move_count; i++)
        assert_int_equal(wgcq_iterator_move(t, i)[0], expected->moves[i]);
}

/* The library gives these results, in this order; limits suspend it. */
static __attribute__((unused)) void assert_results(const program *p, wgcq_iterator_options wanted,
                                                   const outcome *expected, size_t count)
{
    scene s = {0, 0};
    wgcq_error err = {0};
    wgcq_iterator *t;
    size_t found = 0;
    int code;
    long stops = 0;
    wanted.self = p;
    assert_int_equal(wgcq_iterator_new(&t, run_block_0, &s, sizeof s, &wanted, &err), 0);
    while ((code = wgcq_iterator_next(t, &err)) == 0 || code == WGCQ_LIMIT) {
        if (code == 0) {
            assert_true(found < count);
            assert_outcome(t, &s, &expected[found++]);
        } else {
            assert_string_equal(wgcq_iterator_limit(t), "max_runs");
            assert_true(++stops < 100000000);
        }
    }
    if (code < 0)
        fail_msg("%s", err.text);
    assert_int_equal(found, count);
    wgcq_iterator_free(t);
}

#endif
