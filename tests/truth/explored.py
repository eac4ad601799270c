"""A puzzle's whole graph where some of its moves run into trouble, and what can be asked of it.

Exploring goes on behind a mistake, so that all states and moves are known in which one may be met.
"""

import re
from itertools import islice

from graph import Graph
from values import Trouble

MOST = 2**63 - 1
STEPS = 100000  # how far plans are enumerated to see what they cost


class Explored(Graph):
    def __init__(self, rules, limit):
        self.errors = {}  # state: [move's text; None: the state's own]
        self.goal_states, self.end_states = set(), set()
        super().__init__(rules, limit)
        self.left = super().to_goal()

    def edges_of(self, state):
        try:
            if self.rules.goal(state):
                self.goal_states.add(state)
                self.rules.final(state)
            if self.rules.ends(state):
                self.end_states.add(state)
                self.rules.violated(state)
                return {}
            self.rules.violated(state)
        except Trouble:
            self.error(state, None)
            return {}
        edges = {}
        for text, after, rule, costs, trouble in self.rules.journeys(state):
            if trouble or any(c < 0 for c in costs):
                self.error(state, text)
            elif rule is not None:
                self.rejected.add((state, text, rule))
            elif edges.setdefault((text, after), costs) != costs:
                self.error(state, text)
        return edges

    def mark_goals(self):
        """What there is to know of a goal that the rules were given behind the exploring."""
        self.goal_states = {s for s in self.depth if s not in self.errors and self.rules.goal(s)}
        for state in self.goal_states:
            try:
                self.rules.final(state)
            except Trouble:
                self.error(state, None)
        self.left = super().to_goal()

    def error(self, state, text):
        self.errors.setdefault(state, []).append(text)

    def goals(self):
        return [s for s in self.depth if s in self.goal_states]

    def to_goal(self):
        return self.left if hasattr(self, "left") else super().to_goal()

    # ---- mistakes ----

    def spelled(self, state):
        return " ".join(f"{name}={value}" for name, value in zip(self.rules.cell_names, self.rules.names(state)))

    def names_error(self, state_text, move):
        """Whether there is a mistake at a state that is spelled like that, in that move (None: in none)."""
        cut = state_text.endswith("...")
        for state, texts in self.errors.items():
            spelled = self.spelled(state)
            if spelled != state_text and not (cut and spelled.startswith(state_text[:-3].rstrip())):
                continue
            if any(fits(text, move) for text in texts):
                return True
        return False

    def may_overflow(self):
        """Whether a plan costs more than 63 bits hold: none, where no sum of each state's dearest move does."""
        if not any(sum(max((c[which] for c in out.values()), default=0) for out in self.out.values())
                   + max((self.final(s, which) for s in self.goal_states), default=0) > MOST
                   for which in range(len(self.rules.costs))):
            return False
        found = self.plans(STEPS)
        return found is None or any(cost > MOST for plan in found for cost in plan)

    # ---- plans ----

    def plans(self, limit):
        """The costs and length of every plan that visits no state twice and ends at its first goal, or may pass it;
        None: too many."""
        found, steps = [], 0
        nothing = (0,) * len(self.rules.costs)
        for start in self.starts:
            if start in self.goal_states:
                found.append((*self.ended(nothing, start), 0))
                if not self.passes_goals():
                    continue
            path, stack = {start}, [(start, iter(self.out[start].items()), nothing)]
            while stack:
                state, rest, spent = stack[-1]
                for (_, after), costs in rest:
                    steps += 1
                    if steps > limit:
                        return None
                    if after in path or after not in self.left:
                        continue
                    total = tuple(map(sum, zip(spent, costs)))
                    if after in self.goal_states:
                        found.append((*self.ended(total, after), len(stack)))
                        if not self.passes_goals():
                            continue
                    path.add(after)
                    stack.append((after, iter(self.out[after].items()), total))
                    break
                else:
                    path.discard(state)
                    stack.pop()
        return found

    def ended(self, spent, state):
        return tuple(paid + self.final(state, which) for which, paid in enumerate(spent))

    def replay(self, moves):
        """{(end, costs so far at each step)} of the ways to make these moves from a start without passing a state twice."""
        ways = [((start,), ((0,) * len(self.rules.costs),)) for start in self.starts]
        for move in moves:
            ways = [((*path, after), (*spent, tuple(map(sum, zip(spent[-1], costs)))))
                    for path, spent in ways for (text, after), costs in self.out[path[-1]].items()
                    if text == move and after not in path]
            ways = list(islice(ways, 2000))
        return {(path, spent) for path, spent in ways}


def fits(ours, theirs):
    """Two texts of a move, of which either may have `?` for what was not chosen."""
    if ours is None or theirs is None:
        return ours is theirs
    return any(re.fullmatch(re.escape(a).replace(r"\?", ".*"), b) for a, b in ((ours, theirs), (theirs, ours)))
