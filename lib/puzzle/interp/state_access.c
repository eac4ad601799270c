/* state_access.c - elements of arrays and tables, and their bits in a packed state. */
#include "puzzle/interp/eval_expr.h"

#include <assert.h>
#include <string.h>

#include "base/checked.h"

int64_t eval_read(const ast *t, const uint64_t *state, size_t number)
{
    assert(number < t->cell_count);
    const state_cell *c = &t->cells[number];
    uint64_t bits = c->width ? state[c->word] >> c->shift & low_bits(c->width) : 0;
    return (int64_t)((uint64_t)c->low + bits);
}

static void list_read(cell_reads *r, uint32_t cell)
{
    for (unsigned i = 0; i < r->count; i++)
        if (r->cell[i] == cell)
            return;
    if (r->count < CELL_READS_MOST)
        r->cell[r->count++] = cell;
    else
        r->overflows = true;
}

int64_t eval_read_listed(evaluator *v, const uint64_t *state, size_t cell)
{
    if (v->reads)
        list_read(v->reads, (uint32_t)cell);
    return eval_read(v->tree, state, cell);
}

void eval_write(const ast *t, uint64_t *state, size_t number, int64_t value)
{
    assert(number < t->cell_count);
    const state_cell *c = &t->cells[number];
    assert(value >= c->type->low && value <= c->type->high);
    if (!c->width)
        return;
    uint64_t mask = low_bits(c->width) << c->shift;
    uint64_t bits = ((uint64_t)value - (uint64_t)c->low) << c->shift;
    state[c->word] = (state[c->word] & ~mask) | (bits & mask);
}

/* int("7") is a lookup in a table of the digits; its error does not name the table. */
static void format_outside(strbuf *out, kind k, int64_t value, const char *name, const type *t)
{
    bool character = k.form == KIND_CHARACTER;
    strbuf_put(out, character ? "the character '" : "the index ");
    eval_format_value(out, k, value, false);
    strbuf_put(out, character ? "'" : "");
    if (character && !strcmp(name, "int")) {
        strbuf_put(out, " is no digit");
        return;
    }
    strbuf_printf(out, " of '%s' is outside of ", name);
    eval_format_type(out, t);
}

static int index_error(evaluator *v, const expr *index, int64_t value, const char *name,
                       const type *t)
{
    strbuf message = {0};
    format_outside(&message, index->kind, value, name, t);
    int code = message.failed ? error_set_memory(v->err)
                              : eval_error(v, index->at, "%s", strbuf_string(&message));
    strbuf_free(&message);
    return code;
}

int eval_position(size_t *out, evaluator *v, const char *name, const type *const *types,
                  expr *const *index, size_t count)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t value;
        int code = eval_enter(v, index[i]->at, 1);
        code = code ? code : eval_expr(v, index[i], &value);
        if (code)
            return code;
        eval_leave(v, 1);
        int64_t position = type_position(types[i], value);
        if (position < 0)
            return index_error(v, index[i], value, name, types[i]);
        at = at * (size_t)types[i]->count + (size_t)position;
    }
    *out = at;
    return 0;
}
