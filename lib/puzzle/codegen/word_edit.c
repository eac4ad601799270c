/*
 * word_edit.c - the words of successors.
 *
 * Most moves replace fields of a word by constants and move one field to another place.  Such an
 * edit is no instruction of its own but is done where the successor is written; another word is
 * computed into a register and copied.  Where states are wide, successors are copies of them, and
 * only what changes is edited.
 */
#include "puzzle/codegen/emitter.h"

#include "base/checked.h"

static const word_edit unchanged = {.keep = UINT64_MAX};

/* A field of a word shifted left, perhaps by 0. */
static bool as_moved_field(const emitter *e, ref node, ref *word, word_edit *out)
{
    const dag_node *n = dag_at(e->dag, node);
    unsigned to = 0;
    if (n->op == DAG_SHIFT_LEFT && dag_is_constant(e->dag, n->b)) {
        to = (unsigned)dag_at(e->dag, n->b)->imm & 63;
        n = dag_at(e->dag, n->a);
    }
    if (n->op != DAG_BITS)
        return false;
    unsigned from = (unsigned)(n->imm & 63);
    *word = n->a;
    out->field = low_bits((unsigned)(n->imm / 64)) << from;
    out->left = (uint8_t)(to > from ? to - from : 0);
    out->right = (uint8_t)(from > to ? from - to : 0);
    return true;
}

/* x & keep ^ flip; *word: x. */
static bool as_plain_edit(const emitter *e, ref node, ref *word, word_edit *out)
{
    const dag_node *n = dag_at(e->dag, node);
    if (n->op == DAG_BIT_XOR && dag_is_constant(e->dag, n->b)) {
        out->flip = (uint64_t)dag_at(e->dag, n->b)->imm;
        n = dag_at(e->dag, n->a);
    }
    if (n->op == DAG_BIT_AND && dag_is_constant(e->dag, n->b)) {
        out->keep = (uint64_t)dag_at(e->dag, n->b)->imm;
        node = n->a;
        n = dag_at(e->dag, node);
    } else {
        node = (ref)(n - e->dag->nodes);
    }
    *word = node;
    return n->op == DAG_WORD;
}

static bool as_edit(const emitter *e, ref node, ref *word, word_edit *out)
{
    const dag_node n = *dag_at(e->dag, node);
    ref from;
    *out = unchanged;
    if (n.op != DAG_BIT_OR)
        return as_plain_edit(e, node, word, out);
    if (as_moved_field(e, n.a, &from, out))
        return as_plain_edit(e, n.b, word, out) && *word == from;
    return as_moved_field(e, n.b, &from, out) && as_plain_edit(e, n.a, word, out) && *word == from;
}

static bool is_same_word(const emitter *e, unsigned word, ref node)
{
    const dag_node *n = dag_at(e->dag, node);
    return n->op == DAG_WORD && n->imm == (int64_t)word;
}

static void emit_word_edit(emitter *e, unsigned word, ref node)
{
    ref x;
    word_edit edit;
    if (!as_edit(e, node, &x, &edit)) {
        edit = unchanged;
        edit.x = emit_node(e, node);
    } else if (emitter_has_home(e, x)) {
        edit.x = emit_node(e, x);
    } else {
        edit.by_lane = true;
        edit.x = (uint32_t)dag_at(e->dag, x)->imm;
    }
    edit.word = word;
    ARENA_PUSH(e->growing, e->edits, e->edit_count, e->edit_room, edit);
}

static void emit_scatter(emitter *e, const ground_scatter *s)
{
    field_scatter t = {.array = s->array, .when = NO_REGISTER};
    if (s->when != REF_TRUE)
        t.when = emit_node(e, s->when);
    t.index = emit_node(e, s->index);
    t.bits = emit_node(e, s->bits);
    ARENA_PUSH(e->growing, e->scatters, e->scatter_count, e->scatter_room, t);
}

size_t emit_successor(emitter *e, const ground_action *a)
{
    bytecode_emission s = {.first_edit = e->edit_count, .first_scatter = e->scatter_count};
    for (unsigned w = 0; w < e->words; w++)
        if (!e->by_rows || !is_same_word(e, w, a->words[w]))
            emit_word_edit(e, w, a->words[w]);
    for (size_t i = 0; i < a->scatter_count; i++)
        emit_scatter(e, &a->scatters[i]);
    if (!e->by_rows && !a->scatter_count)
        return 0;
    s.edits = e->edit_count - s.first_edit;
    s.scatters = e->scatter_count - s.first_scatter;
    ARENA_PUSH(e->growing, e->emissions, e->emission_count, e->emission_room, s);
    return e->emission_count;
}
