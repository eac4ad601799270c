/* spelling.c - states as text, piece by piece, from what was spelled before. */
#include "puzzle/interp/spelling.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "puzzle/interp/interp_internal.h"

enum {
    PIECES_MOST = 1 << 14,
    CELL_BITS_MOST = 8, /* of a cell that is remembered by its value */
    UNKNOWN = 0,        /* of a branch: neither a node nor a text    */
};

/* A cell that is read; `first` of its branches, one for each value of its bits. */
typedef struct spelling_node {
    uint32_t cell, first;
} spelling_node;

typedef struct spelled_text {
    uint32_t at, length; /* in `bytes`                         */
    uint64_t steps;      /* that the interpreter took for it   */
} spelled_text;

/* A part of `show`: text, if `d` is NULL, else what is displayed while slots have these values. */
typedef struct spelling_piece {
    const display *d;
    size_t element;       /* of d->variable, DISPLAY_ARRAY; else ...                  */
    size_t slots, values; /* ... so many of d's loop, and where their values begin */
    bool is_element, in_loop;
    uint32_t text, length; /* where d is NULL, in `bytes` */
    uint32_t root;         /* a branch */
} spelling_piece;

struct spelling {
    const ast *tree;
    bool begun, usable;
    spelling_piece *piece;
    size_t pieces, piece_room;
    int64_t *value; /* of slots, for the pieces */
    size_t values, value_room;
    uint64_t steps; /* that loops take for every state, beside their rounds */
    char *bytes;
    size_t byte_count, byte_room;
    uint32_t *branch; /* [0] is not used; n > 0: node n - 1; n < 0 as int32_t: text -n - 1 */
    size_t branches, branch_room;
    spelling_node *node;
    size_t nodes, node_room;
    spelled_text *text;
    size_t texts, text_room;
    cell_reads reads;
};

spelling *spelling_new(const ast *tree)
{
    spelling *s = calloc(1, sizeof *s);
    if (s)
        s->tree = tree;
    return s;
}

void spelling_free(spelling *s)
{
    if (!s)
        return;
    free(s->piece);
    free(s->value);
    free(s->bytes);
    free(s->branch);
    free(s->node);
    free(s->text);
    free(s);
}

static size_t memory_of(const spelling *s)
{
    return s->piece_room * sizeof *s->piece + s->value_room * sizeof *s->value + s->byte_room +
           s->branch_room * sizeof *s->branch + s->node_room * sizeof *s->node +
           s->text_room * sizeof *s->text;
}

/* ---- pieces --------------------------------------------------------------------------------- */

static bool keep_bytes(spelling *s, const char *bytes, size_t length, uint32_t *at)
{
    if (!array_reserve(&s->bytes, &s->byte_room, s->byte_count + length + 1, 1))
        return false;
    *at = (uint32_t)s->byte_count;
    memcpy(s->bytes + s->byte_count, bytes, length);
    s->byte_count += length;
    return true;
}

static bool add_piece(spelling *s, spelling_piece p)
{
    if (s->pieces == PIECES_MOST ||
        !array_reserve(&s->piece, &s->piece_room, s->pieces + 1, sizeof *s->piece))
        return false;
    s->piece[s->pieces++] = p;
    return true;
}

/* Text behind text is one piece. */
static bool add_literal(spelling *s, const char *text)
{
    const size_t length = strlen(text);
    spelling_piece *last = s->pieces ? &s->piece[s->pieces - 1] : NULL;
    uint32_t at;
    if (!length)
        return true;
    if (!keep_bytes(s, text, length, &at))
        return false;
    if (last && !last->d && last->text + last->length == at)
        return last->length += (uint32_t)length, true;
    return add_piece(s, (spelling_piece){.text = at, .length = (uint32_t)length});
}

static bool add_elements(spelling *s, const display *d)
{
    bool ok = true;
    for (size_t i = 0; ok && i < d->variable->cells; i++)
        ok = add_literal(s, interp_separator(d, i)) &&
             add_piece(s, (spelling_piece){.d = d, .element = i, .is_element = true});
    return ok;
}

typedef struct round_list {
    spelling *s;
    interp *in;
    const display *d;
    bool more, ok;
} round_list;

