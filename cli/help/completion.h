/*
 * completion.h - what each word of the command line can be, for shell completion.
 *
 * completion.c derives it from the tables of commands and options; completion_bash.c,
 * completion_zsh.c and completion_fish.c print the scripts, which ask completion_words.c for words
 * of the file at hand.
 */
#ifndef CLI_HELP_COMPLETION_H
#define CLI_HELP_COMPLETION_H

#include "args/request.h"

/* The kind of an operand, or of an option's value. */
typedef enum argument_kind {
    ARGUMENT_ANYTHING, /* a number, a name: not completed             */
    ARGUMENT_WORD,     /* of an option: one of its words              */
    ARGUMENT_PUZZLE,
    ARGUMENT_DB,
    ARGUMENT_GAME, /* a puzzle or a file */
    ARGUMENT_FILE,
    ARGUMENT_QUESTION,
    ARGUMENT_COMMAND,
    ARGUMENT_SOLUTION,  /* from here on words of the file at hand: a number, or OTHER.db:N */
    ARGUMENT_NUMBER,    /* of a stored solution                                            */
    ARGUMENT_PARAMETER, /* NAME=VALUE                                                      */
    ARGUMENT_COSTS,     /* COST,...                                                        */
    ARGUMENT_VARIABLES, /* NAME,...                                                        */
    ARGUMENT_RUN,
    ARGUMENT_MOVE, /* of the state that is given */
    ARGUMENT_KINDS
} argument_kind;

/* The word for it in the scripts. */
const char *completion_kind_name(argument_kind is);
/* Whether its words are in the file at hand: wgcq --complete prints them. */
bool completion_kind_is_of_file(argument_kind is);

argument_kind completion_option_kind(const option *o);
/* Operand number `at` of a command, from 1; the last one repeats where it ends in "...". */
argument_kind completion_operand_kind(const command *c, int at);
/* Whether an option before this one has the same name, for other commands. */
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
