/* same_meaning.h - whether two trees of YAML nodes are the same puzzle. */
#ifndef PUZZLE_SECTIONS_SAME_MEANING_H
#define PUZZLE_SECTIONS_SAME_MEANING_H

#include "puzzle/source/yaml.h"

/* False where it is in doubt: what may differ is comments, line breaks, quotes of keys, blanks in
   expressions, the style of lists and mappings, the order of the sections, `about` and `expect`. */
bool same_meaning(const node *a, const node *b);

#endif
