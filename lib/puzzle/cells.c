/* cells.c - elements of arrays and tables, and their bits in a packed state. */
#include "puzzle/evaluate.h"

#include <string.h>

#include "base/checked.h"

int64_t evaluate_read(const tree *of, const uint64_t *state, size_t number)
{
    const cell *c = &of->cells[number];
    uint64_t bits = c->width ? state[c->word] >> c->shift & low_bits(c->width) : 0;
    return (int64_t)((uint64_t)c->low + bits);
}

void evaluate_write(const tree *of, uint64_t *state, size_t number, int64_t value)
{
    const cell *c = &of->cells[number];
    if (!c->width)
        return;
    uint64_t mask = low_bits(c->width) << c->shift;
    uint64_t bits = ((uint64_t)value - (uint64_t)c->low) << c->shift;
    state[c->word] = (state[c->word] & ~mask) | (bits & mask);
}

/* int("7") looks up a table of the digits, and is spoken of as what it was written as. */
static void spell_outside(text *out, kind of, int64_t value, const char *name, const type *t)
{
    bool character = of.form == KIND_CHARACTER;
    text_put(out, character ? "the character '" : "the index ");
    evaluate_spell(out, of, value, false);
    text_put(out, character ? "'" : "");
    if (character && !strcmp(name, "int")) {
        text_put(out, " is no digit");
        return;
    }
    text_printf(out, " of '%s' is outside of ", name);
    evaluate_spell_type(out, t);
}

static int no_such_element(evaluator *v, const expr *index, int64_t value, const char *name,
                           const type *t)
{
    text said = {0};
    spell_outside(&said, index->of, value, name, t);
    int code =
        said.failed ? fault_memory(v->err) : evaluate_fault(v, index->at, "%s", text_string(&said));
    text_free(&said);
    return code;
}

int evaluate_position(size_t *out, evaluator *v, const char *name, const type *const *types,
                      expr *const *index, size_t count)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t value;
        int code = evaluate_enter(v, index[i]->at, 1);
        if (!code)
            code = evaluate(v, index[i], &value);
        if (code)
            return code;
        evaluate_leave(v, 1);
        int64_t position = type_position(types[i], value);
        if (position < 0)
            return no_such_element(v, index[i], value, name, types[i]);
        at = at * (size_t)types[i]->count + (size_t)position;
    }
    *out = at;
    return 0;
}
