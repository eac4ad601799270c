/* position.h - a game on the terminal: the present state, its moves, and why others are rejected.
 */
#ifndef CLI_PLAY_POSITION_H
#define CLI_PLAY_POSITION_H

#include "wgcq_game.h"

/* The state, what was spent so far, and the numbered moves. */
void position_print(const wgcq_game *game);
/* Why that move, or else each that begins so, is not possible; NULL: all moves that a rule or a
   named guard rejects.  Returns the number of reasons, negative: the code of an error, which is
   reported. */
int position_print_rejected(const wgcq_game *game, const char *move);
/* That it is possible, and why some choices of it are not; of a move of that name, or else of each
   whose name begins so.  Returns the number of lines of both, negative as above. */
int position_print_about(const wgcq_game *game, const char *move);

#endif
