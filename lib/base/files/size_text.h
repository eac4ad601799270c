/* size_text.h - a number of bytes for people. */
#ifndef BASE_FILES_SIZE_TEXT_H
#define BASE_FILES_SIZE_TEXT_H

enum { SIZE_TEXT = 16 };

/* "12.3 MB", of 1,024 kB each; three digits, never 0 of what is more.  Returns `room`. */
const char *size_text(double bytes, char room[SIZE_TEXT]);

#endif
