/*
 * show_sql_expr.c - an expression's value in SQL.
 *
 * What SQLite would compute otherwise than the puzzle means is refused: its integers become
 * floating point where they overflow, so every value's extremes are followed, and its division
 * rounds towards zero.  Nothing that is said here can fail, and so laziness makes no difference.
 * Loops over what is known are unrolled.  A truth value is 0 or 1, so `and` and `or` are & and |.
 */
#include "puzzle/show_sql.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* SQLite nests expressions 1000 deep at most; show_sql.c needs a few levels of its own. */
enum { NESTING_MOST = 100, WORK_MOST = 20000, SQL_DEPTH_MOST = 500 };

typedef struct saying {
    const ast *t;
    sql_value **slots; /* what names stand for; NULL: not said */
    unsigned depth;
    size_t work;
} saying;

static bool say(sql_value *out, saying *s, const expr *e);

/* ---- values ----------------------------------------------------------------------- */

void sql_free(sql_value *value)
{
    strbuf_free(&value->sql);
}

static bool is_known(const sql_value *v)
{
    return v->low == v->high;
}

static bool known(sql_value *out, int64_t value)
{
    strbuf_clear(&out->sql);
    out->low = out->high = value;
    out->depth = 0;
    return value != INT64_MIN; /* SQLite reads its digits as floating point */
}

void sql_put(strbuf *out, const sql_value *value)
{
    if (is_known(value))
        strbuf_printf(out, value->low < 0 ? "(%" PRId64 ")" : "%" PRId64, value->low);
    else
        strbuf_put(out, strbuf_string(&value->sql));
}

static bool finish(sql_value *out, int64_t low, int64_t high)
{
    if (low == high)
        return known(out, low);
    out->low = low;
    out->high = high;
    return low != INT64_MIN && !out->sql.failed && out->sql.length <= SQL_LONGEST &&
           out->depth <= SQL_DEPTH_MOST;
}

void sql_quote(strbuf *out, const char *string, size_t length)
{
    strbuf_char(out, '\'');
    for (size_t i = 0; i < length; i++) {
        if (string[i] == '\'')
            strbuf_char(out, '\'');
        strbuf_char(out, string[i]);
    }
    strbuf_char(out, '\'');
}

/* ---- leaves ------------------------------------------------------------------------- */

/* A word is a signed integer in SQLite and >> keeps its sign, so the mask comes behind the shift.
   With all 64 bits, or the 63 that reach the sign, there is no such mask or no such value. */
bool sql_cell(sql_value *out, const state_cell *c)
{
    if (!c->width)
        return known(out, c->low);
    if (c->width > 62)
        return false;
    strbuf_clear(&out->sql);
    out->depth = 3;
    strbuf_put(&out->sql, c->low ? "(" : "");
    if (c->shift)
        strbuf_printf(&out->sql, "((w%u>>%u)&%" PRIu64 ")", c->word, c->shift,
                      ((uint64_t)1 << c->width) - 1);
    else
        strbuf_printf(&out->sql, "(w%u&%" PRIu64 ")", c->word, ((uint64_t)1 << c->width) - 1);
    if (c->low)
        strbuf_printf(&out->sql, "%+" PRId64 ")", c->low);
    return c->low > INT64_MIN && finish(out, c->type->low, c->type->high);
}

/* The number of an element whose indices are known; false: they are not, or out of range. */
static bool fixed_element(size_t *out, saying *s, const type *const *types, expr *const *index,
                          size_t count)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        sql_value value = {0};
        int64_t position = -1;
        if (say(&value, s, index[i]) && is_known(&value))
            position = type_position(types[i], value.low);
        sql_free(&value);
        if (position < 0)
            return false;
        at = at * (size_t)types[i]->count + (size_t)position;
    }
    *out = at;
    return true;
}

static bool say_cell(sql_value *out, saying *s, const expr *e)
{
    const state_variable *of = e->variable;
    size_t at;
    return fixed_element(&at, s, of->index, e->args, of->indices) &&
           sql_cell(out, &s->t->cells[of->first + at]);
}

static bool say_table(sql_value *out, saying *s, const expr *e)
{
    const value_table *of = e->table;
    size_t at;
    if (!fixed_element(&at, s, of->index, e->args, of->indices) || (of->holes && of->holes[at]))
        return false;
    return known(out, of->values[at]);
}

static bool say_local(sql_value *out, const saying *s, const expr *e)
{
    const sql_value *value = s->slots[e->slot];
    if (!value)
        return false;
    strbuf_clear(&out->sql);
    out->depth = value->depth;
    if (!is_known(value))
        strbuf_put(&out->sql, strbuf_string(&value->sql));
    return finish(out, value->low, value->high);
}

