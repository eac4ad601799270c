/* spilled_set.c - the latest states in memory, the others in sorted segments. */
#include "space/files/spilled_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "space/files/record_buffer.h"
#include "space/files/segment_merge.h"

enum {
    TABLE_BYTES = 15,        /* of the table, at most, for each of the recent states */
    RECENT_LEAST = 16 << 10, /* bytes */
    CHECKS_AT_ONCE = 4096,   /* between two questions whether to stop */
    NEAR_LEVELS = 3,         /* a move and its way back stay among them */
    RECENT_PART = 5,         /* of the memory is for the recent states, the others for the filter */
};

/* How many times the states of all later segments one has at least. */
static const double NEAR_FACTOR = 0.5, FAR_FACTOR = 2;

int spilled_set_open(spilled_set *s, unsigned words, bool numbered, spill_folder *folder,
                     size_t bytes, wgcq_error *err)
{
    const size_t number = numbered ? sizeof(uint32_t) : 0;
    const size_t recent = bytes / RECENT_PART;
    size_t most = recent / (words * sizeof(uint64_t) + TABLE_BYTES + number);
    most = most < 1 ? 1 : most < VISITED_MAX ? most : VISITED_MAX;
    *s = (spilled_set){.words = words,
                       .numbered = numbered,
                       .folder = folder,
                       .recent = visited_make(words, (uint32_t)most)};
    s->recent.max_bytes = recent > RECENT_LEAST ? recent : RECENT_LEAST;
    return key_filter_open(&s->filter, words, bytes - recent) ? 0 : error_set_memory(err);
}

/* Records of segments: a number stands as a state's count, and no two have one state. */
static record_shape segment_shape(const spilled_set *s)
{
    return (record_shape){s->words, s->numbered ? 1 : 0};
}

/* Runs before this one are far. */
static void find_far(spilled_set *s)
{
    size_t far = s->segment_count;
    while (far &&
           (!s->segment[far - 1].checked || s->segment[far - 1].newest + NEAR_LEVELS > s->level))
        far--;
    s->far = s->numbered ? 0 : far;
}

/* The first near segment that may be merged.  States that were looked up and stay in a segment,
   though far segments have them, must not be found again: while states are pending, their segments
   stay apart from others. */
static size_t first_to_touch(const spilled_set *s)
{
    size_t first = s->pending ? s->segment_count : s->far;
    while (first > s->far && !s->segment[first - 1].checked)
        first--;
    return first;
}

static void stop_reading(set_segment *r)
{
    if (r->reading)
        segment_reader_close(&r->reader);
    r->reading = false;
}

static void close_segment(set_segment *r)
{
    stop_reading(r);
    block_index_free(&r->index);
    spill_file_close(&r->file);
}

void spilled_set_close(spilled_set *s)
{
    for (size_t i = 0; i < s->segment_count; i++)
        close_segment(&s->segment[i]);
    s->segment_count = 0;
    if (s->writing)
        close_segment(&s->straight);
    segment_writer_close(&s->writer);
    s->writing = false;
    key_filter_free(&s->filter);
    visited_free(&s->recent);
    bigarray_free(&s->numbers);
}

size_t spilled_set_memory(const spilled_set *s)
{
    const size_t reader = segment_reader_bytes(segment_shape(s), s->folder->ahead),
                 writer = segment_writer_bytes(segment_shape(s), s->folder->ahead);
    size_t bytes = visited_memory(&s->recent) + key_filter_memory(&s->filter) + s->numbers.bytes;
    for (size_t i = 0; i < s->segment_count; i++)
        bytes += block_index_memory(&s->segment[i].index) + reader;
    return bytes + (s->writing ? block_index_memory(&s->straight.index) + writer : 0);
}

uint64_t spilled_set_bytes(const spilled_set *s)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < s->segment_count; i++)
        bytes += s->segment[i].segment.bytes;
    return bytes + (s->writing ? s->straight.file.end : 0);
}

