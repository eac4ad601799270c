/*
 * btree.h - the inside of a B-tree that grows at its right end: its rightmost page of each level.
 *
 * For btree_append.c, which adds cells, closes pages and writes them, and btree_numbers.c, which
 * encodes cells of numbers where they will stand.
 */
#ifndef TRACE_SQLITEFILE_BTREE_H
#define TRACE_SQLITEFILE_BTREE_H

#include <string.h>

#include "trace/sqlitefile/btree_append.h"
#include "trace/sqlitefile/page_format.h"

typedef struct tree_node {
    uint32_t number; /* 0: not written yet */
    bool changed;
    uint8_t type;
    unsigned base;  /* where its header begins  */
    unsigned cells; /* how many                 */
    unsigned content;
    uint32_t right; /* an inner page's last child */
    uint8_t *page;
} tree_node;

/* A full leaf that is not in the file, and the entry between it and the next one. */
enum { DIVIDER_MOST = 128 };
typedef struct held_leaf {
    unsigned cells, content;
    uint8_t *page;
    size_t size;
    uint8_t divider[DIVIDER_MOST];
} held_leaf;

/* Numbers whose serial type and size are the same, but for 0 and 1, of which the type says all.  A
   column's numbers mostly stay in one range, so that looking for it is a branch rarely taken. */
typedef struct number_range {
    uint64_t least, span;
    unsigned bytes, type;
} number_range;

number_range number_range_of(int64_t value);

struct btree {
    pager *file;
    unsigned depth; /* level 0 holds the leaf, depth - 1 the root */
    tree_node level[TREE_DEPTH_MOST];
    int64_t last;
    number_range range[BTREE_FEW]; /* of each column, that of the number before */
    bool holds;                    /* full leaves are kept in `held` */
    held_leaf *held; /* [held_room]; held_count are in use, pages of the others may be, too */
    size_t held_count, held_room;
};

static inline bool is_leaf(const tree_node *n)
{
    return n->type == TABLE_LEAF || n->type == INDEX_LEAF;
}

static inline unsigned first_pointer(const tree_node *n)
{
    return n->base + (is_leaf(n) ? LEAF_HEADER : INNER_HEADER);
}

static inline bool has_room(const tree_node *n, size_t bytes)
{
    return n->content >= first_pointer(n) + 2 * (n->cells + (size_t)1) + bytes;
}

/* Room for the next cell, which has_room. */
static inline uint8_t *new_cell(tree_node *n, size_t bytes)
{
    n->content -= (unsigned)bytes;
    record_put2(n->page + first_pointer(n) + 2 * (size_t)n->cells, n->content);
    n->cells++;
    n->changed = true;
    return n->page + n->content;
}

/* The leaf is full: it is written or held, and the next one begins. */
int btree_close_leaf(btree *t);
/* As above; the cell `divider`, of a page's size, stands between the two. */
int btree_end_leaf(btree *t, uint8_t *divider, size_t size);

#endif
