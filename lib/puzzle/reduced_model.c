/* reduced_model.c - a puzzle as a model of which one state stands for each orbit. */
#include "puzzle/reduced_model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/containers/lookup.h"
#include "base/error.h"
#include "puzzle/declared_group.h"
#include "puzzle/interp/eval_expr.h"
#include "puzzle/puzzle.h"
#include "puzzle/state_difference.h"

enum { ORBIT_MOST = 1 << 20 }; /* states */

typedef struct reduced_puzzle {
    wgcq_model model;
    const wgcq_puzzle *puzzle;
    declared_group group;
} reduced_puzzle;

typedef struct reduced_worker {
    const wgcq_model *plain;
    const ast *tree;
    void *inner; /* the plain model's worker */
    state_maps maps;
    const declared_group *group;
    orbit_scratch *scratch; /* where the group has a form; else NULL */
    unsigned words, costs;
    /* The orbit that was found last, its first element the state given. */
    lookup elements;
    uint32_t *images;  /* [elements][maps] */
    uint32_t *sources; /* [elements][maps] */
    size_t image_room, source_room;
    uint64_t *state, *image; /* room for one */
    /* Its expansion. */
    batch successors;
    size_t *rows; /* [elements + 1] where the successors of each begin */
    size_t row_room;
    lookup expected; /* successors of one element, with their costs */
    size_t *counts;  /* [expected + 1] how often each is to be met */
    size_t count_room;
    uint64_t *row; /* room for one */
    uint8_t *marks;
    size_t mark_room;
    bool *broken[2];
    /* For reduced_model_hold: */
    lookup held;    /* states that stand for orbits that were checked */
    int64_t *final; /* room for one */
} reduced_worker;

/* ---- refusals ------------------------------------------------------------------------------ */

/* `by`: the generator; `why` follows the image. */
static int refuse(const reduced_worker *w, size_t by, const uint64_t *state, const uint64_t *image,
                  const char *why, wgcq_error *err)
{
    const state_map *x = &w->maps.all[by];
    const bool same = !memcmp(state, image, w->words * sizeof *state);
    strbuf text = {0};
    state_map_describe(x, &text);
    strbuf_put(&text, ", the state");
    put_state_apart(&text, w->tree, state, image);
    strbuf_put(&text, same ? " becomes itself" : " becomes one");
    if (!same)
        put_state_apart(&text, w->tree, image, state);
    strbuf_put(&text, why);
    put_variables_apart(&text, w->tree, state, image);
    int code = text.failed ? error_set_memory(err)
                           : error_set(err, WGCQ_EREQUEST, "'symmetric: %s' does not hold: %s",
                                       strbuf_string(&x->declared), strbuf_string(&text));
    strbuf_free(&text);
    return code;
}

/* ---- orbits -------------------------------------------------------------------------------- */

static const uint64_t *element(const reduced_worker *w, uint32_t number)
{
    return (const void *)(w->elements.keys + (size_t)number * w->elements.width);
}

/* Room for the images of one more element. */
static bool reserve_images(reduced_worker *w, uint32_t elements)
{
    size_t maps = w->maps.count, room = ((size_t)elements + 1) * maps;
    size_t before = w->source_room;
    if (!array_reserve(&w->images, &w->image_room, room, sizeof *w->images) ||
        !array_reserve(&w->sources, &w->source_room, room, sizeof *w->sources))
        return false;
    if (w->source_room > before)
        memset(w->sources + before, 0, (w->source_room - before) * sizeof *w->sources);
    return true;
}

/* Notes the image of an element: no other has the same. */
static int note_image(reduced_worker *w, size_t by, uint32_t from, uint32_t to, wgcq_error *err)
{
    size_t maps = w->maps.count;
    uint32_t *source = &w->sources[(size_t)to * maps + by];
    w->images[(size_t)from * maps + by] = to;
    if (!*source) {
        *source = from;
        return 0;
    }
    strbuf why = {0};
    strbuf_put(&why, ", and so does the one");
    put_state_apart(&why, w->tree, element(w, *source), element(w, from));
    int code = why.failed
                   ? error_set_memory(err)
                   : refuse(w, by, element(w, from), element(w, to), strbuf_string(&why), err);
    strbuf_free(&why);
    return code;
}