/* ---- segments ----------------------------------------------------------------------------- */

static bool is_set_stopped(const spilled_set *s)
{
    return s->stopped && s->stopped(s->stopped_self);
}

/* Stopped, uniting leaves them as they are. */
static int too_many_segments(const spilled_set *s, wgcq_error *err)
{
    if (is_set_stopped(s))
        return WGCQ_DONE;
    return error_set(err, WGCQ_EFILE, "more than %d segments of states", SET_SEGMENTS_MOST);
}

static int add_segment_to_filter(spilled_set *s, const set_segment *r, wgcq_error *err)
{
    segment_reader in = {0};
    int code = segment_reader_open(&in, &r->file, &r->segment, segment_shape(s), NULL, err);
    code = code ? code : segment_reader_next(&in, err);
    while (!code && in.record) {
        key_filter_add(&s->filter, in.record);
        code = segment_reader_next(&in, err);
    }
    segment_reader_close(&in);
    return code;
}

int spilled_set_add_segment(spilled_set *s, const segment *part, wgcq_error *err)
{
    if (s->segment_count == SET_SEGMENTS_MOST)
        return too_many_segments(s, err);
    set_segment *r = &s->segment[s->segment_count++];
    *r = (set_segment){.segment = *part, .file = {.fd = -1}, .newest = s->level, .checked = true};
    int code =
        spill_folder_reopen(s->folder, &r->file, part->file, part->offset + part->bytes, err);
    if (!code)
        code = block_index_read(&r->index, &r->file, &r->segment, segment_shape(s).words, err);
    return code ? code : add_segment_to_filter(s, r, err);
}

/* A new segment in a file of its own, being written. */
static int begin_set_segment(spilled_set *s, set_segment *r, segment_writer *w, wgcq_error *err)
{
    *r = (set_segment){.file = {.fd = -1}, .newest = s->level, .checked = !s->pending};
    *w = (segment_writer){0};
    int code = spill_folder_create(s->folder, &r->file, &r->segment.file, err);
    return code ? code : segment_writer_open(w, &r->file, segment_shape(s), &r->index, err);
}

static int end_set_segment(set_segment *r, segment_writer *w, wgcq_error *err)
{
    const unsigned file = r->segment.file;
    int code = segment_writer_end(&r->segment, w, err);
    r->segment.file = file;
    return code;
}

/* ---- from memory to a segment ------------------------------------------------------------- */

static int sort_recent(record_buffer *into, const spilled_set *s, wgcq_error *err)
{
    const size_t count = s->recent.count;
    const record_shape shape = segment_shape(s);
    const uint64_t *state = s->recent.states.at;
    record_buffer_begin(into, shape, 2 * count * record_width(shape) * sizeof *state);
    if (!record_buffer_reserve(into, count))
        return error_set_memory(err);
    into->count = count;
    if (!s->numbered)
        memcpy(into->records.at, state, count * s->words * sizeof *state);
    for (size_t i = 0; s->numbered && i < count; i++) {
        memcpy(record_at(into, i), state + i * s->words, s->words * sizeof *state);
        record_at(into, i)[s->words] = ((const uint32_t *)s->numbers.at)[i];
    }
    return record_buffer_sort(into) ? 0 : error_set_memory(err);
}

static int write_sorted(spilled_set *s, segment_writer *w, const record_buffer *sorted,
                        wgcq_error *err)
{
    int code = 0;
    for (size_t i = 0; !code && i < sorted->count; i++) {
        key_filter_add(&s->filter, record_at(sorted, i));
        code = segment_writer_put(w, record_at(sorted, i), err);
    }
    return code;
}

static int unite_some(spilled_set *s, size_t from, size_t to, double factor, wgcq_error *err);

/* For one more. */
static int make_segment_room(spilled_set *s, wgcq_error *err)
{
    int code = s->segment_count < SET_SEGMENTS_MOST
                   ? 0
                   : unite_some(s, first_to_touch(s), s->segment_count, FAR_FACTOR, err);
    return code || s->segment_count < SET_SEGMENTS_MOST ? code : too_many_segments(s, err);
}

