/* calls.c - calls: functions of the language, aggregates, and the puzzle's own defines. */
#include <string.h>

#include "puzzle/check/checker.h"

enum { CALLS_MOST = 64 };

/* ---- aggregates ------------------------------------------------------------------ */

static const struct aggregate {
    const char *name;
    expr_form form;
} aggregates[] = {{"all", EXPR_ALL}, {"any", EXPR_ANY},      {"count", EXPR_COUNT},
                  {"sum", EXPR_SUM}, {"min", EXPR_MIN_OVER}, {"max", EXPR_MAX_OVER}};

static const struct aggregate *find_aggregate(const char *name)
{
    for (size_t i = 0; i < sizeof aggregates / sizeof *aggregates; i++)
        if (!strcmp(aggregates[i].name, name))
            return &aggregates[i];
    return NULL;
}

static bool is_define(checker *c, const parse_node *t)
{
    const global *g = symbols_find_global(c, t->text);
    return g && g->form == GLOBAL_DEFINE;
}

static expr *check_aggregate_body(checker *c, const parse_node *t, expr_form form,
                                  const kind *expected, kind *of)
{
    const parse_node *body = t->args[0];
    if (form == EXPR_ALL || form == EXPR_ANY || form == EXPR_COUNT) {
        *of = kind_plain(form == EXPR_COUNT ? KIND_INTEGER : KIND_TRUTH);
        return expr_check_truth(c, body);
    }
    expr *e = expr_check(c, body, expected);
    if (e && (form == EXPR_SUM || e->kind.form == KIND_TRUTH))
        *of = kind_plain(KIND_INTEGER);
    else if (e)
        *of = e->kind;
    if (e && form == EXPR_SUM && e->kind.form != KIND_TRUTH)
        return expr_must_be(c, e, kind_plain(KIND_INTEGER));
    return e;
}

expr *call_aggregate(checker *c, const parse_node *t, const kind *expected)
{
    const struct aggregate *a = find_aggregate(t->text);
    if (!a) {
        checker_error(c, WGCQ_DIAGNOSTIC_NAME, parse_node_mark(t),
                      "'%s' cannot be taken over a 'for'", t->text);
        checker_hint(c, "all, any, count, sum, min and max can");
        return NULL;
    }
    local *outer = c->locals;
    kind of;
    loop *over = quantifier_check(c, &t->clauses, false);
    c->conditional++; /* where there is nothing to run over it is not evaluated */
    expr *body = check_aggregate_body(c, t, a->form, expected, &of);
    c->conditional--;
    c->locals = outer;
    if (!over || !body)
        return NULL;
    expr *e = expr_new(c, a->form, of, parse_node_span(t), 1);
    e->mark = parse_node_mark(t);
    e->loop = over;
    e->args[0] = body;
    return e;
}

/* ---- functions -------------------------------------------------------------------- */

static bool check_arity(checker *c, const parse_node *t, size_t wanted)
{
    if (t->count == wanted)
        return true;
    return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t), "%s takes %zu %s, not %zu",
                         t->text, wanted, wanted == 1 ? "value" : "values", t->count);
}

/* min(a, b, ...) and max: of numbers or of any one kind that is ordered */
static expr *check_extreme(checker *c, const parse_node *t, expr_form form, const kind *expected)
{
    kind of;
    bool known = expected != NULL, fine = true;
    if (known)
        of = *expected;
    for (size_t i = 0; i < t->count && !known; i++)
        known = expr_infer_kind(c, t->args[i], &of);
    if (!t->count)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t), "%s of nothing", t->text),
               NULL;
    expr *e = expr_new(c, form, kind_plain(KIND_INTEGER), parse_node_span(t), t->count);
    for (size_t i = 0; i < t->count; i++) {
        expr *arg = expr_check(c, t->args[i], known ? &of : NULL);
        bool counts = arg && (arg->kind.form == KIND_TRUTH || arg->kind.form == KIND_INTEGER);
        if (arg && i && e->args[0] && !(counts && e->kind.form == KIND_INTEGER))
            arg = expr_must_be(c, arg, e->args[0]->kind);
        if (arg && !i)
            e->kind = counts ? e->kind : arg->kind;
        e->args[i] = arg;
        fine &= arg != NULL;
    }
    return fine ? e : NULL;
}

static expr *check_abs(checker *c, const parse_node *t)
{
    if (!check_arity(c, t, 1))
        return NULL;
    expr *arg = expr_check(c, t->args[0], NULL);
    if (arg && arg->kind.form != KIND_TRUTH)
        arg = expr_must_be(c, arg, kind_plain(KIND_INTEGER));
    if (!arg)
        return NULL;
    expr *e = expr_new(c, EXPR_ABS, kind_plain(KIND_INTEGER), parse_node_span(t), 1);
    e->args[0] = arg;
    return e;
}

