/* puzzles/left-handed-philosopher.yaml, three of them, for SPIN: the last action stands beside the state. */
#define THINKING 0
#define HUNGRY 1
#define HOLDING 2
#define EATING 3
byte is[3];
bool taken[3];
byte last;
#define FIRST (me == 2 -> 0 : me)
#define SECOND (me == 2 -> 2 : me + 1)
#define ACTION(k) last = 4 * me + k

active [3] proctype philosopher() {
  byte me = _pid;
  do
  :: d_step { is[me] == THINKING -> last = 0; is[me] = HUNGRY }
  :: d_step { is[me] == HUNGRY && !taken[FIRST] -> ACTION(1); is[me] = HOLDING; taken[FIRST] = true }
  :: d_step { is[me] == HOLDING && !taken[SECOND] -> ACTION(2); is[me] = EATING; taken[SECOND] = true }
  :: d_step { is[me] == EATING -> ACTION(3); is[me] = THINKING; taken[FIRST] = false; taken[SECOND] = false }
  od
}

/* weak: {p} thinks; strong: {p} takes a fork, {p} takes the other */
#define ENABLED0 (is[0] == EATING)
#define ENABLED1 (is[1] == EATING)
#define ENABLED2 (is[2] == EATING)
#define ENABLED3 (is[0] == HUNGRY && !taken[0])
#define ENABLED4 (is[1] == HUNGRY && !taken[1])
#define ENABLED5 (is[2] == HUNGRY && !taken[0])
#define ENABLED6 (is[0] == HOLDING && !taken[1])
#define ENABLED7 (is[1] == HOLDING && !taken[2])
#define ENABLED8 (is[2] == HOLDING && !taken[2])
#define TAKEN0 (last == 3)
#define TAKEN1 (last == 7)
#define TAKEN2 (last == 11)
#define TAKEN3 (last == 1)
#define TAKEN4 (last == 5)
#define TAKEN5 (last == 9)
#define TAKEN6 (last == 2)
#define TAKEN7 (last == 6)
#define TAKEN8 (last == 10)
/* 0 eats, 1 eats, 2 eats */
#define P0 (is[0] == HUNGRY)
#define Q0 (is[0] == EATING)
#define P1 (is[1] == HUNGRY)
#define Q1 (is[1] == EATING)
#define P2 (is[2] == HUNGRY)
#define Q2 (is[2] == EATING)
