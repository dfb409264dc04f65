# The two that everyone needs: `make demo` and `make test`. Both install the Debian packages that are missing.

PACKAGES = libsqlite3-dev libsodium-dev libexpat1-dev libncurses-dev zlib1g-dev libminizip-dev libpq-dev pkg-config
# For servers that the tests start for themselves.
TEST_PACKAGES = postgresql
# `make release STATIC=1` links everything statically: a program that needs nothing installed, and starts faster.
RELEASE = --configuration release --product profile $(if $(STATIC),-Xswiftc -static-executable,--static-swift-stdlib)
PREFIX ?= /usr/local
SHELL = /bin/bash

.PHONY: demo test torture lint docs release install install-files uninstall packages test-packages clean

demo: release
	@.build/release/profile demo

test: test-packages
	swift build --build-tests
	@# Stores of tests live in memory where they can: waiting for a disk is not what is tested.
	TMPDIR=$$(test -w /dev/shm && echo /dev/shm || echo /tmp) swift test --skip-build

# The long forms of the tests that make disks and servers fail, kill and cut the power.
torture: test-packages
	swift build --build-tests
	PROFILE_TORTURE=1 TMPDIR=$$(test -w /dev/shm && echo /dev/shm || echo /tmp) \
		swift test --skip-build --filter 'DurabilityTests|PostgresStoreTests'

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

release: packages
	swift build $(RELEASE)

# What is installed: the program, its manual pages, and what completes its command lines in three shells.
PROGRAM = .build/release/profile
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
