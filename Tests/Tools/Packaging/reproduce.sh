#!/usr/bin/env bash
# Makes the files of a release from the last commit, in two folders of different paths, and compares them.
#
#     reproduce.sh FOLDER
set -euo pipefail
mkdir -p "$1"
folder=$(readlink -f "$1")
rm -rf "$folder"
for copy in "$folder/one" "$folder/another-with-a-longer-path/two"; do
    mkdir -p "$(dirname "$copy")"
    git clone --quiet --no-hardlinks . "$copy"
    make --directory "$copy" --silent dist > "$copy.log" 2>&1 || { tail -n 20 "$copy.log" >&2; exit 1; }
    echo "$copy"
    cat "$copy/.build/dist/SHA256SUMS"
done
cmp "$folder/one/.build/dist/SHA256SUMS" "$folder/another-with-a-longer-path/two/.build/dist/SHA256SUMS"
echo "equal"
