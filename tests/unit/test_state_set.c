/* test_state_set.c - sets of states, each kind held to a sorted array of those that were added. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "space/level_table.h"
#include "space/state_set.h"

enum { WORDS_MOST = 5, FIELDS_MOST = 64, BATCH_MOST = 3000 };

static uint64_t dice(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = *seed ^ *seed >> 33;
    return x * 0x9e3779b97f4a7c15u >> 7;
}

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
        (model_field){.word = word, .shift = shift, .width = width, .value_count = values};
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
        if (at->value_count)
            bits %= at->value_count;
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

/* ---- one set against the oracle ---------------------------------------------------------------
 */

/* `states` additions of `values` different ones at most, in batches of odd sizes. */
static void check_set(form *f, int kind, size_t states, uint64_t values)
{
    f->shape.force = kind;
    f->shape.checked = states % 2000 == 0;
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
        size_t count = 1 + dice(&seed) % (done % 2 ? BATCH_MOST : 50), fresh_count, added, next = 0;
        if (count > states - done)
            count = states - done;
        for (size_t i = 0; i < count; i++)
            make_state(f, dice(&seed) % values, rows + i * words);
        state_set_keys(s, rows, count, keys);
        assert_int_equal(state_set_add(s, rows, keys, count, fresh, &fresh_count, &added, &err), 0);
        assert_int_equal(added, count);
        for (size_t i = 0; i < count; i++)
            if (oracle_add(&o, rows + i * words)) {
                assert_true(next < fresh_count);
                assert_int_equal(fresh[next++], i);
            }
        assert_int_equal(next, fresh_count);
        assert_int_equal(state_set_count(s), o.count);
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

/* ---- tests --------------------------------------------------------------------------------------
 */

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
    check_set(f, STATE_SET_RANK, 100000, 200000);
    check_set(f, -1, 100000, 200000);
    free(f);
    f = calloc(1, sizeof *f);
    f->shape.fields = f->fields;
    for (unsigned i = 0; i < 16; i++)
        add_field(f, 0, i, 1, 2);
    check_set(f, STATE_SET_RANK, 100000, 100000);
    free(f);
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

/* Sets of owners hold together what one set holds, and no state belongs to two. */
static void test_owners(void **state)
{
    (void)state;
    enum { OWNERS = 4, STATES = 20000 };
    for (int kind = STATE_SET_RANK; kind <= STATE_SET_PLAIN; kind++) {
        form *f = calloc(1, sizeof *f);
        f->shape.fields = f->fields;
        for (unsigned i = 0; i < 10; i++)
            add_field(f, 0, 2 * i, 2, 3);
        f->shape.force = kind;
        f->shape.owner_bits = 2;
        state_set *s[OWNERS];
        for (unsigned o = 0; o < OWNERS; o++)
            assert_int_equal(state_set_new(&s[o], &f->shape, NULL), 0);
        oracle all = oracle_make(1, STATES);
        for (uint64_t i = 0; i < STATES; i++) {
            uint64_t row, key;
            uint32_t fresh;
            size_t fresh_count, added;
            make_state(f, i, &row);
            state_set_keys(s[i % OWNERS], &row, 1, &key);
            unsigned owner = state_key_owner(key, 2);
            assert_int_equal(
                state_set_add(s[owner], &row, &key, 1, &fresh, &fresh_count, &added, NULL), 0);
            assert_int_equal(added, 1);
            assert_int_equal(fresh_count, oracle_add(&all, &row));
        }
        uint64_t count = 0;
        for (unsigned o = 0; o < OWNERS; o++) {
            assert_true(state_set_count(s[o]) > all.count / OWNERS / 2);
            count += state_set_count(s[o]);
            state_set_free(s[o]);
        }
        assert_int_equal(count, all.count);
        oracle_free(&all);
        free(f);
    }
}

/* ---- limits -----------------------------------------------------------------------------------
 */

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
    size_t fresh_count, added;
    do {
        for (uint64_t i = 0; i < BATCH; i++)
            make_state(f, held + i, rows + i * words);
        state_set_keys(s, rows, BATCH, keys);
        assert_int_equal(state_set_add(s, rows, keys, BATCH, fresh, &fresh_count, &added, NULL), 0);
        assert_int_equal(fresh_count, added);
        held += added;
        assert_true(state_set_memory(s) <= most);
    } while (added == BATCH);
    assert_int_equal(state_set_count(s), held);
    for (uint64_t i = 0; held && i < BATCH; i++) /* the last but one is new */
        make_state(f, i == BATCH - 2 ? held : (i * 7919) % held, rows + i * words);
    state_set_keys(s, rows, BATCH, keys);
    assert_int_equal(state_set_add(s, rows, keys, BATCH, fresh, &fresh_count, &added, NULL), 0);
    assert_int_equal(added, held ? BATCH - 2 : 0);
    assert_int_equal(fresh_count, 0);
    if (most > 100000)
        assert_true(held * 40 > most);
    state_set_limit(s, most * 4 + 100000);
    assert_int_equal(state_set_add(s, rows + added * words, keys + added * state_set_key_words(s),
                                   1, fresh, &fresh_count, &added, NULL),
                     0);
    assert_int_equal(added, 1);
    assert_int_equal(fresh_count, 1);
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

/* ---- no memory ----------------------------------------------------------------------------------
 */

static long allocations, fails_at; /* 0: none */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset);

