/*
 * interp.c - tells a puzzle's journeys one by one.
 *
 * A journey is a list of steps in order.  A choice tells the rest of the story once for each value
 * and goes back, which is backtracking in its plainest form.
 */
#include "puzzle/interp/explain_expr.h"
#include "puzzle/interp/interp_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Of one move, or from one start to the next: about a second of work, which no honest puzzle comes
   near.  Constants get less, since there can be many. */
static const uint64_t STEPS_MOST = 50000000, CONSTANT_STEPS_MOST = 20000000;

enum { KEPT_MOST = 64 << 20 }; /* bytes, from one state to the next */
/* A choice's stack beside its loop's; what comparing and keeping costs, in steps. */
enum { CHOICE_UNITS = 2, ARRIVING = 20 };

/* ---- made and freed --------------------------------------------------------------- */

interp *interp_new(const ast *t)
{
    interp *by = calloc(1, sizeof *by);
    if (!by)
        return NULL;
    by->of = t;
    by->v.of = t;
    by->v.err = &by->trouble;
    by->v.slots = calloc((size_t)t->slots + 1, sizeof *by->v.slots);
    if (by->v.slots)
        return by;
    free(by);
    return NULL;
}

void interp_free(interp *by)
{
    if (!by)
        return;
    free(by->v.slots);
    free(by->v.pending);
    free(by->state);
    free(by->before);
    free(by->costs);
    free(by->set_in);
    free(by->step_of);
    free(by->part_of);
    free(by->saved_state);
    free(by->saved_costs);
    free(by->saved_trail);
    dedup_free(&by->edges);
    dedup_free(&by->rejections);
    strbuf_free(&by->line);
    free(by);
}

/* `at = any`: is it a choice, too? */
static bool is_any(const step *s)
{
    bool any = false;
    for (size_t i = 0; s->form == STEP_SET && i < s->count && !any; i++)
        any = !s->assignments[i].value;
    return any;
}

static void note_slot(interp *by, int slot, size_t at, size_t part)
{
    by->step_of[slot] = at;
    by->part_of[slot] = part;
}

/* Notes which step gives each slot its value; answers how many choices there are. */
static size_t look_through(interp *by, const step *steps, size_t count)
{
    size_t choices = 0;
    for (size_t at = 0; at < count; at++) {
        const step *s = &steps[at];
        if (s->form == STEP_LET)
            note_slot(by, s->slot, at, 1);
        choices += is_any(s);
        if (s->form != STEP_CHOOSE)
            continue;
        choices++;
        for (size_t i = 0; i < s->loop->count; i++)
            for (size_t k = 0; k < s->loop->bindings[i].slots; k++)
                note_slot(by, s->loop->bindings[i].slot[k], at, i + 1);
    }
    return choices;
}

static size_t most_choices(interp *by)
{
    const ast *t = by->of;
    size_t most = look_through(by, t->start_steps, t->start_step_count);
    for (size_t i = 0; i < t->move_count; i++) {
        size_t choices = look_through(by, t->moves[i].steps, t->moves[i].count);
        most = choices > most ? choices : most;
    }
    return most < EVAL_DEPTH_MOST ? most : EVAL_DEPTH_MOST;
}

/* Everything is allotted before anything is looked at, so that a second try may follow a first that
   failed. */
int interp_prepare(interp *by)
{
    const ast *t = by->of;
    size_t words = t->words, cells = t->cell_count + 1, costs = t->cost_count + 1;
    if (by->ready)
        return 0;
    if (!by->step_of && !(by->step_of = calloc((size_t)t->slots + 1, sizeof *by->step_of)))
        return error_set_memory(by->v.err);
    if (!by->part_of && !(by->part_of = calloc((size_t)t->slots + 1, sizeof *by->part_of)))
        return error_set_memory(by->v.err);
    by->levels = most_choices(by);
    size_t levels = by->levels + 1;
    bool fine = (by->state || (by->state = calloc(words, sizeof *by->state))) &&
                (by->before || (by->before = calloc(words, sizeof *by->before))) &&
                (by->costs || (by->costs = calloc(costs, sizeof *by->costs))) &&
                (by->set_in || (by->set_in = calloc(cells, sizeof *by->set_in)));
    fine =
        fine &&
        (by->saved_state || (by->saved_state = calloc(levels * words, sizeof *by->saved_state))) &&
        (by->saved_costs || (by->saved_costs = calloc(levels * costs, sizeof *by->saved_costs))) &&
        (by->saved_trail || (by->saved_trail = calloc(levels, sizeof *by->saved_trail)));
    by->ready = fine;
    return fine ? 0 : error_set_memory(by->v.err);
}

