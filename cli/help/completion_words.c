/* completion_words.c - words of a kind, from the tables and out of the file at hand. */
#include "help/completion_words.h"

#include "help/help.h"
#include "output/terminal_text.h"
#include "wgcq_journey.h"
#include "wgcq_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { WORDS_MOST = 200 };

/* Where the words come from; of the last two one may be there. */
typedef struct word_source {
    const completion *of;
    const char *begun;
    wgcq_puzzle *puzzle;
    wgcq_trace *trace;
} word_source;

/* ---- words -------------------------------------------------------------------------------- */

/* A word with what acts on a terminal is not offered: a line of the answer would not be one. */
static bool is_plain(const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        int32_t point;
        at += terminal_decode(&point, text + at, length - at);
        if (point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0xFFFD ||
            terminal_point_width(point) < 0)
            return false;
    }
    return true;
}

/* The word `before` and `word` together, if it begins as what is written. */
static void offer(const word_source *s, const char *before, const char *word, const char *remark)
{
    size_t length = strlen(before), begun = strlen(s->begun);
    size_t common = begun < length ? begun : length;
    if (strncmp(s->begun, before, common) != 0 ||
        (begun > length && strncmp(s->begun + length, word, begun - length) != 0))
        return;
    if (!is_plain(before) || !is_plain(word))
        return;
    printf("%s%s%s\t", s->of->prefix, before, word);
    terminal_print_text(stdout, remark);
    putchar('\n');
}

/* Whether the list "a,b" has the name. */
static bool list_has(const char *list, size_t length, const char *name)
{
    for (size_t at = 0; at < length;) {
        size_t end = at + strcspn(list + at, ",");
        if (strlen(name) == end - at && !strncmp(list + at, name, end - at))
            return true;
        at = end + 1;
    }
    return false;
}

/* Names of a list that is separated by commas: those that are not in it yet. */
static void offer_listed(const word_source *s, const char *name)
{
    const char *comma = strrchr(s->begun, ',');
    char *before = strdup(s->begun);
    if (before) {
        before[comma ? comma + 1 - s->begun : 0] = '\0';
        if (!list_has(before, strlen(before), name))
            offer(s, before, name, "");
    }
    free(before);
}

/* ---- of a puzzle -------------------------------------------------------------------------- */

/* NAME= as long as the name is written, then NAME=VALUE with the value of the file; a text over
   several lines is no value of a command line. */
static void offer_parameters(const word_source *s)
{
    bool named = strchr(s->begun, '=') != NULL;
    for (size_t i = 0; s->puzzle && i < wgcq_puzzle_param_count(s->puzzle); i++) {
        const char *value = wgcq_puzzle_param_value(s->puzzle, i);
        char before[1000];
        int length = snprintf(before, sizeof before, "%s=", wgcq_puzzle_param_name(s->puzzle, i));
        if (length < 0 || (size_t)length >= sizeof before)
            continue;
        if (!named)
            offer(s, before, "", value);
        else if (strncmp(value, "!!", 2) != 0)
            offer(s, before, value, "as in the file");
        if (named && (!strcmp(value, "true") || !strcmp(value, "false")))
            offer(s, before, strcmp(value, "true") ? "true" : "false", "");
    }
}

/* ---- of a file ---------------------------------------------------------------------------- */

/* Rows of a SELECT, each handed to `offer_row`. */
static void offer_rows(const word_source *s, const char *sql,
                       void (*offer_row)(const word_source *s, const wgcq_rows *row))
{
    wgcq_rows *rows = NULL;
    int code = s->trace ? wgcq_trace_sql(&rows, s->trace, sql, NULL) : WGCQ_DONE;
    while (!code && (code = wgcq_rows_next(rows, NULL)) == 0)
        offer_row(s, rows);
    wgcq_rows_free(rows);
}

/* `from`: the first column that is one of the puzzle's. */
static void offer_columns(const word_source *s, const char *sql, size_t from)
{
    wgcq_rows *rows = NULL;
    if (s->trace && wgcq_trace_sql(&rows, s->trace, sql, NULL) == 0)
        for (size_t i = from; i < wgcq_rows_columns(rows); i++)
            offer_listed(s, wgcq_rows_name(rows, i));
    wgcq_rows_free(rows);
}

