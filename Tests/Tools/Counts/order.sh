#!/usr/bin/env bash
# Lists the functions that the most frequent commands run, so that the linker can place them next to each other:
# `make order`. Every page of the program that is needed has to be mapped, and if these functions were scattered over the
# whole program, there would be three times as many. A listed function that no longer exists is ignored, and a new one is
# placed elsewhere until the list is updated. callgrind's order differs from run to run, so the list is sorted.
set -euo pipefail
program=$(realpath "$1")
list=$(dirname "$0")/order.txt

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir -m 700 "$home/run"
run() {
    env -i HOME="$home" XDG_RUNTIME_DIR="$home/run" PROFILE_SESSION=file LANG=C.UTF-8 TZ=UTC PATH="$PATH" "$@"
}
printf '739158\n739158\n' | run "$program" init --kdf interactive --username g_kumar --passcode-stdin >/dev/null 2>&1
printf '739158\n' | run "$program" unlock --for 24h --idle 24h --passcode-stdin >/dev/null 2>&1
run "$program" hike import "$(dirname "$0")/../../../Data/hikeData.json" >/dev/null 2>&1

trace() {
    run valgrind --quiet --tool=callgrind --demangle=no --callgrind-out-file="$home/trace.$traces" "$program" "$@" \
        >/dev/null 2>&1
    traces=$((traces + 1))
}
traces=0
trace show
trace status --check
trace show --json
trace edit --season spring
trace hike list --limit 10

# callgrind gives the name of a file or a function once, with a number, and from then on only the number.
for number in $(seq 0 $((traces - 1))); do
    awk -v program="$program" '
        function named(text) { return match(text, /\) ./) ? substr(text, RSTART + 2) : "" }
        function number(text) { match(text, /\([0-9]+\)/); return substr(text, RSTART, RLENGTH) }
        /^c?ob=/ { key = number($0); if (named($0) != "") object[key] = named($0); if (/^ob=/) inside = object[key] == program }
        /^c?fn=/ {
            key = number($0)
            if (named($0) != "") { name[key] = named($0); sub(/\x27[0-9]+$/, "", name[key]) }
            if (/^fn=/ && inside && name[key] !~ /^\(|^0x/) print name[key]
        }' "$home/trace.$number"
done | LC_ALL=C sort -u >"$list"
wc -l "$list"