static int map_element(reduced_worker *w, size_t by, uint32_t from, wgcq_error *err)
{
    memcpy(w->state, element(w, from), w->words * sizeof *w->state);
    int code = state_maps_apply(&w->maps, by, w->state, w->image, err);
    uint32_t to = code ? 0 : lookup_add(&w->elements, w->image);
    if (code)
        return code;
    if (!to || !reserve_images(w, w->elements.count))
        return error_set_memory(err);
    return note_image(w, by, from, to, err);
}

static int find_orbit(reduced_worker *w, const uint64_t *state, wgcq_error *err)
{
    size_t used = ((size_t)w->elements.count + 1) * w->maps.count;
    if (w->elements.count)
        memset(w->sources, 0, used * sizeof *w->sources);
    lookup_clear(&w->elements);
    int code = lookup_add(&w->elements, state) && reserve_images(w, 1) ? 0 : error_set_memory(err);
    for (uint32_t i = 1; i <= w->elements.count && !code; i++) {
        for (size_t by = 0; by < w->maps.count && !code; by++)
            code = map_element(w, by, i, err);
        if (!code && i > ORBIT_MOST)
            code = error_set(err, WGCQ_EREQUEST, "'symmetric': an orbit has more than %d states",
                             ORBIT_MOST);
    }
    return code;
}

static bool is_packed_before(const reduced_worker *w, const uint64_t *a, const uint64_t *b)
{
    for (unsigned i = 0; i < w->words; i++)
        if (a[i] != b[i])
            return a[i] < b[i];
    return false;
}

/* Least element of the orbit that was found. */
static const uint64_t *least_element(const reduced_worker *w)
{
    const uint64_t *least = element(w, 1);
    for (uint32_t i = 2; i <= w->elements.count; i++)
        if (is_packed_before(w, element(w, i), least))
            least = element(w, i);
    return least;
}

/* Replaces states by those that stand for them. */
static int stand_for_all(reduced_worker *w, uint64_t *states, size_t count, wgcq_error *err)
{
    int code = 0;
    if (w->scratch)
        orbit_form_find(w->group->form, w->scratch, states, count);
    for (size_t i = 0; i < count && !w->scratch && !code; i++) {
        uint64_t *state = states + i * w->words;
        code = find_orbit(w, state, err);
        if (!code)
            memcpy(state, least_element(w), w->words * sizeof *state);
    }
    return code;
}

/* ---- successors of an orbit ---------------------------------------------------------------- */

static int expand_orbit(reduced_worker *w, wgcq_error *err)
{
    size_t n = w->elements.count, at = 0;
    int code = w->plain->expand(w->inner, element(w, 1), n, WANT_ORDER | WANT_MOVES | WANT_COSTS,
                                &w->successors, err);
    if (!code && !array_reserve(&w->rows, &w->row_room, n + 1, sizeof *w->rows))
        code = error_set_memory(err);
    for (size_t lane = 0; lane <= n && !code; lane++) {
        while (at < w->successors.count && w->successors.lane[at] < lane)
            at++;
        w->rows[lane] = at;
    }
    return code;
}

/* A successor, or its image, with its costs. */
static const uint64_t *make_row(reduced_worker *w, const uint64_t *state, size_t successor)
{
    memcpy(w->row, state, w->words * sizeof *w->row);
    if (w->costs)
        memcpy(w->row + w->words, w->successors.cost + successor * w->costs,
               w->costs * sizeof *w->row);
    return w->row;
}

/* The successors of an element, into w->expected. */
static bool expect_successors(reduced_worker *w, uint32_t number)
{
    bool fine = true;
    lookup_clear(&w->expected);
    for (size_t i = w->rows[number - 1]; i < w->rows[number] && fine; i++) {
        uint32_t before = w->expected.count;
        uint32_t at = lookup_add(&w->expected, make_row(w, w->successors.state + i * w->words, i));
        fine = at && array_reserve(&w->counts, &w->count_room, (size_t)at + 1, sizeof *w->counts);
        if (fine)
            w->counts[at] = at > before ? 1 : w->counts[at] + 1;
    }
    return fine;
}

static int refuse_successor(const reduced_worker *w, size_t by, uint32_t from, uint32_t to,
                            size_t successor, const char *whose, wgcq_error *err)
{
    strbuf why = {0};
    strbuf_printf(&why, ", and '%s' from the %s has no counterpart",
                  w->plain->move_text(w->plain, w->successors.move[successor]), whose);
    int code = why.failed
                   ? error_set_memory(err)
                   : refuse(w, by, element(w, from), element(w, to), strbuf_string(&why), err);
    strbuf_free(&why);
    return code;
}

