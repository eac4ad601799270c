/* functions.c - calls of the language's own functions: functions.def, checked. */
#include <assert.h>
#include <string.h>

#include "puzzle/scope/checker.h"

/* The kind of a function's arguments, and of its result. */
typedef enum value_kind { TRUTH, NUMBER, SAME } value_kind;
enum { MANY = 0 };

typedef enum function_class { AGGREGATE, FUNCTION, CONSTRUCT, DOMAIN } function_class;

struct function {
    const char *name;
    function_class class;
    expr_form form;
    size_t arguments; /* or MANY */
    value_kind of;    /* of the arguments, or of an aggregate's body */
    value_kind result;
    expr *(*check)(checker *c, const parse_node *t); /* CONSTRUCT */
};

static bool check_arity(checker *c, const parse_node *t, size_t wanted)
{
    if (t->count == wanted)
        return true;
    return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t), "%s takes %zu %s, not %zu",
                         t->text, wanted, wanted == 1 ? "value" : "values", t->count);
}

/* A number, or a truth value that counts as one. */
static expr *check_number(checker *c, const parse_node *t, const kind *expected)
{
    expr *e = expr_check(c, t, expected);
    e = expr_present(c, e);
    return e && e->kind.form != KIND_TRUTH ? expr_must_be(c, e, kind_plain(KIND_INTEGER)) : e;
}

/* A value of any kind that has an order. */
static expr *check_ordered(checker *c, const parse_node *t, const kind *expected)
{
    expr *e = expr_present(c, expr_check(c, t, expected));
    if (!e || !kind_is_collection(e->kind))
        return e;
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, e->at, "this is %s, where one value is expected",
                  kind_text(c, e->kind));
    return NULL;
}

static expr *check_operand(checker *c, const parse_node *t, value_kind of, const kind *expected)
{
    switch (of) {
    case TRUTH: return expr_check_truth(c, t);
    case NUMBER: return check_number(c, t, expected);
    case SAME: break;
    }
    return check_ordered(c, t, expected);
}

/* Truth values that are compared count as numbers. */
static kind result_kind(value_kind result, kind of)
{
    bool truth = result == TRUTH, number = result == NUMBER || of.form == KIND_TRUTH;
    return truth ? kind_plain(KIND_TRUTH) : number ? kind_plain(KIND_INTEGER) : of;
}

/* ---- constructs: what has no form of its own ---------------------------------------- */

static expr *size_value(checker *c, const parse_node *t, uint64_t value)
{
    if (value > INT64_MAX) {
        checker_error(c, WGCQ_DIAGNOSTIC_RANGE, parse_node_span(t),
                      "its %llu values do not fit 64 bits", (unsigned long long)value);
        return NULL;
    }
    return expr_value(c, kind_plain(KIND_INTEGER), parse_node_span(t), (int64_t)value);
}

static global *find_constant(checker *c, const parse_node *t)
{
    global *g = t->form == PARSE_NAME && !symbols_find_local(c, t->text)
                    ? symbols_find_global(c, t->text)
                    : NULL;
    return g && g->form == GLOBAL_CONSTANT ? g : NULL;
}

/* A name that is not declared; reports it. */
static bool report_unknown_name(checker *c, const parse_node *t)
{
    const enumeration *owner;
    if (t->form != PARSE_NAME || symbols_find_local(c, t->text) ||
        symbols_find_global(c, t->text) || symbols_value_owners(c, t->text, &owner))
        return false;
    if (poison_in_step(c, t->text))
        return true;
    checker_error(c, WGCQ_DIAGNOSTIC_NAME, parse_node_span(t), "unknown name '%s'", t->text);
    symbols_suggest(c, t->text, HINT_TYPES, NULL);
    return true;
}

static bool is_constant(checker *c, const char *name)
{
    global *g = symbols_find_global(c, name);
    return g && g->form == GLOBAL_CONSTANT && declare_resolve(c, g);
}

/* len of a list, mapping or text's rows; of a type; of a set */
static expr *check_len(checker *c, const parse_node *t)
{
    const parse_node *of = t->args[0];
    const local *l = of->form == PARSE_NAME ? symbols_find_local(c, of->text) : NULL;
    if ((l && l->poisoned) || report_unknown_name(c, of))
        return NULL;
    kind whole;
    if (list_may_be(of) && !list_is_constant(c, of) && expr_infer_kind(c, of, &whole) &&
        kind_is_collection(whole)) {
        expr *e = expr_check(c, of, NULL);
        return e ? list_length(c, parse_node_span(t), e) : NULL;
    }
    if (l && l->kind.form == KIND_SUBSET) {
        expr *e = expr_new(c, EXPR_SIZE, kind_plain(KIND_INTEGER), parse_node_span(t), 1);
        e->args[0] = expr_check(c, of, NULL);
        return e->args[0] ? e : NULL;
    }
    global *g = of->form == PARSE_NAME && !l ? symbols_find_type(c, of->text) : NULL;
    if (of->form == PARSE_INDEX && !symbols_find_local(c, of->text) && is_constant(c, of->text)) {
        const constant_row row = constant_row_of(c, symbols_find_global(c, of->text), of);
        if (row.empty && !row.reported)
            return size_value(c, t, 0);
        if (row.table || row.reported)
            return row.length;
    }
    if (of->form == PARSE_LIST)
        return size_value(c, t, of->count);
    if (g && g->form != GLOBAL_DEFINE && !declare_resolve(c, g))
        return NULL;
    if (g && g->form == GLOBAL_TYPE)
        return size_value(c, t, g->type->count);
    if (g && g->data && g->data->form != DATUM_VALUE)
        return size_value(c, t, g->data->count);
    if (g && g->table)
        return size_value(c, t, g->table->index[0]->count);
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(of), "this has no length");
    checker_hint(c, "len takes a list, a mapping, a type or a set");
    return NULL;
}

