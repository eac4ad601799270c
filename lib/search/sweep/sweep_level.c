/* sweep_level.c - a level in parts, and batches of its states. */
#include "search/sweep/sweep_level.h"

#include <stdlib.h>

bool sweep_level_open(sweep_level *l, size_t most_parts, const frontier *like)
{
    *l = (sweep_level){.part = calloc(most_parts, sizeof *l->part),
                       .at = calloc(most_parts, sizeof *l->at)};
    if (!l->part || !l->at)
        return false;
    l->most_parts = most_parts;
    l->parts = 1;
    for (size_t i = 0; i < most_parts; i++)
        l->part[i] = *like;
    return true;
}

void sweep_level_close(sweep_level *l)
{
    for (size_t i = 0; i < l->most_parts; i++)
        frontier_free(&l->part[i]);
    free(l->part);
    free(l->at);
}

size_t sweep_level_memory(const sweep_level *l)
{
    size_t bytes = 0;
    for (size_t i = 0; i < l->parts; i++)
        bytes += frontier_memory(&l->part[i]);
    return bytes;
}

void sweep_level_uncount(sweep_level *l)
{
    for (size_t i = 0; i < l->most_parts; i++)
        frontier_uncount(&l->part[i]);
}

void sweep_level_untrace(sweep_level *l)
{
    for (size_t i = 0; i < l->most_parts; i++)
        frontier_untrace(&l->part[i]);
}

void sweep_level_swap(sweep_level *l, size_t part, frontier *next)
{
    frontier before = l->part[part];
    l->part[part] = *next;
    *next = before;
}

void sweep_level_begin(sweep_level *l, size_t parts)
{
    assert(parts <= l->most_parts);
    l->parts = parts;
    l->count = l->ends = 0;
    for (size_t i = 0; i < parts; i++) {
        l->at[i] = 0;
        l->count += l->part[i].count;
        l->ends += l->part[i].ends;
    }
    l->left = l->count;
}

level_range sweep_level_take(sweep_level *l, size_t part, size_t most)
{
    const frontier *of = &l->part[part];
    const size_t first = l->at[part], left = of->count - first, count = left < most ? left : most;
    l->at[part] += count;
    l->left -= count;
    return (level_range){of, first, count};
}

size_t sweep_level_next_part(const sweep_level *l)
{
    size_t part = 0;
    while (part + 1 < l->parts && l->at[part] == l->part[part].count)
        part++;
    return part;
}

bool sweep_level_join(sweep_level *l)
{
    for (size_t i = 1; i < l->parts; i++)
        if (!frontier_append(&l->part[0], &l->part[i]))
            return false;
    sweep_level_begin(l, 1);
    return true;
}

bool sweep_gather(const level_range *range, source_buffer *into, expansion *x)
{
    const frontier *level = range->of;
    const size_t first = range->first;
    assert(first + range->count <= level->count);
    *x = (expansion){
        .first = (uint32_t)first, .count = range->count, .states = frontier_state(level, first)};
    return engine_leave_out_ends(x, into, level->ends ? frontier_marks(level) + first : NULL,
                                 level->words);
}
