#!/usr/bin/env bash
# Makes the package for Debian from a folder into which the program was installed with PREFIX=/usr:
#
#     deb.sh VERSION INSTALLED SWIFT_LICENCE FOLDER
#
# Its maintainer is who DEBFULLNAME and DEBEMAIL name, as for Debian's own tools, or the commit's author.
set -euo pipefail
version=$1 root=$2 licence=$3 folder=$(readlink -f "$4")
tools=$(dirname "$0")
architecture=$(dpkg --print-architecture)
# Debian orders ~ before everything: a version in development precedes the one that it becomes.
debian=${version/-/\~}
maintainer="${DEBFULLNAME:-$(git log -1 --format=%an)} <${DEBEMAIL:-$(git log -1 --format=%ae)}>"

documents=$root/usr/share/doc/profile
install -d "$documents" "$root/DEBIAN"
find "$root/usr/share/man" -name '*.1' -exec gzip -9n {} +
gzip -9n < CHANGELOG.md > "$documents/NEWS.gz"
{
    printf 'profile (%s) unstable; urgency=medium\n\n' "$debian"
    printf '  * Version %s. NEWS.gz lists its changes.\n\n' "$version"
    printf ' -- %s  %s\n' "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n > "$documents/changelog.gz"
# A paragraph of a machine-readable copyright file: indented, with dots for empty lines.
paragraph() { sed 's/^$/./; s/^/ /'; }
{
    sed -e '/^@MIT@$/{
        r '<(tail -n +5 LICENSE | paragraph)'
        d
    }' "$tools/copyright"
    # The exception, after the licence that every Debian system has.
    sed -n '/^## Runtime Library Exception/,$p' "$licence" | grep '^    ' | sed 's/^ *//' | paragraph
} > "$documents/copyright"
chmod 0644 "$documents"/*

# dpkg-shlibdeps reads the names of packages from debian/control.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/debian"
printf 'Source: profile\n\nPackage: profile\nArchitecture: any\n' > "$scratch/debian/control"
depends=$(cd "$scratch" && dpkg-shlibdeps -O -e"$root/usr/bin/profile" | sed -n 's/^shlibs:Depends=//p')

# A folder counts as 1 KiB, as for Debian's own tools: what it takes depends on the file system.
size=$(find "$root/usr" -printf '%y %s\n' | awk '{ size += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print size }')
sed -e "s|@VERSION@|$debian|; s|@ARCHITECTURE@|$architecture|; s|@MAINTAINER@|$maintainer|" \
    -e "s|@SIZE@|$size|; s|@DEPENDS@|$depends|" "$tools/control" > "$root/DEBIAN/control"
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum > DEBIAN/md5sums)
find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$root" "$folder/profile_${debian}_$architecture.deb" > /dev/null
