# What a contributor runs before a release, or after a change to what it is about. The Makefile includes this file.

.PHONY: api server torture soak fuzz mutants sanitize coverage bench bench-since bench-server counts order docs outside libpq

# Runs the scenarios of the program with their stores on a server, except those that are about files.
server: test-packages
	swift build --build-tests $(TESTED)
	PROFILE_SCENARIOS=server $(MEMORY) swift test --skip-build --filter ScenarioTests

# Runs the long forms of the reliability tests, and prints a table of the results. EXHAUSTIVE=1 takes an hour or more, in an
# optimized build: it flips every bit of a store, and runs 10,000 sequences of commands.
OPTIMIZED = --scratch-path .build/optimized -Xswiftc -O
FIGURES = .build/reliability.md
ROWS = DurabilityTests|ReliabilityTests|PostgresStoreTests|AppRandomTests|AttemptLimiterTests|LadderThroughGateTests|$\
	LadderScenarios|FullDiskScenarios|ManifestTests|SessionTests|JoinedSessionTests|SessionStorageTests|UnsafeFileTests|$\
	UpgradeTests|NewerStoreTests|InstanceTests|CopiedGateTests|DamagedRecoveryTests|RollbackTests|GPXLimitTests|$\
	HarmlessOutputTests|StorageFormatTests
torture: test-packages
	swift build --build-tests $(if $(EXHAUSTIVE),$(OPTIMIZED),$(TESTED))
	@rm -f $(FIGURES)
	PROFILE_TORTURE=$(if $(EXHAUSTIVE),exhaustive,1) PROFILE_FIGURES=$(CURDIR)/$(FIGURES) $(MEMORY) \
		swift test --skip-build $(if $(EXHAUSTIVE),$(OPTIMIZED)) --filter '$(ROWS)'; status=$$?; \
	printf '| row | claim | figure | control |\n|---|---|---|---|\n'; sort -V $(FIGURES); exit $$status

# Repeats the short forms of the randomized reliability tests with different seeds for a given time:
# make soak SECONDS=3600. SEED=... repeats a seed that failed.
SECONDS ?= 600
RANDOMIZED = ReliabilityTests.*(ModelTests|RestoreDrillTests|FlippedBitTests|ManyProcessesTests)|PowerCutTests
soak: test-packages
	swift build --build-tests $(TESTED)
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
	Tests/Tools/Fuzzing/fuzz.sh $(RUNS) $(FUZZ_SECONDS) $(PARSERS)

# Mutation testing: a single build contains all mutants, and tests must detect nearly all of them. A stopped run is
# continued; the time is limited by MUTANT_SECONDS: make mutants MUTANT_SECONDS=600.
MUTANTS ?= 280
MUTANT_SECONDS ?= 7200
mutants: test-packages
	nice Tests/Tools/Mutants/mutants.py --most $(MUTANTS) --seconds $(MUTANT_SECONDS)

# Runs all tests under each sanitizer that Swift supports on Linux, after making sure that it reports a planted mistake.
# XCTest is disabled: there are no tests of it, and it leaks memory when it starts. The thread sanitizer doesn't notice
# that a Mutex is locked, because the standard library isn't instrumented, so accesses within the closures of withLock,
# which have such symbols, are suppressed, and so are those of connections that a pool hands over by them. The leak
# sanitizer doesn't recognize Swift's pointers, some of which have bits of an enumeration in them, so leaks aren't looked
# for. How fast keys are isn't measured.
PLANTED = Tests/Tools/Sanitizers/Planted.swift
sanitize: test-packages
	@mkdir -p .build && printf 'race:%s\n' YTXEfU takeIdle > .build/mutex.txt
	@export TSAN_OPTIONS=suppressions=$(CURDIR)/.build/mutex.txt ASAN_OPTIONS=detect_leaks=0; for kind in address thread; do \
		swiftc -sanitize=$$kind $(PLANTED) -o .build/planted 2> .build/planted.log || { cat .build/planted.log; exit 1; }; \
		.build/planted $$kind 2>&1 | grep -a '^SUMMARY: ' || { echo "$(PLANTED): nothing reported" >&2; exit 1; }; \
		$(MEMORY) swift test --disable-xctest --scratch-path .build/$$kind --sanitize=$$kind --skip ManyHikesTests || exit 1; \
	done

# Reports the coverage of the modules that must be covered, by the tests and the programs that they run, with the
# toolchain's tools, and lists the functions that never ran. A program that is killed may leave a damaged profile, which is
# left out.
COVERED = SealedStore Sealing SQLiteKit SystemKit ProfileKit ProfileModel Interchange CommandParsing
COVERAGE = profilePackageTests.xctest -object profile -object StoreDriver \
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
			$(CURDIR)/Tests/Tools/Coverage/functions.py "$$tools" $(CURDIR) $(COVERED)

