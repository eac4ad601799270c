/*
 * switches.c - how often the shortest plans turn to another thing.
 *
 * What a move moves is read off the states on its two sides: the elements of arrays that it changes
 * (in a puzzle without arrays, lists and sets: the variables).  Where it changes several elements
 * of one array, something went from one to another, and is where no empty place is: neither false,
 * 0 or the first name, nor none.  A later move is of the same thing if it changes one of these
 * elements, else it is a switch; moves that change no element are between them.
 *
 * So a state is not enough to tell, and plans are counted by state and what was moved last.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answers/counts/grade.h"
#include "base/array.h"
#include "base/containers/sequence_set.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "graph/counts/mate_table.h"
#include "model/list_values.h"

#define SWITCH_BYTES_MOST ((size_t)1 << 30)

typedef struct moved_things { /* of an edge: numbers of sets of elements */
    uint32_t changed, kept;
} moved_things;

typedef struct switch_counter {
    const plan_traffic *t;
    const wgcq_model *model;
    uint32_t *array; /* [fields] the first field of its array; UINT32_MAX: it is no element */
    uint32_t *list[2];
    sequence_set sets;
    size_t *first; /* [on.count + 1] of its edges in `edges` */
    moved_things *edges;
    mate_table now, next; /* keys: a state, and the set that was moved last; 0: none */
    bigcount total;
    progress_clock progress;
    wgcq_error *err;
} switch_counter;

/* ---- elements -------------------------------------------------------------------------------- */

static bool is_element(const model_field *f)
{
    return f->label[model_field_name_length(f)] != '\0';
}

/* Elements of one array follow one another. */
static int find_elements(switch_counter *c)
{
    const size_t fields = c->model->field_count;
    bool any = false;
    c->array = malloc((fields + 1) * sizeof *c->array);
    for (int i = 0; i < 2; i++)
        c->list[i] = malloc((fields + 1) * sizeof *c->list[i]);
    if (!c->array || !c->list[0] || !c->list[1])
        return error_set_memory(c->err);
    for (size_t i = 0; i < fields; i++)
        any |= is_element(&c->model->fields[i]);
    for (size_t i = 0; i < fields; i++) {
        const model_field *f = &c->model->fields[i];
        const bool goes_on = i && is_element(f) && model_fields_share_name(f - 1, f);
        c->array[i] = goes_on ? c->array[i - 1] : any && !is_element(f) ? UINT32_MAX : (uint32_t)i;
    }
    return 0;
}

static const uint64_t *state_words_at(const graph *g, uint32_t state)
{
    return g->state + (size_t)state * g->words;
}

/* Into list[0]; how many. */
static size_t list_changed(const switch_counter *c, const uint64_t *from, const uint64_t *to)
{
    size_t count = 0;
    for (size_t i = 0; i < c->model->field_count; i++) {
        const model_field *f = &c->model->fields[i];
        if (c->array[i] != UINT32_MAX && model_field_bits(f, from) != model_field_bits(f, to))
            c->list[0][count++] = (uint32_t)i;
    }
    return count;
}

static bool is_empty_place(const model_field *f, const uint64_t *state)
{
    const uint64_t bits = model_field_bits(f, state);
    return f->optional ? model_field_is_none(f, bits) : !bits || model_field_is_end(f, bits);
}

static bool is_alone(const switch_counter *c, size_t at, size_t count)
{
    const uint32_t *changed = c->list[0];
    return !(at && c->array[changed[at - 1]] == c->array[changed[at]]) &&
           !(at + 1 < count && c->array[changed[at + 1]] == c->array[changed[at]]);
}

/* Copies from list[0] into list[1] where the things are now. */
static size_t list_kept(const switch_counter *c, size_t count, const uint64_t *to)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (is_alone(c, i, count) || !is_empty_place(&c->model->fields[c->list[0][i]], to))
            c->list[1][kept++] = c->list[0][i];
    if (kept)
        return kept;
    memcpy(c->list[1], c->list[0], count * sizeof *c->list[1]);
    return count;
}

/* ---- edges ----------------------------------------------------------------------------------- */

static bool note_things(switch_counter *c, moved_things *out, uint32_t from, uint32_t to)
{
    const graph *g = c->t->dist.g;
    const size_t changed = list_changed(c, state_words_at(g, from), state_words_at(g, to));
    *out = (moved_things){0, 0};
    if (!changed)
        return true;
    const size_t kept = list_kept(c, changed, state_words_at(g, to));
    out->changed = sequence_set_add(&c->sets, c->list[0], changed);
    out->kept = sequence_set_add(&c->sets, c->list[1], kept);
    return out->changed && out->kept;
}

