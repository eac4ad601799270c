/* test_memory.c - every allocation of the library fails once, SQLite's too: an error value or the
 * right answer, nothing lost, nothing left allocated, nothing crashes.
 *
 * What SQLite takes is counted apart; it can do without some of it, and so may succeed.  Which of
 * them fail says turns.h.
 */
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "block_failures.h"
#include "place.h"
#include "suite.h"
#include "turns.h"
#include "wgcq.h"

/* ---- allocations of SQLite that fail ------------------------------------------------------- */

static sqlite3_mem_methods usual;
static long taken_by_sqlite, fails_in_sqlite;
static bool of_helpers;   /* only what other threads than the test's take is counted */
static pthread_t testing; /* the test's thread */

static bool fails_in_its_turn(void)
{
    if (of_helpers && pthread_equal(pthread_self(), testing))
        return false;
    return __atomic_add_fetch(&taken_by_sqlite, 1, __ATOMIC_RELAXED) == fails_in_sqlite;
}

static void *take(int size)
{
    return fails_in_its_turn() ? NULL : usual.xMalloc(size);
}

static void *take_more(void *old, int size)
{
    return fails_in_its_turn() ? NULL : usual.xRealloc(old, size);
}

static int wrap_sqlite(void **unused)
{
    (void)unused;
    testing = pthread_self();
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual);
    sqlite3_mem_methods counted = usual;
    counted.xMalloc = take;
    counted.xRealloc = take_more;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &counted) || sqlite3_initialize();
}

static void arm(long own, long in_sqlite)
{
    allocations = taken_by_sqlite = 0;
    fails_at = own;
    fails_in_sqlite = in_sqlite;
}

/* ---- what is done ----------------------------------------------------------------------- */

static const char river[] =
    "puzzle: River\n"
    "params: {fare: 2}\n"
    "types:\n"
    "  bank: [west, east]\n"
    "  cargo: [wolf, goat, cabbage]\n"
    "state:\n"
    "  farmer: bank\n"
    "  at[cargo]: bank\n"
    "start: {farmer: west, at: west}\n"
    "moves:\n"
    "  cross alone:\n"
    "    - set: farmer = other(farmer)\n"
    "  take {c}:\n"
    "    - choose: c in cargo\n"
    "    - guard: at[c] == farmer\n"
    "      else: left behind\n"
    "    - set: {farmer: other(farmer), \"at[c]\": other(farmer)}\n"
    "    - cost: toll = 1 if c == wolf else fare\n"
    "never:\n"
    "  eaten: at[wolf] == at[goat] != farmer\n"
    "  grazed: at[goat] == at[cabbage] != farmer\n"
    "goal: {farmer: east, at: east}\n"
    "properties:\n"
    "  arrives: infinitely often at[goat] == east\n"
    "  \"{c} is brought for c in cargo\": at[c] == west leads to at[c] == east\n"
    "  home: recoverable farmer == west\n"
    "  one by one: step at[wolf] == old(at[wolf]) or at[goat] == old(at[goat])\n"
    "fair: {weak: [cross alone], strong: [\"take {c}\"]}\n"
    "define:\n"
    "  other(b): east if b == west else west\n";

static char db[PLACE_ROOM + 16], other[PLACE_ROOM + 16], begun[PLACE_ROOM + 16];
static char files[PLACE_ROOM + 16];
static const char *copied; /* `other` is made a copy of it each time, before anything fails */

static void clean(const char *path)
{
    char beside[PLACE_ROOM + 32];
    unlink(path);
    snprintf(beside, sizeof beside, "%s-journal", path);
    unlink(beside);
}

static uint64_t add_bytes(uint64_t sum, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3;
    return sum;
}

static uint64_t add_row(uint64_t sum, const wgcq_rows *rows)
{
    for (size_t i = 0; i < wgcq_rows_columns(rows); i++) {
        const wgcq_type type = wgcq_rows_type(rows, i);
        const int64_t integer = type == WGCQ_INTEGER ? wgcq_rows_integer(rows, i) : 0;
        const double real = type == WGCQ_REAL ? wgcq_rows_real(rows, i) : 0;
        const char *text = type == WGCQ_TEXT || type == WGCQ_LIST ? wgcq_rows_text(rows, i) : "";
        sum = add_bytes(sum, &type, sizeof type);
        sum = add_bytes(add_bytes(sum, &integer, sizeof integer), &real, sizeof real);
        sum = add_bytes(sum, text, strlen(text));
    }
    return sum;
}

