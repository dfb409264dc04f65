#!/usr/bin/env python3
"""Reads a profile store, based only on the pages "The format of records" and "The format of a store".

    read_store.py STORE ACCOUNT STATE < secrets      one secret per line, in the order of the stages
    read_store.py STORE ACCOUNT --recovery < code

Prints the content of the store as one JSON object. Exits with 1 and a message on stderr if a secret is wrong or anything
differs from the pages. It doesn't change the store. It needs PyNaCl.
"""

import base64
import datetime
import hashlib
import hmac
import json
import math
import sqlite3
import struct
import sys
import zlib

from nacl import bindings, pwhash
from nacl.exceptions import CryptoError

DOMAIN = b"profile"
UNDATED = 2**63 - 1


class Damaged(Exception):
    pass


def require(condition, what):
    if not condition:
        raise Damaged(what)


# What a store can be refused with.
REFUSALS = (Damaged, CryptoError, ValueError, OSError, sqlite3.Error)


# Conventions.


def le64(number):
    return struct.pack("<q", number)


def lp(part):
    return struct.pack("<Q", len(part)) + part


def blake2b(key, message):
    return hashlib.blake2b(message, key=key, digest_size=32).digest()


def mac(key, *parts):
    return blake2b(key, b"".join(lp(part) for part in parts))


def equal(one, other):
    return hmac.compare_digest(one, other)


def typed(row, form):
    """A row whose values have the types in `form`: integer, blob, text; a capital letter allows NULL."""
    types = {"i": int, "b": bytes, "t": str}
    for value, letter in zip(row or (), form):
        is_typed = isinstance(value, types[letter.lower()]) or (value is None and letter.isupper())
        require(is_typed, "a column has a value of another type")
    return row


class Reader:
    """A payload's values, one after the other."""

    def __init__(self, data, schemas=None):
        self.data, self.at = data, 0
        if schemas is not None:
            self.schema = self.byte()
            require(self.schema in schemas, "a payload has an unknown schema")

    def take(self, count):
        require(count <= len(self.data) - self.at, "a payload ends too early")
        self.at += count
        return self.data[self.at - count : self.at]

    def byte(self):
        return self.take(1)[0]

    def unsigned(self):
        number, shift = 0, 0
        while True:
            byte = self.byte()
            number |= (byte & 0x7F) << shift
            require(number < 2**64 and shift < 64, "a number is too large")
            if byte < 0x80:
                return number
            shift += 7

    def integer(self):
        raw = self.unsigned()
        return raw >> 1 if raw & 1 == 0 else -(raw >> 1) - 1

    def number(self):
        number = struct.unpack("<d", self.take(8))[0]
        require(math.isfinite(number), "a number isn't finite")
        return number

    def flag(self):
        byte = self.byte()
        require(byte in (0, 1), "a flag is neither 0 nor 1")
        return byte == 1

    def blob(self):
        return self.take(self.unsigned())

    def text(self):
        return self.blob().decode("utf-8")

    def optional(self, read):
        return read() if self.flag() else None

    def list(self, read):
        count = self.unsigned()
        require(count <= len(self.data) - self.at, "a list is longer than its payload")
        return [read() for _ in range(count)]

    def finish(self):
        require(self.at == len(self.data), "a payload has bytes left over")


# Boxes.


def open_box(key, box, context):
    require(len(box) >= 41 and box[0] == 1, "a box has a wrong form")
    return bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(box[25:], context, box[1:25], key)


def open_key(key, box, context):
    plain = open_box(key, box, context)
    require(len(plain) == 32, "a box of a key has a wrong length")
    return plain


def unpad(plain):
    require(len(plain) > 0 and len(plain) % 256 == 0, "a payload has a wrong padding")
    bare = plain.rstrip(b"\0")
    require(bare.endswith(b"\x80") and len(plain) - len(bare) < 256, "a payload has a wrong padding")
    return bare[:-1]


# The gate.

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODES = ("digits:6", "digits:4", "digits:4+letter", "passphrase")


def recovery_symbols(code):
    require(code.isascii(), "the recovery code has a symbol that no code has")
    bare = code.upper().replace("O", "0").replace("I", "1").replace("L", "1")
    symbols = bytes(ALPHABET.index(c) for c in bare if c not in "- ")
    require(len(symbols) == 28, "the recovery code has a wrong length")
    for half in (symbols[:14], symbols[14:]):
        value = 0
        for symbol in half[:13]:
            value = value * 32 + symbol
        require(value % 37 == half[13], "the recovery code is mistyped")
    return symbols


