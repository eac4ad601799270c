/*
 * c_layout.h - the state of a C model: where each value is in its bytes, and where in the packed
 * words.
 */
#ifndef C_MODEL_C_LAYOUT_H
#define C_MODEL_C_LAYOUT_H

#include "base/arena.h"
#include "model/model.h"
#include "wgcq_model.h"

/* One value: `size` bytes at `offset`, and bits of one word. */
typedef struct c_layout_cell {
    uint32_t offset, word;
    uint8_t size, shift;
    bool is_signed;
    int64_t low;
    uint64_t span; /* high - low */
    uint64_t mask;
} c_layout_cell;

typedef struct c_layout {
    size_t size;
    unsigned words, bits;
    const c_layout_cell *cells;
    const model_field *fields; /* parallel to cells, for the trace */
    size_t count;
    const model_list *lists; /* and sets */
    size_t list_count;
    bool plain;              /* every cell is one unsigned byte from 0 up, in one word */
    const uint32_t *padding; /* bytes that no field covers */
    size_t padding_count;
} c_layout;

/* From the fields of a description; memory is the arena's, texts are borrowed.  WGCQ_EREQUEST names
   the wrong field. */
int c_layout_open(c_layout *out, arena *memory, const wgcq_description *of, wgcq_error *err);

/* Bytes to words, all of them written; false: a value is out of its field's range, or behind the
   end of a list, *wrong. */
bool c_layout_pack(const c_layout *l, const void *state, uint64_t *words, size_t *wrong);
/* And back; bytes that no field covers stay as they are. */
void c_layout_unpack(const c_layout *l, const uint64_t *words, void *state);
/* The value of a cell, in bytes. */
int64_t c_layout_read(const c_layout_cell *c, const void *state);

#endif
