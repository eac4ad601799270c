/*
 * completion_bash.c - the completion script for bash 4: three tables as case statements, and fixed
 * functions over them.
 */
#include "help/completion.h"

#include <stdio.h>

static void put_bash_kind(argument_kind is)
{
    switch (is) {
    case ARGUMENT_QUESTION:
        fputs("word ", stdout);
        completion_put_questions(" ");
        break;
    case ARGUMENT_COMMAND:
        fputs("word ", stdout);
        completion_put_commands(" ");
        break;
    default: fputs(completion_kind_name(is), stdout); break;
    }
}

static void put_option_patterns(const option *o)
{
    if (!completion_name_repeats(o)) {
        printf("*:--%s", o->name);
        if (o->letter)
            printf(" | *:-%c", o->letter);
        return;
    }
    bool begun = false;
    for (int i = 0; i < COMMANDS; i++)
        if (o->commands & command_bit(&commands[i])) {
            printf("%s%s:--%s", begun ? " | " : "", commands[i].name, o->name);
            if (o->letter)
                printf(" | %s:-%c", commands[i].name, o->letter);
            begun = true;
        }
}

static void put_option_value(const option *o)
{
    fputs("    ", stdout);
    put_option_patterns(o);
    fputs(") echo '", stdout);
    put_bash_kind(completion_option_kind(o));
    if (completion_option_kind(o) == ARGUMENT_WORD) {
        putchar(' ');
        completion_put_option_words(o, " ");
    }
    puts("' ;;");
}

/* Options whose name repeats are distinguished by the command, and come first. */
static void put_option_values(void)
{
    puts("# What the option $2 of the command $1 takes; nothing where it is a flag.\n"
         "_wgcq_value() {\n    case $1:$2 in");
    for (int second = 1; second >= 0; second--)
        for (int i = 0; i < OPTIONS; i++)
            if (option_table[i].argument && completion_name_repeats(&option_table[i]) == second)
                put_option_value(&option_table[i]);
    puts("    esac\n}\n");
}

static void put_command_operands(void)
{
    puts("# What operand number $2 of the command $1 is.\n"
         "_wgcq_operand() {\n    case $1:$2 in");
    for (int c = 0; c < COMMANDS; c++)
        for (int at = 1; at <= commands[c].max_operands && at <= 3; at++) {
            argument_kind is = completion_operand_kind(&commands[c], at);
            if (is == ARGUMENT_ANYTHING)
                continue;
            bool rest = at == 3 && commands[c].max_operands > 3;
            printf("    %s:%s) echo '", commands[c].name,
                   rest      ? "*"
                   : at == 1 ? "1"
                   : at == 2 ? "2"
                             : "3");
            put_bash_kind(is);
            puts("' ;;");
        }
    puts("    esac\n}\n");
}

static void put_option_names(unsigned command_set)
{
    bool begun = false;
    for (int i = 0; i < OPTIONS; i++)
        if ((option_table[i].commands & command_set) == command_set) {
            printf("%s--%s", begun ? " " : "", option_table[i].name);
            begun = true;
        }
}

static void put_command_options(void)
{
    puts("# The options of the command $1; before there is one, those of every command.\n"
         "_wgcq_options() {\n    case $1 in");
    for (int c = 0; c < COMMANDS; c++) {
        printf("    %s) echo '", commands[c].name);
        put_option_names(command_bit(&commands[c]));
        puts("' ;;");
    }
    fputs("    *) echo '", stdout);
    put_option_names(FOR_ALL);
    puts("' ;;\n    esac\n}\n");
}

/* ---- fixed functions ---- */

/* Words are unquoted, answers are values, and values are quoted as the word is: no character of a
   name acts.  Readline replaces what follows the quote that is open, or the last unquoted character
   of COMP_WORDBREAKS. */
