/*
 * yaml.h - YAML text into a tree of nodes with spans.  yaml.c is the one file that uses libyaml.
 *
 * Input is untrusted: a text has at most 1 MiB, 64 levels of nesting, 100,000 nodes, 1,000 anchors,
 * and 10,000 nodes that aliases stand for.  Text that YAML would drop silently (comments, tags and
 * anchors that were meant as text) is an error.
 */
#ifndef PUZZLE_SOURCE_YAML_H
#define PUZZLE_SOURCE_YAML_H

#include "base/arena.h"
#include "puzzle/source/diagnostics.h"

typedef enum node_form { NODE_SCALAR, NODE_LIST, NODE_MAP } node_form;
typedef enum node_style {
    STYLE_PLAIN,
    STYLE_QUOTED,  /* single or double */
    STYLE_LITERAL, /* |                */
    STYLE_FOLDED,  /* >                */
    STYLE_FLOW,    /* [ ] or { }       */
    STYLE_BLOCK
} node_style;

typedef struct node node;
typedef struct map_entry {
    node *key, *value;
} map_entry;

/* A plain scalar is its text; there are no booleans or numbers here.  `key:` without a value has an
   empty scalar, whose span is the point behind the colon.  An alias is a pointer to its node. */
struct node {
    node_form form;
    node_style style;
    source_span at;   /* a block map's is its first key, a block list's its first dash */
    const char *text; /* scalar: UTF-8, NUL-terminated */
    size_t length;
    size_t count;                 /* list and map */
    node **items;                 /* list         */
    map_entry *entries;           /* map, in file order; keys are scalars and differ */
    const struct source_map *map; /* a scalar's, for node_span; NULL: one line as written     */
};

/* Whether it is a scalar behind | or >. */
bool node_is_block_scalar(const node *n);

/* The span in the file of bytes from..to-1 of a scalar's text (empty where from == to), exact for
   every style and over several lines. */
source_span node_span(const node *scalar, size_t from, size_t to);

/* Reads one document; its nodes live in the arena.  NULL: there were errors, which are in `to`. */
node *yaml_read(arena *a, const source_text *from, diagnostics *to);

/* As yaml_read, for a value that yaml_format wrote: a scalar with the tag !!str is a literal one,
   and the text may have YAML_FORMATTED_MOST bytes. */
node *yaml_read_formatted(arena *a, const source_text *from, diagnostics *to);

/* Appends the node as one line of YAML, which yaml_read_formatted reads back as the same node. Past
   YAML_FORMATTED_MOST bytes it stops, and the line is of no use. */
enum { YAML_FORMATTED_MOST = 4 << 20 };
struct strbuf;
void yaml_format(struct strbuf *out, const node *n);

#endif
