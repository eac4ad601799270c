/* symmetry.c - the group that a puzzle declares, tested on its explored graph. */
#include "answers/classes/symmetry.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/progress_clock.h"
#include "puzzle/reduced_model.h"

/* ---- images of states --------------------------------------------------------------------- */

static const void *words_of(const symmetry *s, uint32_t state)
{
    return s->states.keys + (size_t)state * s->states.width;
}

static int make_image(symmetry *s, size_t i, uint32_t state)
{
    unsigned words = s->g->words;
    assert(i < s->maps.count && state && state <= s->states.count);
    memcpy(s->state_room, words_of(s, state), words * sizeof *s->state_room);
    return state_maps_apply(&s->maps, i, s->state_room, s->state_room + words, s->a->err);
}

int symmetry_state(uint32_t *out, symmetry *s, size_t i, uint32_t state)
{
    int code = make_image(s, i, state);
    if (!code && !(*out = lookup_add(&s->states, s->state_room + s->g->words)))
        code = error_set_memory(s->a->err);
    return code;
}

static int number_graph_states(symmetry *s)
{
    const graph *g = s->g;
    s->states = lookup_of_states(g->words);
    for (uint32_t i = 1; i <= g->states; i++) {
        uint32_t number = lookup_add(&s->states, g->state + (size_t)i * g->words);
        if (!number)
            return error_set_memory(s->a->err);
        if (number != i)
            return error_set(s->a->err, WGCQ_ESTORE,
                             "states %u and %u in the file are the same one", number, i);
    }
    return 0;
}

/* ---- texts of moves ----------------------------------------------------------------------- */

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool separates(char byte)
{
    return !isalnum((unsigned char)byte) && byte != '_' && (unsigned char)byte < 0x80;
}

bool symmetry_sort_words(const char *line, strbuf *out)
{
    size_t count = 0;
    char *copy = strdup(line), **words = malloc((strlen(line) + 1) * sizeof *words);
    for (char *at = copy; words && at && *at; at++) {
        if (separates(*at))
            *at = '\0';
        else if (at == copy || !at[-1])
            words[count++] = at;
    }
    if (words)
        qsort(words, count, sizeof *words, compare_words);
    strbuf_clear(out);
    for (size_t i = 0; words && copy && i < count; i++) {
        strbuf_put(out, words[i]);
        strbuf_char(out, ' ');
    }
    bool fine = copy && words && !out->failed;
    free(copy);
    free(words);
    return fine;
}

bool symmetry_same_words(bool *same, const char *one, const char *other)
{
    strbuf a = {0}, b = {0};
    *same = !strcmp(one, other);
    bool fine = *same || (symmetry_sort_words(one, &a) && symmetry_sort_words(other, &b));
    if (fine && !*same)
        *same = !strcmp(strbuf_string(&a), strbuf_string(&b));
    strbuf_free(&a);
    strbuf_free(&b);
    return fine;
}

/* ---- images of moves ---------------------------------------------------------------------- */

size_t symmetry_edges(const graph *g, uint32_t from, uint32_t to)
{
    size_t count = 0;
    assert(from && from <= g->states);
    for (uint64_t e = graph_row(g, from); e < graph_row_end(g, from); e++)
        count += g->dst[e] == to;
    return count;
}

static int cached_move_text(const char **out, symmetry *s, uint32_t move)
{
    strbuf line = {0};
    int code = 0;
    assert(move < s->moves);
    if (!s->move_texts[move]) {
        code = trace_move_text(s->a->trace, move, &line, s->a->err);
        if (!code && !(s->move_texts[move] = strdup(strbuf_string(&line))))
            code = error_set_memory(s->a->err);
        strbuf_free(&line);
    }
    *out = s->move_texts[move];
    return code;
}

/* The only move between two states with the text `wanted`; with `sorted`, with its words. */
static int find_move_by_text(uint32_t *out, symmetry *s, const char *wanted, bool sorted,
                             uint32_t from, uint32_t to)
{
    const graph *g = s->g;
    strbuf line = {0};
    size_t fitting = 0;
    int code = 0;
    for (uint64_t e = graph_row(g, from); e < graph_row_end(g, from) && !code; e++) {
        const char *text;
        if (g->dst[e] != to)
            continue;
        code = cached_move_text(&text, s, graph_move(g, e));
        if (!code && sorted && !symmetry_sort_words(text, &line))
            code = error_set_memory(s->a->err);
        if (!code && !strcmp(sorted ? strbuf_string(&line) : text, wanted)) {
            *out = graph_move(g, e);
            fitting++;
        }
    }
    strbuf_free(&line);
    if (fitting != 1)
        *out = NO_MOVE;
    return code;
}

