/* transposition.c - exchanges two values of a type declared `symmetric` in states and labels. */
#include "puzzle/transposition.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/error.h"
#include "puzzle/interp/eval_expr.h"
#include "puzzle/puzzle.h"

/* The value of `from` moves to `to`. */
typedef struct exchanged_cell {
    const state_cell *from, *to;
    bool renamed; /* it may hold one of the two values */
} exchanged_cell;

/* ---- which cells -------------------------------------------------------------------------- */

/* Whether values of `used` are among those meant by a declaration of `declared`. */
static bool is_declared_type(const type *used, const type *declared)
{
    if (declared->kind.form == KIND_ENUM)
        return used->kind.form == KIND_ENUM && used->kind.enumeration == declared->kind.enumeration;
    if (declared->form == TYPE_BOOL)
        return used->form == TYPE_BOOL;
    return used == declared;
}

static int64_t exchange_value(const transposition *x, int64_t value)
{
    return value == x->first ? x->second : value == x->second ? x->first : value;
}

/* Whether the type has both values; *one_sided is set where it has one of them only. */
static bool exchanges_type(const transposition *x, const type *used, bool *one_sided)
{
    if (!is_declared_type(used, x->type))
        return false;
    bool first = type_position(used, x->first) >= 0, second = type_position(used, x->second) >= 0;
    *one_sided |= first != second;
    return first && second;
}

/* The element that the value of element `number` of a variable moves to. */
static size_t exchange_element(const transposition *x, const state_variable *v, size_t number)
{
    size_t below = v->cells, to = 0;
    assert(number < v->cells);
    for (size_t i = 0; i < v->indices; i++) {
        const type *index = v->index[i];
        bool one_sided = false;
        below /= (size_t)index->count;
        size_t position = number / below;
        number %= below;
        if (exchanges_type(x, index, &one_sided))
            position = (size_t)type_position(index, exchange_value(x, type_value(index, position)));
        to += position * below;
    }
    return to;
}

static int find_exchanged_cells(transposition *x, const ast *t, wgcq_error *err)
{
    x->cells = calloc(t->cell_count + 1, sizeof *x->cells);
    if (!x->cells)
        return error_set_memory(err);
    for (size_t i = 0; i < t->variable_count; i++) {
        const state_variable *v = t->variables[i];
        bool one_sided = false, renamed = exchanges_type(x, v->type, &one_sided);
        for (size_t k = 0; k < v->indices; k++)
            exchanges_type(x, v->index[k], &one_sided);
        if (one_sided)
            return error_set(err, WGCQ_EREQUEST,
                             "the puzzle is not symmetric: '%s' admits only one of %s and %s",
                             v->name, strbuf_string(&x->first_name),
                             strbuf_string(&x->second_name));
        for (size_t k = 0; k < v->cells; k++) {
            size_t to = exchange_element(x, v, k);
            if (to != k || renamed)
                x->cells[x->count++] =
                    (exchanged_cell){&t->cells[v->first + k], &t->cells[v->first + to], renamed};
        }
    }
    return 0;
}

/* ---- all transpositions ------------------------------------------------------------------- */

static int add_type(transpositions *out, const ast *t, const type *declared, wgcq_error *err)
{
    size_t touched = 0;
    int code = 0;
    for (uint64_t i = 0; i + 1 < declared->count && !code; i++) {
        transposition *x = &out->all[out->count++];
        *x = (transposition){.type = declared,
                             .first = type_value(declared, i),
                             .second = type_value(declared, i + 1)};
        eval_format_type(&x->name, declared);
        eval_format_value(&x->first_name, declared->kind, x->first, false);
        eval_format_value(&x->second_name, declared->kind, x->second, false);
        code = x->name.failed || x->first_name.failed || x->second_name.failed
                   ? error_set_memory(err)
                   : find_exchanged_cells(x, t, err);
        touched += x->count;
    }
    if (!code && declared->count > 1 && !touched)
        return error_set(
            err, WGCQ_EREQUEST,
            "'symmetric' names '%s', but no variable holds its values, nor is indexed by "
            "them",
            strbuf_string(&out->all[out->count - 1].name));
    return code;
}

