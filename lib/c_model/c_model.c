/*
 * c_model.c - a model made of C functions over flat bytes.
 *
 * A worker unpacks a state, calls `moves`, and packs each successor into the batch.
 */
#include <stdlib.h>
#include <string.h>

#include "base/cost.h"
#include "base/error.h"
#include "c_model/c_description.h"
#include "model/list_values.h"

enum { SHOWN_MOST = 1 << 20, KEPT_MOST = 64 << 20 /* bytes, from one expansion to the next */ };

/* ---- the checking mode ---------------------------------------------------------------------- */

/* Unpacks a state for the functions; in the second call other bytes are where no field is. */
static void unpack_state(wgcq_moves *to, const uint64_t *words, bool second)
{
    const c_layout *l = &to->model->layout;
    c_layout_unpack(l, words, to->state);
    if (!to->model->description.checked)
        return;
    for (size_t i = 0; i < l->padding_count; i++)
        to->state[l->padding[i]] = second ? POISON_BYTE : 0;
    memset(to->state + l->size, GUARD, GUARD_BYTES);
    memcpy(to->copy, to->state, l->size + GUARD_BYTES);
}

/* Whether the function `who` left the state unchanged. */
static int check_untouched(wgcq_moves *to, const char *who)
{
    size_t size = to->model->layout.size;
    if (!to->model->description.checked || to->code)
        return to->code;
    if (memcmp(to->state, to->copy, size) != 0)
        return moves_error(to, "%s changes the state that it is given", who);
    if (memcmp(to->state + size, to->copy + size, GUARD_BYTES) != 0)
        return moves_error(to, "%s writes behind the state: its size is not what is described",
                           who);
    return 0;
}

static bool same_tail(const batch *a, size_t from, size_t from_rejected, const batch *b)
{
    size_t count = a->count - from, rejected = a->rejected - from_rejected;
    if (count != b->count || rejected != b->rejected)
        return false;
    return (!count ||
            (!memcmp(a->move + from, b->move, count * sizeof *b->move) &&
             !memcmp(a->state + from * a->words, b->state, count * b->words * sizeof *b->state) &&
             (!b->costs ||
              !memcmp(a->cost + from * a->costs, b->cost, count * b->costs * sizeof *b->cost)))) &&
           (!rejected || (!memcmp(a->rejected_move + from_rejected, b->rejected_move,
                                  rejected * sizeof *b->rejected_move) &&
                          !memcmp(a->rejected_rule + from_rejected, b->rejected_rule,
                                  rejected * sizeof *b->rejected_rule)));
}

static void call_moves(wgcq_moves *to, batch *out)
{
    const wgcq_description *is = &to->model->description;
    to->out = out;
    dedup_reset(&to->edges, out->count);
    dedup_reset(&to->rejections, out->rejected);
    if (to->from)
        is->moves(is->self, to->state, to);
    else
        is->start(is->self, to);
}

/* Calls `moves` or `start` again: nothing may differ. */
static int check_second_call(wgcq_moves *to, batch *out, size_t first, size_t first_rejected)
{
    batch_clear(&to->second);
    to->second.budget = out->budget;
    if (to->from)
        unpack_state(to, to->from, true);
    call_moves(to, &to->second);
    if (to->from)
        check_untouched(to, "moves");
    if (!to->code && !same_tail(out, first, first_rejected, &to->second))
        moves_error(to,
                    to->from ? "the moves are %s: they depend on bytes that no field covers, or on "
                               "what was before"
                             : "the starts are %s",
                    "different the second time");
    return to->code;
}

static int expand_one(wgcq_moves *to, const uint64_t *from, batch *out)
{
    size_t first = out->count, first_rejected = out->rejected;
    to->from = from;
    if (from)
        unpack_state(to, from, false);
    call_moves(to, out);
    if (from)
        check_untouched(to, "moves");
    return to->code || !to->model->description.checked
               ? to->code
               : check_second_call(to, out, first, first_rejected);
}

/* ---- the functions of a model --------------------------------------------------------------- */

static void reset_worker(wgcq_moves *to, unsigned wants, wgcq_error *err)
{
    to->wants = wants;
    to->code = 0;
    to->lane = 0;
    to->err = err;
    to->from = NULL;
}

