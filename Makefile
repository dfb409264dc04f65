# The main targets are `make demo` and `make test`. Both install missing Debian packages.

PACKAGES = libsqlite3-dev libsodium-dev libexpat1-dev libncurses-dev zlib1g-dev libminizip-dev libpq-dev pkg-config
# For the servers that tests start, the reader of the storage format in Python, the shells that completion scripts are for,
# the pager, and the checks of the manual pages.
TEST_PACKAGES = postgresql pgbouncer python3-nacl zsh fish less groff mandoc
# Options that make the program start fast. The C++ library and libgcc, which only Swift's runtime uses, SQLite and
# libsodium are linked statically: loading them and resolving their 1,800 symbols would take a third of the start. The
# program exports no symbols, and its folder isn't searched for libraries. The functions that run at the start are
# adjacent, on a third of the pages (`make order`). 50,000 relocations are packed into 9 KB. Types are accessed by calls,
# not by mangled names, which each process would have to parse. Generic functions are specialized across modules. Each
# function has a section of its own, without which the linker could neither move nor leave out a single one.
ARCHIVES = .build/archives
ARCHIVED = sqlite3 libsodium
FAST = -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic \
	-Xlinker --symbol-ordering-file=$(CURDIR)/Tests/Support/Counts/order.txt -Xlinker --no-warn-symbol-ordering \
	--disable-local-rpath --pkg-config-path $(CURDIR)/$(ARCHIVES) \
	-Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker -L$(CURDIR)/$(ARCHIVES) \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -Xfrontend -Xswiftc -prespecialize-generic-metadata -Xswiftc -cross-module-optimization \
	-Xswiftc -Xfrontend -Xswiftc -function-sections
DEFAULT = --configuration release --static-swift-stdlib $(FAST)
# `make release STATIC=1` links everything statically: the program then depends on nothing, and starts even faster.
STATIC_BUILD = .build/static$(if $(POSTGRES),-postgres)
STATICALLY = --configuration release --scratch-path $(STATIC_BUILD) -Xswiftc -static-executable $(FAST) \
	$(if $(POSTGRES),$(LINKED_PQ),--disable-default-traits)
# `make release STATIC=1 POSTGRES=1` links libpq too, for stores on a server. Without POSTGRES=1, a static program supports
# only files, since it can't load a library. libpq needs two static libraries that are extracted from a Debian package which
# would otherwise install a compiler. Kerberos and LDAP have no static libraries; refusals.c replaces their functions.
PQ = .build/libpq
PQ_VERSION = $(shell dpkg-query --show --showformat='$${Version}' libpq-dev 2>/dev/null | sed 's/[^0-9].*//')
LINKED_PQ = -Xcc -DPROFILE_LINKED_POSTGRES $(addprefix -Xlinker ,$(CURDIR)/$(PQ)/refusals.o -lpq \
	$(CURDIR)/$(PQ)/libpgcommon_shlib.a $(CURDIR)/$(PQ)/libpgport_shlib.a -lssl -lcrypto)
RELEASE = $(if $(STATIC),$(STATICALLY),$(DEFAULT)) --product profile
PROGRAM = $(if $(STATIC),$(STATIC_BUILD),.build)/release/profile
PREFIX ?= /usr/local
SHELL = /bin/bash

.PHONY: demo api test server torture soak fuzz mutants sanitize coverage bench bench-since bench-server counts order lint docs release libpq archives install install-files uninstall packages test-packages clean

demo: release
	@$(PROGRAM) demo

# `make test WARNINGS=error` treats warnings as errors. The tests run in three processes, since those that wait for other
# programs would leave a core idle. Failures are repeated at the end, after thousands of lines.
WARNED = $(if $(filter error,$(WARNINGS)),-Xswiftc -warnings-as-errors)
SCENARIOS = ^ScenarioTests\.
DRIVERS = ^(PostgresStoreTests|DurabilityTests|ReliabilityTests|StorageFormatTests)\.
TEST_LOG = .build/tests.log
# Tests keep their stores in memory if possible, since the speed of a disk is not what they test.
RUN_TESTS = $(MEMORY) swift test --skip-build --ignore-lock
test: test-packages
	swift build --build-tests $(WARNED)
	@$(RUN_TESTS) --filter '$(SCENARIOS)' >$(TEST_LOG).scenarios 2>&1 & scenarios=$$!; \
	$(RUN_TESTS) --filter '$(DRIVERS)' >$(TEST_LOG).drivers 2>&1 & drivers=$$!; \
	trap "kill $$scenarios $$drivers 2>/dev/null" EXIT; \
	$(RUN_TESTS) --skip '$(SCENARIOS)|$(DRIVERS)' 2>&1 | tee $(TEST_LOG); status=$${PIPESTATUS[0]}; \
	wait $$scenarios || status=$$?; wait $$drivers || status=$$?; \
	cat $(TEST_LOG).scenarios $(TEST_LOG).drivers | tee -a $(TEST_LOG); \
	[ $$status = 0 ] || grep -a -A 3 'recorded an issue\|Fatal error\|error:' $(TEST_LOG); exit $$status

