/*
 * test_symmetry.c - the states that stand for orbits against orbits that are searched, what is
 * proved and what is not, and allocations that fail.
 *
 * Orbits are closed here under the maps as they are declared, one state after another.
 */
#include <stdio.h>
#include <string.h>

#include "base/containers/lookup.h"
#include "block_failures.h"
#include "dice.h"
#include "puzzle/declared_group.h"
#include "puzzle/puzzle.h"
#include "suite.h"
#include "wgcq.h"

enum { STATES = 60 };

typedef struct subject {
    const char *of, *state, *moves, *symmetric;
    bool has_form, proved;
} subject;

/* Things that are exchanged are sorted, are few or many, rename values or not. */
static const subject subjects[] = {
    {"columns that are sorted", "  a[who]: 0..2\n  b[who]: bool\n  alone: 0..5\n",
     "  \"{p}\":\n    - choose: p in who\n    - set: a[p] = 2 - a[p]\n", "  - who\n", true, true},
    {"a value that names a column", "  a[who]: 0..2\n  first: who\n",
     "  \"{p}\":\n    - choose: p in who\n    - guard: p != first\n    - set: {first: p, \"a[p]\": "
     "1}\n",
     "  - who\n", true, true},
    {"pairs of columns", "  knows[who, who]: bool\n",
     "  \"{p} {q}\":\n    - choose: p in who, q in who if p != q\n    - set: knows[p, q] = true\n",
     "  - who\n", true, true},
    {"a board", "  on[row, row]: hue\n",
     "  \"{r} {c}\":\n    - choose: r in row, c in row\n    - set: on[r, c] = red\n",
     "  - turn:\n      on[r, c] for r in row, c in row: on[c, 4 - r]\n"
     "  - mirror:\n      on[r, c] for r in row, c in row: on[r, 4 - c]\n",
     true, true},
    {"a board and its colours", "  on[row, row]: hue\n  wide[row]: 0..300\n",
     "  \"{r} {c} {h}\":\n    - choose: r in row, c in row, h in hue\n    - set: on[r, c] = h\n",
     "  - turn:\n      on[r, c] for r in row, c in row: on[c, 4 - r]\n"
     "  - dye: {red: green, green: blue, blue: red}\n",
     true, true},
    {"a board in two words", "  on[row, row]: 0..200\n",
     "  \"{r} {c}\":\n    - choose: r in row, c in row\n    - set: on[r, c] = 7\n",
     "  - turn:\n      on[r, c] for r in row, c in row: on[c, 4 - r]\n"
     "  - mirror:\n      on[r, c] for r in row, c in row: on[r, 4 - c]\n",
     true, true},
    {"a board in two words and its mirror", "  on[row, row]: 0..200\n",
     "  \"{r} {c}\":\n    - choose: r in row, c in row\n    - set: on[r, c] = 7\n",
     "  - mirror:\n      on[r, c] for r in row, c in row: on[r, 4 - c]\n", true, true},
    {"two parts and a range reversed", "  a[who]: 0..2\n  on[row]: hue\n  level: 0..6\n",
     "  \"{p}\":\n    - choose: p in who\n    - set: a[p] = 2\n"
     "  up:\n    - guard: level < 6\n    - set: level = level + 1\n"
     "  down:\n    - guard: level > 0\n    - set: level = level - 1\n",
     "  - who\n  - dye: {red: green, green: red}\n  - upside down:\n      level: 6 - level\n", true,
     true},
    {"a map that is none of cells", "  a[row]: 0..3\n", "  still:\n    - set: a[1] = a[1]\n",
     "  - inverse:\n      a[r] for r in row: sum(k for k in row if a[k] == r)\n", false, false},
    {"a move that one column lacks", "  a[who]: 0..2\n",
     "  \"{p}\":\n    - choose: p in who if p != 3\n    - set: a[p] = 1\n", "  - who\n", true,
     false},
    {"a cost that tells them apart", "  a[who]: 0..2\n",
     "  \"{p}\":\n    - choose: p in who\n    - set: a[p] = 1\n    - cost: toil = p\n", "  - who\n",
     true, false},
    {"a label that two moves share", "  a[who]: 0..2\n",
     "  \"{1 if p < 3 else 2}\":\n    - choose: p in who\n    - set: a[p] = 1\n", "  - who\n", true,
     false},
};

