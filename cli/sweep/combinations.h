/* combinations.h - all combinations of the values of several settings; the last varies fastest. */
#ifndef CLI_SWEEP_COMBINATIONS_H
#define CLI_SWEEP_COMBINATIONS_H

#include "sweep/setting_values.h"
#include "wgcq_puzzle.h"

enum { COMBINATIONS_MOST = 1000000 };

typedef struct combinations {
    size_t fixed_count;
    wgcq_setting *fixed; /* one value each, borrowed */
    size_t count;
    setting_values *swept; /* several each */
} combinations;

void combinations_add_fixed(combinations *of, wgcq_setting setting);
/* False: more than COMBINATIONS_MOST, or what `why` says. */
bool combinations_add_swept(combinations *of, wgcq_setting setting, char why[SETTING_ERROR_MAX]);
void combinations_free(combinations *of);

/* How many there are. */
size_t combinations_size(const combinations *of);
/* Which value of the swept setting `which` the combination `i` has. */
size_t combinations_digit(const combinations *of, size_t i, size_t which);
/* All settings of the combination, malloc'd, fixed_count + count of them. */
wgcq_setting *combinations_settings(const combinations *of, size_t i);

#endif
