#!/bin/bash
# Fuzzes each parser, or those that are named, so many times:  fuzz.sh RUNS SECONDS [PARSER…]
#
# It begins with what is kept in Tests/Corpus and goes on from what earlier runs found, in .build/fuzz/corpus. What makes a
# parser crash, or takes it longer than 5 s, is left in .build/fuzz/crashes; it becomes a test by being put into
# Tests/Corpus. The last lines are a table.
set -euo pipefail
cd "$(dirname "$0")/../../.."
runs=$1 seconds=$2
shift 2
fuzzing=.build/fuzz/debug/Fuzzing
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0

# The last number that libFuzzer tells of something in its log.
told() { { grep -a "^stat::$1:" "$2" || echo 0; } | tail -1 | grep -oE '[0-9]+$'; }

mkdir -p .build/fuzz/corpus .build/fuzz/crashes
# The control: a fuzzer that doesn't find a planted bug finds nothing.
$fuzzing planted -runs=10000000 -max_total_time=120 -artifact_prefix=.build/fuzz/planted- \
	> .build/fuzz/planted.log 2>&1 || true
if ! grep -aq "Test unit written" .build/fuzz/planted.log; then
	echo "The planted bug was not found." >&2
	exit 1
fi
status=0 rows=()
for parser in ${@:-$($fuzzing || true)}; do
	[ "$parser" = planted ] && continue
	mkdir -p ".build/fuzz/corpus/$parser"
	log=.build/fuzz/$parser.log result="0 crashes"
	$fuzzing "$parser" ".build/fuzz/corpus/$parser" "Tests/Corpus/$parser" -runs="$runs" -max_total_time="$seconds" \
		-timeout=5 -rss_limit_mb=2048 -max_len=8192 -print_final_stats=1 -use_value_profile=1 \
		-artifact_prefix=".build/fuzz/crashes/$parser-" > "$log" 2>&1 || { status=1 result="CRASHED"; }
	rows+=("| R19 | fuzz: $parser | $(told number_of_executed_units "$log") executions, $result, \
slowest $(told slowest_unit_time_sec "$log") s | a planted bug: found |")
	echo "${rows[-1]}"
done
[ -n "${PROFILE_FIGURES:-}" ] && printf '%s\n' "${rows[@]}" >> "$PROFILE_FIGURES"
exit $status
