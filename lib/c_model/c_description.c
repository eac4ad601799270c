/* c_description.c - what a C model is made of: its names, its mistakes, its objectives. */
#include "c_model/c_description.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* ---- names ----------------------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Every one has a name, and no two are equal.  A value may be called "". */
static int check_names(c_model *m, const char *const *names, size_t count, const char *what,
                       wgcq_error *err)
{
    bool some = strcmp(what, "value") != 0;
    const char **sorted = arena_array(&m->memory, count + 1, sizeof *sorted);
    for (size_t i = 0; i < count; i++) {
        if (!names[i] || (some && !*names[i]))
            return error_set(err, WGCQ_EREQUEST, "%s number %zu has no name", what, i + 1);
        sorted[i] = names[i];
    }
    if (count)
        qsort(sorted, count, sizeof *sorted, compare_names);
    for (size_t i = 1; i < count; i++)
        if (!strcmp(sorted[i - 1], sorted[i]))
            return error_set(err, WGCQ_EREQUEST, "the %s '%s' is there twice", what, sorted[i]);
    return 0;
}

/* Each element of the list begins with its name. */
static const char **names_of(c_model *m, const void *list, size_t count, size_t size)
{
    const char **names = arena_array(&m->memory, count + 1, sizeof *names);
    for (size_t i = 0; i < count; i++)
        memcpy(&names[i], (const char *)list + i * size, sizeof *names);
    return names;
}

/* "small and dry"; NULL: there are none. */
static const char *join_bounds(c_model *m)
{
    const size_t count = m->description.bound_count;
    const char *all = count ? m->description.bounds[0].name : NULL;
    for (size_t i = 1; i < count; i++)
        all = arena_printf(&m->memory, "%s%s%s", all, i + 1 == count ? " and " : ", ",
                           m->description.bounds[i].name);
    return all;
}

static int check_lists(c_model *m, wgcq_error *err)
{
    const wgcq_description *is = &m->description;
#define NAMED(list, count) names_of(m, is->list, is->count, sizeof *is->list), is->count
    const struct {
        const char *what, *const *names;
        size_t count;
    } all[] = {{"rule", NAMED(rules, rule_count)},
               {"invariant", NAMED(invariants, invariant_count)},
               {"bound", NAMED(bounds, bound_count)},
               {"property", NAMED(properties, property_count)},
               {"fairness condition", NAMED(fair, fair_count)},
               {"rejection", is->rejections, is->rejection_count},
               {"cost", is->costs, is->cost_count},
               {"parameter", is->param_names, is->param_count}};
#undef NAMED
    int code = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all && !code; i++)
        code = check_names(m, all[i].names, all[i].count, all[i].what, err);
    for (size_t i = 0; i < is->param_count && !code; i++)
        if (!is->param_values || !is->param_values[i])
            code = error_set(err, WGCQ_EREQUEST, "the parameter '%s' has no value",
                             is->param_names[i]);
    return code;
}

/* By names of columns: an array `x` of two elements collides with a field `x_1`. */
static int check_variable_names(c_model *m, wgcq_error *err)
{
    const size_t count = m->layout.count + m->layout.list_count;
    const char **names = arena_array(&m->memory, count + 1, sizeof *names);
    for (size_t i = 0; i < m->layout.count; i++)
        names[i] = m->layout.fields[i].name;
    for (size_t i = 0; i < m->layout.list_count; i++)
        names[m->layout.count + i] = m->layout.lists[i].name;
    int code = check_names(m, names, count, "variable", err);
    for (size_t i = 0; i < m->description.field_count && !code; i++)
        if (m->description.fields[i].values)
            code = check_names(m, m->description.fields[i].values,
                               m->description.fields[i].value_count, "value", err);
    return code;
}

/* No list has a number without an address. */
static bool lists_are_given(const wgcq_description *is, wgcq_error *err)
{
    const struct {
        const char *name;
        const void *list;
        size_t count;
    } all[] = {{"fields", is->fields, is->field_count},
               {"rules", is->rules, is->rule_count},
               {"invariants", is->invariants, is->invariant_count},
               {"bounds", is->bounds, is->bound_count},
               {"properties", is->properties, is->property_count},
               {"fair", is->fair, is->fair_count},
               {"rejections", is->rejections, is->rejection_count},
               {"costs", is->costs, is->cost_count},
               {"param_names", is->param_names, is->param_count},
               {"param_values", is->param_values, is->param_count}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].count && !all[i].list) {
            error_set(err, WGCQ_EREQUEST, "wgcq_model_new: description.%s is NULL", all[i].name);
            return false;
        }
    return true;
}

