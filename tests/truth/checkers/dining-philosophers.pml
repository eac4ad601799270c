/* puzzles/dining-philosophers.yaml for SPIN, which itself finds deadlocks: invalid end states. */
#define N 5
#define THINKING 0
#define WAITING 1
#define EATING 2
byte is[N];
#define LEFT(p) d_step { is[p] == THINKING && is[(p + N - 1) % N] != EATING -> is[p] = WAITING }
#define RIGHT(p) d_step { is[p] == WAITING && is[(p + 1) % N] == THINKING -> is[p] = EATING }
#define DOWN(p) d_step { is[p] == EATING -> is[p] = THINKING }
active proctype all() {
  do
  :: LEFT(0) :: LEFT(1) :: LEFT(2) :: LEFT(3) :: LEFT(4)
  :: RIGHT(0) :: RIGHT(1) :: RIGHT(2) :: RIGHT(3) :: RIGHT(4)
  :: DOWN(0) :: DOWN(1) :: DOWN(2) :: DOWN(3) :: DOWN(4)
  od
}
