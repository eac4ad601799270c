/* size_text.c - a number of bytes for people. */
#include "base/files/size_text.h"

#include <math.h>
#include <stdio.h>

static const char units[] = "kMGT";

const char *size_text(double bytes, char room[SIZE_TEXT])
{
    int unit = 0;
    double size = ceil(bytes / 1024);
    for (; size >= 999.5 && units[unit + 1]; unit++) /* 999.5 would be shown as 1e+03 */
        size /= 1024;
    snprintf(room, SIZE_TEXT, "%.3g %cB", size, units[unit]);
    return room;
}
