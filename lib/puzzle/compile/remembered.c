/*
 * remembered.c - calls and aggregates that were lowered before, with the same names and cells.
 *
 * Behind choices an expression is lowered for each combination, though it reads few of the names:
 * `all(wife[c] == boat for c in w)` is the same for every other name.  A lowered_result is
 * remembered with the values of the names that the expression reads, and the version of cells and
 * facts.
 */
#include <string.h>

#include "puzzle/compile/lower_expr.h"

enum {
    NAMES_MOST = 4,         /* that a remembered expression reads */
    EXPRESSIONS_MOST = 500, /* that it has                        */
    READERS = 64,           /* powers of two */
    RESULTS = 512
};

typedef struct name_reader { /* an expression and the names from outside that it reads */
    const expr *of;
    bool usable;
    unsigned count;
    int slot[NAMES_MOST];
} name_reader;

typedef struct lowered_result {
    const expr *of; /* NULL: none */
    uint64_t version;
    ref names[NAMES_MOST];
    lowered is;
} lowered_result;

struct remembered { /* two tables by hash: an entry replaces one with its hash */
    name_reader readers[READERS];
    lowered_result results[RESULTS];
};

/* ---- the names that an expression reads --------------------------------------------------- */

typedef struct name_search {
    size_t looked; /* at so many expressions */
    bool usable;
    unsigned count, inner_count;
    int slot[4 * NAMES_MOST];  /* that are read */
    int inner[4 * NAMES_MOST]; /* that are bound inside */
} name_search;

static void note_read_slot(name_search *w, int *all, unsigned *count, int slot)
{
    for (unsigned i = 0; i < *count; i++)
        if (all[i] == slot)
            return;
    if (*count < 4 * NAMES_MOST)
        all[(*count)++] = slot;
    else
        w->usable = false;
}

static void find_read_names(name_search *w, const expr *e);

static void find_read_names_of_all(name_search *w, expr *const *all, size_t count)
{
    for (size_t i = 0; i < count && w->usable; i++)
        find_read_names(w, all[i]);
}

static void find_read_names_of_loop(name_search *w, const loop *over)
{
    for (size_t i = 0; i < over->count && w->usable; i++) {
        const binding *b = &over->bindings[i];
        for (size_t k = 0; k < b->slots; k++)
            note_read_slot(w, w->inner, &w->inner_count, b->slot[k]);
        find_read_names_of_all(w, b->args, binding_expressions(b));
        if (b->filter)
            find_read_names(w, b->filter);
    }
}

static void find_read_names(name_search *w, const expr *e)
{
    w->usable = w->usable && w->looked++ < EXPRESSIONS_MOST && e->form != EXPR_OLD;
    if (e->form == EXPR_LOCAL)
        note_read_slot(w, w->slot, &w->count, e->slot);
    if (e->loop)
        find_read_names_of_loop(w, e->loop);
    find_read_names_of_all(w, e->args, e->count);
    if (e->form != EXPR_CALL || !w->usable)
        return;
    for (size_t i = 0; i < e->count; i++)
        note_read_slot(w, w->inner, &w->inner_count, e->slot + (int)i);
    find_read_names(w, e->body);
}

static void note_outer_names(name_reader *r, const name_search *w)
{
    for (unsigned i = 0; i < w->count && r->usable; i++) {
        bool inner = false;
        for (unsigned k = 0; k < w->inner_count; k++)
            inner = inner || w->inner[k] == w->slot[i];
        if (inner)
            continue;
        r->usable = r->count < NAMES_MOST;
        if (r->usable)
            r->slot[r->count++] = w->slot[i];
    }
}

static size_t number_of(const void *at, size_t below)
{
    const uint64_t h = (uint64_t)(uintptr_t)at * 0x9E3779B97F4A7C15U;
    return (size_t)(h >> 40) & (below - 1);
}

static const name_reader *find_reader(lowering *s, const expr *e)
{
    if (!s->remembered)
        s->remembered = arena_take(s->memory, sizeof *s->remembered);
    name_reader *r = &s->remembered->readers[number_of(e, READERS)];
    if (r->of == e)
        return r;
    name_search w = {.usable = true};
    find_read_names(&w, e);
    *r = (name_reader){.of = e, .usable = w.usable};
    note_outer_names(r, &w);
    return r;
}

/* ---- results ------------------------------------------------------------------------------ */

/* The place of the result with the names bound now, which is what `like` has. */
static lowered_result *place_of_result(lowering *s, const name_reader *r, lowered_result *like)
{
    uint64_t h = (uint64_t)(uintptr_t)r->of ^ s->version << 32;
    *like = (lowered_result){.of = r->of, .version = s->version};
    for (unsigned i = 0; i < r->count; i++) {
        like->names[i] = s->slot[r->slot[i]];
        h = (h ^ like->names[i]) * 0x9E3779B97F4A7C15U;
    }
    h *= 0xBF58476D1CE4E5B9U;
    return &s->remembered->results[(size_t)(h >> 40) & (RESULTS - 1)];
}

static bool is_of_same_names(const lowered_result *a, const lowered_result *b)
{
    return a->of == b->of && a->version == b->version &&
           !memcmp(a->names, b->names, sizeof a->names);
}

lowered lower_remembered(lowering *s, const expr *e, lowered (*anew)(lowering *, const expr *))
{
    lowered_result like;
    const name_reader *r = find_reader(s, e);
    if (!r->usable)
        return anew(s, e);
    lowered_result *at = place_of_result(s, r, &like);
    if (is_of_same_names(at, &like))
        return at->is;
    like.is = anew(s, e);
    if (!s->over_limit)
        *at = like;
    return like.is;
}
