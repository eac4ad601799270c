/* choices_text.c - the choices of a result as text, "2.0.5", and as bytes (LEB128). */
#include "base/error.h"
#include "wgcq_journey.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

enum { DIGITS_MOST = 20, GROUP_BITS = 7, GROUP_MASK = 0x7f, GROUP_FOLLOWS = 0x80 };

size_t wgcq_choices_to_text(const uint64_t *choices, size_t count, char *text, size_t size)
{
    assert((choices || !count) && (text || !size));
    size_t length = 0;
    if (size)
        text[0] = 0;
    for (size_t i = 0; i < count; i++) {
        char one[DIGITS_MOST + 2];
        int wrote = snprintf(one, sizeof one, "%s%" PRIu64, i ? "." : "", choices[i]);
        assert(wrote > 0 && (size_t)wrote < sizeof one);
        if (length < size)
            snprintf(text + length, size - length, "%s", one);
        length += (size_t)wrote;
    }
    return length;
}

size_t wgcq_choices_to_bytes(const uint64_t *choices, size_t count, void *bytes, size_t size)
{
    assert((choices || !count) && (bytes || !size));
    unsigned char *out = bytes;
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t left = choices[i];
        do {
            uint64_t group = left & GROUP_MASK;
            left >>= GROUP_BITS;
            if (length < size)
                out[length] = (unsigned char)(left ? group | GROUP_FOLLOWS : group);
            length++;
        } while (left);
    }
    return length;
}

/* Where the parsed choices go; they are counted beyond the room, too. */
typedef struct parsed_choices {
    uint64_t *choices;
    size_t room, count;
} parsed_choices;

static void add_parsed_choice(parsed_choices *l, uint64_t value)
{
    if (l->count < l->room)
        l->choices[l->count] = value;
    l->count++;
}

static int parsed_choices_end(const parsed_choices *l, size_t *count, wgcq_error *err)
{
    if (l->count > l->room)
        return error_set(err, WGCQ_EREQUEST, "these are %zu choices, and there is room for %zu",
                         l->count, l->room);
    *count = l->count;
    return 0;
}

/* One number in decimal, without leading zeros, so that equal choices have equal texts. */
static const char *parse_choice(const char *at, uint64_t *value)
{
    const char *first = at;
    *value = 0;
    for (; *at >= '0' && *at <= '9'; at++)
        if (__builtin_mul_overflow(*value, 10u, value) ||
            __builtin_add_overflow(*value, (uint64_t)(*at - '0'), value))
            return NULL;
    return at == first || (*first == '0' && at - first > 1) ? NULL : at;
}

int wgcq_choices_from_text(const char *text, uint64_t *choices, size_t room, size_t *count,
                           wgcq_error *err)
{
    if (error_if_null(
            err, GIVEN({"text", text}, {"choices", room ? (void *)choices : ""}, {"count", count})))
        return WGCQ_EREQUEST;
    parsed_choices list = {choices, room, 0};
    const char *at = text;
    while (*at || list.count) {
        uint64_t value;
        const char *end = parse_choice(at, &value);
        if (!end || (*end && *end != '.'))
            return error_set(err, WGCQ_EREQUEST,
                             "choice number %zu of the text, at byte %zu, is no number of 64 bits "
                             "(choices look like 2.0.5)",
                             list.count + 1, (size_t)(at - text) + 1);
        add_parsed_choice(&list, value);
        if (!*end)
            break;
        at = end + 1;
    }
    return parsed_choices_end(&list, count, err);
}

/* One number as LEB128, of as few bytes as it takes; NULL: it is none. */
static const unsigned char *parse_groups(const unsigned char *at, const unsigned char *end,
                                         uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; at < end && shift < 64; shift += GROUP_BITS, at++) {
        uint64_t group = *at & GROUP_MASK;
        if (shift && group << shift >> shift != group)
            return NULL;
        *value |= group << shift;
        if (!(*at & GROUP_FOLLOWS))
            return group || !shift ? at + 1 : NULL;
    }
    return NULL;
}

int wgcq_choices_from_bytes(const void *bytes, size_t size, uint64_t *choices, size_t room,
                            size_t *count, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"bytes", size ? bytes : ""},
                                 {"choices", room ? (void *)choices : ""}, {"count", count})))
        return WGCQ_EREQUEST;
    parsed_choices list = {choices, room, 0};
    const unsigned char *at = bytes, *end = at ? at + size : at;
    while (at < end) {
        uint64_t value;
        const unsigned char *next = parse_groups(at, end, &value);
        if (!next)
            return error_set(err, WGCQ_EREQUEST,
                             "choice number %zu, at byte %zu, is no number of 64 bits in LEB128",
                             list.count + 1, (size_t)(at - (const unsigned char *)bytes) + 1);
        add_parsed_choice(&list, value);
        at = next;
    }
    return parsed_choices_end(&list, count, err);
}
