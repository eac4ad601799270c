/*
 * record.h - numbers, records and rows as SQLite's file format has them (fileformat2.html, section
 * 2).
 */
#ifndef TRACE_SQLITEFILE_RECORD_H
#define TRACE_SQLITEFILE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define RECORD_NULL INT64_MIN /* stands for NULL in a nullable column */

enum { VARINT_MOST = 9 };

static inline void record_put2(uint8_t *to, unsigned value)
{
    to[0] = (uint8_t)(value >> 8);
    to[1] = (uint8_t)value;
}

static inline void record_put4(uint8_t *to, uint32_t value)
{
    record_put2(to, value >> 16);
    record_put2(to + 2, value & 0xffff);
}

/* Written out, since compilers make one store of it. */
static inline void record_put8(uint8_t *to, uint64_t value)
{
    to[0] = (uint8_t)(value >> 56);
    to[1] = (uint8_t)(value >> 48);
    to[2] = (uint8_t)(value >> 40);
    to[3] = (uint8_t)(value >> 32);
    to[4] = (uint8_t)(value >> 24);
    to[5] = (uint8_t)(value >> 16);
    to[6] = (uint8_t)(value >> 8);
    to[7] = (uint8_t)value;
}

static inline unsigned record_get2(const uint8_t *from)
{
    return (unsigned)from[0] << 8 | from[1];
}

static inline uint32_t record_get4(const uint8_t *from)
{
    return (uint32_t)record_get2(from) << 16 | record_get2(from + 2);
}

static inline unsigned record_varint_size(uint64_t value)
{
    unsigned size = 1;
    while (size < VARINT_MOST && value >> 7 * size)
        size++;
    return size;
}

/* Returns the position behind it, here and below. */
static inline uint8_t *record_put_varint(uint8_t *to, uint64_t value)
{
    if (value < 1 << 7) { /* most are small: sizes, rowids */
        *to = (uint8_t)value;
        return to + 1;
    }
    if (value >= 1 << 14 && value < 1 << 21) {
        to[0] = (uint8_t)(0x80 | value >> 14);
        to[1] = (uint8_t)(0x80 | (value >> 7 & 0x7f));
        to[2] = value & 0x7f;
        return to + 3;
    }
    if (value >= 1 << 21 && value < 1 << 28) {
        to[0] = (uint8_t)(0x80 | value >> 21);
        to[1] = (uint8_t)(0x80 | (value >> 14 & 0x7f));
        to[2] = (uint8_t)(0x80 | (value >> 7 & 0x7f));
        to[3] = value & 0x7f;
        return to + 4;
    }
    unsigned size = record_varint_size(value), shift = 7 * (size - 1);
    if (size == VARINT_MOST) { /* the last byte has all its eight bits */
        to[8] = (uint8_t)value;
        value >>= 8;
        for (int i = 7; i >= 0; i--, value >>= 7)
            to[i] = (uint8_t)(0x80 | (value & 0x7f));
        return to + VARINT_MOST;
    }
    for (; shift; shift -= 7)
        *to++ = (uint8_t)(0x80 | (value >> shift & 0x7f));
    *to++ = value & 0x7f;
    return to;
}

/* NULL: it reaches beyond `end`. */
static inline const uint8_t *record_get_varint(const uint8_t *at, const uint8_t *end, uint64_t *out)
{
    uint64_t value = 0;
    for (int i = 0; at < end; i++) {
        uint8_t byte = *at++;
        if (i == VARINT_MOST - 1) {
            *out = value << 8 | byte;
            return at;
        }
        value = value << 7 | (byte & 0x7f);
        if (byte < 0x80) {
            *out = value;
            return at;
        }
    }
    return NULL;
}

/* Bytes of a value by its serial type. */
static inline uint64_t record_type_size(uint64_t type)
{
    static const uint8_t sizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};
    return type < 12 ? sizes[type] : (type - 12) / 2;
}

/* Writes the serial type and the value of an integer; eight bytes are written, of which those
   before the returned position count. */
static inline uint8_t *record_put_integer(uint8_t *type, uint8_t *to, int64_t value)
{
    static const uint8_t sizes[] = {1, 1, 2, 3, 4, 6, 6, 8, 8},
                         types[] = {1, 1, 2, 3, 4, 5, 5, 6, 6};
    if ((uint64_t)value < 2) {
        *type = (uint8_t)(8 + value);
        return to;
    }
    uint64_t bits = (uint64_t)(value ^ value >> 63) << 1 | 1; /* magnitude and one sign bit */
    unsigned bytes = (71 - (unsigned)__builtin_clzll(bits)) / 8, size = sizes[bytes];
    record_put8(to, (uint64_t)value << 8 * (8 - size));
    *type = types[bytes];
    return to + size;
}

