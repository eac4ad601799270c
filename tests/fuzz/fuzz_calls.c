/*
 * fuzz_calls.c - any sequence of public calls: each answers as wgcq.h says, and nothing leaks.
 *
 * The bytes are a program.  Its first half is a tape that journeys, models and puzzles are made
 * from, so that they are the same in every run; the rest are calls: iterations, models in C and
 * puzzles solved, searched, kept in files, asked, verified, resumed, in any order; and a journey in
 * every way that there is.  What is
 * looked at beyond crashes: that outs are written on success alone, that every error has words fit
 * for a terminal, and that a file of an undisturbed run is never called bad.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz_journey.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- models ----------------------------------------------------------------------------- */

static void start(const void *self, wgcq_moves *to)
{
    uint8_t state[SIZE] = {0};
    (void)self;
    wgcq_moves_add(to, NULL, state, NULL);
    state[0] = (uint8_t)on_tape(60, 5);
    wgcq_moves_add(to, NULL, state, NULL);
}

static void moves(const void *self, const void *state, wgcq_moves *to)
{
    const int64_t cost[] = {on_tape(61, 3), on_tape(62, 256) ? 1 : INT64_MAX};
    uint8_t after[SIZE];
    (void)self;
    memcpy(after, state, SIZE);
    after[on_tape(63, SIZE)] = (uint8_t)((after[on_tape(64, SIZE)] + on_tape(65, 4)) % 5);
    wgcq_moves_add(to, names[on_tape(66, 2)], after, on_tape(67, 3) ? cost : NULL);
    if (on_tape(68, 2))
        wgcq_moves_reject(to, names[on_tape(69, 3)], names[2]);
    wgcq_moves_run(to, on_tape(70, 2) ? names[0] : NULL, state, fuzz_journey);
}

static bool goal(const void *self, const void *state)
{
    (void)self;
    return ((const uint8_t *)state)[on_tape(71, SIZE)] == on_tape(72, 4);
}

static int64_t bound(const void *self, const void *state)
{
    (void)self, (void)state;
    return on_tape(73, 9) ? 0 : -1;
}

static int show(const void *self, const void *state, char *out, size_t room)
{
    const uint8_t *s = state;
    (void)self;
    if (on_tape(74, 9) == 1)
        memset(out, 'x', room); /* no NUL anywhere */
    return on_tape(74, 9) == 1 ? (int)on_tape(75, 256) * 3
                               : snprintf(out, room, "%d", s[on_tape(76, SIZE)]);
}

static wgcq_model *make_model(wgcq_error *err)
{
    static wgcq_field fields[SIZE];
    static wgcq_rule rules[1];
    static const char *const costs[] = {"toll", "time", "toll"}, *const rejections[] = {"no way",
                                                                                        "no way"};
    for (size_t i = 0; i < SIZE; i++)
        fields[i] = (wgcq_field){
            .name = on_tape(80, 7) == 1 ? "same" : (const char *[]){"a", "b", "c", "d"}[i],
            .offset = i,
            .high = on_tape(81 + i, 5) + (on_tape(85, 9) ? 4 : 0),
            .count = on_tape(96, 3) == 1 && on_tape(97 + i, 5) == WGCQ_FIELD_LIST,
            .form = on_tape(96, 3) == 1 ? (wgcq_field_form)on_tape(97 + i, 5) : WGCQ_FIELD_VALUES};
    rules[0] = (wgcq_rule){"rule", goal, true};
    wgcq_description is = {.title = "Fuzz",
                           .size = SIZE,
                           .fields = on_tape(86, 5) ? fields : NULL,
                           .field_count = on_tape(86, 5) ? SIZE : 0,
                           .start = start,
                           .moves = moves,
                           .goal = on_tape(87, 7) ? goal : NULL,
                           .end = on_tape(88, 3) ? NULL : goal,
                           .estimate = on_tape(89, 2) ? bound : NULL,
                           .show = on_tape(90, 2) ? show : NULL,
                           .rules = rules,
                           .rule_count = on_tape(91, 9) == 1,
                           .rejections = rejections,
                           .rejection_count = 1 + (on_tape(92, 9) == 1),
                           .costs = costs,
                           .cost_count = on_tape(93, 4),
                           .minimize = on_tape(94, 3) ? NULL : "toll,moves",
                           .checked = on_tape(95, 3) == 1};
    wgcq_model *model = NULL;
    int code = wgcq_model_new(&model, &is, err);
    require((code == 0) == (model != NULL));
    check(code, err);
    return model;
}

