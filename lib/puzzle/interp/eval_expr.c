/* eval_expr.c - evaluates an expression by recursion over the AST, one case for each form. */
#include "puzzle/interp/eval_expr.h"

#include <assert.h>
#include <inttypes.h>

#include "base/array.h"
#include "puzzle/interp/cover.h"

int eval_enter(evaluator *v, source_span at, unsigned units)
{
    if (v->depth + units > EVAL_DEPTH_MOST)
        return eval_error(v, at, "this nests too deep to be evaluated");
    v->depth += units;
    return 0;
}

int eval_step(evaluator *v, source_span at)
{
    if (++v->steps_unchecked == STEPS_A_CHECK) {
        v->steps_unchecked = 0;
        if (!budget_continue(v->budget))
            return error_set_memory(v->err);
    }
    if (v->steps++ < v->steps_most)
        return 0;
    return eval_error(v, at, "evaluating this takes more than %s steps",
                      WGCQ_GROUPED(v->steps_most));
}

/* ---- state and tables ------------------------------------------------------------- */

static int eval_cell(evaluator *v, const expr *e, int64_t *out)
{
    const state_variable *var = e->variable;
    size_t at;
    int code = eval_position(&at, v, var->name, var->index, e->args, var->indices);
    if (code)
        return code;
    if (!v->state)
        return eval_error(v, e->at, "'%s' is a variable; only constants are allowed here",
                          var->name);
    if (v->assigned && !v->assigned[var->first + at])
        return eval_error(v, e->at, "'%s' has no value yet", v->tree->cells[var->first + at].label);
    *out = eval_read_listed(v, v->state, var->first + at);
    return 0;
}

static int eval_table(evaluator *v, const expr *e, int64_t *out)
{
    const value_table *t = e->table;
    size_t at;
    int code = eval_position(&at, v, t->name, t->index, e->args, t->indices);
    if (code)
        return code;
    if (t->holes && t->holes[at])
        return eval_error(v, e->at, "'%s' has no value there: its rows differ in length", t->name);
    *out = t->values[at];
    return 0;
}

/* ---- aggregates ---------------------------------------------------------------------- */

typedef struct aggregation {
    evaluator *v;
    const expr *e;
    int64_t value;
    bool has_value;
} aggregation;

static int add_to_sum(aggregation *g, int64_t value)
{
    if (!__builtin_add_overflow(g->value, value, &g->value))
        return 0;
    return eval_error(g->v, g->e->mark, "the sum does not fit 64 bits");
}

static int aggregate_value(void *self)
{
    aggregation *g = self;
    int64_t value;
    int code = eval_expr(g->v, g->e->args[0], &value);
    if (code)
        return code;
    bool first = !g->has_value;
    g->has_value = true;
    switch (g->e->form) {
    case EXPR_ALL: g->value = value; return value ? 0 : EVAL_STOP;
    case EXPR_ANY: g->value = value; return value ? EVAL_STOP : 0;
    case EXPR_COUNT: g->value += value != 0; return 0;
    case EXPR_MIN_OVER: g->value = first || value < g->value ? value : g->value; return 0;
    case EXPR_MAX_OVER: g->value = first || value > g->value ? value : g->value; return 0;
    default: return add_to_sum(g, value);
    }
}

static int eval_aggregate(evaluator *v, const expr *e, int64_t *out)
{
    aggregation g = {.v = v, .e = e, .value = e->form == EXPR_ALL};
    int code = eval_loop(v, e->loop, aggregate_value, &g);
    if (code && code != EVAL_STOP)
        return code;
    if (!g.has_value && (e->form == EXPR_MIN_OVER || e->form == EXPR_MAX_OVER))
        return eval_error(v, e->mark, "%s of nothing", e->form == EXPR_MIN_OVER ? "min" : "max");
    *out = g.value;
    return 0;
}

static int eval_min_max(evaluator *v, const expr *e, int64_t *out)
{
    for (size_t i = 0; i < e->count; i++) {
        int64_t value;
        int code = eval_expr(v, e->args[i], &value);
        if (code)
            return code;
        if (!i || (e->form == EXPR_MIN ? value < *out : value > *out))
            *out = value;
    }
    return 0;
}

/* ---- operators ------------------------------------------------------------------------ */

static int overflow_error(evaluator *v, const expr *e, int64_t a, const char *sign, int64_t b)
{
    return eval_error(v, e->mark, "%" PRId64 " %s %" PRId64 " does not fit 64 bits", a, sign, b);
}

