/*
 * decision_tree.c - branches that begin with the same tests share them.
 *
 * The test that most branches have is made once; what has it goes behind it, the rest beside it. So
 * a puzzle with one empty place is asked where it is once a place, not once a move.  The branches'
 * order changes; their ranks keep what it was.
 */
#include <string.h>

#include "puzzle/compile/emitter.h"

enum { WORK_MOST = 20000000, LEVELS_MOST = 40 };

typedef struct path {
    conditions tests;
    const decision *rest;
} path;

typedef struct paths {
    size_t count, room;
    path *items;
} paths;

/* ---- what a branch begins with --------------------------------------------- */

static void split(emitter *e, ref condition, conditions *out)
{
    size_t from = out->count;
    ARENA_PUSH(e->memory, out->items, out->count, out->room, condition);
    for (size_t i = from; i < out->count;) {
        const dag_node n = *dag_at(e->dag, out->items[i]);
        if (n.op != DAG_AND) {
            i++;
            continue;
        }
        out->items[i] = n.a;
        ARENA_PUSH(e->memory, out->items, out->count, out->room, n.b);
    }
}

static void drop_repeats(conditions *c)
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

const decision *decision_tests(emitter *e, const decision *s, conditions *out)
{
    for (; s; s = s->next) {
        bool named = s->form == NODE_GUARD && s->rule >= 0 && e->rejections;
        if (s->form == NODE_UNDEFINED && s->truth == REF_FALSE)
            continue;
        if (s->form != NODE_GUARD || named)
            break;
        split(e, s->truth, out);
    }
    if (out->count <= 64)
        drop_repeats(out);
    return s;
}

/* Every branch with its tests; a fork right at the beginning of one is part of this one. */
static void collect(emitter *e, const decision *fork, paths *out)
{
    for (size_t i = 0; i < fork->count; i++) {
        path p = {0};
        p.rest = decision_tests(e, fork->branches[i], &p.tests);
        if (!p.rest)
            continue;
        if (p.rest->form == NODE_BRANCH && p.tests.count == 0)
            collect(e, p.rest, out);
        else
            ARENA_PUSH(e->memory, out->items, out->count, out->room, p);
    }
}

/* ---- sharing ---------------------------------------------------------------- */

static bool has(const conditions *c, ref test)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->items[i] == test)
            return true;
    return false;
}

static void drop(conditions *c, ref test)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->items[i] == test)
            c->items[i--] = c->items[--c->count];
}

typedef struct tally {
    ref test;
    uint32_t count;
} tally;

/* The test that most have; REF_TRUE where none is shared. */
static ref most_shared(emitter *e, const paths *all)
{
    size_t total = 0, room = 16;
    for (size_t i = 0; i < all->count; i++)
        total += all->items[i].tests.count;
    e->work += total;
    while (room < 2 * total)
        room *= 2;
    tally *slots = arena_array(e->memory, room, sizeof *slots), best = {REF_TRUE, 1};
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
    return best.test;
}

/* All tests that every one of the group has, taken out of each. */
static conditions common(emitter *e, paths *group)
{
    conditions shared = {0};
    const conditions *first = &group->items[0].tests;
    for (size_t k = 0; k < first->count; k++) {
        size_t i = 1;
        while (i < group->count && has(&group->items[i].tests, first->items[k]))
            i++;
        if (i == group->count)
            ARENA_PUSH(e->memory, shared.items, shared.count, shared.room, first->items[k]);
    }
    for (size_t i = 0; i < group->count; i++)
        for (size_t k = 0; k < shared.count; k++)
            drop(&group->items[i].tests, shared.items[k]);
    return shared;
}

/* Moves the paths that have the test out of `all`. */
static paths take(emitter *e, paths *all, ref test)
{
    paths taken = {0};
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++) {
        path p = all->items[i];
        if (has(&p.tests, test))
            ARENA_PUSH(e->memory, taken.items, taken.count, taken.room, p);
        else
            all->items[kept++] = p;
    }
    all->count = kept;
    return taken;
}

static void close_to(emitter *e, size_t scopes)
{
    while (e->scope_count > scopes)
        emit_close(e);
}

static void compile_path(emitter *e, const path *p)
{
    size_t scopes = e->scope_count;
    emit_filter(e, p->tests.items, p->tests.count);
    codegen_decision(e, p->rest);
    close_to(e, scopes);
}

static void compile_paths(emitter *e, paths all)
{
    ref test = REF_TRUE;
    while (all.count > 1 && e->work < WORK_MOST && e->level < LEVELS_MOST &&
           (test = most_shared(e, &all)) != REF_TRUE) {
        paths group = take(e, &all, test);
        conditions shared = common(e, &group);
        size_t scopes = e->scope_count;
        emit_filter(e, shared.items, shared.count);
        compile_paths(e, group);
        close_to(e, scopes);
    }
    for (size_t i = 0; i < all.count; i++)
        compile_path(e, &all.items[i]);
}

void decision_branches(emitter *e, const decision *fork)
{
    paths all = {0};
    collect(e, fork, &all);
    compile_paths(e, all);
}
