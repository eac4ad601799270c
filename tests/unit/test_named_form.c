/*
 * test_named_form.c - the states that stand for orbits where names are interchangeable, against
 * orbits that are searched.
 *
 * Orbits are closed here under the exchanges as they are declared, one state after another.
 */
#include <stdio.h>
#include <string.h>

#include "base/containers/lookup.h"
#include "dice.h"
#include "puzzle/puzzle.h"
#include "puzzle/state_map.h"
#include "puzzle/symmetry/named_form.h"
#include "suite.h"
#include "wgcq.h"

enum { WORDS = 16, STATES = 40 };

typedef struct subject {
    const char *of, *state, *start, *symmetric;
} subject;

/* Names as indices, as values, as members of sets and lists; of one type, two or three. */
static const subject subjects[] = {
    {"columns", "  a[who]: 0..2\n  b[who]: bool\n  alone: 0..5\n", "a: 0, b: false, alone: 0",
     "who"},
    {"clients and resources", "  holder[it]: who or none\n  wants[who, it]: bool\n",
     "holder: none, wants: false", "who, it"},
    {"a matrix", "  on[who, it]: bool\n", "on: false", "who, it"},
    {"a matrix of numbers", "  on[who, it]: [-3, 0, 5]\n", "on: 0", "who, it"},
    {"what each holds", "  holds[who]: it\n  held[it]: who\n", "holds: any, held: any", "who, it"},
    {"pairs", "  knows[who, who]: bool\n", "knows: false", "who"},
    {"a function", "  next[who]: who\n  first: who\n", "next: any, first: any", "who"},
    {"a set, a list and pairs",
     "  crowd: set of who\n  line: list(3) of who\n  likes[who]: who or none\n",
     "crowd: [], line: [], likes: none", "who"},
    {"three types", "  owns[who, it]: side or none\n  at[side]: it\n", "owns: none, at: any",
     "who, it, side"},
    {"triples", "  met[who, it, side]: bool\n", "met: false", "who, it, side"},
    {"one of three types alone", "  owns[who, it]: side or none\n  at[side]: it\n",
     "owns: none, at: any", "it"},
    {"wide cells", "  sum[who, it]: 0..4000\n  chief: who or none\n", "sum: 0, chief: none",
     "who, it"},
    {"an enumeration and a part of it", "  at[son]: hue or none\n  seat[person]: bool\n",
     "at: none, seat: false", "son, hue"},
    {"neighbours in a set of names", "  near[who]: set of who\n", "near: []", "who"},
};

enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static wgcq_puzzle *read_subject(const subject *s, unsigned who, unsigned it, unsigned side)
{
    char text[4000];
    wgcq_puzzle *puzzle = NULL;
    wgcq_diagnostics *all = NULL;
    wgcq_error err = {0};
    int length =
        snprintf(text, sizeof text,
                 "puzzle: Subject\ntypes:\n  who: 1..%u\n  it: 5..%u\n  side: 0..%u\n"
                 "  person: [ann, bob, cy, dot, eve]\n  son: [bob, cy, eve]\n"
                 "  hue: {red: r, green: g, blue: b}\n"
                 "state:\n%sstart: {%s}\nmoves:\n  stay:\n    - guard: true\nsymmetric: [%s]\n",
                 who, 4 + it, side - 1, s->state, s->start, s->symmetric);
    if (wgcq_puzzle_read(&puzzle, text, (size_t)length, "subject.yaml", NULL, 0, &all, &err))
        fail_msg("%s\n%s", err.text, text);
    wgcq_diagnostics_free(all);
    return puzzle;
}

/* ---- its maps as one part -------------------------------------------------------------------- */

typedef struct whole_part {
    map_part part;
    uint32_t *exchanges, *own, *cells, *local;
} whole_part;

static bool is_touched(const cell_map *maps, size_t count, size_t cell)
{
    for (size_t i = 0; i < count; i++)
        if (!cell_map_keeps(&maps[i], cell))
            return true;
    return false;
}

static void open_part(whole_part *w, const ast *t, const state_maps *maps, arena *memory)
{
    cell_map *all = arena_array(memory, maps->count, sizeof *all);
    w->exchanges = arena_array(memory, maps->count, sizeof *w->exchanges);
    w->own = arena_array(memory, maps->count, sizeof *w->own);
    w->cells = arena_array(memory, t->cell_count, sizeof *w->cells);
    w->local = arena_array(memory, t->cell_count, sizeof *w->local);
    w->part = (map_part){t, all, w->exchanges, w->own, 0, w->cells, 0, w->local};
    for (uint32_t i = 0; i < maps->count; i++) {
        assert_true(state_maps_cells(maps, i, &all[i], memory));
        w->own[w->part.own_count++] = i;
        for (uint32_t k = 0; k < t->symmetric_count; k++)
            if (t->symmetric[k] == maps->all[i].type)
                w->exchanges[i] = k + 1;
    }
    for (uint32_t c = 0; c < t->cell_count; c++)
        if (is_touched(all, maps->count, c)) {
            w->local[c] = (uint32_t)w->part.cell_count;
            w->cells[w->part.cell_count++] = c;
        }
}

