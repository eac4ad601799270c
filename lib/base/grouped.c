/* grouped.c - numbers in the form that reports print: 1,814,400. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "wgcq_base.h"

enum { DIGITS_MOST = WGCQ_GROUPED_MAX * 3 / 4 - 2 }; /* with commas, a sign and the end */

const char *wgcq_group_digits(char *out, const char *number)
{
    assert(out && number);
    const char *digits = number + (*number == '-');
    size_t count = strlen(digits);
    char *to = out;
    if (!count || count > DIGITS_MOST || strspn(digits, "0123456789") != count)
        return number;
    if (digits != number)
        *to++ = '-';
    for (; count; count--) {
        *to++ = *digits++;
        if (count > 1 && count % 3 == 1)
            *to++ = ',';
    }
    *to = '\0';
    return out;
}

const char *wgcq_group_number(char *out, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    return wgcq_group_digits(out, digits);
}
