/*
 * interp.c - runs the steps of moves by backtracking.
 *
 * Steps run in order.  A choice runs the steps behind it once for each value of its domain and
 * restores the state in between.
 */
#include "puzzle/interp/explain_expr.h"
#include "puzzle/interp/interp_internal.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Evaluator steps of one move, or from one start to the next: about a second, far above what
   puzzles need.  Constants get fewer, since there can be many. */
static const uint64_t STEPS_MOST = 50000000, CONSTANT_STEPS_MOST = 20000000;

enum { KEPT_MOST = 64 << 20 }; /* bytes kept allocated from one state to the next */
/* Stack units of a choice beside its loop's; steps that recording a successor counts for. */
enum { CHOICE_UNITS = 2, SUCCESSOR_STEPS = 20 };

/* ---- new and free --------------------------------------------------------------- */

interp *interp_new(const ast *t)
{
    interp *in = calloc(1, sizeof *in);
    if (!in)
        return NULL;
    in->tree = t;
    in->v.tree = t;
    in->v.err = &in->error;
    in->v.slots = calloc((size_t)t->slots + 1, sizeof *in->v.slots);
    if (in->v.slots)
        return in;
    free(in);
    return NULL;
}

void interp_list_no_choices(interp *in)
{
    in->unlisted = true;
}

void interp_free(interp *in)
{
    if (!in)
        return;
    free(in->v.slots);
    free(in->v.pending);
    free(in->state);
    free(in->before_step);
    free(in->costs);
    free(in->set_by);
    free(in->binding_step);
    free(in->binding_index);
    free(in->saved_state);
    free(in->saved_costs);
    free(in->saved_trail);
    dedup_free(&in->edges);
    dedup_free(&in->rejections);
    strbuf_free(&in->label);
    choice_lists_free(in);
    free(in);
}

/* Whether a set step has an `any`, which makes it a choice. */
static bool has_any(const step *s)
{
    bool any = false;
    for (size_t i = 0; s->form == STEP_SET && i < s->count && !any; i++)
        any = !s->assignments[i].value;
    return any;
}

static void note_slot(interp *in, int slot, size_t at, size_t part)
{
    in->binding_step[slot] = at;
    in->binding_index[slot] = part;
}

/* Notes which step binds each slot; returns the number of choices. */
static size_t note_bindings(interp *in, const step *steps, size_t count)
{
    size_t choices = 0;
    for (size_t at = 0; at < count; at++) {
        const step *s = &steps[at];
        if (s->form == STEP_LET)
            note_slot(in, s->slot, at, 1);
        choices += has_any(s);
        if (s->form != STEP_CHOOSE)
            continue;
        choices++;
        for (size_t i = 0; i < s->loop->count; i++)
            for (size_t k = 0; k < s->loop->bindings[i].slots; k++)
                note_slot(in, s->loop->bindings[i].slot[k], at, i + 1);
    }
    return choices;
}

static size_t deepest_choices(interp *in)
{
    const ast *t = in->tree;
    size_t most = note_bindings(in, t->start_steps, t->start_step_count);
    for (size_t i = 0; i < t->move_count; i++) {
        size_t choices = note_bindings(in, t->moves[i].steps, t->moves[i].count);
        most = choices > most ? choices : most;
    }
    return most < EVAL_DEPTH_MOST ? most : EVAL_DEPTH_MOST;
}