/* ---- beginning, and what went wrong -------------------------------------------------- */

void interp_begin(interp *by, const uint64_t *state)
{
    by->v.state = state;
    by->v.may = NULL;
    by->v.given = NULL;
    by->v.steps = 0;
    by->v.most = state ? STEPS_MOST : CONSTANT_STEPS_MOST;
    by->v.depth = 0;
    by->v.pending_count = 0;
    by->trouble = (wgcq_error){0};
    by->left = NULL;
    by->telling = NULL;
    by->initial_states = NULL;
    by->level = 0;
    by->at = 0;
    by->bound = 0;
}

static bool known(const interp *by, const piece *p)
{
    for (size_t i = 0; i < p->needs; i++) {
        size_t since = by->step_of[p->need[i]];
        if (since > by->at || (since == by->at && by->part_of[p->need[i]] > by->bound))
            return false;
    }
    return true;
}

/* A piece of a move's text; expressions see the state that is left. */
static int add_piece(interp *by, const piece *p)
{
    int64_t value;
    if (p->text) {
        strbuf_put(&by->line, p->text);
        return 0;
    }
    if (!known(by, p)) {
        strbuf_char(&by->line, '?');
        return 0;
    }
    int code = eval_expr(&by->v, p->value, &value);
    if (!code)
        eval_format_value(&by->line, p->value->of, value, false);
    return code;
}

static int move_line(interp *by)
{
    const template *of = &by->telling->text;
    const uint64_t *now = by->v.state;
    int code = 0;
    strbuf_clear(&by->line);
    by->v.state = by->left;
    for (size_t i = 0; i < of->count && !code; i++)
        code = add_piece(by, &of->pieces[i]);
    by->v.state = now;
    return !code && by->line.failed ? error_set_memory(by->v.err) : code;
}

/* The move's text for a mistake; as it is written where making it fails in its turn. */
static const char *troubled_line(interp *by)
{
    wgcq_error first = by->trouble;
    by->v.depth = 0;
    by->v.pending_count = 0;
    by->v.steps = 0;
    by->v.most = CONSTANT_STEPS_MOST;
    int code = move_line(by);
    by->trouble = first;
    return code ? by->telling->name : strbuf_string(&by->line);
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
        strbuf_printf(out, "%s=", t->cells[i].said);
        eval_format_value(out, t->cells[i].of->of, eval_read(t, state, i), false);
    }
}

/* Where a mistake was run into; a long text of a move is cut, so that the state is still told. */
static void tell_where(interp *by, strbuf *out)
{
    enum { LONGEST = 300 };
    const uint64_t *state = by->left;
    if (by->initial_states && by->initial_states->whole)
        state = by->state;
    if (by->telling) {
        const char *line = troubled_line(by);
        size_t length = strlen(line), shown = length < LONGEST ? length : LONGEST;
        while (shown < length && ((unsigned char)line[shown] & 0xC0) == 0x80)
            shown--;
        strbuf_printf(out, ", in the move '%.*s%s'", (int)shown, line, shown < length ? "..." : "");
    }
    if (!state)
        return;
    strbuf_put(out, by->initial_states ? ", in the start " : ", in the state ");
    interp_describe(by->of, state, out);
}

int interp_end(interp *by, int code, wgcq_error *err)
{
    if (code >= 0)
        return 0;
    if (code == WGCQ_ERUN) {
        strbuf where = {0};
        tell_where(by, &where);
        eval_error_add(&by->trouble, strbuf_string(&where));
        strbuf_free(&where);
    }
    if (err && err->code == WGCQ_OK)
        *err = by->trouble;
    return code;
}

