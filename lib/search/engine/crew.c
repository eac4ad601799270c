/* crew.c - several threads expand a batch of states in pieces. */
#include "search/engine/crew.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/progress_clock.h"
#include "search/engine/limits.h"
#include "search/engine/speedup.h"
#include "search/engine/spelled.h"
#include "search/engine/workers.h"

enum {
    PIECES = 64,             /* of a batch                               */
    PIECES_A_THREAD = 4,     /* so that no thread waits long for the last one */
    BATCH_BYTES = 64 << 20,  /* of successors at most, or                */
    MEMORY_SHARE = 4,        /* such a part of what is left of --max-memory */
    FILES_MEMORY = 64 << 20, /* in less, most of which files take, batches are too small to share */
};

/* Estimates, some times what waking a thread takes; tests/bench/threads is for tuning them. */
static const double WORTH_SECONDS = 100e-6, /* of expanding, for threads to be woken */
    PIECE_SECONDS = 10e-6;                  /* for a thread to take a piece          */

/* Some of the batch's states, and their successors. */
typedef struct crew_piece {
    batch successors;
    bool found;
} crew_piece;

typedef struct crew {
    engine *r;
    workers workers;
    spelled spelled;
    speedup speedup;
    /* The batch before: its states, 0 where it was not worth sharing, and when it began. */
    size_t states_before;
    double began_before;
    const expansion *x;
    size_t pieces;
    crew_piece piece[PIECES];
} crew;

/* ---- a piece -------------------------------------------------------------------------------- */

/* The piece is filled in at the end: pieces beside each other share cache lines. */
static void expand_piece(void *self, size_t task, unsigned thread)
{
    crew *c = self;
    crew_piece p = {.successors = c->piece[task].successors};
    expansion x = *c->x;
    bool too_large = false;
    wgcq_error none = {0};
    const size_t first = share_begin(c->x->count, c->pieces, task);
    x.states += first * c->r->model->words;
    x.count = share_begin(c->x->count, c->pieces, task + 1) - first;
    batch_clear(&p.successors);
    p.found =
        !workers_expand(&c->workers, thread, &x, &p.successors, &too_large, &none) && !too_large;
    c->piece[task] = p;
}

static size_t bytes_of_batch(const engine *r)
{
    const size_t left = limits_memory_left(r) / MEMORY_SHARE;
    return left < BATCH_BYTES ? left : BATCH_BYTES;
}

static bool is_expanding_worth_it(const engine *r, size_t states)
{
    const size_t given = r->options->hooks.wide_level;
    return !r->stopped && states > 1 &&
           (given ? states >= given : (double)states * r->seconds_a_state >= WORTH_SECONDS);
}

/* Some for each thread, unless so few states are not worth its while. */
static size_t pieces_of_batch(const engine *r, size_t states)
{
    const size_t most = (size_t)PIECES_A_THREAD * r->options->threads;
    const double worth = (double)states * r->seconds_a_state / PIECE_SECONDS;
    size_t pieces = most < PIECES ? most : PIECES;
    pieces = pieces < states ? pieces : states;
    return !r->options->hooks.wide_level && worth < (double)pieces ? (size_t)worth + 1 : pieces;
}

static void expand_pieces(crew *c)
{
    engine *r = c->r;
    const size_t each = bytes_of_batch(r) / c->pieces;
    struct timespec began;
    c->workers.wants = r->wants | WANT_KNOWN_MOVES;
    workers_begin(&c->workers, (unsigned)c->pieces);
    if (!c->workers.budget.limit || c->workers.budget.limit > each)
        c->workers.budget.limit = each ? each : 1;
    clock_gettime(CLOCK_MONOTONIC, &began);
    thread_pool_run(c->workers.pool, expand_piece, c, c->pieces);
    workers_end(&c->workers);
    const size_t threads = c->pieces < r->options->threads ? c->pieces : r->options->threads;
    r->seconds_a_state = seconds_since(&began) * (double)threads / (double)c->x->count;
}

/* ---- the pieces as one ---------------------------------------------------------------------- */

static bool add_successors(batch *to, const batch *from, size_t lanes)
{
    if (!batch_reserve(to, from->count))
        return false;
    memcpy(to->state + to->count * to->words, from->state,
           from->count * to->words * sizeof *to->state);
    memcpy(to->move + to->count, from->move, from->count * sizeof *to->move);
    if (to->costs)
        memcpy(to->cost + to->count * to->costs, from->cost,
               from->count * to->costs * sizeof *to->cost);
    for (size_t i = 0; i < from->count; i++)
        to->lane[to->count + i] = from->lane[i] + (uint32_t)lanes;
    to->count += from->count;
    return true;
}

