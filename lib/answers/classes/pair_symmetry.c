/*
 * pair_symmetry.c - which permutation of values that the puzzle declares `symmetric` makes one
 * stored plan the other.
 *
 * A permutation of a type's values is made position by position, in the type's order: one of the
 * values that are still free is brought there by transpositions of neighbours.  The bits that no
 * later transposition touches must be as in the other plan by then, which prunes nearly all
 * permutations.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "answers/classes/plan_pair.h"
#include "answers/classes/symmetry.h"
#include "base/array.h"
#include "base/error.h"
#include "puzzle/state_map.h"

enum { EFFORT_MOST = 1 << 22 }; /* images of plan a; beyond that the answer is unknown */

/* Transpositions i .. i + free - 1 bring a value to position i. */
typedef struct position {
    size_t free;     /* values behind it in its type                       */
    size_t chosen;   /* how far behind it the value was that is there now  */
    uint64_t *image; /* plan a with all positions before this one filled   */
    uint64_t *fixed; /* bits that no later transposition touches           */
} position;

typedef struct permutation_search {
    const stored_plan *a, *b;
    state_maps x;
    position *positions; /* [x.count + 1]; of the last the image alone */
    unsigned words;
    size_t items;   /* words of all states of a plan */
    uint64_t *room; /* one state */
    batch successors;
    uint64_t effort;
    bool by_states;
    const wgcq_monitor *monitor;
    wgcq_error *err;
} permutation_search;

static int open_positions(permutation_search *r)
{
    size_t count = r->x.count;
    bool fine = (r->positions = calloc(count + 1, sizeof *r->positions)) != NULL;
    for (size_t i = 0; i <= count && fine; i++) {
        position *p = &r->positions[i];
        while (i + p->free < count && r->x.all[i + p->free].type == r->x.all[i].type)
            p->free++;
        p->image = malloc(r->items * sizeof *p->image);
        p->fixed = calloc(r->words, sizeof *p->fixed);
        fine = p->image && p->fixed;
        for (size_t k = i + 1; k < count && fine; k++)
            state_maps_touch(&r->x, k, p->fixed);
        for (unsigned w = 0; w < r->words && fine; w++)
            p->fixed[w] = ~p->fixed[w];
    }
    if (fine)
        memcpy(r->positions->image, r->a->packed_states, r->items * sizeof *r->room);
    return fine ? 0 : error_set_memory(r->err);
}

static void close_positions(permutation_search *r)
{
    for (size_t i = 0; r->positions && i <= r->x.count; i++) {
        FREE_EACH(r->positions[i].image, r->positions[i].fixed);
    }
    FREE_EACH(r->positions, r->room);
    batch_free(&r->successors);
    state_maps_close(&r->x);
}

/* Brings the value chosen for a position there; whether what no later one touches is as in b. */
static bool fill_position(permutation_search *r, size_t at)
{
    const position *p = &r->positions[at];
    uint64_t *image = r->positions[at + 1].image;
    assert(at < r->x.count && p->chosen <= p->free);
    memcpy(image, p->image, r->items * sizeof *image);
    for (size_t k = p->chosen; k-- > 0;)
        for (size_t i = 0; i < r->items; i += r->words) {
            state_maps_apply(&r->x, at + k, image + i, r->room, r->err);
            memcpy(image + i, r->room, r->words * sizeof *r->room);
        }
    for (size_t i = 0; i < r->items; i++)
        if ((image[i] ^ r->b->packed_states[i]) & p->fixed[i % r->words])
            return false;
    return true;
}

/* ---- moves -------------------------------------------------------------------------------- */

/* A move's text under the permutation; false: no memory. */
static bool permute_move_text(const permutation_search *r, const char *line, strbuf *out)
{
    strbuf other = {0};
    strbuf_put(out, line);
    for (size_t i = 0; i < r->x.count; i++)
        for (size_t k = r->positions[i].chosen; k-- > 0;) {
            strbuf_clear(&other);
            state_map_text(&r->x.all[i + k], strbuf_string(out), &other);
            strbuf_clear(out);
            strbuf_put(out, strbuf_string(&other));
        }
    bool fine = !out->failed && !other.failed;
    strbuf_free(&other);
    return fine;
}

/* How many moves lead from b's state before step k to that after it, and whether one of them is
   `wanted`. */
static int count_mapped_moves(permutation_search *r, size_t k, const char *wanted, size_t *count,
                              bool *there)
{
    const wgcq_model *m = r->b->reference.model;
    int code = m->reference.expand(r->b->reference.worker, stored_plan_state(r->b, k - 1),
                                   WANT_MOVES, &r->successors, r->err);
    size_t fitting = 0;
    *count = 0;
    for (size_t i = 0; i < r->successors.count && !code; i++) {
        bool same = false;
        if (memcmp(r->successors.state + i * r->words, stored_plan_state(r->b, k),
                   r->words * sizeof *r->successors.state) != 0)
            continue;
        if (!symmetry_same_words(&same, m->move_text(m, r->successors.move[i]), wanted))
            code = error_set_memory(r->err);
        ++*count;
        fitting += same;
    }
    *there = fitting == 1;
    return code;
}

static int is_move_mapped(permutation_search *r, size_t k, bool *so)
{
    strbuf image = {0};
    size_t count = 0;
    bool there = false;
    assert(k && k < r->a->count && k < r->b->count);
    bool fine = permute_move_text(r, r->a->steps[k].move, &image) &&
                symmetry_same_words(so, strbuf_string(&image), r->b->steps[k].move);
    int code = fine ? 0 : error_set_memory(r->err);
    if (!code && !*so) {
        code = count_mapped_moves(r, k, strbuf_string(&image), &count, &there);
        *so = count < 2 || !there;
        r->by_states |= count > 1 && !there;
    }
    strbuf_free(&image);
    return code;
}