/* ---- states ---------------------------------------------------------------------------------- */

/* Some value for every cell; the fewer of the first are others, the more names are alike. */
static void throw_state(const ast *t, uint64_t *seed, unsigned others, uint64_t *state)
{
    memset(state, 0, t->words * sizeof *state);
    for (size_t i = 0; i < t->cell_count; i++) {
        const state_cell *c = &t->cells[i];
        uint64_t position = dice(seed) % 8 < others ? dice(seed) % c->type->count : 0;
        state[c->word] |= (uint64_t)(type_value(c->type, position) - c->low) << c->shift;
    }
}

static void close_orbit(lookup *orbit, const state_maps *maps, unsigned words, const uint64_t *from)
{
    uint64_t state[WORDS], image[WORDS];
    wgcq_error err = {0};
    *orbit = lookup_of_states(words);
    assert_true(words <= WORDS && lookup_add(orbit, from));
    for (uint32_t i = 1; i <= orbit->count; i++)
        for (size_t by = 0; by < maps->count; by++) {
            memcpy(state, orbit->keys + i * orbit->width, orbit->width);
            assert_int_equal(state_maps_apply(maps, by, state, image, &err), 0);
            assert_true(lookup_add(orbit, image));
        }
}

/* All states of the orbit have one form, which is one of them, and know how many they are. */
static void check_form(const name_mentions *n, naming_room *room, const state_maps *maps,
                       unsigned words, const uint64_t *state)
{
    lookup orbit;
    uint64_t first[WORDS], other[WORDS];
    close_orbit(&orbit, maps, words, state);
    memcpy(first, state, words * sizeof *first);
    naming_count ways = named_form_find(n, room, first);
    assert_int_not_equal(lookup_find(&orbit, first), 0);
    assert_true(n->order == ways * orbit.count);
    for (uint32_t i = 1; i <= orbit.count; i += 1 + orbit.count / 60) {
        memcpy(other, orbit.keys + i * orbit.width, orbit.width);
        assert_true(named_form_find(n, room, other) == ways);
        assert_memory_equal(other, first, orbit.width);
    }
    lookup_free(&orbit);
}

typedef struct opened {
    wgcq_puzzle *puzzle;
    state_maps maps;
    arena memory;
    name_mentions names;
    naming_room *room;
} opened;

static void open_subject(opened *o, const subject *s, const unsigned *sizes)
{
    jmp_buf out;
    whole_part whole;
    wgcq_error err = {0};
    *o = (opened){.puzzle = read_subject(s, sizes[0], sizes[1], sizes[2])};
    o->memory.out = &out;
    if (setjmp(out))
        fail_msg("no memory");
    assert_int_equal(state_maps_open(&o->maps, o->puzzle, &err), 0);
    open_part(&whole, o->puzzle->tree, &o->maps, &o->memory);
    assert_true(name_mentions_find(&o->names, &whole.part, 1));
    if (!o->names.name_count)
        fail_msg("%s, %u %u %u: not by names", s->of, sizes[0], sizes[1], sizes[2]);
    assert_true(o->puzzle->tree->words <= WORDS);
    o->room = naming_room_new(o->names.name_count, o->names.cell_count, o->names.word_count);
    assert_non_null(o->room);
    o->memory.out = NULL;
}

static void close_subject(opened *o)
{
    naming_room_free(o->room);
    name_mentions_free(&o->names);
    state_maps_close(&o->maps);
    arena_free(&o->memory);
    wgcq_puzzle_free(o->puzzle);
}

static void check_subject(const subject *s, const unsigned *sizes, uint64_t *seed)
{
    opened o;
    uint64_t state[WORDS];
    open_subject(&o, s, sizes);
    for (unsigned i = 0; i < STATES; i++) {
        throw_state(o.puzzle->tree, seed, i % 9, state);
        check_form(&o.names, o.room, &o.maps, o.puzzle->tree->words, state);
    }
    close_subject(&o);
}