class Account:
    def __init__(self, database, name):
        self.database, self.name, self.id = database, name, name.encode()
        self.version = database.execute("PRAGMA user_version").fetchone()[0]
        require(database.execute("PRAGMA application_id").fetchone()[0] == 0x5052464C, "this is no store")
        require(self.version in (1, 2), "the format is unknown")
        columns = "id, instance" if self.version > 1 else "id, x''"
        row = typed(database.execute(f"SELECT {columns} FROM store").fetchone(), "bb")
        require(row is not None, "the store has no id")
        self.store, self.instance = row
        require(len(self.store) == 16 and len(self.instance) in (0, 16), "an id has a wrong length")
        row = database.execute(
            "SELECT epoch, shuffle, lock, recovery, device_check, mac FROM account WHERE id = ?", (name,)
        ).fetchone()
        require(row is not None, "there is no such account")
        self.epoch, self.shuffle, self.lock, self.recovery, self.device_check, self.mac = typed(row, "iiibbb")
        rows = database.execute(
            "SELECT position, format, epoch, operations, memory, salt, envelope FROM stage WHERE account = ?"
            " ORDER BY position",
            (name,),
        ).fetchall()
        require(len(rows) in (1, 2), "the gate has another number of stages")
        self.stages = [typed(row, "itiiibb")[1:] for row in rows]
        require([row[0] for row in rows] == list(range(len(rows))), "the stages aren't in their places")
        for form, _, operations, memory, salt, _ in self.stages:
            require(form in (*CODES, "password"), "a stage has an unknown format")
            require(1 <= operations <= 8 and 8192 <= memory <= 2**30, "a stage's cost is out of bounds")
            require(len(salt) == 16, "a salt has a wrong length")

    def check_gate(self, device):
        body = le64(self.epoch) + le64(self.shuffle) + lp(self.recovery) + lp(self.device_check)
        for form, epoch, operations, memory, salt, envelope in self.stages:
            body += lp(form.encode()) + le64(epoch) + le64(operations) + le64(memory) + lp(salt) + lp(envelope)
        if self.instance:
            expected = mac(device, b"profile.account.v2", self.store, self.instance, self.id, body)
        else:
            expected = mac(device, b"profile.account.v1", self.store, self.id, body)
        require(equal(expected, self.mac), "the gate was tampered with")

    def unlock(self, device, secrets):
        """The data key, of a gate that was checked."""
        require(len(secrets) == len(self.stages), "the gate has another number of stages")
        key = device
        for index in range(len(secrets)):
            key = self.unlock_stage(key, index, secrets[index])
        return key

    def unlock_stage(self, key, index, secret):
        """The key of a stage behind another."""
        form, epoch, operations, memory, salt, envelope = self.stages[index]
        secret = secret.lower().encode() if form == "digits:4+letter" else secret.encode()
        wrap = b"profile.kek.v1" + lp(self.store) + lp(self.id) + le64(epoch) + le64(index)
        derived = pwhash.argon2id.kdf(32, secret, salt, opslimit=operations, memlimit=memory)
        try:
            return open_key(blake2b(key, lp(wrap) + derived), envelope, wrap)
        except CryptoError:
            raise Damaged(f"the {form} does not match") from None

    def recover(self, code):
        symbols = recovery_symbols(code)
        place = lp(self.store) + lp(self.id)
        gates = [lp(form.encode()) for form in CODES]
        gates += [lp(b"password") + gate for gate in gates]
        contexts = [b"profile.recovery.v2" + place + gate for gate in gates]
        for context in (*contexts, b"profile.recovery.v1" + place):
            try:
                key = blake2b(symbols, lp(b"profile.recovery.v1") + lp(context))
                return open_key(key, self.recovery, context)
            except CryptoError:
                continue
        raise Damaged("the recovery code does not match")

    def check_card(self, device):
        """Checks the MACs of the readable emergency card and of its mark."""
        row = self.database.execute(
            "SELECT revision, card, mac FROM emergency WHERE account = ?", (self.name,)
        ).fetchone()
        typed(row, "itb")
        if self.version > 1:
            found = self.database.execute("SELECT card FROM account WHERE id = ?", (self.name,)).fetchone()
            mark = typed(found, "b")[0]
            number = row[0] if row else 0
            if mark or self.instance:
                wanted = mac(device, b"profile.emergency-mark.v1", self.store, self.id, le64(number), self.instance)
                require(equal(mark, wanted), "the emergency card is not the one that was set last")
        if row:
            wanted = mac(device, b"profile.emergency.v1", self.store, self.id, le64(row[0]), row[1].encode())
            require(equal(wanted, row[2]), "the emergency card was tampered with")


# The files beside the store.

FILES = ("gate.state", "seen.state")


def state_folder(state, account):
    instance = f"/{account.instance.hex()}" if account.instance else ""
    return f"{state}/profile/{account.store.hex()}{instance}/{account.name}"


def read_file(path):
    """The content of a file; None if there is none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def read_device(folder, account):
    """The device secret, and the endings that the other files' names may have."""
    for ending, others in (("", ("",)), (".new", (".new", ""))):
        device = read_file(f"{folder}/device.key{ending}")
        if device is None or len(device) != 32:
            continue
        if equal(mac(device, b"profile.device-check.v1", account.store, account.id), account.device_check):
            return device, others
    raise Damaged("there is no device secret of this gate")


def read_slot(slot, odd, device, account):
    """The sequence and the failures in a slot; None if it isn't valid."""
    body, tag = slot[:480], slot[480:]
    if not equal(mac(device, b"profile.gate-state.v1", account.store + account.id, body), tag):
        return None
    try:
        reader = Reader(body, (1, 2, 3))
        sequence, failures = reader.unsigned(), reader.unsigned()
        reader.optional(lambda: (reader.blob(), reader.integer()))
        reader.integer()
        if body[0] == 3:
            reader.blob()
    except Damaged:
        return None
    return (sequence, failures) if sequence % 2 == odd else None


