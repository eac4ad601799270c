"""The results of a suite, as TAP."""

MOST = 5000  # characters of one thing that was seen

COUNT = FAILED = 0


def ok(fine, title, *seen):
    """Prints a result, and below one that is not fine what was seen instead."""
    global COUNT, FAILED
    COUNT += 1
    FAILED += not fine
    print(f"{'' if fine else 'not '}ok {COUNT} - {title}", flush=True)
    for one in () if fine else seen:
        print("# " + str(one)[:MOST].replace("\n", "\n# "), flush=True)


def right(title, wrong):
    """The result of a check that says what is wrong, as lines or as one text; None or nothing: all is right."""
    ok(not wrong, title, *([wrong] if isinstance(wrong, str) else wrong or ())[:10])


def end():
    """Prints how many results there were; the exit status."""
    print(f"1..{COUNT}")
    return FAILED > 0
