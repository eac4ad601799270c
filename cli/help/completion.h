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
typedef enum argument_kind {
    ARGUMENT_ANYTHING, /* a number, a name: nothing can be said of it */
    ARGUMENT_WORD,     /* of an option: one of its words              */
    ARGUMENT_PUZZLE,
    ARGUMENT_DB,
    ARGUMENT_SOLUTION, /* a number, or OTHER.db:N                     */
    ARGUMENT_FILE,
    ARGUMENT_QUESTION,
    ARGUMENT_COMMAND
} argument_kind;

argument_kind completion_option_kind(const option *o);
/* Operand number `at` of a command, from 1; the last one repeats where it ends in "...". */
argument_kind completion_operand_kind(const command *c, int at);
/* Whether an option before this one has the same name: then commands tell them apart. */
bool completion_name_repeats(const option *o);

/* The words of an option, the questions, the commands, with `between` between them. */
void completion_put_option_words(const option *o, const char *between);
void completion_put_questions(const char *between);
void completion_put_commands(const char *between);
/* Inside of '...': an apostrophe is made typographic, and `escaped` characters get a backslash. */
void completion_put_quoted(const char *text, const char *escaped);

void completion_bash(void);
void completion_zsh(void);
void completion_fish(void);

#endif
