/* statement.c - the statements of a schema's SQL, one by one. */
#include "trace/schema/statement.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

/* Behind the comment, the quoted text or the character at `at`. */
static const char *skip_one(const char *at)
{
    const char *end = at;
    if (at[0] == '-' && at[1] == '-')
        return at + strcspn(at, "\n");
    if (*at == '\'' || *at == '"')
        end = strchr(at + 1, *at);
    assert(end);
    return end + 1;
}

static const char *skip_comments(const char *at)
{
    while (isspace((unsigned char)*at) || !strncmp(at, "--", 2))
        at = skip_one(at);
    return at;
}

statement statement_next(const char **rest)
{
    const char *begin = skip_comments(*rest), *end = begin;
    if (!*begin)
        return (statement){0};
    for (end += strcspn(end, ";'\"-"); *end && *end != ';'; end += strcspn(end, ";'\"-"))
        end = skip_one(end);
    *rest = *end ? end + 1 : end;
    while (isspace((unsigned char)end[-1]))
        end--;
    return (statement){begin, (size_t)(end - begin)};
}

const char *statement_creates(const statement *s, const char *kind)
{
    const size_t create = strlen("CREATE "), length = strlen(kind);
    if (strncmp(s->text, "CREATE ", create) || strncmp(s->text + create, kind, length) ||
        s->text[create + length] != ' ')
        return NULL;
    return s->text + create + length + 1;
}

size_t statement_name_length(const char *at)
{
    return strcspn(at, " (");
}