def read_failures(content, device, account):
    require(content is not None, "the count of failures is missing")
    slots = [read_slot(content[:512], 1, device, account), read_slot(content[512:1024], 0, device, account)]
    slots = sorted((slot for slot in slots if slot), reverse=True)
    require(slots, "the count of failures is damaged")
    is_whole = len(slots) == 2 and slots[1][0] == slots[0][0] - 1
    return slots[0][1] + (0 if is_whole else 1)


def read_seen(content, device, account):
    """The generation last seen; None if it isn't known."""
    if content is None or len(content) != 64:
        return None
    if not equal(mac(device, b"profile.seen-state.v1", account.store + account.id, content[:32]), content[32:]):
        return None
    try:
        return Reader(content, (1, 2)).unsigned()
    except Damaged:
        return None


# Records.


class Row:
    def __init__(self, number, revision, fingerprint, *boxes):
        self.number, self.revision, self.fingerprint, self.boxes = number, revision, fingerprint, boxes


class Records:
    """An account's records, each checked against the manifest before it is returned."""

    SINGLETONS = {"profile": "revision", "summary": "revision", "draft": "save", "emergency": "revision"}

    def __init__(self, account, data_key):
        self.account, self.database = account, account.database

        def sub_key(number):
            salt, person = struct.pack("<QQ", number, 0), b"profile1".ljust(16, b"\0")
            return hashlib.blake2b(b"", key=data_key, salt=salt, person=person, digest_size=32).digest()

        self.records, self.fingerprints, self.inventory = (sub_key(number) for number in (1, 2, 3))
        self.terms = []
        row = self.one("ib", "SELECT revision, record FROM manifest WHERE account = ?")
        require(row is not None, "there is no manifest")
        self.generation = row[0]
        payload = self.open(row[1], "manifest", "", self.generation)
        self.is_first = payload[:1] == b"\1"
        (self.read_first_manifest if self.is_first else self.read_manifest)(payload)

    def one(self, form, statement, *values):
        return typed(self.database.execute(statement, (self.account.name, *values)).fetchone(), form)

    def all(self, form, statement, *values):
        rows = self.database.execute(statement, (self.account.name, *values)).fetchall()
        return [typed(row, form) for row in rows]

    def open(self, box, part, number, revision):
        context = DOMAIN + b".record.v1" + lp(self.account.store) + lp(self.account.id)
        context += lp(part.encode()) + lp(str(number).encode()) + le64(revision) + le64(1)
        return unpad(open_box(self.records, box, context))

    def term(self, kind, row):
        if self.is_first:
            body = le64(row.number)
            for blob in (row.fingerprint, *row.boxes):
                body += lp(blob) if blob else b""
            return mac(self.inventory, DOMAIN + b".inventory.v1", kind.encode(), body)
        body = le64(row.number) + le64(row.revision) + lp(row.fingerprint or b"")
        for box in row.boxes:
            body += lp((box or b"")[:25])
        return mac(self.inventory, DOMAIN + b".term.v2", kind.encode(), body)

    # The manifest.

    def read_first_manifest(self, payload):
        reader = Reader(payload, (1,))
        heads = [reader.blob() for _ in range(4)]
        self.singletons = {kind: (None, head) for kind, head in zip(self.SINGLETONS, heads) if head}
        self.count, self.sum = reader.integer(), reader.blob()
        self.schema_version = 0
        reader.finish()

    def read_manifest(self, payload):
        reader = Reader(payload, (2, 3))
        require(reader.blob() == self.account.instance, "the manifest belongs to another instance")

        def root():
            root = {"rules": reader.integer(), "figures": reader.integer()}
            require(0 <= root["figures"] <= 16, "a directory has too many figures")
            root["pages"], root["highest"], root["level"] = reader.integer(), reader.integer(), reader.integer()
            require(0 <= root["level"] <= 16, "a directory has too many levels")
            root["top"] = reader.optional(lambda: self.read_child(reader, root["figures"]))
            return root

        def log():
            return reader.integer(), reader.integer(), reader.blob()

        def named(read):
            values = reader.list(lambda: (reader.text(), read()))
            require(len(dict(values)) == len(values), "the manifest names a kind twice")
            return dict(values)

        self.singletons = named(lambda: (reader.integer(), reader.blob()))
        self.logs, self.directories = named(log), named(root)
        self.figures = {}
        self.count, self.sum = reader.integer(), reader.blob()
        self.schema_version = reader.integer() if reader.schema == 3 else 0
        reader.finish()

    def read_child(self, reader, figures):
        page, term = reader.integer(), reader.blob()
        first = (reader.integer(), reader.integer())
        count = reader.integer()
        sums = [(reader.integer(), reader.integer()) for _ in range(figures)]
        return {"page": page, "term": term, "first": first, "count": count, "sums": sums}

    # Singletons.

    def singleton(self, kind):
        """The number and the payload of the one record of a kind; None if there is none."""
        found = self.one("ib", f"SELECT {self.SINGLETONS[kind]}, record FROM {kind} WHERE account = ?")
        head = self.singletons.get(kind)
        require((found is None) == (head is None), f"{kind} was added or taken away")
        if head is None:
            return None
        row = Row(found[0], found[0], None, found[1])
        term = self.term(kind, row)
        require(head[0] in (None, row.number) and equal(term, head[1]), f"{kind} isn't what was written last")
        self.terms.append(term)
        return row.number, self.open(row.boxes[0], kind, "", row.number)

    # Logs.

    def log(self, kind):
        """The numbers and payloads of a log, newest first."""
        if kind == "history":
            rows = self.all("ib", "SELECT revision, record FROM history WHERE account = ? ORDER BY revision DESC")
        elif self.is_first:
            return []
        else:
            statement = "SELECT number, head FROM record WHERE account = ? AND kind = ? ORDER BY number DESC"
            rows = self.all("ib", statement, kind)
            if not rows and kind not in self.logs:
                return []
        if not self.is_first:
            require(kind in self.logs, f"{kind} isn't in the manifest")
            first, last, expected = self.logs[kind]
            require([row[0] for row in rows] == list(range(last, first - 1, -1)), f"{kind} has gaps")
        payloads = []
        for number, box in rows:
            term = self.term(kind, Row(number, number, None, box))
            self.terms.append(term)
            payload = self.open(box, kind, "", number)
            if not self.is_first:
                require(expected is None or equal(term, expected), f"{kind} {number} isn't what was written")
                expected = None
                if payload[:1] == b"\2":
                    link = Reader(payload, (2,))
                    expected, payload = link.blob(), link.blob()
                    link.finish()
                elif payload[:1] == b"\3":
                    mark = Reader(payload, (3,))
                    expected = mark.blob()
                    mark.finish()
                    continue
            payloads.append((number, payload))
        return payloads

    # The collection of hikes.

    def entries(self, kind):
        """The entries of a directory, in order."""
        root = self.directories.get(kind)
        if root is None or root["top"] is None:
            return []
        entries, visited = [], []

        def visit(child, level):
            visited.append(child["page"])
            row = self.one(
                "ib",
                "SELECT revision, head FROM record WHERE account = ? AND kind = ? AND number = ?",
                f"{kind}.page",
                child["page"],
            )
            require(row is not None, f"a page of {kind} is missing")
            revision, box = row
            term = self.term(f"{kind}.page", Row(child["page"], revision, None, box))
            require(equal(term, child["term"]), f"a page of {kind} isn't what was written last")
            reader = Reader(self.open(box, f"{kind}.page", child["page"], revision), (1,))
            require(reader.integer() == level, f"a page of {kind} is of another level")

            def entry():
                position = (reader.integer(), reader.integer())
                term = reader.blob()
                return position, term, [reader.optional(reader.integer) for _ in range(root["figures"])]

            if level == 0:
                below = reader.list(entry)
                require(1 <= len(below) <= 128, "a page has too few or too many entries")
                entries.extend(below)
                require(len(below) == child["count"] and below[0][0] == child["first"], "a page has wrong sums")
                for index, (total, known) in enumerate(child["sums"]):
                    values = [figures[index] for _, _, figures in below if figures[index] is not None]
                    require((sum(values), len(values)) == (total, known), "a page has wrong sums")
            else:
                children = reader.list(lambda: self.read_child(reader, root["figures"]))
                require(1 <= len(children) <= 128, "a page has too few or too many children")
                require(sum(next_child["count"] for next_child in children) == child["count"], "a page has wrong sums")
                require(children[0]["first"] == child["first"], "a page has wrong sums")
                for next_child in children:
                    visit(next_child, level - 1)
            reader.finish()

        visit(root["top"], root["level"])
        (pages,) = self.one("i", "SELECT count(*) FROM record WHERE account = ? AND kind = ?", f"{kind}.page")
        require(pages == len(visited), f"there are pages of {kind} that the directory doesn't have")
        require(entries == sorted(entries, key=lambda entry: entry[0]), f"the directory of {kind} isn't in order")
        return entries

    def hikes(self):
        """The payloads of the parts of each hike, by id."""
        recording = "NULL" if self.account.version == 1 else "recording"
        statement = f"SELECT id, revision, fingerprint, header, track, {recording} FROM hike WHERE account = ?"
        rows = {row[0]: Row(*row) for row in self.all("iibbbB", statement)}
        terms = {number: self.term("hike", row) for number, row in rows.items()}
        self.terms += terms.values()
        if not self.is_first:
            expected = {position[1]: term for position, term, _ in self.entries("hike")}
            require(expected == terms, "the hikes aren't those that were written last")
        hikes = {}
        for number, row in sorted(rows.items()):
            names = ("hike.header", "hike.track", "hike.recording")
            hikes[number] = [
                self.open(box, part, number, row.revision) if box else None for part, box in zip(names, row.boxes)
            ]
            digest = read_header(hikes[number][0])["contentDigest"]
            wanted = mac(self.fingerprints, DOMAIN + b".fingerprint.v1", digest)
            require(equal(wanted, row.fingerprint), f"hike {number} has a wrong fingerprint")
        return hikes

    def removed_hikes(self):
        """The payloads of header, track and recording of each removed hike, by its former id."""
        hikes = {}
        parts = ("hike.removed.header", "hike.removed.body")
        for number, (header, body) in self.elements("hike.removed", parts).items():
            require(header and body, f"removed hike {number} lacks a box")
            reader = Reader(body, (1,))
            hikes[number] = [header, *reader.list(lambda: reader.optional(reader.blob))]
            require(len(hikes[number]) == 3, f"removed hike {number} has other parts")
            reader.finish()
        return hikes

    def elements(self, kind, parts=None):
        """The payloads of the parts of each record of a collection in the shared table, by number.

        The directory's figures are kept in `figures`.
        """
        if self.is_first or kind not in self.directories:
            return {}
        statement = "SELECT number, revision, fingerprint, head, body FROM record WHERE account = ? AND kind = ?"
        rows = {row[0]: Row(*row) for row in self.all("iiBbB", statement, kind)}
        terms = {number: self.term(kind, row) for number, row in rows.items()}
        self.terms += terms.values()
        entries = self.entries(kind)
        require({position[1]: term for position, term, _ in entries} == terms, f"{kind} isn't what was written last")
        self.figures[kind] = {position[1]: figures for position, _, figures in entries}
        return {
            number: [
                self.open(box, part, number, row.revision) if box else None
                for part, box in zip(parts or (kind, f"{kind}.body"), row.boxes)
            ]
            for number, row in sorted(rows.items())
        }

    def originals(self):
        """The files that hikes were imported from, by number."""
        files, packed = {}, {}
        for number, (header, body) in self.elements("original").items():
            reader = Reader(header, (1,))
            file, index = reader.integer(), reader.integer()
            require(number == file + index, "a piece of a file has a wrong number")
            if reader.flag():
                names = {"name": reader.text(), "format": reader.text(), "size": reader.integer()}
                files[file] = {**names, "digest": reader.blob(), "pieces": reader.integer()}
            reader.finish()
            packed[file] = packed.get(file, b"") + body
        for number, file in files.items():
            content = zlib.decompress(packed[number])
            require(len(content) == file["size"], "a file has another size")
            digest = hashlib.blake2b(content, digest_size=32).digest()
            require(digest == file.pop("digest"), "a file has other content")
            file["content"] = content.decode("latin-1")
        return files

    def photos(self):
        """The photos by number, removed ones too, with their attachments."""
        removed = self.elements("photo.removed")
        photos = {number: read_photo(parts[0]) for number, parts in (self.elements("photo") | removed).items()}
        for number, photo in photos.items():
            photo.update({"number": number, "removed": number in removed, "attachments": {}})
        for owner, files in self.attachments("photo").items():
            photos[owner]["attachments"] = {name: hashlib.sha256(file).hexdigest() for name, file in files.items()}
        return list(photos.values())

    def attachments(self, kind):
        """The names and bytes of the attachments of each element of a kind, by its number."""
        found = {}
        for number, (first, piece) in self.elements(f"{kind}.attachment").items():
            header = Reader(first, (1,))
            owner, name, size, index = header.integer(), header.text(), header.integer(), header.integer()
            header.finish()
            before = found.setdefault(owner, {}).setdefault(name, b"")
            require(len(before) == index << 20, f"an attachment of {kind} {owner} lacks a piece")
            require(len(piece) == min(1 << 20, size - (index << 20)), f"piece {number} has another size")
            found[owner][name] = before + piece
        return found

    def inbox(self):
        """The digests of the files that were taken from the inbox, by number."""
        digests = {}
        if self.is_first:
            return digests
        prints = dict(self.all("iB", "SELECT number, fingerprint FROM record WHERE account = ? AND kind = ?", "inbox"))
        for number, (header, _) in self.elements("inbox").items():
            reader = Reader(header, (1,))
            digests[number] = reader.blob()
            reader.finish()
            require(len(digests[number]) == 32, f"file {number} of the inbox has no digest")
            wanted = mac(self.fingerprints, DOMAIN + b".fingerprint.v1", digests[number])
            require(equal(wanted, prints[number]), f"file {number} of the inbox has a wrong fingerprint")
        return digests

    def check_inventory(self):
        total = sum(int.from_bytes(term, "little") for term in self.terms) % 2**256
        require(len(self.terms) == self.count, "there are records too many or too few")
        require(total.to_bytes(32, "little") == self.sum, "the records aren't those that were counted")


