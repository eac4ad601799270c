/* kernels.h - operators over whole columns: plain loops that the C compiler vectorizes. */
#ifndef PUZZLE_VM_KERNELS_H
#define PUZZLE_VM_KERNELS_H

#include "puzzle/compile/bytecode.h"

typedef const int64_t *column; /* read only */

/* Computes instruction i (an operation of dag.h, or MOVE) for n lanes; *out is none of the columns
   that are read. */
void kernel_compute(const instruction *i, const dag *d, const uint32_t *operands,
                    const column *columns, int64_t *restrict out, size_t n);
/* d[k] = a[picked[k]] */
void kernel_gather(int64_t *restrict d, column a, const uint32_t *restrict picked, size_t n);
void kernel_gather_lanes(uint32_t *restrict d, const uint32_t *restrict a,
                         const uint32_t *restrict picked, size_t n);
/* The lanes, ascending, that pass a TEST, or where a is not 0 (`wanted`) or 0; returns how many.
   `picked` has room for n. */
size_t kernel_test(uint32_t *restrict picked, column a, const instruction *test, size_t n);
size_t kernel_filter(uint32_t *restrict picked, column a, bool wanted, size_t n);
bool kernel_any(column a, size_t n);
/* Word number `word` of n rows of `words` into a column, and back. */
void kernel_split(int64_t *restrict d, const uint64_t *restrict rows, unsigned word, unsigned words,
                  size_t n);
void kernel_join(uint64_t *restrict rows, column a, unsigned word, unsigned words, size_t n);

#endif
