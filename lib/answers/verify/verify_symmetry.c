/*
 * verify_symmetry.c - the symmetry by which a run was reduced, held to every state and every edge
 * that the reference finds.
 *
 * Each map that `symmetric` declares has to make of every state another one that was reached, no
 * two the same, with the same marks, and of its edges those of its image, with their costs; if it
 * does not keep the starts, of those states whose images were reached.
 */
#include <stdlib.h>
#include <string.h>

#include "answers/verify/verifier.h"
#include "base/array.h"
#include "base/error.h"
#include "puzzle/state_map.h"

typedef struct symmetry_check {
    verification *v;
    state_maps maps;
    size_t by;          /* the map that is held to them now */
    bool keeps_starts;  /* it makes starts of them */
    uint64_t *words[2]; /* a state and its image */
    uint32_t *image;    /* [states + 1]; 0: none that was reached */
    uint32_t *source;   /* [states + 1] of which state it is the image */
    lookup met;         /* where edges of one state lead, and their costs */
    size_t *count;      /* [met + 1] how many of them are left */
    size_t count_room;
    uint64_t *row; /* one of these */
    bool *broken[2];
} symmetry_check;

/* "'symmetric: mirror' does not hold: by it, state 3 (...)", and what follows. */
static int report_asymmetry(symmetry_check *c, uint32_t state, const char *what)
{
    const state_map *x = &c->maps.all[c->by];
    strbuf text = {0};
    strbuf_printf(&text, "'symmetric: %s' does not hold: ", strbuf_string(&x->declared));
    state_map_describe(x, &text);
    strbuf_put(&text, ", ");
    verify_put_state(c->v, &text, state);
    strbuf_put(&text, what);
    if (c->image[state])
        verify_put_state(c->v, &text, c->image[state]);
    verify_differs(c->v, "%s", strbuf_string(&text));
    int code = text.failed ? error_set_memory(c->v->err) : 0;
    strbuf_free(&text);
    return code;
}

static int find_image(symmetry_check *c, uint32_t s)
{
    verification *v = c->v;
    const graph *g = v->g;
    wgcq_error why = {0};
    memcpy(c->words[0], g->state + (size_t)s * g->words, g->words * sizeof *c->words[0]);
    int code = state_maps_apply(&c->maps, c->by, c->words[0], c->words[1], &why);
    c->image[s] = code ? 0 : lookup_find(&v->states, c->words[1]);
    c->keeps_starts &= !(v->derived.marks[s] & ~v->derived.marks[c->image[s]] & MARK_START);
    if (code != WGCQ_EREQUEST && !verify_is_finding(code))
        return code ? error_set(v->err, why.code, "%s", why.text) : 0;
    verify_differs(v, "%s", why.text);
    return 0;
}

static int hold_image(symmetry_check *c, uint32_t s)
{
    if (!c->image[s])
        return c->keeps_starts ? report_asymmetry(c, s, " becomes one that is never reached") : 0;
    if (c->source[c->image[s]])
        return report_asymmetry(c, s, " and another one become ");
    c->source[c->image[s]] = s;
    return 0;
}

/* Which invariants a state and its image violate, where they do. */
static int compare_invariants(symmetry_check *c, uint32_t s, bool *same)
{
    verification *v = c->v;
    const wgcq_model *m = v->reference.model;
    const uint32_t pair[] = {s, c->image[s]};
    int code = 0;
    for (int k = 0; k < 2 && !code; k++)
        code = m->reference.broken_invariants(
            v->reference.worker, v->g->state + (size_t)pair[k] * v->g->words, c->broken[k], v->err);
    *same = code || !memcmp(c->broken[0], c->broken[1], m->invariant_count * sizeof **c->broken);
    return code;
}

static int hold_state(symmetry_check *c, uint32_t s)
{
    const verification *v = c->v;
    const graph *g = v->g;
    const uint32_t to = c->image[s];
    const uint8_t marks = v->derived.marks[s], others = v->derived.marks[to];
    bool same = !((marks ^ others) & ~(MARK_EXIT | (c->keeps_starts ? 0 : MARK_START)));
    for (unsigned k = 0; same && g->finals && marks & MARK_GOAL && k < g->finals; k++)
        same = graph_final(g, s, (int)k) == graph_final(g, to, (int)k);
    int code = same && marks & MARK_VIOLATES ? compare_invariants(c, s, &same) : 0;
    return code || same ? code : report_asymmetry(c, s, ", by its marks, differs from ");
}