int symmetry_move(uint32_t *out, symmetry *s, size_t i, uint32_t move, uint32_t from, uint32_t to)
{
    const char *text;
    strbuf image = {0}, sorted = {0};
    assert(from && from <= s->g->states);
    *out = NO_MOVE;
    if (!state_map_renames(&s->maps.all[i]))
        return 0;
    int code = cached_move_text(&text, s, move);
    if (!code)
        state_map_text(&s->maps.all[i], text, &image);
    if (!code && image.failed)
        code = error_set_memory(s->a->err);
    if (!code)
        code = find_move_by_text(out, s, strbuf_string(&image), false, from, to);
    if (!code && *out == NO_MOVE && !symmetry_sort_words(strbuf_string(&image), &sorted))
        code = error_set_memory(s->a->err);
    if (!code && *out == NO_MOVE)
        code = find_move_by_text(out, s, strbuf_string(&sorted), true, from, to);
    strbuf_free(&image);
    strbuf_free(&sorted);
    return code;
}

/* ---- the test ----------------------------------------------------------------------------- */

/* Reports a generator that is no symmetry; `why` follows "state 3 becomes". */
static int refute(const symmetry *s, size_t i, uint32_t state, const char *why)
{
    const state_map *x = &s->maps.all[i];
    strbuf how = {0};
    state_map_describe(x, &how);
    int code = how.failed ? error_set_memory(s->a->err)
                          : error_set(s->a->err, WGCQ_EREQUEST,
                                      "'symmetric: %s' does not hold: %s, state %u becomes %s",
                                      strbuf_string(&x->declared), strbuf_string(&how), state, why);
    strbuf_free(&how);
    return code;
}

static int refute_state(const symmetry *s, size_t i, uint32_t state, uint32_t image,
                        const char *what)
{
    char why[200];
    bool has = s->g->marks[state] & (*what == 'g' ? MARK_GOAL : MARK_START);
    snprintf(why, sizeof why, "state %u, and only one of them, %u, is a %s", image,
             has ? state : image, what);
    return refute(s, i, state, why);
}

static int refute_edge(symmetry *s, size_t i, uint32_t state, uint32_t image, uint64_t e)
{
    const char *text;
    strbuf why = {0};
    int code = cached_move_text(&text, s, graph_move(s->g, e));
    if (code)
        return code;
    strbuf_printf(&why, "state %u, and '%s' from state %u to %u has no counterpart there", image,
                  text, state, s->g->dst[e]);
    code = why.failed ? error_set_memory(s->a->err) : refute(s, i, state, strbuf_string(&why));
    strbuf_free(&why);
    return code;
}

typedef struct edge_pair {
    uint64_t one, other;
} edge_pair;

/* Whether two moves between the same states have the same image under the map. */
static int are_confused(bool *out, symmetry *s, size_t i, uint32_t image, const uint32_t *images,
                        const edge_pair *e)
{
    const graph *g = s->g;
    uint32_t to = images[g->dst[e->one]], one, other;
    int code = symmetry_move(&one, s, i, graph_move(g, e->one), image, to);
    if (!code)
        code = symmetry_move(&other, s, i, graph_move(g, e->other), image, to);
    *out = !code && (one == NO_MOVE || one == other);
    return code;
}

/* Where several moves join two states: whether their texts say which becomes which. */
static int test_texts(symmetry *s, size_t i, uint32_t state, uint32_t image, const uint32_t *images)
{
    const graph *g = s->g;
    int code = 0;
    for (uint64_t e = graph_row(g, state); e < graph_row_end(g, state) && !code; e++)
        for (uint64_t k = graph_row(g, state); k < e && !code && !s->by_states; k++)
            if (g->dst[k] == g->dst[e])
                code = are_confused(&s->by_states, s, i, image, images, &(edge_pair){k, e});
    return code;
}

/* How many edges between two states have the costs of edge `like`. */
static size_t count_edges_like(const graph *g, uint32_t from, uint32_t to, uint64_t like)
{
    size_t count = 0, bytes = g->costs * sizeof *g->cost;
    for (uint64_t e = graph_row(g, from); e < graph_row_end(g, from); e++)
        count += g->dst[e] == to &&
                 (!g->cost || !memcmp(g->cost + e * g->costs, g->cost + like * g->costs, bytes));
    return count;
}

static int test_edges(symmetry *s, size_t i, uint32_t state, const uint32_t *images)
{
    const graph *g = s->g;
    uint32_t image = images[state];
    for (uint64_t e = graph_row(g, state); e < graph_row_end(g, state); e++) {
        uint32_t to = images[g->dst[e]];
        if (!to || count_edges_like(g, state, g->dst[e], e) != count_edges_like(g, image, to, e))
            return refute_edge(s, i, state, image, e);
    }
    return test_texts(s, i, state, image, images);
}

static int test_final_costs(const symmetry *s, size_t i, uint32_t state, uint32_t image)
{
    const graph *g = s->g;
    char why[100];
    bool same = true;
    for (unsigned k = 0; same && k < g->finals && g->marks[state] & MARK_GOAL; k++)
        same = graph_final(g, state, (int)k) == graph_final(g, image, (int)k);
    if (same)
        return 0;
    snprintf(why, sizeof why, "state %u, and their final costs differ", image);
    return refute(s, i, state, why);
}

static int test_state(symmetry *s, size_t i, uint32_t state, const uint32_t *images)
{
    const graph *g = s->g;
    uint32_t image = images[state];
    if (!image)
        return s->open ? 0 : refute(s, i, state, "one that is never reached");
    if ((g->marks[state] ^ g->marks[image]) & MARK_START)
        return refute_state(s, i, state, image, "start");
    if ((g->marks[state] ^ g->marks[image]) & MARK_GOAL)
        return refute_state(s, i, state, image, "goal");
    return test_final_costs(s, i, state, image);
}

