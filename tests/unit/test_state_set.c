/* test_state_set.c - sets of states, each kind held to a sorted array of those that were added. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "allocations.h"
#include "dice.h"
#include "space/repeats.h"
#include "space/sets/state_set.h"
#include "suite.h"
#include "turns.h"

enum { WORDS_MOST = 5, FIELDS_MOST = 64, BATCH_MOST = 3000 };

/* ---- shapes ----------------------------------------------------------------------------- */

typedef struct form {
    state_set_shape shape;
    model_field fields[FIELDS_MOST];
    /* States differ in so many of their lowest bits only; 0: in all.  The others are all set_bits.
     */
    unsigned kept_bits;
    bool set_bits;
} form;

static void add_field(form *f, unsigned word, unsigned shift, unsigned width, size_t values)
{
    f->fields[f->shape.field_count++] =
        (model_field){.word = word, .shift = shift, .width = width, .domain = values};
    f->shape.bits += width;
    if (word >= f->shape.words)
        f->shape.words = word + 1;
}

/* Words of so many bits each, in one field. */
static form *new_form(unsigned words, const unsigned *widths)
{
    form *f = calloc(1, sizeof *f);
    f->shape = (state_set_shape){.fields = f->fields, .force = -1};
    for (unsigned w = 0; w < words; w++)
        add_field(f, w, 0, widths[w], 0);
    f->shape.words = words;
    return f;
}

/* A state out of few bits of chance: what they say is spread over the words. */
static void make_state(const form *f, uint64_t value, uint64_t *state)
{
    memset(state, 0, f->shape.words * sizeof *state);
    for (size_t i = 0; i < f->shape.field_count; i++) {
        const model_field *at = &f->fields[i];
        if (!at->width)
            continue;
        uint64_t seed = value + i * 7919, bits = dice(&seed);
        bits ^= dice(&seed) << 32;
        if (f->kept_bits) {
            const uint64_t kept = i ? 0 : UINT64_MAX >> (64 - f->kept_bits);
            bits = (bits & kept) | (f->set_bits ? ~kept : 0);
        }
        bits &= UINT64_MAX >> (64 - at->width);
        if (at->domain)
            bits %= at->domain;
        state[at->word] |= bits << at->shift;
    }
}

/* ---- the oracle ---------------------------------------------------------------------------- */

typedef struct oracle {
    unsigned words;
    size_t slots, count;
    uint64_t *states;
    bool *used;
} oracle;

static oracle oracle_make(unsigned words, size_t most)
{
    oracle o = {.words = words, .slots = most * 2 + 1};
    o.states = calloc(o.slots * words, sizeof *o.states);
    o.used = calloc(o.slots, sizeof *o.used);
    return o;
}

static void oracle_free(oracle *o)
{
    free(o->states);
    free(o->used);
}

/* Whether it is new. */
static bool oracle_add(oracle *o, const uint64_t *state)
{
    uint64_t hash = 0;
    for (unsigned w = 0; w < o->words; w++)
        hash = (hash + state[w] + 1) * 0xd1342543de82ef95u, hash ^= hash >> 29;
    size_t at = (size_t)(hash % o->slots);
    while (o->used[at]) {
        if (!memcmp(o->states + at * o->words, state, o->words * sizeof *state))
            return false;
        at = at + 1 == o->slots ? 0 : at + 1;
    }
    o->used[at] = true;
    memcpy(o->states + at * o->words, state, o->words * sizeof *state);
    o->count++;
    return true;
}

/* ---- one set against the oracle -------------------------------------------------------------- */

/* Where keys are as wide as states, and hashed, each becomes its state again. */
static void check_undone(const state_set *s, bool checked, uint64_t *keys, const uint64_t *rows,
                         size_t count, unsigned words)
{
    const bool suffice =
        state_set_kind_of(s) != STATE_SET_DIRECT && !checked && state_set_key_words(s) == words;
    assert_int_equal(state_set_keys_suffice(s), suffice);
    if (!suffice)
        return;
    state_set_undo_keys(s, keys, count);
    assert_memory_equal(keys, rows, count * words * sizeof *keys);
}

/* `states` additions of `values` different ones at most, in batches of odd sizes. */
static void check_set(form *f, int kind, size_t states, uint64_t values)
{
    f->shape.force = kind;
    f->shape.checked = states % 2000 == 0;
    f->shape.late = kind < 0 && states % 3 == 0;
    state_set *s;
    wgcq_error err = {0};
    assert_int_equal(state_set_new(&s, &f->shape, &err), 0);
    if (kind >= 0)
        assert_int_equal(state_set_kind_of(s), kind);
    const unsigned words = f->shape.words, key_words = state_set_key_words(s);
    uint64_t *rows = malloc(BATCH_MOST * words * sizeof *rows), seed = values + states;
    uint64_t *keys = malloc(BATCH_MOST * key_words * sizeof *keys);
    uint32_t *fresh = malloc(BATCH_MOST * sizeof *fresh);
    oracle o = oracle_make(words, states);
    for (size_t done = 0; done < states;) {
        size_t count = 1 + dice(&seed) % (done % 2 ? BATCH_MOST : 50), next = 0;
        state_additions found = {.fresh = fresh};
        if (count > states - done)
            count = states - done;
        for (size_t i = 0; i < count; i++)
            make_state(f, dice(&seed) % values, rows + i * words);
        state_set_keys(s, rows, count, keys);
        assert_int_equal(state_set_add(s, rows, keys, count, &found, &err), 0);
        assert_int_equal(found.added, count);
        for (size_t i = 0; i < count; i++)
            if (oracle_add(&o, rows + i * words)) {
                assert_true(next < found.fresh_count);
                assert_int_equal(fresh[next++], i);
            }
        assert_int_equal(next, found.fresh_count);
        assert_int_equal(state_set_count(s), o.count);
        check_undone(s, f->shape.checked, keys, rows, count, words);
        assert_int_equal(state_set_go_direct(s, DIRECT_PAY, &err), 0);
        assert_int_equal(state_set_key_words(s), key_words);
        done += count;
    }
    oracle_free(&o);
    free(rows);
    free(keys);
    free(fresh);
    state_set_free(s);
}

