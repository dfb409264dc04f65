# What a release consists of, and the proof that it can be built again. The Makefile includes this file; the page
# *Releases* explains it.

.PHONY: dist reproduce try-dist shared-libraries

# The version is in one place, from which a tag must not differ.
VERSION = $(shell sed -n 's/.*version = "\(.*\)"/\1/p' Sources/ProfileCommands/Program/Version.swift)
DIST = .build/dist
PACKAGING = Tests/Tools/Packaging

# What makes two builds equal, in whatever folder: without debugging information, which isn't installed; paths of sources
# begin here; no digests for incremental builds, which cover paths.
RELEASED = --product profile -Xswiftc -gnone -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
	-Xlinker --print-archive-stats=$(CURDIR)/.build/$(1)-archives.txt
# The program of the package for Debian loads all libraries from the system, which updates them; only Swift's runtime is in
# it. A folder that is searched first has each library that a module map links statically, under that name, as a link to the
# shared one.
SHARED_BUILD = .build/shared
SHARED_LIBRARIES = .build/shared-libraries
SHARED = --configuration release --scratch-path $(SHARED_BUILD) --static-swift-stdlib $(FAST) \
	--pkg-config-path $(CURDIR)/$(SHARED_LIBRARIES) -Xlinker -L$(CURDIR)/$(SHARED_LIBRARIES)

# Builds both programs, and makes the files of a release in .build/dist.
dist: PACKAGES += git python3 dpkg-dev xz-utils
dist: packages archives shared-libraries
	swift build $(STATICALLY) $(call RELEASED,static)
	swift build $(SHARED) $(call RELEASED,shared)
	$(PACKAGING)/dist.sh $(VERSION) $(STATIC_BUILD)/release/profile .build/static-archives.txt \
		$(SHARED_BUILD)/release/profile .build/shared-archives.txt $(DIST)

shared-libraries: packages
	@rm -rf $(SHARED_LIBRARIES) && mkdir -p $(SHARED_LIBRARIES); \
		sed -n 's/.*link ":\(.*\)\.a"/\1/p' Sources/C*/module.modulemap | sort -u | while read -r library; do \
			ln -s "$$(readlink -f "$$(cc -print-file-name=$$library.so)")" $(SHARED_LIBRARIES)/$$library.a; \
		done; \
		for package in $(ARCHIVED); do \
			ln -s "$$(pkg-config --variable=libdir $$package)/lib$${package#lib}.so" $(SHARED_LIBRARIES)/; \
			sed 's|^libdir=.*|libdir=$(CURDIR)/$(SHARED_LIBRARIES)|' \
				"$$(pkg-config --variable=pcfiledir $$package)/$$package.pc" > $(SHARED_LIBRARIES)/$$package.pc; \
		done

# Makes the files of a release from the last commit in two folders whose paths differ in length, and compares them.
reproduce:
	$(PACKAGING)/reproduce.sh .build/reproduce

# Installs the files of `make dist` in a fresh Debian, which has neither Swift nor a compiler, uses the program, and removes
# it again. Needs root, and Debian's mirror.
try-dist: PACKAGES = debootstrap lintian
try-dist: packages
	$(PACKAGING)/try.sh $(DIST)
