/* orbit_check.c - whether what a puzzle declares symmetric holds in the orbits of states. */
#include "puzzle/orbit_check.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "puzzle/puzzle.h"

enum { WANTED = WANT_ORDER | WANT_MOVES | WANT_COSTS };

int orbit_check_open(orbit_check *c, const wgcq_puzzle *puzzle, void *worker, wgcq_error *err)
{
    const wgcq_model *m = &puzzle->model;
    const size_t invariants = m->invariant_count + 1, width = (size_t)m->words + m->costs;
    *c = (orbit_check){
        .model = m,
        .worker = worker,
        .words = m->words,
        .costs = m->costs,
        .expected = lookup_of_states(m->words + m->costs),
        .successors = {.words = m->words, .costs = m->costs},
        .row = malloc(width * sizeof *c->row),
        .image = malloc(width * sizeof *c->image),
        .broken = {calloc(invariants, sizeof **c->broken), calloc(invariants, sizeof **c->broken)},
        .final = calloc(m->costs + 1, sizeof *c->final)};
    int code = found_orbit_open(&c->orbit, puzzle, err);
    if (code || (c->row && c->image && c->broken[0] && c->broken[1] && c->final))
        return code;
    return error_set_memory(err);
}

void orbit_check_close(orbit_check *c)
{
    found_orbit_close(&c->orbit);
    free(c->marks);
    free(c->broken[0]);
    free(c->broken[1]);
    batch_free(&c->successors);
    free(c->rows);
    lookup_free(&c->expected);
    free(c->counts);
    free(c->row);
    free(c->image);
    free(c->final);
}

static const uint64_t *element(const orbit_check *c, uint32_t number)
{
    return found_orbit_element(&c->orbit, number);
}

/* ---- successors ---------------------------------------------------------------------------- */

static int expand_orbit(orbit_check *c, wgcq_error *err)
{
    size_t n = c->orbit.elements.count, at = 0;
    int code = c->model->expand(c->worker, element(c, 1), n, WANTED, &c->successors, err);
    if (!code && !array_reserve(&c->rows, &c->row_room, n + 1, sizeof *c->rows))
        code = error_set_memory(err);
    for (size_t lane = 0; lane <= n && !code; lane++) {
        while (at < c->successors.count && c->successors.lane[at] < lane)
            at++;
        c->rows[lane] = at;
    }
    return code;
}

/* A successor, or its image, with its costs. */
static const uint64_t *make_row(orbit_check *c, const uint64_t *state, size_t successor)
{
    memcpy(c->row, state, c->words * sizeof *c->row);
    if (c->costs)
        memcpy(c->row + c->words, c->successors.cost + successor * c->costs,
               c->costs * sizeof *c->row);
    return c->row;
}

static const uint64_t *successor_row(orbit_check *c, size_t successor)
{
    return make_row(c, c->successors.state + successor * c->words, successor);
}

/* The successors of an element, into c->expected. */
static bool expect_successors(orbit_check *c, uint32_t number)
{
    bool fine = true;
    lookup_clear(&c->expected);
    for (size_t i = c->rows[number - 1]; i < c->rows[number] && fine; i++) {
        uint32_t before = c->expected.count, at = lookup_add(&c->expected, successor_row(c, i));
        fine = at && array_reserve(&c->counts, &c->count_room, (size_t)at + 1, sizeof *c->counts);
        if (fine)
            c->counts[at] = at > before ? 1 : c->counts[at] + 1;
    }
    return fine;
}

static int refuse_successor(const orbit_check *c, size_t by, uint32_t from, size_t successor,
                            const char *whose, wgcq_error *err)
{
    strbuf why = {0};
    strbuf_printf(&why, ", and '%s' from the %s has no counterpart",
                  c->model->move_text(c->model, c->successors.move[successor]), whose);
    return found_orbit_refuse(&c->orbit, by, from, found_orbit_image(&c->orbit, by, from), &why,
                              err);
}

