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
    return (i->op <= DAG_ONES && i->op != DAG_CELL_AT) || i->op == OP_ANY || i->op == OP_TEST_ANY;
}

static bool reads_label(const instruction *i)
{
    return (i->op == OP_REJECT || i->op == OP_REJECT_RULES || i->op == OP_EMIT) && !i->label_fixed;
}

static void note_last_read(uint32_t *last, uint32_t reg, size_t at)
{
    if (reg != NO_REGISTER && last[reg] < at)
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
        note_last_read(last, t->when, at);
    }
}

/* Operands, edits and scatters of an instruction. */
static void note_operands(uint32_t *last, const bytecode *c, size_t n, unsigned words,
                          unsigned costs)
{
    const instruction *i = &c->at[n];
    const size_t count = bytecode_operands(c, i, words, costs);
    for (size_t k = 0; k < count; k++)
        note_last_read(last, c->operands[i->b + k], n);
    if (i->op == OP_EMIT && i->imm2)
        note_emission(last, c, &c->emissions[i->imm2 - 1], n);
    for (unsigned w = 0; i->op == OP_EMIT && !i->imm2 && w < words; w++)
        note_last_read(last, c->edits[(size_t)i->imm + w].x, n);
}

static uint32_t *last_reads(const bytecode *c, unsigned words, unsigned costs, arena *memory)
{
    uint32_t *last = arena_array(memory, c->registers, sizeof *last);
    for (size_t n = c->count; n-- > 0;) {
        const instruction *i = &c->at[n];
        note_last_read(last, i->a, n);
        if (reads_registers(i)) {
            note_last_read(last, i->b, n);
            note_last_read(last, i->c, n);
        } else {
            if (reads_label(i))
                note_last_read(last, i->c, n);
            note_operands(last, c, n, words, costs);
        }
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

static uint32_t assign_column(column_allocation *a, const bytecode *c, const uint32_t *last,
                              size_t at, uint32_t reg)
{
    const uint32_t column = a->free_count ? a->free[--a->free_count] : (uint32_t)a->columns++;
    const size_t end = last[reg] > at ? last[reg] : at;
    a->column[reg] = column;
    if (reg != c->result) {
        a->next_end[reg] = a->ends[end];
        a->ends[end] = reg;
    }
    return column;
}

static void release_columns(column_allocation *a, size_t at)
{
    for (uint32_t r = a->ends[at]; r != NO_REGISTER; r = a->next_end[r])
        a->free[a->free_count++] = a->column[r];
}

/* Each register that an instruction reads is defined before it. */
static void rename_reads(instruction *i, const uint32_t *column)
{
    if (i->a != NO_REGISTER)
        i->a = column[i->a];
    if (reads_registers(i)) {
        if (i->b != NO_REGISTER)
            i->b = column[i->b];
        if (i->c != NO_REGISTER)
            i->c = column[i->c];
    } else if (reads_label(i)) {
        i->c = column[i->c];
    }
}

static void rename_operands(bytecode *c, const column_allocation *a)
{
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
        instruction *i = &c->at[n];
        rename_reads(i, a.column);
        if (i->d != NO_REGISTER)
            i->d = assign_column(&a, c, last, n, i->d);
        release_columns(&a, n);
    }
    assert(a.columns <= c->registers && a.free_count <= c->registers);
    rename_operands(c, &a);
    if (c->result != NO_REGISTER && c->registers)
        c->result = a.column[c->result];
    c->registers = a.columns;
}
