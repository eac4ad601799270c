# wgcq.  make, make demo, make check, make install; make help names the rest.
# CC, CFLAGS, LDFLAGS, PREFIX, DESTDIR and BUILD are yours to set.  V=1 prints whole commands.

CC     ?= cc
# The same compiler for C++: of the test of wgcq.hpp alone.
CXX    := $(patsubst cc,c++,$(patsubst gcc%,g++%,$(patsubst clang%,clang++%,$(CC))))
CFLAGS ?= -O3 -g
PREFIX ?= /usr/local
BUILD  ?= build
JOBS   ?= $(shell nproc)
# For a make that was started without -j.
PARALLEL = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))

VERSION := 0.2.0
# Before 1.0 a minor version may change the interface.
SONAME  := libwgcq.so.$(basename $(VERSION))
SHARED  := libwgcq.so.$(VERSION)

# A line a file, with V=1 the command, with make -s nothing.
Q      := $(if $(V),,@)
SILENT := $(findstring s,$(firstword -$(MAKEFLAGS)))
report  = @$(if $(V)$(SILENT),:,printf '  %-5s %s\n' $(1) $@)

# ------------------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wpointer-arith -Wcast-qual -Wwrite-strings -Wvla -Wundef
# Functions begin at cache lines: where a loop lies in its line is worth some 3%, and would change with any other function.
FLAGS    := -std=c11 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -DWGCQ_VERSION='"$(VERSION)"' -Ilib -Icli -fPIC \
            -fvisibility=hidden -falign-functions=64 -pthread -MMD -MP $(WARNINGS)
LIBS     := -lyaml -lsqlite3 -lgmp -lutf8proc -pthread -lm
# The same, for programs that link the static library; those that have a .pc file of their own by its name.
PC_REQUIRES := yaml-0.1, sqlite3, gmp, libutf8proc
PC_LIBS     := -pthread -lm

CLI_LIBS := -ledit -lz # edits lines, compresses pages; the library does without
# Their archives, with those that libedit's needs: the command then loads libc and libm alone.
CLI_ARCHIVES := -Wl,-Bstatic $(CLI_LIBS) $(filter-out -pthread -lm,$(LIBS)) -ltinfo -lbsd -lmd -Wl,-Bdynamic -pthread -lm