static int read_all(wgcq_rows *rows, wgcq_error *err, char *answer, size_t room)
{
    int code, count = 0;
    uint64_t sum = 0xcbf29ce484222325;
    for (; (code = wgcq_rows_next(rows, err)) == 0; count++)
        sum = add_row(sum, rows);
    snprintf(answer, room, "%d rows, sum %016llx", count, (unsigned long long)sum);
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

static int load(wgcq_puzzle **puzzle, wgcq_error *err)
{
    return wgcq_puzzle_read(puzzle, river, strlen(river), "river.yaml", NULL, 0, NULL, err);
}

static int loads(wgcq_error *err, char *answer, size_t room)
{
    wgcq_puzzle *puzzle = NULL;
    int code = load(&puzzle, err);
    snprintf(answer, room, "%s", code ? "" : wgcq_puzzle_title(puzzle));
    wgcq_puzzle_free(puzzle);
    return code;
}

/* One with mistakes is an error with as many diagnostics. */
static int complains(wgcq_error *err, char *answer, size_t room)
{
    static const char broken[] = "puzzle: Broken\ntypes:\n  bank: [west, east]\nstate:\n"
                                 "  farmer: bank\nstart: {farmer: wset}\nmoves:\n  go:\n"
                                 "    - guard: farmr == west\n    - set: farmer = eats\n";
    wgcq_puzzle *puzzle = NULL;
    wgcq_diagnostics *complaints = NULL;
    int code =
        wgcq_puzzle_read(&puzzle, broken, strlen(broken), "broken.yaml", NULL, 0, &complaints, err);
    snprintf(answer, room, "%zu complaints", wgcq_diagnostics_count(complaints));
    wgcq_diagnostics_free(complaints);
    wgcq_puzzle_free(puzzle);
    return code == WGCQ_EPUZZLE ? 0 : code;
}

static int imports_text(const char *text, const char *level, wgcq_error *err, char *answer,
                        size_t room)
{
    char *yaml = NULL;
    wgcq_diagnostics *complaints = NULL;
    const wgcq_import_file file = {"board", text, strlen(text)};
    int code = wgcq_import(&yaml, &file, 1, level, &complaints, err);
    snprintf(answer, room, "%zu letters, %zu complaints", yaml ? strlen(yaml) : 0,
             wgcq_diagnostics_count(complaints));
    wgcq_diagnostics_free(complaints);
    free(yaml);
    if (code == WGCQ_EPUZZLE)
        *err = (wgcq_error){0};
    return code == WGCQ_EPUZZLE ? 0 : code;
}

static int imports_problem(wgcq_error *err, char *answer, size_t room)
{
    static const char domain[] =
        "(define (domain d) (:types t u) (:predicates (at ?x - t) (on ?x ?y - t) (in ?x - t ?u - "
        "u)\n"
        "(by ?x - t ?y - t) (free ?u - u)) (:functions (f) (g ?x - t) (total-cost))\n"
        "(:action go :parameters (?x ?y - t) :precondition (and (at ?x) (not (= ?x ?y)) (> (g ?x) "
        "0))\n"
        ":effect (and (at ?y) (not (at ?x)) (when (on ?x ?y) (not (on ?y ?x))) (decrease (g ?x) "
        "1)\n"
        "(forall (?z - t) (when (on ?z ?x) (increase (total-cost) (+ (f) 1))))))\n"
        "(:action enter :parameters (?x ?y - t ?u - u) :precondition (and (by ?x ?y) (free ?u))\n"
        ":effect (and (not (by ?x ?y)) (in ?x ?u) (not (free ?u)) (assign (g ?x) 2))))\n";
    static const char problem[] =
        "(define (problem p) (:domain d) (:objects a-1 b c - t k l - u)\n"
        "(:init (at a-1) (on b c) (by a-1 b) (by b c) (by c b) (free k) (free l) (= (f) 2)\n"
        "(= (g a-1) 1) (= (g b) 1) (= (g c) 0)) (:goal (at c)))\n";
    char *yaml = NULL;
    const wgcq_import_file both[] = {{"domain", domain, strlen(domain)},
                                     {"problem", problem, strlen(problem)}};
    int code = wgcq_import(&yaml, both, 2, NULL, NULL, err);
    snprintf(answer, room, "%zu letters", yaml ? strlen(yaml) : 0);
    free(yaml);
    return code;
}

static int imports(wgcq_error *err, char *answer, size_t room)
{
    const char text[] = "; a\n#####\n#@$.#\n#####\n\n####\n#@@#\n####\nTitle: b\n";
    int code = imports_text(text, "c", err, answer, room);
    if (!code)
        code = imports_text(text, "a", err, answer, room);
    if (!code)
        code = imports_problem(err, answer, room);
    return code ? code : imports_text("AAox/BBoo\nAAoo/xxBB\n", NULL, err, answer, room);
}

static int reads_formulas(wgcq_error *err, char *answer, size_t room)
{
    static const char *const names[] = {"length", "plans"};
    static const double values[] = {30, 2};
    wgcq_formula *formula = NULL, *wrong = NULL;
    wgcq_diagnostics *complaints = NULL;
    int code = wgcq_formula_read(&formula, "min(length, 40) > 20 and plans in [1, 2]", "want",
                                 names, 2, NULL, err);
    if (!code)
        code = wgcq_formula_read(&wrong, "lenght > 2 and width == 1", "want", names, 2, &complaints,
                                 err);
    snprintf(answer, room, "%g, %zu complaints", formula ? wgcq_formula_value(formula, values) : 0,
             wgcq_diagnostics_count(complaints));
    wgcq_diagnostics_free(complaints);
    wgcq_formula_free(formula);
    wgcq_formula_free(wrong);
    if (code == WGCQ_EPUZZLE)
        *err = (wgcq_error){0};
    return code == WGCQ_EPUZZLE ? 0 : code;
}

static void report_rows(const wgcq_result *result, char *answer, size_t room)
{
    const wgcq_summary *s = wgcq_result_summary(result);
    snprintf(answer, room, "%s: %llu states, %llu edges, %s plans of %lld", s->status,
             (unsigned long long)s->states, (unsigned long long)s->edges, s->shortest.count,
             (long long)s->shortest.value);
}

static int solve(const char *file, const wgcq_options *options, wgcq_error *err, char *answer,
                 size_t room)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_result *result = NULL;
    int code = load(&puzzle, err);
    if (!code)
        code = wgcq_solve(&result, puzzle, file, options, NULL, err);
    if (!code)
        report_rows(result, answer, room);
    wgcq_result_free(result);
    wgcq_puzzle_free(puzzle);
    return code;
}

static int solves(wgcq_error *err, char *answer, size_t room)
{
    return solve(NULL, &(wgcq_options){.trace_level = WGCQ_TRACE_NONE}, err, answer, room);
}

/* A puzzle that ran out of memory can be solved then: its code is made by the run that needs it. */
static int solves_after_failure(wgcq_error *err, char *answer, size_t room)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_result *result = NULL;
    int code = load(&puzzle, err);
    for (int tries = 0; puzzle && (!tries || (tries == 1 && code == WGCQ_EMEMORY)); tries++) {
        *err = (wgcq_error){0};
        code = wgcq_solve(&result, puzzle, NULL, &(wgcq_options){.trace_level = WGCQ_TRACE_NONE},
                          NULL, err);
    }
    if (!code)
        report_rows(result, answer, room);
    wgcq_result_free(result);
    wgcq_puzzle_free(puzzle);
    return code;
}

