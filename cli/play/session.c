/* session.c - a game: reads what is entered, makes the moves, answers the questions. */
#include "play/session.h"

#include "args/number.h"
#include "output/atomic_write.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/progress_line.h"
#include "output/terminal_text.h"
#include "play/input_line.h"
#include "play/position.h"
#include "rows/plan_line.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const double SECONDS_TO_LOOK_AHEAD = 10; /* without --max-time */

typedef struct session {
    const request *r;
    wgcq_game *game;
    session_report_fn report;
    void *report_self;
    bool over, replaying;
    bool changed;       /* the position is to be printed */
    bool misunderstood; /* a line of a script was no move and no word */
    int status;         /* of the first failure */
} session;

/* ---- errors ---------------------------------------------------------------------------------- */

static void report_failure(session *s, const wgcq_error *err)
{
    fflush(stdout);
    int status = s->report(s->report_self, err);
    s->over = s->over || err->code == WGCQ_EINTERRUPT;
    if (s->status == STATUS_FOUND)
        s->status = status;
}

/* The entered line makes no sense here. */
static void misunderstand(session *s)
{
    s->misunderstood = !input_is_terminal();
}

static void print_line_of(const char *before, const char *text, const char *after)
{
    fputs(before, stdout);
    terminal_print_text(stdout, text);
    puts(after);
}

/* An operand that is a whole number, 1 where there is none. */
static bool read_number(session *s, uint64_t *out, const char *operand)
{
    char why[NUMBER_ERROR_MAX];
    *out = 1;
    if (!*operand || number_parse(out, operand, why))
        return true;
    print_line_of("", why, "");
    misunderstand(s);
    return false;
}

/* ---- moves ----------------------------------------------------------------------------------- */

static void make_move(session *s, size_t i)
{
    wgcq_error err = {0};
    char *label = memory_strdup(wgcq_game_move(s->game, i));
    if (wgcq_game_make(s->game, i, &err) < 0) {
        report_failure(s, &err);
    } else {
        if (!input_is_terminal())
            print_line_of("> ", label, "");
        s->changed = true;
        s->replaying = false;
    }
    free(label);
}

typedef bool (*matches_fn)(const char *label, const char *entered);

static bool is_label(const char *label, const char *entered)
{
    return !strcmp(label, entered);
}

static bool begins_label(const char *label, const char *entered)
{
    return !strncmp(label, entered, strlen(entered));
}

static bool begins_label_in_any_case(const char *label, const char *entered)
{
    return !strncasecmp(label, entered, strlen(entered));
}

/* How many moves match, and the first that does. */
static size_t count_matches(size_t *first, const wgcq_game *game, const char *entered,
                            matches_fn matches)
{
    size_t found = 0;
    for (size_t i = wgcq_game_move_count(game); i-- > 0;)
        if (matches(wgcq_game_move(game, i), entered)) {
            *first = i;
            found++;
        }
    return found;
}

static void print_matches(const wgcq_game *game, const char *entered, matches_fn matches)
{
    puts("several moves are called so; which one?");
    for (size_t i = 0; i < wgcq_game_move_count(game); i++)
        if (matches(wgcq_game_move(game, i), entered)) {
            printf("%4zu  ", i + 1);
            print_line_of("", wgcq_game_move(game, i), "");
        }
}

static bool make_named_move(session *s, const char *entered, matches_fn matches)
{
    size_t i = 0, found = count_matches(&i, s->game, entered, matches);
    if (found == 1)
        make_move(s, i);
    if (found > 1) {
        print_matches(s->game, entered, matches);
        misunderstand(s);
    }
    return found > 0;
}

static bool make_numbered_move(session *s, const char *entered)
{
    uint64_t number;
    char why[NUMBER_ERROR_MAX];
    if (!number_parse(&number, entered, why))
        return false;
    if (number && number <= wgcq_game_move_count(s->game)) {
        make_move(s, (size_t)number - 1);
    } else {
        printf("there is no move %" PRIu64 "\n", number);
        misunderstand(s);
    }
    return true;
}

