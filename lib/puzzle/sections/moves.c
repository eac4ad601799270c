/* moves.c - steps, moves, and templates of texts. */
#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "puzzle/sections/sections.h"

/* ---- texts ------------------------------------------------------------------------ */

/* The choose and let slots that an expression reads. */
static void collect_needed_slots(checker *c, const expr *e, const local *names, int **need,
                                 size_t *count, size_t *room)
{
    if (e->form == EXPR_LOCAL) {
        for (const local *l = names; l; l = l->outer)
            if (l->slot == e->slot && l->bound_by_step)
                ARENA_PUSH(c->memory, *need, *count, *room, e->slot);
        return;
    }
    for (size_t i = 0; i < e->count; i++)
        collect_needed_slots(c, e->args[i], names, need, count, room);
    for (size_t i = 0; e->loop && i < e->loop->count; i++) {
        const binding *b = &e->loop->bindings[i];
        for (size_t k = 0; k < b->count && b->args; k++)
            collect_needed_slots(c, b->args[k], names, need, count, room);
        if (b->filter)
            collect_needed_slots(c, b->filter, names, need, count, room);
    }
}

/* The pieces of a text so far. */
typedef struct text_pieces {
    piece *all;
    size_t count, room;
} text_pieces;

static void add_text_piece(checker *c, text_pieces *to, piece p)
{
    ARENA_PUSH(c->memory, to->all, to->count, to->room, p);
}

static void add_value_piece(checker *c, text_pieces *to, const expr *e)
{
    int *need = NULL;
    size_t room = 0;
    piece p = {.value = e};
    collect_needed_slots(c, e, c->locals, &need, &p.needs, &room);
    p.need = need;
    add_text_piece(c, to, p);
}

static bool add_list_pieces(checker *c, text_pieces *to, expr *e)
{
    size_t count;
    expr **texts = list_texts(c, e, &count);
    add_text_piece(c, to, (piece){.text = "["});
    for (size_t i = 0; texts && i < count; i++)
        add_value_piece(c, to, texts[i]);
    add_text_piece(c, to, (piece){.text = "]"});
    return texts != NULL;
}

static bool read_value_piece(checker *c, text_pieces *out, const node *scalar, size_t from,
                             size_t to)
{
    assert(from <= to && to < scalar->length);
    if (from == to)
        return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, node_span(scalar, from - 1, to + 1),
                              "the braces are empty");
    parse_node *t = parse_substring(&c->syntax, scalar, from, to);
    expr *e = t ? expr_check(c, t, NULL) : NULL;
    if (e && kind_is_collection(e->kind))
        return add_list_pieces(c, out, e);
    if (e)
        add_value_piece(c, out, e);
    return e != NULL;
}

size_t move_plain_text(const char *at, char *out, size_t *taken)
{
    size_t n = 0, made = 0;
    while (at[n] && !(at[n] == '{' && at[n + 1] != '{')) {
        if ((at[n] == '{' || at[n] == '}') && at[n + 1] == at[n])
            n++;
        out[made++] = at[n++];
    }
    *taken = n;
    return made;
}

bool move_check_template(checker *c, template *out, const node *scalar)
{
    text_pieces pieces = {0};
    size_t at = 0;
    bool fine = true;
    while (at < scalar->length) {
        if (scalar->text[at] == '{' && scalar->text[at + 1] != '{') {
            const char *close = strchr(scalar->text + at, '}');
            if (!close)
                return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, node_span(scalar, at, at + 1),
                                      "this brace is not closed");
            size_t to = (size_t)(close - scalar->text);
            fine &= read_value_piece(c, &pieces, scalar, at + 1, to);
            at = to + 1;
        } else {
            size_t taken;
            char *plain = arena_take(c->memory, scalar->length - at + 1);
            move_plain_text(scalar->text + at, plain, &taken);
            add_text_piece(c, &pieces, (piece){.text = plain});
            at += taken;
        }
    }
    out->count = pieces.count;
    out->pieces = pieces.all;
    return fine;
}

/* ---- names of guards and costs --------------------------------------------------------- */

static int find_or_add_guard_rule(checker *c, const node *name)
{
    for (size_t i = c->tree->state_rule_count; i < c->tree->rule_count; i++)
        if (!strcmp(c->rules[i].name, name->text))
            return (int)i;
    rule r = {.name = name->text, .at = name->at};
    ARENA_PUSH(c->memory, c->rules, c->tree->rule_count, c->rule_room, r);
    return (int)c->tree->rule_count - 1;
}