# Payloads.


def read_day(reader):
    year, month, day = reader.integer(), reader.integer(), reader.integer()
    return datetime.date(year, month, day).isoformat()


def read_profile(reader):
    if reader.schema == 1:
        return {
            "username": reader.text(),
            "prefersNotifications": reader.flag(),
            "seasonalPhoto": reader.text(),
            "goalDate": read_day(reader),
        }
    names = {1: "username", 2: "prefersNotifications", 3: "seasonalPhoto", 4: "goalDate", 5: "goal"}
    profile = {}
    for tag, blob in reader.list(lambda: (reader.integer(), reader.blob())):
        value = Reader(blob, (0,))
        read = {
            1: value.text, 2: value.flag, 3: value.text, 4: lambda: read_day(value),
            5: lambda: value.text() if value.flag() else None,
        }.get(tag)
        if read:
            profile[names[tag]] = read()
            value.finish()
    return profile


def read_document(payload):
    reader = Reader(payload, (1, 2))
    profile = read_profile(reader)
    reader.finish()
    return profile


def read_draft(payload):
    reader = Reader(payload, (1, 2))
    draft = {"baseRevision": reader.integer(), "savedAt": reader.integer()}
    draft["base"], draft["profile"] = read_profile(reader), read_profile(reader)
    reader.finish()
    return draft