static void check_kinds(form *f, size_t states, uint64_t values)
{
    if (f->shape.bits >= 16 && f->shape.bits <= 95)
        check_set(f, STATE_SET_QUOTIENT, states, values);
    check_set(f, STATE_SET_PLAIN, states, values);
    check_set(f, -1, states, values);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void test_every_width(void **state)
{
    (void)state;
    for (unsigned bits = 1; bits <= 128; bits++)
        for (unsigned first = bits > 64 ? bits - 64 : 0; first <= 64 && first <= bits;
             first += 13) {
            unsigned widths[] = {first, bits - first};
            form *f = new_form(first == bits ? 1 : 2, widths);
            check_kinds(f, 5000, 3000);
            free(f);
        }
}

static void test_long_states(void **state)
{
    (void)state;
    for (unsigned words = 3; words <= WORDS_MOST; words++) {
        unsigned widths[WORDS_MOST] = {64, 3, 64, 17, 1};
        form *f = new_form(words, widths);
        check_set(f, STATE_SET_PLAIN, 30000, 20000);
        check_set(f, -1, 30000, 20000);
        free(f);
    }
}

static void test_ranks(void **state)
{
    (void)state;
    form *f = calloc(1, sizeof *f);
    f->shape.fields = f->fields;
    for (unsigned i = 0; i < 12; i++) /* with a hole between the fields */
        add_field(f, 0, 2 * i + i / 6 * 5, 2, 3);
    check_set(f, STATE_SET_DIRECT, 100000, 200000);
    check_set(f, -1, 100000, 200000);
    free(f);
    f = calloc(1, sizeof *f);
    f->shape.fields = f->fields;
    for (unsigned i = 0; i < 16; i++)
        add_field(f, 0, i, 1, 2);
    check_set(f, STATE_SET_DIRECT, 100000, 100000);
    free(f);
}

/* Sets of slots become sets of ranks, when they have states enough. */
static void test_late_direct(void **state)
{
    (void)state;
    for (unsigned bits = 1; bits <= 27; bits++) {
        form *f = new_form(1, &bits);
        f->fields->domain = (uint64_t)1 << bits;
        for (int unmixed = 0; unmixed < 2; unmixed++) {
            f->shape.unmixed = unmixed;
            check_set(f, -1, bits < 20 ? 3000 : 60000, (uint64_t)1 << bits);
            check_set(f, -1, 9999, 20000);
        }
        free(f);
    }
}

/* Only where they are worth their memory, and where there is memory for them. */
static void test_when_direct_pays(void **state)
{
    (void)state;
    enum { STATES = 1 << 16 };
    const unsigned bits = 25; /* 4 or 8 MiB of ranks, or an eighth of that of slots */
    uint64_t *rows = malloc(STATES * sizeof *rows), *keys = malloc(STATES * sizeof *keys);
    uint32_t *fresh = malloc(STATES * sizeof *fresh);
    for (int way = 0; way < 4; way++) {
        const bool limited = way & 1, levels = way & 2;
        const size_t ranks = (size_t)(levels ? 8 : 4) << 20;
        form *f = new_form(1, &bits);
        f->fields->domain = (uint64_t)1 << bits;
        f->shape.late = true;
        f->shape.repeats = levels;
        state_set *s;
        assert_int_equal(state_set_new(&s, &f->shape, NULL), 0);
        state_set_limit(s, limited ? ranks : 0);
        for (uint64_t at = 0; at < 5 * STATES; at += STATES) {
            for (uint64_t i = 0; i < STATES; i++)
                rows[i] = at + i;
            state_additions found = {.fresh = fresh};
            state_set_keys(s, rows, STATES, keys);
            assert_int_equal(state_set_add(s, rows, keys, STATES, &found, NULL), 0);
            assert_int_equal(found.fresh_count, STATES);
            const bool pays = state_set_memory(s) >= ranks / DIRECT_PAY;
            assert_true(state_set_may_go_direct(s) || at);
            assert_int_equal(state_set_go_direct(s, DIRECT_PAY, NULL), 0);
            assert_int_equal(state_set_may_go_direct(s), !pays);
            assert_int_equal(state_set_kind_of(s) == STATE_SET_DIRECT, pays && !limited);
        }
        assert_false(state_set_may_go_direct(s));
        assert_int_equal(state_set_count(s), 5 * STATES);
        state_set_free(s);
        free(f);
    }
    free(rows);
    free(keys);
    free(fresh);
}

/* ---- arrangements ---------------------------------------------------------------------------- */

/* Fields that are a permutation of so many values, between two that are none; `twice`: and another
   one. */
static form *new_arrangement(size_t count, bool twice)
{
    form *f = calloc(1, sizeof *f);
    unsigned width = 1, shift = 3;
    while ((size_t)1 << width < count)
        width++;
    f->shape = (state_set_shape){.fields = f->fields, .force = -1};
    add_field(f, 0, 0, 3, 5);
    for (unsigned number = 1; number <= 1u + twice; number++)
        for (size_t i = 0; i < count; i++, shift += width) {
            add_field(f, 0, shift, width, count);
            f->fields[f->shape.field_count - 1].arrangement = number;
        }
    add_field(f, 0, shift, 1, 2);
    return f;
}

/* The next one in lexical order; false: there is none. */
static bool next_permutation(unsigned *value, size_t count)
{
    size_t i = count - 1, k = count - 1;
    while (i > 0 && value[i - 1] > value[i])
        i--;
    if (!i)
        return false;
    while (value[k] < value[i - 1])
        k--;
    unsigned swapped = value[i - 1];
    value[i - 1] = value[k];
    value[k] = swapped;
    for (size_t a = i, b = count - 1; a < b; a++, b--) {
        swapped = value[a];
        value[a] = value[b];
        value[b] = swapped;
    }
    return true;
}

static uint64_t arranged_state(const form *f, const unsigned *value, size_t first, uint64_t others)
{
    uint64_t state = (others % 5) | (others % 2) << f->fields[f->shape.field_count - 1].shift;
    for (size_t i = first; f->fields[i].arrangement == f->fields[first].arrangement; i++)
        state |= (uint64_t)value[i - first] << f->fields[i].shift;
    return state;
}

/* Each permutation, with the other fields at any of their values, has a key of its own, and all
   keys are used. */
static void check_all_permutations(size_t count, uint64_t others)
{
    form *f = new_arrangement(count, false);
    unsigned value[MODEL_ARRANGED_MOST];
    state_set *s;
    assert_int_equal(state_set_new(&s, &f->shape, NULL), 0);
    assert_int_equal(state_set_kind_of(s), STATE_SET_DIRECT);
    size_t states = 10, met = 0;
    for (unsigned i = 0; i < count; i++) {
        value[i] = i;
        states *= i + 1;
    }
    bool *used = calloc(states, sizeof *used);
    do
        for (uint64_t o = 0; o < others; o++, met++) {
            const uint64_t state = arranged_state(f, value, 1, o);
            uint64_t key;
            state_set_keys(s, &state, 1, &key);
            assert_true(key < states && !used[key]);
            used[key] = true;
        }
    while (next_permutation(value, count));
    assert_int_equal(met, states / 10 * others);
    free(used);
    state_set_free(s);
    free(f);
}

static void test_every_permutation(void **state)
{
    (void)state;
    for (size_t count = 2; count <= 9; count++)
        check_all_permutations(count, 10);
    check_all_permutations(10, 1);
}

/* An arrangement alone, too large for trying all: the rest of it behind the same four values takes
   up a range of keys that is no other four values'. */
static void test_many_permutations(void **state)
{
    (void)state;
    enum { REST = 8 * 7 * 6 * 5 * 4 * 3 * 2, HEADS = 12 * 11 * 10 * 9 };
    form *f = new_arrangement(12, false);
    f->fields[0].domain = f->fields[13].domain = 1;
    f->shape.force = STATE_SET_DIRECT;
    unsigned value[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    state_set *s;
    assert_int_equal(state_set_new(&s, &f->shape, NULL), 0);
    assert_int_equal(state_set_kind_of(s), STATE_SET_DIRECT);
    bool *head_used = calloc(HEADS, sizeof *head_used), *used = calloc(REST, sizeof *used);
    unsigned heads = 0;
    bool more = true;
    while (more) {
        uint64_t row = arranged_state(f, value, 1, 0), key;
        state_set_keys(s, &row, 1, &key);
        const uint64_t head = key / REST;
        assert_true(head < HEADS && !head_used[head]);
        head_used[head] = true;
        memset(used, 0, REST * sizeof *used);
        for (unsigned k = 0; k < REST && (!k || heads % 997 == 0); k++) {
            row = arranged_state(f, value, 1, 0);
            state_set_keys(s, &row, 1, &key);
            assert_true(key / REST == head && !used[key % REST]);
            used[key % REST] = true;
            if (k + 1 < REST && heads % 997 == 0)
                next_permutation(value, 12);
        }
        for (unsigned i = 4; i < 8; i++) { /* the rest: now the last one of all */
            const unsigned larger = value[i] > value[15 - i] ? value[i] : value[15 - i];
            value[15 - i] += value[i] - larger;
            value[i] = larger;
        }
        more = next_permutation(value, 12);
        heads++;
    }
    assert_int_equal(heads, HEADS);
    free(head_used);
    free(used);
    state_set_free(s);
    free(f);
}

/* Two arrangements of four: each has its own part of the key. */
static void test_two_arrangements(void **state)
{
    (void)state;
    form *f = new_arrangement(4, true);
    unsigned a[] = {0, 1, 2, 3};
    state_set *s;
    assert_int_equal(state_set_new(&s, &f->shape, NULL), 0);
    assert_int_equal(state_set_kind_of(s), STATE_SET_DIRECT);
    bool used[24 * 24 * 10] = {false};
    do {
        unsigned b[] = {0, 1, 2, 3};
        do
            for (uint64_t o = 0; o < 10; o++) {
                const uint64_t row = arranged_state(f, a, 1, o) | arranged_state(f, b, 5, o);
                uint64_t key;
                state_set_keys(s, &row, 1, &key);
                assert_true(key < sizeof used && !used[key]);
                used[key] = true;
            }
        while (next_permutation(b, 4));
    } while (next_permutation(a, 4));
    state_set_free(s);
    free(f);
}

/* Fields that only look like one: they are ranked as any others. */
static void test_no_arrangement(void **state)
{
    (void)state;
    for (int wrong = 0; wrong < 4; wrong++) {
        form *f = new_arrangement(4, false);
        if (wrong == 0)
            f->fields[2].domain = 3;
        else if (wrong == 1)
            f->fields[4].arrangement = 0;
        else if (wrong == 2)
            f->fields[3].arrangement = 2;
        else
            f->fields[1].domain = 5;
        for (size_t i = 4; wrong == 3 && i < f->shape.field_count; i++)
            f->fields[i].shift++; /* one is wider */
        if (wrong == 3) {
            f->fields[3].width++;
            f->shape.bits++;
        }
        check_set(f, STATE_SET_DIRECT, 10000, 20000);
        free(f);
    }
}

/* Keys are a permutation: few bits, all values. */
static void test_keys_are_different(void **state)
{
    (void)state;
    for (unsigned bits = 1; bits <= 14; bits++) {
        form *f = new_form(1, &bits);
        f->shape.force = STATE_SET_PLAIN;
        state_set *s;
        assert_int_equal(state_set_new(&s, &f->shape, NULL), 0);
        bool *used = calloc((size_t)1 << bits, sizeof *used);
        for (uint64_t x = 0; x < (uint64_t)1 << bits; x++) {
            uint64_t key;
            state_set_keys(s, &x, 1, &key);
            assert_int_equal(key << bits, 0);
            assert_false(used[key >> (64 - bits)]);
            used[key >> (64 - bits)] = true;
        }
        free(used);
        state_set_free(s);
        free(f);
    }
}

/* States that differ in one bit, whichever it is, have different keys. */
static void test_every_bit_counts(void **state)
{
    (void)state;
    for (unsigned bits = 2; bits <= 128; bits++)
        for (unsigned first = bits > 64 ? bits - 64 : 1; first <= 64 && first < bits; first++) {
            unsigned widths[] = {first, bits - first};
            form *f = new_form(2, widths);
            f->shape.force = STATE_SET_PLAIN;
            state_set *s;
            assert_int_equal(state_set_new(&s, &f->shape, NULL), 0);
            uint64_t row[2], key[2] = {0}, other[2] = {0};
            make_state(f, bits + first, row);
            state_set_keys(s, row, 1, key);
            for (unsigned b = 0; b < bits; b++) {
                uint64_t *word = &row[b >= first], bit = (uint64_t)1 << (b < first ? b : b - first);
                *word ^= bit;
                state_set_keys(s, row, 1, other);
                assert_memory_not_equal(key, other, state_set_key_words(s) * sizeof *key);
                *word ^= bit;
            }
            state_set_free(s);
            free(f);
        }
}

/* Keys that the test chooses: all of one line, of the last line, of lines side by side. */
static void test_keys_that_meet(void **state)
{
    (void)state;
    static const unsigned widths[][2] = {{40, 0}, {33, 0}, {64, 0}, {30, 52}, {64, 31}};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
        for (unsigned kept = 9; kept <= 17; kept += 4)
            for (int end = 0; end < 2; end++) {
                form *f = new_form(widths[w][1] ? 2 : 1, widths[w]);
                f->shape.unmixed = true;
                f->kept_bits = kept;
                f->set_bits = end;
                check_set(f, STATE_SET_QUOTIENT, 6000, UINT64_MAX);
                check_set(f, STATE_SET_PLAIN, 2000, UINT64_MAX);
                free(f);
            }
}

/* Enough that slots of every width are used. */
static void test_large_sets(void **state)
{
    (void)state;
    static const unsigned widths[][2] = {{30, 0}, {41, 0}, {47, 0}, {64, 0}, {30, 52}, {64, 31}};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        form *f = new_form(widths[w][1] ? 2 : 1, widths[w]);
        check_set(f, STATE_SET_QUOTIENT, 600000, 1000000);
        free(f);
    }
}

/* ---- for several threads ------------------------------------------------------------------- */

typedef struct family {
    state_set *part[16];
    unsigned owner_bits;
} family;

/* Each state by the set of its owner, one at a time, as long as they are told apart by the oracle.
 */
static void add_to_family(family *all, const form *f, oracle *o, uint64_t *seed, size_t states,
                          uint64_t values)
{
    uint64_t row[WORDS_MOST], key[WORDS_MOST];
    for (size_t i = 0; i < states; i++) {
        uint32_t fresh;
        state_additions found = {.fresh = &fresh};
        make_state(f, dice(seed) % values, row);
        state_set_keys(all->part[0], row, 1, key);
        const unsigned owner = state_key_owner(key[state_set_key_words(all->part[0]) - 1],
                                               state_set_dealing(all->part[0]), all->owner_bits);
        assert_int_equal(state_set_add(all->part[owner], row, key, 1, &found, NULL), 0);
        assert_int_equal(found.added, 1);
        assert_int_equal(found.fresh_count, oracle_add(o, row));
    }
}

/* The sets of the owners hold together all that one set held, and no state belongs to two. */
static void check_division(form *f, int kind, size_t states, uint64_t values, unsigned owner_bits)
{
    family one = {.owner_bits = 0}, all = {.owner_bits = owner_bits};
    uint64_t seed = states + values + owner_bits, count = 0;
    oracle o = oracle_make(f->shape.words, 2 * states);
    f->shape.force = kind;
    f->shape.checked = owner_bits % 2;
    assert_int_equal(state_set_new(&one.part[0], &f->shape, NULL), 0);
    assert_false(state_set_share(one.part[0]));
    add_to_family(&one, f, &o, &seed, states, values);
    assert_int_equal(state_set_divide(all.part, one.part[0], owner_bits, NULL), 0);
    state_set_free(one.part[0]);
    for (size_t i = 0; i < (size_t)1 << owner_bits; i++)
        count += state_set_count(all.part[i]);
    assert_int_equal(count, o.count);
    add_to_family(&all, f, &o, &seed, states, values);
    count = 0;
    for (size_t i = 0; i < (size_t)1 << owner_bits; i++)
        count += state_set_count(all.part[i]);
    assert_int_equal(count, o.count);
    for (size_t i = 0; i < (size_t)1 << owner_bits; i++)
        state_set_free(all.part[i]);
    oracle_free(&o);
}

static void check_divisions(form *f, size_t states, uint64_t values)
{
    for (unsigned owner_bits = 1; owner_bits <= 4; owner_bits += 1 + owner_bits / 2) {
        if (f->shape.bits >= 16 && f->shape.bits <= 95)
            check_division(f, STATE_SET_QUOTIENT, states, values, owner_bits);
        check_division(f, STATE_SET_PLAIN, states, values, owner_bits);
    }
}

static void test_owners(void **state)
{
    (void)state;
    for (unsigned bits = 1; bits <= 128; bits += 1 + bits / 16) {
        const unsigned first = bits > 64 ? 64 - bits % 3 : bits, widths[] = {first, bits - first};
        form *f = new_form(first == bits ? 1 : 2, widths);
        check_divisions(f, bits % 5 * 300, 1000);
        free(f);
    }
    for (unsigned words = 3; words <= WORDS_MOST; words++) {
        unsigned widths[WORDS_MOST] = {64, 3, 64, 17, 1};
        form *f = new_form(words, widths);
        check_divisions(f, 3000, 2500);
        free(f);
    }
}

static void test_owners_of_many(void **state)
{
    (void)state;
    static const unsigned widths[][2] = {{30, 0}, {41, 0}, {47, 0}, {64, 0}, {30, 52}, {64, 31}};
    size_t way = 0;
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        form *f = new_form(widths[w][1] ? 2 : 1, widths[w]);
        if (in_turn_of(w, 6))
            check_division(f, STATE_SET_QUOTIENT, 100000, 1000000, 2);
        f->shape.unmixed = true; /* keys that lie far off */
        for (f->kept_bits = 9; f->kept_bits <= 17; f->kept_bits += 4)
            for (f->set_bits = false;; f->set_bits = true) {
                if (in_turn_of(way++, 36))
                    check_divisions(f, 3000, UINT64_MAX);
                if (f->set_bits)
                    break;
            }
        free(f);
    }
}

