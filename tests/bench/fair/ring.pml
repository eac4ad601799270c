/* ring.yaml for SPIN */
#ifndef N
#define N 9
#endif
chan channel[N] = [N] of { byte };
byte leader;
hidden byte m;
#define NEXT ((_pid + 1) % N)
#define OWN (N - _pid)

active [N] proctype process() {
  do
  :: d_step { channel[_pid]?m ->
       if
       :: m > OWN -> channel[NEXT]!m
       :: m == OWN -> leader = m
       :: else
       fi }
  od
}
init {
  d_step {
    m = 0;
    do
    :: m < N -> channel[(m + 1) % N]!(N - m); m++
    :: else -> break
    od
  }
  false
}
ltl p { <> (leader == N) }
