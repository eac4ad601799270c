/*
 * teller.c - tells a puzzle's journeys one by one.
 *
 * A journey is a move's steps in order.  Choosing recurses into the rest of the story once for each
 * value, which is backtracking in its plainest form; whatever a step changes is put back behind it.
 */
#include "puzzle/teller.h"

#include <stdlib.h>
#include <string.h>

#include "puzzle/evaluate.h"

static const uint64_t STARTS_MOST = 50000000;

struct teller {
    const tree *of;
    evaluator v;
    uint64_t *state;      /* the traveller's, as the steps so far have changed it */
    uint64_t *before;     /* as it was before the step under way, a stack of them */
    const uint64_t *left; /* the state that is left                              */
    bool *bound;          /* [slots] has this choose or let name a value yet?     */
    int64_t *costs;       /* what cost steps have added so far                    */
    unsigned *set_in;     /* [cells] the last step that set this cell             */
    unsigned step_number;
    bool *given;         /* [cells] starts: has it a value yet?                  */
    const move *telling; /* NULL: a start                                        */
    unsigned wants;
    batch *out;
    teller_number number;
    void *numbering;
    text line;
    bool placed; /* the mistake names its move and state already */
};

teller *teller_new(const tree *t)
{
    teller *by = calloc(1, sizeof *by);
    size_t slots = (size_t)t->slots + 1, words = t->words + (size_t)1;
    if (!by)
        return NULL;
    by->of = t;
    by->v.of = t;
    by->v.slots = calloc(slots, sizeof *by->v.slots);
    by->bound = calloc(slots, sizeof *by->bound);
    by->state = calloc(words, sizeof *by->state);
    by->costs = calloc(t->cost_count + 1, sizeof *by->costs);
    by->set_in = calloc(t->cell_count + 1, sizeof *by->set_in);
    by->given = calloc(t->cell_count + 1, sizeof *by->given);
    if (by->v.slots && by->bound && by->state && by->costs && by->set_in && by->given)
        return by;
    teller_free(by);
    return NULL;
}

void teller_free(teller *by)
{
    if (!by)
        return;
    free(by->v.slots);
    free(by->bound);
    free(by->state);
    free(by->costs);
    free(by->set_in);
    free(by->given);
    text_free(&by->line);
    free(by);
}

static void begin(teller *by, const uint64_t *state, wgcq_error *err)
{
    by->v.state = state;
    by->v.err = err;
    by->v.steps = 0;
    by->v.depth = 0;
    by->placed = false;
}

int teller_value(int64_t *out, teller *by, const expr *e, const uint64_t *state, wgcq_error *err)
{
    wgcq_error own = {0};
    int64_t value = 0;
    begin(by, state, err ? err : &own);
    int code = evaluate(&by->v, e, &value);
    if (!code)
        *out = value;
    return code;
}

/* ---- texts -------------------------------------------------------------------------- */

static bool known(const teller *by, const piece *p)
{
    for (size_t i = 0; i < p->needs; i++)
        if (!by->bound[p->need[i]])
            return false;
    return true;
}

/* The move's text; expressions see the state that is left. */
static int move_line(teller *by, const move *m)
{
    text_clear(&by->line);
    const uint64_t *now = by->v.state;
    int code = 0;
    by->v.state = by->left;
    for (size_t i = 0; i < m->text.count && !code; i++) {
        const piece *p = &m->text.pieces[i];
        int64_t value;
        if (p->text) {
            text_put(&by->line, p->text);
        } else if (!known(by, p)) {
            text_char(&by->line, '?');
        } else {
            code = evaluate(&by->v, p->value, &value);
            if (!code)
                evaluate_spell(&by->line, p->value->of, value, false);
        }
    }
    by->v.state = now;
    return !code && by->line.failed ? WGCQ_EMEMORY : code;
}

static int move_number(teller *by, const move *m, uint32_t *number)
{
    int code = move_line(by, m);
    if (code)
        return code;
    code = by->number(by->numbering, text_string(&by->line), by->line.length, number);
    return code ? fault_memory(by->v.err) : 0;
}

