/* completion.c - the kind of the word at the cursor, from the tables of commands and options. */
#include "help/completion.h"

#include "help/completion_words.h"
#include "output/exit_status.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS_MOST = 2 };

/* ---- kinds ---------------------------------------------------------------------------------- */

/* Names of operands in commands.def, and of arguments in options.def. */
static const struct {
    const char *name;
    argument_kind is;
} kinds[] = {{"PUZZLE.yaml", ARGUMENT_PUZZLE},
             {"DB", ARGUMENT_DB},
             {"PUZZLE.yaml|DB", ARGUMENT_GAME},
             {"DB|DIR", ARGUMENT_DB},
             {"FILE", ARGUMENT_FILE},
             {"FILE...", ARGUMENT_FILE},
             {"[PROBLEM.pddl]", ARGUMENT_FILE},
             {"DIR", ARGUMENT_FILE},
             {"[COMMAND]", ARGUMENT_TOPIC},
             {"QUESTION", ARGUMENT_QUESTION},
             {"DB...", ARGUMENT_DB},
             {"A", ARGUMENT_SOLUTION},
             {"B...", ARGUMENT_SOLUTION},
             {"[SOLUTION]", ARGUMENT_NUMBER},
             {"SOLUTION", ARGUMENT_NUMBER},
             {"PATH", ARGUMENT_NUMBER},
             {"NAME=VALUE", ARGUMENT_PARAMETER},
             {"COST,...", ARGUMENT_COSTS},
             {"NAME,...", ARGUMENT_VARIABLES},
             {"RUN", ARGUMENT_RUN},
             {"[MOVE]", ARGUMENT_MOVE}};

static argument_kind kind_of_name(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i].name) == length && !strncmp(kinds[i].name, name, length))
            return kinds[i].is;
    return ARGUMENT_ANYTHING;
}

static argument_kind kind_of_value(const option *o)
{
    return option_word(o->kind, 0) ? ARGUMENT_WORD : kind_of_name(o->argument, strlen(o->argument));
}

/* Operand number `at` of a command, from 1; the last one repeats where it ends in "...". */
static argument_kind kind_of_operand(const command *c, int at)
{
    assert(at >= 1);
    for (const char *word = c->operands; *word;) {
        size_t length = strcspn(word, " ");
        bool repeats = length > 3 && !strcmp(word + length - 3, "...");
        if (--at == 0 || repeats)
            return kind_of_name(word, length);
        word += length;
        word += strspn(word, " ");
    }
    return ARGUMENT_ANYTHING;
}

/* ---- the command line ----------------------------------------------------------------------- */

typedef struct typed_line {
    const command *command;
    int operands;          /* how many are written, the command included */
    bool ended;            /* "--" ended the options */
    const option *pending; /* the next word is its value */
} typed_line;

static typed_line scan_line(const command *c, int argc, char **argv)
{
    arg_scanner s = {.argc = argc, .at = 1, .argv = argv, .command = c};
    typed_line l = {.command = c};
    for (arg_token t = arg_scanner_next(&s); t.kind != TOKEN_END; t = arg_scanner_next(&s)) {
        const bool waits = t.option && t.option->argument && !t.value;
        l.operands += t.kind == TOKEN_OPERAND;
        l.pending = waits ? t.option : NULL;
    }
    l.ended = s.ended;
    return l;
}

/* `prefix` has room for all of `begun`. */
static completion find_kind_at_cursor(const typed_line *l, const char *begun, char *prefix)
{
    completion out = {.command = l->command, .option = l->pending, .prefix = "", .begun = begun};
    const char *equals = strchr(begun, '=');
    if (!l->pending && !l->ended && !strncmp(begun, "--", 2) && equals) {
        const size_t name = (size_t)(equals - begun);
        const option *named = option_find(begun + 2, name - 2, l->command);
        out.option = named && named->argument ? named : NULL;
        memcpy(prefix, begun, name + 1);
        prefix[name + 1] = '\0';
        out.prefix = prefix;
        out.begun = equals + 1;
        if (!out.option)
            return out;
    }
    out.kind = out.option                     ? kind_of_value(out.option)
               : !l->ended && begun[0] == '-' ? ARGUMENT_OPTION
               : !l->operands                 ? ARGUMENT_COMMAND
               : l->command                   ? kind_of_operand(l->command, l->operands)
                                              : ARGUMENT_ANYTHING;
    return out;
}

/* ---- the answer ----------------------------------------------------------------------------- */

static void end_silently(int signal)
{
    (void)signal;
    _exit(STATUS_FOUND);
}

bool completion_is_asked(int argc, char **argv)
{
    return argc >= 3 && !strcmp(argv[1], "--complete");
}

int completion_answer(int argc, char **argv)
{
    request r;
    char *prefix = strdup(argv[2]);
    signal(SIGALRM, end_silently);
    alarm(SECONDS_MOST);
    if (!prefix || !freopen("/dev/null", "w", stderr))
        return STATUS_FOUND;
    request_parse(&r, argc - 2, argv + 2);
    const typed_line l = scan_line(r.command, argc - 2, argv + 2);
    completion meant = find_kind_at_cursor(&l, argv[2], prefix);
    meant.r = &r;
    completion_put_words(&meant);
    request_free(&r);
    free(prefix);
    return STATUS_FOUND;
}

/* ---- the scripts ---------------------------------------------------------------------------- */

static const char *const bash_lines[] = {
#include "help/shells/wgcq.bash.lines"
    NULL};
static const char *const zsh_lines[] = {
#include "help/shells/wgcq.zsh.lines"
    NULL};
static const char *const fish_lines[] = {
#include "help/shells/wgcq.fish.lines"
    NULL};

void completion_print(const char *shell)
{
    const char *const *lines = !strcmp(shell, "zsh")    ? zsh_lines
                               : !strcmp(shell, "fish") ? fish_lines
                                                        : bash_lines;
    for (; *lines; lines++)
        puts(*lines);
}
