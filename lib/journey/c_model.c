/*
 * c_model.c - a model out of C functions over flat bytes.
 *
 * A worker unpacks a state, has its moves told, and packs each where it belongs in the batch.  No
 * memory is taken for a state or a move; texts of moves are numbered once, and found again by their
 * letters in a table of the worker's own.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "journey/layout.h"
#include "puzzle/texts.h"
#include "puzzle/utf8.h"

enum {
    KNOWN_TEXTS = 1 << 12, /* that a worker finds without asking the others */
    TEXT_MOST = 1000,
    SHOWN_MOST = 1 << 20,
    GUARD_BYTES = 64, /* behind a state, in the checking mode */
    GUARD = 0x5A,
    RUBBISH = 0xA5 /* where no field is, when told again */
};

typedef struct c_model {
    wgcq_model model;
    wgcq_description is;
    layout layout;
    texts *moves;
    arena memory;
} c_model;

typedef struct known {
    const char *text; /* of the model's texts; NULL: none */
    uint32_t number;
} known;

/* A worker. */
struct wgcq_moves {
    const c_model *of;
    batch *out;
    batch again; /* the second telling of the checking mode */
    unsigned wants;
    uint32_t lane;
    size_t first, first_refused; /* of this lane, in out           */
    const uint64_t *from;        /* NULL: starts are told          */
    unsigned char *state, *copy; /* as the functions see it; size  */
    int code;
    wgcq_error *err;
    known known[KNOWN_TEXTS];
};

/* ---- words for people ----------------------------------------------------------------------- */

static void put_values(const c_model *m, const uint64_t *words, text *out)
{
    for (size_t i = 0; i < m->layout.count; i++) {
        const model_field *f = &m->layout.fields[i];
        int64_t value = layout_value(&m->layout, i, words);
        uint64_t at = (uint64_t)value - (uint64_t)f->low;
        text_printf(out, "%s%s=", i ? " " : "", f->name);
        if (f->values && at < f->value_count)
            text_put(out, f->values[at]);
        else
            text_int(out, value);
    }
}

/* What went wrong, and in which state. */
static int trouble(wgcq_moves *to, const char *format, const char *name)
{
    text what = {0};
    text_printf(&what, format, name);
    if (to->from) {
        text_put(&what, ", in the state ");
        put_values(to->of, to->from, &what);
    }
    to->code =
        what.failed ? fault_memory(to->err) : fault(to->err, WGCQ_ERUN, "%s", text_string(&what));
    text_free(&what);
    return to->code;
}

/* ---- texts of moves ------------------------------------------------------------------------- */

static bool is_line(const char *line, size_t length)
{
    uint32_t codepoint;
    for (size_t at = 0, bytes; at < length; at += bytes) {
        bytes = utf8_decode(line + at, length - at, &codepoint);
        if (!bytes || utf8_is_control(codepoint))
            return false;
    }
    return length > 0;
}

static bool number_new(wgcq_moves *to, const char *line, known *slot)
{
    size_t length = strnlen(line, TEXT_MOST + 1);
    if (length > TEXT_MOST || !is_line(line, length)) {
        trouble(to, "the text of a move is %s", length ? "no line of UTF-8, or too long" : "empty");
        return false;
    }
    if (texts_number(to->of->moves, line, length, &slot->number)) {
        to->code = fault_memory(to->err);
        return false;
    }
    slot->text = texts_at(to->of->moves, slot->number);
    return true;
}

static bool number_text(wgcq_moves *to, const char *line, uint32_t *number)
{
    uint32_t h = 2166136261u;
    if (!line) {
        trouble(to, "a move has %s", "no text");
        return false;
    }
    for (const char *at = line; *at && at - line <= TEXT_MOST; at++)
        h = (h ^ (unsigned char)*at) * 16777619u;
    known *slot = &to->known[(h ^ h >> 16) & (KNOWN_TEXTS - 1)];
    if ((!slot->text || strcmp(slot->text, line) != 0) && !number_new(to, line, slot))
        return false;
    *number = slot->number;
    return true;
}

/* ---- what is told --------------------------------------------------------------------------- */

static bool refuse(wgcq_moves *to, uint32_t move, uint32_t rule)
{
    batch *b = to->out;
    for (size_t i = to->first_refused; i < b->refused; i++)
        if (b->refused_move[i] == move && b->refused_rule[i] == rule)
            return true;
    if (!batch_reserve_refusals(b, 1)) {
        to->code = fault_memory(to->err);
        return false;
    }
    b->refused_lane[b->refused] = to->lane;
    b->refused_move[b->refused] = move;
    b->refused_rule[b->refused++] = rule;
    return true;
}

