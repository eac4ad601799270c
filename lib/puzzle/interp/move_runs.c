/* move_runs.c - the edges and rejections of a state by interpreting every move, and the reasons.
 */
#include "puzzle/interp/explain_expr.h"
#include "puzzle/interp/interp_internal.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum {
    KEPT_MOST = 64 << 20, /* bytes kept allocated from one state to the next */
    SUCCESSOR_STEPS = 20  /* that recording a successor counts for           */
};

/* ---- rejections --------------------------------------------------------------------------- */

static int intern_current_label(interp *in, uint32_t *number)
{
    int code = interp_format_label(in);
    if (code)
        return code;
    code = in->intern_label(in->intern_self, strbuf_string(&in->label), in->label.length, number);
    return code ? error_set_memory(in->v.err) : 0;
}

int interp_report_reason(interp *in, const char *name, const expr *e, source_span at)
{
    strbuf expression = {0}, where = {0};
    if (!in->explain)
        return 0;
    in->label_of_rejected = true;
    int code = in->move ? interp_format_label(in) : 0;
    in->label_of_rejected = false;
    explain_expr(&expression, &in->v, e);
    explain_place(&where, at);
    if (!code)
        code = expression.failed || where.failed
                   ? error_set_memory(in->v.err)
                   : in->explain(in->explain_self, in->move ? strbuf_string(&in->label) : NULL,
                                 name, strbuf_string(&expression), strbuf_string(&where));
    strbuf_free(&expression);
    strbuf_free(&where);
    return code;
}

int interp_record_rejection(interp *in, int rule_index)
{
    batch *out = in->out;
    uint32_t number;
    if (rule_index < 0 || !in->move || !(in->wants & WANT_REJECTIONS))
        return 0;
    assert((size_t)rule_index < in->tree->rule_count);
    int code = intern_current_label(in, &number);
    if (code)
        return code;
    if (!batch_reserve_rejections(out, 1))
        return error_set_memory(in->v.err);
    size_t at = out->rejected;
    out->rejected_lane[at] = 0;
    out->rejected_move[at] = number;
    out->rejected_rule[at] = (uint32_t)rule_index;
    size_t same = dedup_find(&in->rejections, &dedup_rejections, out, at);
    if (same == SIZE_MAX)
        return error_set_memory(in->v.err);
    out->rejected += same == at;
    return 0;
}

/* ---- successors --------------------------------------------------------------------------- */

/* Rejections by every broken rule from number `first` on. */
static int record_all_rejections(interp *in, int first)
{
    int code = 0;
    for (size_t i = (size_t)first; i < in->tree->state_rule_count && !code; i++) {
        const rule *r = &in->tree->rules[i];
        bool broken;
        code = interp_is_broken(&broken, in, &in->tree->rules[i]);
        if (!code && broken)
            code = interp_report_reason(in, r->name, r->value, r->value->at);
        if (!code && broken)
            code = interp_record_rejection(in, (int)i);
    }
    return code;
}

/* A cost of the transition: its expression in the successor plus what cost steps have added. */
static int total_cost(interp *in, size_t number, int64_t *out)
{
    const declared_cost *c = &in->tree->costs[number];
    int64_t state_cost = 0;
    int code = c->value ? eval_expr(&in->v, c->value, &state_cost) : 0;
    if (code)
        return code;
    if (state_cost < 0)
        return interp_negative_cost(in, c, c->value->at, state_cost);
    return __builtin_add_overflow(state_cost, in->costs[number], out)
               ? interp_cost_overflow(in, c, c->at)
               : 0;
}

/* A transition that is made in two ways must cost the same in both. */
static int check_same_costs(interp *in, size_t first, size_t second)
{
    size_t costs = in->tree->cost_count;
    const int64_t *a = in->out->cost + first * costs, *b = in->out->cost + second * costs;
    for (size_t i = 0; i < costs; i++)
        if (a[i] != b[i])
            return eval_error(&in->v, in->move->at,
                              "this move makes one transition at two costs: %s is %" PRId64
                              " and %" PRId64,
                              in->tree->costs[i].name, a[i], b[i]);
    return 0;
}

static bool is_wanted_edge(const interp *in, size_t at)
{
    const model_edge *wanted = in->wanted_edge;
    const batch *b = in->out;
    size_t costs = in->tree->cost_count;
    return wanted && b->move[at] == wanted->move &&
           !memcmp(b->state + at * b->words, wanted->to, b->words * sizeof *b->state) &&
           (!wanted->cost || !costs ||
            !memcmp(b->cost + at * costs, wanted->cost, costs * sizeof *wanted->cost));
}

static int record_edge(interp *in)
{
    batch *out = in->out;
    const ast *t = in->tree;
    uint32_t number;
    int code = intern_current_label(in, &number);
    if (!code && !batch_reserve(out, 1))
        code = error_set_memory(in->v.err);
    size_t at = out->count;
    for (size_t i = 0; i < t->cost_count && !code; i++)
        code = total_cost(in, i, &out->cost[at * t->cost_count + i]);
    if (code)
        return code;
    out->lane[at] = 0;
    out->move[at] = number;
    memcpy(out->state + at * t->words, in->state, t->words * sizeof *in->state);
    if (is_wanted_edge(in, at)) {
        in->wanted_found = true;
        return WGCQ_DONE;
    }
    size_t same = dedup_find(&in->edges, &dedup_edges, out, at);
    if (same == SIZE_MAX)
        return error_set_memory(in->v.err);
    if (same < at)
        return t->cost_count ? check_same_costs(in, same, at) : 0;
    out->count++;
    return 0;
}