static void put_bash_quotes(void)
{
    puts("# $unquoted: the word $1 without quotes and backslashes; nothing in it is run. $open: "
         "the quote that\n"
         "# it ends in. $skip: how much of $unquoted is before what Readline replaces.\n"
         "_wgcq_unquote() {\n"
         "    local i char outside=0\n"
         "    unquoted='' open='' skip=0\n"
         "    for ((i = 0; i < ${#1}; i++)); do\n"
         "        char=${1:i:1}\n"
         "        if [[ $char == \"$open\" ]]; then\n"
         "            open='' skip=$outside\n"
         "        elif [[ ! $open && $char == [\\\"\\'] ]]; then\n"
         "            open=$char outside=$skip skip=${#unquoted}\n"
         "        elif [[ $char == \\\\ && $open != \\' ]]; then\n"
         "            ((++i))\n"
         "            [[ ! $open || ${1:i:1} == [\\$\\`\\\"\\\\] ]] || unquoted+=$char\n"
         "            unquoted+=${1:i:1}\n"
         "        else\n"
         "            unquoted+=$char\n"
         "            if [[ ! $open && $char == [=:@] && $COMP_WORDBREAKS == *\"$char\"* ]]; then\n"
         "                skip=${#unquoted}\n"
         "                [[ $char != @ ]] || ((--skip))\n"
         "            fi\n"
         "        fi\n"
         "    done\n"
         "}\n"
         "\n"
         "# Offers the value $1 for $word, quoted as that is, so that no character of it acts.\n"
         "_wgcq_offer() {\n"
         "    local value=$1 home='' unquoted open skip\n"
         "    _wgcq_unquote \"$word\"\n"
         "    value=${value:skip}\n"
         "    case $open in\n"
         "    \\\")\n"
         "        [[ $value != *[$'\\n!']* ]] || return\n"
         "        value=${value//\\\\/\\\\\\\\}\n"
         "        value=${value//\\\"/\\\\\\\"}\n"
         "        value=${value//\\$/\\\\\\$}\n"
         "        value=${value//\\`/\\\\\\`}\n"
         "        ;;\n"
         "    \\')\n"
         "        [[ $value != *[$'\\n!']* ]] || return\n"
         "        value=${value//\\'/\\'\\\\\\'\\'}\n"
         "        ;;\n"
         "    *)\n"
         "        [[ $skip != 0 || $word != \"~/\"* ]] || home=\"~/\" value=${value:2}\n"
         "        [[ $value != *[^a-zA-Z0-9_.,:=@/+-]* ]] || printf -v value %q \"$value\"\n"
         "        ;;\n"
         "    esac\n"
         "    [[ ! $home$value ]] || COMPREPLY+=(\"$home$value\")\n"
         "}\n");
    puts("# Directories, and files that end in one of $2, $3, ...; $1 is what is before the name "
         "in $word.\n"
         "_wgcq_files() {\n"
         "    local path name unquoted open skip\n"
         "    _wgcq_unquote \"$word\"\n"
         "    name=${unquoted:${#1}}\n"
         "    while IFS= read -r -d '' path; do\n"
         "        [[ $path != -* || $1 || $name ]] || path=./$path\n"
         "        [[ $word != \"~/\"* ]] || path=\"~/${path#\"$HOME/\"}\"\n"
         "        _wgcq_offer \"$1$path\"\n"
         "    done < <(\n"
         "        shopt -u failglob\n"
         "        shopt -s nullglob\n"
         "        set +f\n"
         "        IFS=\n"
         "        [[ $word != \"~/\"* ]] || name=$HOME/${name:2}\n"
         "        for path in \"$name\"*; do\n"
         "            [[ ! -d $path ]] || { printf '%s/\\0' \"$path\" && continue; }\n"
         "            for ending in \"${@:2}\"; do\n"
         "                [[ $path != *\"$ending\" ]] || { printf '%s\\0' \"$path\" && break; }\n"
         "            done\n"
         "        done\n"
         "    )\n"
         "    compopt -o filenames -o noquote 2>/dev/null\n"
         "    [[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != */ ]] || compopt -o nospace "
         "2>/dev/null\n"
         "}\n"
         "\n"
         "# Answers for $word, of the kind $1, out of the file that @words have.\n"
         "_wgcq_from_file() {\n"
         "    local before=() program line unquoted open skip\n"
         "    for line in \"${COMP_WORDS[0]}\" \"${words[@]}\"; do\n"
         "        _wgcq_unquote \"$line\"\n"
         "        [[ $line != \"~/\"* ]] || unquoted=$HOME/${unquoted:2}\n"
         "        before+=(\"$unquoted\")\n"
         "    done\n"
         "    program=$(type -P -- \"${before[0]}\") || return\n"
         "    _wgcq_unquote \"$word\"\n"
         "    while IFS=$'\\t' read -r line _; do\n"
         "        _wgcq_offer \"$line\"\n"
         "    done < <(\"$program\" --complete \"$1\" \"$unquoted\" \"${before[@]:1}\" "
         "2>/dev/null)\n"
         "    [[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace "
         "2>/dev/null\n"
         "}\n"
         "\n"
         "# Answers for $word, which is of the kind $1; the rest are words.\n"
         "_wgcq_answer() {\n"
         "    case $1 in\n"
         "    word) mapfile -t COMPREPLY < <(compgen -W \"${*:2}\" -- \"$word\") ;;\n"
         "    puzzle) _wgcq_files '' .yaml .yml ;;\n"
         "    db) _wgcq_files '' .db ;;\n"
         "    game) _wgcq_files '' .yaml .yml .db ;;\n"
         "    file) _wgcq_files '' '' ;;\n"
         "    solution)\n"
         "        _wgcq_from_file \"$1\"\n"
         "        _wgcq_files '' .db\n"
         "        [[ ${COMPREPLY[0]} == [0-9]* ]] || compopt -o nospace 2>/dev/null\n"
         "        ;;\n"
         "    parameter)\n"
         "        if [[ $word == *=@* ]]; then\n"
         "            _wgcq_files \"${word%%=@*}=@\" ''\n"
         "        else\n"
         "            _wgcq_from_file \"$1\"\n"
         "        fi\n"
         "        ;;\n"
         "    number | costs | variables | run | move) _wgcq_from_file \"$1\" ;;\n"
         "    esac\n"
         "}\n");
}

