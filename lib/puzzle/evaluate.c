/* evaluate.c - the plain evaluator of expressions: one case a form, straight from the tree. */
#include "puzzle/evaluate.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH_MOST = 3000 };
static const uint64_t STEPS_MOST = 50000000;

/* ---- mistakes, and values by name ------------------------------------------------- */

int evaluate_fault(evaluator *v, place at, const char *format, ...)
{
    wgcq_error *err = v->err;
    if (!err || err->code != WGCQ_OK)
        return WGCQ_ERUN;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err->text, sizeof err->text, format, arguments);
    va_end(arguments);
    err->code = WGCQ_ERUN;
    err->line = at.line;
    err->column = at.column;
    err->end_column = at.end_line == at.line ? at.end_column : at.column + 1;
    return WGCQ_ERUN;
}

void evaluate_spell(text *out, kind of, int64_t value, bool glyph)
{
    bool first = true;
    switch (of.form) {
    case KIND_INTEGER: text_int(out, value); return;
    case KIND_TRUTH: text_put(out, value ? "true" : "false"); return;
    case KIND_CHARACTER: text_codepoint(out, (uint32_t)value); return;
    case KIND_ENUM: text_put(out, glyph ? of.of->glyphs[value] : of.of->values[value]); return;
    case KIND_SUBSET: break;
    }
    for (uint64_t i = 0; i < of.members->count; i++) {
        if (!(value >> i & 1))
            continue;
        if (!first)
            text_put(out, ", ");
        first = false;
        evaluate_spell(out, of.members->of, type_value(of.members, i), glyph);
    }
}

void evaluate_spell_type(text *out, const type *t)
{
    if (t->name) {
        text_put(out, t->name);
        return;
    }
    bool listed = t->form == TYPE_LIST;
    text_put(out, listed ? "the values " : "");
    for (uint64_t i = 0; listed && i < t->count && i < 8; i++) {
        text_put(out, i ? ", " : "");
        evaluate_spell(out, t->of, t->values[i], false);
    }
    if (listed) {
        text_put(out, t->count > 8 ? ", ..." : "");
        return;
    }
    evaluate_spell(out, t->of, t->low, false);
    text_put(out, "..");
    evaluate_spell(out, t->of, t->high, false);
}

static int index_outside(evaluator *v, place at, const char *name, int64_t value, const type *t)
{
    text said = {0};
    bool character = t->of.form == KIND_CHARACTER;
    text_put(&said, character ? "the character '" : "the index ");
    evaluate_spell(&said, t->of, value, false);
    text_put(&said, character ? "'" : "");
    if (character && !strcmp(name, "int")) {
        text_put(&said, " is no digit");
    } else {
        text_printf(&said, " of '%s' is outside of ", name);
        evaluate_spell_type(&said, t);
    }
    int code = evaluate_fault(v, at, "%s", text_string(&said));
    text_free(&said);
    return code;
}

/* ---- state ---------------------------------------------------------------------------- */

static uint64_t mask_of(unsigned width)
{
    return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

int64_t evaluate_read(const tree *of, const uint64_t *state, size_t number)
{
    const cell *c = &of->cells[number];
    if (!c->width)
        return c->low;
    return (int64_t)((uint64_t)c->low + (state[c->word] >> c->shift & mask_of(c->width)));
}

void evaluate_write(const tree *of, uint64_t *state, size_t number, int64_t value)
{
    const cell *c = &of->cells[number];
    if (!c->width)
        return;
    uint64_t mask = mask_of(c->width) << c->shift;
    uint64_t bits = ((uint64_t)value - (uint64_t)c->low) << c->shift;
    state[c->word] = (state[c->word] & ~mask) | (bits & mask);
}

/* The place of index values in an array of these index types, row by row. */
static int position(evaluator *v, const type *const *types, expr *const *index, size_t count,
                    const char *name, size_t *out)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t value;
        int code = evaluate(v, index[i], &value);
        if (code)
            return code;
        int64_t p = type_position(types[i], value);
        if (p < 0)
            return index_outside(v, index[i]->at, name, value, types[i]);
        at = at * (size_t)types[i]->count + (size_t)p;
    }
    *out = at;
    return 0;
}

int evaluate_cell(evaluator *v, const variable *of, expr *const *index, place at, size_t *out)
{
    (void)at;
    int code = position(v, of->index, index, of->indices, of->name, out);
    *out += code ? 0 : of->first;
    return code;
}