/* ---- mistakes on the way ---------------------------------------------------------------- */

static void describe(const tree *t, const uint64_t *state, text *out)
{
    enum { LONGEST = 300 };
    for (size_t i = 0; i < t->cell_count && out->length < LONGEST; i++) {
        text_printf(out, "%s%s=", i ? " " : "", t->cells[i].said);
        evaluate_spell(out, t->cells[i].of->of, evaluate_read(t, state, i), false);
    }
    if (out->length >= LONGEST)
        text_put(out, " ...");
}

/* Adds the move and the state to a run-time mistake. */
static int tell_where(teller *by, int code)
{
    wgcq_error *err = by->v.err;
    if (code != WGCQ_ERUN || !err || !by->left || by->placed)
        return code;
    by->placed = true; /* here; the steps before it, which this passes through, add nothing */
    wgcq_error first = *err;
    text where = {0};
    if (by->telling) {
        err->code = WGCQ_OK; /* making the text may fail in its turn, which changes nothing */
        text_printf(&where, ", in the move '%s'",
                    move_line(by, by->telling) ? by->telling->name : text_string(&by->line));
        *err = first;
    }
    text_put(&where, ", in the state ");
    describe(by->of, by->left, &where);
    size_t used = strlen(err->text);
    size_t room = sizeof err->text - used - 1;
    size_t length = where.length < room ? where.length : room;
    if (!where.failed) {
        memcpy(err->text + used, text_string(&where), length);
        err->text[used + length] = '\0';
    }
    text_free(&where);
    return code;
}

/* ---- steps --------------------------------------------------------------------------------- */

static int tell_from(teller *by, const step *steps, size_t count, size_t at);
static int arrive(teller *by);

typedef struct story {
    teller *by;
    const step *steps;
    size_t count, at;
} story;

static void bind(teller *by, const loop *over, bool bound)
{
    for (size_t i = 0; i < over->count; i++)
        for (size_t k = 0; k < over->bindings[i].slots; k++)
            by->bound[over->bindings[i].slot[k]] = bound;
}

static int chosen(void *self)
{
    story *s = self;
    teller *by = s->by;
    const step *here = &s->steps[s->at];
    bind(by, here->loop, true);
    int code = tell_from(by, s->steps, s->count, s->at + 1);
    bind(by, here->loop, false);
    return code;
}

static int refuse(teller *by, int which)
{
    if (which < 0 || !by->telling || !(by->wants & WANT_REFUSALS))
        return 0;
    uint32_t number;
    batch *out = by->out;
    int code = move_number(by, by->telling, &number);
    if (code)
        return code;
    for (size_t i = 0; i < out->refused; i++)
        if (out->refused_move[i] == number && out->refused_rule[i] == (uint32_t)which)
            return 0;
    if (!batch_reserve_refusals(out, 1))
        return fault_memory(by->v.err);
    out->refused_lane[out->refused] = 0;
    out->refused_move[out->refused] = number;
    out->refused_rule[out->refused++] = (uint32_t)which;
    return 0;
}

static int add_cost(teller *by, const step *here, int64_t value)
{
    int64_t *sum = &by->costs[here->cost];
    if (value < 0)
        return evaluate_fault(&by->v, here->value->at, "the cost '%s' is negative: %lld",
                              by->of->costs[here->cost].name, (long long)value);
    if (__builtin_add_overflow(*sum, value, sum))
        return evaluate_fault(&by->v, here->value->at, "the cost '%s' does not fit 64 bits",
                              by->of->costs[here->cost].name);
    return 0;
}

/* ---- set: all at once --------------------------------------------------------------------------
 */

typedef struct setting_of {
    teller *by;
    const assignment *a;
    uint64_t *to; /* the state that is being made */
} setting_of;