# Runs the scenarios of the program with their stores on a server, except those that are about files.
server: test-packages
	swift build --build-tests
	PROFILE_SCENARIOS=server $(MEMORY) swift test --skip-build --filter ScenarioTests

# Runs the long forms of the reliability tests, and prints a table of the results. EXHAUSTIVE=1 takes an hour or more, in an
# optimized build: it flips every bit of a store, and runs 10,000 sequences of commands.
OPTIMIZED = --scratch-path .build/optimized -Xswiftc -O
FIGURES = .build/reliability.md
ROWS = DurabilityTests|ReliabilityTests|PostgresStoreTests|AppRandomTests|AttemptLimiterTests|LadderThroughGateTests|$\
	LadderScenarios|FullDiskScenarios|ManifestTests|SessionTests|JoinedSessionTests|SessionPlaceTests|UnsafeFileTests|$\
	UpgradeTests|NewerStoreTests|InstanceTests|GPXLimitTests|HarmlessOutputTests|StorageFormatTests
MEMORY = TMPDIR=$$(test -w /dev/shm && echo /dev/shm || echo /tmp)
torture: test-packages
	swift build --build-tests $(if $(EXHAUSTIVE),$(OPTIMIZED))
	@rm -f $(FIGURES)
	PROFILE_TORTURE=$(if $(EXHAUSTIVE),exhaustive,1) PROFILE_FIGURES=$(CURDIR)/$(FIGURES) $(MEMORY) \
		swift test --skip-build $(if $(EXHAUSTIVE),$(OPTIMIZED)) --filter '$(ROWS)'; status=$$?; \
	printf '| row | claim | figure | control |\n|---|---|---|---|\n'; sort -V $(FIGURES); exit $$status

# Repeats the short forms of the randomized reliability tests with different seeds for a given time:
# make soak SECONDS=3600. SEED=... repeats a seed that failed.
SECONDS ?= 600
RANDOMIZED = ReliabilityTests.*(ModelTests|RestoreDrillTests|FlippedBitTests|ManyProcessesTests)|PowerCutTests
soak: test-packages
	swift build --build-tests
	@begin=$$(date +%s) rounds=0; while [ $$(($$(date +%s) - begin)) -lt $(SECONDS) ]; do \
		seed=$(or $(SEED),$$(date +%s)); \
		PROFILE_SEED=$$seed $(MEMORY) swift test --skip-build --quiet --filter '$(RANDOMIZED)' || \
			{ echo "make soak SEED=$$seed SECONDS=1"; exit 1; }; \
		rounds=$$((rounds + 1)); \
	done; echo "$$rounds rounds in $$(($$(date +%s) - begin)) s"

# Runs libFuzzer with ASan on each parser of untrusted bytes, limited by a number of executions and a time.
RUNS ?= 1000000
FUZZ_SECONDS ?= 120
COVERED_BY_FUZZER = edge,indirect-calls,inline-8bit-counters,pc-table,trace-cmp
# An optimized debug build: a release build hides internal declarations that the fuzzed code uses.
FUZZED = --scratch-path .build/fuzz $(addprefix -Xswiftc ,-O -use-ld=lld -sanitize=fuzzer,address \
	-sanitize-coverage=$(COVERED_BY_FUZZER)) -Xlinker --gc-sections
fuzz: packages
	PROFILE_FUZZ=1 swift build $(FUZZED) --product Fuzzing
	Tests/Support/Fuzzing/fuzz.sh $(RUNS) $(FUZZ_SECONDS) $(PARSERS)

# Mutation testing: a single build contains all mutants, and tests must detect nearly all of them. A stopped run is
# continued; the time is limited by MUTANT_SECONDS: make mutants MUTANT_SECONDS=600.
MUTANTS ?= 280
MUTANT_SECONDS ?= 7200
mutants: test-packages
	nice Tests/Support/Mutants/mutants.py --most $(MUTANTS) --seconds $(MUTANT_SECONDS)

