/* options.c - the tables of commands, options and questions, and the words that options take. */
#include "args/request.h"

#include <assert.h>
#include <string.h>

const command commands[COMMANDS] = {
#define COMMAND(name, operands, min_operands, max_operands, phrase, description)                   \
    {#name, operands, min_operands, max_operands, phrase, description},
#include "args/commands.def"
#undef COMMAND
};

const option option_table[OPTIONS] = {
#define OPTION(field, name, letter, argument, kind, commands, group, phrase)                       \
    {offsetof(request, field),                                                                     \
     name,                                                                                         \
     letter,                                                                                       \
     argument,                                                                                     \
     KIND_##kind,                                                                                  \
     commands,                                                                                     \
     GROUP_##group,                                                                                \
     phrase},
#include "args/options.def"
#undef OPTION
};

const command *command_find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

unsigned command_bit(const command *c)
{
    assert(c >= commands && c < commands + COMMANDS);
    return 1u << (c - commands);
}

bool option_has_default(option_kind kind)
{
    return kind != KIND_EQUIVALENCE && kind != KIND_ONLY && kind != KIND_REDUCTION &&
           kind != KIND_SHELL;
}

const char *option_word(option_kind kind, int i)
{
    static const char *const equal[] = {"symmetry", "commuting", "moves"};
    static const char *const grouped[] = {"shortest", "cheapest", "all"};
    static const char *const plans[] = {"shortest", "cheapest"};
    static const char *const colors[] = {"auto", "always", "never"};
    static const char *const shells[] = {"bash", "zsh", "fish"};
    static const char *const compared[] = {"all",    "steps", "solutions", "pairs",
                                           "states", "files", "only"};
    static const char *const pictures[] = {"dot", "mermaid", "graphml"};
    assert(i >= 0);
    switch (kind) {
    case KIND_EQUIVALENCE: return i < 3 ? equal[i] : NULL;
    case KIND_PLAN_SET: return i < 3 ? grouped[i] : NULL;
    case KIND_ORDER: return wgcq_order_name((wgcq_order)i);
    case KIND_STOP: return wgcq_stop_name((wgcq_stop)i);
    case KIND_TRACE_LEVEL: return wgcq_trace_level_name((wgcq_trace_level)i);
    case KIND_WRITER: return wgcq_writer_name((wgcq_writer)i);
    case KIND_FORMAT: return row_format_name(i);
    case KIND_PLAN_FORMAT:
        return i < ROW_FORMATS ? row_format_name(i) : i == ROW_FORMATS ? "pddl" : NULL;
    case KIND_COLOR: return i < 3 ? colors[i] : NULL;
    case KIND_PICTURE: return i < 3 ? pictures[i] : NULL;
    case KIND_SHELL: return i < 3 ? shells[i] : NULL;
    case KIND_PART: return i < 7 ? compared[i] : NULL;
    case KIND_REDUCTION: return i < 1 ? "symmetry" : NULL;
    case KIND_ONLY: return i < 2 ? plans[i] : NULL;
    default: return NULL;
    }
}
