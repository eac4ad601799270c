/*
 * embedded_answers.h - what the library knows of a database, and a browser cannot find out: put
 * into the page beside it.
 *
 * These are the classes of plans (`wgcq query DB classes`) and what rejects each move at each state
 * (`wgcq why`).  They are one JSON object, in an element `script` as those of embedded_file.h.
 */
#ifndef CLI_EMBED_EMBEDDED_ANSWERS_H
#define CLI_EMBED_EMBEDDED_ANSWERS_H

#include "embed/embedded_file.h"
#include "wgcq_base.h"

/* Each question has so many seconds; the answer to one that needs more is left out, and says so. */
void page_text_add_answers(page_text *page, wgcq_trace *trace, double seconds);

#endif
