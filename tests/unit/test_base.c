/* test_base.c - arenas, growing arrays and strings: sizes at every threshold, and their ends. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/strbuf.h"
#include "suite.h"

/* ---- arenas -------------------------------------------------------------------------------- */

enum { FIRST = 16 * 1024, LARGEST = 4 * 1024 * 1024 };

/* Each piece is aligned, zero and its own, whatever came before. */
static void take(arena *a, size_t bytes, char mark)
{
    char *taken = arena_take(a, bytes);
    assert_int_equal((uintptr_t)taken % _Alignof(max_align_t), 0);
    for (size_t i = 0; i < bytes; i++)
        assert_int_equal(taken[i], 0);
    memset(taken, mark, bytes);
}

/* Whether there is no memory for that. */
static bool rejects(arena *a, size_t count, size_t size)
{
    jmp_buf out;
    a->out = &out;
    if (setjmp(out))
        return true;
    arena_array(a, count, size);
    return false;
}

/* Does it with an arena that has all there is. */
static void with_memory(void (*body)(arena *a))
{
    jmp_buf out;
    arena a = {.out = &out};
    if (setjmp(out))
        fail_msg("%s", "there is memory");
    body(&a);
    arena_free(&a);
    assert_int_equal(a.total, 0);
}

static void three_pieces(arena *a)
{
    static const size_t edges[] = {1, 16, 32, FIRST, 2 * FIRST, LARGEST};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        for (size_t near = 0; near < 3; near++)
            for (size_t before = 0; before < 40; before += 13) {
                arena_free(a);
                take(a, before, 'a');
                take(a, edges[i] + near - 1, 'b');
                take(a, 1, 'c');
            }
}

static void pieces_of_every_size(void **state)
{
    (void)state;
    with_memory(three_pieces);
}

/* Blocks double up to the largest, so that little of the last is wasted. */
static void twelve_blocks(arena *a)
{
    size_t size = FIRST, used = 0;
    for (int block = 0; block < 12; block++) {
        used += size;
        for (size_t piece = 0; piece < size / 1024; piece++)
            take(a, 1024, 'x');
        assert_int_equal(a->total, used);
        size = size < LARGEST ? size * 2 : LARGEST;
    }
}

static void blocks_double_and_stop(void **state)
{
    (void)state;
    with_memory(twelve_blocks);
}

static void a_limit_is_kept(void **state)
{
    (void)state;
    for (size_t most = FIRST - 1; most <= FIRST + 1; most++) {
        arena a = {.max_bytes = most};
        assert_int_equal(rejects(&a, 1, 1), most < FIRST);
        assert_true(rejects(&a, FIRST, 1));
        assert_int_equal(a.total, most < FIRST ? 0 : FIRST);
        arena_free(&a);
    }
}

/* Products and sizes that do not fit are no memory, not a small piece. */
static void what_cannot_be_had(void **state)
{
    static const struct {
        size_t count, size;
    } most[] = {{SIZE_MAX, 1},
                {SIZE_MAX / 4 + 1, 1},
                {SIZE_MAX / 2, 2},
                {SIZE_MAX / 8 + 1, 4},
                {(size_t)1 << 33, (size_t)1 << 31}};
    (void)state;
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        arena a = {0};
        assert_true(rejects(&a, most[i].count, most[i].size));
        assert_int_equal(a.total, 0);
    }
}

static void lines(arena *a)
{
    char line[40];
    for (int length = 0; length < 36; length++) {
        snprintf(line, sizeof line, "%0*d", length, 7);
        assert_string_equal(arena_printf(a, "%s", line), line);
        assert_string_equal(arena_text(a, line, strlen(line)), line);
        assert_int_equal(strlen(arena_text(a, line, (size_t)(length / 2))), length / 2);
    }
    assert_string_equal(arena_printf(a, "%s", ""), "");
}

static void texts_in_an_arena(void **state)
{
    (void)state;
    with_memory(lines);
}