/* A successor of the image that is none of the element's, mapped. */
static int refuse_surplus(reduced_worker *w, size_t by, uint32_t from, uint32_t to, wgcq_error *err)
{
    for (size_t i = w->rows[to - 1]; i < w->rows[to]; i++)
        if (w->counts[lookup_find(&w->expected,
                                  make_row(w, w->successors.state + i * w->words, i))])
            return refuse_successor(w, by, from, to, i, "latter", err);
    return 0;
}

/* Whether the generator maps the successors of an element to those of its image. */
static int check_successors(reduced_worker *w, size_t by, uint32_t from, wgcq_error *err)
{
    uint32_t to = w->images[(size_t)from * w->maps.count + by];
    int code = expect_successors(w, to) ? 0 : error_set_memory(err);
    for (size_t i = w->rows[from - 1]; i < w->rows[from] && !code; i++) {
        code = state_maps_apply(&w->maps, by, w->successors.state + i * w->words, w->image, err);
        uint32_t at = code ? 0 : lookup_find(&w->expected, make_row(w, w->image, i));
        if (!code && (!at || !w->counts[at]))
            code = refuse_successor(w, by, from, to, i, "former", err);
        if (!code)
            w->counts[at]--;
    }
    return code ? code : refuse_surplus(w, by, from, to, err);
}

static int check_orbit(reduced_worker *w, const uint64_t *state, wgcq_error *err)
{
    int code = find_orbit(w, state, err);
    code = code ? code : expand_orbit(w, err);
    for (uint32_t i = 1; i <= w->elements.count && !code; i++)
        for (size_t by = 0; by < w->maps.count && !code; by++)
            code = check_successors(w, by, i, err);
    return code;
}

/* Whether nothing of an element fails, by itself. */
static int try_element(reduced_worker *w, uint32_t number, wgcq_error *err)
{
    const uint64_t *state = element(w, number);
    uint8_t mark = 0;
    int code = w->plain->classify(w->inner, state, 1, &mark, err);
    if (!code && mark & MARK_VIOLATES)
        code = w->plain->reference.broken_invariants(w->inner, state, w->broken[0], err);
    if (!code && mark & MARK_GOAL && w->plain->finals)
        code = w->plain->final_costs(w->inner, state, 1, w->final, err);
    return code ? code
                : w->plain->expand(w->inner, state, 1, WANT_ORDER | WANT_MOVES | WANT_COSTS,
                                   &w->successors, err);
}

/* An error in the orbit that was found: where its first element has none, the map that makes the
   element which has it does not hold.  Each but the first is the image of an earlier one. */
static int blame_element(reduced_worker *w, wgcq_error *err)
{
    wgcq_error own = {0};
    strbuf why = {0};
    uint32_t i = 1;
    int code = try_element(w, 1, err);
    for (; !code && i <= w->elements.count; i++)
        if ((code = try_element(w, i, &own)))
            break;
    if (code != WGCQ_ERUN || i == 1 || i > w->elements.count)
        return code && i > 1 ? error_set(err, (wgcq_code)code, "%s", own.text) : code;
    const uint32_t *sources = w->sources + (size_t)i * w->maps.count;
    size_t by = 0;
    while (!sources[by] || sources[by] >= i)
        by++;
    strbuf_printf(&why, ", and only of the latter: %s", own.text);
    code = why.failed
               ? error_set_memory(err)
               : refuse(w, by, element(w, sources[by]), element(w, i), strbuf_string(&why), err);
    strbuf_free(&why);
    return code;
}

/* The end of a check of a whole orbit. */
static int end_check_of(reduced_worker *w, int code, const wgcq_error *own, wgcq_error *err)
{
    if (code == WGCQ_ERUN)
        code = blame_element(w, err);
    else if (code)
        error_set(err, (wgcq_code)code, "%s", own->text);
    return code;
}

static int reduced_expand(void *self, const uint64_t *states, size_t count, unsigned wants,
                          batch *out, wgcq_error *err)
{
    reduced_worker *w = self;
    int code = 0;
    wgcq_error own = {0};
    for (size_t i = 0; i < count && !code && !w->group->proved; i++)
        code = check_orbit(w, states + i * w->words, &own);
    code = end_check_of(w, code, &own, err);
    code = code ? code : w->plain->expand(w->inner, states, count, wants, out, err);
    return code ? code : stand_for_all(w, out->state, out->count, err);
}