static expr *check_sorted(checker *c, const parse_node *t)
{
    expr *e = expr_check(c, t->args[0], NULL);
    if (!e || (e->kind.form == KIND_LIST && !e->kind.members))
        return e;
    if (e->kind.form == KIND_LIST)
        return list_sorted(c, t, e);
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, e->at, "this is %s, and only a list is sorted",
                  kind_text(c, e->kind));
    return NULL;
}

/* rows and cols of a text map, or of a list of lists */
static expr *check_extent(checker *c, const parse_node *t, bool rows)
{
    if (report_unknown_name(c, t->args[0]))
        return NULL;
    global *g = find_constant(c, t->args[0]);
    if (g && !declare_resolve(c, g))
        return NULL;
    const datum *d = g ? g->data : NULL;
    if (d && d->form == DATUM_TEXT)
        return size_value(c, t, rows ? d->count : d->columns);
    if (d && d->form == DATUM_LIST) {
        size_t columns = 0;
        for (size_t i = 0; i < d->count; i++)
            if (d->items[i]->form == DATUM_LIST && d->items[i]->count > columns)
                columns = d->items[i]->count;
        return size_value(c, t, rows ? d->count : columns);
    }
    if (g && g->table && g->table->indices == 2)
        return size_value(c, t, g->table->index[rows ? 0 : 1]->count);
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t->args[0]),
                  "this is not a map with rows");
    return NULL;
}

static expr *check_rows(checker *c, const parse_node *t)
{
    return check_extent(c, t, true);
}

static expr *check_cols(checker *c, const parse_node *t)
{
    return check_extent(c, t, false);
}

/* A table from the characters 0 to 9 to their values. */
static value_table *digit_table(checker *c)
{
    value_table *of = arena_take(c->memory, sizeof *of);
    int64_t *values = arena_array(c->memory, 10, sizeof *values);
    const type **index = arena_array(c->memory, 1, sizeof *index);
    source_span nowhere = {.from = c->from};
    for (int i = 0; i < 10; i++)
        values[i] = i;
    index[0] = declare_range(c, nowhere, kind_plain(KIND_CHARACTER), '0', '9');
    *of = (value_table){.name = "int",
                        .indices = 1,
                        .index = index,
                        .kind = kind_plain(KIND_INTEGER),
                        .low = 0,
                        .high = 9,
                        .count = 10,
                        .values = values};
    return of;
}

/* int("7"), int(level[r, c]) */
static expr *check_int(checker *c, const parse_node *t)
{
    expr *arg = expr_check(c, t->args[0], NULL);
    if (arg && (arg->kind.form == KIND_INTEGER || arg->kind.form == KIND_TRUTH)) {
        expr *sum = expr_binary(c, EXPR_ADD, kind_plain(KIND_INTEGER), parse_node_span(t), arg,
                                size_value(c, t, 0));
        return arg->kind.form == KIND_INTEGER ? arg : sum;
    }
    arg = expr_must_be(c, arg, kind_plain(KIND_CHARACTER));
    if (!arg)
        return NULL;
    if (arg->form == EXPR_VALUE && (arg->value < '0' || arg->value > '9') && !c->conditional) {
        checker_error(c, WGCQ_DIAGNOSTIC_RANGE, arg->at, "this character is not a digit");
        return NULL;
    }
    expr *e = expr_new(c, EXPR_TABLE, kind_plain(KIND_INTEGER), parse_node_span(t), 1);
    e->table = digit_table(c);
    e->args[0] = arg;
    return e;
}

/* ---- the table --------------------------------------------------------------------- */

