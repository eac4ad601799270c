/* cmd_play.c - wgcq play PUZZLE.yaml|DB: one move after the other, by hand. */
#include "commands/commands.h"

#include "opened/open_puzzle.h"
#include "opened/open_trace.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "play/session.h"

#include <string.h>

/* `self`: the puzzle, in which errors have their places; or NULL. */
static int report_puzzle_error(void *self, const wgcq_error *err)
{
    return self ? open_puzzle_print_failure(self, err) : message_failure(err);
}

static int play_and_free(const request *r, wgcq_game *game, wgcq_puzzle *puzzle)
{
    int status = session_play(r, game, report_puzzle_error, puzzle);
    wgcq_game_free(game);
    return status;
}

static int play_puzzle(const request *r)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_game *game = NULL;
    wgcq_error err = {0};
    int status = open_puzzle(&puzzle, r, r->operands[0]);
    if (status == STATUS_FOUND && wgcq_game_new(&game, wgcq_puzzle_model(puzzle), &err) < 0)
        status = open_puzzle_print_failure(puzzle, &err);
    if (game)
        status = play_and_free(r, game, puzzle);
    wgcq_puzzle_free(puzzle);
    return status;
}

static int play_trace(const request *r, wgcq_trace *trace)
{
    wgcq_game *game = NULL;
    wgcq_error err = {0};
    int code = wgcq_game_open(&game, trace, &err);
    return code < 0 ? message_failure(&err) : play_and_free(r, game, NULL);
}

int command_play(request *r)
{
    bool database = is_database(r->operands[0]);
    if (strcmp(r->operands[0], "-") == 0)
        request_error(r, "standard input has the moves, so the puzzle must be a file");
    if (database && r->setting_count)
        request_error(r, "--set is for a puzzle: a file holds its parameters");
    if (!database && r->given[OPTION_run])
        request_error(r, "--run is for a file of runs");
    if (r->errors)
        return request_usage_hint(r);
    return database ? open_trace(r, play_trace) : play_puzzle(r);
}
