/* svg.h - SVG rendered by the program dot. */
#ifndef CLI_OUTPUT_SVG_H
#define CLI_OUTPUT_SVG_H

#include "output/subprocess.h"

#include <stdbool.h>

/* Renders `drawn`, in DOT, to svg->output.  Reports errors and returns the exit status; where
   `stop` was due svg->stopped, and the caller says why.  To be freed in every case. */
int svg_render(subprocess_result *svg, const char *drawn, bool quiet, const subprocess_stop *stop);

#endif
