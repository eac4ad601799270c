/*
 * stored_options.c - the options of a stored run, for resuming or repeating it.
 *
 * The run's row has them as one line, in the form of the command line.
 */
#include "run/options/stored_options.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* ---- writing ------------------------------------------------------------------------------- */

/* A rank has its folder in that of all. */
static void write_spill(strbuf *out, const wgcq_options *o)
{
    const char *own = o->exchange ? strrchr(o->spill, '/') : NULL;
    strbuf_printf(out, " --spill %.*s", own ? (int)(own - o->spill) : INT_MAX, o->spill);
}

void stored_options_write(strbuf *out, const wgcq_options *o)
{
    strbuf_printf(out, "--order %s --trace %s", wgcq_order_name(o->order),
                  wgcq_trace_level_name(o->trace_level));
    if (o->stop != WGCQ_STOP_EXHAUSTED)
        strbuf_printf(out, " --stop %s", wgcq_stop_name(o->stop));
    if (o->minimize)
        strbuf_printf(out, " --minimize %s", o->minimize);
    if (o->solutions || o->no_solutions)
        strbuf_printf(out, " --solutions %" PRIu64, o->no_solutions ? 0 : o->solutions);
    if (o->reduce)
        strbuf_put(out, " --reduce symmetry");
    if (o->max_states)
        strbuf_printf(out, " --max-states %" PRIu64, o->max_states);
    if (o->max_depth)
        strbuf_printf(out, " --max-depth %" PRIu64, o->max_depth);
    if (o->max_memory)
        strbuf_printf(out, " --max-memory %" PRIu64, o->max_memory);
    if (o->max_time > 0)
        strbuf_printf(out, " --max-time %g", o->max_time);
    if (o->spill) /* the last: it is the rest of the line */
        write_spill(out, o);
}

/* ---- reading ------------------------------------------------------------------------------- */

/* The word after an option in the run's line, or NULL. */
static const char *option_value(const char *options, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(options, name); at; at = strstr(at + 1, name))
        if ((at == options || at[-1] == ' ') && at[length] == ' ')
            return at + length + 1;
    return NULL;
}

static uint64_t option_number(const char *options, const char *name)
{
    const char *value = option_value(options, name);
    return value ? strtoull(value, NULL, 10) : 0;
}

static bool starts_with_word(const char *at, const char *word)
{
    size_t length = strlen(word);
    return at && !strncmp(at, word, length) && (!at[length] || at[length] == ' ');
}

static wgcq_order order_named(const char *name)
{
    int order = 0;
    while (wgcq_order_name((wgcq_order)order) &&
           !starts_with_word(name, wgcq_order_name((wgcq_order)order)))
        order++;
    return (wgcq_order)order;
}

static wgcq_stop stop_named(const char *name)
{
    for (int stop = 0; wgcq_stop_name((wgcq_stop)stop); stop++)
        if (starts_with_word(name, wgcq_stop_name((wgcq_stop)stop)))
            return (wgcq_stop)stop;
    return WGCQ_STOP_EXHAUSTED;
}

/* "noise,moves"; stored are the numbers of the costs. */
static int put_minimize(stored_options *how, const trace_facts *f, wgcq_error *err)
{
    strbuf names = {0};
    for (size_t i = 0; i < f->minimize_count; i++)
        strbuf_printf(&names, "%s%s", i ? "," : "",
                      f->minimize[i] < 0 ? "moves" : f->cost_names[f->minimize[i]]);
    how->options.minimize = how->minimize = names.bytes;
    return names.failed ? error_set_memory(err) : 0;
}

static int read_words(stored_options *out, const char *line, const trace_facts *f, wgcq_error *err)
{
    const char *seconds = option_value(line, "--max-time"),
               *most = option_value(line, "--solutions");
    out->options = (wgcq_options){.order = order_named(f->order),
                                  .stop = stop_named(option_value(line, "--stop")),
                                  .trace_level = f->keep,
                                  .solutions = option_number(line, "--solutions"),
                                  .no_solutions = most && !option_number(line, "--solutions"),
                                  .max_states = option_number(line, "--max-states"),
                                  .max_depth = option_number(line, "--max-depth"),
                                  .max_memory = option_number(line, "--max-memory"),
                                  .max_time = seconds ? strtod(seconds, NULL) : 0};
    if (!wgcq_order_name(out->options.order))
        return error_set(err, WGCQ_ESTORE, "the file is damaged: there is no order '%s'", f->order);
    return option_value(line, "--minimize") ? put_minimize(out, f, err) : 0;
}

/* A folder is the rest of the line. */
int stored_options_read(stored_options *out, const trace_facts *f, wgcq_error *err)
{
    *out = (stored_options){0};
    const char *spill = option_value(f->options, "--spill");
    char *line = strdup(f->options);
    out->spill = spill ? strdup(spill) : NULL;
    int code = line && (out->spill || !spill) ? 0 : error_set_memory(err);
    if (!code && spill)
        line[spill - f->options - (ptrdiff_t)strlen("--spill ")] = '\0';
    code = code ? code : read_words(out, line, f, err);
    free(line);
    return code;
}

void stored_options_free(stored_options *how)
{
    free(how->minimize);
    free(how->spill);
    *how = (stored_options){0};
}
