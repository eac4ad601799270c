/* test_spelling.c - states that are spelled from what was spelled before, against the interpreter.
 */
#include <string.h>

#include "base/checked.h"
#include "base/strbuf.h"
#include "dice.h"
#include "puzzle/puzzle_model.h"
#include "suite.h"
#include "wgcq.h"

enum { STATES = 1500 };

static const char head[] = "types: {who: [ann, bob, cy], spot: 0..5}\n"
                           "constants:\n"
                           "  name: {ann: 7, bob: 12, cy: 305}\n"
                           "  wall[spot]: [0, 1, 0, 0, 2, 0]\n"
                           "  pic: |\n"
                           "    ab\n"
                           "    c\n"
                           "state:\n"
                           "  at[who]: spot\n"
                           "  lamp[spot, who]: bool\n"
                           "  far: 0..100000\n"
                           "  top: who\n"
                           "start: {at: 0, lamp: false, far: 0, top: ann}\n"
                           "moves:\n"
                           "  go: [{set: far = far}]\n";

static const struct {
    const char *title, *show;
    bool fails; /* in some states */
} cases[] = {
    {"text alone", "'board'", false},
    {"an array, by rows", "'{at}: {lamp}'", false},
    {"a table", "'{pic} {top}'", false},
    {"a loop over constants", "'{(top if at[p] == 3 else \"-\") for p in who}'", false},
    {"two loops",
     "'{\"#\" if wall[s] > 0 else \"x\" if at[p] == s else \" \" for s in spot, p in who}|{lamp[s, "
     "ann] for s in spot}'",
     false},
    {"a loop within a loop", "'{(p for p in who if at[p] == s) or \".\" for s in spot}'", false},
    {"a loop whose end a state decides", "'{k for k in 0..at[ann]}'", false},
    {"a loop whose filter reads a state", "'{p for p in who if lamp[at[p], p]}'", false},
    {"padding", "'{far:>7} {at[ann]:03} {top:^9}|{at:3}'", false},
    {"a cell of many values", "'{far} {far % 3}'", false},
    {"more cells than are remembered", "'{count(lamp[s, p] for s in spot, p in who)}'", false},
    {"an index outside in some states", "'{wall[at[ann] + at[bob]]} {at[cy]}'", true},
    {"a division by what may be zero", "'{(100 // at[p]) for p in who}'", true},
};

static wgcq_puzzle *load(const char *show)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_error err = {0};
    strbuf text = {0};
    strbuf_printf(&text, "%sshow: %s\n", head, show);
    int code = wgcq_puzzle_read(&puzzle, strbuf_string(&text), text.length, "text.yaml", NULL, 0,
                                NULL, &err);
    if (code)
        print_message("%s: %s\n", show, err.text);
    strbuf_free(&text);
    assert_int_equal(code, 0);
    return puzzle;
}

static void throw_state(const wgcq_model *m, uint64_t *state, uint64_t *seed)
{
    const ast *t = ((const wgcq_puzzle *)m->self)->tree;
    memset(state, 0, m->words * sizeof *state);
    for (size_t i = 0; i < t->cell_count; i++) {
        const state_cell *c = &t->cells[i];
        const uint64_t values = (uint64_t)(c->type->high - c->low) + 1;
        const uint64_t value = dice(seed) % (c->width > 8 && dice(seed) % 2 ? 3 : values);
        state[c->word] |= value << c->shift;
    }
}

/* As the interpreter: the text behind what is there already, or the error. */
static bool is_spelled_alike(const wgcq_model *m, void *worker, void *reference,
                             const uint64_t *state)
{
    strbuf one = {0}, other = {0};
    wgcq_error err = {0}, err_other = {0};
    strbuf_put(&one, "before ");
    strbuf_put(&other, "before ");
    const int code = m->texts.spell(worker, state, &one, &err);
    assert_int_equal(m->show(reference, state, &other, &err_other), code);
    assert_string_equal(err.text, err_other.text);
    if (!code)
        assert_string_equal(strbuf_string(&one), strbuf_string(&other));
    strbuf_free(&one);
    strbuf_free(&other);
    return code == 0;
}

static void spelling_is_showing(void **unused)
{
    (void)unused;
    uint64_t seed = 16;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wgcq_puzzle *puzzle = load(cases[i].show);
        const wgcq_model *m = wgcq_puzzle_model(puzzle);
        void *worker = NULL, *reference = NULL;
        uint64_t state[8];
        size_t shown = 0;
        assert_true(m->words <= 8);
        assert_int_equal(m->worker_new(&worker, m, NULL) | m->worker_new(&reference, m, NULL), 0);
        for (size_t n = 0; n < STATES; n++) {
            throw_state(m, state, &seed);
            shown += is_spelled_alike(m, worker, reference, state);
        }
        if ((shown < STATES) != cases[i].fails || !shown)
            fail_msg("%s: %zu of %d states are shown", cases[i].title, shown, STATES);
        m->worker_free(worker);
        m->worker_free(reference);
        wgcq_puzzle_free(puzzle);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(spelling_is_showing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
