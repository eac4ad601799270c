/* svg.c - a drawing made by the program dot: all of it, or none and the reason. */
#include "output/svg.h"

#include "output/exit_status.h"
#include "output/messages.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

/* What it complained of: the first line. */
static const char *first_line(char *trouble)
{
    trouble += strspn(trouble, "\n");
    trouble[strcspn(trouble, "\n")] = '\0';
    return trouble;
}

static int report_dot_not_started(int code)
{
    if (code == ENOENT)
        message_error(
            "--svg needs the program dot (of Graphviz, Debian's package graphviz), which is "
            "not on PATH; without --svg the text that dot draws is printed");
    else
        message_error("the program dot cannot be run: %s", strerror(code));
    return STATUS_FILE;
}

static int report_dot_failure(subprocess_result *svg)
{
    const char *trouble = first_line(svg->errors), *colon = *trouble ? ": " : "";
    if (WIFSIGNALED(svg->status) && WTERMSIG(svg->status) == SIGINT) {
        message_note("interrupted");
        return STATUS_INTERRUPTED;
    }
    if (WIFSIGNALED(svg->status))
        message_error("the program dot was ended by signal %d (%s)%s%s", WTERMSIG(svg->status),
                      strsignal(WTERMSIG(svg->status)), colon, trouble);
    else
        message_error("the program dot failed with status %d%s%s", WEXITSTATUS(svg->status), colon,
                      trouble);
    return STATUS_FILE;
}

/* A program of that name that draws nothing is not the one meant. */
static bool is_complete_svg(const subprocess_result *svg)
{
    return strstr(svg->output, "<svg") && strstr(svg->output, "</svg>");
}

int svg_render(subprocess_result *svg, const char *drawn, bool quiet)
{
    char program[] = "dot", format[] = "-Tsvg", *words[] = {program, format, NULL};
    int code = subprocess_run(svg, words, drawn, strlen(drawn));
    if (code)
        return report_dot_not_started(code);
    if (!WIFEXITED(svg->status) || WEXITSTATUS(svg->status) != 0)
        return report_dot_failure(svg);
    if (!is_complete_svg(svg)) {
        message_error("the program dot ended well, but what it printed is no whole SVG");
        return STATUS_FILE;
    }
    const char *trouble = first_line(svg->errors);
    if (*trouble && !quiet)
        message_note("dot says: %s", trouble);
    return STATUS_FOUND;
}
