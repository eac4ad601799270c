#!/usr/bin/env bats
# What `make install` puts in place, used as a stranger does: from the prefix alone.

load common

CC=${CC:-cc}
CXX=${CXX:-c++}
STRICT="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"

# `make install` of what was built into $PREFIX; whatever else make says is no output of ours.
make_install() { # DESTDIR
    local build=${BUILD:-$ROOT/build}
    case $build in "$ROOT"/*) build=${build#"$ROOT"/} ;; esac
    MAKEFLAGS='' make -s -C "$ROOT" BUILD="$build" PREFIX="$PREFIX" DESTDIR="${1:-}" install >install.out 2>&1 ||
        { cat install.out; return 1; }
}

# A prefix that has been installed once for all tests, which each has for itself.
install_here() {
    PREFIX=$BATS_FILE_TMPDIR/installed
    [ -e "$PREFIX/bin/wgcq" ] || make_install
    cp -al "$PREFIX" "$BATS_TEST_TMPDIR/prefix"
    sed -i "s|^prefix=.*|prefix=$BATS_TEST_TMPDIR/prefix|" "$BATS_TEST_TMPDIR/prefix/lib/pkgconfig/wgcq.pc"
    PREFIX=$BATS_TEST_TMPDIR/prefix
    export PKG_CONFIG_PATH=$PREFIX/lib/pkgconfig
}

# A sanitized library wants its run time first; such builds are linked and run by the other tests.
plain_build() {
    case ${BUILD:-build} in */sanitize) skip "the library is built with sanitizers" ;; esac
}

first_program() {
    cat >first.c <<'C'
#include <stdio.h>
#include <wgcq.h>

int main(int argc, char **argv)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_result *result = NULL;
    wgcq_options options = WGCQ_ZERO;
    wgcq_error err = WGCQ_ZERO;
    int code = wgcq_puzzle_load(&puzzle, argv[argc - 1], NULL, 0, NULL, &err);
    if (!code)
        code = wgcq_solve(&result, puzzle, NULL, &options, NULL, &err);
    if (code)
        fprintf(stderr, "%s\n", err.text);
    else
        printf("%s: %s plans of %d moves\n", wgcq_version(),
               wgcq_result_summary(result)->shortest.count,
               (int)wgcq_result_summary(result)->shortest.value);
    wgcq_result_free(result);
    wgcq_puzzle_free(puzzle);
    return code != 0;
}
C
}

@test "every file is where it belongs, under DESTDIR too" {
    PREFIX=$BATS_TEST_TMPDIR/prefix
    make_install "$BATS_TEST_TMPDIR/stage"
    local at=$BATS_TEST_TMPDIR/stage$PREFIX
    for file in bin/wgcq lib/libwgcq.a lib/libwgcq.so.0.2.0 include/wgcq.h include/wgcq_base.h include/wgcq_run.h include/wgcq.hpp lib/pkgconfig/wgcq.pc lib/wgcq/wgcq_sqlite.so \
        share/wgcq/puzzles/family.yaml share/wgcq/schemas/trace.sql share/man/man5/wgcq-puzzle.5 \
        share/man/man3/libwgcq.3 share/man/man1/wgcq-solve.1 \
        share/man/man7/wgcq-large.7 share/man/man7/wgcq-protocols.7 lib/cmake/wgcq/wgcqConfig.cmake; do
        [ -f "$at/$file" ] || { echo "no $file"; return 1; }
    done
    is "$(readlink "$at/lib/libwgcq.so")" libwgcq.so.0.2
    is "$(readlink "$at/lib/libwgcq.so.0.2")" libwgcq.so.0.2.0
    says "$at/lib/pkgconfig/wgcq.pc" "prefix=$PREFIX"
    [ ! -e "$PREFIX" ]
}

@test "uninstall leaves no file behind" {
    install_here
    [ -n "$(find "$PREFIX" -type f)" ]
    MAKEFLAGS='' make -s -C "$ROOT" PREFIX="$PREFIX" uninstall
    is "$(cd "$PREFIX" && find . | sort | paste -sd' ')" ". ./bin ./include ./lib ./share ./share/man" # as every prefix has
    rm -r "$PREFIX"
    install_here
    mkdir -p "$PREFIX/share/other"
    touch "$PREFIX/bin/other"
    MAKEFLAGS='' make -s -C "$ROOT" PREFIX="$PREFIX" uninstall
    is "$(cd "$PREFIX" && find . | sort | paste -sd' ')" ". ./bin ./bin/other ./include ./lib ./share ./share/man ./share/other"
}

