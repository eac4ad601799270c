/* help.c - --help, made from the tables of commands, options, examples and exit statuses. */
#include "help/help.h"

#include "commands/commands.h"
#include "help/completion.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "wgcq_trace.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { WIDE = 80, PHRASE_AT = 26 };

const help_example help_examples[] = {
#define EXAMPLE(command, line, phrase) {COMMAND_##command, line, phrase},
#include "help/examples.text.lines"
#undef EXAMPLE
    {COMMANDS, NULL, NULL}};

const help_topic help_topics[] = {
#define TOPIC(command, title, text)  {COMMAND_##command, true, title, text},
#define DETAIL(command, title, text) {COMMAND_##command, false, title, text},
#include "help/topics.text.lines"
#undef TOPIC
#undef DETAIL
    {COMMANDS, false, NULL, NULL}};

const help_exit help_exits[] = {
#define EXIT(status, commands, phrase) {status, commands, phrase},
#include "output/exits.def"
#undef EXIT
    {0, 0, NULL}};

const char *const help_titles[GROUPS] = {"The puzzle", "The search", "Limits", "What is stored",
                                         "Selection",  "Output",     "Other"};

static void print_heading(const char *title)
{
    putchar('\n');
    style_set(stdout, STYLE_BOLD);
    fputs(title, stdout);
    style_set(stdout, STYLE_PLAIN);
    putchar('\n');
}