static bool breaks(const c_model *m, size_t rule, const void *state)
{
    const wgcq_rule *r = &m->is.rules[rule];
    return r->holds(m->is.self, state) == r->never;
}

/* Whether it keeps all rules; else the refusals are told, where they are wanted. */
static bool keeps_rules(wgcq_moves *to, uint32_t move, const void *state)
{
    bool kept = true;
    for (size_t i = 0; i < to->of->is.rule_count; i++) {
        if (!breaks(to->of, i, state))
            continue;
        kept = false;
        if (to->from && (to->wants & WANT_REFUSALS) && !refuse(to, move, (uint32_t)i))
            return false;
        if (!(to->wants & WANT_EVERY_RULE))
            return false;
    }
    return kept;
}

static bool check_costs(wgcq_moves *to, const char *said, const int64_t *costs)
{
    for (unsigned k = 0; costs && k < to->out->costs; k++)
        if (costs[k] < 0) {
            trouble(to, "the move '%s' has a negative cost", said);
            return false;
        }
    return true;
}

static bool same_costs(const batch *b, size_t i, const int64_t *costs)
{
    for (unsigned k = 0; k < b->costs; k++)
        if (b->cost[i * b->costs + k] != (costs ? costs[k] : 0))
            return false;
    return true;
}

/* The place of the same move among those of this state; count: it is new. */
static size_t told_before(const wgcq_moves *to, uint32_t move)
{
    const batch *b = to->out;
    const uint64_t *state = b->state + b->count * b->words;
    size_t i = to->first;
    while (i < b->count && (b->move[i] != move ||
                            memcmp(b->state + i * b->words, state, b->words * sizeof *state) != 0))
        i++;
    return i;
}

/* The packed state is in place behind the last one. */
static bool append(wgcq_moves *to, uint32_t move, const char *said, const int64_t *costs)
{
    batch *b = to->out;
    size_t at = told_before(to, move);
    if (at < b->count) {
        if (to->from && !same_costs(b, at, costs))
            trouble(to, "the move '%s' is told twice at different costs", said);
        return !to->code;
    }
    b->lane[at] = to->lane;
    b->move[at] = move;
    for (unsigned k = 0; k < b->costs; k++)
        b->cost[at * b->costs + k] = costs ? costs[k] : 0;
    b->count++;
    return true;
}

static bool out_of_range(wgcq_moves *to, const char *said, const void *state, size_t cell)
{
    const layout *l = &to->of->layout;
    const layout_cell *c = &l->cells[cell];
    char what[400];
    snprintf(what, sizeof what, "%.100s is %" PRId64 ", not within %" PRId64 "..%" PRId64 ", ",
             l->fields[cell].said, layout_read(c, state), c->low,
             (int64_t)((uint64_t)c->low + c->span));
    size_t used = strlen(what);
    snprintf(what + used, sizeof what - used, to->from ? "after the move '%.100s'" : "at a start",
             said);
    trouble(to, "%s", what);
    return false;
}

bool wgcq_moves_add(wgcq_moves *to, const char *said, const void *state, const int64_t *costs)
{
    uint32_t move = 0;
    size_t wrong;
    batch *b = to->out;
    if (to->code || (to->from && !number_text(to, said, &move)))
        return false;
    if (!batch_reserve(b, 1)) {
        to->code = fault_memory(to->err);
        return false;
    }
    if (!layout_pack(&to->of->layout, state, b->state + b->count * b->words, &wrong))
        return out_of_range(to, said, state, wrong);
    if (!check_costs(to, said, costs))
        return false;
    if (!keeps_rules(to, move, state))
        return !to->code;
    return append(to, move, said, costs);
}

bool wgcq_moves_refuse(wgcq_moves *to, const char *said, const char *refusal)
{
    const wgcq_description *is = &to->of->is;
    uint32_t move;
    size_t i = 0;
    if (to->code)
        return false;
    while (i < is->refusal_count && is->refusals[i] != refusal &&
           strcmp(is->refusals[i], refusal) != 0)
        i++;
    if (i == is->refusal_count) {
        trouble(to, "'%s' is not among the refusals of the description", refusal);
        return false;
    }
    if (!to->from || !(to->wants & WANT_REFUSALS))
        return true;
    return number_text(to, said, &move) && refuse(to, move, (uint32_t)(is->rule_count + i));
}

/* ---- the checking mode ---------------------------------------------------------------------- */

