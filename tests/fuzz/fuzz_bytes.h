/* fuzz_bytes.h - what the fuzz targets of calls share: bytes as decisions, and what every call must
 * do. */
#ifndef FUZZ_BYTES_H
#define FUZZ_BYTES_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "wgcq.h"

static inline void require(bool holds)
{
    if (!holds)
        abort();
}

/* ---- bytes ------------------------------------------------------------------------------ */

typedef struct bytes {
    const uint8_t *at;
    size_t left;
} bytes;

static inline unsigned next(bytes *b, unsigned below)
{
    if (!b->left)
        return 0;
    b->left--;
    return *b->at++ % below;
}

static bytes tape; /* what journeys and models are made from; constant while a program runs */

static inline unsigned on_tape(size_t at, unsigned below)
{
    return tape.left ? tape.at[at % tape.left] % below : 0;
}

/* ---- what every call must do ------------------------------------------------------------ */

static inline void check_text(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; at && *at; at++)
        require(*at >= 0x20 && *at != 0x7F);
}

/* Answers whether it went well. */
static inline bool check(int code, wgcq_error *err)
{
    require(code < 0 ? err->code == code && *err->text : err->code == WGCQ_OK);
    check_text(err->text);
    *err = (wgcq_error){0};
    return code == 0;
}

static inline void read_rows(wgcq_rows *rows, unsigned most)
{
    wgcq_error err = {0};
    int code = 0;
    for (unsigned i = 0; i < most && !(code = wgcq_rows_next(rows, &err)); i++)
        for (size_t k = 0; k < wgcq_rows_columns(rows); k++) {
            require(wgcq_rows_name(rows, k) && wgcq_rows_text(rows, k));
            require(wgcq_rows_type(rows, k) != WGCQ_NULL || !*wgcq_rows_text(rows, k));
            (void)wgcq_rows_integer(rows, k);
            (void)wgcq_rows_real(rows, k);
        }
    check(code, &err);
    if (code == WGCQ_DONE) {
        check_text(wgcq_rows_remark(rows));
        (void)wgcq_rows_complete(rows);
        require(wgcq_rows_next(rows, &err) == WGCQ_DONE);
    }
    wgcq_rows_free(rows);
}

#endif
