#!/usr/bin/env bash
# Runs the tests that are built, in three processes, since those that wait for other programs would leave a core idle.
# Those of a standby wait most of the time and one after the other, so they come first: they would be the last to end.
# Failures are repeated at the end, after thousands of lines. Usage: run_tests.sh LOG
set -uo pipefail
log=$1
scenarios='^ScenarioTests\.'
drivers='^(PostgresStoreTests|DurabilityTests|ReliabilityTests|StorageFormatTests)\.'
standby='^PostgresStoreTests\.StandbyTests/'
run() { swift test --skip-build --ignore-lock "$@" 2>&1; }

{
    run --filter "$standby"
    waited=$?
    run --filter "$scenarios" && exit $waited
} >"$log.scenarios" &
first=$!
run --filter "$drivers" --skip "$standby" >"$log.drivers" &
second=$!
trap 'kill $first $second 2>/dev/null' EXIT
run --skip "$scenarios|$drivers" | tee "$log"
status=$?
wait $first || status=$?
wait $second || status=$?
cat "$log.scenarios" "$log.drivers" | tee -a "$log"
[ $status = 0 ] || grep -a -A 3 'recorded an issue\|Fatal error\|error:' "$log"
exit $status