/* A second call after one that failed allocates what is missing. */
int interp_prepare(interp *in)
{
    const ast *t = in->tree;
    size_t words = t->words, cells = t->cell_count + 1, costs = t->cost_count + 1;
    if (in->prepared)
        return 0;
    if (!in->binding_step &&
        !(in->binding_step = calloc((size_t)t->slots + 1, sizeof *in->binding_step)))
        return error_set_memory(in->v.err);
    if (!in->binding_index &&
        !(in->binding_index = calloc((size_t)t->slots + 1, sizeof *in->binding_index)))
        return error_set_memory(in->v.err);
    in->levels = deepest_choices(in);
    size_t levels = in->levels + 1;
    bool allocated =
        (in->state || (in->state = calloc(words, sizeof *in->state))) &&
        (in->before_step || (in->before_step = calloc(words, sizeof *in->before_step))) &&
        (in->costs || (in->costs = calloc(costs, sizeof *in->costs))) &&
        (in->set_by || (in->set_by = calloc(cells, sizeof *in->set_by)));
    allocated =
        allocated &&
        (in->saved_state || (in->saved_state = calloc(levels * words, sizeof *in->saved_state))) &&
        (in->saved_costs || (in->saved_costs = calloc(levels * costs, sizeof *in->saved_costs))) &&
        (in->saved_trail || (in->saved_trail = calloc(levels, sizeof *in->saved_trail)));
    in->prepared = allocated;
    return allocated ? 0 : error_set_memory(in->v.err);
}

/* ---- begin and end -------------------------------------------------- */

void interp_begin(interp *in, const uint64_t *state)
{
    in->v.state = state;
    in->v.budget = NULL;
    in->v.assigned = NULL;
    in->v.steps = 0;
    in->v.steps_most = state ? STEPS_MOST : CONSTANT_STEPS_MOST;
    in->v.depth = 0;
    in->v.pending_count = 0;
    in->error = (wgcq_error){0};
    in->source_state = NULL;
    in->move = NULL;
    in->starts = NULL;
    in->level = 0;
    in->step_index = 0;
    in->bindings_done = 0;
}

static bool has_bindings(const interp *in, const piece *p)
{
    for (size_t i = 0; i < p->needs; i++) {
        size_t bound_at = in->binding_step[p->need[i]];
        if (bound_at > in->step_index ||
            (bound_at == in->step_index && in->binding_index[p->need[i]] > in->bindings_done))
            return false;
    }
    return true;
}

/* The error of evaluating at some depth is forgotten. */
static void forget_error(interp *in, unsigned depth)
{
    in->error = (wgcq_error){0};
    in->v.depth = depth;
    in->v.pending_count = 0;
}

/* A piece of a move's label; expressions read the source state. */
static int add_label_piece(interp *in, const piece *p)
{
    int64_t value;
    unsigned depth = in->v.depth;
    if (p->text) {
        strbuf_put(&in->label, p->text);
        return 0;
    }
    if (!has_bindings(in, p)) {
        strbuf_char(&in->label, '?');
        return 0;
    }
    int code = eval_expr(&in->v, p->value, &value);
    if (!code)
        eval_format_value(&in->label, p->value->kind, value, false);
    if (code != WGCQ_ERUN || !in->label_of_rejected)
        return code;
    forget_error(in, depth);
    strbuf_char(&in->label, '?');
    return 0;
}

static int format_label(interp *in)
{
    const template *text = &in->move->text;
    const uint64_t *state = in->v.state;
    int code = 0;
    strbuf_clear(&in->label);
    in->v.state = in->source_state;
    for (size_t i = 0; i < text->count && !code; i++)
        code = add_label_piece(in, &text->pieces[i]);
    in->v.state = state;
    return !code && in->label.failed ? error_set_memory(in->v.err) : code;
}

/* The move's label for an error; the label as written where evaluating it fails too. */
static const char *label_for_error(interp *in)
{
    wgcq_error first = in->error;
    in->v.depth = 0;
    in->v.pending_count = 0;
    in->v.steps = 0;
    in->v.steps_most = CONSTANT_STEPS_MOST;
    int code = format_label(in);
    in->error = first;
    return code ? in->move->name : strbuf_string(&in->label);
}

void interp_describe(const ast *t, const uint64_t *state, strbuf *out)
{
    enum { LONGEST = 300 };
    size_t before = out->length;
    for (size_t i = 0; i < t->cell_count; i++) {
        if (i)
            strbuf_char(out, ' ');
        if (out->length - before >= LONGEST) {
            strbuf_put(out, "...");
            return;
        }
        strbuf_printf(out, "%s=", t->cells[i].label);
        eval_format_value(out, t->cells[i].type->kind, eval_read(t, state, i), false);
    }
}