static void forms_are_those_of_orbits(void **unused)
{
    static const unsigned sizes[][3] = {{2, 2, 2}, {3, 2, 2}, {2, 3, 3}, {4, 3, 2},
                                        {3, 4, 2}, {5, 2, 3}, {4, 4, 2}};
    uint64_t seed = 1;
    (void)unused;
    for (size_t i = 0; i < SUBJECTS; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            check_subject(&subjects[i], sizes[k], &seed);
}

/* ---- groups too large to be listed ----------------------------------------------------------- */

/* Some state of the orbit: names are exchanged at random. */
static void throw_image(const opened *o, uint64_t *seed, uint64_t *state)
{
    uint64_t image[WORDS];
    wgcq_error err = {0};
    for (size_t i = 0; i < 4 * o->names.name_count * o->names.name_count; i++) {
        assert_int_equal(state_maps_apply(&o->maps, dice(seed) % o->maps.count, state, image, &err),
                         0);
        memcpy(state, image, o->puzzle->tree->words * sizeof *state);
    }
}

/* Checks that images have one form; returns how many ways of giving names make it. */
static uint64_t check_images(const opened *o, uint64_t *seed, unsigned count, const uint64_t *state)
{
    const size_t bytes = o->puzzle->tree->words * sizeof *state;
    uint64_t first[WORDS], other[WORDS], again[WORDS];
    memcpy(first, state, bytes);
    memcpy(other, state, bytes);
    naming_count ways = named_form_find(&o->names, o->room, first);
    for (unsigned i = 0; i < count; i++) {
        throw_image(o, seed, other);
        memcpy(again, other, bytes);
        assert_true(named_form_find(&o->names, o->room, again) == ways);
        assert_memory_equal(again, first, bytes);
    }
    assert_true(ways <= UINT64_MAX && o->names.order % ways == 0);
    return (uint64_t)ways;
}

static void images_have_one_form(void **unused)
{
    static const unsigned sizes[][3] = {{6, 6, 3}, {8, 5, 2}, {5, 9, 4}};
    uint64_t seed = 2, state[WORDS];
    opened o;
    (void)unused;
    for (size_t i = 0; i < SUBJECTS; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            open_subject(&o, &subjects[i], sizes[k]);
            for (unsigned n = 0; n < STATES; n++) {
                throw_state(o.puzzle->tree, &seed, n % 9, state);
                check_images(&o, &seed, 4, state);
            }
            close_subject(&o);
        }
}

/* ---- graphs whose groups are known ----------------------------------------------------------- */

static unsigned apart(unsigned a, unsigned b, unsigned n) /* on a ring */
{
    unsigned d = (a + n - b) % n;
    return d < n - d ? d : n - d;
}

static bool in_ring(unsigned a, unsigned b)
{
    return apart(a, b, 5) == 1;
}

static bool in_triangles(unsigned a, unsigned b)
{
    return a != b && a / 3 == b / 3;
}

static bool in_cube(unsigned a, unsigned b)
{
    return __builtin_popcount(a ^ b) == 1;
}

static bool in_petersen(unsigned a, unsigned b)
{
    if (a / 5 != b / 5)
        return a % 5 == b % 5;
    return apart(a % 5, b % 5, 5) == 1 + a / 5;
}

static bool on_chessboard(unsigned a, unsigned b) /* a rook's moves */
{
    return (a / 4 == b / 4) != (a % 4 == b % 4);
}

static bool in_shrikhande(unsigned a, unsigned b)
{
    unsigned x = (a / 4 + 4 - b / 4) % 4, y = (a + 4 - b) % 4;
    return (x == y && x % 2) || (!x && y % 2) || (!y && x % 2);
}

static bool in_fano(unsigned point, unsigned line)
{
    unsigned d = (line + 7 - point) % 7;
    return d == 0 || d == 1 || d == 3;
}

typedef struct known_graph {
    const char *of;
    bool (*joins)(unsigned a, unsigned b);
    unsigned nodes, automorphisms;
    bool of_two_types;
} known_graph;

/* Orders: Godsil and Royle, Algebraic Graph Theory, and for Shrikhande's graph his own paper. */
static const known_graph graphs[] = {
    {"a ring", in_ring, 5, 10, false},
    {"three triangles", in_triangles, 9, 1296, false},
    {"a cube", in_cube, 8, 48, false},
    {"Petersen's", in_petersen, 10, 120, false},
    {"a rook's", on_chessboard, 16, 1152, false},
    {"Shrikhande's", in_shrikhande, 16, 192, false},
    {"the Fano plane", in_fano, 7, 168, true},
};

static void automorphisms_are_those_known(void **unused)
{
    const subject pairs = {"pairs", "  on[who, who]: bool\n", "on: false", "who"};
    const subject matrix = {"a matrix", "  on[who, it]: bool\n", "on: false", "who, it"};
    uint64_t seed = 3, state[WORDS];
    opened o;
    (void)unused;
    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
        const known_graph *g = &graphs[i];
        open_subject(&o, g->of_two_types ? &matrix : &pairs, (unsigned[]){g->nodes, g->nodes, 2});
        const state_cell *c = o.puzzle->tree->cells;
        memset(state, 0, sizeof state);
        for (unsigned k = 0; k < g->nodes * g->nodes; k++)
            state[c[k].word] |= (uint64_t)g->joins(k / g->nodes, k % g->nodes) << c[k].shift;
        if (check_images(&o, &seed, 20, state) != g->automorphisms)
            fail_msg("%s graph has other automorphisms", g->of);
        close_subject(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(forms_are_those_of_orbits),
                                       cmocka_unit_test(images_have_one_form),
                                       cmocka_unit_test(automorphisms_are_those_known)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