/* One thread's additions to a set that is shared. */
typedef struct sharer {
    const form *f;
    state_set *set;
    uint64_t seed, values;
    size_t states, fresh;
    atomic_uint *told; /* how often a value was said to be new */
} sharer;

static void *add_shared(void *self)
{
    sharer *s = self;
    enum { BATCH = 300 };
    uint64_t value[BATCH], rows[BATCH], keys[BATCH];
    uint32_t fresh[BATCH];
    state_additions found = {.fresh = fresh};
    for (size_t done = 0; done < s->states; done += BATCH) {
        for (size_t i = 0; i < BATCH; i++) {
            value[i] = dice(&s->seed) % s->values;
            make_state(s->f, value[i], rows + i);
        }
        state_set_keys(s->set, rows, BATCH, keys);
        if (state_set_add(s->set, rows, keys, BATCH, &found, NULL) || found.added != BATCH)
            return s;
        for (size_t i = 0; i < found.fresh_count; i++)
            atomic_fetch_add(&s->told[rows[fresh[i]]], 1);
    }
    return NULL;
}

/* Each state is new once, for one of the threads. */
static void check_sharing(bool checked)
{
    enum { THREADS = 4, BITS = 16 };
    const unsigned width = BITS;
    form *f = new_form(1, &width);
    state_set *set;
    pthread_t thread[THREADS];
    sharer with[THREADS];
    atomic_uint *told = calloc((size_t)1 << BITS, sizeof *told);
    f->shape.force = STATE_SET_DIRECT;
    f->shape.checked = checked;
    assert_int_equal(state_set_new(&set, &f->shape, NULL), 0);
    assert_true(state_set_share(set));
    for (unsigned t = 0; t < THREADS; t++) {
        with[t] = (sharer){
            .f = f, .set = set, .seed = t, .values = 40000, .states = 150000, .told = told};
        assert_int_equal(pthread_create(&thread[t], NULL, add_shared, &with[t]), 0);
    }
    uint64_t count = 0;
    for (unsigned t = 0; t < THREADS; t++) {
        void *failed;
        pthread_join(thread[t], &failed);
        assert_null(failed);
    }
    for (size_t i = 0; i < (size_t)1 << BITS; i++) {
        assert_true(told[i] <= 1);
        count += told[i];
    }
    assert_int_equal(count, state_set_count(set));
    assert_true(count > 20000);
    state_set_free(set);
    free(told);
    free(f);
}