/* A state for the functions; other bytes are where no field is when it is the second time. */
static void present(wgcq_moves *to, const uint64_t *words, bool second)
{
    const layout *l = &to->of->layout;
    layout_unpack(l, words, to->state);
    if (!to->of->is.checked)
        return;
    for (size_t i = 0; i < l->bare_count; i++)
        to->state[l->bare[i]] = second ? RUBBISH : 0;
    memset(to->state + l->size, GUARD, GUARD_BYTES);
    memcpy(to->copy, to->state, l->size + GUARD_BYTES);
}

/* Whether `who` left the state as it was. */
static int check_untouched(wgcq_moves *to, const char *who)
{
    size_t size = to->of->layout.size;
    if (!to->of->is.checked || to->code)
        return to->code;
    if (memcmp(to->state, to->copy, size) != 0)
        return trouble(to, "%s changes the state that it is given", who);
    if (memcmp(to->state + size, to->copy + size, GUARD_BYTES) != 0)
        return trouble(to, "%s writes behind the state: its size is not what is described", who);
    return 0;
}

static bool same_tail(const batch *a, size_t from, size_t from_refused, const batch *b)
{
    size_t count = a->count - from, refused = a->refused - from_refused;
    if (count != b->count || refused != b->refused)
        return false;
    return (!count ||
            (!memcmp(a->move + from, b->move, count * sizeof *b->move) &&
             !memcmp(a->state + from * a->words, b->state, count * b->words * sizeof *b->state) &&
             (!b->costs ||
              !memcmp(a->cost + from * a->costs, b->cost, count * b->costs * sizeof *b->cost)))) &&
           (!refused || (!memcmp(a->refused_move + from_refused, b->refused_move,
                                 refused * sizeof *b->refused_move) &&
                         !memcmp(a->refused_rule + from_refused, b->refused_rule,
                                 refused * sizeof *b->refused_rule)));
}

static void tell(wgcq_moves *to, batch *out)
{
    const wgcq_description *is = &to->of->is;
    to->out = out;
    to->first = out->count;
    to->first_refused = out->refused;
    if (to->from)
        is->moves(is->self, to->state, to);
    else
        is->start(is->self, to);
}

/* Told again, nothing may differ. */
static int tell_again(wgcq_moves *to, batch *out, size_t first, size_t first_refused)
{
    batch_clear(&to->again);
    if (to->from)
        present(to, to->from, true);
    tell(to, &to->again);
    if (to->from)
        check_untouched(to, "moves");
    if (!to->code && !same_tail(out, first, first_refused, &to->again))
        trouble(to,
                to->from ? "the moves are %s: they depend on bytes that no field covers, or on "
                           "what was before"
                         : "the starts are %s",
                "told otherwise the second time");
    return to->code;
}

static int tell_one(wgcq_moves *to, const uint64_t *from, batch *out)
{
    size_t first = out->count, first_refused = out->refused;
    to->from = from;
    if (from)
        present(to, from, false);
    tell(to, out);
    if (from)
        check_untouched(to, "moves");
    return to->code || !to->of->is.checked ? to->code : tell_again(to, out, first, first_refused);
}

/* ---- the functions of a model --------------------------------------------------------------- */

static void begin(wgcq_moves *to, unsigned wants, wgcq_error *err)
{
    to->wants = wants;
    to->code = 0;
    to->lane = 0;
    to->err = err;
    to->from = NULL;
}

static int starts(void *self, batch *out, wgcq_error *err)
{
    wgcq_moves *to = self;
    begin(to, 0, err);
    return tell_one(to, NULL, out);
}

static int expand(void *self, const uint64_t *states, size_t count, unsigned wants, batch *out,
                  wgcq_error *err)
{
    wgcq_moves *to = self;
    begin(to, wants, err);
    batch_clear(out);
    for (size_t i = 0; i < count && !to->code; i++) {
        to->lane = (uint32_t)i;
        tell_one(to, states + i * to->of->layout.words, out);
    }
    return to->code;
}

static uint8_t mark(wgcq_moves *to, const uint64_t *state, bool second)
{
    const wgcq_description *is = &to->of->is;
    uint8_t marks = 0;
    present(to, state, second);
    if (is->goal && is->goal(is->self, to->state))
        marks |= MARK_GOAL;
    check_untouched(to, "goal");
    if (is->end && is->end(is->self, to->state))
        marks |= MARK_END;
    check_untouched(to, "end");
    return marks;
}