static int flush_recent(spilled_set *s, wgcq_error *err)
{
    record_buffer sorted = {0};
    segment_writer w = {0};
    if (!s->recent.count)
        return 0;
    int code = make_segment_room(s, err);
    if (code)
        return code;
    set_segment *r = &s->segment[s->segment_count++];
    *r = (set_segment){.file = {.fd = -1}};
    code = sort_recent(&sorted, s, err);
    code = code ? code : begin_set_segment(s, r, &w, err);
    code = code ? code : write_sorted(s, &w, &sorted, err);
    code = code ? code : end_set_segment(r, &w, err);
    segment_writer_close(&w);
    record_buffer_free(&sorted);
    if (!code) {
        visited emptied = visited_make(s->words, s->recent.max_count);
        emptied.max_bytes = s->recent.max_bytes;
        visited_free(&s->recent);
        s->recent = emptied;
    }
    return code;
}

/* ---- straight to a segment ---------------------------------------------------------------- */

static int begin_straight(spilled_set *s, wgcq_error *err)
{
    s->writing = true;
    return begin_set_segment(s, &s->straight, &s->writer, err);
}

static int put_straight(spilled_set *s, const uint64_t *state, wgcq_error *err)
{
    key_filter_add(&s->filter, state);
    return segment_writer_put(&s->writer, state, err);
}

static int end_straight(spilled_set *s, wgcq_error *err)
{
    if (!s->writing)
        return 0;
    int code = make_segment_room(s, err);
    code = code ? code : end_set_segment(&s->straight, &s->writer, err);
    if (code)
        return code;
    segment_writer_close(&s->writer);
    s->writing = false;
    s->segment[s->segment_count++] = s->straight;
    return 0;
}

/* ---- states ---------------------------------------------------------------------------------- */

static int segment_has(bool *has, spilled_set *s, set_segment *r, const uint64_t *state,
                       wgcq_error *err)
{
    int code = 0;
    if (!r->reading) {
        r->reading = true;
        code = segment_reader_open(&r->reader, &r->file, &r->segment, segment_shape(s), &r->index,
                                   err);
    }
    code = code ? code : segment_reader_seek(&r->reader, state, err);
    *has = !code && r->reader.record && !compare_states(r->reader.record, state, s->words);
    return code;
}

/* *recent: its place there, from 1 on; or *in, the segment that has it; or neither. */
static int find_in_set(uint32_t *recent, const set_segment **in, spilled_set *s,
                       const uint64_t *state, wgcq_error *err)
{
    bool has = false;
    int code = 0;
    *recent = 0;
    *in = NULL;
    if (s->recent.count)
        visited_find(&s->recent, state, 1, recent);
    if (*recent || !s->segment_count || !key_filter_may_have(&s->filter, state))
        return 0;
    for (size_t i = s->segment_count; !code && !has && i-- > s->far;) {
        code = segment_has(&has, s, &s->segment[i], state, err);
        *in = has ? &s->segment[i] : NULL;
    }
    return code;
}

int spilled_set_has(bool *has, spilled_set *s, const uint64_t *state, wgcq_error *err)
{
    uint32_t recent;
    const set_segment *in;
    int code = find_in_set(&recent, &in, s, state, err);
    *has = recent || in;
    return code;
}

int spilled_set_find(uint32_t *number, spilled_set *s, const uint64_t *state, wgcq_error *err)
{
    uint32_t recent;
    const set_segment *in;
    assert(s->numbered);
    int code = find_in_set(&recent, &in, s, state, err);
    *number = recent ? ((const uint32_t *)s->numbers.at)[recent - 1]
              : in   ? (uint32_t)in->reader.record[s->words]
                     : 0;
    return code;
}