int transpositions_open(transpositions *out, const wgcq_puzzle *puzzle, wgcq_error *err)
{
    const ast *t = puzzle->tree;
    uint64_t most = 0;
    int code = 0;
    *out = (transpositions){0};
    if (!t->symmetric_count)
        return error_set(err, WGCQ_EREQUEST, "the puzzle declares nothing 'symmetric'");
    for (size_t i = 0; i < t->symmetric_count; i++) {
        if (t->symmetric[i]->count > t->cell_count + (uint64_t)UINT16_MAX)
            return error_set(err, WGCQ_EREQUEST, "too many values are declared 'symmetric'");
        most += t->symmetric[i]->count;
    }
    out->all = calloc(most + 1, sizeof *out->all);
    if (!out->all)
        return error_set_memory(err);
    for (size_t i = 0; i < t->symmetric_count && !code; i++)
        code = add_type(out, t, t->symmetric[i], err);
    return code;
}

bool transpositions_declared(const wgcq_puzzle *puzzle)
{
    return puzzle->tree->symmetric_count != 0;
}

void transpositions_close(transpositions *x)
{
    for (size_t i = 0; i < x->count; i++) {
        strbuf_free(&x->all[i].name);
        strbuf_free(&x->all[i].first_name);
        strbuf_free(&x->all[i].second_name);
        free(x->all[i].cells);
    }
    free(x->all);
    *x = (transpositions){0};
}

/* ---- states ------------------------------------------------------------------------------- */

static uint64_t cell_mask(const state_cell *c)
{
    return low_bits(c->width);
}

void transposition_touches(const transposition *x, uint64_t *mask)
{
    for (size_t i = 0; i < x->count; i++) {
        const state_cell *from = x->cells[i].from, *to = x->cells[i].to;
        if (from->width) {
            mask[from->word] |= cell_mask(from) << from->shift;
            mask[to->word] |= cell_mask(to) << to->shift;
        }
    }
}

void transpose_state(const transposition *x, const uint64_t *state, unsigned words, uint64_t *out)
{
    assert(out != state);
    memcpy(out, state, words * sizeof *out);
    for (size_t i = 0; i < x->count; i++) {
        const exchanged_cell *c = &x->cells[i];
        uint64_t bits = state[c->from->word] >> c->from->shift & cell_mask(c->from);
        if (!c->from->width) /* it has one value */
            continue;
        if (c->renamed)
            bits = (uint64_t)exchange_value(x, (int64_t)((uint64_t)c->from->low + bits)) -
                   (uint64_t)c->from->low;
        uint64_t *word = &out[c->to->word];
        *word = (*word & ~(cell_mask(c->to) << c->to->shift)) | bits << c->to->shift;
    }
}

/* ---- labels ------------------------------------------------------------------------------- */

static bool is_word_byte(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_' || (unsigned char)byte >= 0x80;
}

/* Whether `name` stands at `at` as a word of its own. */
static bool is_word_at(const char *begin, const char *at, const strbuf *name)
{
    if (!name->length || strncmp(at, strbuf_string(name), name->length) != 0)
        return false;
    bool opens = at == begin || !is_word_byte(at[-1]) || !is_word_byte(*at);
    return opens && (!is_word_byte(at[name->length]) || !is_word_byte(at[name->length - 1]));
}

void transpose_text(const transposition *x, const char *line, strbuf *out)
{
    for (const char *at = line; *at;) {
        bool first = is_word_at(line, at, &x->first_name),
             second = is_word_at(line, at, &x->second_name);
        if (first && second) /* one is a prefix of the other: the longer matches */
            first = x->first_name.length > x->second_name.length;
        if (first || (second && x->second_name.length)) {
            strbuf_put(out, strbuf_string(first ? &x->second_name : &x->first_name));
            at += first ? x->first_name.length : x->second_name.length;
        } else {
            strbuf_char(out, *at++);
        }
    }
}