static expr *size_value(checker *c, const parse_node *t, uint64_t value)
{
    if (value > INT64_MAX) {
        checker_error(c, WGCQ_DIAGNOSTIC_RANGE, parse_node_span(t),
                      "its %llu values are more than a number can be", (unsigned long long)value);
        return NULL;
    }
    return expr_value(c, kind_plain(KIND_INTEGER), parse_node_span(t), (int64_t)value);
}

static const global *find_constant(checker *c, const parse_node *t)
{
    global *g = t->form == PARSE_NAME && !symbols_find_local(c, t->text)
                    ? symbols_find_global(c, t->text)
                    : NULL;
    return g && g->form == GLOBAL_CONSTANT && declare_resolve(c, g) ? g : NULL;
}

/* A name that stands for nothing: it was complained of, as an unknown one. */
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

/* len of a list, mapping or text's rows; of a type; of a set */
static expr *check_len(checker *c, const parse_node *t)
{
    if (!check_arity(c, t, 1))
        return NULL;
    const parse_node *of = t->args[0];
    const local *l = of->form == PARSE_NAME ? symbols_find_local(c, of->text) : NULL;
    if ((l && l->poisoned) || report_unknown_name(c, of))
        return NULL;
    if (l && l->kind.form == KIND_SUBSET) {
        expr *e = expr_new(c, EXPR_SIZE, kind_plain(KIND_INTEGER), parse_node_span(t), 1);
        e->args[0] = expr_check(c, of, NULL);
        return e->args[0] ? e : NULL;
    }
    global *g = of->form == PARSE_NAME && !l ? symbols_find_global(c, of->text) : NULL;
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
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(of),
                  "there is nothing to count in this");
    checker_hint(c, "len takes a list, a mapping, a type or a set");
    return NULL;
}

/* rows and cols of a text map, or of a list of lists */
static expr *check_extent(checker *c, const parse_node *t, bool rows)
{
    if (!check_arity(c, t, 1))
        return NULL;
    if (report_unknown_name(c, t->args[0]))
        return NULL;
    const global *g = find_constant(c, t->args[0]);
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
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t->args[0]), "this is no map with rows");
    return NULL;
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
    if (!check_arity(c, t, 1))
        return NULL;
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
        checker_error(c, WGCQ_DIAGNOSTIC_RANGE, arg->at, "this character is no digit");
        return NULL;
    }
    expr *e = expr_new(c, EXPR_TABLE, kind_plain(KIND_INTEGER), parse_node_span(t), 1);
    e->table = digit_table(c);
    e->args[0] = arg;
    return e;
}

/* ---- defines ------------------------------------------------------------------------- */

static instance *find_instance(const checker *c, const global *g, const kind *kinds,
                               const kind *expected)
{
    for (instance *i = g->instances; i; i = i->next) {
        bool same = i->constant == (c->constant_only > 0) && i->expecting == (expected != NULL) &&
                    (!expected || kind_same(i->expected, *expected));
        for (size_t k = 0; k < g->head.count && same; k++)
            same = kind_same(i->kinds[k], kinds[k]);
        if (same)
            return i;
    }
    return NULL;
}

/* Checks a body as if nothing were known of its parameters. */
static void check_body_without_kinds(checker *c, global *g, const kind *expected)
{
    local *outer = c->locals;
    resolve_state before = g->state;
    c->locals = NULL;
    for (size_t k = 0; k < g->head.count; k++)
        symbols_bind(c, g->head.args[k]->text, parse_node_span(g->head.args[k]),
                     kind_plain(KIND_INTEGER), false)
            ->poisoned = true;
    g->state = IN_PROGRESS;
    expr_check(c, g->body, expected);
    g->state = before;
    c->locals = outer;
}

/* A body was just complained of: is it because of the kinds of its parameters? */
static bool kinds_matter(checker *c, global *g, const kind *expected)
{
    if (c->last_reported != WGCQ_DIAGNOSTIC_TYPE || !g->head.count)
        return false;
    size_t made = c->error_count;
    c->quiet++;
    check_body_without_kinds(c, g, expected);
    c->quiet--;
    c->suppressed = false;
    return c->error_count == made;
}