/* The move and the state of an error; a long label is cut, so that there is room for the state. */
static void format_error_context(interp *in, strbuf *out)
{
    enum { LONGEST = 300 };
    const uint64_t *state = in->source_state;
    if (in->starts && in->starts->complete)
        state = in->state;
    if (in->move) {
        const char *line = label_for_error(in);
        size_t length = strlen(line), shown = length < LONGEST ? length : LONGEST;
        while (shown < length && ((unsigned char)line[shown] & 0xC0) == 0x80)
            shown--;
        strbuf_printf(out, ", in the move '%.*s%s'", (int)shown, line, shown < length ? "..." : "");
    }
    if (!state)
        return;
    strbuf_put(out, in->starts ? ", in the start " : ", in the state ");
    interp_describe(in->tree, state, out);
}

int interp_end(interp *in, int code, wgcq_error *err)
{
    if (code >= 0)
        return 0;
    if (code == WGCQ_ERUN) {
        strbuf where = {0};
        format_error_context(in, &where);
        eval_error_add(&in->error, strbuf_string(&where));
        strbuf_free(&where);
    }
    if (err && err->code == WGCQ_OK)
        *err = in->error;
    return code;
}

/* ---- one expression, goal and end ---------------------------------------------------------------
 */

int interp_value(int64_t *out, interp *in, const expr *e, const uint64_t *state, wgcq_error *err)
{
    int64_t value;
    interp_begin(in, state);
    in->source_state = state;
    int code = eval_expr(&in->v, e, &value);
    if (!code)
        *out = value;
    return interp_end(in, code, err);
}

int interp_set(interp *in, const step *set, const uint64_t *state, uint64_t *out, wgcq_error *err)
{
    size_t bytes = in->tree->words * sizeof *out;
    interp_begin(in, state);
    in->source_state = state;
    int code = interp_prepare(in);
    if (!code) {
        memcpy(in->state, state, bytes);
        code = assign_all(in, set);
    }
    if (!code)
        memcpy(out, in->state, bytes);
    return interp_end(in, code, err);
}

int interp_constant(int64_t *out, interp *in, const expr *e, uint64_t steps_most, wgcq_error *err)
{
    interp_begin(in, NULL);
    in->v.steps_most = steps_most;
    return interp_end(in, eval_expr(&in->v, e, out), err);
}

/* A rule or an invariant, in the current state. */
static int is_broken(bool *out, interp *in, const rule *r)
{
    int64_t value = 0;
    int code = eval_expr(&in->v, r->value, &value);
    *out = !code && (value != 0) == r->violated_if;
    return code;
}

int interp_classify(interp *in, const uint64_t *state, uint8_t *marks, wgcq_error *err)
{
    const ast *t = in->tree;
    int64_t goal = 0, end = 0;
    interp_begin(in, state);
    in->source_state = state;
    int code = t->goal ? eval_expr(&in->v, t->goal, &goal) : 0;
    if (!code && t->end)
        code = eval_expr(&in->v, t->end, &end);
    uint8_t found = (uint8_t)((goal ? MARK_GOAL : 0) | (end ? MARK_END : 0));
    for (size_t i = 0; i < t->invariant_count && !code; i++) {
        bool broken;
        code = is_broken(&broken, in, &t->invariants[i]);
        found |= !code && broken ? MARK_VIOLATES : 0;
    }
    if (!code)
        *marks = found;
    return interp_end(in, code, err);
}

int interp_broken_invariants(interp *in, const uint64_t *state, bool *broken, wgcq_error *err)
{
    int code = 0;
    interp_begin(in, state);
    in->source_state = state;
    for (size_t i = 0; i < in->tree->invariant_count && !code; i++)
        code = is_broken(&broken[i], in, &in->tree->invariants[i]);
    return interp_end(in, code, err);
}

/* ---- rejections --------------------------------------------------------------------------- */

