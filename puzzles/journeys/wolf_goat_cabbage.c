/*
 * wolf_goat_cabbage.c - the list monad's makeMove and findSolutions, line by line.
 *
 *     makeMove plan = do                       findSolutions n = do
 *       next <- [Farmer ..]                      plan <- foldM ... n times makeMove
 *       guard $ moveLegal plan next              guard $ all across plan
 *       let plan' = move plan next               return plan
 *       guard $ safePlan plan'
 *       return plan'
 *
 * N is the context (wgcq_self).  wolf_goat_cabbage [N] prints the plans of N moves (7); there
 * are 2.
 */
#include <stdio.h>
#include <stdlib.h>
#include <wgcq.h>

enum { FARMER, WOLF, GOAT, CABBAGE };

static const char *const name[] = {"farmer", "wolf", "goat", "cabbage"};

typedef struct {
    bool across[4];
} river;

static void cross(river *r, size_t who)
{
    r->across[FARMER] = !r->across[FARMER];
    if (who != FARMER)
        r->across[who] = r->across[FARMER];
}

static bool safe(const river *r)
{
    return r->across[GOAT] == r->across[FARMER] ||
           (r->across[WOLF] != r->across[GOAT] && r->across[GOAT] != r->across[CABBAGE]);
}

static bool make_move(wgcq_journey *j, void *state)
{
    river *r = (river *)state;
    size_t who;
    if (!wgcq_choose(j, 4, &who) ||
        !wgcq_guard(j, r->across[who] == r->across[FARMER], "left behind"))
        return false;
    cross(r, who);
    return wgcq_guard(j, safe(r), "something is eaten") && wgcq_move(j, name[who], 1);
}

static bool find_solutions(wgcq_journey *j, void *state)
{
    const river *r = (const river *)state;
    const size_t *moves = (const size_t *)wgcq_self(j);
    return wgcq_repeat(j, *moves, make_move) &&
           wgcq_guard(j, r->across[0] && r->across[1] && r->across[2] && r->across[3], NULL);
}

int main(int count, char **arguments)
{
    river r = WGCQ_ZERO; /* all on the near bank */
    wgcq_error err = WGCQ_ZERO;
    wgcq_iterator *plans;
    wgcq_iterator_options options = WGCQ_ZERO;
    size_t moves = count > 1 ? (size_t)strtoul(arguments[1], NULL, 10) : 7;
    int code, found = 0;
    options.self = &moves;
    if (wgcq_iterator_new(&plans, find_solutions, &r, sizeof r, &options, &err) != 0)
        return fprintf(stderr, "%s\n", err.text), 1;
    while ((code = wgcq_iterator_next(plans, &err)) == 0) {
        found++;
        if (count > 2) /* a second argument: only their number */
            continue;
        for (size_t i = 0; i < wgcq_iterator_move_count(plans); i++)
            printf("%s%s", i ? "; " : "", wgcq_iterator_move(plans, i));
        printf("\n");
    }
    wgcq_iterator_free(plans);
    if (code < 0)
        return fprintf(stderr, "%s\n", err.text), 1;
    printf("%d plans of %zu moves\n", found, moves);
    return 0;
}
