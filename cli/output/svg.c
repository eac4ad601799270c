/* svg.c - SVG rendered by the program dot: complete, or an error. */
#include "output/svg.h"

#include "output/exit_status.h"
#include "output/messages.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

/* The first line of its messages. */
static const char *first_line(char *dot_error)
{
    dot_error += strspn(dot_error, "\n");
    dot_error[strcspn(dot_error, "\n")] = '\0';
    return dot_error;
}

static int report_dot_not_started(int code)
{
    if (code == ENOENT)
        message_error(
            "--svg needs the program dot (of Graphviz, Debian's package graphviz), which is "
            "not on PATH; without --svg the DOT text is printed");
    else
        message_error("the program dot cannot be run: %s", strerror(code));
    return STATUS_FILE;
}

static int report_dot_failure(subprocess_result *svg)
{
    const char *dot_error = first_line(svg->errors), *colon = *dot_error ? ": " : "";
    if (WIFSIGNALED(svg->status) && WTERMSIG(svg->status) == SIGINT) {
        message_note("interrupted");
        return STATUS_INTERRUPTED;
    }
    if (WIFSIGNALED(svg->status))
        message_error("the program dot was ended by signal %d (%s)%s%s", WTERMSIG(svg->status),
                      strsignal(WTERMSIG(svg->status)), colon, dot_error);
    else
        message_error("the program dot failed with status %d%s%s", WEXITSTATUS(svg->status), colon,
                      dot_error);
    return STATUS_FILE;
}

/* Another program named dot would print something else. */
static bool is_complete_svg(const subprocess_result *svg)
{
    return strstr(svg->output, "<svg") && strstr(svg->output, "</svg>");
}

int svg_render(subprocess_result *svg, const char *drawn, bool quiet, const subprocess_stop *stop)
{
    char program[] = "dot", format[] = "-Tsvg", *words[] = {program, format, NULL};
    int code = subprocess_run(svg, words, drawn, strlen(drawn), stop);
    if (code)
        return report_dot_not_started(code);
    if (svg->stopped)
        return STATUS_UNKNOWN;
    if (!WIFEXITED(svg->status) || WEXITSTATUS(svg->status) != 0)
        return report_dot_failure(svg);
    if (!is_complete_svg(svg)) {
        message_error("the program dot succeeded, but did not print a complete SVG");
        return STATUS_FILE;
    }
    const char *dot_error = first_line(svg->errors);
    if (*dot_error && !quiet)
        message_note("dot: %s", dot_error);
    return STATUS_FOUND;
}
