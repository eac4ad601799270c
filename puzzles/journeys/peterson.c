/*
 * peterson.c - Peterson's mutual exclusion for two processes, and a broken variant.
 *
 * Each process raises its flag, gives the turn away, and waits while the other's flag is up and the
 * turn is the other's (Peterson, Myths about the mutual exclusion problem, 1981).  The goal is
 * the state to be excluded, both in the critical section: that no plan exists proves mutual
 * exclusion.  The variant gives the turn away before it raises the flag; its shortest plan is a
 * counterexample.
 */
#include <stddef.h>
#include <stdio.h>
#include <wgcq.h>

enum { IDLE, ANNOUNCING, WAITING, CRITICAL };

struct peterson {
    unsigned char at[2], flag[2], turn;
};

static const char *const places[] = {"idle", "announcing", "waiting", "critical"};
static const char *const raise[] = {"0 raises its flag", "1 raises its flag"};
static const char *const give[] = {"0 gives the turn to 1", "1 gives the turn to 0"};
static const char *const enter[] = {"0 enters", "1 enters"};
static const char *const leave[] = {"0 leaves", "1 leaves"};
static const char *const wait_for_turn = "waits for its turn";

static void start(const void *self, wgcq_moves *to)
{
    const struct peterson idle = {{IDLE, IDLE}, {0, 0}, 0};
    (void)self;
    wgcq_moves_add(to, NULL, &idle, NULL);
}

/* The next step of process `p`; `wrong`: gives the turn away first. */
static void step(bool wrong, const struct peterson *here, int p, wgcq_moves *to)
{
    struct peterson next = *here;
    const char *label = enter[p];
    next.at[p] = (unsigned char)((here->at[p] + 1) % 4);
    if (here->at[p] == CRITICAL) {
        next.flag[p] = 0;
        label = leave[p];
    } else if (here->at[p] == WAITING) {
        if (here->flag[!p] && here->turn != p) {
            wgcq_moves_reject(to, label, wait_for_turn);
            return;
        }
    } else if ((here->at[p] == IDLE) != wrong) {
        next.flag[p] = 1;
        label = raise[p];
    } else {
        next.turn = (unsigned char)!p;
        label = give[p];
    }
    wgcq_moves_add(to, label, &next, NULL);
}

static void moves(const void *self, const void *state, wgcq_moves *to)
{
    for (int p = 0; p < 2; p++)
        step(*(const bool *)self, (const struct peterson *)state, p, to);
}

static bool at_most_one(const void *self, const void *state)
{
    const struct peterson *here = (const struct peterson *)state;
    (void)self;
    return here->at[0] != CRITICAL || here->at[1] != CRITICAL;
}

static const wgcq_invariant mutual_exclusion = {"mutual exclusion", at_most_one};

/* Whether everything holds, else a shortest counterexample. */
static int report(const wgcq_result *result, wgcq_error *err)
{
    const wgcq_summary *summary = wgcq_result_summary(result);
    wgcq_rows *rows = NULL;
    if (!summary->violation_count) {
        printf("mutual exclusion holds in %llu states\n", (unsigned long long)summary->states);
        return 0;
    }
    printf("%s is violated after %d steps of\n", summary->violations[0]->invariant,
           (int)summary->violations[0]->length);
    int code = wgcq_result_counterexample(&rows, result, err);
    while (!code && !(code = wgcq_rows_next(rows, err)))
        if (wgcq_rows_integer(rows, 0) > 0)
            printf("  %s\n", wgcq_rows_text(rows, 1));
    wgcq_rows_free(rows);
    return code;
}

/* Explores one version. */
static int explore(const bool *wrong, wgcq_error *err)
{
    wgcq_field fields[3] = WGCQ_ZERO;
    wgcq_description is = WGCQ_ZERO;
    wgcq_options options = WGCQ_ZERO;
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    fields[0].name = "at";
    fields[0].offset = offsetof(struct peterson, at);
    fields[0].values = places;
    fields[0].value_count = 4;
    fields[1].name = "flag";
    fields[1].offset = offsetof(struct peterson, flag);
    fields[0].count = fields[1].count = 2;
    fields[2].name = "turn";
    fields[2].offset = offsetof(struct peterson, turn);
    fields[1].high = fields[2].high = 1;

    is.title = "Peterson's mutual exclusion";
    is.size = sizeof(struct peterson);
    is.fields = fields;
    is.field_count = 3;
    is.self = wrong;
    is.start = start;
    is.moves = moves;
    is.invariants = &mutual_exclusion;
    is.invariant_count = 1;
    is.forbids_deadlock = true;
    is.rejections = &wait_for_turn;
    is.rejection_count = 1;
    is.checked = true;
    int code = wgcq_model_new(&model, &is, err);
    if (!code)
        code = wgcq_solve_model(&result, model, NULL, &options, NULL, err);
    if (!code)
        code = report(result, err);
    wgcq_result_free(result);
    wgcq_model_free(model);
    return code;
}

int main(void)
{
    static const bool versions[] = {false, true};
    wgcq_error err = WGCQ_ZERO;
    for (int i = 0; i < 2; i++) {
        printf("%s: ", versions[i] ? "turn first" : "flag first");
        if (explore(&versions[i], &err) < 0)
            return fprintf(stderr, "%s\n", err.text), 1;
    }
    return 0;
}
