/* input_line.c - lines that a person or a script enters. */
#include "play/input_line.h"

#include <editline/readline.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* libedit calls back without an argument. */
static struct {
    input_word_fn words;
    const void *self;
} completing;

bool input_is_terminal(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

static char *next_completion(const char *begun, int state)
{
    static size_t at;
    size_t length = strlen(begun);
    if (!state)
        at = 0;
    const char *word;
    while ((word = completing.words(completing.self, at++)))
        if (!strncmp(word, begun, length))
            return strdup(word);
    return NULL;
}

/* Whole lines are completed, never names of files. */
static char **complete_line(const char *begun, int from, int to)
{
    (void)from;
    (void)to;
    rl_attempted_completion_over = 1;
    rl_completion_append_character = 0;
    return rl_completion_matches(begun, next_completion);
}

static char *edit_line(const char *prompt)
{
    static char no_breaks[] = "";
    rl_completer_word_break_characters = no_breaks;
    rl_basic_word_break_characters = no_breaks;
    rl_attempted_completion_function = complete_line;
    char *line = readline(prompt);
    if (!line)
        putchar('\n');
    else if (*line)
        add_history(line);
    return line;
}

static char *read_line(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length = getline(&line, &room, stdin);
    if (length >= 0)
        return line;
    free(line);
    return NULL;
}

static char *trim_blanks(char *line)
{
    size_t from = strspn(line, " \t"), length = strlen(line + from);
    while (length && strchr(" \t\r\n", line[from + length - 1]))
        length--;
    memmove(line, line + from, length);
    line[length] = '\0';
    return line;
}

char *input_line(const char *prompt, input_word_fn words, const void *self)
{
    fflush(stdout);
    completing.words = words;
    completing.self = self;
    char *line = input_is_terminal() ? edit_line(prompt) : read_line();
    return line ? trim_blanks(line) : NULL;
}
