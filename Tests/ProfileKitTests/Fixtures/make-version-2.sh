#!/bin/sh
# Made the store `version-2` of format 2 by the program of 0.2.0 (commit 0f526fe), and what is beside it: its recovery codes, an export, a
# backup, and what the program answered. Every kind of value is in it, and gates of one and of two stages. Never run it again
# for that store. For a new format, copy this script and run it with a program that writes that format.
#
#   make-version-2.sh PROGRAM FOLDER
set -eu
program=$(realpath "$1")
recordings=$(realpath "$(dirname "$0")/../../Recordings")
mkdir -m 0700 "$2"
cd "$2"
export HOME="$PWD" XDG_STATE_HOME="$PWD/state" XDG_RUNTIME_DIR="$PWD" PROFILE_SESSION=file TZ=UTC
export PROFILE_STORE="$PWD/test.profile"

mkdir inbox
gunzip -c "$recordings/endomondo-hike-heartrate.gpx.gz" > inbox/heartrate.gpx
cat > hikes.json <<'JSON'
[{"id": 7, "name": "Elk Loop", "distance": 4.5, "difficulty": 2, "startTime": "2026-04-22T10:30:00-06:00",
  "ascent": 120.5, "observations": [
    {"distanceFromStart": 0, "elevation": [100, 110.5], "pace": [400, 420], "heartRate": [90, 120]},
    {"distanceFromStart": 1.5, "elevation": [110, 130], "pace": [390, 400], "heartRate": [100, 125]}]}]
JSON
base64 -d > dot.png <<'PNG'
iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
PNG

echo 739158 | "$program" init --passcode-stdin --kdf interactive --username hiker > recovery-code
echo 739158 | "$program" unlock --passcode-stdin -q
"$program" hike import hikes.json "$recordings/gpxpy-Mojstrovka.gpx" "$recordings/gpxpy-korita-zbevnica.gpx"
"$program" config inbox "$PWD/inbox"
"$program" hike import
"$program" hike add --name "Übergang 🥾" --distance 12 --date 2026-05-03 --tag wet,boots --notes "Snow above the hut." --favourite on
"$program" hike trim 8 --from 0.4
"$program" hike edit 9 --name "Korita" --tag boots
"$program" hike photo add 8 dot.png
"$program" hike remove 7 --yes
"$program" place add --name Hut --position 46.3684,13.8669 --category Huts
"$program" place add --name Home --position 46.3713,13.8462 --private 300
"$program" place add --name Gone --position 45,14
"$program" place remove 3
"$program" edit --season spring --notifications off
"$program" edit --goal-date 2027-05-01 --goal "120 km"
"$program" edit --no-commit --username "from the draft"
"$program" emergency --set "Call Ada: 555 0100"
printf 'correct horse\n4093k\n' | "$program" init --account guest --passcode-stdin --kdf interactive --password \
    --code digits:4+letter --username guest > guest-recovery-code

export PROFILE_ACCOUNT=main
"$program" export export.json
"$program" hike list --json > hikes.json
"$program" show --json > show.json
"$program" place list --json > places.json
"$program" backup backup.profile
cp test.profile with-session.profile
"$program" lock
rm -rf inbox dot.png .config .local
