/*
 * program.h - a puzzle compiled to bytecode over batches of packed states.
 *
 * compile/ grounds every move and generates instructions, each of which works on a whole column of
 * states.  A program is constant and shared by threads; a vm is one thread's memory to run it.
 */
#ifndef PUZZLE_VM_PROGRAM_H
#define PUZZLE_VM_PROGRAM_H

#include "base/containers/intern.h"
#include "puzzle/compile/packing.h"

struct dag;
struct grounded;
typedef struct program program;
typedef struct vm vm;

/* Grounds and compiles; 0 or WGCQ_EMEMORY.  Borrows the AST and `labels`, where it interns the
   labels of moves. */
int program_new(program **out, const ast *t, interner *labels, wgcq_error *err);
/* As program_new, over states in a narrow packing with these singles. */
int program_new_narrow(program **out, const ast *t, const single *singles, size_t count,
                       interner *labels, wgcq_error *err);
/* The program, or where it evaluates rules over successors, another one, *made, that has the rules
   of each grounded move; else *made is NULL.  Of the plain packing. */
int program_with_rules(const program **out, program **made, const program *p, wgcq_error *err);
/* The conditions of properties over time, and nothing else. */
int program_new_properties(program **out, const ast *t, wgcq_error *err);
void program_free(program *p);
const packing *program_packing(const program *p);
const struct dag *program_dag(const program *p);
const struct grounded *program_grounded(const program *p);
/* Whether every move is proved to keep this single. */
bool program_keeps(const program *p, size_t number);
/* Whether every move is proved to keep the values of this variable's elements but for their order.
 */
bool program_rearranges(const program *p, size_t variable);
/* Whether the interpreter, which needs plain states, evaluates some part. */
bool program_interprets(const program *p);
size_t program_property_count(const program *p); /* of program_new_properties */
size_t program_action_count(const program *p);   /* grounded moves */
size_t program_memory(const program *p);         /* bytes */

int vm_new(vm **out, const program *p, wgcq_error *err);
void vm_free(vm *m);

/* As expand, classify and estimate in model.h.  States that are expanded must break no rule (starts
   and successors do not): rules that read nothing a move changes are not evaluated. */
int vm_expand(vm *m, const uint64_t *states, size_t count, unsigned wants, batch *out,
              wgcq_error *err);
int vm_classify(vm *m, const uint64_t *states, size_t count, uint8_t *marks, wgcq_error *err);
/* As property_truths in model.h; of program_new_properties. */
int vm_property_truths(vm *m, const uint64_t *before, const uint64_t *states, size_t count,
                       uint8_t *truths, wgcq_error *err);
int vm_estimate(vm *m, const uint64_t *states, size_t count, int64_t *bound, wgcq_error *err);

#endif
