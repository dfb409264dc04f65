#!/usr/bin/env bash
# Follows the page *Getting started* as somebody would who has this package as a dependency: makes its two files in a new
# folder, builds, and runs the program twice. The snippets that need nothing but SealedStore, which the other pages quote,
# are targets of the same package, and run twice too.
#
#     outside.sh FOLDER      where to build; what was built there before is used again
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
page=$root/Sources/SealedStore/SealedStore.docc/GettingStarted.md
mkdir -p "$1"
cd "$1"
block() { awk -v wanted="$1" '/^```swift$/ { found++; next } /^```$/ { if (found == wanted) exit } found == wanted' "$page"; }
block 1 | sed "s|\.package(url: \"[^\"]*\", from: \"[^\"]*\")|.package(name: \"profile\", path: \"$root\")|" > Package.swift
grep -q "path: \"$root\"" Package.swift
target=$(grep 'name: "papers", dependencies' Package.swift)
rm -rf Sources
mkdir -p Sources/papers
block 2 > Sources/papers/main.swift
programs=(papers)
for snippet in $(grep -L '^import [^S]' "$root"/Snippets/*.swift); do
    name=$(basename "$snippet" .swift)
    mkdir "Sources/$name"
    cp "$snippet" "Sources/$name/main.swift"
    sed -i "/name: \"papers\", dependencies/i ${target/papers/$name}," Package.swift
    programs+=("$name")
done
swift build --quiet

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
bin=$PWD/.build/debug
for program in "${programs[@]}"; do
    mkdir "$home/$program"
    cd "$home/$program"
    for run in first second; do
        # It registers its accounts, which works once.
        [[ $program != NoteService ]] || cd "$(mktemp -d -p "$home")"
        shown=$(env -i HOME="$PWD" PATH=/usr/bin:/bin "$bin/$program") || { echo "$program failed" >&2; exit 1; }
        echo "$shown"
        [[ $run == first || $shown != *'Keep this: '* ]] || { echo "$program made its store again" >&2; exit 1; }
        [[ $program != papers || $shown == *'Passport C01X0006H' ]] || { echo "not what the page says" >&2; exit 1; }
    done
done
