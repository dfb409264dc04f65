#!/bin/sh
# Made the files in `version-1-files` with the program that froze format 1, from the store `version-1`: an export, a backup,
# and the store with a live session. Never run it again for those.
#
#   make-version-1-files.sh PROGRAM FOLDER
set -eu
program=$(realpath "$1")
store=$(realpath "$(dirname "$0")/version-1")
mkdir -m 0700 "$2"
cd "$2"
cp -R "$store" home
chmod -R go= home
export HOME="$PWD/home" XDG_STATE_HOME="$PWD/home/state" XDG_RUNTIME_DIR="$PWD/home" PROFILE_SESSION=file TZ=UTC
export PROFILE_STORE="$PWD/home/test.profile"

echo 739158 | "$program" unlock --passcode-stdin -q
"$program" export export.json
"$program" backup backup.profile
cp home/test.profile with-session.profile
"$program" lock
rm -rf home