/* ---- one expression, marks --------------------------------------------------------------- */

int interp_value(int64_t *out, interp *by, const expr *e, const uint64_t *state, wgcq_error *err)
{
    int64_t value;
    interp_begin(by, state);
    by->left = state;
    int code = eval_expr(&by->v, e, &value);
    if (!code)
        *out = value;
    return interp_end(by, code, err);
}

int interp_constant(int64_t *out, interp *by, const expr *e, uint64_t steps_most, wgcq_error *err)
{
    interp_begin(by, NULL);
    by->v.most = steps_most;
    return interp_end(by, eval_expr(&by->v, e, out), err);
}

int interp_classify(interp *by, const uint64_t *state, uint8_t *marks, wgcq_error *err)
{
    const ast *t = by->of;
    int64_t goal = 0, end = 0;
    interp_begin(by, state);
    by->left = state;
    int code = t->goal ? eval_expr(&by->v, t->goal, &goal) : 0;
    if (!code && t->end)
        code = eval_expr(&by->v, t->end, &end);
    if (!code)
        *marks = (uint8_t)((goal ? MARK_GOAL : 0) | (end ? MARK_END : 0));
    return interp_end(by, code, err);
}

/* ---- refusals ---------------------------------------------------------------------------------
 */

static int move_number(interp *by, uint32_t *number)
{
    int code = move_line(by);
    if (code)
        return code;
    code = by->number(by->numbering, strbuf_string(&by->line), by->line.length, number);
    return code ? error_set_memory(by->v.err) : 0;
}

/* Tells whoever asks why: a rule's or a guard's expression with its values. */
static int reason(interp *by, const char *name, const expr *e, place at)
{
    strbuf because = {0}, where = {0};
    if (!by->reason)
        return 0;
    int code = by->telling ? move_line(by) : 0;
    explain_expr(&because, &by->v, e);
    explain_place(&where, at);
    if (!code)
        code = because.failed || where.failed
                   ? error_set_memory(by->v.err)
                   : by->reason(by->reasoning, by->telling ? strbuf_string(&by->line) : NULL, name,
                                strbuf_string(&because), strbuf_string(&where));
    strbuf_free(&because);
    strbuf_free(&where);
    return code;
}

/* The journey ends here, by a rule or a guard with a name. */
static int reject(interp *by, int by_rule)
{
    batch *out = by->out;
    uint32_t number;
    if (by_rule < 0 || !by->telling || !(by->wants & WANT_REJECTIONS))
        return 0;
    int code = move_number(by, &number);
    if (code)
        return code;
    if (!batch_reserve_rejections(out, 1))
        return error_set_memory(by->v.err);
    size_t at = out->rejected;
    out->rejected_lane[at] = 0;
    out->rejected_move[at] = number;
    out->rejected_rule[at] = (uint32_t)by_rule;
    size_t same = dedup_find(&by->rejections, &once_refusal, out, at);
    if (same == SIZE_MAX)
        return error_set_memory(by->v.err);
    out->rejected += same == at;
    return 0;
}

/* ---- arriving
 * ------------------------------------------------------------------------------------- */

static int breaks(bool *out, interp *by, size_t number)
{
    const rule *r = &by->of->rules[number];
    int64_t value = 0;
    int code = eval_expr(&by->v, r->value, &value);
    *out = !code && (value != 0) == r->broken_if;
    return code;
}

int interp_broken_rule(int *out, interp *by)
{
    *out = -1;
    for (size_t i = 0; i < by->of->state_rule_count && *out < 0; i++) {
        bool broken;
        int code = breaks(&broken, by, i);
        if (code)
            return code;
        if (broken)
            *out = (int)i;
    }
    return 0;
}

int interp_broken_rules(interp *by, const uint64_t *state, bool *broken, wgcq_error *err)
{
    int code = 0;
    interp_begin(by, state);
    by->left = state;
    memset(broken, 0, by->of->rule_count * sizeof *broken);
    for (size_t i = 0; i < by->of->state_rule_count && !code; i++)
        code = breaks(&broken[i], by, i);
    return interp_end(by, code, err);
}

