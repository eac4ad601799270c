/* manual.c - the pages wgcq(1), wgcq-solve(1) ..., in mdoc, from the tables of help. */
#include "help/help.h"

#include "wgcq_trace.h"

#include <stdio.h>
#include <string.h>

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
    put_section("ENVIRONMENT");
    puts(".Bl -tag -width NO_COLOR\n"
         ".It Ev NO_COLOR\nset to anything: no colours\n"
         ".It Ev TERM\n"
         "unset, or\n.Ql dumb :\nno colours, no progress, no pager\n"
         ".It Ev WGCQ_PAGER , PAGER\n"
         "the command that pages what does not fit on the terminal (less, with LESS=FRX unless "
         "LESS is "
         "set);\n"
         "empty, or\n.Ql cat :\nnone");
    if (command_set & (FOR_TRACE & ~(unsigned)FOR_sql))
        puts(".It Ev TMPDIR\nwhere the search is run again if the file does not store what a "
             "question "
             "needs\n.Pq Pa /tmp");
    puts(".El");
}

static void put_signals(void)
{
    puts(".Ss Signals\n"
         "The first\n.Dv SIGINT , SIGTERM\nor\n.Dv SIGHUP\n"
         "ends the run: what was explored is saved, and the command that continues it is printed.\n"
         "The second ends the program at once; the run can be continued all the same.\n"
         "At\n.Dv SIGUSR1\na line of progress is written to standard error.");
}

static void put_questions(void)
{
    puts(".Ss Questions\n.Bl -tag -width Ds");
    for (size_t i = 0; wgcq_question_name(i); i++) {
        printf(".It Cm %s\n", wgcq_question_name(i));
        put_sentences(wgcq_question_about(i));
    }
    puts(".El");
}