static bool add_round(round_list *l)
{
    spelling *s = l->s;
    spelling_piece p = {.d = l->d, .in_loop = true, .values = s->values};
    if (l->more && !add_literal(s, l->d->between))
        return false;
    l->more = true;
    for (size_t i = 0; i < l->d->loop->count; i++)
        p.slots += l->d->loop->bindings[i].slots;
    if (!array_reserve(&s->value, &s->value_room, s->values + p.slots, sizeof *s->value))
        return false;
    for (size_t i = 0; i < l->d->loop->count; i++)
        for (size_t k = 0; k < l->d->loop->bindings[i].slots; k++)
            s->value[s->values++] = l->in->v.slots[l->d->loop->bindings[i].slot[k]];
    return add_piece(s, p);
}

static int take_round(void *self)
{
    round_list *l = self;
    l->ok = eval_step(&l->in->v, l->d->at) == 0 && add_round(l);
    return l->ok ? 0 : EVAL_STOP;
}

/* A loop over what no state decides is one piece a round, any other is one. */
static bool add_rounds(spelling *s, interp *in, const display *d)
{
    const spelling before = *s;
    const uint64_t steps = in->v.steps;
    round_list l = {s, in, d, false, true};
    s->reads = (cell_reads){0};
    in->v.reads = &s->reads;
    int code = eval_loop(&in->v, d->loop, take_round, &l);
    in->v.reads = NULL;
    if (code || !l.ok)
        return false;
    if (!s->reads.count) {
        s->steps += in->v.steps - steps;
        return true;
    }
    s->pieces = before.pieces;
    s->values = before.values;
    return add_piece(s, (spelling_piece){.d = d});
}

static bool add_display(spelling *s, interp *in, const display *d)
{
    if (d->form == DISPLAY_TEXT && !d->pad.width)
        return add_literal(s, d->text);
    if (d->form == DISPLAY_ARRAY)
        return add_elements(s, d);
    if (d->form == DISPLAY_EACH && !d->pad.width)
        return add_rounds(s, in, d);
    return add_piece(s, (spelling_piece){.d = d});
}

static bool take_apart(spelling *s, interp *in, const uint64_t *state)
{
    bool ok = s->tree->show_count > 0;
    interp_begin(in, state);
    for (size_t i = 0; ok && i < s->tree->show_count; i++)
        ok = add_display(s, in, s->tree->show[i]);
    interp_end(in, 0, NULL);
    return ok && memory_of(s) < SPELLING_BYTES_MOST / 2 &&
           array_reserve(&s->branch, &s->branch_room, 1, sizeof *s->branch) && (s->branches = 1);
}

/* ---- what is remembered --------------------------------------------------------------------- */

static size_t value_of_cell(const spelling *s, const uint64_t *state, uint32_t cell)
{
    const state_cell *c = &s->tree->cells[cell];
    return c->width ? state[c->word] >> c->shift & ((UINT64_C(1) << c->width) - 1) : 0;
}

static const spelled_text *find_spelled(const spelling *s, const spelling_piece *p,
                                        const uint64_t *state)
{
    int32_t at = (int32_t)p->root;
    while (at > 0) {
        const spelling_node *n = &s->node[at - 1];
        at = (int32_t)s->branch[n->first + value_of_cell(s, state, n->cell)];
    }
    return at < 0 ? &s->text[-at - 1] : NULL;
}

static bool is_cell_small(const spelling *s, uint32_t cell)
{
    return s->tree->cells[cell].width <= CELL_BITS_MOST;
}

static uint32_t grow_node(spelling *s, uint32_t cell)
{
    const size_t values = (size_t)1 << s->tree->cells[cell].width;
    if (!array_reserve(&s->node, &s->node_room, s->nodes + 1, sizeof *s->node) ||
        !array_reserve(&s->branch, &s->branch_room, s->branches + values, sizeof *s->branch))
        return UNKNOWN;
    memset(s->branch + s->branches, 0, values * sizeof *s->branch);
    s->node[s->nodes++] = (spelling_node){cell, (uint32_t)s->branches};
    s->branches += values;
    return (uint32_t)s->nodes;
}

