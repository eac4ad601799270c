/* explore.h - a model in C explored from end to end and nothing kept; prints what was found as the
 * programs by hand do. */
#ifndef BENCH_EXPLORE_H
#define BENCH_EXPLORE_H

#include <stdio.h>
#include <wgcq.h>

static int explore(const wgcq_description *is)
{
    wgcq_options options = {.trace_level = WGCQ_TRACE_NONE};
    wgcq_error err = {0};
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    int code = wgcq_model_new(&model, is, &err);
    if (!code)
        code = wgcq_solve_model(&result, model, NULL, &options, NULL, &err);
    if (code)
        fprintf(stderr, "%s\n", err.text);
    else
        printf("%llu states %llu edges\n", (unsigned long long)wgcq_result_summary(result)->states,
               (unsigned long long)wgcq_result_summary(result)->edges);
    wgcq_result_free(result);
    wgcq_model_free(model);
    return code != 0;
}

#endif
