/*
 * completion_zsh.c - the completion script for zsh: one _arguments for the command line up to the
 * command, and one for what follows each.
 */
#include "help/completion.h"

#include "help/help.h"

#include <stdio.h>
#include <string.h>

/* The action of _arguments. */
static void put_zsh_action(argument_kind is, const option *o)
{
    switch (is) {
    case ARGUMENT_WORD:
        putchar('(');
        completion_put_option_words(o, " ");
        putchar(')');
        break;
    case ARGUMENT_QUESTION: fputs("_wgcq_questions", stdout); break;
    case ARGUMENT_PUZZLE: fputs("_wgcq_files -g \"*.(yaml|yml)(-.)\"", stdout); break;
    case ARGUMENT_GAME: fputs("_wgcq_files -g \"*.(yaml|yml|db)(-.)\"", stdout); break;
    case ARGUMENT_SOLUTION: fputs("_wgcq_solutions", stdout); break;
    case ARGUMENT_DB: fputs("_wgcq_files -g \"*.db(-.)\"", stdout); break;
    case ARGUMENT_FILE: fputs("_files", stdout); break;
    case ARGUMENT_COMMAND: fputs("_wgcq_commands", stdout); break;
    case ARGUMENT_ANYTHING: putchar(' '); break;
    default: printf("_wgcq_from_file %s", completion_kind_name(is)); break;
    }
}

/* --NAME, --NAME=, -N: with a phrase and what it takes. */
static void put_zsh_option_form(const option *o, const char *hidden, const char *name, char letter)
{
    bool repeats = o->kind == KIND_SETTING;
    fputs("        '", stdout);
    fputs(hidden, stdout);
    if (repeats)
        putchar('*');
    else if (o->letter && !*hidden)
        printf("(-%c --%s)", o->letter, o->name);
    if (letter)
        printf("-%c%s[", letter, o->argument ? "+" : "");
    else
        printf("--%s%s[", name, o->argument ? "=" : "");
    completion_put_quoted(o->phrase, "[]:\\");
    putchar(']');
    if (o->argument) {
        putchar(':');
        completion_put_quoted(o->argument, "[]:\\");
        putchar(':');
        put_zsh_action(completion_option_kind(o), o);
    }
    puts("' \\");
}

static void put_zsh_option(const option *o, const char *hidden)
{
    put_zsh_option_form(o, hidden, o->name, 0);
    if (o->letter)
        put_zsh_option_form(o, hidden, o->name, o->letter);
}

/* Where the operand begins in what the manual calls them; the last one may be repeated. */
static const char *operand_word(const command *c, int at)
{
    const char *word = c->operands, *next;
    while (--at && (next = strchr(word, ' ')))
        word = next + 1;
    return word;
}

static void put_zsh_operands(const command *c)
{
    for (int at = 1; at <= c->max_operands && at <= 3; at++) {
        bool rest = c->max_operands > 3 && at == 2;
        printf("        '%s", rest ? "*" : at == 1 ? "1" : at == 2 ? "2" : "3");
        fputs(":", stdout);
        for (const char *word = operand_word(c, at); *word && *word != ' '; word++)
            if (*word != '[' && *word != ']')
                putchar(*word);
        putchar(':');
        put_zsh_action(completion_operand_kind(c, at), NULL);
        puts("' \\");
    }
}

static void put_zsh_commands(void)
{
    puts("_wgcq_commands() {\n    local -a commands=(");
    for (int c = 0; c < COMMANDS; c++) {
        printf("        '%s:", commands[c].name);
        completion_put_quoted(commands[c].phrase, ":\\");
        puts("'");
    }
    puts("    )\n    _describe -t commands command commands\n}\n");
}

static void put_zsh_questions(void)
{
    puts("_wgcq_questions() {\n    local -a questions=(");
    for (size_t i = 0; wgcq_question_name(i); i++) {
        printf("        '%s:", wgcq_question_name(i));
        completion_put_quoted(wgcq_question_about(i), ":\\");
        puts("'");
    }
    puts("    )\n    _describe -t questions question questions\n}\n");
}

