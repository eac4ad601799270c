/*
 * test_memory_threads.c - every allocation of a run by several threads fails once: those that go
 * ahead and are taken in by one (with and without a file), those that share each round, a run that
 * goes on, a search that is pulled.  What is mapped for the visited set counts too, and a thread
 * that cannot be started.
 *
 * Each ends with an error or with the right answer; it leaves nothing allocated behind, and no
 * thread waits for another for ever.  A file that a failure leaves behind is whole, and resuming it
 * comes to what the run would have come to.  WHOLE in the environment: each allocation, else each
 * of the first and then every so many.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
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

enum { HANGS = 300 /* seconds that no single run takes */ };

/* ---- what else fails --------------------------------------------------------------------- */

void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_pthread_create(pthread_t *out, const pthread_attr_t *how, void *(*run)(void *),
                          void *of);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_pthread_create(pthread_t *out, const pthread_attr_t *how, void *(*run)(void *),
                          void *of);

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : block_taken(__real_aligned_alloc(alignment, size));
}
int __wrap_pthread_create(pthread_t *out, const pthread_attr_t *how, void *(*run)(void *), void *of)
{
    return fails() ? EAGAIN : __real_pthread_create(out, how, run, of);
}

/* ---- a puzzle with levels that are shared out ---------------------------------------------- */

/* Level 0 has 5000 states, the next twice as many: both more than are expanded by one thread. */
static const char wide[] = "puzzle: Wide\n"
                           "state:\n"
                           "  x: 0..4999\n"
                           "  y: 0..3\n"
                           "start: {x: any, y: 0}\n"
                           "moves:\n"
                           "  up {d}:\n"
                           "    - choose: d in [1, 3]\n"
                           "    - guard: y < 2\n"
                           "      else: high enough\n"
                           "    - set: {x: (x + d * 7) % 5000, y: y + 1 + d // 3 * (x % 2)}\n"
                           "    - cost: toll = 1 + x % 3\n"
                           "never:\n"
                           "  gone: x == 77 and y == 1\n"
                           "goal: y == 3 and x % 100 == 0\n"
                           "end: y == 2 and x % 10 == 0\n";

/* A puzzle without costs, so that it is explored without a graph: of few values, so that threads
   share the set, and of many, so that it is divided among them. */
#define UNCOSTED(more)                                                                             \
    "puzzle: Wide\n"                                                                               \
    "state:\n"                                                                                     \
    "  x: 0..4999\n"                                                                               \
    "  y: 0..3\n" more "moves:\n"                                                                  \
    "  up {d}:\n"                                                                                  \
    "    - choose: d in [1, 3]\n"                                                                  \
    "    - guard: y < 2\n"                                                                         \
    "    - set: {x: (x + d * 7) % 5000, y: y + 1 + d // 3 * (x % 2)}\n"                            \
    "goal: y == 3 and x % 100 == 0\n"
static const char checked[] = UNCOSTED("start: {x: any, y: 0}\n"
                                       "invariant: {low: y < 2}\n"
                                       "deadlock: forbidden\n");
static const char few_values[] = UNCOSTED("start: {x: any, y: 0}\n");
static const char many_values[] = UNCOSTED("  z: 0..1000000\nstart: {x: any, y: 0, z: 7}\n");

static char folder[PLACE_ROOM], db[PLACE_ROOM + 16], begun[PLACE_ROOM + 16];

static void clean(const char *path)
{
    char beside[PLACE_ROOM + 32];
    unlink(path);
    snprintf(beside, sizeof beside, "%s-journal", path);
    unlink(beside);
}

static void copy(const char *from, const char *to)
{
    char bytes[65536];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_true(in && out);
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, in)) > 0;)
        assert_int_equal(fwrite(bytes, 1, got, out), got);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

static void report_rows(const wgcq_result *result, char *answer, size_t room)
{
    const wgcq_summary *s = wgcq_result_summary(result);
    snprintf(answer, room, "%s: %llu states, %llu edges, %llu goals, %s plans of %lld", s->status,
             (unsigned long long)s->states, (unsigned long long)s->edges,
             (unsigned long long)s->goals, s->shortest.count ? s->shortest.count : "?",
             (long long)s->shortest.value);
}

