/* sliding.pml - the sliding tiles of 2x5; each move is one step. */
#define W 5
#define N 10

byte at[N];
byte gap;

#define SLIDE(from) at[gap] = at[from]; at[from] = 0; gap = from

active proctype board()
{
	d_step {
		at[0] = 1;
		at[1] = 2;
		at[2] = 3;
		at[3] = 4;
		at[4] = 5;
		at[5] = 6;
		at[6] = 7;
		at[7] = 8;
		at[8] = 9;
		at[9] = 0;
		gap = N - 1
	}
	do
	:: d_step { gap % W > 0 -> SLIDE(gap - 1) }
	:: d_step { gap % W < W - 1 -> SLIDE(gap + 1) }
	:: d_step { gap >= W -> SLIDE(gap - W) }
	:: d_step { gap < N - W -> SLIDE(gap + W) }
	od
}
