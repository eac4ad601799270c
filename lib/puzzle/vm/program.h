/*
 * program.h - a puzzle as straight-line code over batches of packed states.
 *
 * ground.c unfolds every choice and folds constants; what is left of each move is compiled to a few
 * operations, each over a whole column of states.  A program is constant and shared; a runner is
 * one thread's scratch.
 */
#ifndef PUZZLE_VM_PROGRAM_H
#define PUZZLE_VM_PROGRAM_H

#include "base/containers/intern.h"
#include "puzzle/ast/ast.h"

typedef struct program program;
typedef struct vm vm;

/* Grounds and compiles.  The tree must outlive the program; texts of moves are numbered in `names`.
   0, WGCQ_EMEMORY, or WGCQ_ERUN for a mistake that every journey would run into. */
int program_new(program **out, const ast *t, interner *names, wgcq_error *err);
void program_free(program *p);
size_t program_action_count(const program *p); /* how many grounded moves */

int vm_new(vm **out, const program *p, wgcq_error *err);
void vm_free(vm *r);

/* As the functions of the same names in model.h.  States that are expanded must keep all rules
   (starts and successors do): rules that a move does not touch are not asked again. */
int vm_expand(vm *r, const uint64_t *states, size_t count, unsigned wants, batch *out,
              wgcq_error *err);
int vm_classify(vm *r, const uint64_t *states, size_t count, uint8_t *marks, wgcq_error *err);
int vm_estimate(vm *r, const uint64_t *states, size_t count, int64_t *bound, wgcq_error *err);

#endif