static int classify(void *self, const uint64_t *states, size_t count, uint8_t *marks,
                    wgcq_error *err)
{
    wgcq_moves *to = self;
    begin(to, 0, err);
    for (size_t i = 0; i < count && !to->code; i++) {
        to->from = states + i * to->of->layout.words;
        marks[i] = mark(to, to->from, false);
        if (to->of->is.checked && !to->code && mark(to, to->from, true) != marks[i])
            trouble(to, "goal or end is %s", "told otherwise the second time");
    }
    return to->code;
}

static int estimate(void *self, const uint64_t *states, size_t count, int64_t *bound,
                    wgcq_error *err)
{
    wgcq_moves *to = self;
    const wgcq_description *is = &to->of->is;
    begin(to, 0, err);
    for (size_t i = 0; i < count && !to->code; i++) {
        to->from = states + i * to->of->layout.words;
        present(to, to->from, false);
        bound[i] = is->bound(is->self, to->state);
        check_untouched(to, "bound");
        if (!to->code && bound[i] < 0)
            trouble(to, "the bound is %s", "negative");
    }
    return to->code;
}

/* Words from elsewhere may be none of ours. */
static int check_state(wgcq_moves *to, const uint64_t *state)
{
    const layout *l = &to->of->layout;
    for (size_t i = 0; i < l->count; i++)
        if ((state[l->cells[i].word] >> l->cells[i].shift & l->cells[i].mask) > l->cells[i].span)
            return to->code =
                       fault(to->err, WGCQ_ERUN, "no state of the model: '%s' has no such value",
                             l->fields[i].said);
    return 0;
}

static int retell(void *self, const uint64_t *state, unsigned wants, batch *out, wgcq_error *err)
{
    wgcq_moves *to = self;
    begin(to, wants, err);
    batch_clear(out);
    return check_state(to, state) ? to->code : tell_one(to, state, out);
}

static int reclassify(void *self, const uint64_t *state, uint8_t *marks, wgcq_error *err)
{
    wgcq_moves *to = self;
    begin(to, 0, err);
    return check_state(to, state) ? to->code : classify(self, state, 1, marks, err);
}

static int broken(void *self, const uint64_t *state, bool *rules, wgcq_error *err)
{
    wgcq_moves *to = self;
    begin(to, 0, err);
    if (check_state(to, state))
        return to->code;
    present(to, state, false);
    for (size_t i = 0; i < to->of->model.rule_count; i++)
        rules[i] = i < to->of->is.rule_count && breaks(to->of, i, to->state);
    return 0;
}

static int show_by(wgcq_moves *to, text *out)
{
    const wgcq_description *is = &to->of->is;
    char small[512], *large = NULL;
    int length = is->show(is->self, to->state, small, sizeof small);
    if (length >= (int)sizeof small && length < SHOWN_MOST) {
        if (!(large = malloc((size_t)length + 1)))
            return to->code = fault_memory(to->err);
        is->show(is->self, to->state, large, (size_t)length + 1);
    }
    if (length < 0 || length >= SHOWN_MOST)
        trouble(to, "show answers %s", "no length of a text");
    else
        text_put(out, large ? large : small);
    free(large);
    return check_untouched(to, "show");
}

static int show(void *self, const uint64_t *state, text *out, wgcq_error *err)
{
    wgcq_moves *to = self;
    begin(to, 0, err);
    if (check_state(to, state))
        return to->code;
    to->from = state;
    present(to, state, false);
    if (to->of->is.show)
        show_by(to, out);
    else
        put_values(to->of, state, out);
    return !to->code && out->failed ? fault_memory(err) : to->code;
}

/* ---- workers and what needs none ------------------------------------------------------------ */

static void worker_free(void *self)
{
    wgcq_moves *to = self;
    if (!to)
        return;
    batch_free(&to->again);
    free(to->state);
    free(to->copy);
    free(to);
}

static int worker_new(void **out, const wgcq_model *model, wgcq_error *err)
{
    const c_model *m = model->self;
    wgcq_moves *to = calloc(1, sizeof *to);
    if (!to)
        return fault_memory(err);
    to->of = m;
    to->again = (batch){.words = model->words, .costs = model->costs};
    to->state = calloc(1, m->layout.size + GUARD_BYTES);
    to->copy = calloc(1, m->layout.size + GUARD_BYTES);
    if (!to->state || !to->copy) {
        worker_free(to);
        return fault_memory(err);
    }
    *out = to;
    return 0;
}

static const char *move_text(const wgcq_model *model, uint32_t number)
{
    return texts_at(((const c_model *)model->self)->moves, number);
}

static uint32_t move_count(const wgcq_model *model)
{
    return texts_count(((const c_model *)model->self)->moves);
}

