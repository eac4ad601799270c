/*
 * expand.c - what expanding and classifying cost by themselves: cycles a state, by what is wanted
 * and by the size of batches.
 *
 * usage: expand PUZZLE [NAME=VALUE]...; states are the first STATES_MOST in breadth-first order,
 * times the least of TIMES.  Where there is no rdtsc, nanoseconds in place of cycles.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model/dedup.h"
#include "model/model.h"
#include "wgcq.h"

enum { STATES_MOST = 40000, TIMES = 31 };

static uint64_t now(void)
{
#if defined(__GNUC__) && defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
#endif
}

static void must(int code, const wgcq_error *err)
{
    if (!code)
        return;
    fprintf(stderr, "expand: %s\n", err->text);
    exit(1);
}

/* ---- states ------------------------------------------------------------------- */

/* The first states, breadth first, each once. */
static void find_states(batch *met, const wgcq_model *m, void *worker)
{
    wgcq_error err = {0};
    batch found = {.words = m->words, .costs = m->costs};
    dedup seen = {0};
    dedup_reset(&seen, 0);
    must(m->initial_states(worker, &found, &err), &err);
    for (size_t next = 0;; next++) {
        for (size_t i = 0; i < found.count && met->count < STATES_MOST; i++) {
            if (!batch_reserve(met, 1))
                exit(1);
            memcpy(met->state + met->count * m->words, found.state + i * m->words,
                   m->words * sizeof *met->state);
            met->count += dedup_find(&seen, &dedup_states, met, met->count) == met->count;
        }
        if (next == met->count || met->count == STATES_MOST)
            break;
        must(m->expand(worker, met->state + next * m->words, 1, 0, &found, &err), &err);
    }
    dedup_free(&seen);
    batch_free(&found);
}

/* ---- times -------------------------------------------------------------------- */

/* Cycles a state of one pass over all, in batches; *edges: how many successors there were. */
static double expand_all(const wgcq_model *m, void *worker, const batch *all, size_t size,
                         unsigned wants, size_t *edges)
{
    wgcq_error err = {0};
    batch found = {.words = m->words, .costs = m->costs};
    uint64_t least = UINT64_MAX;
    for (int time = 0; time < TIMES; time++) {
        uint64_t began = now();
        *edges = 0;
        for (size_t i = 0; i < all->count; i += size) {
            size_t n = all->count - i < size ? all->count - i : size;
            must(m->expand(worker, all->state + i * m->words, n, wants, &found, &err), &err);
            *edges += found.count;
        }
        uint64_t took = now() - began;
        least = took < least ? took : least;
    }
    batch_free(&found);
    return (double)least / (double)all->count;
}

static double classify_all(const wgcq_model *m, void *worker, const batch *all, size_t size)
{
    wgcq_error err = {0};
    uint8_t *marks = malloc(size);
    uint64_t least = UINT64_MAX;
    for (int time = 0; marks && time < TIMES; time++) {
        uint64_t began = now();
        for (size_t i = 0; i < all->count; i += size) {
            size_t n = all->count - i < size ? all->count - i : size;
            must(m->classify(worker, all->state + i * m->words, n, marks, &err), &err);
        }
        uint64_t took = now() - began;
        least = took < least ? took : least;
    }
    free(marks);
    return (double)least / (double)all->count;
}

static void time_model(const wgcq_model *m)
{
    static const size_t sizes[] = {1, 16, 64, 195, 256, 1024};
    wgcq_error err = {0};
    batch all = {.words = m->words, .costs = m->costs};
    void *worker = NULL;
    size_t edges = 0;
    must(m->worker_new(&worker, m, &err), &err);
    find_states(&all, m, worker);
    printf("%8s %10s %10s %10s %10s\n", "batch", "plain", "moves", "in order", "classify");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double plain = expand_all(m, worker, &all, sizes[i], 0, &edges);
        double moves = expand_all(m, worker, &all, sizes[i], WANT_MOVES, &edges);
        double order = expand_all(m, worker, &all, sizes[i],
                                  WANT_ORDER | WANT_MOVES | WANT_COSTS | WANT_REJECTIONS, &edges);
        double marks = classify_all(m, worker, &all, sizes[i]);
        printf("%8zu %10.1f %10.1f %10.1f %10.1f\n", sizes[i], plain, moves, order, marks);
    }
    printf("%zu states, %.2f successors each\n", all.count, (double)edges / (double)all.count);
    batch_free(&all);
    m->worker_free(worker);
}

/* ---- the command -------------------------------------------------------------- */

int main(int argc, char **argv)
{
    wgcq_error err = {0};
    wgcq_puzzle *puzzle = NULL;
    wgcq_model *narrow = NULL;
    if (argc < 2) {
        fprintf(stderr, "usage: expand PUZZLE [NAME=VALUE]...\n");
        return 2;
    }
    uint64_t began = now();
    must(wgcq_puzzle_load(&puzzle, argv[1], (const wgcq_setting *)argv + 2, (size_t)argc - 2, NULL,
                          &err),
         &err);
    printf("%s: loaded in %.2f million cycles\n", argv[1], (double)(now() - began) / 1e6);
    const wgcq_model *model = wgcq_puzzle_model(puzzle);
    time_model(model);
    if (model->made.narrow)
        must(model->made.narrow(&narrow, model, false, &err), &err);
    if (narrow) {
        printf("the same in a narrow packing, %u bits for %u\n", narrow->bits, model->bits);
        time_model(narrow);
        model->made.narrow_free(narrow);
    }
    wgcq_puzzle_free(puzzle);
    return 0;
}