static int store_text(const char *path, const char *yaml, const wgcq_options *options,
                      wgcq_error *err, char *answer, size_t room)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_result *result = NULL;
    int code = wgcq_puzzle_read(&puzzle, yaml, strlen(yaml), "text.yaml", NULL, 0, NULL, err);
    if (!code)
        code = wgcq_solve(&result, puzzle, path, options, NULL, err);
    if (!code)
        report_rows(result, answer, room);
    wgcq_result_free(result);
    wgcq_puzzle_free(puzzle);
    return code;
}

static int solve_text(const char *yaml, const wgcq_options *options, wgcq_error *err, char *answer,
                      size_t room)
{
    return store_text(NULL, yaml, options, err, answer, room);
}

static const wgcq_options storing_nothing = {.trace_level = WGCQ_TRACE_NONE};

/* In a narrow packing, which the second array's value is proved to allow, not the first's. */
static int solves_narrow(wgcq_error *err, char *answer, size_t room)
{
    static const char stones[] =
        "puzzle: Stones\ntypes:\n  place: 0..4\n  stone: [none, green, brown]\nstate:\n"
        "  lamp[place]: bool\n  on[place]: stone\n"
        "start:\n  lamp: [true, false, false, false, false]\n"
        "  on: [green, green, none, brown, brown]\n"
        "moves:\n  leap {d} from {s}:\n    - choose: s in place, d in [-2, -1, 1, 2]\n"
        "    - guard: s + d in place and on[s + d] == none\n"
        "    - set:\n        on[s + d]: on[s]\n        on[s]: none\n        lamp[s]: true\n"
        "goal: {on: [brown, brown, none, green, green]}\n";
    return solve_text(stones, &storing_nothing, err, answer, room);
}

static int solves_from_both_ends(wgcq_error *err, char *answer, size_t room)
{
    static const char field[] = "puzzle: A field\nstate:\n  x: 0..5\n  y: 0..5\n"
                                "start: {x: 0, y: 0}\nmoves:\n"
                                "  east:\n    - guard: x < 5\n    - set: x = x + 1\n"
                                "  north:\n    - guard: y < 5\n    - set: y = y + 1\n"
                                "  leap:\n    - guard: x + 1 < y\n    - set: x = x + 2\n"
                                "goal: {x: 5, y: 5}\n";
    const wgcq_options options = {
        .order = WGCQ_BOTH_ENDS, .stop = WGCQ_STOP_SHORTEST, .trace_level = WGCQ_TRACE_NONE};
    return solve_text(field, &options, err, answer, room);
}

static int solves_reduced(wgcq_error *err, char *answer, size_t room)
{
    static const char beads[] =
        "puzzle: Beads\ntypes:\n  bead: 0..3\n  person: [ann, bob, cid]\n"
        "symmetric:\n  - next bead: {b for b in bead: (b + 1) % 4}\n  - person\n"
        "state:\n  colour[bead]: 0..100\n  paid[person]: bool\n"
        "start: {colour: 0, paid: false}\n"
        "moves:\n  paint {b}:\n    - choose: b in bead\n    - guard: colour[b] < 2\n"
        "    - set: colour[b] = colour[b] + 1\n"
        "  pay {p}:\n    - choose: p in person\n    - guard: not paid[p]\n"
        "    - set: paid[p] = true\n"
        "goal: all(colour[b] == 2 for b in bead) and all(paid[p] for p in person)\n";
    const wgcq_options options = {.reduce = WGCQ_REDUCE_SYMMETRY, .trace_level = WGCQ_TRACE_NONE};
    return solve_text(beads, &options, err, answer, room);
}

/* By ranks of permutations, beside a variable that is none. */
static int solves_arranged(wgcq_error *err, char *answer, size_t room)
{
    static const char tiles[] =
        "puzzle: Tiles\nstate:\n  at[0..4]: 0..4\n  turns: 0..2\n"
        "start: {at: [1, 2, 3, 4, 0], turns: 0}\n"
        "moves:\n  slide {at[j]}:\n    - choose: i in 0..4, j in 0..4 if abs(i - j) in [1, 3]\n"
        "    - guard: at[i] == 0\n"
        "    - set:\n        at[i]: at[j]\n        at[j]: 0\n        turns: (turns + 1) % 3\n"
        "goal: at[0] == 2 and at[1] == 1\n";
    return solve_text(tiles, &storing_nothing, err, answer, room);
}

static int solves_cheapest(wgcq_error *err, char *answer, size_t room)
{
    return solve(NULL,
                 &(wgcq_options){.order = WGCQ_CHEAPEST, .minimize = "toll,moves", .threads = 2},
                 err, answer, room);
}

static int stores(wgcq_error *err, char *answer, size_t room)
{
    clean(other);
    return solve(other, &(wgcq_options){.trace_level = WGCQ_TRACE_ALL}, err, answer, room);
}

/* The states and the graph in files. */
static int stores_in_files(wgcq_error *err, char *answer, size_t room)
{
    clean(other);
    int code = solve(other, &(wgcq_options){.spill = files}, err, answer, room);
    rmdir(files);
    return code;
}

static int ask_of(const char *path, const wgcq_question *question, wgcq_error *err, char *answer,
                  size_t room)
{
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    int code = wgcq_trace_open(&trace, path, err);
    if (!code)
        code = wgcq_ask(&rows, trace, question, NULL, err);
    if (!code)
        code = read_all(rows, err, answer, room);
    wgcq_trace_free(trace);
    return code;
}

static int ask(const wgcq_question *question, wgcq_error *err, char *answer, size_t room)
{
    return ask_of(db, question, err, answer, room);
}

static int asks_shortest(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "shortest"}, err, answer, room);
}

static int asks_all(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "all", .by = "toll"}, err, answer, room);
}