int spilled_set_add(spilled_set *s, const uint64_t *state, wgcq_error *err)
{
    size_t added = 0;
    s->pending += s->far ? 1 : 0;
    if (s->writing)
        return put_straight(s, state, err);
    int code = visited_add(&s->recent, state, 1, NULL, &added, err);
    if (code || added)
        return code;
    code = flush_recent(s, err);
    if (!code && !s->numbered) {
        code = begin_straight(s, err);
        return code ? code : put_straight(s, state, err);
    }
    code = code ? code : visited_add(&s->recent, state, 1, NULL, &added, err);
    return code || added ? code : error_set_memory(err);
}

int spilled_set_add_numbered(spilled_set *s, const uint64_t *state, uint32_t number,
                             wgcq_error *err)
{
    assert(s->numbered && number);
    int code = spilled_set_add(s, state, err);
    if (code)
        return code;
    if (!bigarray_reserve(&s->numbers, s->recent.count * sizeof number))
        return error_set_memory(err);
    ((uint32_t *)s->numbers.at)[s->recent.count - 1] = number;
    return 0;
}

/* ---- uniting segments --------------------------------------------------------------------- */

/* Runs from the returned one on, which is `from` or later, up to `to` are to be united; `to`: none
   are. */
static size_t first_to_unite(const spilled_set *s, size_t from, size_t to, double factor)
{
    uint64_t later = 0;
    size_t first = to;
    for (size_t i = to; i-- > from;) {
        if (later && (double)s->segment[i].segment.states < factor * (double)later)
            first = i;
        later += s->segment[i].segment.states;
    }
    return first;
}

static int merge_set_segments(spilled_set *s, set_segment *into, size_t first, size_t to,
                              wgcq_error *err)
{
    merge_input inputs[SET_SEGMENTS_MOST];
    segment_writer w = {0};
    segment_merge m = {0};
    size_t count = to - first;
    for (size_t i = 0; i < count; i++)
        inputs[i] = (merge_input){&s->segment[first + i].file, &s->segment[first + i].segment};
    int code = begin_set_segment(s, into, &w, err);
    into->newest = s->segment[to - 1].newest;
    into->checked = s->segment[to - 1].checked;
    code = code ? code : segment_merge_open(&m, segment_shape(s), inputs, count, NULL, err);
    code = code ? code : segment_merge_write(&m, &w, s->stopped, s->stopped_self, err);
    code = code ? code : end_set_segment(into, &w, err);
    segment_merge_close(&m);
    segment_writer_close(&w);
    return code;
}

/* Discards the written part of an unwanted segment. */
static int discard_united(spilled_set *s, set_segment *r, wgcq_error *err)
{
    int code = r->file.fd < 0 ? 0 : spill_file_clear(&r->file, err);
    close_segment(r);
    return code ? code : spill_folder_doom(s->folder, r->segment.file, err);
}

static int unite_segments(spilled_set *s, size_t first, size_t to, wgcq_error *err)
{
    set_segment united;
    int code = merge_set_segments(s, &united, first, to, err);
    if (code == WGCQ_DONE)
        return discard_united(s, &united, err);
    for (size_t i = first; !code && i < to; i++)
        code = spill_folder_doom(s->folder, s->segment[i].segment.file, err);
    if (code) {
        close_segment(&united);
        return code;
    }
    for (size_t i = first; i < to; i++)
        close_segment(&s->segment[i]);
    s->segment[first] = united;
    memmove(&s->segment[first + 1], &s->segment[to], (s->segment_count - to) * sizeof *s->segment);
    s->segment_count -= to - first - 1;
    return 0;
}

/* Merges the segments `from` to before `to`. */
static int unite_some(spilled_set *s, size_t from, size_t to, double factor, wgcq_error *err)
{
    size_t first = first_to_unite(s, from, to, factor);
    for (size_t i = first; i < to; i++)
        stop_reading(&s->segment[i]);
    int code = first < to ? unite_segments(s, first, to, err) : 0;
    find_far(s);
    for (size_t i = 0; i < s->segment_count; i++)
        if (i < s->far)
            stop_reading(&s->segment[i]);
        else if (s->segment[i].reading)
            segment_reader_rewind(&s->segment[i].reader, &s->segment[i].file, &s->segment[i].index);
    return code;
}

