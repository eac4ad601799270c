/* cmd_page.c - wgcq page DB...|PUZZLE.yaml...: files, and what it takes to look into them or to
   solve them, as one HTML file. */
#include "commands/commands.h"

#include "embed/embedded_answers.h"
#include "embed/embedded_file.h"
#include "embed/page_template.h"
#include "opened/open_puzzle.h"
#include "opened/open_trace.h"
#include "output/atomic_write.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/progress_line.h"
#include "wgcq_journey.h"
#include "wgcq_run.h"
#include "wgcq_trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A browser holds the file twice, and no text of more than 2^29 letters. */
static const uint64_t browser_bytes = UINT64_C(1) << 30, browser_letters = (UINT64_C(1) << 29) - 64;

/* Which a question has whose answer is put in beside a database. */
static const double answer_seconds = 2;

/* The rows of the newest run, and what of them is stored. */
typedef struct rows_in_file {
    int64_t states, edges, rejections;
    char level[16];
} rows_in_file;

static void keep_run_row(rows_in_file *stored, const wgcq_rows *rows)
{
    stored->states = wgcq_rows_integer(rows, 0);
    stored->edges = wgcq_rows_integer(rows, 1);
    stored->rejections = wgcq_rows_integer(rows, 2);
    const char *level = wgcq_rows_text(rows, 3);
    snprintf(stored->level, sizeof stored->level, "%s", level ? level : "");
}

static int find_stored_rows(rows_in_file *stored, wgcq_trace *trace, wgcq_error *err)
{
    wgcq_rows *rows = NULL;
    int code = wgcq_trace_sql(&rows, trace,
                              "SELECT coalesce(states, 0), coalesce(edges, 0), "
                              "coalesce(rejections, 0), keep FROM run ORDER BY id DESC LIMIT 1",
                              err);
    *stored = (rows_in_file){0};
    if (!code && (code = wgcq_rows_next(rows, err)) == 0)
        keep_run_row(stored, rows);
    wgcq_rows_free(rows);
    return code < 0 ? code : 0;
}

/* The bytes of a file of that --trace, in proportion to one that stores all: a state's row with its
   depth and distance, an edge's and a rejection's with their indices (schemas/trace.sql). */
static double weigh(const rows_in_file *stored, const char *level)
{
    bool all = !strcmp(level, "all"), edges = all || !strcmp(level, "edges"),
         states = edges || !strcmp(level, "states");
    return (states ? 38.0 * (double)stored->states : 0) +
           (edges ? 28.0 * (double)stored->edges : 0) +
           (all ? 29.0 * (double)stored->rejections : 0);
}

/* The fullest --trace whose file is small enough. */
static const char *find_level(const rows_in_file *stored, uint64_t size, uint64_t most)
{
    static const char *const levels[] = {"edges", "states"};
    double whole = weigh(stored, stored->level);
    for (size_t i = 0; i < sizeof levels / sizeof *levels && whole > 0; i++) {
        double part = weigh(stored, levels[i]) / whole;
        if (part < 1 && part * (double)size <= 0.9 * (double)most)
            return levels[i];
    }
    return "solutions";
}

static int report_too_large(const request *r, const char *path, const rows_in_file *stored,
                            uint64_t size, uint64_t most)
{
    message_error("%s: %" PRIu64 " MiB are more than %s", path, (size + (1 << 20) - 1) >> 20,
                  r->given[OPTION_max_size] ? "--max-size" : "browsers hold");
    if (!r->quiet && strcmp(stored->level, "solutions") != 0)
        message_note("a file made by solve --trace %s would fit", find_level(stored, size, most));
    return STATUS_FILE;
}

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && !strcmp(name + length - tail, ending);
}

/* By its name, where it is no database: a file of which nothing is known is taken for one. */
static bool is_puzzle(const char *path)
{
    return (ends_in(path, ".yaml") || ends_in(path, ".yml")) && !is_database(path);
}

/* The name without folders and ending. */
static char *embedded_name(const char *path)
{
    static const char *const endings[] = {".db.d", ".db", ".yaml", ".yml"};
    const char *slash = strrchr(path, '/');
    char *name = memory_strdup(slash ? slash + 1 : path);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (ends_in(name, endings[i])) {
            name[strlen(name) - strlen(endings[i])] = '\0';
            break;
        }
    }
    return name;
}

/* Reads the own file of a folder of ranks, which exists when it was opened. */
static int read_file_of_rows(whole_file *file, const char *path)
{
    char *rows = memory_format("%s%s", path, wgcq_is_parts(path) ? "/all.db" : "");
    int status = whole_file_read(file, rows);
    free(rows);
    return status;
}

