/*
 * isomorphism.c - whether one plan becomes another when values are exchanged that the puzzle
 * declares `symmetric`, and which become which.
 *
 * A permutation of a type's values is made place by place, in the type's order: of the values still
 * free one is brought there by exchanges of neighbours.  What no later exchange touches must be as
 * in the other plan by then, so that nearly all of the permutations are never made.
 */
#include <stdlib.h>
#include <string.h>

#include "answers/compare/plan_pair.h"
#include "answers/compare/word_bag.h"
#include "base/error.h"
#include "puzzle/transposition.h"

enum { EFFORT_MOST = 1 << 22 }; /* images of the plan; then it is not known */

/* A place in the order of a type: exchanges first .. first + free - 1 bring a value there. */
typedef struct place {
    size_t first, free;
    size_t taken;    /* how far away the value is that is there now */
    uint64_t *image; /* the plan with what stands before this place brought there */
    uint64_t *fixed; /* bits that nothing from the next place on touches          */
} place;

typedef struct renaming {
    const stored_plan *a, *b;
    transpositions x;
    place *places;
    size_t count, at; /* at == count: all are taken */
    uint64_t *whole;  /* the image with all places taken */
    unsigned words;
    batch told;
    uint64_t effort;
    bool by_states;
    const wgcq_monitor *monitor;
    wgcq_error *err;
} renaming;

/* ---- making room ------------------------------------------------------------------------------
 */

static size_t items(const renaming *r)
{
    return r->a->count * r->words;
}

/* Of a type with n values exchanges i .. n - 2 bring one of n - i to place i. */
static int open_places(renaming *r)
{
    r->places = calloc(r->x.count + 1, sizeof *r->places);
    r->whole = malloc(items(r) * sizeof *r->whole);
    if (!r->places || !r->whole)
        return error_set_memory(r->err);
    for (size_t i = 0; i < r->x.count; i++) {
        place *p = &r->places[r->count++];
        p->first = i;
        while (i + p->free < r->x.count && r->x.all[i + p->free].type == r->x.all[i].type)
            p->free++;
        p->image = malloc(items(r) * sizeof *p->image);
        p->fixed = calloc(r->words, sizeof *p->fixed);
        if (!p->image || !p->fixed)
            return error_set_memory(r->err);
        for (size_t k = i + 1; k < r->x.count; k++)
            transposition_touches(&r->x.all[k], p->fixed);
        for (unsigned w = 0; w < r->words; w++)
            p->fixed[w] = ~p->fixed[w];
    }
    memcpy(r->count ? r->places->image : r->whole, r->a->packed_states,
           items(r) * sizeof *r->whole);
    return 0;
}

static void close_renaming(renaming *r)
{
    for (size_t i = 0; i < r->count; i++) {
        free(r->places[i].image);
        free(r->places[i].fixed);
    }
    free(r->places);
    free(r->whole);
    batch_free(&r->told);
    transpositions_close(&r->x);
}

/* ---- one place --------------------------------------------------------------------------------
 */

static uint64_t *image_behind(renaming *r, size_t at)
{
    return at + 1 < r->count ? r->places[at + 1].image : r->whole;
}

/* Brings the value that is `taken` places away; answers whether what stands then can stay. */
static bool take(renaming *r, size_t at, uint64_t *room)
{
    const place *p = &r->places[at];
    uint64_t *image = image_behind(r, at);
    memcpy(image, p->image, items(r) * sizeof *image);
    for (size_t k = p->taken; k-- > 0;)
        for (size_t i = 0; i < r->a->count; i++) {
            transpose_state(&r->x.all[p->first + k], image + i * r->words, r->words, room);
            memcpy(image + i * r->words, room, r->words * sizeof *room);
        }
    for (size_t i = 0; i < items(r); i++)
        if ((image[i] ^ r->b->packed_states[i]) & p->fixed[i % r->words])
            return false;
    return true;
}

/* ---- the moves --------------------------------------------------------------------------------
 */

/* A move's text with all exchanges of this permutation made. */
static bool rename_move(const renaming *r, const char *line, strbuf *out)
{
    strbuf other = {0};
    strbuf_put(out, line);
    for (size_t i = 0; i < r->count; i++)
        for (size_t k = r->places[i].taken; k-- > 0;) {
            strbuf_clear(&other);
            transpose_text(&r->x.all[r->places[i].first + k], strbuf_string(out), &other);
            strbuf_clear(out);
            strbuf_put(out, strbuf_string(&other));
        }
    bool fine = !out->failed && !other.failed;
    strbuf_free(&other);
    return fine;
}

/* How many moves lead from b's state before step k to that after it, and whether one of them is
   `wanted`. */
static int other_moves(renaming *r, size_t k, const char *wanted, size_t *count, bool *there)
{
    const wgcq_model *m = r->b->reference.model;
    int code = m->reference_expand(r->b->reference.worker, stored_plan_state(r->b, k - 1), WANT_MOVES,
                         &r->told, r->err);
    size_t fitting = 0;
    *count = 0;
    for (size_t i = 0; i < r->told.count && !code; i++) {
        bool same = false;
        if (memcmp(r->told.state + i * r->words, stored_plan_state(r->b, k),
                   r->words * sizeof *r->told.state) != 0)
            continue;
        if (!word_bag_same(&same, m->move_text(m, r->told.move[i]), wanted))
            code = error_set_memory(r->err);
        ++*count;
        fitting += same;
    }
    *there = fitting == 1;
    return code;
}

