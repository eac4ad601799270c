/*
 * decision_tree.c - a successor generator: branches that begin with the same tests share them.
 *
 * The test that most branches have is emitted once, with those branches behind it and the others
 * beside it.  A sliding puzzle then tests the blank's position once per position, not once per
 * move.  The order of the branches changes; their positions keep the original order.
 */
#include <assert.h>
#include <string.h>

#include "puzzle/codegen/emitter.h"

enum { WORK_MOST = 20000000, LEVELS_MOST = 40, TESTS_COMPARED = 512 };

typedef struct tested_branch {
    conditions tests;
    const decision *rest;
} tested_branch;

typedef struct tested_branches {
    size_t count, room;
    tested_branch *items;
} tested_branches;

/* ---- leading tests ---------------------------------------------------------- */

void condition_leaves(emitter *e, ref condition, dag_op op, conditions *out)
{
    size_t from = out->count;
    ARENA_PUSH(e->memory, out->items, out->count, out->room, condition);
    for (size_t i = from; i < out->count;) {
        const dag_node n = *dag_at(e->dag, out->items[i]);
        if (n.op != op) {
            i++;
            continue;
        }
        out->items[i] = n.a;
        ARENA_PUSH(e->memory, out->items, out->count, out->room, n.b);
    }
}

static void drop_repeated_tests(conditions *c)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->count; i++) {
        size_t k = 0;
        while (k < kept && c->items[k] != c->items[i])
            k++;
        if (k == kept)
            c->items[kept++] = c->items[i];
    }
    c->count = kept;
}

static bool is_equality(const dag *d, ref x)
{
    return dag_at(d, x)->op == DAG_EQUAL && dag_is_constant(d, dag_at(d, x)->b);
}

/* Whether the test is that some value is not this one, and another test that it is that one. */
static bool is_implied_test(const dag *d, const conditions *c, ref test)
{
    const ref other = dag_at(d, test)->a;
    if (dag_at(d, test)->op != DAG_NOT || !is_equality(d, other))
        return false;
    for (size_t i = 0; i < c->count; i++)
        if (is_equality(d, c->items[i]) && dag_at(d, c->items[i])->a == dag_at(d, other)->a &&
            dag_at(d, c->items[i])->b != dag_at(d, other)->b)
            return true;
    return false;
}

static void drop_implied_tests(const dag *d, conditions *c)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->count; i++)
        if (!is_implied_test(d, c, c->items[i]))
            c->items[kept++] = c->items[i];
    c->count = kept;
}

const decision *decision_tests(emitter *e, const decision *s, conditions *out)
{
    for (; s; s = s->next) {
        bool named = s->form == NODE_GUARD && s->rule >= 0 && e->rejections;
        if (s->form == NODE_UNDEFINED && s->truth == REF_FALSE)
            continue;
        if (s->form != NODE_GUARD || named)
            break;
        condition_leaves(e, s->truth, DAG_AND, out);
    }
    if (out->count <= 64)
        drop_repeated_tests(out);
    if (out->count <= TESTS_COMPARED)
        drop_implied_tests(e->dag, out);
    return s;
}

/* Every branch with its leading tests; a branch that begins with a fork is replaced by its own. */
static void collect_branches(emitter *e, const decision *fork, tested_branches *out)
{
    for (size_t i = 0; i < fork->count; i++) {
        tested_branch p = {0};
        p.rest = decision_tests(e, fork->branches[i], &p.tests);
        if (!p.rest)
            continue;
        if (p.rest->form == NODE_BRANCH && p.tests.count == 0)
            collect_branches(e, p.rest, out);
        else
            ARENA_PUSH(e->memory, out->items, out->count, out->room, p);
    }
}

/* ---- sharing ---------------------------------------------------------------- */

static bool has_test(const conditions *c, ref test)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->items[i] == test)
            return true;
    return false;
}

static void drop_test(conditions *c, ref test)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->items[i] == test)
            c->items[i--] = c->items[--c->count];
}

/* The distinct tests of branches, and where they are: the branches' tests are numbered in order. */
typedef struct test_index {
    size_t count, left;       /* distinct tests; tests of the branches that are not taken */
    ref *test;                /* [count]                                          */
    uint32_t *uses;           /* [count] in branches that are not taken           */
    uint32_t *starts, *ends;  /* [count] its places: in place[]                   */
    uint32_t *place, *number; /* [tests] places of each test, ascending; at a place: which test */
    uint32_t *branch;         /* [tests] at a place: whose                        */
    uint32_t *firsts;         /* [branches + 1] the first place of each           */
    bool *taken;              /* [branches]                                       */
} test_index;