static int reduced_reference_expand(void *self, const uint64_t *state, unsigned wants, batch *out,
                                    wgcq_error *err)
{
    reduced_worker *w = self;
    int code = w->plain->reference.expand(w->inner, state, wants, out, err);
    return code ? code : stand_for_all(w, out->state, out->count, err);
}

/* ---- what the states of an orbit have in common -------------------------------------------- */

/* Refuses the orbit that was found: some element differs from its image, by `differ`. */
static int refuse_difference(const reduced_worker *w, const char *what,
                             bool (*differ)(const reduced_worker *w, uint32_t a, uint32_t b),
                             wgcq_error *err)
{
    for (uint32_t i = 1; i <= w->elements.count; i++)
        for (size_t by = 0; by < w->maps.count; by++) {
            uint32_t image = w->images[(size_t)i * w->maps.count + by];
            if (differ(w, i, image))
                return refuse(w, by, element(w, i), element(w, image), what, err);
        }
    return 0;
}

static bool marks_differ(const reduced_worker *w, uint32_t a, uint32_t b)
{
    return w->marks[a] != w->marks[b];
}

/* Whether all elements violate the same invariants; their marks are the same. */
static int check_invariants_of(reduced_worker *w, wgcq_error *err)
{
    size_t invariants = w->plain->invariant_count, bytes = invariants * sizeof **w->broken;
    int code = 0;
    for (uint32_t i = 1; i <= w->elements.count && !code; i++) {
        code =
            w->plain->reference.broken_invariants(w->inner, element(w, i), w->broken[i > 1], err);
        w->marks[i] = code || i == 1 ? 0 : memcmp(w->broken[0], w->broken[1], bytes) != 0;
    }
    return code ? code
                : refuse_difference(w, ", which does not violate the same invariants", marks_differ,
                                    err);
}

static int classify_orbit(reduced_worker *w, const uint64_t *state, uint8_t *mark, wgcq_error *err)
{
    int code = find_orbit(w, state, err);
    size_t n = w->elements.count;
    if (!code && !array_reserve(&w->marks, &w->mark_room, n + 1, sizeof *w->marks))
        code = error_set_memory(err);
    code = code ? code : w->plain->classify(w->inner, element(w, 1), n, w->marks + 1, err);
    if (code)
        return code;
    *mark = w->marks[1];
    code = refuse_difference(w, ", and only one of them is a goal, ends, or violates an invariant",
                             marks_differ, err);
    return !code && *mark & MARK_VIOLATES ? check_invariants_of(w, err) : code;
}

static int reduced_classify(void *self, const uint64_t *states, size_t count, uint8_t *marks,
                            wgcq_error *err)
{
    reduced_worker *w = self;
    int code = 0;
    if (w->group->proved)
        return w->plain->classify(w->inner, states, count, marks, err);
    wgcq_error own = {0};
    for (size_t i = 0; i < count && !code; i++)
        code = classify_orbit(w, states + i * w->words, &marks[i], &own);
    return end_check_of(w, code, &own, err);
}

static int final_costs_of_orbit(reduced_worker *w, const uint64_t *state, int64_t *costs,
                                wgcq_error *err)
{
    size_t bytes = w->costs * sizeof *costs;
    int code = find_orbit(w, state, err);
    size_t n = w->elements.count;
    if (!code && !array_reserve(&w->marks, &w->mark_room, n + 1, sizeof *w->marks))
        code = error_set_memory(err);
    for (uint32_t i = 1; i <= n && !code; i++) {
        int64_t *at = i == 1 ? costs : (int64_t *)w->row;
        code = w->plain->final_costs(w->inner, element(w, i), 1, at, err);
        w->marks[i] = !code && memcmp(costs, at, bytes) != 0;
    }
    return code ? code : refuse_difference(w, ", and their final costs differ", marks_differ, err);
}

static int reduced_final_costs(void *self, const uint64_t *states, size_t count, int64_t *costs,
                               wgcq_error *err)
{
    reduced_worker *w = self;
    int code = 0;
    if (w->group->proved)
        return w->plain->final_costs(w->inner, states, count, costs, err);
    wgcq_error own = {0};
    for (size_t i = 0; i < count && !code; i++)
        code = final_costs_of_orbit(w, states + i * w->words, costs + i * w->costs, &own);
    return end_check_of(w, code, &own, err);
}

