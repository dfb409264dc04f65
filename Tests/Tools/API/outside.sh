#!/usr/bin/env bash
# Follows the page *Getting started* as somebody would who has this package as a dependency: makes its two files in a new
# folder, builds, and runs the program twice.
#
#     outside.sh FOLDER      where to build; what was built there before is used again
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
page=$root/Sources/SealedStore/SealedStore.docc/GettingStarted.md
mkdir -p "$1/Sources/papers"
cd "$1"
block() { awk -v wanted="$1" '/^```swift$/ { found++; next } /^```$/ { if (found == wanted) exit } found == wanted' "$page"; }
block 1 | sed "s|\.package(url: \"[^\"]*\", from: \"[^\"]*\")|.package(name: \"profile\", path: \"$root\")|" > Package.swift
block 2 > Sources/papers/main.swift
grep -q "path: \"$root\"" Package.swift
swift build --quiet

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
program=$PWD/.build/debug/papers
cd "$home"
for expected in 'Keep this: *Passport C01X0006H' 'Passport C01X0006H'; do
    shown=$(env -i HOME="$home" PATH=/usr/bin:/bin "$program")
    echo "$shown"
    # shellcheck disable=SC2053
    [[ $shown == $expected ]] || { echo "not what the page says" >&2; exit 1; }
done