# Compares the program's figures with those of alternatives: those of gpg, pass, keepassxc-cli, jrnl, strace, gpsbabel and
# gpxpy (Debian's python3-gpxpy) that are installed. `make bench JSON=FILE` saves them.
BENCH = $(PROGRAM_BUILD)/release/Benchmarks --program $(PROGRAM_BUILD)/release/profile --static $(STATIC_BUILD)/release/profile
bench: packages archives
	swift build $(DEFAULT) --product profile
	swift build $(DEFAULT) --product Benchmarks
	swift build $(STATICALLY) --product profile
	$(BENCH) $(if $(JSON),--json $(JSON)) --plot .build/growth.svg

# Compares the library in one process with that of an earlier commit: make bench-since SINCE=COMMIT.
SINCE ?= 22ca82f
bench-since: packages
	Tests/Tools/Since/since.sh $(SINCE) $(ROUNDS)

# Compares the cost of a store on a server with that of a C client that sends the same statements.
bench-server: test-packages
	swift build $(DEFAULT) --product Benchmarks
	Tests/Tools/Server/bench.sh $(PROGRAM_BUILD)/release/Benchmarks $(ROUNDS)

# Compares the number of instructions of the most frequent commands with the recorded ones; KEEP=1 records the current ones.
# Without valgrind, it prints a note and passes.
counts: release
	@$(MAKE) --no-print-directory packages PACKAGES=valgrind || true
	@KEEP=$(KEEP) Tests/Tools/Counts/compare.sh $(PROGRAM)

# Updates the order in which the linker places functions, after changes of what runs at the start.
order: release
	@$(MAKE) --no-print-directory packages PACKAGES=valgrind
	Tests/Tools/Counts/order.sh $(PROGRAM)

# Compares the public API of the libraries with the recorded one, to detect source-breaking changes. KEEP=1 records the
# current one.
api: packages
	swift build $(TESTED)
	Tests/Tools/API/compare.sh .build/debug/Modules

# Makes the documentation of the libraries, as archives that a web server can serve, from the modules that are built for
# tests. A broken link is an error, and so is a public symbol that doesn't say what it throws. Doc comments describe only
# parameters that need an explanation, so docc's check for all of them is disabled.
DOCS = .build/docs
GRAPH = swift symbolgraph-extract -I .build/debug/Modules $(addprefix -I ,$(dir $(wildcard Sources/C*/module.modulemap))) \
	-module-cache-path .build/debug/ModuleCache -target $$(uname -m)-unknown-linux-gnu -minimum-access-level public \
	-experimental-allowed-reexported-modules=ProfileModel,SealedStore,Sealing,SystemKit -skip-inherited-docs
docs: packages
	swift build --target Interchange $(TESTED)
	@for module in SealedStore ProfileKit Interchange; do \
		rm -rf $(DOCS)/$$module && mkdir -p $(DOCS)/$$module && \
		$(GRAPH) -module-name $$module -output-dir $(DOCS)/$$module && \
		docc convert Sources/$$module/$$module.docc --additional-symbol-graph-dir $(DOCS)/$$module \
			--fallback-bundle-identifier $$module --fallback-display-name $$module \
			--disable-parameters-and-returns-validation --warnings-as-errors \
			--output-path $(DOCS)/$$module.doccarchive || exit 1; \
		echo "$(DOCS)/$$module.doccarchive"; \
	done
	@Tests/Tools/API/throwing.py $(addprefix $(DOCS)/,SealedStore ProfileKit Interchange)

# Follows the page *Getting started* in a package of its own, and runs the snippets that other pages quote there.
outside: packages
	Tests/Tools/API/outside.sh .build/outside

# `make release STATIC=1 POSTGRES=1` links libpq too, for stores on a server. Without POSTGRES=1, a static program supports
# only files, since it can't load a library. libpq needs two static libraries that are extracted from a Debian package which
# would otherwise install a compiler. Kerberos and LDAP have no static libraries; refusals.c replaces their functions.
PQ = .build/libpq
PQ_VERSION = $(shell dpkg-query --show --showformat='$${Version}' libpq-dev 2>/dev/null | sed 's/[^0-9].*//')
LINKED_PQ = -Xcc -DPROFILE_LINKED_POSTGRES $(addprefix -Xlinker ,$(CURDIR)/$(PQ)/refusals.o -lpq \
	$(CURDIR)/$(PQ)/libpgcommon_shlib.a $(CURDIR)/$(PQ)/libpgport_shlib.a -lssl -lcrypto)
libpq: PACKAGES += libssl-dev
libpq: packages
	@mkdir -p $(PQ) && cd $(PQ) && apt-get download -qq postgresql-server-dev-$(PQ_VERSION) && \
		dpkg-deb -x postgresql-server-dev-*.deb unpacked && \
		cp unpacked/usr/lib/postgresql/*/lib/libpg{common,port}_shlib.a . && rm -rf unpacked *.deb
	cc -O2 -Wall -c Sources/CPostgres/refusals.c -o $(PQ)/refusals.o