int move_find_cost(checker *c, const char *name)
{
    for (size_t i = 0; i < c->tree->cost_count; i++)
        if (!strcmp(c->costs[i].name, name))
            return (int)i;
    return -1;
}

/* A cost that only steps add to need not be declared under `costs`. */
static int find_or_add_step_cost(checker *c, const char *name, source_span at)
{
    if (!strcmp(name, "moves"))
        return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, at,
                              "the cost 'moves' counts moves and cannot be added to"),
               -1;
    int number = move_find_cost(c, name);
    if (number >= 0)
        return number;
    const char **names = arena_array(c->memory, c->tree->cost_count + 1, sizeof *names);
    for (size_t i = 0; i < c->tree->cost_count; i++)
        names[i] = c->costs[i].name;
    const char *meant = suggest_nearest(name, names, c->tree->cost_count);
    if (meant) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, at, "unknown cost '%s'", name);
        diagnostic_hint(c->to, "did you mean '%s'?", meant);
        return -1;
    }
    declared_cost new = {.name = name, .at = at};
    ARENA_PUSH(c->memory, c->costs, c->tree->cost_count, c->cost_room, new);
    return (int)c->tree->cost_count - 1;
}

/* ---- steps --------------------------------------------------------------------------------- */

typedef struct step_list {
    checker *c;
    step *items;
    size_t count, room;
    bool start;
} step_list;

static void add_step(step_list *s, step one)
{
    ARENA_PUSH(s->c->memory, s->items, s->count, s->room, one);
}

static bool require_scalar(checker *c, const node *n, const char *what)
{
    if (n->form == NODE_SCALAR && n->length)
        return true;
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, n->at, "%s is expected here", what);
    return false;
}

/* A choose that cannot be read: uses of the names in it are not reported, nor of any other name,
   which it might have bound. */
static bool poison_choose_names(checker *c, const clauses *of, const node *value)
{
    for (size_t i = 0; i < of->count; i++)
        for (size_t k = 0; k < of->items[i].names; k++)
            symbols_bind_poisoned(c, of->items[i].name[k].text,
                                  parsed_name_span(value, of->items[i].name[k]));
    c->locals_poisoned = true;
    return false;
}

/* Behind a choice or guard that constants or chosen values may make fail, nothing need be reached.
   One that reads the state is assumed to hold in some. */
static void mark_conditional(checker *c, const expr *condition)
{
    assert(condition->kind.form == KIND_TRUTH);
    if (!expr_depends(condition).state && expr_known_truth(c, condition) != 1)
        c->conditional++;
}

/* As above for a choice, whose domain may be empty. */
static void mark_conditional_choice(checker *c, const loop *l)
{
    kind truth = kind_plain(KIND_TRUTH);
    expr *any = expr_new(c, EXPR_ANY, truth, l->bindings[0].at, 1);
    any->args[0] = expr_value(c, truth, any->at, 1);
    any->loop = l;
    mark_conditional(c, any);
}

static bool read_choose(step_list *s, const node *value)
{
    checker *c = s->c;
    clauses of = {0};
    if (!require_scalar(c, value, "`name in what it runs over`") ||
        !parse_choose(&of, &c->syntax, value))
        return poison_choose_names(c, &of, value);
    step one = {.form = STEP_CHOOSE, .at = value->at, .rule = -1};
    one.loop = quantifier_check(c, &of, true);
    add_step(s, one);
    if (one.loop)
        mark_conditional_choice(c, one.loop);
    return one.loop != NULL;
}

static bool read_guard(step_list *s, const node *value, const node *otherwise)
{
    checker *c = s->c;
    step one = {.form = STEP_GUARD, .at = value->at, .rule = -1};
    one.value = init_condition(c, value);
    if (otherwise && require_scalar(c, otherwise, "the reason, a plain text,"))
        one.rule = find_or_add_guard_rule(c, otherwise);
    add_step(s, one);
    if (one.value)
        mark_conditional(c, one.value);
    return one.value != NULL;
}

static bool add_let_step(step_list *s, const char *name, source_span at, const parse_node *value)
{
    checker *c = s->c;
    expr *e = value ? expr_check(c, value, NULL) : NULL;
    kind of = e ? e->kind : kind_plain(KIND_INTEGER);
    const bool whole = kind_is_collection(of);
    local *l = symbols_bind_places(c, name, at, of, whole ? e->count : 1, true);
    l->poisoned |= !e;
    for (size_t i = 0; whole && i < e->count; i++)
        add_step(s, (step){.form = STEP_LET,
                           .at = at,
                           .rule = -1,
                           .slot = l->slot + (int)i,
                           .name = l->name,
                           .value = e->args[i]});
    if (whole)
        return true;
    step one = {
        .form = STEP_LET, .at = at, .rule = -1, .slot = l->slot, .name = l->name, .value = e};
    add_step(s, one);
    return e != NULL;
}