/* Each has the functions of its kind, and its kind is one. */
static int check_over_time(const wgcq_description *is, wgcq_error *err)
{
    for (size_t i = 0; i < is->property_count; i++) {
        const wgcq_over_time *p = &is->properties[i];
        const bool fine = p->kind == WGCQ_STEP
                              ? p->step != NULL
                              : p->holds && (p->kind != WGCQ_LEADS_TO || p->follows);
        if ((int)p->kind < 0 || p->kind > WGCQ_STEP)
            return error_set(err, WGCQ_EREQUEST, "property number %zu is of no kind", i + 1);
        if (!fine)
            return error_set(err, WGCQ_EREQUEST, "property number %zu has no function %s", i + 1,
                             p->kind == WGCQ_STEP ? "step"
                             : p->holds           ? "follows"
                                                  : "holds");
    }
    for (size_t i = 0; i < is->fair_count; i++)
        if (!is->fair[i].has)
            return error_set(err, WGCQ_EREQUEST, "fairness condition number %zu has no function",
                             i + 1);
    return 0;
}

static int check_description(const wgcq_description *is, wgcq_error *err)
{
    if (!lists_are_given(is, err))
        return WGCQ_EREQUEST;
    if (!is->title || !*is->title)
        return error_set(err, WGCQ_EREQUEST, "the model has no title");
    if (!is->start || !is->moves)
        return error_set(err, WGCQ_EREQUEST, "the model has no %s", is->start ? "moves" : "start");
    if (is->cost_count > 1000)
        return error_set(err, WGCQ_EREQUEST, "more than 1000 costs");
    for (size_t i = 0; i < is->rule_count; i++)
        if (!is->rules[i].holds)
            return error_set(err, WGCQ_EREQUEST, "rule number %zu has no function", i + 1);
    for (size_t i = 0; i < is->invariant_count; i++) {
        if (!is->invariants[i].holds)
            return error_set(err, WGCQ_EREQUEST, "invariant number %zu has no function", i + 1);
        if (is->invariants[i].name && !strcmp(is->invariants[i].name, "deadlock"))
            return error_set(err, WGCQ_EREQUEST, "invariant number %zu has no name of its own",
                             i + 1);
    }
    for (size_t i = 0; i < is->bound_count; i++)
        if (!is->bounds[i].holds)
            return error_set(err, WGCQ_EREQUEST, "bound number %zu has no function", i + 1);
    for (size_t i = 0; i < is->cost_count; i++)
        if (is->costs[i] && !strcmp(is->costs[i], "moves"))
            return error_set(err, WGCQ_EREQUEST, "cost number %zu has no name of its own", i + 1);
    return check_over_time(is, err);
}

static int find_cost(const wgcq_description *is, const char *name, size_t length, int *number)
{
    if (length == 5 && !strncmp(name, "moves", length)) {
        *number = -1;
        return 0;
    }
    for (size_t i = 0; i < is->cost_count; i++)
        if (strlen(is->costs[i]) == length && !strncmp(is->costs[i], name, length)) {
            *number = (int)i;
            return 0;
        }
    return WGCQ_EREQUEST;
}

static int parse_minimize(c_model *m, wgcq_error *err)
{
    const char *at = m->description.minimize ? m->description.minimize : "moves";
    int *by = arena_array(&m->memory, strlen(at) + 1, sizeof *by);
    size_t count = 0;
    for (size_t length; *at; at += length) {
        at += strspn(at, ", ");
        length = strcspn(at, ", ");
        if (length && find_cost(&m->description, at, length, &by[count++]))
            return error_set(err, WGCQ_EREQUEST, "minimize: unknown cost '%.*s'", (int)length, at);
    }
    m->model.minimize = by;
    m->model.minimize_count = count;
    return count ? 0 : error_set(err, WGCQ_EREQUEST, "minimize names no cost");
}