def read_commit(payload):
    reader = Reader(payload, (1, 2))
    commit = {"at": reader.integer(), "before": reader.optional(lambda: read_profile(reader))}
    commit["after"] = read_profile(reader)
    reader.finish()
    return commit


def read_changes(records):
    """The changes of hikes, newest first, each as its records have it."""
    changes = []
    for number, payload in records:
        reader = Reader(payload, (1,))
        change = {"number": number, "at": reader.integer(), "label": reader.optional(reader.text)}
        change["undoes"], change["operation"] = reader.optional(reader.integer), reader.optional(reader.integer)
        change["part"], change["isLast"] = reader.integer(), reader.flag()

        def read_item():
            found = {"number": reader.integer(), "change": ("added", "removed", "restored", "edited")[reader.integer()]}
            if found["change"] == "edited":
                blob = lambda: reader.optional(reader.blob)
                found["tags"] = [tag for tag, _, _ in reader.list(lambda: (reader.integer(), blob(), blob()))]
            return found

        runs = reader.list(lambda: (reader.text(), reader.list(read_item)))
        change["items"] = [item | {"kind": kind} for kind, items in runs for item in items]
        reader.finish()
        changes.append(change)
    return changes


def read_header_fields(reader):
    header = {"id": reader.integer(), "name": reader.text(), "distance": reader.number()}
    header["difficulty"] = reader.integer()
    header["date"] = reader.optional(lambda: read_day(reader))
    header["startTime"] = reader.optional(lambda: [reader.number(), reader.optional(reader.integer)])
    for name in ("duration", "movingTime", "ascent", "descent"):
        header[name] = reader.optional(reader.number)
    header["heartRate"] = reader.optional(lambda: [reader.number() for _ in range(3)])
    header["source"] = reader.optional(reader.text)
    return header


