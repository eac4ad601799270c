/* symmetry.c - the group that a puzzle declares, over its explored graph. */
#include "answers/classes/symmetry.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "answers/classes/start_maps.h"
#include "base/array.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "puzzle/reduced_model.h"

/* ---- images of states --------------------------------------------------------------------- */

static const void *words_of(const symmetry *s, uint32_t state)
{
    return s->states.keys + (size_t)state * s->states.width;
}

/* The generators of an element, in the order in which they are applied. */
static const uint32_t *symmetry_word(const symmetry *s, uint32_t i, size_t *count)
{
    const uint32_t *element = sequence_set_at(&s->elements, i, count);
    --*count;
    return element + 1;
}

uint32_t symmetry_begins(const symmetry *s, uint32_t i)
{
    size_t length;
    return *sequence_set_at(&s->elements, i, &length);
}

/* The image of a state, in s->state_room. */
static int make_image(symmetry *s, uint32_t i, uint32_t state)
{
    const size_t bytes = s->g->words * sizeof *s->state_room;
    size_t count;
    const uint32_t *by = symmetry_word(s, i, &count);
    int code = 0;
    assert(state && state <= s->states.count);
    memcpy(s->state_room, words_of(s, state), bytes);
    for (size_t k = 0; k < count && !code; k++) {
        code = state_maps_apply(&s->maps, by[k], s->state_room, s->state_room + s->g->words,
                                s->a->err);
        memcpy(s->state_room, s->state_room + s->g->words, bytes);
    }
    return code;
}