/* Both round down: the remainder has the divisor's sign. */
static int eval_division(evaluator *v, const expr *e, int64_t a, int64_t b, int64_t *out)
{
    bool quotient = e->form == EXPR_DIVIDE;
    if (!b)
        return eval_error(v, e->mark, "division by zero: %" PRId64 " %s 0", a,
                          quotient ? "//" : "%");
    if (b == -1) { /* INT64_MIN / -1 traps, its remainder too */
        *out = 0;
        return quotient && __builtin_sub_overflow((int64_t)0, a, out)
                   ? overflow_error(v, e, a, "//", b)
                   : 0;
    }
    int64_t rest = a % b;
    bool down = rest && (rest < 0) != (b < 0);
    *out = quotient ? a / b - down : rest + (down ? b : 0);
    return 0;
}

static int eval_operands(evaluator *v, const expr *e, int64_t *a, int64_t *b)
{
    int code = eval_expr(v, e->args[0], a);
    return code ? code : eval_expr(v, e->args[1], b);
}

static int eval_arithmetic(evaluator *v, const expr *e, int64_t *out)
{
    int64_t a, b;
    int code = eval_operands(v, e, &a, &b);
    if (code)
        return code;
    switch (e->form) {
    case EXPR_ADD: return __builtin_add_overflow(a, b, out) ? overflow_error(v, e, a, "+", b) : 0;
    case EXPR_SUBTRACT:
        return __builtin_sub_overflow(a, b, out) ? overflow_error(v, e, a, "-", b) : 0;
    case EXPR_MULTIPLY:
        return __builtin_mul_overflow(a, b, out) ? overflow_error(v, e, a, "*", b) : 0;
    default: return eval_division(v, e, a, b, out);
    }
}

static int eval_comparison(evaluator *v, const expr *e, int64_t *out)
{
    int64_t a, b;
    int code = eval_operands(v, e, &a, &b);
    if (code)
        return code;
    switch (e->form) {
    case EXPR_EQUAL: *out = a == b; return 0;
    case EXPR_NOT_EQUAL: *out = a != b; return 0;
    case EXPR_LESS: *out = a < b; return 0;
    case EXPR_LESS_EQUAL: *out = a <= b; return 0;
    case EXPR_GREATER: *out = a > b; return 0;
    default: *out = a >= b; return 0;
    }
}

static int eval_negation(evaluator *v, const expr *e, int64_t a, int64_t *out)
{
    if (!__builtin_sub_overflow((int64_t)0, a, out))
        return 0;
    return eval_error(v, e->mark, "%s(%" PRId64 ") does not fit 64 bits",
                      e->form == EXPR_ABS ? "abs" : "-", a);
}

static int eval_unary(evaluator *v, const expr *e, int64_t *out)
{
    int64_t a;
    int code = eval_expr(v, e->args[0], &a);
    if (code)
        return code;
    switch (e->form) {
    case EXPR_NOT: *out = !a; return 0;
    case EXPR_SIZE: *out = __builtin_popcountll((unsigned long long)a); return 0;
    default: break;
    }
    if (e->form == EXPR_NEGATE || a < 0)
        return eval_negation(v, e, a, out);
    *out = a;
    return 0;
}

/* `and`, `or` and `if` evaluate no operand that they do not need. */
static int eval_lazy(evaluator *v, const expr *e, int64_t *out)
{
    int64_t first;
    int code = eval_expr(v, e->args[0], &first);
    if (code)
        return code;
    if (v->cover && e->form != EXPR_AND)
        cover_note(v->cover, e, (e->form == EXPR_IF) == (first != 0));
    if (e->form == EXPR_IF)
        return eval_expr(v, e->args[first ? 1 : 2], out);
    if ((e->form == EXPR_AND) == (first != 0))
        return eval_expr(v, e->args[1], out);
    *out = first;
    return 0;
}

/* ---- membership ------------------------------------------------------------------------------ */

static int eval_in_range(evaluator *v, const expr *e, int64_t value, int64_t *out)
{
    int64_t end;
    int code = eval_expr(v, e->args[1], &end);
    *out = 0;
    if (code || value < end)
        return code;
    code = eval_expr(v, e->args[2], &end);
    *out = !code && value <= end;
    return code;
}

static int eval_in_list(evaluator *v, const expr *e, int64_t value, int64_t *out)
{
    *out = 0;
    for (size_t i = 1; i < e->count && !*out; i++) {
        int64_t item;
        int code = eval_expr(v, e->args[i], &item);
        if (code)
            return code;
        *out = value == item;
    }
    return 0;
}

