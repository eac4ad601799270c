/* position.c - a game on the terminal: the present state, its moves, and why others are rejected.
 */
#include "play/position.h"

#include "output/messages.h"
#include "output/terminal_text.h"
#include "wgcq_model.h"

#include <stdlib.h>
#include <string.h>

/* A state, which may have several lines. */
static void position_print_state(const char *shown)
{
    terminal_print_each_line(stdout, shown, strlen(shown));
    putchar('\n');
}

static void print_spent(const wgcq_game *game)
{
    const wgcq_model *model = wgcq_game_model(game);
    size_t moves = wgcq_game_length(game);
    printf("%s move%s", WGCQ_GROUPED(moves), moves == 1 ? "" : "s");
    for (size_t i = 1; i < wgcq_model_cost_count(model); i++) {
        fputs(", ", stdout);
        terminal_print_text(stdout, wgcq_model_cost_name(model, i));
        printf(" %s", WGCQ_GROUPED((uint64_t)wgcq_game_cost(game, i))); /* no cost is negative */
        if (wgcq_game_end_cost(game, i) != wgcq_game_cost(game, i))
            printf(" (%s with the end)", WGCQ_GROUPED((uint64_t)wgcq_game_end_cost(game, i)));
    }
    if (wgcq_game_ahead(game))
        printf(", %s ahead (r makes the next)", WGCQ_GROUPED(wgcq_game_ahead(game)));
    putchar('\n');
}

typedef struct named_move {
    const char *name;
    size_t number;
} named_move;

static int compare_move_names(const void *a, const void *b)
{
    return strcmp(((const named_move *)a)->name, ((const named_move *)b)->name);
}

/* Which of the moves have the label of another; NULL, or none, where there is no memory. */
static bool *find_namesakes(const wgcq_game *game)
{
    size_t count = wgcq_game_move_count(game);
    bool *found = calloc(count + 1, sizeof *found);
    named_move *all = calloc(count + 1, sizeof *all);
    for (size_t i = 0; all && i < count; i++)
        all[i] = (named_move){wgcq_game_move(game, i), i};
    if (all)
        qsort(all, count, sizeof *all, compare_move_names);
    for (size_t i = 1; found && all && i < count; i++)
        if (!compare_move_names(&all[i - 1], &all[i]))
            found[all[i - 1].number] = found[all[i].number] = true;
    free(all);
    return found;
}

/* Moves of one label are distinguished by the states that they lead to. */
static void print_move(const wgcq_game *game, size_t i, bool has_namesake)
{
    printf("%4zu  ", i + 1);
    terminal_print_text(stdout, wgcq_game_move(game, i));
    if (!has_namesake) {
        putchar('\n');
        return;
    }
    const char *shown = wgcq_game_move_shown(game, i);
    fputs(strchr(shown, '\n') ? "  ->\n" : "  -> ", stdout);
    position_print_state(shown);
}

void position_print(const wgcq_game *game)
{
    style_set(stdout, STYLE_DIM);
    print_spent(game);
    style_set(stdout, STYLE_PLAIN);
    position_print_state(wgcq_game_shown(game));
    if (wgcq_game_at_goal(game)) {
        style_set(stdout, STYLE_GOOD);
        puts("the goal is reached");
        style_set(stdout, STYLE_PLAIN);
    }
    if (wgcq_game_at_end(game))
        puts("the puzzle ends here");
    else if (!wgcq_game_move_count(game))
        puts("no move is possible");
    bool *namesakes = find_namesakes(game);
    for (size_t i = 0; i < wgcq_game_move_count(game); i++)
        print_move(game, i, namesakes && namesakes[i]);
    free(namesakes);
}

/* ---- why not -------------------------------------------------------------------------------- */

enum { MOVE, OUTCOME, RULE = 4, BECAUSE, PLACE }; /* columns of wgcq_why */

static void print_asked_move(const char *move)
{
    fputs("  ", stdout);
    terminal_print_text(stdout, move);
    terminal_spaces(stdout, 20 - terminal_width(move));
    fputs("  ", stdout);
}

static void print_reason(const wgcq_rows *row)
{
    const char *move = wgcq_rows_text(row, MOVE), *rule = wgcq_rows_text(row, RULE);
    const char *because = wgcq_rows_text(row, BECAUSE);
    print_asked_move(move);
    terminal_print_text(stdout, *rule ? rule : wgcq_rows_text(row, OUTCOME));
    if (*because) {
        fputs(": ", stdout);
        terminal_print_text(stdout, because);
    }
    putchar('\n');
}

/* Wanted are reasons with a name; against moves that begin so, all. */
static bool is_wanted(const wgcq_rows *row, const char *begun)
{
    return begun ? !strncmp(wgcq_rows_text(row, MOVE), begun, strlen(begun))
                 : wgcq_rows_type(row, RULE) != WGCQ_NULL;
}

static int print_reasons(const wgcq_game *game, const char *move, const char *begun)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    int printed = 0, code = wgcq_game_rejected(&rows, game, move, &err);
    while (!code && (code = wgcq_rows_next(rows, &err)) == 0)
        if (move || is_wanted(rows, begun)) {
            print_reason(rows);
            printed++;
        }
    wgcq_rows_free(rows);
    if (code == WGCQ_DONE)
        return printed;
    message_failure(&err);
    return code;
}

/* "flip                  possible: leads to y=true" */
static void print_possible(const wgcq_game *game, size_t i)
{
    const char *move = wgcq_game_move(game, i), *shown = wgcq_game_move_shown(game, i);
    print_asked_move(move);
    fputs("possible: leads to", stdout);
    putchar(strchr(shown, '\n') ? '\n' : ' ');
    position_print_state(shown);
}

/* Words of that name, or that begin so. */
static int print_possible_moves(const wgcq_game *game, const char *move, size_t length)
{
    int printed = 0;
    for (size_t i = 0; i < wgcq_game_move_count(game); i++)
        if (!strncmp(wgcq_game_move(game, i), move, length)) {
            print_possible(game, i);
            printed++;
        }
    return printed;
}

int position_print_about(const wgcq_game *game, const char *move)
{
    int possible = print_possible_moves(game, move, strlen(move) + 1);
    int reasons = print_reasons(game, move, NULL);
    if (possible || reasons)
        return reasons < 0 ? reasons : possible + reasons;
    possible = print_possible_moves(game, move, strlen(move));
    reasons = print_reasons(game, NULL, move);
    return reasons < 0 ? reasons : possible + reasons;
}

int position_print_rejected(const wgcq_game *game, const char *move)
{
    int printed = move ? print_reasons(game, move, NULL) : 0;
    return printed ? printed : print_reasons(game, NULL, move);
}