def read_tagged_header(reader):
    """A header as a list of tagged fields."""
    header = {"id": reader.integer(), "contentDigest": reader.blob()}
    reader.optional(reader.integer)
    header.update({"name": "", "distance": 0.0, "activity": "hiking", "planned": False, "declared": []})
    header.update({"tags": [], "favourite": False, "trim": None, "zone": None, "original": None})
    numbers = {6: "duration", 7: "movingTime", 8: "movingDistance", 9: "ascent", 10: "descent"}
    others = {3: "difficulty", 4: "date", 5: "startTime", 11: "heartRate", 12: "source"}
    header.update(dict.fromkeys([*numbers.values(), *others.values()]))
    for tag, blob in reader.list(lambda: (reader.integer(), reader.blob())):
        value = Reader(blob, (0,))
        reads = {
            1: ("name", value.text),
            2: ("distance", value.number),
            3: ("difficulty", lambda: value.optional(value.integer)),
            4: ("date", lambda: value.optional(lambda: read_day(value))),
            5: ("startTime", lambda: value.optional(lambda: [value.number(), value.optional(value.integer)])),
            11: ("heartRate", lambda: value.optional(lambda: [value.number() for _ in range(3)])),
            12: ("source", lambda: value.optional(value.text)),
            13: ("activity", value.text),
            14: ("planned", value.flag),
            15: ("declared", lambda: sorted(value.list(value.text))),
            16: ("tags", lambda: sorted(value.list(value.text))),
            17: ("favourite", value.flag),
            18: ("trim", lambda: value.optional(lambda: [value.number(), value.number()])),
            23: ("original", lambda: value.optional(value.integer)),
            22: ("zone", lambda: value.optional(lambda: [value.integer(), int(value.flag())])),
            **{tag: (name, lambda: value.optional(value.number)) for tag, name in numbers.items()},
        }
        if tag in reads:
            name, read = reads[tag]
            header[name] = read()
            value.finish()
    reader.finish()
    return header


def read_header(payload):
    reader = Reader(payload, (1, 2, 3))
    if reader.schema == 3:
        return read_tagged_header(reader)
    header = read_header_fields(reader)
    header["contentDigest"] = reader.blob()
    tags = dict(reader.list(lambda: (reader.integer(), reader.text()))) if reader.schema == 2 else {}
    reader.finish()
    if header["difficulty"] == 0 and 4 not in tags:
        header["difficulty"] = None
    header["activity"] = tags.get(1, "hiking")
    header["planned"] = 2 in tags
    header["declared"] = tags.get(3, "").split()
    header["movingDistance"] = int(tags[6]) / 1000 if 6 in tags else None
    header.update({"tags": [], "favourite": False, "trim": None, "zone": None, "original": None})
    return header


def read_track(payload):
    """The observations, and the fields of a hike that aren't in its header."""
    reader = Reader(payload, (1, 2, 3))
    fields = {"notes": "", "waypoints": [], "laps": []}
    ranges = ["elevation", "pace", "heartRate"] + (["cadence", "temperature"] if reader.schema == 3 else [])

    def pair():
        return [reader.number(), reader.number()]

    def observation():
        observation = {"distanceFromStart": reader.number()}
        for name in ranges:
            observation[name] = reader.optional(pair)
        return observation

    def moment(value):
        return value.optional(lambda: [value.number(), value.optional(value.integer)])

    def waypoint(value):
        waypoint = {"name": value.text(), "latitude": value.number(), "longitude": value.number()}
        waypoint["elevation"], waypoint["time"] = value.optional(value.number), moment(value)
        waypoint["description"], waypoint["symbol"] = value.text(), value.text()
        return waypoint

    def lap(value):
        lap = {"startTime": moment(value)}
        for name in ("distance", "duration", "ascent", "heartRate"):
            lap[name] = value.optional(value.number)
        lap["name"] = value.text()
        return lap

    fields["observations"] = reader.list(observation)
    has_fields = reader.flag() if reader.schema == 3 else reader.schema == 2
    for tag, blob in reader.list(lambda: (reader.integer(), reader.blob())) if has_fields else []:
        value = Reader(blob, (0,))
        reads = {
            19: ("notes", value.text),
            20: ("waypoints", lambda: value.list(lambda: waypoint(value))),
            21: ("laps", lambda: value.list(lambda: lap(value))),
        }
        if tag in reads:
            name, read = reads[tag]
            fields[name] = read()
            value.finish()
    reader.finish()
    return fields


