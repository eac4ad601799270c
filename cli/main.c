/*
 * main.c - wgcq COMMAND ...
 *
 * Parses the command line, runs the command, and checks that its output was written.
 * Commands are in commands.def, options in options.def; each command is the file
 * commands/cmd_NAME.c.
 */
#include "args/request.h"
#include "commands/commands.h"
#include "help/completion.h"
#include "help/help.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/program_name.h"
#include "output/terminal_pager.h"
#include "output/terminal_size.h"

#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Without the standard streams, files that are opened would take their descriptors, and be printed
   into.  Read-only, so that printing still fails and is reported. */
static void open_missing_streams(void)
{
    int opened;
    do
        opened = open("/dev/null", O_RDONLY);
    while (opened >= 0 && opened <= STDERR_FILENO);
    if (opened > STDERR_FILENO)
        close(opened);
}

/* glibc reserves 64 MB of addresses and more for what each thread allocates, which counts where
   `ulimit -v` limits them.  Then all threads allocate from one place. */
static void reserve_few_addresses(void)
{
#ifdef __GLIBC__
    struct rlimit limit;
    if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY)
        mallopt(M_ARENA_MAX, 1);
#endif
}

/* A full disk is often reported only when the last of the output is flushed. */
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
        printf("wgcq %s\nfile format %d\nlanguage %d\n", wgcq_version(), wgcq_file_format(),
               wgcq_language());
        return STATUS_FOUND;
    }
    if (r->help && r->command) {
        terminal_pager_begin();
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

/* SQLite counts what it allocates, under a lock each time; no command asks how much it was. */
static void leave_memory_uncounted(void)
{
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

int main(int argc, char **argv)
{
    open_missing_streams();
    reserve_few_addresses();
    leave_memory_uncounted();
    signal(SIGPIPE, SIG_DFL); /* a closed pipe ends the program silently */
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the limit fails and is reported */
    program_set_name(argv[0]);
    if (completion_is_asked(argc, argv))
        return close_output(completion_answer(argc, argv));
    request r;
    style_enable(COLOR_AUTO);
    request_parse(&r, argc, argv);
    style_enable((color)r.color);
    terminal_size_measure(r.wide);
    if (r.no_pager)
        terminal_pager_forbid();
    int status = dispatch(&r);
    request_free(&r);
    status = close_output(status);
    terminal_pager_end();
    return status;
}
