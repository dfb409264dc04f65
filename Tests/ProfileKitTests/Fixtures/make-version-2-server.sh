#!/bin/sh
# Made `version-2-server` by the program of 0.2.0: the statements that make its store on a server, and the
# state folder of its machine. Never run it again for that store.
#
#   make-version-2-server.sh PROGRAM FOLDER SOCKETS      with the folder of the sockets of PostgreSQL 15
set -eu
program=$(realpath "$1")
server=$3
mkdir -m 0700 "$2"
cd "$2"
export HOME="$PWD" XDG_STATE_HOME="$PWD/state" XDG_RUNTIME_DIR="$PWD" PROFILE_SESSION=file TZ=UTC
export PROFILE_STORE="postgresql://postgres@/postgres?host=$server&workspace=version-2"

echo 739158 | "$program" init --passcode-stdin --kdf interactive --username hiker > recovery-code
echo 739158 | "$program" unlock --passcode-stdin -q
"$program" hike add --name "Elk Loop" --distance 4.5 --date 2026-04-22 --tag wet --notes "Up early."
"$program" place add --name Hut --position 46.3684,13.8669 --category Huts
"$program" edit --season spring --goal "120 km"
"$program" edit --no-commit --username "from the draft"
"$program" lock
"$program" export --passcode-stdin export.json <<'CODE'
739158
CODE
# A server may be of another version, and have other roles.
pg_dump --host "$server" --username postgres --schema 'profile*' --inserts --no-owner --no-privileges postgres |
    grep -Ev '^(--|SET|SELECT pg_catalog|\\|$)' > store.sql
