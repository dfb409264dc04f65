#!/usr/bin/env python3
"""Writes a release's bill of materials (SPDX 2.3) and its notices for the libraries inside.

    bill_of_materials.py VERSION EPOCH --swift VERSION --licence FILE --spdx FILE --notices FILE ARTIFACT...

ARTIFACT is NAME:FILE:PROGRAM:STATS: the file that is distributed, the program in it, and what the linker said of the
archives it took that program from (`--print-archive-stats`). Which packages these are is what dpkg says of the archives,
and of the shared libraries that the program needs; a library that dpkg doesn't know must be of Swift's toolchain.
"""

import argparse
import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import sys
from urllib.parse import quote

# The licences of what Debian's source packages link into a program. A new one is an error until it is read and added.
LICENCES = {
    "glibc": "LGPL-2.1-or-later",
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "sqlite3": "blessing",
    "libsodium": "ISC",
    "expat": "MIT",
    "zlib": "Zlib",
    "minizip": "Zlib",
    "ncurses": "X11-distribute-modifications-variant",
    "libjpeg-turbo": "IJG AND BSD-3-Clause AND Zlib",
    "libpng1.6": "libpng-2.0",
}
SWIFT = "Apache-2.0 WITH Swift-exception"
COMMON = pathlib.Path("/usr/share/common-licenses")
HEAD = pathlib.Path(__file__).with_name("notices.txt")


def run(*command):
    return subprocess.run(command, check=True, text=True, capture_output=True).stdout


class Package:
    """One installed package of Debian, by dpkg's records."""

    known = {}

    def __init__(self, name):
        self.name = name
        form = "${Version}\n${source:Package}\n${source:Version}\n${Homepage}\n${Architecture}\n"
        self.version, self.source, self.source_version, self.homepage, self.architecture = run(
            "dpkg-query", "--show", "--showformat", form, name
        ).splitlines()
        if self.source not in LICENCES:
            sys.exit(f"{self.source}: read its licence, and add it to {__file__}")
        self.licence = LICENCES[self.source]

    @staticmethod
    def owning(file):
        """The package that installed a file, or nothing."""
        path = pathlib.Path(file)
        merged = [str(path), str(path.resolve())]
        # dpkg knows some files by the names that they had before /lib became a link.
        for name in merged + [name.removeprefix("/usr") for name in merged]:
            found = subprocess.run(["dpkg-query", "--search", name], text=True, capture_output=True)
            if found.returncode == 0:
                owner = found.stdout.split(": ")[0].split(",")[0]
                return Package.known.setdefault(owner, Package(owner))
        return None

    @property
    def copyright(self):
        return pathlib.Path(f"/usr/share/doc/{self.name.split(':')[0]}/copyright").read_text(encoding="utf-8")

    @property
    def spdx_id(self):
        return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", f"{self.name.split(':')[0]}")

    def spdx(self):
        name = self.name.split(":")[0]
        purl = f"pkg:deb/debian/{quote(name)}@{quote(self.version)}?arch={self.architecture}"
        return {
            "SPDXID": self.spdx_id,
            "name": name,
            "versionInfo": self.version,
            "sourceInfo": f"Debian's source package {self.source} {self.source_version}",
            "supplier": "Organization: Debian",
            "downloadLocation": "NOASSERTION",
            "homepage": self.homepage or "NOASSERTION",
            "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION",
            "licenseDeclared": self.licence,
            "copyrightText": "NOASSERTION",
            "externalRefs": [
                {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}
            ],
        }


class Artifact:
    """A file that is distributed, and what its program is made of."""

    def __init__(self, argument):
        self.name, self.file, self.program, stats = argument.split(":")
        self.static, self.swift = set(), set()
        for line in pathlib.Path(stats).read_text(encoding="utf-8").splitlines()[1:]:
            _, taken, archive = line.split("\t")
            if int(taken) == 0:
                continue
            owner = Package.owning(archive)
            if owner:
                self.static.add(owner)
            elif "/swift_static/" in archive:
                self.swift.add(pathlib.Path(archive).name)
            else:
                sys.exit(f"{archive}: neither dpkg's nor Swift's")
        self.dynamic = {Package.owning(self.path(library)) for library in self.needed()}
        if None in self.dynamic:
            sys.exit(f"{self.program}: needs a library that isn't dpkg's")

    def needed(self):
        return re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "--dynamic", "--wide", self.program))

    def path(self, library):
        name = re.escape(library.split("/")[-1])
        found = re.search(rf"^\t(?:{name} => )?(/\S*{name}) ", run("ldd", self.program), re.MULTILINE)
        return found.group(1) if found else sys.exit(f"{library}: not found")

    @property
    def spdx_id(self):
        return f"SPDXRef-{self.name}"

    def spdx(self, version):
        digest = hashlib.sha256(pathlib.Path(self.file).read_bytes()).hexdigest()
        return {
            "SPDXID": self.spdx_id,
            "name": "profile",
            "versionInfo": version,
            "packageFileName": pathlib.Path(self.file).name,
            "primaryPackagePurpose": "APPLICATION",
            "supplier": "NOASSERTION",
            "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False,
            "checksums": [{"algorithm": "SHA256", "checksumValue": digest}],
            "licenseConcluded": "NOASSERTION",
            "licenseDeclared": "MIT",
            "copyrightText": "Copyright (c) 2026 The profile authors",
        }


