#!/bin/bash
# Compares the library in one process with that of an earlier commit:  since.sh COMMIT [ROUNDS]
#
# It builds the same program with both and runs them in turn. The last lines are a table of medians and of the median of
# the ratios; below 1 is faster than it was.
set -euo pipefail
cd "$(dirname "$0")/../../.."
commit=$1 rounds=${2:-7} folder=$PWD/.build/since
rm -rf "$folder" && mkdir -p "$folder"
trap 'git worktree remove --force "$folder/was/profile"' EXIT
git worktree add --quiet --detach "$folder/was/profile" "$commit"
mkdir -p "$folder/is" && ln -s "$PWD" "$folder/is/profile"
for version in was is; do
	program=$folder/$version/since
	mkdir -p "$program/Sources/since"
	cp Tests/Tools/Since/main.swift "$program/Sources/since/"
	cat > "$program/Package.swift" <<-END
		// swift-tools-version: 6.2
		import PackageDescription

		let package = Package(
		    name: "since", dependencies: [.package(name: "profile", path: "../profile")],
		    targets: [.executableTarget(name: "since", dependencies: [.product(name: "ProfileKit", package: "profile")])])
	END
	swift build --package-path "$program" --configuration release >&2
done
for ((round = 0; round < rounds; round++)); do
	for version in was is; do
		scratch=$(mktemp -d "${TMPDIR:-/tmp}/since.XXXXXX")
		env HOME="$scratch" XDG_STATE_HOME="$scratch" XDG_RUNTIME_DIR="$scratch" \
			"$folder/$version/since/.build/release/since" "$scratch" | sed "s/^/$version /" >> "$folder/times"
		rm -rf "$scratch"
	done
done
python3 - "$folder/times" <<'END'
import collections, statistics, sys
times = collections.defaultdict(lambda: {"was": [], "is": []})
for line in open(sys.argv[1]):
    version, *name, microseconds = line.split()
    times[" ".join(name)][version].append(float(microseconds))
print("| what | it took | it takes | ratio |\n|---|---|---|---|")
for name, both in times.items():
    ratio = statistics.median(now / then for then, now in zip(both["was"], both["is"]))
    print(f"| {name} | {statistics.median(both['was']):.1f} µs | {statistics.median(both['is']):.1f} µs | {ratio:.2f} |")
END