/* By the first rule that is broken, and by every one behind it. */
static int reject_by_all(interp *by, int first)
{
    int code = 0;
    for (size_t i = (size_t)first; i < by->of->state_rule_count && !code; i++) {
        const rule *r = &by->of->rules[i];
        bool broken;
        code = breaks(&broken, by, i);
        if (!code && broken)
            code = reason(by, r->name, r->value, r->value->at);
        if (!code && broken)
            code = reject(by, (int)i);
    }
    return code;
}

static int negative_cost(interp *by, const cost *c, place at, int64_t value)
{
    return eval_error(&by->v, at, "the cost '%s' is negative: %" PRId64, c->name, value);
}

static int large_cost(interp *by, const cost *c, place at)
{
    return eval_error(&by->v, at, "the cost '%s' does not fit 64 bits", c->name);
}

/* What the move costs: seen in the state it leads to, and what its steps have added. */
static int full_cost(interp *by, size_t number, int64_t *out)
{
    const cost *c = &by->of->costs[number];
    int64_t seen = 0;
    int code = c->value ? eval_expr(&by->v, c->value, &seen) : 0;
    if (code)
        return code;
    if (seen < 0)
        return negative_cost(by, c, c->value->at, seen);
    return __builtin_add_overflow(seen, by->costs[number], out) ? large_cost(by, c, c->at) : 0;
}

/* The same edge must cost the same, whichever journey made it. */
static int same_costs(interp *by, size_t first, size_t second)
{
    size_t costs = by->of->cost_count;
    const int64_t *a = by->out->cost + first * costs, *b = by->out->cost + second * costs;
    for (size_t i = 0; i < costs; i++)
        if (a[i] != b[i])
            return eval_error(&by->v, by->telling->at,
                              "two ways to make this move cost differently: %s is %" PRId64
                              " and %" PRId64,
                              by->of->costs[i].name, a[i], b[i]);
    return 0;
}

static bool is_wanted(const interp *by, size_t at)
{
    const model_edge *w = by->wanted;
    const batch *b = by->out;
    size_t costs = by->of->cost_count;
    return w && b->move[at] == w->move &&
           !memcmp(b->state + at * b->words, w->to, b->words * sizeof *b->state) &&
           (!w->cost || !costs || !memcmp(b->cost + at * costs, w->cost, costs * sizeof *w->cost));
}

static int keep_edge(interp *by)
{
    batch *out = by->out;
    const ast *t = by->of;
    uint32_t number;
    int code = move_number(by, &number);
    if (!code && !batch_reserve(out, 1))
        code = error_set_memory(by->v.err);
    size_t at = out->count;
    for (size_t i = 0; i < t->cost_count && !code; i++)
        code = full_cost(by, i, &out->cost[at * t->cost_count + i]);
    if (code)
        return code;
    out->lane[at] = 0;
    out->move[at] = number;
    memcpy(out->state + at * t->words, by->state, t->words * sizeof *by->state);
    if (is_wanted(by, at)) {
        by->met = true;
        return WGCQ_DONE;
    }
    size_t same = dedup_find(&by->edges, &once_edge, out, at);
    if (same == SIZE_MAX)
        return error_set_memory(by->v.err);
    if (same < at)
        return t->cost_count ? same_costs(by, same, at) : 0;
    out->count++;
    return 0;
}

static int arrive(interp *by)
{
    int broken;
    by->v.steps += ARRIVING;
    if (by->initial_states)
        return initial_state_add(by);
    int code = interp_broken_rule(&broken, by);
    if (code)
        return code;
    if (broken < 0)
        return keep_edge(by);
    return by->wants & WANT_EVERY_RULE ? reject_by_all(by, broken) : reject(by, broken);
}

/* ---- steps
 * ----------------------------------------------------------------------------------------- */

static int tell_from(interp *by, const step *steps, size_t count, size_t at);

