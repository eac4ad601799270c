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

static int rejected(int code)
{
    if (code == ENOENT)
        say_error("--svg needs the program dot (of Graphviz, Debian's package graphviz), which is "
                  "not on PATH; without --svg the text that dot draws is printed");
    else
        say_error("the program dot cannot be run: %s", strerror(code));
    return STATUS_FILE;
}

static int failed(child_told *svg)
{
    const char *trouble = first_line(svg->trouble), *colon = *trouble ? ": " : "";
    if (WIFSIGNALED(svg->status) && WTERMSIG(svg->status) == SIGINT) {
        say_note("interrupted");
        return STATUS_INTERRUPTED;
    }
    if (WIFSIGNALED(svg->status))
        say_error("the program dot was ended by signal %d (%s)%s%s", WTERMSIG(svg->status),
                  strsignal(WTERMSIG(svg->status)), colon, trouble);
    else
        say_error("the program dot failed with status %d%s%s", WEXITSTATUS(svg->status), colon,
                  trouble);
    return STATUS_FILE;
}

/* A program of that name that draws nothing is not the one meant. */
static bool is_whole(const child_told *svg)
{
    return strstr(svg->out, "<svg") && strstr(svg->out, "</svg>");
}

int svg_make(child_told *svg, const char *drawn, bool quiet)
{
    char program[] = "dot", format[] = "-Tsvg", *words[] = {program, format, NULL};
    int code = child_run(svg, words, drawn, strlen(drawn));
    if (code)
        return rejected(code);
    if (!WIFEXITED(svg->status) || WEXITSTATUS(svg->status) != 0)
        return failed(svg);
    if (!is_whole(svg)) {
        say_error("the program dot ended well, but what it printed is no whole SVG");
        return STATUS_FILE;
    }
    const char *trouble = first_line(svg->trouble);
    if (*trouble && !quiet)
        say_note("dot says: %s", trouble);
    return STATUS_FOUND;
}