static void put_bash_answers(void) {}

/* Readline also breaks words at "=", ":" and "@", if COMP_WORDBREAKS has them, and replaces only
   what follows the last break: so words are joined that no blank parts, and completions cut. */
static void put_bash_functions(void)
{
    puts(
        "_wgcq() {\n"
        "    local IFS=$' \\t\\n' words=() word value command ended prefix operands=0 i glue\n"
        "    local line=${COMP_LINE#*\"${COMP_WORDS[0]}\"} rest\n"
        "    for ((i = 1; i <= COMP_CWORD; i++)); do\n"
        "        word=${COMP_WORDS[i]}\n"
        "        rest=${line#\"${line%%[! $'\\t\\n']*}\"}\n"
        "        if [[ ${words[*]} && $rest == \"$line\" && ( $glue || $word == [=:@]* ) ]]; then\n"
        "            words[${#words[@]} - 1]+=$word\n"
        "        else\n"
        "            words+=(\"$word\")\n"
        "        fi\n"
        "        line=${rest#\"$word\"} glue=\n"
        "        [[ $word != *[=:@] || $COMP_WORDBREAKS != *\"${word: -1}\"* ]] || glue=yes\n"
        "    done\n"
        "    word=${words[-1]}\n"
        "    unset 'words[-1]'\n"
        "    COMPREPLY=()\n");
    puts("    for i in \"${words[@]}\"; do\n"
         "        if [[ $value ]]; then\n"
         "            value=\n"
         "        elif [[ $i == -- && ! $ended ]]; then\n"
         "            ended=yes\n"
         "        elif [[ $i == -[!0-9]* && ! $ended ]]; then\n"
         "            [[ $i == *=* ]] || value=$(_wgcq_value \"$command\" \"$i\")\n"
         "        elif [[ ! $command ]]; then\n"
         "            command=$i\n"
         "        else\n"
         "            ((++operands))\n"
         "        fi\n"
         "    done\n");
    puts("    if [[ $value ]]; then\n"
         "        :\n"
         "    elif [[ $word == --*=* && ! $ended ]]; then\n"
         "        prefix=${word%%=*}=\n"
         "        value=$(_wgcq_value \"$command\" \"${word%%=*}\")\n"
         "        word=${word#*=}\n"
         "    elif [[ $word == -* && ! $ended ]]; then\n"
         "        value=\"word $(_wgcq_options \"$command\")\"\n"
         "    elif [[ ! $command ]]; then");
    fputs("        value='word ", stdout);
    completion_put_commands(" ");
    puts("'\n"
         "    else\n"
         "        value=$(_wgcq_operand \"$command\" $((operands + 1)))\n"
         "    fi\n"
         "    _wgcq_answer $value\n"
         "    if [[ $prefix && $COMP_WORDBREAKS != *=* ]]; then\n"
         "        COMPREPLY=(\"${COMPREPLY[@]/#/$prefix}\")\n"
         "    fi\n"
         "}\n"
         "complete -F _wgcq wgcq");
}

void completion_bash(void)
{
    puts("# bash completion of wgcq: made by wgcq help --completion bash\n");
    put_option_values();
    put_command_operands();
    put_command_options();
    put_bash_quotes();
    put_bash_answers();
    put_bash_functions();
}
