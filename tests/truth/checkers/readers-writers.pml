/* puzzles/readers-writers.yaml for SPIN; with CHECK a violation is an assertion that fails in one step more. */
#define AWAY 0
#define COUNTED 1
#define READING 2
#define LEAVING 3
#define WRITING 4
byte r[2], w[2];
byte many;
bool locked;
#define COUNTS(i) d_step { r[i] == AWAY -> many++; r[i] = COUNTED }
#define TAKES(i) d_step { r[i] == COUNTED && many == 1 && !locked -> locked = true; r[i] = READING }
#define FOLLOWS(i) d_step { r[i] == COUNTED && many > 1 -> r[i] = READING }
#define ENDS(i) d_step { r[i] == READING -> many--; r[i] = LEAVING }
#define LEAVES(i) d_step { r[i] == LEAVING -> r[i] = AWAY; if :: many == 0 -> locked = false :: else fi }
#define WRITES(i) d_step { w[i] == AWAY && !locked -> locked = true; w[i] = WRITING }
#define STOPS(i) d_step { w[i] == WRITING -> locked = false; w[i] = AWAY }
active proctype all() {
  do
  :: COUNTS(0) :: COUNTS(1) :: TAKES(0) :: TAKES(1) :: FOLLOWS(0) :: FOLLOWS(1)
  :: ENDS(0) :: ENDS(1) :: LEAVES(0) :: LEAVES(1)
  :: WRITES(0) :: WRITES(1) :: STOPS(0) :: STOPS(1)
#ifdef CHECK
  :: d_step { w[0] == WRITING && w[1] == WRITING -> assert(false) }
  :: d_step { (r[0] == READING || r[1] == READING) && (w[0] == WRITING || w[1] == WRITING) -> assert(false) }
#endif
  od
}
