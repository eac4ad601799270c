/*
 * race.h - what the programs of this folder have in common: problems that are solved by a journey
 * and by a C function by hand.
 *
 *     PROGRAM PROBLEM journey|hand INPUT [SECONDS]
 *
 * solves it as often as fills SECONDS (0.5) and prints the answer, which sums up all solutions, the
 * processor's microseconds, and how often.
 */
#ifndef RACE_H
#define RACE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wgcq.h>

typedef long long solver(const char *input);

typedef struct {
    const char *name;
    solver *journey, *hand;
} problem;

/* The sum of `value` over all results of a journey; ends the program where there is an error. */
static long long sum_of_results(wgcq_journey_fn *fn, void *state, size_t size, const void *self,
                                long long (*value)(const void *state))
{
    wgcq_iterator_options options = {.self = self};
    wgcq_error err = {0};
    wgcq_iterator *results;
    long long sum = 0;
    int code = wgcq_iterator_new(&results, fn, state, size, &options, &err);
    if (code == 0) {
        while ((code = wgcq_iterator_next(results, &err)) == 0)
            sum += value ? value(state) : 1;
        wgcq_iterator_free(results);
    }
    if (code < 0) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
    return sum;
}

static int race(const problem *problems, size_t known, int count, char **words)
{
    for (size_t i = 0; count > 3 && i < known; i++)
        if (strcmp(words[1], problems[i].name) == 0) {
            solver *solve = words[2][0] == 'h' ? problems[i].hand : problems[i].journey;
            double most = count > 4 ? strtod(words[4], NULL) : 0.5, spent;
            long long answer;
            long times = 0;
            clock_t begun = clock();
            do {
                answer = solve(words[3]);
                times++;
                spent = (double)(clock() - begun) / CLOCKS_PER_SEC;
            } while (spent < most);
            printf("%lld %.0f %ld\n", answer, spent * 1e6, times);
            return 0;
        }
    return fprintf(stderr, "%s: PROBLEM journey|hand INPUT [SECONDS]\n", words[0]), 2;
}

#endif