/* ---- operators ------------------------------------------------------------------------- */

static unsigned deeper(const sql_value *a, const sql_value *b)
{
    return (a->depth > b->depth ? a->depth : b->depth) + 1;
}

static void write_pair(sql_value *out, const sql_value *a, const char *sign, const sql_value *b)
{
    strbuf *sql = &out->sql;
    strbuf_clear(sql);
    strbuf_char(sql, '(');
    sql_put(sql, a);
    strbuf_put(sql, sign);
    sql_put(sql, b);
    strbuf_char(sql, ')');
    out->depth = deeper(a, b);
}

static bool least_and_most(int64_t *low, int64_t *high, expr_form form, const sql_value *a,
                           const sql_value *b)
{
    if (form == EXPR_ADD)
        return !__builtin_add_overflow(a->low, b->low, low) &&
               !__builtin_add_overflow(a->high, b->high, high);
    if (form == EXPR_SUBTRACT)
        return !__builtin_sub_overflow(a->low, b->high, low) &&
               !__builtin_sub_overflow(a->high, b->low, high);
    int64_t corner[4];
    if (__builtin_mul_overflow(a->low, b->low, &corner[0]) ||
        __builtin_mul_overflow(a->low, b->high, &corner[1]) ||
        __builtin_mul_overflow(a->high, b->low, &corner[2]) ||
        __builtin_mul_overflow(a->high, b->high, &corner[3]))
        return false;
    *low = *high = corner[0];
    for (int i = 1; i < 4; i++) {
        *low = corner[i] < *low ? corner[i] : *low;
        *high = corner[i] > *high ? corner[i] : *high;
    }
    return true;
}

static bool calculate(sql_value *out, expr_form form, const sql_value *a, const sql_value *b)
{
    int64_t low, high;
    if (!least_and_most(&low, &high, form, a, b))
        return false;
    write_pair(out, a, form == EXPR_ADD ? "+" : form == EXPR_SUBTRACT ? "-" : "*", b);
    return finish(out, low, high);
}

/* Of what is not negative by what is positive: rounding down is rounding towards zero. */
static bool divide(sql_value *out, expr_form form, const sql_value *a, const sql_value *b)
{
    if (a->low < 0 || b->low <= 0)
        return false;
    write_pair(out, a, form == EXPR_DIVIDE ? "/" : "%", b);
    if (form == EXPR_DIVIDE)
        return finish(out, a->low / b->high, a->high / b->low);
    if (is_known(a) && is_known(b))
        return known(out, a->low % b->low);
    return finish(out, 0, b->high - 1 < a->high ? b->high - 1 : a->high);
}

static int compared(expr_form form, int64_t a, int64_t b)
{
    switch (form) {
    case EXPR_EQUAL: return a == b;
    case EXPR_NOT_EQUAL: return a != b;
    case EXPR_LESS: return a < b;
    case EXPR_LESS_EQUAL: return a <= b;
    case EXPR_GREATER: return a > b;
    default: return a >= b;
    }
}

static bool compare(sql_value *out, expr_form form, const sql_value *a, const sql_value *b)
{
    static const char *const signs[] = {"=", "<>", "<", "<=", ">", ">="};
    if (is_known(a) && is_known(b))
        return known(out, compared(form, a->low, b->low));
    write_pair(out, a, signs[form - EXPR_EQUAL], b);
    return finish(out, 0, 1);
}

static bool logic(sql_value *out, expr_form form, const sql_value *a, const sql_value *b)
{
    bool deciding = form == EXPR_OR;
    if ((is_known(a) && a->low == deciding) || (is_known(b) && b->low == deciding))
        return known(out, deciding);
    write_pair(out, a, form == EXPR_OR ? "|" : "&", b);
    if (is_known(a) && is_known(b))
        return known(out, !deciding);
    return finish(out, 0, 1);
}

static bool combine(sql_value *out, expr_form form, const sql_value *a, const sql_value *b)
{
    switch (form) {
    case EXPR_ADD:
    case EXPR_SUBTRACT:
    case EXPR_MULTIPLY: return calculate(out, form, a, b);
    case EXPR_DIVIDE:
    case EXPR_MODULO: return divide(out, form, a, b);
    case EXPR_AND:
    case EXPR_OR: return logic(out, form, a, b);
    default: return compare(out, form, a, b);
    }
}

/* `and` and `or` that are decided by what is known need no second side, which may be nothing that
   could be said: `i > 0 and at[i - 1] == x`. */