static size_t count_best_edges(const switch_counter *c)
{
    const graph *g = c->t->dist.g;
    size_t count = 0;
    for (uint32_t i = 0; i < c->t->on.count; i++) {
        const uint32_t s = c->t->on.states[i];
        for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s); e++)
            count += cost_distance_follows(&c->t->dist, s, e);
    }
    return count;
}

static int note_edges(switch_counter *c)
{
    const graph *g = c->t->dist.g;
    const optimal_states *on = &c->t->on;
    size_t count = 0;
    c->first = malloc(((size_t)on->count + 1) * sizeof *c->first);
    c->edges = malloc((count_best_edges(c) + 1) * sizeof *c->edges);
    int code = c->first && c->edges ? 0 : error_set_memory(c->err);
    for (uint32_t i = 0; i < on->count && !code; i++) {
        const uint32_t s = on->states[i];
        c->first[optimal_states_index(on, s)] = count;
        for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s) && !code; e++)
            if (cost_distance_follows(&c->t->dist, s, e) &&
                !note_things(c, &c->edges[count++], s, g->dst[e]))
                code = error_set_memory(c->err);
        code = code ? code : progress_poll(&c->progress, g->monitor, 0, c->err);
    }
    return code;
}

/* ---- level by level -------------------------------------------------------------------------- */

static bool sets_meet(const switch_counter *c, uint32_t a, uint32_t b)
{
    size_t x = 0, y = 0, x_count, y_count;
    const uint32_t *first = sequence_set_at(&c->sets, a, &x_count),
                   *second = sequence_set_at(&c->sets, b, &y_count);
    while (x < x_count && y < y_count && first[x] != second[y])
        if (first[x] < second[y])
            x++;
        else
            y++;
    return x < x_count && y < y_count;
}

static bool follow_edge(switch_counter *c, uint32_t entry, const moved_things *m, uint32_t to)
{
    const uint32_t last = (uint32_t)c->now.key[(size_t)entry * 2 + 1];
    const uint64_t key[2] = {to, m->changed ? m->kept : last};
    const bool turns = last && m->changed && !sets_meet(c, last, m->changed);
    return (!turns || bigcount_add_product(&c->total, 0, &c->now.ways, entry, &c->t->behind,
                                           optimal_states_index(&c->t->on, to))) &&
           mate_table_add(&c->next, key, &c->now.ways, entry);
}

static int follow_entry(switch_counter *c, uint32_t entry)
{
    const graph *g = c->t->dist.g;
    const uint32_t s = (uint32_t)c->now.key[(size_t)entry * 2];
    const moved_things *m = c->edges + c->first[optimal_states_index(&c->t->on, s)];
    bool fine = true;
    for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s) && fine; e++)
        if (cost_distance_follows(&c->t->dist, s, e))
            fine = follow_edge(c, entry, m++, g->dst[e]);
    if (!fine)
        return error_set_memory(c->err);
    if (mate_table_bytes(&c->now) + mate_table_bytes(&c->next) > SWITCH_BYTES_MOST)
        return WGCQ_DONE;
    return progress_poll(&c->progress, g->monitor, 0, c->err);
}

static int begin_switches(switch_counter *c)
{
    bigcount one = {0};
    c->now.words = c->next.words = 2;
    bool fine = bigcount_resize(&c->total, 1) && bigcount_push_one(&one);
    for (uint32_t i = 0; i < c->t->on.count && fine; i++) {
        const uint64_t key[2] = {c->t->on.states[i], 0};
        if (optimal_states_begin(&c->t->on, c->t->on.states[i]))
            fine = mate_table_add(&c->now, key, &one, 0);
    }
    bigcount_free(&one);
    return fine ? 0 : error_set_memory(c->err);
}

/* Shortest plans have equally many moves, so each level is of one number of moves. */
static int count_switches(switch_counter *c)
{
    int code = begin_switches(c);
    while (c->now.count && !code) {
        mate_table_clear(&c->next);
        for (uint32_t i = 0; i < c->now.count && !code; i++)
            code = follow_entry(c, i);
        mate_table swap = c->now;
        c->now = c->next;
        c->next = swap;
    }
    return code;
}

static void close_switches(switch_counter *c)
{
    FREE_EACH(c->array, c->list[0], c->list[1]);
    sequence_set_free(&c->sets);
    FREE_EACH(c->first, c->edges);
    mate_table_free(&c->now);
    mate_table_free(&c->next);
    bigcount_free(&c->total);
}

int thing_switches(double *mean, const grade_task *t)
{
    switch_counter c = {
        .t = &t->d.traffic, .model = trace_model(t->ctx->trace), .err = t->ctx->err};
    progress_begin(&c.progress, "counting", t->l.g);
    int code = find_elements(&c);
    code = code ? code : note_edges(&c);
    code = code ? code : count_switches(&c);
    *mean = code ? NAN : plan_traffic_part(c.t, &c.total, 0);
    close_switches(&c);
    return code == WGCQ_DONE ? 0 : code;
}
