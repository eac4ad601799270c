/* manual.c - the pages wgcq(1), wgcq-solve(1) ..., in mdoc, from the tables that help has. */
#include "help.h"

#include <stdio.h>
#include <string.h>

/* ---- text ----------------------------------------------------------------------------------- */

/* One line of text or of a macro's words: nothing in it is a macro or an escape. */
static void plain(const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", stdout);
    for (; *text; text++)
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '"')
            fputs("\\(dq", stdout);
        else
            putchar(*text);
}

/* Sentences, each on a line of its own. */
static void sentences(const char *text)
{
    while (*text) {
        const char *end = text;
        while (*end && !(end[0] == '.' && end[1] == ' '))
            end++;
        size_t length = (size_t)(end - text) + (*end == '.');
        char line[1200];
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        plain(line);
        putchar('\n');
        text += length;
        text += strspn(text, " ");
    }
}

static void section(const char *title)
{
    printf(".Sh %s\n", title);
}

/* "[SOLUTION] N" as words of a synopsis. */
static void operands(const char *words)
{
    while (*words) {
        size_t length = strcspn(words, " ");
        bool optional = words[0] == '[';
        size_t closed = optional && words[length - 1] == ']' ? 2 : 0;
        printf(".%sAr %.*s\n", optional ? "Op " : "", (int)(length - closed),
               words + (closed ? 1 : 0));
        words += length;
        words += strspn(words, " ");
    }
}

/* ---- parts ---------------------------------------------------------------------------------- */

static void head(const char *name, const char *phrase)
{
    printf(".\\\" Made by wgcq help --man.\n.Dd $Mdocdate$\n.Dt ");
    for (const char *c = name; *c; c++)
        putchar(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    printf(" 1\n.Os\n");
    section("NAME");
    printf(".Nm %s\n.Nd ", name);
    plain(phrase);
    putchar('\n');
}

static void option_item(const option *o)
{
    fputs(".It ", stdout);
    if (o->letter)
        printf("Fl %c , ", o->letter);
    printf("Fl -%s", o->name);
    if (o->argument)
        printf(" Ar %s", o->argument);
    putchar('\n');
    sentences(o->phrase);
    for (int i = 0; option_word(o->kind, i); i++)
        printf("%s%s%s", i ? ", " : "One of: ", option_word(o->kind, i),
               i || !option_has_default(o->kind) ? "" : " (the default)");
    if (option_word(o->kind, 0))
        puts(".");
}

static void option_list(unsigned of)
{
    section("OPTIONS");
    for (int group = 0; group < GROUPS; group++) {
        bool begun = false;
        for (int i = 0; i < OPTIONS; i++) {
            if ((int)options[i].group != group || !(options[i].commands & of))
                continue;
            if (!begun)
                printf(".Ss %s\n.Bl -tag -width Ds\n", help_titles[group]);
            begun = true;
            option_item(&options[i]);
        }
        if (begun)
            puts(".El");
    }
}

static void endings(unsigned of)
{
    section("EXIT STATUS");
    puts(".Bl -tag -width 3n");
    for (const help_ending *e = help_endings; e->phrase; e++)
        if (e->commands & of) {
            printf(".It %d\n", e->status);
            sentences(e->phrase);
        }
    puts(".El");
}

static void examples(const command *c)
{
    bool begun = false;
    for (const help_example *e = help_examples; e->line; e++) {
        if (&commands[e->of] != c)
            continue;
        if (!begun)
            section("EXAMPLES");
        else
            puts(".Pp");
        begun = true;
        sentences(e->phrase);
        puts(".Bd -literal -offset indent");
        plain(e->line);
        puts("\n.Ed");
    }
}

/* ---- pages ---------------------------------------------------------------------------------- */

void manual_command(const command *c)
{
    char name[60];
    snprintf(name, sizeof name, "wgcq-%s", c->name);
    head(name, c->phrase);
    section("SYNOPSIS");
    printf(".Nm wgcq Cm %s\n.Op Ar OPTION ...\n", c->name);
    operands(c->operands);
    section("DESCRIPTION");
    sentences(c->phrase);
    if (*c->more) {
        puts(".Pp");
        sentences(c->more);
    }
    option_list(command_bit(c));
    endings(command_bit(c));
    examples(c);
    section("SEE ALSO");
    puts(".Xr wgcq 1 ,\n.Xr wgcq-db 5 ,\n.Xr wgcq-puzzle 5");
}

void manual_overview(void)
{
    head("wgcq", "plan as journey: explore a puzzle, keep it all, ask");
    section("SYNOPSIS");
    puts(".Nm\n.Ar COMMAND\n.Op Ar OPTION ...");
    section("DESCRIPTION");
    puts(
        "A puzzle is written as one YAML file: variables, a start, guarded moves, rules that must\n"
        "always hold, a goal, and what moves cost.\n.Nm\nexplores all of it and keeps every state, "
        "every move, every refusal and the best\nsolutions in one SQLite file; every question "
        "after that is a query.\n.Pp\nThe commands, each with a page of its own:\n"
        ".Bl -tag -width Ds");
    for (int i = 0; i < COMMANDS; i++) {
        printf(".It Cm %s Ar %s\n", commands[i].name,
               *commands[i].operands ? commands[i].operands : "\\&");
        sentences(commands[i].phrase);
    }
    puts(".El");
    section("SEE ALSO");
    puts(".Xr libwgcq 3 ,\n.Xr wgcq-journey 3 ,\n.Xr wgcq-db 5 ,\n.Xr wgcq-puzzle 5");
}
