/*
 * river_model.c - the farmer's puzzle as a model in C.
 *
 * Its file holds what that of wolf-goat-cabbage.yaml does: the same states, moves, rejections and
 * solutions with the same ids.  Prints "2 plans of 7 moves" and the verdict of the verification.
 *
 *     cc river_model.c $(pkg-config --cflags --libs wgcq) && ./a.out river.db
 */
#include <stddef.h>
#include <stdio.h>
#include <wgcq.h>

enum { WEST, EAST };
enum { WOLF, GOAT, CABBAGE, CARGO };

struct river {
    unsigned char farmer, at[CARGO];
};

static const char *const bank[] = {"west", "east"};
static const char *const cargo[] = {"wolf", "goat", "cabbage"};
static const char *const take[] = {"take wolf", "take goat", "take cabbage"};

static void start(const void *self, wgcq_moves *to)
{
    const struct river all_west = {WEST, {WEST, WEST, WEST}};
    (void)self;
    wgcq_moves_add(to, NULL, &all_west, NULL);
}

static void moves(const void *self, const void *state, wgcq_moves *to)
{
    const struct river *here = (const struct river *)state;
    struct river next = *here;
    (void)self;
    next.farmer = !here->farmer;
    wgcq_moves_add(to, "cross alone", &next, NULL);
    for (int c = 0; c < CARGO; c++)
        if (here->at[c] == here->farmer) {
            next.at[c] = next.farmer;
            wgcq_moves_add(to, take[c], &next, NULL);
            next.at[c] = here->at[c];
        }
}

static bool eats_goat(const void *self, const void *state)
{
    const struct river *r = (const struct river *)state;
    (void)self;
    return r->at[WOLF] == r->at[GOAT] && r->at[GOAT] != r->farmer;
}

static bool eats_cabbage(const void *self, const void *state)
{
    const struct river *r = (const struct river *)state;
    (void)self;
    return r->at[GOAT] == r->at[CABBAGE] && r->at[GOAT] != r->farmer;
}

static bool all_east(const void *self, const void *state)
{
    const struct river *r = (const struct river *)state;
    (void)self;
    return r->farmer && r->at[WOLF] && r->at[GOAT] && r->at[CABBAGE];
}

static int verify(const char *db, const wgcq_model *model, wgcq_error *err)
{
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_INCONCLUSIVE;
    int code = wgcq_trace_open(&trace, db, err);
    if (!code)
        code = wgcq_verify_model(&rows, &found, trace, model, NULL, err);
    while (!code)
        code = wgcq_rows_next(rows, err);
    if (code == WGCQ_DONE)
        printf("%s\n", wgcq_rows_remark(rows));
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
    return code < 0 ? code : found == WGCQ_HOLDS ? 0 : 1;
}

int main(int argc, char **argv)
{
    wgcq_field fields[2] = WGCQ_ZERO;
    wgcq_rule rules[2] = {{"the wolf eats the goat", eats_goat, true},
                          {"the goat eats the cabbage", eats_cabbage, true}};
    wgcq_description is = WGCQ_ZERO;
    wgcq_options options = WGCQ_ZERO;
    wgcq_error err = WGCQ_ZERO;
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    const char *db = argc > 1 ? argv[1] : NULL;

    fields[0].name = "farmer";
    fields[1].name = "at";
    fields[1].offset = offsetof(struct river, at);
    fields[1].count = CARGO;
    fields[1].elements = cargo;
    fields[0].values = fields[1].values = bank;
    fields[0].value_count = fields[1].value_count = 2;

    is.title = "Wolf, goat and cabbage";
    is.size = sizeof(struct river);
    is.fields = fields;
    is.field_count = 2;
    is.start = start;
    is.moves = moves;
    is.goal = all_east;
    is.rules = rules;
    is.rule_count = 2;
    is.checked = true;

    int code = wgcq_model_new(&model, &is, &err);
    if (!code)
        code = wgcq_solve_model(&result, model, db, &options, NULL, &err);
    if (!code) {
        const wgcq_optimum *best = &wgcq_result_summary(result)->shortest;
        printf("%s plans of %d moves\n", best->count, (int)best->value);
    }
    if (!code && db)
        code = verify(db, model, &err);
    if (code)
        fprintf(stderr, "%s\n", err.text);
    wgcq_result_free(result);
    wgcq_model_free(model);
    return code != 0;
}
