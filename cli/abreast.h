/* abreast.h - steps of several solutions side by side, as a person reads them. */
#ifndef CLI_ABREAST_H
#define CLI_ABREAST_H

#include "sheet.h"

/* `rows` as wgcq_compare gives them for WGCQ_COMPARED_STEPS.  0, or the trouble of the rows. */
int abreast_print(FILE *out, wgcq_rows *rows, wgcq_error *err);

#endif
