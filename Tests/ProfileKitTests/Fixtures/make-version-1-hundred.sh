#!/bin/sh
# Made the store `version-1-hundred`, with a hundred hikes, by the program of 0.1.0 (commit 22ca82f). Never run it again for
# that store. The output of that program is in the same folder.
#
#   make-version-1-hundred.sh PROGRAM FOLDER
set -eu
program=$(realpath "$1")
mkdir -m 0700 "$2"
cd "$2"
export HOME="$PWD" XDG_STATE_HOME="$PWD/state" XDG_RUNTIME_DIR="$PWD" PROFILE_SESSION=file TZ=UTC
export PROFILE_STORE="$PWD/test.profile"

echo 739158 | "$program" init --passcode-stdin --kdf interactive --username hiker > recovery-code
echo 739158 | "$program" unlock --passcode-stdin -q
awk 'BEGIN {
    printf "["
    for (i = 1; i <= 100; i++) {
        printf "%s{\"id\": %d, \"name\": \"Hike %d\", \"distance\": %.3f, \"difficulty\": %d", (i > 1 ? ",\n " : ""), 1000 + i,
            i, 2 + (i * 37 % 251) / 10, 1 + i % 5
        if (i % 7) printf ", \"startTime\": \"20%02d-%02d-%02dT0%d:30:00Z\"", 20 + i % 6, 1 + i % 12, 1 + i % 28, i % 10
        if (i % 3) printf ", \"ascent\": %.1f, \"movingTime\": %d, \"duration\": %d", i * 13 % 900, 600 + 61 * i, 700 + 61 * i
        printf ", \"observations\": [{\"distanceFromStart\": 0, \"elevation\": [%d, %d], \"pace\": [400, 420], ", i, i + 20
        printf "\"heartRate\": [90, %d]}]}", 100 + i
    }
    print "]"
}' > hikes.json
"$program" hike import hikes.json > imported
"$program" edit --season spring > edited
"$program" hike list --json > list.json
"$program" show --json > show.json
"$program" lock
rm -rf hikes.json imported edited profile