static int set_one(void *self)
{
    setting_of *s = self;
    teller *by = s->by;
    const assignment *a = s->a;
    int64_t value = 1;
    size_t number;
    int code = a->condition ? evaluate(&by->v, a->condition, &value) : 0;
    if (code || !value)
        return code;
    code = evaluate_cell(&by->v, a->variable, a->index, a->at, &number);
    if (!code)
        code = evaluate(&by->v, a->value, &value);
    if (code)
        return code;
    const cell *c = &by->of->cells[number];
    if (type_position(c->of, value) < 0) {
        text said = {0};
        evaluate_spell(&said, c->of->of, value, false);
        text_put(&said, ": it is ");
        evaluate_spell_type(&said, c->of);
        code = evaluate_fault(&by->v, a->value->at, "'%s' cannot hold %s", c->said,
                              text_string(&said));
        text_free(&said);
        return code;
    }
    if (by->telling && by->set_in[number] == by->step_number)
        return evaluate_fault(&by->v, a->at, "'%s' is set twice in one step", c->said);
    by->set_in[number] = by->step_number;
    by->given[number] = true;
    evaluate_write(by->of, s->to, number, value);
    return 0;
}

static int set_all(teller *by, const assignment *items, size_t count, uint64_t *to)
{
    int code = 0;
    by->step_number++;
    for (size_t i = 0; i < count && !code; i++) {
        setting_of s = {by, &items[i], to};
        code = items[i].loop ? evaluate_loop(&by->v, items[i].loop, set_one, &s) : set_one(&s);
    }
    return code;
}

static int tell_set(teller *by, const step *steps, size_t count, size_t at)
{
    size_t bytes = by->of->words * sizeof(uint64_t);
    uint64_t *before = malloc(bytes);
    bool *given = by->telling ? NULL : malloc(by->of->cell_count + 1);
    int code = 0;
    if (!before || (!by->telling && !given)) {
        free(before);
        return fault_memory(by->v.err);
    }
    memcpy(before, by->state, bytes);
    if (given)
        memcpy(given, by->given, by->of->cell_count + 1);
    by->v.state = before;
    code = set_all(by, steps[at].assignments, steps[at].count, by->state);
    by->v.state = by->state;
    if (!code)
        code = tell_from(by, steps, count, at + 1);
    memcpy(by->state, before, bytes);
    if (given)
        memcpy(by->given, given, by->of->cell_count + 1);
    free(given);
    free(before);
    return code;
}

static int tell_step(teller *by, const step *steps, size_t count, size_t at)
{
    const step *here = &steps[at];
    int64_t value;
    int code = 0;
    if (here->form == STEP_CHOOSE) {
        story s = {by, steps, count, at};
        return evaluate_loop(&by->v, here->loop, chosen, &s);
    }
    if (here->form == STEP_SET)
        return tell_set(by, steps, count, at);
    code = evaluate(&by->v, here->value, &value);
    if (code)
        return code;
    if (here->form == STEP_GUARD)
        return value ? tell_from(by, steps, count, at + 1) : refuse(by, here->rule);
    if (here->form == STEP_LET) {
        by->v.slots[here->slot] = value;
        by->bound[here->slot] = true;
        code = tell_from(by, steps, count, at + 1);
        by->bound[here->slot] = false;
        return code;
    }
    int64_t sum = by->costs[here->cost];
    code = add_cost(by, here, value);
    if (!code)
        code = tell_from(by, steps, count, at + 1);
    by->costs[here->cost] = sum;
    return code;
}

static int tell_from(teller *by, const step *steps, size_t count, size_t at)
{
    int code = at == count ? arrive(by) : tell_step(by, steps, count, at);
    return code < 0 ? tell_where(by, code) : code;
}

/* ---- arriving
 * --------------------------------------------------------------------------------------- */

/* The first rule that the state breaks; -1: none. */
static int broken_rule(teller *by, int *out)
{
    *out = -1;
    for (size_t i = 0; i < by->of->state_rule_count; i++) {
        int64_t value;
        int code = evaluate(&by->v, by->of->rules[i].value, &value);
        if (code)
            return code;
        if ((value != 0) == by->of->rules[i].broken_if) {
            *out = (int)i;
            return 0;
        }
    }
    return 0;
}