/* A successor of the image that is none of the element's, mapped. */
static int refuse_surplus(orbit_check *c, size_t by, uint32_t from, wgcq_error *err)
{
    uint32_t to = found_orbit_image(&c->orbit, by, from);
    for (size_t i = c->rows[to - 1]; i < c->rows[to]; i++)
        if (c->counts[lookup_find(&c->expected, successor_row(c, i))])
            return refuse_successor(c, by, from, i, "latter", err);
    return 0;
}

/* Whether the generator maps the successors of an element to those of its image. */
static int hold_successors_of(orbit_check *c, size_t by, uint32_t from, wgcq_error *err)
{
    const state_maps *maps = &c->orbit.maps;
    int code =
        expect_successors(c, found_orbit_image(&c->orbit, by, from)) ? 0 : error_set_memory(err);
    for (size_t i = c->rows[from - 1]; i < c->rows[from] && !code; i++) {
        code = state_maps_apply(maps, by, c->successors.state + i * c->words, c->image, err);
        uint32_t at = code ? 0 : lookup_find(&c->expected, make_row(c, c->image, i));
        if (!code && (!at || !c->counts[at]))
            code = refuse_successor(c, by, from, i, "former", err);
        if (!code)
            c->counts[at]--;
    }
    return code ? code : refuse_surplus(c, by, from, err);
}

static int hold_successors(orbit_check *c, const uint64_t *state, wgcq_error *err)
{
    int code = found_orbit_find(&c->orbit, state, err);
    code = code ? code : expand_orbit(c, err);
    for (uint32_t i = 1; i <= c->orbit.elements.count && !code; i++)
        for (size_t by = 0; by < c->orbit.maps.count && !code; by++)
            code = hold_successors_of(c, by, i, err);
    return code;
}

/* ---- what the states of an orbit have in common -------------------------------------------- */

static int find_orbit(orbit_check *c, const uint64_t *state, wgcq_error *err)
{
    int code = found_orbit_find(&c->orbit, state, err);
    size_t room = (size_t)c->orbit.elements.count + 1;
    if (!code && !array_reserve(&c->marks, &c->mark_room, room, sizeof *c->marks))
        code = error_set_memory(err);
    return code;
}

/* Refuses the orbit that was found where the marks of some element and its image differ. */
static int refuse_difference(const orbit_check *c, const char *what, wgcq_error *err)
{
    for (uint32_t i = 1; i <= c->orbit.elements.count; i++)
        for (size_t by = 0; by < c->orbit.maps.count; by++) {
            uint32_t image = found_orbit_image(&c->orbit, by, i);
            strbuf why = {0};
            if (c->marks[i] == c->marks[image])
                continue;
            strbuf_put(&why, what);
            return found_orbit_refuse(&c->orbit, by, i, image, &why, err);
        }
    return 0;
}

/* Whether all elements violate the same invariants; their marks are the same. */
static int hold_invariants(orbit_check *c, wgcq_error *err)
{
    size_t bytes = c->model->invariant_count * sizeof **c->broken;
    int code = 0;
    for (uint32_t i = 1; i <= c->orbit.elements.count && !code; i++) {
        code =
            c->model->reference.broken_invariants(c->worker, element(c, i), c->broken[i > 1], err);
        c->marks[i] = code || i == 1 ? 0 : memcmp(c->broken[0], c->broken[1], bytes) != 0;
    }
    return code ? code : refuse_difference(c, ", which does not violate the same invariants", err);
}

static int hold_marks(orbit_check *c, const uint64_t *state, uint8_t *mark, wgcq_error *err)
{
    int code = find_orbit(c, state, err);
    code = code ? code
                : c->model->classify(c->worker, element(c, 1), c->orbit.elements.count,
                                     c->marks + 1, err);
    if (code)
        return code;
    *mark = c->marks[1];
    code = refuse_difference(c, ", and only one of them is a goal, ends, or violates an invariant",
                             err);
    return !code && *mark & MARK_VIOLATES ? hold_invariants(c, err) : code;
}

static int hold_final_costs(orbit_check *c, const uint64_t *state, int64_t *costs, wgcq_error *err)
{
    size_t bytes = c->costs * sizeof *costs;
    int code = find_orbit(c, state, err);
    for (uint32_t i = 1; i <= c->orbit.elements.count && !code; i++) {
        int64_t *at = i == 1 ? costs : (int64_t *)c->row;
        code = c->model->final_costs(c->worker, element(c, i), 1, at, err);
        c->marks[i] = !code && memcmp(costs, at, bytes) != 0;
    }
    return code ? code : refuse_difference(c, ", and their final costs differ", err);
}

