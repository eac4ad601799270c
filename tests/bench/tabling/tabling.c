/* tabling.c - "answers microseconds repeats" of a tabled journey: tabling fibonacci|edit|left|right
 * N. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wgcq.h>

/* The letters and the graph, of which tabling.pl has the same. */
static size_t length;
static uint64_t letter(uint64_t i, uint64_t factor)
{
    return (i * factor + i * i % 7) % 4;
}

typedef struct {
    uint64_t n, value;
} number;

static bool fibonacci(wgcq_journey *j, void *state)
{
    number *f = state;
    uint64_t n = f->n;
    if (n < 2) {
        f->value = n;
        return true;
    }
    *f = (number){n - 1, 0};
    if (!wgcq_tabled(j, fibonacci))
        return false;
    uint64_t first = f->value;
    *f = (number){n - 2, 0};
    if (!wgcq_tabled(j, fibonacci))
        return false;
    *f = (number){n, (first + f->value) % 1000000007};
    return true;
}

typedef struct {
    uint32_t i, k, distance;
} cell;

static bool shorter(wgcq_journey *j, cell *at, uint32_t i, uint32_t k, uint32_t add,
                    uint32_t *least);

static bool edit(wgcq_journey *j, void *state)
{
    cell *at = state;
    uint32_t i = at->i, k = at->k, least = UINT32_MAX;
    if (i == length || k == length) {
        at->distance = (uint32_t)(2 * length - i - k);
        return true;
    }
    uint32_t differ = letter(i, 3) != letter(k, 5);
    if (!shorter(j, at, i + 1, k + 1, differ, &least) || !shorter(j, at, i + 1, k, 1, &least) ||
        !shorter(j, at, i, k + 1, 1, &least))
        return false;
    *at = (cell){i, k, least};
    return true;
}

static bool shorter(wgcq_journey *j, cell *at, uint32_t i, uint32_t k, uint32_t add,
                    uint32_t *least)
{
    *at = (cell){i, k, 0};
    if (!wgcq_tabled(j, edit))
        return false;
    if (at->distance + add < *least)
        *least = at->distance + add;
    return true;
}

/* Node i has edges to i + 1 and to 7 i + 3. */
static bool edge(wgcq_journey *j, uint32_t *at)
{
    size_t which;
    if (!wgcq_choose(j, 2, &which))
        return false;
    *at = (uint32_t)((which ? 7 * *at + 3 : *at + 1) % length);
    return true;
}
static bool left(wgcq_journey *j, void *state)
{
    size_t which;
    return wgcq_choose(j, 2, &which) && (which == 0 || wgcq_tabled(j, left)) && edge(j, state);
}
static bool right(wgcq_journey *j, void *state)
{
    size_t which;
    return wgcq_choose(j, 2, &which) && edge(j, state) && (which == 0 || wgcq_tabled(j, right));
}

static bool call_left(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled(j, left);
}
static bool call_right(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled(j, right);
}

/* The number, the distance, or how many nodes are reached. */
static uint64_t answer(const char *what)
{
    number f = {length, 0};
    cell at = {0, 0, 0};
    uint32_t node = 0;
    uint64_t found = 0;
    wgcq_iterator *t;
    bool numbers = strcmp(what, "fibonacci") == 0, edits = strcmp(what, "edit") == 0;
    wgcq_journey_fn *path = strcmp(what, "left") == 0 ? call_left : call_right;
    int code = numbers ? wgcq_iterator_new(&t, fibonacci, &f, sizeof f, NULL, NULL)
               : edits ? wgcq_iterator_new(&t, edit, &at, sizeof at, NULL, NULL)
                       : wgcq_iterator_new(&t, path, &node, sizeof node, NULL, NULL);
    while (code == 0 && (code = wgcq_iterator_next(t, NULL)) == 0)
        found = numbers ? f.value : edits ? at.distance : found + 1;
    if (code != WGCQ_DONE)
        exit(1);
    wgcq_iterator_free(t);
    return found;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 1;
    length = strtoul(argv[2], NULL, 10);
    clock_t began = clock();
    uint64_t found = 0;
    unsigned repeats = 0;
    for (; repeats == 0 || clock() - began < CLOCKS_PER_SEC / 2; repeats++)
        found = answer(argv[1]);
    printf("%llu %.0f %u\n", (unsigned long long)found,
           (double)(clock() - began) * 1e6 / CLOCKS_PER_SEC, repeats);
    return 0;
}
