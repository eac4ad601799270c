/* request.c - the command line, parsed by the table of options. */
#include "args/request.h"

#include "args/number.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/program_name.h"
#include "output/terminal_text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- usage errors ------------------------------------------------------------ */

void request_error(request *r, const char *words, ...)
{
    char text[1000];
    va_list arguments;
    va_start(arguments, words);
    vsnprintf(text, sizeof text, words, arguments);
    va_end(arguments);
    message_error("%s", text);
    r->errors++;
}

int request_usage_hint(const request *r)
{
    fputs("try: ", stderr);
    terminal_print_text(stderr, program_name());
    if (r->command)
        fprintf(stderr, " %s", r->command->name);
    fputs(" --help\n", stderr);
    return STATUS_USAGE;
}

/* ---- words of the command line ------------------------------------------- */

const option *option_find(const char *name, size_t length, const command *c)
{
    const option *found = NULL;
    for (int i = 0; i < OPTIONS; i++) {
        const option *o = &option_table[i];
        bool own = c && (o->commands & command_bit(c));
        if (strlen(o->name) == length && strncmp(o->name, name, length) == 0 && (own || !found))
            found = o;
    }
    return found;
}

static const option *find_short_option(const char *word, const command *c)
{
    const option *found = NULL;
    for (int i = 0; i < OPTIONS; i++) {
        const option *o = &option_table[i];
        bool own = c && (o->commands & command_bit(c));
        if (o->letter && o->letter == word[1] && (o->argument || !word[2]) && (own || !found))
            found = o;
    }
    return found;
}

/* "-" is a file, "-1" a number that is rejected as one. */
static bool is_operand(const arg_scanner *s, const char *word)
{
    return s->ended || word[0] != '-' || !word[1] || (word[1] >= '0' && word[1] <= '9');
}

static void classify_option(arg_token *t, const char *word, const command *c)
{
    if (word[1] == '-') {
        size_t length = strcspn(word + 2, "=");
        t->option = option_find(word + 2, length, c);
        t->attached = word[2 + length] == '=';
        t->value = t->attached ? word + 3 + length : NULL;
    } else {
        t->option = find_short_option(word, c);
        t->attached = t->option && word[2];
        t->value = t->attached ? word + 2 : NULL;
    }
    t->kind = t->option ? TOKEN_OPTION : TOKEN_UNKNOWN;
}

arg_token arg_scanner_next(arg_scanner *s)
{
    arg_token t = {.kind = TOKEN_END};
    if (s->at < s->argc && !s->ended && strcmp(s->argv[s->at], "--") == 0) {
        s->ended = true;
        s->at++;
    }
    if (s->at >= s->argc)
        return t;
    t.word = s->argv[s->at++];
    t.kind = TOKEN_OPERAND;
    if (is_operand(s, t.word))
        return t;
    classify_option(&t, t.word, s->command);
    if (t.option && t.option->argument && !t.attached && s->at < s->argc)
        t.value = s->argv[s->at++];
    return t;
}

/* ---- "did you mean ...?" ------------------------------------------------- */

static const char *only_completion(const char *prefix, const char *const *words, size_t count)
{
    const char *found = NULL;
    size_t length = strlen(prefix);
    for (size_t i = 0; i < count && length >= 2; i++)
        if (strncmp(words[i], prefix, length) == 0) {
            if (found)
                return NULL;
            found = words[i];
        }
    return found;
}

/* The only one of `count` words that `word` is a prefix of (of two characters at least), else the
   nearest; NULL if there is none. */
static const char *suggest_word(const char *word, const char *const *words, size_t count)
{
    const char *found = only_completion(word, words, count);
    return found ? found : wgcq_suggest(word, words, count);
}

/* ---- values --------------------------------------------------------------- */

static void set_word(request *r, const option *o, int *field, const char *value)
{
    const char *words[20];
    size_t count = 0;
    char list[400] = "";
    for (; option_word(o->kind, (int)count); count++) {
        words[count] = option_word(o->kind, (int)count);
        if (strcmp(words[count], value) == 0) {
            *field = (int)count;
            return;
        }
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", count ? ", " : "", words[count]);
    }
    const char *suggestion = suggest_word(value, words, count);
    if (suggestion)
        request_error(r, "unknown --%s '%s'; did you mean '%s'?", o->name, value, suggestion);
    else
        request_error(r, "unknown --%s '%s'; it must be one of %s", o->name, value, list);
}

static void add_setting(request *r, const char *value)
{
    const char *equals = strchr(value, '=');
    if (!equals || equals == value) {
        request_error(r, "--set '%s': it must be NAME=VALUE, such as n=20", value);
        return;
    }
    size_t size = (r->setting_count + 1) * sizeof *r->settings;
    r->settings = memory_realloc(r->settings, size);
    r->settings[r->setting_count++] = value;
}

static bool set_number(option_kind kind, void *field, const char *value, char why[NUMBER_ERROR_MAX])
{
    if (kind == KIND_SIZE)
        return number_parse_size(field, value, why);
    if (kind == KIND_SECONDS)
        return number_parse_seconds(field, value, why);
    uint64_t number;
    if (!number_parse(&number, value, why))
        return false;
    if (kind == KIND_POSITIVE && number == 0) {
        snprintf(why, NUMBER_ERROR_MAX, "it must be at least 1");
        return false;
    }
    *(uint64_t *)field = number;
    return true;
}