/* ---- puzzles ---------------------------------------------------------------------------- */

static const char *const puzzles[] = {
    "puzzle: Count\nparams: {n: 3, level: [1, 2]}\nstate: {x: 0..6, y: bool}\nstart: {x: 0, y: "
    "false}\nmoves:\n"
    "  up {d}:\n    - choose: d in 1..2\n    - guard: x + d <= 2 * n\n      else: too far\n    - "
    "set: x = x + d\n"
    "    - cost: toll = d\n  turn:\n    - set: y = not y\nnever:\n  bad: x == 4 and y\ncosts: "
    "{toll: x % 2}\n"
    "goal: x == n\nestimate: 0\nshow: \"{x // 2}\"\n",
    "puzzle: Pour\nstate:\n  w[0..2]: 0..5\nstart: {w: [5, 0, 0]}\nmoves:\n  \"{a} to {b}\":\n"
    "    - choose: a in 0..2, b in 0..2 if a != b\n    - let: most = min(w[a], 2 + b - w[b])\n"
    "    - guard: most > 0\n    - set:\n        w[a]: w[a] - most\n        w[b]: w[b] + most\n"
    "goal: w[1] == 1\n",
    "puzzle: Map\nparams:\n  level: |\n    a.\n    .b\ntypes: {row: 0..1, col: 0..1}\nstate: {r: "
    "row, c: col}\n"
    "start: any\nmoves:\n  go:\n    - choose: x in row, y in col\n    - guard: level[x, y] != "
    "level[r, c]\n"
    "    - set: {r: x, c: y}\ngoal: level[r, c] == \"b\"\nend: goal\n",
};

static wgcq_puzzle *make_puzzle(bytes *b)
{
    static const char *const settings[] = {"n=2", "n=4", "n=9", "level=[3]", "level=@/dev/null",
                                           "n=[", "m=1", "=",   "n=1 // 0"};
    const char *given[] = {settings[next(b, 9)], settings[next(b, 9)]};
    const char *text = puzzles[next(b, 3)];
    wgcq_diagnostics *complaints = NULL;
    wgcq_puzzle *puzzle = NULL;
    wgcq_error err = {0};
    int code = wgcq_puzzle_read(&puzzle, text, strlen(text), "fuzz.yaml", given, next(b, 3),
                                &complaints, &err);
    require((code == 0) == (puzzle != NULL));
    require(code != WGCQ_EPUZZLE || wgcq_diagnostics_count(complaints));
    check(code, &err);
    wgcq_diagnostics_free(complaints);
    for (size_t i = 0; puzzle && i < wgcq_puzzle_param_count(puzzle); i++)
        check_text(wgcq_puzzle_param_value(puzzle, i));
    return puzzle;
}

/* ---- solving, searching ------------------------------------------------------------------ */

typedef struct place {
    char folder[64], db[96], tree[96]; /* tree: no file is left there */
    const wgcq_model *model;           /* that the file is of */
    wgcq_model *own;
    wgcq_puzzle *puzzle;
    bool cut; /* some run in the file may have been cut short */
} place;

static int look(void *self, const wgcq_progress *progress)
{
    unsigned *left = self;
    require(progress->phase != NULL);
    return *left ? --*left == 0 : 0;
}

