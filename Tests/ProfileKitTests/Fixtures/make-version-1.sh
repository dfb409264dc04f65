#!/bin/sh
# Made the store `version-1` of format 1, which every later version must open. Never run it again for that store.
# For a new format, copy this script and run it with a program that writes that format.
#
#   make-version-1.sh PROGRAM FOLDER
set -eu
program=$(realpath "$1")
mkdir -m 0700 "$2"
cd "$2"
export HOME="$PWD" XDG_STATE_HOME="$PWD/state" XDG_RUNTIME_DIR="$PWD" PROFILE_SESSION=file TZ=UTC
export PROFILE_STORE="$PWD/test.profile"

echo 739158 | "$program" init --passcode-stdin --kdf interactive --username hiker > recovery-code
echo 739158 | "$program" unlock --passcode-stdin -q
cat > hikes.json <<'JSON'
[{"id": 7, "name": "Elk Loop", "distance": 4.5, "difficulty": 2, "startTime": "2026-04-22T10:30:00-06:00",
  "ascent": 120.5, "observations": [
    {"distanceFromStart": 0, "elevation": [100, 110.5], "pace": [400, 420], "heartRate": [90, 120]},
    {"distanceFromStart": 1.5, "elevation": [110, 130], "pace": [390, 400], "heartRate": [100, 125]}]},
 {"id": 3, "name": "Übergang 🥾", "distance": 12, "difficulty": 4, "observations": []}]
JSON
"$program" hike import hikes.json
"$program" edit --season spring --notifications off
"$program" edit --goal-date 2027-05-01
"$program" edit --no-commit --username "from the draft"
"$program" emergency --set "Call Ada: 555 0100"
"$program" lock
rm -rf hikes.json profile
