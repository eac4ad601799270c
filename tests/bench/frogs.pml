/* frogs.pml - leaping frogs, N a side: two bits a stone and where the gap is; each move is one step. */
#ifndef N
#define N 14
#endif
#define LAST (2 * N)

byte on[LAST + 1]; /* 0 empty, 1 green, 2 brown */
byte gap;

#define LEAP(from, frog) on[gap] = frog; on[from] = 0; gap = from

active proctype pond()
{
	d_step {
		gap = 0;
		do
		:: gap < N -> on[gap] = 1; gap++
		:: gap >= N && gap < LAST -> on[gap + 1] = 2; gap++
		:: gap == LAST -> break
		od;
		gap = N
	}
end:	do /* to be stuck is no error here */
	:: d_step { gap >= 1 && on[gap - 1] == 1 -> LEAP(gap - 1, 1) }
	:: d_step { gap >= 2 && on[gap - 2] == 1 -> LEAP(gap - 2, 1) }
	:: d_step { gap + 1 <= LAST && on[gap + 1] == 2 -> LEAP(gap + 1, 2) }
	:: d_step { gap + 2 <= LAST && on[gap + 2] == 2 -> LEAP(gap + 2, 2) }
	od
}
