/*
 * completion.c - what each word of the command line can be, from the tables of commands and
 * options: shared by all shells.
 */
#include "help/completion.h"

#include "help/help.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const char *completion_kind_name(argument_kind is)
{
    static const char *const names[ARGUMENT_KINDS] = {
        "anything", "word",   "puzzle",    "db",    "game",      "file", "question", "command",
        "solution", "number", "parameter", "costs", "variables", "run",  "move"};
    assert(is < ARGUMENT_KINDS);
    return names[is];
}

bool completion_kind_is_of_file(argument_kind is)
{
    return is >= ARGUMENT_SOLUTION;
}

static argument_kind kind_of_option_argument(const char *argument)
{
    static const struct {
        const char *name;
        argument_kind is;
    } names[] = {{"DB", ARGUMENT_DB},
                 {"FILE", ARGUMENT_FILE},
                 {"DIR", ARGUMENT_FILE},
                 {"SOLUTION", ARGUMENT_NUMBER},
                 {"NAME=VALUE", ARGUMENT_PARAMETER},
                 {"COST,...", ARGUMENT_COSTS},
                 {"NAME,...", ARGUMENT_VARIABLES},
                 {"RUN", ARGUMENT_RUN}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i].name, argument))
            return names[i].is;
    return ARGUMENT_ANYTHING;
}

argument_kind completion_option_kind(const option *o)
{
    if (option_word(o->kind, 0))
        return ARGUMENT_WORD;
    return o->argument ? kind_of_option_argument(o->argument) : ARGUMENT_ANYTHING;
}

static argument_kind kind_of_operand_name(const char *operand, size_t length)
{
    static const struct {
        const char *name;
        argument_kind is;
    } names[] = {{"PUZZLE.yaml", ARGUMENT_PUZZLE},  {"DB", ARGUMENT_DB},
                 {"QUESTION", ARGUMENT_QUESTION},   {"[COMMAND]", ARGUMENT_COMMAND},
                 {"A", ARGUMENT_SOLUTION},          {"B...", ARGUMENT_SOLUTION},
                 {"[SOLUTION]", ARGUMENT_NUMBER},   {"[MOVE]", ARGUMENT_MOVE},
                 {"PUZZLE.yaml|DB", ARGUMENT_GAME}, {"DB|DIR", ARGUMENT_DB}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == length && !strncmp(names[i].name, operand, length))
            return names[i].is;
    return ARGUMENT_ANYTHING;
}

argument_kind completion_operand_kind(const command *c, int at)
{
    assert(at >= 1);
    for (const char *word = c->operands; *word;) {
        size_t length = strcspn(word, " ");
        bool repeats = length > 3 && !strncmp(word + length - 3, "...", 3);
        if (--at == 0 || repeats)
            return kind_of_operand_name(word, length);
        word += length;
        word += strspn(word, " ");
    }
    return ARGUMENT_ANYTHING;
}

bool completion_name_repeats(const option *o)
{
    for (const option *other = option_table; other < o; other++)
        if (!strcmp(other->name, o->name))
            return true;
    return false;
}

void completion_put_option_words(const option *o, const char *between)
{
    for (int i = 0; option_word(o->kind, i); i++)
        printf("%s%s", i ? between : "", option_word(o->kind, i));
}

void completion_put_questions(const char *between)
{
    for (size_t i = 0; wgcq_question_name(i); i++)
        printf("%s%s", i ? between : "", wgcq_question_name(i));
}

void completion_put_commands(const char *between)
{
    for (int i = 0; i < COMMANDS; i++)
        printf("%s%s", i ? between : "", commands[i].name);
}

void completion_put_quoted(const char *text, const char *escaped)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("\xe2\x80\x99", stdout);
        else if (strchr(escaped, *text))
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

void completion_print(const char *shell)
{
    if (!strcmp(shell, "zsh"))
        completion_zsh();
    else if (!strcmp(shell, "fish"))
        completion_fish();
    else
        completion_bash();
}
