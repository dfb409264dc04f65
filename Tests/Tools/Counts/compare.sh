#!/usr/bin/env bash
# Counts the instructions of the most frequent commands, and compares them with the counts that are recorded in this folder:
# `make counts`, or `make counts KEEP=1` to record the current ones.
#
# To 0.1 %, counts don't depend on the load of the machine. But they depend on the compiler and on the libraries, which also
# choose routines by the processor. So the versions are recorded with the counts, and counts of other versions are printed
# without a comparison.
set -euo pipefail
program=$(realpath "$1")
kept=$(dirname "$0")/counts.txt
margin=2

if ! command -v valgrind >/dev/null; then
    echo "Instructions are not counted: valgrind isn't installed." >&2
    exit 0
fi

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir -m 700 "$home/run"
# A fixed environment, and hashing without a random seed, make the counts repeatable.
run() {
    env -i HOME="$home" XDG_RUNTIME_DIR="$home/run" PROFILE_SESSION=file LANG=C.UTF-8 TZ=UTC PATH="$PATH" \
        SWIFT_DETERMINISTIC_HASHING=1 "$@"
}
printf '739158\n739158\n' | run "$program" init --kdf interactive --username g_kumar --passcode-stdin >/dev/null 2>&1
printf '739158\n' | run "$program" unlock --for 24h --idle 24h --passcode-stdin >/dev/null 2>&1
run "$program" hike import "$(dirname "$0")/../../../Data/hikeData.json" >/dev/null 2>&1

# Swift's runtime reads the list of the process's mappings before the program begins, to find its arguments. Each line costs
# 2,000 instructions, and kernels differ in their number by dozens, so this isn't counted.
count() {
    run valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=_GLOBAL__sub_I_CommandLine.cpp \
        --collect-atstart=yes "$program" "$@" 2>&1 >/dev/null \
        | awk '/Collected/ { print $NF; found = 1 } END { exit !found }'
}
show=$(count show)
edit=$(count edit --season spring)
status=$(count status --check)

with() {
    echo "# made with $(swiftc --version 2>/dev/null | sed -n 's/.*Swift version \([^ ]*\).*/Swift \1/p'),\
 $(valgrind --version), glibc $(getconf GNU_LIBC_VERSION | cut -d' ' -f2),\
 SQLite $(pkg-config --modversion sqlite3), libsodium $(pkg-config --modversion libsodium),\
 $(grep -qw avx2 /proc/cpuinfo && echo 'with AVX2' || echo 'without AVX2')"
}
now=$(with && printf '%s %s\n' show "$show" edit "$edit" status "$status")

if [ -n "${KEEP:-}" ]; then
    printf '%s\n' "$now" | tee "$kept"
    exit
fi
if [ "$(head -n 1 "$kept")" != "$(head -n 1 <<<"$now")" ]; then
    printf '%s\n' "$now"
    echo "The recorded counts are of other versions, so they are not compared: $(head -n 1 "$kept")" >&2
    exit 0
fi
printf '%s\n' "$now" | awk -v margin=$margin '
    /^#/ { next }
    NR == FNR { before[$1] = $2; next }
    {
        change = ($2 / before[$1] - 1) * 100
        printf "%-8s %10d instructions, recorded %10d: %+.1f %%\n", $1, $2, before[$1], change
        if (change > margin) slower = 1
        if (change < -margin) faster = 1
    }
    END {
        if (slower) print "More than " margin " % slower. Find out why, or say why in the commit: make counts KEEP=1"
        else if (faster) print "More than " margin " % faster. Record it: make counts KEEP=1"
        exit slower
    }' "$kept" -
