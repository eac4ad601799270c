/* help.h - what --help prints, made from the tables of commands, options, examples and exits. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "request.h"

void help_overview(void);
void help_command(const command *c);

#endif
