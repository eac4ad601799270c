/*
 * journey_programs.c - random programs, run as journeys.  Reads programs from standard input and
 * prints the results that each way of running them gives.
 *
 * A program is a start and procedures; a procedure is a list of statements, each a word and its
 * arguments (words[] below), over a state of four numbers.  C has no closures, so procedure k is
 * the k-th of a fixed set of journey functions, which finds its list by wgcq_self.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wgcq.h"

enum { VARIABLES = 4, TICKS = 3, PROCEDURES = 24, RUNS_MOST = 20000, RESULTS_MOST = 300 };
enum { HASH_MODULUS = 1000003, LIMITS_MOST = 3000, CHOICES_MOST = 4096 };

typedef struct numbers {
    int32_t v[VARIABLES];
} numbers;

/* ---- statements --------------------------------------------------------- */

/* n: a number, v: a variable, p: a procedure, e: an expression, l: a list. */
#define WORDS(W)                                                                                   \
    W(SET, "set", "ve")                                                                            \
    W(CHOOSE, "choose", "ve")                                                                      \
    W(FROM, "from", "vee")                                                                         \
    W(BIT, "bit", "ve")                                                                            \
    W(SUBSET, "subset", "vnnn")                                                                    \
    W(PERMUTATION, "permutation", "vn")                                                            \
    W(GUARD, "guard", "e")                                                                         \
    W(FAIL, "fail", "")                                                                            \
    W(CUT, "cut", "")                                                                              \
    W(MOVE, "move", "nn")                                                                          \
    W(TICK, "tick", "")                                                                            \
    W(IF, "if", "ell")                                                                             \
    W(CALL, "call", "p")                                                                           \
    W(ONCE, "once", "p")                                                                           \
    W(ANY, "any", "p")                                                                             \
    W(NONE, "none", "p")                                                                           \
    W(OR_ELSE, "or_else", "pp")                                                                    \
    W(WHETHER, "whether", "pll")                                                                   \
    W(COUNT, "count", "vpn")                                                                       \
    W(ALL, "all", "vpn")                                                                           \
    W(FIRST, "first", "vpnn")                                                                      \
    W(MIN, "min", "vpn")                                                                           \
    W(MAX, "max", "vpn")                                                                           \
    W(SUM, "sum", "vpn")                                                                           \
    W(GROUPS, "groups", "vpnn")                                                                    \
    W(REPEAT, "repeat", "ep")                                                                      \
    W(UNTIL, "until", "np")                                                                        \
    W(BOUND, "bound", "e")                                                                         \
    W(CHEAPEST, "cheapest", "p")                                                                   \
    W(INTERLEAVE, "interleave", "ppp")                                                             \
    W(TABLED, "tabled", "p")                                                                       \
    W(TABLED_BEST, "tabled_best", "p")

typedef enum word {
#define W(name, text, arguments) name,
    WORDS(W)
#undef W
        WORD_COUNT
} word;

static const struct {
    const char *text, *arguments;
} words[] = {
#define W(name, text, arguments) {text, arguments},
    WORDS(W)
#undef W
};

static const char *const labels[] = {"go", "hop", "lift", "drop", "turn"};

typedef struct expression {
    char op; /* '#': a number, 'v': a variable, else an operator */
    int value;
    struct expression *left, *right;
} expression;

typedef struct statement {
    word word;
    int n[4];
    expression *e[2];
    struct statement *lists[2], *next;
} statement;

typedef struct bag {
    numbers *results;
    size_t count, room;
} bag;

typedef struct program {
    char name[32];
    int number; /* chooses limits, windows, ... */
    numbers start;
    statement *procedures[PROCEDURES];
    uint64_t *done;  /* of each word, how often it was come to                            */
    uint64_t *found; /* of none, whether, or_else: how often the procedure had a result   */
    bag *gathered;
} program;

/* ---- reading ------------------------------------------------------------ */