static int c_initial_states(void *self, batch *out, wgcq_error *err)
{
    wgcq_moves *to = self;
    reset_worker(to, 0, err);
    return expand_one(to, NULL, out);
}

/* Memory that one state with many successors has filled is freed. */
static void reset_dedup(wgcq_moves *to, batch *out)
{
    if (dedup_memory(&to->edges) + dedup_memory(&to->rejections) > KEPT_MOST) {
        dedup_free(&to->edges);
        dedup_free(&to->rejections);
    }
    batch_clear(&to->second);
    if (out->budget)
        out->budget->held +=
            dedup_memory(&to->edges) + dedup_memory(&to->rejections) + batch_memory(&to->second);
}

static int c_expand(void *self, const uint64_t *states, size_t count, unsigned wants, batch *out,
                    wgcq_error *err)
{
    wgcq_moves *to = self;
    reset_worker(to, wants, err);
    batch_clear(out);
    reset_dedup(to, out);
    for (size_t i = 0; i < count && !to->code; i++) {
        to->lane = (uint32_t)i;
        expand_one(to, states + i * to->model->layout.words, out);
    }
    return to->code;
}

static uint8_t mark_state(wgcq_moves *to, const uint64_t *state, bool second)
{
    const wgcq_description *is = &to->model->description;
    uint8_t marks = 0;
    unpack_state(to, state, second);
    if (is->goal && is->goal(is->self, to->state))
        marks |= MARK_GOAL;
    check_untouched(to, "goal");
    if (is->end && is->end(is->self, to->state))
        marks |= MARK_END;
    check_untouched(to, "end");
    for (size_t i = 0; i < is->invariant_count; i++)
        if (!is->invariants[i].holds(is->self, to->state))
            marks |= MARK_VIOLATES;
    check_untouched(to, "an invariant");
    for (size_t i = 0; i < is->bound_count; i++)
        if (!is->bounds[i].holds(is->self, to->state))
            marks |= MARK_END | MARK_BOUNDED;
    check_untouched(to, "a bound");
    return marks;
}

static int c_classify(void *self, const uint64_t *states, size_t count, uint8_t *marks,
                      wgcq_error *err)
{
    wgcq_moves *to = self;
    reset_worker(to, 0, err);
    for (size_t i = 0; i < count && !to->code; i++) {
        to->from = states + i * to->model->layout.words;
        marks[i] = mark_state(to, to->from, false);
        if (to->model->description.checked && !to->code &&
            mark_state(to, to->from, true) != marks[i])
            moves_error(to, "goal, end, an invariant or a bound is %s",
                        "different the second time");
    }
    return to->code;
}

static void keep_final_cost(wgcq_moves *to, size_t k, int64_t *cost)
{
    const char *name = to->model->description.costs[k];
    const bool *maximized = to->model->model.maximized;
    if (*cost < 0)
        moves_error(to, "the final cost '%s' is negative", name);
    else if (maximized && maximized[k] && *cost > COST_MAXIMIZED_MOST)
        moves_error(to, "the final cost '%s' does not fit 64 bits", name);
    else if (maximized && maximized[k])
        *cost = cost_kept(*cost);
}

static int c_final_costs(void *self, const uint64_t *states, size_t count, int64_t *cost,
                         wgcq_error *err)
{
    wgcq_moves *to = self;
    const wgcq_description *is = &to->model->description;
    reset_worker(to, 0, err);
    memset(cost, 0, count * is->cost_count * sizeof *cost);
    for (size_t i = 0; i < count && !to->code; i++, cost += is->cost_count) {
        to->from = states + i * to->model->layout.words;
        unpack_state(to, to->from, false);
        is->final(is->self, to->state, cost);
        check_untouched(to, "final");
        for (size_t k = 0; k < is->cost_count && !to->code; k++)
            keep_final_cost(to, k, &cost[k]);
    }
    return to->code;
}

static int c_estimate(void *self, const uint64_t *states, size_t count, int64_t *bound,
                      wgcq_error *err)
{
    wgcq_moves *to = self;
    const wgcq_description *is = &to->model->description;
    reset_worker(to, 0, err);
    for (size_t i = 0; i < count && !to->code; i++) {
        to->from = states + i * to->model->layout.words;
        unpack_state(to, to->from, false);
        bound[i] = is->estimate(is->self, to->state);
        check_untouched(to, "bound");
        if (!to->code && bound[i] < 0)
            moves_error(to, "the bound is %s", "negative");
    }
    model_keep_bounds(&to->model->model, bound, count);
    return to->code;
}