/* While the rows are read, SQLite keeps writers from the file. */
static int add_bytes(page_text *page, const request *r, const char *path, const char *kind,
                     const rows_in_file *stored, uint64_t *room)
{
    whole_file file;
    int status = read_file_of_rows(&file, path);
    if (status == STATUS_FOUND && file.length > *room)
        status = report_too_large(r, path, stored, file.length, *room);
    if (status == STATUS_FOUND) {
        char *name = embedded_name(path);
        page_text_add_file(page, kind, name, file.bytes, file.length);
        free(name);
        *room -= file.length;
        if (page->length > browser_letters)
            status = report_too_large(r, path, stored, file.length, file.length / 2);
    }
    whole_file_free(&file);
    return status;
}

/* A database, or the tree of a journey: any --trace is a puzzle's. */
static int add_rows(page_text *page, const request *r, const char *path, bool tree, uint64_t *room)
{
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    wgcq_rows *held = NULL;
    rows_in_file stored = {.level = "solutions"};
    const int merged = open_trace_merge_parts(r, path);
    if (merged != STATUS_FOUND)
        return merged;
    int code =
        tree ? wgcq_tree_open(&trace, path, &err) : wgcq_open(&trace, path, NULL, NULL, &err);
    if (!code && !tree)
        code = find_stored_rows(&stored, trace, &err);
    code = code ? code
                : wgcq_trace_sql(&held, trace,
                                 tree ? "SELECT name FROM about" : "SELECT id FROM runs", &err);
    code = code ? code : wgcq_rows_next(held, &err);
    int status = code < 0 ? message_failure(&err)
                          : add_bytes(page, r, path, tree ? "tree" : "database", &stored, room);
    if (status == STATUS_FOUND && !tree)
        page_text_add_answers(page, trace,
                              r->given[OPTION_max_time] ? r->max_time : answer_seconds);
    wgcq_rows_free(held);
    wgcq_trace_free(trace);
    return status;
}

static int add_puzzle(page_text *page, const request *r, const char *path)
{
    wgcq_puzzle *puzzle = NULL;
    int status = open_puzzle(&puzzle, r, path);
    if (status == STATUS_FOUND) {
        char *name = embedded_name(path);
        const char *source = wgcq_puzzle_source(puzzle);
        page_text_add_file(page, "puzzle", name, source, strlen(source));
        free(name);
    }
    wgcq_puzzle_free(puzzle);
    return status;
}

static int add_files(page_text *page, const request *r)
{
    uint64_t room = r->given[OPTION_max_size] ? r->max_size : browser_bytes;
    int status = STATUS_FOUND;
    for (int i = 0; i < r->operand_count && status == STATUS_FOUND; i++) {
        const char *path = r->operands[i];
        status = is_puzzle(path) ? add_puzzle(page, r, path)
                                 : add_rows(page, r, path, wgcq_is_tree(path), &room);
        if (progress_line_interrupted()) {
            message_note("interrupted");
            return STATUS_INTERRUPTED;
        }
    }
    return status;
}

/* From here on a signal waits until the page is written. */
static int write_page(const request *r, const page_text *page)
{
    progress_line_will_save();
    if (r->page_path)
        return atomic_write(r->page_path, page->bytes, page->length);
    char *name = r->operand_count ? embedded_name(r->operands[0]) : memory_strdup("playground");
    char *path = memory_format("%s.html", name);
    int status = atomic_write(path, page->bytes, page->length);
    free(path);
    free(name);
    return status;
}

/* Without a file it is the playground with its gallery. */
static bool needs_engine(const request *r)
{
    bool needs = r->with_engine || !r->operand_count;
    for (int i = 0; i < r->operand_count && !needs; i++)
        needs = is_puzzle(r->operands[i]);
    return needs;
}

int command_page(request *r)
{
    page_template template;
    page_text page = {0};
    progress_line idle;
    progress_line_begin(&idle, true);
    int status = page_template_read(&template, needs_engine(r));
    if (status == STATUS_FOUND) {
        page_text_add(&page, (const char *)template.page.bytes, template.data);
        status = add_files(&page, r);
    }
    if (status == STATUS_FOUND) {
        page_text_add(&page, (const char *)template.page.bytes + template.data,
                      template.page.length - template.data);
        status = write_page(r, &page);
    }
    free(page.bytes);
    page_template_free(&template);
    return status;
}