static void set_value(request *r, const option *o, const char *value)
{
    void *field = (char *)r + o->field;
    char why[NUMBER_ERROR_MAX];
    switch (o->kind) {
    case KIND_FLAG: *(bool *)field = true; break;
    case KIND_TEXT:
    case KIND_EQUIVALENCE:
    case KIND_PLAN_SET:
        *(const char **)field = value;
        if (!*value)
            request_error(r, "--%s '': %s is missing", o->name, o->argument);
        break;
    case KIND_SETTING: add_setting(r, value); break;
    case KIND_VARY:
        r->vary = memory_realloc(r->vary, (r->vary_count + 1) * sizeof *r->vary);
        r->vary[r->vary_count++] = value;
        break;
    case KIND_COUNT:
    case KIND_POSITIVE:
    case KIND_SIZE:
    case KIND_SECONDS:
        if (!set_number(o->kind, field, value, why))
            request_error(r, "--%s '%s': %s", o->name, value, why);
        break;
    default: set_word(r, o, field, value); break;
    }
}

/* ---- parsing ----------------------------------------------- */

static void report_unknown_option(request *r, const arg_token *t)
{
    const char *names[OPTIONS];
    size_t count = 0;
    for (int i = 0; i < OPTIONS; i++)
        if (!r->command || (option_table[i].commands & command_bit(r->command)))
            names[count++] = option_table[i].name;
    char name[64];
    const char *bare = t->word + strspn(t->word, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(bare, "="), bare);
    const char *suggestion = name[0] && name[1] ? suggest_word(name, names, count) : NULL;
    int length = (int)strcspn(t->word, "=");
    if (suggestion)
        request_error(r, "unknown option '%.*s'; did you mean '--%s'?", length, t->word,
                      suggestion);
    else
        request_error(r, "unknown option '%.*s'", length, t->word);
    r->unknown_option = true;
}

static void report_option_of_others(request *r, const option *o)
{
    char list[200] = "";
    for (int i = 0; i < COMMANDS; i++)
        if (o->commands & (1u << i)) {
            size_t used = strlen(list);
            snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", commands[i].name);
        }
    request_error(r, "--%s is not an option of '%s', but of %s", o->name, r->command->name, list);
}

static void apply_option(request *r, const arg_token *t)
{
    const option *o = t->option;
    if (r->command && !(o->commands & command_bit(r->command)))
        report_option_of_others(r, o);
    else if (!o->argument && t->attached)
        request_error(r, "--%s takes no value", o->name);
    else if (o->argument && !t->value)
        request_error(r, "--%s needs its %s", o->name, o->argument);
    else
        set_value(r, o, t->value);
    r->given[o - option_table] = true;
}

/* The command decides which options exist, wherever it stands. */
static void find_command_and_help(request *r, int argc, char **argv)
{
    arg_scanner s = {.argc = argc, .at = 1, .argv = argv};
    bool first = true;
    for (arg_token t = arg_scanner_next(&s); t.kind != TOKEN_END; t = arg_scanner_next(&s)) {
        if (t.kind == TOKEN_OPERAND && first) {
            r->command = command_find(t.word);
            first = false;
        }
        if (t.kind == TOKEN_OPTION) {
            r->help |= t.option == &option_table[OPTION_help];
            r->version |= t.option == &option_table[OPTION_version];
        }
    }
}

void request_unknown_command(request *r, const char *word)
{
    const char *names[COMMANDS];
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    const char *suggestion = suggest_word(word, names, COMMANDS);
    if (suggestion)
        request_error(r, "unknown command '%s'; did you mean '%s'?", word, suggestion);
    else
        request_error(r, "unknown command '%s'", word);
}

static void check_operand_count(request *r)
{
    const command *c = r->command;
    if (!c)
        return;
    if (r->operand_count < c->min_operands && r->operand_count == 0)
        request_error(r, "'%s' needs %s", c->name, c->operands);
    else if (r->operand_count < c->min_operands)
        request_error(r, "'%s' needs %s; only '%s' was given", c->name, c->operands,
                      r->operands[0]);
    else if (r->operand_count > c->max_operands && !r->unknown_option)
        request_error(r, "'%s' takes %s; '%s' is one operand too many", c->name, c->operands,
                      r->operands[c->max_operands]);
}

void request_parse(request *r, int argc, char **argv)
{
    *r = (request){.operands = memory_alloc((size_t)argc * sizeof *r->operands)};
    clock_gettime(CLOCK_MONOTONIC, &r->began);
    find_command_and_help(r, argc, argv);
    if (r->help || r->version)
        return;
    arg_scanner s = {.argc = argc, .at = 1, .argv = argv, .command = r->command};
    bool first = true;
    for (arg_token t = arg_scanner_next(&s); t.kind != TOKEN_END; t = arg_scanner_next(&s)) {
        if (t.kind == TOKEN_UNKNOWN)
            report_unknown_option(r, &t);
        else if (t.kind == TOKEN_OPTION)
            apply_option(r, &t);
        else if (first && !r->command)
            request_unknown_command(r, t.word);
        else if (!first)
            r->operands[r->operand_count++] = t.word;
        first = first && t.kind != TOKEN_OPERAND;
    }
    check_operand_count(r);
    if (r->plan_format < ROW_FORMATS && r->given[OPTION_plan_format])
        r->format = r->plan_format;
}

void request_free(request *r)
{
    free(r->operands);
    free(r->settings);
    free(r->vary);
    free(r->imported);
}

const row_format *request_format(const request *r)
{
    assert(r->format >= 0 && row_format_name(r->format));
    return row_formats[r->format];
}

uint64_t request_number(request *r, int operand_at, const char *description)
{
    assert(operand_at >= 0);
    uint64_t value = 0;
    char why[NUMBER_ERROR_MAX];
    if (operand_at < r->operand_count && !number_parse(&value, r->operands[operand_at], why))
        request_error(r, "%s '%s': %s", description, r->operands[operand_at], why);
    return value;
}
