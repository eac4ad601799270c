/* wgcq_game.h - playing a puzzle, by hand or by its solutions. */
#ifndef WGCQ_GAME_H
#define WGCQ_GAME_H

#include "wgcq_run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One state at a time: a plan made move by move, back and forth along it.  Moves and rejections
   come from the model's second evaluator.  Texts are valid until the game moves.
   After an error the present state is shown as "" and has no moves; wgcq_game_undo still works. */
typedef struct wgcq_game wgcq_game;

/* Begins in the first initial state.  The model is borrowed until the game is freed. */
WGCQ_API int wgcq_game_new(wgcq_game **out, const wgcq_model *model, wgcq_error *err);
/* As wgcq_game_new, with the puzzle of a file; for a C model, with the rows of its run.  The trace
   is borrowed until the game is freed. */
WGCQ_API int wgcq_game_open(wgcq_game **out, wgcq_trace *trace, wgcq_error *err);
WGCQ_API void wgcq_game_free(wgcq_game *game);
WGCQ_API const wgcq_model *wgcq_game_model(const wgcq_game *game);

/* The initial states; begins anew in one of them, from 0. */
WGCQ_API size_t wgcq_game_start_count(const wgcq_game *game);
WGCQ_API int wgcq_game_restart(wgcq_game *game, size_t start, wgcq_error *err);

/* The present state. */
WGCQ_API const char *wgcq_game_shown(const wgcq_game *game);
WGCQ_API bool wgcq_game_at_goal(const wgcq_game *game);
WGCQ_API bool wgcq_game_at_end(const wgcq_game *game); /* `end`: no move leaves it */
/* Its moves: their labels, of which some may be equal, and the states that they lead to; "" where
   the text of one cannot be made. */
WGCQ_API size_t wgcq_game_move_count(const wgcq_game *game);
WGCQ_API const char *wgcq_game_move(const wgcq_game *game, size_t i);
WGCQ_API const char *wgcq_game_move_shown(const wgcq_game *game, size_t i);
/* Its other moves: a row for each reason against one, of all moves or of the label `move`; columns
   as of wgcq_why. */
WGCQ_API int wgcq_game_rejected(wgcq_rows **out, const wgcq_game *game, const char *move,
                                wgcq_error *err);

/* Makes a move; moves that were taken back are forgotten. */
WGCQ_API int wgcq_game_make(wgcq_game *game, size_t i, wgcq_error *err);
/* Takes the last move back, makes it again.  WGCQ_DONE: there is none. */
WGCQ_API int wgcq_game_undo(wgcq_game *game, wgcq_error *err);
WGCQ_API int wgcq_game_redo(wgcq_game *game, wgcq_error *err);
/* The moves made, and those that can be made again; their labels, and what the made ones cost (by
   index, as wgcq_model_cost_name). */
WGCQ_API size_t wgcq_game_length(const wgcq_game *game);
WGCQ_API size_t wgcq_game_ahead(const wgcq_game *game);
WGCQ_API const char *wgcq_game_line(const wgcq_game *game, size_t i);
WGCQ_API int64_t wgcq_game_cost(const wgcq_game *game, size_t cost);
/* The cost of a plan that ends here: with the puzzle's `final` costs, where this is a goal. */
WGCQ_API int64_t wgcq_game_end_cost(const wgcq_game *game, size_t cost);

/* The best way on from the present state. */
typedef struct wgcq_way {
    const char *by;  /* the cost that is least; owned by the model */
    bool known;      /* false: a limit came before what follows was proved           */
    bool reaches;    /* a goal; known and false: this state is a dead end            */
    uint64_t length; /* moves to the goal, by the way found                          */
    int64_t cost;    /* what it costs, by the cost asked for                         */
    size_t move;     /* its first move, where the length is not 0                    */
    uint64_t states; /* that were explored for it                                    */
} wgcq_way;
/* Finds it by a search from the present state, in memory, within the limits of `limits` (NULL:
   none; other options are ignored): of least `cost` (NULL: the first that the puzzle minimizes),
   and among those of fewest moves. WGCQ_EREQUEST: no goal, or an unknown cost.  WGCQ_EINTERRUPT: by
   the monitor. */
WGCQ_API int wgcq_game_way(wgcq_way *out, const wgcq_game *game, const char *cost,
                           const wgcq_options *limits, const wgcq_monitor *monitor,
                           wgcq_error *err);

/* Goes to the start of a solution, from 1, whose moves can then be made by wgcq_game_redo: one that
   the file stores; without a file the search by the minimized costs finds it, within the limits.
   WGCQ_DONE: there is none of that number; WGCQ_LIMIT: a limit came first. */
WGCQ_API int wgcq_game_replay(wgcq_game *game, uint64_t solution, const wgcq_options *limits,
                              const wgcq_monitor *monitor, wgcq_error *err);
/* As above, of the path in the game's file that violates the property over time of that name: its
   stem, and its cycle once.  WGCQ_DONE: there is none. */
WGCQ_API int wgcq_game_replay_lasso(wgcq_game *game, const char *property, wgcq_error *err);

#ifdef __cplusplus
}
#endif
#endif
