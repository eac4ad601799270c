/* import.c - files of others as a puzzle: which format it is, and the memory it is read in. */
#include "base/error.h"
#include "imports/levels.h"
#include "imports/pddl/pddl.h"
#include "wgcq_puzzle.h"

enum { IMPORT_MEMORY_MOST = 1 << 28 };

/* An import's own memory; the arena's jump leaves it as it was. */
typedef struct import_work {
    const wgcq_import_file *files;
    size_t count;
    const char *level;
    diagnostics *to;
    strbuf out;
    arena memory;
    source_text texts[WGCQ_IMPORT_FILES_MOST];
} import_work;

typedef enum import_kind { IMPORT_UNKNOWN, IMPORT_SOKOBAN, IMPORT_RUSH_HOUR } import_kind;

/* The first line that only one format can have decides. */
static import_kind find_kind(const board_file *f)
{
    for (size_t i = 0; i < f->lines->line_count; i++) {
        text_part line = board_line(f, i);
        if (sokoban_is_row(line))
            return IMPORT_SOKOBAN;
        if (rush_hour_is_row(line))
            return IMPORT_RUSH_HOUR;
    }
    return IMPORT_UNKNOWN;
}

static bool import_boards(import_work *w)
{
    board_file f = {.memory = &w->memory,
                    .text = &w->texts[0],
                    .lines = line_index_new(&w->memory, &w->texts[0]),
                    .to = w->to,
                    .level = w->level,
                    .out = &w->out};
    import_kind kind = find_kind(&f);
    if (kind == IMPORT_UNKNOWN) {
        diagnostic_add(w->to, WGCQ_DIAGNOSTIC_SHAPE, line_index_span(f.lines, 0, 1),
                       "neither a Sokoban level nor a row of Rush Hour");
        diagnostic_hint(w->to, "a level has rows of # @ + $ * . and blanks; a row of Rush Hour has "
                               "36 characters, such as oBBoooCoooooCoAAooCooooooooooooooooo");
        return false;
    }
    if (w->count > 1)
        return diagnostic_add(w->to, WGCQ_DIAGNOSTIC_SHAPE, line_index_span(f.lines, 0, 1),
                              "boards are imported from one file at a time");
    return kind == IMPORT_SOKOBAN ? sokoban_import(&f) : rush_hour_import(&f);
}

static bool check_sizes(import_work *w)
{
    bool fine = true;
    for (size_t i = 0; i < w->count; i++) {
        w->texts[i] = (source_text){w->files[i].name, w->files[i].text ? w->files[i].text : "",
                                    w->files[i].length};
        if (w->texts[i].length <= IMPORT_BYTES_MOST)
            continue;
        w->texts[i].length = 0;
        source_span whole = {&w->texts[i], 1, 1, 1, 2};
        fine = diagnostic_add(w->to, WGCQ_DIAGNOSTIC_SHAPE, whole,
                              "%zu bytes are more than the %d that an import reads",
                              w->files[i].length, IMPORT_BYTES_MOST);
    }
    return fine;
}

static int report_too_large_import(import_work *w, wgcq_error *err)
{
    diagnostic_add_too_large(w->to, &w->texts[0], IMPORT_MEMORY_MOST);
    if (diagnostics_failed(w->to))
        return error_set_memory(err);
    return error_set(err, WGCQ_EPUZZLE, "%s cannot be imported", w->files[0].name);
}

/* An arena that runs out of memory jumps back here; only *w holds resources meanwhile. */
static int import_files(import_work *w, wgcq_error *err)
{
    jmp_buf out;
    if (setjmp(out)) {
        w->memory.out = NULL;
        return w->memory.limit_hit ? report_too_large_import(w, err) : error_set_memory(err);
    }
    w->memory.out = &out;
    bool fine = check_sizes(w) && (pddl_is_text(w->texts[0].text, w->texts[0].length)
                                       ? pddl_import(&w->memory, w->to, w->texts, w->count, &w->out)
                                       : import_boards(w));
    w->memory.out = NULL;
    if (w->out.failed || diagnostics_failed(w->to))
        return error_set_memory(err);
    if (!fine || diagnostics_error_count(w->to))
        return error_set(err, WGCQ_EPUZZLE, "%s cannot be imported", w->files[0].name);
    return 0;
}

static int check_import_request(const wgcq_import_file *files, size_t count, wgcq_error *err)
{
    if (!count || count > WGCQ_IMPORT_FILES_MOST)
        return error_set(err, WGCQ_EREQUEST, "wgcq_import: count is %zu, not 1 to %d", count,
                         WGCQ_IMPORT_FILES_MOST);
    for (size_t i = 0; i < count; i++)
        if (!files[i].name || (files[i].length && !files[i].text))
            return error_set(err, WGCQ_EREQUEST, "wgcq_import: a file has no name or no text");
    return 0;
}

int wgcq_import(char **yaml, const wgcq_import_file *files, size_t count, const char *level,
                wgcq_diagnostics **complaints, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"yaml", yaml}, {"files", files})) ||
        check_import_request(files, count, err))
        return WGCQ_EREQUEST;
    if (complaints)
        *complaints = NULL;
    import_work w = {.files = files, .count = count, .level = level, .to = diagnostics_new()};
    if (!w.to)
        return error_set_memory(err);
    w.memory.max_bytes = IMPORT_MEMORY_MOST;
    int code = import_files(&w, err);
    if (!code)
        *yaml = w.out.bytes;
    else
        strbuf_free(&w.out);
    arena_free(&w.memory);
    if (complaints && wgcq_diagnostics_count(w.to))
        *complaints = w.to;
    else
        wgcq_diagnostics_free(w.to);
    return code;
}
