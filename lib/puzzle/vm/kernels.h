/*
 * kernels.h - operators over whole columns: plain loops that the C compiler vectorizes.
 *
 * Columns of lanes have room for whole groups of LANE_GROUP.  Kernels that only compute go to the
 * end of the last group, so that their loops have no remainder; what they compute there is
 * never read.
 */
#ifndef PUZZLE_VM_KERNELS_H
#define PUZZLE_VM_KERNELS_H

#include "model/model.h"
#include "puzzle/codegen/bytecode.h"

enum { LANE_GROUP = 8 };

typedef const int64_t *column; /* read only */

/* Where a selection goes; each has room for the lanes that are looked at. */
typedef struct picked_lanes {
    uint32_t *places; /* indices into the level above */
    uint32_t *lanes;  /* indices into the batch       */
    int64_t *values;  /* of the column that is tested */
    bool rare;        /* few lanes are expected to pass */
    unsigned at_once; /* lanes, at most: 1, 4 or 8, for tests; 0: as many as the machine can */
} picked_lanes;

/* Result of DEAL. */
enum { LISTS = 64, LIST_PLACES = MODEL_BATCH + 32 }; /* lists lie in different cache sets */

typedef struct lane_lists {
    bool dealt; /* else many lanes pass several tests, which are faster one by one */
    uint16_t count[LISTS];
    uint16_t place[LISTS][LIST_PLACES]; /* indices of lanes, ascending */
} lane_lists;

/* Computes instruction i (an operation of dag.h, ANY or MOVE) for so many lanes; *out is none of
   the columns that are read. */
void kernel_compute(const instruction *i, const dag *d, const uint32_t *operands,
                    const column *columns, int64_t *restrict out, size_t lanes);
/* d[k] = a[picked[k]] */
void kernel_gather(int64_t *restrict d, column a, const uint32_t *restrict picked, size_t n);
/* The lanes, ascending, that pass a TEST or TEST_ANY, or where a is not 0 (`wanted`) or 0; returns
   how many. */
size_t kernel_test(const picked_lanes *out, column a, const instruction *test,
                   const uint32_t *lanes, size_t n);
size_t kernel_test_any(const picked_lanes *out, column a, column b, const instruction *test,
                       const uint32_t *lanes, size_t n);
size_t kernel_filter(const picked_lanes *out, column a, bool wanted, const uint32_t *lanes,
                     size_t n);
/* Deals n lanes to lists; bits: room for a column. */
void kernel_deal(lane_lists *out, int64_t *restrict bits, column a, const bytecode_deal *deal,
                 size_t n);
/* Picks the lanes of one list; returns how many. */
size_t kernel_take(const picked_lanes *out, const lane_lists *lists, size_t list, column a,
                   const uint32_t *lanes);
/* Sets the highest bit of each field of a deal that has its value. */
void kernel_find_fields(int64_t *restrict d, column a, const bytecode_deal *deal, size_t n);
bool kernel_any(column a, size_t n);
/* Word number `word` of n rows of `words` into a column. */
void kernel_split(int64_t *restrict d, const uint64_t *restrict rows, unsigned word, unsigned words,
                  size_t n);
/* An edit's words into the rows, `words` apart, which have room for whole groups; x is read by
   lane, or where `lanes` is NULL in order. */
void kernel_edit(uint64_t *restrict rows, unsigned words, column x, const uint32_t *restrict lanes,
                 const word_edit *edit, size_t n);
/* d[k] = word 0 of row lanes[k], `words` apart. */
void kernel_load(int64_t *restrict d, const uint64_t *restrict rows, unsigned words,
                 const uint32_t *restrict lanes, size_t n);
/* d[k] = the field of element index[k] in row lanes[k]; 0 where there is no such element. */
void kernel_fetch(int64_t *restrict d, column index, const dag_array *array,
                  const uint64_t *restrict rows, unsigned words, const uint32_t *restrict lanes,
                  size_t n);
/* to[k] = from[lanes[k]], whole rows. */
void kernel_copy_rows(uint64_t *restrict to, const uint64_t *restrict from,
                      const uint32_t *restrict lanes, unsigned words, size_t n);
/* As kernel_edit, of word x of the rows `from`. */
void kernel_edit_row(uint64_t *restrict rows, const uint64_t *restrict from,
                     const uint32_t *restrict lanes, unsigned words, const word_edit *edit,
                     size_t n);
/* The field of element index[k] of row k becomes bits[k], where when[k] (NULL: everywhere) and
   there is such an element. */
void kernel_scatter(uint64_t *restrict rows, unsigned words, const dag_array *array, column index,
                    column when, column bits, size_t n);
/* d[k] = lanes[k] + first, and d[k] = value; d has room for whole groups. */
void kernel_number_lanes(uint32_t *restrict d, const uint32_t *restrict lanes, uint32_t first,
                         size_t n);
void kernel_fill(uint32_t *restrict d, uint32_t value, size_t n);

#endif