LIB_C  := $(wildcard lib/*.c lib/*/*.c lib/*/*/*.c)
LIB_O  := $(LIB_C:%.c=$(BUILD)/%.o) $(BUILD)/schemas/trace_sql.o $(BUILD)/schemas/journey_sql.o
CLI_C  := $(filter-out cli/sqlite/% cli/ranks/%,$(wildcard cli/*.c cli/*/*.c))
CLI_O  := $(CLI_C:%.c=$(BUILD)/%.o)
MPI_O  := $(patsubst %.c,$(BUILD)/%.o,$(wildcard cli/ranks/*.c))
LOAD_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard cli/sqlite/*.c))
UNIT   := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/test_*.c)) $(patsubst %.cc,$(BUILD)/%,$(wildcard tests/unit/test_*.cc))

all: $(BUILD)/wgcq $(BUILD)/libwgcq.a $(BUILD)/libwgcq.so $(BUILD)/wgcq.pc $(BUILD)/wgcqConfig.cmake $(BUILD)/wgcq_sqlite.so
	@:

# Linked with the archive, so that it runs from wherever it is put; with shared libraries where a system has no
# archives of them: loading eleven takes as long as all else that a command does for a small puzzle.
$(BUILD)/wgcq: $(CLI_O) $(BUILD)/libwgcq.a
	$(call report,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(CLI_ARCHIVES) 2>/dev/null || \
	  $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(CLI_LIBS) $(LIBS)

# Tests stand before calls of SQLite, which is a shared library for that.
$(BUILD)/tests/wgcq-shared: $(CLI_O) $(BUILD)/libwgcq.a
	$(call report,LINK)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(CLI_LIBS) $(LIBS)

# One file that needs no shared library: for a machine without them, or a container with nothing else.
static: deps
	@$(MAKE) --no-print-directory $(PARALLEL) $(BUILD)/wgcq-static

$(BUILD)/wgcq-static: $(CLI_O) $(BUILD)/libwgcq.a
	$(call report,LINK)
	$(Q)$(CC) -static -Wl,--no-warnings $(CFLAGS) $(LDFLAGS) -o $@ $^ $(CLI_LIBS) $(LIBS) -ltinfo -lbsd -lmd

# ---- the ranks of a job of Open MPI; nothing else needs it ----

# In a make of its own, for what it installs is asked for when rules are read; behind `all` where both
# are asked for, so that nothing is built twice at once.
mpi: mpi-deps $(filter all,$(MAKECMDGOALS))
	@$(MAKE) --no-print-directory $(PARALLEL) $(BUILD)/wgcq-mpi

$(BUILD)/wgcq-mpi: $(MPI_O) $(filter-out $(BUILD)/cli/main.o,$(CLI_O)) $(BUILD)/libwgcq.a
	$(call report,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(CLI_LIBS) $(LIBS) $(shell mpicc --showme:link)

# Its headers are a system's: their warnings are not ours.
$(MPI_O): CPPFLAGS += $(patsubst -I%,-isystem %,$(shell mpicc --showme:compile))

$(BUILD)/libwgcq.a: $(LIB_O)
	$(call report,AR)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

# One file, and the two names it is found by: at run time and when linking.
$(BUILD)/$(SHARED): $(LIB_O)
	$(call report,LINK)
	$(Q)$(CC) -shared -Wl,-soname,$(SONAME) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/libwgcq.so: $(BUILD)/$(SHARED)
	@ln -sf $(SHARED) $(BUILD)/$(SONAME)
	@ln -sf $(SONAME) $@

# What SQLite loads: the library is inside and hidden, so that it meets no other copy; SQLite is not.
$(BUILD)/wgcq_sqlite.so: $(LOAD_O) $(BUILD)/libwgcq.a
	$(call report,LINK)
	$(Q)$(CC) -shared -Wl,--exclude-libs,ALL $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# Says where the library is, so it is written again for every PREFIX.
$(BUILD)/wgcq.pc: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$${prefix}/lib' 'includedir=$${prefix}/include' '' \
	  'Name: wgcq' 'Description: Explicit-state explorer and backtracking library; stores the reachable graph in SQLite' \
	  'Version: $(VERSION)' 'Requires.private: $(PC_REQUIRES)' 'Libs: -L$${libdir} -lwgcq' \
	  'Libs.private: $(PC_LIBS)' 'Cflags: -I$${includedir}' > $@

# For find_package(wgcq): finds itself from where it is installed, so it does not depend on PREFIX.
$(BUILD)/wgcqConfig.cmake: Makefile
	@mkdir -p $(@D)
	@printf '%s\n' 'get_filename_component(_wgcq "$${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)' \
	  'if(NOT TARGET wgcq::wgcq)' '  add_library(wgcq::wgcq SHARED IMPORTED)' \
	  '  set_target_properties(wgcq::wgcq PROPERTIES IMPORTED_LOCATION "$${_wgcq}/lib/$(SHARED)"' \
	  '    IMPORTED_SONAME $(SONAME) INTERFACE_INCLUDE_DIRECTORIES "$${_wgcq}/include")' 'endif()' \
	  'set(wgcq_VERSION $(VERSION))' > $@

# Where the schema is installed; `wgcq new` writes it down if it is there.
$(BUILD)/cli/commands/cmd_new.o: CPPFLAGS += -DWGCQ_SCHEMA='"$(PREFIX)/share/wgcq/schemas/puzzle.schema.json"'

# Texts, as C strings: the scripts of shells, parts of manuals, the first puzzle; those of help as entries of tables.
TEXTS      := $(wildcard cli/help/shells/* cli/help/pages/*) cli/commands/template.yaml
TEXT_LINES := $(TEXTS:%=$(BUILD)/%.lines)
HELP_LINES := $(BUILD)/cli/help/topics.text.lines $(BUILD)/cli/help/examples.text.lines
TEXT_O     := cli/help/completion.o cli/help/help.o cli/help/manual.o cli/commands/cmd_new.o
$(TEXT_LINES): $(BUILD)/%.lines: %
	@mkdir -p $(@D)
	@sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&",/' $< >$@
$(HELP_LINES): $(BUILD)/%.lines: % cli/help/entries.awk
	@mkdir -p $(@D)
	@awk -f cli/help/entries.awk $< >$@
$(TEXT_O:%=$(BUILD)/%): CPPFLAGS += -I$(BUILD)/cli
$(TEXT_O:%=$(BUILD)/%): $(TEXT_LINES) $(HELP_LINES)

# A journey may be left by a C++ exception, which finds its way by these tables.
$(BUILD)/lib/journey/%.o $(BUILD)/lib/c_model/%.o: FLAGS += -fexceptions

$(BUILD)/%.o: %.c
	$(call report,CC)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FLAGS) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# The schemas are files to read; the library carries a copy of each.
# Named one by one, so that they are kept: made anew they would make the library, and the program, anew.
$(BUILD)/schemas/trace_sql.c $(BUILD)/schemas/journey_sql.c: $(BUILD)/schemas/%_sql.c: schemas/%.sql
	@mkdir -p $(@D)
	$(Q){ echo 'extern const char $*_sql[];'; echo 'const char $*_sql[] = {'; \
	  od -An -v -tx1 $< | sed 's/ \(..\)/0x\1,/g'; echo '0};'; } > $@
$(BUILD)/schemas/trace_sql.o $(BUILD)/schemas/journey_sql.o: %.o: %.c
	$(call report,CC)
	$(Q)$(CC) $(FLAGS) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(BUILD)/tests/unit/%: tests/unit/%.c $(BUILD)/libwgcq.a
	$(call report,TEST)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FLAGS) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/libwgcq.a -lcmocka $(LIBS)
$(BUILD)/tests/unit/%: tests/unit/%.cc $(BUILD)/libwgcq.a
	$(call report,TEST)
	@mkdir -p $(@D)
	$(Q)$(CXX) -std=c++17 -Ilib -MMD -MP -Wall -Wextra -Wpedantic -Wconversion $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/libwgcq.a -lcmocka $(LIBS)

# Every allocation can be made to fail.
$(BUILD)/tests/unit/test_journey_memory $(BUILD)/tests/unit/test_memory $(BUILD)/tests/unit/test_plan_sums $(BUILD)/tests/unit/test_symmetry: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
$(BUILD)/tests/unit/test_memory $(BUILD)/tests/unit/test_plan_sums $(BUILD)/tests/unit/test_symmetry: LDFLAGS += -Wl,--wrap=strdup,--wrap=strndup,--wrap=free,--wrap=mmap
$(BUILD)/tests/unit/test_state_set $(BUILD)/tests/unit/test_spill $(BUILD)/tests/unit/test_ranks $(BUILD)/tests/unit/test_divide $(BUILD)/tests/unit/test_patterns $(BUILD)/tests/unit/test_inverse $(BUILD)/tests/unit/test_sweep_back: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=mmap
$(BUILD)/tests/unit/test_memory_threads: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup \
  -Wl,--wrap=strndup,--wrap=aligned_alloc,--wrap=mmap,--wrap=free,--wrap=pthread_create

units: $(UNIT) $(BUILD)/tests/wgcq-shared
	@:

# ---- manuals and completions, made by the program from its own tables ----

COMMANDS := $(shell grep -o '^COMMAND.[a-z]*' cli/args/commands.def | cut -c9-)
MAN1     := $(BUILD)/man/wgcq.1 $(COMMANDS:%=$(BUILD)/man/wgcq-%.1)
MANUALS  := $(MAN1) $(BUILD)/man/wgcq-db.5
SHELLS   := $(BUILD)/completion/wgcq $(BUILD)/completion/_wgcq $(BUILD)/completion/wgcq.fish

manuals: $(MANUALS) $(SHELLS)

$(BUILD)/man/wgcq.1: $(BUILD)/wgcq
	@mkdir -p $(@D)
	$(Q)$(BUILD)/wgcq help --man >$@
$(BUILD)/man/wgcq-%.1: $(BUILD)/wgcq
	@mkdir -p $(@D)
	$(Q)$(BUILD)/wgcq help --man $* >$@

# The schema is written to be read: its page is its guide, and then the schema.
$(BUILD)/man/wgcq-db.5: schemas/trace.sql
	@mkdir -p $(@D)
	$(Q){ printf '.Dd $$Mdocdate$$\n.Dt WGCQ-DB 5\n.Os\n.Sh NAME\n.Nm wgcq-db\n.Nd the SQLite file of explored puzzles\n'; \
	  printf '.Sh DESCRIPTION\n.Bd -literal\n'; \
	  sed -e '1,2d; 3,/^$$/s/^-- \{0,1\}//; s/\\/\\e/g; s/^\([.'"'"']\)/\\\&\1/; s/	/        /g' $<; \
	  printf '.Ed\n.Sh SEE ALSO\n.Xr wgcq 1 ,\n.Xr wgcq-query 1 ,\n.Xr wgcq-sql 1\n'; } >$@

$(BUILD)/completion/wgcq: $(BUILD)/wgcq
	@mkdir -p $(@D)
	$(Q)$(BUILD)/wgcq help --completion bash >$@
$(BUILD)/completion/_wgcq: $(BUILD)/wgcq
	@mkdir -p $(@D)
	$(Q)$(BUILD)/wgcq help --completion zsh >$@
$(BUILD)/completion/wgcq.fish: $(BUILD)/wgcq
	@mkdir -p $(@D)
	$(Q)$(BUILD)/wgcq help --completion fish >$@

# ---- the page: cli/page, bundled into one file ----

include cli/page/engine/engine.mk

# Its packages are those of package-lock.json, in a folder of the build.
PAGE := $(BUILD)/page

page: page-deps engine-deps
	@$(MAKE) --no-print-directory $(PARALLEL) $(BUILD)/page.html $(BUILD)/playground.html

$(PAGE)/node_modules/.package-lock.json: cli/page/package.json cli/page/package-lock.json
	$(call report,NPM)
	@mkdir -p $(PAGE)
	@cp $^ $(PAGE)
	$(Q)cd $(PAGE) && npm ci --no-audit --no-fund --loglevel=error

PAGE_SOURCES := $(wildcard cli/page/*.* cli/page/*/*.*)

$(PAGE)/.checked: $(PAGE_SOURCES) $(PAGE)/node_modules/.package-lock.json
	$(call report,TSC)
	@find $(PAGE) -mindepth 1 -maxdepth 1 ! -name node_modules -exec rm -rf {} +
	@cp -r cli/page/. $(PAGE)
	$(Q)cd $(PAGE) && node node_modules/typescript/bin/tsc -p .
	@touch $@

$(BUILD)/page.html: $(PAGE)/.checked
	$(call report,PAGE)
	$(Q)cd $(PAGE) && node build.mjs $(abspath $@)

# The same with the engine, an editor, and the puzzles of the shelf.
$(BUILD)/playground.html: $(PAGE)/.checked $(ENGINE)/wgcq.js $(ENGINE)/licences.txt $(wildcard puzzles/*.yaml) schemas/puzzle.schema.json
	$(call report,PAGE)
	$(Q)cd $(PAGE) && node --no-experimental-fetch build.mjs $(abspath $@) $(abspath $(ENGINE)) $(abspath puzzles) $(abspath schemas/puzzle.schema.json)


# ---- what a fresh Debian 12 lacks ---------------------------------------

NEEDS       := gcc libc6-dev libyaml-dev libsqlite3-dev libgmp-dev libutf8proc-dev libedit-dev zlib1g-dev sqlite3
CHECK_NEEDS := $(NEEDS) libopenmpi-dev openmpi-bin libcmocka-dev bats cmake perl jq g++ pkg-config binutils python3 python3-yaml python3-jsonschema bsdutils graphviz procps mandoc zsh fish git spin swi-prolog-nox tcc
MPI_NEEDS   := $(NEEDS) libopenmpi-dev openmpi-bin
LINT_NEEDS  := clang libclang-rt-dev clang-format cppcheck
BENCH_NEEDS := $(NEEDS) python3 spin rumur libatomic1

define install_missing
	@missing=; for p in $(1); do \
	  dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; \
	done; \
	if [ -n "$$missing" ]; then echo "installing$$missing"; \
	  $$( [ "$$(id -u)" = 0 ] || echo sudo ) sh -c "apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing" >&2; fi
endef

deps:
	$(call install_missing,$(NEEDS))

check-deps:
	$(call install_missing,$(CHECK_NEEDS))

# What builds the page, and a browser to test it in.  Without them the rest is tested all the same.
page-deps:
	@if ! command -v node >/dev/null || ! command -v npm >/dev/null; then $(MAKE) --no-print-directory node-deps; fi

node-deps:
	$(call install_missing,nodejs npm)

browser-deps:
	$(call install_missing,chromium-headless-shell poppler-utils)

lint-deps:
	$(call install_missing,$(LINT_NEEDS))

mpi-deps:
	$(call install_missing,$(MPI_NEEDS))

bench-deps:
	$(call install_missing,$(BENCH_NEEDS))

# ---- words --------------------------------------------------------------

# The main job on real input.
demo: deps
	@$(MAKE) --no-print-directory $(PARALLEL) all
	@echo '$$ wgcq solve puzzles/family.yaml -o $(BUILD)/family.db'
	@rm -f $(BUILD)/family.db
	@$(BUILD)/wgcq solve puzzles/family.yaml -o $(BUILD)/family.db

# Empty: the page is not tested.
TEST_PAGE ?= yes

check: check-deps
	@$(MAKE) --no-print-directory $(PARALLEL) all units
	@$(MAKE) --no-print-directory $(BUILD)/wgcq-mpi
	@[ -z "$(TEST_PAGE)" ] || $(MAKE) --no-print-directory page browser-deps || echo 'the page is not tested: see above'
	@BUILD=$(BUILD) tests/run -j $$(($(JOBS) + 1)) # commands often wait

# The tests of units and commands, but for those that sweep over every point of failure.
check-fast: check-deps
	@$(MAKE) --no-print-directory $(PARALLEL) all units
	@BUILD=$(BUILD) tests/run -j $$(($(JOBS) + 1)) --fast

# The rest of the shelf: puzzles of millions of states, held to their published figures; and random
# puzzles, of which FIRST_SEED=N continues where another run ended and COUNT says how many, and
# SYMMETRIC how many of those that declare a symmetry.
FIRST_SEED ?=
COUNT      ?= 20000
SYMMETRIC  ?= 5000

# Of suites that try a part of their points and puzzles in `make check` the whole.
WHOLE_SUITES := broken/databases cli/long cli/solve cli/spill cli/verify fault/spill truth/answers truth/asked_moves \
  truth/both_ends truth/checked truth/chosen truth/classes truth/compare truth/edits truth/graphs truth/meaning \
  truth/memory truth/narrow truth/parameters truth/pareto truth/pictures truth/prolog truth/ranks truth/reduced truth/rerun \
  truth/robots truth/row_order truth/run truth/sets truth/shards truth/spilled truth/sweeps truth/threads truth/verified truth/wide \
  truth/writers unit/bfs_parallel unit/divide unit/inverse unit/memory unit/memory_threads unit/narrow_model \
  unit/program_model unit/ranks unit/sets_agree unit/state_set unit/stream unit/trace_faults unit/trace_resume

check-long: check-deps
	@$(MAKE) --no-print-directory all units
	@$(MAKE) --no-print-directory $(BUILD)/wgcq-mpi
	@BUILD=$(BUILD) WHOLE=whole SECONDS_MOST=7200 tests/run $(WHOLE_SUITES)
	@WHOLE=whole /usr/bin/python3 tests/truth/run.py --wgcq $(BUILD)/wgcq --large --only 'read apart'
	@/usr/bin/python3 tests/truth/cut_short.py --wgcq $(BUILD)/wgcq --quiet --count 300
	@/usr/bin/python3 tests/truth/matrix.py --wgcq $(BUILD)/wgcq --all --count 500
	@/usr/bin/python3 tests/truth/mute.py --wgcq $(BUILD)/wgcq --all
	@/usr/bin/python3 tests/truth/spin.py --wgcq $(BUILD)/wgcq --count 2000
	@$(MAKE) --no-print-directory check-random check-symmetric

check-random: check-deps
	@$(MAKE) --no-print-directory all
	@FIRST_SEED=$(FIRST_SEED) /usr/bin/python3 tests/truth/random_runs.py --wgcq $(BUILD)/wgcq --quiet --count $(COUNT)

check-symmetric: check-deps
	@$(MAKE) --no-print-directory all
	@FIRST_SEED=$(FIRST_SEED) /usr/bin/python3 tests/truth/reduced.py --wgcq $(BUILD)/wgcq --count $(SYMMETRIC)
	@FIRST_SEED=$(FIRST_SEED) /usr/bin/python3 tests/truth/compare.py --wgcq $(BUILD)/wgcq --count $$(($(SYMMETRIC) / 5))
	@FIRST_SEED=$(FIRST_SEED) /usr/bin/python3 tests/truth/one_sided.py --wgcq $(BUILD)/wgcq --count $$(($(SYMMETRIC) / 5))

# Kills, full disks, failing calls and signals at hundreds of points; `make check` has a few of them.
check-faults: check-deps
	@$(MAKE) --no-print-directory all units
	@$(MAKE) --no-print-directory $(BUILD)/wgcq-mpi
	@BUILD=$(BUILD) WHOLE=whole SECONDS_MOST=3600 tests/run fault/

SANITIZE := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
sanitize: # the page is that of the plain build
	PATIENCE=6 $(MAKE) BUILD=build/sanitize TEST_PAGE= CFLAGS='$(SANITIZE)' check

# What runs in threads, under TSan.
tsan: check-deps
	$(MAKE) BUILD=build/tsan CFLAGS='-O1 -g -fsanitize=thread' all \
	  $(addprefix build/tsan/tests/unit/test_,bfs_parallel writing_thread runs_at_once c_properties journey_threads lambdas)
	BUILD=build/tsan tests/run unit/bfs_parallel unit/writing_thread unit/runs_at_once unit/c_properties unit/journey_threads unit/lambdas truth/threads

# Any bytes for a puzzle, damaged files, sequences of public calls, journeys: under sanitizers, FUZZ_SECONDS each.
# What is found is left in build/fuzz.
FUZZ_SECONDS ?= 60
FUZZ_FLAGS := $(SANITIZE)
FUZZ_RUN   := -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=2048 -artifact_prefix=build/fuzz/ -print_final_stats=1
FUZZERS    := $(addprefix build/fuzz/fuzz_,puzzle file calls import journeys)
REPLAYS    := $(addprefix tests/fuzz/replay_,puzzle file calls import journeys)
FUZZ_HEADERS := $(wildcard tests/fuzz/*.h)
FUZZ_PUZZLES := puzzles tests/broken tests/broken/run

fuzz: fuzzers
	mkdir -p build/fuzz/corpus build/fuzz/files build/fuzz/calls build/fuzz/imports build/fuzz/journeys
	{ cat tests/fuzz/puzzle.dict; sed -nE 's/^[A-Z]+\(([a-z]+)[,)].*/"\1"/p' lib/puzzle/ast/functions.def; } \
	  > build/fuzz/puzzle.dict
	build/fuzz/fuzz_puzzle $(FUZZ_RUN) -timeout=20 -max_len=4096 -dict=build/fuzz/puzzle.dict \
	  build/fuzz/corpus $(FUZZ_PUZZLES)
	build/fuzz/fuzz_file $(FUZZ_RUN) -timeout=20 -max_len=2048 build/fuzz/files tests/fuzz/files
	build/fuzz/fuzz_calls $(FUZZ_RUN) -timeout=60 -max_len=512 build/fuzz/calls tests/fuzz/calls
	build/fuzz/fuzz_import $(FUZZ_RUN) -timeout=20 -max_len=4096 build/fuzz/imports tests/fuzz/imports
	build/fuzz/fuzz_journeys $(FUZZ_RUN) -timeout=60 -max_len=300 -len_control=0 build/fuzz/journeys tests/fuzz/journeys

# Each stored input once, without fuzzing, by the library of `make sanitize`: a few seconds.
fuzz-corpus:
	@$(MAKE) --no-print-directory $(PARALLEL) BUILD=build/sanitize CFLAGS='$(SANITIZE)' $(REPLAYS:%=build/sanitize/%)
	build/sanitize/tests/fuzz/replay_puzzle 4096 $(FUZZ_PUZZLES)
	build/sanitize/tests/fuzz/replay_file 1000000 tests/fuzz/files
	build/sanitize/tests/fuzz/replay_calls 1000000 tests/fuzz/calls
	build/sanitize/tests/fuzz/replay_import 1000000 tests/fuzz/imports
	build/sanitize/tests/fuzz/replay_journeys 1000000 tests/fuzz/journeys

$(REPLAYS:%=$(BUILD)/%): $(BUILD)/tests/fuzz/replay_%: tests/fuzz/fuzz_%.c tests/fuzz/replay.c $(FUZZ_HEADERS) $(BUILD)/libwgcq.a
	$(call report,FUZZ)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FLAGS) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.c,$^) $(BUILD)/libwgcq.a $(LIBS)