static void test_sharing(void **state)
{
    (void)state;
    check_sharing(false);
    check_sharing(true);
}

/* ---- a set for each thread ----------------------------------------------------------------- */

enum { COPIES = 3, FINDS = 700, COPIED_BITS = 12 };

typedef struct finder {
    state_set *set;
    uint32_t log[FINDS], both[COPIES * FINDS], there[FINDS];
    size_t logged, yielded;
} finder;

/* States at random, most of which several finders find. */
static void find_some(finder *w, form *f, uint64_t *seed)
{
    uint64_t rows[FINDS], keys[FINDS];
    uint32_t fresh[FINDS];
    state_additions found = {.fresh = fresh};
    const size_t count = dice(seed) % FINDS;
    for (size_t i = 0; i < count; i++)
        make_state(f, dice(seed) % 3000, &rows[i]);
    state_set_keys(w->set, rows, count, keys);
    assert_int_equal(state_set_add(w->set, rows, keys, count, &found, NULL), 0);
    w->logged = found.fresh_count;
    w->yielded = 0;
    for (size_t i = 0; i < found.fresh_count; i++)
        w->log[i] = (uint32_t)keys[fresh[i]];
}

/* Each state that was new for some finders is kept by one of them, and known to all. */
static void test_copies(void **state)
{
    (void)state;
    const unsigned width = COPIED_BITS;
    form *f = new_form(1, &width);
    finder *w = calloc(COPIES, sizeof *w);
    uint64_t seed = 3;
    bool known[1 << COPIED_BITS] = {false};
    f->shape.force = STATE_SET_DIRECT;
    assert_int_equal(state_set_new(&w->set, &f->shape, NULL), 0);
    assert_true(state_set_is_copied(w->set));
    for (unsigned i = 1; i < COPIES; i++)
        assert_int_equal(state_set_copy(&w[i].set, w->set, NULL), 0);
    for (unsigned round = 0; round < 40; round++) {
        unsigned keepers[1 << COPIED_BITS] = {0};
        bool found[1 << COPIED_BITS] = {false};
        for (unsigned i = 0; i < COPIES; i++)
            find_some(&w[i], f, &seed);
        for (unsigned i = 0; i < COPIES; i++)
            for (unsigned k = 0; k < COPIES; k++)
                if (k != i)
                    w[i].yielded += state_set_learn(w[i].set, w[k].log, w[k].logged, i < k,
                                                    w[i].both + w[i].yielded);
        for (unsigned i = 0; i < COPIES; i++) {
            state_set_hide(w[i].set, w[i].both, w[i].yielded, true);
            const size_t kept = state_set_find(w[i].set, w[i].log, w[i].logged, w[i].there);
            state_set_hide(w[i].set, w[i].both, w[i].yielded, false);
            for (size_t n = 0; n < w[i].logged; n++)
                found[w[i].log[n]] = true;
            for (size_t n = 0; n < kept; n++)
                keepers[w[i].log[w[i].there[n]]]++;
        }
        for (size_t v = 0; v < 1 << COPIED_BITS; v++) {
            assert_int_equal(keepers[v], found[v]);
            assert_false(known[v] && found[v]);
            known[v] |= found[v];
        }
    }
    for (unsigned i = COPIES; i-- > 0;) {
        assert_int_equal(state_set_count(w[i].set), state_set_count(w->set));
        assert_true(state_set_count(w[i].set) > 1900);
        state_set_free(w[i].set);
    }
    free(w);
    free(f);
}

