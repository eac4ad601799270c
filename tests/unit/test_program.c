/*
 * test_program.c - the parts of the engine alone: folding changes no value, bounds hold, columns
 * compute what one value at a time computes.
 */
#include <string.h>

#include "puzzle/dag/dag.h"
#include "puzzle/vm/kernels.h"
#include "suite.h"

static uint64_t seed = 20260101;

static uint64_t any(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static int64_t any_value(void)
{
    static const int64_t edges[] = {0,         1,         -1,           2, 3, -3, 63, 64,
                                    INT64_MAX, INT64_MIN, INT64_MIN + 1};
    if (any() % 4 == 0)
        return edges[any() % (sizeof edges / sizeof *edges)];
    return (int64_t)any() >> any() % 64;
}

/* ---- columns ------------------------------------------------------------------ */

enum { LANES = 67, ROOM = 72 };

static const dag_op pairs[] = {DAG_ADD,
                               DAG_SUBTRACT,
                               DAG_MULTIPLY,
                               DAG_DIVIDE,
                               DAG_MODULO,
                               DAG_MIN,
                               DAG_MAX,
                               DAG_ADD_OVERFLOWS,
                               DAG_SUBTRACT_OVERFLOWS,
                               DAG_MULTIPLY_OVERFLOWS,
                               DAG_EQUAL,
                               DAG_LESS,
                               DAG_BIT_AND,
                               DAG_BIT_OR,
                               DAG_BIT_XOR,
                               DAG_SHIFT_LEFT,
                               DAG_SHIFT_RIGHT};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static void columns_compute_what_one_value_does(void **state)
{
    (void)state;
    dag nothing = {0};
    int64_t a[ROOM] = {0}, b[ROOM] = {0}, d[ROOM];
    const column columns[] = {a, b};
    for (size_t round = 0; round < 200; round++) {
        for (size_t i = 0; i < LANES; i++)
            a[i] = any_value(), b[i] = any_value();
        instruction in = {.op = (uint8_t)pairs[round % PAIRS], .a = 0, .b = 1, .c = UINT32_MAX};
        kernel_compute(&in, &nothing, NULL, columns, d, LANES);
        for (size_t i = 0; i < LANES; i++)
            assert_true(d[i] == dag_apply((dag_op)in.op, a[i], b[i]));
        in.immediate = true;
        in.b = UINT32_MAX;
        in.imm = b[0];
        kernel_compute(&in, &nothing, NULL, columns, d, LANES);
        for (size_t i = 0; i < LANES; i++)
            assert_true(d[i] == dag_apply((dag_op)in.op, a[i], b[0]));
    }
}

/* Lanes at once, at most: 0 is as many as the machine can. */
static const unsigned at_once[] = {0, 4, 1};

/* The lanes that pass are picked, ascending, with their numbers and values. */
static void check_picked(const picked_lanes *out, size_t count, const bool *pass,
                         const uint32_t *lanes, column values)
{
    size_t at = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        if (!pass[i])
            continue;
        assert_true(at < count && out->places[at] == i && out->lanes[at] == lanes[i]);
        assert_true(out->values[at++] == values[i]);
    }
    assert_int_equal(at, count);
}

static void tests_pick_lanes(void **state)
{
    (void)state;
    int64_t a[ROOM] = {0}, values[ROOM];
    uint32_t places[ROOM], lanes[ROOM] = {0}, picked[ROOM];
    bool pass[LANES];
    picked_lanes out = {places, picked, values, false, 0};
    for (size_t round = 0; round < 200; round++) {
        out.rare = round % 12 > 5;
        out.at_once = at_once[round / 2 % 3];
        instruction in = {.negated = round % 2, .imm = 6, .imm2 = (int64_t)(any() % 4 * 2)};
        for (size_t i = 0; i < LANES; i++) {
            a[i] = (int64_t)(any() % 8);
            lanes[i] = (uint32_t)(3 * i);
            pass[i] = ((a[i] & 6) == in.imm2) != in.negated;
        }
        check_picked(&out, kernel_test(&out, a, &in, lanes, LANES), pass, lanes, a);
        for (size_t i = 0; i < LANES; i++)
            pass[i] = (a[i] != 0) == !in.negated;
        check_picked(&out, kernel_filter(&out, a, !in.negated, lanes, LANES), pass, lanes, a);
    }
}

