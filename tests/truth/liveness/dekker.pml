/* puzzles/dekker.yaml for SPIN: the last action and what was before it stand beside the state. */
#define IDLE 0
#define ASKING 1
#define WAITING 2
#define CRITICAL 3
byte at[2], was_at[2];
bool flag[2], was_flag[2], moved;
byte turn, last;
#define KEEP(k) was_at[0] = at[0]; was_at[1] = at[1]; was_flag[0] = flag[0]; was_flag[1] = flag[1]; moved = true; last = k
#define ACTION(k) (5 * me + k)

active [2] proctype process() {
  byte me = _pid;
  do
  :: d_step { at[me] == IDLE -> KEEP(0); at[me] = ASKING; flag[me] = true }
  :: d_step { at[me] == ASKING && !flag[1 - me] -> KEEP(ACTION(1)); at[me] = CRITICAL }
  :: d_step { at[me] == ASKING && flag[1 - me] && turn != me -> KEEP(ACTION(2)); at[me] = WAITING; flag[me] = false }
  :: d_step { at[me] == WAITING && turn == me -> KEEP(ACTION(3)); at[me] = ASKING; flag[me] = true }
  :: d_step { at[me] == CRITICAL -> KEEP(ACTION(4)); at[me] = IDLE; flag[me] = false; turn = 1 - me }
  od
}

/* weak: {i} enters, {i} gives way, {i} asks again, {i} leaves */
#define ENABLED0 (at[0] == ASKING && !flag[1])
#define ENABLED1 (at[0] == ASKING && flag[1] && turn != 0)
#define ENABLED2 (at[0] == WAITING && turn == 0)
#define ENABLED3 (at[0] == CRITICAL)
#define ENABLED4 (at[1] == ASKING && !flag[0])
#define ENABLED5 (at[1] == ASKING && flag[0] && turn != 1)
#define ENABLED6 (at[1] == WAITING && turn == 1)
#define ENABLED7 (at[1] == CRITICAL)
#define TAKEN0 (last == 1)
#define TAKEN1 (last == 2)
#define TAKEN2 (last == 3)
#define TAKEN3 (last == 4)
#define TAKEN4 (last == 6)
#define TAKEN5 (last == 7)
#define TAKEN6 (last == 8)
#define TAKEN7 (last == 9)
/* p gets in, q gets in */
#define P0 (at[0] == ASKING)
#define Q0 (at[0] == CRITICAL)
#define P1 (at[1] == ASKING)
#define Q1 (at[1] == CRITICAL)
/* a flag is its owner's */
#define OWN(i) (at[i] != was_at[i] || flag[i] == was_flag[i])
ltl s0 { [] (moved -> (OWN(0) && OWN(1))) }
/* and what is false: a flag is down */
ltl s1 { [] (moved -> (!flag[0] || flag[0] == was_flag[0])) }