static int read_cell(evaluator *v, const expr *e, int64_t *out)
{
    size_t number;
    int code = evaluate_cell(v, e->variable, e->args, e->at, &number);
    if (!code)
        *out = evaluate_read(v->of, v->state, number);
    return code;
}

static int read_table(evaluator *v, const expr *e, int64_t *out)
{
    size_t at;
    const table *t = e->table;
    int code = position(v, t->index, e->args, t->indices, t->name, &at);
    if (code)
        return code;
    if (t->holes && t->holes[at])
        return evaluate_fault(v, e->at, "'%s' has no value there: its rows differ in length",
                              t->name);
    *out = t->values[at];
    return 0;
}

/* ---- loops ------------------------------------------------------------------------------- */

typedef struct looping {
    evaluator *v;
    const loop *over;
    evaluate_body body;
    void *self;
} looping;

static int run_from(looping *l, size_t level);

/* The names of this level have values: the filter, then what is inside. */
static int inside(looping *l, size_t level)
{
    const binding *b = &l->over->bindings[level];
    int64_t holds = 1;
    int code = b->filter ? evaluate(l->v, b->filter, &holds) : 0;
    if (code || !holds)
        return code;
    if (level + 1 < l->over->count)
        return run_from(l, level + 1);
    code = l->body(l->self);
    return !code && l->over->first ? EVALUATE_ENOUGH : code;
}

static int with(looping *l, size_t level, int64_t value)
{
    l->v->slots[l->over->bindings[level].slot[0]] = value;
    return inside(l, level);
}

static int over_range(looping *l, size_t level, const binding *b)
{
    int64_t low, high;
    int code = evaluate(l->v, b->args[0], &low);
    if (!code)
        code = evaluate(l->v, b->args[1], &high);
    if (code || low > high)
        return code;
    for (int64_t i = low;; i++) {
        code = with(l, level, i);
        if (code || i == high)
            return code;
    }
}

static int over_members(looping *l, size_t level, const binding *b)
{
    int64_t mask;
    int code = evaluate(l->v, b->args[0], &mask);
    for (uint64_t i = 0; i < b->type->count && !code; i++)
        if (mask >> i & 1)
            code = with(l, level, type_value(b->type, i));
    return code;
}

/* Subsets of `size` members in the order of their positions: the first member varies slowest. */
static int of_size(looping *l, size_t level, uint64_t count, uint64_t size, uint64_t from,
                   int64_t mask)
{
    if (!size)
        return with(l, level, mask);
    int code = 0;
    for (uint64_t i = from; i + size <= count && !code; i++)
        code = of_size(l, level, count, size - 1, i + 1, mask | (int64_t)1 << i);
    return code;
}

static int over_subsets(looping *l, size_t level, const binding *b)
{
    int64_t low, high, count = (int64_t)b->type->count;
    int code = evaluate(l->v, b->args[0], &low);
    if (!code)
        code = evaluate(l->v, b->args[1], &high);
    if (code)
        return code;
    low = low < 0 ? 0 : low;
    high = high > count ? count : high;
    for (int64_t size = low; size <= high && !code; size++)
        code = of_size(l, level, (uint64_t)count, (uint64_t)size, 0, 0);
    return code;
}

static int over_values(looping *l, size_t level, const binding *b)
{
    int code = 0;
    for (size_t i = 0; i < b->count && !code; i++) {
        int64_t value;
        code = evaluate(l->v, b->args[i], &value);
        if (!code)
            code = with(l, level, value);
    }
    return code;
}

static int over_rows(looping *l, size_t level, const binding *b)
{
    int code = 0;
    for (size_t r = 0; r < b->count && !code; r++) {
        for (size_t i = 0; i < b->slots; i++)
            l->v->slots[b->slot[i]] = b->rows[r * b->slots + i];
        code = inside(l, level);
    }
    return code;
}

static int over_type(looping *l, size_t level, const binding *b)
{
    int code = 0;
    for (uint64_t i = 0; i < b->type->count && !code; i++)
        code = with(l, level, type_value(b->type, i));
    return code;
}

static int run_from(looping *l, size_t level)
{
    const binding *b = &l->over->bindings[level];
    switch (b->form) {
    case DOMAIN_TYPE: return over_type(l, level, b);
    case DOMAIN_RANGE: return over_range(l, level, b);
    case DOMAIN_VALUES: return over_values(l, level, b);
    case DOMAIN_ROWS: return over_rows(l, level, b);
    case DOMAIN_MEMBERS: return over_members(l, level, b);
    case DOMAIN_SUBSETS: return over_subsets(l, level, b);
    }
    return 0;
}

