/* session.h - a game: reads what is entered, makes the moves, answers the questions. */
#ifndef CLI_PLAY_SESSION_H
#define CLI_PLAY_SESSION_H

#include "args/request.h"
#include "wgcq_game.h"

/* Reports an error of the library and returns its exit status. */
typedef int (*session_report_fn)(void *self, const wgcq_error *err);

/* Until the end of the input, or q.  Returns the exit status: that of the first failure, else
   STATUS_USAGE where a line of a script was not understood. */
int session_play(const request *r, wgcq_game *game, session_report_fn report, void *report_self);

#endif
