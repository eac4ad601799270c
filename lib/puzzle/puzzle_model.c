/*
 * puzzle_model.c - a puzzle as a model.
 *
 * The compiled program expands, classifies and estimates.  The interpreter makes the starts, shows
 * and explains states, and evaluates states a second time for verification.  A worker makes its vm
 * and its interpreter on first use.
 */
#include "puzzle/puzzle_model.h"

#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/error.h"
#include "model/list_values.h"
#include "puzzle/backward/inverse.h"
#include "puzzle/backward/undirected.h"
#include "puzzle/guided_model.h"
#include "puzzle/interp/spelling.h"
#include "puzzle/labels.h"
#include "puzzle/narrow_model.h"
#include "puzzle/same_source.h"
#include "wgcq_puzzle.h"

/* ---- workers ------------------------------------------------------------------------ */

typedef struct puzzle_worker {
    const wgcq_puzzle *puzzle;
    const patterns *patterns; /* NULL: the estimate is the puzzle's own */
    vm *vm;                   /* NULL: not made yet */
    program *conditions;      /* of properties over time; NULL: not made yet ... */
    vm *truths;               /* ... and what runs it */
    interp *interp;           /* NULL: not made yet */
    spelling *spelling;       /* NULL: not made yet */
    batch scratch;
} puzzle_worker;

static void puzzle_worker_free(void *self)
{
    puzzle_worker *w = self;
    if (!w)
        return;
    vm_free(w->vm);
    vm_free(w->truths);
    program_free(w->conditions);
    spelling_free(w->spelling);
    interp_free(w->interp);
    batch_free(&w->scratch);
    free(w);
}

static int puzzle_worker_new(void **out, const wgcq_model *model, wgcq_error *err)
{
    puzzle_worker *w = calloc(1, sizeof *w);
    if (!w)
        return error_set_memory(err);
    w->puzzle = model->self;
    w->patterns = model->guidance.patterns;
    *out = w;
    return 0;
}

static int ensure_vm(puzzle_worker *w, wgcq_error *err)
{
    return w->vm ? 0 : vm_new(&w->vm, w->puzzle->program, err);
}

static int ensure_interp(puzzle_worker *w, wgcq_error *err)
{
    if (!w->interp)
        w->interp = interp_new(w->puzzle->tree);
    return w->interp ? 0 : error_set_memory(err);
}

/* ---- by the program -------------------------------------------------------------------- */

static int puzzle_expand(void *self, const uint64_t *states, size_t count, unsigned wants,
                         batch *out, wgcq_error *err)
{
    puzzle_worker *w = self;
    int code = ensure_vm(w, err);
    return code ? code : vm_expand(w->vm, states, count, wants, out, err);
}

static int puzzle_classify(void *self, const uint64_t *states, size_t count, uint8_t *marks,
                           wgcq_error *err)
{
    puzzle_worker *w = self;
    int code = ensure_vm(w, err);
    return code ? code : vm_classify(w->vm, states, count, marks, err);
}

static int puzzle_estimate(void *self, const uint64_t *states, size_t count, int64_t *bound,
                           wgcq_error *err)
{
    puzzle_worker *w = self;
    if (w->patterns) {
        patterns_estimate(w->patterns, states, count, bound);
        return 0;
    }
    int code = ensure_vm(w, err);
    code = code ? code : vm_estimate(w->vm, states, count, bound, err);
    if (!code)
        model_keep_bounds(&w->puzzle->model, bound, count);
    return code;
}

/* ---- by the interpreter ------------------------------------------------------------------ */

int puzzle_check_state(const ast *t, const uint64_t *state, wgcq_error *err)
{
    for (size_t i = 0; i < t->cell_count; i++) {
        const state_cell *c = &t->cells[i];
        uint64_t bits = c->width ? state[c->word] >> c->shift & low_bits(c->width) : 0;
        if (bits > (uint64_t)c->type->high - (uint64_t)c->low ||
            (c->type->values && type_position(c->type, (int64_t)((uint64_t)c->low + bits)) < 0))
            return error_set(err, WGCQ_ESTORE, "no state of the puzzle: '%s' has no such value",
                             c->label);
    }
    return 0;
}

