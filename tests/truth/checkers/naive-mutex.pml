/* puzzles/naive-mutex.yaml for SPIN; with CHECK a violation is an assertion that fails in one step more. */
#define IDLE 0
#define LOOKED 1
#define CRITICAL 2
byte at[2];
bool flag[2];
#define LOOKS(i) d_step { at[i] == IDLE && !flag[1 - i] -> at[i] = LOOKED }
#define ENTERS(i) d_step { at[i] == LOOKED -> flag[i] = true; at[i] = CRITICAL }
#define LEAVES(i) d_step { at[i] == CRITICAL -> flag[i] = false; at[i] = IDLE }
active proctype all() {
  do
  :: LOOKS(0) :: LOOKS(1)
  :: ENTERS(0) :: ENTERS(1)
  :: LEAVES(0) :: LEAVES(1)
#ifdef CHECK
  :: d_step { at[0] == CRITICAL && at[1] == CRITICAL -> assert(false) }
#endif
  od
}
