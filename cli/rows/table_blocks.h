/* table_blocks.h - a row of a table that is too wide, as a block of lines "name: value". */
#ifndef CLI_ROWS_TABLE_BLOCKS_H
#define CLI_ROWS_TABLE_BLOCKS_H

#include "rows/cell_lines.h"
#include "rows/row_writer.h"

/* Values are wrapped to the terminal, all of them; those that are null are left out. */
void table_block_print(const row_writer *w, const cell_words *words);

#endif
