/* record_list.c - a buffer before a file. */
#include "space/files/record_list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

record_list record_list_make(spill_folder *folder, size_t width, size_t bytes)
{
    const size_t room = bytes > width ? bytes / width * width : width;
    return (record_list){
        .folder = folder, .width = width, .room = room, .bytes = malloc(room), .file = {.fd = -1}};
}

void record_list_close(record_list *l)
{
    free(l->bytes);
    if (l->created)
        spill_file_close(&l->file);
    *l = (record_list){.file = {.fd = -1}};
}

int record_list_clear(record_list *l, wgcq_error *err)
{
    l->used = 0;
    l->count = 0;
    l->record = NULL;
    l->reading = false;
    return l->created && l->file.end ? spill_file_clear(&l->file, err) : 0;
}

static int append_to_file(record_list *l, wgcq_error *err)
{
    int code = 0;
    if (!l->created) {
        l->created = true;
        code = spill_folder_create(l->folder, &l->file, &l->number, err);
    }
    code = code ? code : spill_file_append(&l->file, l->bytes, l->used, err);
    l->used = code ? l->used : 0;
    return code;
}

int record_list_add(record_list *l, const void *record, wgcq_error *err)
{
    assert(!l->reading);
    int code = l->used == l->room ? append_to_file(l, err) : 0;
    if (code)
        return code;
    memcpy(l->bytes + l->used, record, l->width);
    l->used += l->width;
    l->count++;
    return 0;
}

/* The next bytes of the file, none at its end. */
static int read_records(record_list *l, wgcq_error *err)
{
    const uint64_t left = l->file.end - l->window;
    const size_t some = left < l->room ? (size_t)left : l->room;
    int code = some ? spill_file_read(&l->file, l->window, l->bytes, some, err) : 0;
    l->window += some;
    l->used = code ? 0 : some;
    l->at = 0;
    return code;
}

int record_list_next(record_list *l, wgcq_error *err)
{
    int code = l->at == l->used && l->created && l->window < l->file.end ? read_records(l, err) : 0;
    l->record = !code && l->at < l->used ? l->bytes + l->at : NULL;
    l->at += l->record ? l->width : 0;
    return code;
}

int record_list_read(record_list *l, wgcq_error *err)
{
    const bool in_file = l->created && l->file.end;
    int code = in_file && l->used && !l->reading ? append_to_file(l, err) : 0;
    l->reading = true;
    l->window = in_file ? 0 : UINT64_MAX;
    l->at = 0;
    l->used = in_file ? 0 : l->used;
    return code ? code : record_list_next(l, err);
}