static int full_cost(teller *by, size_t number, int64_t *out)
{
    const cost *c = &by->of->costs[number];
    int64_t seen = 0;
    int code = c->value ? evaluate(&by->v, c->value, &seen) : 0;
    if (code)
        return code;
    if (seen < 0)
        return evaluate_fault(&by->v, c->value->at, "the cost '%s' is negative: %lld", c->name,
                              (long long)seen);
    if (__builtin_add_overflow(seen, by->costs[number], out))
        return evaluate_fault(&by->v, c->at, "the cost '%s' does not fit 64 bits", c->name);
    return 0;
}

/* An edge with this text to this state that is there already; out->count: none. */
static size_t same_edge(const teller *by, uint32_t number)
{
    const batch *out = by->out;
    size_t words = by->of->words;
    for (size_t i = 0; i < out->count; i++)
        if (out->move[i] == number &&
            !memcmp(out->state + i * words, by->state, words * sizeof *by->state))
            return i;
    return out->count;
}

static int keep_edge(teller *by)
{
    batch *out = by->out;
    size_t costs = by->of->cost_count;
    uint32_t number;
    int code = move_number(by, by->telling, &number);
    if (code)
        return code;
    if (!batch_reserve(out, 1))
        return fault_memory(by->v.err);
    size_t at = same_edge(by, number);
    for (size_t i = 0; i < costs; i++) {
        int64_t value = 0;
        code = full_cost(by, i, &value);
        if (code)
            return code;
        if (at < out->count && out->cost[at * costs + i] != value)
            return evaluate_fault(
                &by->v, by->telling->at,
                "two ways to make this move cost differently: %s is %lld and %lld",
                by->of->costs[i].name, (long long)out->cost[at * costs + i], (long long)value);
        out->cost[at * costs + i] = value;
    }
    if (at < out->count)
        return 0;
    out->lane[at] = 0;
    out->move[at] = number;
    memcpy(out->state + at * by->of->words, by->state, by->of->words * sizeof *by->state);
    out->count++;
    return 0;
}

static int keep_start(teller *by);

static int arrive(teller *by)
{
    enum { ARRIVING = 20 }; /* what comparing and keeping costs, in steps of the evaluator */
    int broken;
    by->v.steps += ARRIVING;
    if (!by->telling)
        return keep_start(by);
    int code = broken_rule(by, &broken);
    if (code)
        return code;
    return broken < 0 ? keep_edge(by) : refuse(by, broken);
}

int teller_tell(teller *by, const uint64_t *state, unsigned wants, batch *out, teller_number number,
                void *self, wgcq_error *err)
{
    wgcq_error own = {0};
    int code = 0;
    batch_clear(out);
    begin(by, by->state, err ? err : &own);
    memcpy(by->state, state, by->of->words * sizeof *state);
    memset(by->costs, 0, by->of->cost_count * sizeof *by->costs);
    memset(by->bound, 0, (size_t)by->of->slots + 1);
    by->left = state;
    by->out = out;
    by->wants = wants;
    by->number = number;
    by->numbering = self;
    for (size_t i = 0; i < by->of->move_count && !code; i++) {
        by->telling = &by->of->moves[i];
        code = tell_from(by, by->telling->steps, by->telling->count, 0);
    }
    by->telling = NULL;
    by->left = NULL;
    return code < 0 ? code : 0;
}

int teller_marks(teller *by, const uint64_t *state, uint8_t *marks, wgcq_error *err)
{
    int64_t goal = 0, end = 0;
    int code = 0;
    wgcq_error own = {0};
    begin(by, state, err ? err : &own);
    by->left = state;
    by->telling = NULL;
    if (by->of->goal)
        code = evaluate(&by->v, by->of->goal, &goal);
    if (!code && by->of->end)
        code = evaluate(&by->v, by->of->end, &end);
    code = code ? tell_where(by, code) : 0;
    by->left = NULL;
    if (!code)
        *marks = (uint8_t)((goal ? MARK_GOAL : 0) | (end ? MARK_END : 0));
    return code;
}

