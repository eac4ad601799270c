/* commands.h - one function a command, in the file cmd_NAME.c; each returns an exit status. */
#ifndef CLI_COMMANDS_COMMANDS_H
#define CLI_COMMANDS_COMMANDS_H

#include "args/request.h"

#define COMMAND(name, operands, min_operands, max_operands, phrase, description)                   \
    int command_##name(request *r);
#include "args/commands.def"
#undef COMMAND

#endif
