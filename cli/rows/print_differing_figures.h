/* print_differing_figures.h - figures of several files, for people: those that differ. */
#ifndef CLI_ROWS_PRINT_DIFFERING_FIGURES_H
#define CLI_ROWS_PRINT_DIFFERING_FIGURES_H

#include "rows/row_writer.h"

/* `rows` are those of wgcq_compare for WGCQ_COMPARE_FILES, of so many files.  *differing and
   *equal count the figures that are printed, and those that are left out, since all files have the
   same, or none has it.  0, or the error of the rows. */
int print_differing_figures(FILE *out, const row_format *format, wgcq_rows *rows, size_t files,
                            uint64_t *differing, uint64_t *equal, wgcq_error *err);

#endif