/* Words from a file may be no state of the model. */
static int check_packed_state(wgcq_moves *to, const uint64_t *state)
{
    const c_layout *l = &to->model->layout;
    for (size_t i = 0; i < l->count; i++)
        if ((state[l->cells[i].word] >> l->cells[i].shift & l->cells[i].mask) > l->cells[i].span)
            return to->code = error_set(to->err, WGCQ_ESTORE,
                                        "no state of the model: '%s' has no such value",
                                        l->fields[i].label);
    const model_list *odd = model_list_without_end(&to->model->model, state);
    if (odd)
        return to->code =
                   error_set(to->err, WGCQ_ESTORE,
                             "no state of the model: '%s' has a value behind its end", odd->label);
    return 0;
}

static int c_reference_expand(void *self, const uint64_t *state, unsigned wants, batch *out,
                              wgcq_error *err)
{
    wgcq_moves *to = self;
    reset_worker(to, wants, err);
    batch_clear(out);
    return check_packed_state(to, state) ? to->code : expand_one(to, state, out);
}

static int c_reference_classify(void *self, const uint64_t *state, uint8_t *marks, wgcq_error *err)
{
    wgcq_moves *to = self;
    reset_worker(to, 0, err);
    return check_packed_state(to, state) ? to->code : c_classify(self, state, 1, marks, err);
}

static int c_broken_invariants(void *self, const uint64_t *state, bool *broken, wgcq_error *err)
{
    wgcq_moves *to = self;
    const wgcq_description *is = &to->model->description;
    reset_worker(to, 0, err);
    if (check_packed_state(to, state))
        return to->code;
    unpack_state(to, state, false);
    for (size_t i = 0; i < is->invariant_count; i++)
        broken[i] = !is->invariants[i].holds(is->self, to->state);
    return 0;
}

/* The truth of what is unpacked; `before` NULL: of a state. */
static uint8_t judge_property(const wgcq_moves *to, size_t number, const void *before)
{
    const void *self = to->model->description.self;
    const wgcq_over_time *p = &to->model->description.properties[number];
    const bool value = p->kind != WGCQ_STEP ? !before && p->holds(self, to->state)
                                            : before && p->step(self, before, to->state);
    const bool reached = p->kind == WGCQ_LEADS_TO && !before && p->follows(self, to->state);
    return (uint8_t)((value ? PROPERTY_VALUE : 0) | (reached ? PROPERTY_REACHED : 0));
}

static int c_reference_truths(void *self, const uint64_t *before, const uint64_t *state,
                              uint8_t *truths, wgcq_error *err)
{
    wgcq_moves *to = self;
    const size_t count = to->model->description.property_count;
    void *old = before ? to->result_state : NULL;
    reset_worker(to, 0, err);
    if (check_packed_state(to, state) || (before && check_packed_state(to, before)))
        return to->code;
    if (before)
        c_layout_unpack(&to->model->layout, before, old);
    unpack_state(to, state, false);
    for (size_t i = 0; i < count; i++)
        truths[i] = judge_property(to, i, old);
    check_untouched(to, "a property");
    if (to->code || !to->model->description.checked)
        return to->code;
    unpack_state(to, state, true);
    for (size_t i = 0; i < count; i++)
        if (judge_property(to, i, old) != truths[i])
            return moves_error(to, "a property is %s", "different the second time");
    return 0;
}

static int c_property_truths(void *self, const uint64_t *before, const uint64_t *states,
                             size_t count, uint8_t *truths, wgcq_error *err)
{
    const wgcq_moves *to = self;
    const size_t words = to->model->layout.words, each = to->model->description.property_count;
    int code = 0;
    for (size_t i = 0; i < count && !code; i++)
        code = c_reference_truths(self, before ? before + i * words : NULL, states + i * words,
                                  truths + i * each, err);
    return code;
}

