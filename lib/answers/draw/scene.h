/*
 * scene.h - the nodes and arrows of a picture, independent of its format.
 *
 * A node is a state; or, projected on some variables, all states that agree in these.  An edge has
 * one move text; an arrow combines the edges between two nodes, since a hundred lines between the
 * same two boxes cannot be read.
 *
 *   subgraph.c      which states and edges are drawn
 *   scene.c         nodes, their data and labels; state_label.c formats a state in a few lines
 *   scene_arrows.c  edges and arrows; scene_traffic.c: how many plans pass them
 *   picture.c       labels, title and remark; picture_dot.c, _graphml.c, _mermaid.c write a format
 *   page_plan.c     how a wide one keeps to a page's width, in DOT
 */
#ifndef ANSWERS_DRAW_SCENE_H
#define ANSWERS_DRAW_SCENE_H

#include "answers/draw/subgraph.h"
#include "answers/replay/variables.h"

typedef struct scene_node {
    uint32_t id;            /* the state's; of projected nodes 1, 2, ...        */
    uint32_t states;        /* how many it stands for                           */
    int64_t depth, to_goal; /* as in the view, the least of its states; -1: none */
    bool is_start, is_goal; /* one of its states is                             */
    bool is_dead_end;       /* all its states are proved dead ends              */
    bool is_bad;    /* one of its states violates an invariant, or is a forbidden deadlock */
    bool is_marked; /* the marked path visits one of its states         */
    char **values;  /* [variables]                                      */
    char *shown;    /* as in the view; NULL: projected                  */
    char *label;    /* in lines                                         */
} scene_node;

typedef struct scene_edge {
    uint32_t from, to, move; /* from, to: indices of nodes                      */
    bool is_marked;          /* on the marked solution                          */
    bool is_separate;        /* marked, and not projected: has an arrow of its own */
    uint64_t count;          /* of the graph's edges that it stands for         */
    uint64_t edge;           /* one of those                                    */
    char *plans;             /* how many pass it; NULL: none, or traffic is not drawn */
} scene_edge;

/* `count` edges from `first` on, which have the same ends. */
typedef struct scene_arrow {
    uint32_t from, to;
    bool is_marked, is_separate; /* as its edges                                             */
    bool is_two_way;             /* it stands for the reverse arrow, of the same moves, too  */
    bool is_hidden;              /* the reverse arrow stands for it                          */
    size_t first, count;
    uint64_t edges; /* of the graph */
    char *plans;    /* as an edge's           */
    double share;   /* the same as so many times all best plans */
} scene_arrow;

typedef struct scene {
    subgraph subgraph;
    variables variables; /* of the nodes' values */
    scene_node *nodes;
    size_t node_count;
    scene_edge *edges;
    size_t edge_count;
    scene_arrow *arrows;
    size_t arrow_count;
    bool projected;
    bool puzzle_labels; /* labels are what the puzzle shows of a state */
    bool any_goal;      /* the whole graph has a goal                  */
    bool has_traffic;   /* arrows are as wide as plans are many   */
    bool any_bad;       /* some state of it violates an invariant      */
} scene;

/* WGCQ_EREQUEST: too much to be drawn; else as subgraph_make.  Free it also after an error. */
int scene_make(scene *out, wgcq_trace *trace, const wgcq_draw_options *how, wgcq_error *err);
void scene_free(scene *s);

/* Adds the edges and arrows; node_of[s] is the node of a state, from 1; 0: not drawn.
   scene_arrows.c */
int scene_join(scene *s, const uint32_t *node_of, wgcq_error *err);
/* The order of a scene's edges: by their ends, then by their moves. */
int scene_compare_edges(const void *a, const void *b);
/* Lets arrows there and back by the same moves be one; those that plans pass stay alone.
   scene_arrows.c */
void scene_pair_arrows(scene *s);

#endif