static void offer_costs(const word_source *s)
{
    for (size_t i = 0; s->puzzle && i < wgcq_puzzle_cost_count(s->puzzle); i++)
        offer_listed(s, wgcq_puzzle_cost_name(s->puzzle, i));
    offer_columns(s, "SELECT * FROM solutions LIMIT 0", 2);
}

static void offer_variables(const word_source *s)
{
    offer_columns(s, "SELECT * FROM states LIMIT 0", 6);
}

/* "7 moves, noise 12"; of another file "FILE:NUMBER". */
static void offer_solution(const word_source *s, const wgcq_rows *row)
{
    const char *colon = strrchr(s->begun, ':');
    char remark[400], before[4096] = "";
    int used = snprintf(remark, sizeof remark, "%s moves", wgcq_rows_text(row, 1));
    for (size_t i = 3; i < wgcq_rows_columns(row) && (size_t)used < sizeof remark; i++)
        used += snprintf(remark + used, sizeof remark - (size_t)used, ", %s %s",
                         wgcq_rows_name(row, i), wgcq_rows_text(row, i));
    if (colon && (size_t)(colon + 1 - s->begun) < sizeof before)
        memcpy(before, s->begun, (size_t)(colon + 1 - s->begun));
    offer(s, before, wgcq_rows_text(row, 0), remark);
}

static void offer_solutions(const word_source *s)
{
    char sql[100];
    snprintf(sql, sizeof sql, "SELECT * FROM solutions ORDER BY id LIMIT %d", WORDS_MOST);
    offer_rows(s, sql, offer_solution);
}

static void offer_run(const word_source *s, const wgcq_rows *row)
{
    char remark[400];
    snprintf(remark, sizeof remark, "%s, %s, %s states", wgcq_rows_text(row, 1),
             wgcq_rows_text(row, 2), wgcq_rows_text(row, 3));
    offer(s, "", wgcq_rows_text(row, 0), remark);
}

static void offer_runs(const word_source *s)
{
    offer_rows(s, "SELECT id,status,options,states FROM runs", offer_run);
}

static void offer_moves(const word_source *s)
{
    wgcq_rows *rows = NULL;
    char *previous = NULL;
    if (!s->trace || s->of->r->operand_count < 2 ||
        wgcq_why(&rows, s->trace, s->of->r->operands[1], NULL, NULL) != 0)
        return;
    for (int words = 0;
         words < WORDS_MOST && wgcq_rows_columns(rows) == 7 && wgcq_rows_next(rows, NULL) == 0;) {
        const char *move = wgcq_rows_text(rows, 0);
        if (previous && !strcmp(previous, move))
            continue;
        offer(s, "", move, wgcq_rows_text(rows, 1));
        free(previous);
        previous = strdup(move);
        words++;
    }
    free(previous);
    wgcq_rows_free(rows);
}

/* ---- the file ----------------------------------------------------------------------------- */

/* A pipe would be emptied, or waited for. */
static bool is_regular_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

static bool is_named_as_puzzle(const char *path)
{
    const char *end = strrchr(path, '.');
    return end && (!strcmp(end, ".yaml") || !strcmp(end, ".yml"));
}

/* The first operand; of a word OTHER.db:N that file. */
static char *file_at_hand(const word_source *s, bool solutions)
{
    const char *colon = solutions ? strrchr(s->begun, ':') : NULL;
    char *path = colon                     ? strdup(s->begun)
                 : s->of->r->operand_count ? strdup(s->of->r->operands[0])
                                           : NULL;
    if (path && colon)
        path[colon - s->begun] = '\0';
    return path;
}

static void open_file(word_source *s, const char *path)
{
    if (!path || !is_regular_file(path))
        return;
    if (is_named_as_puzzle(path))
        wgcq_puzzle_load(&s->puzzle, path, NULL, 0, NULL, NULL);
    else if (wgcq_trace_open(&s->trace, path, NULL) == 0 && s->of->r->run &&
             s->of->r->run <= INT64_MAX)
        wgcq_trace_select_run(s->trace, (int64_t)s->of->r->run, NULL);
}

/* ---- of the tables ------------------------------------------------------------------------ */