static int ensure_interp_for(puzzle_worker *w, const uint64_t *state, wgcq_error *err)
{
    const model_list *odd = model_list_without_end(&w->puzzle->model, state);
    int code = ensure_interp(w, err);
    code = code ? code : puzzle_check_state(w->puzzle->tree, state, err);
    return code || !odd
               ? code
               : error_set(err, WGCQ_ESTORE,
                           "no state of the puzzle: '%s' has a value behind its end", odd->label);
}

static int puzzle_initial_states(void *self, batch *out, wgcq_error *err)
{
    puzzle_worker *w = self;
    int code = ensure_interp(w, err);
    return code ? code : interp_initial_states(w->interp, out, err);
}

static int puzzle_reference_expand(void *self, const uint64_t *state, unsigned wants, batch *out,
                                   wgcq_error *err)
{
    puzzle_worker *w = self;
    int code = ensure_interp_for(w, state, err);
    return code ? code
                : interp_successors(w->interp, state, wants, out, interner_id, w->puzzle->moves,
                                    err);
}

/* Goals are few, so they need no program. */
static int puzzle_final_costs(void *self, const uint64_t *states, size_t count, int64_t *out,
                              wgcq_error *err)
{
    puzzle_worker *w = self;
    const ast *t = w->puzzle->tree;
    int code = 0;
    for (size_t i = 0; i < count && !code; i++) {
        code = ensure_interp_for(w, states + i * t->words, err);
        if (!code)
            code =
                interp_final_costs(w->interp, states + i * t->words, out + i * t->cost_count, err);
    }
    return code;
}

static int puzzle_has_edge(void *self, const model_edge *edge, bool *found, wgcq_error *err)
{
    puzzle_worker *w = self;
    int code = ensure_interp_for(w, edge->from, err);
    return code ? code
                : interp_has_edge(w->interp, edge, found, &w->scratch, interner_id,
                                  w->puzzle->moves, err);
}

static int puzzle_reference_classify(void *self, const uint64_t *state, uint8_t *marks,
                                     wgcq_error *err)
{
    puzzle_worker *w = self;
    int code = ensure_interp_for(w, state, err);
    return code ? code : interp_classify(w->interp, state, marks, err);
}

static int puzzle_broken_invariants(void *self, const uint64_t *state, bool *broken,
                                    wgcq_error *err)
{
    puzzle_worker *w = self;
    int code = ensure_interp_for(w, state, err);
    return code ? code : interp_broken_invariants(w->interp, state, broken, err);
}

static int puzzle_broken_rules(void *self, const uint64_t *state, bool *rules, wgcq_error *err)
{
    puzzle_worker *w = self;
    int code = ensure_interp_for(w, state, err);
    return code ? code : interp_broken_rules(w->interp, state, rules, err);
}

static int puzzle_explain(void *self, const uint64_t *state, bool itself, model_explain_fn each,
                          void *to, wgcq_error *err)
{
    puzzle_worker *w = self;
    int code = ensure_interp_for(w, state, err);
    return code ? code
                : interp_explain(w->interp, state, itself, each, to, interner_id, w->puzzle->moves,
                                 err);
}

static int puzzle_reference_truths(void *self, const uint64_t *before, const uint64_t *state,
                                   uint8_t *truths, wgcq_error *err)
{
    puzzle_worker *w = self;
    int code = ensure_interp_for(w, state, err);
    return code ? code : interp_property_truths(w->interp, before, state, truths, err);
}

/* Compiled when they are asked for: most runs have no properties. */
static int ensure_truths(puzzle_worker *w, wgcq_error *err)
{
    if (w->truths)
        return 0;
    int code = w->conditions ? 0 : program_new_properties(&w->conditions, w->puzzle->tree, err);
    return code ? code : vm_new(&w->truths, w->conditions, err);
}

