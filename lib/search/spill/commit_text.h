/*
 * commit_text.h - what a commit of a search in files says: all that the search resumes from.
 *
 * Lines of a word and numbers; states of a plan in hexadecimal.  The last line is `end`.
 */
#ifndef SEARCH_SPILL_COMMIT_TEXT_H
#define SEARCH_SPILL_COMMIT_TEXT_H

#include "base/strbuf.h"
#include "search/engine/search_request.h"
#include "space/files/level_archive.h"
#include "space/files/spilled_set.h"

/* Figures at the beginning of a level: of all states up to it, and of the edges out of those before
   it. */
typedef struct spill_figures {
    uint64_t states, edges, goals, starts, expanded;
} spill_figures;

typedef struct commit_check {
    uint64_t own;   /* states of this rank that violate it */
    uint32_t depth; /* of the nearest, in all ranks */
} commit_check;

typedef struct commit_text {
    const char *about; /* search_options.spill_about */
    char *own_about;   /* of a text that was read: the same */
    unsigned words, bits;
    bool shared; /* of several ranks it is one: */
    unsigned rank, ranks;
    spill_figures before;
    uint32_t depth; /* of the level that begins */
    uint64_t states, ends;
    size_t count_bits;
    bool traced;
    uint32_t goal_depth, deepest, proved;
    unsigned next_file;
    size_t check_count;
    commit_check *check;
    search_path counterexample, plan; /* without moves */
    char *shortest_count;             /* decimal; NULL: not counted yet */
    size_t segment_count;
    segment segment[SET_SEGMENTS_MOST];
    archived_levels levels;
} commit_text;

void commit_text_put(const commit_text *c, strbuf *out);
/* WGCQ_DONE: the text is damaged.  Freed by commit_text_free, after an error too. */
int commit_text_read(commit_text *out, const char *text, wgcq_error *err);
void commit_text_free(commit_text *c);
/* The depth of the level that a text begins with; -1: it is NULL, or not whole. */
int64_t commit_text_depth(const char *text);
/* Its first field, malloc'd.  WGCQ_DONE: it is damaged. */
int commit_text_about(char **about, const char *text, wgcq_error *err);

#endif