static void allocate_test_index(emitter *e, test_index *x, const tested_branches *all)
{
    for (size_t i = 0; i < all->count; i++)
        x->left += all->items[i].tests.count;
    x->test = arena_array(e->memory, x->left, sizeof *x->test);
    x->uses = arena_array(e->memory, x->left, sizeof *x->uses);
    x->starts = arena_array(e->memory, x->left, sizeof *x->starts);
    x->ends = arena_array(e->memory, x->left, sizeof *x->ends);
    x->place = arena_array(e->memory, x->left, sizeof *x->place);
    x->number = arena_array(e->memory, x->left, sizeof *x->number);
    x->branch = arena_array(e->memory, x->left, sizeof *x->branch);
    x->firsts = arena_array(e->memory, all->count + 1, sizeof *x->firsts);
    x->taken = arena_array(e->memory, all->count, sizeof *x->taken);
}

/* Numbers the distinct tests by e->test_numbers, and clears that again. */
static void number_tests(emitter *e, test_index *x, const tested_branches *all)
{
    uint32_t at = 0;
    for (size_t i = 0; i < all->count; i++) {
        const conditions *tests = &all->items[i].tests;
        x->firsts[i] = at;
        for (size_t k = 0; k < tests->count; k++, at++) {
            uint32_t *number = &e->test_numbers[tests->items[k]];
            if (!*number) {
                x->test[x->count] = tests->items[k];
                *number = (uint32_t)++x->count;
            }
            x->number[at] = *number - 1;
            x->branch[at] = (uint32_t)i;
            x->uses[*number - 1]++;
        }
    }
    x->firsts[all->count] = at;
    for (size_t t = 0; t < x->count; t++)
        e->test_numbers[x->test[t]] = 0;
}

static test_index index_tests(emitter *e, const tested_branches *all)
{
    test_index x = {0};
    allocate_test_index(e, &x, all);
    emitter_reserve_nodes(e);
    number_tests(e, &x, all);
    for (size_t t = 0, from = 0; t < x.count; from += x.uses[t++])
        x.starts[t] = x.ends[t] = (uint32_t)from;
    for (uint32_t at = 0; at < x.left; at++)
        x.place[x.ends[x.number[at]]++] = at;
    return x;
}

/* The last place of a test in a branch that is not taken; there is one. */
static uint32_t last_place(test_index *x, size_t t)
{
    while (x->taken[x->branch[x->place[x->ends[t] - 1]]])
        x->ends[t]--;
    return x->place[x->ends[t] - 1];
}

/* The test that most branches have, of several the one whose places end first; x->count where no
   two share any. */
static size_t most_shared_test(emitter *e, test_index *x)
{
    size_t best = x->count;
    uint32_t most = 1, ends = 0;
    e->work += x->left;
    for (size_t t = 0; t < x->count; t++) {
        if (x->uses[t] < most || x->uses[t] < 2)
            continue;
        const uint32_t last = last_place(x, t);
        if (x->uses[t] > most || last < ends) {
            best = t;
            most = x->uses[t];
            ends = last;
        }
    }
    return best;
}

/* Takes the tests that all of the group have out of each. */
static conditions take_common_tests(emitter *e, tested_branches *group)
{
    conditions shared = {0};
    const conditions *first = &group->items[0].tests;
    for (size_t k = 0; k < first->count; k++) {
        size_t i = 1;
        while (i < group->count && has_test(&group->items[i].tests, first->items[k]))
            i++;
        if (i == group->count)
            ARENA_PUSH(e->memory, shared.items, shared.count, shared.room, first->items[k]);
    }
    for (size_t i = 0; i < group->count; i++)
        for (size_t k = 0; k < shared.count; k++)
            drop_test(&group->items[i].tests, shared.items[k]);
    return shared;
}

static void take_branch(test_index *x, size_t i)
{
    x->taken[i] = true;
    for (uint32_t at = x->firsts[i]; at < x->firsts[i + 1]; at++)
        x->uses[x->number[at]]--;
    x->left -= x->firsts[i + 1] - x->firsts[i];
}