static int hold_orbit(orbit_check *c, const uint64_t *state, wgcq_error *err)
{
    uint8_t mark = 0;
    int code = hold_marks(c, state, &mark, err);
    if (!code && mark & MARK_GOAL && c->model->finals)
        code = hold_final_costs(c, state, c->final, err);
    return code || mark & MARK_END ? code : hold_successors(c, state, err);
}

/* ---- errors of single elements ------------------------------------------------------------- */

/* Whether nothing of an element fails, by itself. */
static int try_element(orbit_check *c, uint32_t number, wgcq_error *err)
{
    const wgcq_model *m = c->model;
    const uint64_t *state = element(c, number);
    uint8_t mark = 0;
    int code = m->classify(c->worker, state, 1, &mark, err);
    if (!code && mark & MARK_VIOLATES)
        code = m->reference.broken_invariants(c->worker, state, c->broken[0], err);
    if (!code && mark & MARK_GOAL && m->finals)
        code = m->final_costs(c->worker, state, 1, c->final, err);
    return code ? code : m->expand(c->worker, state, 1, WANTED, &c->successors, err);
}

/* The map that makes an element of an earlier one does not hold: only the element has an error. */
static int refuse_error(const orbit_check *c, uint32_t number, const wgcq_error *own,
                        wgcq_error *err)
{
    const uint32_t *sources = c->orbit.sources + (size_t)number * c->orbit.maps.count;
    size_t by = 0;
    while (!sources[by] || sources[by] >= number)
        by++;
    strbuf why = {0};
    strbuf_printf(&why, ", and only of the latter: %s", own->text);
    return found_orbit_refuse(&c->orbit, by, sources[by], number, &why, err);
}

/* An error in the orbit that was found: the first element's own, or a later one's. */
static int blame_element(orbit_check *c, wgcq_error *err)
{
    wgcq_error own = {0};
    int code = try_element(c, 1, err);
    if (code)
        return code;
    uint32_t i = 2;
    while (i <= c->orbit.elements.count && !(code = try_element(c, i, &own)))
        i++;
    if (code == WGCQ_ERUN)
        return refuse_error(c, i, &own, err);
    return code ? error_set(err, (wgcq_code)code, "%s", own.text) : 0;
}

/* The end of a check, whose error is the state's or of another element. */
static int end_check(orbit_check *c, int code, const wgcq_error *own, wgcq_error *err)
{
    if (code == WGCQ_ERUN)
        return blame_element(c, err);
    return code ? error_set(err, (wgcq_code)code, "%s", own->text) : 0;
}

int orbit_check_successors(orbit_check *c, const uint64_t *states, size_t count, wgcq_error *err)
{
    wgcq_error own = {0};
    int code = 0;
    for (size_t i = 0; i < count && !code; i++)
        code = hold_successors(c, states + i * c->words, &own);
    return end_check(c, code, &own, err);
}

int orbit_check_marks(orbit_check *c, const uint64_t *states, size_t count, uint8_t *marks,
                      wgcq_error *err)
{
    wgcq_error own = {0};
    int code = 0;
    for (size_t i = 0; i < count && !code; i++)
        code = hold_marks(c, states + i * c->words, &marks[i], &own);
    return end_check(c, code, &own, err);
}

int orbit_check_final_costs(orbit_check *c, const uint64_t *states, size_t count, int64_t *costs,
                            wgcq_error *err)
{
    wgcq_error own = {0};
    int code = 0;
    for (size_t i = 0; i < count && !code; i++)
        code = hold_final_costs(c, states + i * c->words, costs + i * c->costs, &own);
    return end_check(c, code, &own, err);
}

int orbit_check_state(orbit_check *c, const uint64_t *state, wgcq_error *err)
{
    wgcq_error own = {0};
    return end_check(c, hold_orbit(c, state, &own), &own, err);
}
