/*
 * scene.h - what a picture shows: nodes and what joins them, whatever they will be written in.
 *
 * A node is a state; or, projected on some variables, all states that are equal in these.  An edge
 * has one move's text; arrows put together the edges between two nodes, since a picture of a
 * hundred lines between the same two boxes shows nothing.
 */
#ifndef ANSWERS_DRAW_SCENE_H
#define ANSWERS_DRAW_SCENE_H

#include "answers/draw/subgraph.h"
#include "answers/replay/variables.h"

typedef struct scene_node {
    uint32_t id;            /* the state's; of projected ones from 1            */
    uint32_t states;        /* how many it stands for                           */
    int64_t depth, to_goal; /* as in the view, the least of theirs; -1: none    */
    bool is_start, is_goal; /* one of them is                                   */
    bool is_dead_end;       /* all of them are proved dead ends                 */
    bool is_marked;         /* the marked solution passes one of them           */
    char **values;          /* of the variables                                 */
    char *shown;            /* NULL: projected                                  */
    char *label;            /* the same for a picture, in lines                 */
} scene_node;

typedef struct scene_edge {
    uint32_t from, to, move; /* from, to: nodes, from 0                    */
    bool is_marked;          /* by the marked solution: one of them        */
    bool is_separate;        /* made, and not projected: an arrow by itself */
    uint64_t count;          /* of edges it stands for                     */
    uint64_t edge;           /* one of them, in the graph                  */
} scene_edge;

/* The edges from `first` on, all of the same ends. */
typedef struct scene_arrow {
    uint32_t from, to;
    bool is_marked, is_separate; /* as of edges */
    bool is_two_way;             /* there and back by the same moves, and there is no arrow back */
    bool is_hidden;              /* the arrow of the other way stands for it too                 */
    size_t first, count;
    uint64_t edges; /* they stand for */
} scene_arrow;

typedef struct scene {
    subgraph subgraph;
    variables variables; /* of the nodes' values  */
    scene_node *nodes;
    size_t node_count;
    scene_edge *edges;
    size_t edge_count;
    scene_arrow *arrows;
    size_t arrow_count;
    bool projected, puzzle_labels; /* pictured: captions are as the puzzle has them */
    bool any_goal;                 /* in the whole graph */
} scene;

/* WGCQ_EREQUEST: too much to see anything; and as subgraph_make.  To be freed whatever the answer.
 */
int scene_make(scene *out, wgcq_trace *trace, const wgcq_draw_options *how, wgcq_error *err);
void scene_free(scene *s);

/* The edges and arrows of nodes that are there; node_of[s] is the node of a state, from 1, 0: none.
   sketch_arrows.c */
int scene_join(scene *s, const uint32_t *node_of, wgcq_error *err);

#endif
