/* terminal_size.c - how large the terminal is that standard output goes to. */
#include "output/terminal_size.h"

#include <sys/ioctl.h>
#include <unistd.h>

static int screen_columns, screen_lines;
static bool fits_lines;

void terminal_size_measure(bool wide)
{
    struct winsize size = {0};
    bool known = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    screen_columns = known ? size.ws_col : 0;
    screen_lines = known ? size.ws_row : 0;
    fits_lines = !wide;
}

int terminal_size_columns(void)
{
    return fits_lines ? screen_columns : 0;
}

int terminal_size_screen(int *columns)
{
    *columns = screen_columns;
    return screen_columns ? screen_lines : 0;
}
