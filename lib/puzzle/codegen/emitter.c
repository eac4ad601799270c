/* emitter.c - instructions from nodes, each once per scope. */
#include "puzzle/codegen/emitter.h"

#include <assert.h>
#include <string.h>

instruction *emit(emitter *e, uint8_t op)
{
    instruction i = {.op = op, .level = e->level};
    i.d = i.a = i.b = i.c = NO_REGISTER;
    ARENA_PUSH(e->growing, e->code, e->count, e->room, i);
    return &e->code[e->count - 1];
}

uint32_t emit_operand(emitter *e, uint32_t reg)
{
    ARENA_PUSH(e->growing, e->operands, e->operand_count, e->operand_room, reg);
    return (uint32_t)(e->operand_count - 1);
}

/* ---- homes ---------------------------------------------------------------- */

void emitter_reserve_nodes(emitter *e)
{
    if (e->dag->count <= e->home_room)
        return;
    size_t room = e->dag->count + e->dag->count / 2;
    home *grown = arena_array(e->memory, room, sizeof *grown);
    e->queued = arena_array(e->memory, room / 64 + 1, sizeof *e->queued);
    e->queued_words = arena_array(e->memory, room / 4096 + 1, sizeof *e->queued_words);
    e->test_numbers = arena_array(e->memory, room, sizeof *e->test_numbers);
    if (e->home_room)
        memcpy(grown, e->home, e->home_room * sizeof *grown);
    e->home = grown;
    e->home_room = room;
}

void emitter_set_home(emitter *e, ref node, uint32_t reg)
{
    home_undo l = {node, e->home[node]};
    ARENA_PUSH(e->memory, e->undo, e->undo_count, e->undo_room, l);
    e->home[node] = (home){reg + 1, e->level};
}

/* NO_REGISTER: none. */
static uint32_t reg_of(const emitter *e, ref node)
{
    return e->home[node].reg_1 - 1;
}

static bool is_constant_node(const emitter *e, ref node)
{
    return dag_is_constant(e->dag, node);
}

/* A constant is the same in all lanes, so it can be read at any level. */
bool emitter_has_home(const emitter *e, ref node)
{
    home h = e->home[node];
    return h.reg_1 && (h.level == e->level || is_constant_node(e, node));
}

/* Values of an outer level are gathered, not computed again; fields are as cheap to compute. */
static bool is_at_outer_level(const emitter *e, ref node)
{
    return e->home[node].reg_1 && dag_at(e->dag, node)->op != DAG_BITS;
}

/* ---- operands ------------------------------------------------------------- */

static bool is_binary(dag_op op)
{
    return op >= DAG_ADD && op <= DAG_SHIFT_RIGHT && op != DAG_ABS && op != DAG_NOT && op != DAG_IF;
}

/* A field that is shifted to another place of a word. */
static bool is_field_move(const emitter *e, const dag_node *n)
{
    return n->op == DAG_SHIFT_LEFT && is_constant_node(e, n->b) &&
           dag_at(e->dag, n->a)->op == DAG_BITS;
}

/* Whether a disjunction is computed as one instruction. */
static bool is_comparison_of_fields(emitter *e, ref node, any_test *out)
{
    return e->compares_fields && filter_any_test(e, node, out);
}

/* The nodes whose registers an operation reads, at most three; an array's words come on top. */
static size_t operand_nodes(emitter *e, ref node, ref *out)
{
    const dag_node *n = dag_at(e->dag, node);
    any_test any;
    if (is_comparison_of_fields(e, node, &any)) {
        out[0] = any.word;
        out[1] = any.value;
        return 2;
    }
    out[0] = n->a;
    out[1] = n->b;
    out[2] = n->c;
    switch (n->op) {
    case DAG_CONSTANT:
    case DAG_WORD: return 0;
    case DAG_IF: return 3;
    case DAG_SHIFT_LEFT:
        if (is_field_move(e, n))
            out[0] = dag_at(e->dag, n->a)->a;
        break;
    default: break;
    }
    return is_binary(n->op) && !is_constant_node(e, n->b) ? 2 : 1;
}

static bool array_uses(const dag_array *a, unsigned word)
{
    for (size_t i = 0; i < a->count; i++)
        if (a->word[i] == word)
            return true;
    return false;
}

