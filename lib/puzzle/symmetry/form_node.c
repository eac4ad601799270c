/* form_node.c - forms by their numbers. */
#include "puzzle/symmetry/form_node.h"

#include <string.h>

enum { WORK_MOST = 60000000 };

static uint64_t mix_form_hash(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0xBF58476D1CE4E5B9U;
    return hash ^ hash >> 29;
}

static uint64_t hash_form(const form_node *x)
{
    uint64_t hash =
        mix_form_hash(mix_form_hash((uint64_t)x->op, (uint64_t)x->imm), (uint64_t)x->imm2);
    for (size_t i = 0; i < x->count; i++)
        hash = mix_form_hash(hash, x->operands[i]);
    for (size_t i = 0; i < x->value_count; i++)
        hash = mix_form_hash(hash, (uint64_t)x->values[i]);
    return hash;
}

static bool is_same_form(const form_node *a, const form_node *b)
{
    return a->hash == b->hash && a->op == b->op && a->imm == b->imm && a->imm2 == b->imm2 &&
           a->count == b->count && a->value_count == b->value_count &&
           (!a->count || !memcmp(a->operands, b->operands, a->count * sizeof *a->operands)) &&
           (!a->value_count || !memcmp(a->values, b->values, a->value_count * sizeof *a->values));
}

static void grow_form_slots(normal_forms *n)
{
    n->slots = n->slots ? 2 * n->slots : 1024;
    n->slot = arena_array(n->memory, n->slots, sizeof *n->slot);
    for (size_t i = 1; i < n->count; i++) {
        size_t s = n->nodes[i].hash & (n->slots - 1);
        while (n->slot[s])
            s = (s + 1) & (n->slots - 1);
        n->slot[s] = (form)i;
    }
}

form form_intern(normal_forms *n, form_node x)
{
    if (2 * n->count >= n->slots)
        grow_form_slots(n);
    x.hash = hash_form(&x);
    size_t s = x.hash & (n->slots - 1);
    for (; n->slot[s]; s = (s + 1) & (n->slots - 1))
        if (is_same_form(&n->nodes[n->slot[s]], &x))
            return n->slot[s];
    uint32_t *operands = arena_array(n->memory, x.count + 1, sizeof *operands);
    int64_t *values = arena_array(n->memory, x.value_count + 1, sizeof *values);
    if (x.count)
        memcpy(operands, x.operands, x.count * sizeof *operands);
    if (x.value_count)
        memcpy(values, x.values, x.value_count * sizeof *values);
    x.operands = operands;
    x.values = values;
    n->slot[s] = (form)n->count;
    ARENA_PUSH(n->memory, n->nodes, n->count, n->room, x);
    return (form)(n->count - 1);
}

form form_fail(normal_forms *n)
{
    n->failed = true;
    return FORM_NOTHING;
}

bool form_does_work(normal_forms *n, size_t more)
{
    n->work += more;
    if (n->work > WORK_MOST)
        n->failed = true;
    return !n->failed;
}

form *form_known(normal_forms *n, form **known, size_t *room, size_t at, size_t count)
{
    if (at >= *room) {
        size_t more = 2 * count + 64;
        form *grown = arena_array(n->memory, more, sizeof *grown);
        if (*room)
            memcpy(grown, *known, *room * sizeof *grown);
        *known = grown;
        *room = more;
    }
    assert(at < *room);
    return &(*known)[at];
}