static int asks_dead_ends(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "dead-ends"}, err, answer, room);
}

static int asks_best(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "best", .by = "toll", .limit = 3}, err, answer, room);
}

static int asks_distances(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "distances"}, err, answer, room);
}

static int asks_rules(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "rules"}, err, answer, room);
}

static int asks_coverage(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "coverage"}, err, answer, room);
}

static int asks_lassos(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "lassos"}, err, answer, room);
}

static int asks_bottlenecks(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "bottlenecks"}, err, answer, room);
}

static int asks_plans(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "plans", .length = 7, .has_length = true}, err, answer,
               room);
}

static int asks_classes(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "classes", .up_to = "commuting", .of = "all"}, err, answer,
               room);
}

static int asks_class_count(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "classes", .up_to = "commuting", .count = true}, err,
               answer, room);
}

/* Interchangeable lamps: two moves light one, and the others' order matters while one is lit. */
static int stores_lamps(const char *path, wgcq_error *err, char *answer, size_t room)
{
    static const char lamps[] =
        "puzzle: Lamps\ntypes:\n  lamp: [red, green, blue]\nstate:\n  lit[lamp]: bool\n"
        "start: {lit: false}\n"
        "moves:\n  press {l}:\n    - choose: l in lamp\n    - set: lit[l] = true\n"
        "  touch {l}:\n    - choose: l in lamp\n    - guard: count(lit[k] for k in lamp) != 1\n"
        "    - set: lit[l] = true\n"
        "goal: {lit: true}\nsymmetric: lamp\n";
    return store_text(path, lamps, &(wgcq_options){0}, err, answer, room);
}

static int count_classes_of_lamps(const char *up_to, wgcq_error *err, char *answer, size_t room)
{
    return ask_of(other, &(wgcq_question){.what = "classes", .up_to = up_to, .count = true}, err,
                  answer, room);
}

static int counts_orbits(wgcq_error *err, char *answer, size_t room)
{
    return count_classes_of_lamps("symmetry", err, answer, room);
}

static int counts_exchanged(wgcq_error *err, char *answer, size_t room)
{
    return count_classes_of_lamps("commuting", err, answer, room);
}

static int counts_vectors(wgcq_error *err, char *answer, size_t room)
{
    return count_classes_of_lamps("moves", err, answer, room);
}

static int asks_pareto(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "pareto"}, err, answer, room);
}

static int asks_traffic(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "traffic"}, err, answer, room);
}

static int asks_hardest(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "hardest", .reachable_from = 1}, err, answer, room);
}

static int asks_histogram(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "all", .histogram = true}, err, answer, room);
}

static int asks_all_starts(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "hardest", .all_starts = true}, err, answer, room);
}

static int asks_grade(wgcq_error *err, char *answer, size_t room)
{
    return ask(&(wgcq_question){.what = "grade"}, err, answer, room);
}

static int asks_why_of_a_path(wgcq_error *err, char *answer, size_t room)
{
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    int code = wgcq_trace_open(&trace, db, err);
    if (!code)
        code = wgcq_why(&rows, trace, "wolf is brought", NULL, err);
    if (!code)
        code = read_all(rows, err, answer, room);
    wgcq_trace_free(trace);
    return code;
}

static int asks_why(wgcq_error *err, char *answer, size_t room)
{
    static const char state[] = "farmer=east at_wolf=west at_goat=west at_cabbage=west";
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    int code = wgcq_trace_open(&trace, db, err);
    if (!code)
        code = wgcq_why(&rows, trace, state, NULL, err);
    if (!code)
        code = read_all(rows, err, answer, room);
    wgcq_trace_free(trace);
    return code;
}

static int asks_why_of_states(wgcq_error *err, char *answer, size_t room)
{
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    int code = wgcq_trace_open(&trace, db, err);
    if (!code)
        code = wgcq_why_states(&rows, trace, 2, 5, err);
    if (!code)
        code = read_all(rows, err, answer, room);
    wgcq_trace_free(trace);
    return code;
}

static int asks_by_sql(wgcq_error *err, char *answer, size_t room)
{
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    int code = wgcq_trace_open(&trace, db, err);
    if (!code)
        code = wgcq_trace_sql(&rows, trace, "SELECT * FROM steps ORDER BY solution, step", err);
    if (!code)
        code = read_all(rows, err, answer, room);
    wgcq_trace_free(trace);
    return code;
}

/* ---- files that are changed -------------------------------------------------------------- */

static void copy(const char *from)
{
    char bytes[4096];
    clean(other);
    FILE *in = fopen(from, "rb"), *out = fopen(other, "wb");
    assert_true(in && out);
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, in)) > 0;)
        assert_int_equal(fwrite(bytes, 1, got, out), got);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

/* Resumes a copy of a run that was cut short, made before anything fails. */
static int resumes(wgcq_error *err, char *answer, size_t room)
{
    wgcq_unfinished *unfinished = NULL;
    wgcq_result *result = NULL;
    wgcq_options options = {0};
    int code = wgcq_unfinished_open(&unfinished, other, 0, err);
    if (!code) {
        options = *wgcq_unfinished_options(unfinished);
        options.max_states = 0;
        code = wgcq_resume(&result, unfinished, &options, NULL, err);
    }
    if (!code)
        report_rows(result, answer, room);
    wgcq_result_free(result);
    wgcq_unfinished_free(unfinished);
    return code;
}

/* The puzzle of the file with a remark and a blank more is the same puzzle: a run is added, or the
   file is replaced. */
static int solve_edited(bool replace, wgcq_error *err, char *answer, size_t room)
{
    char text[sizeof river + 40];
    wgcq_puzzle *puzzle = NULL;
    wgcq_result *result = NULL;
    wgcq_options options = {.replace = replace};
    snprintf(text, sizeof text, "# Edited\n%sabout: It  is.\n", river);
    int code = wgcq_puzzle_read(&puzzle, text, strlen(text), "river.yaml", NULL, 0, NULL, err);
    if (!code)
        code = wgcq_solve(&result, puzzle, other, &options, NULL, err);
    if (!code)
        report_rows(result, answer, room);
    wgcq_result_free(result);
    wgcq_puzzle_free(puzzle);
    return code;
}