/* Says why a move of that name is not possible here, or which name was meant. */
static void explain_no_move(session *s, const char *entered)
{
    size_t count = wgcq_game_move_count(s->game);
    const char **labels = memory_alloc((count + 1) * sizeof *labels);
    for (size_t i = 0; i < count; i++)
        labels[i] = wgcq_game_move(s->game, i);
    misunderstand(s);
    if (!position_print_rejected(s->game, entered)) {
        const char *meant = wgcq_suggest(entered, labels, count);
        print_line_of("no move '", entered,
                      meant ? "' here; did you mean:"
                            : "' here (help lists what else can be entered)");
        if (meant)
            print_line_of("  ", meant, "");
    }
    free(labels);
}

/* ---- words ----------------------------------------------------------------------------------- */

static void print_why(session *s, const char *operand)
{
    int found =
        *operand ? position_print_about(s->game, operand) : position_print_rejected(s->game, NULL);
    if (!found && wgcq_game_at_end(s->game))
        puts("no move leaves a state where the puzzle ends");
    else if (!found)
        puts(*operand ? "no choice of such a move is possible here"
                      : "no rule rejects a move here");
}

static void step_along(session *s, const char *operand, int (*step)(wgcq_game *, wgcq_error *),
                       const char *none)
{
    wgcq_error err = {0};
    uint64_t times, done = 0;
    int code = 0;
    if (!read_number(s, &times, operand))
        return;
    while (done < times && !(code = step(s->game, &err)))
        done++;
    if (code < 0)
        report_failure(s, &err);
    else if (!done)
        puts(none);
    s->changed = done > 0;
}

static void take_back(session *s, const char *operand)
{
    step_along(s, operand, wgcq_game_undo, "there is no move to take back");
}

static void make_again(session *s, const char *operand)
{
    size_t before = wgcq_game_length(s->game);
    step_along(s, operand, wgcq_game_redo, "there is no move to make again");
    for (size_t i = before; i < wgcq_game_length(s->game); i++)
        print_line_of("> ", wgcq_game_line(s->game, i), "");
}

static wgcq_options search_limits(const request *r)
{
    return (wgcq_options){.max_states = r->max_states,
                          .max_memory = r->max_memory,
                          .max_time =
                              r->given[OPTION_max_time] ? r->max_time : SECONDS_TO_LOOK_AHEAD,
                          .memory_left = wgcq_memory_left()};
}

/* false: it failed, which is reported. */
static bool find_way(session *s, wgcq_way *way, const char *cost)
{
    wgcq_error err = {0};
    progress_line w;
    wgcq_options limits = search_limits(s->r);
    wgcq_monitor monitor = progress_line_begin(&w, s->r->quiet);
    int code = wgcq_game_way(way, s->game, cost, &limits, &monitor, &err);
    progress_line_end(&w);
    if (code == WGCQ_EREQUEST) {
        print_line_of("", err.text, "");
        misunderstand(s);
    } else if (code < 0) {
        report_failure(s, &err);
    }
    return code == 0;
}

static void print_length(const wgcq_way *way)
{
    printf("%s move%s", WGCQ_GROUPED(way->length), way->length == 1 ? "" : "s");
}

static void print_unknown(const wgcq_way *way)
{
    printf("not known: a limit came first, after %s states\n", WGCQ_GROUPED(way->states));
}

/* "take goat: a goal in 7 moves, noise 12" */
static void print_way(const wgcq_game *game, const wgcq_way *way)
{
    const char *label = wgcq_game_move(game, way->move);
    terminal_print_text(stdout, label);
    fputs(": a goal in ", stdout);
    print_length(way);
    if (strcmp(way->by, "moves") != 0) {
        fputs(", ", stdout);
        terminal_print_text(stdout, way->by);
        printf(" %s", WGCQ_GROUPED((uint64_t)way->cost));
    }
    puts(way->known ? "" : "; perhaps not the best");
}