static void *allocated(void *memory)
{
    if (!memory) {
        fputs("out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

/* The next word of the input; false at its end. */
static bool next_token(char token[32])
{
    return scanf("%31s", token) == 1;
}

static _Noreturn void refuse(const char *token)
{
    fprintf(stderr, "unexpected: %s\n", token);
    exit(2);
}

static int read_number(void)
{
    char token[32];
    return next_token(token) ? atoi(token) : 0;
}

/* In Polish notation. */
static expression *read_expression(void)
{
    char token[32];
    if (!next_token(token))
        refuse("end");
    expression *e = allocated(calloc(1, sizeof *e));
    if (token[0] == 'v') {
        *e = (expression){.op = 'v', .value = token[1] - '0'};
    } else if (token[0] >= '0' && token[0] <= '9') {
        *e = (expression){.op = '#', .value = atoi(token)};
    } else {
        e->op = token[0];
        e->left = read_expression();
        e->right = read_expression();
    }
    return e;
}

static statement *read_statement(const char *token);

/* What stands between [ and ]. */
static statement *read_list(void)
{
    char token[32];
    if (!next_token(token) || strcmp(token, "["))
        refuse(token);
    statement *first = NULL, **last = &first;
    while (next_token(token) && strcmp(token, "]")) {
        *last = read_statement(token);
        last = &(*last)->next;
    }
    return first;
}

static statement *read_statement(const char *token)
{
    word w = 0;
    while (w < WORD_COUNT && strcmp(words[w].text, token))
        w++;
    if (w == WORD_COUNT)
        refuse(token);
    statement *s = allocated(calloc(1, sizeof *s));
    s->word = w;
    size_t n = 0, e = 0, l = 0;
    for (const char *a = words[w].arguments; *a; a++)
        if (*a == 'e')
            s->e[e++] = read_expression();
        else if (*a == 'l')
            s->lists[l++] = read_list();
        else
            s->n[n++] = read_number();
    return s;
}

static void free_expression(expression *e)
{
    if (!e)
        return;
    free_expression(e->left);
    free_expression(e->right);
    free(e);
}

static void free_statements(statement *s)
{
    while (s) {
        statement *next = s->next;
        for (int i = 0; i < 2; i++) {
            free_expression(s->e[i]);
            free_statements(s->lists[i]);
        }
        free(s);
        s = next;
    }
}

/* "program NAME NUMBER v0 v1 v2 v3 COUNT [...] ..."; false at the end of the input. */
static bool read_program(program *p)
{
    char token[32];
    if (!next_token(token))
        return false;
    if (strcmp(token, "program") || !next_token(p->name))
        refuse(token);
    p->number = read_number();
    for (int i = 0; i < VARIABLES; i++)
        p->start.v[i] = read_number();
    int count = read_number();
    if (count > PROCEDURES)
        refuse("a number of procedures");
    for (int i = 0; i < count; i++)
        p->procedures[i] = read_list();
    return true;
}

static void free_program(program *p)
{
    for (int i = 0; i < PROCEDURES; i++) {
        free_statements(p->procedures[i]);
        p->procedures[i] = NULL;
    }
}

/* ---- running ------------------------------------------------------------- */

/* The remainder of the quotient that is rounded down, as Prolog's mod. */
static int64_t modulo(int64_t a, int64_t b)
{
    int64_t rest = a % b;
    return rest && (rest < 0) != (b < 0) ? rest + b : rest;
}

static int64_t evaluate(const expression *e, const numbers *s)
{
    if (e->op == '#')
        return e->value;
    if (e->op == 'v')
        return s->v[e->value];
    int64_t a = evaluate(e->left, s), b = evaluate(e->right, s);
    switch (e->op) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '%':
        return modulo(a, b);
    case '<':
        return a < b;
    case '=':
        return a == b;
    case '!':
        return a != b;
    case '&':
        return a && b;
    case '|':
        return a || b;
    default:
        refuse(&e->op);
    }
}

static int64_t code_of(const numbers *s)
{
    int64_t code = 0;
    for (int i = 0; i < VARIABLES; i++)
        code = modulo(code * 10 + s->v[i] + 1, HASH_MODULUS);
    return code;
}

typedef struct fold {
    int64_t hash;
    int left; /* results that are still wanted; below 0: all */
} fold;

static bool fold_result(void *into, const void *state)
{
    fold *f = into;
    f->hash = modulo(f->hash * 31 + code_of(state) + 1, HASH_MODULUS);
    return --f->left != 0;
}

static void first_number(const void *state, void *key)
{
    memcpy(key, state, sizeof(int32_t));
}

static bool fold_group(void *into, const void *key, const void *states, size_t count)
{
    fold *f = into;
    int32_t number;
    memcpy(&number, key, sizeof number);
    f->hash = modulo(f->hash * 31 + number + 1, HASH_MODULUS);
    for (size_t i = 0; i < count; i++)
        f->hash = modulo(f->hash * 31 + code_of((const numbers *)states + i) + 1, HASH_MODULUS);
    return --f->left != 0;
}

static int64_t value_of(const void *state)
{
    const numbers *s = state;
    return (int64_t)s->v[0] * 3 - (int64_t)s->v[1] * 2 + s->v[2];
}

static bool run_list(wgcq_journey *j, numbers *s, const statement *list);

static bool run_procedure(wgcq_journey *j, numbers *s, int number)
{
    const program *p = wgcq_self(j);
    return run_list(j, s, p->procedures[number]);
}

static bool is_done(const numbers *s, int number)
{
    return s->v[TICKS] > number % 6 || (number >= 6 && s->v[0] == number % 3);
}

#define NUMBERS(N)                                                                                 \
    N(0) N(1) N(2) N(3) N(4) N(5) N(6) N(7) N(8) N(9) N(10) N(11)                                  \
    N(12) N(13) N(14) N(15) N(16) N(17) N(18) N(19) N(20) N(21) N(22) N(23)

#define N(k)                                                                                       \
    static bool procedure_##k(wgcq_journey *j, void *s)                                            \
    {                                                                                              \
        return run_procedure(j, s, k);                                                             \
    }                                                                                              \
    static bool done_##k(const void *s)                                                            \
    {                                                                                              \
        return is_done(s, k);                                                                      \
    }
NUMBERS(N)
#undef N

static wgcq_journey_fn *const procedures[] = {
#define N(k) procedure_##k,
    NUMBERS(N)
#undef N
};

static bool (*const done_tests[])(const void *) = {
#define N(k) done_##k,
    NUMBERS(N)
#undef N
};

static bool run_choice(wgcq_journey *j, numbers *s, const statement *at)
{
    int32_t *to = &s->v[at->n[0]];
    int64_t value = 0;
    if (at->word == CHOOSE) {
        int64_t count = evaluate(at->e[0], s);
        size_t which;
        if (!wgcq_choose(j, count < 0 ? 0 : (size_t)count, &which))
            return false;
        value = (int64_t)which;
    } else if (at->word == FROM) {
        if (!wgcq_choose_from(j, evaluate(at->e[0], s), evaluate(at->e[1], s), &value))
            return false;
    } else if (at->word == BIT) {
        unsigned bit;
        if (!wgcq_choose_bit(j, (uint64_t)evaluate(at->e[0], s), &bit))
            return false;
        value = bit;
    } else if (at->word == SUBSET) {
        uint64_t members;
        if (!wgcq_choose_subset(j, (unsigned)at->n[1], (unsigned)at->n[2], (unsigned)at->n[3],
                                &members))
            return false;
        value = (int64_t)members;
    } else {
        unsigned char order[64];
        if (!wgcq_choose_permutation(j, (unsigned)at->n[1], order))
            return false;
        for (int i = 0; i < at->n[1]; i++)
            value = value * 4 + order[i];
    }
    *to = (int32_t)value;
    return true;
}

static bool run_whether(wgcq_journey *j, numbers *s, const statement *at)
{
    const program *p = wgcq_self(j);
    bool yes;
    if (!wgcq_whether(j, procedures[at->n[0]], &yes))
        return false;
    p->found[WHETHER] += yes;
    return run_list(j, s, at->lists[!yes]);
}

/* The same as wgcq_none and wgcq_or_else, with a count of the ways they take. */
static void count_ways(wgcq_journey *j, const statement *at, bool yes)
{
    const program *p = wgcq_self(j);
    p->found[at->word] += yes;
}

static bool run_none(wgcq_journey *j, const statement *at)
{
    bool none = wgcq_none(j, procedures[at->n[0]]);
    count_ways(j, at, !none);
    return none;
}

static bool run_or_else(wgcq_journey *j, const statement *at)
{
    bool yes;
    if (!wgcq_whether(j, procedures[at->n[0]], &yes))
        return false;
    count_ways(j, at, yes);
    return wgcq_or_else(j, procedures[at->n[0]], procedures[at->n[1]]);
}

/* The number that all results of a procedure come to. */
static bool fold_results(wgcq_journey *j, const statement *at, int64_t *number)
{
    wgcq_journey_fn *fn = procedures[at->n[1]];
    fold f = {0, at->word == FIRST || at->word == GROUPS ? at->n[3] : -1};
    uint64_t count;
    switch (at->word) {
    case COUNT:
        if (!wgcq_count(j, fn, &count))
            return false;
        *number = (int64_t)count;
        return true;
    case MIN:
        return wgcq_min(j, fn, value_of, number);
    case MAX:
        return wgcq_max(j, fn, value_of, number);
    case SUM:
        return wgcq_sum(j, fn, value_of, number);
    case GROUPS:
        if (!wgcq_group_by(j, fn, first_number, sizeof(int32_t), fold_group, &f))
            return false;
        break;
    default:
        if (!wgcq_find_all(j, fn, fold_result, &f))
            return false;
    }
    *number = f.hash;
    return true;
}

static bool run_fold(wgcq_journey *j, numbers *s, const statement *at)
{
    int64_t number;
    if (!fold_results(j, at, &number))
        return false;
    s->v[at->n[0]] = (int32_t)modulo(number, at->n[2]);
    return true;
}

static bool run_statement(wgcq_journey *j, numbers *s, const statement *at)
{
    const program *p = wgcq_self(j);
    p->done[at->word]++;
    switch (at->word) {
    case SET:
        s->v[at->n[0]] = (int32_t)evaluate(at->e[0], s);
        return true;
    case CHOOSE:
    case FROM:
    case BIT:
    case SUBSET:
    case PERMUTATION:
        return run_choice(j, s, at);
    case GUARD:
        return wgcq_guard(j, evaluate(at->e[0], s), "guard");
    case FAIL:
        return wgcq_fail(j);
    case CUT:
        return wgcq_cut(j);
    case MOVE:
        return wgcq_move(j, labels[at->n[0]], at->n[1]);
    case TICK:
        s->v[TICKS]++;
        return true;
    case IF:
        return run_list(j, s, at->lists[!evaluate(at->e[0], s)]);
    case CALL:
        return run_procedure(j, s, at->n[0]);
    case ONCE:
        return wgcq_once(j, procedures[at->n[0]]);
    case ANY:
        return wgcq_any(j, procedures[at->n[0]]);
    case NONE:
        return run_none(j, at);
    case OR_ELSE:
        return run_or_else(j, at);
    case WHETHER:
        return run_whether(j, s, at);
    case COUNT:
    case ALL:
    case FIRST:
    case MIN:
    case MAX:
    case SUM:
    case GROUPS:
        return run_fold(j, s, at);
    case REPEAT:
        return wgcq_repeat(j, (size_t)evaluate(at->e[0], s), procedures[at->n[0]]);
    case UNTIL:
        return wgcq_until(j, done_tests[at->n[0]], procedures[at->n[1]]);
    case BOUND:
        return wgcq_bound(j, evaluate(at->e[0], s));
    case CHEAPEST:
        return wgcq_cheapest(j, procedures[at->n[0]]);
    case INTERLEAVE:
        return wgcq_interleave(j, 3,
                               (wgcq_journey_fn *const[]){procedures[at->n[0]],
                                                          procedures[at->n[1]],
                                                          procedures[at->n[2]]});
    case TABLED:
        return wgcq_tabled(j, procedures[at->n[0]]);
    case TABLED_BEST:
        return wgcq_tabled_best(j, procedures[at->n[0]]);
    default:
        break;
    }
    return false;
}

static bool run_list(wgcq_journey *j, numbers *s, const statement *list)
{
    for (; list; list = list->next)
        if (!run_statement(j, s, list))
            return false;
    return true;
}

/* ---- ways to run a program ------------------------------------------------- */

static bool keep_result(void *into, const void *state)
{
    bag *b = into;
    if (b->count == b->room) {
        b->room = b->room ? 2 * b->room : 64;
        b->results = allocated(realloc(b->results, b->room * sizeof *b->results));
    }
    b->results[b->count++] = *(const numbers *)state;
    return true;
}

/* All results at once, of which one is chosen. */
static bool gather(wgcq_journey *j, void *state)
{
    const program *p = wgcq_self(j);
    size_t which;
    p->gathered->count = 0;
    if (!wgcq_find_all(j, procedures[0], keep_result, p->gathered) ||
        !wgcq_choose(j, p->gathered->count, &which))
        return false;
    memcpy(state, &p->gathered->results[which], sizeof(numbers));
    return true;
}

static bool no_result(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_fail(j);
}

/* The program as what another one has not. */
static bool otherwise(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_or_else(j, no_result, procedures[0]);
}

/* The program as the one step of a loop. */
static bool as_step(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, 1, procedures[0]);
}

static int by_second_and_first(const void *a, const void *b)
{
    const numbers *s = a, *t = b;
    if (s->v[1] != t->v[1])
        return s->v[1] < t->v[1] ? -1 : 1;
    return (s->v[0] > t->v[0]) - (s->v[0] < t->v[0]);
}

static void first_and_third(const void *state, void *key)
{
    const numbers *s = state;
    memcpy(key, &s->v[0], sizeof s->v[0]);
    memcpy((char *)key + sizeof s->v[0], &s->v[2], sizeof s->v[2]);
}

static void print_result(const numbers *s, const wgcq_iterator *it)
{
    putchar(' ');
    for (int i = 0; i < VARIABLES; i++)
        printf(" %" PRId32, s->v[i]);
    printf(" %" PRId64, wgcq_iterator_cost(it));
    for (size_t i = 0; i < wgcq_iterator_move_count(it); i++)
        printf(" %s", wgcq_iterator_move(it, i));
    putchar('\n');
}

/* Prints the results, and how the iteration ended; the code.  `limits`: so often a limit is gone on
   from. */
static int print_run(const char *name, program *p, wgcq_journey_fn *fn,
                     wgcq_iterator_options options, int limits)
{
    numbers s = p->start;
    wgcq_error err = {0};
    wgcq_iterator *it = NULL;
    size_t counts[RESULTS_MOST + 1];
    options.self = p;
    int code = wgcq_iterator_new(&it, fn, &s, sizeof s, &options, &err), results = 0;
    printf("way %s\n", name);
    while (code >= 0 && code != WGCQ_DONE && results <= RESULTS_MOST) {
        code = wgcq_iterator_next(it, &err);
        if (code == 0) {
            print_result(&s, it);
            counts[results++] = wgcq_iterator_choice_count(it);
        } else if (code == WGCQ_LIMIT) {
            if (memcmp(&s, &p->start, sizeof s))
                puts("error: the state at a limit is not the initial one");
            if (limits-- <= 0 || !strcmp(wgcq_iterator_limit(it), "max_depth"))
                break;
        }
    }
    if (code < 0)
        printf("error: %s\n", err.text);
    printf("end %d\n", results > RESULTS_MOST ? WGCQ_LIMIT : code);
    printf("choices");
    for (int i = 0; i < results; i++)
        printf(" %zu", counts[i]);
    putchar('\n');
    wgcq_iterator_free(it);
    return results > RESULTS_MOST ? WGCQ_LIMIT : code;
}

/* Each run goes on after a limit of so few runs that it ends all the same: a nested journey that a
   limit ends begins anew. */
static void print_by_parts(program *p)
{
    for (uint64_t runs = 7; runs <= 2 * RUNS_MOST; runs *= 8) {
        printf("runs %" PRIu64 "\n", runs);
        if (print_run("parts", p, procedures[0], (wgcq_iterator_options){.max_runs = runs},
                      LIMITS_MOST) != WGCQ_LIMIT)
            return;
    }
}

/* The choices of the present result, there and back as text or as bytes. */
static size_t choices_of(const wgcq_iterator *it, uint64_t *choices, bool text, wgcq_error *err)
{
    size_t count = wgcq_iterator_choice_count(it), back = 0;
    char written[16 * CHOICES_MOST];
    assert(count <= CHOICES_MOST);
    for (size_t i = 0; i < count; i++)
        choices[i] = wgcq_iterator_choice(it, i);
    size_t size = text ? wgcq_choices_to_text(choices, count, written, sizeof written)
                       : wgcq_choices_to_bytes(choices, count, written, sizeof written);
    memset(choices, 0xff, CHOICES_MOST * sizeof *choices);
    int code = text ? wgcq_choices_from_text(written, choices, CHOICES_MOST, &back, err)
                    : wgcq_choices_from_bytes(written, size, choices, CHOICES_MOST, &back, err);
    if (code || back != count)
        printf("error: %s: %zu choices have become %zu\n", err->text, count, back);
    return count;
}

static void print_replayed(const char *name, int code, const numbers *s, const wgcq_error *err)
{
    printf("way %s\n", name);
    if (code == 0) {
        putchar(' ');
        for (int i = 0; i < VARIABLES; i++)
            printf(" %" PRId32, s->v[i]);
        puts(" 0");
    } else if (code < 0) {
        printf("error: %s\n", err->text);
    }
    printf("end %d\n", code);
}

/* Each of the first results by its choices; the results behind the last of them; and the smallest
   choices that are found from the last. */
static void print_by_choices(program *p, size_t some)
{
    uint64_t choices[CHOICES_MOST];
    size_t count = 0, given = 0;
    numbers s = p->start, again;
    wgcq_error err = {0};
    wgcq_iterator *it = NULL;
    const wgcq_iterator_options options = {.self = p, .check = p->number % 2};
    wgcq_journey_fn *fn = procedures[0];
    uint64_t own = 0, replayed = 0, before = p->done[BOUND]; /* calls of wgcq_bound */
    int code = wgcq_iterator_new(&it, fn, &s, sizeof s, &options, &err);
    for (; code == 0 && given < some && (code = wgcq_iterator_next(it, &err)) == 0; given++) {
        count = choices_of(it, choices, given % 2, &err);
        again = p->start;
        own = p->done[BOUND];
        int ended = wgcq_replay(fn, &again, sizeof again, &options, choices, count, &err);
        own = p->done[BOUND] - own;
        replayed += own;
        print_replayed("replay", ended, &again, &err);
    }
    wgcq_iterator_free(it);
    if (!given)
        return;
    if (!own && p->done[BOUND] - before > replayed)
        puts("bounded before");
    print_run("after", p, fn, (wgcq_iterator_options){.after = choices, .after_count = count}, 0);
    again = p->start;
    code = wgcq_shrink(fn, &again, sizeof again, &options, choices, &count, &err);
    print_replayed("shrunk", code, &again, &err);
}

/* ---- as the moves of a model ------------------------------------------------ */

static void add_start(const void *self, wgcq_moves *to)
{
    const program *p = self;
    wgcq_moves_add(to, NULL, &p->start, NULL);
}

/* Of the start only; it counts nothing, since it may be called by any thread. */
static void run_as_move(const void *self, const void *state, wgcq_moves *to)
{
    const program *p = self;
    if (memcmp(state, &p->start, sizeof p->start) == 0)
        wgcq_moves_run(to, "run", state, procedures[0]);
}

static int show_numbers(const void *self, const void *state, char *out, size_t room)
{
    const numbers *s = state;
    (void)self;
    return snprintf(out, room, "%" PRId32 " %" PRId32 " %" PRId32 " %" PRId32, s->v[0], s->v[1],
                    s->v[2], s->v[3]);
}

/* The distinct results as the successors of the start. */
static void print_as_moves(program *p)
{
    const wgcq_field field = {
        .name = "v", .size = sizeof(int32_t), .is_signed = true, .count = VARIABLES};
    static const char *const rejections[] = {"guard"};
    const wgcq_description about = {.title = "Program",
                                    .size = sizeof(numbers),
                                    .fields = &field,
                                    .field_count = 1,
                                    .self = p,
                                    .start = add_start,
                                    .moves = run_as_move,
                                    .show = show_numbers,
                                    .rejections = rejections,
                                    .rejection_count = 1,
                                    .checked = p->number % 2};
    wgcq_model *model = NULL;
    wgcq_game *game = NULL;
    wgcq_error err = {0};
    int code = wgcq_model_new(&model, &about, &err);
    if (!code)
        code = wgcq_game_new(&game, model, &err);
    puts("way moves");
    for (size_t i = 0; !code && i < wgcq_game_move_count(game); i++)
        printf("  %s 0\n", wgcq_game_move_shown(game, i));
    if (code)
        printf("error: %s\n", err.text);
    printf("end %d\n", code ? code : WGCQ_DONE);
    wgcq_game_free(game);
    wgcq_model_free(model);
}

static void print_program(program *p, bool only_plain)
{
    wgcq_journey_fn *fn = procedures[0];
    uint64_t done[WORD_COUNT] = {0}, found[WORD_COUNT] = {0}, other[WORD_COUNT];
    p->done = done;
    p->found = found;
    printf("program %s\n", p->name);
    fflush(stdout); /* a crash is this program's */
    if (print_run("plain", p, fn, (wgcq_iterator_options){.max_runs = RUNS_MOST}, 0) ==
        WGCQ_LIMIT)
        return;
    for (word w = 0; w < WORD_COUNT; w++)
        if (done[w])
            printf("word %s %" PRIu64 " %" PRIu64 "\n", words[w].text, done[w], found[w]);
    p->done = p->found = other;
    memset(other, 0, sizeof other);
    if (only_plain)
        return;
    bool check = p->number % 2;
    uint64_t some = 1 + (uint64_t)p->number % 4;
#define WAY(...) ((wgcq_iterator_options){__VA_ARGS__})
    print_run("check", p, fn, WAY(.check = true), 0);
    print_run("distinct", p, fn, WAY(.distinct = true), 0);
    print_run("key", p, fn, WAY(.distinct = true, .key = first_and_third, .key_size = 8), 0);
    print_run("bounded", p, fn, WAY(.distinct = true, .distinct_most = some), 0);
    print_run("window", p, fn, WAY(.offset = some, .limit = some + 2), 0);
    print_run("ordered", p, fn, WAY(.order_by = by_second_and_first), 0);
    print_run("all", p, fn,
              WAY(.distinct = true, .order_by = by_second_and_first, .offset = 1, .limit = some,
                  .check = true),
              0);
    print_run("depth", p, fn, WAY(.max_depth = 2 * some), 0);
    print_run("deep", p, fn, WAY(.max_depth = 1000000, .check = true), 0);
    print_run("gather", p, gather, WAY(.check = check), 0);
    print_run("otherwise", p, otherwise, WAY(.check = check), 0);
    print_run("step", p, as_step, WAY(.check = check), 0);
    print_run("deepening", p, fn, WAY(.order = WGCQ_DEEPENING, .check = check), 0);
    print_run("random", p, fn, WAY(.order = WGCQ_RANDOM, .seed = some, .check = check), 0);
    print_run("restarts", p, fn, WAY(.order = WGCQ_RANDOM, .seed = some, .restart_runs = 20), 0);
    print_by_choices(p, (size_t)some);
    print_by_parts(p);
    if (!done[MOVE]) /* one successor has one label */
        print_as_moves(p);
#undef WAY
}

/* With an argument each program is run in the plain way only. */
int main(int count, char **arguments)
{
    (void)arguments;
    bag gathered = {0};
    program p = {.gathered = &gathered};
    while (read_program(&p)) {
        print_program(&p, count > 1);
        free_program(&p);
    }
    free(gathered.results);
    return 0;
}
