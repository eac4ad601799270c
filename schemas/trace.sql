-- trace.sql - the trace: a guide to the file, and the part of its schema that is the same in every file.
--
-- A trace is one SQLite file about one puzzle: one text and one set of parameters.  Every run of
-- `wgcq solve` adds to it.  Its public interface are views, which any SQLite from 3.37 on can read
-- without wgcq:
--
--   states      id           from 1, in the order in which the run found them
--               depth        fewest moves from a start within the puzzle's bounds, whatever they cost; in a depth-first run its
--                            depth in the search tree; NULL where cheapest, best-first or a-star was
--                            cut short and an unexplored path may be shorter
--               to_goal      fewest moves to a goal; NULL where no goal is reachable (a dead end), and
--                            in a run that was cut short also where that is unknown
--               is_start, is_goal   0 or 1
--               shown        the state as formatted by the puzzle
--               farmer, at_wolf, on_0, grid_2_3, ...   a column for each variable: the name of its value
--               queue_0, queue_1, ..., seen_ann, ...   for each place of a list, NULL behind its end; for
--                            each value that may be in a set, whether it is
--               queue, seen, ...   behind all others: each list and each set as an array of JSON,
--                            '["ann","bob"]', which json_each reads; null in it stands for none
--   edges       src, dst     ids of states
--               move         the label
--               moves        always 1: the cost that every puzzle has
--               ...          a column for each declared cost
--   rejections  src, move, rule    the source state, the label, the constraint or guard that rejects
--   solutions   id (best first), length, moves, a column for each declared cost
--   steps       solution, step, move, src, dst, shown, moves, a column for each declared cost
--                            costs are totals so far, in the last step with the puzzle's final costs
--                            (one that is maximized has its value there, and is 0 before);
--                            step 0 is the start, where move and src are NULL; src and dst are NULL
--                            where the run stored no states
--   violations  state, invariant     a state, and an invariant that does not hold in it; `deadlock`: it
--                            has no successor, is neither goal nor end, and that is forbidden.  Complete
--                            once the run has ended
--   properties  property, kind (eventually, leads to, ...), holds (1, 0, or NULL where that is not known),
--                            stem, cycle: moves of the path that violates it; shown, the state behind its stem.
--                            Once the run has ended
--   lassos      property, part ('stem' or 'cycle'), step, move, src, dst, shown     that path, step by step as in
--                            steps; from the last step of the cycle it goes on with the first
--   runs        id, search_order (also as "order", a keyword of SQL), options, ..., one row for each run
--   cheapest    run, cost, least, count: the minimum of each cost (of one that is maximized the
--                            maximum), and the number of plans that have it
--   columns     view, name, type, meaning: what each column of these views is
--
-- states, edges, rejections, solutions, steps, violations, properties and lassos show the newest run.  Each run has its own views,
-- with its number: states_1, edges_1, ..., states_2, ...  They always exist, and are empty where
-- --trace excluded their rows.
--
-- Names of columns.  A variable (a cost) whose name is one of the columns above, or that of another
-- variable but for upper and lower case, gets as many "_" appended as make it unique; field."column"
-- and cost."column" have the names.  Of more than 1900 variables the first 1900 have columns, those of
-- lists and sets counted first; for the others field."column" is NULL.
--
-- Browsers of SQLite files.  Tables are STRICT, so that no other program stores a text where a number is
-- read.  DB Browser for SQLite 3.12 does not know that word, and shows the columns of views but not those of
-- tables: browse the views, of which `columns` says what each column is, or a file of `wgcq export`.
--
-- Twelve queries over puzzles/family.yaml (`wgcq solve puzzles/family.yaml`, then `sqlite3 family.db`);
-- another puzzle has other variables and costs.
--
-- 1. The best solution, step by step, with its cost so far.
--
--   SELECT step, move, noise, shown FROM steps WHERE solution = 1 ORDER BY step;
--
-- 2. Transitions into dead ends: from a state with a reachable goal to one without.
--
--   SELECT s.shown, e.move, d.shown AS dead_end
--   FROM edges AS e JOIN states AS s ON s.id = e.src JOIN states AS d ON d.id = e.dst
--   WHERE s.to_goal IS NOT NULL AND d.to_goal IS NULL
--   ORDER BY s.id, e.move LIMIT 10;
--
-- 3. Rejections by rule.
--
--   SELECT rule, count(*) AS times FROM rejections GROUP BY rule ORDER BY times DESC, rule;
--
-- 4. The moves at a state, and where they lead.
--
--   SELECT e.move, e.dst, s.to_goal, s.shown
--   FROM edges AS e JOIN states AS s ON s.id = e.dst WHERE e.src = 1 ORDER BY e.move;
--
-- 5. States by the values of their variables.
--
--   SELECT id, depth, to_goal, shown FROM states
--   WHERE raft = 'far' AND at_prisoner = 'far' AND at_father = 'near' ORDER BY id;
--
-- 6. States, goals and dead ends by depth (of a complete run).
--
--   SELECT depth, count(*) AS states, sum(is_goal) AS goals, sum(to_goal IS NULL) AS dead_ends
--   FROM states GROUP BY depth ORDER BY depth;
--
-- 7. The number of shortest plans (up to 2^63): the paths to each state on one, level by level.
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
-- 8. States that every shortest plan visits: the only ones at their depth that are on one.
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
-- 10. The most expensive steps of a solution.
--
--   SELECT step, move, cost FROM
--     (SELECT step, move, noise - lag(noise) OVER (ORDER BY step) AS cost
--      FROM steps WHERE solution = 1)
--   WHERE cost > 0 ORDER BY cost DESC, step LIMIT 5;
--
-- 11. The states on some shortest plan (of a run that is not depth-first; `wgcq query DB traffic` counts the plans).
--
--   SELECT id, depth, to_goal, shown FROM states
--   WHERE depth + to_goal = (SELECT min(to_goal) FROM states WHERE is_start = 1) ORDER BY depth, id;
--
-- 12. The values that variables take there, such as the cells that something enters on some shortest plan.
--
--   SELECT DISTINCT raft, at_prisoner FROM states
--   WHERE depth + to_goal = (SELECT min(to_goal) FROM states WHERE is_start = 1) ORDER BY raft, at_prisoner;
--
-- From other languages.  `wgcq export family.db -o plain.db` writes a run as plain tables (states, edges, rejections,
-- solutions, steps, violations) with keys and indices, which tools read as they are; the views work as well.
--
--   # Python: the states of each depth; the graph; its shortest plan
--   import sqlite3, pandas, networkx
--   db = sqlite3.connect("plain.db")
--   states, edges = (pandas.read_sql("SELECT * FROM " + name, db) for name in ("states", "edges"))
--   graph = networkx.from_pandas_edgelist(edges, "src", "dst", create_using=networkx.MultiDiGraph, edge_attr="move")
--   print(states.groupby("depth").size(), networkx.shortest_path_length(graph, 1, int(states.id[states.is_goal == 1].iloc[0])))
--
--   # R: rejections by rule; the noisiest moves
--   library(DBI)
--   db <- dbConnect(RSQLite::SQLite(), "plain.db")
--   print(dbGetQuery(db, "SELECT rule, count(*) AS times FROM rejections GROUP BY rule ORDER BY times DESC"))
--   edges <- dbReadTable(db, "edges")
--   print(head(sort(tapply(edges$noise, edges$move, max), decreasing = TRUE)))
--
-- Over a file of 12,410,112 states and 12,502,742 edges (frogs.yaml, n=19; 1.0 GB) questions 1, 3, 4,
-- 9 and 10 take hundredths of a second, 7 (798 states on shortest plans) 1.6 seconds, and those that read all
-- states or edges 2.4 (5) to 8.1 (2).
--
-- While a run is being written, readers see the state of the last commit: states, edges and the row
-- of the run are consistent.  A commit excludes readers while it lasts (and waits for those that are
-- reading), so set `.timeout 10000` in sqlite3, or sqlite3_busy_timeout in a program; else a read may
-- fail with "database is locked".  wgcq itself waits.
--
-- The views of run N are defined over tables of its own.  They are append-only, in the order of
-- their keys, so that filling them is one sequential write:
--
--   state_N      id, depth, marks (1 goal, 2 not expanded, 4 start, 8 violates an
--                invariant, 32 violates a bound), w0, w1, ... (the packed words, as signed integers), f0, f1, ... where the
--                puzzle has final costs (one for each declared cost, 0 of a state that is no goal), and
--                shown where SQL cannot compute it from the words.  depth is
--                one more than that of the source of the first edge into the state, 0 for a start:
--                breadth-first the fewest moves, in other orders the depth in the search tree
--   edge_N       breadth-first src, move (id in move_N), dst, c0, c1, ... (declared costs), without
--                rowids, in the order of its key (src, move, dst); in other orders src, dst, move, c0,
--                c1, ..., in the order in which the run found them
--   rejection_N  src, move, rule (id in rule)
--   move_N       id, text
--   distance_N   id, to_goal, depth: known only after exploring (depth: in a run by cheapest,
--                best-first or a-star)
--   solution_N   id, length, c0, c1, ...
--   step_N       id, w0, w1, ..., move, src, dst, c0, c1, ..., shown: the steps of solutions, each
--                once, as they share most of them; the words where the run stores no states (else dst
--                has them, and there are none here), shown where in addition SQL cannot compute it
--                from them
--   piece_N      solution, step, steps, first, c0, c1, ...: `steps` steps of a solution, from `step`
--                on, are the rows of step_N from id `first` on, and what is spent after each is what
--                these rows say and c0, c1, ... more
--   invariant_N  id, name, states (that violate it), length (moves from a start to the nearest of them,
--                proved to be the fewest): each invariant of the puzzle, then `deadlock` where that is
--                forbidden; written at the end, whatever --trace says
--   violation_N  state, invariant (id in invariant_N)
--
-- Indices are created once, at the end of the run, on the columns of the graph: edge_N(src) where
-- that is not the key, edge_N(dst), rejection_N(src), and on depth (of state_N, or of distance_N in
-- orders that learn it late).  The id of a state is its rowid.  So `WHERE id = 7`, `WHERE depth = 3`, `WHERE src = 7`,
-- `WHERE dst = 7` and joins over ids read only the rows they return, whatever the size of the file.
-- Variables have no index (one for each would exceed all the rest), nor have to_goal, is_goal and
-- shown: `WHERE raft = 'far'` scans all states by id, which is seconds for ten million.  Pieces
-- of solutions have none either: they are few.  A run that was killed has no index; its views return the same, more
-- slowly.
--
-- Sizes.  Sliding tiles 2x5, whose states are one word and which declares no cost, in a run of
-- --trace all: 28 bytes a state (18 its row, 10 the index on depth; to_goal, where there is a
-- goal, is 10 more) and 28 an edge (14 its row, 14 the index); in other orders 42 (17 its row, 12 each
-- index).  A rejection is 17 and 12.  A row has two bytes for its offset in the page, a length, its
-- id, a byte for the width of each column, and the columns, each as wide as its value needs; a
-- further word of the state is 9 at most.
--
-- A change of a statement here, or in lib/trace/schema/views.c, needs another user_version, which is 6:
-- a file is accepted only if its schema is, to the letter, that of its version.  In files of version
-- 3 edges have rowids and an index on src in every order, step_N has all steps of each solution, with their texts, and there are no
-- violations.  Files of version 4 have no REFERENCES, no types of view columns, no view `columns`, no search_order and
-- no approximate counts; files of version 5 no properties and lassos.  All are read, resumed and added to as they are.

