"""A reader of PDDL that shares nothing with wgcq: brute force over ground atoms.

    task = Task(domain_text, problem_text); task.figures(most) -> {"states", "edges", "goals", "length", "cost"} or None
"""

import collections
import heapq
import itertools
import re


def parse(text):
    """Nested lists of words, in small letters."""
    words = re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text).lower())
    stack = [[]]
    for word in words:
        if word == "(":
            stack.append([])
        elif word == ")":
            last = stack.pop()
            stack[-1].append(last)
        else:
            stack[-1].append(word)
    return stack[0][0]


def typed(items):
    """[(name, [types])] of `a b - t c`."""
    out, open_names, i = [], [], 0
    while i < len(items):
        if items[i] == "-":
            kind = items[i + 1]
            kinds = kind[1:] if isinstance(kind, list) else [kind]
            out += [(name, kinds) for name in open_names]
            open_names, i = [], i + 2
        else:
            open_names.append(items[i])
            i += 1
    return out + [(name, ["object"]) for name in open_names]


def written(fact):
    return f"(= ({' '.join(fact[1])}) {fact[2]})" if fact[0] == "=" else f"({' '.join(fact)})"


def look(tree, changed, seen):
    """The functions that effects change, (name, verb), and the words that stand anywhere else."""
    if isinstance(tree, list) and tree and tree[0] in ("increase", "decrease", "assign"):
        changed.add((tree[1] if isinstance(tree[1], str) else tree[1][0], tree[0]))
        look(tree[2], changed, seen)
    elif isinstance(tree, list):
        for part in tree:
            look(part, changed, seen)
    else:
        seen.add(tree)