static void push_many(arena *a)
{
    size_t *list = NULL, count = 0, room = 0;
    for (size_t i = 0; i < 5000; i++) {
        ARENA_PUSH(a, list, count, room, i * i);
        assert_true(count <= room);
    }
    for (size_t i = 0; i < count; i++)
        assert_int_equal(list[i], i * i);
}

static void a_list_grows(void **state)
{
    (void)state;
    with_memory(push_many);
}

/* The newest piece grows where it is, another is copied. */
static void grow_two(arena *a)
{
    size_t *list = NULL, count = 0, room = 0;
    for (size_t i = 0; i < 64; i++)
        ARENA_PUSH(a, list, count, room, i);
    size_t *was = list;
    ARENA_PUSH(a, list, count, room, 64);
    assert_ptr_equal(list, was);
    assert_int_equal(room, 128);
    take(a, 1, 'x');
    for (size_t i = 65; i <= 128; i++)
        ARENA_PUSH(a, list, count, room, i);
    assert_ptr_not_equal(list, was);
    for (size_t i = 0; i < room; i++)
        assert_int_equal(list[i], i < count ? i : 0);
}

static void the_newest_grows_in_its_place(void **state)
{
    (void)state;
    with_memory(grow_two);
}

/* Pieces behind a mark, in its block and beyond it, are zero when they are taken again. */
static void take_again(arena *a)
{
    for (size_t before = 0; before < 3 * FIRST; before += 1000) {
        arena_free(a);
        take(a, before, 'a');
        for (size_t behind = 8; behind < 8 * FIRST; behind *= 3) {
            const arena_mark here = arena_here(a);
            for (size_t i = 0; i < 5; i++)
                take(a, behind, 'b');
            arena_rewind(a, here);
            assert_int_equal(a->total, here.total);
        }
        take(a, 2 * FIRST, 'c');
    }
}

static void rewound_memory_is_zero(void **state)
{
    (void)state;
    with_memory(take_again);
}

/* ---- strings ------------------------------------------------------------------------------ */

/* Grown by pieces of every length to every length around a doubling. */
static void strings_of_every_length(void **state)
{
    char right[600];
    (void)state;
    for (size_t piece = 0; piece <= 130; piece++) {
        strbuf added = {0}, printed = {0}, by_one = {0};
        size_t length = 0;
        char bytes[140];
        for (int n = 0; n < 4; n++) {
            memset(bytes, 'a' + n, piece);
            bytes[piece] = '\0';
            memcpy(right + length, bytes, piece + 1);
            length += piece;
            strbuf_add(&added, bytes, piece);
            strbuf_printf(&printed, "%s", bytes);
            for (size_t i = 0; i < piece; i++)
                strbuf_char(&by_one, bytes[i]);
            assert_string_equal(strbuf_string(&added), right);
            assert_string_equal(strbuf_string(&printed), right);
            assert_string_equal(strbuf_string(&by_one), right);
            assert_true(added.length == length && printed.length == length);
            assert_true(added.length < added.room && printed.length < printed.room);
        }
        strbuf_clear(&added);
        strbuf_put(&added, "x");
        assert_string_equal(strbuf_string(&added), "x");
        strbuf_free(&added);
        strbuf_free(&printed);
        strbuf_free(&by_one);
    }
}

static void numbers_of_every_length(void **state)
{
    strbuf t = {0};
    char right[48];
    (void)state;
    for (int shift = 0; shift < 64; shift++)
        for (int near = -2; near <= 2; near++) {
            int64_t value = (int64_t)((UINT64_C(1) << shift) + (uint64_t)(int64_t)near);
            snprintf(right, sizeof right, "%" PRId64, value);
            strbuf_clear(&t);
            strbuf_int(&t, value);
            assert_string_equal(strbuf_string(&t), right);
        }
    for (int64_t ten = 1; ten < INT64_MAX / 10; ten *= 10) {
        snprintf(right, sizeof right, "%" PRId64 "%" PRId64, ten - 1, -ten);
        strbuf_clear(&t);
        strbuf_int(&t, ten - 1);
        strbuf_int(&t, -ten);
        assert_string_equal(strbuf_string(&t), right);
    }
    strbuf_free(&t);
}

