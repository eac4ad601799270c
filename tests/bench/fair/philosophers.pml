/* philosophers.yaml for SPIN */
#ifndef N
#define N 9
#endif
#define THINKING 0
#define HUNGRY 1
#define HOLDING 2
#define EATING 3
byte is[N];
bool taken[N];
byte eaters; /* stands for a loop over all seats */
#define FIRST (_pid == N - 1 -> 0 : _pid)
#define SECOND (_pid == N - 1 -> N - 1 : _pid + 1)

active [N] proctype philosopher() {
  do
  :: d_step { is[_pid] == THINKING -> is[_pid] = HUNGRY }
  :: d_step { is[_pid] == HUNGRY && !taken[FIRST] -> is[_pid] = HOLDING; taken[FIRST] = true }
  :: d_step { is[_pid] == HOLDING && !taken[SECOND] -> is[_pid] = EATING; taken[SECOND] = true; eaters++ }
  :: d_step { is[_pid] == EATING -> is[_pid] = THINKING; taken[FIRST] = false; taken[SECOND] = false; eaters-- }
  od
}
ltl p { [] <> (eaters > 0) }