static int adds_to_the_same(wgcq_error *err, char *answer, size_t room)
{
    return solve_edited(false, err, answer, room);
}

static int replaces(wgcq_error *err, char *answer, size_t room)
{
    return solve_edited(true, err, answer, room);
}

static int drops(wgcq_error *err, char *answer, size_t room)
{
    int code = wgcq_trace_drop(other, 1, err);
    snprintf(answer, room, "%s", code ? "" : "dropped");
    return code;
}

/* Verifies, and says in *answer what it came to unless that is `expected`.  To have found no memory
   is an answer: that it is inconclusive, and why. */
static int verify_trace(wgcq_trace *trace, wgcq_verdict expected, wgcq_error *err, char *answer,
                        size_t room)
{
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_FAILS;
    int code = wgcq_verify(&rows, &found, trace, NULL, err);
    if (!code && wgcq_rows_unknown(rows)) {
        assert_int_equal(found, WGCQ_INCONCLUSIVE);
        assert_non_null(strstr(wgcq_rows_remark(rows), "no memory is left"));
        wgcq_rows_free(rows);
        *err = (wgcq_error){.code = WGCQ_EMEMORY, .text = "no memory"};
        return WGCQ_EMEMORY;
    }
    if (!code)
        code = read_all(rows, err, answer, room);
    if (!code && found != expected)
        snprintf(answer, room, "does not hold");
    return code;
}

static int verifies(wgcq_error *err, char *answer, size_t room)
{
    wgcq_trace *trace = NULL;
    int code = wgcq_trace_open(&trace, db, err);
    if (!code)
        code = verify_trace(trace, WGCQ_HOLDS, err, answer, room);
    wgcq_trace_free(trace);
    return code;
}

static int draw(const wgcq_draw_options *how, wgcq_error *err, char *answer, size_t room)
{
    wgcq_trace *trace = NULL;
    char *drawn = NULL, *remark = NULL;
    unsigned sum = 0;
    int code = wgcq_trace_open(&trace, db, err);
    if (!code)
        code = wgcq_draw(&drawn, &remark, trace, how, err);
    for (const char *at = drawn; at && *at; at++)
        sum = sum * 31 + (unsigned char)*at;
    if (!code)
        snprintf(answer, room, "%zu bytes, %u %s", strlen(drawn), sum, remark ? remark : "");
    wgcq_text_free(drawn);
    wgcq_text_free(remark);
    wgcq_trace_free(trace);
    return code;
}

static int draws_dot(wgcq_error *err, char *answer, size_t room)
{
    return draw(&(wgcq_draw_options){.mark = 1}, err, answer, room);
}

static int draws_traffic(wgcq_error *err, char *answer, size_t room)
{
    return draw(&(wgcq_draw_options){.traffic = "cheapest"}, err, answer, room);
}

static int draws_bands(wgcq_error *err, char *answer, size_t room)
{
    return draw(&(wgcq_draw_options){.mark = 1, .page_width = 300}, err, answer, room);
}

static int draws_mermaid(wgcq_error *err, char *answer, size_t room)
{
    return draw(&(wgcq_draw_options){.format = WGCQ_MERMAID, .around = 1, .radius = 1}, err, answer,
                room);
}

static int draws_graphml(wgcq_error *err, char *answer, size_t room)
{
    return draw(&(wgcq_draw_options){.format = WGCQ_GRAPHML, .only_shortest = true}, err, answer,
                room);
}

static int draws_a_projection(wgcq_error *err, char *answer, size_t room)
{
    return draw(&(wgcq_draw_options){.project = "farmer,at", .mark = 2}, err, answer, room);
}

static int compare(wgcq_compare_part part, wgcq_error *err, char *answer, size_t room)
{
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    int code = wgcq_trace_open(&trace, db, err);
    const wgcq_compare_side chosen[] = {{trace, 1, "1", "a"}, {trace, 2, "2", "a"}};
    if (!code)
        code = wgcq_compare(&rows, part, chosen, 2, err);
    if (!code)
        code = read_all(rows, err, answer, room);
    wgcq_trace_free(trace);
    return code;
}

static int compares_steps(wgcq_error *err, char *answer, size_t room)
{
    return compare(WGCQ_COMPARE_STEPS, err, answer, room);
}

static int compares_pairs(wgcq_error *err, char *answer, size_t room)
{
    return compare(WGCQ_COMPARE_PAIRS, err, answer, room);
}

static int compares_files(wgcq_error *err, char *answer, size_t room)
{
    wgcq_trace *traces[2] = {NULL, NULL};
    wgcq_rows *rows = NULL;
    int code = wgcq_trace_open(&traces[0], db, err);
    if (!code)
        code = wgcq_trace_open(&traces[1], db, err);
    const wgcq_compare_side chosen[] = {{traces[0], 0, "a", "a"}, {traces[1], 0, "b", "b"}};
    if (!code)
        code = wgcq_compare(&rows, WGCQ_COMPARE_FILES, chosen, 2, err);
    if (!code)
        code = read_all(rows, err, answer, room);
    wgcq_trace_free(traces[0]);
    wgcq_trace_free(traces[1]);
    return code;
}

/* ---- a model in C ------------------------------------------------------------------------ */

static bool step(wgcq_journey *j, void *state)
{
    static const char *const texts[] = {"one", "two"};
    uint8_t *at = state;
    size_t by;
    if (!wgcq_choose(j, 2, &by) || !wgcq_move(j, texts[by], 1) ||
        !wgcq_guard(j, *at + (int)by < 9, "too far"))
        return false;
    *at = (uint8_t)(*at + by + 1);
    return true;
}

static void zero(const void *self, wgcq_moves *to)
{
    (void)self;
    wgcq_moves_add(to, NULL, &(uint8_t){0}, NULL);
}