# Runs all tests under each sanitizer that Swift supports on Linux, after making sure that it reports a planted mistake.
# XCTest is disabled: there are no tests of it, and it leaks memory when it starts. The thread sanitizer doesn't notice
# that a Mutex is locked, because the standard library isn't instrumented, so accesses within the closures of withLock,
# which have such symbols, are suppressed. The leak sanitizer doesn't recognize Swift's pointers, some of which have bits of
# an enumeration in them, so leaks aren't looked for. How fast keys are isn't measured.
PLANTED = Tests/Support/Sanitizers/Planted.swift
sanitize: test-packages
	@mkdir -p .build && echo 'race:YTXEfU' > .build/mutex.txt
	@export TSAN_OPTIONS=suppressions=$(CURDIR)/.build/mutex.txt ASAN_OPTIONS=detect_leaks=0; for kind in address thread; do \
		swiftc -sanitize=$$kind $(PLANTED) -o .build/planted 2> .build/planted.log || { cat .build/planted.log; exit 1; }; \
		.build/planted $$kind 2>&1 | grep -a '^SUMMARY: ' || { echo "$(PLANTED): nothing reported" >&2; exit 1; }; \
		$(MEMORY) swift test --disable-xctest --scratch-path .build/$$kind --sanitize=$$kind --skip ManyHikesTests || exit 1; \
	done

# Reports the coverage of the modules that must be covered, by the tests and the programs that they run, with the
# toolchain's tools, and lists the functions that never ran. A program that is killed may leave a damaged profile, which is
# left out.
COVERED = SealedStore Sealing SQLiteKit SystemKit ProfileKit ProfileModel Interchange CommandParsing
COVERAGE = profilePackageTests.xctest -object profile -object StoreWriter -object FaultDriver \
	-instr-profile=codecov/all.profdata $(addprefix $(CURDIR)/Sources/,$(COVERED))
coverage: test-packages
	rm -rf .build/coverage/debug/codecov
	$(MEMORY) swift test --scratch-path .build/coverage --enable-code-coverage
	@tools=$$(dirname "$$(readlink -f "$$(command -v swift)")"); cd .build/coverage/debug; \
		find codecov -name '*.profraw' > codecov/profiles; \
		"$$tools/llvm-profdata" merge --failure-mode=all --sparse --input-files codecov/profiles -o codecov/all.profdata \
			2> codecov/damaged; \
		"$$tools/llvm-cov" report $(COVERAGE) && \
		"$$tools/llvm-cov" export -skip-expansions $(COVERAGE) | \
			$(CURDIR)/Tests/Support/Coverage/functions.py "$$tools" $(CURDIR) $(COVERED)

# Compares the program's figures with those of alternatives: those of gpg, pass, keepassxc-cli, jrnl, strace, gpsbabel and
# gpxpy (Debian's python3-gpxpy) that are installed. `make bench JSON=FILE` saves them.
BENCH = .build/release/Benchmarks --program .build/release/profile --static .build/static/release/profile
bench: packages archives
	swift build $(DEFAULT) --product profile
	swift build $(DEFAULT) --product Benchmarks
	swift build $(STATICALLY) --product profile
	$(BENCH) $(if $(JSON),--json $(JSON)) --plot .build/growth.svg

# Compares the library in one process with that of an earlier commit: make bench-since SINCE=COMMIT.
SINCE ?= 22ca82f
bench-since: packages
	Tests/Support/Since/since.sh $(SINCE) $(ROUNDS)

# Compares the cost of a store on a server with that of a C client that sends the same statements.
bench-server: test-packages
	swift build $(DEFAULT) --product ServerBench
	Tests/Support/ServerBench/bench.sh .build/release/ServerBench $(ROUNDS)

# Compares the number of instructions of the most frequent commands with the recorded ones; KEEP=1 records the current ones.
# Without valgrind, it prints a note and passes.
counts: release
	@$(MAKE) --no-print-directory packages PACKAGES=valgrind || true
	@KEEP=$(KEEP) Tests/Support/Counts/compare.sh .build/release/profile

# Updates the order in which the linker places functions, after changes of what runs at the start.
order: release
	@$(MAKE) --no-print-directory packages PACKAGES=valgrind
	Tests/Support/Counts/order.sh .build/release/profile

# Compares the public API of the libraries with the recorded one, to detect source-breaking changes. KEEP=1 records the
# current one.
api: packages
	swift build
	Tests/Support/API/compare.sh .build/debug/Modules

lint:
	swift format lint --strict --recursive Package.swift Sources Tests Data

