/* declared_group.c - the group that `symmetric` declares. */
#include "puzzle/declared_group.h"

#include "base/error.h"
#include "puzzle/puzzle.h"
#include "puzzle/symmetry/symmetry_proof.h"

/* Working memory until the group is known. */
typedef struct group_builder {
    const ast *tree;
    const state_maps *maps;
    arena memory;
    interner *labels;
    strbuf scratch;
    declared_map *declared; /* [maps] */
    cell_map *cells;        /* [maps] */
    uint32_t *exchanges;    /* [maps] as of orbit_form_new */
    symmetry_proof proof;
} group_builder;

/* The maps as they are declared; false: some has no map of cells. */
static bool declare_maps(group_builder *b)
{
    const state_maps *m = b->maps;
    bool fine = true;
    b->declared = arena_array(&b->memory, m->count + 1, sizeof *b->declared);
    b->cells = arena_array(&b->memory, m->count + 1, sizeof *b->cells);
    b->exchanges = arena_array(&b->memory, m->count + 1, sizeof *b->exchanges);
    for (size_t i = 0; i < m->count && fine; i++) {
        const state_map *x = &m->all[i];
        if (state_map_renames(x))
            fine = state_maps_cells(m, i, &b->declared[i].cells, &b->memory);
        else
            b->declared[i].set = x->by->set;
        for (uint32_t k = 0; x->type && k < b->tree->symmetric_count; k++)
            if (b->tree->symmetric[k] == x->type)
                b->exchanges[i] = k + 1;
    }
    return fine;
}

static int prove_maps(group_builder *b)
{
    jmp_buf out;
    b->memory.out = &out;
    if (setjmp(out))
        return WGCQ_EMEMORY;
    int code = 0;
    if (declare_maps(b))
        code = symmetry_prove(&b->proof, b->declared, b->maps->count, b->tree, b->labels,
                              &b->scratch, &b->memory);
    for (size_t i = 0; i < b->maps->count && b->proof.by_cells && !code; i++)
        b->cells[i] = b->declared[i].cells;
    b->memory.out = NULL;
    return code;
}

int declared_group_open(declared_group *out, const wgcq_puzzle *puzzle, const state_maps *maps,
                        wgcq_error *err)
{
    group_builder b = {.tree = puzzle->tree, .maps = maps, .labels = interner_new()};
    *out = (declared_group){0};
    int code = b.labels && !prove_maps(&b) ? 0 : error_set_memory(err);
    if (!code && b.proof.by_cells)
        code = orbit_form_new(&out->form, b.tree, b.cells, b.exchanges, maps->count, err);
    out->proved = !code && b.proof.proved;
    interner_free(b.labels);
    strbuf_free(&b.scratch);
    arena_free(&b.memory);
    return code;
}

void declared_group_close(declared_group *g)
{
    orbit_form_free(g->form);
    *g = (declared_group){0};
}
