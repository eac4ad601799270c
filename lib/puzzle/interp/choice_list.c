/* choice_list.c - lists the combinations of a choice that can pass. */
#include "puzzle/interp/choice_list.h"

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/checked.h"
#include "puzzle/interp/interp_internal.h"

/* A choice with more combinations, or that takes more steps to list, is not listed. */
enum { COMBINATIONS_MOST = 4096, LISTING_STEPS_MOST = 200000, EXPRESSIONS_MOST = 2000 };
enum { LISTED_BYTES_MOST = 64 << 20 }; /* for the lists of one interpreter */

typedef struct listing {
    interp *in;
    choice_list *list;
    loop over;     /* the choice, without a last filter that is a condition */
    bool *known;   /* [slots] whether its value follows from the combination */
    size_t looked; /* at so many expressions */
} listing;

/* ---- what follows from the combination alone ------------------------------------------------- */

static bool is_settled(listing *w, const expr *e);

static bool are_known(listing *w, expr *const *all, size_t count)
{
    bool known = true;
    for (size_t i = 0; i < count && known; i++)
        known = is_settled(w, all[i]);
    return known;
}

/* The names that it binds are known from then on. */
static bool is_domain_known(listing *w, const binding *b)
{
    if (!are_known(w, b->args, binding_expressions(b)))
        return false;
    for (size_t i = 0; i < b->slots; i++)
        w->known[b->slot[i]] = true;
    return true;
}

static bool is_loop_known(listing *w, const loop *l)
{
    bool known = true;
    for (size_t i = 0; i < l->count && known; i++)
        known = is_domain_known(w, &l->bindings[i]) &&
                (!l->bindings[i].filter || is_settled(w, l->bindings[i].filter));
    return known;
}

static bool is_call_known(listing *w, const expr *e)
{
    if (!are_known(w, e->args, e->count))
        return false;
    for (size_t i = 0; i < e->count; i++)
        w->known[e->slot + (int)i] = true;
    return is_settled(w, e->body);
}

