/*
 * merged_folder.c - the parts that ranks left in a folder: made into one file, and opened as one.
 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files/file_place.h"
#include "base/files/own_file.h"
#include "run/merged_run.h"
#include "run/shards/merged_copy.h"
#include "trace/write/replacement.h"
#include "wgcq_trace.h"

static bool is_no_older(const struct stat *a, const struct stat *b)
{
    return a->st_mtim.tv_sec != b->st_mtim.tv_sec ? a->st_mtim.tv_sec > b->st_mtim.tv_sec
                                                  : a->st_mtim.tv_nsec >= b->st_mtim.tv_nsec;
}

/* Whether the folder's own file has all listed rows; it may have been resumed, and have more. */
static bool has_listed(const trace_facts *merged, const shard_list *list)
{
    return merged->states >= list->states &&
           (list->end != SHARDS_COMPLETE || !strcmp(merged->status, "complete") ||
            (merged->ends_whole && merged->starts_taken)); /* at the puzzle's bounds */
}

/* Refuses a file of the folder's own that is of another puzzle than its parts, however new it is.
 */
static int compare_merged(bool *current, const char *path, const char *part, const char *folder,
                          const shard_list *list, wgcq_error *err)
{
    wgcq_trace *merged = NULL, *first = NULL;
    int code = wgcq_trace_open(&first, part, err);
    code = code ? code : wgcq_trace_open(&merged, path, err);
    if (!code && !merged_run_is_alike(trace_about_run(first), trace_about_run(merged)))
        code = error_set(err, WGCQ_ESTORE,
                         "%s is of another puzzle, other parameters or another order than the "
                         "parts in %s: remove it, and it is made of them again",
                         path, folder);
    *current = !code && has_listed(trace_about_run(merged), list);
    wgcq_trace_free(first);
    wgcq_trace_free(merged);
    return code;
}

/* *current: the folder's own file is there, of these parts, and no older than the list. */
static int find_merged(bool *current, const char *folder, wgcq_error *err)
{
    struct stat listed, made;
    shard_list list;
    int code = shard_list_read(&list, folder, err);
    *current = false;
    if (code)
        return code;
    char *parts = own_file_path(folder, SHARDS_LIST), *part = shard_path(folder, list.first),
         *own = own_file_path(folder, SHARDS_MERGED);
    if (!parts || !part || !own)
        code = error_set_memory(err);
    else if (!stat(parts, &listed) && !stat(own, &made) &&
             !(code = compare_merged(current, own, part, folder, &list, err)))
        *current = *current && is_no_older(&made, &listed);
    free(parts);
    free(part);
    free(own);
    return code;
}

/* Where an older file of this name is beside it, it is of a process that was killed. */
static int remove_own(const char *path, wgcq_error *err)
{
    int code = own_file_check(path, true, err);
    return !code && unlink(path) && errno != ENOENT
               ? error_set(err, WGCQ_EFILE, "%s: %s", path, strerror(errno))
               : code;
}

/* The new file of the folder; nobody writes to the old one, whose journal would be rolled back into
   the new one. */
static int place_merged(const file_place *place, const char *journal, const char *beside,
                        wgcq_error *err)
{
    wgcq_error why = {0};
    int code = remove_own(journal, err);
    if (!code && file_place_take(place, beside, &why))
        code = error_set(err, WGCQ_EFILE, "%s is not written: %s", place->path, why.text);
    return code;
}

/* The folder's own file. */
static int fill_folder(wgcq_result **out, merge_request *of, const char *own, wgcq_error *err)
{
    strbuf beside = {0}, journal = {0};
    file_place place = {0};
    strbuf_printf(&beside, "%s.%ld", own, (long)getpid());
    strbuf_printf(&journal, "%s-journal", own);
    int code =
        beside.failed || journal.failed ? error_set_memory(err) : remove_own(beside.bytes, err);
    code = code ? code : own_file_check(own, true, err);
    code = code ? code : file_place_find(&place, own, err);
    if (!code) {
        of->db = beside.bytes;
        code = merged_run(out, of, err);
        code = code ? code : place_merged(&place, journal.bytes, beside.bytes, err);
        if (code)
            remove_own(beside.bytes, NULL);
    }
    file_place_free(&place);
    strbuf_free(&beside);
    strbuf_free(&journal);
    return code;
}

/* Any other file. */
static int fill_other(wgcq_result **out, merge_request *of, const char *own, bool current,
                      wgcq_error *err)
{
    replacement *r = NULL;
    int code = replacement_begin(&r, of->db, err);
    if (code)
        return code;
    of->db = replacement_path(r);
    of->mode = replacement_mode(r);
    code = current ? merged_copy(own, of->db, of->mode, err) : (int)WGCQ_DONE;
    if (code == WGCQ_DONE)
        code = merged_run(out, of, err);
    if (code)
        replacement_drop(r);
    else
        code = replacement_commit(r, err);
    replacement_free(r);
    return code;
}

static int merge_folder(wgcq_result **out, merge_request *of, const char *own, wgcq_error *err)
{
    if (of->db && !access(of->db, F_OK) && !(of->how && of->how->replace))
        return error_set(err, WGCQ_EOTHER, "%s exists", of->db);
    bool current = false;
    int code = own_file_check(own, false, err);
    code = code ? code : find_merged(&current, of->folder, err);
    if (!code && of->db)
        code = fill_other(out, of, own, current, err);
    else if (!code && !current)
        code = fill_folder(out, of, own, err);
    return code;
}

int wgcq_merge(wgcq_result **out, const char *folder, const char *db, const wgcq_model *model,
               const wgcq_options *how, const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"folder", folder}, {"model", out ? (const void *)model : ""})) ||
        error_if_options_wrong(err, __func__, how))
        return WGCQ_EREQUEST;
    merge_request of = {folder, db, 0, model, how, monitor};
    wgcq_result *result = NULL;
    char *own = own_file_path(folder, SHARDS_MERGED);
    int code = own ? merge_folder(&result, &of, own, err) : error_set_memory(err);
    if (!code && out)
        *out = result;
    else
        wgcq_result_free(result);
    free(own);
    return code;
}

bool wgcq_is_parts(const char *path)
{
    assert(path);
    return shard_list_exists(path);
}

int wgcq_open(wgcq_trace **out, const char *path, const wgcq_options *how,
              const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"path", path})) ||
        error_if_options_wrong(err, __func__, how))
        return WGCQ_EREQUEST;
    if (!wgcq_is_parts(path))
        return wgcq_trace_open(out, path, err);
    char *file = own_file_path(path, SHARDS_MERGED);
    int code = file ? wgcq_merge(NULL, path, NULL, NULL, how, monitor, err) : error_set_memory(err);
    code = code ? code : wgcq_trace_open(out, file, err);
    free(file);
    return code;
}
