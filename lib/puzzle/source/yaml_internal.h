/*
 * yaml_internal.h - what the files that read YAML share.
 *
 *   yaml.c                libyaml's events into nodes, within limits
 *   validate_utf8.c       encoding, line ends, invisible characters
 *   yaml_errors.c         libyaml's errors, explained
 *   yaml_lints.c          valid YAML that was not meant
 *   yaml_block_scalar.c   block scalars (`|`) that YAML ends earlier than was meant
 *   source_map.c          bytes of a scalar's text to bytes of the file
 *   line_index.c          bytes to lines and columns
 *   format_yaml.c         nodes back to one line of YAML
 *   diagnostics.c         errors with spans, hints and notes
 */
#ifndef PUZZLE_SOURCE_YAML_INTERNAL_H
#define PUZZLE_SOURCE_YAML_INTERNAL_H

#include "puzzle/source/line_index.h"
#include "puzzle/source/source_map.h"
#include "puzzle/source/yaml.h"

static inline bool yaml_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline bool yaml_is_space(char c)
{
    return yaml_is_blank(c) || c == '\n' || c == '\r';
}

/* ---- validate_utf8.c ---- */

/* False: errors were reported. */
bool validate_utf8(const line_index *in, diagnostics *to);

/* ---- yaml_errors.c ---- */

/* Where and why libyaml stopped.  Offsets are bytes of the source. */
typedef struct yaml_error {
    const line_index *in;
    const char *context, *problem; /* libyaml's messages, "" for none        */
    size_t since;                  /* where the construct begins that it was reading */
    size_t at;                     /* where it stopped            */
    size_t last_from, last_to;     /* of the last scalar before it       */
} yaml_error;
void yaml_error_explain(const yaml_error *f, diagnostics *to);

/* ---- yaml_lints.c, yaml_block_scalar.c: false after reporting ---- */

bool yaml_lint_tag(const line_index *in, diagnostics *to, size_t from, size_t end, bool empty);
bool yaml_lint_anchor(source_span at, diagnostics *to, const char *name, bool empty);
/* The key is a collection that begins at byte `from`. */
bool yaml_lint_key(const line_index *in, diagnostics *to, size_t from);
/* A plain scalar and the comment behind it. */
bool yaml_lint_comment(const written_scalar *scalar, diagnostics *to, const char *text,
                       size_t length);
/* A collection in [ ] or { }. */
bool yaml_lint_flow(const node *collection, diagnostics *to);
/* A literal or folded scalar and the lines behind it. */
bool yaml_lint_block_scalar(const written_scalar *scalar, diagnostics *to);

#endif