static void give_hint(session *s, const char *operand)
{
    wgcq_way way;
    if (!find_way(s, &way, *operand ? operand : s->r->cost_order))
        return;
    if (!way.reaches && way.known)
        puts("no hint: no goal can be reached from here");
    else if (!way.reaches)
        print_unknown(&way);
    else if (!way.length)
        puts("this is a goal");
    else
        print_way(s->game, &way);
}

static void print_distance(session *s, const char *operand)
{
    wgcq_way way;
    (void)operand;
    if (!find_way(s, &way, "moves"))
        return;
    if (!way.reaches && way.known) {
        puts("a dead end: no goal can be reached from here");
    } else if (!way.reaches) {
        print_unknown(&way);
    } else {
        fputs(way.known ? "a goal is " : "a goal is at most ", stdout);
        print_length(&way);
        puts(" away");
    }
}

static void replay_property(session *s, const char *property)
{
    wgcq_error err = {0};
    int code = wgcq_game_replay_lasso(s->game, property, &err);
    if (code < 0)
        report_failure(s, &err);
    else if (code)
        print_line_of("there is no path that violates '", property, "'");
    s->replaying = s->changed = code == 0;
}

static void replay_solution(session *s, const char *operand)
{
    wgcq_error err = {0};
    progress_line w;
    uint64_t number;
    wgcq_options limits = search_limits(s->r);
    if (*operand && strspn(operand, "0123456789") < strlen(operand)) {
        replay_property(s, operand);
        return;
    }
    if (!read_number(s, &number, operand))
        return;
    wgcq_monitor monitor = progress_line_begin(&w, s->r->quiet);
    int code = number ? wgcq_game_replay(s->game, number, &limits, &monitor, &err) : WGCQ_DONE;
    progress_line_end(&w);
    if (code < 0)
        report_failure(s, &err);
    else if (code == WGCQ_LIMIT)
        printf("not known: a limit came before solution %" PRIu64 "\n", number);
    else if (code)
        printf("there is no solution %" PRIu64 "\n", number);
    s->replaying = s->changed = code == 0;
}

static void begin_again(session *s, const char *operand)
{
    wgcq_error err = {0};
    uint64_t number, count = wgcq_game_start_count(s->game);
    if (!read_number(s, &number, operand))
        return;
    if (!number || number > count)
        printf("there %s %s initial state%s\n", count == 1 ? "is" : "are", WGCQ_GROUPED(count),
               count == 1 ? "" : "s");
    else if (wgcq_game_restart(s->game, (size_t)number - 1, &err) < 0)
        report_failure(s, &err);
    else
        s->changed = true;
    s->replaying = false;
}

static void print_plan_so_far(session *s, const char *operand)
{
    (void)operand;
    for (size_t i = 0; i < wgcq_game_length(s->game); i++) {
        printf("%4zu  ", i + 1);
        print_line_of("", wgcq_game_line(s->game, i), "");
    }
}

/* One move a line. */
static void replace_plan(session *s, const char *path)
{
    const size_t moves = wgcq_game_length(s->game);
    memory_stream lines;
    FILE *out = memory_stream_begin(&lines);
    for (size_t i = 0; i < moves; i++)
        plan_line_put(out, wgcq_game_line(s->game, i));
    char *text = memory_stream_end(&lines);
    int status = atomic_write(path, text, lines.length);
    if (status == STATUS_FOUND)
        printf("%s move%s saved\n", WGCQ_GROUPED(moves), moves == 1 ? "" : "s");
    else if (s->status == STATUS_FOUND)
        s->status = status;
    free(text);
}

static void save_plan(session *s, const char *path)
{
    if (*path && access(path, F_OK) == 0) {
        print_line_of("'", path, "' exists; s! replaces it");
        misunderstand(s);
    } else {
        replace_plan(s, path);
    }
}

static void print_words(session *s, const char *operand);

static void leave_game(session *s, const char *operand)
{
    (void)operand;
    s->over = true;
}