/* Checks the body for these kinds of arguments; only its parameters are in scope. */
static instance *new_instance(checker *c, global *g, const kind *kinds, const kind *expected)
{
    instance *i = arena_take(c->memory, sizeof *i);
    local *caller = c->locals;
    i->kinds = arena_array(c->memory, g->head.count + 1, sizeof *i->kinds);
    i->expecting = expected != NULL;
    i->constant = c->constant_only > 0;
    if (expected)
        i->expected = *expected;
    c->locals = NULL;
    i->slot = c->tree->slots;
    for (size_t k = 0; k < g->head.count; k++) {
        i->kinds[k] = kinds[k];
        symbols_bind(c, g->head.args[k]->text, parse_node_span(g->head.args[k]), kinds[k], false);
    }
    g->state = IN_PROGRESS;
    c->calls++;
    size_t errors = diagnostics_error_count(c->to);
    i->body = expr_check(c, g->body, expected);
    i->kinds_misfit = diagnostics_error_count(c->to) > errors && kinds_matter(c, g, expected);
    c->calls--;
    g->state = DONE;
    c->locals = caller;
    i->next = g->instances;
    if (i->body || !(c->quiet || c->lenient)) /* what failed quietly must fail aloud later */
        g->instances = i;
    return i;
}

static bool check_call_allowed(checker *c, const global *g, const parse_node *t)
{
    if (g->state == IN_PROGRESS) {
        checker_error(c, WGCQ_DIAGNOSTIC_NAME, parse_node_mark(t), "'%s' is defined by itself",
                      g->name);
        checker_hint(c, "a define may not be recursive");
        checker_note(c, g->key->at, "'%s' is defined here", g->name);
        return false;
    }
    if (c->calls >= CALLS_MOST)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, parse_node_span(t),
                             "defines call each other more than %d deep", CALLS_MOST);
    if (t->count == g->head.count && (t->form == PARSE_CALL || !g->head.count))
        return true;
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t), "'%s' takes %zu %s, not %zu",
                  g->name, g->head.count, g->head.count == 1 ? "value" : "values",
                  t->form == PARSE_CALL ? t->count : 0);
    checker_note(c, g->key->at, "'%s' is defined here", g->name);
    return false;
}

/* ---- arguments ------------------------------------------------------------------------- */

/* What a define is called with. */
typedef struct define_call {
    global *of;
    const parse_node *at;
    const kind *expected;
    expr **args;
    kind *kinds;
    const char **shared; /* of an argument that may be of several enumerations, the name that is */
    kind *found;         /* the kinds with which the body fits, and ... */
    size_t fits;         /* ... how many such there are                 */
} define_call;

/* A bare name of several enumerations that the kind of a term hangs on; NULL: there is none. */
static const char *ambiguous_name(checker *c, const parse_node *t)
{
    const enumeration *owner;
    bool chooses = t->form == PARSE_IF || (t->form == PARSE_CALL && !is_define(c, t));
    const char *shared = NULL;
    if (t->form == PARSE_NAME && !symbols_find_local(c, t->text) &&
        !symbols_find_global(c, t->text) && symbols_value_owners(c, t->text, &owner) > 1)
        return t->text;
    for (size_t i = t->form == PARSE_IF; chooses && i < t->count && !shared; i++)
        shared = ambiguous_name(c, t->args[i]);
    return shared;
}

/* The body with these kinds of arguments, an old instance or a new one. */
static instance *find_or_add_instance(checker *c, const define_call *call, bool *first)
{
    instance *of = find_instance(c, call->of, call->kinds, call->expected);
    *first = !of;
    return of ? of : new_instance(c, call->of, call->kinds, call->expected);
}

/* Does the body make sense, and come to what is expected? */
static bool body_fits(checker *c, const define_call *call)
{
    bool first;
    const instance *of = find_or_add_instance(c, call, &first);
    const kind *wanted = call->expected;
    return of->body && (!wanted || wanted->form != KIND_ENUM || kind_same(of->body->kind, *wanted));
}

/* Tries every enumeration for the arguments i and up that are undecided. */
static void try_kinds(checker *c, define_call *call, size_t i)
{
    size_t count = call->of->head.count;
    while (i < count && !call->shared[i])
        i++;
    if (i == count) {
        if (body_fits(c, call) && !call->fits++)
            memcpy(call->found, call->kinds, count * sizeof *call->found);
        return;
    }
    const name_entry *h = name_index_first(&c->value_names, call->shared[i]);
    for (; h && call->fits < 2; h = name_index_next(h)) {
        call->kinds[i] = kind_enum(h->holder);
        const expr *e = expr_check(c, call->at->args[i], &call->kinds[i]);
        if (e && kind_same(e->kind, call->kinds[i]))
            try_kinds(c, call, i + 1);
    }
}