static bool is_settled(listing *w, const expr *e)
{
    if (w->looked++ >= EXPRESSIONS_MOST)
        return false;
    switch (e->form) {
    case EXPR_VALUE: return true;
    case EXPR_LOCAL: return w->known[e->slot];
    case EXPR_CELL: return false;
    case EXPR_CALL: return is_call_known(w, e);
    default: return (!e->loop || is_loop_known(w, e->loop)) && are_known(w, e->args, e->count);
    }
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* The operands of `and`, from left to right. */
static bool add_conditions(choice_list *l, const expr *e, size_t at)
{
    if (e->form == EXPR_AND)
        return add_conditions(l, e->args[0], at) && add_conditions(l, e->args[1], at);
    if (!array_reserve(&l->conditions, &l->condition_room, l->condition_count + 1,
                       sizeof *l->conditions))
        return false;
    l->conditions[l->condition_count++] = (choice_condition){e, at};
    return true;
}

/* *value: of an expression that follows from the combination; false: it fails. */
static bool value_now(listing *w, const expr *e, int64_t *value)
{
    interp *in = w->in;
    unsigned depth = in->v.depth;
    if (!eval_expr(&in->v, e, value))
        return true;
    in->error = (wgcq_error){0};
    in->v.depth = depth;
    in->v.pending_count = 0;
    return false;
}

/* A variable with a known index. */
static bool is_known_cell(listing *w, const expr *e, size_t *cell)
{
    interp *in = w->in;
    unsigned depth = in->v.depth;
    if (e->form != EXPR_CELL || !are_known(w, e->args, e->variable->indices))
        return false;
    if (eval_position(cell, &in->v, e->variable->name, e->variable->index, e->args,
                      e->variable->indices)) {
        in->error = (wgcq_error){0};
        in->v.depth = depth;
        in->v.pending_count = 0;
        return false;
    }
    *cell += e->variable->first;
    return true;
}

/* Whether the condition compares a cell with a known value: (cell == value) is to be `equal`. */
static bool is_cell_comparison(listing *w, const expr *e, size_t *cell, int64_t *value, bool *equal)
{
    *equal = e->form == EXPR_EQUAL;
    *value = 0;
    if (e->form == EXPR_CELL || e->form == EXPR_NOT) {
        *equal = e->form == EXPR_NOT;
        return is_known_cell(w, *equal ? e->args[0] : e, cell);
    }
    if (e->form != EXPR_EQUAL && e->form != EXPR_NOT_EQUAL)
        return false;
    for (int side = 0; side < 2; side++)
        if (is_settled(w, e->args[!side]) && is_known_cell(w, e->args[side], cell))
            return value_now(w, e->args[!side], value);
    return false;
}

typedef enum foresight { NEVER_HOLDS, HOLDS, TESTED, NOT_KNOWN } foresight;

static foresight test_cell(choice_list *l, const state_cell *c, int64_t value, bool equal)
{
    uint64_t bits = (uint64_t)value - (uint64_t)c->low;
    uint64_t mask = c->width ? low_bits(c->width) : 0;
    if (value < c->low || bits > mask)
        return equal ? NEVER_HOLDS : HOLDS;
    l->tests[l->test_count++] = (cell_test){c->word, c->shift, mask, bits, equal};
    return TESTED;
}

/* Whether a condition of the bound combination is known already. */
static foresight foresee(listing *w, const expr *e)
{
    int64_t value;
    size_t cell;
    bool equal;
    if (is_settled(w, e))
        return !value_now(w, e, &value) ? NOT_KNOWN : value ? HOLDS : NEVER_HOLDS;
    if (!is_cell_comparison(w, e, &cell, &value, &equal))
        return NOT_KNOWN;
    return test_cell(w->list, &w->in->tree->cells[cell], value, equal);
}

/* ---- combinations ---------------------------------------------------------------------------- */

static bool reserve_combination(choice_list *l)
{
    size_t room = l->room ? l->room * 2 : 64;
    if (!array_reserve(&l->tests, &l->test_room, l->test_count + l->condition_count + 1,
                       sizeof *l->tests))
        return false;
    if (l->count < l->room)
        return true;
    if (!array_resize(&l->combinations, room, sizeof *l->combinations) ||
        !array_resize(&l->values, room * (l->slots + 1), sizeof *l->values))
        return false;
    l->room = room;
    return true;
}

/* All names are bound: the combination is listed, unless one of its conditions can never hold and
   those before it cannot fail. */
static int list_combination(void *self)
{
    listing *w = self;
    choice_list *l = w->list;
    size_t tests = l->test_count, rest = 0;
    foresight found = HOLDS;
    if (l->count == COMBINATIONS_MOST)
        return EVAL_STOP;
    if (!reserve_combination(l))
        return WGCQ_EMEMORY;
    for (; rest < l->condition_count && (found == HOLDS || found == TESTED); rest++) {
        w->looked = 0;
        found = foresee(w, l->conditions[rest].holds);
    }
    if (found == NEVER_HOLDS) {
        l->test_count = tests;
        return 0;
    }
    for (size_t i = 0; i < l->slots; i++)
        l->values[l->count * l->slots + i] = w->in->v.slots[l->slot[i]];
    l->combinations[l->count++] =
        (choice_combination){l->test_count, found == NOT_KNOWN ? rest - 1 : rest};
    return 0;
}

/* Lists them within a limit of steps; no list where they are too many. */
static int list_combinations(listing *w)
{
    evaluator *v = &w->in->v;
    uint64_t steps = v->steps, most = v->steps_most;
    unsigned depth = v->depth;
    v->steps = 0;
    v->steps_most = LISTING_STEPS_MOST;
    int code = eval_loop(v, &w->over, list_combination, w);
    w->list->usable = !code;
    v->steps = steps;
    v->steps_most = most;
    v->depth = depth;
    v->pending_count = 0;
    w->in->error = (wgcq_error){0};
    return code == WGCQ_EMEMORY ? error_set_memory(v->err) : 0;
}

/* ---- which steps ----------------------------------------------------------------------------- */

/* Domains and filters have to be known; the last filter may be a condition. */
static bool copy_choice(listing *w, const step *s, size_t at, binding *copies, bool *memory)
{
    const binding *all = s->loop->bindings, *last = &copies[s->loop->count - 1];
    bool known = !s->loop->first;
    for (size_t i = 0; i < s->loop->count && known; i++) {
        const expr *filter = all[i].filter;
        copies[i] = all[i];
        known = is_domain_known(w, &all[i]);
        if (!known || !filter || (&copies[i] != last && is_settled(w, filter)))
            continue;
        known = &copies[i] == last;
        copies[i].filter = NULL;
        *memory = add_conditions(w->list, filter, at);
    }
    w->over = (loop){s->loop->count, copies, false};
    return known && *memory;
}

static bool note_slots(choice_list *l, const loop *over)
{
    for (size_t i = 0; i < over->count; i++)
        l->slots += over->bindings[i].slots;
    l->slot = malloc((l->slots + 1) * sizeof *l->slot);
    for (size_t i = 0, at = 0; i < over->count && l->slot; i++)
        for (size_t k = 0; k < over->bindings[i].slots; k++)
            l->slot[at++] = over->bindings[i].slot[k];
    return l->slot;
}

/* The guards behind the choice that name no rejection are conditions too. */
static bool add_guards(choice_list *l, const move *m)
{
    bool memory = true;
    for (; memory && l->next < m->count && m->steps[l->next].form == STEP_GUARD &&
           m->steps[l->next].rule < 0;
         l->next++)
        memory = add_conditions(l, m->steps[l->next].value, l->next);
    return memory;
}

static void clear_list(choice_list *l)
{
    free(l->slot);
    free(l->conditions);
    free(l->combinations);
    free(l->values);
    free(l->tests);
    *l = (choice_list){0};
}

static size_t list_bytes(const choice_list *l)
{
    return l->room * (sizeof *l->combinations + (l->slots + 1) * sizeof *l->values) +
           l->test_room * sizeof *l->tests;
}

/* A list of which nothing is kept but that it was made. */
static void give_up_list(choice_list *l)
{
    clear_list(l);
    l->made = true;
}

static int make_list(listing *w, size_t at)
{
    const move *m = w->in->move;
    const step *s = &m->steps[at];
    binding *copies = calloc(s->loop->count + 1, sizeof *copies);
    bool memory = copies && w->known;
    w->list->next = at + 1;
    bool known = memory && copy_choice(w, s, at, copies, &memory);
    if (known)
        memory = note_slots(w->list, s->loop) && add_guards(w->list, m);
    int code = !memory ? error_set_memory(w->in->v.err) : known ? list_combinations(w) : 0;
    w->list->made = !code;
    if (!code && (!w->list->usable || w->in->listed + list_bytes(w->list) > LISTED_BYTES_MOST))
        give_up_list(w->list);
    w->in->listed += list_bytes(w->list);
    free(copies);
    return code;
}

/* [moves][steps]: those of a move begin at a multiple of the most steps that a move has. */
static int reserve_lists(interp *in)
{
    const ast *t = in->tree;
    size_t most = 1;
    for (size_t i = 0; i < t->move_count; i++)
        most = t->moves[i].count > most ? t->moves[i].count : most;
    in->steps_a_move = most;
    in->choice_lists = calloc(t->move_count * most + 1, sizeof *in->choice_lists);
    return in->choice_lists ? 0 : error_set_memory(in->v.err);
}

int choice_list_find(const choice_list **out, interp *in, size_t at)
{
    assert(in->move && at < in->move->count && in->move->steps[at].form == STEP_CHOOSE);
    int code = in->choice_lists ? 0 : reserve_lists(in);
    *out = NULL;
    if (code)
        return code;
    choice_list *l =
        &in->choice_lists[(size_t)(in->move - in->tree->moves) * in->steps_a_move + at];
    if (!l->made) {
        listing w = {in, l, .known = calloc((size_t)in->tree->slots + 1, sizeof *w.known)};
        clear_list(l);
        code = make_list(&w, at);
        free(w.known);
    }
    *out = l->usable ? l : NULL;
    return code;
}

void choice_lists_free(interp *in)
{
    for (size_t i = 0; in->choice_lists && i < in->tree->move_count * in->steps_a_move; i++)
        clear_list(&in->choice_lists[i]);
    free(in->choice_lists);
    in->choice_lists = NULL;
}