static wgcq_options options_of(bytes *b)
{
    static const char *const minimize[] = {NULL,    NULL,         NULL,      "toll",
                                           "moves", "toll,moves", "nothing", ""};
    return (wgcq_options){.order = (wgcq_order)next(b, 5),
                          .stop = (wgcq_stop)next(b, 3),
                          .trace_level = (wgcq_trace_level)next(b, 5),
                          .minimize = minimize[next(b, 8)],
                          .solutions = next(b, 4),
                          .no_solutions = next(b, 6) == 1,
                          .max_states = next(b, 3) ? 300 : 1 + next(b, 20),
                          .max_depth = next(b, 3) == 1 ? next(b, 6) : 0,
                          .threads = next(b, 4) == 1 ? 2 : 0,
                          .save_every = next(b, 3) == 1 ? 1 + next(b, 9) : 0,
                          .writer = (wgcq_writer)next(b, 2)};
}

static void check_result(wgcq_result *result, place *in)
{
    const wgcq_summary *s = wgcq_result_summary(result);
    wgcq_rows *rows = NULL;
    wgcq_error err = {0};
    in->cut = in->cut || strcmp(s->status, "complete") != 0;
    require((s->limit != NULL) == !strcmp(s->status, "limit"));
    check_text(s->remark);
    if (check(wgcq_result_first(&rows, result, &err), &err))
        read_rows(rows, 100);
    wgcq_result_free(result);
}

static void solve(bytes *b, place *in)
{
    wgcq_options how = options_of(b);
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    unsigned left = next(b, 8) ? 0 : 1 + next(b, 9);
    wgcq_monitor monitor = {&left, look};
    const char *db = next(b, 4) ? in->db : NULL;
    wgcq_disk_forecast need;
    (void)wgcq_forecast_disk(&need, in->model, in->db, &how);
    int code = wgcq_solve_model(&result, in->model, db, &how, &monitor, &err);
    require((code == 0) == (result != NULL));
    in->cut = in->cut || code;
    if (check(code, &err))
        check_result(result, in);
}

static void check_solution(const wgcq_solution *s, const wgcq_model *model, bool in_c)
{
    uint8_t state[SIZE];
    size_t length = wgcq_solution_length(s);
    for (size_t i = 0; i <= length; i++) {
        require(wgcq_solution_shown(s, i) && (i == length || *wgcq_solution_move(s, i)));
        for (size_t k = 0; k < wgcq_model_variable_count(model); k++) {
            (void)wgcq_solution_value(s, i, k);
            (void)wgcq_solution_value_name(s, i, k);
        }
        for (size_t k = 0; k < wgcq_model_cost_count(model); k++)
            require(wgcq_solution_cost(s, i, k) >= 0);
        if (in_c)
            wgcq_solution_state(s, i, state);
    }
    (void)wgcq_solution_proved(s);
}

static void search(bytes *b, place *in)
{
    wgcq_options how = options_of(b);
    const wgcq_solution *s = NULL;
    wgcq_search *search = NULL;
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    bool plans = !next(b, 4);
    how.stop = WGCQ_STOP_EXHAUSTED;
    const char *db = next(b, 3) ? NULL : in->db;
    int code = plans ? wgcq_search_plans(&search, in->model, next(b, 3), next(b, 5), NULL, &err)
                     : wgcq_search_new(&search, in->model, db, &how, NULL, &err);
    require((code == 0) == (search != NULL));
    in->cut = in->cut || (!plans && db);
    if (!check(code, &err))
        return;
    for (unsigned i = next(b, 20); i && !(code = wgcq_search_next(&s, search, &err)); i--) {
        check_solution(s, in->model, in->own != NULL);
        require(wgcq_search_statistics(search).solutions > 0);
    }
    check(code, &err);
    if (next(b, 2) && check(wgcq_search_end(&result, search, &err), &err))
        check_result(result, in);
    wgcq_search_free(search);
}

