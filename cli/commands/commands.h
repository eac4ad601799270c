/* commands.h - one function a command, each in the file of its name; they answer exit statuses. */
#ifndef CLI_COMMANDS_COMMANDS_H
#define CLI_COMMANDS_COMMANDS_H

#include "args/request.h"

#define COMMAND(name, operands, min_operands, max_operands, phrase, description)                   \
    int command_##name(request *r);
#include "args/commands.def"
#undef COMMAND

#endif
