/*
 * request.h - the parsed command line.
 *
 * One parser over one table (options.def): options may stand anywhere, `--opt=value` and
 * `--opt value` are the same, `--` ends them.  All usage errors are reported before the program
 * ends.
 */
#ifndef CLI_ARGS_REQUEST_H
#define CLI_ARGS_REQUEST_H

#include "rows/row_format.h"
#include "wgcq_puzzle.h"

#include <time.h>

typedef enum command_id {
#define COMMAND(name, operands, min_operands, max_operands, phrase, description) COMMAND_##name,
#include "args/commands.def"
#undef COMMAND
    COMMANDS
} command_id;

/* Sets of commands. */
enum {
#define COMMAND(name, operands, min_operands, max_operands, phrase, description)                   \
    FOR_##name = 1 << COMMAND_##name,
#include "args/commands.def"
#undef COMMAND
    FOR_ALL = (1 << COMMANDS) - 1,
    FOR_TRACE = FOR_query | FOR_show | FOR_sql | FOR_compare | FOR_graph | FOR_why | FOR_verify |
                FOR_export,
    FOR_ROWS =
        FOR_ALL & ~(FOR_help | FOR_new | FOR_graph | FOR_page | FOR_play | FOR_export | FOR_import),
};

typedef struct request request;

typedef struct command {
    const char *name, *operands;
    int min_operands, max_operands;
    const char *phrase, *description;
} command;

extern const command commands[COMMANDS];
/* NULL: there is none of that name. */
const command *command_find(const char *name);
/* FOR_name */
unsigned command_bit(const command *c);

typedef enum option_id {
#define OPTION(field, name, letter, argument, kind, commands, group, phrase) OPTION_##field,
#include "args/options.def"
#undef OPTION
    OPTIONS
} option_id;

typedef enum option_kind {
    KIND_FLAG,
    KIND_TEXT,
    KIND_SETTING,
    KIND_VARY,
    KIND_COUNT,
    KIND_POSITIVE,
    KIND_SIZE,
    KIND_SECONDS,
    KIND_EQUIVALENCE, /* from here on option_word has the words; the library checks these two */
    KIND_PLAN_SET,
    KIND_ORDER, /* from here on: stored as the index of the word */
    KIND_STOP,
    KIND_TRACE_LEVEL,
    KIND_WRITER,
    KIND_FORMAT,
    KIND_PLAN_FORMAT,
    KIND_COLOR,
    KIND_PICTURE,
    KIND_ONLY,
    KIND_REDUCTION,
    KIND_PART,
    KIND_SHELL,
} option_kind;

typedef enum option_group {
    GROUP_PUZZLE,
    GROUP_SEARCH,
    GROUP_LIMITS,
    GROUP_STORE,
    GROUP_ASK,
    GROUP_OUTPUT,
    GROUP_OTHER,
    GROUPS
} option_group;

typedef struct option {
    size_t field; /* offset in a request */
    const char *name;
    char letter;          /* 0: none        */
    const char *argument; /* NULL: a flag   */
    option_kind kind;
    unsigned commands;
    option_group group;
    const char *phrase;
} option;

extern const option option_table[OPTIONS];
/* The i-th word an option of this kind takes; NULL past the last, and for kinds without words. */
const char *option_word(option_kind kind, int i);
/* Whether the first word is the default. */
bool option_has_default(option_kind kind);

struct request {
    const command *command;
    const char **operands; /* operand_count of them, of argv */
    int operand_count;
    bool given[OPTIONS];
    bool unknown_option; /* its argument may look like an operand too many */
    int errors;
    struct timespec began; /* on the monotonic clock */

    const char *output;
    bool replace, keep, again, watch;
    int trace_level, writer;
    uint64_t solutions;
    wgcq_setting *settings;
    size_t setting_count;
    const char **vary; /* vary_count of them, of argv */
    size_t vary_count;
    const char *want, *best, *design_path;
    uint64_t seed, wanted;
    int order;
    const char *minimize, *spill;
    int stop, reduction;
    uint64_t save_every, threads, max_states, max_depth, max_memory, max_size;
    double max_time;
    const char *cost_order, *plan, *project, *around, *mark, *picture_path, *page_path,
        *equivalence, *plan_set, *yaml_path, *level;
    uint64_t length, plan_count, within, limit, offset;
    uint64_t reachable_from;
    bool unique, all_starts, histogram;
    bool count, summary, svg, draw_all, compare_all, with_engine, man;
    int completion;
    uint64_t radius, depth, run, drop, page_width;
    int only_plans, traffic, part, picture;
    int format, plan_format, color;
    bool wide, no_pager;
    bool quiet, help, version;

    char *imported;    /* the text of the puzzle, where other files are solved; owned */
    uint64_t solution; /* the operand of show */
    uint64_t node;     /* that of why, in the tree of a journey */
};

/* The words of a command line, one after the other. */
typedef struct arg_scanner {
    int argc, at;
    char **argv;
    bool ended;             /* by "--" */
    const command *command; /* whose options apply where two share a name; NULL: not known yet */
} arg_scanner;

typedef enum token_kind { TOKEN_END, TOKEN_OPERAND, TOKEN_OPTION, TOKEN_UNKNOWN } token_kind;

typedef struct arg_token {
    token_kind kind;
    const option *option;
    const char *word;  /* as it was written        */
    const char *value; /* NULL: none               */
    bool attached;     /* the value came after `=` */
} arg_token;

arg_token arg_scanner_next(arg_scanner *s);
/* The option of that name, the command's own where several have it; NULL: there is none. */
const option *option_find(const char *name, size_t length, const command *c);

/* Fills in *r from argv, which must outlive it; usage errors are reported and counted.  With --help
   or --version nothing else is checked. */
void request_parse(request *r, int argc, char **argv);
void request_free(request *r);
/* Reports a usage error and counts it. */
void request_error(request *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A usage error: there is no such command; it names the one that was meant. */
void request_unknown_command(request *r, const char *word);
/* The last line after usage errors: how to get help.  Returns the exit status. */
int request_usage_hint(const request *r);

/* The format of --format. */
const row_format *request_format(const request *r);
/* An operand that must be a whole number, else a usage error; 0 if it is not there. */
uint64_t request_number(request *r, int operand, const char *what);

#endif