@test "the shared library has its name and exports wgcq_ alone" {
    install_here
    readelf -d "$PREFIX/lib/libwgcq.so" >dynamic
    says dynamic "Library soname: [libwgcq.so.0.2]"
    nm -D --defined-only "$PREFIX/lib/libwgcq.so" | awk '{ print $NF }' >names
    says names wgcq_solve
    is "$(grep -v '^wgcq_' names)" ""
}

@test "of GMP only what allocates nothing: the rest ends the process where there is no memory" {
    nm -D --undefined-only "${BUILD:-$ROOT/build}/libwgcq.so" | awk '{ print $NF }' | grep '^__gmp' >used
    is "$(grep -vE '^__gmpn_(add|add_n|addmul_1|divrem_1|zero_p)$' used)" ""
}

@test "what the header declares is what the library exports" {
    install_here
    nm -D --defined-only "$PREFIX/lib/libwgcq.so" | awk '{ print $NF }' | sort >exported
    $CC -E -P "$PREFIX/include/wgcq.h" | grep -v "^typedef" | grep -oE '\bwgcq_[a-z_0-9]+\(' | tr -d '(' | sort -u >declared
    is "$(comm -3 declared exported)" ""
}

@test "the header is clean C11 and C++17, with nothing before it" {
    install_here
    echo '#include <wgcq.h>' >alone.c
    $CC -std=c11 $STRICT -Wstrict-prototypes $(pkg-config --cflags wgcq) -c -o alone.o alone.c
    $CXX -std=c++17 -x c++ $STRICT $(pkg-config --cflags wgcq) -c -o alone.o alone.c
    for part in "$PREFIX"/include/wgcq_*.h; do
        echo "#include <${part##*/}>" >alone.c
        $CC -std=c11 $STRICT -Wstrict-prototypes $(pkg-config --cflags wgcq) -c -o alone.o alone.c
        $CXX -std=c++17 -x c++ $STRICT $(pkg-config --cflags wgcq) -c -o alone.o alone.c
    done
    echo '#include <wgcq.hpp>' | $CXX -std=c++17 -x c++ $STRICT $(pkg-config --cflags wgcq) -c -o alone.o -
}

@test "wgcq.hpp: lambdas with what they capture, by each compiler of C++ there is, shared and static" {
    plain_build
    install_here
    cat >coins.cc <<'CC'
#include <iostream>
#include <string>
#include <vector>
#include <wgcq.hpp>

struct purse {
    int64_t left, coins;
};

int main(int, char **words)
{
    const std::vector<int64_t> worth{20, 10, 5, 2};
    const int64_t most = std::stoll(words[1]);
    auto pay = [&](wgcq::journey &j, purse &) {
        auto coin = [&](wgcq::journey &step, purse &p) {
            size_t kind;
            if (!wgcq_guard(step, p.coins++ < most, "too many") || !wgcq_choose(step, worth.size(), &kind))
                return false;
            p.left -= worth[kind];
            return wgcq_guard(step, p.left >= 0, "too much");
        };
        return wgcq_until(j, wgcq::fn([](const purse &p) { return p.left == 0; }), wgcq::fn(coin));
    };
    try {
        std::size_t ways = 0;
        for (const purse &p : wgcq::results(purse{21, 0}, pay))
            ways += p.coins == 5;
        std::cout << ways << " ways\n";
        auto fails = [&](wgcq::journey &, purse &) -> bool { throw std::out_of_range("no purse"); };
        wgcq::results(purse{}, fails).next();
    } catch (const std::out_of_range &e) {
        std::cout << e.what() << "\n";
    }
}
CC
    local answer="20 ways,no purse" # 10, 5, 2, 2 and 2 in any order
    for compiler in "$CXX" g++ clang++; do
        command -v "${compiler%% *}" >/dev/null || continue
        $compiler -std=c++17 $STRICT -o plus coins.cc $(pkg-config --cflags --libs wgcq)
        is "$(LD_LIBRARY_PATH=$PREFIX/lib ./plus 5 | paste -sd,)" "$answer"
    done
    rm "$PREFIX"/lib/libwgcq.so*
    $CXX -std=c++17 $STRICT -o static coins.cc $(pkg-config --cflags --libs --static wgcq)
    is "$(./static 5 | paste -sd,)" "$answer"
}

