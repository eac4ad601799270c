/*
 * terminal_pager.h - a pager for what does not fit on the screen.
 *
 * Between the program and its terminal stands a process that holds the first screen back. Where
 * more follows, it starts $WGCQ_PAGER, $PAGER or less, and hands on all of it; else it prints what
 * it has. Standard error goes the same way, where it is the same terminal.
 */
#ifndef CLI_OUTPUT_TERMINAL_PAGER_H
#define CLI_OUTPUT_TERMINAL_PAGER_H

/* Once, before anything is asked for. */
void terminal_pager_forbid(void);
/* Pages the output from here on, if standard output is a terminal.  A second call does nothing. */
void terminal_pager_begin(void);
/* Waits for the pager to end, behind the last of the output and before the program ends. */
void terminal_pager_end(void);

#endif
