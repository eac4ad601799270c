/*
 * move_code.c - the code of all moves, made on first use: with rejections, or without.
 *
 * A run needs one of the two, and what only reads a puzzle needs none.  Threads share a program,
 * which is constant: code generation works on a copy of the graph of expressions, so that no node
 * that another thread reads is touched.  It adds nodes, and neither tables nor arrays.
 */
#include <pthread.h>
#include <stdlib.h>

#include "puzzle/vm/vm.h"

struct move_code {
    const program *of;
    pthread_mutex_t lock; /* guards all that follows; a code that is made stays as it is */
    arena kept;
    code_memory memory;
    dag dag;
    bool *may_collide; /* [positions] NULL: not known yet */
    bytecode code[2];  /* without rejections, with them */
    bool made[2];
};

move_code *move_code_new(const program *p)
{
    move_code *m = calloc(1, sizeof *m);
    if (m && pthread_mutex_init(&m->lock, NULL)) {
        free(m);
        return NULL;
    }
    if (m)
        m->of = p;
    return m;
}

void move_code_free(move_code *m)
{
    if (!m)
        return;
    pthread_mutex_destroy(&m->lock);
    arena_free(&m->kept);
    free(m);
}

static bool code_may_collide(const bytecode *c)
{
    for (size_t i = 0; i < c->count; i++)
        if ((c->at[i].op == OP_EMIT && c->at[i].may_collide) || c->at[i].op == OP_INTERPRET)
            return true;
    return false;
}

static bool code_rules_wait(const bytecode *c)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->at[i].op == OP_EMIT && c->at[i].rules_wait)
            return true;
    return false;
}

static void generate_move_code(move_code *m, bool rejections)
{
    const program *p = m->of;
    bytecode *out = &m->code[rejections];
    if (!m->may_collide) {
        bool *marks = arena_array(&m->kept, (size_t)p->grounded.positions + 1, sizeof *marks);
        m->dag = p->dag;
        m->dag.memory = &m->kept;
        collisions_mark(marks, p, &m->memory.scratch);
        arena_free(&m->memory.scratch);
        m->may_collide = marks;
    }
    codegen_moves(out, &m->dag, &p->grounded, p->packing.words, (unsigned)p->tree->cost_count,
                  m->may_collide, rejections, &m->memory);
    out->may_collide = code_may_collide(out);
    out->rules_wait = code_rules_wait(out);
    m->made[rejections] = true;
}

/* A failed allocation of an arena jumps back here. */
static bool try_to_generate(move_code *m, bool rejections)
{
    jmp_buf out;
    m->memory.kept = &m->kept;
    m->kept.out = m->memory.growing.out = m->memory.scratch.out = &out;
    if (setjmp(out)) {
        arena_free(&m->memory.growing);
        arena_free(&m->memory.scratch);
        return false;
    }
    generate_move_code(m, rejections);
    return true;
}

const bytecode *move_code_get(move_code *m, bool rejections)
{
    rejections = rejections && m->of->grounded.may_reject;
    pthread_mutex_lock(&m->lock);
    const bool there = m->made[rejections] || try_to_generate(m, rejections);
    pthread_mutex_unlock(&m->lock);
    return there ? &m->code[rejections] : NULL;
}