/* Of what kind arguments are that may be of several: the only one with which the body fits. */
static bool decide_ambiguous(checker *c, define_call *call)
{
    size_t count = call->of->head.count;
    call->found = arena_array(c->memory, count + 1, sizeof *call->found);
    c->quiet++;
    try_kinds(c, call, 0);
    c->quiet--;
    bool fine = true;
    for (size_t i = 0; i < count; i++) {
        if (!call->shared[i])
            continue;
        const kind *of = call->fits == 1 ? &call->found[i] : NULL;
        call->args[i] = expr_check(c, call->at->args[i], of);
        fine &= call->args[i] != NULL;
        if (call->args[i])
            call->kinds[i] = call->args[i]->kind;
    }
    return fine;
}

/* Checks the arguments, each of the kind it shows by itself. */
static bool check_arguments(checker *c, define_call *call)
{
    size_t count = call->of->head.count;
    bool fine = true, undecided = false;
    call->args = arena_array(c->memory, count + 1, sizeof *call->args);
    call->kinds = arena_array(c->memory, count + 1, sizeof *call->kinds);
    call->shared = arena_array(c->memory, count + 1, sizeof *call->shared);
    for (size_t i = 0; i < count; i++) {
        const parse_node *t = call->at->args[i];
        kind of;
        call->shared[i] = ambiguous_name(c, t);
        if (call->shared[i] && (t->form == PARSE_NAME || !expr_infer_kind(c, t, &of))) {
            undecided = true;
            continue;
        }
        call->shared[i] = NULL;
        call->args[i] = expr_check(c, t, NULL);
        fine &= call->args[i] != NULL;
        if (call->args[i])
            call->kinds[i] = call->args[i]->kind;
    }
    return fine && (!undecided || decide_ambiguous(c, call));
}

expr *call_define(checker *c, global *g, const parse_node *t, const kind *expected)
{
    define_call call = {.of = g, .at = t, .expected = expected};
    size_t count = g->head.count;
    bool first;
    if (!check_call_allowed(c, g, t) || !check_arguments(c, &call))
        return NULL;
    expr **args = call.args;
    const kind *kinds = call.kinds;
    instance *of = find_or_add_instance(c, &call, &first);
    if (!of->body && first && of->kinds_misfit)
        checker_note(c, parse_node_span(t), "'%s' is called here with %s%s", g->name,
                     kind_text(c, kinds[0]), count > 1 ? ", ..." : "");
    if (!of->body)
        return NULL;
    if (!count)
        return of->body;
    expr *e = expr_new(c, EXPR_CALL, of->body->kind, parse_node_span(t), 0);
    e->name = g->name;
    e->slot = of->slot;
    e->count = count;
    e->args = args;
    e->body = of->body;
    return e;
}

void call_check_unused(checker *c, global *g)
{
    c->lenient++;
    check_body_without_kinds(c, g, NULL);
    c->lenient--;
}

expr *call_check(checker *c, const parse_node *t, const kind *expected)
{
    global *g = symbols_find_global(c, t->text);
    if (g && g->form == GLOBAL_DEFINE)
        return declare_resolve(c, g) ? call_define(c, g, t, expected) : NULL;
    if (!strcmp(t->text, "min") || !strcmp(t->text, "max"))
        return check_extreme(c, t, t->text[1] == 'i' ? EXPR_MIN : EXPR_MAX, expected);
    if (!strcmp(t->text, "abs"))
        return check_abs(c, t);
    if (!strcmp(t->text, "len"))
        return check_len(c, t);
    if (!strcmp(t->text, "rows") || !strcmp(t->text, "cols"))
        return check_extent(c, t, t->text[0] == 'r');
    if (!strcmp(t->text, "int"))
        return check_int(c, t);
    if (find_aggregate(t->text)) {
        checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, parse_node_span(t),
                      "%s runs over something: a 'for' is missing", t->text);
        checker_hint(c, "write %s(... for x in ...)", t->text);
        return NULL;
    }
    if (!strcmp(t->text, "subsets"))
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                             "subsets(...) can only stand behind 'in' of a choose or for"),
               NULL;
    if (g) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_mark(t), "'%s' is no define", t->text);
        if (g->head.count)
            checker_hint(c, "an array's element is written %s[...]", t->text);
        return NULL;
    }
    if (poison_has(c, t->text))
        return NULL;
    checker_error(c, WGCQ_DIAGNOSTIC_NAME, parse_node_mark(t), "unknown function '%s'", t->text);
    symbols_suggest(c, t->text, HINT_CALLS, NULL);
    return NULL;
}