static void remember(interp *by, size_t level)
{
    const ast *t = by->of;
    memcpy(by->saved_state + level * t->words, by->state, t->words * sizeof *by->state);
    memcpy(by->saved_costs + level * t->cost_count, by->costs, t->cost_count * sizeof *by->costs);
    by->saved_trail[level] = by->initial_states ? by->initial_states->trailed : 0;
}

static void go_back(interp *by, size_t level)
{
    const ast *t = by->of;
    initial_states *s = by->initial_states;
    memcpy(by->state, by->saved_state + level * t->words, t->words * sizeof *by->state);
    memcpy(by->costs, by->saved_costs + level * t->cost_count, t->cost_count * sizeof *by->costs);
    while (s && s->trailed > by->saved_trail[level])
        s->given[s->trail[--s->trailed]] = false;
}

typedef struct choosing {
    interp *by;
    const step *steps;
    size_t count, at, level;
} choosing;

static int chosen(void *self)
{
    const choosing *c = self;
    int code = tell_from(c->by, c->steps, c->count, c->at + 1);
    if (code)
        return code; /* the state stays as it is, to be told with the mistake */
    go_back(c->by, c->level);
    c->by->at = c->at;
    return 0;
}

/* A filter rules the choice out, whatever the bindings behind it would be.  The move's text may
   take what only the filter makes sure of; then it is told with the choice left open. */
static int filtered(void *self, size_t level)
{
    const choosing *c = self;
    const expr *filter = c->steps[c->at].loop->bindings[level].filter;
    interp *by = c->by;
    unsigned depth = by->v.depth;
    by->bound = level + 1;
    int code = reason(by, NULL, filter, filter->at);
    by->bound = 0;
    if (code != WGCQ_ERUN)
        return code;
    by->trouble = (wgcq_error){0};
    by->v.depth = depth;
    by->v.pending_count = 0;
    return reason(by, NULL, filter, filter->at);
}

static int choose(interp *by, const step *steps, size_t count, size_t at)
{
    choosing c = {by, steps, count, at, by->level};
    int code = eval_enter(&by->v, steps[at].at, CHOICE_UNITS);
    if (code)
        return code;
    remember(by, by->level++);
    code = eval_loop_filtered(&by->v, steps[at].loop, chosen, by->reason ? filtered : NULL, &c);
    by->level--;
    eval_leave(&by->v, CHOICE_UNITS);
    return code;
}

/* The cells that the step gave the first of all values get the others, too. */
static int turn_any(interp *by, const step *steps, size_t count, size_t at, size_t from)
{
    const initial_states *s = by->initial_states;
    choosing c = {by, steps, count, at, by->level};
    uint64_t *places = calloc(s->any_count - from + 1, sizeof *places);
    int code = places ? 0 : error_set_memory(by->v.err);
    remember(by, by->level++);
    do {
        by->v.steps += s->any_count - from; /* setting a cell takes as long as evaluating */
        code = code ? code : chosen(&c);
    } while (!code && set_next(by, from, places));
    by->level--;
    free(places);
    return code;
}

static int set_any(interp *by, const step *steps, size_t count, size_t at)
{
    size_t from = by->initial_states->any_count;
    int code = eval_enter(&by->v, steps[at].at, CHOICE_UNITS);
    if (code)
        return code;
    code = assign_all(by, &steps[at]);
    if (!code)
        code = turn_any(by, steps, count, at, from);
    by->initial_states->any_count = from;
    eval_leave(&by->v, CHOICE_UNITS);
    return code;
}

static int add_cost(interp *by, const step *here, int64_t value)
{
    const cost *c = &by->of->costs[here->cost];
    int64_t *sum = &by->costs[here->cost];
    if (value < 0)
        return negative_cost(by, c, here->value->at, value);
    return __builtin_add_overflow(*sum, value, sum) ? large_cost(by, c, here->value->at) : 0;
}