/* A move that is made is counted, and no edge is recorded. */
static int cover_end_of_move(interp *in)
{
    cover *c = in->v.cover;
    cover_note_made(c, in->move);
    if (!(c->open_sections & COVER_STEPS))
        return 0;
    c->in_condition = true;
    int code = interp_evaluate_properties(in, in->source_state, c->truths);
    c->in_condition = false;
    return code;
}

int interp_end_run(interp *in)
{
    int broken;
    in->v.steps += SUCCESSOR_STEPS;
    if (in->starts)
        return initial_state_add(in);
    if (in->v.cover && in->v.cover->in_part)
        return 0;
    int code = interp_first_broken_rule(&broken, in);
    if (code)
        return code;
    if (in->v.cover)
        return broken < 0 ? cover_end_of_move(in) : 0;
    if (broken < 0)
        return record_edge(in);
    return in->wants & WANT_EVERY_RULE ? record_all_rejections(in, broken)
                                       : interp_record_rejection(in, broken);
}

/* ---- all moves from one state ------------------------------------------------------------- */

int interp_run_move(interp *in, const move *m, size_t steps)
{
    const ast *t = in->tree;
    in->move = m;
    memcpy(in->state, in->source_state, t->words * sizeof *in->state);
    memset(in->costs, 0, t->cost_count * sizeof *in->costs);
    in->v.steps = 0;
    return interp_run_steps(in, m->steps, steps);
}

/* Frees what a state with many successors has grown. */
static void begin_successors(interp *in)
{
    if (dedup_memory(&in->edges) + dedup_memory(&in->rejections) > KEPT_MOST) {
        dedup_free(&in->edges);
        dedup_free(&in->rejections);
    }
    dedup_reset(&in->edges, 0);
    dedup_reset(&in->rejections, 0);
    in->v.budget = in->out->budget;
    if (in->v.budget)
        in->v.budget->held += dedup_memory(&in->edges) + dedup_memory(&in->rejections);
}

static int successors_by(interp *in, size_t first_move, size_t moves, const uint64_t *state,
                         unsigned wants, batch *out, interp_intern_label intern_label,
                         void *intern_self, wgcq_error *err)
{
    batch_clear(out);
    out->words = in->tree->words;
    out->costs = (unsigned)in->tree->cost_count;
    interp_begin(in, state);
    int code = interp_prepare(in);
    in->v.state = in->state;
    in->source_state = state;
    in->out = out;
    in->wants = wants;
    in->intern_label = intern_label;
    in->intern_self = intern_self;
    begin_successors(in);
    for (size_t i = first_move; i < first_move + moves && !code; i++)
        code = interp_run_move(in, &in->tree->moves[i], in->tree->moves[i].count);
    return interp_end(in, code, err);
}

int interp_successors(interp *in, const uint64_t *state, unsigned wants, batch *out,
                      interp_intern_label intern_label, void *intern_self, wgcq_error *err)
{
    return successors_by(in, 0, in->tree->move_count, state, wants, out, intern_label, intern_self,
                         err);
}

int interp_move_successors(interp *in, size_t number, const uint64_t *state, unsigned wants,
                           batch *out, interp_intern_label intern_label, void *intern_self,
                           wgcq_error *err)
{
    assert(number < in->tree->move_count);
    return successors_by(in, number, 1, state, wants, out, intern_label, intern_self, err);
}

/* ---- one edge, explanations ------------------------------------------------------------------ */

int interp_has_edge(interp *in, const model_edge *edge, bool *found, batch *scratch,
                    interp_intern_label intern_label, void *intern_self, wgcq_error *err)
{
    in->wanted_edge = edge;
    in->wanted_found = false;
    int code = interp_successors(in, edge->from, WANT_MOVES | WANT_COSTS, scratch, intern_label,
                                 intern_self, err);
    in->wanted_edge = NULL;
    *found = in->wanted_found;
    return code;
}

static int explain_broken_rules(interp *in, const uint64_t *state, wgcq_error *err)
{
    int first, code;
    interp_begin(in, state);
    in->source_state = state;
    in->move = NULL;
    in->wants = WANT_EVERY_RULE;
    code = interp_first_broken_rule(&first, in);
    if (!code && first >= 0)
        code = record_all_rejections(in, first);
    return interp_end(in, code, err);
}

int interp_explain(interp *in, const uint64_t *state, bool itself, model_explain_fn each,
                   void *self, interp_intern_label intern_label, void *intern_self, wgcq_error *err)
{
    batch all = {0};
    in->explain = each;
    in->explain_self = self;
    int code = itself ? explain_broken_rules(in, state, err)
                      : interp_successors(in, state, WANT_MOVES | WANT_REJECTIONS | WANT_EVERY_RULE,
                                          &all, intern_label, intern_self, err);
    in->explain = NULL;
    batch_free(&all);
    return code;
}

int interp_explain_invariants(interp *in, const uint64_t *state, model_explain_fn each, void *self,
                              wgcq_error *err)
{
    int code = 0;
    in->explain = each;
    in->explain_self = self;
    interp_begin(in, state);
    in->source_state = state;
    in->move = NULL;
    for (size_t i = 0; i < in->tree->invariant_count && !code; i++) {
        const rule *r = &in->tree->invariants[i];
        bool broken;
        code = interp_is_broken(&broken, in, r);
        if (!code && broken)
            code = interp_report_reason(in, r->name, r->value, r->value->at);
    }
    in->explain = NULL;
    return interp_end(in, code, err);
}