static const char *text = wide; /* of the puzzle that is loaded */

static int load(wgcq_puzzle **puzzle, wgcq_error *err)
{
    return wgcq_puzzle_read(puzzle, text, strlen(text), "wide.yaml", NULL, 0, NULL, err);
}

static int solve(const char *file, const wgcq_options *options, wgcq_error *err, char *answer,
                 size_t room)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_result *result = NULL;
    int code = load(&puzzle, err);
    if (file)
        clean(file);
    if (!code)
        code = wgcq_solve(&result, puzzle, file, options, NULL, err);
    if (!code)
        report_rows(result, answer, room);
    wgcq_result_free(result);
    wgcq_puzzle_free(puzzle);
    return code;
}

static int resume(const char *file, unsigned threads, wgcq_error *err, char *answer, size_t room)
{
    wgcq_unfinished *unfinished = NULL;
    wgcq_result *result = NULL;
    wgcq_options options = {0};
    int code = wgcq_unfinished_open(&unfinished, file, 0, err);
    if (!code) {
        options = *wgcq_unfinished_options(unfinished);
        options.max_states = 0;
        options.threads = threads;
        code = wgcq_resume(&result, unfinished, &options, NULL, err);
    }
    if (!code)
        report_rows(result, answer, room);
    wgcq_result_free(result);
    wgcq_unfinished_free(unfinished);
    return code;
}

/* ---- what is done --------------------------------------------------------------------------- */

typedef struct doing {
    const char *name, *text; /* of a puzzle; NULL: wide */
    wgcq_options options;
    bool files, resumes, pulls;
} doing;

static int pull(const wgcq_options *options, wgcq_error *err, char *answer, size_t room)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_search *search = NULL;
    const wgcq_solution *s = NULL;
    int count = 0, code = load(&puzzle, err);
    if (!code)
        code = wgcq_search_new(&search, wgcq_puzzle_model(puzzle), NULL, options, NULL, err);
    while (!code && (code = wgcq_search_next(&s, search, err)) == 0)
        count++;
    snprintf(answer, room, "%d pulled", count);
    wgcq_search_free(search);
    wgcq_puzzle_free(puzzle);
    return code < 0 ? code : 0;
}

static int perform(const doing *d, wgcq_error *err, char *answer, size_t room)
{
    if (d->pulls)
        return pull(&d->options, err, answer, room);
    if (d->resumes)
        return resume(db, d->options.threads, err, answer, room);
    return solve(d->files ? db : NULL, &d->options, err, answer, room);
}

/* ---- the sweep ------------------------------------------------------------------------------- */

static int wrongs;
static const char *under_way = "";

#define wrong(...) (wrongs++, print_error(__VA_ARGS__), print_error("\n"))

static void hangs(int unused)
{
    char line[160];
    int length = snprintf(line, sizeof line, "Bail out! %s, allocation %ld fails: it hangs\n",
                          under_way, fails_at);
    (void)unused;
    if (write(STDOUT_FILENO, line, (size_t)length) < 0)
        _exit(3);
    _exit(2);
}

/* A failure leaves no file, or one that comes to the same in the end. */
static void look_at_file(const doing *d, const char *right)
{
    wgcq_error err = {0};
    wgcq_unfinished *unfinished = NULL;
    char answer[200] = "";
    if (access(db, F_OK))
        return;
    int code = wgcq_unfinished_open(&unfinished, db, 0, &err);
    wgcq_unfinished_free(unfinished);
    if (code == WGCQ_DONE && d->resumes)
        return; /* it was complete when freeing its results failed */
    if (code)
        return; /* not so far that there was a run */
    code = resume(db, d->options.threads, &err, answer, sizeof answer);
    if (code || strcmp(answer, right) != 0)
        wrong("%s, allocation %ld: resumed it is %d, '%s', not '%s' (%s)", d->name, fails_at, code,
              answer, right, err.text);
}

