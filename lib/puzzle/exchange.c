/* exchange.c - values that a puzzle declares `symmetric`, exchanged in a packed state. */
#include "puzzle/exchange.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/fault.h"
#include "puzzle/evaluate.h"
#include "puzzle/puzzle.h"

/* What `from` holds goes to `to`. */
typedef struct exchanged_cell {
    const cell *from, *to;
    bool renamed; /* it may hold one of the two values */
} exchanged_cell;

/* ---- which cells ------------------------------------------------------------------------------
 */

/* Whether values of `used` are among those meant by a declaration of `declared`. */
static bool is_meant(const type *used, const type *declared)
{
    if (declared->of.form == KIND_ENUM)
        return used->of.form == KIND_ENUM && used->of.of == declared->of.of;
    if (declared->form == TYPE_BOOL)
        return used->form == TYPE_BOOL;
    return used == declared;
}

static int64_t exchanged(const exchange *x, int64_t value)
{
    return value == x->one ? x->other : value == x->other ? x->one : value;
}

/* Whether x touches values of this type; *lame: it has room for one of the two alone. */
static bool touches(const exchange *x, const type *used, bool *lame)
{
    if (!is_meant(used, x->of))
        return false;
    bool one = type_position(used, x->one) >= 0, other = type_position(used, x->other) >= 0;
    *lame |= one != other;
    return one && other;
}

/* Where what stands in element `number` of a variable goes. */
static size_t element_exchanged(const exchange *x, const variable *v, size_t number)
{
    size_t below = v->cells, to = 0;
    for (size_t i = 0; i < v->indices; i++) {
        const type *index = v->index[i];
        bool lame = false;
        below /= (size_t)index->count;
        size_t position = number / below;
        number %= below;
        if (touches(x, index, &lame))
            position = (size_t)type_position(index, exchanged(x, type_value(index, position)));
        to += position * below;
    }
    return to;
}

static int find_cells(exchange *x, const tree *t, wgcq_error *err)
{
    x->cells = calloc(t->cell_count + 1, sizeof *x->cells);
    if (!x->cells)
        return fault_memory(err);
    for (size_t i = 0; i < t->variable_count; i++) {
        const variable *v = t->variables[i];
        bool lame = false, renamed = touches(x, v->of, &lame);
        for (size_t k = 0; k < v->indices; k++)
            touches(x, v->index[k], &lame);
        if (lame)
            return fault(err, WGCQ_EREQUEST,
                         "'symmetric' cannot be: '%s' has a place for one of %s and %s alone",
                         v->name, text_string(&x->one_name), text_string(&x->other_name));
        for (size_t k = 0; k < v->cells; k++) {
            size_t to = element_exchanged(x, v, k);
            if (to != k || renamed)
                x->cells[x->count++] =
                    (exchanged_cell){&t->cells[v->first + k], &t->cells[v->first + to], renamed};
        }
    }
    return 0;
}

/* ---- all of them ------------------------------------------------------------------------------
 */

static int open_type(exchanges *out, const tree *t, const type *of, wgcq_error *err)
{
    size_t touched = 0;
    int code = 0;
    for (uint64_t i = 0; i + 1 < of->count && !code; i++) {
        exchange *x = &out->all[out->count++];
        *x = (exchange){.of = of, .one = type_value(of, i), .other = type_value(of, i + 1)};
        evaluate_spell_type(&x->name, of);
        evaluate_spell(&x->one_name, of->of, x->one, false);
        evaluate_spell(&x->other_name, of->of, x->other, false);
        code = x->name.failed || x->one_name.failed || x->other_name.failed ? fault_memory(err)
                                                                            : find_cells(x, t, err);
        touched += x->count;
    }
    if (!code && of->count > 1 && !touched)
        return fault(err, WGCQ_EREQUEST,
                     "'symmetric' names '%s', but no variable holds its values, nor is indexed by "
                     "them",
                     text_string(&out->all[out->count - 1].name));
    return code;
}

int exchanges_open(exchanges *out, const wgcq_puzzle *puzzle, wgcq_error *err)
{
    const tree *t = puzzle->tree;
    uint64_t most = 0;
    int code = 0;
    *out = (exchanges){0};
    if (!t->symmetric_count)
        return fault(err, WGCQ_EREQUEST, "the puzzle declares nothing 'symmetric'");
    for (size_t i = 0; i < t->symmetric_count; i++) {
        if (t->symmetric[i]->count > t->cell_count + (uint64_t)UINT16_MAX)
            return fault(err, WGCQ_EREQUEST, "too many values are declared 'symmetric'");
        most += t->symmetric[i]->count;
    }
    out->all = calloc(most + 1, sizeof *out->all);
    if (!out->all)
        return fault_memory(err);
    for (size_t i = 0; i < t->symmetric_count && !code; i++)
        code = open_type(out, t, t->symmetric[i], err);
    return code;
}

bool exchanges_declared(const wgcq_puzzle *puzzle)
{
    return puzzle->tree->symmetric_count != 0;
}

void exchanges_close(exchanges *x)
{
    for (size_t i = 0; i < x->count; i++) {
        text_free(&x->all[i].name);
        text_free(&x->all[i].one_name);
        text_free(&x->all[i].other_name);
        free(x->all[i].cells);
    }
    free(x->all);
    *x = (exchanges){0};
}

/* ---- states -----------------------------------------------------------------------------------
 */

static uint64_t mask_of(const cell *c)
{
    return low_bits(c->width);
}

void exchange_touches(const exchange *x, uint64_t *mask)
{
    for (size_t i = 0; i < x->count; i++) {
        const cell *from = x->cells[i].from, *to = x->cells[i].to;
        if (from->width) {
            mask[from->word] |= mask_of(from) << from->shift;
            mask[to->word] |= mask_of(to) << to->shift;
        }
    }
}

void exchange_state(const exchange *x, const uint64_t *state, unsigned words, uint64_t *out)
{
    memcpy(out, state, words * sizeof *out);
    for (size_t i = 0; i < x->count; i++) {
        const exchanged_cell *c = &x->cells[i];
        uint64_t bits = state[c->from->word] >> c->from->shift & mask_of(c->from);
        if (!c->from->width) /* it has one value, which stays */
            continue;
        if (c->renamed)
            bits = (uint64_t)exchanged(x, (int64_t)((uint64_t)c->from->low + bits)) -
                   (uint64_t)c->from->low;
        uint64_t *word = &out[c->to->word];
        *word = (*word & ~(mask_of(c->to) << c->to->shift)) | bits << c->to->shift;
    }
}

/* ---- texts ------------------------------------------------------------------------------------
 */

static bool in_word(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_' || (unsigned char)byte >= 0x80;
}

/* Whether `name` stands at `at` as a word of its own. */
static bool stands(const char *begin, const char *at, const text *name)
{
    if (!name->length || strncmp(at, text_string(name), name->length) != 0)
        return false;
    bool opens = at == begin || !in_word(at[-1]) || !in_word(*at);
    return opens && (!in_word(at[name->length]) || !in_word(at[name->length - 1]));
}

void exchange_text(const exchange *x, const char *line, text *out)
{
    for (const char *at = line; *at;) {
        bool one = stands(line, at, &x->one_name), other = stands(line, at, &x->other_name);
        if (one && other) /* one begins with the other: the longer is meant */
            one = x->one_name.length > x->other_name.length;
        if (one || (other && x->other_name.length)) {
            text_put(out, text_string(one ? &x->other_name : &x->one_name));
            at += one ? x->one_name.length : x->other_name.length;
        } else {
            text_char(out, *at++);
        }
    }
}
