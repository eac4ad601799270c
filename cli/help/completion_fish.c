/*
 * completion_fish.c - the completion script for fish: a line for every option, command and operand,
 * each with the condition under which it is offered.
 */
#include "help/completion.h"

#include "help/help.h"

#include <stdio.h>

static void put_options_with_value(void)
{
    fputs("    set -l valued", stdout);
    for (int i = 0; i < OPTIONS; i++) {
        if (!option_table[i].argument)
            continue;
        printf(" --%s", option_table[i].name);
        if (option_table[i].letter)
            printf(" -%c", option_table[i].letter);
    }
    putchar('\n');
}

static void put_fish_functions(void)
{
    puts("# The command and its operands, as far as they are written: no options, nor their "
         "values.\n"
         "function __wgcq_words");
    put_options_with_value();
    puts("    set -l words (commandline -opc)\n"
         "    set -l value no\n"
         "    set -l ended no\n"
         "    for word in $words[2..]\n"
         "        if test $value = yes\n"
         "            set value no\n"
         "        else if test $ended = no -a \"x$word\" = x--\n"
         "            set ended yes\n"
         "        else if test $ended = no; and string match -qr -- '^-[^0-9]' $word\n"
         "            contains -- $word $valued; and set value yes\n"
         "        else\n"
         "            echo -- $word\n"
         "        end\n"
         "    end\n"
         "end\n");
    puts("# Whether the command is one of $argv; before there is one, the value of any option is "
         "completed.\n"
         "function __wgcq_in\n"
         "    set -l words (__wgcq_words)\n"
         "    if test -z \"$words\"\n"
         "        string match -q -- '-*' (commandline -opc)[-1]\n"
         "    else\n"
         "        contains -- $words[1] $argv\n"
         "    end\n"
         "end\n\n"
         "# Whether operand number $argv[2] of the command $argv[1] is next, or with a + a later "
         "one.\n"
         "function __wgcq_next\n"
         "    set -l words (__wgcq_words)\n"
         "    test \"$words[1]\" = $argv[1]; or return 1\n"
         "    test (count $words) = $argv[2]; or test \"$argv[3]\" = + -a (count $words) -gt "
         "$argv[2]\n"
         "end\n\n");
    puts("# Files that the word $argv[1] begins, as far as a line can name them.\n"
         "function __wgcq_existing\n"
         "    for file in (complete -C \"'' $argv[1]\" | string replace -r '\\t.*' '')\n"
         "        test -e (string replace -r '^~/' \"$HOME/\" -- $file); and printf '%s\\n' $file\n"
         "    end\n"
         "end\n"
         "\n"
         "# Directories, and files that end in one of $argv; a name that looks like an option gets "
         "a ./.\n"
         "function __wgcq_files\n"
         "    set -l begun (commandline -ct | string replace -r -- '^--[a-z-]+=' '')\n"
         "    set -l endings (string join '|' -- (string escape --style=regex -- $argv))\n"
         "    set -l files (__wgcq_existing \"$begun\" | string match -r -- "
         "\".*(?:/|$endings)\\$\")\n"
         "    test -n \"$begun\"; or set files (string replace -r '^-' './-' -- $files)\n"
         "    test -z \"$files\"; or printf '%s\\n' $files\n"
         "end\n");
    puts("# Words of the file at hand, of the kind $argv[1].\n"
         "function __wgcq_from_file\n"
         "    set -l words (commandline -opc)\n"
         "    set -l begun (commandline -ct | string replace -r -- '^--[a-z-]+=' '' |\n"
         "        string replace -r -- '^[\"\\']' '' | string unescape)\n"
         "    set words[1] (string replace -r -- '^~/' \"$HOME/\" $words[1])\n"
         "    if test $argv[1] = parameter; and string match -q -- '*=@*' \"$begun\"\n"
         "        set -l before (string match -r -- '^[^@]*@' \"$begun\")\n"
         "        for file in (__wgcq_existing (string escape -- (string replace -- $before '' "
         "\"$begun\")))\n"
         "            printf '%s%s\\n' $before $file\n"
         "        end\n"
         "    else\n"
         "        command $words[1] --complete $argv[1] \"$begun\" $words[2..] 2>/dev/null\n"
         "    end\n"
         "end\n");
}

static void put_fish_values(argument_kind is, const option *o)
{
    switch (is) {
    case ARGUMENT_WORD:
        fputs(" -x -a '", stdout);
        completion_put_option_words(o, " ");
        putchar('\'');
        break;
    case ARGUMENT_QUESTION:
        fputs(" -x -a '", stdout);
        completion_put_questions(" ");
        putchar('\'');
        break;
    case ARGUMENT_PUZZLE: fputs(" -x -a '(__wgcq_files .yaml .yml)'", stdout); break;
    case ARGUMENT_GAME: fputs(" -x -a '(__wgcq_files .yaml .yml .db)'", stdout); break;
    case ARGUMENT_SOLUTION:
        fputs(" -x -a '(__wgcq_from_file solution; __wgcq_files .db)'", stdout);
        break;
    case ARGUMENT_DB: fputs(" -x -a '(__wgcq_files .db)'", stdout); break;
    case ARGUMENT_FILE: fputs(" -r -F", stdout); break;
    case ARGUMENT_COMMAND:
        fputs(" -x -a '", stdout);
        completion_put_commands(" ");
        putchar('\'');
        break;
    case ARGUMENT_ANYTHING: fputs(" -x", stdout); break;
    default: printf(" -x -a '(__wgcq_from_file %s)'", completion_kind_name(is)); break;
    }
}

static void put_fish_option(const option *o)
{
    fputs("complete -c wgcq", stdout);
    if (o->commands != FOR_ALL) {
        fputs(" -n '__wgcq_in", stdout);
        for (int c = 0; c < COMMANDS; c++)
            if (o->commands & command_bit(&commands[c]))
                printf(" %s", commands[c].name);
        putchar('\'');
    }
    printf(" -l %s", o->name);
    if (o->letter)
        printf(" -s %c", o->letter);
    if (o->argument)
        put_fish_values(completion_option_kind(o), o);
    fputs(" -d '", stdout);
    completion_put_quoted(o->phrase, "\\");
    puts("'");
}

static void put_fish_operands(const command *c)
{
    for (int at = 1; at <= c->max_operands && at <= 3; at++) {
        argument_kind is = completion_operand_kind(c, at);
        if (is == ARGUMENT_ANYTHING)
            continue;
        printf("complete -c wgcq -n '__wgcq_next %s %d%s'", c->name, at,
               c->max_operands > 3 && at == 2 ? " +" : "");
        put_fish_values(is, NULL);
        putchar('\n');
    }
}

void completion_fish(void)
{
    puts("# fish completion of wgcq: made by wgcq help --completion fish\n");
    put_fish_functions();
    puts("complete -c wgcq -f");
    for (int c = 0; c < COMMANDS; c++) {
        printf("complete -c wgcq -n 'test -z \"$(__wgcq_words)\"' -a %s -d '", commands[c].name);
        completion_put_quoted(commands[c].phrase, "\\");
        puts("'");
    }
    for (int i = 0; i < OPTIONS; i++)
        put_fish_option(&option_table[i]);
    for (int c = 0; c < COMMANDS; c++)
        put_fish_operands(&commands[c]);
}