static void one_fails(const doing *d, const char *right, long which)
{
    wgcq_error err = {0};
    char answer[200] = "";
    if (d->resumes)
        copy(begun, db);
    long before = blocks_live;
    allocations = 0;
    fails_at = which;
    alarm(HANGS);
    int code = perform(d, &err, answer, sizeof answer);
    alarm(0);
    fails_at = 0;
    if (blocks_live != before)
        wrong("%s, allocation %ld fails: %ld blocks are left", d->name, which,
              blocks_live - before);
    if (code == 0 && strcmp(answer, right) != 0)
        wrong("%s, allocation %ld fails: '%s', not '%s'", d->name, which, answer, right);
    if (code && code != WGCQ_EMEMORY)
        wrong("%s, allocation %ld fails: %d, %s", d->name, which, code, err.text);
    if (code && (err.code != (wgcq_code)code || !err.text[0]))
        wrong("%s, allocation %ld fails: no words", d->name, which);
    if (code && (d->files || d->resumes))
        look_at_file(d, right);
}

static void sweep(const doing *d)
{
    enum { SHARE = 16 };
    wgcq_error err = {0};
    char right[200] = "";
    under_way = d->name;
    text = d->text ? d->text : wide;
    if (d->resumes)
        copy(begun, db);
    allocations = fails_at = 0;
    long before = blocks_live;
    if (perform(d, &err, right, sizeof right))
        fail_msg("%s: %s", d->name, err.text);
    long all = allocations;
    printf("# %s: %ld allocations: %s\n", d->name, all, right);
    assert_int_equal(blocks_live, before);
    assert_true(all > POINTS_FIRST);
    for (long at = 1; at <= all; at = point_after(at, all, points_apart(all, SHARE)))
        one_fails(d, right, at);
    assert_int_equal(blocks_lost, 0);
}

static void each_fails_once(void **unused)
{
    static const doing all[] = {
        {.name = "three threads", .options = {.threads = 3, .trace_level = WGCQ_TRACE_NONE}},
        {.name = "two share a set",
         .text = few_values,
         .options = {.threads = 2, .trace_level = WGCQ_TRACE_NONE}},
        {.name = "three divide a set",
         .text = many_values,
         .options = {.threads = 3, .trace_level = WGCQ_TRACE_NONE}},
        {.name = "three check",
         .text = checked,
         .options = {.threads = 3, .trace_level = WGCQ_TRACE_NONE}},
        {.name = "three to the first goal",
         .options = {.threads = 3, .trace_level = WGCQ_TRACE_NONE, .stop = WGCQ_STOP_FIRST}},
        {.name = "two into a file", .options = {.threads = 2}, .files = true},
        {.name = "four into a file", .options = {.threads = 4, .save_every = 5000}, .files = true},
        {.name = "three by SQL",
         .options = {.threads = 3, .writer = WGCQ_WRITER_SQL, .save_every = 5000},
         .files = true},
        {.name = "three keep solutions",
         .options = {.threads = 3, .trace_level = WGCQ_TRACE_SOLUTIONS},
         .files = true},
        {.name = "three go on", .options = {.threads = 3}, .resumes = true},
        {.name = "three are pulled", .options = {.threads = 3}, .pulls = true},
    };
    const char *only = getenv("ONLY");
    char answer[200];
    wgcq_error err = {0};
    (void)unused;
    assert_int_equal(
        solve(begun, &(wgcq_options){.max_states = 12000}, &err, answer, sizeof answer), 0);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!only || !strcmp(only, all[i].name))
            sweep(&all[i]);
    assert_int_equal(wrongs, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_fails_once)};
    if (!place_make(folder, "test_memory_threads"))
        return 1;
    signal(SIGALRM, hangs);
    snprintf(db, sizeof db, "%s/wide.db", folder);
    snprintf(begun, sizeof begun, "%s/begun.db", folder);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    clean(db);
    clean(begun);
    rmdir(folder);
    return failed;
}
