/* position.c - a game on the terminal: the present state, its moves, and why others are rejected.
 */
#include "play/position.h"

#include "output/messages.h"
#include "output/terminal_text.h"

#include <inttypes.h>
#include <string.h>

static void print_text(const char *text)
{
    terminal_print(stdout, text, strlen(text));
}

static int text_width(const char *text)
{
    return terminal_text_width(text, strlen(text));
}

void position_print_state(const char *shown)
{
    for (const char *line = shown;; line++) {
        size_t length = strcspn(line, "\n");
        terminal_print(stdout, line, length);
        putchar('\n');
        line += length;
        if (!*line)
            return;
    }
}

static void print_spent(const wgcq_game *game)
{
    const wgcq_model *model = wgcq_game_model(game);
    size_t moves = wgcq_game_length(game);
    printf("%zu move%s", moves, moves == 1 ? "" : "s");
    for (size_t i = 1; i < wgcq_model_cost_count(model); i++) {
        fputs(", ", stdout);
        print_text(wgcq_model_cost_name(model, i));
        printf(" %" PRId64, wgcq_game_cost(game, i));
    }
    if (wgcq_game_ahead(game))
        printf(", %zu ahead (r makes the next)", wgcq_game_ahead(game));
    putchar('\n');
}

static bool has_namesake(const wgcq_game *game, size_t i)
{
    for (size_t k = 0; k < wgcq_game_move_count(game); k++)
        if (k != i && !strcmp(wgcq_game_move(game, k), wgcq_game_move(game, i)))
            return true;
    return false;
}

/* Moves of one label are distinguished by the states that they lead to. */
static void print_move(const wgcq_game *game, size_t i)
{
    printf("%4zu  ", i + 1);
    print_text(wgcq_game_move(game, i));
    if (!has_namesake(game, i)) {
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
    for (size_t i = 0; i < wgcq_game_move_count(game); i++)
        print_move(game, i);
}

/* ---- why not -------------------------------------------------------------------------------- */

enum { MOVE, OUTCOME, RULE = 4, BECAUSE, PLACE }; /* columns of wgcq_why */

static void print_reason(const wgcq_rows *row)
{
    const char *move = wgcq_rows_text(row, MOVE), *rule = wgcq_rows_text(row, RULE);
    const char *because = wgcq_rows_text(row, BECAUSE);
    fputs("  ", stdout);
    print_text(move);
    terminal_spaces(stdout, 20 - text_width(move));
    fputs("  ", stdout);
    print_text(*rule ? rule : wgcq_rows_text(row, OUTCOME));
    if (*because) {
        fputs(": ", stdout);
        print_text(because);
    }
    putchar('\n');
}

/* Of all reasons, those with a name; of those against moves that begin so, all. */
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

int position_print_rejected(const wgcq_game *game, const char *move)
{
    int printed = move ? print_reasons(game, move, NULL) : 0;
    return printed ? printed : print_reasons(game, NULL, move);
}