static int eval_in_subset(evaluator *v, const expr *e, int64_t value, int64_t *out)
{
    int64_t mask;
    int code = eval_expr(v, e->args[1], &mask);
    if (code)
        return code;
    int64_t position = type_position(e->type, value);
    *out = position >= 0 && ((uint64_t)mask >> position & 1);
    return 0;
}

static int eval_membership(evaluator *v, const expr *e, int64_t *out)
{
    int64_t value;
    int code = eval_expr(v, e->args[0], &value);
    if (code)
        return code;
    switch (e->form) {
    case EXPR_IN_RANGE: return eval_in_range(v, e, value, out);
    case EXPR_IN_LIST: return eval_in_list(v, e, value, out);
    case EXPR_IN_SUBSET: return eval_in_subset(v, e, value, out);
    default: *out = type_position(e->type, value) >= 0; return 0;
    }
}

static int eval_present(evaluator *v, const expr *e, int64_t *out)
{
    int code = eval_expr(v, e->args[0], out);
    if (code || *out != e->value)
        return code;
    if (e->name)
        return eval_error(v, e->at, "%s", e->name);
    return e->kind.optional ? eval_error(v, e->at, "%" PRId64 " is outside of the type", *out)
                            : eval_error(v, e->at, "this is none, where a value is needed");
}

/* ---- calls ----------------------------------------------------------------------------- */

/* All arguments are evaluated before the first is bound: an argument may call the same define. */
static int eval_call(evaluator *v, const expr *e, int64_t *out)
{
    size_t first = v->pending_count;
    for (size_t i = 0; i < e->count; i++) {
        int64_t value;
        int code = eval_expr(v, e->args[i], &value);
        if (code)
            return code;
        if (!array_reserve(&v->pending, &v->pending_room, v->pending_count + 1, sizeof *v->pending))
            return error_set_memory(v->err);
        v->pending[v->pending_count++] = value;
    }
    for (size_t i = 0; i < e->count; i++)
        v->slots[e->slot + (int)i] = v->pending[first + i];
    assert(v->pending_count == first + e->count);
    v->pending_count = first;
    return eval_expr(v, e->body, out);
}

/* ---- any expression ---------------------------------------------------------------------- */

static int eval_old(evaluator *v, const expr *e, int64_t *out)
{
    const uint64_t *state = v->state;
    assert(v->before || !state); /* of constants the checker asks without a state */
    v->state = v->before;
    int code = eval_expr(v, e->args[0], out);
    v->state = state;
    return code;
}

static int eval_by_form(evaluator *v, const expr *e, int64_t *out)
{
    switch (e->form) {
    case EXPR_VALUE: *out = e->value; return 0;
    case EXPR_LOCAL: *out = v->slots[e->slot]; return 0;
    case EXPR_CELL: return eval_cell(v, e, out);
    case EXPR_TABLE: return eval_table(v, e, out);
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IF: return eval_lazy(v, e, out);
    case EXPR_NOT:
    case EXPR_NEGATE:
    case EXPR_ABS:
    case EXPR_SIZE: return eval_unary(v, e, out);
    case EXPR_ADD:
    case EXPR_SUBTRACT:
    case EXPR_MULTIPLY:
    case EXPR_DIVIDE:
    case EXPR_MODULO: return eval_arithmetic(v, e, out);
    case EXPR_EQUAL:
    case EXPR_NOT_EQUAL:
    case EXPR_LESS:
    case EXPR_LESS_EQUAL:
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL: return eval_comparison(v, e, out);
    case EXPR_IN_TYPE:
    case EXPR_IN_RANGE:
    case EXPR_IN_LIST:
    case EXPR_IN_SUBSET: return eval_membership(v, e, out);
    case EXPR_PLACES: break; /* of the checker alone */
    case EXPR_PRESENT: return eval_present(v, e, out);
    case EXPR_OLD: return eval_old(v, e, out);
    case EXPR_CALL: return eval_call(v, e, out);
    case EXPR_ALL:
    case EXPR_ANY:
    case EXPR_COUNT:
    case EXPR_SUM:
    case EXPR_MIN_OVER:
    case EXPR_MAX_OVER: return eval_aggregate(v, e, out);
    case EXPR_MIN:
    case EXPR_MAX: return eval_min_max(v, e, out);
    }
    return 0;
}

int eval_form(evaluator *v, const expr *e, int64_t *out)
{
    int code = eval_step(v, e->at);
    code = code ? code : eval_enter(v, e->at, 1);
    if (code)
        return code;
    code = eval_by_form(v, e, out);
    eval_leave(v, 1);
    return code;
}
