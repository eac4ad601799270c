/* override.h - a param's value in place of its default. */
#ifndef PUZZLE_SCOPE_OVERRIDE_H
#define PUZZLE_SCOPE_OVERRIDE_H

#include "puzzle/source/yaml.h"

/* A --set: the param's name and its new value, already read. */
typedef struct override {
    const char *name;
    const node *value;       /* read as YAML                                          */
    const node *text;        /* NAME=@FILE: the file's text as one literal scalar, for a param whose
                                default is a text; else NULL                          */
    const source_text *from; /* the value's text; where "no such param" is reported */
} override;

#endif
