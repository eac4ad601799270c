/*
 * completion_words.h - words that a shell completes out of the file at hand.
 *
 * The completion scripts call wgcq --complete KIND BEGUN WORD...: WORDs are the command line before
 * the word that is begun, without the program.  Each answer is a line: a word, a tab, a remark. The
 * answer is quick and silent: whatever is wrong, there are no words.
 */
#ifndef CLI_HELP_COMPLETION_WORDS_H
#define CLI_HELP_COMPLETION_WORDS_H

#include <stdbool.h>

bool completion_words_wanted(int argc, char **argv);
/* Returns the exit status. */
int completion_words_print(int argc, char **argv);

#endif
