/*
 * regalloc.c - linear-scan register allocation: few columns stay in the cache.
 *
 * Code runs forwards only, so a value is live from its definition to its last read.  Where every
 * lane passes, a gather is an alias of its source and not a copy, so the source lives as long.
 */
#include <assert.h>
#include <string.h>

#include "puzzle/codegen/emitter.h"

/* The number of an instruction's operands in c->operands, from .b on. */
static size_t bytecode_operands(const bytecode *c, const instruction *i, unsigned words,
                                unsigned costs)
{
    switch (i->op) {
    case DAG_CELL_AT: return words;
    case OP_LABEL: return c->labels[i->imm].label->value_count;
    case OP_EMIT: return costs;
    default: return 0;
    }
}

/* Whether b and c are registers, where they are not NO_REGISTER. */
static bool reads_registers(const instruction *i)
{
    return (i->op <= DAG_ONES && i->op != DAG_CELL_AT) || i->op == OP_TEST_ANY;
}

/* The registers that an instruction reads, without its operands. */
static size_t read_registers(const instruction *i, uint32_t *out)
{
    size_t count = 0;
    if (i->a != NO_REGISTER)
        out[count++] = i->a;
    if (reads_registers(i)) {
        if (i->b != NO_REGISTER)
            out[count++] = i->b;
        if (i->c != NO_REGISTER)
            out[count++] = i->c;
    }
    bool has_label = i->op == OP_REJECT || i->op == OP_REJECT_RULES || i->op == OP_EMIT;
    if (has_label && !i->label_fixed)
        out[count++] = i->c;
    return count;
}

static void note_last_read(uint32_t *last, uint32_t reg, size_t at)
{
    if (last[reg] < at)
        last[reg] = (uint32_t)at;
}

static bool is_register(const bytecode *c, const word_edit *edit)
{
    return !edit->by_lane || !c->by_rows;
}

static void note_emission(uint32_t *last, const bytecode *c, const bytecode_emission *s, size_t at)
{
    for (size_t k = s->first_edit; k < s->first_edit + s->edits; k++)
        if (is_register(c, &c->edits[k]))
            note_last_read(last, c->edits[k].x, at);
    for (size_t k = s->first_scatter; k < s->first_scatter + s->scatters; k++) {
        const field_scatter *t = &c->scatters[k];
        note_last_read(last, t->index, at);
        note_last_read(last, t->bits, at);
        if (t->when != NO_REGISTER)
            note_last_read(last, t->when, at);
    }
}

static uint32_t *last_reads(const bytecode *c, unsigned words, unsigned costs, arena *memory)
{
    uint32_t *last = arena_array(memory, c->registers, sizeof *last), read[4];
    for (size_t n = c->count; n-- > 0;) {
        const instruction *i = &c->at[n];
        size_t count = read_registers(i, read), more = bytecode_operands(c, i, words, costs);
        for (size_t k = 0; k < count; k++)
            note_last_read(last, read[k], n);
        for (size_t k = 0; k < more; k++)
            note_last_read(last, c->operands[i->b + k], n);
        if (i->op == OP_EMIT && i->imm2)
            note_emission(last, c, &c->emissions[i->imm2 - 1], n);
        for (unsigned w = 0; i->op == OP_EMIT && !i->imm2 && w < words; w++)
            note_last_read(last, c->edits[(size_t)i->imm + w].x, n);
        if (i->op == OP_GATHER && last[i->d] > last[i->a])
            last[i->a] = last[i->d];
    }
    return last;
}

typedef struct column_allocation {
    uint32_t *column;   /* [registers as emitted]                               */
    uint32_t *next_end; /* [registers] the next whose live range ends there too */
    uint32_t *ends;     /* [instructions] the first whose live range ends there */
    uint32_t *free;
    size_t free_count, columns;
} column_allocation;

static void assign_column(column_allocation *a, const bytecode *c, const uint32_t *last, size_t at,
                          uint32_t reg)
{
    a->column[reg] = a->free_count ? a->free[--a->free_count] : (uint32_t)a->columns++;
    size_t end = last[reg] > at ? last[reg] : at;
    if (reg == c->result)
        return;
    a->next_end[reg] = a->ends[end];
    a->ends[end] = reg;
}

static void release_columns(column_allocation *a, size_t at)
{
    for (uint32_t r = a->ends[at]; r != NO_REGISTER; r = a->next_end[r])
        a->free[a->free_count++] = a->column[r];
}

static void rename_registers(bytecode *c, const column_allocation *a)
{
    for (size_t n = 0; n < c->count; n++) {
        instruction *i = &c->at[n];
        bool has_label = i->op == OP_REJECT || i->op == OP_REJECT_RULES || i->op == OP_EMIT;
        bool plain = reads_registers(i);
        if (i->d != NO_REGISTER)
            i->d = a->column[i->d];
        if (i->a != NO_REGISTER)
            i->a = a->column[i->a];
        if (plain && i->b != NO_REGISTER)
            i->b = a->column[i->b];
        if ((plain && i->c != NO_REGISTER) || (has_label && !i->label_fixed))
            i->c = a->column[i->c];
    }
    for (size_t k = 0; k < c->operand_count; k++)
        c->operands[k] = a->column[c->operands[k]];
    for (size_t k = 0; k < c->edit_count; k++)
        if (is_register(c, &c->edits[k]))
            c->edits[k].x = a->column[c->edits[k].x];
    for (size_t k = 0; k < c->scatter_count; k++) {
        field_scatter *t = &c->scatters[k];
        t->index = a->column[t->index];
        t->bits = a->column[t->bits];
        if (t->when != NO_REGISTER)
            t->when = a->column[t->when];
    }
}

void regalloc(bytecode *c, unsigned words, unsigned costs, arena *memory)
{
    const unsigned loaded = c->by_rows ? 0 : words;
    column_allocation a = {.columns = loaded};
    uint32_t *last = last_reads(c, words, costs, memory);
    a.column = arena_array(memory, c->registers, sizeof *a.column);
    a.next_end = arena_array(memory, c->registers, sizeof *a.next_end);
    a.free = arena_array(memory, c->registers, sizeof *a.free);
    a.ends = arena_array(memory, c->count + 1, sizeof *a.ends);
    memset(a.ends, 0xFF, (c->count + 1) * sizeof *a.ends);
    for (unsigned w = 0; w < loaded; w++)
        a.column[w] = w;
    for (size_t n = 0; n < c->count; n++) {
        if (c->at[n].d != NO_REGISTER)
            assign_column(&a, c, last, n, c->at[n].d);
        release_columns(&a, n);
    }
    assert(a.columns <= c->registers && a.free_count <= c->registers);
    rename_registers(c, &a);
    if (c->result != NO_REGISTER && c->registers)
        c->result = a.column[c->result];
    c->registers = a.columns;
}