static int puzzle_property_truths(void *self, const uint64_t *before, const uint64_t *states,
                                  size_t count, uint8_t *truths, wgcq_error *err)
{
    puzzle_worker *w = self;
    const size_t words = w->puzzle->tree->words, each = w->puzzle->model.property_count;
    int code = ensure_truths(w, err);
    if (!code && program_property_count(w->conditions) == each)
        return vm_property_truths(w->truths, before, states, count, truths, err);
    for (size_t i = 0; i < count && !code; i++) /* they exceed a limit of the compiler */
        code = puzzle_reference_truths(self, before ? before + i * words : NULL, states + i * words,
                                       truths + i * each, err);
    return code;
}

static int puzzle_fair_has(const wgcq_model *model, size_t number, const char *text, bool *has,
                           wgcq_error *err)
{
    const wgcq_puzzle *puzzle = model->self;
    const fair_move *fair = &puzzle->tree->fair[number];
    *has = labels_fit(puzzle, fair->move, text);
    for (size_t i = 0; *has && i < puzzle->tree->move_count; i++)
        if (i != fair->move && labels_fit(puzzle, i, text))
            return error_set(
                err, WGCQ_ERUN, "the label '%s' is one of '%s' and of '%s': which of them is fair?",
                text, puzzle->tree->moves[fair->move].name, puzzle->tree->moves[i].name);
    return 0;
}

static int puzzle_explain_invariants(void *self, const uint64_t *state, model_explain_fn each,
                                     void *to, wgcq_error *err)
{
    puzzle_worker *w = self;
    int code = ensure_interp_for(w, state, err);
    return code ? code : interp_explain_invariants(w->interp, state, each, to, err);
}

static int puzzle_show(void *self, const uint64_t *state, strbuf *out, wgcq_error *err)
{
    puzzle_worker *w = self;
    int code = ensure_interp_for(w, state, err);
    return code ? code : interp_show(w->interp, state, out, err);
}

static int puzzle_spell(void *self, const uint64_t *state, strbuf *out, wgcq_error *err)
{
    puzzle_worker *w = self;
    int code = ensure_interp(w, err);
    if (!code && !w->spelling && !(w->spelling = spelling_new(w->puzzle->tree)))
        code = error_set_memory(err);
    return code ? code : spelling_show(w->spelling, w->interp, state, out, err);
}

/* ---- without a worker ---------------------------------------------------------------------- */

static const char *puzzle_move_text(const wgcq_model *model, uint32_t number)
{
    const wgcq_puzzle *puzzle = model->self;
    return interner_at(puzzle->moves, number);
}

static uint32_t puzzle_move_count(const wgcq_model *model)
{
    const wgcq_puzzle *puzzle = model->self;
    return interner_count(puzzle->moves);
}

static size_t puzzle_memory(const wgcq_model *model)
{
    const wgcq_puzzle *puzzle = model->self;
    return interner_memory(puzzle->moves);
}

static int puzzle_move_number(const wgcq_model *model, const char *text, uint32_t *number)
{
    const wgcq_puzzle *puzzle = model->self;
    return interner_id(puzzle->moves, text, strlen(text), number);
}

static int puzzle_invert(model_inverse **out, const wgcq_model *model, budget *limit,
                         wgcq_error *err)
{
    const wgcq_puzzle *puzzle = model->self;
    batch starts = {.words = model->words, .costs = model->costs};
    void *w = NULL;
    const inverse_wish wish = {.tree = puzzle->tree,
                               .program = puzzle->program,
                               .labels = puzzle->moves,
                               .starts = &starts,
                               .limit = limit};
    int code = puzzle_worker_new(&w, model, err);
    code = code ? code : model_add_starts(model, w, &starts, err);
    code = code ? code : inverse_new(out, &wish, err);
    puzzle_worker_free(w);
    batch_free(&starts);
    return code;
}

static int puzzle_is_undirected(bool *undirected, const wgcq_model *model, wgcq_error *err)
{
    const wgcq_puzzle *puzzle = model->self;
    return program_is_undirected(undirected, puzzle->program, err);
}