def read_recording(payload):
    reader = Reader(payload)
    version = reader.unsigned()
    require(version in (1, 2), "a recording is of an unknown version")
    names = "distance ascent descent duration movingTime timer lowest average highest".split()
    units = [1000, 10, 10, 1000, 1000, 1000, 10, 10, 10]
    declared = {}
    for name, unit in zip(names, units):
        number = reader.unsigned()
        if number:
            declared[name] = (number - 1) / unit
    segments = [reader.unsigned() for _ in range(reader.unsigned())]
    count = sum(segments)

    def column(unit, is_steady=False):
        known, is_known, at = [], False, 0
        while True:
            run = reader.unsigned()
            require(run <= count - at, "the runs of a column don't add up to the number of points")
            if is_known:
                known += range(at, at + run)
            at, is_known = at + run, not is_known
            if at == count:
                break
            require(run > 0 or is_known and at == 0, "a run of a column is empty")
        values, last, step = [None] * count, 0, 0
        for index in known:
            difference = reader.integer() + (step if is_steady else 0)
            last, step = last + difference, difference
            values[index] = last / unit
        return values

    columns = {"latitude": column(1e7), "longitude": column(1e7), "time": column(1000, True)}
    columns.update({"offset": column(1), "elevation": column(100), "heartRate": column(10)})
    last = 0
    for _ in range(reader.unsigned() if version == 2 else 0):
        number = reader.unsigned()
        require(last < number <= 3, "a recording has a channel twice, or an unknown one")
        columns[("cadence", "temperature", "power")[number - 1]] = column(10)
        last = number
    require(version == 1 or last > 0, "a recording has no channel")
    reader.finish()
    return {"declared": declared, "segments": segments, "points": columns}


def read_summary(payload):
    reader = Reader(payload, (1, 2))
    summary = {"rules": reader.integer() if reader.schema == 2 else 1}
    summary["hikes"], summary["distance"] = reader.integer(), reader.number()
    summary["ascent"], summary["movingTime"] = reader.optional(reader.number), reader.optional(reader.number)

    def recent():
        return read_header_fields(reader) if reader.schema == 1 else read_header(reader.blob())

    summary["recent"] = [header["id"] for header in reader.list(recent)]

    def badge():
        badge = {"name": reader.text(), "earned": reader.flag(), "progress": reader.number()}
        badge["earnedOn"] = reader.optional(lambda: read_day(reader))
        return badge

    summary["badges"] = reader.list(badge)
    reader.finish()
    return summary


def read_place(header, body):
    place = {"name": "", "position": [0.0, 0.0], "radius": 250.0, "category": "", "notes": "", "favourite": False}
    place.update({"featured": False, "private": None, "shift": None})
    for payload in (header, body):
        reader = Reader(payload, (3,))
        for tag, blob in reader.list(lambda: (reader.integer(), reader.blob())):
            value = Reader(blob, (0,))

            def pair():
                return [value.number(), value.number()]

            reads = {
                1: ("name", value.text),
                2: ("position", pair),
                3: ("radius", value.number),
                4: ("category", value.text),
                5: ("notes", value.text),
                6: ("favourite", value.flag),
                7: ("featured", value.flag),
                8: ("private", lambda: value.optional(value.number)),
                9: ("shift", lambda: value.optional(pair)),
            }
            if tag in reads:
                name, read = reads[tag]
                place[name] = read()
                value.finish()
        reader.finish()
    return place


def read_way(hike, header, track, figures):
    reader = Reader(header, (1,))
    require(reader.integer() == hike, f"the way of hike {hike} is another hike's")
    way = {"hike": hike, "rules": reader.integer(), "source": base64.b16encode(reader.blob()).decode().lower()}
    way["bounds"] = reader.optional(lambda: [reader.number() for _ in range(4)])
    way["deviation"] = reader.number()
    reader.finish()
    recording = read_recording(track)
    way["segments"] = recording["segments"]
    way["latitude"], way["longitude"] = recording["points"]["latitude"], recording["points"]["longitude"]
    if way["bounds"] is None:
        require(figures == [None] * 4, f"the way of hike {hike} has figures without bounds")
    else:
        degrees = [figure / 1e7 - origin for figure, origin in zip(figures, (90, 180, 90, 180))]
        near = all(abs(one - other) < 2e-7 for one, other in zip(degrees, way["bounds"]))
        require(near, f"the figures of the way of hike {hike} aren't its bounds")
    return way