/* A step that is no choice; *on: whether the journey goes on behind it. */
static int take_step(interp *by, const step *here, bool *on)
{
    int64_t value;
    if (here->form == STEP_SET)
        return assign_all(by, here);
    int code = eval_expr(&by->v, here->value, &value);
    if (code)
        return code;
    if (here->form == STEP_LET)
        by->v.slots[here->slot] = value;
    if (here->form == STEP_COST)
        return add_cost(by, here, value);
    *on = here->form != STEP_GUARD || value;
    if (*on)
        return 0;
    code = reason(by, here->rule < 0 ? NULL : by->of->rules[here->rule].name, here->value,
                  here->value->at);
    return code ? code : reject(by, here->rule);
}

static int tell_from(interp *by, const step *steps, size_t count, size_t at)
{
    for (; at < count; at++) {
        bool on = true;
        by->at = at;
        int code = eval_step(&by->v, steps[at].at);
        if (!code && steps[at].form == STEP_CHOOSE)
            return choose(by, steps, count, at);
        if (!code && by->initial_states && is_any(&steps[at]))
            return set_any(by, steps, count, at);
        if (!code)
            code = take_step(by, &steps[at], &on);
        if (code || !on)
            return code;
    }
    by->at = count;
    return arrive(by);
}

int interp_journey(interp *by, const step *steps, size_t count)
{
    return tell_from(by, steps, count, 0);
}

/* ---- all moves from one state
 * ------------------------------------------------------------------------ */

static int tell_move(interp *by, const move *m)
{
    const ast *t = by->of;
    by->telling = m;
    memcpy(by->state, by->left, t->words * sizeof *by->state);
    memset(by->costs, 0, t->cost_count * sizeof *by->costs);
    by->v.steps = 0;
    return interp_journey(by, m->steps, m->count);
}

/* What one wide state has filled is not held on to. */
static void begin_rows(interp *by)
{
    if (dedup_memory(&by->edges) + dedup_memory(&by->rejections) > KEPT_MOST) {
        dedup_free(&by->edges);
        dedup_free(&by->rejections);
    }
    dedup_begin(&by->edges, 0);
    dedup_begin(&by->rejections, 0);
    by->v.may = by->out->budget;
    if (by->v.may)
        by->v.may->held += dedup_memory(&by->edges) + dedup_memory(&by->rejections);
}

int interp_successors(interp *by, const uint64_t *state, unsigned wants, batch *out,
                      interp_label_number number, void *self, wgcq_error *err)
{
    batch_clear(out);
    out->words = by->of->words;
    out->costs = (unsigned)by->of->cost_count;
    interp_begin(by, state);
    int code = interp_prepare(by);
    by->v.state = by->state;
    by->left = state;
    by->out = out;
    by->wants = wants;
    by->number = number;
    by->numbering = self;
    begin_rows(by);
    for (size_t i = 0; i < by->of->move_count && !code; i++)
        code = tell_move(by, &by->of->moves[i]);
    return interp_end(by, code, err);
}

/* ---- why -------------------------------------------------------------------------------- */

int interp_has_edge(interp *by, const model_edge *edge, bool *there, batch *scratch,
                    interp_label_number number, void *self, wgcq_error *err)
{
    by->wanted = edge;
    by->met = false;
    int code =
        interp_successors(by, edge->from, WANT_MOVES | WANT_COSTS, scratch, number, self, err);
    by->wanted = NULL;
    *there = by->met;
    return code;
}

static int explain_itself(interp *by, const uint64_t *state, wgcq_error *err)
{
    int first, code;
    interp_begin(by, state);
    by->left = state;
    by->telling = NULL;
    by->wants = WANT_EVERY_RULE;
    code = interp_broken_rule(&first, by);
    if (!code && first >= 0)
        code = reject_by_all(by, first);
    return interp_end(by, code, err);
}

int interp_explain(interp *by, const uint64_t *state, bool itself, model_explain_fn each,
                   void *self, interp_label_number number, void *numbering, wgcq_error *err)
{
    batch all = {0};
    by->reason = each;
    by->reasoning = self;
    int code = itself ? explain_itself(by, state, err)
                      : interp_successors(by, state, WANT_MOVES | WANT_REJECTIONS | WANT_EVERY_RULE,
                                          &all, number, numbering, err);
    by->reason = NULL;
    batch_free(&all);
    return code;
}