static bool say_pair(sql_value *out, saying *s, const expr *e)
{
    sql_value a = {0}, b = {0};
    bool fine = say(&a, s, e->args[0]);
    bool decided = fine && is_known(&a) && (e->form == EXPR_AND || e->form == EXPR_OR) &&
                   a.low == (e->form == EXPR_OR);
    if (decided)
        fine = known(out, a.low);
    else
        fine = fine && say(&b, s, e->args[1]) && combine(out, e->form, &a, &b);
    sql_free(&a);
    sql_free(&b);
    return fine;
}

static bool say_not(sql_value *out, saying *s, const expr *e)
{
    sql_value a = {0};
    bool fine = say(&a, s, e->args[0]);
    strbuf_clear(&out->sql);
    strbuf_char(&out->sql, '(');
    sql_put(&out->sql, &a);
    strbuf_put(&out->sql, "=0)");
    out->depth = a.depth + 1;
    fine = fine && (is_known(&a) ? known(out, !a.low) : finish(out, 0, 1));
    sql_free(&a);
    return fine;
}

static bool say_negated(sql_value *out, saying *s, const expr *e)
{
    sql_value zero = {0}, a = {0};
    bool fine = say(&a, s, e->args[0]) && calculate(out, EXPR_SUBTRACT, &zero, &a);
    sql_free(&a);
    return fine;
}

static bool say_if(sql_value *out, saying *s, const expr *e)
{
    sql_value test = {0}, a = {0}, b = {0};
    bool fine = say(&test, s, e->args[0]);
    if (fine && is_known(&test)) {
        sql_free(&test);
        return say(out, s, e->args[test.low ? 1 : 2]);
    }
    fine = fine && say(&a, s, e->args[1]) && say(&b, s, e->args[2]);
    strbuf_clear(&out->sql);
    strbuf_put(&out->sql, "(CASE WHEN ");
    sql_put(&out->sql, &test);
    strbuf_put(&out->sql, " THEN ");
    sql_put(&out->sql, &a);
    strbuf_put(&out->sql, " ELSE ");
    sql_put(&out->sql, &b);
    strbuf_put(&out->sql, " END)");
    out->depth = deeper(&a, &b) > test.depth ? deeper(&a, &b) : test.depth + 1;
    fine = fine && finish(out, a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high);
    sql_free(&test);
    sql_free(&a);
    sql_free(&b);
    return fine;
}

/* ---- names that are bound ------------------------------------------------------------------- */

static bool say_call(sql_value *out, saying *s, const expr *e)
{
    sql_value *values = calloc(e->count + 1, sizeof *values);
    bool fine = values != NULL;
    for (size_t i = 0; i < e->count && fine; i++)
        fine = say(&values[i], s, e->args[i]);
    for (size_t i = 0; i < e->count && fine; i++)
        s->slots[e->slot + (int)i] = &values[i];
    fine = fine && say(out, s, e->body);
    for (size_t i = 0; i < e->count && values; i++) {
        s->slots[e->slot + (int)i] = NULL;
        sql_free(&values[i]);
    }
    free(values);
    return fine;
}

/* ---- loops over what is known, unrolled ---------------------------------------------------- */

typedef struct unrolling {
    saying *s;
    const expr *e;
    sql_value sum; /* of what was met so far */
} unrolling;

static bool unroll(unrolling *u, size_t level);

static bool add_round(unrolling *u)
{
    static const expr_form joins[] = {EXPR_AND, EXPR_OR, EXPR_ADD, EXPR_ADD};
    sql_value value = {0}, sum = {0};
    bool fine = say(&value, u->s, u->e->args[0]) &&
                combine(&sum, joins[u->e->form - EXPR_ALL], &u->sum, &value);
    sql_free(&value);
    sql_free(&u->sum);
    u->sum = sum;
    return fine;
}

/* The level's names have values; its filter must be known. */
static bool inside(unrolling *u, size_t level)
{
    const binding *b = &u->e->loop->bindings[level];
    sql_value holds = {.low = 1, .high = 1};
    bool fine = u->s->work++ < WORK_MOST;
    if (fine && b->filter)
        fine = say(&holds, u->s, b->filter) && is_known(&holds);
    if (fine && holds.low)
        fine = level + 1 < u->e->loop->count ? unroll(u, level + 1) : add_round(u);
    sql_free(&holds);
    return fine;
}

