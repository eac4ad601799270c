"""Small puzzles whose texts mean something to DOT, Mermaid, GraphML, HTML, Markdown and YAML.

`text(seed)` answers a puzzle's text; one and the same seed, one and the same puzzle.
"""
import json
import random

LETTERS = '"\\#<>&;|[](){}`%$*_~:.-+=!?@^/\',  \n\tabü1Ω2'
WORDS = ["end", "class", "style", "click", "subgraph", "o--o", "x--x", "-->", "---", "==>", "&amp;", "#35;",
         "<br>", "<br/>", "%%", "%%{", "}%%", ":::", "$$", "fa:fa-car", "1. ", "- ", "* ", "# ", "> ", "```",
         "**b**", "__b__", "~~s~~", "[a](x)", "<script>", "]]>", "\\n", "\\N", "\\l", "{{", "}}", '"']


def text(seed):
    random_ = random.Random(seed)

    def some_text(least=0):
        return "".join(random_.choice(WORDS if random_.random() < .4 else LETTERS)
                       for _ in range(random_.randint(least, 20)))

    def quoted(words):
        return json.dumps(words, ensure_ascii=False)

    def plain(words):  # braces are expressions
        return words.replace("{", "(").replace("}", ")")
    values = [quoted(some_text(1).replace("\n", "") or "x") for _ in range(3)]
    lines = [f"puzzle: {quoted(some_text().strip() or 'x')}", "types:",
             "  place: {%s}" % ", ".join(f"{n}: {v}" for n, v in zip("abc", values)),
             "state:", "  at: place", "start: {at: a}", "moves:"]
    for i, (src, dst) in enumerate(("ab", "bc", "ca")):
        words = plain(some_text())
        name = f"{i}{words}" if random_.random() < .5 else f"{words}{i}"
        lines += [f"  {quoted(name)}:", f"    - guard: at == {src}", f"    - set: at = {dst}"]
    return "\n".join([*lines, "goal: at == c", f"show: {quoted(plain(some_text()) + ' {at}' + plain(some_text()))}"]) + "\n"