static int intern_current_label(interp *in, uint32_t *number)
{
    int code = format_label(in);
    if (code)
        return code;
    code = in->intern_label(in->intern_self, strbuf_string(&in->label), in->label.length, number);
    return code ? error_set_memory(in->v.err) : 0;
}

/* Reports the expression of a rule or guard with its values to in->explain, if set.  What of the
   label only that guard lets be evaluated is reported as `?`. */
static int report_reason(interp *in, const char *name, const expr *e, source_span at)
{
    strbuf expression = {0}, where = {0};
    if (!in->explain)
        return 0;
    in->label_of_rejected = true;
    int code = in->move ? format_label(in) : 0;
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

/* A rule or a named guard (else rule_index is negative) disables the move here. */
static int record_rejection(interp *in, int rule_index)
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

int interp_first_broken_rule(int *out, interp *in)
{
    *out = -1;
    for (size_t i = 0; i < in->tree->state_rule_count && *out < 0; i++) {
        bool broken;
        int code = is_broken(&broken, in, &in->tree->rules[i]);
        if (code)
            return code;
        if (broken)
            *out = (int)i;
    }
    return 0;
}

int interp_broken_rules(interp *in, const uint64_t *state, bool *broken, wgcq_error *err)
{
    int code = 0;
    interp_begin(in, state);
    in->source_state = state;
    memset(broken, 0, in->tree->rule_count * sizeof *broken);
    for (size_t i = 0; i < in->tree->state_rule_count && !code; i++)
        code = is_broken(&broken[i], in, &in->tree->rules[i]);
    return interp_end(in, code, err);
}

/* Rejections by every broken rule from number `first` on. */
static int record_all_rejections(interp *in, int first)
{
    int code = 0;
    for (size_t i = (size_t)first; i < in->tree->state_rule_count && !code; i++) {
        const rule *r = &in->tree->rules[i];
        bool broken;
        code = is_broken(&broken, in, &in->tree->rules[i]);
        if (!code && broken)
            code = report_reason(in, r->name, r->value, r->value->at);
        if (!code && broken)
            code = record_rejection(in, (int)i);
    }
    return code;
}

static int negative_cost_error(interp *in, const cost *c, source_span at, int64_t value)
{
    return eval_error(&in->v, at, "the cost '%s' is negative: %" PRId64, c->name, value);
}

static int cost_overflow_error(interp *in, const cost *c, source_span at)
{
    return eval_error(&in->v, at, "the cost '%s' does not fit 64 bits", c->name);
}

/* Where a plan ends; 0 for a cost without such an expression. */
static int final_cost(interp *in, const cost *c, int64_t *out)
{
    *out = 0;
    int code = c->final ? eval_expr(&in->v, c->final, out) : 0;
    return !code && *out < 0 ? negative_cost_error(in, c, c->final->at, *out) : code;
}

int interp_final_costs(interp *in, const uint64_t *state, int64_t *out, wgcq_error *err)
{
    const ast *t = in->tree;
    int code = 0;
    interp_begin(in, state);
    in->source_state = state;
    for (size_t i = 0; i < t->cost_count && !code; i++)
        code = final_cost(in, &t->costs[i], &out[i]);
    return interp_end(in, code, err);
}

/* A cost of the transition: its expression in the successor plus what cost steps have added. */
static int total_cost(interp *in, size_t number, int64_t *out)
{
    const cost *c = &in->tree->costs[number];
    int64_t state_cost = 0;
    int code = c->value ? eval_expr(&in->v, c->value, &state_cost) : 0;
    if (code)
        return code;
    if (state_cost < 0)
        return negative_cost_error(in, c, c->value->at, state_cost);
    return __builtin_add_overflow(state_cost, in->costs[number], out)
               ? cost_overflow_error(in, c, c->at)
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

static int end_run(interp *in)
{
    int broken;
    in->v.steps += SUCCESSOR_STEPS;
    if (in->starts)
        return initial_state_add(in);
    int code = interp_first_broken_rule(&broken, in);
    if (code)
        return code;
    if (broken < 0)
        return record_edge(in);
    return in->wants & WANT_EVERY_RULE ? record_all_rejections(in, broken)
                                       : record_rejection(in, broken);
}

/* ---- steps -------------------------------------------------------------------------------- */

static int run_steps_from(interp *in, const step *steps, size_t count, size_t at);

static void save_choice_point(interp *in, size_t level)
{
    const ast *t = in->tree;
    assert(level < in->levels);
    memcpy(in->saved_state + level * t->words, in->state, t->words * sizeof *in->state);
    memcpy(in->saved_costs + level * t->cost_count, in->costs, t->cost_count * sizeof *in->costs);
    in->saved_trail[level] = in->starts ? in->starts->trail_length : 0;
}

static void restore_choice_point(interp *in, size_t level)
{
    const ast *t = in->tree;
    start_builder *s = in->starts;
    memcpy(in->state, in->saved_state + level * t->words, t->words * sizeof *in->state);
    memcpy(in->costs, in->saved_costs + level * t->cost_count, t->cost_count * sizeof *in->costs);
    while (s && s->trail_length > in->saved_trail[level])
        s->assigned[s->trail[--s->trail_length]] = false;
}

typedef struct choice_point {
    interp *in;
    const step *steps;
    size_t count, at, level;
} choice_point;

static int run_after_choice(void *self)
{
    const choice_point *c = self;
    int code = run_steps_from(c->in, c->steps, c->count, c->at + 1);
    if (code)
        return code; /* the state stays as it is, for the error's text */
    restore_choice_point(c->in, c->level);
    c->in->step_index = c->at;
    return 0;
}

/* A filter excludes a value. */
static int explain_filter(void *self, size_t level)
{
    const choice_point *c = self;
    const expr *filter = c->steps[c->at].loop->bindings[level].filter;
    c->in->bindings_done = level + 1;
    int code = report_reason(c->in, NULL, filter, filter->at);
    c->in->bindings_done = 0;
    return code;
}

/* Runs the steps behind the listed ones, unless a condition that is left does not hold. */
static int run_combination(const choice_point *c, const choice_list *l, size_t number)
{
    interp *in = c->in;
    int64_t holds = 1;
    for (size_t k = 0; k < l->slots; k++)
        in->v.slots[l->slot[k]] = l->values[number * l->slots + k];
    int code = eval_step(&in->v, c->steps[c->at].at);
    for (size_t k = l->combinations[number].rest; k < l->condition_count && !code && holds; k++) {
        in->step_index = l->conditions[k].step;
        code = eval_expr(&in->v, l->conditions[k].holds, &holds);
    }
    if (!code && holds)
        code = run_steps_from(in, c->steps, c->count, l->next);
    if (code)
        return code;
    if (holds)
        restore_choice_point(in, c->level);
    in->step_index = c->at;
    return 0;
}

static int run_listed(const choice_point *c, const choice_list *l)
{
    int code = 0;
    for (size_t i = 0; i < l->count && !code; i++)
        if (choice_list_passes(l, i, c->in->state))
            code = run_combination(c, l, i);
    return code;
}

/* An explanation names what excludes each combination. */
static int run_choose(interp *in, const step *steps, size_t count, size_t at)
{
    choice_point c = {in, steps, count, at, in->level};
    const choice_list *listed = NULL;
    int code = in->move && !in->starts && !in->explain && !in->unlisted
                   ? choice_list_find(&listed, in, at)
                   : 0;
    if (!code)
        code = eval_enter(&in->v, steps[at].at, CHOICE_UNITS);
    if (code)
        return code;
    save_choice_point(in, in->level++);
    if (listed)
        code = run_listed(&c, listed);
    else
        code = eval_loop_filtered(&in->v, steps[at].loop, run_after_choice,
                                  in->explain ? explain_filter : NULL, &c);
    in->level--;
    eval_leave(&in->v, CHOICE_UNITS);
    return code;
}

/* Runs the rest for every combination of values of the cells that the step set to `any`. */
static int run_each_any(interp *in, const step *steps, size_t count, size_t at, size_t from)
{
    const start_builder *s = in->starts;
    choice_point c = {in, steps, count, at, in->level};
    uint64_t *places = calloc(s->any_count - from + 1, sizeof *places);
    int code = places ? 0 : error_set_memory(in->v.err);
    save_choice_point(in, in->level++);
    do {
        in->v.steps += s->any_count - from; /* setting a cell counts as a step */
        code = code ? code : run_after_choice(&c);
    } while (!code && assign_next_any(in, from, places));
    in->level--;
    free(places);
    return code;
}

static int run_set_any(interp *in, const step *steps, size_t count, size_t at)
{
    size_t from = in->starts->any_count;
    int code = eval_enter(&in->v, steps[at].at, CHOICE_UNITS);
    if (code)
        return code;
    code = assign_all(in, &steps[at]);
    if (!code)
        code = run_each_any(in, steps, count, at, from);
    in->starts->any_count = from;
    eval_leave(&in->v, CHOICE_UNITS);
    return code;
}

static int run_cost(interp *in, const step *s, int64_t value)
{
    const cost *c = &in->tree->costs[s->cost];
    int64_t *sum = &in->costs[s->cost];
    if (value < 0)
        return negative_cost_error(in, c, s->value->at, value);
    return __builtin_add_overflow(*sum, value, sum) ? cost_overflow_error(in, c, s->value->at) : 0;
}

/* A step that is no choice; *goes_on: whether the next step runs. */
static int run_step(interp *in, const step *s, bool *goes_on)
{
    int64_t value;
    if (s->form == STEP_SET)
        return assign_all(in, s);
    int code = eval_expr(&in->v, s->value, &value);
    if (code)
        return code;
    if (s->form == STEP_LET)
        in->v.slots[s->slot] = value;
    if (s->form == STEP_COST)
        return run_cost(in, s, value);
    *goes_on = s->form != STEP_GUARD || value;
    if (*goes_on)
        return 0;
    code = report_reason(in, s->rule < 0 ? NULL : in->tree->rules[s->rule].name, s->value,
                         s->value->at);
    return code ? code : record_rejection(in, s->rule);
}

static int run_steps_from(interp *in, const step *steps, size_t count, size_t at)
{
    for (; at < count; at++) {
        bool goes_on = true;
        in->step_index = at;
        int code = eval_step(&in->v, steps[at].at);
        if (!code && steps[at].form == STEP_CHOOSE)
            return run_choose(in, steps, count, at);
        if (!code && in->starts && has_any(&steps[at]))
            return run_set_any(in, steps, count, at);
        if (!code)
            code = run_step(in, &steps[at], &goes_on);
        if (code || !goes_on)
            return code;
    }
    in->step_index = count;
    return end_run(in);
}

int interp_run_steps(interp *in, const step *steps, size_t count)
{
    return run_steps_from(in, steps, count, 0);
}

/* ---- all moves from one state ------------------------------------------------------------- */

static int run_move(interp *in, const move *m)
{
    const ast *t = in->tree;
    in->move = m;
    memcpy(in->state, in->source_state, t->words * sizeof *in->state);
    memset(in->costs, 0, t->cost_count * sizeof *in->costs);
    in->v.steps = 0;
    return interp_run_steps(in, m->steps, m->count);
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

int interp_successors(interp *in, const uint64_t *state, unsigned wants, batch *out,
                      interp_intern_label intern_label, void *intern_self, wgcq_error *err)
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
    for (size_t i = 0; i < in->tree->move_count && !code; i++)
        code = run_move(in, &in->tree->moves[i]);
    return interp_end(in, code, err);
}

/* ---- one edge, explanations
 * -------------------------------------------------------------------------------- */

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
        code = is_broken(&broken, in, r);
        if (!code && broken)
            code = report_reason(in, r->name, r->value, r->value->at);
    }
    in->explain = NULL;
    return interp_end(in, code, err);
}