fuzzers:
	@$(MAKE) --no-print-directory BUILD=build/fuzz CC=clang CFLAGS='$(FUZZ_FLAGS) -fsanitize=fuzzer-no-link' $(FUZZERS)

build/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(FUZZ_HEADERS) $(BUILD)/libwgcq.a
	$(call report,FUZZ)
	$(Q)$(CC) $(FLAGS) $(FUZZ_FLAGS) -fsanitize=fuzzer -o $@ $< $(BUILD)/libwgcq.a $(LIBS)

bench: bench-deps all $(BUILD)/tests/bench/store $(BUILD)/tests/bench/expand
	@BUILD=$(BUILD) tests/bench/run
	@echo; tests/bench/threads --wgcq $(BUILD)/wgcq
	@echo; cd $(BUILD) && tests/bench/store
	@echo; $(BUILD)/tests/bench/expand puzzles/hanoi.yaml disks=13
	@for of in models journeys tabling essay lists fair; do echo; BUILD=$(BUILD) tests/bench/$$of/run; done

$(BUILD)/tests/bench/store $(BUILD)/tests/bench/expand: $(BUILD)/tests/bench/%: tests/bench/%.c $(BUILD)/libwgcq.a
	$(call report,BENCH)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FLAGS) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/libwgcq.a $(LIBS)

