# engine.mk - the program as WebAssembly, for the page that solves puzzles; included by the Makefile.
#
# Debian's emscripten compiles the library, the program and, from their sources, what they are linked with.  Warnings are
# those of the native build.  Limbs of GMP have 64 bits in every object (gmp.h).

ENGINE        := $(BUILD)/engine
ENGINE_NEEDS  := emscripten binaryen tcl xz-utils bzip2 ca-certificates gcc libc6-dev
ENGINE_FETCH  := cli/page/engine/fetch_sources.sh cli/page/engine/sources.sha256
ENGINE_FROM   := $(ENGINE)/sources
# Where Debian's node looks for modules, and others do not.
EMCC          := NODE_PATH=/usr/share/nodejs emcc
# longjmp by WebAssembly's own exceptions: no JavaScript stands between frames, so that a run can be suspended (program.ts).
ENGINE_CFLAGS := -O3 -msimd128 -sSUPPORT_LONGJMP=wasm
ENGINE_FLAGS  := -w -std=c11 -D_GNU_SOURCE -DWGCQ_VERSION='"$(VERSION)"' -DUTF8PROC_STATIC \
                 -Icli/page/engine -Ilib -Icli -I$(BUILD)/cli -I$(ENGINE_FROM)/gmp/mini-gmp -I$(ENGINE)/sqlite3 \
                 -I$(ENGINE_FROM)/libyaml/include -I$(ENGINE_FROM)/utf8proc -I$(ENGINE_FROM)/zlib -iwithsysroot/include/compat \
                 -DMINI_GMP_LIMB_TYPE='long long' -DSQLITE_THREADSAFE=0 -DSQLITE_ENABLE_DBSTAT_VTAB \
                 -DWGCQ_SCHEMA='"puzzle.schema.json"' -DYAML_VERSION_STRING='"0.2.5"' \
                 -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5
# The compiler behind emcc with what emcc tells it, asked for once: emcc itself takes four times as long for a small file.
ENGINE_CC      = $(eval ENGINE_CC := clang-14 $(shell $(EMCC) $(ENGINE_CFLAGS) --cflags))$(ENGINE_CC)
# Linked without optimization, which would rename what is imported and exported; wasm-opt optimizes afterwards.
# Memory grows to what an address of 32 bits names.  A command is one instance, so that nothing is left of the one before.
ENGINE_LINK   := -sMODULARIZE -sEXPORT_NAME=wgcqEngine -sENVIRONMENT=worker,node -sINVOKE_RUN=0 -sEXIT_RUNTIME=1 \
                 -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sFORCE_FILESYSTEM -sDYNAMIC_EXECUTION=0 -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0 \
                 -sEXPORTED_FUNCTIONS=_main,_malloc,_raise,_umask -sEXPORTED_RUNTIME_METHODS=FS,ENV \
                 --js-library cli/page/engine/no_processes.js

# A file in memory doubles up to that size, then grows by an eighth: from 1 MB on a database of 20 MB is copied nine times, which
# takes a third of solving the eight-puzzle (tests/page/measure_engine.mjs).
ENGINE_GROWTH := CAPACITY_DOUBLING_MAX = 1024 \* 1024

ENGINE_O := $(patsubst %.c,$(ENGINE)/%.o,$(LIB_C) $(CLI_C)) $(ENGINE)/schemas/trace_sql.o $(ENGINE)/schemas/journey_sql.o $(ENGINE)/sqlite3/sqlite3.o \
            $(addprefix $(ENGINE_FROM)/,gmp/mini-gmp/mini-gmp.o utf8proc/utf8proc.o \
              $(addprefix libyaml/src/,api.o dumper.o emitter.o loader.o parser.o reader.o scanner.o writer.o) \
              $(addprefix zlib/,adler32.o crc32.o deflate.o trees.o zutil.o compress.o))

engine-deps:
	$(call install_missing,$(ENGINE_NEEDS))

$(ENGINE)/wgcq.js: $(ENGINE_O) cli/page/engine/no_processes.js
	$(call report,LINK)
	$(Q)$(EMCC) $(filter-out -O%,$(ENGINE_CFLAGS)) -O1 $(ENGINE_LINK) -o $@ $(ENGINE_O)
	@grep -q '$(ENGINE_GROWTH)' $@ || { echo 'engine.mk: files in memory grow in another way than emscripten 3.1 has them' >&2; exit 1; }
	@sed -i 's/$(ENGINE_GROWTH)/CAPACITY_DOUBLING_MAX = 1 << 28/' $@
	$(Q)wasm-opt -O3 --strip-debug --strip-producers --enable-simd --enable-exception-handling --enable-sign-ext --enable-mutable-globals \
	  --enable-bulk-memory --enable-nontrapping-float-to-int -o $(@:.js=.wasm) $(@:.js=.wasm)

$(ENGINE_FROM)/.fetched: $(ENGINE_FETCH)
	$(call report,FETCH)
	@rm -rf $(ENGINE_FROM)
	$(Q)cli/page/engine/fetch_sources.sh $(ENGINE_FROM)
	@touch $@

# SQLite in one file, made by its own scripts.
$(ENGINE)/sqlite3/sqlite3.c: $(ENGINE_FROM)/.fetched
	$(call report,MAKE)
	@rm -rf $(@D) && mkdir -p $(@D)
	$(Q)cd $(@D) && sh ../sources/sqlite3/configure >configure.log 2>&1 && \
	  $(MAKE) -s CFLAGS=-O0 sqlite3.c sqlite3.h >make.log 2>&1 || { tail -n 20 configure.log make.log >&2; exit 1; }

$(ENGINE_O): $(ENGINE_FROM)/.fetched $(ENGINE)/sqlite3/sqlite3.c cli/page/engine/engine.mk
$(TEXT_O:%=$(ENGINE)/%): $(TEXT_LINES) $(HELP_LINES)

define compile_engine
	$(call report,EMCC)
	@mkdir -p $(@D)
	$(Q)$(ENGINE_CC) $(ENGINE_FLAGS) -MMD -MP -c -o $@ $(1)
endef

$(ENGINE)/schemas/%_sql.o: $(BUILD)/schemas/%_sql.c
	$(call compile_engine,$<)
$(ENGINE)/%.o: %.c
	$(call compile_engine,$<)
$(ENGINE)/sqlite3/sqlite3.o $(filter $(ENGINE_FROM)/%,$(ENGINE_O)): $(ENGINE_FROM)/.fetched
	$(call compile_engine,$(@:.o=.c))

# What is inside, in its own words.
$(ENGINE)/licences.txt: $(ENGINE_FROM)/.fetched cli/page/engine/engine.mk
	$(call report,GEN)
	@{ echo 'The engine is wgcq itself, compiled by Emscripten (MIT and NCSA), with SQLite (public domain), libyaml,'; \
	  echo 'utf8proc, zlib, and mini-gmp of GMP (LGPL 3 or later, or GPL 2 or later: its sources are in every copy of GMP).'; \
	  for about in libyaml/License utf8proc/LICENSE.md gmp/COPYING.LESSERv3; do \
	    printf '\n%s\n\n' '------------------------------------------------------------------------'; \
	    echo "$$about"; echo; cat $(ENGINE_FROM)/$$about; done; \
	  printf '\n%s\n\nzlib\n\n' '------------------------------------------------------------------------'; \
	  sed -n '/^Copyright notice/,$$p' $(ENGINE_FROM)/zlib/README; } >$@

-include $(ENGINE_O:.o=.d)