/* ---- starts
 * ------------------------------------------------------------------------------------------- */

/* What keep_start needs to know of the starts so far. */
typedef struct starting {
    uint32_t *slots; /* a set of the states in by->out */
    size_t room;
    uint64_t broken;
    int first_broken;
} starting;

static uint64_t hash_state(const uint64_t *state, size_t words)
{
    uint64_t h = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < words; i++) {
        h = (h ^ state[i]) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return h;
}

static bool grow_starts(starting *s, const batch *out, size_t words)
{
    size_t room = s->room ? s->room * 2 : 256;
    uint32_t *slots = calloc(room, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < out->count; i++) {
        size_t at = hash_state(out->state + i * words, words) & (room - 1);
        while (slots[at])
            at = (at + 1) & (room - 1);
        slots[at] = (uint32_t)i + 1;
    }
    free(s->slots);
    s->slots = slots;
    s->room = room;
    return true;
}

static int add_start(teller *by, starting *s)
{
    batch *out = by->out;
    size_t words = by->of->words;
    if (out->count >= STARTS_MOST)
        return evaluate_fault(&by->v, by->of->start_at, "there are more than %llu starts",
                              (unsigned long long)STARTS_MOST);
    if ((out->count + 1) * 2 > s->room && !grow_starts(s, out, words))
        return fault_memory(by->v.err);
    size_t at = hash_state(by->state, words) & (s->room - 1);
    for (; s->slots[at]; at = (at + 1) & (s->room - 1))
        if (!memcmp(out->state + (s->slots[at] - 1) * words, by->state, words * sizeof *out->state))
            return 0;
    if (!batch_reserve(out, 1))
        return fault_memory(by->v.err);
    memcpy(out->state + out->count * words, by->state, words * sizeof *out->state);
    out->lane[out->count] = 0;
    by->v.steps = 0; /* of starts that differ there may be many */
    s->slots[at] = (uint32_t)++out->count;
    return 0;
}

static int keep_start(teller *by)
{
    starting *s = by->numbering;
    int broken;
    for (size_t i = 0; i < by->of->cell_count; i++)
        if (!by->given[i])
            return evaluate_fault(&by->v, by->of->start_at, "the start gives no value for '%s'",
                                  by->of->cells[i].said);
    int code = broken_rule(by, &broken);
    if (code)
        return code;
    if (broken < 0)
        return add_start(by, s);
    if (!s->broken++)
        s->first_broken = broken;
    return 0;
}

/* One start for every value of the cells that are `any`, from the `number`-th on. */
static int any_from(teller *by, const size_t *cells, size_t count, size_t at)
{
    if (at == count)
        return keep_start(by);
    const type *of = by->of->cells[cells[at]].of;
    int code = 0;
    for (uint64_t i = 0; i < of->count && !code; i++) {
        evaluate_write(by->of, by->state, cells[at], type_value(of, i));
        code = any_from(by, cells, count, at + 1);
    }
    return code;
}

/* Assignments in order, a later one overrides; which cells are left as `any` is collected. */
typedef struct any_of {
    teller *by;
    const assignment *a;
    bool *any;
} any_of;

static int assign_start(void *self)
{
    any_of *s = self;
    teller *by = s->by;
    int64_t holds = 1;
    size_t number;
    int code = s->a->condition ? evaluate(&by->v, s->a->condition, &holds) : 0;
    if (code || !holds)
        return code;
    code = evaluate_cell(&by->v, s->a->variable, s->a->index, s->a->at, &number);
    if (code)
        return code;
    s->any[number] = !s->a->value;
    by->given[number] = true;
    setting_of one = {by, s->a, by->state};
    return s->a->value ? set_one(&one) : 0;
}

