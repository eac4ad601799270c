/*
 * completion.h - what stands where on the command line, for the scripts that complete it.
 *
 * completion.c tells it from the tables of commands and options; each shell's script is made in the
 * file of its name.
 */
#ifndef CLI_HELP_COMPLETION_H
#define CLI_HELP_COMPLETION_H

#include "args/request.h"

/* What an operand, or the value of an option, is. */
typedef enum takes {
    TAKES_ANYTHING, /* a number, a name: nothing can be said of it */
    TAKES_WORD,     /* of an option: one of its words              */
    TAKES_PUZZLE,
    TAKES_DB,
    TAKES_SOLUTION, /* a number, or OTHER.db:N                     */
    TAKES_FILE,
    TAKES_QUESTION,
    TAKES_COMMAND
} takes;

takes option_takes(const option *o);
/* Operand number `at` of a command, from 1; the last one repeats where it ends in "...". */
takes operand_takes(const command *c, int at);
/* Whether an option before this one has the same name: then commands tell them apart. */
bool option_named_before(const option *o);

/* The words of an option, the questions, the commands, with `between` between them. */
void print_option_words(const option *o, const char *between);
void print_questions(const char *between);
void print_commands(const char *between);
/* Inside of '...': an apostrophe is made typographic, and `escaped` characters get a backslash. */
void print_quoted(const char *text, const char *escaped);

void completion_bash(void);
void completion_zsh(void);
void completion_fish(void);

#endif