static uint32_t add_text(spelling *s, const char *bytes, size_t length, uint64_t steps)
{
    spelled_text made = {.length = (uint32_t)length, .steps = steps};
    if (!keep_bytes(s, bytes, length, &made.at) ||
        !array_reserve(&s->text, &s->text_room, s->texts + 1, sizeof *s->text))
        return UNKNOWN;
    s->text[s->texts++] = made;
    return (uint32_t) - (int32_t)s->texts;
}

/* The text that the interpreter has just made of a piece, by the cells that it read. */
static void remember(spelling *s, spelling_piece *p, const uint64_t *state, const char *bytes,
                     size_t length, uint64_t steps)
{
    const cell_reads *r = &s->reads;
    bool small = !r->overflows && memory_of(s) + length < SPELLING_BYTES_MOST / 2;
    for (size_t i = 0; i < r->count; i++)
        small = small && is_cell_small(s, r->cell[i]);
    size_t in_branches = 0; /* 0: the root */
    for (size_t i = 0; small && i < r->count; i++) {
        uint32_t at = in_branches ? s->branch[in_branches] : p->root;
        if (at == UNKNOWN && (at = grow_node(s, r->cell[i])) == UNKNOWN)
            return;
        if (in_branches)
            s->branch[in_branches] = at;
        else
            p->root = at;
        assert((int32_t)at > 0 && s->node[at - 1].cell == r->cell[i]);
        in_branches = s->node[at - 1].first + value_of_cell(s, state, r->cell[i]);
    }
    const uint32_t leaf = small ? add_text(s, bytes, length, steps) : UNKNOWN;
    if (leaf != UNKNOWN && in_branches)
        s->branch[in_branches] = leaf;
    else if (leaf != UNKNOWN)
        p->root = leaf;
}

/* ---- spelling ------------------------------------------------------------------------------- */

static void bind_slots(const spelling *s, interp *in, const spelling_piece *p)
{
    const int64_t *value = s->value + p->values;
    for (size_t i = 0; i < p->d->loop->count; i++)
        for (size_t k = 0; k < p->d->loop->bindings[i].slots; k++)
            in->v.slots[p->d->loop->bindings[i].slot[k]] = *value++;
}

static int interpret_piece(spelling *s, interp *in, spelling_piece *p, const uint64_t *state,
                           strbuf *out)
{
    const size_t from = out->length;
    const uint64_t steps = in->v.steps;
    s->reads = (cell_reads){0};
    in->v.reads = &s->reads;
    if (p->in_loop)
        bind_slots(s, in, p);
    int code = p->is_element
                   ? interp_show_element(in, p->d, p->element, state, out)
                   : interp_show_display(in, p->in_loop ? p->d->parts[0] : p->d, state, out);
    in->v.reads = NULL;
    if (!code && !out->failed)
        remember(s, p, state, strbuf_string(out) + from, out->length - from, in->v.steps - steps);
    return code;
}

static bool spell_pieces(spelling *s, interp *in, const uint64_t *state, strbuf *out)
{
    int code = 0;
    in->v.steps += s->steps;
    for (size_t i = 0; i < s->pieces && !code; i++) {
        spelling_piece *p = &s->piece[i];
        const spelled_text *known = p->d ? find_spelled(s, p, state) : NULL;
        if (!p->d)
            strbuf_add(out, s->bytes + p->text, p->length);
        else if (!known)
            code = interpret_piece(s, in, p, state, out);
        if (known) {
            strbuf_add(out, s->bytes + known->at, known->length);
            in->v.steps += known->steps;
        }
    }
    return !code && !out->failed && in->v.steps < in->v.steps_most;
}

int spelling_show(spelling *s, interp *in, const uint64_t *state, strbuf *out, wgcq_error *err)
{
    const size_t from = out->length;
    if (!s->begun) {
        s->begun = true;
        s->usable = take_apart(s, in, state);
    }
    if (!s->usable)
        return interp_show(in, state, out, err);
    interp_begin(in, state);
    in->source_state = state;
    const bool spelled = spell_pieces(s, in, state, out) && out->length - from <= SHOWN_MOST;
    interp_end(in, 0, err);
    if (spelled)
        return 0;
    strbuf_cut(out, from);
    return interp_show(in, state, out, err);
}
