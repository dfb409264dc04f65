#!/usr/bin/env bash
# Makes the files of a release from the two programs that `make dist` has built:
#
#     dist.sh VERSION STATIC_PROGRAM STATIC_STATS SHARED_PROGRAM SHARED_STATS FOLDER
#
# The same commit gives the same bytes: files are in order, times are the commit's (or SOURCE_DATE_EPOCH), owners are root.
set -euo pipefail
version=$1 static=$2 static_stats=$3 shared=$4 shared_stats=$5 folder=$6
tools=$(dirname "$0")
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} LC_ALL=C TZ=UTC
umask 022

tag=$(git describe --tags --exact-match 2>/dev/null || true)
if [ -n "$tag" ] && [ "$tag" != "v$version" ]; then
    echo "the tag is $tag, but Version.swift says $version" >&2
    exit 1
fi
if ! git diff --quiet HEAD; then
    echo "commit first: the source archive is made of the commit, so changes would be in the programs alone" >&2
    exit 1
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
rm -rf "$folder"
mkdir -p "$folder"
pack() { tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu -c "$@" | gzip -9n; }

# The source.
git archive --format=tar --prefix="profile-$version/" HEAD | gzip -9n > "$folder/profile-$version.tar.gz"

# The libraries inside. The static program decides: the package's are among them.
licence=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/share/swift/LICENSE.txt
swift=$(swiftc --version 2>/dev/null | sed -n 's/.*(\(swift-[^)]*\)).*/\1/p')
bill() { "$tools/bill_of_materials.py" "$version" "$SOURCE_DATE_EPOCH" --swift "$swift" --licence "$licence" "$@"; }
bill --notices "$folder/THIRD-PARTY-NOTICES" "archive::$static:$static_stats"

# The archive: `tar -xz -C /usr/local --strip-components=1` installs it.
name=profile-$version-linux-$(uname -m)
make --silent install-files PROGRAM="$static" PREFIX=/usr/local DESTDIR="$scratch/archive"
mv "$scratch/archive/usr/local" "$scratch/$name"
install -D -m 0644 -t "$scratch/$name/share/doc/profile" LICENSE README.md CHANGELOG.md "$folder/THIRD-PARTY-NOTICES"
pack -C "$scratch" "$name" > "$folder/$name.tar.gz"

# The package for Debian.
make --silent install-files PROGRAM="$shared" PREFIX=/usr ZSH_FOLDER=vendor-completions DESTDIR="$scratch/package"
"$tools/deb.sh" "$version" "$scratch/package" "$licence" "$folder"

bill --notices "$scratch/again" --spdx "$folder/profile-$version.spdx.json" \
    "archive:$folder/$name.tar.gz:$static:$static_stats" "deb:$(echo "$folder"/profile_*.deb):$shared:$shared_stats"
(cd "$folder" && sha256sum -- * > "$scratch/sums" && mv "$scratch/sums" SHA256SUMS && cat SHA256SUMS)
