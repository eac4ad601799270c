/* query_files.h - one question to several files, as one table. */
#ifndef CLI_COMMANDS_QUERY_FILES_H
#define CLI_COMMANDS_QUERY_FILES_H

#include "args/request.h"
#include "wgcq_trace.h"

/* Whether the operands before the question are several files, or a folder of them. */
bool query_is_of_files(const request *r);
/* Prints the rows of each file behind a column `db`, its path; a folder stands for the .db files in
   it, in the order of their names with numbers as such.  Returns the exit status: that of the first
   file that fails, which ends the table; else that nothing is known of one; else whether there is a
   row. */
int query_files(const request *r, const wgcq_question *question);

#endif