int evaluate_loop(evaluator *v, const loop *over, evaluate_body body, void *self)
{
    looping l = {v, over, body, self};
    int code = run_from(&l, 0);
    return code == EVALUATE_ENOUGH && over->first ? 0 : code;
}

/* ---- aggregates ---------------------------------------------------------------------------- */

typedef struct gathering {
    evaluator *v;
    const expr *e;
    int64_t value;
    bool any;
} gathering;

static int gather(void *self)
{
    gathering *g = self;
    int64_t value;
    int code = evaluate(g->v, g->e->args[0], &value);
    if (code)
        return code;
    bool first = !g->any;
    g->any = true;
    switch (g->e->form) {
    case EXPR_ALL: g->value = value; return value ? 0 : EVALUATE_ENOUGH;
    case EXPR_ANY: g->value = value; return value ? EVALUATE_ENOUGH : 0;
    case EXPR_COUNT: g->value += value != 0; return 0;
    case EXPR_LEAST: g->value = first || value < g->value ? value : g->value; return 0;
    case EXPR_MOST: g->value = first || value > g->value ? value : g->value; return 0;
    default: break;
    }
    if (__builtin_add_overflow(g->value, value, &g->value))
        return evaluate_fault(g->v, g->e->mark, "the sum does not fit 64 bits");
    return 0;
}

static int aggregate(evaluator *v, const expr *e, int64_t *out)
{
    gathering g = {.v = v, .e = e, .value = e->form == EXPR_ALL};
    int code = evaluate_loop(v, e->loop, gather, &g);
    if (code && code != EVALUATE_ENOUGH)
        return code;
    if (!g.any && (e->form == EXPR_LEAST || e->form == EXPR_MOST))
        return evaluate_fault(v, e->mark, "%s of nothing", e->form == EXPR_LEAST ? "min" : "max");
    *out = g.value;
    return 0;
}

/* ---- operators --------------------------------------------------------------------------------
 */

static int overflow(evaluator *v, const expr *e, int64_t a, const char *sign, int64_t b)
{
    return evaluate_fault(v, e->mark, "%lld %s %lld does not fit 64 bits", (long long)a, sign,
                          (long long)b);
}

static int divide(evaluator *v, const expr *e, int64_t a, int64_t b, int64_t *out)
{
    if (!b)
        return evaluate_fault(v, e->mark, "division by zero: %lld %s 0", (long long)a,
                              e->form == EXPR_DIVIDE ? "//" : "%");
    if (a == INT64_MIN && b == -1) {
        *out = 0;
        return e->form == EXPR_DIVIDE ? overflow(v, e, a, "//", b) : 0;
    }
    int64_t quotient = a / b, rest = a % b;
    bool down = rest && (rest < 0) != (b < 0);
    *out = e->form == EXPR_DIVIDE ? quotient - down : rest + (down ? b : 0);
    return 0;
}

static int binary(evaluator *v, const expr *e, int64_t *out)
{
    int64_t a, b;
    int code = evaluate(v, e->args[0], &a);
    if (!code)
        code = evaluate(v, e->args[1], &b);
    if (code)
        return code;
    switch (e->form) {
    case EXPR_ADD: return __builtin_add_overflow(a, b, out) ? overflow(v, e, a, "+", b) : 0;
    case EXPR_SUBTRACT: return __builtin_sub_overflow(a, b, out) ? overflow(v, e, a, "-", b) : 0;
    case EXPR_MULTIPLY: return __builtin_mul_overflow(a, b, out) ? overflow(v, e, a, "*", b) : 0;
    case EXPR_DIVIDE:
    case EXPR_MODULO: return divide(v, e, a, b, out);
    case EXPR_EQUAL: *out = a == b; return 0;
    case EXPR_NOT_EQUAL: *out = a != b; return 0;
    case EXPR_LESS: *out = a < b; return 0;
    case EXPR_LESS_EQUAL: *out = a <= b; return 0;
    case EXPR_GREATER: *out = a > b; return 0;
    default: *out = a >= b; return 0;
    }
}

