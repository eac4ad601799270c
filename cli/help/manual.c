/* manual.c - the pages wgcq(1), wgcq-solve(1) ..., in mdoc, from the tables of help. */
#include "help/help.h"

#include "wgcq_trace.h"

#include <stdio.h>
#include <string.h>

/* ---- fixed texts ---------------------------------------------------------------------------- */

/* A line that begins with @ is made from the tables. */
static const char *const overview_lines[] = {
#include "help/pages/overview.mdoc.lines"
    NULL};
static const char *const environment_lines[] = {
#include "help/pages/environment.mdoc.lines"
    NULL};
static const char *const signals_lines[] = {
#include "help/pages/signals.mdoc.lines"
    NULL};
static const char *const files_lines[] = {
#include "help/pages/files.mdoc.lines"
    NULL};

static void put_lines(const char *const *lines)
{
    for (; *lines; lines++)
        puts(*lines);
}

/* ---- text ----------------------------------------------------------------------------------- */

/* A line of text or of a macro's words, so that nothing in it is a macro or an escape. */
static void put_mdoc_text(const char *text)
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

/* A paragraph, each sentence on a line of its own. */
static void put_sentences(const char *text)
{
    while (*text && *text != '\n') {
        const char *end = text;
        while (*end && *end != '\n' && !(end[0] == '.' && end[1] == ' '))
            end++;
        size_t length = (size_t)(end - text) + (*end == '.');
        char line[1200];
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        put_mdoc_text(line);
        putchar('\n');
        text += length;
        text += strspn(text, " ");
    }
}

static void put_paragraphs(const char *text)
{
    while (*text) {
        put_sentences(text);
        text += strcspn(text, "\n");
        text += strspn(text, "\n");
        if (*text)
            puts(".Pp");
    }
}

static void put_section(const char *title)
{
    printf(".Sh %s\n", title);
}

/* "three of the shortest" as the line above an example: "Three of the shortest:" */
static void put_caption(const char *phrase)
{
    char line[300];
    size_t length = strlen(phrase);
    snprintf(line, sizeof line, "%s%s", phrase,
             length && strchr(".?!", phrase[length - 1]) ? "" : ":");
    if (line[0] >= 'a' && line[0] <= 'z')
        line[0] = (char)(line[0] - 'a' + 'A');
    put_sentences(line);
}

/* "[SOLUTION] N" as words of a synopsis. */
static void put_operands(const char *words)
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