static void steps(const void *self, const void *state, wgcq_moves *to)
{
    (void)self;
    wgcq_moves_run(to, NULL, state, step);
}

static bool nine(const void *self, const void *state)
{
    (void)self;
    return *(const uint8_t *)state == 9;
}

static int solve_model(const char *file, wgcq_error *err, char *answer, size_t room)
{
    static const char *const rejections[] = {"too far"};
    wgcq_options options = {0};
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    int code = wgcq_model_new(&model,
                              &(wgcq_description){.title = "Steps",
                                                  .size = 1,
                                                  .start = zero,
                                                  .moves = steps,
                                                  .goal = nine,
                                                  .rejections = rejections,
                                                  .rejection_count = 1,
                                                  .checked = true},
                              err);
    if (!code)
        code = wgcq_solve_model(&result, model, file, &options, NULL, err);
    if (!code)
        report_rows(result, answer, room);
    wgcq_result_free(result);
    wgcq_model_free(model);
    return code;
}

static int solves_a_model(wgcq_error *err, char *answer, size_t room)
{
    return solve_model(NULL, err, answer, room);
}

static int stores_a_model(wgcq_error *err, char *answer, size_t room)
{
    clean(other);
    return solve_model(other, err, answer, room);
}

/* ---- counts beyond 64 bits ----------------------------------------------------------------- */

static const char stairs[] = "puzzle: Stairs\n"
                             "state:\n"
                             "  x: 0..70\n"
                             "start: {x: 0}\n"
                             "moves:\n"
                             "  by the left:\n"
                             "    - guard: x < 70\n"
                             "    - set: x = x + 1\n"
                             "  by the right:\n"
                             "    - guard: x < 70\n"
                             "    - set: x = x + 1\n"
                             "goal: x == 70\n";

static int climb(const char *file, wgcq_error *err, char *answer, size_t room)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_result *result = NULL;
    wgcq_options options = {.solutions = 1};
    int code = wgcq_puzzle_read(&puzzle, stairs, strlen(stairs), "stairs.yaml", NULL, 0, NULL, err);
    if (!code)
        code = wgcq_solve(&result, puzzle, file, &options, NULL, err);
    if (!code)
        report_rows(result, answer, room);
    wgcq_result_free(result);
    wgcq_puzzle_free(puzzle);
    return code;
}

static int counts_beyond(wgcq_error *err, char *answer, size_t room)
{
    return climb(NULL, err, answer, room);
}

/* Counts the walks of a length in the file, and verifies the counts. */
static int counts_walks_beyond(wgcq_error *err, char *answer, size_t room)
{
    wgcq_question question = {.what = "plans", .length = 70, .has_length = true, .count = true};
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    int code = wgcq_trace_open(&trace, other, err);
    if (!code)
        code = wgcq_ask(&rows, trace, &question, NULL, err);
    if (!code)
        code = wgcq_rows_next(rows, err);
    if (!code)
        snprintf(answer, room, "%s", wgcq_rows_text(rows, 0));
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
    return code;
}

/* A model in C without its program has nothing but its rows. */
static int verifies_rows(wgcq_error *err, char *answer, size_t room)
{
    wgcq_trace *trace = NULL;
    int code = wgcq_trace_open(&trace, other, err);
    if (!code)
        code = verify_trace(trace, WGCQ_INCONCLUSIVE, err, answer, room);
    wgcq_trace_free(trace);
    return code;
}

static int asks_why_of_rows(wgcq_error *err, char *answer, size_t room)
{
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    int code = wgcq_trace_open(&trace, other, err);
    if (!code)
        code = wgcq_why(&rows, trace, "9", NULL, err);
    if (!code)
        code = read_all(rows, err, answer, room);
    wgcq_trace_free(trace);
    return code;
}

static int verifies_beyond(wgcq_error *err, char *answer, size_t room)
{
    wgcq_trace *trace = NULL;
    int code = wgcq_trace_open(&trace, other, err);
    if (!code)
        code = verify_trace(trace, WGCQ_HOLDS, err, answer, room);
    wgcq_trace_free(trace);
    return code;
}

/* ---- searches ---------------------------------------------------------------------------- */

static int pull(wgcq_search *search, int most, wgcq_error *err, char *answer, size_t room)
{
    const wgcq_solution *s = NULL;
    size_t used = 0;
    int code = 0, count = 0;
    while (count < most && (code = wgcq_search_next(&s, search, err)) == 0) {
        size_t length = wgcq_solution_length(s);
        used += (size_t)snprintf(answer + used, room - used, "%zu:%lld ", length,
                                 (long long)wgcq_solution_cost(s, length, 0));
        count++;
    }
    return code < 0 ? code : 0;
}

static int search(wgcq_order order, const char *file, int most, wgcq_error *err, char *answer,
                  size_t room)
{
    wgcq_options options = {.order = order, .minimize = "toll", .threads = 2};
    wgcq_puzzle *puzzle = NULL;
    wgcq_search *pulled = NULL;
    wgcq_result *result = NULL;
    int code = load(&puzzle, err);
    if (!code)
        code = wgcq_search_new(&pulled, wgcq_puzzle_model(puzzle), file, &options, NULL, err);
    if (!code)
        code = pull(pulled, most, err, answer, room);
    if (!code && file)
        code = wgcq_search_end(&result, pulled, err);
    if (!code && file)
        report_rows(result, answer, room);
    wgcq_result_free(result);
    wgcq_search_free(pulled);
    wgcq_puzzle_free(puzzle);
    return code;
}

static int searches(wgcq_error *err, char *answer, size_t room)
{
    return search(WGCQ_BREADTH_FIRST, NULL, 9, err, answer, room);
}

static int searches_cheapest(wgcq_error *err, char *answer, size_t room)
{
    return search(WGCQ_CHEAPEST, NULL, 9, err, answer, room);
}