/* Fields of `width` bits, some of them in the test, with any gaps between them. */
static void fields_are_searched(void **state)
{
    (void)state;
    dag nothing = {0};
    int64_t a[ROOM] = {0}, b[ROOM] = {0}, values[ROOM];
    uint32_t places[ROOM], lanes[ROOM] = {0}, picked[ROOM];
    bool pass[LANES];
    picked_lanes out = {places, picked, values, false, 0};
    for (size_t round = 0; round < 4000; round++) {
        out.at_once = at_once[round / 2 % 3];
        unsigned width = 1 + (unsigned)(any() % 12);
        uint64_t low = 0, ones = (UINT64_C(1) << width) - 1;
        for (unsigned at = (unsigned)(any() % 3); at + width <= 64;
             at += width + (unsigned)(any() % 3))
            low |= any() % 2 ? UINT64_C(1) << at : 0;
        instruction in = {
            .negated = round % 2, .imm = (int64_t)low, .imm2 = (int64_t)(low << (width - 1))};
        for (size_t i = 0; i < LANES; i++) {
            a[i] = (int64_t)(any() & (round % 3 ? any() | any() : any() & any()));
            b[i] = (int64_t)(any() & any() & ones);
            bool holds = false;
            for (unsigned at = 0; at < 64; at++)
                holds = holds || (low >> at & 1 && ((uint64_t)a[i] >> at & ones) == (uint64_t)b[i]);
            pass[i] = holds != in.negated;
        }
        const column columns[] = {a, b};
        instruction computed = {
            .op = OP_ANY, .a = 0, .b = 1, .c = UINT32_MAX, .imm = in.imm, .imm2 = in.imm2};
        kernel_compute(&computed, &nothing, NULL, columns, values, LANES);
        for (size_t i = 0; i < LANES; i++)
            assert_int_equal(values[i], pass[i] != in.negated);
        check_picked(&out, kernel_test_any(&out, a, b, &in, lanes, LANES), pass, lanes, a);
    }
}

/* Lists hold the lanes that tests one by one pick. */
static void check_lists(const lane_lists *lists, const bytecode_deal *deal, column a, size_t lanes)
{
    static uint32_t places[2][MODEL_BATCH], numbers[2][MODEL_BATCH], lane[MODEL_BATCH];
    static int64_t values[2][MODEL_BATCH];
    const picked_lanes first = {places[0], numbers[0], values[0], false, 0},
                       second = {places[1], numbers[1], values[1], false, 1};
    for (uint32_t i = 0; i < lanes; i++)
        lane[i] = MODEL_BATCH - i;
    for (unsigned list = 0; list < 64; list++) {
        if (deal->by_value ? list > deal->all : !(deal->high >> list & 1))
            continue;
        const uint64_t mask = deal->by_value ? deal->all << deal->shift : UINT64_C(7) << (list - 2);
        const uint64_t value = deal->by_value ? (uint64_t)list << deal->shift : deal->values & mask;
        instruction test = {.imm = (int64_t)mask, .imm2 = (int64_t)value};
        size_t count = kernel_take(&first, lists, list, a, lane);
        assert_int_equal(count, kernel_test(&second, a, &test, lane, lanes));
        assert_memory_equal(places[0], places[1], count * sizeof *places[0]);
        assert_memory_equal(numbers[0], numbers[1], count * sizeof *numbers[0]);
        assert_memory_equal(values[0], values[1], count * sizeof *values[0]);
    }
}

static void lanes_are_dealt(void **state)
{
    (void)state;
    static lane_lists lists;
    static int64_t a[MODEL_BATCH], bits[MODEL_BATCH];
    size_t dealt = 0, rounds = 300;
    for (size_t round = 0; round < rounds; round++) {
        size_t lanes = round % 3 ? 1 + any() % MODEL_BATCH : MODEL_BATCH;
        bytecode_deal deal = {.by_value = round % 2, .shift = (unsigned)(any() % 58), .all = 63};
        for (unsigned at = 0; !deal.by_value && at + 3 <= 64; at += 3 + (unsigned)(any() % 9)) {
            deal.all = (at ? deal.all : 0) | UINT64_C(7) << at;
            deal.high |= UINT64_C(4) << at;
            deal.values |= UINT64_C(5) << at;
        }
        for (size_t i = 0; i < lanes; i++)
            a[i] = (int64_t)(round % 5 ? any() : any() | deal.values);
        kernel_deal(&lists, bits, a, &deal, lanes);
        if (lists.dealt)
            check_lists(&lists, &deal, a, lanes);
        dealt += lists.dealt;
    }
    assert_true(dealt > rounds / 2 && dealt < rounds);
}