/* _arguments puts options of compadd before the kind. */
static void put_zsh_words_of_file(void)
{
    puts("# A name that looks like an option is offered behind ./ alone.\n"
         "_wgcq_files() {\n"
         "    local -a ignored\n"
         "    [[ -n $PREFIX ]] || ignored=(-F '(-*)')\n"
         "    _files \"$@\" $ignored\n"
         "}\n");
    puts("# Words of the file at hand, of the kind that is the last of $@.\n"
         "_wgcq_from_file() {\n"
         "    local -a lines values shown\n"
         "    local line space=' '\n"
         "    if [[ ${@[-1]} == parameter && $PREFIX == *=@* ]]; then\n"
         "        compset -P '*=@'\n"
         "        _files\n"
         "        return\n"
         "    fi\n"
         "    lines=(\"${(@f)$(command \"$program\" --complete ${@[-1]} \"${(Q)PREFIX}\" "
         "\"${(@Q)before}\" "
         "2>/dev/null)}\")\n"
         "    for line in $lines; do\n"
         "        values+=(\"${line%%$'\\t'*}\")\n"
         "        shown+=(\"${values[-1]}${${line#*$'\\t'}:+  -- ${line#*$'\\t'}}\")\n"
         "        [[ ${values[-1]} != *= ]] || space=\n"
         "    done\n"
         "    (( $#values )) && compadd \"${@[1,-2]}\" -S \"$space\" -l -d shown -a values\n"
         "}\n\n"
         "_wgcq_solutions() {\n"
         "    local ret=1\n"
         "    _wgcq_from_file \"$@\" solution && ret=0\n"
         "    _wgcq_files -g \"*.db(-.)\" && ret=0\n"
         "    return ret\n"
         "}\n");
}

static void put_zsh_command(const command *c)
{
    printf("_wgcq_%s() {\n    _arguments -S \\\n", c->name);
    for (int i = 0; i < OPTIONS; i++)
        if (option_table[i].commands & command_bit(c))
            put_zsh_option(&option_table[i], "");
    put_zsh_operands(c);
    puts("        && return\n}\n");
}

/* Options of a single command may precede it, but are not offered there. */
static void put_zsh_main(void)
{
    puts("_wgcq() {\n"
         "    local curcontext=$curcontext state line ret=1 "
         "program=${${(Q)words[1]}/#\\~\\//$HOME/}\n"
         "    local -a before=(\"${(@)words[2,CURRENT-1]}\")\n"
         "    local -A opt_args\n"
         "    _arguments -C -S \\");
    for (int i = 0; i < OPTIONS; i++)
        if (option_table[i].commands == FOR_ALL)
            put_zsh_option(&option_table[i], "");
        else if (!completion_name_repeats(&option_table[i]))
            put_zsh_option(&option_table[i], "!");
    puts("        '(-): :_wgcq_commands' \\\n"
         "        '(-)*:: :->command' && ret=0\n"
         "    if [[ $state == command && -n $words[1] ]] && (( $+functions[_wgcq_$words[1]] )); "
         "then\n"
         "        curcontext=\"${curcontext%:*:*}:wgcq-$words[1]:\"\n"
         "        _wgcq_$words[1] && ret=0\n"
         "    fi\n"
         "    return ret\n"
         "}\n");
}

void completion_zsh(void)
{
    puts("#compdef wgcq\n# zsh completion of wgcq: made by wgcq help --completion zsh\n");
    put_zsh_commands();
    put_zsh_questions();
    put_zsh_words_of_file();
    for (int c = 0; c < COMMANDS; c++)
        put_zsh_command(&commands[c]);
    put_zsh_main();
    puts("# Autoloaded from fpath, this file is the function; sourced, it only says what it "
         "completes.\n"
         "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n"
         "    _wgcq \"$@\"\n"
         "else\n"
         "    compdef _wgcq wgcq\n"
         "fi");
}
