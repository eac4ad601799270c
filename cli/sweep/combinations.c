/* combinations.c - all combinations of the values of several settings. */
#include "sweep/combinations.h"

#include "output/messages.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

void combinations_add_fixed(combinations *of, wgcq_setting setting)
{
    of->fixed = memory_realloc(of->fixed, (of->fixed_count + 1) * sizeof *of->fixed);
    of->fixed[of->fixed_count++] = setting;
}

bool combinations_add_swept(combinations *of, wgcq_setting setting, char why[SETTING_ERROR_MAX])
{
    of->swept = memory_realloc(of->swept, (of->count + 1) * sizeof *of->swept);
    setting_values *values = &of->swept[of->count++];
    if (!setting_values_read(values, setting, why))
        return false;
    size_t before = 1;
    for (size_t i = 0; i + 1 < of->count; i++)
        before *= of->swept[i].count;
    if (before <= COMBINATIONS_MOST / values->count)
        return true;
    snprintf(why, SETTING_ERROR_MAX, "more than %s combinations", WGCQ_GROUPED(COMBINATIONS_MOST));
    return false;
}

void combinations_free(combinations *of)
{
    for (size_t i = 0; i < of->count; i++)
        setting_values_free(&of->swept[i]);
    free(of->swept);
    free(of->fixed);
    *of = (combinations){0};
}

size_t combinations_size(const combinations *of)
{
    size_t size = 1;
    for (size_t i = 0; i < of->count; i++)
        size *= of->swept[i].count;
    return size;
}

size_t combinations_digit(const combinations *of, size_t i, size_t which)
{
    assert(which < of->count);
    for (size_t k = of->count; --k > which;)
        i /= of->swept[k].count;
    return i % of->swept[which].count;
}

wgcq_setting *combinations_settings(const combinations *of, size_t i)
{
    wgcq_setting *all = memory_alloc((of->fixed_count + of->count) * sizeof *all);
    for (size_t k = 0; k < of->fixed_count; k++)
        all[k] = of->fixed[k];
    for (size_t k = 0; k < of->count; k++)
        all[of->fixed_count + k] = of->swept[k].settings[combinations_digit(of, i, k)];
    return all;
}
