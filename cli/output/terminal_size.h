/* terminal_size.h - how large the terminal is that standard output goes to. */
#ifndef CLI_OUTPUT_TERMINAL_SIZE_H
#define CLI_OUTPUT_TERMINAL_SIZE_H

#include <stdbool.h>

/* Looks once, before anything is printed or paged. `wide`: lines are not to be fitted. */
void terminal_size_measure(bool wide);
/* Columns that a line should fit in; 0: any number, for standard output is no terminal. */
int terminal_size_columns(void);
/* Columns and lines of the terminal, whether or not lines are fitted; 0: none. */
int terminal_size_screen(int *columns);

#endif
