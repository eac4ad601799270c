/* setting_values.h - the values that a --set NAME=VALUES stands for. */
#ifndef CLI_SWEEP_SETTING_VALUES_H
#define CLI_SWEEP_SETTING_VALUES_H

#include <stdbool.h>
#include <stddef.h>

enum { SETTING_VALUES_MOST = 100000, SETTING_ERROR_MAX = 200 };

typedef struct setting_values {
    char *name; /* of the parameter */
    size_t count;
    char **settings; /* NAME=VALUE each */
} setting_values;

/* Whether the setting may stand for several values: A,B,C or LOW..HIGH, or both (1..4,8).  Commas
   in brackets, parentheses or quotes separate nothing, and @FILE is one value. */
bool setting_has_values(const char *setting);
/* The length of NAME in NAME=VALUES. */
size_t setting_name_length(const char *setting);
/* Free *out also after a failure, which is described in `why`. */
bool setting_values_read(setting_values *out, const char *setting, char why[SETTING_ERROR_MAX]);
void setting_values_free(setting_values *of);
/* The value of the i-th. */
const char *setting_value(const setting_values *of, size_t i);

#endif