static int move_number(const wgcq_model *model, const char *said, uint32_t *number)
{
    return texts_number(((const c_model *)model->self)->moves, said, strlen(said), number);
}

/* Each state keeps its text. */
static bool show_sql(const wgcq_model *model, text *out)
{
    (void)model;
    (void)out;
    return false;
}

/* ---- a description read --------------------------------------------------------------------- */

static int check_description(const wgcq_description *is, wgcq_error *err)
{
    if (!is->title || !*is->title)
        return fault(err, WGCQ_EREQUEST, "the model has no title");
    if (!is->start || !is->moves)
        return fault(err, WGCQ_EREQUEST, "the model has no %s", is->start ? "moves" : "start");
    for (size_t i = 0; i < is->rule_count; i++)
        if (!is->rules[i].name || !is->rules[i].holds)
            return fault(err, WGCQ_EREQUEST, "rule number %zu has no name, or no function", i + 1);
    for (size_t i = 0; i < is->cost_count; i++)
        if (!is->costs[i] || !*is->costs[i] || !strcmp(is->costs[i], "moves"))
            return fault(err, WGCQ_EREQUEST, "cost number %zu has no name of its own", i + 1);
    return is->cost_count > 1000 ? fault(err, WGCQ_EREQUEST, "more than 1000 costs") : 0;
}

static int find_cost(const wgcq_description *is, const char *name, size_t length, int *number)
{
    if (length == 5 && !strncmp(name, "moves", length)) {
        *number = -1;
        return 0;
    }
    for (size_t i = 0; i < is->cost_count; i++)
        if (strlen(is->costs[i]) == length && !strncmp(is->costs[i], name, length)) {
            *number = (int)i;
            return 0;
        }
    return WGCQ_EREQUEST;
}

static int read_minimize(c_model *m, wgcq_error *err)
{
    const char *at = m->is.minimize ? m->is.minimize : "moves";
    int *by = arena_array(&m->memory, strlen(at) + 1, sizeof *by);
    size_t count = 0;
    for (size_t length; *at; at += length) {
        at += strspn(at, ", ");
        length = strcspn(at, ", ");
        if (length && find_cost(&m->is, at, length, &by[count++]))
            return fault(err, WGCQ_EREQUEST, "minimize: unknown cost '%.*s'", (int)length, at);
    }
    m->model.minimize = by;
    m->model.minimize_count = count;
    return count ? 0 : fault(err, WGCQ_EREQUEST, "minimize names no cost");
}

static void name_rules(c_model *m)
{
    size_t count = m->is.rule_count + m->is.refusal_count;
    const char **rules = arena_array(&m->memory, count + 1, sizeof *rules);
    for (size_t i = 0; i < m->is.rule_count; i++)
        rules[i] = m->is.rules[i].name;
    for (size_t i = 0; i < m->is.refusal_count; i++)
        rules[m->is.rule_count + i] = m->is.refusals[i];
    m->model.rules = rules;
    m->model.rule_count = count;
}

static void fill_in(c_model *m)
{
    const wgcq_description *is = &m->is;
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
    to->has_goal = is->goal != NULL;
    to->has_end = is->end != NULL;
    to->has_estimate = is->bound != NULL;
    to->fields = m->layout.fields;
    to->field_count = m->layout.count;
    to->worker_new = worker_new;
    to->worker_free = worker_free;
    to->starts = starts;
    to->expand = expand;
    to->classify = classify;
    to->estimate = estimate;
    to->retell = retell;
    to->reclassify = reclassify;
    to->broken = broken;
    to->move_text = move_text;
    to->move_count = move_count;
    to->move_number = move_number;
    to->show = show;
    to->show_sql = show_sql;
}

/* Owns the arena's jump. */
static int build(c_model *m, wgcq_error *err)
{
    jmp_buf out;
    m->memory.out = &out;
    if (setjmp(out))
        return fault_memory(err);
    int code = check_description(&m->is, err);
    if (!code)
        code = layout_open(&m->layout, &m->memory, &m->is, err);
    if (!code)
        code = read_minimize(m, err);
    if (!code)
        name_rules(m);
    m->memory.out = NULL;
    return code;
}

int wgcq_model_new(wgcq_model **out, const wgcq_description *description, wgcq_error *err)
{
    c_model *m = calloc(1, sizeof *m);
    if (!m)
        return fault_memory(err);
    m->is = *description;
    m->moves = texts_new();
    int code = m->moves ? build(m, err) : fault_memory(err);
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
    texts_free(m->moves);
    arena_free(&m->memory);
    free(m);
}
