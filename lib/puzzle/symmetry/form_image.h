/* form_image.h - the function of a state that a form is of its image by a map of cells. */
#ifndef PUZZLE_SYMMETRY_FORM_IMAGE_H
#define PUZZLE_SYMMETRY_FORM_IMAGE_H

#include "puzzle/symmetry/normal_form.h"

/* known: [room] images so far, 0: not known; NULL at first. */
typedef struct form_images {
    const cell_map *map;
    form *known;
    size_t room;
} form_images;

form form_of_image(normal_forms *n, form_images *images, form f);

#endif
