#!/usr/bin/env bash
# Compares the public API of the library's products with the one recorded in this folder, using swift-api-digester. It fails
# if something that a program may use was removed or changed; additions are allowed. KEEP=1 records the current API.
#
#     compare.sh FOLDER      the folder of the built modules
set -euo pipefail
modules=$1
kept=$(dirname "$0")
digester=$(dirname "$(readlink -f "$(command -v swiftc)")")/swift-api-digester
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

search=(-I "$modules" -module-cache-path "$scratch/cache" -target "$(uname -m)-unknown-linux-gnu")
for library in Sources/C*/module.modulemap; do search+=(-I "$(dirname "$library")"); done

broken=0
for module in ProfileModel SealedStore StoreMessages ProfileKit ProfileKitTesting SealedStoreTesting Interchange PostgresStore; do
    "$digester" -dump-sdk -module "$module" -o "$scratch/now.json" -avoid-location -avoid-tool-args "${search[@]}"
    if [ -n "${KEEP:-}" ]; then
        gzip -9n < "$scratch/now.json" > "$kept/$module.json.gz"
        continue
    fi
    gunzip < "$kept/$module.json.gz" > "$scratch/kept.json"
    "$digester" -diagnose-sdk -input-paths "$scratch/kept.json" -input-paths "$scratch/now.json" > "$scratch/found" 2>&1 || true
    # Everything except headings and empty lines is a breaking change.
    if grep -vE '^(/\*.*\*/)?$' "$scratch/found" | sed "s/^/$module: /"; then broken=1; fi
done
exit $broken