enum { SUBJECTS = sizeof subjects / sizeof *subjects, BY_NAMES = 1, MAP_OF_NO_CELLS = 8 };

/* A start for the variable that a line declares: the first value of an array's type, any of
 * another's. */
static int put_start(const char *line, char *out, size_t room)
{
    char text[80] = "";
    strncat(text, line, strcspn(line, "\n"));
    const char *value = !strchr(text, '[')     ? "any"
                        : strstr(text, "bool") ? "false"
                        : strstr(text, "hue")  ? "red"
                                               : "0";
    text[strcspn(text, "[:")] = '\0';
    return snprintf(out, room, "%s: %s\n", text, value);
}

static void write_puzzle(const subject *s, unsigned values, char *out, size_t room)
{
    int length = snprintf(out, room,
                          "puzzle: Subject\ntypes:\n  who: 1..%u\n  row: 1..3\n"
                          "  hue: [red, green, blue]\nstate:\n%sstart:\n",
                          values, s->state);
    for (const char *at = s->state; *at; at = strchr(at, '\n') + 1)
        length += put_start(at, out + length, room - (size_t)length);
    snprintf(out + length, room - (size_t)length, "costs: {toil: 0}\nmoves:\n%ssymmetric:\n%s",
             s->moves, s->symmetric);
}

static wgcq_puzzle *read_puzzle(const char *text)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_diagnostics *all = NULL;
    wgcq_error err = {0};
    if (wgcq_puzzle_read(&puzzle, text, strlen(text), "subject.yaml", NULL, 0, &all, &err))
        fail_msg("%s\n%s", err.text, text);
    wgcq_diagnostics_free(all);
    return puzzle;
}

/* Some value for every cell. */
static void throw_state(const ast *t, uint64_t *seed, uint64_t *state)
{
    memset(state, 0, t->words * sizeof *state);
    for (size_t i = 0; i < t->cell_count; i++) {
        const state_cell *c = &t->cells[i];
        uint64_t position = dice(seed) % (c->type->count < 3 ? c->type->count : 3);
        if (dice(seed) % 4 == 0)
            position = dice(seed) % c->type->count;
        state[c->word] |= (uint64_t)(type_value(c->type, position) - c->low) << c->shift;
    }
}

static void close_orbit(lookup *orbit, const state_maps *maps, unsigned words, const uint64_t *from)
{
    uint64_t state[8], image[8];
    wgcq_error err = {0};
    *orbit = lookup_of_states(words);
    assert_true(words <= 8 && lookup_add(orbit, from));
    for (uint32_t i = 1; i <= orbit->count; i++)
        for (size_t by = 0; by < maps->count; by++) {
            memcpy(state, orbit->keys + i * orbit->width, orbit->width);
            assert_int_equal(state_maps_apply(maps, by, state, image, &err), 0);
            assert_true(lookup_add(orbit, image));
        }
}

/* All states of the orbit have one form, which is one of them, and know how many they are. */
static void check_form(const declared_group *g, orbit_scratch *scratch, const state_maps *maps,
                       unsigned words, const uint64_t *state)
{
    lookup orbit;
    uint64_t first[8], other[8], size;
    close_orbit(&orbit, maps, words, state);
    memcpy(first, state, words * sizeof *first);
    orbit_form_find(g->form, scratch, first, 1);
    assert_true(orbit_form_size(&size, g->form, scratch, first));
    assert_int_equal(size, orbit.count);
    assert_int_not_equal(lookup_find(&orbit, first), 0);
    for (uint32_t i = 1; i <= orbit.count; i += 1 + orbit.count / 40) {
        memcpy(other, orbit.keys + i * orbit.width, orbit.width);
        orbit_form_find(g->form, scratch, other, 1);
        assert_memory_equal(other, first, orbit.width);
    }
    lookup_free(&orbit);
}