/* In an incomplete run, some states lack edges, and goals may not be expanded. */
static bool is_comparable(const symmetry *s, uint32_t state, uint32_t image)
{
    return !s->open ||
           (image && !s->open[state] && !s->open[image] && !(s->g->marks[state] & MARK_GOAL));
}

/* The map must be injective; `sources` is enough where both images are in the graph. */
static int note_source(symmetry *s, size_t i, uint32_t state, uint32_t image, uint32_t *sources)
{
    char why[200];
    uint32_t other = sources[image];
    sources[image] = state;
    if (!image || !other)
        return 0;
    snprintf(why, sizeof why, "state %u, and so does state %u", image, other);
    return refute(s, i, state, why);
}

static int find_images(symmetry *s, size_t i, uint32_t *images, uint32_t *sources)
{
    const graph *g = s->g;
    int code = 0;
    memset(sources, 0, ((size_t)g->states + 1) * sizeof *sources);
    images[0] = 0;
    for (uint32_t state = 1; state <= g->states && !code; state++) {
        code = make_image(s, i, state);
        images[state] = code ? 0 : lookup_find(&s->states, s->state_room + g->words);
        if (!code)
            code = note_source(s, i, state, images[state], sources);
    }
    return code;
}

static int test_generator(symmetry *s, size_t i, uint32_t *images, uint32_t *sources)
{
    const graph *g = s->g;
    progress_clock look;
    progress_begin(&look, "symmetry", g);
    int code = find_images(s, i, images, sources);
    for (uint32_t state = 1; state <= g->states && !code; state++)
        code = test_state(s, i, state, images);
    for (uint32_t state = 1; state <= g->states && !code; state++) {
        if (is_comparable(s, state, images[state]))
            code = test_edges(s, i, state, images);
        if (!code)
            code = progress_poll(&look, s->a->monitor, 0, s->a->err);
    }
    return code;
}

static int test_all(symmetry *s)
{
    size_t room = (size_t)s->g->states + 1;
    uint32_t *images = malloc(room * sizeof *images), *sources = malloc(room * sizeof *sources);
    int code = images && sources ? 0 : error_set_memory(s->a->err);
    for (size_t i = 0; i < s->maps.count && !code; i++)
        code = test_generator(s, i, images, sources);
    free(images);
    free(sources);
    return code;
}

/* ---- opening ------------------------------------------------------------------------------ */

int symmetry_open(symmetry *s, query_context *a, const graph *g)
{
    *s = (symmetry){.g = g, .a = a};
    for (uint64_t e = 0; e < g->edges; e++)
        s->moves = graph_move(g, e) >= s->moves ? graph_move(g, e) + 1 : s->moves;
    s->state_room = malloc(2 * (size_t)g->words * sizeof *s->state_room);
    s->move_texts = calloc((size_t)s->moves + 1, sizeof *s->move_texts);
    int code = s->state_room && s->move_texts ? 0 : error_set_memory(a->err);
    if (!code)
        code = reference_model_open(&s->reference, a->trace, a->err);
    if (!code)
        code = state_maps_open(&s->maps, s->reference.puzzle, a->err);
    if (!code && strcmp(a->facts->status, "complete") != 0)
        code = graph_open_states(&s->open, g, a->err);
    if (!code)
        code = number_graph_states(s);
    /* where states are missing, moves between two of them may be, too */
    s->by_states = s->open != NULL;
    return code ? code : test_all(s);
}

void symmetry_close(symmetry *s)
{
    for (uint32_t i = 0; s->move_texts && i < s->moves; i++)
        free(s->move_texts[i]);
    free(s->move_texts);
    free(s->state_room);
    free(s->open);
    lookup_free(&s->states);
    state_maps_close(&s->maps);
    reference_model_close(&s->reference);
    *s = (symmetry){0};
}

/* ---- without plans ------------------------------------------------------------------------ */

static int hold_to_explored(wgcq_trace *trace, const wgcq_monitor *monitor, wgcq_error *err)
{
    query_context a = {
        .trace = trace, .facts = trace_about_run(trace), .monitor = monitor, .err = err};
    loaded_graph l;
    symmetry s = {0};
    int code = loaded_graph_open(&l, &a, 0, LOADED_FORWARDS);
    if (!code)
        code = symmetry_open(&s, &a, l.g);
    symmetry_close(&s);
    loaded_graph_close(&l);
    return code;
}

int symmetry_hold(wgcq_trace *trace, const wgcq_puzzle *puzzle, trace_rerunner *rerun,
                  const wgcq_monitor *monitor, wgcq_error *err)
{
    bool proved = false;
    int code = reduced_model_proves(&proved, puzzle, err);
    if (code || proved)
        return code;
    code = rerun(&trace, trace, NULL, WGCQ_TRACE_EDGES, false, monitor, err);
    return code ? code : hold_to_explored(trace, monitor, err);
}