int spilled_set_end_level(spilled_set *s, wgcq_error *err)
{
    int code = end_straight(s, err);
    code = code ? code : unite_some(s, first_to_touch(s), s->segment_count, NEAR_FACTOR, err);
    s->level++;
    find_far(s);
    return code;
}

int spilled_set_sync(spilled_set *s, wgcq_error *err)
{
    assert(!s->writing);
    int code = flush_recent(s, err);
    for (size_t i = 0; !code && i < s->segment_count; i++)
        code = spill_file_sync(&s->segment[i].file, err);
    return code;
}

/* ---- checking -------------------------------------------------------------------------------- */

uint64_t spilled_set_far(const spilled_set *s)
{
    uint64_t states = 0;
    for (size_t i = 0; i < s->far; i++)
        states += s->segment[i].segment.states;
    return states;
}

/* The segments that are not checked, as one. */
static int open_pending(segment_merge *m, spilled_set *s, wgcq_error *err)
{
    merge_input inputs[SET_SEGMENTS_MOST];
    size_t count = 0;
    for (size_t i = s->far; i < s->segment_count; i++)
        if (!s->segment[i].checked)
            inputs[count++] = (merge_input){&s->segment[i].file, &s->segment[i].segment};
    return segment_merge_open(m, segment_shape(s), inputs, count, NULL, err);
}

static int check_among_far(spilled_set *s, const uint64_t *state,
                           int (*repeated)(void *self, const uint64_t *state), void *self,
                           wgcq_error *err)
{
    bool has = false;
    int code = 0;
    for (size_t i = 0; !code && !has && i < s->far; i++)
        code = segment_has(&has, s, &s->segment[i], state, err);
    return code || !has ? code : repeated(self, state);
}

static int check_pending(spilled_set *s, int (*repeated)(void *self, const uint64_t *state),
                         void *self, wgcq_error *err)
{
    segment_merge m = {0};
    int code = open_pending(&m, s, err);
    for (size_t i = 1; !code && m.record; i++) {
        key_filter_add(&s->filter, m.record);
        code = check_among_far(s, m.record, repeated, self, err);
        code = code ? code : segment_merge_next(&m, err);
        if (!code && i % CHECKS_AT_ONCE == 0 && is_set_stopped(s))
            code = WGCQ_DONE;
    }
    segment_merge_close(&m);
    return code;
}

/* Filters the near segments; the pending ones follow. */
static int filter_checked(spilled_set *s, wgcq_error *err)
{
    uint64_t states = 0;
    int code = 0;
    for (size_t i = s->far; i < s->segment_count; i++)
        states += s->segment[i].segment.states;
    key_filter_clear(&s->filter, states);
    for (size_t i = s->far; !code && i < s->segment_count; i++)
        if (s->segment[i].checked)
            code = add_segment_to_filter(s, &s->segment[i], err);
    return code;
}

int spilled_set_check(spilled_set *s, int (*repeated)(void *self, const uint64_t *state),
                      void *self, wgcq_error *err)
{
    int code = s->pending ? flush_recent(s, err) : 0;
    const size_t far = s->far;
    for (size_t i = 0; i < s->segment_count; i++)
        stop_reading(&s->segment[i]);
    if (!code && s->pending)
        code = filter_checked(s, err);
    if (!code && s->pending)
        code = check_pending(s, repeated, self, err);
    for (size_t i = 0; i < s->segment_count; i++) {
        stop_reading(&s->segment[i]);
        s->segment[i].checked = s->segment[i].checked || !code;
    }
    s->pending = code ? s->pending : 0;
    return code ? code : unite_some(s, 0, far, FAR_FACTOR, err);
}