@test "a program is built by pkg-config, in C11 and C++17, shared and static" {
    plain_build
    install_here
    first_program
    local puzzle=$PREFIX/share/wgcq/puzzles/wolf-goat-cabbage.yaml answer="0.2.0: 2 plans of 7 moves"
    $CC -std=c11 $STRICT -o shared first.c $(pkg-config --cflags --libs wgcq)
    is "$(LD_LIBRARY_PATH=$PREFIX/lib ./shared "$puzzle")" "$answer"
    $CXX -std=c++17 -x c++ $STRICT -o plus first.c -x none $(pkg-config --cflags --libs wgcq)
    is "$(LD_LIBRARY_PATH=$PREFIX/lib ./plus "$puzzle")" "$answer"
    rm "$PREFIX"/lib/libwgcq.so*
    $CC -std=c11 $STRICT -o static first.c $(pkg-config --cflags --libs --static wgcq)
    is "$(./static "$puzzle")" "$answer"
}

# The published answer of an example: what it prints, lines put together by "|".
answer_of() {
    case $1 in
        change) echo "6 coins: 25 25 10 1 1 1|3 coins: 21 21 21" ;;
        common_letters) echo "BDAB|4 in common, 5 left over" ;;
        fifteen_puzzle) echo "42 moves" ;;
        magic_square) echo "276/951/438|294/753/618|438/951/276|492/357/816|618/753/294|672/159/834|816/357/492|834/159/672" ;;
        numbers) echo "3 moves: 1, add 3: 4, add 3: 7, double: 14|4 moves: 1, " ;;
        peterson) echo "flag first: mutual exclusion holds in 20 states|turn first: mutual exclusion is violated after 6 steps of" ;;
        queens) echo "92 ways|12 of them distinct" ;;
        river_model) echo "2 plans of 7 moves" ;;
        send_more) echo "9567+1085=10652" ;;
        sudoku) echo "534678912672195348198342567859761423426853791713924856961537284287419635345286179" ;;
        template) echo 1 ;;
        wolf_goat_cabbage) echo "goat; farmer; wolf; goat; cabbage; farmer; goat|goat; farmer; cabbage; goat; wolf; farmer; goat|2 plans of 7 moves" ;;
    esac
}