static bool fails(void)
{
    return ++allocations == fails_at;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}
void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset)
{
    return fails() ? MAP_FAILED : __real_mmap(at, bytes, protection, flags, file, offset);
}

/* Adds states until there are so many or an allocation fails: 0 or WGCQ_EMEMORY. */
static int fill_set(const form *f, uint64_t states)
{
    enum { BATCH = 500 };
    state_set *s = NULL;
    uint64_t rows[2 * BATCH], keys[2 * BATCH];
    uint32_t fresh[BATCH];
    size_t fresh_count, added;
    int code = state_set_new(&s, &f->shape, NULL);
    for (uint64_t at = 0; !code && at < states; at += BATCH) {
        for (uint64_t i = 0; i < BATCH; i++)
            make_state(f, at + i, rows + i * f->shape.words);
        state_set_keys(s, rows, BATCH, keys);
        code = state_set_add(s, rows, keys, BATCH, fresh, &fresh_count, &added, NULL);
    }
    if (!code)
        assert_true(state_set_count(s) > states / 2);
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
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
        for (int unmixed = 0; unmixed < 2; unmixed++)
            for (int kind = STATE_SET_QUOTIENT; kind <= STATE_SET_PLAIN; kind++) {
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
    f->shape.force = STATE_SET_RANK;
    check_memory(f, 10000);
    free(f);
    level_table t = level_table_make(1);
    const uint64_t keys[] = {1, 2, 3};
    for (fails_at = 1; fails_at <= 2; fails_at++) {
        allocations = 0;
        assert_false(level_table_insert(&t, keys, NULL, 3));
        assert_int_equal(t.count, 0);
        level_table_free(&t);
        t = level_table_make(1);
    }
    fails_at = 0;
    assert_true(level_table_insert(&t, keys, NULL, 3));
    level_table_free(&t);
}

/* ---- the table of a level ------------------------------------------------------------------- */

static void test_level_table(void **state)
{
    (void)state;
    for (unsigned words = 1; words <= 3; words++) {
        level_table t = level_table_make(words);
        uint64_t keys[3 * 4000], seed = words;
        uint32_t index[4000];
        for (unsigned level = 0; level < 60; level++) {
            uint32_t count = (uint32_t)(level % 7 == 3 ? 2000 : 1 + dice(&seed) % 40);
            for (uint32_t i = 0; i < 2 * count; i++) {
                memset(keys + i * words, 0, words * sizeof *keys);
                keys[i * words + dice(&seed) % words] = level ? dice(&seed) : 0;
                keys[i * words] = ((uint64_t)level << 40 | i) << (level % 3 * 10);
            }
            level_table_find(&t, keys, 2 * count, index);
            for (uint32_t i = 0; i < 2 * count; i++)
                assert_int_equal(index[i], LEVEL_ABSENT);
            uint32_t odd[2000];
            for (uint32_t i = 0; i < count; i++)
                odd[i] = 2 * i + 1;
            assert_true(level_table_insert(&t, keys, odd, count / 2));
            assert_true(level_table_insert(&t, keys, odd + count / 2, count - count / 2));
            level_table_find(&t, keys, 2 * count, index);
            for (uint32_t i = 0; i < 2 * count; i++)
                assert_int_equal(index[i], i % 2 ? i / 2 : LEVEL_ABSENT);
            assert_int_equal(t.count, count);
            level_table_clear(&t);
            assert_int_equal(t.count, 0);
        }
        level_table_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_width),
        cmocka_unit_test(test_long_states),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_keys_are_different),
        cmocka_unit_test(test_every_bit_counts),
        cmocka_unit_test(test_keys_that_meet),
        cmocka_unit_test(test_large_sets),
        cmocka_unit_test(test_owners),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_level_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
