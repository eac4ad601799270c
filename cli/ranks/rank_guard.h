/* rank_guard.h - a process beside a rank, which says how the rank died. */
#ifndef CLI_RANKS_GUARD_H
#define CLI_RANKS_GUARD_H

/* The rank continues in a process of its own; this one waits for it, passes signals on, and ends
   with its status.  A rank that is killed from outside so has words and an exit status. */
void rank_guard_begin(void);

#endif
