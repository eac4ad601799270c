/* setting_values.c - the values that a --set NAME=VALUES stands for. */
#include "sweep/setting_values.h"

#include "output/messages.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the parts of a text ---------------------------------------------------------------- */

/* The length of the text up to a comma that separates, or to its end. */
static size_t item_length(const char *text)
{
    int depth = 0;
    char quote = 0;
    size_t at = 0;
    for (; text[at] && (quote || depth || text[at] != ','); at++) {
        char c = text[at];
        if (quote == '"' && c == '\\' && text[at + 1]) /* it escapes what follows */
            at++;
        else if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (strchr("([{", c))
            depth++;
        else if (strchr(")]}", c))
            depth--;
    }
    return at;
}

/* LOW..HIGH, two whole numbers and nothing else. */
static bool read_range(int64_t *low, int64_t *high, const char *item, size_t length)
{
    char text[64], *end;
    if (length >= sizeof text)
        return false;
    snprintf(text, sizeof text, "%.*s", (int)length, item);
    errno = 0;
    *low = strtoll(text, &end, 10);
    if (end == text || strncmp(end, "..", 2) != 0 || errno)
        return false;
    const char *second = end + 2;
    *high = strtoll(second, &end, 10);
    return end != second && !end[strspn(end, " ")] && !errno;
}

static bool has_range(const char *item, size_t length)
{
    int64_t low, high;
    return read_range(&low, &high, item, length);
}

size_t setting_name_length(const char *setting)
{
    return strcspn(setting, "=");
}

static const char *values_of(const char *setting)
{
    const char *equals = strchr(setting, '=');
    assert(equals);
    return equals + 1;
}

bool setting_has_values(const char *setting)
{
    const char *values = values_of(setting);
    size_t first = item_length(values);
    return *values != '@' && (values[first] == ',' || has_range(values, first));
}

/* ---- the list of them ---------------------------------------------------------------------- */

static bool add_value(setting_values *out, const char *value, size_t length,
                      char why[SETTING_ERROR_MAX])
{
    if (out->count == SETTING_VALUES_MOST) {
        snprintf(why, SETTING_ERROR_MAX, "more than %d values", SETTING_VALUES_MOST);
        return false;
    }
    out->settings = memory_realloc(out->settings, (out->count + 1) * sizeof *out->settings);
    out->settings[out->count++] = memory_format("%s=%.*s", out->name, (int)length, value);
    return true;
}

static bool add_range(setting_values *out, int64_t low, int64_t high, char why[SETTING_ERROR_MAX])
{
    if (high < low) {
        snprintf(why, SETTING_ERROR_MAX, "%" PRId64 "..%" PRId64 " is empty", low, high);
        return false;
    }
    for (int64_t value = low;; value++) {
        char text[24];
        int length = snprintf(text, sizeof text, "%" PRId64, value);
        if (!add_value(out, text, (size_t)length, why))
            return false;
        if (value == high)
            return true;
    }
}

static bool add_item(setting_values *out, const char *item, size_t length,
                     char why[SETTING_ERROR_MAX])
{
    int64_t low, high;
    size_t begin = strspn(item, " ");
    while (length > begin && item[length - 1] == ' ')
        length--;
    if (begin >= length) {
        snprintf(why, SETTING_ERROR_MAX, "a value is missing");
        return false;
    }
    if (read_range(&low, &high, item, length))
        return add_range(out, low, high, why);
    return add_value(out, item + begin, length - begin, why);
}

bool setting_values_read(setting_values *out, const char *setting, char why[SETTING_ERROR_MAX])
{
    size_t name = setting_name_length(setting);
    *out = (setting_values){.name = memory_alloc(name + 1)};
    memcpy(out->name, setting, name);
    for (const char *item = values_of(setting);;) {
        size_t length = item_length(item);
        if (!add_item(out, item, length, why))
            return false;
        if (!item[length])
            return true;
        item += length + 1;
    }
}

void setting_values_free(setting_values *of)
{
    for (size_t i = 0; i < of->count; i++)
        free(of->settings[i]);
    free(of->settings);
    free(of->name);
    *of = (setting_values){0};
}

const char *setting_value(const setting_values *of, size_t i)
{
    assert(i < of->count);
    return values_of(of->settings[i]);
}
