/* token.yaml for SPIN */
#ifndef N
#define N 14
#endif
#define IDLE 0
#define WAITING 1
#define INSIDE 2
byte is[N];
byte token;

active [N] proctype station() {
  do
  :: d_step { is[_pid] == IDLE -> is[_pid] = WAITING }
  :: d_step { token == _pid && is[_pid] == WAITING -> is[_pid] = INSIDE }
  :: d_step { token == _pid && is[_pid] != WAITING -> is[_pid] = IDLE; token = (_pid + 1) % N }
  od
}
ltl p { [] (is[N - 1] == WAITING -> <> (is[N - 1] == INSIDE)) }
