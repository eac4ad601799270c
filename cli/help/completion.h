/*
 * completion.h - what a shell completes.
 *
 * Its script (shells/), which is the same for ever, calls wgcq --complete BEGUN WORD...: BEGUN is
 * the word that is begun, WORDs are those before it, without the program.  completion.c finds what
 * is meant there, completion_words.c the words of that kind.  The answer is quick and silent:
 * whatever is wrong, there are no words.
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
