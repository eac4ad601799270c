/* cell_map.c - maps of states that move values from cell to cell. */
#include "puzzle/symmetry/cell_map.h"

#include <string.h>

void cell_map_start(cell_map *out, const ast *t, arena *memory)
{
    out->from = arena_array(memory, t->cell_count + 1, sizeof *out->from);
    out->becomes = arena_array(memory, t->cell_count + 1, sizeof *out->becomes);
    for (size_t c = 0; c < t->cell_count; c++)
        out->from[c] = (uint32_t)c;
}

/* Whether each position is what exactly one becomes. */
static bool permutes_positions(const uint32_t *becomes, uint64_t count, bool *met)
{
    memset(met, 0, (size_t)count);
    for (uint64_t i = 0; i < count; i++) {
        if (becomes[i] >= count || met[becomes[i]])
            return false;
        met[becomes[i]] = true;
    }
    return true;
}

bool cell_map_is_onto(const cell_map *m, const ast *t, arena *memory)
{
    bool *taken = arena_array(memory, t->cell_count + 1, sizeof *taken);
    bool *met = arena_array(memory, CELL_MAP_VALUES_MOST, sizeof *met);
    for (size_t c = 0; c < t->cell_count; c++) {
        const uint32_t from = m->from[c];
        const type *there = t->cells[from].type, *here = t->cells[c].type;
        if (taken[from] || there->count != here->count)
            return false;
        taken[from] = true;
        if (m->becomes[c] && (here->count > CELL_MAP_VALUES_MOST ||
                              !permutes_positions(m->becomes[c], here->count, met)))
            return false;
    }
    return true;
}
