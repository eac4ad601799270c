/*
 * param_overrides.c - values of parameters: --set NAME=VALUE and NAME=@FILE, or as a trace stores
 * them.
 *
 * A value is read as YAML.  A file for a param whose default is a block scalar is its text, as
 * behind a
 * `|`; any other file is read as YAML.
 */
#include "puzzle/sections/param_overrides.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"
#include "puzzle/source/line_index.h"

enum { TEXT_MOST = 1 << 20, TEXT_AT_FIRST = 1 << 13 };

/* ---- files ------------------------------------------------------------------------ */

/* Reads on, to so many bytes in all; false: there is no memory. */
static bool read_up_to(file_text *t, size_t room, FILE *file)
{
    char *bytes = realloc(t->bytes, room + 1);
    if (!bytes)
        return false;
    t->bytes = bytes;
    t->length += fread(bytes + t->length, 1, room - t->length, file);
    bytes[t->length] = '\0';
    return true;
}

int file_text_read(file_text *out, const char *path, wgcq_error *err)
{
    bool standard = !strcmp(path, "-");
    const char *called = standard ? "standard input" : path;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file)
        return error_set(err, WGCQ_EFILE, "%s: %s", called, strerror(errno));
    *out = (file_text){0};
    size_t room = 0;
    bool memory = true;
    errno = 0;
    while (memory && out->length == room && room <= TEXT_MOST) {
        room = room ? 4 * room : TEXT_AT_FIRST;
        room = room < TEXT_MOST ? room : TEXT_MOST + 1;
        memory = read_up_to(out, room, file);
    }
    int code = memory ? 0 : error_set_memory(err);
    if (!code && ferror(file))
        code = error_set(err, WGCQ_EFILE, "%s: %s", called, strerror(errno ? errno : EIO));
    if (!standard)
        fclose(file);
    if (code)
        file_text_free(out);
    return code;
}

void file_text_free(file_text *of)
{
    free(of->bytes);
    *of = (file_text){0};
}

/* ---- a file as a text --------------------------------------------------------------- */

static bool may_stand_in_text(uint32_t codepoint)
{
    return codepoint == '\n' || codepoint == '\t' || !utf8_is_control(codepoint);
}

/* The offset of the first byte that no text may have; `length`: none. */
static size_t first_invalid(const source_text *s)
{
    size_t at = 0;
    while (at < s->length) {
        uint32_t codepoint;
        size_t bytes = utf8_decode(s->text + at, s->length - at, &codepoint);
        if (!bytes || !may_stand_in_text(codepoint))
            return at;
        at += bytes;
    }
    return at;
}

static bool check_text(param_overrides *s, const source_text *from)
{
    source_span start = {from, 1, 1, 1, 2};
    if (from->length > TEXT_MOST)
        return diagnostic_add(s->to, WGCQ_DIAGNOSTIC_YAML, start,
                              "the file is longer than 1 MiB, which is the limit");
    size_t wrong = first_invalid(from);
    if (wrong == from->length)
        return true;
    source_span at = line_index_span(line_index_new(s->memory, from), wrong, wrong + 1);
    return diagnostic_add(s->to, WGCQ_DIAGNOSTIC_YAML, at,
                          "the file is not a text: byte %zu is not UTF-8, or a control character",
                          wrong + 1);
}

/* A line ends in LF alone, and a byte order mark is none of the text. */
static source_text *file_as_source(param_overrides *s, const char *name)
{
    const file_text *file = &s->file;
    size_t from = file->length >= 3 && !memcmp(file->bytes, "\xEF\xBB\xBF", 3) ? 3 : 0, made = 0;
    char *bytes = arena_take(s->memory, file->length + 1);
    for (; from < file->length; from++)
        if (file->bytes[from] != '\r' || file->bytes[from + 1] != '\n')
            bytes[made++] = file->bytes[from];
    source_text *of = arena_take(s->memory, sizeof *of);
    *of = (source_text){name, bytes, made};
    return of;
}

static const node *literal_node(param_overrides *s, const source_text *from)
{
    node *n = arena_take(s->memory, sizeof *n);
    n->form = NODE_SCALAR;
    n->style = STYLE_LITERAL;
    n->at = (source_span){from, 1, 1, 1, 2};
    n->text = from->text;
    n->length = from->length;
    return n;
}