static const model_field *puzzle_fields(wgcq_puzzle *puzzle)
{
    static const char *const truth[] = {"false", "true", "none"};
    const ast *t = puzzle->tree;
    model_field *all = arena_array(&puzzle->memory, t->cell_count + 1, sizeof *all);
    for (size_t i = 0; i < t->cell_count; i++) {
        const state_cell *c = &t->cells[i];
        all[i] = (model_field){.name = c->name,
                               .label = c->label,
                               .word = c->word,
                               .shift = c->shift,
                               .width = c->width,
                               .low = c->low,
                               .domain = (uint64_t)c->type->high - (uint64_t)c->type->low + 1,
                               .optional = c->type->present != NULL,
                               .none = c->type->kind.none};
        all[i].ends = c->variable->collection && c->variable->collection->kind.form == KIND_LIST;
        all[i].end = all[i].ends ? all[i].none : 0;
        if (all[i].ends && c->type->present->present)
            all[i].none = c->type->present->kind.none;
        if (c->type->kind.form == KIND_ENUM)
            all[i].values = c->type->kind.enumeration->values + c->low;
        if (c->type->kind.form == KIND_TRUTH)
            all[i].values = truth + c->low;
        if (all[i].values)
            all[i].value_count = (size_t)all[i].domain - all[i].optional -
                                 (all[i].ends && all[i].end != all[i].none);
    }
    return all;
}

static bool is_numbers_in_a_row(const type *of)
{
    if (of->kind.form != KIND_INTEGER)
        return false;
    for (uint64_t k = 0; k < of->count; k++)
        if (type_value(of, k) != of->low + (int64_t)k)
            return false;
    return true;
}

/* NULL: they are numbers in a row. */
static const char *const *member_names(wgcq_puzzle *puzzle, const type *of)
{
    if (is_numbers_in_a_row(of))
        return NULL;
    const char **names = arena_array(&puzzle->memory, of->count + 1, sizeof *names);
    for (uint64_t k = 0; k < of->count; k++)
        names[k] = of->kind.form == KIND_ENUM
                       ? of->kind.enumeration->values[type_value(of, k)]
                       : arena_printf(&puzzle->memory, "%lld", (long long)type_value(of, k));
    return names;
}

static const model_list *puzzle_lists(wgcq_puzzle *puzzle)
{
    const ast *t = puzzle->tree;
    model_list *all = arena_array(&puzzle->memory, t->list_count + 1, sizeof *all);
    for (size_t i = 0; i < t->list_count; i++) {
        const state_list *l = &t->lists[i];
        const type *of = l->variable->index[l->variable->indices - 1];
        all[i] = (model_list){.name = l->name,
                              .label = l->label,
                              .first = l->first,
                              .count = l->count,
                              .is_set = l->variable->collection->kind.form == KIND_SET};
        if (!all[i].is_set)
            continue;
        all[i].members = member_names(puzzle, of);
        all[i].low = all[i].members ? 0 : of->low; /* of names none, here as in a file */
    }
    return all;
}

/* NULL: none is. */
static const bool *maximized_costs(wgcq_puzzle *puzzle)
{
    const ast *t = puzzle->tree;
    bool *all = arena_array(&puzzle->memory, t->cost_count + 1, sizeof *all), any = false;
    for (size_t i = 0; i < t->cost_count; i++)
        any |= all[i] = t->costs[i].maximized;
    return any ? all : NULL;
}

static const char *bound_names(wgcq_puzzle *puzzle)
{
    const ast *t = puzzle->tree;
    const char *all = NULL;
    for (size_t i = 0; i < t->bound_count; i++)
        all = all ? arena_printf(&puzzle->memory, "%s%s%s", all,
                                 i + 1 == t->bound_count ? " and " : ", ", t->bounds[i].name)
                  : t->bounds[i].name;
    return all;
}

/* ---- properties ---------------------------------------------------------------------------- */

typedef struct named_properties {
    arena *memory;
    model_property *all;
    size_t count, room;
} named_properties;

static int add_property(void *self, const property *p, const char *name)
{
    named_properties *to = self;
    model_property one = {arena_text(to->memory, name, strlen(name)), p->form};
    ARENA_PUSH(to->memory, to->all, to->count, to->room, one);
    return 0;
}