static int searches_depth_first(wgcq_error *err, char *answer, size_t room)
{
    return search(WGCQ_DEPTH_FIRST, NULL, 9, err, answer, room);
}

static int searches_into_a_file(wgcq_error *err, char *answer, size_t room)
{
    clean(other);
    return search(WGCQ_BREADTH_FIRST, other, 1, err, answer, room);
}

static int searches_plans(wgcq_error *err, char *answer, size_t room)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_search *pulled = NULL;
    int code = load(&puzzle, err);
    if (!code)
        code = wgcq_search_plans(&pulled, wgcq_puzzle_model(puzzle), 0, 9, NULL, err);
    if (!code)
        code = pull(pulled, 99, err, answer, room);
    wgcq_search_free(pulled);
    wgcq_puzzle_free(puzzle);
    return code;
}

/* ---- playing ----------------------------------------------------------------------------- */

/* Moves, takes back, asks for the way and for what is rejected, and goes through a solution. */
static int play_on(wgcq_game *game, wgcq_error *err, char *answer, size_t room)
{
    const wgcq_model *model = wgcq_game_model(game);
    const char *cost = wgcq_model_cost_name(model, wgcq_model_cost_count(model) - 1);
    wgcq_way way = WGCQ_ZERO;
    wgcq_rows *rows = NULL;
    int code = wgcq_game_move_count(game) ? wgcq_game_make(game, 0, err) : 0;
    if (!code)
        code = wgcq_game_undo(game, err);
    if (!code)
        code = wgcq_game_way(&way, game, cost, NULL, NULL, err);
    if (!code)
        code = wgcq_game_rejected(&rows, game, NULL, err);
    if (!code)
        code = read_all(rows, err, answer, room);
    if (!code)
        code = wgcq_game_replay(game, 1, NULL, NULL, err);
    while (!code && wgcq_game_ahead(game))
        code = wgcq_game_redo(game, err);
    size_t used = strlen(answer);
    if (!code)
        snprintf(answer + used, room - used, " %d %llu %lld, %zu, %s", way.known,
                 (unsigned long long)way.length, (long long)way.cost, wgcq_game_length(game),
                 wgcq_game_shown(game));
    return code;
}

static int plays_a_puzzle(wgcq_error *err, char *answer, size_t room)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_game *game = NULL;
    int code = load(&puzzle, err);
    if (!code)
        code = wgcq_game_new(&game, wgcq_puzzle_model(puzzle), err);
    if (!code)
        code = play_on(game, err, answer, room);
    wgcq_game_free(game);
    wgcq_puzzle_free(puzzle);
    return code;
}

static int play_file(const char *file, wgcq_error *err, char *answer, size_t room)
{
    wgcq_trace *trace = NULL;
    wgcq_game *game = NULL;
    int code = wgcq_trace_open(&trace, file, err);
    if (!code)
        code = wgcq_game_open(&game, trace, err);
    if (!code)
        code = play_on(game, err, answer, room);
    wgcq_game_free(game);
    wgcq_trace_free(trace);
    return code;
}

static int plays_rows(wgcq_error *err, char *answer, size_t room)
{
    return play_file(other, err, answer, room);
}

static int plays_a_file(wgcq_error *err, char *answer, size_t room)
{
    return play_file(db, err, answer, room);
}

/* ---- the sweep --------------------------------------------------------------------------- */

static int wrongs;

#define wrong(...) (wrongs++, print_error(__VA_ARGS__), print_error("\n"))

typedef int doing(wgcq_error *err, char *answer, size_t room);

/* A failure leaves a whole file: it can be done then, if it was not done already. */
static void again(doing *what, const char *name, const char *right, long which)
{
    wgcq_error err = {0};
    char answer[200] = "";
    int code = what(&err, answer, sizeof answer);
    if (code ? code != WGCQ_DONE && code != WGCQ_EREQUEST : strcmp(answer, right) != 0)
        wrong("%s, allocation %ld failed: then it is %d, '%s', not '%s' (%s)", name, which, code,
              answer, right, err.text);
}

static void one_fails(doing *what, const char *name, const char *right, long own, long in_sqlite)
{
    wgcq_error err = {0};
    char answer[200] = "";
    if (copied)
        copy(copied);
    long before = blocks_live;
    arm(own, in_sqlite);
    int code = what(&err, answer, sizeof answer);
    arm(0, 0);
    const char *whose = own ? "of the library" : "of SQLite";
    if (blocks_live != before)
        wrong("%s, allocation %ld %s fails: %ld blocks are left", name, own + in_sqlite, whose,
              blocks_live - before);
    if (code == 0 && strcmp(answer, right) != 0)
        wrong("%s, allocation %ld %s fails: '%s', not '%s'", name, own + in_sqlite, whose, answer,
              right);
    if (code && code != WGCQ_EMEMORY && !(in_sqlite && code == WGCQ_ESTORE))
        wrong("%s, allocation %ld %s fails: %d, %s", name, own + in_sqlite, whose, code, err.text);
    if (code && (err.code != (wgcq_code)code || !err.text[0]))
        wrong("%s, allocation %ld %s fails: no words", name, own + in_sqlite, whose);
    if (code && copied)
        again(what, name, right, own + in_sqlite);
}

/* ONLY in the environment: that alone. */
static bool is_wanted(const char *name)
{
    const char *only = getenv("ONLY");
    return !only || !strcmp(only, name);
}

static void sweep(doing *what, const char *name)
{
    wgcq_error err = {0};
    char right[200] = "";
    if (!is_wanted(name))
        return;
    if (copied)
        copy(copied);
    arm(0, 0);
    long before = blocks_live;
    assert_int_equal(what(&err, right, sizeof right), 0);
    assert_int_equal(blocks_live, before);
    long own = allocations, in_sqlite = taken_by_sqlite;
    printf("# %s: %ld allocations, %ld of SQLite: %s\n", name, own, in_sqlite, right);
    assert_true(own > 10);
    for (long at = 1; at <= own; at = point_after(at, own, points_apart(own, copied ? 12 : 20)))
        one_fails(what, name, right, at, 0);
    for (long at = 1; at <= in_sqlite;
         at = point_after(at, in_sqlite, points_apart(in_sqlite, copied ? 3 : 6)))
        one_fails(what, name, right, 0, at);
}