static bool add_cost_step(step_list *s, const char *name, source_span at, const parse_node *value)
{
    checker *c = s->c;
    kind number = kind_plain(KIND_INTEGER);
    expr *e = value ? expr_check(c, value, &number) : NULL;
    if (e && (e->kind.form != KIND_TRUTH || e->kind.optional))
        e = expr_must_be(c, expr_present(c, e), number);
    step one = {.form = STEP_COST, .at = at, .rule = -1, .value = e};
    one.cost = find_or_add_step_cost(c, name, at);
    if (one.cost >= 0 && c->costs[one.cost].maximized) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, at,
                       "'%s' is maximized, and moves do not add to it", name);
        diagnostic_hint(c->to, "`final` alone gives it, at the end of a plan");
        return false;
    }
    add_step(s, one);
    return e && one.cost >= 0;
}

typedef bool (*add_named_fn)(step_list *, const char *, source_span, const parse_node *);

/* A name whose value cannot be read is bound all the same. */
static bool read_named_line(step_list *s, const node *value, add_named_fn add)
{
    checker *c = s->c;
    parsed_name name;
    parse_node *t = NULL;
    if (!require_scalar(c, value, "`name = value`"))
        return !(c->locals_poisoned = true);
    bool fine = parse_definition(&name, &t, &c->syntax, value);
    if (!name.text) {
        c->locals_poisoned = true;
        poison_name(c, arena_text(c->memory, value->text + name.from, name.to - name.from));
    }
    return (name.text && add(s, name.text, parsed_name_span(value, name), fine ? t : NULL)) && fine;
}

/* NAME = VALUE in one line, or a mapping of several, in order. */
static bool read_named(step_list *s, const node *value, add_named_fn add)
{
    checker *c = s->c;
    if (value->form == NODE_SCALAR)
        return read_named_line(s, value, add);
    if (value->form != NODE_MAP) {
        c->locals_poisoned = true;
        return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, value->at,
                              "`name = value` is expected here");
    }
    bool fine = true;
    for (size_t i = 0; i < value->count; i++) {
        const map_entry *e = &value->entries[i];
        if (!parse_is_name(e->key->text)) {
            const char *joined = parse_joined_name(c->memory, e->key->text, e->key->length);
            fine = diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, e->key->at, "'%s' is not a name",
                                  e->key->text);
            if (joined)
                diagnostic_hint(c->to, "write %s", joined);
            c->locals_poisoned = true;
            continue;
        }
        parse_node *t = require_scalar(c, e->value, "an expression")
                            ? parse_expression(&c->syntax, e->value)
                            : NULL;
        fine &= add(s, e->key->text, e->key->at, t);
    }
    return fine;
}

static bool read_set(step_list *s, const node *value)
{
    checker *c = s->c;
    assignments all = {0};
    bool fine;
    init_use use = s->start ? INIT_START_STEP : INIT_SET;
    if (value->form == NODE_MAP)
        fine = init_mapping(c, &all, value, use);
    else
        fine = require_scalar(c, value, "`variable = value`, or a mapping of several,") &&
               init_line(c, &all, value, use);
    step one = {.form = STEP_SET, .at = value->at, .rule = -1, .count = all.count};
    one.assignments = all.items;
    add_step(s, one);
    return fine;
}

static const char *const step_words[] = {"choose", "guard", "let", "set", "cost", "else"};

static bool is_step_word(const char *text_of)
{
    for (size_t i = 0; i < sizeof step_words / sizeof *step_words; i++)
        if (!strcmp(step_words[i], text_of))
            return true;
    return false;
}

static bool unknown_step(checker *c, const node *key)
{
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, key->at, "unknown step '%s'", key->text);
    const char *meant =
        suggest_nearest(key->text, step_words, sizeof step_words / sizeof *step_words);
    if (!meant || !strcmp(meant, "choose") || !strcmp(meant, "let"))
        c->locals_poisoned = true; /* it may have given names */
    if (meant)
        diagnostic_hint(c->to, "did you mean '%s'?", meant);
    else
        diagnostic_hint(c->to, "a step is one of choose, guard, let, set, cost");
    return false;
}