static void words_are_edited(void **state)
{
    (void)state;
    int64_t x[ROOM] = {0};
    uint32_t lanes[ROOM];
    uint64_t rows[3 * ROOM];
    for (size_t round = 0; round < 500; round++) {
        unsigned words = 1 + (unsigned)(round % 3), from = (unsigned)(any() % 60),
                 to = (unsigned)(any() % 60);
        word_edit e = {.keep = any(), .flip = any()};
        if (round % 2)
            e.field = UINT64_C(7) << from, e.left = (uint8_t)(to > from ? to - from : 0),
            e.right = (uint8_t)(from > to ? from - to : 0);
        for (size_t i = 0; i < LANES; i++) {
            x[i] = any_value();
            lanes[i] = (uint32_t)(any() % LANES);
        }
        for (int by_lane = 0; by_lane < 2; by_lane++) {
            kernel_edit(rows, words, x, by_lane ? lanes : NULL, &e, LANES);
            for (size_t i = 0; i < LANES; i++) {
                uint64_t v = (uint64_t)x[by_lane ? lanes[i] : i];
                uint64_t moved = round % 2 ? (v >> from & 7) << to : 0;
                assert_true(rows[i * words] == (((v & e.keep) ^ e.flip) | moved));
            }
        }
    }
}

/* ---- folding ------------------------------------------------------------------ */

enum { FIELDS = 6, NODES = 60, GRAPH = 4096 };
static const struct {
    unsigned word, shift, width;
    int64_t high, low;
} fields[FIELDS] = {{0, 0, 1, 1, 0},    {0, 1, 2, 2, 0}, {0, 3, 3, 7, -2},
                    {0, 6, 10, 900, 1}, {1, 0, 1, 1, 0}, {1, 1, 63, INT64_MAX, 0}};

/* One node, its children's values known. */
static int64_t one_value(const dag *d, const dag_node *n, const int64_t *v, const uint64_t *words)
{
    uint64_t ones = n->op == DAG_BITS ? ((UINT64_C(1) << (n->imm / 64 - 1)) << 1) - 1 : 0;
    switch (n->op) {
    case DAG_CONSTANT: return n->imm;
    case DAG_WORD: return (int64_t)words[n->imm];
    case DAG_BITS: return (int64_t)((uint64_t)v[n->a] >> (n->imm & 63) & ones);
    case DAG_LOOKUP:
        if ((uint64_t)v[n->a] >= d->tables[n->imm].count)
            return 0;
        return d->tables[n->imm].values[v[n->a]];
    case DAG_IF: return v[n->a] ? v[n->b] : v[n->c];
    default: return dag_apply(n->op, v[n->a], v[n->b]);
    }
}

/* Bounds are looked at on the way. */
static int64_t node_value(const dag *d, ref r, const uint64_t *words)
{
    static int64_t v[GRAPH];
    assert_true(d->count <= GRAPH);
    for (ref i = 0; i <= r; i++) {
        const dag_node *n = dag_at(d, i);
        v[i] = one_value(d, n, v, words);
        assert_true(v[i] >= n->low && v[i] <= n->high);
    }
    return v[r];
}

typedef struct grown { /* nodes so far, each with what it must come to in the state at hand */
    dag d;
    size_t count;
    ref node[NODES];
    int64_t value[NODES];
    uint64_t words[2];
} grown;

static void keep(grown *g, ref node, int64_t value)
{
    g->node[g->count] = node;
    g->value[g->count++] = value;
}

static void start_fields(grown *g)
{
    for (size_t i = 0; i < FIELDS; i++) {
        uint64_t bits = any() % ((uint64_t)fields[i].high + 1);
        g->words[fields[i].word] |= bits << fields[i].shift;
        ref word = dag_word(&g->d, fields[i].word);
        ref field = dag_bits(&g->d, word, fields[i].shift, fields[i].width, fields[i].high);
        keep(g, dag_add(&g->d, field, dag_constant(&g->d, fields[i].low)),
             (int64_t)bits + fields[i].low);
    }
}