static void offer_option_words(const word_source *s)
{
    for (int i = 0; option_word(s->of->option->kind, i); i++)
        offer(s, "", option_word(s->of->option->kind, i), "");
}

/* A run and the tree of a journey answer different questions. */
static void offer_questions(const word_source *s)
{
    if (s->of->r->operand_count && wgcq_is_tree(s->of->r->operands[0])) {
        offer(s, "", "guards", "which guard fails, and at which depth");
        offer(s, "", "results", "with the cost and the choices of each");
        return;
    }
    for (size_t i = 0; wgcq_question_name(i); i++)
        offer(s, "", wgcq_question_name(i), wgcq_question_about(i));
}

static void offer_commands(const word_source *s)
{
    for (int i = 0; i < COMMANDS; i++)
        offer(s, "", commands[i].name, commands[i].phrase);
}

static void offer_topics(const word_source *s)
{
    const char *about;
    offer_commands(s);
    for (size_t i = 0; help_manual_topic(i, &about); i++)
        offer(s, "", help_manual_topic(i, &about), about);
}

static void offer_options(const word_source *s)
{
    const unsigned of = s->of->command ? command_bit(s->of->command) : FOR_ALL;
    char phrase[1000];
    for (int i = 0; i < OPTIONS; i++)
        if ((option_table[i].commands & of) == of) {
            help_option_phrase(&option_table[i], phrase, sizeof phrase);
            offer(s, "--", option_table[i].name, phrase);
        }
}

/* ---- all kinds ---------------------------------------------------------------------------- */

/* A line that begins with a tab, as no word does: the shell also offers folders, and files that end
   in one of these words (without any: all files), behind the prefix. "open": more may follow the
   name. */
static void offer_files(const word_source *s, const char *mode, const char *prefix,
                        const char *endings)
{
    printf("\t%s\t:%s%s%s\n", mode, s->of->prefix, prefix, endings);
}

/* NAME=@FILE, or a word of the puzzle. */
static void offer_settings(const word_source *s)
{
    char prefix[1000];
    const char *at = strstr(s->begun, "=@");
    if (!at)
        offer_parameters(s);
    else if ((size_t)snprintf(prefix, sizeof prefix, "%.*s", (int)(at + 2 - s->begun), s->begun) <
             sizeof prefix)
        offer_files(s, "file", prefix, "");
}

static void offer_kind(const word_source *s)
{
    switch (s->of->kind) {
    case ARGUMENT_WORD: offer_option_words(s); break;
    case ARGUMENT_OPTION: offer_options(s); break;
    case ARGUMENT_COMMAND: offer_commands(s); break;
    case ARGUMENT_TOPIC: offer_topics(s); break;
    case ARGUMENT_QUESTION: offer_questions(s); break;
    case ARGUMENT_PUZZLE: offer_files(s, "file", "", "\t.yaml\t.yml"); break;
    case ARGUMENT_DB: offer_files(s, "file", "", "\t.db"); break;
    case ARGUMENT_GAME: offer_files(s, "file", "", "\t.yaml\t.yml\t.db"); break;
    case ARGUMENT_FILE: offer_files(s, "file", "", ""); break;
    case ARGUMENT_SOLUTION:
        offer_solutions(s);
        offer_files(s, "open", "", "\t.db");
        break;
    case ARGUMENT_NUMBER: offer_solutions(s); break;
    case ARGUMENT_PARAMETER: offer_settings(s); break;
    case ARGUMENT_COSTS: offer_costs(s); break;
    case ARGUMENT_VARIABLES: offer_variables(s); break;
    case ARGUMENT_RUN: offer_runs(s); break;
    case ARGUMENT_MOVE: offer_moves(s); break;
    case ARGUMENT_ANYTHING: break;
    }
}

void completion_put_words(const completion *of)
{
    word_source s = {.of = of, .begun = of->begun};
    char *path =
        of->kind >= ARGUMENT_SOLUTION ? file_at_hand(&s, of->kind == ARGUMENT_SOLUTION) : NULL;
    open_file(&s, path);
    offer_kind(&s);
    wgcq_puzzle_free(s.puzzle);
    wgcq_trace_free(s.trace);
    free(path);
}