static void go_on(bytes *b, place *in)
{
    wgcq_unfinished *run = NULL;
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    int code = wgcq_unfinished_open(&run, in->db, next(b, 4), &err);
    require((code == 0) == (run != NULL));
    if (!check(code, &err))
        return;
    wgcq_options how = *wgcq_unfinished_options(run);
    require(wgcq_unfinished_run(run) > 0);
    how.max_states = next(b, 3) ? 300 : next(b, 30);
    if (check(wgcq_resume(&result, run, next(b, 3) ? &how : NULL, NULL, &err), &err))
        check_result(result, in);
    wgcq_unfinished_free(run);
}

/* ---- asking ------------------------------------------------------------------------------ */

static const char *const whats[] = {"shortest", "cheapest", "all",       "best",        "plans",
                                    "classes",  "pareto",   "dead-ends", "bottlenecks", "distances",
                                    "farthest", "rules",    "coverage",  "nothing"};
static const char *const bys[] = {NULL, NULL, "moves", "toll,moves", "w", ""};
static const char *const words[] = {"1", "2", "99", "x=1", "a=0", "x=", "=", "r=0 c=1", ""};
static const char *const queries[] = {"SELECT * FROM states",
                                      "SELECT count(*) FROM edges",
                                      "DELETE FROM run",
                                      "",
                                      "SELECT 1/0, x'00ff', 'a' || char(0)",
                                      "PRAGMA user_version=3"};

static void ask(bytes *b, wgcq_trace *t)
{
    static const char *const up_tos[] = {NULL, "moves", "commuting", "symmetry", "x"},
                             *const ofs[] = {NULL, "all", "shortest", "x"};
    wgcq_question q = {.what = whats[next(b, 14)],
                       .by = bys[next(b, 6)],
                       .limit = next(b, 4),
                       .offset = next(b, 3),
                       .length = next(b, 5),
                       .has_length = next(b, 2),
                       .within = next(b, 2),
                       .has_within = next(b, 2),
                       .count = next(b, 2),
                       .up_to = up_tos[next(b, 5)],
                       .of = ofs[next(b, 4)],
                       .best = next(b, 3)};
    wgcq_rows *rows = NULL;
    wgcq_error err = {0};
    if (check(wgcq_ask(&rows, t, &q, NULL, &err), &err))
        read_rows(rows, 20);
}

static void verify(place *in, wgcq_trace *t, bool by_model)
{
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_HOLDS;
    wgcq_error err = {0};
    int code = by_model ? wgcq_verify_model(&rows, &found, t, in->model, NULL, &err)
                        : wgcq_verify(&rows, &found, t, NULL, &err);
    require(code || found != WGCQ_FAILS);
    if (check(code, &err))
        read_rows(rows, 100);
}

static void draw(bytes *b, wgcq_trace *t)
{
    wgcq_draw_options how = {.format = (wgcq_draw_format)next(b, 3),
                             .around = next(b, 3),
                             .radius = next(b, 2),
                             .only_shortest = next(b, 4) == 1,
                             .has_depth = next(b, 4) == 1,
                             .depth = next(b, 3),
                             .project = next(b, 3) ? NULL : "x",
                             .mark = next(b, 3),
                             .only_cheapest = next(b, 4) == 1};
    char *picture = NULL, *remark = NULL;
    wgcq_error err = {0};
    if (check(wgcq_draw(&picture, &remark, t, &how, &err), &err))
        require(picture != NULL);
    wgcq_text_free(picture);
    wgcq_text_free(remark);
}

