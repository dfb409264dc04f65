# The two that everyone needs: `make demo` and `make test`. Both install the Debian packages that are missing.

PACKAGES = libsqlite3-dev libsodium-dev libexpat1-dev libncurses-dev zlib1g-dev libminizip-dev libpq-dev pkg-config
# For servers that the tests start for themselves.
TEST_PACKAGES = postgresql
# What makes a program start fast. The C++ library and libgcc, which only Swift's runtime uses, SQLite and libsodium are
# linked as archives: to load them and look up their 1,800 symbols takes a third of a start. The program's own symbols are
# told to nobody, and its folder isn't searched for libraries. The functions that a start runs lie next to each other, on a
# third of the pages (`make order`). 50,000 addresses to relocate are packed into 9 KB. Types are
# looked up by calls and not by their mangled names, which would be parsed and checked anew in each process.
ARCHIVES = .build/archives
ARCHIVED = sqlite3 libsodium
FAST = -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic \
	-Xlinker --symbol-ordering-file=$(CURDIR)/Tests/Support/Counts/order.txt -Xlinker --no-warn-symbol-ordering \
	--disable-local-rpath --pkg-config-path $(CURDIR)/$(ARCHIVES) \
	-Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker -L$(CURDIR)/$(ARCHIVES) \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -Xfrontend -Xswiftc -prespecialize-generic-metadata
DEFAULT = --configuration release --static-swift-stdlib $(FAST)
# `make release STATIC=1` links everything statically: a program that needs nothing installed, and starts faster still.
STATIC_BUILD = .build/static$(if $(POSTGRES),-postgres)
STATICALLY = --configuration release --scratch-path $(STATIC_BUILD) -Xswiftc -static-executable $(FAST) \
	$(if $(POSTGRES),$(LINKED_PQ),--disable-default-traits)
# `make release STATIC=1 POSTGRES=1` links libpq too, for stores on a server. Without POSTGRES=1 a static program keeps
# files only: it can load no library. libpq needs two archives that Debian has in a package which wants a whole compiler,
# so they are taken out of it; and of Kerberos and LDAP there are no archives, so refusals.c stands for them.
PQ = .build/libpq
PQ_VERSION = $(shell dpkg-query --show --showformat='$${Version}' libpq-dev 2>/dev/null | sed 's/[^0-9].*//')
LINKED_PQ = -Xcc -DPROFILE_LINKED_POSTGRES $(addprefix -Xlinker ,$(CURDIR)/$(PQ)/refusals.o -lpq \
	$(CURDIR)/$(PQ)/libpgcommon_shlib.a $(CURDIR)/$(PQ)/libpgport_shlib.a -lssl -lcrypto)
RELEASE = $(if $(STATIC),$(STATICALLY),$(DEFAULT)) --product profile
PROGRAM = $(if $(STATIC),$(STATIC_BUILD),.build)/release/profile
PREFIX ?= /usr/local
SHELL = /bin/bash

.PHONY: demo api test server torture soak fuzz mutants sanitize coverage bench bench-server counts order lint docs release libpq archives install install-files uninstall packages test-packages clean

demo: release
	@$(PROGRAM) demo

# `make test WARNINGS=error` takes a warning for an error, too.
test: test-packages
	swift build --build-tests $(if $(filter error,$(WARNINGS)),-Xswiftc -warnings-as-errors)
	@# Stores of tests live in memory where they can: waiting for a disk is not what is tested.
	TMPDIR=$$(test -w /dev/shm && echo /dev/shm || echo /tmp) swift test --skip-build

# The scenarios of the program once more, with their stores on a server: all but those that are about files.
server: test-packages
	swift build --build-tests
	PROFILE_SCENARIOS=server $(MEMORY) swift test --skip-build --filter ScenarioTests

# The rows of the reliability programme in their long forms, and then what each row reached, as a table.
FIGURES = .build/reliability.md
MEMORY = TMPDIR=$$(test -w /dev/shm && echo /dev/shm || echo /tmp)
torture: test-packages
	swift build --build-tests
	@rm -f $(FIGURES)
	PROFILE_TORTURE=1 PROFILE_FIGURES=$(CURDIR)/$(FIGURES) $(MEMORY) \
		swift test --skip-build --filter 'DurabilityTests|ReliabilityTests|PostgresStoreTests|AppRandomTests'; status=$$?; \
	printf '| row | claim | figure | control |\n|---|---|---|---|\n'; sort -V $(FIGURES); exit $$status

# The rows that draw lots, in their short forms, again and again with other seeds, for as long as is said:
# make soak SECONDS=3600. A seed that failed is tried again by SEED=...
SECONDS ?= 600
DRAWING = ReliabilityTests.*(ModelTests|RestoreDrillTests|FlippedBitTests|ManyProcessesTests)|PowerCutTests
soak: test-packages
	swift build --build-tests
	@begin=$$(date +%s) rounds=0; while [ $$(($$(date +%s) - begin)) -lt $(SECONDS) ]; do \
		seed=$(or $(SEED),$$(date +%s)); \
		PROFILE_SEED=$$seed $(MEMORY) swift test --skip-build --quiet --filter '$(DRAWING)' || \
			{ echo "make soak SEED=$$seed SECONDS=1"; exit 1; }; \
		rounds=$$((rounds + 1)); \
	done; echo "$$rounds rounds in $$(($$(date +%s) - begin)) s"

