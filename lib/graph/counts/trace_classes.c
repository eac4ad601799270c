/* trace_classes.c - lexicographic normal forms, counted by state and forbidden moves. */
#include "graph/counts/trace_classes.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/bigcount.h"
#include "base/error.h"
#include "graph/algorithms/optimal_states.h"
#include "graph/counts/mate_table.h"

enum { LETTERS_MOST = 1024, SET_WORDS_MOST = LETTERS_MOST / 64 };
#define TRACE_BYTES_MOST ((size_t)1 << 30)

/* Whether two moves that follow one another commute. */
enum { NEVER_ADJACENT, COMMUTE, DO_NOT, VARIES };

typedef struct trace_counter {
    const cost_distance *dist;
    const graph *g;
    optimal_states on;
    uint32_t *letter; /* [letters] the moves of plans, ascending */
    size_t letters;
    uint8_t *relation;    /* [letters * letters], symmetric */
    uint64_t *commuting;  /* [letters][words] */
    uint64_t *less;       /* [letters][words]: those that commute and are less */
    unsigned words;       /* of a set of letters */
    mate_table now, next; /* keys: a state, and the letters that are forbidden behind it */
    bigcount total;
    progress_clock progress;
    wgcq_error *err;
} trace_counter;

static bool goes_along(const trace_counter *c, uint32_t state, uint64_t e)
{
    return !cost_distance_ends(c->dist, state) && cost_distance_tight(c->dist, state, e);
}

/* ---- letters --------------------------------------------------------------------------------- */

static int compare_letters(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static size_t letter_of(const trace_counter *c, uint64_t e)
{
    const uint32_t move = graph_move(c->g, e);
    const uint32_t *found = bsearch(&move, c->letter, c->letters, sizeof move, compare_letters);
    return (size_t)(found - c->letter);
}

/* Appends a move unless the letters, which are sorted, have it; WGCQ_DONE: there are too many. */
static int note_letter(trace_counter *c, uint32_t move)
{
    size_t i = 0;
    if (c->letters && bsearch(&move, c->letter, c->letters, sizeof move, compare_letters))
        return 0;
    if (c->letters == LETTERS_MOST)
        return WGCQ_DONE;
    while (i < c->letters && c->letter[i] < move)
        i++;
    memmove(c->letter + i + 1, c->letter + i, (c->letters - i) * sizeof *c->letter);
    c->letter[i] = move;
    c->letters++;
    return 0;
}

/* The edge of that move, which plans make, out of a state; UINT64_MAX: none, and UINT64_MAX - 1:
   several. */
static uint64_t edge_of_move(const trace_counter *c, uint32_t state, uint32_t move)
{
    uint64_t found = UINT64_MAX;
    for (uint64_t e = graph_row(c->g, state); e < graph_row_end(c->g, state); e++)
        if (graph_move(c->g, e) == move && goes_along(c, state, e))
            found = found == UINT64_MAX ? e : UINT64_MAX - 1;
    return found;
}

static int list_letters(trace_counter *c)
{
    int code = 0;
    c->letter = malloc((LETTERS_MOST + (size_t)1) * sizeof *c->letter);
    if (!c->letter)
        return error_set_memory(c->err);
    for (uint32_t i = 0; i < c->on.count && !code; i++) {
        const uint32_t s = c->on.states[i];
        for (uint64_t e = graph_row(c->g, s); e < graph_row_end(c->g, s) && !code; e++) {
            if (!goes_along(c, s, e))
                continue;
            code = edge_of_move(c, s, graph_move(c->g, e)) == e
                       ? note_letter(c, graph_move(c->g, e))
                       : WGCQ_DONE;
        }
        code = code ? code : progress_poll(&c->progress, c->g->monitor, 0, c->err);
    }
    return code;
}

/* ---- which of them commute ------------------------------------------------------------------- */

static void note_relation(trace_counter *c, size_t a, size_t b, bool commute)
{
    const uint8_t kind = commute ? COMMUTE : DO_NOT;
    c->relation[a * c->letters + b] |= kind;
    c->relation[b * c->letters + a] |= kind;
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
        if (!goes_along(c, state, e))
            continue;
        for (uint64_t n = graph_row(g, to); n < graph_row_end(g, to); n++)
            if (goes_along(c, to, n) && graph_move(g, n) != graph_move(g, e))
                note_relation(c, letter_of(c, e), letter_of(c, n), are_exchanged(c, state, e, n));
    }
}

static void fill_sets(trace_counter *c)
{
    for (size_t a = 0; a < c->letters; a++)
        for (size_t b = 0; b < c->letters; b++) {
            const uint64_t bit = UINT64_C(1) << b % 64;
            if (c->relation[a * c->letters + b] != COMMUTE)
                continue;
            c->commuting[a * c->words + b / 64] |= bit;
            if (b < a)
                c->less[a * c->words + b / 64] |= bit;
        }
}

