/*
 * fifteen_puzzle.c - the fifteen puzzle as a model, solved by A* with the Manhattan distance.
 *
 * Without arguments: the 79th of Korf's hundred boards, which takes 42 moves (Korf, Depth-first
 * iterative-deepening, Artificial Intelligence 27, 1985).  Sixteen numbers, row by row and 0 for
 * the gap, are another board; the goal has the gap in the first corner, as Korf's.  Prints the
 * length of a shortest solution, and its moves.
 */
#include <stdio.h>
#include <stdlib.h>
#include <wgcq.h>

enum { SIDE = 4, PLACES = SIDE * SIDE };

struct board {
    unsigned char tile[PLACES];
};

static const char *const slide[PLACES] = {"",  "1", "2",  "3",  "4",  "5",  "6",  "7",
                                          "8", "9", "10", "11", "12", "13", "14", "15"};
static const struct board korf_79 = {{0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15}};

static void start(const void *self, wgcq_moves *to)
{
    wgcq_moves_add(to, NULL, self, NULL);
}

static void moves(const void *self, const void *state, wgcq_moves *to)
{
    static const int down[] = {-1, 0, 0, 1}, right[] = {0, -1, 1, 0};
    const struct board *here = (const struct board *)state;
    int gap = 0;
    (void)self;
    while (here->tile[gap])
        gap++;
    for (int i = 0; i < 4; i++) {
        int row = gap / SIDE + down[i], column = gap % SIDE + right[i];
        if (row < 0 || row >= SIDE || column < 0 || column >= SIDE)
            continue;
        struct board next = *here;
        unsigned char tile = here->tile[row * SIDE + column];
        next.tile[gap] = tile;
        next.tile[row * SIDE + column] = 0;
        wgcq_moves_add(to, slide[tile], &next, NULL);
    }
}

static bool in_order(const void *self, const void *state)
{
    const struct board *b = (const struct board *)state;
    (void)self;
    for (int i = 0; i < PLACES; i++)
        if (b->tile[i] != i)
            return false;
    return true;
}

/* Admissible: each move brings one tile at most one row or column nearer to its place. */
static int64_t manhattan(const void *self, const void *state)
{
    const struct board *b = (const struct board *)state;
    int64_t sum = 0;
    (void)self;
    for (int i = 0; i < PLACES; i++)
        if (b->tile[i])
            sum += abs(i / SIDE - b->tile[i] / SIDE) + abs(i % SIDE - b->tile[i] % SIDE);
    return sum;
}

static bool read_board(struct board *b, char **numbers)
{
    unsigned used = 0;
    for (int i = 0; i < PLACES; i++) {
        char *end;
        unsigned long tile = strtoul(numbers[i], &end, 10);
        if (end == numbers[i] || *end || tile >= PLACES || used >> tile & 1)
            return false;
        used |= 1u << tile;
        b->tile[i] = (unsigned char)tile;
    }
    return true;
}

static int print_first(const wgcq_result *result, wgcq_error *err)
{
    wgcq_rows *rows = NULL;
    int code = wgcq_result_first(&rows, result, err);
    while (!code && !(code = wgcq_rows_next(rows, err)))
        if (wgcq_rows_integer(rows, 0) > 0)
            printf("%s%s", wgcq_rows_integer(rows, 0) > 1 ? " " : "", wgcq_rows_text(rows, 1));
    wgcq_rows_free(rows);
    printf("\n");
    return code;
}

static int solve(const wgcq_model *model, wgcq_error *err)
{
    wgcq_options options = WGCQ_ZERO;
    wgcq_result *result = NULL;
    options.order = WGCQ_A_STAR;
    options.stop = WGCQ_STOP_SHORTEST;
    options.solutions = 1;
    int code = wgcq_solve_model(&result, model, NULL, &options, NULL, err);
    if (code)
        return code;
    const wgcq_summary *summary = wgcq_result_summary(result);
    if (summary->outcome == WGCQ_FOUND) {
        printf("%d moves, %llu boards explored\n", (int)summary->shortest.value,
               (unsigned long long)summary->states);
        code = print_first(result, err);
    } else {
        printf("no solution, %llu boards explored\n", (unsigned long long)summary->states);
    }
    wgcq_result_free(result);
    return code;
}

int main(int argc, char **argv)
{
    struct board from = korf_79;
    wgcq_field fields[1] = WGCQ_ZERO;
    wgcq_description is = WGCQ_ZERO;
    wgcq_error err = WGCQ_ZERO;
    wgcq_model *model = NULL;
    if (argc > 1 && (argc != PLACES + 1 || !read_board(&from, argv + 1)))
        return fprintf(stderr, "fifteen_puzzle: the numbers 0 to 15, once each\n"), 2;

    fields[0].name = "at";
    fields[0].count = PLACES;
    fields[0].high = PLACES - 1;
    is.title = "Fifteen puzzle";
    is.size = sizeof(struct board);
    is.fields = fields;
    is.field_count = 1;
    is.self = &from;
    is.start = start;
    is.moves = moves;
    is.goal = in_order;
    is.estimate = manhattan;

    int code = wgcq_model_new(&model, &is, &err);
    if (!code)
        code = solve(model, &err);
    if (code < 0)
        fprintf(stderr, "%s\n", err.text);
    wgcq_model_free(model);
    return code < 0;
}
