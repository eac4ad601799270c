/* calls.c - calls of the puzzle's defines, each checked once for every combination of kinds. */
#include <assert.h>
#include <string.h>

#include "puzzle/scope/checker.h"

enum { CALLS_MOST = 64 };

static bool is_define(checker *c, const parse_node *t)
{
    const global *g = symbols_find_global(c, t->text);
    return g && g->form == GLOBAL_DEFINE;
}

/* ---- defines ------------------------------------------------------------------------- */

static size_t places_of(expr *const *args, size_t k)
{
    return args && args[k] && kind_is_collection(args[k]->kind) ? args[k]->count : 1;
}

static instance *find_instance(const checker *c, const global *g, const kind *kinds,
                               expr *const *args, const kind *expected)
{
    for (instance *i = g->instances; i; i = i->next) {
        bool same = i->constant == (c->constant_only > 0) && i->expecting == (expected != NULL) &&
                    (!expected || kind_same(i->expected, *expected));
        for (size_t k = 0; k < g->head.count && same; k++)
            same = kind_same(i->kinds[k], kinds[k]) && i->places[k] == places_of(args, k) &&
                   (kinds[k].form != KIND_LIST || i->kinds[k].members == kinds[k].members);
        if (same)
            return i;
    }
    return NULL;
}

/* Checks a body with parameters of unknown kinds. */
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

/* The body has an error: is it because of the kinds of its parameters? */
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
static instance *new_instance(checker *c, global *g, const kind *kinds, expr *const *args,
                              const kind *expected)
{
    assert(g->form == GLOBAL_DEFINE && g->body && g->state != IN_PROGRESS);
    instance *i = arena_take(c->memory, sizeof *i);
    local *caller = c->locals;
    const bool in_step = c->in_step;
    c->in_step = false; /* another property may call it */
    i->kinds = arena_array(c->memory, g->head.count + 1, sizeof *i->kinds);
    i->places = arena_array(c->memory, g->head.count + 1, sizeof *i->places);
    i->expecting = expected != NULL;
    i->constant = c->constant_only > 0;
    if (expected)
        i->expected = *expected;
    c->locals = NULL;
    i->slot = c->tree->slots;
    for (size_t k = 0; k < g->head.count; k++) {
        i->kinds[k] = kinds[k];
        i->places[k] = places_of(args, k);
        symbols_bind_places(c, g->head.args[k]->text, parse_node_span(g->head.args[k]), kinds[k],
                            i->places[k], false);
    }
    g->state = IN_PROGRESS;
    c->calls++;
    size_t errors = diagnostics_error_count(c->to);
    i->body = expr_check(c, g->body, expected);
    i->kinds_misfit = diagnostics_error_count(c->to) > errors && kinds_matter(c, g, expected);
    c->calls--;
    g->state = DONE;
    c->locals = caller;
    c->in_step = in_step;
    i->next = g->instances;
    if (i->body ||
        !(c->quiet || c->lenient)) /* a failure that was not reported must be found again */
        g->instances = i;
    return i;
}