static int starts_of_mapping(teller *by)
{
    size_t count = 0;
    int code = 0;
    bool *any = calloc(by->of->cell_count + 1, sizeof *any);
    size_t *cells = calloc(by->of->cell_count + 1, sizeof *cells);
    for (size_t i = 0; i < by->of->start_count && any && cells && !code; i++) {
        any_of s = {by, &by->of->start[i], any};
        code = s.a->loop ? evaluate_loop(&by->v, s.a->loop, assign_start, &s) : assign_start(&s);
    }
    if (!any || !cells)
        code = fault_memory(by->v.err);
    for (size_t i = 0; i < by->of->cell_count && !code; i++)
        if (any[i])
            cells[count++] = i;
    by->v.state = by->state; /* rules read it */
    if (!code)
        code = any_from(by, cells, count, 0);
    free(any);
    free(cells);
    return code;
}

int teller_starts(teller *by, batch *out, wgcq_error *err)
{
    wgcq_error own = {0};
    starting s = {.first_broken = -1};
    begin(by, by->state, err ? err : &own);
    memset(by->state, 0, (by->of->words + (size_t)1) * sizeof *by->state);
    memset(by->given, 0, by->of->cell_count + 1);
    memset(by->bound, 0, (size_t)by->of->slots + 1);
    by->left = NULL;
    by->telling = NULL;
    by->out = out;
    by->numbering = &s;
    int code = by->of->start_step_count
                   ? tell_from(by, by->of->start_steps, by->of->start_step_count, 0)
                   : starts_of_mapping(by);
    free(s.slots);
    if (code < 0)
        return code;
    if (!out->count && s.broken)
        return evaluate_fault(
            &by->v, by->of->start_at, "no start is left: %s breaks a rule, '%s' the first",
            s.broken == 1 ? "the only one" : "every one", by->of->rules[s.first_broken].name);
    if (!out->count)
        return evaluate_fault(&by->v, by->of->start_at, "there is no start");
    return 0;
}

/* ---- pictures
 * --------------------------------------------------------------------------------------------- */

/* A row a line, a blank line between planes. */
static void show_array(teller *by, const variable *a, const uint64_t *state, text *out)
{
    size_t row = a->indices ? (size_t)a->index[a->indices - 1]->count : 1;
    size_t plane = a->indices > 2 ? row * (size_t)a->index[a->indices - 2]->count : 0;
    bool tight = type_is_narrow(a->of);
    for (size_t i = 0; i < a->cells; i++) {
        if (i && i % row == 0)
            text_put(out, plane && i % plane == 0 ? "\n\n" : "\n");
        else if (i && !tight)
            text_char(out, ' ');
        evaluate_spell(out, a->of->of, evaluate_read(by->of, state, a->first + i), true);
    }
}

static int show_piece(teller *by, const piece *p, const uint64_t *state, text *out)
{
    int64_t value;
    if (p->text) {
        text_put(out, p->text);
        return 0;
    }
    if (p->variable) {
        show_array(by, p->variable, state, out);
        return 0;
    }
    int code = evaluate(&by->v, p->value, &value);
    if (!code)
        evaluate_spell(out, p->value->of, value, true);
    return code;
}

int teller_show(teller *by, const uint64_t *state, text *out, wgcq_error *err)
{
    wgcq_error own = {0};
    const tree *t = by->of;
    int code = 0;
    begin(by, state, err ? err : &own);
    by->left = state;
    by->telling = NULL;
    for (size_t i = 0; i < t->show.count && !code; i++)
        code = show_piece(by, &t->show.pieces[i], state, out);
    for (size_t i = 0; i < t->cell_count && !t->show.count; i++) {
        text_printf(out, "%s%s=", i ? " " : "", t->cells[i].name);
        evaluate_spell(out, t->cells[i].of->of, evaluate_read(t, state, i), true);
    }
    code = code ? tell_where(by, code) : out->failed ? fault_memory(by->v.err) : 0;
    by->left = NULL;
    return code;
}
