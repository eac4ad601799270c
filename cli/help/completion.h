/*
 * completion.h - words for a shell that completes a command line.
 *
 * The shell's script (shells/) calls wgcq --complete BEGUN WORD...: BEGUN is the word at the
 * cursor, WORDs are those before it, without the program.  completion.c finds its kind,
 * completion_words.c the words of that kind.  The answer is quick and silent: after any error it
 * has no words.
 */
#ifndef CLI_HELP_COMPLETION_H
#define CLI_HELP_COMPLETION_H

#include <stdbool.h>

bool completion_is_asked(int argc, char **argv);
/* Returns the exit status. */
int completion_answer(int argc, char **argv);

/* The script for "bash", "zsh" or "fish". */
void completion_print(const char *shell);

#endif
