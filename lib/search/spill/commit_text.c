/* commit_text.c - what a commit of a search in files says: all that the search resumes from. */
#include "search/spill/commit_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"

/* ---- writing --------------------------------------------------------------------------------- */

static void put_level_figures(const commit_text *c, strbuf *out)
{
    const spill_figures *f = &c->before;
    strbuf_printf(out, "figures %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                  f->states, f->edges, f->goals, f->starts, f->expanded);
    strbuf_printf(out,
                  "level %" PRIu32 " %" PRIu64 " %" PRIu64 " %zu %d %" PRIu32 " %" PRIu32
                  " %" PRIu32 " %u\n",
                  c->depth, c->states, c->ends, c->count_bits, c->traced, c->goal_depth, c->deepest,
                  c->proved, c->next_file);
}

static void put_segment(strbuf *out, const char *word, const segment *part)
{
    strbuf_printf(out, "%s %u %" PRIu64 " %" PRIu64 " %" PRIu64 " %d\n", word, part->file,
                  part->offset, part->bytes, part->states, part->counted);
}

static void put_path(strbuf *out, const char *word, const search_path *path, unsigned words)
{
    if (!path->states)
        return;
    strbuf_printf(out, "%s %" PRIu32 "\n", word, path->length);
    for (size_t i = 0; i < (path->length + (size_t)1) * words; i++)
        strbuf_printf(out, "%" PRIx64 "\n", path->states[i]);
}

void commit_text_put(const commit_text *c, strbuf *out)
{
    strbuf_printf(out, "about %zu\n%s\nstates %u %u\n", strlen(c->about), c->about, c->words,
                  c->bits);
    if (c->shared)
        strbuf_printf(out, "rank %u %u\n", c->rank, c->ranks);
    put_level_figures(c, out);
    for (size_t i = 0; i < c->check_count; i++)
        strbuf_printf(out, "check %" PRIu64 " %" PRIu32 "\n", c->check[i].own, c->check[i].depth);
    put_path(out, "counterexample", &c->counterexample, c->words);
    if (c->shortest_count)
        strbuf_printf(out, "count %s\n", c->shortest_count);
    put_path(out, "plan", &c->plan, c->words);
    for (size_t i = 0; i < c->segment_count; i++)
        put_segment(out, "run", &c->segment[i]);
    const archived_levels *l = &c->levels;
    strbuf_printf(out, "levels %u %" PRIu32 " %" PRIu32 " %" PRIu64 "\n", l->table, l->first,
                  l->count, l->bytes);
    put_segment(out, "newest", &l->newest);
    strbuf_put(out, "end\n");
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct text_cursor {
    const char *at;
    bool bad;
} text_cursor;

static bool next_word(text_cursor *t, const char *word)
{
    size_t length = strlen(word);
    bool is =
        !t->bad && !strncmp(t->at, word, length) && (t->at[length] == ' ' || t->at[length] == '\n');
    if (is)
        t->at += length + 1;
    return is;
}

static void expect_word(text_cursor *t, const char *word)
{
    t->bad = !next_word(t, word);
}

static uint64_t next_number(text_cursor *t, int base)
{
    char *end;
    uint64_t value = t->bad ? 0 : strtoull(t->at, &end, base);
    if (t->bad || end == t->at || (*end != ' ' && *end != '\n')) {
        t->bad = true;
        return 0;
    }
    t->at = end + 1;
    return value;
}

static segment read_segment(text_cursor *t)
{
    segment part;
    part.file = (unsigned)next_number(t, 10);
    part.offset = next_number(t, 10);
    part.bytes = next_number(t, 10);
    part.states = next_number(t, 10);
    part.counted = next_number(t, 10);
    return part;
}

/* NULL: it is damaged, or (t is not) there is no memory. */
static char *read_about(text_cursor *t)
{
    expect_word(t, "about");
    const size_t length = (size_t)next_number(t, 10);
    const char *about = t->at;
    if (t->bad || strnlen(about, length + 1) <= length || about[length] != '\n') {
        t->bad = true;
        return NULL;
    }
    t->at = about + length + 1;
    return strndup(about, length);
}

static void read_head(commit_text *c, text_cursor *t)
{
    expect_word(t, "states");
    c->words = (unsigned)next_number(t, 10);
    c->bits = (unsigned)next_number(t, 10);
    t->bad = t->bad || !c->words;
    c->shared = next_word(t, "rank");
    c->rank = c->shared ? (unsigned)next_number(t, 10) : 0;
    c->ranks = c->shared ? (unsigned)next_number(t, 10) : 1;
}

static void read_figures(commit_text *c, text_cursor *t)
{
    spill_figures *f = &c->before;
    expect_word(t, "figures");
    f->states = next_number(t, 10);
    f->edges = next_number(t, 10);
    f->goals = next_number(t, 10);
    f->starts = next_number(t, 10);
    f->expanded = next_number(t, 10);
    expect_word(t, "level");
    c->depth = (uint32_t)next_number(t, 10);
    c->states = next_number(t, 10);
    c->ends = next_number(t, 10);
    c->count_bits = (size_t)next_number(t, 10);
    c->traced = next_number(t, 10);
    c->goal_depth = (uint32_t)next_number(t, 10);
    c->deepest = (uint32_t)next_number(t, 10);
    c->proved = (uint32_t)next_number(t, 10);
    c->next_file = (unsigned)next_number(t, 10);
}

static int read_checks(commit_text *c, text_cursor *t, wgcq_error *err)
{
    size_t room = 0;
    while (next_word(t, "check")) {
        if (!array_reserve(&c->check, &room, c->check_count + 1, sizeof *c->check))
            return error_set_memory(err);
        commit_check *check = &c->check[c->check_count++];
        check->own = next_number(t, 10);
        check->depth = (uint32_t)next_number(t, 10);
    }
    return 0;
}

static int read_path(search_path *out, text_cursor *t, unsigned words, wgcq_error *err)
{
    const uint64_t length = next_number(t, 10);
    t->bad = t->bad || length > UINT32_MAX - 1 || length > strlen(t->at) / words;
    if (t->bad)
        return 0;
    const size_t count = ((size_t)length + 1) * words;
    out->length = (uint32_t)length;
    out->states = malloc(count * sizeof *out->states);
    for (size_t i = 0; out->states && i < count; i++)
        out->states[i] = next_number(t, 16);
    return out->states ? 0 : error_set_memory(err);
}

static int read_found(commit_text *c, text_cursor *t, wgcq_error *err)
{
    int code = read_checks(c, t, err);
    if (!code && next_word(t, "counterexample"))
        code = read_path(&c->counterexample, t, c->words, err);
    if (!code && next_word(t, "count")) {
        const size_t length = strcspn(t->at, "\n");
        c->shortest_count = strndup(t->at, length);
        t->at += length + (t->at[length] ? 1 : 0);
        code = c->shortest_count ? 0 : error_set_memory(err);
    }
    if (!code && next_word(t, "plan"))
        code = read_path(&c->plan, t, c->words, err);
    return code;
}

static void read_places(commit_text *c, text_cursor *t)
{
    for (; c->segment_count < SET_SEGMENTS_MOST && next_word(t, "run"); c->segment_count++)
        c->segment[c->segment_count] = read_segment(t);
    archived_levels *l = &c->levels;
    expect_word(t, "levels");
    l->table = (unsigned)next_number(t, 10);
    l->first = (uint32_t)next_number(t, 10);
    l->count = (uint32_t)next_number(t, 10);
    l->bytes = next_number(t, 10);
    expect_word(t, "newest");
    l->newest = read_segment(t);
    expect_word(t, "end");
    t->bad = t->bad || l->first >= l->count || l->count - 1 != c->depth;
}

int commit_text_read(commit_text *out, const char *text, wgcq_error *err)
{
    text_cursor t = {.at = text};
    *out = (commit_text){0};
    out->about = out->own_about = read_about(&t);
    if (!out->about)
        return t.bad ? WGCQ_DONE : error_set_memory(err);
    read_head(out, &t);
    read_figures(out, &t);
    int code = t.bad ? 0 : read_found(out, &t, err);
    if (!code)
        read_places(out, &t);
    return !code && t.bad ? WGCQ_DONE : code;
}

void commit_text_free(commit_text *c)
{
    free(c->own_about);
    free(c->check);
    search_path_free(&c->counterexample);
    search_path_free(&c->plan);
    free(c->shortest_count);
    *c = (commit_text){0};
}

/* ---- a part of it ---------------------------------------------------------------------------- */

int64_t commit_text_depth(const char *text)
{
    static const char last[] = "\nend\n";
    text_cursor t = {.at = text};
    const size_t all = text ? strlen(text) : 0;
    if (all < sizeof last || strcmp(text + all - (sizeof last - 1), last) != 0)
        return -1;
    char *about = read_about(&t);
    free(about);
    const char *level = t.bad ? NULL : strstr(t.at, "\nlevel ");
    return level ? (int64_t)strtoull(level + strlen("\nlevel "), NULL, 10) : -1;
}

int commit_text_about(char **about, const char *text, wgcq_error *err)
{
    text_cursor t = {.at = text};
    *about = read_about(&t);
    return *about ? 0 : t.bad ? WGCQ_DONE : error_set_memory(err);
}
