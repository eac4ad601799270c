/* completion_words.h - the words of a kind. */
#ifndef CLI_HELP_COMPLETION_WORDS_H
#define CLI_HELP_COMPLETION_WORDS_H

#include "args/request.h"

/* The kind of an operand, or of an option's value. */
typedef enum argument_kind {
    ARGUMENT_ANYTHING, /* a number, a name: not completed */
    ARGUMENT_WORD,     /* a word that the option takes */
    ARGUMENT_OPTION,
    ARGUMENT_COMMAND,
    ARGUMENT_TOPIC, /* a command or a manual: wgcq help TOPIC */
    ARGUMENT_QUESTION,
    ARGUMENT_PUZZLE,
    ARGUMENT_DB,
    ARGUMENT_GAME, /* a puzzle or a file */
    ARGUMENT_FILE,
    ARGUMENT_SOLUTION,  /* from here on words of the file at hand: a number, or OTHER.db:N */
    ARGUMENT_NUMBER,    /* a stored solution                                               */
    ARGUMENT_PARAMETER, /* NAME=VALUE                                                      */
    ARGUMENT_COSTS,     /* COST,...                                                        */
    ARGUMENT_VARIABLES, /* NAME,...                                                        */
    ARGUMENT_RUN,
    ARGUMENT_MOVE /* a label that leaves the given state */
} argument_kind;

/* The word at the cursor. */
typedef struct completion {
    argument_kind kind;
    const request *r;       /* the command line before it */
    const command *command; /* NULL: none is written yet */
    const option *option;   /* the word is its value; NULL: it is no value */
    const char *prefix;     /* "--option=", where the word begins with it; or "" */
    const char *begun;      /* the rest of the word, as far as it is written */
} completion;

/* Prints a line for each word that begins with `begun`: the word, a tab, a remark.  A line that
   begins with a tab lets the shell offer files, too. */
void completion_put_words(const completion *of);

#endif