class Task:
    def __init__(self, domain, problem):
        self.parent, self.objects, self.actions = {}, {}, []
        self.values, self.init, self.minimized, self.cached = {}, set(), "total-cost", (None, {})
        for section in parse(domain)[2:] + parse(problem)[2:]:
            self.take(section)
        changed, seen = set(), set()
        for _, parts in self.actions:
            look(parts.get(":effect", []), changed, seen)
            look(parts.get(":precondition", []), changed, seen)
        look(self.goal, changed, seen)
        self.costs = {name for name, verb in changed if verb == "increase"} - {name for name, verb in changed if verb != "increase"} - seen
        self.costs = {name for name in self.costs if self.values.get((name,), 0) == 0 and all(len(key) == 1 for key in self.values if key[0] == name)}
        numbers = {name for name, _ in changed} - self.costs
        self.state = frozenset(self.init) | {("=", key, value) for key, value in self.values.items() if key[0] in numbers}
        self.values = {key: value for key, value in self.values.items() if key[0] not in numbers}

    def take(self, section):
        key = section[0]
        if key == ":types":
            for name, (kind,) in typed(section[1:]):
                self.parent[name] = kind
        elif key in (":constants", ":objects"):
            for name, (kind,) in typed(section[1:]):
                self.objects[name] = kind
        elif key == ":action":
            self.actions.append((section[1], dict(zip(section[2::2], section[3::2]))))
        elif key == ":init":
            for fact in section[1:]:
                if fact[0] == "=":
                    self.values[tuple(fact[1])] = int(fact[2])
                elif fact[0] != "not":
                    self.init.add(tuple(fact))
        elif key == ":goal":
            self.goal = section[1]
        elif key == ":metric":
            self.minimized = section[2] if isinstance(section[2], str) else section[2][0]

    def members(self, kinds):
        def is_a(kind):
            while True:
                if kind in kinds:
                    return True
                if kind == "object":
                    return False
                kind = self.parent.get(kind, "object")
        return [name for name, kind in self.objects.items() if "object" in kinds or is_a(kind)]

    def bindings(self, params, env):
        params = typed(params)
        for values in itertools.product(*(self.members(kinds) for _, kinds in params)):
            yield {**env, **dict(zip((name for name, _ in params), values))}

    def numbers(self, state):
        """The values of functions in a state."""
        if self.cached[0] is not state:
            self.cached = (state, {**self.values, **{fact[1]: fact[2] for fact in state if fact[0] == "="}})
        return self.cached[1]

    def amount(self, what, state, env):
        if isinstance(what, str):
            return int(what)
        if what[0] in "+-*" and len(what) == 3:
            a, b = self.amount(what[1], state, env), self.amount(what[2], state, env)
            return None if a is None or b is None else a + b if what[0] == "+" else a - b if what[0] == "-" else a * b
        return self.numbers(state).get((what[0], *(env.get(t, t) for t in what[1:])))

    def holds(self, f, state, env):
        if not f:
            return True
        key = f[0]
        if key == "and":
            return all(self.holds(g, state, env) for g in f[1:])
        if key == "or":
            return any(self.holds(g, state, env) for g in f[1:])
        if key == "not":
            return not self.holds(f[1], state, env)
        if key == "imply":
            return not self.holds(f[1], state, env) or self.holds(f[2], state, env)
        if key in ("forall", "exists"):
            return (all if key == "forall" else any)(self.holds(f[2], state, e) for e in self.bindings(f[1], env))
        if key in ("<", "<=", ">", ">=", "=") and not (key == "=" and isinstance(f[1], str) and not f[1].isdigit()):
            a, b = self.amount(f[1], state, env), self.amount(f[2], state, env)
            if a is None or b is None:
                return False
            return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "=": a == b}[key]
        if key == "=":
            return env.get(f[1], f[1]) == env.get(f[2], f[2])
        return (key, *(env.get(t, t) for t in f[1:])) in state

    def apply(self, e, state, env, adds, deletes, numbers):
        """The cost of the effect; None: some function has no value.  numbers: {what: its new value}."""
        if not e:
            return 0
        key = e[0]
        if key == "and":
            costs = [self.apply(part, state, env, adds, deletes, numbers) for part in e[1:]]
            return None if None in costs else sum(costs)
        if key == "when":
            return self.apply(e[2], state, env, adds, deletes, numbers) if self.holds(e[1], state, env) else 0
        if key == "forall":
            return sum(self.apply(e[2], state, inner, adds, deletes, numbers) for inner in self.bindings(e[1], env))
        if key in ("increase", "decrease", "assign"):
            by = self.amount(e[2], state, env)
            what = (e[1][0], *(env.get(t, t) for t in e[1][1:]))
            if by is None or what[0] in self.costs:
                return by if what[0] in (self.minimized, "total-cost") or by is None else 0
            before = numbers.get(what, self.numbers(state).get(what))
            numbers[what] = by if key == "assign" else before + by if key == "increase" else before - by
            return 0
        if key == "not":
            deletes.add((e[1][0], *(env.get(t, t) for t in e[1][1:])))
        else:
            adds.add((key, *(env.get(t, t) for t in e[1:])))
        return 0

    def ground(self):
        return [(name, parts, env, " ".join([name, *(env[v] for v, _ in typed(parts.get(":parameters", [])))]))
                for name, parts in self.actions for env in self.bindings(parts.get(":parameters", []), {})]

    def successors(self, state, ground):
        for _, parts, env, label in ground:
            if not self.holds(parts.get(":precondition", []), state, env):
                continue
            adds, deletes, numbers = set(), set(), {}
            cost = self.apply(parts.get(":effect", []), state, env, adds, deletes, numbers)
            if cost is not None:
                old = {fact for fact in state if fact[0] == "=" and fact[1] in numbers}
                yield label, frozenset((state - deletes - old) | adds | {("=", what, value) for what, value in numbers.items()}), cost

    def figures(self, most):
        ground, start = self.ground(), self.state
        edges, seen, queue = {}, {start: 0}, collections.deque([start])
        while queue:
            state = queue.popleft()
            edges[state] = list(self.successors(state, ground))
            for _, after, _ in edges[state]:
                if after not in seen:
                    if len(seen) == most:
                        return None
                    seen[after] = seen[state] + 1
                    queue.append(after)
        goals = {s for s in seen if self.holds(self.goal, s, {})}
        return {"states": len(seen), "edges": sum(map(len, edges.values())), "goals": len(goals),
                "length": min((seen[s] for s in goals), default=None), "cost": self.cheapest(start, edges, goals)}

    def far_goal(self, most, r):
        """A goal that some of the farthest states satisfy; None: nothing changes, or too much."""
        ground, depth, queue = self.ground(), {self.state: 0}, collections.deque([self.state])
        while queue and len(depth) < most:
            state = queue.popleft()
            for _, after, _ in self.successors(state, ground):
                if after not in depth:
                    depth[after] = depth[state] + 1
                    queue.append(after)
        far = max(depth.values())
        if queue or not far:
            return None
        target = r.choice(sorted((s for s in depth if depth[s] == far), key=lambda s: sorted(map(str, s))))
        facts = [written(fact) for fact in r.sample(sorted(target, key=str), min(len(target), 4))]
        facts += [f"(not {written(fact)})" for fact in sorted(self.state - target, key=str)[:3]]
        return f"(:goal (and {' '.join(facts)}))"

    def cheapest(self, start, edges, goals):
        best, heap, number = {start: 0}, [(0, 0, start)], 0
        while heap:
            so_far, _, state = heapq.heappop(heap)
            if so_far > best[state]:
                continue
            if state in goals:
                return so_far
            for _, after, cost in edges[state]:
                if so_far + cost < best.get(after, float("inf")):
                    best[after] = so_far + cost
                    number += 1
                    heapq.heappush(heap, (so_far + cost, number, after))
        return None

    def follow(self, plan):
        """Whether the plan, `(move a b)` a line, is one, and its cost."""
        ground, state, cost = {label: (n, p, e, label) for n, p, e, label in self.ground()}, self.state, 0
        for step in plan:
            found = list(self.successors(state, [ground[step]])) if step in ground else []
            if not found:
                return None
            (_, state, more), = found
            cost += more
        return cost if self.holds(self.goal, state, {}) else None
