-- trace.sql: the part of a trace that is the same in every file.
--
-- A trace is one SQLite file for one puzzle and its parameters.  Runs share it.  What people query
-- are views; any SQLite from 3.37 on reads them, without wgcq:
--
--   states      id, depth, to_goal, is_start, is_goal, shown, then a column a variable
--   edges       src, dst, move, moves (always 1), then a column a declared cost
--   rejections  src, move, rule
--   solutions   id, length, moves, then a column a declared cost
--   steps       solution, step, move, src, dst, shown, moves, costs: what was spent so far
--   runs        every run: order, options, started, seconds, states, edges, status, exact counts
--   cheapest    run, cost, least, count: for each cost the least of it, and how many plans there are
--
-- states ... steps speak of the newest run; states_1, edges_1, ... of run 1, and so on.  A variable
-- whose name is already a column's (id, depth, ...) has a "_" behind it.  A puzzle of more than 1900
-- variables has the first 1900 as columns; the others stand in `shown` and in the packed words.
--
-- Behind the views stand, for each run N, append-only tables in the order of their rowids:
--
--   state_N     id, depth, marks (1 goal, 2 end, 4 start), w0, w1, ...: the packed words
--   edge_N      src, dst, move, c0, c1, ...: a move's number and what it cost
--   rejection_N src, move, rule
--   move_N      id, text
--   distance_N  id, to_goal, depth: what is known when all was explored
--   solution_N  id, length, c0, ...
--   step_N      solution, step, move, src, dst, shown, c0, ...
--
-- Indexed are state_N.depth, edge_N.src, edge_N.dst and rejection_N.src, once the run has ended: what
-- one asks along the graph.  An id is the rowid of its table and needs none.
--
-- to_goal is NULL where no goal can be reached; in a run that a limit cut short also where the
-- distance is not proved.

-- The puzzle: title, file, source (its text), version (of wgcq that made the file).
CREATE TABLE meta(key TEXT NOT NULL, value TEXT NOT NULL) STRICT;
CREATE TABLE param(name TEXT NOT NULL, value TEXT NOT NULL) STRICT;

-- Where each variable lies in the packed words: value = low + (word >> shift & (1 << width) - 1).
CREATE TABLE field(id INTEGER PRIMARY KEY, name TEXT NOT NULL, said TEXT NOT NULL,
                   word INTEGER NOT NULL, shift INTEGER NOT NULL, width INTEGER NOT NULL,
                   low INTEGER NOT NULL) STRICT;
-- The names of values that are not numbers.
CREATE TABLE value(field INTEGER NOT NULL REFERENCES field(id), value INTEGER NOT NULL,
                   name TEXT NOT NULL) STRICT;
CREATE TABLE rule(id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE cost(id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

-- A run says `interrupted` until it has ended: so says whatever is left when it is killed.
CREATE TABLE run(id INTEGER PRIMARY KEY, "order" TEXT NOT NULL, options TEXT NOT NULL,
                 keep TEXT NOT NULL, minimize TEXT NOT NULL, started TEXT NOT NULL,
                 seconds REAL, status TEXT NOT NULL, stopped TEXT, states INTEGER, edges INTEGER,
                 rejections INTEGER, starts INTEGER, depth INTEGER, goals INTEGER,
                 dead_ends INTEGER, shortest_length INTEGER, shortest_count TEXT,
                 solutions_stored INTEGER, solutions_count TEXT, has_goal INTEGER NOT NULL) STRICT;
CREATE TABLE best(run INTEGER NOT NULL REFERENCES run(id), cost TEXT NOT NULL,
                  least INTEGER NOT NULL, count TEXT) STRICT;

CREATE VIEW runs AS
  SELECT id, "order", options, started, seconds, states, edges, status, stopped, rejections, starts,
         depth, goals, dead_ends, shortest_length, shortest_count, solutions_stored, solutions_count
  FROM run;
CREATE VIEW cheapest AS SELECT run, cost, least, count FROM best;
