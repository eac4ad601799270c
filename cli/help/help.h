/*
 * help.h - texts made from the tables of commands and options: help.c for the terminal, manual.c
 * for man(1).
 */
#ifndef CLI_HELP_HELP_H
#define CLI_HELP_HELP_H

#include "args/request.h"

typedef struct help_example {
    command_id command;
    const char *line, *phrase;
} help_example;

/* A titled section; a paragraph ends with "\n" or with the text. */
typedef struct help_topic {
    command_id command;
    bool in_help; /* else in the manual alone */
    const char *title, *text;
} help_topic;

typedef struct help_exit {
    int status;
    unsigned commands;
    const char *phrase;
} help_exit;

extern const help_example help_examples[]; /* up to an entry without a line   */
extern const help_topic help_topics[];     /* up to an entry without a title  */
extern const help_exit help_exits[];       /* up to an entry without a phrase */
extern const char *const help_titles[GROUPS];

/* The phrase of an option, with the words that it takes and the default in brackets. */
void help_option_phrase(const option *o, char *out, size_t size);

void help_overview(void);
void help_command(const command *c);

/* The manuals in mdoc: wgcq(1), wgcq-solve(1), ... */
void manual_overview(void);
void manual_command(const command *c);

/* The name of manual number i that is of no command, in `help NAME`, and what it is about; NULL:
   there are no more. */
const char *help_manual_topic(size_t i, const char **about);

#endif