/* One of the nodes so far that is a truth value: there is always one. */
static size_t a_truth(const grown *g)
{
    size_t at;
    do
        at = any() % g->count;
    while (!dag_is_truth(&g->d, g->node[at]));
    return at;
}

static ref make_pair(dag *d, dag_op op, ref a, ref b)
{
    switch (op) {
    case DAG_ADD: return dag_add(d, a, b);
    case DAG_SUBTRACT: return dag_subtract(d, a, b);
    case DAG_MULTIPLY: return dag_multiply(d, a, b);
    case DAG_DIVIDE: return dag_divide(d, a, b);
    case DAG_MODULO: return dag_modulo(d, a, b);
    case DAG_MIN: return dag_min(d, a, b);
    case DAG_MAX: return dag_max(d, a, b);
    case DAG_EQUAL: return dag_equal(d, a, b);
    case DAG_LESS: return dag_less(d, a, b);
    case DAG_ADD_OVERFLOWS:
    case DAG_SUBTRACT_OVERFLOWS:
    case DAG_MULTIPLY_OVERFLOWS: return dag_overflows(d, op, a, b);
    default: return dag_bit(d, op, a, b);
    }
}

static void grow(grown *g)
{
    dag *d = &g->d;
    size_t a = any() % g->count, b = any() % g->count, x = a_truth(g), y = a_truth(g);
    dag_op op = pairs[any() % PAIRS];
    int64_t small = (int64_t)(any() % 9) - 3, *v = g->value;
    ref p = g->node[a], q = g->node[b], s = g->node[x], t = g->node[y];
    switch (any() % 11) {
    case 0: keep(g, dag_not(d, s), !v[x]); break;
    case 1: keep(g, dag_and(d, s, t), v[x] & v[y]); break;
    case 2: keep(g, dag_or(d, s, t), v[x] | v[y]); break;
    case 3: keep(g, dag_if(d, s, p, q), v[x] ? v[a] : v[b]); break;
    case 4: keep(g, dag_if(d, s, dag_constant(d, small), q), v[x] ? small : v[b]); break;
    case 5: keep(g, dag_abs(d, p), dag_apply(DAG_ABS, v[a], 0)); break;
    case 6: keep(g, dag_ones(d, p), dag_apply(DAG_ONES, v[a], 0)); break;
    case 7: keep(g, make_pair(d, op, p, dag_constant(d, small)), dag_apply(op, v[a], small)); break;
    case 8: /* an `if` in an `if`, with a result of both */
        keep(g, dag_if(d, s, dag_if(d, t, p, q), q), v[x] && v[y] ? v[a] : v[b]);
        break;
    case 9: keep(g, dag_if(d, s, p, dag_if(d, t, q, p)), !v[x] && v[y] ? v[b] : v[a]); break;
    default: keep(g, make_pair(d, op, p, q), dag_apply(op, v[a], v[b]));
    }
}

static void folding_changes_no_value(void **state)
{
    (void)state;
    for (size_t round = 0; round < 3000; round++) {
        static grown g;
        arena memory = {0};
        jmp_buf out;
        memory.out = &out;
        assert_int_equal(setjmp(out), 0);
        memset(&g, 0, sizeof g);
        dag_start(&g.d, &memory, GRAPH);
        start_fields(&g);
        while (g.count < NODES) {
            grow(&g);
            assert_true(node_value(&g.d, g.node[g.count - 1], g.words) == g.value[g.count - 1]);
        }
        arena_free(&memory);
    }
}

/* Draws new bits for some fields: bits[i] of those, else -1; `words` has them. */
static void change_fields(int64_t *bits, uint64_t *words)
{
    for (size_t i = 0; i < FIELDS; i++) {
        const uint64_t ones = ((UINT64_C(1) << fields[i].width) - 1) << fields[i].shift;
        bits[i] = any() % 2 ? (int64_t)(any() % ((uint64_t)fields[i].high + 1)) : -1;
        if (bits[i] < 0)
            continue;
        words[fields[i].word] &= ~ones;
        words[fields[i].word] |= (uint64_t)bits[i] << fields[i].shift;
    }
}