static void question(bytes *b, place *in, wgcq_trace *t)
{
    const char *const plan[] = {"up 1", "up 2", "go", "one", ""};
    const char *asked[] = {plan[next(b, 5)], plan[next(b, 5)]};
    wgcq_compare_side chosen[] = {{t, next(b, 3), "A", "f"}, {t, next(b, 3), "B", "g"}};
    wgcq_rows *rows = NULL;
    wgcq_verdict found;
    wgcq_error err = {0};
    int64_t count = 0;
    int code = 1;
    switch (next(b, 11)) {
    case 0: ask(b, t); break;
    case 1: verify(in, t, next(b, 2)); break;
    case 2: draw(b, t); break;
    case 3: code = wgcq_why(&rows, t, words[next(b, 9)], next(b, 2) ? asked[0] : NULL, &err); break;
    case 4: code = wgcq_verify_plan(&rows, &found, t, asked, next(b, 3), &err); break;
    case 5:
        code = wgcq_compare(&rows, (wgcq_compare_part)next(b, 6), chosen, 1 + next(b, 2), &err);
        break;
    case 6: code = wgcq_show(&rows, t, next(b, 4), &err); break;
    case 7: code = wgcq_trace_sql(&rows, t, queries[next(b, 6)], &err); break;
    case 8: check(wgcq_show_count(&count, t, &err), &err); break;
    case 9: code = wgcq_why_states(&rows, t, next(b, 9), next(b, 9), &err); break;
    default: check(wgcq_trace_select_run(t, next(b, 4), &err), &err); break;
    }
    if (code != 1 && check(code, &err))
        read_rows(rows, 20);
}

static void ask_some(bytes *b, place *in)
{
    wgcq_trace *t = NULL;
    wgcq_error err = {0};
    int code = wgcq_trace_open(&t, in->db, &err);
    require((code == 0) == (t != NULL));
    if (!check(code, &err))
        return;
    for (unsigned i = 1 + next(b, 4); i; i--)
        question(b, in, t);
    (void)wgcq_trace_was_rerun(t, NULL);
    (void)wgcq_trace_active_run(t);
    wgcq_trace_free(t);
}

static void count_plans(bytes *b, const place *in)
{
    wgcq_rows *rows = NULL;
    wgcq_error err = {0};
    char *count = NULL;
    if (next(b, 2) && check(wgcq_plans_model(&rows, in->model, next(b, 4), NULL, &err), &err))
        read_rows(rows, 20);
    else if (check(wgcq_plans_model_count(&count, in->model, next(b, 4), NULL, &err), &err))
        require(count && strspn(count, "0123456789") == strlen(count));
    wgcq_text_free(count);
}

static void drop(bytes *b, const place *in)
{
    wgcq_error err = {0};
    check(wgcq_trace_drop(in->db, next(b, 4), &err), &err);
}

/* ---- a program ---------------------------------------------------------------------------- */

static void call(bytes *b, place *in)
{
    switch (next(b, 12)) {
    case 0:
    case 1:
    case 2: solve(b, in); break;
    case 3: search(b, in); break;
    case 4: go_on(b, in); break;
    case 5: count_plans(b, in); break;
    case 6: drop(b, in); break;
    case 7: fuzz_iterator(b); break;
    case 8: fuzz_ways(b, in->tree); break;
    default: ask_some(b, in); break;
    }
}

static bool make(bytes *b, place *in)
{
    wgcq_error err = {0};
    if (next(b, 2))
        in->model = in->own = make_model(&err);
    else if ((in->puzzle = make_puzzle(b)))
        in->model = wgcq_puzzle_model(in->puzzle);
    return in->model != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes b = {data + size / 2, size - size / 2};
    place in = {.folder = "/tmp/wgcq-fuzz-XXXXXX"};
    if (!access("/dev/shm", W_OK)) /* where nothing waits for a disk */
        strcpy(in.folder, "/dev/shm/wgcq-fuzz-XXXXXX");
    tape = (bytes){data, size / 2};
    if (!next(&b, 4))
        fuzz_iterator(&b);
    if (!make(&b, &in))
        return 0;
    require(mkdtemp(in.folder) != NULL);
    snprintf(in.db, sizeof in.db, "%s/a.db", in.folder);
    snprintf(in.tree, sizeof in.tree, "%s/tree.db", in.folder);
    for (unsigned i = 0; i < 8 && b.left; i++)
        call(&b, &in);
    unlink(in.db);
    require(rmdir(in.folder) == 0); /* nothing is left beside it */
    wgcq_model_free(in.own);
    wgcq_puzzle_free(in.puzzle);
    return 0;
}