/* All of one orbit that its marks and its expansion would check; end states are not expanded. */
static int hold_orbit(reduced_worker *w, const uint64_t *state, wgcq_error *err)
{
    uint8_t mark = 0;
    int code = classify_orbit(w, state, &mark, err);
    if (!code && mark & MARK_GOAL && w->plain->finals)
        code = final_costs_of_orbit(w, state, w->final, err);
    return code || mark & MARK_END ? code : check_orbit(w, state, err);
}

int reduced_model_hold(void *worker, const uint64_t *states, size_t count, wgcq_error *err)
{
    reduced_worker *w = worker;
    wgcq_error own = {0};
    int code = 0;
    for (size_t i = 0; i < count && !code && !w->group->proved; i++) {
        const uint64_t *state = states + i * w->words;
        const uint32_t before = w->held.count;
        memcpy(w->row, state, w->words * sizeof *w->row);
        code = stand_for_all(w, w->row, 1, &own);
        if (!code && !lookup_add(&w->held, w->row))
            code = error_set_memory(&own);
        if (!code && w->held.count > before)
            code = hold_orbit(w, state, &own);
    }
    return end_check_of(w, code, &own, err);
}

/* ---- starts -------------------------------------------------------------------------------- */

static int add_start(reduced_starts *out, const uint64_t *start, const uint64_t *standing)
{
    const unsigned words = (unsigned)(out->orbits.width / sizeof *start);
    const uint32_t before = out->orbits.count, at = lookup_add(&out->orbits, standing);
    const size_t room = (size_t)at + 1;
    if (!at || !array_reserve(&out->count, &out->count_room, room, sizeof *out->count) ||
        !array_reserve(&out->first, &out->first_room, room * words, sizeof *out->first))
        return WGCQ_EMEMORY;
    if (at > before) {
        out->count[at] = 0;
        memcpy(out->first + (size_t)at * words, start, words * sizeof *start);
    }
    out->count[at]++;
    return 0;
}

/* The starts are all states of their orbits. */
static int see_whether_closed(reduced_starts *out, reduced_worker *w, wgcq_error *err)
{
    int code = 0;
    out->closed = true;
    for (uint32_t i = 1; i <= out->orbits.count && out->closed && !code; i++) {
        const uint64_t *standing = (const void *)(out->orbits.keys + i * out->orbits.width);
        uint64_t size = 0; /* also of an orbit of 2^64 states */
        if (w->scratch)
            orbit_form_size(&size, w->group->form, w->scratch, standing);
        else
            code = reduced_model_orbit_size(&size, w, standing, err);
        out->closed = out->count[i] == size;
    }
    return code;
}

int reduced_model_starts(reduced_starts *out, void *worker, budget *limit, wgcq_error *err)
{
    reduced_worker *w = worker;
    batch starts = {.words = w->words, .costs = w->costs, .budget = limit};
    *out = (reduced_starts){.orbits = lookup_of_states(w->words)};
    int code = w->plain->initial_states(w->inner, &starts, err);
    for (size_t i = 0; i < starts.count && !code; i++) {
        const uint64_t *start = starts.state + i * w->words;
        memcpy(w->row, start, w->words * sizeof *w->row);
        code = stand_for_all(w, w->row, 1, err);
        if (!code && add_start(out, start, w->row))
            code = error_set_memory(err);
    }
    out->total = starts.count;
    batch_free(&starts);
    return code ? code : see_whether_closed(out, w, err);
}

void reduced_starts_free(reduced_starts *s)
{
    lookup_free(&s->orbits);
    free(s->first);
    free(s->count);
    *s = (reduced_starts){0};
}

static int reduced_initial_states(void *self, batch *out, wgcq_error *err)
{
    const reduced_worker *w = self;
    reduced_starts starts;
    int code = reduced_model_starts(&starts, self, out->budget, err);
    if (!code && !batch_reserve(out, starts.orbits.count))
        code = error_set_memory(err);
    for (uint32_t i = 1; i <= starts.orbits.count && !code; i++)
        memcpy(out->state + out->count++ * w->words, starts.orbits.keys + i * starts.orbits.width,
               starts.orbits.width);
    reduced_starts_free(&starts);
    return code;
}

