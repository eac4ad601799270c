/* program_name.h - how this program was called, and where it lies; words as a shell takes them. */
#ifndef CLI_OUTPUT_PROGRAM_NAME_H
#define CLI_OUTPUT_PROGRAM_NAME_H

/* Remembers how the program was called, so that commands in hints can be typed as printed. */
void program_set_name(const char *argv0);
/* As a word of a shell command; "wgcq" if the caller gave no name.  Valid until the end. */
const char *program_name(void);

/* Prints that a puzzle was written to `path`, and the command that solves it. */
void program_print_written(const char *path);

/* `text` quoted, where it needs to be, so that a shell takes it as one word; malloc'd. */
char *program_shell_word(const char *text);

/* A name in the current folder: "family.db" of "puzzles/family.yaml" and ".db"; malloc'd. */
char *program_name_after(const char *path, const char *ending);

/* The absolute path of the file that is `relative` to the program's folder; malloc'd, NULL if it
   does not exist or the system does not say where the program lies. */
char *program_find_beside(const char *relative);

#endif