int puzzle_name_properties(wgcq_puzzle *puzzle, interp *in, wgcq_error *err)
{
    const ast *t = puzzle->tree;
    named_properties to = {.memory = &puzzle->memory};
    model_fair *fair = arena_array(&puzzle->memory, t->fair_count + 1, sizeof *fair);
    for (size_t i = 0; i < t->fair_count; i++)
        fair[i] = (model_fair){t->moves[t->fair[i].move].name, t->fair[i].strong, t->fair[i].any};
    int code = interp_name_properties(in, add_property, &to, err);
    puzzle->model.fair = fair;
    puzzle->model.fair_count = t->fair_count;
    puzzle->model.properties = to.all;
    puzzle->model.property_count = to.count;
    return code;
}

void puzzle_model(wgcq_puzzle *puzzle)
{
    const ast *t = puzzle->tree;
    const char **rules = arena_array(&puzzle->memory, t->rule_count + 1, sizeof *rules);
    const char **costs = arena_array(&puzzle->memory, t->cost_count + 1, sizeof *costs);
    const char **invariants =
        arena_array(&puzzle->memory, t->invariant_count + 1, sizeof *invariants);
    size_t params = wgcq_puzzle_param_count(puzzle);
    const char **names = arena_array(&puzzle->memory, params + 1, sizeof *names);
    const char **values = arena_array(&puzzle->memory, params + 1, sizeof *values);
    for (size_t i = 0; i < params; i++) {
        names[i] = wgcq_puzzle_param_name(puzzle, i);
        values[i] = wgcq_puzzle_param_value(puzzle, i);
    }
    for (size_t i = 0; i < t->rule_count; i++)
        rules[i] = t->rules[i].name;
    for (size_t i = 0; i < t->invariant_count; i++)
        invariants[i] = t->invariants[i].name;
    for (size_t i = 0; i < t->cost_count; i++)
        costs[i] = t->costs[i].name;
    puzzle->model = (wgcq_model){
        .self = puzzle,
        .title = wgcq_puzzle_title(puzzle),
        .source = wgcq_puzzle_source(puzzle),
        .file = wgcq_puzzle_file(puzzle),
        .param_count = params,
        .param_names = names,
        .param_values = values,
        .words = t->words,
        .bits = t->bits,
        .costs = (unsigned)t->cost_count,
        .cost_names = costs,
        .finals = t->has_final ? (unsigned)t->cost_count : 0,
        .has_goal = t->goal != NULL,
        .has_end = t->end || t->bound_count,
        .bounds = bound_names(puzzle),
        .has_estimate = t->estimate != NULL,
        .invariants = invariants,
        .invariant_count = t->invariant_count,
        .forbids_deadlock = t->forbids_deadlock,
        .fields = puzzle_fields(puzzle),
        .field_count = t->cell_count,
        .lists = t->list_count ? puzzle_lists(puzzle) : NULL,
        .list_count = t->list_count,
        .rules = rules,
        .rule_count = t->rule_count,
        .minimize = t->minimize,
        .minimize_count = t->minimize_count,
        .maximized = maximized_costs(puzzle),
        .worker_new = puzzle_worker_new,
        .worker_free = puzzle_worker_free,
        .initial_states = puzzle_initial_states,
        .expand = puzzle_expand,
        .classify = puzzle_classify,
        .final_costs = puzzle_final_costs,
        .estimate = puzzle_estimate,
        .move_text = puzzle_move_text,
        .move_count = puzzle_move_count,
        .move_number = puzzle_move_number,
        .show = puzzle_show,
        .is_undirected = puzzle_is_undirected,
        .property_truths = puzzle_property_truths,
        .fair_has = puzzle_fair_has,
        .reference = {.expand = puzzle_reference_expand,
                      .has_edge = puzzle_has_edge,
                      .classify = puzzle_reference_classify,
                      .broken_rules = puzzle_broken_rules,
                      .broken_invariants = puzzle_broken_invariants,
                      .property_truths = puzzle_reference_truths,
                      .explain = puzzle_explain,
                      .explain_invariants = puzzle_explain_invariants},
        .texts = {.spell = puzzle_spell, .memory = puzzle_memory, .same_source = same_source},
        .made = {.narrow = narrow_model_new,
                 .narrow_free = narrow_model_free,
                 .guide = guided_model_new,
                 .guide_free = guided_model_free,
                 .invert = puzzle_invert}};
}
