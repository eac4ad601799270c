/*
 * yaml.h - YAML text into a tree of nodes with places.  yaml.c is the one file that knows libyaml.
 *
 * Input is hostile until checked: a text is at most 1 MiB long, collections nest at most 64 deep,
 * and there are at most 100,000 nodes, 1,000 anchors, and 10,000 nodes that aliases stand for.
 * What YAML would let vanish silently (see complaints of kind YAML) is an error.
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

/* A plain scalar is text as it is written, whatever YAML 1.1 would make of it; `key:` with nothing
   behind it has an empty one, a point behind the colon.  An alias is the very node it stands for.
 */
struct node {
    node_form form;
    node_style style;
    source_span at;   /* of a block map its first key, of a block list its first dash */
    const char *text; /* scalar: UTF-8, NUL-terminated */
    size_t length;
    size_t count;                 /* list and map */
    node **items;                 /* list         */
    map_entry *entries;           /* map, in file order, keys are scalars and all different */
    const struct source_map *map; /* of a scalar's bytes: node_place's own     */
};

/* Whether it is a text of rows: a scalar behind | or >. */
bool node_is_block_scalar(const node *n);

/* Where the bytes from..to-1 of a scalar's text stand in the file (a point where from == to).
   Exact for every style: plain, quoted with escapes, literal, folded, over several lines. */
source_span node_span(const node *scalar, size_t from, size_t to);

/* Reads one document.  NULL: there were mistakes, and they are in `complaints`. */
node *yaml_read(arena *a, const source_text *from, diagnostics *to);

/* The same of a value as yaml_spell (spell_yaml.c) writes it: a scalar with the tag !!str is a
   literal one, and the text may be as long as a spelled value. */
node *yaml_read_formatted(arena *a, const source_text *from, diagnostics *to);

/* The node as one line of YAML, which yaml_read_spelled reads as the same node.  Appended to out;
   a line of more than YAML_SPELLED_MOST bytes ends there, and is of no use. */
enum { YAML_FORMATTED_MOST = 4 << 20 };
struct strbuf;
void yaml_format(struct strbuf *out, const node *n);

#endif