/* ---- as the plain model -------------------------------------------------------------------- */

static int reduced_reference_classify(void *self, const uint64_t *state, uint8_t *marks,
                                      wgcq_error *err)
{
    const reduced_worker *w = self;
    return w->plain->reference.classify(w->inner, state, marks, err);
}

static int reduced_broken_invariants(void *self, const uint64_t *state, bool *broken,
                                     wgcq_error *err)
{
    const reduced_worker *w = self;
    return w->plain->reference.broken_invariants(w->inner, state, broken, err);
}

static int reduced_show(void *self, const uint64_t *state, strbuf *out, wgcq_error *err)
{
    const reduced_worker *w = self;
    return w->plain->show(w->inner, state, out, err);
}

/* ---- steps of plans ------------------------------------------------------------------------- */

/* costs: declared ones; NULL: any. */
static int leads_to(reduced_worker *w, size_t successor, const uint64_t *to, const int64_t *costs,
                    bool *so, wgcq_error *err)
{
    const batch *b = &w->successors;
    *so = !w->costs || !costs ||
          !memcmp(b->cost + successor * w->costs, costs, w->costs * sizeof *costs);
    memcpy(w->row, b->state + successor * w->words, w->words * sizeof *w->row);
    int code = *so ? stand_for_all(w, w->row, 1, err) : 0;
    *so = *so && !memcmp(w->row, to, w->words * sizeof *to);
    return code;
}

/* By the second evaluator. */
static int is_confirmed(reduced_worker *w, size_t successor, const uint64_t *from, bool *so,
                        wgcq_error *err)
{
    const batch *b = &w->successors;
    const model_edge edge = {.from = from,
                             .to = b->state + successor * w->words,
                             .move = b->move[successor],
                             .cost = w->costs ? b->cost + successor * w->costs : NULL};
    return w->plain->reference.has_edge(w->inner, &edge, so, err);
}

/* The first of the successors of a state that stands, with its move, or with any, for an edge of
   orbits; *found is their number where there is none. */
static int find_step(reduced_worker *w, const model_edge *edge, bool any_move, size_t *found,
                     wgcq_error *err)
{
    batch *b = &w->successors;
    bool so = false;
    int code =
        w->plain->expand(w->inner, edge->from, 1, WANT_ORDER | WANT_MOVES | WANT_COSTS, b, err);
    *found = code ? 0 : b->count;
    for (size_t i = 0; i < b->count && !so && !code; i++) {
        so = any_move || b->move[i] == edge->move;
        if (so)
            code = leads_to(w, i, edge->to, edge->cost, &so, err);
        if (so && !code)
            code = is_confirmed(w, i, edge->from, &so, err);
        if (so)
            *found = i;
    }
    return code;
}

static int reduced_has_edge(void *self, const model_edge *edge, bool *there, wgcq_error *err)
{
    reduced_worker *w = self;
    size_t at;
    int code = find_step(w, edge, false, &at, err);
    *there = !code && at < w->successors.count;
    return code;
}

/* ---- workers and models -------------------------------------------------------------------- */

static void reduced_worker_free(void *self)
{
    reduced_worker *w = self;
    if (!w)
        return;
    if (w->inner)
        w->plain->worker_free(w->inner);
    state_maps_close(&w->maps);
    orbit_scratch_free(w->scratch);
    lookup_free(&w->elements);
    lookup_free(&w->expected);
    lookup_free(&w->held);
    batch_free(&w->successors);
    free(w->images);
    free(w->sources);
    free(w->state);
    free(w->image);
    free(w->rows);
    free(w->counts);
    free(w->row);
    free(w->marks);
    free(w->broken[0]);
    free(w->broken[1]);
    free(w->final);
    free(w);
}

static int open_worker(reduced_worker *w, const wgcq_puzzle *puzzle, wgcq_error *err)
{
    size_t invariants = w->plain->invariant_count + 1;
    w->elements = lookup_of_states(w->words);
    w->expected = lookup_of_states(w->words + w->costs);
    w->held = lookup_of_states(w->words);
    w->final = calloc(w->costs + 1, sizeof *w->final);
    w->successors = (batch){.words = w->words, .costs = w->costs};
    w->state = malloc(w->words * sizeof *w->state);
    w->image = malloc(w->words * sizeof *w->image);
    w->row = malloc(((size_t)w->words + w->costs) * sizeof *w->row);
    w->broken[0] = calloc(invariants, sizeof **w->broken);
    w->broken[1] = calloc(invariants, sizeof **w->broken);
    bool fine = w->state && w->image && w->row && w->final && w->broken[0] && w->broken[1];
    if (fine && w->group->form)
        fine = (w->scratch = orbit_scratch_new(w->group->form)) != NULL;
    int code = fine ? state_maps_open(&w->maps, puzzle, err) : error_set_memory(err);
    return code ? code : w->plain->worker_new(&w->inner, w->plain, err);
}

