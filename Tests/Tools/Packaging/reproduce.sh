#!/usr/bin/env bash
# Makes the files of a release from the last commit, in two folders of different paths, and compares them. A stopped run is
# continued.
#
#     reproduce.sh FOLDER
set -euo pipefail
mkdir -p "$1"
folder=$(readlink -f "$1")
commit=$(git rev-parse HEAD)
one=$folder/one
other=$folder/another-with-a-longer-path/two
for copy in "$one" "$other"; do
    if [ "$(git -C "$copy" rev-parse HEAD 2>/dev/null)" != "$commit" ]; then
        rm -rf "$copy"
        git clone --quiet --no-hardlinks . "$copy"
    fi
    [ -f "$copy/.build/dist/SHA256SUMS" ] || make --directory "$copy" --silent dist > "$copy.log" 2>&1 ||
        { tail -n 20 "$copy.log" >&2; exit 1; }
    echo "$copy"
    cat "$copy/.build/dist/SHA256SUMS"
done
cmp "$one/.build/dist/SHA256SUMS" "$other/.build/dist/SHA256SUMS"
echo "equal"
