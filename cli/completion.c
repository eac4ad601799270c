/*
 * completion.c - what shells need to complete the words of wgcq, from the tables of commands and
 * options: commands first, then a command's options, the words an option takes, and files.
 */
#include "help.h"

#include <stdio.h>
#include <string.h>

static const char *const questions = "shortest cheapest all best plans dead-ends bottlenecks "
                                     "distances farthest rules classes";

/* The options of a command, one after the other. */
static void option_names(const command *c, const char *before, const char *between)
{
    bool begun = false;
    for (int i = 0; i < OPTIONS; i++)
        if (options[i].commands & command_bit(c)) {
            printf("%s%s%s", begun ? between : "", before, options[i].name);
            begun = true;
        }
}

static void option_words(const option *o, const char *between)
{
    for (int i = 0; option_word(o->kind, i); i++)
        printf("%s%s", i ? between : "", option_word(o->kind, i));
}

static bool reads_puzzle(const command *c)
{
    return strstr(c->operands, "PUZZLE.yaml");
}

/* What is meant follows from the command as well: graph has a --format of its own. */
static void bash_values(void)
{
    for (int i = 0; i < OPTIONS; i++) {
        if (!option_word(options[i].kind, 0))
            continue;
        for (int c = 0; c < COMMANDS; c++) {
            if (!(options[i].commands & command_bit(&commands[c])))
                continue;
            printf("        %s:--%s) words='", commands[c].name, options[i].name);
            option_words(&options[i], " ");
            puts("' ;;");
        }
    }
}

static void bash(void)
{
    puts("# bash completion of wgcq: made by wgcq help --completion bash\n"
         "_wgcq() {\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= "
         "words= i\n"
         "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "        [[ ${COMP_WORDS[i]} == -* ]] || { command=${COMP_WORDS[i]}; break; }\n"
         "    done\n"
         "    case $command:$before in");
    bash_values();
    printf("        query:*.db) words='%s' ;;\n", questions);
    puts("    esac\n"
         "    if [[ -z $words && ( -z $command || $word == -* ) ]]; then\n"
         "        case $command in");
    for (int c = 0; c < COMMANDS; c++) {
        printf("        %s) words='", commands[c].name);
        option_names(&commands[c], "--", " ");
        puts("' ;;");
    }
    fputs("        '') words='", stdout);
    for (int c = 0; c < COMMANDS; c++)
        printf("%s%s", c ? " " : "", commands[c].name);
    puts("' ;;\n"
         "        esac\n"
         "    fi\n"
         "    if [[ $words ]]; then\n"
         "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
         "    else\n"
         "        compopt -o filenames 2>/dev/null\n"
         "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
         "    fi\n"
         "}\n"
         "complete -F _wgcq wgcq");
}

/* In '...' of zsh and fish. */
static void quoted(const char *text, const char *escaped)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("\xe2\x80\x99", stdout);
        else if (strchr(escaped, *text))
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static void zsh_option(const option *o)
{
    printf("                '--%s%s[", o->name, o->argument ? "=" : "");
    quoted(o->phrase, "[]:\\");
    putchar(']');
    if (o->argument) {
        putchar(':');
        quoted(o->argument, "[]:\\");
        if (option_word(o->kind, 0)) {
            fputs(":(", stdout);
            option_words(o, " ");
            putchar(')');
        } else {
            fputs(":_files", stdout);
        }
    }
    puts("' \\");
}

static void zsh(void)
{
    puts("#compdef wgcq\n# zsh completion of wgcq: made by wgcq help --completion zsh\n"
         "_wgcq() {\n"
         "    local -a commands\n"
         "    if (( CURRENT == 2 )); then\n"
         "        commands=(");
    for (int c = 0; c < COMMANDS; c++) {
        printf("            '%s:", commands[c].name);
        quoted(commands[c].phrase, ":\\");
        puts("'");
    }
    puts("        )\n"
         "        _describe command commands\n"
         "        return\n"
         "    fi\n"
         "    local command=$words[2]\n"
         "    (( CURRENT-- )); shift words\n"
         "    case $command in");
    for (int c = 0; c < COMMANDS; c++) {
        printf("        %s)\n            _arguments \\\n", commands[c].name);
        for (int i = 0; i < OPTIONS; i++)
            if (options[i].commands & command_bit(&commands[c]))
                zsh_option(&options[i]);
        if (!strcmp(commands[c].name, "query"))
            printf("                '1:file:_files' '2:question:(%s)' ;;\n", questions);
        else
            printf("                '*:file:_files%s' ;;\n",
                   reads_puzzle(&commands[c]) ? " -g \"*.(yaml|yml)\"" : "");
    }
    puts("    esac\n}\n_wgcq \"$@\"");
}

static void fish_option(const command *c, const option *o)
{
    printf("complete -c wgcq -n '__fish_seen_subcommand_from %s' -l %s", c->name, o->name);
    if (o->letter)
        printf(" -s %c", o->letter);
    if (option_word(o->kind, 0)) {
        fputs(" -x -a '", stdout);
        option_words(o, " ");
        putchar('\'');
    } else if (o->argument) {
        fputs(" -r", stdout);
    }
    fputs(" -d '", stdout);
    quoted(o->phrase, "\\");
    puts("'");
}

static void fish(void)
{
    puts("# fish completion of wgcq: made by wgcq help --completion fish");
    for (int c = 0; c < COMMANDS; c++) {
        printf("complete -c wgcq -n __fish_use_subcommand -f -a %s -d '", commands[c].name);
        quoted(commands[c].phrase, "\\");
        puts("'");
    }
    for (int c = 0; c < COMMANDS; c++)
        for (int i = 0; i < OPTIONS; i++)
            if (options[i].commands & command_bit(&commands[c]))
                fish_option(&commands[c], &options[i]);
    printf("complete -c wgcq -n '__fish_seen_subcommand_from query' -a '%s'\n", questions);
}

void completion_print(const char *shell)
{
    if (!strcmp(shell, "zsh"))
        zsh();
    else if (!strcmp(shell, "fish"))
        fish();
    else
        bash();
}
