/* number.c - numbers on the command line, parsed strictly; sizes, formatted. */
#include "args/number.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_ascii_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool refuse_number(char why[NUMBER_ERROR_MAX], const char *words)
{
    snprintf(why, NUMBER_ERROR_MAX, "%s", words);
    return false;
}

/* The end of the digits that `text` begins with; NULL if they exceed 64 bits. */
static const char *parse_digits(uint64_t *out, const char *text)
{
    uint64_t value = 0;
    for (; is_ascii_digit(*text); text++) {
        unsigned d = (unsigned)(*text - '0');
        if (value > (UINT64_MAX - d) / 10)
            return NULL;
        value = value * 10 + d;
    }
    *out = value;
    return text;
}

/* "1,000", "1_000", "1e3", " 7", "007" and "+7" are not accepted, but it is clear what was meant.
   Beyond 2^53 a double does not hold every whole number. */
static bool guess_number(uint64_t *meant, const char *text)
{
    char plain[40];
    size_t length = 0;
    for (; *text && length + 1 < sizeof plain; text++)
        if (*text != ',' && *text != '_' && *text != ' ')
            plain[length++] = *text;
    plain[length] = '\0';
    if (*text || !(is_ascii_digit(plain[0]) || plain[0] == '+') || strpbrk(plain, "xXnNpP"))
        return false;
    char *end;
    double value = strtod(plain, &end);
    if (*end || end == plain || value < 0 || value > 9007199254740992.0 || value != floor(value))
        return false;
    *meant = (uint64_t)value;
    return true;
}

bool number_parse(uint64_t *out, const char *text, char why[NUMBER_ERROR_MAX])
{
    uint64_t meant;
    bool leading_zero = text[0] == '0' && text[1];
    if (is_ascii_digit(*text) && !leading_zero) {
        const char *end = parse_digits(&meant, text);
        if (!end) {
            snprintf(why, NUMBER_ERROR_MAX, "it must be at most %" PRIu64, UINT64_MAX);
            return false;
        }
        if (!*end) {
            *out = meant;
            return true;
        }
    }
    if (!*text)
        return refuse_number(why, "a whole number is missing");
    if (*text == '-')
        return refuse_number(why, "it must be a whole number of at least 0");
    if (!guess_number(&meant, text))
        return refuse_number(why, "it must be a whole number in digits, such as 1000");
    snprintf(why, NUMBER_ERROR_MAX,
             "it must be a whole number in digits; did you mean %" PRIu64 "?", meant);
    return false;
}

/* The factor of "M", "MB" or "MiB"; 0: no such unit. */
static uint64_t size_factor(const char *text)
{
    static const char letters[] = "KMGT";
    if (!*text || strcmp(text, "B") == 0)
        return 1;
    const char *letter = strchr(letters, toupper((unsigned char)*text));
    if (!letter || !*letter)
        return 0;
    bool decimal = strcmp(text + 1, "B") == 0;
    if (!decimal && text[1] && strcmp(text + 1, "iB") != 0)
        return 0;
    uint64_t factor = 1;
    for (const char *l = letters; l <= letter; l++)
        factor *= decimal ? 1000 : 1024;
    return factor;
}

bool number_parse_size(uint64_t *out, const char *text, char why[NUMBER_ERROR_MAX])
{
    uint64_t value = 0;
    const char *end = is_ascii_digit(*text) ? parse_digits(&value, text) : text;
    uint64_t factor = end ? size_factor(end) : 1;
    if (end == text || factor == 0)
        return refuse_number(why, "it must be a size such as 500M, 2G or 64KiB");
    if (!end || value > UINT64_MAX / factor)
        return refuse_number(why, "it must be less than 2^64 bytes");
    if (value == 0)
        return refuse_number(why, "it must be more than 0");
    *out = value * factor;
    return true;
}

bool number_parse_seconds(double *out, const char *text, char why[NUMBER_ERROR_MAX])
{
    char *end = NULL;
    bool plain = is_ascii_digit(*text) && strspn(text, "0123456789.") == strlen(text);
    errno = 0;
    double value = plain ? strtod(text, &end) : 0;
    if (!plain || *end || errno)
        return refuse_number(why, "it must be a number of seconds, such as 90 or 0.5");
    if (!(value > 0))
        return refuse_number(why, "it must be more than 0");
    *out = value;
    return true;
}

const char *number_format_size(char size[SIZE_TEXT_MAX], double bytes)
{
    assert(bytes >= 0);
    static const char units[] = "kMGTP";
    size_t unit = 0;
    for (bytes /= 1024; bytes >= 1000 && unit + 2 < sizeof units; unit++)
        bytes /= 1024;
    snprintf(size, SIZE_TEXT_MAX, "%.3g %cB", bytes, units[unit]);
    return size;
}
