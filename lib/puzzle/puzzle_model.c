/*
 * puzzle_model.c - a puzzle as a model.
 *
 * Searches expand by the program; the teller makes starts and pictures, and tells again what the
 * program said.  A worker gets each of the two when it is first asked for.
 */
#include "puzzle/puzzle_model.h"

#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/error.h"
#include "puzzle/show_sql.h"

/* ---- workers ------------------------------------------------------------------------ */

typedef struct worker {
    const wgcq_puzzle *of;
    vm *run;      /* NULL: not yet */
    interp *tell; /* NULL: not yet */
    batch told;   /* scratch */
} worker;

static void worker_free(void *self)
{
    worker *w = self;
    if (!w)
        return;
    vm_free(w->run);
    interp_free(w->tell);
    batch_free(&w->told);
    free(w);
}

static int worker_new(void **out, const wgcq_model *model, wgcq_error *err)
{
    worker *w = calloc(1, sizeof *w);
    if (!w)
        return error_set_memory(err);
    w->of = model->self;
    *out = w;
    return 0;
}

static int runs(worker *w, wgcq_error *err)
{
    return w->run ? 0 : vm_new(&w->run, w->of->program, err);
}

static int tells(worker *w, wgcq_error *err)
{
    if (!w->tell)
        w->tell = interp_new(w->of->tree);
    return w->tell ? 0 : error_set_memory(err);
}

/* ---- by the program -------------------------------------------------------------------- */

static int expand(void *self, const uint64_t *states, size_t count, unsigned wants, batch *out,
                  wgcq_error *err)
{
    worker *w = self;
    int code = runs(w, err);
    return code ? code : vm_expand(w->run, states, count, wants, out, err);
}

static int classify(void *self, const uint64_t *states, size_t count, uint8_t *marks,
                    wgcq_error *err)
{
    worker *w = self;
    int code = runs(w, err);
    return code ? code : vm_classify(w->run, states, count, marks, err);
}

static int estimate(void *self, const uint64_t *states, size_t count, int64_t *bound,
                    wgcq_error *err)
{
    worker *w = self;
    int code = runs(w, err);
    return code ? code : vm_estimate(w->run, states, count, bound, err);
}

/* ---- by the teller ----------------------------------------------------------------------- */

/* Words from elsewhere may be none of ours; indices are made of them. */
static int check_state(const ast *t, const uint64_t *state, wgcq_error *err)
{
    for (size_t i = 0; i < t->cell_count; i++) {
        const cell *c = &t->cells[i];
        uint64_t bits = c->width ? state[c->word] >> c->shift & low_bits(c->width) : 0;
        if (bits > (uint64_t)c->of->high - (uint64_t)c->low)
            return error_set(err, WGCQ_ESTORE, "no state of the puzzle: '%s' has no such value",
                             c->said);
    }
    return 0;
}

static int tells_of(worker *w, const uint64_t *state, wgcq_error *err)
{
    int code = tells(w, err);
    return code ? code : check_state(w->of->tree, state, err);
}

static int starts(void *self, batch *out, wgcq_error *err)
{
    worker *w = self;
    int code = tells(w, err);
    return code ? code : interp_initial_states(w->tell, out, err);
}

static int retell(void *self, const uint64_t *state, unsigned wants, batch *out, wgcq_error *err)
{
    worker *w = self;
    int code = tells_of(w, state, err);
    return code ? code
                : interp_successors(w->tell, state, wants, out, interner_id, w->of->moves, err);
}

static int confirm(void *self, const model_edge *edge, bool *there, wgcq_error *err)
{
    worker *w = self;
    int code = tells_of(w, edge->from, err);
    return code ? code
                : interp_has_edge(w->tell, edge, there, &w->told, interner_id, w->of->moves, err);
}

static int reclassify(void *self, const uint64_t *state, uint8_t *marks, wgcq_error *err)
{
    worker *w = self;
    int code = tells_of(w, state, err);
    return code ? code : interp_classify(w->tell, state, marks, err);
}

static int broken(void *self, const uint64_t *state, bool *rules, wgcq_error *err)
{
    worker *w = self;
    int code = tells_of(w, state, err);
    return code ? code : interp_broken_rules(w->tell, state, rules, err);
}

