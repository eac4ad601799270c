/* objectives.c - which costs a run minimizes: those of its options, else those of its model. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/suggest.h"
#include "run/solver.h"

static int objective_number(const wgcq_model *model, const char *name)
{
    for (unsigned i = 0; i < model->costs; i++)
        if (!strcmp(model->cost_names[i], name))
            return (int)i;
    return strcmp(name, "moves") ? -2 : -1;
}

static int report_unknown_objective(const solver *s, const char *name)
{
    const char **names = calloc(s->model->costs + (size_t)1, sizeof *names);
    const char *meant = NULL;
    if (names) {
        names[0] = "moves";
        for (unsigned i = 0; i < s->model->costs; i++)
            names[i + 1] = s->model->cost_names[i];
        meant = suggest_nearest(name, names, s->model->costs + (size_t)1);
    }
    free(names);
    return error_set(s->err, WGCQ_EREQUEST,
                     meant ? "--minimize: unknown cost '%s'; did you mean '%s'?"
                           : "--minimize: unknown cost '%s'",
                     name, meant);
}

int solver_read_objectives(solver *s)
{
    const char *given = s->options->minimize;
    size_t most = given ? strlen(given) : s->model->minimize_count;
    char *copy = given ? strdup(given) : NULL, *rest = NULL;
    int code = 0;
    s->minimize = malloc((most + 1) * sizeof *s->minimize);
    if (!s->minimize || (given && !copy))
        code = error_set_memory(s->err);
    for (size_t i = 0; !code && !given && i < most; i++)
        s->minimize[s->minimize_count++] = s->model->minimize[i];
    for (char *name = code || !given ? NULL : strtok_r(copy, ", ", &rest); name && !code;
         name = strtok_r(NULL, ", ", &rest)) {
        int number = objective_number(s->model, name);
        if (number == -2)
            code = report_unknown_objective(s, name);
        else
            s->minimize[s->minimize_count++] = number;
    }
    free(copy);
    if (!code && !s->minimize_count)
        code = error_set(s->err, WGCQ_EREQUEST, "--minimize names no cost");
    return code;
}
