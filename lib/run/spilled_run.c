/* spilled_run.c - a run with a spill folder: its options, and what the folder says of it. */
#include "run/spilled_run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files/own_file.h"
#include "base/files/size_text.h"
#include "search/engine/strategies.h"
#include "search/spill/spill_about.h"
#include "search/spill/spill_divide.h"

/* ---- which search goes to files -------------------------------------------------------------- */

/* A search in files that keeps nothing goes by whole levels, and sums no cost but moves. */
static bool goes_by_levels_alone(const solver *s)
{
    const wgcq_options *o = s->options;
    bool moves_only = true;
    for (size_t i = 0; i < s->minimize_count; i++)
        moves_only = moves_only && s->minimize[i] == -1;
    return !s->orbits && !o->max_states && o->stop != WGCQ_STOP_FIRST && moves_only;
}

/* It has no graph, either. */
static bool needs_rows(const solver *s)
{
    return s->options->exchange ? s->gathers : !goes_by_levels_alone(s) || s->model->property_count;
}

bool spilled_run_keeps_rows(const solver *s)
{
    const wgcq_options *o = s->options;
    const bool stores = o->exchange ? s->shards != NULL : o->trace_level != WGCQ_TRACE_NONE;
    return o->spill && (stores || s->rows_in_files);
}

bool spilled_run_is_begun(const solver *s)
{
    return s->options->spill && !spilled_run_keeps_rows(s) && spill_has_commit(s->options->spill);
}

const char *spilled_run_folder(const solver *s)
{
    const bool in_memory =
        !spilled_run_keeps_rows(s) && !spilled_run_is_begun(s) && (s->g || needs_rows(s));
    return in_memory ? NULL : s->options->spill;
}

bool spilled_run_is_due(const solver *s, int code)
{
    const uint64_t most = solver_memory_limit(s);
    const bool full = code == WGCQ_EMEMORY || (code == 0 && s->found.memory_full);
    return full && s->options->spill && !spilled_run_folder(s) &&
           (!needs_rows(s) || !most || most >= SPILL_ROWS_LEAST);
}

void spilled_run_begin_again(solver *s)
{
    s->rows_in_files = needs_rows(s);
}

/* ---- options --------------------------------------------------------------------------------- */

static int check_commit(const solver *s)
{
    const wgcq_options *o = s->options;
    if (!spilled_run_is_begun(s) || (o->exchange ? !s->gathers : goes_by_levels_alone(s)))
        return 0;
    return error_set(s->err, WGCQ_EREQUEST,
                     "the run in %s goes by whole levels, without %s; next: wgcq resume %s",
                     o->spill,
                     s->orbits                    ? "--reduce symmetry"
                     : o->max_states              ? "--max-states"
                     : o->stop == WGCQ_STOP_FIRST ? "--stop first"
                                                  : "a graph",
                     o->spill);
}

int spilled_run_check(const solver *s)
{
    const wgcq_options *o = s->options;
    if (!o->spill)
        return 0;
    /* that of a rank lies in one of ours */
    int code = o->exchange ? own_folder_check(o->spill, s->err) : 0;
    code = code ? code : spill_check_folder(o->spill, s->err);
    return code ? code : check_commit(s);
}

void spilled_run_mention(const solver *s, int code)
{
    wgcq_error *err = s->err;
    if (!err || !s->options->spill || spilled_run_keeps_rows(s) ||
        (code != WGCQ_EFILE && code != WGCQ_EMEMORY) || !spill_has_commit(s->options->spill))
        return;
    size_t used = strlen(err->text);
    snprintf(err->text + used, sizeof err->text - used,
             s->options->exchange ? "; ranks resume from what %s and those of the others hold"
                                  : "; next: wgcq resume %s",
             s->options->spill);
}

int wgcq_divide_spilled(const char *folder, unsigned ranks, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"folder", folder})))
        return WGCQ_EREQUEST;
    if (!ranks)
        return error_set(err, WGCQ_EREQUEST, "wgcq_divide_spilled: there are no 0 ranks");
    return spill_divide(folder, ranks, err);
}

/* ---- the graph in files ---------------------------------------------------------------------- */

enum { HOME_SHARE = 4, HOME_USUAL = 256 << 20 };

