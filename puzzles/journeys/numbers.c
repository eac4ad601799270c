/*
 * numbers.c - from one number to another by doubling, adding 3 and subtracting 5: the shortest
 * plans, pulled one at a time out of an infinite state space.
 *
 * `./a.out 1 14 5` prints five plans from 1 to 14, the shortest first, and how many states were
 * explored.  Where there are fewer, the search ends at its limit of 100,000 states.
 *
 *     cc numbers.c $(pkg-config --cflags --libs wgcq) && ./a.out 1 14 5
 */
#include <stdio.h>
#include <stdlib.h>
#include <wgcq.h>

struct number {
    int64_t n;
};

struct task {
    int64_t from, to;
};

static void start(const void *self, wgcq_moves *to)
{
    struct number first = {((const struct task *)self)->from};
    wgcq_moves_add(to, NULL, &first, NULL);
}

/* One move, as a journey. */
static bool step(wgcq_journey *j, void *state)
{
    static const char *const labels[] = {"double", "add 3", "take away 5"};
    struct number *here = (struct number *)state;
    size_t which;
    if (!wgcq_choose(j, 3, &which) || !wgcq_move(j, labels[which], 1))
        return false;
    if (!wgcq_guard(j, here->n > -(INT64_C(1) << 61) && here->n < INT64_C(1) << 61, NULL))
        return false;
    here->n = which == 0 ? 2 * here->n : which == 1 ? here->n + 3 : here->n - 5;
    return true;
}

static void moves(const void *self, const void *state, wgcq_moves *to)
{
    (void)self;
    wgcq_moves_run(to, NULL, state, step);
}

static bool is_there(const void *self, const void *state)
{
    return ((const struct number *)state)->n == ((const struct task *)self)->to;
}

static void print(const wgcq_solution *plan)
{
    size_t length = wgcq_solution_length(plan);
    printf("%zu moves: %lld", length, (long long)wgcq_solution_value(plan, 0, 0));
    for (size_t i = 0; i < length; i++)
        printf(", %s: %lld", wgcq_solution_move(plan, i),
               (long long)wgcq_solution_value(plan, i + 1, 0));
    printf("\n");
}

int main(int argc, char **argv)
{
    struct task task = {argc > 1 ? atoll(argv[1]) : 1, argc > 2 ? atoll(argv[2]) : 14};
    int wanted = argc > 3 ? atoi(argv[3]) : 5;
    wgcq_field field = WGCQ_ZERO;
    wgcq_description is = WGCQ_ZERO;
    wgcq_options options = WGCQ_ZERO;
    wgcq_error err = WGCQ_ZERO;
    wgcq_model *model = NULL;
    wgcq_search *search = NULL;
    const wgcq_solution *plan = NULL;

    field.name = "n";
    field.size = sizeof(int64_t);
    field.is_signed = true;
    is.title = "Numbers";
    is.size = sizeof(struct number);
    is.fields = &field;
    is.field_count = 1;
    is.self = &task;
    is.start = start;
    is.moves = moves;
    is.goal = is_there;

    options.order = WGCQ_BREADTH_FIRST;
    options.max_states = 100000;

    int code = wgcq_model_new(&model, &is, &err);
    if (!code)
        code = wgcq_search_new(&search, model, NULL, &options, NULL, &err);
    for (int i = 0; i < wanted && !code; i++)
        if (!(code = wgcq_search_next(&plan, search, &err)))
            print(plan);
    if (code >= 0) {
        wgcq_statistics statistics = wgcq_search_statistics(search);
        printf("explored: %llu numbers%s%s\n", (unsigned long long)statistics.states,
               statistics.limit ? ", up to " : "", statistics.limit ? statistics.limit : "");
    } else {
        fprintf(stderr, "%s\n", err.text);
    }
    wgcq_search_free(search);
    wgcq_model_free(model);
    return code < 0;
}