static bool check_call_allowed(checker *c, const global *g, const parse_node *t)
{
    if (g->state == IN_PROGRESS) {
        checker_error(c, WGCQ_DIAGNOSTIC_NAME, parse_node_mark(t),
                      "'%s' is defined in terms of itself", g->name);
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

/* The call of a define. */
typedef struct define_call {
    global *of;
    const parse_node *at;
    const kind *expected;
    expr **args;
    kind *kinds;
    const char **shared; /* the name in an argument that is a value of several enumerations */
    kind *found;         /* the kinds for which the body is valid, and ... */
    size_t fits;         /* ... how many such combinations there are                 */
} define_call;

/* A bare name, value of several enumerations, that a node's kind depends on; NULL: none. */
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

/* The body for these kinds of arguments; *first: it was not checked for them before. */
static instance *find_or_add_instance(checker *c, const define_call *call, bool *first)
{
    instance *of = find_instance(c, call->of, call->kinds, call->args, call->expected);
    *first = !of;
    return of ? of : new_instance(c, call->of, call->kinds, call->args, call->expected);
}

/* Is the body valid, and of the kind that is expected? */
static bool body_fits(checker *c, const define_call *call)
{
    bool first;
    const instance *of = find_or_add_instance(c, call, &first);
    const kind *wanted = call->expected;
    return of->body &&
           (!wanted || wanted->form != KIND_ENUM || kind_same_values(of->body->kind, *wanted));
}

/* Tries every enumeration for the ambiguous arguments from i. */
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

/* Ambiguous arguments take the only kinds for which the body is valid. */
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

/* Checks the arguments, each of its own kind; ambiguous ones are decided last. */
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

/* Each argument, of a list or set each place. */
static expr **spread_arguments(checker *c, expr **args, size_t count, size_t *out)
{
    for (size_t i = 0; i < count; i++)
        *out += places_of(args, i);
    expr **all = arena_array(c->memory, *out + 1, sizeof *all);
    for (size_t i = 0, at = 0; i < count; i++)
        for (size_t k = 0; k < places_of(args, i); k++)
            all[at++] = kind_is_collection(args[i]->kind) ? args[i]->args[k] : args[i];
    return all;
}

static expr *new_call(checker *c, const global *g, const parse_node *t, const instance *of,
                      expr **args, size_t count, expr *body)
{
    expr *e = expr_new(c, EXPR_CALL, body->kind, parse_node_span(t), 0);
    e->name = g->name;
    e->slot = of->slot;
    e->count = count;
    e->args = args;
    e->body = body;
    return e;
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
    size_t values = 0;
    expr **all = spread_arguments(c, args, count, &values);
    if (!kind_is_collection(of->body->kind))
        return new_call(c, g, t, of, all, values, of->body);
    expr *e = expr_new(c, EXPR_PLACES, of->body->kind, parse_node_span(t), of->body->count);
    for (size_t i = 0; i < e->count; i++)
        e->args[i] = new_call(c, g, t, of, all, values, of->body->args[i]);
    return e;
}

void call_check_unused(checker *c, global *g)
{
    c->lenient++;
    check_body_without_kinds(c, g, NULL);
    c->lenient--;
}

static expr *old_of(checker *c, expr *e, source_span at)
{
    const bool collection = kind_is_collection(e->kind);
    expr *old = collection ? list_composite(c, e->kind, at, e->count)
                           : expr_new(c, EXPR_OLD, e->kind, at, 1);
    for (size_t i = 0; i < old->count; i++)
        old->args[i] = collection ? old_of(c, e->args[i], at) : e;
    return old;
}

/* old(x): what x is before the move. */
static expr *check_old(checker *c, const parse_node *t, const kind *expected)
{
    if (t->count != 1)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                             "old takes 1 value, not %zu", t->count),
               NULL;
    c->in_step = false;
    expr *e = expr_check(c, t->args[0], expected);
    c->in_step = true;
    return e ? old_of(c, e, parse_node_span(t)) : NULL;
}

expr *call_check(checker *c, const parse_node *t, const kind *expected)
{
    global *g = symbols_find_global(c, t->text);
    if (g && g->form == GLOBAL_DEFINE)
        return declare_resolve(c, g) ? call_define(c, g, t, expected) : NULL;
    if (c->in_step && !g && !strcmp(t->text, "old"))
        return check_old(c, t, expected);
    const struct function *f = function_find(t->text);
    if (f)
        return function_check(c, f, t, expected);
    if (g) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_mark(t), "'%s' is not a define", t->text);
        if (g->head.count)
            checker_hint(c, "an array's element is written %s[...]", t->text);
        return NULL;
    }
    if (poison_has(c, t->text))
        return NULL;
    checker_error(c, WGCQ_DIAGNOSTIC_NAME, parse_node_mark(t), "unknown function '%s'", t->text);
    if (!strcmp(t->text, "succ") || !strcmp(t->text, "pred"))
        checker_hint(c, "an enumeration has no successor: use a range, such as 0..2");
    else if (!strcmp(t->text, "old"))
        checker_hint(c, "old(x) is x before a move: in a `step` of `properties`, and no define");
    else
        symbols_suggest(c, t->text, HINT_CALLS, NULL);
    return NULL;
}