/* A paragraph from the current column `at` on, wrapped before WIDE; ends the line. */
static void print_wrapped(const char *text, int at)
{
    assert(at < WIDE);
    int column = at;
    while (*text && *text != '\n') {
        int length = (int)strcspn(text, " \n");
        if (column > at && column + 1 + length > WIDE) {
            printf("\n%*s", at, "");
            column = at;
        } else if (column > at) {
            putchar(' ');
            column++;
        }
        printf("%.*s", length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

/* A term, and its phrase from column PHRASE_AT on. */
static void print_entry(const char *term, const char *phrase)
{
    int length = (int)strlen(term);
    if (length + 1 > PHRASE_AT)
        printf("%s\n%*s", term, PHRASE_AT, "");
    else
        printf("%-*s", PHRASE_AT, term);
    print_wrapped(phrase, PHRASE_AT);
}

void help_option_phrase(const option *o, char *out, size_t size)
{
    assert(size > 0);
    int used = snprintf(out, size, "%s", o->phrase);
    for (int i = 0; option_word(o->kind, i) && used < (int)size; i++)
        used += snprintf(out + used, size - (size_t)used, "%s%s", i ? ", " : ": ",
                         option_word(o->kind, i));
    if (option_word(o->kind, 0) && option_has_default(o->kind) && used < (int)size)
        snprintf(out + used, size - (size_t)used, " [%s]", option_word(o->kind, 0));
}

static void print_option(const option *o)
{
    char term[80], phrase[500], letter[8] = "    ";
    if (o->letter)
        snprintf(letter, sizeof letter, "-%c, ", o->letter);
    snprintf(term, sizeof term, "  %s--%s%s%s", letter, o->name, o->argument ? " " : "",
             o->argument ? o->argument : "");
    help_option_phrase(o, phrase, sizeof phrase);
    print_entry(term, phrase);
}

static void print_question_entries(void)
{
    print_heading("Questions");
    for (size_t i = 0; wgcq_question_name(i); i++) {
        char term[80];
        snprintf(term, sizeof term, "  %s", wgcq_question_name(i));
        print_entry(term, wgcq_question_about(i));
    }
}

static void print_option_groups(unsigned command_set)
{
    for (int group = 0; group < GROUPS; group++) {
        bool titled = false;
        for (int i = 0; i < OPTIONS; i++) {
            if ((int)option_table[i].group != group || !(option_table[i].commands & command_set))
                continue;
            if (!titled)
                print_heading(help_titles[group]);
            titled = true;
            print_option(&option_table[i]);
        }
    }
}

/* The titled sections: each paragraph begins a line, whose continuation is indented. */
static void print_topics(const command *c)
{
    for (const help_topic *t = help_topics; t->title; t++) {
        if (&commands[t->command] != c || !t->in_help)
            continue;
        print_heading(t->title);
        for (const char *text = t->text; *text; text += strspn(text, "\n")) {
            fputs("  ", stdout);
            print_wrapped(text, 2);
            text += strcspn(text, "\n");
        }
    }
}

void help_overview(void)
{
    puts("wgcq explores all reachable states of a puzzle, stores them in one SQLite file,\n"
         "and answers questions from it.\n\nusage: wgcq COMMAND [OPTION]...\n");
    for (int i = 0; i < COMMANDS; i++) {
        char term[80];
        snprintf(term, sizeof term, "  %s %s", commands[i].name, commands[i].operands);
        print_entry(term, commands[i].phrase);
    }
    puts("\n  wgcq solve puzzles/family.yaml\n  wgcq show family.db\n"
         "\n'wgcq COMMAND --help' has examples, options and exit statuses; 'wgcq --version'.\n"
         "man wgcq-puzzle: the language; wgcq-protocols, wgcq-db (the file), wgcq-large");
}

void help_command(const command *c)
{
    printf("usage: wgcq %s %s [OPTION]...\n\n", c->name, c->operands);
    print_wrapped(c->description, 0);
    print_heading("Examples");
    for (const help_example *e = help_examples; e->line; e++)
        if (&commands[e->command] == c)
            printf("  %s\n      %s\n", e->line, e->phrase);
    if (command_bit(c) == FOR_query)
        print_question_entries();
    print_option_groups(command_bit(c));
    print_topics(c);
    print_heading("Exit status");
    for (const help_exit *e = help_exits; e->phrase; e++)
        if (e->commands & command_bit(c))
            printf("  %3d  %s\n", e->status, e->phrase);
    printf("\n'man wgcq-%s' has the rest.\n", c->name);
}

/* The pages that are of no command. */
static const struct manual {
    const char *topic, *page;
    int section;
    const char *about;
} manuals[] = {{"puzzle", "wgcq-puzzle", 5, "the language of puzzles"},
               {"db", "wgcq-db", 5, "the file"},
               {"protocols", "wgcq-protocols", 7, "checking a protocol, step by step"},
               {"large", "wgcq-large", 7, "large state spaces"},
               {"mpi", "wgcq-mpi", 1, "runs by several processes"},
               {"journey", "wgcq-journey", 3, "backtracking in C"},
               {"library", "libwgcq", 3, "the library"}};

const char *help_manual_topic(size_t i, const char **about)
{
    if (i >= sizeof manuals / sizeof *manuals)
        return NULL;
    *about = manuals[i].about;
    return manuals[i].topic;
}

/* As `git help` does, but for opening the page: it may not be installed. */
static bool print_manual(const char *topic)
{
    for (size_t i = 0; i < sizeof manuals / sizeof *manuals; i++) {
        const struct manual *m = &manuals[i];
        if (strcmp(topic, m->topic) != 0 && strcmp(topic, m->page) != 0)
            continue;
        printf("%s(%d) is the manual of %s: man %d %s\n", m->page, m->section, m->about, m->section,
               m->page);
        return true;
    }
    return false;
}

int command_help(request *r)
{
    if (r->given[OPTION_completion]) {
        completion_print(option_word(KIND_SHELL, r->completion));
        return STATUS_FOUND;
    }
    if (r->operand_count == 0) {
        r->man ? manual_overview() : help_overview();
        return STATUS_FOUND;
    }
    const char *name = r->operands[0];
    const command *c = command_find(name);
    if (c) {
        r->man ? manual_command(c) : help_command(c);
        return STATUS_FOUND;
    }
    if (!r->man && print_manual(name))
        return STATUS_FOUND;
    request_unknown_command(r, name);
    return request_usage_hint(r);
}