static int explain(void *self, const uint64_t *state, bool itself, model_explain_fn each, void *to,
                   wgcq_error *err)
{
    worker *w = self;
    int code = tells_of(w, state, err);
    return code ? code
                : interp_explain(w->tell, state, itself, each, to, interner_id, w->of->moves, err);
}

static int show(void *self, const uint64_t *state, strbuf *out, wgcq_error *err)
{
    worker *w = self;
    int code = tells_of(w, state, err);
    return code ? code : interp_show(w->tell, state, out, err);
}

/* ---- without a worker ---------------------------------------------------------------------- */

static const char *move_text(const wgcq_model *model, uint32_t number)
{
    const wgcq_puzzle *of = model->self;
    return interner_at(of->moves, number);
}

static uint32_t move_count(const wgcq_model *model)
{
    const wgcq_puzzle *of = model->self;
    return interner_count(of->moves);
}

static size_t memory(const wgcq_model *model)
{
    const wgcq_puzzle *of = model->self;
    return interner_memory(of->moves);
}

static int move_number(const wgcq_model *model, const char *said, uint32_t *number)
{
    const wgcq_puzzle *of = model->self;
    return interner_id(of->moves, said, strlen(said), number);
}

static bool model_show_sql(const wgcq_model *model, strbuf *out)
{
    const wgcq_puzzle *of = model->self;
    return show_sql(of->tree, out);
}

static const model_field *fields(wgcq_puzzle *of)
{
    static const char *const truth[] = {"false", "true"};
    const ast *t = of->tree;
    model_field *all = arena_array(&of->memory, t->cell_count + 1, sizeof *all);
    for (size_t i = 0; i < t->cell_count; i++) {
        const cell *c = &t->cells[i];
        all[i] = (model_field){.name = c->name,
                               .said = c->said,
                               .word = c->word,
                               .shift = c->shift,
                               .width = c->width,
                               .low = c->low};
        if (c->of->of.form == KIND_ENUM)
            all[i].values = c->of->of.of->values + c->low;
        if (c->of->of.form == KIND_TRUTH)
            all[i].values = truth + c->low;
        if (all[i].values)
            all[i].value_count = (size_t)((uint64_t)c->of->high - (uint64_t)c->of->low) + 1;
    }
    return all;
}

void puzzle_model(wgcq_puzzle *of)
{
    const ast *t = of->tree;
    const char **rules = arena_array(&of->memory, t->rule_count + 1, sizeof *rules);
    const char **costs = arena_array(&of->memory, t->cost_count + 1, sizeof *costs);
    size_t params = wgcq_puzzle_param_count(of);
    const char **names = arena_array(&of->memory, params + 1, sizeof *names);
    const char **values = arena_array(&of->memory, params + 1, sizeof *values);
    for (size_t i = 0; i < params; i++) {
        names[i] = wgcq_puzzle_param_name(of, i);
        values[i] = wgcq_puzzle_param_value(of, i);
    }
    for (size_t i = 0; i < t->rule_count; i++)
        rules[i] = t->rules[i].name;
    for (size_t i = 0; i < t->cost_count; i++)
        costs[i] = t->costs[i].name;
    of->model = (wgcq_model){.self = of,
                             .title = wgcq_puzzle_title(of),
                             .source = wgcq_puzzle_source(of),
                             .file = wgcq_puzzle_file(of),
                             .param_count = params,
                             .param_names = names,
                             .param_values = values,
                             .words = t->words,
                             .bits = t->bits,
                             .costs = (unsigned)t->cost_count,
                             .cost_names = costs,
                             .has_goal = t->goal != NULL,
                             .has_end = t->end != NULL,
                             .has_estimate = t->estimate != NULL,
                             .fields = fields(of),
                             .field_count = t->cell_count,
                             .rules = rules,
                             .rule_count = t->rule_count,
                             .minimize = t->minimize,
                             .minimize_count = t->minimize_count,
                             .worker_new = worker_new,
                             .worker_free = worker_free,
                             .starts = starts,
                             .expand = expand,
                             .classify = classify,
                             .estimate = estimate,
                             .retell = retell,
                             .confirm = confirm,
                             .reclassify = reclassify,
                             .broken = broken,
                             .explain = explain,
                             .move_text = move_text,
                             .memory = memory,
                             .move_count = move_count,
                             .move_number = move_number,
                             .show = show,
                             .show_sql = model_show_sql};
}
