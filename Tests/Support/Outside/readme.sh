#!/usr/bin/env bash
# Builds the README's library lines, as they stand there, in a package of their own that depends on this checkout, and runs
# them twice in a row: the first time they make the store, the second time they open it.
#
#     readme.sh FOLDER      where it builds; kept, so that the next time takes less
set -euo pipefail
checkout=$(cd "$(dirname "$0")/../../.." && pwd)
package=$(mkdir -p "$1" && cd "$1" && pwd)
mkdir -p "$package/Sources/hiker"

# A block of the README in Swift, told by a word in it.
block() {
    awk -v word="$1" '
        /^```swift$/ { inside = 1; text = ""; next }
        /^```$/ && inside { if (index(text, word)) { printf "%s", text; found = 1; exit } inside = 0 }
        inside { text = text $0 "\n" }
        END { exit !found }' "$checkout/README.md"
}

# The manifest's two lines, but for the address, which nobody can know yet.
{
    printf '// swift-tools-version: 6.2\nimport PackageDescription\n\nlet package = Package(\n    name: "hiker",\n'
    block executableTarget | sed "s#\.package(url: [^)]*)#.package(name: \"profile\", path: \"$checkout\")#"
    printf ')\n'
} > "$package/Package.swift"
block keepProfile > "$package/Sources/hiker/main.swift"
swift build --package-path "$package" --product hiker

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
program=$(swift build --package-path "$package" --show-bin-path)/hiker

# Runs it until it has printed so many lines: it then waits for further commits.
run() {
    local line number
    coproc hiker { cd "$home" && HOME=$home exec stdbuf -oL "$program"; }
    local process=$hiker_PID
    for ((number = 0; number < $1; number++)); do
        read -r -t 60 line <&"${hiker[0]}" || { echo "it printed $number lines of $1" >&2; return 1; }
        echo "$line"
    done
    kill "$process"
    wait "$process" 2> /dev/null || true
}

first=$(run 2) second=$(run 1)
[[ $first == "Keep this: "* && $second != "Keep this: "* && ${first##*$'\n'} == "$second" ]] ||
    { printf 'at first:\n%s\nthen:\n%s\n' "$first" "$second" >&2; exit 1; }
echo "the README's lines ran twice in a row from another package"
