-- trace.sql - what a trace is: the guide to the file, and the part of its schema that never varies.
--
-- A trace is one SQLite file about one puzzle: one text and one set of parameters.  Every run of
-- `wgcq solve` adds to it.  What people ask are views.  Any SQLite from 3.37 on reads them, with no
-- help of wgcq:
--
--   states      id           from 1, in the order in which the run found them
--               depth        fewest moves from a start, whatever they cost; in a depth-first run its
--                            depth in the tree; NULL where cheapest, best-first or a-star was cut
--                            short and a path not explored yet may be shorter
--               to_goal      fewest moves to a goal; NULL where none can be reached (a dead end), and
--                            in a run that was cut short also where that is not known
--               is_start, is_goal   0 or 1
--               shown        the state as the puzzle shows it
--               farmer, at_wolf, on_0, grid_2_3, ...   a column a variable, with its value's name
--   edges       src, dst     numbers of states
--               move         its text
--               moves        always 1: the cost that every puzzle has
--               ...          a column a declared cost
--   rejections  src, move, rule    what was refused: from where, what, and by which rule or guard
--   solutions   id (best first), length, moves, a column a declared cost
--   steps       solution, step, move, src, dst, shown, moves, a column a declared cost
--                            costs are what was spent so far; step 0 is the start, where move and
--                            src are NULL; src and dst are NULL where the run kept no states
--   runs        id, order (a word of SQL: write "order"), options, ..., one row a run
--   cheapest    run, cost, least, count: the least of each cost, and how many plans have it
--
-- states, edges, rejections, solutions and steps speak of the newest run.  Each run has its own
-- under a name with its number: states_1, edges_1, ..., states_2, ...  They are always there, and
-- empty where --trace did not ask for their rows.
--
-- Names of columns.  A variable (a cost) whose name is one of the columns above, or that of another
-- variable when upper and lower case are taken for the same, gets a "_" behind it, or as many as it
-- takes; field."column" and cost."column" say how each is called.  Of more than 1900 variables the
-- first 1900 have columns; for the others field."column" is NULL.
--
-- Ten questions, as they are put to puzzles/family.yaml (`wgcq solve puzzles/family.yaml`, then
-- `sqlite3 family.db`); of another puzzle the names of variables and costs are others.
--
-- 1. The best solution, step by step, with what was spent so far.
--
--   SELECT step, move, noise, shown FROM steps WHERE solution = 1 ORDER BY step;
--
-- 2. Where it turns hopeless: moves from a state with a way to a goal into one without.
--
--   SELECT s.shown, e.move, d.shown AS hopeless
--   FROM edges AS e JOIN states AS s ON s.id = e.src JOIN states AS d ON d.id = e.dst
--   WHERE s.to_goal IS NOT NULL AND d.to_goal IS NULL
--   ORDER BY s.id, e.move LIMIT 10;
--
-- 3. What refuses most.
--
--   SELECT rule, count(*) AS refusals FROM rejections GROUP BY rule ORDER BY refusals DESC, rule;
--
-- 4. What can be done in a state, and where it leads.
--
--   SELECT e.move, e.dst, s.to_goal, s.shown
--   FROM edges AS e JOIN states AS s ON s.id = e.dst WHERE e.src = 1 ORDER BY e.move;
--
-- 5. States by the values of their variables.
--
--   SELECT id, depth, to_goal, shown FROM states
--   WHERE raft = 'far' AND at_prisoner = 'far' AND at_father = 'near' ORDER BY id;
--
-- 6. How many states lie how deep, how many of them are goals, how many dead ends (of a complete run).
--
--   SELECT depth, count(*) AS states, sum(is_goal) AS goals, sum(to_goal IS NULL) AS dead_ends
--   FROM states GROUP BY depth ORDER BY depth;
--
-- 7. How many shortest plans there are (up to 2^63): the ways to each state on one, level by level.
--
--   WITH RECURSIVE
--     best(length) AS (SELECT min(to_goal) FROM states WHERE is_start = 1),
--     level(depth, ways) AS (
--       SELECT 0, (SELECT json_group_object(id, 1) FROM states, best
--                  WHERE is_start = 1 AND to_goal = length)
--       UNION ALL
--       SELECT depth + 1,
--         (SELECT json_group_object(dst, n) FROM
--           (SELECT e.dst AS dst, sum(w.value) AS n
--            FROM json_each(ways) AS w CROSS JOIN edges AS e ON e.src = CAST(w.key AS INTEGER)
--            CROSS JOIN states AS s ON s.id = e.dst
--            WHERE s.to_goal = length - level.depth - 1 GROUP BY e.dst))
--       FROM level, best WHERE depth < length)
--   SELECT length, sum(w.value) AS plans
--   FROM level, best, json_each(ways) AS w WHERE depth = length;
--
-- 8. States that every shortest plan passes: alone at their depth among those on one.
--
--   SELECT depth, min(id) AS id, min(shown) AS shown FROM states
--   WHERE depth + to_goal = (SELECT min(to_goal) FROM states WHERE is_start = 1)
--   GROUP BY depth HAVING count(*) = 1 ORDER BY depth;
--
-- 9. Two solutions side by side, where their moves differ.
--
--   SELECT a.step, a.move AS first, b.move AS second, b.noise - a.noise AS more
--   FROM steps AS a JOIN steps AS b ON b.solution = 2 AND b.step = a.step
--   WHERE a.solution = 1 AND a.move IS NOT b.move ORDER BY a.step;
--
-- 10. The dearest steps of a solution.
--
--   SELECT step, move, cost FROM
--     (SELECT step, move, noise - lag(noise) OVER (ORDER BY step) AS cost
--      FROM steps WHERE solution = 1)
--   WHERE cost > 0 ORDER BY cost DESC, step LIMIT 5;
--
-- Over a file of 12,410,112 states and 12,502,742 edges (frogs.yaml, n=19; 1.0 GB) questions 1, 3, 4,
-- 9 and 10 take hundredths of a second, 7 (798 states on shortest plans) 1.6 seconds, and those that read all
-- states or edges 2.4 (5) to 8.1 (2).
--
-- While a run is being written, readers see it as it stood at the last commit, states and edges and
-- the run's row of one moment.  A commit shuts them out for its duration (and waits for those who
-- are reading), so say `.timeout 10000` in sqlite3, or sqlite3_busy_timeout in a program; else such
-- a moment is answered with "database is locked".  wgcq itself waits.
--
-- Behind the views of run N stand tables of its own.  They are only ever appended to, in the order
-- of their rowids, so that filling them is one sequential write and nothing is ever changed:
--
--   state_N      id, depth, marks (1 goal, 2 not expanded, 4 start), w0, w1, ... (the packed words,
--                as signed integers), and shown where SQL cannot tell it from the words.  depth is
--                one more than that of the source of the first edge (by rowid) into the state, 0 of
--                a start: breadth-first that is the fewest moves, in other orders the tree
--   edge_N       src, dst, move (a number of move_N), c0, c1, ... (declared costs)
--   rejection_N  src, move, rule (a number of rule)
--   move_N       id, text
--   distance_N   id, to_goal, depth: what is known only when exploring is over (depth: in a run by
--                cheapest, best-first or a-star)
--   solution_N   id, length, c0, c1, ...
--   step_N       solution, step, move, src, dst, shown, c0, c1, ...
--
-- Indices are made when the run has ended, once and in one go, on what one asks along the graph:
-- edge_N(src), edge_N(dst), rejection_N(src), and on depth (of state_N, or of distance_N in orders
-- that learn it late).  A state's id is its rowid and needs none.  So `WHERE id = 7`, `WHERE depth =
-- 3`, `WHERE src = 7`, `WHERE dst = 7` and joins over ids touch only the rows they give, whatever the
-- size of the file.  Variables have no index (one for each would be larger than all the rest), nor
-- have to_goal, is_goal and shown: `WHERE raft = 'far'` reads all states once, in the order of their
-- ids, which is seconds for ten million.  Steps have none either: they are few.  A run that was
-- killed has no index; its views answer the same, only slower.
--
-- What it takes.  Sliding tiles 2x5, whose states are one word and which declares no cost, in a run
-- of --trace all: 28 bytes a state (18 its row, 10 the index on depth; to_goal, where there is a
-- goal, is 10 more) and 42 an edge (17 its row, 12 each index).  A rejection is 17 and 12.  A row has
-- two bytes for its place in the page, a length, its id, a byte for the width of each column, and
-- the columns, each as wide as its value needs; a further word of the state is 9 at most.
--
-- Whoever changes a statement here, or in lib/trace/views.c, changes user_version too: a file is
-- trusted only if its schema is, to the letter, what that version of wgcq makes.

-- What the file is about: title, file (the name it was read by), source (its text), version (of the
-- wgcq that made the file), words (64-bit words of a packed state), shown (the SQL of that column;
-- absent where states keep its text), columns (where not every variable has one, how many), seal (a
-- checksum of the rest, and of the parameters, and of a model in C of the names in field, value, rule
-- and cost: `wgcq verify` compares it).
CREATE TABLE meta(key TEXT NOT NULL, value TEXT NOT NULL) STRICT;

-- Parameters in the order of the puzzle, with the values in force, each as one line of YAML (a text
-- map, which is a block scalar, is a quoted one behind the tag !!str).
CREATE TABLE param(name TEXT NOT NULL, value TEXT NOT NULL) STRICT;

-- Variables (one, or one element of an array): `said` as the puzzle has it, at[wolf]; "column" as the
-- views have it, at_wolf.  Its value is low + ((word >> shift) & ((1 << width) - 1)), and where it
-- has a domain, the name of that value there.
CREATE TABLE field(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  said TEXT NOT NULL,
  "column" TEXT,
  word INTEGER NOT NULL,
  shift INTEGER NOT NULL,
  width INTEGER NOT NULL,
  low INTEGER NOT NULL,
  domain INTEGER
) STRICT;

-- The names of values that are not numbers, a domain's in one stretch, in order.
CREATE TABLE value(
  id INTEGER PRIMARY KEY,
  domain INTEGER NOT NULL,
  value INTEGER NOT NULL,
  name TEXT NOT NULL
) STRICT;

-- Everything that can refuse a move: never, always, then named guards.
CREATE TABLE rule(id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

-- Declared costs in order; `moves` is not among them.
CREATE TABLE cost(id INTEGER PRIMARY KEY, name TEXT NOT NULL, "column" TEXT NOT NULL) STRICT;

-- Runs.  A run says `interrupted` from its first moment to its last, so that whatever is left when
-- it is killed says so by itself (`wgcq runs`, which sees who is writing, says `running`).  Until it has ended, states ... depth tell what is in the file so
-- far, and `expanded` up to which state all moves are in it (0 in orders other than breadth-first).
-- Figures that were not proved are NULL; so is depth where that of a state is.  Counts that may outgrow 64 bits are text.  A run that was
-- gone on with (`wgcq resume`) has the seconds of all its sittings, the options of the last, and is
-- what one sitting with those options would have made.  seal is a checksum of the row, its rows in
-- `best`, its solutions and its moves' texts, made when the run has ended.  digest, of every save, is a checksum of
-- the rows in state_N, edge_N, rejection_N, distance_N and move_N, of the run's row up to `started`
-- and of its figures so far, and of the puzzle: `wgcq resume` goes on from what it fits, and from
-- nothing else.
CREATE TABLE run(
  id INTEGER PRIMARY KEY,
  "order" TEXT NOT NULL,
  options TEXT NOT NULL,
  keep TEXT NOT NULL,
  minimize TEXT NOT NULL,
  has_goal INTEGER NOT NULL,
  started TEXT NOT NULL,
  seconds REAL,
  status TEXT NOT NULL CHECK(status IN ('complete','limit','interrupted')),
  stopped TEXT,
  verdict TEXT CHECK(verdict IN ('found','proved','unknown')),
  expanded INTEGER,
  states INTEGER,
  edges INTEGER,
  rejections INTEGER,
  starts INTEGER,
  depth INTEGER,
  goals INTEGER,
  dead_ends INTEGER,
  shortest_length INTEGER,
  shortest_count TEXT,
  solutions_stored INTEGER,
  solutions_count TEXT,
  seal TEXT,
  digest INTEGER
) STRICT;

-- The least of each cost (`moves` too), proved, and how many plans have it among those of fewest
-- moves.
CREATE TABLE best(
  run INTEGER NOT NULL,
  cost TEXT NOT NULL,
  least INTEGER NOT NULL,
  count TEXT
) STRICT;

CREATE VIEW runs AS
  SELECT id, "order", options, started, seconds, states, edges, status, stopped, verdict,
         rejections, starts, depth, goals, dead_ends, shortest_length, shortest_count,
         solutions_stored, solutions_count
  FROM run;

CREATE VIEW cheapest AS SELECT run, cost, least, count FROM best;