# Built by the rest of the arguments, the example begins with its answer.
answers() {
    local example=$1 program=$2 answer
    answer=$(answer_of "$example")
    [ -n "$answer" ] || { echo "$example has no answer here"; return 1; }
    is "$("./$program" | paste -sd'|' | head -c "${#answer}")" "$answer"
}

# bats test_tags=slow
@test "every example: C11 and C++17 without a warning, shared and static, and its published answer" {
    plain_build
    install_here
    local source example
    export LD_LIBRARY_PATH=$PREFIX/lib
    for source in "$PUZZLES"/journeys/*.c; do
        example=$(basename "$source" .c)
        $CC -std=c11 -O1 $STRICT -o c11 "$source" $(pkg-config --cflags --libs wgcq)
        answers "$example" c11
        $CXX -std=c++17 -O1 -x c++ $STRICT -o plus "$source" -x none $(pkg-config --cflags --libs wgcq)
        answers "$example" plus
    done
    rm "$PREFIX"/lib/libwgcq.so*
    for source in "$PUZZLES"/journeys/*.c; do
        example=$(basename "$source" .c)
        $CC -std=c11 -O1 $STRICT -o static "$source" $(pkg-config --cflags --libs --static wgcq)
        LD_LIBRARY_PATH='' answers "$example" static
    done
}

# The programs in a page, each with what the page says it prints: page-N.c, page-N.out.
programs_of() {
    awk -v name="$(basename "$1")" '
        /^\.Bd -literal/ { inside = 1; text = ""; next }
        /^\.Ed/ {
            inside = 0
            if (text ~ /#include <wgcq.hp*>/) printf "%s", text >(name "-" ++n (text ~ /wgcq.hpp/ ? ".cc" : ".c"))
            else if (prints) printf "%s", text >(name "-" n ".out")
            prints = 0
            next
        }
        inside { gsub(/\\&/, ""); gsub(/\\e/, "\\"); text = text $0 "\n"; next }
        /prints:$/ { prints = 1 }' "$1"
}

@test "every program in libwgcq(3) and wgcq-journey(3): C11 and C++17 without a warning, and it prints what the page says" {
    plain_build
    install_here
    local puzzle=$PREFIX/share/wgcq/puzzles/wolf-goat-cabbage.yaml source
    export LD_LIBRARY_PATH=$PREFIX/lib
    for page in libwgcq wgcq-journey; do programs_of "$PREFIX/share/man/man3/$page.3"; done
    is "$(ls ./*.3-*.c ./*.3-*.out | wc -l)" 13
    for source in *.3-*.cc; do
        $CXX -std=c++17 -O1 $STRICT -o plus "$source" $(pkg-config --cflags --libs wgcq)
        is "$(./plus | sed 's/ *$//')" "$(cat "${source%.cc}.out")"
    done
    for source in *.3-*.c; do
        $CC -std=c11 -O1 $STRICT -o c11 "$source" $(pkg-config --cflags --libs wgcq)
        $CXX -std=c++17 -O1 -x c++ $STRICT -o plus "$source" -x none $(pkg-config --cflags --libs wgcq)
        for program in c11 plus; do
            is "$("./$program" "$puzzle" | sed 's/ *$//')" "$(cat "${source%.c}.out")"
            rm -f river.db
        done
    done
}

@test "every row of the table in wgcq-journey(3), here and, where they are there, in SWI-Prolog and Haskell" {
    plain_build
    install_here
    export LD_LIBRARY_PATH=$PREFIX/lib
    rows() { /usr/bin/python3 "$BATS_TEST_DIRNAME/journey_table.py" "$1" $CC $(pkg-config --cflags --libs wgcq); }
    rows "$PREFIX/share/man/man3/wgcq-journey.3" >out || { cat out; false; }
    says out "$(grep -c '^  here  ' "$PREFIX/share/man/man3/wgcq-journey.3") rows"
    sed 's/^soft cut: 9/soft cut: 8/; s/^the first two: 1 2$/the first two: 1/' "$PREFIX/share/man/man3/wgcq-journey.3" >wrong.3
    not rows wrong.3 >out
    says out "soft cut, here: 9, not 8"
    says out "the first two, here: 1 2, not 1"
}

@test "the program in README.md, from the prefix" {
    plain_build
    install_here
    awk '/^```c$/ { inside = 1; text = ""; next }
        /^```$/ { if (inside && text ~ /int main/) printf "%s", text >("readme-" ++n ".c"); inside = 0; next }
        inside { text = text $0 "\n" }' "$ROOT/README.md"
    is "$(ls readme-*.c | wc -l)" 1
    for source in readme-*.c; do
        $CC -std=c11 $STRICT -o "${source%.c}" "$source" $(pkg-config --cflags --libs wgcq)
    done
    export LD_LIBRARY_PATH=$PREFIX/lib
    is "$(./readme-1 | paste -sd,)" "3 4 5,5 12 13,6 8 10,8 15 17,9 12 15,12 16 20"
}

@test "pkg-config prints the version, and hides what only the library needs" {
    install_here
    is "$(pkg-config --modversion wgcq)" 0.2.0
    pkg-config --libs wgcq >libs
    lacks libs yaml
    pkg-config --libs --static wgcq >libs
    says libs -lyaml
    says libs -lgmp
}

@test "the extension of SQLite, from the prefix" {
    plain_build
    install_here
    "$PREFIX/bin/wgcq" solve "$PREFIX/share/wgcq/puzzles/wolf-goat-cabbage.yaml" --quiet -o wolf.db >/dev/null
    is "$(sqlite3 wolf.db ".load $PREFIX/lib/wgcq/wgcq_sqlite" "SELECT count FROM wgcq_count('shortest')")" 2
}

@test "Python: a puzzle solved through the shared library, and its file read by sqlite3" {
    plain_build
    install_here
    export LD_LIBRARY_PATH=$PREFIX/lib
    local ask=$ROOT/puzzles/journeys/ask.py
    /usr/bin/python3 "$ask" "$PREFIX/share/wgcq/puzzles/wolf-goat-cabbage.yaml" wolf.db >out
    is "$(sed -n 1,2p out)" "$(printf 'Wolf, goat and cabbage\n  1 take goat')"
    is "$(wc -l <out)" 10
    says out "rejected 6 times: the wolf eats the goat"
    "$PREFIX/bin/wgcq" verify wolf.db | tail -n 1 >verdict
    is "$(cat verdict)" "the file holds"
    not /usr/bin/python3 "$ask" nowhere.yaml wolf.db 2>err
    is "$(cat err)" "ask.py: nowhere.yaml: No such file or directory"
}

@test "Python's structures are those of the header" {
    install_here
    cat >layout.c <<'C'
#include <stddef.h>
#include <stdio.h>
#include <wgcq.h>
#define SAY(kind, member) printf("%s %zu\n", #member, offsetof(kind, member))
int main(void)
{
    SAY(wgcq_error, column);
    SAY(wgcq_error, text);
    SAY(wgcq_options, trace_level);
    SAY(wgcq_options, minimize);
    SAY(wgcq_options, no_solutions);
    SAY(wgcq_options, max_states);
    SAY(wgcq_options, max_time);
    SAY(wgcq_options, threads);
    SAY(wgcq_options, save_every);
    printf("%zu %d\n", sizeof(wgcq_error), sizeof(wgcq_options) <= OPTIONS);
    return 0;
}
C
    cat >layout.py <<'PYTHON'
import ctypes, sys
from ask import Error, Options
if len(sys.argv) > 1:
    print(ctypes.sizeof(Options))
else:
    for kind, members in ((Error, "column text"),
                          (Options, "trace_level minimize no_solutions max_states max_time threads save_every")):
        for member in members.split():
            print(member, getattr(kind, member).offset)
    print(ctypes.sizeof(Error), 1)
PYTHON
    export PYTHONPATH=$ROOT/puzzles/journeys PYTHONDONTWRITEBYTECODE=1
    $CC -std=c11 $STRICT -DOPTIONS="$(/usr/bin/python3 layout.py size)" -o layout layout.c $(pkg-config --cflags wgcq)
    is "$(/usr/bin/python3 layout.py)" "$(./layout)"
}

@test "the program and the extension use the parts of the public header alone" {
    is "$(grep -rhoE --exclude-dir=page '^#include "[^"]*"' "$ROOT/cli" | sed 's/#include "\(.*\)"/\1/; s/\.lines$//' | sort -u |
        while read -r name; do [ -e "$ROOT/cli/$name" ] || [ -e "$ROOT/cli/sqlite/$name" ] || echo "$name"; done |
        grep -vxF "$(sed -n 's/^#include "\(wgcq_.*\)"/\1/p' "$ROOT/lib/wgcq.h")")" ""
}

@test "a model in C: built like that, its file is that of the YAML puzzle, and is verified by it" {
    plain_build
    install_here
    local example=$ROOT/puzzles/journeys/river_model.c view
    $CXX -std=c++17 -x c++ $STRICT -o plus "$example" -x none $(pkg-config --cflags --libs wgcq)
    is "$(LD_LIBRARY_PATH=$PREFIX/lib ./plus)" "2 plans of 7 moves"
    $CC -std=c11 $STRICT -o model "$example" $(pkg-config --cflags --libs wgcq)
    is "$(LD_LIBRARY_PATH=$PREFIX/lib ./model c.db)" "$(printf '2 plans of 7 moves\nthe file holds')"
    { # models in C list their variables
        cat "$PUZZLES/wolf-goat-cabbage.yaml"
        echo 'show: "farmer={farmer} at_wolf={at[wolf]} at_goat={at[goat]} at_cabbage={at[cabbage]}"'
    } >listed.yaml
    "$PREFIX/bin/wgcq" solve listed.yaml -o yaml.db >out
    for view in states edges rejections solutions steps; do
        [ "$(sqlite3 c.db "SELECT count(*) FROM $view")" -gt 1 ]
        is "$(sqlite3 -header c.db "SELECT * FROM $view")" "$(sqlite3 -header yaml.db "SELECT * FROM $view")"
    done
    wgcq query c.db all
    ends_with 0
    says out "complete: 2 plans"
    wgcq why c.db 1 "take wolf"
    ends_with 0
    says out "the goat eats the cabbage"
    wgcq verify c.db
    ends_with 3
    says out "its moves were not verified"
}

@test "an exception of C++ leaves a journey that an iterator runs, shared and static" {
    plain_build
    install_here
    cat >leave.cc <<'C'
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <wgcq.h>

static bool step(wgcq_journey *j, void *state)
{
    unsigned char *at = static_cast<unsigned char *>(state);
    size_t which;
    if (!wgcq_choose(j, 2, &which))
        return false;
    if (++*at == 3)
        throw std::runtime_error("left");
    return true;
}

static bool nested(wgcq_journey *j, void *)
{
    return wgcq_repeat(j, 4, step);
}

static bool deep(wgcq_journey *j, void *state)
{
    return wgcq_repeat(j, 1, step) && wgcq_any(j, nested) && step(j, state);
}

int main()
{
    unsigned char state = 0;
    wgcq_error err = WGCQ_ZERO;
    wgcq_iterator *iterator = nullptr;
    if (wgcq_iterator_new(&iterator, deep, &state, sizeof state, nullptr, &err))
        return 1;
    try {
        wgcq_iterator_next(iterator, &err);
        return 2;
    } catch (const std::exception &e) {
        std::printf("%s at %d, ", e.what(), state);
    }
    int code = wgcq_iterator_next(iterator, &err);
    std::printf("%d: %s\n", code == WGCQ_EREQUEST, err.text);
    wgcq_iterator_free(iterator);
    return 0;
}
C
    local answer="left at 3, 1: an iterator is advanced by its own journey, or that was left by a jump"
    $CXX -std=c++17 $STRICT -o shared leave.cc $(pkg-config --cflags --libs wgcq)
    is "$(LD_LIBRARY_PATH=$PREFIX/lib ./shared)" "$answer"
    rm "$PREFIX"/lib/libwgcq.so*
    $CXX -std=c++17 $STRICT -o static leave.cc $(pkg-config --cflags --libs --static wgcq)
    is "$(./static)" "$answer"
}

@test "the command loads libc and libm alone where the archives of all others are there" {
    plain_build
    for archive in edit z yaml sqlite3 gmp utf8proc tinfo bsd md; do
        [ -e "$(cc -print-file-name=lib$archive.a)" ] || skip "no lib$archive.a"
    done
    ldd "$BUILD/wgcq" | awk '/=> \// { print $1 }' | sort >needs
    is "$(paste -s -d ' ' needs)" "libc.so.6 libm.so.6"
}

@test "make static: one file that runs where there is nothing else" {
    plain_build
    make -s -C "$ROOT" static
    mkdir empty
    cp "$BUILD/wgcq-static" "$PUZZLES/wolf-goat-cabbage.yaml" empty
    ldd "$BUILD/wgcq-static" >needs 2>&1 || true
    says needs "not a dynamic executable"
    if [ "$(id -u)" = 0 ]; then
        chroot empty /wgcq-static solve wolf-goat-cabbage.yaml -q | head -n 1 >verdict
        is "$(cat verdict)" "solved: shortest 7 moves, 2 ways"
        chroot empty /wgcq-static verify wolf-goat-cabbage.db | tail -n 1 >verdict
        is "$(cat verdict)" "the file holds"
    fi
}

@test "make dist: the same bytes twice, and a tree that is built" {
    git -C "$ROOT" rev-parse HEAD >/dev/null 2>&1 || skip "no checkout"
    make -s -C "$ROOT" BUILD="$PWD/first" dist
    sleep 1
    make -s -C "$ROOT" BUILD="$PWD/second" dist
    cmp first/wgcq-*.tar.gz second/wgcq-*.tar.gz
    tar xzf first/wgcq-*.tar.gz
    [ -f wgcq-*/lib/wgcq.h ]
    [ "$(cd wgcq-* && ls | wc -l)" = 8 ]
    make -n -C wgcq-* BUILD="$PWD/third" demo >plan
    says plan libwgcq.a
    says plan "third/wgcq solve puzzles/family.yaml"
    GIT_DIR=/nowhere make -s -C "$ROOT" BUILD="$PWD/fourth" dist 2>err && return 1
    is "$(ls fourth)" ""
}

@test "find_package(wgcq)" {
    plain_build
    install_here
    first_program
    cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.13)
project(first C)
find_package(wgcq REQUIRED)
add_executable(first first.c)
target_link_libraries(first wgcq::wgcq)
CMAKE
    cmake -S . -B made -DCMAKE_PREFIX_PATH="$PREFIX" >/dev/null
    cmake --build made >/dev/null
    is "$(made/first "$PREFIX/share/wgcq/puzzles/wolf-goat-cabbage.yaml")" "0.2.0: 2 plans of 7 moves"
}