static int reduced_worker_new(void **out, const wgcq_model *model, wgcq_error *err)
{
    const reduced_puzzle *r = (const reduced_puzzle *)model;
    const wgcq_puzzle *puzzle = r->puzzle;
    reduced_worker *w = calloc(1, sizeof *w);
    if (!w)
        return error_set_memory(err);
    w->plain = &puzzle->model;
    w->tree = puzzle->tree;
    w->group = &r->group;
    w->words = model->words;
    w->costs = model->costs;
    int code = open_worker(w, puzzle, err);
    if (code)
        reduced_worker_free(w);
    else
        *out = w;
    return code;
}

static void become_reduced(wgcq_model *m)
{
    m->has_estimate = false;
    m->worker_new = reduced_worker_new;
    m->worker_free = reduced_worker_free;
    m->initial_states = reduced_initial_states;
    m->expand = reduced_expand;
    m->classify = reduced_classify;
    m->final_costs = reduced_final_costs;
    m->estimate = NULL;
    m->show = reduced_show;
    m->reference = (model_reference){
        .expand = reduced_reference_expand,
        .has_edge = reduced_has_edge,
        .classify = reduced_reference_classify,
        .broken_invariants = m->reference.broken_invariants ? reduced_broken_invariants : NULL};
    m->texts = (model_texts){.memory = m->texts.memory, .same_source = m->texts.same_source};
    m->made = (model_made){0};
}

int reduced_model_new(wgcq_model **out, const wgcq_puzzle *puzzle, wgcq_error *err)
{
    state_maps maps;
    reduced_puzzle *r = calloc(1, sizeof *r);
    if (!r)
        return error_set_memory(err);
    int code = state_maps_open(&maps, puzzle, err);
    code = code ? code : declared_group_open(&r->group, puzzle, &maps, err);
    state_maps_close(&maps);
    if (code) {
        reduced_model_free(&r->model);
        return code;
    }
    r->puzzle = puzzle;
    r->model = puzzle->model;
    become_reduced(&r->model);
    *out = &r->model;
    return 0;
}

bool reduced_model_is_proved(const wgcq_model *reduced)
{
    return ((const reduced_puzzle *)reduced)->group.proved;
}

size_t reduced_model_memory(const wgcq_model *reduced)
{
    const orbit_form *form = ((const reduced_puzzle *)reduced)->group.form;
    return form ? orbit_form_memory(form) : 0;
}

void reduced_model_free(wgcq_model *reduced)
{
    reduced_puzzle *r = (reduced_puzzle *)reduced;
    if (r)
        declared_group_close(&r->group);
    free(r);
}

/* ---- orbits and plans ---------------------------------------------------------------------- */

int reduced_model_orbit_size(uint64_t *out, void *worker, const uint64_t *state, wgcq_error *err)
{
    reduced_worker *w = worker;
    if (w->scratch)
        return orbit_form_size(out, w->group->form, w->scratch, state)
                   ? 0
                   : error_set(err, WGCQ_ERUN, "an orbit has more than 2^64 states");
    int code = find_orbit(w, state, err);
    *out = w->elements.count;
    return code;
}

int reduced_model_follow(uint64_t *next, uint32_t *label, void *worker, const uint64_t *from,
                         const uint64_t *to, const int64_t *costs, wgcq_error *err)
{
    reduced_worker *w = worker;
    const batch *b = &w->successors;
    size_t at;
    int code = find_step(w, &(model_edge){.from = from, .to = to, .cost = costs}, true, &at, err);
    if (code)
        return code;
    if (at == b->count)
        return error_set(err, WGCQ_ERUN, "a plan of orbits is none of the puzzle");
    memcpy(next, b->state + at * w->words, w->words * sizeof *next);
    *label = b->move[at];
    return 0;
}
