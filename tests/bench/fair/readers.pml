/* readers.yaml for SPIN; counters stand for loops over all readers and writers */
#ifndef N
#define N 11
#endif
#define WRITERS 2
#define AWAY 0
#define WAITING 1
#define INSIDE 2
byte r[N], w[WRITERS];
byte reading, wanting, writing;

active [N] proctype reader() {
  do
  :: d_step { r[_pid] == AWAY -> r[_pid] = WAITING }
  :: d_step { r[_pid] == WAITING && wanting == 0 && writing == 0 -> r[_pid] = INSIDE; reading++ }
  :: d_step { r[_pid] == INSIDE -> r[_pid] = AWAY; reading-- }
  od
}
active [WRITERS] proctype writer() {
  do
  :: d_step { w[_pid - N] == AWAY -> w[_pid - N] = WAITING; wanting++ }
  :: d_step { w[_pid - N] == WAITING && reading == 0 && writing == 0 -> w[_pid - N] = INSIDE; wanting--; writing++ }
  :: d_step { w[_pid - N] == INSIDE -> w[_pid - N] = AWAY; writing-- }
  od
}
ltl p { [] (wanting > 0 -> <> (writing > 0)) }