/* States become those of b; do moves?  Where several join two states their texts decide, if they
   can. */
static int are_moves_mapped(permutation_search *r, bool *all)
{
    int code = 0;
    *all = true;
    r->by_states = false;
    for (size_t k = 1; k < r->a->count && *all && !code; k++)
        code = is_move_mapped(r, k, all);
    return code;
}

/* ---- search ------------------------------------------------------------------------------- */

/* Fills the positions from `at` on, until a's states are b's and its moves become b's. */
static int search_from(permutation_search *r, size_t at, bool *found)
{
    position *p = &r->positions[at];
    int code = 0;
    if (at == r->x.count)
        return memcmp(p->image, r->b->packed_states, r->items * sizeof *p->image)
                   ? 0
                   : are_moves_mapped(r, found);
    for (p->chosen = 0; !code && r->effort < EFFORT_MOST; p->chosen++) {
        if (++r->effort % 4096 == 0)
            code = plan_pair_poll(r->monitor, "symmetry", r->err);
        if (code || p->chosen > p->free)
            return code;
        if (fill_position(r, at))
            code = search_from(r, at + 1, found);
        if (*found)
            return code;
    }
    return code;
}

/* ---- its text ----------------------------------------------------------------------------- */

static const char *value_name(const permutation_search *r, size_t first, size_t i)
{
    return i ? strbuf_string(&r->x.all[first + i - 1].values[1].name)
             : strbuf_string(&r->x.all[first].values[0].name);
}

/* Appends the name of the type where another type has values of the same names. */
static void put_type(const permutation_search *r, size_t first, strbuf *out)
{
    if (state_maps_share_names(&r->x, first))
        strbuf_printf(out, " (%s)", strbuf_string(&r->x.all[first].declared));
}

/* One type's values, n of them, as cycles: value i of a is value becomes[i] of b. */
static void put_cycles(const permutation_search *r, size_t first, size_t *becomes, size_t n,
                       strbuf *out)
{
    for (size_t i = 0; i < n; i++) {
        size_t at = becomes[i];
        if (at == i || at == SIZE_MAX)
            continue;
        strbuf_printf(out, "%s%s", out->length ? ", " : "", value_name(r, first, i));
        if (becomes[at] == i) {
            strbuf_printf(out, " <-> %s", value_name(r, first, at));
            becomes[at] = SIZE_MAX;
        } else {
            for (size_t next; at != i; at = next) {
                strbuf_printf(out, " -> %s", value_name(r, first, at));
                next = becomes[at];
                becomes[at] = SIZE_MAX;
            }
            strbuf_printf(out, " -> %s", value_name(r, first, i));
        }
        becomes[i] = SIZE_MAX;
        put_type(r, first, out);
    }
}

static bool put_permutation(const permutation_search *r, size_t first, strbuf *out)
{
    size_t n = r->positions[first].free + 1;
    size_t *stands = malloc(2 * n * sizeof *stands);
    if (!stands)
        return false;
    size_t *becomes = stands + n;
    for (size_t i = 0; i < n; i++)
        stands[i] = i;
    for (size_t i = 0; i + 1 < n; i++) {
        size_t from = i + r->positions[first + i].chosen, value = stands[from];
        memmove(stands + i + 1, stands + i, (from - i) * sizeof *stands);
        stands[i] = value;
    }
    for (size_t i = 0; i < n; i++)
        becomes[stands[i]] = i;
    put_cycles(r, first, becomes, n, out);
    free(stands);
    return true;
}

static int put_exchange(const permutation_search *r, strbuf *out)
{
    bool fine = true;
    for (size_t i = 0; i < r->x.count && fine; i += r->positions[i].free)
        fine = put_permutation(r, i, out);
    return fine && !out->failed ? 0 : error_set_memory(r->err);
}

static const char too_many[] = "too many exchanges would have to be tried";

int plan_pair_symmetry(plan_pair *out, const stored_plan *a, const stored_plan *b,
                       const wgcq_monitor *monitor, wgcq_error *err)
{
    const wgcq_model *m = a->reference.model;
    permutation_search r = {.a = a,
                            .b = b,
                            .words = m->words,
                            .items = a->count * m->words,
                            .successors = {.words = m->words, .costs = m->costs},
                            .monitor = monitor,
                            .err = err};
    bool found = false;
    assert(a->count == b->count);
    r.room = malloc(m->words * sizeof *r.room);
    int code = r.room ? state_maps_open(&r.x, a->reference.puzzle, err) : error_set_memory(err);
    if (!code && !r.x.exchanges_only) {
        code = plan_pair_orbit(out, a, b, &r.x, monitor, err);
        if (out->symmetry == PAIR_UNKNOWN)
            out->why = too_many;
        close_positions(&r);
        return code;
    }
    code = code ? code : open_positions(&r);
    code = code ? code : search_from(&r, 0, &found);
    if (!code && found)
        code = put_exchange(&r, &out->exchange);
    out->symmetry = found ? PAIR_EQUAL : r.effort < EFFORT_MOST ? PAIR_DIFFERENT : PAIR_UNKNOWN;
    out->by_states = found && r.by_states;
    if (out->symmetry == PAIR_UNKNOWN)
        out->why = too_many;
    close_positions(&r);
    return code;
}