static int move_becomes(renaming *r, size_t k, bool *so)
{
    strbuf image = {0};
    size_t count = 0;
    bool there = false;
    bool fine = rename_move(r, r->a->steps[k].move, &image) &&
                word_bag_same(so, strbuf_string(&image), r->b->steps[k].move);
    int code = fine ? 0 : error_set_memory(r->err);
    if (!code && !*so) {
        code = other_moves(r, k, strbuf_string(&image), &count, &there);
        *so = count < 2 || !there;
        r->by_states |= count > 1 && !there;
    }
    strbuf_free(&image);
    return code;
}

/* States become those of b; do moves?  Where several join two states their texts decide, if they
   can. */
static int moves_become(renaming *r, bool *all)
{
    int code = 0;
    *all = true;
    r->by_states = false;
    for (size_t k = 1; k < r->a->count && *all && !code; k++)
        code = move_becomes(r, k, all);
    return code;
}

/* ---- all of them ------------------------------------------------------------------------------
 */

static int look(renaming *r)
{
    const wgcq_progress progress = {.phase = "symmetry"};
    if (++r->effort % 4096 || !r->monitor || !r->monitor->report)
        return 0;
    return r->monitor->report(r->monitor->self, &progress)
               ? error_set(r->err, WGCQ_EINTERRUPT, "interrupted")
               : 0;
}

/* To the next permutation that makes a's states b's: *found, or there is none. */
static int search(renaming *r, uint64_t *room, bool *found)
{
    int code = 0;
    bool all = false;
    *found = false;
    if (!r->count && memcmp(r->whole, r->b->packed_states, items(r) * sizeof *room) != 0)
        return 0;
    while (!code && r->effort < EFFORT_MOST) {
        if (r->at == r->count) {
            code = moves_become(r, &all);
            *found = all;
            if (code || all || !r->count)
                return code;
            r->places[--r->at].taken++;
            continue;
        }
        place *p = &r->places[r->at];
        code = look(r);
        if (p->taken > p->free) {
            p->taken = 0;
            if (!r->at)
                return code;
            r->places[--r->at].taken++;
        } else if (take(r, r->at, room)) {
            r->at++;
        } else {
            p->taken++;
        }
    }
    return code;
}

/* ---- saying which ------------------------------------------------------------------------------
 */

static const char *name_at(const renaming *r, size_t first, size_t i)
{
    return i ? strbuf_string(&r->x.all[first + i - 1].other_name)
             : strbuf_string(&r->x.all[first].one_name);
}

/* One type's values, n of them, as cycles: value i of a is value becomes[i] of b. */
static void say_cycles(const renaming *r, size_t first, size_t *becomes, size_t n, strbuf *out)
{
    for (size_t i = 0; i < n; i++) {
        size_t at = becomes[i];
        if (at == i || at == SIZE_MAX)
            continue;
        strbuf_printf(out, "%s%s", out->length ? ", " : "", name_at(r, first, i));
        if (becomes[at] == i) {
            strbuf_printf(out, " <-> %s", name_at(r, first, at));
            becomes[at] = SIZE_MAX;
        } else {
            for (size_t next; at != i; at = next) {
                strbuf_printf(out, " -> %s", name_at(r, first, at));
                next = becomes[at];
                becomes[at] = SIZE_MAX;
            }
            strbuf_printf(out, " -> %s", name_at(r, first, i));
        }
        becomes[i] = SIZE_MAX;
    }
}

static bool say_type(const renaming *r, size_t first, strbuf *out)
{
    size_t n = r->places[first].free + 1;
    size_t *stands = malloc(2 * n * sizeof *stands);
    if (!stands)
        return false;
    size_t *becomes = stands + n;
    for (size_t i = 0; i < n; i++)
        stands[i] = i;
    for (size_t i = 0; i + 1 < n; i++) {
        size_t from = i + r->places[first + i].taken, value = stands[from];
        memmove(stands + i + 1, stands + i, (from - i) * sizeof *stands);
        stands[i] = value;
    }
    for (size_t i = 0; i < n; i++)
        becomes[stands[i]] = i;
    say_cycles(r, first, becomes, n, out);
    free(stands);
    return true;
}

static int say(const renaming *r, strbuf *out)
{
    bool fine = true;
    for (size_t i = 0; i < r->count && fine; i += r->places[i].free)
        fine = say_type(r, i, out);
    return fine && !out->failed ? 0 : error_set_memory(r->err);
}

int plan_pair_renamed(plan_pair *out, const stored_plan *a, const stored_plan *b,
                      const wgcq_monitor *monitor, wgcq_error *err)
{
    const wgcq_model *m = a->reference.model;
    renaming r = {.a = a,
                  .b = b,
                  .words = m->words,
                  .told = {.words = m->words, .costs = m->costs},
                  .monitor = monitor,
                  .err = err};
    bool found = false;
    if (!transpositions_declared(a->reference.puzzle) || a->count != b->count) {
        out->symmetry = out->same;
        return 0;
    }
    uint64_t *room = malloc(m->words * sizeof *room);
    int code = room ? transpositions_open(&r.x, a->reference.puzzle, err) : error_set_memory(err);
    if (!code)
        code = open_places(&r);
    if (!code)
        code = search(&r, room, &found);
    if (!code && found)
        code = say(&r, &out->exchange);
    out->symmetry = found ? PAIR_EQUAL : r.effort < EFFORT_MOST ? PAIR_DIFFERENT : PAIR_UNKNOWN;
    out->by_states = found && r.by_states;
    if (out->symmetry == PAIR_UNKNOWN)
        out->why = "too many exchanges would have to be tried";
    free(room);
    close_renaming(&r);
    return code;
}
