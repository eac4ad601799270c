/* number.c - numbers as people type them, read strictly; sizes as they read them. */
#include "args/number.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The digits a text begins with; NULL where they pass 64 bits. */
static const char *digits(uint64_t *out, const char *text)
{
    uint64_t value = 0;
    for (; digit(*text); text++) {
        unsigned d = (unsigned)(*text - '0');
        if (value > (UINT64_MAX - d) / 10)
            return NULL;
        value = value * 10 + d;
    }
    *out = value;
    return text;
}

/* "1,000", "1_000", "1e3", " 7", "007" and "+7" are no numbers here, but it is clear what was
   meant.  2^53: beyond it a double is no longer every whole number. */
static bool guess(uint64_t *meant, const char *text)
{
    char plain[40];
    size_t length = 0;
    for (; *text && length + 1 < sizeof plain; text++)
        if (*text != ',' && *text != '_' && *text != ' ')
            plain[length++] = *text;
    plain[length] = '\0';
    if (*text || !(digit(plain[0]) || plain[0] == '+') || strpbrk(plain, "xXnNpP"))
        return false;
    char *end;
    double value = strtod(plain, &end);
    if (*end || end == plain || value < 0 || value > 9007199254740992.0 || value != floor(value))
        return false;
    *meant = (uint64_t)value;
    return true;
}

bool number_read(uint64_t *out, const char *text, char why[WHY_ROOM])
{
    uint64_t meant;
    bool leading_zero = text[0] == '0' && text[1];
    if (digit(*text) && !leading_zero) {
        const char *end = digits(&meant, text);
        if (!end) {
            snprintf(why, WHY_ROOM, "that is more than %" PRIu64, UINT64_MAX);
            return false;
        }
        if (!*end) {
            *out = meant;
            return true;
        }
    }
    if (!*text)
        snprintf(why, WHY_ROOM, "a whole number is missing");
    else if (*text == '-')
        snprintf(why, WHY_ROOM, "it must be a whole number, and none below 0");
    else if (guess(&meant, text))
        snprintf(why, WHY_ROOM, "it must be a whole number in digits; did you mean %" PRIu64 "?",
                 meant);
    else
        snprintf(why, WHY_ROOM, "it must be a whole number in digits, such as 1000");
    return false;
}

/* What "M", "MB" or "MiB" multiply by; 0: no such unit. */
static uint64_t unit(const char *text)
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

bool size_read(uint64_t *out, const char *text, char why[WHY_ROOM])
{
    uint64_t value = 0;
    const char *end = digit(*text) ? digits(&value, text) : text;
    uint64_t factor = end ? unit(end) : 1;
    if (end == text || factor == 0) {
        snprintf(why, WHY_ROOM, "it must be a size such as 500M, 2G or 64KiB");
        return false;
    }
    if (!end || value > UINT64_MAX / factor) {
        snprintf(why, WHY_ROOM, "that is more than any memory holds");
        return false;
    }
    if (value == 0) {
        snprintf(why, WHY_ROOM, "it must be more than 0");
        return false;
    }
    *out = value * factor;
    return true;
}

bool seconds_read(double *out, const char *text, char why[WHY_ROOM])
{
    char *end = NULL;
    bool plain = digit(*text) && strspn(text, "0123456789.") == strlen(text);
    errno = 0;
    double value = plain ? strtod(text, &end) : 0;
    if (!plain || *end || errno) {
        snprintf(why, WHY_ROOM, "it must be a number of seconds, such as 90 or 0.5");
        return false;
    }
    if (!(value > 0)) {
        snprintf(why, WHY_ROOM, "it must be more than 0");
        return false;
    }
    *out = value;
    return true;
}

const char *size_spell(char room[SIZE_ROOM], double bytes)
{
    static const char units[] = "kMGTP";
    size_t unit = 0;
    for (bytes /= 1024; bytes >= 1000 && unit + 2 < sizeof units; unit++)
        bytes /= 1024;
    snprintf(room, SIZE_ROOM, "%.3g %cB", bytes, units[unit]);
    return room;
}
