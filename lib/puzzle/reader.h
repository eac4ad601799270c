/*
 * reader.h - what the files that read YAML share.
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
#ifndef PUZZLE_READER_H
#define PUZZLE_READER_H

#include "puzzle/origin.h"
#include "puzzle/places.h"
#include "puzzle/yaml.h"

/* ---- bytes.c ---- */

/* False: complained. */
bool bytes_check(const places *in, complaints *to);

/* ---- failure.c ---- */

/* Where and why libyaml gave up.  Offsets are bytes of the source. */
typedef struct failure {
    const places *in;
    const char *context, *problem; /* libyaml's words, "" for none        */
    size_t since;                  /* where that began which it was reading */
    size_t at;                     /* where it could not go on            */
    size_t last_from, last_to;     /* the last scalar that was read       */
} failure;
void failure_explain(const failure *f, complaints *to);

/* ---- traps.c, literal.c: each complains, and answers false if it did ---- */

bool trap_tag(const places *in, complaints *to, size_t from, size_t end, bool empty);
bool trap_anchor(place at, complaints *to, const char *name, bool empty);
/* A collection, begun at byte `from`, is the key. */
bool trap_key(const places *in, complaints *to, size_t from);
/* A plain scalar and the comment behind it. */
bool trap_comment(const written *scalar, complaints *to, const char *text, size_t length);
/* A collection in [ ] or { }. */
bool trap_flow(const node *collection, complaints *to);
/* A literal or folded scalar and the lines behind it. */
bool trap_rows(const written *scalar, complaints *to);

#endif
