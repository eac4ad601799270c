/* interp.c - the interpreter: its begin and end, labels, and what it says of one state. */
#include "puzzle/interp/interp_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/cost.h"

/* Evaluator steps of one move, or from one start to the next: about a second, far above what
   puzzles need.  Constants get fewer, since there can be many. */
static const uint64_t STEPS_MOST = 50000000, CONSTANT_STEPS_MOST = 20000000;

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
    listed_text_free(&in->listed_text);
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

bool step_sets_any(const step *s)
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
        choices += step_sets_any(s);
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
    in->v.before = NULL;
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

static int format_template(interp *in, const template *text)
{
    int code = 0;
    strbuf_clear(&in->label);
    for (size_t i = 0; i < text->count && !code; i++)
        code = add_label_piece(in, &text->pieces[i]);
    return !code && in->label.failed ? error_set_memory(in->v.err) : code;
}

int interp_format_label(interp *in)
{
    const uint64_t *state = in->v.state;
    in->v.state = in->source_state;
    int code = format_template(in, &in->move->text);
    in->v.state = state;
    return code;
}

/* The move's label for an error; the label as written where evaluating it fails too. */
static const char *label_for_error(interp *in)
{
    wgcq_error first = in->error;
    in->v.depth = 0;
    in->v.pending_count = 0;
    in->v.steps = 0;
    in->v.steps_most = CONSTANT_STEPS_MOST;
    int code = interp_format_label(in);
    in->error = first;
    return code ? in->move->name : strbuf_string(&in->label);
}

/* Appends "farmer=west at[wolf]=east", cut at about 300 bytes. */
static void interp_describe(const ast *t, const uint64_t *state, strbuf *out)
{
    enum { LONGEST = 300 };
    size_t before = out->length, list = 0;
    for (size_t i = 0; i < t->cell_count; i++) {
        if (i)
            strbuf_char(out, ' ');
        if (out->length - before >= LONGEST) {
            strbuf_put(out, "...");
            return;
        }
        if (t->cells[i].variable->collection) {
            strbuf_printf(out, "%s=", t->lists[list].label);
            eval_format_list(out, t, &t->lists[list], state, false);
            i += t->lists[list++].count - 1;
            continue;
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

/* ---- one expression, goal and end ------------------------------------------------------------ */

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
int interp_is_broken(bool *out, interp *in, const rule *r)
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
        code = interp_is_broken(&broken, in, &t->invariants[i]);
        found |= !code && broken ? MARK_VIOLATES : 0;
    }
    for (size_t i = 0; i < t->bound_count && !code; i++) {
        bool broken;
        code = interp_is_broken(&broken, in, &t->bounds[i]);
        found |= !code && broken ? MARK_END | MARK_BOUNDED : 0;
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
        code = interp_is_broken(&broken[i], in, &in->tree->invariants[i]);
    return interp_end(in, code, err);
}

/* ---- properties ------------------------------------------------------------ */

typedef struct property_visit {
    interp *in;
    const property *of;
    interp_each_property each; /* NULL: they are evaluated */
    void *self;
    uint8_t *truths;
    size_t count;
} property_visit;

static int name_property(property_visit *p)
{
    int code = format_template(p->in, &p->of->text);
    return code ? code : p->each(p->self, p->of, strbuf_string(&p->in->label));
}

static int evaluate_property(property_visit *p)
{
    int64_t value = 0, reached = 0;
    int code = eval_expr(&p->in->v, p->of->value, &value);
    if (!code && p->of->reached)
        code = eval_expr(&p->in->v, p->of->reached, &reached);
    p->truths[p->count++] =
        (uint8_t)((value ? PROPERTY_VALUE : 0) | (reached ? PROPERTY_REACHED : 0));
    return code;
}

static int visit_property(void *self)
{
    property_visit *p = self;
    const bool skipped = !p->each && (p->of->form == MODEL_STEP) != (p->in->v.before != NULL);
    if (!skipped)
        return p->each ? name_property(p) : evaluate_property(p);
    p->truths[p->count++] = 0;
    return 0;
}

static int visit_properties(interp *in, property_visit *p)
{
    int code = 0;
    for (size_t i = 0; i < in->tree->property_count && !code; i++) {
        p->of = &in->tree->properties[i];
        code = p->of->loop ? eval_loop(&in->v, p->of->loop, visit_property, p) : visit_property(p);
    }
    return code;
}

int interp_name_properties(interp *in, interp_each_property each, void *self, wgcq_error *err)
{
    property_visit p = {.in = in, .each = each, .self = self};
    interp_begin(in, NULL);
    return interp_end(in, visit_properties(in, &p), err);
}

int interp_evaluate_properties(interp *in, const uint64_t *before, uint8_t *truths)
{
    property_visit p = {.in = in, .truths = truths};
    in->v.before = before;
    int code = visit_properties(in, &p);
    in->v.before = NULL;
    return code;
}

int interp_property_truths(interp *in, const uint64_t *before, const uint64_t *state,
                           uint8_t *truths, wgcq_error *err)
{
    interp_begin(in, state);
    in->source_state = state;
    return interp_end(in, interp_evaluate_properties(in, before, truths), err);
}

/* ---- rules ----------------------------------------------------------------- */

int interp_first_broken_rule(int *out, interp *in)
{
    cover *c = in->v.cover;
    int code = 0;
    *out = -1;
    if (c)
        c->in_condition = true;
    for (size_t i = 0; i < in->tree->state_rule_count && *out < 0 && !code; i++) {
        bool broken;
        code = interp_is_broken(&broken, in, &in->tree->rules[i]);
        if (!code && c)
            cover_note_rule(c, i, broken);
        if (!code && broken)
            *out = (int)i;
    }
    if (c)
        c->in_condition = false;
    return code;
}

int interp_broken_rules(interp *in, const uint64_t *state, bool *broken, wgcq_error *err)
{
    int code = 0;
    interp_begin(in, state);
    in->source_state = state;
    memset(broken, 0, in->tree->rule_count * sizeof *broken);
    for (size_t i = 0; i < in->tree->state_rule_count && !code; i++)
        code = interp_is_broken(&broken[i], in, &in->tree->rules[i]);
    return interp_end(in, code, err);
}

/* ---- costs -------------------------------------------------------------------------------- */

int interp_negative_cost(interp *in, const declared_cost *c, source_span at, int64_t value)
{
    return eval_error(&in->v, at, "the cost '%s' is negative: %" PRId64, c->name, value);
}

int interp_cost_overflow(interp *in, const declared_cost *c, source_span at)
{
    return eval_error(&in->v, at, "the cost '%s' does not fit 64 bits", c->name);
}

/* Where a plan ends; 0 for a cost without such an expression. */
static int final_cost(interp *in, const declared_cost *c, int64_t *out)
{
    *out = 0;
    int code = c->final ? eval_expr(&in->v, c->final, out) : 0;
    if (code || (*out >= 0 && !c->maximized))
        return code;
    if (*out < 0)
        return interp_negative_cost(in, c, c->final->at, *out);
    if (*out > COST_MAXIMIZED_MOST)
        return interp_cost_overflow(in, c, c->final->at);
    *out = cost_kept(*out);
    return 0;
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