static void put_page_head(const char *name, const char *phrase)
{
    printf(".\\\" Made by wgcq help --man.\n.Dd $Mdocdate$\n.Dt ");
    for (const char *c = name; *c; c++)
        putchar(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    printf(" 1\n.Os\n");
    put_section("NAME");
    printf(".Nm %s\n.Nd ", name);
    put_mdoc_text(phrase);
    putchar('\n');
}

static void put_option(const option *o)
{
    char phrase[500];
    fputs(".It ", stdout);
    if (o->letter)
        printf("Fl %c , ", o->letter);
    printf("Fl -%s", o->name);
    if (o->argument)
        printf(" Ar %s", o->argument);
    putchar('\n');
    help_option_phrase(o, phrase, sizeof phrase);
    put_sentences(phrase);
}

static void put_option_list(unsigned command_set)
{
    put_section("OPTIONS");
    for (int group = 0; group < GROUPS; group++) {
        bool begun = false;
        for (int i = 0; i < OPTIONS; i++) {
            if ((int)option_table[i].group != group || !(option_table[i].commands & command_set))
                continue;
            if (!begun)
                printf(".Ss %s\n.Bl -tag -width Ds\n", help_titles[group]);
            begun = true;
            put_option(&option_table[i]);
        }
        if (begun)
            puts(".El");
    }
}

static void put_environment(unsigned command_set)
{
    put_lines(environment_lines);
    if (command_set & (FOR_TRACE & ~(unsigned)FOR_sql))
        puts(".It Ev TMPDIR\nwhere the search is run again if the file does not store what a "
             "question needs\n.Pq Pa /tmp");
    puts(".El");
}

/* Questions or measures. */
static void put_named_list(const char *title, const char *(*name)(size_t i),
                           const char *(*about)(size_t i))
{
    printf(".Ss %s\n.Bl -tag -width Ds\n", title);
    for (size_t i = 0; name(i); i++) {
        printf(".It Cm %s\n", name(i));
        put_sentences(about(i));
    }
    puts(".El");
}

static void put_exit_status(unsigned command_set)
{
    put_section("EXIT STATUS");
    puts(".Bl -tag -width 3n");
    for (const help_exit *e = help_exits; e->phrase; e++)
        if (e->commands & command_set) {
            printf(".It %d\n", e->status);
            put_sentences(e->phrase);
        }
    puts(".El");
}

/* The topics of one title, whose first is at t: what --help prints, then the details. */
static void put_topic(const help_topic *t)
{
    put_paragraphs(t->text);
    for (const help_topic *detail = help_topics; detail->title; detail++)
        if (detail != t && detail->command == t->command && strcmp(detail->title, t->title) == 0) {
            puts(".Pp");
            put_paragraphs(detail->text);
        }
}

static const char FILES[] = "Files";

static void put_topics(const command *c)
{
    for (const help_topic *t = help_topics; t->title; t++)
        if (&commands[t->command] == c && t->in_help && strcmp(t->title, FILES) != 0) {
            printf(".Ss \\&%s\n", t->title);
            put_topic(t);
        }
}

static void put_files(const command *c)
{
    put_section("FILES");
    for (const help_topic *t = help_topics; t->title; t++)
        if (&commands[t->command] == c && t->in_help && strcmp(t->title, FILES) == 0)
            put_topic(t);
    put_lines(files_lines);
}

static void put_examples(const command *c)
{
    bool begun = false;
    for (const help_example *e = help_examples; e->line; e++) {
        if (&commands[e->command] != c)
            continue;
        if (!begun)
            put_section("EXAMPLES");
        else
            puts(".Pp");
        begun = true;
        put_caption(e->phrase);
        puts(".Bd -literal -offset indent");
        put_mdoc_text(e->line);
        puts("\n.Ed");
    }
}

/* ---- pages ---------------------------------------------------------------------------------- */

void manual_command(const command *c)
{
    char name[60];
    unsigned command_set = command_bit(c);
    snprintf(name, sizeof name, "wgcq-%s", c->name);
    put_page_head(name, c->phrase);
    put_section("SYNOPSIS");
    printf(".Nm wgcq Cm %s\n.Op Ar OPTION ...\n", c->name);
    put_operands(c->operands);
    put_section("DESCRIPTION");
    put_sentences(c->description);
    put_topics(c);
    if (command_set == FOR_query) {
        put_named_list("Questions", wgcq_question_name, wgcq_question_about);
        put_named_list("Measures", wgcq_measure_name, wgcq_measure_about);
    }
    if (command_set & (FOR_solve | FOR_resume))
        put_lines(signals_lines);
    put_option_list(command_set);
    put_environment(command_set);
    put_files(c);
    put_exit_status(command_set);
    put_examples(c);
    put_section("SEE ALSO");
    puts(".Xr wgcq 1 ,\n.Xr wgcq-db 5 ,\n.Xr wgcq-puzzle 5");
}

/* The pages of commands, in alphabetical order. */
static void put_command_pages(void)
{
    const char *last = "";
    for (int printed = 0; printed < COMMANDS; printed++) {
        const char *next = NULL;
        for (int i = 0; i < COMMANDS; i++)
            if (strcmp(commands[i].name, last) > 0 && (!next || strcmp(commands[i].name, next) < 0))
                next = commands[i].name;
        printf(".Xr wgcq-%s 1 ,\n", next);
        last = next;
    }
}

static void put_command_list(void)
{
    for (int i = 0; i < COMMANDS; i++) {
        printf(".It Cm %s Ar %s\n", commands[i].name,
               *commands[i].operands ? commands[i].operands : "\\&");
        put_sentences(commands[i].phrase);
    }
}

/* The options of every command. */
static void put_general_options(void)
{
    for (int i = 0; i < OPTIONS; i++)
        if (option_table[i].commands == FOR_ALL)
            printf("%s.Fl -%s%s\n", i + 1 < OPTIONS ? "" : "and\n", option_table[i].name,
                   i + 2 < OPTIONS   ? " ,"
                   : i + 1 < OPTIONS ? ""
                                     : " .");
}

void manual_overview(void)
{
    put_page_head("wgcq", "explore a puzzle, store its states, answer questions about it");
    for (const char *const *line = overview_lines; *line; line++)
        if (!strcmp(*line, "@commands"))
            put_command_list();
        else if (!strcmp(*line, "@options"))
            put_general_options();
        else if (!strcmp(*line, "@environment"))
            put_environment(FOR_ALL);
        else if (!strcmp(*line, "@pages"))
            put_command_pages();
        else
            puts(*line);
}