int spilled_run_make_home(solver *s)
{
    const uint64_t limit = solver_memory_limit(s);
    const size_t resident = limit && limit / HOME_SHARE < HOME_USUAL ? (size_t)(limit / HOME_SHARE)
                                                                     : (size_t)HOME_USUAL;
    if (mkdir(s->options->spill, 0755) && errno != EEXIST)
        return error_set(s->err, WGCQ_EFILE, "cannot create %s: %s", s->options->spill,
                         strerror(errno));
    return array_home_new(&s->home, s->options->spill, resident, s->err);
}

void spilled_run_leave_home(solver *s)
{
    if (!s->home)
        return;
    array_home_free(s->home);
    s->home = NULL;
    rmdir(s->options->spill); /* where nothing else is in it */
}

int spilled_run_explain(const solver *s, int code)
{
    wgcq_error disk = {0};
    if (!s->home || !array_home_error(s->home, &disk))
        return code;
    if (s->err)
        *s->err = disk;
    return (int)disk.code;
}

const char *spilled_run_disk_full(solver *s, uint64_t need)
{
    const uint64_t has = array_home_bytes(s->home), left = array_home_left(s->home);
    if (left == UINT64_MAX || need <= has || need - has <= left)
        return NULL;
    char wanted[SIZE_TEXT], free_room[SIZE_TEXT];
    snprintf(s->home_full_text, sizeof s->home_full_text,
             "the disk of %.60s: %s more are needed, %s are free", s->options->spill,
             size_text((double)(need - has), wanted), size_text((double)left, free_room));
    return s->home_full_text;
}

/* ---- the text ---------------------------------------------------------------------------------
 *
 * Fields: a name, the number of bytes, a line end, the bytes, a line end.
 */

static void put_text_field(strbuf *out, const char *name, const char *value)
{
    strbuf_printf(out, "%s %zu\n%s\n", name, strlen(value), value);
}

void spilled_run_describe(strbuf *out, const solver *s)
{
    const wgcq_model *m = s->model;
    put_text_field(out, "title", m->title);
    put_text_field(out, "file", m->file ? m->file : "");
    put_text_field(out, "source", m->source ? m->source : "");
    put_text_field(out, "solutions", s->options->no_solutions ? "0" : "1");
    for (size_t i = 0; i < m->param_count; i++) {
        put_text_field(out, "name", m->param_names[i]);
        put_text_field(out, "value", m->param_values[i]);
    }
}

/* The next field, its bytes ended by a NUL; NULL: it has another name, or is damaged. */
static char *next_field(char **at, const char *name)
{
    size_t length = strlen(name);
    char *end;
    if (strncmp(*at, name, length) != 0 || (*at)[length] != ' ')
        return NULL;
    unsigned long bytes = strtoul(*at + length + 1, &end, 10);
    if (*end != '\n' || strnlen(end + 1, bytes + 1) <= bytes || end[1 + bytes] != '\n')
        return NULL;
    end[1 + bytes] = '\0';
    *at = end + bytes + 2;
    return end + 1;
}

static int read_params(spilled_run *r, char **at, wgcq_error *err)
{
    size_t most = strlen(*at) / 4 + 1;
    r->names = calloc(most, sizeof *r->names);
    r->values = calloc(most, sizeof *r->values);
    if (!r->names || !r->values)
        return error_set_memory(err);
    while ((r->names[r->param_count] = next_field(at, "name")) &&
           (r->values[r->param_count] = next_field(at, "value")))
        r->param_count++;
    return 0;
}

int spilled_run_read(spilled_run *out, const char *folder, wgcq_error *err)
{
    *out = (spilled_run){0};
    int code = spill_read_about(&out->text, folder, err);
    char *at = out->text;
    if (code)
        return code;
    bool whole = next_field(&at, "title") && (out->file = next_field(&at, "file")) &&
                 (out->source = next_field(&at, "source"));
    const char *solutions = whole ? next_field(&at, "solutions") : NULL;
    out->no_solutions = solutions && !strcmp(solutions, "0");
    code = solutions ? read_params(out, &at, err) : 0;
    if (!code && (!solutions || *at))
        code = error_set(err, WGCQ_ESTORE, "%s/state is damaged", folder);
    return code;
}

void spilled_run_free(spilled_run *r)
{
    free(r->text);
    free(r->names);
    free(r->values);
    *r = (spilled_run){0};
}