/* ---- one setting ------------------------------------------------------------------------ */

static source_text *new_source(param_overrides *s, const char *name, const char *bytes,
                               size_t length)
{
    source_text *of = arena_take(s->memory, sizeof *of);
    *of = (source_text){name, arena_text(s->memory, bytes, length), length};
    return of;
}

static const node *find_entry(const node *map, const char *name, size_t length)
{
    for (size_t i = 0; map && map->form == NODE_MAP && i < map->count; i++) {
        const char *key = map->entries[i].key->text;
        if (!strncmp(key, name, length) && (!key[length] || strchr("[ ", key[length])))
            return map->entries[i].value;
    }
    return NULL;
}

/* Whether the puzzle's own value of the param is a text: `level[row, col]: |` */
static bool default_is_text(const param_overrides *s, const char *name)
{
    const node *params = find_entry(s->root, "params", strlen("params"));
    const node *value = find_entry(params, name, strlen(name));
    return value && node_is_block_scalar(value);
}

static bool read_from_file(param_overrides *s, override *o, const char *path)
{
    const char *name = arena_printf(s->memory, "--set %s=@%s", o->name, path);
    s->code = file_text_read(&s->file, path, s->err);
    if (s->code)
        return false;
    if (default_is_text(s, o->name)) {
        o->from = file_as_source(s, name);
        o->text = check_text(s, o->from) ? literal_node(s, o->from) : NULL;
        o->value = o->text;
    } else {
        o->from = new_source(s, name, s->file.bytes, s->file.length);
        o->value = yaml_read(s->memory, o->from, s->to);
    }
    file_text_free(&s->file);
    return o->value != NULL;
}

static bool reject_setting(param_overrides *s, const char *given)
{
    size_t length = strlen(given);
    const source_text *from = new_source(s, "--set", given, length);
    int columns = length > INT32_MAX ? 1 : (int)utf8_count(given, length);
    source_span at = {from, 1, 1, 1, columns ? columns + 1 : 2};
    return diagnostic_add(s->to, WGCQ_DIAGNOSTIC_SHAPE, at, "--set takes NAME=VALUE or NAME=@FILE");
}

static bool read_setting(param_overrides *s, override *o, const char *given)
{
    const char *equals = strchr(given, '=');
    if (!equals || equals == given)
        return reject_setting(s, given);
    o->name = arena_text(s->memory, given, (size_t)(equals - given));
    if (equals[1] == '@')
        return read_from_file(s, o, equals + 2);
    const char *name = arena_printf(s->memory, "--set %s", o->name);
    o->from = new_source(s, name, equals + 1, strlen(equals + 1));
    o->value = yaml_read(s->memory, o->from, s->to);
    return o->value != NULL;
}

bool param_overrides_read(param_overrides *s, const wgcq_setting *given, size_t count)
{
    bool fine = true;
    s->all = arena_array(s->memory, count + 1, sizeof *s->all);
    for (size_t i = 0; i < count && !s->code; i++) {
        bool read = read_setting(s, &s->all[s->count], given[i]);
        s->count += read;
        fine &= read;
    }
    return fine;
}

/* ---- stored values ---------------------------------------------------------------------- */

static bool read_stored_value(param_overrides *s, override *o, const char *param, const char *value)
{
    const char *name = arena_printf(s->memory, "parameter %s", param);
    o->name = arena_text(s->memory, param, strlen(param));
    o->from = new_source(s, name, value, strlen(value));
    o->value = yaml_read_formatted(s->memory, o->from, s->to);
    return o->value != NULL;
}

bool param_overrides_read_stored(param_overrides *s, const stored_params *stored)
{
    const node *params = s->root ? find_entry(s->root, "params", strlen("params")) : NULL;
    bool fine = true;
    if (s->root && stored->count != (params && params->form == NODE_MAP ? params->count : 0)) {
        s->code = error_set(s->err, WGCQ_ESTORE, "the file has other parameters than its puzzle");
        return false;
    }
    s->all = arena_array(s->memory, stored->count + 1, sizeof *s->all);
    for (size_t i = 0; i < stored->count; i++) {
        bool read = read_stored_value(s, &s->all[s->count], stored->names[i], stored->values[i]);
        s->count += read;
        fine &= read;
    }
    return fine;
}
