-- journey.sql - the tree of a journey: a guide to the file, and its schema.
--
-- An iterator with `options.trace` writes its backtracking into one SQLite file: each alternative
-- that was taken, what became of it, how often each guard was tried and failed, each result.  Any
-- SQLite from 3.37 on reads it:
--
--   nodes       id           from 1, in the order in which the alternatives were first taken; so a
--                            node comes before all that is below it
--               parent       the node that it continues; NULL for node 1, the start of the journey
--               depth        choices made on the way to it, those around a nested journey included
--               kind         'start', the call that chose ('choose', 'choose_from', 'choose_bit',
--                            'choose_subset', 'choose_permutation', 'interleave', 'tabled',
--                            'tabled_best'; 'subset_size', the first of the two choices of
--                            choose_subset), the call that began a nested journey ('once', 'any',
--                            'none', 'whether', 'or_else', 'count', 'find_all', 'cheapest', 'min',
--                            'max', 'sum', 'group_by'), whose nodes are below it, or 'then': the run
--                            behind a nested journey.  Of 'tabled', 'tabled_best' and 'interleave' a
--                            node is a result that was taken, not how it came about
--               name         of the guard that failed; NULL: none failed, or it has no name
--               value        what was chosen: an index, a number, a bit; of choose_subset the mask of
--                            its members; of 'then' how many results the nested journey gave.  A
--                            signed number of 64 bits
--               outcome      'choices': it has nodes below it; 'result': the run arrives, in a nested
--                            journey as in the whole; 'failed'; 'no choice': the next choice was among
--                            nothing; 'cut short' by max_depth; 'error'
--   guards      name         of a guard; NULL: of those without a name
--               depth        of the nodes in which it was tried
--               tried, failed    how often
--   results     id           from 1, in the order in which they were found, before distinct, order_by,
--                            offset and limit
--               node         its last choice
--               cost         of its moves
--               shown        the state as formatted by options.show; else its bytes in hexadecimal,
--                            200 of them at most
--   moves       result, step, move     what wgcq_move said on the way to a result, from step 1 on
--   about       name         options.name
--               state_size   bytes of the state
--               state        these bytes at the start
--               started      the time, UTC
--               nodes, results   how many are stored
--               complete     1: the file holds the whole tree
--               ended        what ended the trace: 'all' was stored; 'trace_nodes', 'max_depth',
--                            'max_runs', 'max_seconds' limited it; 'interrupted', 'error', 'left' by
--                            its caller; NULL: the process was killed, or is at work
--
-- Repeated runs are no part of the tree: the file is the same for every max_runs, with `check` and
-- without.
--
-- Questions, of `queens plain` with eight queens, one on each row:
--
--   How many alternatives are there on each row, and how many of them fail?
--     SELECT depth, count(*), sum(outcome='failed') FROM nodes WHERE id>1 GROUP BY depth;
--   Which guard does the work, and where?
--     SELECT name, depth, tried, failed, round(100.0*failed/tried) FROM guards;
--   Where does a choice come to nothing although no guard of its own failed?
--     SELECT n.* FROM nodes n WHERE outcome='choices' AND NOT EXISTS
--       (SELECT 1 FROM nodes c WHERE c.parent=n.id AND c.outcome<>'failed');
--   How long is the search for the first result, and how long for the next ones?
--     SELECT id, node, node-lag(node, 1, 0) OVER (ORDER BY id) AS nodes FROM results;
--   By which choices does result 3 come about?
--     WITH RECURSIVE way(id, parent, depth, value) AS (
--       SELECT id, parent, depth, value FROM nodes WHERE id=(SELECT node FROM results WHERE id=3)
--       UNION ALL SELECT n.id, n.parent, n.depth, n.value FROM way w JOIN nodes n ON n.id=w.parent)
--     SELECT depth, value FROM way WHERE parent ORDER BY depth;
--
-- Finding the nodes below one takes `CREATE INDEX below ON node(parent)`, which wgcq does not make: it
-- would take longer than the search.
--
-- Rows are only ever appended, and committed about once a second, so that after a kill at any moment the
-- file holds a beginning of the tree.  The last row of `saved` says where the search goes on.

CREATE TABLE origin(id INTEGER PRIMARY KEY CHECK(id=1), name TEXT, state_size INTEGER NOT NULL,
  state BLOB NOT NULL, started TEXT NOT NULL) STRICT;