static const struct function functions[] = {
#define AGGREGATE(name, form, body, result) {#name, AGGREGATE, form, 1, body, result, NULL},
#define FUNCTION(name, form, arguments, of, result)                                                \
    {#name, FUNCTION, form, arguments, of, result, NULL},
#define CONSTRUCT(name) {#name, CONSTRUCT, EXPR_VALUE, 1, SAME, NUMBER, check_##name},
#define DOMAIN(name)    {#name, DOMAIN, EXPR_VALUE, MANY, SAME, SAME, NULL},
#include "puzzle/ast/functions.def"
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

static const struct function *find_aggregate(const char *name)
{
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (functions[i].class == AGGREGATE && !strcmp(functions[i].name, name))
            return &functions[i];
    return NULL;
}

const struct function *function_find(const char *name)
{
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (functions[i].class != AGGREGATE && !strcmp(functions[i].name, name))
            return &functions[i];
    return find_aggregate(name);
}

/* ---- aggregates ---------------------------------------------------------------------- */

/* "all, any, count, sum, min and max" */
static const char *aggregate_names(checker *c)
{
    const char *line = NULL;
    for (size_t i = 0; i < FUNCTIONS && functions[i].class == AGGREGATE; i++) {
        bool last = i + 1 == FUNCTIONS || functions[i + 1].class != AGGREGATE;
        line =
            line ? arena_printf(c->memory, "%s%s%s", line, last ? " and " : ", ", functions[i].name)
                 : functions[i].name;
    }
    return line;
}

expr *function_check_aggregate(checker *c, const parse_node *t, const kind *expected)
{
    const struct function *f = find_aggregate(t->text);
    if (!f) {
        checker_error(c, WGCQ_DIAGNOSTIC_NAME, parse_node_mark(t), "'%s' takes no 'for'", t->text);
        checker_hint(c, "the aggregates are %s", aggregate_names(c));
        return NULL;
    }
    local *outer = c->locals;
    loop *over = quantifier_check(c, &t->clauses, false);
    c->conditional++; /* over an empty domain it is not evaluated */
    expr *body = check_operand(c, t->args[0], f->of, expected);
    c->conditional--;
    c->locals = outer;
    if (!over || !body)
        return NULL;
    expr *e = expr_new(c, f->form, result_kind(f->result, body->kind), parse_node_span(t), 1);
    e->mark = parse_node_mark(t);
    e->loop = over;
    e->args[0] = body;
    return e;
}

/* ---- functions of values ---------------------------------------------------------------- */

/* The kind that arguments share, as far as one of them shows it. */
static bool infer_shared_kind(checker *c, const parse_node *t, const kind *expected, kind *out)
{
    if (expected)
        return *out = *expected, true;
    for (size_t i = 0; i < t->count; i++)
        if (expr_infer_kind(c, t->args[i], out))
            return true;
    return false;
}

/* Arguments of any one kind; truth values among numbers count as numbers. */
static expr *check_same_kind(checker *c, const parse_node *t, const struct function *f,
                             const kind *expected)
{
    kind shared;
    const kind *preferred = infer_shared_kind(c, t, expected, &shared) ? &shared : NULL;
    expr *e = expr_new(c, f->form, kind_plain(KIND_INTEGER), parse_node_span(t), t->count);
    bool fine = true;
    for (size_t i = 0; i < t->count; i++) {
        expr *arg = check_ordered(c, t->args[i], preferred);
        bool number = arg && (arg->kind.form == KIND_TRUTH || arg->kind.form == KIND_INTEGER);
        if (arg && i && e->args[0] && !(number && e->kind.form == KIND_INTEGER))
            arg = expr_must_be(c, arg, e->args[0]->kind);
        if (arg && !i)
            e->kind = number ? e->kind : arg->kind;
        e->args[i] = arg;
        fine &= arg != NULL;
    }
    return fine ? e : NULL;
}

static expr *check_function(checker *c, const parse_node *t, const struct function *f,
                            const kind *expected)
{
    if (f->arguments == MANY && !t->count)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t), "%s of nothing", t->text),
               NULL;
    if (f->arguments != MANY && !check_arity(c, t, f->arguments))
        return NULL;
    if (f->of == SAME)
        return check_same_kind(c, t, f, expected);
    kind of = result_kind(f->result, kind_plain(KIND_INTEGER));
    expr *e = expr_new(c, f->form, of, parse_node_span(t), t->count);
    bool fine = true;
    for (size_t i = 0; i < t->count; i++) {
        e->args[i] = check_operand(c, t->args[i], f->of, NULL);
        fine &= e->args[i] != NULL;
    }
    return fine ? e : NULL;
}

/* Called without a `for`. */
static expr *reject_aggregate(checker *c, const parse_node *t)
{
    checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, parse_node_span(t), "%s needs a 'for'", t->text);
    checker_hint(c, "write %s(... for x in ...)", t->text);
    return NULL;
}

static expr *reject_domain(checker *c, const parse_node *t)
{
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                  "%s(...) is allowed only behind 'in' of a choose or for", t->text);
    return NULL;
}

expr *function_check(checker *c, const struct function *f, const parse_node *t,
                     const kind *expected)
{
    assert(t->form == PARSE_CALL && !strcmp(f->name, t->text));
    switch (f->class) {
    case AGGREGATE: return reject_aggregate(c, t);
    case FUNCTION: return check_function(c, t, f, expected);
    case CONSTRUCT: return check_arity(c, t, 1) ? f->check(c, t) : NULL;
    case DOMAIN: break;
    }
    return reject_domain(c, t);
}