# libFuzzer with ASan at each parser of bytes that others wrote: so many executions, or until a time is over.
RUNS ?= 1000000
FUZZ_SECONDS ?= 120
COVERED_BY_FUZZER = edge,indirect-calls,inline-8bit-counters,pc-table,trace-cmp
# Optimized as a debug build: a release build hides what the parsers' tests may see.
FUZZED = --scratch-path .build/fuzz $(addprefix -Xswiftc ,-O -use-ld=lld -sanitize=fuzzer,address \
	-sanitize-coverage=$(COVERED_BY_FUZZER)) -Xlinker --gc-sections
fuzz: packages
	PROFILE_FUZZ=1 swift build $(FUZZED) --product Fuzzing
	Tests/Support/Fuzzing/fuzz.sh $(RUNS) $(FUZZ_SECONDS) $(PARSERS)

# Changes of one place each, in one build, of which a test has to notice nearly all. It goes on where it was stopped, for at
# most as long as is said: make mutants MUTANT_SECONDS=600.
MUTANTS ?= 280
MUTANT_SECONDS ?= 7200
mutants: test-packages
	nice Tests/Support/Mutants/mutants.py --most $(MUTANTS) --seconds $(MUTANT_SECONDS)

# The whole suite under each of the sanitizers that Swift has here. XCTest, of which there are no tests, loses memory of its
# own before they begin.
sanitize: test-packages
	for kind in address thread; do \
		$(MEMORY) swift test --disable-xctest --scratch-path .build/$$kind --sanitize=$$kind || exit 1; \
	done

# Lines and functions that the tests reach, of what has to be reached: by the toolchain's own reader of its format.
COVERED = SealedStore Sealing SQLiteKit SystemKit ProfileKit ProfileModel Interchange CommandParsing
coverage: test-packages
	$(MEMORY) swift test --scratch-path .build/coverage --enable-code-coverage
	@tools=$$(dirname "$$(readlink -f "$$(command -v swift)")"); folder=.build/coverage/debug; \
	"$$tools/llvm-cov" report $$folder/profilePackageTests.xctest \
		-instr-profile=$$folder/codecov/default.profdata $(addprefix Sources/,$(COVERED))

# Our figures beside those of what people would use instead: `make bench`, or `make bench JSON=FILE` to keep them.
BENCH = .build/release/Benchmarks --program .build/release/profile --static .build/static/release/profile
bench: packages archives
	swift build $(DEFAULT) --product profile
	swift build $(DEFAULT) --product Benchmarks
	swift build $(STATICALLY) --product profile
	$(BENCH) $(if $(JSON),--json $(JSON)) --plot .build/growth.svg

# What a store on a server costs, beside a client in C that sends the same statements.
bench-server: test-packages
	swift build $(DEFAULT) --product ServerBench
	Tests/Support/ServerBench/bench.sh .build/release/ServerBench $(ROUNDS)

# How many instructions the commands take that run most often, against what is kept; KEEP=1 keeps those of now. Where there
# is no valgrind and none can be installed, it says so and passes.
counts: release
	@$(MAKE) --no-print-directory packages PACKAGES=valgrind || true
	@KEEP=$(KEEP) Tests/Support/Counts/compare.sh .build/release/profile

# Lists anew which functions the linker puts next to each other, after changes of what a start runs.
order: release
	@$(MAKE) --no-print-directory packages PACKAGES=valgrind
	Tests/Support/Counts/order.sh .build/release/profile

# The library's public API against the one that is kept: what was removed or changed would break others' programs. KEEP=1
# keeps that of now.
api: packages
	swift build
	Tests/Support/API/compare.sh .build/debug/Modules

lint:
	swift format lint --strict --recursive Package.swift Sources Tests Data

# The documentation of both libraries, as archives that a web server can serve. A link that leads nowhere is an error.
# Comments name the parameters that don't explain themselves, so docc is not asked to want them all.
DOCS = .build/docs
GRAPHS = -emit-symbol-graph -emit-symbol-graph-dir $(CURDIR)/$(DOCS)/symbols -symbol-graph-minimum-access-level public
docs: packages
	mkdir -p $(DOCS)/symbols
	swift build --target ProfileKit --scratch-path $(DOCS) $(addprefix -Xswiftc ,$(GRAPHS))
	@for module in SealedStore ProfileKit; do \
		rm -rf $(DOCS)/$$module && mkdir -p $(DOCS)/$$module && \
		cp $(DOCS)/symbols/$$module.symbols.json $(DOCS)/symbols/$$module@*.symbols.json $(DOCS)/$$module/ && \
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

# A folder that has nothing but archives, so that the linker finds no shared library before them.
archives:
	@mkdir -p $(ARCHIVES) && tools=$$(dirname "$$(readlink -f "$$(command -v swiftc)")"); \
		ln -sf "$$("$$tools/clang" -print-file-name=libstdc++.a)" $(ARCHIVES)/; \
		for package in $(ARCHIVED); do \
			ln -sf "$$(pkg-config --variable=libdir $$package)/lib$${package#lib}.a" $(ARCHIVES)/; \
			sed 's|^libdir=.*|libdir=$(CURDIR)/$(ARCHIVES)|' \
				"$$(pkg-config --variable=pcfiledir $$package)/$$package.pc" > $(ARCHIVES)/$$package.pc; \
		done

# What is installed: the program, its manual pages, and what completes its command lines in three shells.
SHARE = $(DESTDIR)$(PREFIX)/share
MANUALS = profile profile-passcode profile-recovery profile-account profile-hike profile-badge
BASH_COMPLETION = $(SHARE)/bash-completion/completions/profile
ZSH_COMPLETION = $(SHARE)/zsh/site-functions/_profile
FISH_COMPLETION = $(SHARE)/fish/vendor_completions.d/profile.fish

install: release install-files

# From a program that is built already.
install-files:
	install -D -m 0755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/profile
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

# Asks dpkg first, so that nothing needs root where all is there.
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
