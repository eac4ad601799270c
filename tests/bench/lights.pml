/* lights.pml - lights out, 5x4: a bit a lamp; each press is one step. */
int lamps;

active proctype board()
{
	do
	:: lamps = lamps ^ 19
	:: lamps = lamps ^ 39
	:: lamps = lamps ^ 78
	:: lamps = lamps ^ 140
	:: lamps = lamps ^ 305
	:: lamps = lamps ^ 626
	:: lamps = lamps ^ 1252
	:: lamps = lamps ^ 2248
	:: lamps = lamps ^ 4880
	:: lamps = lamps ^ 10016
	:: lamps = lamps ^ 20032
	:: lamps = lamps ^ 35968
	:: lamps = lamps ^ 78080
	:: lamps = lamps ^ 160256
	:: lamps = lamps ^ 320512
	:: lamps = lamps ^ 575488
	:: lamps = lamps ^ 200704
	:: lamps = lamps ^ 466944
	:: lamps = lamps ^ 933888
	:: lamps = lamps ^ 819200
	od
}