/* Each allocation of SQLite's in the threads that help, whose number depends on no race. */
static void sweep_helpers(doing *what, const char *name)
{
    wgcq_error err = {0};
    char right[200] = "";
    if (!is_wanted(name))
        return;
    of_helpers = true;
    arm(0, 0);
    assert_int_equal(what(&err, right, sizeof right), 0);
    long of_sqlite = taken_by_sqlite;
    printf("# %s, helping threads: %ld allocations of SQLite: %s\n", name, of_sqlite, right);
    assert_true(of_sqlite > 10);
    for (long at = 1; at <= of_sqlite; at = point_after(at, of_sqlite, points_apart(of_sqlite, 12)))
        one_fails(what, name, right, 0, at);
    of_helpers = false;
}

static void each_fails_once(void **unused)
{
    static const struct {
        const char *name;
        doing *what;
    } all[] = {{"load", loads},
               {"complain", complains},
               {"import", imports},
               {"formulas", reads_formulas},
               {"solve", solves},
               {"solve after a failure", solves_after_failure},
               {"solve narrow", solves_narrow},
               {"solve arranged", solves_arranged},
               {"solve from both ends", solves_from_both_ends},
               {"solve reduced", solves_reduced},
               {"solve cheapest", solves_cheapest},
               {"store", stores},
               {"store in files", stores_in_files},
               {"ask shortest", asks_shortest},
               {"ask all", asks_all},
               {"ask dead-ends", asks_dead_ends},
               {"ask best", asks_best},
               {"ask distances", asks_distances},
               {"ask rules", asks_rules},
               {"ask coverage", asks_coverage},
               {"ask lassos", asks_lassos},
               {"ask bottlenecks", asks_bottlenecks},
               {"ask why of a path", asks_why_of_a_path},
               {"ask plans", asks_plans},
               {"ask classes", asks_classes},
               {"ask class count", asks_class_count},
               {"ask pareto", asks_pareto},
               {"ask traffic", asks_traffic},
               {"ask hardest", asks_hardest},
               {"ask hardest, all starts", asks_all_starts},
               {"ask histogram", asks_histogram},
               {"ask grade", asks_grade},
               {"ask why", asks_why},
               {"ask why of states", asks_why_of_states},
               {"ask by SQL", asks_by_sql},
               {"compare steps", compares_steps},
               {"compare pairs", compares_pairs},
               {"compare files", compares_files},
               {"verify", verifies},
               {"draw dot", draws_dot},
               {"draw traffic", draws_traffic},
               {"draw dot in bands", draws_bands},
               {"draw mermaid", draws_mermaid},
               {"draw graphml", draws_graphml},
               {"draw a projection", draws_a_projection},
               {"solve a model", solves_a_model},
               {"store a model", stores_a_model},
               {"search", searches},
               {"search cheapest", searches_cheapest},
               {"search depth-first", searches_depth_first},
               {"search into a file", searches_into_a_file},
               {"search plans", searches_plans},
               {"play", plays_a_puzzle},
               {"play a file", plays_a_file},
               {"count beyond 64 bits", counts_beyond}};
    char folder[PLACE_ROOM], answer[200];
    (void)unused;
    assert_true(place_make(folder, "test_memory"));
    snprintf(db, sizeof db, "%s/river.db", folder);
    snprintf(other, sizeof other, "%s/other.db", folder);
    snprintf(begun, sizeof begun, "%s/begun.db", folder);
    snprintf(files, sizeof files, "%s/files", folder);
    assert_int_equal(solve(db, &(wgcq_options){0}, NULL, answer, sizeof answer), 0);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        sweep(all[i].what, all[i].name);
    sweep_helpers(verifies, "verify");
    assert_int_equal(solve(begun, &(wgcq_options){.max_states = 6}, NULL, answer, sizeof answer),
                     0);
    copied = begun;
    sweep(resumes, "resume");
    clean(begun); /* this order explores again what is stored, and compares */
    assert_int_equal(
        solve(begun,
              &(wgcq_options){.max_states = 6, .order = WGCQ_DEPTH_FIRST, .minimize = "toll"}, NULL,
              answer, sizeof answer),
        0);
    sweep(resumes, "resume depth-first");
    assert_int_equal(solve(begun, &(wgcq_options){0}, NULL, answer, sizeof answer), 0);
    sweep(drops, "drop");
    sweep(adds_to_the_same, "solve an edited puzzle");
    sweep(replaces, "replace");
    copied = NULL;
    clean(other);
    assert_int_equal(stores_lamps(other, NULL, answer, sizeof answer), 0);
    sweep(counts_orbits, "count classes up to symmetry");
    sweep(counts_exchanged, "count classes up to commuting moves");
    sweep(counts_vectors, "count classes up to moves");
    clean(other);
    assert_int_equal(climb(other, NULL, answer, sizeof answer), 0);
    assert_non_null(strstr(answer, "1180591620717411303424 plans of 70"));
    sweep(counts_walks_beyond, "count walks beyond 64 bits");
    sweep(verifies_beyond, "verify counts beyond 64 bits");
    clean(other);
    assert_int_equal(solve_model(other, NULL, answer, sizeof answer), 0);
    sweep(verifies_rows, "verify a model's rows");
    sweep_helpers(verifies_rows, "verify a model's rows");
    sweep(asks_why_of_rows, "why of a model's rows");
    sweep(plays_rows, "play a model's rows");
    assert_int_equal(wrongs, 0);
    clean(begun);
    clean(db);
    clean(other);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_fails_once)};
    return cmocka_run_group_tests(tests, wrap_sqlite, NULL);
}
