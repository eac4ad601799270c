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

typedef struct test_count {
    ref test;
    uint32_t count;
} test_count;

/* The test that most branches have; REF_TRUE where no two share any. */
static ref most_shared_test(emitter *e, const tested_branches *all)
{
    size_t total = 0, room = 16;
    for (size_t i = 0; i < all->count; i++)
        total += all->items[i].tests.count;
    e->work += total;
    while (room < 2 * total)
        room *= 2;
    const arena_mark before = arena_here(e->memory);
    test_count *slots = arena_array(e->memory, room, sizeof *slots), best = {REF_TRUE, 1};
    for (size_t i = 0; i < all->count; i++) {
        for (size_t k = 0; k < all->items[i].tests.count; k++) {
            ref test = all->items[i].tests.items[k];
            size_t s = test * (size_t)2654435761U & (room - 1);
            while (slots[s].count && slots[s].test != test)
                s = (s + 1) & (room - 1);
            slots[s].test = test;
            if (++slots[s].count > best.count)
                best = slots[s];
        }
    }
    arena_rewind(e->memory, before);
    return best.test;
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

static size_t count_branches_with(const tested_branches *all, ref test)
{
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++)
        count += has_test(&all->items[i].tests, test);
    return count;
}

/* Takes the branches that have the test out of `all`. */
static tested_branches take_branches_with(emitter *e, tested_branches *all, ref test)
{
    tested_branches taken = {.room = count_branches_with(all, test)};
    taken.items = arena_array(e->memory, taken.room, sizeof *taken.items);
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++) {
        tested_branch p = all->items[i];
        if (has_test(&p.tests, test))
            ARENA_PUSH(e->memory, taken.items, taken.count, taken.room, p);
        else
            all->items[kept++] = p;
    }
    all->count = kept;
    return taken;
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

static branch_groups group_branches(emitter *e, tested_branches all)
{
    branch_groups out = {0};
    ref test = REF_TRUE;
    while (all.count > 1 && e->work < WORK_MOST && e->level < LEVELS_MOST &&
           (test = most_shared_test(e, &all)) != REF_TRUE) {
        tested_branches group = take_branches_with(e, &all, test);
        conditions shared = take_common_tests(e, &group);
        push_group(e, &out, shared, group);
    }
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
