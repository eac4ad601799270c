/* spill_state.c - committing what is known of the search, and resuming from it. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "search/spill/divided_folders.h"
#include "search/spill/spill_about.h"
#include "search/spill/spill_run.h"

static const char *about_search(const spill_run *s)
{
    return s->r->options->spill_about ? s->r->options->spill_about : "";
}

/* ---- committing ------------------------------------------------------------------------------ */

/* Describes the search; the text borrows all but its checks. */
static commit_text describe_search(const spill_run *s, commit_check *check)
{
    const search_result *found = s->r->result;
    commit_text c = {.about = about_search(s),
                     .words = s->r->model->words,
                     .bits = s->r->model->bits,
                     .shared = s->swap.on,
                     .before = s->before,
                     .depth = s->level.depth,
                     .states = s->level.states,
                     .ends = s->level.ends,
                     .count_bits = s->count_bits,
                     .traced = s->traced,
                     .goal_depth = s->loop.goal_depth,
                     .deepest = s->deepest,
                     .proved = s->level.depth,
                     .next_file = s->folder.next_file,
                     .check_count = s->checks.count,
                     .check = check,
                     .counterexample = found->counterexample,
                     .plan = found->plan,
                     .shortest_count = found->shortest_count,
                     .segment_count = s->set.segment_count,
                     .levels = level_archive_describe(&s->archive)};
    if (s->swap.on) {
        c.rank = s->swap.packets.with->rank;
        c.ranks = s->swap.packets.with->ranks;
    }
    for (size_t i = 0; i < s->checks.count; i++)
        check[i] = (commit_check){s->checks.own[i], found->checked[i].depth};
    for (size_t i = 0; i < s->set.segment_count; i++)
        c.segment[i] = s->set.segment[i].segment;
    return c;
}

static int put_search(const spill_run *s, strbuf *out)
{
    commit_check *check = malloc((s->checks.count + 1) * sizeof *check);
    if (!check)
        return error_set_memory(s->r->err);
    const commit_text c = describe_search(s, check);
    commit_text_put(&c, out);
    free(check);
    return out->failed ? error_set_memory(s->r->err) : 0;
}

int spill_commit(spill_run *s)
{
    strbuf text = {0};
    int code = spilled_set_sync(&s->set, s->r->err);
    code = code ? code : level_archive_sync(&s->archive, s->r->err);
    code = code ? code : put_search(s, &text);
    if (!code)
        code = s->swap.on ? spill_folder_prepare(&s->folder, strbuf_string(&text), s->r->err)
                          : spill_folder_commit(&s->folder, strbuf_string(&text), s->r->err);
    strbuf_free(&text);
    code = spill_meet_to_commit(s, code); /* all ranks have prepared it, or none commits */
    if (!code && s->swap.on)
        code = spill_meet_to_commit(s, spill_folder_commit_prepared(&s->folder, s->r->err));
    return code;
}

/* ---- resuming ----------------------------------------------------------------------------- */

static void take_commit_figures(spill_run *s, const commit_text *c)
{
    s->before = c->before;
    s->level.depth = c->depth;
    s->level.states = c->states;
    s->level.ends = c->ends;
    s->count_bits = c->count_bits;
    s->traced = c->traced;
    s->loop.goal_depth = c->goal_depth;
    s->deepest = c->deepest;
    s->folder.next_file = c->next_file;
}

static int take_path(spill_run *s, search_path *to, const search_path *path)
{
    level_plan p;
    if (!path->states)
        return 0;
    int code = level_plan_begin(&p, s->r, to, path->length);
    for (uint32_t i = path->length + 1; !code && i-- > 0;)
        level_plan_put(&p, i, path->states + i * (size_t)s->r->model->words);
    code = code ? code : level_plan_finish(&p, NULL, 0);
    level_plan_close(&p);
    return code;
}

static int take_found_plans(spill_run *s, commit_text *c)
{
    for (size_t i = 0; i < s->checks.count; i++) {
        s->checks.own[i] = c->check[i].own;
        s->checks.all[i].depth = c->check[i].depth;
    }
    search_result *out = s->r->result;
    int code = take_path(s, &out->counterexample, &c->counterexample);
    out->shortest_count = c->shortest_count;
    c->shortest_count = NULL;
    return code ? code : take_path(s, &out->plan, &c->plan);
}

static int open_segments(spill_run *s, const commit_text *c)
{
    int code = 0;
    for (size_t i = 0; !code && i < c->segment_count; i++)
        code = spilled_set_add_segment(&s->set, &c->segment[i], s->r->err);
    return code;
}