# Makes the documentation of both libraries, as archives that a web server can serve, from the modules that are built for
# tests. A broken link is an error. Doc comments describe only parameters that need an explanation, so docc's check for all
# of them is disabled.
DOCS = .build/docs
GRAPH = swift symbolgraph-extract -I .build/debug/Modules $(addprefix -I ,$(dir $(wildcard Sources/C*/module.modulemap))) \
	-module-cache-path .build/debug/ModuleCache -target $$(uname -m)-unknown-linux-gnu -minimum-access-level public \
	-experimental-allowed-reexported-modules=ProfileModel,SealedStore,Sealing,SystemKit -skip-inherited-docs
docs: packages
	swift build --target ProfileKit $(WARNED)
	@for module in SealedStore ProfileKit; do \
		rm -rf $(DOCS)/$$module && mkdir -p $(DOCS)/$$module && \
		$(GRAPH) -module-name $$module -output-dir $(DOCS)/$$module && \
		docc convert Sources/$$module/$$module.docc --additional-symbol-graph-dir $(DOCS)/$$module \
			--fallback-bundle-identifier $$module --fallback-display-name $$module \
			--disable-parameters-and-returns-validation --warnings-as-errors \
			--output-path $(DOCS)/$$module.doccarchive || exit 1; \
		echo "$(DOCS)/$$module.doccarchive"; \
	done

release: packages archives $(if $(and $(STATIC),$(POSTGRES)),libpq)
	swift build $(RELEASE)

libpq: PACKAGES += libssl-dev
libpq: packages
	@mkdir -p $(PQ) && cd $(PQ) && apt-get download -qq postgresql-server-dev-$(PQ_VERSION) && \
		dpkg-deb -x postgresql-server-dev-*.deb unpacked && \
		cp unpacked/usr/lib/postgresql/*/lib/libpg{common,port}_shlib.a . && rm -rf unpacked *.deb
	cc -O2 -Wall -c Sources/CPostgres/refusals.c -o $(PQ)/refusals.o

# A folder that contains only static libraries, so that the linker doesn't prefer shared ones.
archives:
	@mkdir -p $(ARCHIVES) && tools=$$(dirname "$$(readlink -f "$$(command -v swiftc)")"); \
		ln -sf "$$("$$tools/clang" -print-file-name=libstdc++.a)" $(ARCHIVES)/; \
		for package in $(ARCHIVED); do \
			ln -sf "$$(pkg-config --variable=libdir $$package)/lib$${package#lib}.a" $(ARCHIVES)/; \
			sed 's|^libdir=.*|libdir=$(CURDIR)/$(ARCHIVES)|' \
				"$$(pkg-config --variable=pcfiledir $$package)/$$package.pc" > $(ARCHIVES)/$$package.pc; \
		done

# Installs the program, its manual pages, and completion scripts for three shells.
SHARE = $(DESTDIR)$(PREFIX)/share
MANUALS = profile profile-passcode profile-recovery profile-account profile-hike profile-badge
BASH_COMPLETION = $(SHARE)/bash-completion/completions/profile
ZSH_COMPLETION = $(SHARE)/zsh/site-functions/_profile
FISH_COMPLETION = $(SHARE)/fish/vendor_completions.d/profile.fish

install: release install-files

# Installs a program that has already been built.
install-files:
	install -D -s -m 0755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/profile
	@set -e; scratch=$$(mktemp -d); trap 'rm -rf "$$scratch"' EXIT; \
	for page in $(MANUALS); do \
		$(PROGRAM) __man $$page > $$scratch/page; \
		install -D -m 0644 $$scratch/page $(SHARE)/man/man1/$$page.1; \
	done; \
	for shell in bash:$(BASH_COMPLETION) zsh:$(ZSH_COMPLETION) fish:$(FISH_COMPLETION); do \
		$(PROGRAM) completions $${shell%%:*} > $$scratch/script; \
		install -D -m 0644 $$scratch/script $${shell#*:}; \
	done

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/profile $(addprefix $(SHARE)/man/man1/,$(addsuffix .1,$(MANUALS))) \
		$(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION)

# Asks dpkg first, so that root is needed only if something is missing.
test-packages: PACKAGES += $(TEST_PACKAGES)
packages test-packages:
	@missing=$$(dpkg-query --show --showformat='$${Package} $${Status}\n' $(PACKAGES) 2>/dev/null \
		| awk '/install ok installed/ { print $$1 }' \
		| sort | comm -13 - <(printf '%s\n' $(PACKAGES) | sort)); \
	if [ -n "$$missing" ]; then \
		sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
		$$sudo apt-get update -qq && $$sudo apt-get install -y -qq --no-install-recommends $$missing; \
	fi

clean:
	swift package clean
