"""The matrix of options: which combinations are refused, and with which words."""

import collections

# Columns: the one thing that a run is asked beside what it is by itself.
ALONE = ["", "--max-states", "--max-depth", "--stop first", "--stop shortest", "--minimize", "--solutions", "--reduce", "--order depth-first",
         "--order cheapest", "--order best-first", "--order a-star"]


def count(asked):
    return sum(n for (*_, why), n in asked.items() if why)


def driver(way):
    """A row: what explores."""
    trace, team, spilled, cut = way
    team = "1 thread" if team == "1 threads" else "N threads" if team.endswith("threads") else "ranks"
    return f"{'--trace none' if trace == 'none' else 'rows'}, {team}{', --spill' * spilled}{', resumed' if cut else ''}"


def show(asked):
    """By message, how often and where; then by what explores and what is asked, of runs with that option alone."""
    by_message, rows = collections.defaultdict(collections.Counter), collections.defaultdict(lambda: [0, 0])
    for (checked, question, way, why), n in asked.items():
        if why:
            by_message[why][driver(way)] += n
        if len(question) < 2:
            for column in (question[0] if question else "",) + (("invariants",) if checked and not question else ()):
                cell = rows[driver(way), column]
                cell[0] += n
                cell[1] += n if why else 0
    total = sum(asked.values())
    print(f"# {count(asked)} of {total} combinations are refused, by {len(by_message)} messages:")
    for why, where in sorted(by_message.items(), key=lambda item: -sum(item[1].values())):
        print(f"# {sum(where.values()):7} {why}")
        print(f"#         {'; '.join(name for name, _ in where.most_common())}")
    show_grid(rows)


def show_grid(rows):
    """+: answered, -: refused, a share: answered for some puzzles or trace levels; blank: not asked."""
    columns = ALONE[:1] + ["invariants"] + ALONE[1:]
    print("# " + " " * 42 + " ".join(f"{(c or 'plain')[-11:]:>11}" for c in columns))
    for name in sorted({name for name, _ in rows}):
        cells = []
        for column in columns:
            tried, refused = rows.get((name, column), (0, 0))
            cells.append("" if not tried else "+" if not refused else "-" if refused == tried else f"{100 * (tried - refused) // tried} %")
        print(f"# {name:42}" + " ".join(f"{cell:>11}" for cell in cells))
