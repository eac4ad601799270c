/*
 * ground.h - a puzzle's moves with every choice unfolded: what is left is tests, changes and texts
 * over the state that is left.
 *
 *   ground.c    the steps of a move, one branch for each choice
 *   change.c    `set`: what cells hold after it
 *   arrive.c    the end of a journey: rules, costs, the new words
 *   said.c      texts of moves
 *
 * A grounded move is a tree of stages.  Every place where something comes out, an arrival or a
 * named refusal, has its rank: the order in which a teller of the journeys would come to it.
 */
#ifndef PUZZLE_COMPILE_GROUND_H
#define PUZZLE_COMPILE_GROUND_H

#include "base/containers/intern.h"
#include "puzzle/compile/lower_expr.h"

typedef struct label_part {
    const char *text; /* plain, or NULL: the value, by name */
    size_t length;
    ref value;
    kind of;
} label_part;

typedef struct label_affix {
    const char *text;
    size_t length;
} label_affix;

/* A move's text. */
typedef struct label {
    bool fixed;
    uint32_t number; /* fixed: in the program's texts */
    ref undefined;   /* evaluating its pieces fails   */
    size_t count;    /* else its parts                */
    label_part *parts;
    size_t value_count; /* parts that are values */
    label_affix prefix,
        suffix; /* the plain text it begins and ends with; of a fixed text all of it */
} label;

typedef struct violation {
    ref when;
    int rule;
} violation;

typedef struct ground_action {
    uint32_t rank;
    const label *label;
    size_t violation_count; /* rules that may be broken, in the order they are asked */
    violation *violations;
    ref rules_undefined; /* asking them fails */
    ref *words;
    ref *costs;
    ref costs_undefined; /* evaluating them fails, or one is negative */
} ground_action;

typedef enum decision_form {
    NODE_UNDEFINED, /* where `truth` holds evaluating fails                            */
    NODE_GUARD,     /* go on where `truth` holds; else refused, if `rule` is a name    */
    NODE_BRANCH,    /* each branch in order                                            */
    NODE_EMIT,
    NODE_INTERPRET /* told by the teller: grounding would take too much, see `told` */
} decision_form;

typedef struct decision decision;
struct decision {
    decision_form form;
    decision *next; /* FAIL, TEST: NULL where nothing comes of it */
    ref truth;
    int rule; /* TEST: -1, or the number of its name, with ... */
    uint32_t rank;
    const label *label;
    size_t count, room; /* FORK */
    decision **branches;
    const ground_action *action;
    const move *move;
};

typedef struct grounded {
    decision *root;    /* a FORK: a branch a move, or the branches of its own */
    const move *moves; /* the tree's */
    uint32_t ranks, action_count;
    const ground_action **actions; /* all of them */
    size_t action_room;
    lowered goal, end, estimate; /* of a state itself; value REF_FALSE where there is none */
    bool goal_interpreted, end_interpreted, estimate_interpreted;
    bool may_reject;        /* some move can be refused by name */
    bool rules_interpreted; /* rules take too much: every move is told */
} grounded;

typedef struct grounding {
    arena *memory;
    const ast *tree;
    lowering lowering;
    dag *dag;
    interner *names;
    strbuf *scratch; /* scratch, its owner's to free */
    grounded *out;
    const move *move;
    uint64_t *support; /* state rules: bit sets of the cells they look at */
    uint64_t *changed; /* a bit set of cells                              */
    size_t support_words;
    uint8_t *visited; /* arrive.c: per node */
    size_t visited_room;
    ref *pending, *pending_value; /* change.c: per cell, within one step */
    size_t depth;
    uint32_t actions_most;
    size_t actions_tried; /* arrivals, those that were forgotten too */
    bool failed;          /* no memory in `names` */
} grounding;

/* Everything comes to lie in `memory`, the nodes in `d`; `spelled` is scratch.  0 or WGCQ_EMEMORY.
 */
int ground(grounded *out, dag *d, const ast *t, interner *names, strbuf *scratch, arena *memory);

/* ---- change.c ---- */
/* What evaluating the step fails on; the cells are changed. */
ref lower_assign(grounding *g, const step *s);

/* ---- arrive.c ---- */
void lower_effect_prepare(
    grounding *g); /* what is known of a state that is left: it breaks no rule */
const ground_action *lower_effect(grounding *g);

/* ---- said.c ---- */
const label *label_current(grounding *g); /* the move's text at this point */
/* Can the two come to the same text? */
bool label_may_equal(const label *a, const label *b);
/* Appends a value by name; a value that is none of its kind's is `?`. */
void label_format_value(strbuf *out, kind of, int64_t value);

#endif