format:
	clang-format -i $$(git ls-files '*.[ch]' | grep -E '^(lib|cli|tests/unit)/')

# The page is built where node and npm are there; without it all else is installed.
install: all manuals
	@[ -e $(BUILD)/page.html ] || { command -v node && command -v npm && \
	  $(MAKE) --no-print-directory $(BUILD)/page.html; } >/dev/null || \
	  echo "without the page of wgcq page: 'make page' builds it, then 'make install' installs it"
	install -Dm755 $(BUILD)/wgcq       $(DESTDIR)$(PREFIX)/bin/wgcq
	install -Dm644 $(BUILD)/libwgcq.a  $(DESTDIR)$(PREFIX)/lib/libwgcq.a
	install -Dm755 $(BUILD)/$(SHARED)  $(DESTDIR)$(PREFIX)/lib/$(SHARED)
	ln -sf $(SHARED)                   $(DESTDIR)$(PREFIX)/lib/$(SONAME)
	ln -sf $(SONAME)                   $(DESTDIR)$(PREFIX)/lib/libwgcq.so
	install -Dm755 $(BUILD)/wgcq_sqlite.so $(DESTDIR)$(PREFIX)/lib/wgcq/wgcq_sqlite.so
	install -Dm644 $(BUILD)/wgcq.pc    $(DESTDIR)$(PREFIX)/lib/pkgconfig/wgcq.pc
	install -Dm644 $(BUILD)/wgcqConfig.cmake $(DESTDIR)$(PREFIX)/lib/cmake/wgcq/wgcqConfig.cmake
	install -Dm644 -t $(DESTDIR)$(PREFIX)/include lib/wgcq*.h lib/wgcq.hpp
	if [ -e $(BUILD)/wgcq-mpi ]; then install -Dm755 $(BUILD)/wgcq-mpi $(DESTDIR)$(PREFIX)/bin/wgcq-mpi; fi
	for page in page playground; do if [ -e $(BUILD)/$$page.html ]; then \
	  install -Dm644 $(BUILD)/$$page.html $(DESTDIR)$(PREFIX)/share/wgcq/$$page.html; fi; done
	install -Dm644 -t $(DESTDIR)$(PREFIX)/share/wgcq/puzzles puzzles/*.yaml
	install -Dm644 -t $(DESTDIR)$(PREFIX)/share/wgcq/schemas schemas/*.sql schemas/*.json
	install -Dm644 -t $(DESTDIR)$(PREFIX)/share/man/man1 $(MAN1) schemas/*.1
	install -Dm644 -t $(DESTDIR)$(PREFIX)/share/man/man3 schemas/*.3
	install -Dm644 -t $(DESTDIR)$(PREFIX)/share/man/man5 schemas/*.5 $(BUILD)/man/wgcq-db.5
	install -Dm644 -t $(DESTDIR)$(PREFIX)/share/man/man7 schemas/*.7
	install -Dm644 $(BUILD)/completion/wgcq $(DESTDIR)$(PREFIX)/share/bash-completion/completions/wgcq
	install -Dm644 $(BUILD)/completion/_wgcq $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_wgcq
	install -Dm644 $(BUILD)/completion/wgcq.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/wgcq.fish

# What install puts there, and its folders if they are empty then; bin, lib, include, share and share/man
# stay: a system has them in its /usr/local before anything is installed.
uninstall:
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,bin/wgcq bin/wgcq-mpi) \
	  $(addprefix $(DESTDIR)$(PREFIX)/include/,$(notdir $(wildcard lib/wgcq*.h)) wgcq.hpp) \
	  $(addprefix $(DESTDIR)$(PREFIX)/lib/,libwgcq.a $(SHARED) $(SONAME) libwgcq.so wgcq/wgcq_sqlite.so pkgconfig/wgcq.pc cmake/wgcq/wgcqConfig.cmake) \
	  $(addprefix $(DESTDIR)$(PREFIX)/share/wgcq/,page.html playground.html $(wildcard puzzles/*.yaml schemas/*.sql schemas/*.json)) \
	  $(addprefix $(DESTDIR)$(PREFIX)/share/man/man1/,$(notdir $(MAN1) $(wildcard schemas/*.1))) \
	  $(addprefix $(DESTDIR)$(PREFIX)/share/man/man3/,$(notdir $(wildcard schemas/*.3))) \
	  $(addprefix $(DESTDIR)$(PREFIX)/share/man/man5/,$(notdir $(wildcard schemas/*.5)) wgcq-db.5) \
	  $(addprefix $(DESTDIR)$(PREFIX)/share/man/man7/,$(notdir $(wildcard schemas/*.7))) \
	  $(addprefix $(DESTDIR)$(PREFIX)/share/,bash-completion/completions/wgcq zsh/site-functions/_wgcq \
	    fish/vendor_completions.d/wgcq.fish)
	-rmdir $(addprefix $(DESTDIR)$(PREFIX)/,share/wgcq/puzzles share/wgcq/schemas share/wgcq lib/wgcq lib/pkgconfig share/man/man1 \
	  share/man/man3 share/man/man5 share/man/man7 lib/cmake/wgcq lib/cmake share/bash-completion/completions share/bash-completion share/zsh/site-functions \
	  share/zsh share/fish/vendor_completions.d share/fish) 2>/dev/null || true

# The sources of the last commit, as one archive: the same bytes each time.
dist:
	@mkdir -p $(BUILD)
	git archive --prefix=wgcq-$(VERSION)/ -o $(BUILD)/wgcq-$(VERSION).tar HEAD || { rm -f $(BUILD)/wgcq-$(VERSION).tar; exit 1; }
	gzip -9nf $(BUILD)/wgcq-$(VERSION).tar

clean:
	rm -rf build

FORCE:

help:
	@echo 'make            build $(BUILD)/wgcq and the libraries'
	@echo 'make mpi        install Open MPI, build $(BUILD)/wgcq-mpi: one run by several processes or machines'
	@echo 'make demo       install what is missing, build, solve puzzles/family.yaml'
	@echo 'make page       build $(BUILD)/page.html, which "wgcq page" puts databases into (needs node and npm)'
	@echo 'make check      install what is missing, build, run all tests, JOBS=$(JOBS) and one at a time'
	@echo 'make check-fast the tests of units and commands alone: a minute or two'
	@echo 'make check-long all points and puzzles of which check tries a third, those that take longer, 300 that are cut short, and 25,000 random ones'
	@echo 'make check-random COUNT=20000 FIRST_SEED=   random puzzles alone'
	@echo 'make check-symmetric SYMMETRIC=5000 FIRST_SEED=   those that declare a symmetry'
	@echo 'make check-faults kills, full disks, I/O errors, signals at hundreds of points'
	@echo 'make sanitize   the same under ASan and UBSan'
	@echo 'make tsan       what runs in threads, under TSan'
	@echo 'make fuzz       random puzzles, damaged files, calls and journeys under sanitizers, FUZZ_SECONDS=60 each'
	@echo 'make fuzz-corpus the inputs that fuzzing has left in tests/fuzz, once each'
	@echo 'make bench      time it'
	@echo 'make install    PREFIX= DESTDIR='
	@echo 'make static     build $(BUILD)/wgcq-static, one file without shared libraries'
	@echo 'make dist       the sources of the last commit: $(BUILD)/wgcq-$(VERSION).tar.gz'
	@echo 'make uninstall  the same PREFIX= DESTDIR=: takes it away again'
	@echo 'make format     clang-format'
	@echo 'make clean'

.PHONY: all static dist mpi mpi-deps units page page-deps engine-deps node-deps browser-deps manuals check-fast check-long check-random check-symmetric tsan deps check-deps lint-deps bench-deps demo check check-faults sanitize fuzz fuzz-corpus fuzzers bench format install uninstall clean help FORCE
.DELETE_ON_ERROR:
-include $(LIB_O:.o=.d) $(CLI_O:.o=.d) $(MPI_O:.o=.d) $(LOAD_O:.o=.d) $(UNIT:=.d)