/* The last of them are what an estimate is made of. */
static int read_sizes(spill_run *s)
{
    const level_archive *a = &s->archive;
    const uint32_t last = a->count - 1;
    int code = 0;
    for (uint32_t d = last < SPILL_SIZES ? 0 : last - SPILL_SIZES; !code && d < last; d++) {
        segment level;
        code = level_archive_find(&level, a, d, s->r->err);
        if (!code)
            spill_note_size(s, level.states);
    }
    return code;
}

static int open_levels(spill_run *s, const commit_text *c)
{
    int code = level_archive_restore(&s->archive, &c->levels, s->r->err);
    return code ? code : read_sizes(s);
}

static int find_needed(unsigned *needed, size_t *count, const spill_run *s)
{
    const level_archive *a = &s->archive;
    int code = 0;
    for (size_t i = 0; i < s->set.segment_count; i++)
        needed[(*count)++] = s->set.segment[i].segment.file;
    if (a->count > 1)
        needed[(*count)++] = a->table_number;
    for (uint32_t d = a->first; !code && d < a->count; d++) {
        segment level;
        code = level_archive_find(&level, a, d, s->r->err);
        if (!code && (!*count || needed[*count - 1] != level.file))
            needed[(*count)++] = level.file;
    }
    return code;
}

/* Removes files that an interrupted search left behind its last commit. */
static int remove_leftovers(spill_run *s)
{
    size_t count = 0, most = s->set.segment_count + s->archive.count - s->archive.first + (size_t)1;
    unsigned *needed = malloc(most * sizeof *needed);
    if (!needed)
        return error_set_memory(s->r->err);
    int code = find_needed(needed, &count, s);
    code = code ? code : spill_folder_sweep(&s->folder, needed, count, s->r->err);
    free(needed);
    return code;
}

/* ---- what a folder says ---------------------------------------------------------------------- */

int spill_check_folder(const char *folder, wgcq_error *err)
{
    spill_folder d;
    char *text = NULL;
    int code = divided_folders_clear(folder, err);
    if (code)
        return code;
    code = spill_folder_open(&d, folder, &text, err);
    free(text);
    spill_folder_close(&d);
    return code;
}

bool spill_has_commit(const char *folder)
{
    struct stat found;
    strbuf path = {0};
    strbuf_printf(&path, "%s/state", folder);
    bool has = !path.failed && !lstat(strbuf_string(&path), &found);
    strbuf_free(&path);
    return has;
}

int spill_read_about(char **out, const char *folder, wgcq_error *err)
{
    spill_folder d;
    char *text = NULL;
    *out = NULL;
    if (!spill_has_commit(folder))
        return WGCQ_DONE;
    int code = spill_folder_open(&d, folder, &text, err);
    if (!code && text)
        code = commit_text_about(out, text, err);
    if (code == WGCQ_DONE)
        code = error_set(err, WGCQ_ESTORE, "%s/state is damaged", folder);
    free(text);
    spill_folder_close(&d);
    return code || *out ? code : WGCQ_DONE;
}

/* ---- the resumed search ---------------------------------------------------------------------- */

/* Whether it is the same search, packed by this version of the program. */
static bool is_same_search(const spill_run *s, const commit_text *c)
{
    const wgcq_model *model = s->r->model;
    return !strcmp(c->about, about_search(s)) && c->words == model->words &&
           c->bits == model->bits && c->check_count == s->checks.count;
}

/* Whether it is the same rank of as many. */
static bool is_same_rank(const spill_run *s, const commit_text *c)
{
    const wgcq_exchange *with = s->swap.packets.with;
    return c->shared == s->swap.on &&
           (!c->shared || (c->rank == with->rank && c->ranks == with->ranks));
}

static int restore_search(spill_run *s, commit_text *c)
{
    if (!is_same_search(s, c))
        return error_set(s->r->err, WGCQ_EOTHER,
                         "%s has the run of another puzzle, or with other parameters or options",
                         s->folder.path);
    if (!is_same_rank(s, c))
        return error_set(s->r->err, WGCQ_EOTHER,
                         "%s has the part of one of several ranks; only ranks continue it",
                         s->folder.path);
    take_commit_figures(s, c);
    int code = take_found_plans(s, c);
    code = code ? code : open_segments(s, c);
    code = code ? code : open_levels(s, c);
    return code ? code : remove_leftovers(s);
}

int spill_restore(spill_run *s, const char *text)
{
    commit_text c;
    int code = commit_text_read(&c, text, s->r->err);
    if (code == WGCQ_DONE)
        code = error_set(s->r->err, WGCQ_ESTORE, "%s/state is damaged", s->folder.path);
    code = code ? code : restore_search(s, &c);
    commit_text_free(&c);
    return code;
}