static void check_subject(const subject *s, unsigned values, uint64_t *seed)
{
    char text[4000];
    state_maps maps;
    declared_group group;
    wgcq_error err = {0};
    uint64_t state[8];
    write_puzzle(s, values, text, sizeof text);
    wgcq_puzzle *puzzle = read_puzzle(text);
    assert_int_equal(state_maps_open(&maps, puzzle, &err), 0);
    assert_int_equal(declared_group_open(&group, puzzle, &maps, &err), 0);
    if (group.proved != s->proved || (group.form != NULL) != s->has_form)
        fail_msg("%s, %u: proved %d, form %d", s->of, values, group.proved, group.form != NULL);
    orbit_scratch *scratch = group.form ? orbit_scratch_new(group.form) : NULL;
    for (int i = 0; i < STATES && scratch; i++) {
        throw_state(puzzle->tree, seed, state);
        check_form(&group, scratch, &maps, puzzle->tree->words, state);
    }
    orbit_scratch_free(scratch);
    declared_group_close(&group);
    state_maps_close(&maps);
    wgcq_puzzle_free(puzzle);
}

static void forms_are_those_of_orbits(void **unused)
{
    uint64_t seed = 1;
    (void)unused;
    for (size_t i = 0; i < SUBJECTS; i++)
        for (unsigned values = 3; values <= 6; values++)
            check_subject(&subjects[i], values, &seed);
}

/* A group of 9! elements has a form where values are declared to be exchanged; not where other maps
   generate it. */
static void large_groups_have_forms_by_names(void **unused)
{
    static const subject renamed = {"by two renamings",
                                    "  a[who]: 0..2\n  first: who\n",
                                    "  \"{p}\":\n    - choose: p in who\n    - set: first = p\n",
                                    "  - next: {w for w in who: w % 9 + 1}\n  - swap: {w for w in "
                                    "who: 3 - w if w < 3 else w}\n",
                                    false,
                                    true};
    const subject *all[] = {&subjects[0], &subjects[1], &subjects[2], &renamed};
    char text[4000];
    state_maps maps;
    declared_group group;
    wgcq_error err = {0};
    (void)unused;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        write_puzzle(all[i], 9, text, sizeof text);
        wgcq_puzzle *puzzle = read_puzzle(text);
        assert_int_equal(state_maps_open(&maps, puzzle, &err), 0);
        assert_int_equal(declared_group_open(&group, puzzle, &maps, &err), 0);
        assert_true(group.proved);
        assert_int_equal(group.form != NULL, all[i]->has_form);
        declared_group_close(&group);
        state_maps_close(&maps);
        wgcq_puzzle_free(puzzle);
    }
}

/* ---- allocations ----------------------------------------------------------------------------- */

/* 0, or that there was no memory. */
static int solve_reduced(const wgcq_puzzle *puzzle)
{
    static const wgcq_options options = {.trace_level = WGCQ_TRACE_NONE,
                                         .reduce = WGCQ_REDUCE_SYMMETRY};
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    int code = wgcq_solve(&result, puzzle, NULL, &options, NULL, &err);
    if (!code)
        assert_true(wgcq_result_summary(result)->edges > 0 ||
                    wgcq_result_summary(result)->orbits_only);
    wgcq_result_free(result);
    return code;
}

static void every_allocation_fails_once(void **unused)
{
    char text[4000];
    (void)unused;
    for (size_t i = 0; i < SUBJECTS; i++) {
        if (!subjects[i].proved && i != MAP_OF_NO_CELLS)
            continue;
        write_puzzle(&subjects[i], i == BY_NAMES ? 5 : 3, text, sizeof text);
        wgcq_puzzle *puzzle = read_puzzle(text);
        fails_at = 0;
        int code = solve_reduced(puzzle); /* labels may be numbered now for good */
        assert_true(!code || code == WGCQ_EREQUEST);
        int left = -1;
        for (long n = 1; left; n++) {
            long live = blocks_live;
            allocations = 0;
            fails_at = n;
            left = solve_reduced(puzzle);
            bool failed = allocations >= n;
            fails_at = 0;
            if (!failed) {
                assert_int_equal(left, code);
                break;
            }
            assert_true(left == WGCQ_EMEMORY || left == code);
            assert_int_equal(blocks_live, live);
            left = -1;
        }
        wgcq_puzzle_free(puzzle);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(forms_are_those_of_orbits),
                                       cmocka_unit_test(large_groups_have_forms_by_names),
                                       cmocka_unit_test(every_allocation_fails_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
