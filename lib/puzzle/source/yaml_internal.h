/*
 * yaml_internal.h - what the files that read YAML share.
 *
 *   yaml.c      libyaml's events into nodes, within limits
 *   bytes.c     what a text may be made of
 *   failure.c   what libyaml cannot read, in words for people who write puzzles
 *   traps.c     what is good YAML, and yet not what was meant
 *   literal.c   texts of rows (`|`) that YAML ends before their author did
 *   origin.c    where a scalar's bytes stand in the file
 *   places.c    bytes to lines and columns
 *   spell_yaml.c   nodes back to one line of YAML
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

/* False: complained. */
bool validate_utf8(const line_index *in, diagnostics *to);

/* ---- failure.c ---- */

/* Where and why libyaml gave up.  Offsets are bytes of the source. */
typedef struct yaml_error {
    const line_index *in;
    const char *context, *problem; /* libyaml's words, "" for none        */
    size_t since;                  /* where that began which it was reading */
    size_t at;                     /* where it could not go on            */
    size_t last_from, last_to;     /* the last scalar that was read       */
} yaml_error;
void yaml_error_explain(const yaml_error *f, diagnostics *to);

/* ---- traps.c, literal.c: each complains, and answers false if it did ---- */

bool yaml_lint_tag(const line_index *in, diagnostics *to, size_t from, size_t end, bool empty);
bool yaml_lint_anchor(source_span at, diagnostics *to, const char *name, bool empty);
/* A collection, begun at byte `from`, is the key. */
bool yaml_lint_key(const line_index *in, diagnostics *to, size_t from);
/* A plain scalar and the comment behind it. */
bool yaml_lint_comment(const written_scalar *scalar, diagnostics *to, const char *text,
                       size_t length);
/* A collection in [ ] or { }. */
bool yaml_lint_flow(const node *collection, diagnostics *to);
/* A literal or folded scalar and the lines behind it. */
bool yaml_lint_block_scalar(const written_scalar *scalar, diagnostics *to);

#endif
