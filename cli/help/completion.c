/*
 * completion.c - what stands where on the command line, from the tables of commands and options:
 * the same for every shell.
 */
#include "help/completion.h"

#include "help/help.h"

#include <stdio.h>
#include <string.h>

takes option_takes(const option *o)
{
    if (option_word(o->kind, 0))
        return TAKES_WORD;
    if (o->argument && !strcmp(o->argument, "DB"))
        return TAKES_DB;
    return o->argument && !strcmp(o->argument, "FILE") ? TAKES_FILE : TAKES_ANYTHING;
}

static takes named(const char *operand, size_t length)
{
    static const struct {
        const char *name;
        takes is;
    } names[] = {{"PUZZLE.yaml", TAKES_PUZZLE}, {"DB", TAKES_DB},      {"QUESTION", TAKES_QUESTION},
                 {"[COMMAND]", TAKES_COMMAND},  {"A", TAKES_SOLUTION}, {"B...", TAKES_SOLUTION}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == length && !strncmp(names[i].name, operand, length))
            return names[i].is;
    return TAKES_ANYTHING;
}

takes operand_takes(const command *c, int at)
{
    for (const char *word = c->operands; *word;) {
        size_t length = strcspn(word, " ");
        bool repeats = length > 3 && !strncmp(word + length - 3, "...", 3);
        if (--at == 0 || repeats)
            return named(word, length);
        word += length;
        word += strspn(word, " ");
    }
    return TAKES_ANYTHING;
}

bool option_named_before(const option *o)
{
    for (const option *other = options; other < o; other++)
        if (!strcmp(other->name, o->name))
            return true;
    return false;
}

void print_option_words(const option *o, const char *between)
{
    for (int i = 0; option_word(o->kind, i); i++)
        printf("%s%s", i ? between : "", option_word(o->kind, i));
}

void print_questions(const char *between)
{
    for (int i = 0; question_word(i); i++)
        printf("%s%s", i ? between : "", question_word(i));
}

void print_commands(const char *between)
{
    for (int i = 0; i < COMMANDS; i++)
        printf("%s%s", i ? between : "", commands[i].name);
}

void print_quoted(const char *text, const char *escaped)
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
