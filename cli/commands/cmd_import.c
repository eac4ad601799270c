/* cmd_import.c - wgcq import FILE...: what others wrote, as a puzzle. */
#include "commands/commands.h"

#include "opened/import_files.h"
#include "output/atomic_write.h"
#include "output/exit_status.h"
#include "output/program_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int command_import(request *r)
{
    char *yaml = NULL;
    int status = import_files_read(&yaml, r->operands, (size_t)r->operand_count, r->level);
    if (status == STATUS_FOUND && r->yaml_path) {
        status = atomic_write(r->yaml_path, yaml, strlen(yaml));
        if (status == STATUS_FOUND && !r->quiet)
            program_print_written(r->yaml_path);
    } else if (status == STATUS_FOUND) {
        fputs(yaml, stdout);
    }
    free(yaml);
    return status;
}
