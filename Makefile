# `make demo` builds the program and shows it, `make test` runs all tests, `make install` installs it; each installs the
# Debian packages that it needs. What contributors run less often is in Tests/targets.mk.

PACKAGES = libsqlite3-dev libsodium-dev libexpat1-dev libncurses-dev zlib1g-dev libminizip-dev \
	libturbojpeg0-dev libpng-dev libpq-dev pkg-config
# For the servers that tests start, the reader of the storage format in Python, the shells that completion scripts are for,
# the pager, and the checks of the manual pages.
TEST_PACKAGES = postgresql pgbouncer python3-nacl zsh fish less groff mandoc ncurses-term
# Options that make the program start fast. The C++ library and libgcc, which only Swift's runtime uses, SQLite and
# libsodium are linked statically: loading them and resolving their 1,800 symbols would take a third of the start. The
# program exports no symbols, and its folder isn't searched for libraries. The functions that run at the start are
# adjacent, on a third of the pages (`make order`). 50,000 relocations are packed into 9 KB. Types are accessed by calls,
# not by mangled names, which each process would have to parse. Generic functions are specialized across modules. Each
# function has a section of its own, without which the linker could neither move nor leave out a single one.
ARCHIVES = .build/archives
ARCHIVED = sqlite3 libsodium
FAST = -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic \
	-Xlinker --symbol-ordering-file=$(CURDIR)/Tests/Tools/Counts/order.txt -Xlinker --no-warn-symbol-ordering \
	--disable-local-rpath -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -Xfrontend -Xswiftc -prespecialize-generic-metadata -Xswiftc -cross-module-optimization \
	-Xswiftc -Xfrontend -Xswiftc -function-sections
ARCHIVED_LINK = --pkg-config-path $(CURDIR)/$(ARCHIVES) -Xlinker -L$(CURDIR)/$(ARCHIVES) \
	-Xswiftc -Xclang-linker -Xswiftc -static-libgcc
# The program has a build folder of its own, so that it can be built while the tests are.
PROGRAM_BUILD = .build/program
DEFAULT = --configuration release --scratch-path $(PROGRAM_BUILD) --static-swift-stdlib $(FAST) $(ARCHIVED_LINK)
# `make release STATIC=1` links everything statically: the program then depends on nothing, and starts even faster.
STATIC_BUILD = .build/static$(if $(POSTGRES),-postgres)
STATICALLY = --configuration release --scratch-path $(STATIC_BUILD) -Xswiftc -static-executable $(FAST) $(ARCHIVED_LINK) \
	$(if $(POSTGRES),$(LINKED_PQ),--disable-default-traits)
RELEASE = $(if $(STATIC),$(STATICALLY),$(DEFAULT)) --product profile
PROGRAM = $(if $(STATIC),$(STATIC_BUILD),$(PROGRAM_BUILD))/release/profile
PREFIX ?= /usr/local
SHELL = /bin/bash

.PHONY: demo test release install install-files uninstall lint clean packages test-packages archives

demo: release
	@$(PROGRAM) demo

# `make test WARNINGS=error` treats warnings as errors. Each module is compiled as a whole, once, without debugging
# information: that takes less than two thirds of the processor time, since no file is parsed again for its neighbours or
# for the module's interface.
TESTED = -Xswiftc -gnone -Xswiftc -wmo -Xswiftc -no-emit-module-separately-wmo -Xswiftc -num-threads -Xswiftc $$(nproc) \
	$(if $(filter error,$(WARNINGS)),-Xswiftc -warnings-as-errors)
# Tests keep their stores in memory if possible, since the speed of a disk is not what they test.
MEMORY = TMPDIR=$$(test -w /dev/shm && echo /dev/shm || echo /tmp)
test: test-packages
	swift build --build-tests $(TESTED)
	@$(MEMORY) Tests/Tools/run_tests.sh .build/tests.log

lint:
	swift format lint --strict --recursive Package.swift Sources Tests Data

release: packages archives $(if $(and $(STATIC),$(POSTGRES)),libpq)
	swift build $(RELEASE)

# A folder that contains only static libraries, so that the linker doesn't prefer shared ones.
archives:
	@mkdir -p $(ARCHIVES) && tools=$$(dirname "$$(readlink -f "$$(command -v swiftc)")"); \
		ln -sf "$$("$$tools/clang" -print-file-name=libstdc++.a)" $(ARCHIVES)/; \
		for package in $(ARCHIVED); do \
			ln -sf "$$(pkg-config --variable=libdir $$package)/lib$${package#lib}.a" $(ARCHIVES)/; \
			sed 's|^libdir=.*|libdir=$(CURDIR)/$(ARCHIVES)|' \
				"$$(pkg-config --variable=pcfiledir $$package)/$$package.pc" > $(ARCHIVES)/$$package.pc; \
		done

# Installs the program, its manual pages, completion scripts for three shells, and units.
SHARE = $(DESTDIR)$(PREFIX)/share
MANUALS = profile $(addprefix profile-,passcode recovery account hike place badge server)
BASH_COMPLETION = $(SHARE)/bash-completion/completions/profile
# Debian's zsh looks for those of packages elsewhere.
ZSH_FOLDER = site-functions
ZSH_COMPLETION = $(SHARE)/zsh/$(ZSH_FOLDER)/_profile
FISH_COMPLETION = $(SHARE)/fish/vendor_completions.d/profile.fish
# Units, which are off until they are enabled: for each user, and for the system.
USER_UNITS = $(addprefix $(SHARE)/systemd/user/,profile-remind.service profile-remind.timer profile-lock.service)
SYSTEM_UNITS = $(DESTDIR)$(PREFIX)/lib/systemd/system/profile-lock@.service

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
	done; \
	for unit in $(USER_UNITS) $(SYSTEM_UNITS); do \
		sed 's|@PROGRAM@|$(abspath $(PREFIX))/bin/profile|' Data/systemd/$${unit##*/} > $$scratch/unit; \
		install -D -m 0644 $$scratch/unit $$unit; \
	done

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/profile $(addprefix $(SHARE)/man/man1/,$(addsuffix .1,$(MANUALS))) \
		$(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION) $(USER_UNITS) $(SYSTEM_UNITS)

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

include Tests/targets.mk Tests/Tools/Packaging/targets.mk
