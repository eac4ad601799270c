/* statement.h - the statements of a schema's SQL, one by one, without running them. */
#ifndef TRACE_SCHEMA_STATEMENT_H
#define TRACE_SCHEMA_STATEMENT_H

#include <stddef.h>

typedef struct statement {
    const char *text; /* NULL: there are no more */
    size_t length;    /* without what follows its last word: SQLite stores this text */
} statement;

/* The first statement in *rest, which then begins behind it. */
statement statement_next(const char **rest);
/* Behind "CREATE kind "; NULL: it is another statement. */
const char *statement_creates(const statement *s, const char *kind);
/* A name at `at`. */
size_t statement_name_length(const char *at);

#endif