/* Where an edge leads, or its image, and what it costs. */
static const uint64_t *edge_row(const symmetry_check *c, uint64_t e, uint32_t to)
{
    const derived_graph *d = &c->v->derived;
    const unsigned costs = c->v->reference.model->costs;
    c->row[0] = to;
    if (costs)
        memcpy(c->row + 1, d->cost + e * costs, costs * sizeof *c->row);
    return c->row;
}

static bool gather_edges_of(symmetry_check *c, uint32_t s)
{
    const derived_graph *d = &c->v->derived;
    lookup_clear(&c->met);
    for (uint64_t e = derived_row(d, s); e < derived_row(d, s + (size_t)1); e++) {
        const uint32_t before = c->met.count;
        const uint32_t at = lookup_add(&c->met, edge_row(c, e, d->dst[e]));
        if (!at || !array_reserve(&c->count, &c->count_room, (size_t)at + 1, sizeof *c->count))
            return false;
        c->count[at] = at > before ? 1 : c->count[at] + 1;
    }
    return true;
}

static int hold_moves_of(symmetry_check *c, uint32_t s)
{
    verification *v = c->v;
    const derived_graph *d = &v->derived;
    const uint32_t to = c->image[s];
    bool same = derived_row(d, s + (size_t)1) - derived_row(d, s) ==
                derived_row(d, to + (size_t)1) - derived_row(d, to);
    if (same && !gather_edges_of(c, to))
        return error_set_memory(v->err);
    for (uint64_t e = derived_row(d, s); same && e < derived_row(d, s + (size_t)1); e++) {
        const uint32_t at = lookup_find(&c->met, edge_row(c, e, c->image[d->dst[e]]));
        same = at && c->count[at];
        if (same)
            c->count[at]--;
    }
    return same ? 0 : report_asymmetry(c, s, ", by its moves, differs from ");
}

static int hold_map(symmetry_check *c)
{
    verification *v = c->v;
    const uint32_t states = v->g->states;
    const uint64_t before = v->differences;
    int code = 0;
    memset(c->source, 0, ((size_t)states + 1) * sizeof *c->source);
    c->keeps_starts = true;
    for (uint32_t s = 1; s <= states && !code; s++)
        code = (code = find_image(c, s)) ? code : verify_poll(v, s);
    for (uint32_t s = 1; s <= states && !code && v->differences == before; s++) {
        code = hold_image(c, s);
        if (!code && c->image[s] && v->differences == before)
            code = (code = hold_state(c, s)) ? code : hold_moves_of(c, s);
        code = code ? code : verify_poll(v, s);
        v->checked++;
    }
    return code;
}

/* WGCQ_DONE: nothing is declared. */
static int open_symmetry_check(symmetry_check *c)
{
    verification *v = c->v;
    const wgcq_model *m = v->reference.model;
    const size_t room = (size_t)v->g->states + 1;
    c->met = lookup_of_states(1 + m->costs);
    c->row = calloc(1 + (size_t)m->costs, sizeof *c->row);
    c->image = calloc(room, sizeof *c->image);
    c->source = calloc(room, sizeof *c->source);
    bool fine = c->row && c->image && c->source;
    for (int k = 0; k < 2; k++) {
        c->words[k] = calloc(m->words, sizeof *c->words[k]);
        c->broken[k] = calloc(m->invariant_count + 1, sizeof *c->broken[k]);
        fine = fine && c->words[k] && c->broken[k];
    }
    wgcq_error why = {0};
    int code = fine ? state_maps_open(&c->maps, v->reference.puzzle, &why) : error_set_memory(&why);
    if (code != WGCQ_EREQUEST)
        return code ? error_set(v->err, why.code, "%s", why.text) : 0;
    verify_differs(v, "%s", why.text);
    return WGCQ_DONE;
}

static void close_symmetry_check(symmetry_check *c)
{
    for (int k = 0; k < 2; k++) {
        FREE_EACH(c->words[k], c->broken[k]);
    }
    FREE_EACH(c->image, c->source, c->count, c->row);
    lookup_free(&c->met);
    state_maps_close(&c->maps);
}

int verify_symmetry(verification *v)
{
    symmetry_check c = {.v = v};
    if (!v->reduced)
        return 0;
    verify_begin_check(v, "symmetry", v->g->states);
    if (!v->complete || !v->reference.puzzle) {
        verify_skipped(v, "symmetry",
                       v->complete ? "only the puzzle's text can declare it"
                                   : "images of states that were not reached are not known");
        return 0;
    }
    int code = open_symmetry_check(&c);
    for (; c.by < c.maps.count && !code; c.by++)
        code = hold_map(&c);
    close_symmetry_check(&c);
    if (!code || code == WGCQ_DONE)
        verify_end_check(v, "symmetry");
    return code == WGCQ_DONE ? 0 : code;
}