def document(version, epoch, swift, artifacts):
    """The bill of materials."""
    packages = sorted({p for a in artifacts for p in a.static | a.dynamic}, key=lambda p: p.name)
    runtime = {
        "SPDXID": "SPDXRef-swift-runtime",
        "name": "swift-runtime",
        "versionInfo": swift,
        "sourceInfo": "of the toolchain: " + ", ".join(sorted(set().union(*(a.swift for a in artifacts)))),
        "supplier": "Organization: Swift.org",
        "downloadLocation": "https://www.swift.org/download/",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": SWIFT,
        "copyrightText": "NOASSERTION",
    }
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", artifact.spdx_id) for artifact in artifacts]
    for artifact in artifacts:
        relations.append((artifact.spdx_id, "STATIC_LINK", runtime["SPDXID"]))
        relations += [(artifact.spdx_id, "STATIC_LINK", p.spdx_id) for p in artifact.static]
        relations += [(artifact.spdx_id, "DYNAMIC_LINK", p.spdx_id) for p in artifact.dynamic]
    body = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"profile-{version}",
        "creationInfo": {
            "created": datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: bill_of_materials.py"],
        },
        "documentDescribes": [artifact.spdx_id for artifact in artifacts],
        "packages": [a.spdx(version) for a in artifacts] + [runtime] + [p.spdx() for p in packages],
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in sorted(relations)
        ],
    }
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    body["documentNamespace"] = f"https://spdx.org/spdxdocs/profile-{version}-{digest[:32]}"
    return body


def notices(version, swift, licence, artifacts):
    """The text of the notices, with every licence that the static program needs in full."""
    packages = {}
    for package in sorted({p for a in artifacts for p in a.static}, key=lambda p: (p.source, p.name)):
        packages.setdefault(package.source, package)
    rows = [f"  {p.source} {p.source_version}: {p.licence}; {p.homepage}" for p in packages.values()]
    rows.append(f"  Swift's runtime {swift}: {SWIFT}; https://www.swift.org/")
    parts = [HEAD.read_text(encoding="utf-8").replace("@VERSION@", version).replace("@LIBRARIES@", "\n".join(rows))]
    for package in packages.values():
        parts.append(title(f"{package.source} {package.source_version}") + package.copyright)
    parts.append(title(f"Swift's runtime {swift}") + pathlib.Path(licence).read_text(encoding="utf-8"))
    # Debian's records refer to the common licences, which a machine without Debian doesn't have.
    named = set(re.findall(r"/usr/share/common-licenses/([A-Za-z0-9.-]*[A-Za-z0-9])", "".join(parts)))
    for name in sorted({(COMMON / name).resolve().name for name in named if (COMMON / name).exists()}):
        parts.append(title(f"/usr/share/common-licenses/{name}") + (COMMON / name).read_text(encoding="utf-8"))
    return "\n".join(parts)


def title(text):
    return f"{'=' * 80}\n{text}\n{'=' * 80}\n\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("version")
    parser.add_argument("epoch", type=int)
    for option in ("--swift", "--licence", "--notices"):
        parser.add_argument(option, required=True)
    parser.add_argument("--spdx")
    parser.add_argument("artifacts", nargs="+")
    given = parser.parse_args()
    artifacts = [Artifact(argument) for argument in given.artifacts]
    if given.spdx:
        text = json.dumps(document(given.version, given.epoch, given.swift, artifacts), indent=1)
        pathlib.Path(given.spdx).write_text(text + "\n", encoding="utf-8")
    text = notices(given.version, given.swift, given.licence, artifacts)
    pathlib.Path(given.notices).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