static int relate_moves(trace_counter *c)
{
    int code = 0;
    c->words = (unsigned)(c->letters + 63) / 64;
    c->relation = calloc(c->letters * c->letters + 1, 1);
    c->commuting = calloc(c->letters * c->words + 1, sizeof *c->commuting);
    c->less = calloc(c->letters * c->words + 1, sizeof *c->less);
    if (!c->relation || !c->commuting || !c->less)
        return error_set_memory(c->err);
    for (uint32_t i = 0; i < c->on.count && !code; i++) {
        relate_moves_at(c, c->on.states[i]);
        code = progress_poll(&c->progress, c->g->monitor, 0, c->err);
    }
    for (size_t i = 0; i < c->letters * c->letters && !code; i++)
        code = c->relation[i] == VARIES ? WGCQ_DONE : 0;
    fill_sets(c);
    return code;
}

/* ---- level by level -------------------------------------------------------------------------- */

static bool follow_form(trace_counter *c, uint32_t entry, uint64_t e)
{
    uint64_t key[SET_WORDS_MOST + 1];
    const uint64_t *from = c->now.key + (size_t)entry * c->now.words;
    const size_t a = letter_of(c, e);
    if (from[1 + a / 64] >> a % 64 & 1)
        return true;
    key[0] = c->g->dst[e];
    for (unsigned w = 0; w < c->words; w++)
        key[1 + w] = (from[1 + w] & c->commuting[a * c->words + w]) | c->less[a * c->words + w];
    return mate_table_add(&c->next, key, &c->now.ways, entry);
}

static int follow_forms(trace_counter *c, uint32_t entry)
{
    const uint32_t s = (uint32_t)c->now.key[(size_t)entry * c->now.words];
    bool fine = !cost_distance_ends(c->dist, s) || bigcount_add(&c->total, 0, &c->now.ways, entry);
    for (uint64_t e = graph_row(c->g, s); e < graph_row_end(c->g, s) && fine; e++)
        if (goes_along(c, s, e))
            fine = follow_form(c, entry, e);
    if (!fine)
        return error_set_memory(c->err);
    if (mate_table_bytes(&c->now) + mate_table_bytes(&c->next) > TRACE_BYTES_MOST)
        return WGCQ_DONE;
    return progress_poll(&c->progress, c->g->monitor, 0, c->err);
}

static int begin_forms(trace_counter *c)
{
    const uint64_t none[SET_WORDS_MOST + 1] = {0};
    uint64_t key[SET_WORDS_MOST + 1];
    bigcount one = {0};
    c->now.words = c->next.words = 1 + c->words;
    bool fine = bigcount_resize(&c->total, 1) && bigcount_push_one(&one);
    memcpy(key, none, sizeof key);
    for (uint32_t s = 1; s <= c->g->states && fine; s++) {
        key[0] = s;
        if (optimal_states_has(&c->on, s) && optimal_states_begin(&c->on, s))
            fine = mate_table_add(&c->now, key, &one, 0);
    }
    bigcount_free(&one);
    return fine ? 0 : error_set_memory(c->err);
}

/* Optimal plans have equally many moves, so each level is of one number of moves. */
static int count_forms(trace_counter *c)
{
    int code = begin_forms(c);
    while (c->now.count && !code) {
        mate_table_clear(&c->next);
        for (uint32_t i = 0; i < c->now.count && !code; i++)
            code = follow_forms(c, i);
        mate_table swap = c->now;
        c->now = c->next;
        c->next = swap;
    }
    return code;
}

static void close_counter_of_traces(trace_counter *c)
{
    optimal_states_free(&c->on);
    free(c->letter);
    free(c->relation);
    free(c->commuting);
    free(c->less);
    mate_table_free(&c->now);
    mate_table_free(&c->next);
    bigcount_free(&c->total);
}

static int count_traces(char **count, const cost_distance *dist, uint32_t best, wgcq_error *err)
{
    trace_counter c = {.dist = dist, .g = dist->g, .err = err};
    progress_begin(&c.progress, "counting", dist->g);
    int code = optimal_states_find(&c.on, dist, best, err);
    if (!code)
        code = list_letters(&c);
    if (!code)
        code = relate_moves(&c);
    if (!code)
        code = count_forms(&c);
    if (!code && !(*count = bigcount_text(&c.total, 0)))
        code = error_set_memory(err);
    close_counter_of_traces(&c);
    return code;
}

int trace_classes_count(char **count, const graph *g, const reversed_graph *back, cost_order order,
                        wgcq_error *err)
{
    cost_distance dist = {.g = g};
    int code = cost_distance_find(&dist, g, back, order, err);
    const uint32_t best = code ? 0 : cost_distance_best_start(&dist);
    if (!code && best && cost_distance_fits(&dist, best))
        code = count_traces(count, &dist, best, err);
    else if (!code)
        code = WGCQ_DONE;
    cost_distance_free(&dist);
    return code;
}