-- The puzzle: title, file (its path or name), source (its text), version (of the wgcq that made the
-- file), words (64-bit words of a packed state), finals (final costs of a state, where there are any), maximize (the numbers of the
-- costs that are maximized, "0 2"; the tables keep 2^63 - 1 less its value where a plan ends, and views and `best` have the value), shown (the SQL of that column; absent where states
-- store its text), columns (their number, where not every variable has one), none (the variables that
-- may be none, each by its id with the value that is NULL in the views: "3 4, 7 2"), lists (see field), seal (a checksum of the
-- rest, of the parameters, and for a C model of the names in field, value, rule and cost: `wgcq
-- verify` compares it).
CREATE TABLE meta(key TEXT NOT NULL, value TEXT NOT NULL) STRICT;

-- Parameters in the order of the puzzle, with their effective values, each as one line of YAML (a
-- text map, which is a block scalar, is a quoted one with the tag !!str).
CREATE TABLE param(name TEXT NOT NULL, value TEXT NOT NULL) STRICT;

-- Variables (each element of an array is one): `said` is its name in the puzzle, at[wolf]; "column" in
-- the views, at_wolf.  Its value is low + ((word >> shift) & ((1 << width) - 1)), and where it has a
-- domain, the name of that value there.
--
-- Lists and sets have rows of their own behind these, with domain -1 and no bits: they are made of
-- variables.  meta's `lists` is an array of JSON with an object for each, in the order of `first`:
-- `field`, its id here; `first` and `count`, the ids of its variables from the first on; of a list
-- `end`, the value of a place that is its end, as all places behind it are; of a set `set`, what each
-- of its variables, false or true, says of.  For example
-- [{"field":7,"first":0,"count":3,"end":2},{"field":8,"first":5,"count":2,"set":["ann","bob"]}].
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

