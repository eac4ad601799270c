/*
 * main.c - wgcq COMMAND ...
 *
 * Reads the command line, runs the one command, and sees to it that what was printed arrived.
 * Commands are in commands.def, options in options.def; each command is a file of its name.
 */
#include "args/request.h"
#include "commands/commands.h"
#include "help/help.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/program_name.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A program started without the standard streams would open its files in their place, and print
   into them.  Read-only, so that printing still fails and is noticed. */
static void open_missing_streams(void)
{
    int opened;
    do
        opened = open("/dev/null", O_RDONLY);
    while (opened >= 0 && opened <= STDERR_FILENO);
    if (opened > STDERR_FILENO)
        close(opened);
}

/* A full disk is often met only when the last of the output leaves; it is never passed over. */
static int close_output(int status)
{
    bool failed = ferror(stdout) != 0;
    errno = 0;
    if (fclose(stdout) != 0)
        failed = true;
    if (!failed || errno == EPIPE)
        return failed ? STATUS_FILE : status;
    if (errno)
        message_error("cannot write to standard output: %s", strerror(errno));
    else
        message_error("cannot write to standard output");
    return STATUS_FILE;
}

/* In the order of commands.def. */
static int (*const run_command[COMMANDS])(request *r) = {
#define COMMAND(name, operands, min_operands, max_operands, phrase, description) command_##name,
#include "args/commands.def"
#undef COMMAND
};

static int dispatch(request *r)
{
    if (r->version) {
        printf("wgcq %s\n", wgcq_version());
        return STATUS_FOUND;
    }
    if (r->help && r->command) {
        help_command(r->command);
        return STATUS_FOUND;
    }
    if (r->help || (!r->command && !r->errors)) {
        help_overview();
        return STATUS_FOUND;
    }
    if (r->errors)
        return request_usage_hint(r);
    return run_command[r->command - commands](r);
}

int main(int argc, char **argv)
{
    open_missing_streams();
    signal(SIGPIPE, SIG_DFL); /* a reader that left ends us, without a word */
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a write that fails, and is told */
    program_set_name(argv[0]);
    request r;
    style_enable(COLOR_AUTO);
    request_parse(&r, argc, argv);
    style_enable((color)r.color);
    int status = dispatch(&r);
    request_free(&r);
    return close_output(status);
}
