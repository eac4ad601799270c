/*
 * sections.h - what the files of a puzzle's sections share.
 *
 *   check_puzzle.c      the sections, in order; calls all below
 *   section_keys.c      their keys
 *   param_overrides.c   --set NAME=VALUE
 *   state_layout.c      the state's cells, in as few bits as they need
 *   initializers.c      values in their many forms, for start, set and goal
 *   moves.c             steps, moves, their texts
 *   properties.c        `properties`, `fair`
 *   show.c              how a state is shown
 *   state_picture.c     how a page draws it
 *   costs.c             `costs`, `final`, `maximize`, `minimize`, `estimate`
 *   expect.c            `expect`
 *   declared_symmetry.c `symmetric`: types, and generators of a group
 *   same_meaning.c      whether two files are one puzzle
 *
 * As in check/checker.h, a function that returns NULL or false has reported an error.
 */
#ifndef PUZZLE_SECTIONS_SECTIONS_H
#define PUZZLE_SECTIONS_SECTIONS_H

#include "puzzle/scope/checker.h"

typedef enum section {
    SECTION_PUZZLE,
    SECTION_ABOUT,
    SECTION_PARAMS,
    SECTION_CONSTANTS,
    SECTION_TYPES,
    SECTION_STATE,
    SECTION_START,
    SECTION_MOVES,
    SECTION_DEFINE,
    SECTION_NEVER,
    SECTION_ALWAYS,
    SECTION_BOUND,
    SECTION_INVARIANT,
    SECTION_PROPERTIES,
    SECTION_FAIR,
    SECTION_DEADLOCK,
    SECTION_GOAL,
    SECTION_END,
    SECTION_COSTS,
    SECTION_FINAL,
    SECTION_MAXIMIZE,
    SECTION_MINIMIZE,
    SECTION_ESTIMATE,
    SECTION_SYMMETRIC,
    SECTION_SHOW,
    SECTION_PICTURE,
    SECTION_EXPECT,
    SECTION_COUNT
} section;

/* The sections that a puzzle has. */
typedef struct section_map {
    const map_entry *at[SECTION_COUNT]; /* NULL: missing */
    bool garbled[SECTION_COUNT];        /* it is there, with a key that cannot be read */
} section_map;

static inline const node *section_value(const section_map *p, section which)
{
    return p->at[which] ? p->at[which]->value : NULL;
}

/* ---- section_keys.c ---- */
bool section_sort(checker *c, section_map *p, const node *root);
/* A section that is a mapping; NULL where it is missing, or something else, which is reported. */
const node *section_mapping(checker *c, const section_map *p, section which);
const char *section_text(checker *c, const section_map *p, section which); /* likewise */

/* ---- costs.c ---- */
void costs_check(checker *c, const section_map *p);
void costs_check_maximize(checker *c, const section_map *p); /* declares what is maximized */
/* After the moves, whose steps may declare costs. */
void costs_check_minimize(checker *c, const section_map *p);
void costs_check_final(checker *c, const section_map *p);
void costs_check_estimate(checker *c, const section_map *p);
/* The nearest cost, or `moves`; NULL: none. */
const char *costs_nearest(checker *c, const char *word_of);
/* An unknown cost is reported once. */
bool costs_reported_before(checker *c, const char *cost_name);

/* ---- expect.c ---- */
void expect_check(checker *c, const section_map *p);

/* ---- state_layout.c ---- */
void layout_state(checker *c);

/* ---- initializers.c ---- */
typedef enum init_use { INIT_START, INIT_START_STEP, INIT_SET, INIT_GOAL } init_use;
typedef struct assignments {
    size_t count, room;
    assignment *items;
} assignments;
bool init_mapping(checker *c, assignments *out, const node *mapping, init_use use);
bool init_line(checker *c, assignments *out, const node *scalar, init_use use);
/* A condition: an expression, or a mapping, the conjunction of its equalities. */
expr *init_condition(checker *c, const node *value);

/* ---- moves.c ---- */
void move_check_all(checker *c, const node *moves);
bool move_check_steps(checker *c, const node *list, step **out, size_t *count, bool start);
/* Copies text up to a brace of its own; `{{` and `}}` are braces of the text.  Returns the bytes
   that were made; *taken: how many of the text they stand for. */
size_t move_plain_text(const char *at, char *out, size_t *taken);
/* A text with expressions in braces. */
bool move_check_template(checker *c, template *out, const node *scalar);
int move_find_cost(checker *c, const char *name); /* a declared cost's number, or -1 */

/* ---- properties.c ---- */
void properties_check(checker *c, const section_map *p);
void fair_check(checker *c, const section_map *p); /* after the moves */

/* ---- declared_symmetry.c ---- */
void symmetry_check(checker *c, const node *n);

/* ---- show.c ---- */
void show_check(checker *c, const node *scalar);
/* Without `show`: by place, if the state is such that this reads well. */
void show_by_place(checker *c);

/* ---- state_picture.c ---- */
void picture_check(checker *c, const map_entry *e);

#endif