static int c_fair_has(const wgcq_model *model, size_t number, const char *label, bool *has,
                      wgcq_error *err)
{
    const wgcq_description *is = &((const c_model *)model->self)->description;
    (void)err;
    *has = is->fair[number].has(is->self, label);
    return 0;
}

static int c_broken_rules(void *self, const uint64_t *state, bool *rules, wgcq_error *err)
{
    wgcq_moves *to = self;
    reset_worker(to, 0, err);
    if (check_packed_state(to, state))
        return to->code;
    unpack_state(to, state, false);
    for (size_t i = 0; i < to->model->model.rule_count; i++)
        rules[i] =
            i < to->model->description.rule_count && moves_rule_broken(to->model, i, to->state);
    return 0;
}

static int report_broken_rules(const c_model *m, const bool *broken, model_explain_fn each,
                               void *with)
{
    int code = 0;
    for (size_t i = 0; i < m->model.rule_count && !code; i++)
        if (broken[i])
            code = each(with, NULL, m->model.rules[i], NULL, NULL);
    return code;
}

static int explain_itself(wgcq_moves *to, const uint64_t *state, model_explain_fn each, void *with,
                          wgcq_error *err)
{
    bool *broken = calloc(to->model->model.rule_count + 1, sizeof *broken);
    int code = broken ? c_broken_rules(to, state, broken, err) : error_set_memory(err);
    code = code ? code : report_broken_rules(to->model, broken, each, with);
    free(broken);
    return code;
}

/* The program names rules and rejections, and has no expressions. */
static int c_explain(void *self, const uint64_t *state, bool itself, model_explain_fn each,
                     void *with, wgcq_error *err)
{
    const unsigned wants = WANT_ORDER | WANT_MOVES | WANT_REJECTIONS | WANT_EVERY_RULE;
    wgcq_moves *to = self;
    const wgcq_model *m = &to->model->model;
    batch rows = {.words = m->words, .costs = m->costs};
    if (itself)
        return explain_itself(to, state, each, with, err);
    int code = c_reference_expand(self, state, wants, &rows, err);
    for (size_t i = 0; i < rows.rejected && !code; i++)
        code = each(with, m->move_text(m, rows.rejected_move[i]), m->rules[rows.rejected_rule[i]],
                    NULL, NULL);
    batch_free(&rows);
    return code;
}

/* Whether `show` wrote what it returned: that many bytes, none of them NUL, and a NUL. */
static int check_shown(wgcq_moves *to, const char *shown, int length)
{
    size_t bytes = (size_t)length;
    if (strnlen(shown, bytes) < bytes)
        return moves_error(to, "show answers %s", "a length that its text does not have");
    if (shown[bytes])
        return moves_error(to, "show writes %s", "no NUL behind its text");
    return 0;
}

static int call_show(wgcq_moves *to, strbuf *out)
{
    const wgcq_description *is = &to->model->description;
    char small[512] = {0}, *large = NULL;
    int length = is->show(is->self, to->state, small, sizeof small), again = length;
    if (length >= (int)sizeof small && length < SHOWN_MOST) {
        if (!(large = calloc((size_t)length + 1, 1)))
            return to->code = error_set_memory(to->err);
        again = is->show(is->self, to->state, large, (size_t)length + 1);
    }
    if (length < 0 || length >= SHOWN_MOST)
        moves_error(to, "show answers %s", "no length of a text");
    else if (again != length)
        moves_error(to, "show answers %s", "another length the second time");
    else if (!check_shown(to, large ? large : small, length))
        strbuf_put(out, large ? large : small);
    free(large);
    return check_untouched(to, "show");
}

static int c_show(void *self, const uint64_t *state, strbuf *out, wgcq_error *err)
{
    wgcq_moves *to = self;
    reset_worker(to, 0, err);
    if (check_packed_state(to, state))
        return to->code;
    to->from = state;
    unpack_state(to, state, false);
    if (to->model->description.show)
        call_show(to, out);
    else
        moves_put_values(to->model, state, out);
    return !to->code && out->failed ? error_set_memory(err) : to->code;
}

/* ---- workers; labels ------------------------------------------------------------ */

static void c_worker_free(void *self)
{
    wgcq_moves *to = self;
    if (!to)
        return;
    batch_free(&to->second);
    dedup_free(&to->edges);
    dedup_free(&to->rejections);
    journey_close(&to->journey);
    free(to->state);
    free(to->copy);
    free(to->result_state);
    free(to->journey_cost);
    free(to);
}

