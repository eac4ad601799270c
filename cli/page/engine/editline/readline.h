/* readline.h - no lines are edited in a page: it has no terminal, and `wgcq play` reads plain lines
 * there. */
#ifndef CLI_PAGE_ENGINE_READLINE_H
#define CLI_PAGE_ENGINE_READLINE_H

#include <stddef.h>

typedef char **rl_completion_func_t(const char *, int, int);
static char *rl_completer_word_break_characters, *rl_basic_word_break_characters;
static rl_completion_func_t *rl_attempted_completion_function;
static int rl_attempted_completion_over, rl_completion_append_character;

static inline char *readline(const char *prompt)
{
    (void)prompt;
    return NULL;
}
static inline int add_history(const char *line)
{
    (void)line;
    return 0;
}
static inline char **rl_completion_matches(const char *begun, char *next(const char *, int))
{
    (void)begun;
    (void)next;
    return NULL;
}

#endif