static bool add_rejections(batch *to, const batch *from, size_t lanes)
{
    if (!batch_reserve_rejections(to, from->rejected))
        return false;
    for (size_t i = 0; i < from->rejected; i++)
        to->rejected_lane[to->rejected + i] = from->rejected_lane[i] + (uint32_t)lanes;
    memcpy(to->rejected_move + to->rejected, from->rejected_move,
           from->rejected * sizeof *to->rejected_move);
    memcpy(to->rejected_rule + to->rejected, from->rejected_rule,
           from->rejected * sizeof *to->rejected_rule);
    to->rejected += from->rejected;
    return true;
}

/* False: a piece's successors were not found, or there is no memory. */
static bool join_pieces(crew *c, batch *to)
{
    bool ok = true;
    batch_clear(to);
    for (size_t i = 0; i < c->pieces; i++)
        ok = ok && c->piece[i].found;
    for (size_t i = 0; ok && i < c->pieces; i++) {
        const batch *from = &c->piece[i].successors;
        const size_t first = share_begin(c->x->count, c->pieces, i);
        ok = (!from->count || add_successors(to, from, first)) &&
             (!from->rejected || add_rejections(to, from, first));
    }
    return ok;
}

static void measure_crew(crew *c)
{
    size_t bytes = sizeof *c + c->spelled.bytes;
    for (size_t i = 0; i < PIECES; i++)
        bytes += batch_memory(&c->piece[i].successors);
    c->r->crew_memory = bytes;
}

/* A batch's time is all until the next one: what is inserted and handed over, too. */
static bool is_quicker_together(crew *c, bool worth_it, size_t states)
{
    const double now = seconds_since(&c->r->began);
    if (c->states_before)
        speedup_done(&c->speedup, c->began_before, now, c->states_before);
    c->states_before = worth_it ? states : 0;
    c->began_before = now;
    return worth_it && speedup_together(&c->speedup, now);
}

/* The engine's expand_together. */
static bool expand_together(void *self, const expansion *x)
{
    crew *c = self;
    wgcq_error none = {0};
    const bool worth_it = is_expanding_worth_it(c->r, x->count);
    if (!is_quicker_together(c, worth_it, x->count) || workers_start(&c->workers, &none))
        return false;
    c->x = x;
    c->pieces = pieces_of_batch(c->r, x->count);
    expand_pieces(c);
    const bool joined = join_pieces(c, &c->r->successors);
    measure_crew(c);
    return joined;
}

/* The engine's add_texts. */
static void add_texts(void *self, state_rows *rows)
{
    crew *c = self;
    wgcq_error none = {0};
    if (is_spelling_worth_it(&c->spelled, c->r, rows->count) && !workers_start(&c->workers, &none))
        spell_together(&c->spelled, &c->workers, rows);
    measure_crew(c);
}

/* ---- made and freed ------------------------------------------------------------------------- */

int crew_open(engine *r)
{
    if (r->options->threads < 2)
        return 0;
    crew *c = r->crew = calloc(1, sizeof *c);
    if (!c)
        return error_set_memory(r->err);
    c->r = r;
    c->speedup.kind = (speedup_kind)r->options->hooks.sharing;
    for (size_t i = 0; i < PIECES; i++)
        c->piece[i].successors = (batch){.words = r->model->words, .costs = r->model->costs};
    r->expand_together = expand_together;
    r->add_texts = r->options->rows & ROWS_TEXTS ? add_texts : NULL;
    return workers_open(&c->workers, r) ? 0 : error_set_memory(r->err);
}

int crew_open_in_files(engine *r)
{
    const bool asked = r->options->hooks.wide_level;
    return asked || limits_memory_left(r) >= FILES_MEMORY ? crew_open(r) : 0;
}

void crew_close(engine *r)
{
    crew *c = r->crew;
    r->crew = NULL;
    r->expand_together = NULL;
    r->add_texts = NULL;
    r->crew_memory = 0;
    if (!c)
        return;
    workers_close(&c->workers);
    spelled_close(&c->spelled);
    for (size_t i = 0; i < PIECES; i++)
        batch_free(&c->piece[i].successors);
    free(c);
}
