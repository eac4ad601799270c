/*
 * fuzz_file.c - a damaged or hostile file: opening, asking, verifying and resuming it end well.
 *
 * make fuzz; FUZZ_SECONDS says for how long.  An input is changes to a good file, so that it stays
 * small: its first byte says which file (modulo the number there are; 128 and more: what follows
 * the changes is a journal beside it), its second how many changes, and each is a place (three
 * bytes) and a value.  An input that begins as an SQLite file does is the file itself.
 *
 * What is looked at beyond crashes: a file that `resume` rejects keeps every byte, and one that it
 * accepts is whole by PRAGMA integrity_check.
 */
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wgcq.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char puzzle_text[] = "puzzle: Counting\n"
                                  "types:\n"
                                  "  side: [left, middle, right]\n"
                                  "state:\n"
                                  "  x: 0..60\n"
                                  "  on: side\n"
                                  "start: {x: 0, on: left}\n"
                                  "moves:\n"
                                  "  one to {s}:\n"
                                  "    - choose: s in side\n"
                                  "    - guard: x < 60 and s != on\n"
                                  "      else: it is over\n"
                                  "    - set: {x: x + 1, on: s}\n"
                                  "costs:\n"
                                  "  effort: x % 3\n"
                                  "goal: x == 60\n";

static const wgcq_options runs[] = {
    {.max_states = 60},
    {.max_states = 60, .order = WGCQ_DEPTH_FIRST},
    {.max_states = 60, .trace_level = WGCQ_TRACE_STATES},
    {.max_states = 60, .trace_level = WGCQ_TRACE_SOLUTIONS, .order = WGCQ_CHEAPEST},
    {.max_depth = 9},
    {0},
};
enum { FILES = sizeof runs / sizeof *runs };

static struct {
    uint8_t *bytes;
    size_t size;
} good[FILES];
static char folder[40], path[64], journal[80];

static uint8_t *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    if (!file || fseek(file, 0, SEEK_END))
        abort();
    *size = (size_t)ftell(file);
    uint8_t *bytes = malloc(*size + 1);
    rewind(file);
    if (!bytes || fread(bytes, 1, *size, file) != *size)
        abort();
    fclose(file);
    return bytes;
}

static void write_file(const char *name, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file))
        abort();
}

static void clean(void)
{
    unlink(path);
    unlink(journal);
}

static void leave(void)
{
    clean();
    rmdir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    snprintf(folder, sizeof folder, "%s/fuzz_file.XXXXXX",
             access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    if (!mkdtemp(folder))
        abort();
    snprintf(path, sizeof path, "%s/f.db", folder);
    snprintf(journal, sizeof journal, "%s-journal", path);
    atexit(leave);
    for (size_t i = 0; i < FILES; i++) {
        wgcq_puzzle *puzzle = NULL;
        wgcq_result *result = NULL;
        wgcq_error err = {0};
        clean();
        if (wgcq_puzzle_read(&puzzle, puzzle_text, strlen(puzzle_text), "fuzz.yaml", NULL, 0, NULL,
                             &err) ||
            wgcq_solve(&result, puzzle, path, &runs[i], NULL, &err)) {
            fprintf(stderr, "%s\n", err.text);
            abort();
        }
        wgcq_result_free(result);
        wgcq_puzzle_free(puzzle);
        good[i].bytes = read_file(path, &good[i].size);
    }
    return 0;
}

/* ---- one file ------------------------------------------------------------------------------- */

/* Puts it in place; answers the bytes, malloc'd. */
static uint8_t *make(const uint8_t *data, size_t size, size_t *made)
{
    if (size >= 16 && !memcmp(data, "SQLite format 3", 16)) {
        uint8_t *raw = malloc(size);
        memcpy(raw, data, size);
        *made = size;
        write_file(path, raw, size);
        return raw;
    }
    unsigned which = size ? data[0] % 128 % FILES : 0, changes = size > 1 ? data[1] : 0;
    uint8_t *bytes = malloc(good[which].size);
    *made = good[which].size;
    memcpy(bytes, good[which].bytes, *made);
    size_t at = 2;
    for (; changes-- && at + 4 <= size; at += 4) {
        size_t to = ((size_t)data[at] << 16 | (size_t)data[at + 1] << 8 | data[at + 2]) % *made;
        bytes[to] = data[at + 3];
    }
    write_file(path, bytes, *made);
    if (size && data[0] >= 128 && at < size)
        write_file(journal, data + at, size - at);
    return bytes;
}

static void read_rows(wgcq_rows *rows)
{
    wgcq_error err = {0};
    for (int i = 0; i < 300 && !wgcq_rows_next(rows, &err); i++)
        for (size_t c = 0; c < wgcq_rows_columns(rows); c++)
            (void)strlen(wgcq_rows_text(rows, c));
    wgcq_rows_free(rows);
}

/* An end for what damage makes long. */
static int look(void *self, const wgcq_progress *progress)
{
    (void)progress;
    return ++*(unsigned *)self > 100;
}

static void ask(void)
{
    static const char *const what[] = {"shortest", "dead-ends", "distances",
                                       "rules",    "cheapest",  "coverage"};
    wgcq_trace *trace = NULL;
    wgcq_error err = {0};
    if (wgcq_trace_open(&trace, path, &err)) {
        if (!*err.text)
            abort();
        return;
    }
    for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
        unsigned looked = 0;
        wgcq_rows *rows = NULL;
        wgcq_monitor monitor = {.self = &looked, .report = look};
        if (!wgcq_ask(&rows, trace, &(wgcq_question){.what = what[i], .limit = 3}, &monitor, NULL))
            read_rows(rows);
    }
    wgcq_rows *rows = NULL;
    wgcq_verdict found;
    if (!wgcq_verify(&rows, &found, trace, NULL, NULL))
        read_rows(rows);
    wgcq_trace_free(trace);
}

static int resume(wgcq_error *err)
{
    wgcq_unfinished *run = NULL;
    wgcq_result *result = NULL;
    int code = wgcq_unfinished_open(&run, path, 0, err);
    if (!code)
        code = wgcq_resume(&result, run, NULL, NULL, err);
    wgcq_result_free(result);
    wgcq_unfinished_free(run);
    return code;
}

static int take_answer(void *self, int columns, char **values, char **names)
{
    (void)columns, (void)names;
    *(int *)self = values[0] && !strcmp(values[0], "ok");
    return 0;
}

static void check_whole(void)
{
    sqlite3 *db;
    int whole = 0;
    if (sqlite3_open(path, &db) ||
        sqlite3_exec(db, "PRAGMA integrity_check", take_answer, &whole, NULL) || !whole)
        abort();
    sqlite3_close(db);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t made, left;
    wgcq_error err = {0};
    clean();
    free(make(data, size, &made));
    ask();
    if (access(path, F_OK)) /* a journal is rolled back by now, if it was one */
        abort();
    uint8_t *before = read_file(path, &made);
    int code = resume(&err);
    uint8_t *after = read_file(path, &left);
    if (code < 0 && (left != made || memcmp(before, after, made) != 0))
        abort();
    if (!code)
        check_whole();
    free(before);
    free(after);
    return 0;
}