static void put_measures(void)
{
    puts(".Ss Measures\n.Bl -tag -width Ds");
    for (size_t i = 0; wgcq_measure_name(i); i++) {
        printf(".It Cm %s\n", wgcq_measure_name(i));
        put_sentences(wgcq_measure_about(i));
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
    puts(".Bl -tag -width Ds\n.It Pa PUZZLE.yaml\na puzzle, see\n.Xr wgcq-puzzle 5\n"
         ".It Pa DB\nthe runs of a puzzle in a SQLite file, see\n.Xr wgcq-db 5 ;\n"
         "or a folder\n.Pa NAME.db.d\nof\n.Xr wgcq-mpi 1\n.El");
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
        put_questions();
        put_measures();
    }
    if (command_set & (FOR_solve | FOR_resume))
        put_signals();
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

static void put_terminal_notes(void)
{
    puts(".Ss Results on a terminal\n"
         "A table that is wider than the terminal is narrowed: plans are broken behind\n"
         ".Ql \\&; ,\nother texts between words.\n"
         "Where a text would have fewer than 25 columns each row is a block instead, a line\n"
         ".Ql name: value\nfor each column that has a value.\n"
         "Boxes stay as they are, and so do steps and figures side by side as long as their "
         "lines\nfit.\n"
         "With\n.Fl -wide\nnothing is narrowed.\n"
         ".Pp\nWith colours what a step of a plan changed is bold in the state behind it, and "
         "verdicts are\ngreen or red.\nWithout them results have the same characters.");
}

/* How each --format writes texts that a terminal or a spreadsheet would act on. */
static void put_format_notes(void)
{
    puts(
        ".Ss Texts in results\nTexts come from puzzles and files, which may not be "
        "trusted.\n"
        "The formats table, markdown, json and jsonl write nothing that a terminal would act on:\n"
        "control characters, and those that reorder a line (bidirectional marks), are escaped.\n"
        ".Pp\nThe moves of a plan are a list in json and jsonl; elsewhere they are one text, with\n"
        ".Ql \\&;\nand a blank between them.\n"
        ".Pp\nA row has each name once, in any case: a cost, variable or parameter whose "
        "name\n"
        "is that of another column gets\n.Ql _\nappended as often as makes it unique, as in\n"
        ".Ql length_ .\n"
        ".Pp\nThe formats csv (as RFC 4180 has it) and tsv are for programs, and hold texts as "
        "they are.\n"
        "In csv what has a comma, a quote or a line's end is quoted, in tsv a tab, a line's end "
        "and\n"
        "a backslash are escaped; nothing else is: control characters and bidirectional marks are\n"
        "raw, and a text that begins with\n.Ql = , + , -\nor\n.Ql @\nstands there unmarked, "
        "so that a spreadsheet takes it for a formula.\n"
        "Import the columns as text there, or use json.");
}

void manual_overview(void)
{
    put_page_head("wgcq", "explore a puzzle, store its states, answer questions about it");
    put_section("SYNOPSIS");
    puts(".Nm\n.Ar COMMAND\n.Op Ar OPTION ...");
    put_section("DESCRIPTION");
    puts("A puzzle is written as one YAML file: variables, a start, guarded moves, constraints\n"
         "that must always hold, a goal, and what moves cost;\n.Xr wgcq-puzzle 5\n"
         "describes the language.\n.Nm\nexplores all reachable states "
         "and stores every state, "
         "transition and rejection and the best\nsolutions in one SQLite file; every question "
         "after that is a query.\n.Pp\nThe commands, each with a page of its own:\n"
         ".Bl -tag -width Ds");
    for (int i = 0; i < COMMANDS; i++) {
        printf(".It Cm %s Ar %s\n", commands[i].name,
               *commands[i].operands ? commands[i].operands : "\\&");
        put_sentences(commands[i].phrase);
    }
    puts(".El\n.Pp\nEvery command has");
    for (int i = 0; i < OPTIONS; i++)
        if (option_table[i].commands == FOR_ALL)
            printf("%s.Fl -%s%s\n", i + 1 < OPTIONS ? "" : "and\n", option_table[i].name,
                   i + 2 < OPTIONS   ? " ,"
                   : i + 1 < OPTIONS ? ""
                                     : " .");
    puts("Options may stand anywhere;\n.Ql --\nends them.\n"
         "Results go to standard output, everything else to standard error.");
    put_terminal_notes();
    put_format_notes();
    put_environment(FOR_ALL);
    puts(".Sh FILES\n.Bl -tag -width Ds\n.It Pa PUZZLE.db\n"
         "the runs of\n.Pa PUZZLE.yaml :\na SQLite database, see\n.Xr wgcq-db 5\n.El\n"
         ".Sh EXIT STATUS\n.Bl -tag -width 3n -compact\n"
         ".It 0\nfound, or it holds\n.It 1\nproved: there is none, or it does not hold\n"
         ".It 2\nbad usage, or a puzzle with errors\n"
         ".It 3\nnot known: stopped at a limit, or the file does not store enough\n"
         ".It 4\na file could not be read, written or trusted\n"
         ".It 5\nan invariant is violated, or a forbidden deadlock is reached\n"
         ".It 130\ninterrupted\n.El\n"
         ".Sh EXAMPLES\nExplore a puzzle; show its second solution, ask a question, check the "
         "file:\n"
         ".Bd -literal -offset indent\n"
         "wgcq solve puzzles/family.yaml\nwgcq show family.db 2\n"
         "wgcq query family.db cheapest --by noise\n"
         "wgcq sql family.db 'SELECT rule, count(*) FROM rejections GROUP BY rule'\n"
         "wgcq verify family.db\n.Ed");
    put_section("SEE ALSO");
    put_command_pages();
    puts(".Xr libwgcq 3 ,\n.Xr wgcq-journey 3 ,\n.Xr wgcq-db 5 ,\n"
         ".Xr wgcq-puzzle 5 ,\n.Xr wgcq-large 7 ,\n.Xr wgcq-protocols 7");
}
