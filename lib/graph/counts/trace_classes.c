/* trace_classes.c - lexicographic normal forms, counted by state and forbidden moves. */
#include "graph/counts/trace_classes.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "graph/counts/plan_levels.h"

enum { LETTERS_MOST = 1024 };

/* Whether two moves that follow one another commute. */
enum { NEVER_ADJACENT, COMMUTE, DO_NOT, VARIES };

typedef struct trace_counter {
    const best_plans *plans;
    const graph *g;
    plan_letters letters;
    uint8_t *relation;   /* [letters * letters], symmetric */
    uint64_t *commuting; /* [letters][words] */
    uint64_t *less;      /* [letters][words]: those that commute and are less */
    unsigned words;      /* of a set of letters */
    progress_clock progress;
    wgcq_error *err;
} trace_counter;

static size_t letter_of(const trace_counter *c, uint64_t e)
{
    return plan_letters_find(&c->letters, graph_move(c->g, e));
}

/* The edge of that move, which plans make, out of a state; UINT64_MAX: none, and UINT64_MAX - 1:
   several. */
static uint64_t edge_of_move(const trace_counter *c, uint32_t state, uint32_t move)
{
    uint64_t found = UINT64_MAX;
    for (uint64_t e = graph_row(c->g, state); e < graph_row_end(c->g, state); e++)
        if (graph_move(c->g, e) == move && cost_distance_follows(&c->plans->dist, state, e))
            found = found == UINT64_MAX ? e : UINT64_MAX - 1;
    return found;
}

/* Whether no move leads from a state to several. */
static int test_moves(trace_counter *c)
{
    int code = 0;
    for (uint32_t i = 0; i < c->plans->on.count && !code; i++) {
        const uint32_t s = c->plans->on.states[i];
        for (uint64_t e = graph_row(c->g, s); e < graph_row_end(c->g, s) && !code; e++)
            if (cost_distance_follows(&c->plans->dist, s, e) &&
                edge_of_move(c, s, graph_move(c->g, e)) != e)
                code = WGCQ_DONE;
        code = code ? code : progress_poll(&c->progress, c->g->monitor, 0, c->err);
    }
    return code;
}

/* ---- which of them commute ------------------------------------------------------------------- */

static void note_relation(trace_counter *c, size_t a, size_t b, bool commute)
{
    const uint8_t kind = commute ? COMMUTE : DO_NOT;
    c->relation[a * c->letters.count + b] |= kind;
    c->relation[b * c->letters.count + a] |= kind;
}

/* Edge `first` out of a state, and `second` behind it: whether they lead there in the other order.
 */
static bool are_exchanged(const trace_counter *c, uint32_t state, uint64_t first, uint64_t second)
{
    const uint64_t other = edge_of_move(c, state, graph_move(c->g, second));
    if (other >= UINT64_MAX - 1)
        return false;
    const uint64_t then = edge_of_move(c, c->g->dst[other], graph_move(c->g, first));
    return then < UINT64_MAX - 1 && c->g->dst[then] == c->g->dst[second];
}

static void relate_moves_at(trace_counter *c, uint32_t state)
{
    const graph *g = c->g;
    for (uint64_t e = graph_row(g, state); e < graph_row_end(g, state); e++) {
        const uint32_t to = g->dst[e];
        if (!cost_distance_follows(&c->plans->dist, state, e))
            continue;
        for (uint64_t n = graph_row(g, to); n < graph_row_end(g, to); n++)
            if (cost_distance_follows(&c->plans->dist, to, n) &&
                graph_move(g, n) != graph_move(g, e))
                note_relation(c, letter_of(c, e), letter_of(c, n), are_exchanged(c, state, e, n));
    }
}

static void fill_sets(trace_counter *c)
{
    for (size_t a = 0; a < c->letters.count; a++)
        for (size_t b = 0; b < c->letters.count; b++) {
            const uint64_t bit = UINT64_C(1) << b % 64;
            if (c->relation[a * c->letters.count + b] != COMMUTE)
                continue;
            c->commuting[a * c->words + b / 64] |= bit;
            if (b < a)
                c->less[a * c->words + b / 64] |= bit;
        }
}

static int relate_moves(trace_counter *c)
{
    const size_t letters = c->letters.count;
    const optimal_states *on = &c->plans->on;
    int code = 0;
    c->words = (unsigned)(letters + 63) / 64;
    c->relation = calloc(letters * letters + 1, 1);
    c->commuting = calloc(letters * c->words + 1, sizeof *c->commuting);
    c->less = calloc(letters * c->words + 1, sizeof *c->less);
    if (!c->relation || !c->commuting || !c->less)
        return error_set_memory(c->err);
    for (uint32_t i = 0; i < on->count && !code; i++) {
        relate_moves_at(c, on->states[i]);
        code = progress_poll(&c->progress, c->g->monitor, 0, c->err);
    }
    for (size_t i = 0; i < letters * letters && !code; i++)
        code = c->relation[i] == VARIES ? WGCQ_DONE : 0;
    fill_sets(c);
    return code;
}

/* ---- level by level -------------------------------------------------------------------------- */

/* `forbidden`: the letters that may not follow. */
static bool follow_form(const void *self, uint64_t *forbidden, size_t a)
{
    const trace_counter *c = self;
    if (forbidden[a / 64] >> a % 64 & 1)
        return false;
    for (unsigned w = 0; w < c->words; w++)
        forbidden[w] = (forbidden[w] & c->commuting[a * c->words + w]) | c->less[a * c->words + w];
    return true;
}

static char *sum_text(const mate_table *t)
{
    bigcount sum = {0};
    bool fine = bigcount_resize(&sum, 1);
    for (uint32_t i = 0; i < t->count && fine; i++)
        fine = bigcount_add(&sum, 0, &t->ways, i);
    char *text = fine ? bigcount_text(&sum, 0) : NULL;
    bigcount_free(&sum);
    return text;
}

static int count_forms(char **count, trace_counter *c)
{
    const plan_levels levels = {c->plans, &c->letters, c->words, follow_form, c};
    mate_table forms;
    int code = plan_levels_walk(&forms, &levels, c->err);
    if (!code && !(*count = sum_text(&forms)))
        code = error_set_memory(c->err);
    mate_table_free(&forms);
    return code;
}

int trace_classes_count(char **count, const best_plans *plans, wgcq_error *err)
{
    trace_counter c = {.plans = plans, .g = plans->dist.g, .err = err};
    progress_begin(&c.progress, "counting", c.g);
    int code = plan_letters_list(&c.letters, plans, err);
    if (!code && c.letters.count > LETTERS_MOST)
        code = WGCQ_DONE;
    code = code ? code : test_moves(&c);
    code = code ? code : relate_moves(&c);
    code = code ? code : count_forms(count, &c);
    plan_letters_free(&c.letters);
    FREE_EACH(c.relation, c.commuting, c.less);
    return code;
}