/* "score, rank" as numbers of costs, each once, in that order; how many. */
static int parse_maximize(c_model *m, int **out, size_t *count, wgcq_error *err)
{
    const wgcq_description *is = &m->description;
    const char *at = is->maximize;
    *count = 0;
    if (!at)
        return 0;
    if (!is->final)
        return error_set(err, WGCQ_EREQUEST,
                         "maximize: there is no final, which gives what is maximized");
    bool *maximized = arena_array(&m->memory, is->cost_count + 1, sizeof *maximized);
    m->model.maximized = maximized;
    *out = arena_array(&m->memory, is->cost_count + 1, sizeof **out);
    for (size_t length; *at; at += length) {
        int number = -1;
        at += strspn(at, ", ");
        length = strcspn(at, ", ");
        if (length && (find_cost(is, at, length, &number) || number < 0))
            return error_set(err, WGCQ_EREQUEST, "maximize: '%.*s' is no declared cost",
                             (int)length, at);
        if (length && !maximized[number])
            (*out)[(*count)++] = number;
        if (length)
            maximized[number] = true;
    }
    return 0;
}

/* Maximized costs are the first objectives, unless `minimize` lists them. */
static int order_objectives(c_model *m, wgcq_error *err)
{
    int *maximized = NULL;
    size_t maximized_count;
    int code = parse_maximize(m, &maximized, &maximized_count, err);
    code = code ? code : parse_minimize(m, err);
    if (code || !maximized_count)
        return code;
    const int *named = m->model.minimize;
    const size_t count = m->model.minimize_count;
    int *all = arena_array(&m->memory, count + maximized_count, sizeof *all);
    size_t at = 0;
    for (size_t k = 0; k < maximized_count; k++) {
        bool placed = false;
        for (size_t i = 0; i < count && !placed; i++)
            placed = named[i] == maximized[k];
        if (!placed)
            all[at++] = maximized[k];
    }
    memcpy(all + at, named, count * sizeof *all);
    m->model.minimize = all;
    m->model.minimize_count = at + count;
    return 0;
}

static void name_rules(c_model *m)
{
    size_t count = m->description.rule_count + m->description.rejection_count;
    const char **rules = arena_array(&m->memory, count + 1, sizeof *rules);
    for (size_t i = 0; i < m->description.rule_count; i++)
        rules[i] = m->description.rules[i].name;
    for (size_t i = 0; i < m->description.rejection_count; i++)
        rules[m->description.rule_count + i] = m->description.rejections[i];
    m->model.rules = rules;
    m->model.rule_count = count;
    m->model.invariants = names_of(m, m->description.invariants, m->description.invariant_count,
                                   sizeof *m->description.invariants);
    m->model.invariant_count = m->description.invariant_count;
    m->model.forbids_deadlock = m->description.forbids_deadlock;
    m->model.bounds = join_bounds(m);
}

static void describe_over_time(c_model *m)
{
    const wgcq_description *is = &m->description;
    model_property *properties =
        arena_array(&m->memory, is->property_count + 1, sizeof *properties);
    model_fair *fair = arena_array(&m->memory, is->fair_count + 1, sizeof *fair);
    for (size_t i = 0; i < is->property_count; i++)
        properties[i] =
            (model_property){is->properties[i].name, (model_property_form)is->properties[i].kind};
    for (size_t i = 0; i < is->fair_count; i++)
        fair[i] = (model_fair){is->fair[i].name, is->fair[i].strong, is->fair[i].any};
    m->model.properties = properties;
    m->model.property_count = is->property_count;
    m->model.fair = fair;
    m->model.fair_count = is->fair_count;
}

/* Owns the arena's jump. */
int c_description_read(c_model *m, wgcq_error *err)
{
    jmp_buf out;
    m->memory.out = &out;
    if (setjmp(out))
        return error_set_memory(err);
    int code = check_description(&m->description, err);
    code = code ? code : check_lists(m, err);
    code = code ? code : c_layout_open(&m->layout, &m->memory, &m->description, err);
    code = code ? code : check_variable_names(m, err);
    code = code ? code : order_objectives(m, err);
    if (!code)
        name_rules(m);
    if (!code)
        describe_over_time(m);
    m->memory.out = NULL;
    return code;
}