/* The branches that have the test, in order; they are taken. */
static tested_branches take_branches_with(emitter *e, const tested_branches *all, test_index *x,
                                          size_t t)
{
    tested_branches out = {.room = x->uses[t]};
    out.items = arena_array(e->memory, out.room, sizeof *out.items);
    for (uint32_t k = x->starts[t]; k < x->ends[t]; k++) {
        const size_t i = x->branch[x->place[k]];
        if (x->taken[i])
            continue;
        take_branch(x, i);
        ARENA_PUSH(e->memory, out.items, out.count, out.room, all->items[i]);
    }
    return out;
}

static void drop_taken(tested_branches *all, const test_index *x)
{
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++)
        if (!x->taken[i])
            all->items[kept++] = all->items[i];
    all->count = kept;
}

static void close_scopes_to(emitter *e, size_t scopes)
{
    assert(e->scope_count >= scopes);
    while (e->scope_count > scopes)
        emit_close_scope(e);
}

/* Branches that share tests, or a single one with its own. */
typedef struct branch_groups {
    size_t count, room, branch_room;
    conditions *tests;
    tested_branches *branches;
} branch_groups;

static void push_group(emitter *e, branch_groups *all, conditions tests, tested_branches branches)
{
    size_t count = all->count;
    ARENA_PUSH(e->memory, all->tests, all->count, all->room, tests);
    ARENA_PUSH(e->memory, all->branches, count, all->branch_room, branches);
}

/* Room for so many more. */
static void reserve_groups(emitter *e, branch_groups *all, size_t more)
{
    const size_t room = all->count + more;
    conditions *tests = arena_array(e->memory, room, sizeof *tests);
    tested_branches *branches = arena_array(e->memory, room, sizeof *branches);
    if (all->count) {
        memcpy(tests, all->tests, all->count * sizeof *tests);
        memcpy(branches, all->branches, all->count * sizeof *branches);
    }
    all->tests = tests;
    all->branches = branches;
    all->room = all->branch_room = room;
}

/* Takes branches that share tests, as many as can be at a time. */
static void group_shared(emitter *e, tested_branches *all, branch_groups *out)
{
    test_index x = index_tests(e, all);
    for (size_t left = all->count; left > 1 && e->work < WORK_MOST && e->level < LEVELS_MOST;) {
        const size_t t = most_shared_test(e, &x);
        if (t == x.count)
            break;
        tested_branches group = take_branches_with(e, all, &x, t);
        left -= group.count;
        conditions shared = take_common_tests(e, &group);
        push_group(e, out, shared, group);
    }
    drop_taken(all, &x);
}

static branch_groups group_branches(emitter *e, tested_branches all)
{
    branch_groups out = {0};
    if (all.count > 1)
        group_shared(e, &all, &out);
    reserve_groups(e, &out, all.count);
    for (size_t i = 0; i < all.count; i++) {
        const conditions tests = all.items[i].tests;
        all.items[i].tests = (conditions){0};
        push_group(e, &out, tests, (tested_branches){1, 1, &all.items[i]});
    }
    return out;
}

static void emit_branches(emitter *e, tested_branches all)
{
    const uint32_t deals = e->deals_open;
    if (all.count == 1 && all.items[0].tests.count == 0) {
        size_t scopes = e->scope_count;
        codegen_decision(e, all.items[0].rest);
        close_scopes_to(e, scopes);
        return;
    }
    branch_groups groups = group_branches(e, all);
    dealt_test *dealt = arena_array(e->memory, groups.count, sizeof *dealt);
    emit_deals(e, groups.tests, groups.count, dealt);
    for (size_t i = 0; i < groups.count; i++) {
        size_t scopes = e->scope_count;
        if (dealt[i].lists)
            emit_take(e, &dealt[i]);
        emit_filter(e, groups.tests[i].items, groups.tests[i].count);
        emit_branches(e, groups.branches[i]);
        close_scopes_to(e, scopes);
    }
    e->deals_open = deals;
}

void decision_branches(emitter *e, const decision *fork)
{
    tested_branches all = {.room = fork->count};
    all.items = arena_array(e->memory, all.room, sizeof *all.items);
    collect_branches(e, fork, &all);
    emit_branches(e, all);
}