static bool with(unrolling *u, size_t level, const int64_t *row)
{
    const binding *b = &u->e->loop->bindings[level];
    sql_value *values = calloc(b->slots, sizeof *values);
    bool fine = values != NULL;
    for (size_t i = 0; i < b->slots && values; i++) {
        values[i].low = values[i].high = row[i];
        u->s->slots[b->slot[i]] = &values[i];
        fine = fine && row[i] != INT64_MIN;
    }
    fine = fine && inside(u, level);
    for (size_t i = 0; i < b->slots; i++)
        u->s->slots[b->slot[i]] = NULL;
    free(values);
    return fine;
}

static bool fixed(int64_t *out, saying *s, const expr *e)
{
    sql_value value = {0};
    bool fine = say(&value, s, e) && is_known(&value);
    *out = value.low;
    sql_free(&value);
    return fine;
}

static bool unroll_range(unrolling *u, size_t level, const binding *b)
{
    int64_t low, high;
    if (!fixed(&low, u->s, b->args[0]) || !fixed(&high, u->s, b->args[1]))
        return false;
    bool fine = true;
    for (int64_t i = low; fine && i <= high; i++)
        fine = i < INT64_MAX && with(u, level, &i);
    return fine;
}

static bool unroll_values(unrolling *u, size_t level, const binding *b)
{
    int64_t *row = calloc(b->slots, sizeof *row);
    bool fine = row != NULL;
    for (size_t i = 0; fine && i < b->count; i += b->slots) {
        for (size_t k = 0; fine && k < b->slots; k++)
            fine = fixed(&row[k], u->s, b->args[i + k]);
        fine = fine && with(u, level, row);
    }
    free(row);
    return fine;
}

static bool unroll(unrolling *u, size_t level)
{
    const binding *b = &u->e->loop->bindings[level];
    bool fine = true;
    switch (b->form) {
    case DOMAIN_TYPE:
        for (uint64_t i = 0; fine && i < b->type->count; i++) {
            int64_t value = type_value(b->type, i);
            fine = with(u, level, &value);
        }
        return fine;
    case DOMAIN_ROWS:
        for (size_t r = 0; fine && r < b->count; r++)
            fine = with(u, level, b->rows + r * b->slots);
        return fine;
    case DOMAIN_RANGE: return unroll_range(u, level, b);
    case DOMAIN_VALUES: return unroll_values(u, level, b);
    default: return false;
    }
}

static bool say_over(sql_value *out, saying *s, const expr *e)
{
    unrolling u = {.s = s, .e = e};
    u.sum.low = u.sum.high = e->form == EXPR_ALL;
    bool fine = !e->loop->first && unroll(&u, 0);
    if (fine && is_known(&u.sum))
        fine = known(out, u.sum.low);
    else if (fine) {
        strbuf_clear(&out->sql);
        strbuf_put(&out->sql, strbuf_string(&u.sum.sql));
        out->depth = u.sum.depth;
        fine = finish(out, u.sum.low, u.sum.high);
    }
    sql_free(&u.sum);
    return fine;
}

/* ---- any expression -------------------------------------------------------------------------- */

static bool one(sql_value *out, saying *s, const expr *e)
{
    switch (e->form) {
    case EXPR_VALUE: return known(out, e->value);
    case EXPR_LOCAL: return say_local(out, s, e);
    case EXPR_CELL: return say_cell(out, s, e);
    case EXPR_TABLE: return say_table(out, s, e);
    case EXPR_NOT: return say_not(out, s, e);
    case EXPR_NEGATE: return say_negated(out, s, e);
    case EXPR_IF: return say_if(out, s, e);
    case EXPR_CALL: return say_call(out, s, e);
    case EXPR_ALL:
    case EXPR_ANY:
    case EXPR_COUNT:
    case EXPR_SUM: return say_over(out, s, e);
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_ADD:
    case EXPR_SUBTRACT:
    case EXPR_MULTIPLY:
    case EXPR_DIVIDE:
    case EXPR_MODULO:
    case EXPR_EQUAL:
    case EXPR_NOT_EQUAL:
    case EXPR_LESS:
    case EXPR_LESS_EQUAL:
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL: return say_pair(out, s, e);
    default: return false;
    }
}

static bool say(sql_value *out, saying *s, const expr *e)
{
    if (s->depth >= NESTING_MOST || s->work++ >= WORK_MOST)
        return false;
    s->depth++;
    bool fine = one(out, s, e);
    s->depth--;
    return fine;
}

bool sql_expression(sql_value *out, const ast *t, const expr *e)
{
    saying s = {.t = t, .slots = calloc((size_t)t->slots + 1, sizeof *s.slots)};
    bool fine = s.slots && say(out, &s, e);
    free(s.slots);
    return fine;
}
