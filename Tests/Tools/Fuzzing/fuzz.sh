#!/bin/bash
# Fuzzes all parsers, or only those that are named:  fuzz.sh RUNS SECONDS [PARSER…]
#
# RUNS and SECONDS limit the executions and the time for each parser. It starts from the inputs in Tests/Corpus and from
# those that earlier runs found, in .build/fuzz/corpus. An input that makes a parser crash, or takes it longer than 1 s, is
# saved in .build/fuzz/crashes; to make it a test, move it to Tests/Corpus. The last lines are a table of the results.
set -euo pipefail
cd "$(dirname "$0")/../../.."
runs=$1 seconds=$2
shift 2
fuzzing=.build/fuzz/debug/Fuzzing
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0

# The last value of a statistic in a log of libFuzzer.
statistic() { { grep -a "^stat::$1:" "$2" || echo 0; } | tail -1 | grep -oE '[0-9]+$'; }

mkdir -p .build/fuzz/corpus .build/fuzz/crashes
# The control: if the fuzzer doesn't find a planted bug, its other results mean nothing.
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
		-timeout=1 -rss_limit_mb=2048 -max_len=8192 -print_final_stats=1 -use_value_profile=1 \
		-artifact_prefix=".build/fuzz/crashes/$parser-" > "$log" 2>&1 || { status=1 result="CRASHED"; }
	rows+=("| R19 | fuzz: $parser | $(statistic number_of_executed_units "$log") executions, $result, \
slowest $(statistic slowest_unit_time_sec "$log") s | a planted bug: found |")
	echo "${rows[-1]}"
done
[ -n "${PROFILE_FIGURES:-}" ] && printf '%s\n' "${rows[@]}" >> "$PROFILE_FIGURES"
exit $status
