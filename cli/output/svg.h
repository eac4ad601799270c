/* svg.h - a drawing made by the program dot. */
#ifndef CLI_OUTPUT_SVG_H
#define CLI_OUTPUT_SVG_H

#include "output/subprocess.h"

#include <stdbool.h>

/* What dot makes of `drawn` is svg->out; answers the exit status, and says what went wrong.  To be
   freed whatever the answer. */
int svg_render(subprocess_result *svg, const char *drawn, bool quiet);

#endif
