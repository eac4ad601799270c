/* step_memory.c - a table of stored steps, by open addressing. */
#include "trace/write/step_memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "trace/schema/row_digest.h"

enum { SLOTS_FIRST = 256 };

void step_memory_begin(step_memory *m, unsigned key, unsigned width, size_t most, int64_t first)
{
    assert(key && key <= width && most && most < UINT32_MAX && first > 0 && !m->values);
    *m = (step_memory){.key = key, .width = width, .most = most, .first = first};
}

void step_memory_free(step_memory *m)
{
    free(m->values);
    free(m->slots);
    *m = (step_memory){0};
}

size_t step_memory_bytes(const step_memory *m)
{
    return m->room * m->width * sizeof *m->values + m->slot_count * sizeof *m->slots;
}

const int64_t *step_memory_row(const step_memory *m, int64_t row)
{
    bool known = row >= m->first && (size_t)(row - m->first) < m->count;
    return known ? m->values + (size_t)(row - m->first) * m->width : NULL;
}

bool step_memory_has(const step_memory *m, int64_t row, const int64_t *key)
{
    const int64_t *values = step_memory_row(m, row);
    unsigned i = 0;
    while (values && i < m->key && values[i] == key[i])
        i++;
    return values && i == m->key;
}

/* Where a key is, or could be put. */
static size_t slot_of_key(const step_memory *m, const int64_t *key)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < m->key; i++)
        sum = digest_mix(sum, (uint64_t)key[i]);
    size_t at = (size_t)sum & (m->slot_count - 1);
    while (m->slots[at] && !step_memory_has(m, m->first + m->slots[at] - 1, key))
        at = (at + 1) & (m->slot_count - 1);
    return at;
}

int64_t step_memory_find(const step_memory *m, const int64_t *key)
{
    uint32_t place = m->count ? m->slots[slot_of_key(m, key)] : 0;
    return place ? m->first + place - 1 : 0;
}

/* The first of equal rows is found. */
static void enter_row(step_memory *m, size_t i)
{
    uint32_t *slot = &m->slots[slot_of_key(m, m->values + i * m->width)];
    *slot = *slot ? *slot : (uint32_t)i + 1;
}

static bool reserve_slots(step_memory *m)
{
    if (m->count < m->slot_count / 2)
        return true;
    size_t count = m->slot_count ? m->slot_count * 2 : SLOTS_FIRST;
    uint32_t *slots = calloc(count, sizeof *slots);
    if (!slots)
        return false;
    free(m->slots);
    m->slots = slots;
    m->slot_count = count;
    for (size_t i = 0; i < m->count; i++)
        enter_row(m, i);
    return true;
}

static void forget_rows(step_memory *m)
{
    m->first += (int64_t)m->count;
    m->count = 0;
    memset(m->slots, 0, m->slot_count * sizeof *m->slots);
}

bool step_memory_add(step_memory *m, const int64_t *values)
{
    size_t room = m->room;
    if (m->count == m->most)
        forget_rows(m);
    if (!array_reserve(&m->values, &room, m->count + 1, m->width * sizeof *values) ||
        !reserve_slots(m))
        return false;
    m->room = room;
    memcpy(m->values + m->count * m->width, values, m->width * sizeof *values);
    enter_row(m, m->count++);
    return true;
}