def read_visits(place, header, hikes):
    reader = Reader(header, (1,))
    visits = {"place": place, "rules": reader.integer(), "area": [reader.number() for _ in range(3)]}
    visits["count"], visits["counted"] = reader.integer(), reader.integer()
    visits["days"] = [reader.optional(lambda: read_day(reader)) for _ in range(6)]
    reader.finish()
    reader, found = Reader(hikes, (1,)), []
    hike, key = 0, 0
    for _ in range(reader.unsigned()):
        hike += reader.integer()
        packed = reader.integer()
        day = None
        if packed & 1:
            key += packed >> 2
            day = (datetime.date(2000, 1, 1) + datetime.timedelta(days=key)).isoformat()
        found.append({"hike": hike, "day": day, "counts": bool(packed >> 1 & 1)})
    reader.finish()
    require(len(found) == visits["count"], f"place {place} has another number of visits")
    require(sum(visit["counts"] for visit in found) == visits["counted"], f"place {place} has other visits")
    visits["hikes"] = found
    return visits


def read_hike(header, track, recording):
    hike = read_header(header)
    hike["contentDigest"] = base64.b16encode(hike["contentDigest"]).decode().lower()
    hike.update(read_track(track) if track else {"notes": "", "waypoints": [], "laps": [], "observations": []})
    hike["recording"] = read_recording(recording) if recording else None
    return hike


def read_photo(payload):
    reader = Reader(payload, (3,))
    photo = {"hike": 0, "name": "", "size": 0, "width": 0, "height": 0, "time": None, "position": None, "day": None}
    for tag, blob in reader.list(lambda: (reader.integer(), reader.blob())):
        value = Reader(blob, (0,))
        reads = {
            1: ("hike", value.integer),
            2: ("name", value.text),
            3: ("size", value.integer),
            4: ("width", value.integer),
            5: ("height", value.integer),
            6: ("time", lambda: value.optional(lambda: [value.number(), value.optional(value.integer)])),
            7: ("position", lambda: value.optional(lambda: [value.number(), value.number()])),
            8: ("day", lambda: value.optional(lambda: read_day(value))),
            9: ("digest", lambda: value.optional(lambda: value.blob().hex())),
        }
        if tag in reads:
            name, read = reads[tag]
            photo[name] = read()
            value.finish()
    reader.finish()
    return photo


def read_records(account, data_key):
    """Everything in the records of an account."""
    records = Records(account, data_key)
    result = {"generation": records.generation, "schemaVersion": records.schema_version}
    profile = records.singleton("profile")
    require(profile is not None, "there is no profile")
    result["revision"], result["profile"] = profile[0], read_document(profile[1])
    draft, card, summary = (records.singleton(kind) for kind in ("draft", "emergency", "summary"))
    require(summary is not None, "there is no summary")
    result["draft"] = read_draft(draft[1]) if draft else None
    result["card"] = card[1].decode("utf-8") if card else None
    # It is derived data: one of another schema is ignored.
    result["summary"] = read_summary(summary[1]) if summary[1][:1] in (b"\1", b"\2") else None
    result["history"] = [{"revision": number, **read_commit(payload)} for number, payload in records.log("history")]
    result["changes"] = [] if records.is_first else read_changes(records.log("changes"))
    attachments = records.attachments("hike")
    result["attachments"] = {
        str(hike): {name: base64.b64encode(content).decode() for name, content in named.items()}
        for hike, named in attachments.items()
    }
    result["hikes"] = [read_hike(*parts) for parts in records.hikes().values()]
    result["originals"] = [{"number": number, **file} for number, file in sorted(records.originals().items())]
    result["removed"] = [read_hike(*parts) for parts in records.removed_hikes().values()]
    records.inbox()
    result["photos"] = records.photos()
    places = records.elements("place")
    result["places"] = [{"id": number, **read_place(*parts)} for number, parts in places.items()]
    removed = records.elements("place.removed")
    result["removedPlaces"] = [{"id": number, **read_place(*parts)} for number, parts in removed.items()]
    records.attachments("place")
    # Both are derived: a reader may ignore them.
    ways = records.elements("way", ("way.header", "way.track"))
    result["ways"] = [read_way(number, *parts, records.figures["way"][number]) for number, parts in ways.items()]
    visits = records.elements("visit", ("visit.header", "visit.hikes"))
    result["visits"] = [read_visits(number, *parts) for number, parts in visits.items()]
    records.check_inventory()
    return result


def read_store(path, name, state, secrets):
    """Everything in an account, opened with its secrets, or with its recovery code if `state` is None."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        database.execute("BEGIN")
        account = Account(database, name)
        result = {"format": account.version}
        if state is None:
            return result | read_records(account, account.recover(secrets[0]))
        folder = state_folder(state, account)
        device, endings = read_device(folder, account)
        gate, seen = (
            next((content for content in contents if content is not None), None)
            for contents in ([read_file(f"{folder}/{name}{ending}") for ending in endings] for name in FILES)
        )
        account.check_gate(device)
        result["failures"] = read_failures(gate, device, account)
        result["seen"] = read_seen(seen, device, account)
        data_key = account.unlock(device, secrets)
        account.check_card(device)
        result |= read_records(account, data_key)
        require((result["seen"] or 0) <= result["generation"], "the store is older than the one last seen")
        return result
    finally:
        database.close()


def main(path, name, way):
    secrets = sys.stdin.read().splitlines()
    json.dump(
        read_store(path, name, None if way == "--recovery" else way, secrets), sys.stdout, ensure_ascii=False,
        sort_keys=True,
    )
    print()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("read_store.py STORE ACCOUNT STATE|--recovery, with the secrets on stdin")
    try:
        main(*sys.argv[1:])
    except REFUSALS as error:
        sys.exit(f"read_store.py: {error}")