/* The node where fields have these bits, its operands' images known; 0 where it has none. */
static ref image_of(dag *d, ref r, const ref *image, const int64_t *bits, bool *has)
{
    const dag_node n = *dag_at(d, r);
    ref out = r;
    size_t i = 0;
    if (n.op == DAG_CONSTANT || n.op == DAG_WORD)
        return r;
    if (n.op != DAG_BITS) {
        has[r] = has[n.a] && has[n.b] && has[n.c] &&
                 dag_image(&out, d, &n, image[n.a], image[n.b], image[n.c]);
        return has[r] ? out : 0;
    }
    while (fields[i].word != (unsigned)dag_at(d, n.a)->imm || fields[i].shift != (n.imm & 63))
        i++;
    return bits[i] < 0 ? r : dag_constant(d, bits[i]);
}

static size_t nodes_met, nodes_without;

/* Images of all nodes come to what the nodes come to in a state with the other fields. */
static void check_images(grown *g)
{
    static ref image[GRAPH];
    static bool has[GRAPH];
    int64_t bits[FIELDS];
    uint64_t other[2] = {g->words[0], g->words[1]};
    const size_t count = g->d.count;
    change_fields(bits, other);
    for (ref r = 0; r < count; r++) {
        has[r] = true;
        image[r] = image_of(&g->d, r, image, bits, has);
        nodes_without += !has[r];
    }
    nodes_met += count;
    for (size_t i = 0; i < NODES; i++)
        if (has[g->node[i]])
            assert_true(node_value(&g->d, image[g->node[i]], g->words) ==
                        node_value(&g->d, g->node[i], other));
}

static void images_are_nodes_of_other_fields(void **state)
{
    (void)state;
    static size_t round; /* which a jump leaves as it is */
    nodes_met = nodes_without = 0;
    for (round = 0; round < 1000; round++) {
        static grown g;
        arena memory = {0};
        jmp_buf out;
        memory.out = &out;
        assert_int_equal(setjmp(out), 0);
        memset(&g, 0, sizeof g);
        dag_start(&g.d, &memory, GRAPH);
        start_fields(&g);
        while (g.count < NODES)
            grow(&g);
        check_images(&g);
        arena_free(&memory);
    }
    assert_true(nodes_without && nodes_without < nodes_met / 8);
}

/* A fact of a truth value holds for its parts, and only while facts are used. */
static void facts_fold(void **state)
{
    (void)state;
    arena memory = {0};
    jmp_buf out;
    dag d;
    memory.out = &out;
    assert_int_equal(setjmp(out), 0);
    dag_start(&d, &memory, 1000);
    ref x = dag_bits(&d, dag_word(&d, 0), 0, 4, 9), y = dag_bits(&d, dag_word(&d, 0), 4, 4, 9);
    ref one = dag_constant(&d, 1);
    ref either = dag_or(&d, dag_equal(&d, x, one), dag_equal(&d, y, one));
    dag_assume(&d, either, false);
    assert_true(dag_equal(&d, x, one) != REF_FALSE);
    d.use_facts = true;
    assert_int_equal(dag_equal(&d, x, one), REF_FALSE);
    assert_int_equal(dag_not(&d, dag_equal(&d, y, one)), REF_TRUE);
    const size_t known = d.assumed_count;
    ref other = dag_equal(&d, x, dag_constant(&d, 2));
    dag_assume(&d, other, true);
    assert_int_equal(dag_equal(&d, x, dag_constant(&d, 2)), REF_TRUE);
    dag_forget(&d, known);
    assert_int_equal(dag_equal(&d, x, dag_constant(&d, 2)), other);
    assert_int_equal(dag_equal(&d, x, one), REF_FALSE);
    arena_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_compute_what_one_value_does),
        cmocka_unit_test(tests_pick_lanes),
        cmocka_unit_test(fields_are_searched),
        cmocka_unit_test(lanes_are_dealt),
        cmocka_unit_test(words_are_edited),
        cmocka_unit_test(folding_changes_no_value),
        cmocka_unit_test(images_are_nodes_of_other_fields),
        cmocka_unit_test(facts_fold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