typedef struct game_word {
    const char *word, *whole;
    void (*say)(session *s, const char *operand);
    const char *operand, *phrase;
} game_word;

static const game_word words[] = {
#define WORD(word, whole, function, operand, phrase) {word, whole, function, operand, phrase},
#include "play/session_words.def"
#undef WORD
};
enum { WORDS = sizeof words / sizeof *words };

static void print_words(session *s, const char *operand)
{
    (void)s;
    (void)operand;
    puts("  MOVE                 a move: its number, its name, or how only its name begins");
    for (size_t i = 0; i < WORDS; i++)
        if (words[i].phrase)
            printf("  %-4s %-8s %-6s %s\n", words[i].word,
                   strcmp(words[i].word, words[i].whole) ? words[i].whole : "", words[i].operand,
                   words[i].phrase);
}

/* ---- a line ---------------------------------------------------------------------------------- */

/* The word that the line begins with, and its operand; NULL: none.  An operand stands behind a
   blank, but for that of `?`. */
static const game_word *find_word(const char **operand, const char *line, bool whole)
{
    for (size_t i = WORDS; i-- > 0;) { /* s! before s */
        const char *word = whole ? words[i].whole : words[i].word;
        size_t length = strlen(word);
        if (strncmp(line, word, length) != 0)
            continue;
        const char *rest = line + length;
        if (*rest && *rest != ' ' && *line != '?')
            continue;
        *operand = rest + strspn(rest, " \t");
        bool wanted = words[i].operand[0] != '\0', needed = wanted && words[i].operand[0] != '[';
        if (**operand ? wanted : !needed)
            return &words[i];
    }
    return NULL;
}

static bool say_word(session *s, const char *line, bool whole)
{
    const char *operand;
    const game_word *w = find_word(&operand, line, whole);
    if (w)
        w->say(s, operand);
    return w != NULL;
}

static void print_again(session *s)
{
    if (s->replaying && wgcq_game_ahead(s->game))
        make_again(s, "");
    else
        s->changed = true;
}

/* Exact names come before words, words before beginnings of names, and those before whole words. */
static void obey(session *s, const char *line)
{
    if (!*line)
        print_again(s);
    else if (*line == ':' && (say_word(s, line + 1, false) || say_word(s, line + 1, true)))
        ;
    else if (!make_named_move(s, line, is_label) && !say_word(s, line, false) &&
             !make_numbered_move(s, line) && !make_named_move(s, line, begins_label) &&
             !make_named_move(s, line, begins_label_in_any_case) && !say_word(s, line, true))
        explain_no_move(s, line);
}

static const char *completion_word(const void *self, size_t i)
{
    const session *s = self;
    size_t count = wgcq_game_move_count(s->game);
    if (i < count)
        return wgcq_game_move(s->game, i);
    return i - count < WORDS ? words[i - count].word : NULL;
}

static void greet(const session *s)
{
    size_t starts = wgcq_game_start_count(s->game);
    if (input_is_terminal() && !s->r->quiet)
        puts(
            "a move by its number or name; ? why not, u undo, r redo, h hint, d distance, help, q");
    if (starts > 1)
        printf("initial state 1 of %s (b N begins in another)\n", WGCQ_GROUPED(starts));
}

int session_play(const request *r, wgcq_game *game, session_report_fn report, void *report_self)
{
    session s = {
        .r = r, .game = game, .report = report, .report_self = report_self, .changed = true};
    progress_line w;
    progress_line_begin(&w, true); /* signals end the game at its prompt, too */
    greet(&s);
    while (!s.over) {
        if (s.changed)
            position_print(game);
        s.changed = false;
        char *line = input_line("> ", completion_word, &s);
        if (line)
            obey(&s, line);
        s.over = s.over || !line;
        free(line);
    }
    if (progress_line_interrupted())
        return STATUS_INTERRUPTED;
    return s.status != STATUS_FOUND ? s.status : s.misunderstood ? STATUS_USAGE : STATUS_FOUND;
}