/* ---- from the right to the left -------------------------------------------------------------- */

/* These write so that the number ends at `end`. The eight bytes before `end` are written, of which
   those from the returned position on count; the rest is for what stands to the left. So no store
   depends on the size of the one before. */

static inline uint8_t *record_put_varint_before(uint8_t *end, uint64_t value)
{
    if (value >> 28) {
        uint8_t bytes[VARINT_MOST], *to = record_put_varint(bytes, value);
        memcpy(end - (to - bytes), bytes, (size_t)(to - bytes));
        return end - (to - bytes);
    }
    uint64_t spread = (value & 0x7f) | (value << 1 & 0x7f00) | (value << 2 & 0x7f0000) |
                      (value << 3 & 0x7f000000);
    record_put8(end - 8, spread | 0x80808000);
    return end - (1 + (value >= 1 << 7) + (value >= 1 << 14) + (value >= 1 << 21));
}

static inline int64_t record_get_integer(uint64_t type, const uint8_t *from)
{
    if (type >= 8)
        return (int64_t)type - 8;
    uint64_t size = record_type_size(type), value = size && from[0] & 0x80 ? UINT64_MAX : 0;
    switch (size) { /* most are short */
    case 1: return (int8_t)from[0];
    case 2: return (int16_t)record_get2(from);
    case 3:
        return (int32_t)((uint32_t)value << 24 | (uint32_t)from[0] << 16 | record_get2(from + 1));
    case 4: return (int32_t)record_get4(from);
    default: break;
    }
    for (uint64_t i = 0; i < size; i++)
        value = value << 8 | from[i];
    return (int64_t)value;
}

/* The first `count` columns of a record, which are integers, or, of the first `nullable`, NULL:
   RECORD_NULL.  false: they are not. */
static inline bool record_get_integers(int64_t *values, unsigned count, unsigned nullable,
                                       const uint8_t *record, size_t size)
{
    const uint8_t *end = record + size;
    uint64_t head, type;
    const uint8_t *at = record_get_varint(record, end, &head);
    if (!at || head > size)
        return false;
    const uint8_t *body = record + head, *types_end = body;
    for (unsigned i = 0; i < count; i++) {
        if (!(at = record_get_varint(at, types_end, &type)) || type == 7 || type > 9 ||
            (!type && i >= nullable) || record_type_size(type) > (uint64_t)(end - body))
            return false;
        values[i] = type ? record_get_integer(type, body) : RECORD_NULL;
        body += record_type_size(type);
    }
    return true;
}

/* A row: integers, and behind them a text unless that is NULL.  Borrows values and text. */
typedef struct record_row {
    bool alias; /* the table's first column is the rowid, which the record and `values` leave out */
    const int64_t *values;
    unsigned count, nullable; /* from value `nullable` on RECORD_NULL is a NULL (packed words may
                                 have any value) */
    const char *text;
    size_t length;
} record_row;

/* Several records without texts. */
typedef struct record_rows {
    bool alias;
    const int64_t *values; /* [rows][columns] */
    size_t rows;
    unsigned columns, nullable;
} record_rows;

/* An upper bound of the bytes of a record. */
static inline size_t record_room(unsigned columns, size_t length)
{
    return 64 + (size_t)columns * 10 + length;
}

/* Writes the record to `to` [record_room]; returns its size. */
static inline size_t record_encode(uint8_t *to, const record_row *row)
{
    uint64_t text_type = 13 + 2 * (uint64_t)row->length;
    size_t head =
        row->alias + row->count + (row->text ? record_varint_size(text_type) : 0) + (size_t)1;
    head += head > 127; /* its own size counts */
    uint8_t *type = record_put_varint(to, head), *body = to + head;
    if (row->alias)
        *type++ = 0;
    for (unsigned i = 0; i < row->count; i++, type++) {
        if (row->values[i] == RECORD_NULL && i >= row->nullable)
            *type = 0;
        else
            body = record_put_integer(type, body, row->values[i]);
    }
    if (row->text) {
        record_put_varint(type, text_type);
        memcpy(body, row->text, row->length);
        body += row->length;
    }
    return (size_t)(body - to);
}

#endif