/* Keys that lie in one line of the set have one owner, and each owner has some. */
static void test_stripes(void **state)
{
    (void)state;
    enum { BITS = 16, LINE = 512, OWNER_BITS = 2 };
    const unsigned width = BITS;
    form *f = new_form(1, &width);
    state_set *s;
    unsigned lines[1 << OWNER_BITS] = {0};
    f->shape.force = STATE_SET_DIRECT;
    assert_int_equal(state_set_new(&s, &f->shape, NULL), 0);
    const key_dealing dealing = state_set_dealing(s);
    for (uint64_t first = 0; first < 1 << BITS; first += LINE) {
        const unsigned owner = state_key_owner(first, dealing, OWNER_BITS);
        lines[owner]++;
        for (uint64_t i = 1; i < LINE; i++)
            assert_int_equal(state_key_owner(first + i, dealing, OWNER_BITS), owner);
    }
    for (unsigned o = 0; o < 1 << OWNER_BITS; o++)
        assert_in_range(lines[o], 16, 64);
    state_set_free(s);
    free(f);
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* A set that is full still knows what it holds, in batches with new states among them. */
static void check_limit(form *f, int kind, size_t most)
{
    enum { BATCH = 100 };
    f->shape.force = kind;
    f->shape.max_bytes = most;
    state_set *s;
    assert_int_equal(state_set_new(&s, &f->shape, NULL), 0);
    const unsigned words = f->shape.words;
    uint64_t rows[2 * BATCH], keys[2 * BATCH], held = 0;
    uint32_t fresh[BATCH];
    state_additions found = {.fresh = fresh};
    do {
        for (uint64_t i = 0; i < BATCH; i++)
            make_state(f, held + i, rows + i * words);
        state_set_keys(s, rows, BATCH, keys);
        assert_int_equal(state_set_add(s, rows, keys, BATCH, &found, NULL), 0);
        assert_int_equal(found.fresh_count, found.added);
        held += found.added;
        assert_true(state_set_memory(s) <= most);
    } while (found.added == BATCH);
    assert_int_equal(state_set_count(s), held);
    for (uint64_t i = 0; held && i < BATCH; i++) /* the last but one is new */
        make_state(f, i == BATCH - 2 ? held : (i * 7919) % held, rows + i * words);
    state_set_keys(s, rows, BATCH, keys);
    assert_int_equal(state_set_add(s, rows, keys, BATCH, &found, NULL), 0);
    assert_int_equal(found.added, held ? BATCH - 2 : 0);
    assert_int_equal(found.fresh_count, 0);
    if (most > 100000)
        assert_true(held * 40 > most);
    state_set_limit(s, most * 4 + 100000);
    assert_int_equal(state_set_add(s, rows + found.added * words,
                                   keys + found.added * state_set_key_words(s), 1, &found, NULL),
                     0);
    assert_int_equal(found.added, 1);
    assert_int_equal(found.fresh_count, 1);
    assert_int_equal(state_set_count(s), held + 1);
    state_set_free(s);
}

static void test_limits(void **state)
{
    (void)state;
    static const unsigned widths[][2] = {{47, 0}, {64, 0}, {30, 52}};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
        for (size_t most = 100; most < 1000000; most = most * 7 / 3) {
            form *f = new_form(widths[w][1] ? 2 : 1, widths[w]);
            check_limit(f, STATE_SET_QUOTIENT, most);
            check_limit(f, STATE_SET_PLAIN, most);
            free(f);
        }
}

/* ---- no memory ------------------------------------------------------------------------------- */

/* Adds states until there are so many or an allocation fails: 0 or WGCQ_EMEMORY. */
static int fill_set(const form *f, uint64_t states)
{
    enum { BATCH = 500 };
    state_set *s = NULL;
    uint64_t rows[2 * BATCH], keys[2 * BATCH];
    uint32_t fresh[BATCH];
    state_additions found = {.fresh = fresh};
    int code = state_set_new(&s, &f->shape, NULL);
    for (uint64_t at = 0; !code && at < states; at += BATCH) {
        for (uint64_t i = 0; i < BATCH; i++)
            make_state(f, at + i, rows + i * f->shape.words);
        state_set_keys(s, rows, BATCH, keys);
        code = state_set_add(s, rows, keys, BATCH, &found, NULL);
    }
    if (!code)
        assert_true(state_set_count(s) > states / 2);
    if (!code)
        code = state_set_go_direct(s, DIRECT_PAY, NULL);
    if (!code && state_set_is_copied(s)) {
        state_set *copy;
        code = state_set_copy(&copy, s, NULL);
        state_set_free(code ? NULL : copy);
    }
    if (!code && !state_set_share(s)) {
        state_set *parts[4];
        code = state_set_divide(parts, s, 2, NULL);
        for (unsigned o = 0; !code && o < 4; o++)
            state_set_free(parts[o]);
    }
    state_set_free(s);
    return code;
}

/* Each allocation fails once. */
static void check_memory(form *f, uint64_t states)
{
    allocations = fails_at = 0;
    assert_int_equal(fill_set(f, states), 0);
    const long most = allocations;
    assert_true(most > 0);
    for (long at = 1; at <= most; at++) {
        allocations = 0;
        fails_at = at;
        assert_int_equal(fill_set(f, states), WGCQ_EMEMORY);
    }
    fails_at = 0;
}

static void test_no_memory(void **state)
{
    (void)state;
    static const unsigned widths[][2] = {{47, 0}, {64, 31}};
    size_t way = 0;
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
        for (int unmixed = 0; unmixed < 2; unmixed++)
            for (int kind = STATE_SET_QUOTIENT; kind <= STATE_SET_PLAIN; kind++) {
                if (!in_turn_of(way++, 8))
                    continue;
                form *f = new_form(widths[w][1] ? 2 : 1, widths[w]);
                f->shape.force = kind;
                f->shape.unmixed = unmixed;
                f->kept_bits = unmixed ? 13 : 0;
                f->shape.checked = w;
                check_memory(f, unmixed ? 4000 : 30000);
                free(f);
            }
    form *f = calloc(1, sizeof *f);
    f->shape.fields = f->fields;
    for (unsigned i = 0; i < 12; i++)
        add_field(f, 0, 2 * i, 2, 3);
    f->shape.force = STATE_SET_DIRECT;
    check_memory(f, 10000);
    f->shape.force = -1;
    f->shape.late = true;
    check_memory(f, 10000);
    free(f);
    level_table t = level_table_make(1);
    const uint64_t states[] = {1, 2, 3};
    fails_at = 1;
    allocations = 0;
    assert_false(level_table_insert(&t, states, NULL, 3));
    assert_int_equal(t.count, 0);
    fails_at = 0;
    assert_true(level_table_insert(&t, states, NULL, 3));
    level_table_free(&t);
}

/* ---- the table of a level ------------------------------------------------------------------- */

/* Some, all or the first half of a level's states are put into the table; the others are not found.
 */
static void check_level_table(level_table *t, unsigned number, uint64_t *seed)
{
    enum { MOST = 6000 };
    static uint64_t level[3 * MOST], wanted[3 * MOST];
    static uint32_t given[MOST], index[MOST];
    const unsigned words = t->words;
    const uint32_t count = (uint32_t)(number % 7 == 3 ? MOST : 1 + dice(seed) % 40);
    uint32_t puts = 0;
    memset(level, 0, sizeof level);
    for (uint32_t i = 0; i < count; i++) {
        level[i * words + dice(seed) % words] = number ? dice(seed) : 0;
        level[i * words] = ((uint64_t)number << 40 | i) << (number % 3 * 10);
        given[puts] = i;
        puts += number % 2 ? dice(seed) % 3 > 0 : i < (count + 1) / 2;
    }
    assert_true(level_table_insert(t, level, number % 2 ? given : NULL, puts / 3));
    assert_true(
        level_table_insert(t, level, number % 2 ? given + puts / 3 : NULL, puts - puts / 3));
    assert_int_equal(t->count, puts);
    for (uint32_t i = 0; i < count; i++) /* from the last to the first */
        memcpy(wanted + i * words, level + (count - 1 - i) * words, words * sizeof *level);
    level_table_find(t, level, wanted, count, index);
    for (uint32_t i = 0, put = 0; i < count; i++) {
        const bool there = put < puts && given[put] == i;
        assert_int_equal(index[count - 1 - i], there ? i : LEVEL_ABSENT);
        put += there;
    }
}

static void test_level_table(void **state)
{
    (void)state;
    for (unsigned words = 1; words <= 3; words++) {
        const uint64_t none[3] = {0};
        uint32_t index;
        level_table t = level_table_make(words);
        for (uint64_t seed = words, level = 0; level < 60; level++) {
            level_table_find(&t, none, none, 1, &index);
            assert_int_equal(index, LEVEL_ABSENT);
            check_level_table(&t, (unsigned)level, &seed);
            level_table_clear(&t);
            assert_int_equal(t.count, 0);
        }
        level_table_free(&t);
    }
}

/* ---- ways to a level ------------------------------------------------------------------------ */

enum { ABOVE = 300, LEVEL_MOST = 9000, ABSENT = 500 };

/* A level, the one above it, and what the ways and origins should become. */
typedef struct two_levels {
    frontier above, level;
    uint64_t ways[LEVEL_MOST];
    uint32_t origins[LEVEL_MOST];
} two_levels;

/* No state of one value is of another. */
static void make_level_state(unsigned words, uint64_t value, uint64_t *state)
{
    memset(state, 0, words * sizeof *state);
    state[value % words] = value * 0x9e3779b97f4a7c15u | 1;
}

static void append_traced(frontier *f, uint64_t value, uint32_t origin, uint64_t ways)
{
    assert_true(frontier_reserve(f, 1));
    make_level_state(f->words, value, frontier_state(f, f->count));
    frontier_origins(f)[f->count++] = origin;
    assert_true(bigcount_push_one(&f->ways));
    f->ways.limb[f->count - 1] = ways;
}

static void make_two_levels(two_levels *t, unsigned words, uint64_t *seed)
{
    memset(t, 0, sizeof *t);
    t->above = t->level = (frontier){.words = words, .traced = true, .counted = true};
    for (uint64_t i = 0; i < ABOVE; i++)
        append_traced(&t->above, LEVEL_MOST + ABSENT + i, 0, 1 + dice(seed) % 1000);
}

static void grow_level(two_levels *t, size_t more, uint64_t *seed)
{
    for (; more; more--) {
        const size_t at = t->level.count;
        t->origins[at] = (uint32_t)(dice(seed) % ABOVE);
        t->ways[at] = t->above.ways.limb[t->origins[at]];
        append_traced(&t->level, at, t->origins[at], t->ways[at]);
    }
}

/* A further way from a state above to a state of the level, or to one that is not in it. */
static void repeat_way(two_levels *t, repeats *r, const wgcq_model *model, uint64_t *seed)
{
    const bool absent = !t->level.count || dice(seed) % 3 == 0;
    const uint64_t at = absent ? LEVEL_MOST + dice(seed) % ABSENT : dice(seed) % t->level.count;
    const uint32_t source = (uint32_t)(dice(seed) % ABOVE), which = 0;
    uint64_t state[3];
    make_level_state(r->words, at, state);
    assert_true(repeats_put_off(r, state, &source, &which, 1));
    if (absent)
        return;
    t->ways[at] += t->above.ways.limb[source];
    if (model_state_before(model, frontier_state(&t->above, source),
                           frontier_state(&t->above, t->origins[at])))
        t->origins[at] = source;
}

static void check_repeats(unsigned words, uint64_t *seed)
{
    const wgcq_model model = {.words = words};
    const state_set_shape shape = {.words = words, .bits = 64 * words, .force = -1};
    two_levels *t = malloc(sizeof *t);
    state_set *set;
    assert_int_equal(state_set_new(&set, &shape, NULL), 0);
    make_two_levels(t, words, seed);
    repeats r = repeats_make(words);
    for (unsigned level = 0; level < 12; level++) {
        const size_t states = dice(seed) % (level % 3 ? 200 : LEVEL_MOST),
                     ways = dice(seed) % (level % 4 ? states + 10 : 30);
        unsigned early = 0;
        for (unsigned part = 0; part < 4; part++) {
            grow_level(t, states / 4, seed);
            for (size_t i = 0; i < ways; i++)
                repeat_way(t, &r, &model, seed);
            if (!repeats_are_many(&r, &t->level))
                continue;
            early++;
            assert_true(repeats_settle(&r, &model, &t->level, &t->above));
        }
        assert_true(repeats_settle(&r, &model, &t->level, &t->above));
        assert_true(early || ways * 4 < 5000 || ways * 4 < states / 4);
        for (size_t i = 0; i < t->level.count; i++) {
            assert_int_equal(t->level.ways.limb[i], t->ways[i]);
            assert_int_equal(frontier_origins(&t->level)[i], t->origins[i]);
        }
        repeats_begin_level(&r);
        frontier_clear(&t->level);
    }
    repeats_free(&r);
    frontier_free(&t->above);
    frontier_free(&t->level);
    state_set_free(set);
    free(t);
}

static void test_repeats(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (unsigned words = 1; words <= 3; words++)
        for (unsigned i = 0; i < 5; i++)
            check_repeats(words, &seed);
}

enum { TRITS = 8, TRIT_RANKS = 6561 }; /* fields of three values each */

static uint64_t row_of_rank(unsigned rank)
{
    uint64_t row = 0;
    for (unsigned k = 0; k < TRITS; k++, rank /= 3)
        row |= (uint64_t)(rank % 3) << 2 * k;
    return row;
}

static unsigned rank_of_row(uint64_t row)
{
    unsigned rank = 0;
    for (unsigned k = TRITS; k-- > 0;)
        rank = 3 * rank + (unsigned)(row >> 2 * k & 3);
    return rank;
}

/* Where levels are not told apart any more, the set has the same states, in half the memory. */
static void check_forgotten(state_set *s, const unsigned *level_of)
{
    const size_t before = state_set_memory(s);
    uint32_t fresh;
    state_set_forget_levels(s);
    assert_true(state_set_memory(s) <= before / 2 + 2);
    for (unsigned rank = 0; rank < TRIT_RANKS; rank++) {
        uint64_t row = row_of_rank(rank), key;
        state_additions found = {.fresh = &fresh};
        state_set_keys(s, &row, 1, &key);
        assert_int_equal(state_set_add(s, &row, &key, 1, &found, NULL), 0);
        assert_int_equal(found.fresh_count, !level_of[rank]);
    }
    assert_int_equal(state_set_count(s), TRIT_RANKS);
    assert_true(state_set_share(s));
}

/* Repeats of a rank set are those of the level, and at most some that are three levels older. */
static void test_direct_repeats(void **state)
{
    (void)state;
    enum { LEVELS = 20, COUNT = 400 };
    form *f = calloc(1, sizeof *f);
    f->shape.fields = f->fields;
    f->shape.force = STATE_SET_DIRECT;
    f->shape.repeats = true;
    for (unsigned i = 0; i < TRITS; i++)
        add_field(f, 0, 2 * i, 2, 3);
    state_set *s;
    unsigned level_of[TRIT_RANKS] = {0};
    uint64_t seed = 5, rows[COUNT], keys[COUNT];
    uint32_t fresh[COUNT], known[COUNT];
    assert_int_equal(state_set_new(&s, &f->shape, NULL), 0);
    assert_false(state_set_share(s));
    for (unsigned level = 1; level <= LEVELS; level++) {
        state_additions found = {.fresh = fresh, .repeats = known};
        size_t news = 0, again = 0;
        for (size_t i = 0; i < COUNT; i++)
            make_state(f, dice(&seed) % 3000, &rows[i]);
        state_set_keys(s, rows, COUNT, keys);
        assert_int_equal(state_set_add(s, rows, keys, COUNT, &found, NULL), 0);
        for (uint32_t i = 0; i < COUNT; i++) {
            const unsigned rank = rank_of_row(rows[i]);
            if (!level_of[rank]) {
                level_of[rank] = level;
                assert_int_equal(fresh[news++], i);
            } else if (level_of[rank] % 3 == level % 3) {
                assert_int_equal(known[again++], i);
            }
        }
        assert_int_equal(news, found.fresh_count);
        assert_int_equal(again, found.repeat_count);
        state_set_begin_level(s);
    }
    check_forgotten(s, level_of);
    state_set_free(s);
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_width),
        cmocka_unit_test(test_long_states),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_late_direct),
        cmocka_unit_test(test_when_direct_pays),
        cmocka_unit_test(test_every_permutation),
        cmocka_unit_test(test_many_permutations),
        cmocka_unit_test(test_two_arrangements),
        cmocka_unit_test(test_no_arrangement),
        cmocka_unit_test(test_keys_are_different),
        cmocka_unit_test(test_every_bit_counts),
        cmocka_unit_test(test_keys_that_meet),
        cmocka_unit_test(test_large_sets),
        cmocka_unit_test(test_owners),
        cmocka_unit_test(test_owners_of_many),
        cmocka_unit_test(test_sharing),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_level_table),
        cmocka_unit_test(test_repeats),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_stripes),
        cmocka_unit_test(test_direct_repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
