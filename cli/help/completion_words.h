/* completion_words.h - the words of the kind that is completed. */
#ifndef CLI_HELP_COMPLETION_WORDS_H
#define CLI_HELP_COMPLETION_WORDS_H

#include "args/request.h"

/* The kind of an operand, or of an option's value. */
typedef enum argument_kind {
    ARGUMENT_ANYTHING, /* a number, a name: not completed             */
    ARGUMENT_WORD,     /* of an option: one of its words              */
    ARGUMENT_OPTION,
    ARGUMENT_COMMAND,
    ARGUMENT_TOPIC, /* of help */
    ARGUMENT_QUESTION,
    ARGUMENT_PUZZLE,
    ARGUMENT_DB,
    ARGUMENT_GAME, /* a puzzle or a file */
    ARGUMENT_FILE,
    ARGUMENT_SOLUTION,  /* from here on words of the file at hand: a number, or OTHER.db:N */
    ARGUMENT_NUMBER,    /* of a stored solution                                            */
    ARGUMENT_PARAMETER, /* NAME=VALUE                                                      */
    ARGUMENT_COSTS,     /* COST,...                                                        */
    ARGUMENT_VARIABLES, /* NAME,...                                                        */
    ARGUMENT_RUN,
    ARGUMENT_MOVE /* of the state that is given */
} argument_kind;

/* What is completed. */
typedef struct completion {
    argument_kind kind;
    const request *r;       /* the command line as far as it is whole */
    const command *command; /* NULL: none is written yet */
    const option *option;   /* whose value it is; or NULL */
    const char *prefix;     /* of the word: "--option=", or "" */
    const char *begun;      /* behind that */
} completion;

/* A line for each that begins like what is begun: the word, a tab, a remark.  A line with a tab
   first: files may be named. */
void completion_put_words(const completion *of);

#endif