static bool read_step_entry(step_list *s, const node *item, const map_entry *e)
{
    checker *c = s->c;
    const char *word_of = e->key->text;
    const map_entry *otherwise = NULL;
    for (size_t i = 0; i < item->count; i++)
        if (!strcmp(item->entries[i].key->text, "else"))
            otherwise = &item->entries[i];
    if (otherwise && strcmp(word_of, "guard") != 0 && is_step_word(word_of))
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, otherwise->key->at,
                       "only a guard has an `else`");
    if (!strcmp(word_of, "choose"))
        return read_choose(s, e->value);
    if (!strcmp(word_of, "guard"))
        return read_guard(s, e->value, otherwise ? otherwise->value : NULL);
    if (!strcmp(word_of, "let"))
        return read_named(s, e->value, add_let_step);
    if (!strcmp(word_of, "set"))
        return read_set(s, e->value);
    if (!strcmp(word_of, "cost") && s->start)
        return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, e->key->at, "a start has no cost");
    if (!strcmp(word_of, "cost"))
        return read_named(s, e->value, add_cost_step);
    return unknown_step(c, e->key);
}

/* The key of the second step in an item; NULL: there is one step. */
static const node *second_step(const node *item)
{
    size_t found = 0;
    for (size_t i = 0; i < item->count; i++)
        if (strcmp(item->entries[i].key->text, "else") != 0 && ++found == 2)
            return item->entries[i].key;
    return NULL;
}

/* An item that is no mapping, such as `- set x = 1`. */
static bool reject_step(checker *c, const node *item)
{
    const char *text = item->form == NODE_SCALAR ? item->text : "";
    size_t length = strcspn(text, " ");
    c->locals_poisoned = true; /* it may have given names */
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, item->at, "a step is expected here");
    for (size_t i = 0; i < sizeof step_words / sizeof *step_words; i++)
        if (text[length] && strlen(step_words[i]) == length &&
            !memcmp(step_words[i], text, length)) {
            diagnostic_hint(c->to, "a ':' is missing behind '%s'", step_words[i]);
            return false;
        }
    diagnostic_hint(c->to, "as in `- guard: ...` or `- set: ...`");
    return false;
}

static bool read_step(step_list *s, const node *item)
{
    checker *c = s->c;
    bool fine = true, any = false;
    if (item->form != NODE_MAP || !item->count)
        return reject_step(c, item);
    for (size_t i = 0; i < item->count; i++) {
        if (!strcmp(item->entries[i].key->text, "else"))
            continue;
        fine &= read_step_entry(s, item, &item->entries[i]);
        any = true;
    }
    if (!any) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, item->at, "an `else` without a guard");
        diagnostic_hint(c->to, "write it below its guard, without a '-': `- guard: ...` and "
                               "`  else: ...`");
        return false;
    }
    const node *second = second_step(item);
    if (second) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, second->at, "each step is an item of its own");
        diagnostic_hint(c->to, "begin the line with '- ': `- %s: ...`", second->text);
    }
    return fine && !second;
}

bool move_check_steps(checker *c, const node *list, step **out, size_t *count, bool start)
{
    step_list s = {.c = c, .start = start};
    bool fine = true;
    if (list->form != NODE_LIST && !(list->form == NODE_SCALAR && !list->length)) {
        c->locals_poisoned = true; /* its names */
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, list->at, "a list of steps is expected here");
        diagnostic_hint(c->to, "each on a line of its own: `- guard: ...`, `- set: ...`");
        return false;
    }
    for (size_t i = 0; i < list->count; i++)
        fine &= read_step(&s, list->items[i]);
    *out = s.items;
    *count = s.count;
    return fine;
}

/* ---- moves ---------------------------------------------------------------------------------- */

static void read_move(checker *c, move *to, const map_entry *e)
{
    step *items = NULL;
    bool locals_lost = c->locals_poisoned;
    to->at = e->key->at;
    to->name = e->key->text;
    move_check_steps(c, e->value, &items, &to->count, false);
    to->steps = items;
    move_check_template(c, &to->text, e->key);
    c->locals = NULL;
    c->locals_poisoned = locals_lost;
    c->conditional = 0;
}

void move_check_all(checker *c, const node *moves)
{
    if (moves->form != NODE_MAP || !moves->count) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, moves->at,
                       "`moves` is a mapping of each move's text to its steps");
        poison_words(c, moves); /* the costs that its steps declare */
        return;
    }
    move *all = arena_array(c->memory, moves->count, sizeof *all);
    for (size_t i = 0; i < moves->count; i++)
        read_move(c, &all[i], &moves->entries[i]);
    c->tree->moves = all;
    c->tree->move_count = moves->count;
}