/* ---- one instruction ------------------------------------------------------ */

uint32_t emitter_new_register(emitter *e)
{
    return e->registers++;
}

static uint32_t emit_gather(emitter *e, ref node)
{
    home h = e->home[node];
    uint32_t level = e->level, reg = h.reg_1 - 1;
    for (e->level = h.level + 1; e->level <= level; e->level++) {
        instruction *i = emit(e, OP_GATHER);
        i->a = reg;
        i->d = reg = emitter_new_register(e);
    }
    e->level = level;
    return reg;
}

static void emit_array_words(emitter *e, instruction *i, const dag_array *a)
{
    if (e->by_rows) {
        i->op = OP_FETCH;
        return;
    }
    uint32_t any = reg_of(e, dag_word(e->dag, a->word[0]));
    i->b = (uint32_t)e->operand_count;
    for (unsigned w = 0; w < e->words; w++)
        emit_operand(e, array_uses(a, w) ? reg_of(e, dag_word(e->dag, w)) : any);
}

static uint32_t emit_operation(emitter *e, ref node)
{
    const dag_node n = *dag_at(e->dag, node);
    ref need[3];
    any_test any;
    size_t count = operand_nodes(e, node, need);
    uint32_t reg = emitter_new_register(e);
    instruction *i = emit(e, (uint8_t)n.op);
    i->d = reg;
    i->a = count > 0 ? reg_of(e, need[0]) : NO_REGISTER;
    i->b = count > 1 ? reg_of(e, need[1]) : NO_REGISTER;
    i->c = count > 2 ? reg_of(e, need[2]) : NO_REGISTER;
    i->imm = n.imm;
    if (is_comparison_of_fields(e, node, &any)) {
        i->op = OP_ANY;
        i->imm = (int64_t)any.low;
        i->imm2 = (int64_t)any_test_high(&any);
    } else if (n.op == DAG_CELL_AT) {
        emit_array_words(e, i, &e->dag->arrays[n.imm]);
    } else if (is_field_move(e, &n)) {
        i->op = OP_MOVE;
        i->imm = dag_at(e->dag, n.a)->imm;
        i->imm2 = dag_at(e->dag, n.b)->imm;
    } else if (is_binary(n.op) && count == 1) {
        i->immediate = true;
        i->imm = dag_at(e->dag, n.b)->imm;
    }
    return reg;
}

/* ---- a node and its operands ---------------------------------------------- */

typedef struct node_queue {
    size_t count, room;
    ref *items;
    ref least;
} node_queue;

static void queue_node(emitter *e, node_queue *w, ref node)
{
    const uint64_t bit = UINT64_C(1) << (node % 64);
    if (e->queued[node / 64] & bit || emitter_has_home(e, node))
        return;
    e->queued[node / 64] |= bit;
    e->queued_words[node / 4096] |= UINT64_C(1) << (node / 64 % 64);
    w->least = node < w->least ? node : w->least;
    ARENA_PUSH(e->memory, w->items, w->count, w->room, node);
}

static void queue_operands(emitter *e, node_queue *w, ref node)
{
    const dag_node *n = dag_at(e->dag, node);
    ref need[3];
    if (is_at_outer_level(e, node))
        return;
    size_t count = operand_nodes(e, node, need);
    for (size_t k = 0; k < count; k++)
        queue_node(e, w, need[k]);
    if (n->op == DAG_CELL_AT && !e->by_rows)
        for (unsigned word = 0; word < e->words; word++)
            if (array_uses(&e->dag->arrays[n->imm], word))
                queue_node(e, w, dag_word(e->dag, word));
}

static void emit_queued_node(emitter *e, ref r)
{
    emitter_set_home(e, r, is_at_outer_level(e, r) ? emit_gather(e, r) : emit_operation(e, r));
}

/* Emits the queued nodes in ascending order, so that operands come first, and empties the queue. */
static void emit_queued_nodes(emitter *e, ref least, size_t count)
{
    for (size_t at = least / 4096; count; at++)
        for (; e->queued_words[at]; e->queued_words[at] &= e->queued_words[at] - 1) {
            const size_t word = 64 * at + (size_t)__builtin_ctzll(e->queued_words[at]);
            for (; e->queued[word]; e->queued[word] &= e->queued[word] - 1, count--)
                emit_queued_node(e, (ref)(64 * word + (size_t)__builtin_ctzll(e->queued[word])));
        }
}