int symmetry_state(uint32_t *out, symmetry *s, uint32_t i, uint32_t state)
{
    int code = make_image(s, i, state);
    if (!code && !(*out = lookup_add(&s->states, s->state_room)))
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

/* The words of a move's text in alphabetical order, a blank after each, into out: a renaming may
   change the order of a set's members in a text.  false: no memory. */
static bool symmetry_sort_words(const char *line, strbuf *out)
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
    FREE_EACH(copy, words);
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

/* The text that a move has under an element; *out stays empty where some map renames no values. */
static int rename_text(strbuf *out, symmetry *s, uint32_t i, uint32_t move)
{
    const char *text;
    size_t count;
    const uint32_t *by = symmetry_word(s, i, &count);
    strbuf next = {0};
    int code = cached_move_text(&text, s, move);
    for (size_t k = 0; k < count; k++)
        if (!state_map_renames(&s->maps.all[by[k]]))
            return code;
    strbuf_put(out, code ? "" : text);
    for (size_t k = 0; k < count; k++) {
        strbuf_clear(&next);
        state_map_text(&s->maps.all[by[k]], strbuf_string(out), &next);
        strbuf_clear(out);
        strbuf_put(out, strbuf_string(&next));
    }
    bool fine = !next.failed && !out->failed;
    strbuf_free(&next);
    return code || fine ? code : error_set_memory(s->a->err);
}

int symmetry_move(uint32_t *out, symmetry *s, uint32_t i, uint32_t move, uint32_t from, uint32_t to)
{
    strbuf image = {0}, sorted = {0};
    assert(from && from <= s->g->states);
    *out = NO_MOVE;
    int code = rename_text(&image, s, i, move);
    if (!code && image.length)
        code = find_move_by_text(out, s, strbuf_string(&image), false, from, to);
    if (!code && *out == NO_MOVE && !symmetry_sort_words(strbuf_string(&image), &sorted))
        code = error_set_memory(s->a->err);
    if (!code && *out == NO_MOVE && image.length)
        code = find_move_by_text(out, s, strbuf_string(&sorted), true, from, to);
    strbuf_free(&image);
    strbuf_free(&sorted);
    return code;
}

/* ---- whether texts say which move becomes which ------------------------------------------- */

typedef struct edge_pair {
    uint64_t one, other;
} edge_pair;

/* Whether two moves from a state to another one have the same image under an element. */
static int are_confused(bool *out, symmetry *s, uint32_t i, uint32_t state, const edge_pair *e)
{
    const graph *g = s->g;
    uint32_t image, to = 0, one, other;
    int code = symmetry_state(&image, s, i, state);
    code = code ? code : symmetry_state(&to, s, i, g->dst[e->one]);
    if (code || image > g->states || to > g->states)
        return code; /* no plan from a start of the element leads there */
    code = symmetry_move(&one, s, i, graph_move(g, e->one), image, to);
    code = code ? code : symmetry_move(&other, s, i, graph_move(g, e->other), image, to);
    *out = !code && (one == NO_MOVE || one == other);
    return code;
}

/* Where several moves join a state with another one. */
static int test_texts(symmetry *s, uint32_t state)
{
    const graph *g = s->g;
    int code = 0;
    for (uint64_t e = graph_row(g, state); e < graph_row_end(g, state); e++)
        for (uint64_t k = graph_row(g, state); k < e; k++)
            for (uint32_t i = 1; i <= s->elements.count && g->dst[k] == g->dst[e]; i++)
                if (!code && !s->by_states)
                    code = are_confused(&s->by_states, s, i, state, &(edge_pair){k, e});
    return code;
}

static int test_all_texts(symmetry *s)
{
    progress_clock look;
    int code = 0;
    progress_begin(&look, "symmetry", s->g);
    for (uint32_t state = 1; state <= s->g->states && !code && !s->by_states; state++) {
        code = test_texts(s, state);
        code = code ? code : progress_poll(&look, s->a->monitor, 0, s->a->err);
    }
    return code;
}

/* ---- whether it holds --------------------------------------------------------------------- */

/* A run that keeps one state of each orbit decides in the same way. */
typedef struct decision {
    const graph *g;
    const bool *open; /* states that may lack edges, or NULL */
    const wgcq_monitor *monitor;
    wgcq_error *err;
    wgcq_model *reduced;
    void *worker;
} decision;

static int open_decision(decision *d, const wgcq_puzzle *puzzle)
{
    int code = reduced_model_new(&d->reduced, puzzle, d->err);
    return code ? code : d->reduced->worker_new(&d->worker, d->reduced, d->err);
}

static void close_decision(decision *d)
{
    if (d->worker)
        d->reduced->worker_free(d->worker);
    reduced_model_free(d->reduced);
}

static int hold_all_states(const decision *d)
{
    const graph *g = d->g;
    progress_clock look;
    int code = 0;
    progress_begin(&look, "symmetry", g);
    for (uint32_t i = 1; i <= g->states && !code && !reduced_model_is_proved(d->reduced); i++) {
        if (!d->open || !d->open[i])
            code = reduced_model_hold(d->worker, g->state + (size_t)i * g->words, 1, d->err);
        code = code ? code : progress_poll(&look, d->monitor, 0, d->err);
    }
    return code;
}

/* ---- opening ------------------------------------------------------------------------------ */

static int add_generators(symmetry *s)
{
    bool fine = true;
    for (uint32_t i = 0; i < s->maps.count && fine; i++)
        fine = sequence_set_add(&s->elements, (uint32_t[]){0, i}, 2);
    return fine ? 0 : error_set_memory(s->a->err);
}

/* The generators where they map starts to starts, else the elements that do. */
static int find_symmetry_elements(symmetry *s, const decision *d)
{
    reduced_starts starts;
    int code = reduced_model_starts(&starts, d->worker, NULL, s->a->err);
    if (!code)
        code = starts.closed ? add_generators(s)
                             : start_maps_find(&s->elements, &s->maps, s->g, s->a->err);
    reduced_starts_free(&starts);
    return code;
}

static int decide(symmetry *s)
{
    decision d = {.g = s->g, .open = s->open, .monitor = s->a->monitor, .err = s->a->err};
    int code = open_decision(&d, s->reference.puzzle);
    code = code ? code : hold_all_states(&d);
    code = code ? code : find_symmetry_elements(s, &d);
    close_decision(&d);
    return code;
}

int symmetry_open(symmetry *s, query_context *a, const graph *g)
{
    *s = (symmetry){.g = g, .a = a};
    for (uint64_t e = 0; e < g->edges; e++)
        s->moves = graph_move(g, e) >= s->moves ? graph_move(g, e) + 1 : s->moves;
    s->state_room = malloc(2 * (size_t)g->words * sizeof *s->state_room);
    s->move_texts = calloc((size_t)s->moves + 1, sizeof *s->move_texts);
    int code = s->state_room && s->move_texts ? 0 : error_set_memory(a->err);
    code = code ? code : reference_model_open(&s->reference, a->trace, a->err);
    code = code ? code : state_maps_open(&s->maps, s->reference.puzzle, a->err);
    if (!code && strcmp(a->facts->status, "complete") != 0)
        code = graph_open_states(&s->open, g, a->err);
    code = code ? code : number_graph_states(s);
    code = code ? code : decide(s);
    /* where states are missing, moves between two of them may be, too */
    s->by_states = s->open != NULL;
    return code ? code : test_all_texts(s);
}

void symmetry_close(symmetry *s)
{
    for (uint32_t i = 0; s->move_texts && i < s->moves; i++)
        free(s->move_texts[i]);
    FREE_EACH(s->move_texts, s->state_room, s->open);
    lookup_free(&s->states);
    sequence_set_free(&s->elements);
    state_maps_close(&s->maps);
    reference_model_close(&s->reference);
    *s = (symmetry){0};
}

/* ---- without plans ------------------------------------------------------------------------ */

/* Where the moves do not prove it. */
static int hold_to_explored(decision *d, wgcq_trace *trace)
{
    query_context a = {
        .trace = trace, .facts = trace_about_run(trace), .monitor = d->monitor, .err = d->err};
    loaded_graph l;
    bool *open = NULL;
    int code = loaded_graph_open(&l, &a, 0, LOADED_FORWARDS);
    if (!code && strcmp(a.facts->status, "complete") != 0)
        code = graph_open_states(&open, l.g, d->err);
    d->g = l.g;
    d->open = open;
    code = code ? code : hold_all_states(d);
    free(open);
    loaded_graph_close(&l);
    return code;
}

int symmetry_hold(wgcq_trace *trace, const wgcq_puzzle *puzzle, trace_rerunner *rerun,
                  const wgcq_monitor *monitor, wgcq_error *err)
{
    decision d = {.monitor = monitor, .err = err};
    int code = open_decision(&d, puzzle);
    if (!code && !reduced_model_is_proved(d.reduced)) {
        code = rerun(&trace, trace, NULL, WGCQ_TRACE_EDGES, false, monitor, err);
        code = code ? code : hold_to_explored(&d, trace);
    }
    close_decision(&d);
    return code;
}
