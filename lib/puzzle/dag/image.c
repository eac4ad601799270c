/* image.c - the same operation on other operands. */
#include <assert.h>

#include "puzzle/dag/dag.h"

static ref arithmetic_image(dag *d, dag_op op, ref a, ref b)
{
    switch (op) {
    case DAG_ADD: return dag_add(d, a, b);
    case DAG_SUBTRACT: return dag_subtract(d, a, b);
    case DAG_MULTIPLY: return dag_multiply(d, a, b);
    case DAG_DIVIDE: return dag_divide(d, a, b);
    case DAG_MODULO: return dag_modulo(d, a, b);
    case DAG_MIN: return dag_min(d, a, b);
    case DAG_MAX: return dag_max(d, a, b);
    case DAG_ABS: return dag_abs(d, a);
    case DAG_ONES: return dag_ones(d, a);
    case DAG_BIT_AND:
    case DAG_BIT_OR:
    case DAG_BIT_XOR:
    case DAG_SHIFT_LEFT:
    case DAG_SHIFT_RIGHT: return dag_bit(d, op, a, b);
    default:
        assert(op == DAG_ADD_OVERFLOWS || op == DAG_SUBTRACT_OVERFLOWS ||
               op == DAG_MULTIPLY_OVERFLOWS);
        return dag_overflows(d, op, a, b);
    }
}

static bool are_truths(const dag *d, ref a, ref b)
{
    return dag_is_truth(d, a) && dag_is_truth(d, b);
}

static bool logic_image(ref *out, dag *d, dag_op op, ref a, ref b, ref c)
{
    if (!are_truths(d, a, op == DAG_AND || op == DAG_OR ? b : a))
        return false;
    *out = op == DAG_NOT   ? dag_not(d, a)
           : op == DAG_AND ? dag_and(d, a, b)
           : op == DAG_OR  ? dag_or(d, a, b)
                           : dag_if(d, a, b, c);
    return true;
}

bool dag_image(ref *out, dag *d, const dag_node *n, ref a, ref b, ref c)
{
    switch (n->op) {
    case DAG_NOT:
    case DAG_AND:
    case DAG_OR:
    case DAG_IF: return logic_image(out, d, n->op, a, b, c);
    case DAG_EQUAL: *out = dag_equal(d, a, b); break;
    case DAG_LESS: *out = dag_less(d, a, b); break;
    case DAG_LOOKUP: *out = dag_lookup(d, (size_t)n->imm, a); break;
    case DAG_CELL_AT: *out = dag_cell_at(d, (size_t)n->imm, a); break;
    default: *out = arithmetic_image(d, n->op, a, b);
    }
    return true;
}
