#!/usr/bin/env bash
# Tries the files of a release: their sums, lintian, the bill of materials beside what dpkg says, and both ways to install
# the program on a fresh Debian.
#
#     try.sh FOLDER
set -euo pipefail
folder=$(readlink -f "$1")
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
mirror=${MIRROR:-http://deb.debian.org/debian}
package=$(echo "$folder"/profile_*.deb)
(cd "$folder" && sha256sum --check --quiet SHA256SUMS)
lintian --fail-on error,warning --allow-root "$package" && echo "lintian: nothing"

python3 - "$folder"/*.spdx.json "$package" <<'PYTHON'
import json, re, subprocess, sys
bill = json.load(open(sys.argv[1]))
names = {package["SPDXID"]: package["name"] for package in bill["packages"]}
listed = {
    names[relation["relatedSpdxElement"]]
    for relation in bill["relationships"]
    if relation["spdxElementId"] == "SPDXRef-deb" and relation["relationshipType"] == "DYNAMIC_LINK"
}
depends = subprocess.run(["dpkg-deb", "--field", sys.argv[2], "Depends"], text=True, capture_output=True, check=True)
needed = set(re.findall(r"([a-z0-9.+-]+)(?: \([^)]*\))?(?:, |\n)", depends.stdout))
if needed != listed: sys.exit(f"the package depends on {sorted(needed)}, and its bill lists {sorted(listed)}")
print("bill of materials: lists the packages that are depended on:", *sorted(needed))
PYTHON

scratch=$(mktemp -d)
trap 'rm -rf --one-file-system "$scratch"' EXIT
debootstrap --variant=minbase --include=man-db "$suite" "$scratch/package" "$mirror" > "$scratch/log" 2>&1 ||
    { tail -n 5 "$scratch/log" >&2; exit 1; }
cp /etc/resolv.conf "$scratch/package/etc/"
chroot "$scratch/package" useradd --create-home hiker
cp -a "$scratch/package" "$scratch/archive"

# Runs a script as root in a fresh system, whose mounts nobody else sees.
within() {
    cp "$folder"/*linux*.tar.gz "$package" "$scratch/$1/root/"
    unshare --mount bash -euo pipefail -c '
        mount -t proc proc "$1/proc"; mount --bind /dev "$1/dev"; mount -t tmpfs tmpfs "$1/run"
        chroot "$1" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LC_ALL=C.UTF-8 \
            DEBIAN_FRONTEND=noninteractive bash -euo pipefail -c "$2"' - "$scratch/$1" "$2"
}
use='
    for tool in swift cc; do if command -v $tool; then exit 1; fi; done
    su hiker -c "cd; profile --version; profile demo" > /root/demo 2>&1
    head -n 1 /root/demo; grep -c . /root/demo
    grep -q "winter → spring" /root/demo
    su hiker -c "man -P cat profile" | head -n 4
    su hiker -c "man -w profile-hike"
    su hiker -c "cd; profile doctor" > /root/doctor; sed -n 1,4p /root/doctor
'
echo "== the package"
within package '
    files() { find / -xdev -type f -not -path "/var/*" -not -path "/root/*" | sort; }
    # Packages that are needed come first, so that only ours is compared.
    apt-get update -qq && dpkg -i /root/*.deb > /dev/null 2>&1 || apt-get install -qq -y --fix-broken > /dev/null 2>&1
    apt-get purge -qq -y profile > /dev/null 2>&1
    files > /root/before
    apt-get install -qq -y /root/*.deb > /dev/null 2>&1
    dpkg --verify profile
    test -f /usr/share/zsh/vendor-completions/_profile
    '"$use"'
    find /usr/lib/systemd /etc/systemd -name "profile*" -path "*wants*" | grep . && exit 1
    apt-get purge -qq -y profile > /dev/null 2>&1
    files | diff /root/before - && echo "removed without a trace"'
echo "== the archive"
within archive '
    tar -xzf /root/*linux*.tar.gz -C /usr/local --strip-components=1
    '"$use"
