# What the tests of commands share: a folder of their own, the puzzles, a few questions.

setup() {
    ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    WGCQ=${WGCQ:-$ROOT/build/wgcq}
    PUZZLES=$ROOT/puzzles
    export LC_ALL=C.UTF-8 TERM=dumb
    unset NO_COLOR
    cd "$BATS_TEST_TMPDIR" || return 1
}

# Runs wgcq with standard output in `out`, standard error in `err`, the exit status in $status.
# The note that it takes long depends on the load of the machine, and is left out (see long.bats).
wgcq() {
    status=0
    "$WGCQ" "$@" >out 2>err || status=$?
    ! grep -q '^wgcq: this takes a while' err || sed -i '/^wgcq: this takes a while/d' err
}

# The exit status is $1; otherwise says what came.
ends_with() {
    [ "$status" = "$1" ] && return
    echo "exit status $status, expected $1"
    sed 's/^/out| /' out
    sed 's/^/err| /' err
    return 1
}

# $1 is $2.
is() {
    [ "$1" = "$2" ] && return
    printf 'is:       %s\nexpected: %s\n' "$1" "$2"
    return 1
}

# The text in file $1 holds $2.
says() {
    grep -qF -- "$2" "$1" && return
    printf '%s does not say: %s\n' "$1" "$2"
    cat "$1"
    return 1
}

# It does not.
lacks() {
    grep -qF -- "$2" "$1" || return 0
    printf '%s says: %s\n' "$1" "$2"
    cat "$1"
    return 1
}

# $1 as prose has it: 1,820.
grouped() {
    sed ':a; s/\([0-9]\)\([0-9]\{3\}\)\(,\|$\)/\1,\2\3/; ta' <<<"$1"
}

# A command that must fail; a bare `!` would not end the test.
not() {
    ! "$@"
}

empty() {
    [ ! -s "$1" ] && return
    echo "$1 is not empty:"
    cat "$1"
    return 1
}

# Nothing but the two files of the test itself is here.
nothing_written() {
    is "$(ls -A | grep -vxE 'out|err|.*\.yaml' | tr '\n' ' ')" ""
}

# A puzzle with several mistakes, all in plain ASCII.
broken_puzzle() {
    cat >broken.yaml <<'YAML'
puzzle: Broken
types:
  bank: [west, east]
  cargo: [wolf, goat, cabbage]
state:
  farmer: bank
  at[cargo]: bank
start: {farmer: west, at: wset}
moves:
  take {c}:
    - choose: c in cargoo
    - guard: at[c] == farmr
    - set: at[goatt] = east
goal: {farmer: east, at: east}
YAML
}

# A counter from 0 to n without a goal.
goalless_puzzle() {
    cat >count.yaml <<'YAML'
puzzle: Counting
params:
  n: 5
state:
  at: 0..n
start: {at: 0}
moves:
  up:
    - guard: at < n
    - set: at = at + 1
YAML
}

# Where step $2 of solution $1 is stored, as a condition over step_1.
step_row() {
    echo "id = (SELECT first + $2 - step FROM piece_1 WHERE solution = $1 AND $2 BETWEEN step AND step + steps - 1)"
}

# Whether the program runs under a sanitizer, which reserves far more memory than the limit here.
is_sanitized() {
    ! (ulimit -d 300000; "$WGCQ" --version >/dev/null 2>&1)
}

# Of these words every third one, a line each, beginning with one that FIRST_SEED chooses: the turn of this commit.
# PARTS=N in the environment has every N-th, WHOLE all.
in_turn() { # WORD...
    local parts=${PARTS:-3} number=0 word
    [ -z "${WHOLE:-}" ] || parts=1
    [ "$parts" -le $# ] || parts=$#
    for word; do
        [ $((number++ % parts)) != $((${FIRST_SEED:-0} % parts)) ] || echo "$word"
    done
}

# Skips the test, for reason $1, under a sanitizer.
skip_under_sanitizer() {
    ! is_sanitized || skip "$1"
}