uint32_t emit_node(emitter *e, ref node)
{
    node_queue w = {.room = e->queue_room, .items = e->queue, .least = node};
    emitter_reserve_nodes(e);
    queue_node(e, &w, node);
    for (size_t i = 0; i < w.count; i++)
        queue_operands(e, &w, w.items[i]);
    emit_queued_nodes(e, w.least, w.count);
    e->queue = w.items;
    e->queue_room = w.room;
    return reg_of(e, node);
}

/* ---- scopes --------------------------------------------------------------- */

void emit_open_scope(emitter *e, bool deeper)
{
    assert(e->count > 0);
    scope s = {e->undo_count, e->count - 1, e->level};
    ARENA_PUSH(e->memory, e->scopes, e->scope_count, e->scope_room, s);
    if (deeper)
        e->level++;
    if (e->level > e->levels)
        e->levels = e->level;
}

void emit_close_scope(emitter *e)
{
    assert(e->scope_count > 0);
    scope s = e->scopes[--e->scope_count];
    while (e->undo_count > s.undo_mark) {
        home_undo l = e->undo[--e->undo_count];
        e->home[l.node] = l.was;
    }
    e->level = s.level;
    e->code[s.filter].jump = (uint32_t)e->count;
}

/* ---- begin and end -------------------------------------------------------- */

void emitter_start(emitter *e, dag *d, unsigned words, unsigned costs, code_memory *memory)
{
    *e = (emitter){.all = memory,
                   .memory = &memory->scratch,
                   .growing = &memory->growing,
                   .dag = d,
                   .words = words,
                   .costs = costs};
    d->most = UINT32_MAX / 4;
    e->by_rows = words > COLUMN_WORDS_MOST;
    for (unsigned w = 0; w < words; w++)
        dag_word(d, w);
    emitter_reserve_nodes(e);
    for (unsigned w = 0; w < words && !e->by_rows; w++)
        e->home[dag_word(d, w)] = (home){w + 1, 0};
    e->registers = e->by_rows ? 0 : words;
    e->word_tests = arena_array(e->memory, words, sizeof *e->word_tests);
}

static void *keep_array(const emitter *e, const void *from, size_t count, size_t size)
{
    void *to = arena_array(e->all->kept, count, size);
    if (count)
        memcpy(to, from, count * size);
    return to;
}

/* Without the room that arrays have grown, and what they left behind. */
static void keep_code(const emitter *e, bytecode *c)
{
    c->at = keep_array(e, c->at, c->count, sizeof *c->at);
    c->operands = keep_array(e, c->operands, c->operand_count, sizeof *c->operands);
    c->edits = keep_array(e, c->edits, c->edit_count, sizeof *c->edits);
    c->scatters = keep_array(e, c->scatters, c->scatter_count, sizeof *c->scatters);
    c->emissions = keep_array(e, c->emissions, c->emission_count, sizeof *c->emissions);
    c->deals = keep_array(e, c->deals, e->deal_count, sizeof *c->deals);
    c->labels = keep_array(e, c->labels, c->label_count, sizeof *c->labels);
}

void emitter_finish(emitter *e, bytecode *out, uint32_t result)
{
    assert(e->scope_count == 0);
    *out = (bytecode){.count = e->count,
                      .at = e->code,
                      .operands = e->operands,
                      .operand_count = e->operand_count,
                      .edits = e->edits,
                      .edit_count = e->edit_count,
                      .scatters = e->scatters,
                      .scatter_count = e->scatter_count,
                      .emissions = e->emissions,
                      .emission_count = e->emission_count,
                      .deals = e->deals,
                      .deal_lists = e->deal_lists,
                      .registers = e->registers,
                      .words = e->words,
                      .by_rows = e->by_rows,
                      .levels = (size_t)e->levels + 1,
                      .labels = e->labels,
                      .label_count = e->label_count,
                      .result = result};
    regalloc(out, e->words, e->costs, e->memory);
    arena_free(e->memory);
    keep_code(e, out);
    arena_free(e->growing);
}