static void characters_of_every_length(void **state)
{
    static const struct {
        uint32_t code;
        const char *bytes;
    } all[] = {{'a', "a"},
               {0x7F, "\x7F"},
               {0x80, "\xC2\x80"},
               {0x7FF, "\xDF\xBF"},
               {0x800, "\xE0\xA0\x80"},
               {0xFFFF, "\xEF\xBF\xBF"},
               {0x10000, "\xF0\x90\x80\x80"},
               {0x10FFFF, "\xF4\x8F\xBF\xBF"}};
    strbuf t = {0};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        strbuf_clear(&t);
        strbuf_codepoint(&t, all[i].code);
        assert_string_equal(strbuf_string(&t), all[i].bytes);
    }
    strbuf_free(&t);
}

/* A failed addition is remembered, whatever comes later. */
static void failure_stays(void **state)
{
    strbuf t = {0};
    (void)state;
    strbuf_put(&t, "begun");
    strbuf_add(&t, "", SIZE_MAX / 4 + 1);
    assert_true(t.failed);
    strbuf_put(&t, " more");
    strbuf_printf(&t, "%d", 1);
    assert_true(t.failed);
    assert_string_equal(strbuf_string(&t), "begun");
    strbuf_free(&t);
    assert_string_equal(strbuf_string(&t), "");
}

/* ---- arrays -------------------------------------------------------------------------------- */

/* Content stays, and what is new is zero, in whatever steps an array grows. */
static void arrays_grow_with_zeros(void **state)
{
    (void)state;
    static const size_t steps[] = {1, 7, 16, 17, 1000};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        uint32_t *array = NULL;
        size_t room = 0, filled = 0;
        for (size_t wanted = steps[k]; wanted < 5000; wanted += steps[k]) {
            assert_true(array_reserve_zeros(&array, &room, wanted, sizeof *array));
            assert_true(room >= wanted);
            for (size_t i = 0; i < room; i++)
                assert_int_equal(array[i], i < filled ? i + 1 : 0);
            for (; filled < wanted; filled++)
                array[filled] = (uint32_t)filled + 1;
        }
        free(array);
    }
}

/* A size that does not fit is no memory, and the array stays. */
static void arrays_too_large(void **state)
{
    (void)state;
    uint64_t *array = NULL;
    size_t room = 0;
    assert_true(array_reserve(&array, &room, 3, sizeof *array));
    array[2] = 42;
    uint64_t *const before = array;
    const size_t room_before = room;
    assert_false(array_reserve(&array, &room, SIZE_MAX / 8 + 1, sizeof *array));
    assert_false(array_reserve_zeros(&array, &room, SIZE_MAX / 8 + 1, sizeof *array));
    assert_false(array_resize(&array, SIZE_MAX / 8 + 1, sizeof *array));
    assert_ptr_equal(array, before);
    assert_int_equal(room, room_before);
    assert_int_equal(array[2], 42);
    free(array);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_of_every_size),
        cmocka_unit_test(blocks_double_and_stop),
        cmocka_unit_test(a_limit_is_kept),
        cmocka_unit_test(what_cannot_be_had),
        cmocka_unit_test(texts_in_an_arena),
        cmocka_unit_test(a_list_grows),
        cmocka_unit_test(the_newest_grows_in_its_place),
        cmocka_unit_test(rewound_memory_is_zero),
        cmocka_unit_test(arrays_grow_with_zeros),
        cmocka_unit_test(arrays_too_large),
        cmocka_unit_test(strings_of_every_length),
        cmocka_unit_test(numbers_of_every_length),
        cmocka_unit_test(characters_of_every_length),
        cmocka_unit_test(failure_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
