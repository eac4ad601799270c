/* state_layout.c - the state's cells: their names, and their fields in the packed state. */
#include "base/checked.h"
#include "puzzle/sections/sections.h"

#include <assert.h>

enum { CELLS_MOST = 65536, BITS_MOST = 4096 };

static unsigned bits_of_type(const type *t)
{
    return bits_for((uint64_t)t->high - (uint64_t)t->low);
}

/* at_wolf and at[wolf] of the element `number` of a variable. */
static void name_state_cell(checker *c, state_cell *to, const state_variable *v, size_t number)
{
    const char *name = v->name, *indices = NULL;
    size_t below = v->cells;
    for (size_t i = 0; i < v->indices; i++) {
        below /= (size_t)v->index[i]->count;
        int64_t value = type_value(v->index[i], number / below);
        number %= below;
        const char *spelled = value_text(c, v->index[i]->kind, value);
        name = arena_printf(c->memory, "%s_%s", name, spelled);
        indices = indices ? arena_printf(c->memory, "%s, %s", indices, spelled) : spelled;
    }
    to->name = name;
    to->label = indices ? arena_printf(c->memory, "%s[%s]", v->name, indices) : v->name;
}

/* Fields follow one another and none straddles a word. */
static bool pack_cell(ast *t, state_cell *to, unsigned *used)
{
    unsigned width = bits_of_type(to->type);
    unsigned in_word = *used % 64;
    if (width && in_word + width > 64)
        *used += 64 - in_word;
    to->word = *used / 64;
    to->shift = *used % 64;
    if (!width && to->word && !to->shift) { /* a field without bits needs no word of its own */
        to->word--;
        to->shift = 0;
    }
    to->width = width;
    to->low = to->type->low;
    assert(to->shift + width <= 64);
    *used += width;
    t->bits += width;
    return *used <= BITS_MOST;
}

/* Its lists or sets, each some cells that follow one another. */
static void name_lists_of(checker *c, const state_variable *v, state_list *out, size_t *made)
{
    const size_t places = v->collection ? (size_t)v->index[v->indices - 1]->count : 0;
    state_variable outer = *v;
    outer.indices -= v->collection != NULL;
    outer.cells = places ? v->cells / places : 0;
    for (size_t i = 0; i < outer.cells; i++) {
        state_cell named = {0};
        name_state_cell(c, &named, &outer, i);
        out[(*made)++] = (state_list){v, named.name, named.label, v->first + i * places, places};
    }
}

static bool count_state_cells(checker *c, size_t *variables, size_t *total)
{
    *variables = *total = 0;
    for (size_t i = 0; i < c->global_count; i++) {
        const state_variable *v = c->globals[i].variable;
        if (!v)
            continue;
        ++*variables;
        *total += v->cells;
        if (*total > CELLS_MOST)
            return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_RANGE, v->at,
                                  "the state has more than %d elements", CELLS_MOST);
    }
    return true;
}

void layout_state(checker *c)
{
    ast *t = c->tree;
    size_t count = 0, variables, total;
    if (!count_state_cells(c, &variables, &total))
        return;
    const state_variable **all = arena_array(c->memory, variables + 1, sizeof *all);
    state_cell *cells = arena_array(c->memory, total + 1, sizeof *cells);
    unsigned used = 0;
    bool fits = true;
    for (size_t i = 0; i < c->global_count; i++) {
        state_variable *v = c->globals[i].variable;
        if (!v)
            continue;
        v->first = count;
        all[t->variable_count++] = v;
        for (size_t k = 0; k < v->cells && fits; k++, count++) {
            cells[count].variable = v;
            cells[count].type = v->type;
            name_state_cell(c, &cells[count], v, k);
            fits = pack_cell(t, &cells[count], &used);
        }
        if (!fits) {
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_RANGE, v->at, "the state needs more than %d bits",
                           BITS_MOST);
            break;
        }
    }
    assert(!fits || count == total);
    state_list *lists = arena_array(c->memory, total + 1, sizeof *lists);
    for (size_t i = 0; i < t->variable_count && fits; i++)
        name_lists_of(c, all[i], lists, &t->list_count);
    t->lists = lists;
    t->variables = all;
    t->cells = cells;
    t->cell_count = count;
    t->words = used ? (used + 63) / 64 : 1;
}
