/* columns.c - a worker's memory for the registers, levels and lists of the code that it runs. */
#include "puzzle/vm/vm.h"

#include <stdlib.h>

void vm_free_columns(vm *m)
{
    free(m->storage);
    free(m->columns);
    free(m->picked);
    free(m->lanes);
    free(m->alive);
    free(m->lists);
}

static bool allocate_columns(vm *m)
{
    const size_t registers = m->registers, levels = m->levels;
    if (registers >= SIZE_MAX / MODEL_BATCH / sizeof *m->storage)
        return false;
    m->storage = aligned_alloc(64, (registers + 1) * MODEL_BATCH * sizeof *m->storage);
    m->unread = m->storage ? m->storage + registers * MODEL_BATCH : NULL;
    m->columns = calloc(registers, sizeof *m->columns);
    m->picked = malloc(levels * MODEL_BATCH * sizeof *m->picked);
    m->lanes = malloc(levels * MODEL_BATCH * sizeof *m->lanes);
    m->alive = calloc(levels, sizeof *m->alive);
    m->lists = m->deal_lists ? malloc(m->deal_lists * sizeof *m->lists) : NULL;
    for (uint32_t i = 0; m->lanes && i < MODEL_BATCH; i++)
        m->lanes[i] = i;
    return m->storage && m->columns && m->picked && m->lanes && m->alive &&
           (m->lists || !m->deal_lists);
}

static void take_columns(vm *m, const vm *from)
{
    m->storage = from->storage;
    m->unread = from->unread;
    m->columns = from->columns;
    m->picked = from->picked;
    m->lanes = from->lanes;
    m->alive = from->alive;
    m->lists = from->lists;
    m->registers = from->registers;
    m->levels = from->levels;
    m->deal_lists = from->deal_lists;
}

static size_t larger_size(size_t a, size_t b)
{
    return a > b ? a : b;
}

bool vm_reserve_columns(vm *m, const bytecode *c)
{
    if (c->registers <= m->registers && c->levels <= m->levels && c->deal_lists <= m->deal_lists)
        return true;
    const size_t registers = larger_size(larger_size(m->registers, c->registers), 1),
                 levels = larger_size(larger_size(m->levels, c->levels), 1),
                 lists = larger_size(m->deal_lists, c->deal_lists);
    vm room = {.registers = registers, .levels = levels, .deal_lists = lists};
    if (!allocate_columns(&room)) {
        vm_free_columns(&room);
        return false;
    }
    vm_free_columns(m);
    take_columns(m, &room);
    return true;
}