-- Texts of guards and moves.
CREATE TABLE name(id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;

-- what: 256 * name (0: none) + 32 * outcome + kind.  parent: 0 for node 1.
CREATE TABLE node(id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, depth INTEGER NOT NULL,
  what INTEGER NOT NULL, value INTEGER NOT NULL) STRICT;

-- tried, failed: since the commit before.  name: 0 for guards without one.
CREATE TABLE guard(id INTEGER PRIMARY KEY, name INTEGER NOT NULL, depth INTEGER NOT NULL,
  tried INTEGER NOT NULL, failed INTEGER NOT NULL) STRICT;

CREATE TABLE result(id INTEGER PRIMARY KEY, node INTEGER NOT NULL, cost INTEGER NOT NULL,
  shown TEXT) STRICT;

CREATE TABLE move(id INTEGER PRIMARY KEY, result INTEGER NOT NULL, step INTEGER NOT NULL,
  name INTEGER NOT NULL) STRICT;

-- A row for each commit.  The search goes on in the node `next` below `parent`, by these choices, and
-- the first `events` of what happens there are stored.  ended: 0, or as in the view; cut: 1 once max_depth
-- has cut a run short.
CREATE TABLE saved(id INTEGER PRIMARY KEY, nodes INTEGER NOT NULL, results INTEGER NOT NULL,
  complete INTEGER NOT NULL, ended INTEGER NOT NULL, cut INTEGER NOT NULL,
  next INTEGER NOT NULL, parent INTEGER NOT NULL, events INTEGER NOT NULL, choices TEXT) STRICT;

CREATE VIEW nodes(id, parent, depth, kind, name, value, outcome) AS
SELECT node.id, nullif(parent, 0), depth,
  CASE what & 31 WHEN 0 THEN 'start' WHEN 1 THEN 'choose' WHEN 2 THEN 'choose_from'
    WHEN 3 THEN 'choose_bit' WHEN 4 THEN 'subset_size' WHEN 5 THEN 'choose_subset'
    WHEN 6 THEN 'choose_permutation' WHEN 7 THEN 'interleave' WHEN 8 THEN 'tabled'
    WHEN 9 THEN 'tabled_best' WHEN 10 THEN 'then' WHEN 11 THEN 'once' WHEN 12 THEN 'any'
    WHEN 13 THEN 'none' WHEN 14 THEN 'whether' WHEN 15 THEN 'or_else' WHEN 16 THEN 'count'
    WHEN 17 THEN 'find_all' WHEN 18 THEN 'cheapest' WHEN 19 THEN 'min' WHEN 20 THEN 'max'
    WHEN 21 THEN 'sum' WHEN 22 THEN 'group_by' END,
  name.text, CASE WHEN what & 31 BETWEEN 1 AND 10 THEN value END,
  CASE what >> 5 & 7 WHEN 0 THEN 'choices' WHEN 1 THEN 'result' WHEN 2 THEN 'failed'
    WHEN 3 THEN 'no choice' WHEN 4 THEN 'cut short' WHEN 5 THEN 'error' END
FROM node LEFT JOIN name ON name.id = what >> 8;

CREATE VIEW guards(name, depth, tried, failed) AS
SELECT name.text, depth, sum(tried), sum(failed) FROM guard LEFT JOIN name ON name.id = guard.name
GROUP BY guard.name, depth ORDER BY guard.name, depth;

CREATE VIEW results(id, node, cost, shown) AS SELECT id, node, cost, shown FROM result;

CREATE VIEW moves(result, step, move) AS
SELECT result, step, text FROM move JOIN name ON name.id = move.name ORDER BY move.id;

CREATE VIEW about(name, state_size, state, started, nodes, results, complete, ended) AS
SELECT name, state_size, state, started, ifnull(nodes, 0), ifnull(results, 0), ifnull(complete, 0),
  CASE ended WHEN 1 THEN 'all' WHEN 2 THEN 'trace_nodes' WHEN 3 THEN 'max_depth' WHEN 4 THEN 'max_runs'
    WHEN 5 THEN 'max_seconds' WHEN 6 THEN 'interrupted' WHEN 7 THEN 'error' WHEN 8 THEN 'left' END
FROM origin LEFT JOIN saved ON saved.id = (SELECT max(id) FROM saved);
