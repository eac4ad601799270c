/* formula.c - an expression over named numbers, from its text. */
#include "puzzle/formula/formula.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "wgcq_puzzle.h"

enum { FORMULA_MEMORY_MOST = 16 << 20 };

struct wgcq_formula {
    arena memory;
    source_text text;
    const parse_node *root;
};

typedef struct formula_reading {
    wgcq_formula *formula;
    const char *text, *called;
    formula_names names;
} formula_reading;

static bool read_formula_text(formula_reading *r)
{
    wgcq_formula *f = r->formula;
    const size_t length = strlen(r->text);
    diagnostics *to = r->names.to;
    f->text = (source_text){arena_text(&f->memory, r->called, strlen(r->called)),
                            arena_text(&f->memory, r->text, length), length};
    const node *n = yaml_read(&f->memory, &f->text, to);
    if (!n)
        return false;
    if (n->form != NODE_SCALAR)
        return diagnostic_add(to, WGCQ_DIAGNOSTIC_SHAPE, n->at, "expected an expression");
    const parse_context context = {.memory = &f->memory, .to = to, .fractions = true};
    parse_node *root = parse_expression(&context, n);
    f->root = root;
    return root && formula_check(&r->names, root);
}

/* An arena that runs out of memory jumps back here; only *r holds resources meanwhile. */
static int build_formula(formula_reading *r, wgcq_error *err)
{
    wgcq_formula *f = r->formula;
    jmp_buf out;
    if (setjmp(out)) {
        f->memory.out = NULL;
        return error_set_memory(err);
    }
    f->memory.max_bytes = FORMULA_MEMORY_MOST;
    f->memory.out = &out;
    const bool fine = read_formula_text(r);
    f->memory.out = NULL;
    if (diagnostics_failed(r->names.to))
        return error_set_memory(err);
    return fine ? 0 : error_set(err, WGCQ_EPUZZLE, "%s has mistakes", r->called);
}

int wgcq_formula_read(wgcq_formula **out, const char *text, const char *called,
                      const char *const *names, size_t count, wgcq_diagnostics **complaints,
                      wgcq_error *err)
{
    if (complaints)
        *complaints = NULL;
    if (error_if_null(err, GIVEN({"out", out}, {"text", text}, {"called", called})) ||
        error_if_null_text(err, __func__, "names", names, count))
        return WGCQ_EREQUEST;
    wgcq_formula *f = calloc(1, sizeof *f);
    diagnostics *to = diagnostics_new();
    formula_reading r = {f, text, called, {names, count, f ? &f->memory : NULL, to}};
    int code = f && to ? build_formula(&r, err) : error_set_memory(err);
    if (complaints && wgcq_diagnostics_count(to)) {
        *complaints = to;
        to = NULL;
    }
    wgcq_diagnostics_free(to);
    if (code)
        wgcq_formula_free(f);
    else
        *out = f;
    return code;
}

double wgcq_formula_value(const wgcq_formula *formula, const double *values)
{
    assert(formula && values);
    return formula_evaluate(formula->root, values);
}

void wgcq_formula_free(wgcq_formula *formula)
{
    if (!formula)
        return;
    arena_free(&formula->memory);
    free(formula);
}
