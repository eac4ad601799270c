/* format_json.c - rows as JSON objects: in one array, or one a line. */
#include "rows/json.h"
#include "rows/row_writer.h"

static void write_object(row_writer *w, const table_cell *cells)
{
    for (size_t i = 0; i < w->columns; i++) {
        fputs(i ? ", " : "{", w->out);
        json_text(w->out, w->names[i]);
        fputs(": ", w->out);
        json_cell(w->out, &cells[i]);
    }
    fputs(w->columns ? "}" : "{}", w->out);
}

static void begin_array(row_writer *w)
{
    fputc('[', w->out);
}

static void write_element(row_writer *w, const table_cell *cells)
{
    fputs(w->rows ? ",\n " : "\n ", w->out);
    write_object(w, cells);
}

static void end_array(row_writer *w)
{
    fputs(w->rows ? "\n]\n" : "]\n", w->out);
}

static void write_object_line(row_writer *w, const table_cell *cells)
{
    write_object(w, cells);
    fputc('\n', w->out);
}

const row_format format_json = {
    .name = "json", .begin = begin_array, .row = write_element, .end = end_array, .is_json = true};

const row_format format_jsonl = {
    .name = "jsonl", .row = write_object_line, .holds_one_list = true, .is_json = true};