-- The names of values that are not numbers, those of a domain contiguous and in order.
CREATE TABLE value(
  id INTEGER PRIMARY KEY,
  domain INTEGER NOT NULL,
  value INTEGER NOT NULL,
  name TEXT NOT NULL
) STRICT;

-- Everything that can reject a move: never, always, then named guards.
CREATE TABLE rule(id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

-- Declared costs in order; `moves` is not among them.
CREATE TABLE cost(id INTEGER PRIMARY KEY, name TEXT NOT NULL, "column" TEXT NOT NULL) STRICT;

-- Runs.  The status is `interrupted` from the first moment of a run to its last, so that it is right
-- after a kill (`wgcq runs`, which detects the writer, prints `running`).  Until the end states ...
-- depth describe what is in the file so far, and `expanded` is the last state of a prefix all of whose
-- moves are in it (0 in orders other than breadth-first).  `starts` are the initial states in the file:
-- they are taken before any is expanded, so a run that was cut short with no other state and no edge
-- may lack some.  Figures that were not proved are NULL; so is depth where that of a state is.  Counts
-- that may exceed 64 bits are text.  A run that was resumed (`wgcq resume`) has the total of its
-- seconds, the options of the last continuation, and is what an uninterrupted run with those options
-- would have made.  seal is a checksum of the row, its rows in
-- `best`, invariant_N, property_N and lasso_N, its solutions and the labels of its moves, made at the end.  digest, made at every commit,
-- is a checksum of the rows in state_N, edge_N, rejection_N, distance_N and move_N, of the run's row
-- up to `started` and of its figures so far, and of the puzzle: `wgcq resume` continues only from rows
-- that match it.  With --reduce symmetry from a start that the symmetry does not keep, only orbits are counted: states, edges, depth,
-- goals and dead_ends are NULL (goals and dead_ends are 0 where there are none).
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

-- The minimum of each cost (`moves` too; of one that is maximized the maximum), proved, and the number of plans that have it with the fewest
-- moves.
CREATE TABLE best(
  run INTEGER NOT NULL,
  cost TEXT NOT NULL,
  least INTEGER NOT NULL,
  count TEXT
) STRICT;

-- A count is exact, and text, as it may exceed 64 bits; beside it the same as a REAL, to sort and plot by (NULL beyond
-- what a REAL holds).
CREATE VIEW runs AS
  SELECT id, "order", options, started, seconds, states, edges, status, stopped, verdict,
         rejections, starts, depth, goals, dead_ends, shortest_length, shortest_count,
         solutions_stored, solutions_count, "order" AS search_order,
         CASE WHEN length(shortest_count) < 309 THEN CAST(shortest_count AS REAL) END AS shortest_count_approx,
         CASE WHEN length(solutions_count) < 309 THEN CAST(solutions_count AS REAL) END AS solutions_count_approx
  FROM run;

CREATE VIEW cheapest AS
  SELECT run, cost, least, count, CASE WHEN length(count) < 309 THEN CAST(count AS REAL) END AS count_approx
  FROM best;

-- What each column of the views is.
CREATE VIEW columns AS
  WITH fixed(view, name, type, meaning) AS (VALUES
    ('states', 'id', 'INTEGER', 'number of the state, from 1, in the order of discovery'),
    ('states', 'depth', 'INTEGER', 'fewest moves from a start (depth-first: depth in the search tree)'),
    ('states', 'to_goal', 'INTEGER', 'fewest moves to a goal; NULL: none is reachable, or not known'),
    ('states', 'is_start', 'INTEGER', '1 for an initial state'),
    ('states', 'is_goal', 'INTEGER', '1 for a goal'),
    ('states', 'shown', 'TEXT', 'the state as the puzzle shows it'),
    ('edges', 'src', 'INTEGER', 'id of the state that the move leaves'),
    ('edges', 'dst', 'INTEGER', 'id of the state that it leads to'),
    ('edges', 'move', 'TEXT', 'label of the move'),
    ('edges', 'moves', 'INTEGER', '1: the cost that every puzzle has'),
    ('rejections', 'src', 'INTEGER', 'id of the state at which the move is rejected'),
    ('rejections', 'move', 'TEXT', 'label of the move; ? for what was not chosen'),
    ('rejections', 'rule', 'TEXT', 'constraint or named guard that rejects it'),
    ('solutions', 'id', 'INTEGER', 'number of the solution, the best first'),
    ('solutions', 'length', 'INTEGER', 'number of moves'),
    ('solutions', 'moves', 'INTEGER', 'number of moves, as a cost'),
    ('steps', 'solution', 'INTEGER', 'id of the solution'),
    ('steps', 'step', 'INTEGER', 'number of the step; 0 is the start'),
    ('steps', 'move', 'TEXT', 'label of the move; NULL at the start'),
    ('steps', 'src', 'INTEGER', 'id of the state before; NULL at the start, and where no states are stored'),
    ('steps', 'dst', 'INTEGER', 'id of the state after; NULL where no states are stored'),
    ('steps', 'shown', 'TEXT', 'the state after, as the puzzle shows it'),
    ('steps', 'moves', 'INTEGER', 'moves so far'),
    ('violations', 'state', 'INTEGER', 'id of the state'),
    ('violations', 'invariant', 'TEXT', 'the invariant that does not hold in it, or deadlock'),
    ('properties', 'property', 'TEXT', 'name of the property over time'),
    ('properties', 'kind', 'TEXT', 'eventually, infinitely often, eventually always, leads to, recoverable, step'),
    ('properties', 'holds', 'INTEGER', '1, or 0 for a violated one; NULL: not known'),
    ('properties', 'stem', 'INTEGER', 'moves before the cycle of the path that violates it'),
    ('properties', 'cycle', 'INTEGER', 'moves of the cycle; 0: the path ends'),
    ('properties', 'shown', 'TEXT', 'the state in which the cycle begins, or the path ends'),
    ('lassos', 'property', 'TEXT', 'name of the property that the path violates'),
    ('lassos', 'part', 'TEXT', 'stem, or cycle: its steps repeat for ever'),
    ('lassos', 'step', 'INTEGER', 'number of the step; 0 is the start'),
    ('lassos', 'move', 'TEXT', 'label of the move; NULL at the start'),
    ('lassos', 'src', 'INTEGER', 'id of the state before; NULL at the start, and where no states are stored'),
    ('lassos', 'dst', 'INTEGER', 'id of the state after; NULL where no states are stored'),
    ('lassos', 'shown', 'TEXT', 'the state after, as the puzzle shows it'))
  SELECT view, name, type, meaning FROM fixed
  UNION ALL
  SELECT 'states', "column", CASE WHEN domain IS NULL THEN 'INTEGER' ELSE 'TEXT' END, 'variable ' || said
  FROM field WHERE "column" IS NOT NULL
  UNION ALL
  SELECT c.view, cost."column", 'INTEGER', c.meaning || cost.name
  FROM (SELECT 'edges' AS view, 'cost ' AS meaning UNION ALL SELECT 'solutions', 'total cost '
        UNION ALL SELECT 'steps', 'cost so far ') AS c, cost;
