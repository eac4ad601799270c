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

static bool names_option(const option *o, const char *word, size_t length)
{
    if (length == 2 && word[1] != '-')
        return o->letter && word[1] == o->letter;
    return length > 2 && strlen(o->name) == length - 2 && !strncmp(o->name, word + 2, length - 2);
}

/* The option that takes a value, "-o" or "--output": the command's, else any of that name. */
static const option *find_valued(const command *c, const char *word, size_t length)
{
    const option *any = NULL;
    for (int i = 0; i < OPTIONS; i++) {
        const option *o = &option_table[i];
        if (!o->argument || !names_option(o, word, length))
            continue;
        if (c && o->commands & command_bit(c))
            return o;
        any = any ? any : o;
    }
    return any;
}

static bool looks_like_option(const char *word)
{
    return word[0] == '-' && word[1] && !strchr("0123456789", word[1]);
}

typedef struct typed_line {
    const command *command;
    bool commanded; /* the first operand is written, whether it names a command or not */
    bool ended;     /* "--" ended the options */
    int operands;
    const option *pending; /* the next word is its value */
} typed_line;

static void take_word(typed_line *l, const char *word)
{
    if (l->pending) {
        l->pending = NULL;
    } else if (!l->ended && !strcmp(word, "--")) {
        l->ended = true;
    } else if (!l->ended && looks_like_option(word)) {
        l->pending = strchr(word, '=') ? NULL : find_valued(l->command, word, strlen(word));
    } else if (!l->commanded) {
        l->commanded = true;
        l->command = command_find(word);
    } else {
        l->operands++;
    }
}

/* `prefix` has room for all of `begun`. */
static completion find_kind_at_cursor(const typed_line *l, const char *begun, char *prefix)
{
    completion out = {.command = l->command, .prefix = "", .begun = begun};
    const char *equals = strchr(begun, '=');
    if (l->pending) {
        out.option = l->pending;
    } else if (!l->ended && !strncmp(begun, "--", 2) && equals) {
        const size_t name = (size_t)(equals - begun);
        out.option = find_valued(l->command, begun, name);
        memcpy(prefix, begun, name + 1);
        prefix[name + 1] = '\0';
        out.prefix = prefix;
        out.begun = equals + 1;
        if (!out.option)
            return out;
    }
    out.kind = out.option                     ? kind_of_value(out.option)
               : !l->ended && begun[0] == '-' ? ARGUMENT_OPTION
               : !l->commanded                ? ARGUMENT_COMMAND
               : l->command                   ? kind_of_operand(l->command, l->operands + 1)
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
    typed_line l = {0};
    request r;
    char *prefix = strdup(argv[2]);
    signal(SIGALRM, end_silently);
    alarm(SECONDS_MOST);
    if (!prefix || !freopen("/dev/null", "w", stderr))
        return STATUS_FOUND;
    request_parse(&r, argc - 2, argv + 2);
    for (int i = 3; i < argc; i++)
        take_word(&l, argv[i]);
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