static int c_worker_new(void **out, const wgcq_model *model, wgcq_error *err)
{
    const c_model *m = model->self;
    wgcq_moves *to = calloc(1, sizeof *to);
    if (!to)
        return error_set_memory(err);
    to->model = m;
    to->second = (batch){.words = model->words, .costs = model->costs};
    to->state = calloc(1, m->layout.size + GUARD_BYTES);
    to->copy = calloc(1, m->layout.size + GUARD_BYTES);
    to->result_state = calloc(1, m->layout.size + GUARD_BYTES);
    to->journey_cost = calloc((size_t)model->costs + 1, sizeof *to->journey_cost);
    if (!to->state || !to->copy || !to->result_state || !to->journey_cost) {
        c_worker_free(to);
        return error_set_memory(err);
    }
    *out = to;
    return 0;
}

static const char *c_move_text(const wgcq_model *model, uint32_t number)
{
    return interner_at(((const c_model *)model->self)->moves, number);
}

static uint32_t c_move_count(const wgcq_model *model)
{
    return interner_count(((const c_model *)model->self)->moves);
}

static size_t c_text_memory(const wgcq_model *model)
{
    return interner_memory(((const c_model *)model->self)->moves);
}

static int c_move_number(const wgcq_model *model, const char *text, uint32_t *number)
{
    return interner_id(((const c_model *)model->self)->moves, text, strlen(text), number);
}

static void c_unpack(const wgcq_model *model, const uint64_t *state, void *bytes)
{
    const c_layout *l = &((const c_model *)model->self)->layout;
    memset(bytes, 0, l->size);
    c_layout_unpack(l, state, bytes);
}

/* ---- the model ------------------------------------------------------------------------------- */

static void fill_in(c_model *m)
{
    const wgcq_description *is = &m->description;
    wgcq_model *to = &m->model;
    to->self = m;
    to->title = is->title;
    to->param_count = is->param_count;
    to->param_names = is->param_names;
    to->param_values = is->param_values;
    to->words = m->layout.words;
    to->bits = m->layout.bits;
    to->costs = (unsigned)is->cost_count;
    to->cost_names = is->costs;
    to->finals = is->final && is->goal ? to->costs : 0;
    to->has_goal = is->goal != NULL;
    to->has_end = is->end || is->bound_count;
    to->has_estimate = is->estimate != NULL;
    to->fields = m->layout.fields;
    to->field_count = m->layout.count;
    to->lists = m->layout.lists;
    to->list_count = m->layout.list_count;
    to->worker_new = c_worker_new;
    to->worker_free = c_worker_free;
    to->initial_states = c_initial_states;
    to->expand = c_expand;
    to->classify = c_classify;
    to->final_costs = c_final_costs;
    to->estimate = c_estimate;
    to->property_truths = c_property_truths;
    to->fair_has = c_fair_has;
    to->reference.expand = c_reference_expand;
    to->reference.property_truths = c_reference_truths;
    to->reference.classify = c_reference_classify;
    to->reference.broken_invariants = c_broken_invariants;
    to->reference.broken_rules = c_broken_rules;
    to->reference.explain = c_explain;
    to->move_text = c_move_text;
    to->texts.memory = c_text_memory;
    to->move_count = c_move_count;
    to->move_number = c_move_number;
    to->show = c_show;
    to->texts.unpack = c_unpack;
}

int wgcq_model_new(wgcq_model **out, const wgcq_description *description, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"description", description})))
        return WGCQ_EREQUEST;
    c_model *m = calloc(1, sizeof *m);
    if (!m)
        return error_set_memory(err);
    m->description = *description;
    m->moves = interner_new();
    int code = m->moves ? c_description_read(m, err) : error_set_memory(err);
    if (code) {
        m->model.self = m;
        wgcq_model_free(&m->model);
        return code;
    }
    fill_in(m);
    *out = &m->model;
    return 0;
}

void wgcq_model_free(wgcq_model *model)
{
    c_model *m = model ? model->self : NULL;
    if (!m)
        return;
    interner_free(m->moves);
    arena_free(&m->memory);
    free(m);
}