static int unary(evaluator *v, const expr *e, int64_t *out)
{
    int64_t a;
    int code = evaluate(v, e->args[0], &a);
    if (code)
        return code;
    switch (e->form) {
    case EXPR_NOT: *out = !a; return 0;
    case EXPR_SIZE: *out = __builtin_popcountll((unsigned long long)a); return 0;
    case EXPR_ABS:
        if (a >= 0) {
            *out = a;
            return 0;
        }
        break;
    default: break;
    }
    return __builtin_sub_overflow((int64_t)0, a, out)
               ? evaluate_fault(v, e->mark, "-(%lld) does not fit 64 bits", (long long)a)
               : 0;
}

/* and, or, if look at no more than they need. */
static int lazily(evaluator *v, const expr *e, int64_t *out)
{
    int code = evaluate(v, e->args[0], out);
    if (code)
        return code;
    if (e->form == EXPR_IF)
        return evaluate(v, e->args[*out ? 1 : 2], out);
    if ((e->form == EXPR_AND) == !*out)
        return 0;
    return evaluate(v, e->args[1], out);
}

static int member(evaluator *v, const expr *e, int64_t *out)
{
    int64_t a, b;
    int code = evaluate(v, e->args[0], &a);
    if (code)
        return code;
    switch (e->form) {
    case EXPR_IN_TYPE: *out = type_position(e->type, a) >= 0; return 0;
    case EXPR_IN_SUBSET:
        code = evaluate(v, e->args[1], &b);
        if (!code) {
            int64_t p = type_position(e->type, a);
            *out = p >= 0 && (b >> p & 1);
        }
        return code;
    case EXPR_IN_RANGE:
        code = evaluate(v, e->args[1], &b);
        *out = 0;
        if (code || a < b)
            return code;
        code = evaluate(v, e->args[2], &b);
        *out = !code && a <= b;
        return code;
    default: break;
    }
    *out = 0;
    for (size_t i = 1; i < e->count && !*out; i++) {
        code = evaluate(v, e->args[i], &b);
        if (code)
            return code;
        *out = a == b;
    }
    return 0;
}

static int extreme(evaluator *v, const expr *e, int64_t *out)
{
    for (size_t i = 0; i < e->count; i++) {
        int64_t value;
        int code = evaluate(v, e->args[i], &value);
        if (code)
            return code;
        if (!i || (e->form == EXPR_MIN ? value < *out : value > *out))
            *out = value;
    }
    return 0;
}

/* All arguments are evaluated before the first is bound: an argument may call the same define. */
static int call(evaluator *v, const expr *e, int64_t *out)
{
    enum { ARGUMENTS_MOST = 64 };
    int64_t values[ARGUMENTS_MOST];
    if (e->count > ARGUMENTS_MOST)
        return evaluate_fault(v, e->at, "'%s' has more than %d parameters", e->name,
                              ARGUMENTS_MOST);
    for (size_t i = 0; i < e->count; i++) {
        int code = evaluate(v, e->args[i], &values[i]);
        if (code)
            return code;
    }
    for (size_t i = 0; i < e->count; i++)
        v->slots[e->slot + (int)i] = values[i];
    return evaluate(v, e->body, out);
}

static int one(evaluator *v, const expr *e, int64_t *out)
{
    switch (e->form) {
    case EXPR_VALUE: *out = e->value; return 0;
    case EXPR_LOCAL: *out = v->slots[e->slot]; return 0;
    case EXPR_CELL: return read_cell(v, e, out);
    case EXPR_TABLE: return read_table(v, e, out);
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IF: return lazily(v, e, out);
    case EXPR_NOT:
    case EXPR_NEGATE:
    case EXPR_ABS:
    case EXPR_SIZE: return unary(v, e, out);
    case EXPR_IN_TYPE:
    case EXPR_IN_RANGE:
    case EXPR_IN_LIST:
    case EXPR_IN_SUBSET: return member(v, e, out);
    case EXPR_CALL: return call(v, e, out);
    case EXPR_ALL:
    case EXPR_ANY:
    case EXPR_COUNT:
    case EXPR_SUM:
    case EXPR_LEAST:
    case EXPR_MOST: return aggregate(v, e, out);
    case EXPR_MIN:
    case EXPR_MAX: return extreme(v, e, out);
    default: return binary(v, e, out);
    }
}

int evaluate(evaluator *v, const expr *e, int64_t *out)
{
    if (v->depth >= DEPTH_MOST)
        return evaluate_fault(v, e->at, "the defines nest too deep to be evaluated");
    if (++v->steps > STEPS_MOST)
        return evaluate_fault(v, e->at, "evaluating takes more than %llu steps",
                              (unsigned long long)STEPS_MOST);
    v->depth++;
    int code = one(v, e, out);
    v->depth--;
    return code;
}
