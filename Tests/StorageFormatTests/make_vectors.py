#!/usr/bin/env python3
"""Writes `vectors.json` from the fixture in `Fixtures`, based only on the documentation of the format.

    make_vectors.py > vectors.json

Each vector is a change of a copy of the fixture, a way to open it, and the one outcome that the pages give it. The
fixture's secrets are known, so a vector can also be sealed and authenticated correctly and still say something that
isn't allowed. Running this again gives the same file.

They are one file because most are a line or two, and a test and a reader go through all of them.
"""

import hashlib
import json
import os
import sqlite3
import sys

from nacl import bindings, pwhash

from read_store import ALPHABET, Account, Reader, Records, Row, blake2b, le64, lp, mac

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = f"{HERE}/Fixtures"
SECRETS = {"main": ["739158"], "guest": ["correct horse", "4093k"]}
with open(f"{FIXTURES}/recovery-codes.json", encoding="utf-8") as file:
    CODES = json.load(file)


# Values of payloads.


def unsigned(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


def integer(number):
    return unsigned(number << 1 if number >= 0 else (-number << 1) - 1)


def blob(data):
    return unsigned(len(data)) + data


def text(string):
    return blob(string.encode())


def items(encoded):
    return unsigned(len(encoded)) + b"".join(encoded)


def pad(payload):
    return payload + b"\x80" + bytes(-(len(payload) + 1) % 256)


def day(year, month, number):
    return integer(year) + integer(month) + integer(number)


def field(tag, value):
    return integer(tag) + blob(b"\0" + value)


def hexadecimal(data):
    return f"x'{data.hex()}'"


class Nonces:
    """The same numbers in every run."""

    count = 0

    @classmethod
    def next(cls):
        cls.count += 1
        return hashlib.blake2b(le64(cls.count), digest_size=24, person=b"vectors").digest()


def seal(key, plain, context, version=1):
    nonce = Nonces.next()
    return bytes([version]) + nonce + bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, context, nonce, key)


# The fixture.


def open_database(name="test.profile"):
    return sqlite3.connect(f"file:{FIXTURES}/{name}?mode=ro&immutable=1", uri=True)


def state_file(account, name):
    folder = f"{FIXTURES}/state/profile"
    for _ in range(2):
        (only,) = os.listdir(folder)
        folder += f"/{only}"
    with open(f"{folder}/{account}/{name}", "rb") as content:
        return content.read()


class Keys:
    """An account of the fixture with its keys, and its records as they are before a vector changes them."""

    def __init__(self, name="main", file="test.profile"):
        self.account = Account(open_database(file), name)
        self.device = state_file(name, "device.key")
        self.data = self.account.unlock(self.device, SECRETS[name])
        self.records = Records(self.account, self.data)


class Rewriting:
    """Changes of records that are sealed and listed as the pages demand, as statements."""

    def __init__(self, name="main", file="test.profile"):
        self.keys = Keys(name, file)
        self.name, self.records = name, self.keys.records
        self.where = f"WHERE account = '{name}'"
        self.statements = []

    def box(self, payload, part, number, revision, version=1, padded=None):
        account = self.keys.account
        context = b"profile.record.v1" + lp(account.store) + lp(account.id) + lp(part.encode())
        context += lp(str(number).encode()) + le64(revision) + le64(1)
        return seal(self.records.records, pad(payload) if padded is None else padded, context, version)

    def count(self, old=None, new=None):
        """Counts the term of a row in the inventory, in place of another."""
        total = int.from_bytes(self.records.sum, "little")
        for term, sign in ((old, -1), (new, 1)):
            if term is not None:
                total += sign * int.from_bytes(term, "little")
                self.records.count += sign
        self.records.sum = (total % 2**256).to_bytes(32, "little")
        return self

    def singleton(self, kind, change, **form):
        number, payload = self.records.singleton(kind)
        column = self.records.SINGLETONS[kind]
        box = self.box(change(payload) if change else payload, kind, "", number, **form)
        self.statements.append(f"UPDATE {kind} SET record = {hexadecimal(box)} {self.where} AND {column} = {number}")
        new = self.records.term(kind, Row(number, number, None, box))
        self.count(self.records.singletons[kind][1], new)
        self.records.singletons[kind] = (number, new)
        return self

    def newest_commit(self, change):
        first, last, old = self.records.logs["history"]
        box = self.records.database.execute(
            f"SELECT record FROM history {self.where} AND revision = {last}"
        ).fetchone()[0]
        box = self.box(change(self.records.open(box, "history", "", last)), "history", "", last)
        self.statements.append(f"UPDATE history SET record = {hexadecimal(box)} {self.where} AND revision = {last}")
        new = self.records.term("history", Row(last, last, None, box))
        self.count(old, new)
        self.records.logs["history"] = (first, last, new)
        return self

    def without_oldest_commit(self):
        first, last, newest = self.records.logs["history"]
        box = self.records.database.execute(
            f"SELECT record FROM history {self.where} AND revision = {first}"
        ).fetchone()[0]
        self.statements.append(f"DELETE FROM history {self.where} AND revision = {first}")
        self.count(self.records.term("history", Row(first, first, None, box)))
        self.records.logs["history"] = (first + 1, last, newest)
        return self

    def hike(self, number, part, change, collection="hike"):
        """Seals one part of a hike again, and lists the row in the directory."""
        columns = {"hike": ("header", "track", "recording"), "hike.removed": ("head", "body")}[collection]
        names = {"hike": columns, "hike.removed": ("header", "body")}[collection]
        table, place = ("hike", f"id = {number}") if collection == "hike" else (
            "record", f"kind = '{collection}' AND number = {number}")
        row = Row(number, *self.records.database.execute(
            f"SELECT revision, fingerprint, {', '.join(columns)} FROM {table} {self.where} AND {place}"
        ).fetchone())
        old = self.records.term(collection, row)
        index, full = names.index(part), f"{collection}.{part}"
        payload = self.records.open(row.boxes[index], full, number, row.revision)
        row.boxes = list(row.boxes)
        row.boxes[index] = self.box(change(payload), full, number, row.revision)
        self.statements.append(
            f"UPDATE {table} SET {columns[index]} = {hexadecimal(row.boxes[index])} {self.where} AND {place}")
        new = self.records.term(collection, row)
        self.count(old, new)
        entries = [
            (position, new if term == old else term, figures)
            for position, term, figures in self.records.entries(collection)
        ]
        return self.directory(collection, entries)

    @staticmethod
    def entry(entry):
        position, term, figures = entry
        known = (b"\0" if figure is None else b"\1" + integer(figure) for figure in figures)
        return integer(position[0]) + integer(position[1]) + blob(term) + b"".join(known)

    @staticmethod
    def child(child):
        sums = b"".join(integer(total) + integer(known) for total, known in child["sums"])
        first = integer(child["first"][0]) + integer(child["first"][1])
        return integer(child["page"]) + blob(child["term"]) + first + integer(child["count"]) + sums

    def page(self, collection, number, payload, revision, is_new=False):
        """Writes a page, and returns its term."""
        kind = f"{collection}.page"
        box = self.box(payload, kind, number, revision)
        if is_new:
            self.statements.append(
                "INSERT INTO record (account, kind, number, revision, head) VALUES "
                f"('{self.name}', '{kind}', {number}, {revision}, {hexadecimal(box)})")
        else:
            self.statements.append(
                f"UPDATE record SET head = {hexadecimal(box)}, revision = {revision} {self.where}"
                f" AND kind = '{kind}' AND number = {number}")
        return self.records.term(kind, Row(number, revision, None, box))

    def directory(self, collection, entries, change=lambda payload: payload):
        """Replaces the entries of a directory of one page."""
        top = self.records.directories[collection]["top"]
        payload = change(b"\1" + integer(0) + items([self.entry(entry) for entry in entries]))
        top["term"] = self.page(collection, top["page"], payload, self.records.generation)
        return self

    def root(self, collection, **values):
        self.records.directories[collection] |= values
        return self

    def top(self, **values):
        self.records.directories["hike"]["top"] |= values
        return self

    def manifest(self, change=None, generation=None, **form):
        """Seals the manifest, as the last statement."""
        records = self.records
        generation = generation or records.generation
        roots = {}
        for name, root in records.directories.items():
            numbers = (root[key] for key in ("rules", "figures", "pages", "highest", "level"))
            child = b"\0" if root["top"] is None else b"\1" + self.child(root["top"])
            roots[name] = b"".join(map(integer, numbers)) + child
        logs = {kind: integer(first) + integer(last) + blob(term) for kind, (first, last, term) in records.logs.items()}
        heads = {kind: integer(number) + blob(term) for kind, (number, term) in records.singletons.items()}
        payload = b"\2" + blob(self.keys.account.instance)
        for named in (heads, logs, roots):
            payload += items([text(name) + named[name] for name in sorted(named)])
        payload += integer(records.count) + blob(records.sum)
        box = self.box(change(payload) if change else payload, "manifest", "", generation, **form)
        return [*self.statements,
                f"UPDATE manifest SET record = {hexadecimal(box)}, revision = {generation} {self.where}"]


def gate(name="main", secrets=None, stages=None, **values):
    """Statements that change the gate of an account and authenticate it again.

    `stages` holds new values for columns of each stage. A stage's key is wrapped again if its cost can be met.
    """
    keys = Keys(name)
    account = keys.account
    columns = ("format", "epoch", "operations", "memory", "salt", "envelope")
    rows = [dict(zip(columns, stage)) for stage in account.stages]
    key, statements = keys.device, []
    for index, row in enumerate(rows):
        old = account.unlock_stage(key, index, SECRETS[name][index])
        change = (stages or [{}, {}])[index]
        row |= change
        if change and "envelope" not in change and is_possible(row):
            wrap = b"profile.kek.v1" + lp(account.store) + lp(account.id) + le64(row["epoch"]) + le64(index)
            secret = SECRETS[name][index].encode()
            derived = pwhash.argon2id.kdf(32, secret, row["salt"], opslimit=row["operations"], memlimit=row["memory"])
            row["envelope"] = seal(blake2b(key, lp(wrap) + derived), old, wrap)
        key = old
        new = ", ".join(f"{column} = {literal(row[column])}" for column in columns)
        statements.append(f"UPDATE stage SET {new} WHERE account = '{name}' AND position = {index}")
    head = {"epoch": account.epoch, "shuffle": account.shuffle, "recovery": account.recovery,
            "device_check": account.device_check} | values
    body = le64(head["epoch"]) + le64(head["shuffle"]) + lp(head["recovery"]) + lp(head["device_check"])
    for row in rows:
        body += lp(row["format"].encode()) + le64(row["epoch"]) + le64(row["operations"]) + le64(row["memory"])
        body += lp(row["salt"]) + lp(row["envelope"])
    head["mac"] = mac(keys.device, b"profile.account.v2", account.store, account.instance, account.id, body)
    new = ", ".join(f"{column} = {literal(value)}" for column, value in head.items())
    return [*statements, f"UPDATE account SET {new} WHERE id = '{name}'"]


def is_possible(row):
    return 1 <= row["operations"] <= 64 and 8192 <= row["memory"] <= 2**20 and len(row["salt"]) == 16


def literal(value):
    if isinstance(value, bytes):
        return hexadecimal(value)
    return str(value) if isinstance(value, int) else f"'{value}'"


# Vectors.

VECTORS = []


def vector(name, kind, outcome, *changes, account="main", secrets=None, recovery=None):
    """One vector. Changes that are texts or lists of texts are statements."""
    listed = []
    for change in changes:
        if isinstance(change, str):
            change = [change]
        listed.append({"sql": change} if isinstance(change, list) else change)
    given = {"recovery": recovery} if recovery is not None else {"secrets": secrets or SECRETS.get(account, ["739158"])}
    VECTORS.append({"name": name, "kind": kind, "outcome": outcome, "account": account, **given, "changes": listed})


def row_of(statement, file="earlier.profile"):
    return open_database(file).execute(statement).fetchone()


MAIN = "WHERE account = 'main'"


def flip(table, column, where, at):
    """A statement that flips the lowest bit of a byte in a box."""
    value = row_of(f"SELECT {column} FROM {table} {where}", "test.profile")[0]
    at = at % len(value)
    changed = value[:at] + bytes([value[at] ^ 1]) + value[at + 1 :]
    return f"UPDATE {table} SET {column} = {hexadecimal(changed)} {where}"


def untyped(table, statement):
    """Statements that put a value of another type into a strict table, each list on a connection of its own."""
    def schema(old, new):
        return ["PRAGMA writable_schema = 1",
                f"UPDATE sqlite_schema SET sql = replace(sql, '{old}', '{new}') WHERE name = '{table}'"]
    return schema(") STRICT", ") /*  */"), [statement], schema(") /*  */", ") STRICT")


# What each box is called, where it is, and what of it only a check of the whole store reads: nothing, what follows its
# first 25 bytes, or all of it.
BOXES = [
    ("the profile", "profile", "record", MAIN, False),
    ("the draft", "draft", "record", MAIN, False),
    ("the summary", "summary", "record", MAIN, False),
    ("the manifest", "manifest", "record", MAIN, False),
    ("the newest commit", "history", "record", f"{MAIN} AND revision = 3", False),
    ("the oldest commit", "history", "record", f"{MAIN} AND revision = 1", False),
    ("a hike's header", "hike", "header", f"{MAIN} AND id = 1", False),
    ("a hike's track", "hike", "track", f"{MAIN} AND id = 1", False),
    ("a hike's recording", "hike", "recording", f"{MAIN} AND recording IS NOT NULL", False),
    ("the directory of hikes", "record", "head", f"{MAIN} AND kind = 'hike.page'", False),
    ("the directory of removed hikes", "record", "head", f"{MAIN} AND kind = 'hike.removed.page'", False),
    ("a removed hike's header", "record", "head", f"{MAIN} AND kind = 'hike.removed'", False),
    ("a removed hike's track and recording", "record", "body", f"{MAIN} AND kind = 'hike.removed'", "rest"),
    ("the emergency card's record", "emergency", "record", MAIN, "all"),
]


def damage(checked, part):
    """How damage to the start of a box, or to the rest of it, is noticed."""
    return "damageFoundByCheck" if checked in (part, "all") else "damaged"


def write_successes():
    kind = "success"
    vector("opens as it was written", kind, "opens")
    vector("opens for an account of two stages", kind, "opens", account="guest")
    vector("opens with the letter of a code in upper case", kind, "opens", account="guest",
           secrets=["correct horse", "4093K"])
    for name, code in CODES.items():
        vector(f"opens with the recovery code of the account {name}", kind, "opens", account=name, recovery=code)
    code = CODES["main"]
    vector("opens with a recovery code in lower case", kind, "opens", recovery=code.lower())
    vector("opens with a recovery code without hyphens", kind, "opens", recovery=code.replace("-", ""))
    vector("opens with a recovery code with spaces around each symbol", kind, "opens",
           recovery=f" {' '.join(code)} ")
    alike = str.maketrans({"0": "O", "1": "I"})
    for name in CODES:
        vector(f"opens with look-alikes in the recovery code of the account {name}", kind, "opens", account=name,
               recovery=CODES[name].translate(alike))
        vector(f"opens with small look-alikes in the recovery code of the account {name}", kind, "opens",
               account=name, recovery=CODES[name].translate(str.maketrans({"0": "o", "1": "l"})))
    for gone in ("device.key", "gate.state", "seen.state"):
        vector(f"opens with a recovery code without the file {gone}", kind, "opens",
               {"file": f"main/{gone}", "remove": True}, recovery=code)
    vector("opens with a recovery code although the gate's MAC is wrong", kind, "opens",
           "UPDATE account SET mac = zeroblob(32) WHERE id = 'main'", recovery=code)
    vector("opens with a recovery code although a stage's format was replaced", kind, "opens",
           "UPDATE stage SET format = 'digits:4' WHERE account = 'main'", recovery=code)
    vector("opens with another random number of the last lock", kind, "opens", "UPDATE account SET lock = 4711")
    vector("opens with a row of a session that opens nothing", kind, "opens",
           "INSERT INTO session VALUES ('main', zeroblob(16), zeroblob(16), 1, 1, zeroblob(73))")
    vector("opens with rows of sessions of any form", kind, "opens",
           "INSERT INTO session VALUES ('main', x'', x'', -1, 0, x'00')",
           "INSERT INTO session VALUES ('guest', x'01', x'', 9223372036854775807, 0, x'')")
    vector("opens with a failure that may have been lost", kind, "opens", {"file": "main/gate.state", "flip": 80})
    vector("opens with one slot of the gate's state after a cut", kind, "opens",
           {"file": "main/gate.state", "cut": 512})
    vector("opens with a count of failures from before format 2", kind, "opens",
           {"file": "main/gate.state", "hex": slots(first=1, generation=1).hex()})
    vector("opens with two failures counted", kind, "opens",
           {"file": "main/gate.state", "hex": slots(failures=2).hex()})
    vector("opens with a ladder in the gate's state", kind, "opens",
           {"file": "main/gate.state", "hex": slots(first=3, failures=2).hex()})
    vector("opens without the generation last seen", kind, "opens", {"file": "main/seen.state", "remove": True})
    vector("opens with a generation last seen that fails its MAC", kind, "opens",
           {"file": "main/seen.state", "flip": 8})
    vector("opens with a generation last seen that was cut", kind, "opens", {"file": "main/seen.state", "cut": 63})
    vector("opens with a lower generation last seen", kind, "opens",
           {"file": "main/seen.state", "hex": seen(1).hex()})
    vector("opens with a device secret that is still called new", kind, "opens",
           {"file": "main/device.key.new", "from": "main/device.key"}, {"file": "main/device.key", "remove": True},
           {"file": "main/gate.state.new", "from": "main/gate.state"}, {"file": "main/gate.state", "remove": True})
    vector("opens beside a new device secret that never became valid", kind, "opens",
           {"file": "main/device.key.new", "from": "guest/device.key"})
    vector("notices another page that no directory names", "tampered", "damageFoundByCheck",
           "INSERT INTO record SELECT account, kind, 99, revision, fingerprint, head, body, readable, mac FROM record "
           f"{MAIN} AND kind = 'hike.page'")
    # Written as the pages demand, with other values than the library would have chosen.
    vector("opens with the same profile in another box", kind, "opens",
           Rewriting().singleton("profile", None).manifest())
    vector("opens with a profile whose fields it doesn't know all", kind, "opens",
           unknown_field())
    vector("opens without its oldest commit", kind, "opens", Rewriting().without_oldest_commit().manifest())
    vector("opens with a mark in place of a commit", kind, "opens", marked())
    vector("opens with a higher generation", kind, "opens", Rewriting().manifest(generation=1000))
    vector("opens with a directory of two levels", kind, "opens", two_levels())
    vector("notices a page beside the directory", "tampered", "damageFoundByCheck",
           "INSERT INTO record (account, kind, number, revision, head) "
           f"VALUES ('main', 'hike.page', 77, 1, zeroblob(300))")
    vector("opens with the cheapest and the most passes that are allowed", kind, "opens",
           gate(stages=[{"operations": 8, "memory": 8192}, {}]))
    vector("opens with a stage of another epoch", kind, "opens", gate(epoch=9, stages=[{"epoch": 7}, {}]))
    vector("opens with a shuffled keypad", kind, "opens", gate(shuffle=1))
    vector("opens with a row that was set aside", kind, "opens",
           "INSERT INTO record (account, kind, number, revision, head, body) "
           f"VALUES ('main', 'aside', 1, 1, {hexadecimal(aside())}, zeroblob(73))")


def unknown_field():
    """A profile with a field more, and the commit that committed it."""
    change = Rewriting()
    old = change.records.singleton("profile")[1][1:]
    new = unsigned(Reader(old).unsigned() + 1) + old[1:] + field(99, b"\x07")

    def commit(payload):
        link = Reader(payload, (2,))
        before, inner = link.blob(), link.blob()
        assert inner.endswith(old)
        return b"\2" + blob(before) + blob(inner[: -len(old)] + new)

    return change.singleton("profile", lambda _: b"\2" + new).newest_commit(commit).manifest()


def marked():
    """A mark in place of the commit 2, and the commit 3 linked to it."""
    change = Rewriting()
    records = change.records
    boxes = dict(records.database.execute(f"SELECT revision, record FROM history {MAIN}"))
    terms = {number: records.term("history", Row(number, number, None, box)) for number, box in boxes.items()}
    box = change.box(b"\3" + blob(terms[1]), "history", "", 2)
    change.statements.append(f"UPDATE history SET record = {hexadecimal(box)} {MAIN} AND revision = 2")
    new = records.term("history", Row(2, 2, None, box))

    def relink(payload):
        link = Reader(payload, (2,))
        link.blob()
        return b"\2" + blob(new) + blob(link.blob())

    return change.count(terms[2], new).newest_commit(relink).manifest()


def aside():
    return b"\1" + text("hike") + integer(9) + integer(4) + b"\0" + items([blob(bytes(41))])


def slots(first=2, generation=None, failures=0, sequences=None, keys=None, tail=b"", count_id=bytes(16)):
    """A content of `gate.state`, with a correct MAC on each slot."""
    keys = keys or Keys()
    content = b""
    for sequence in sequences or (1, 2):
        body = bytes([first]) + unsigned(sequence) + unsigned(failures) + b"\0" + integer(0) + tail
        if first == 1:
            body += unsigned(generation)
        if first == 3:
            body += blob(count_id)
        body = body.ljust(480, b"\0")
        place = keys.account.store + keys.account.id
        content += body + mac(keys.device, b"profile.gate-state.v1", place, body)
    return content


def seen(generation, schema=1, tail=b""):
    keys = Keys()
    body = (bytes([schema]) + unsigned(generation) + tail).ljust(32, b"\0")
    return body + mac(keys.device, b"profile.seen-state.v1", keys.account.store + keys.account.id, body)


def two_levels():
    """Moves each entry of the directory of hikes into a page of its own, below a new top page."""
    change = Rewriting()
    root = change.records.directories["hike"]
    entries, generation, children = change.records.entries("hike"), change.records.generation, []
    for offset, entry in enumerate(entries):
        number = root["pages"] + 1 + offset
        payload = b"\1" + integer(0) + items([change.entry(entry)])
        term = change.page("hike", number, payload, generation, is_new=True)
        sums = [(figure or 0, 0 if figure is None else 1) for figure in entry[2]]
        children.append({"page": number, "term": term, "first": entry[0], "count": 1, "sums": sums})
    payload = b"\1" + integer(1) + items([change.child(child) for child in children])
    root["top"]["term"] = change.page("hike", root["top"]["page"], payload, generation)
    root["pages"], root["level"] = root["pages"] + len(entries), 1
    return change.manifest()


def write_wrong_secrets():
    kind = "wrong passcode"
    for name, secrets in (("a wrong passcode", ["739159"]), ("the digits in another order", ["937158"])):
        vector(f"refuses {name}", kind, "wrongPasscode", secrets=secrets)
    vector("refuses a wrong password", kind, "wrongPasscode", account="guest", secrets=["correct hors3", "4093k"])
    vector("refuses a password in upper case", kind, "wrongPasscode", account="guest",
           secrets=["CORRECT HORSE", "4093k"])
    vector("refuses a wrong code behind the right password", kind, "wrongPasscode", account="guest",
           secrets=["correct horse", "4093m"])
    vector("refuses a passcode of five digits", kind, "invalidValue", secrets=["73915"])
    vector("refuses a passcode with a letter", kind, "invalidValue", secrets=["73915a"])
    vector("refuses a passcode with a space at its end", kind, "invalidValue", secrets=["739158 "])
    vector("refuses the passcode of the account main at the other account", kind, "invalidValue", account="guest",
           secrets=["739158", "739158"])
    vector("refuses the password alone", kind, "invalidValue", account="guest", secrets=["correct horse"])

    kind = "wrong recovery code"
    code = CODES["main"]
    vector("refuses the recovery code of another account", kind, "wrongRecoveryCode", recovery=CODES["guest"])
    vector("refuses the recovery code of the account main at the other account", kind, "wrongRecoveryCode",
           account="guest", recovery=code)
    vector("refuses a recovery code that no account has", kind, "wrongRecoveryCode", recovery="0" * 28)
    for index in (0, 13, 14, 27):
        bare = code.replace("-", "")
        other = ALPHABET[(ALPHABET.index(bare[index]) + 1) % 32]
        vector(f"refuses a recovery code with symbol {index + 1} mistyped", kind, "invalidValue",
               recovery=bare[:index] + other + bare[index + 1 :])
    swapped = next(i for i in range(12) if bare[i] != bare[i + 1])
    vector("refuses a recovery code with two neighbours swapped", kind, "invalidValue",
           recovery=bare[:swapped] + bare[swapped + 1] + bare[swapped] + bare[swapped + 2 :])
    vector("refuses a recovery code without its last symbol", kind, "invalidValue", recovery=code[:-1])
    vector("refuses a recovery code with one symbol more", kind, "invalidValue", recovery=code + "0")
    vector("refuses an empty recovery code", kind, "invalidValue", recovery="")
    vector("refuses a recovery code with a U", kind, "invalidValue", recovery="U" + code[1:])
    vector("refuses a recovery code with an underscore between groups", kind, "invalidValue",
           recovery=code.replace("-", "_"))
    vector("refuses a recovery code with a dotless i for 1", kind, "invalidValue",
           recovery="0" * 12 + "ı1" + "0" * 14)
    vector("refuses a recovery code with full-width digits", kind, "invalidValue",
           recovery=bare.translate({digit: digit - 0x30 + 0xFF10 for digit in range(0x30, 0x3A)}))
    vector("refuses a recovery code with its halves swapped", kind, "wrongRecoveryCode", recovery=bare[14:] + bare[:14])
    for at, what in ((0, "version"), (1, "nonce"), (40, "key"), (72, "tag")):
        vector(f"refuses a recovery code when the {what} of its box was changed", kind, "wrongRecoveryCode",
               flip("account", "recovery", "WHERE id = 'main'", at), recovery=code)
    vector("refuses a recovery code when its box was cut", kind, "wrongRecoveryCode",
           "UPDATE account SET recovery = substr(recovery, 1, 72) WHERE id = 'main'", recovery=code)
    vector("refuses a recovery code when its box is the other account's", kind, "wrongRecoveryCode",
           "UPDATE account SET recovery = (SELECT recovery FROM account WHERE id = 'guest') WHERE id = 'main'",
           recovery=code)


def write_wrong_devices():
    kind = "wrong device"
    vector("refuses without a device secret", kind, "noDeviceSecret", {"file": "main/device.key", "remove": True})
    vector("refuses with the device secret of another account", kind, "noDeviceSecret",
           {"file": "main/device.key", "from": "guest/device.key"})
    vector("refuses with a device secret of zeros", kind, "noDeviceSecret",
           {"file": "main/device.key", "hex": "00" * 32})
    for bit in (0, 255):
        vector(f"refuses with bit {bit} of the device secret flipped", kind, "noDeviceSecret",
               {"file": "main/device.key", "flip": bit})
    for length in (0, 31):
        vector(f"refuses with {length} bytes of the device secret", kind, "noDeviceSecret",
               {"file": "main/device.key", "cut": length})
    vector("refuses with a device secret of 33 bytes", kind, "noDeviceSecret",
           {"file": "main/device.key", "hex": (state_file("main", "device.key") + b"\0").hex()})
    vector("refuses when the check of the device secret was changed", kind, "noDeviceSecret",
           flip("account", "device_check", "WHERE id = 'main'", 0))
    vector("refuses when the check of the device secret is another account's", kind, "noDeviceSecret",
           "UPDATE account SET device_check = (SELECT device_check FROM account WHERE id = 'guest') WHERE id = 'main'")
    vector("refuses when the store's id was changed", kind, "noDeviceSecret", flip("store", "id", "", 0))
    vector("refuses when the store's instance was changed", kind, "noDeviceSecret", flip("store", "instance", "", 15))
    vector("refuses when the store's instance is empty", kind, "noDeviceSecret", "UPDATE store SET instance = x''")


def write_tampering():
    kind = "tampered"
    # Every box: changed, another one, an earlier one, none.
    for what, table, column, where, checked in BOXES:
        vector(f"notices that {what} was changed in its ciphertext", kind, damage(checked, "rest"),
               flip(table, column, where, 40))
        vector(f"notices that {what} has another nonce", kind, damage(checked, "start"), flip(table, column, where, 12))
    for what, table, number in (("profile", "profile", "revision"), ("draft", "draft", "save"),
                                ("summary", "summary", "revision"), ("manifest", "manifest", "revision")):
        earlier = row_of(f"SELECT {number}, record FROM {table} {MAIN}")
        vector(f"notices that an earlier {what} was put back", kind,
               "older" if what == "manifest" else "damaged",
               f"UPDATE {table} SET {number} = {earlier[0]}, record = {hexadecimal(earlier[1])} {MAIN}")
        vector(f"notices that the {what} has another number", kind, "damaged",
               f"UPDATE {table} SET {number} = {number} + 1 {MAIN}")
        vector(f"notices that the {what} was removed", kind, "damaged", f"DELETE FROM {table} {MAIN}")
        if what != "draft":
            vector(f"notices that the {what} is another account's", kind, "damaged",
                   f"DELETE FROM {table} {MAIN}", f"UPDATE {table} SET account = 'main' WHERE account = 'guest'")
    vector("notices that the summary's box is the profile's", kind, "damaged",
           f"UPDATE summary SET record = (SELECT record FROM profile {MAIN}) {MAIN}")
    # The log.
    vector("notices that the newest commit was removed", kind, "damaged",
           f"DELETE FROM history {MAIN} AND revision = 3")
    vector("notices that a commit in between was removed", kind, "damaged",
           f"DELETE FROM history {MAIN} AND revision = 2")
    vector("notices that the oldest commit was removed", kind, "damaged",
           f"DELETE FROM history {MAIN} AND revision = 1")
    vector("notices that a commit was copied to another number", kind, "damaged",
           f"UPDATE history SET record = (SELECT record FROM history {MAIN} AND revision = 1) {MAIN} AND revision = 2")
    vector("notices that two commits were exchanged", kind, "damaged",
           [f"UPDATE history SET revision = 9 {MAIN} AND revision = 1",
            f"UPDATE history SET revision = 1 {MAIN} AND revision = 2",
            f"UPDATE history SET revision = 2 {MAIN} AND revision = 9"])
    vector("notices a commit after the newest", kind, "damageFoundByCheck",
           f"INSERT INTO history SELECT account, 4, record FROM history {MAIN} AND revision = 3")
    vector("notices a commit before the oldest", kind, "damageFoundByCheck",
           f"INSERT INTO history SELECT account, 0, record FROM history {MAIN} AND revision = 1")
    # Hikes.
    earlier = row_of(f"SELECT revision, fingerprint, header, track FROM hike {MAIN} AND id = 2")
    vector("notices that an earlier state of a hike was put back", kind, "damaged",
           f"UPDATE hike SET revision = {earlier[0]}, fingerprint = {hexadecimal(earlier[1])}, "
           f"header = {hexadecimal(earlier[2])}, track = {hexadecimal(earlier[3])} {MAIN} AND id = 2")
    vector("notices that a hike was removed", kind, "damaged", f"DELETE FROM hike {MAIN} AND id = 2")
    earlier = row_of(f"SELECT id, revision, fingerprint, header, track, recording FROM hike {MAIN} AND id = 5")
    vector("notices that a removed hike was put back", kind, "damaged",
           "INSERT INTO hike (account, id, revision, fingerprint, header, track, recording) VALUES ('main', "
           + ", ".join(map(literal, earlier)) + ")")
    vector("notices that a hike has another id", kind, "damaged", f"UPDATE hike SET id = 20 {MAIN} AND id = 2")
    vector("notices that a hike has another revision", kind, "damaged",
           f"UPDATE hike SET revision = revision + 1 {MAIN} AND id = 2")
    vector("notices that a hike has another fingerprint", kind, "damaged",
           f"UPDATE hike SET fingerprint = zeroblob(32) {MAIN} AND id = 2")
    vector("notices that a hike has another hike's header", kind, "damaged",
           f"UPDATE hike SET header = (SELECT header FROM hike {MAIN} AND id = 3) {MAIN} AND id = 2")
    vector("notices that a hike has another hike's track", kind, "damaged",
           f"UPDATE hike SET track = (SELECT track FROM hike {MAIN} AND id = 3) {MAIN} AND id = 2")
    vector("notices that a hike's header is its track", kind, "damaged",
           f"UPDATE hike SET header = track {MAIN} AND id = 1")
    vector("notices that two hikes were exchanged", kind, "damaged",
           [f"UPDATE hike SET id = 90 {MAIN} AND id = 1", f"UPDATE hike SET id = 1 {MAIN} AND id = 2",
            f"UPDATE hike SET id = 2 {MAIN} AND id = 90"])
    vector("notices that a recording was taken away", kind, "damaged",
           f"UPDATE hike SET recording = NULL {MAIN} AND recording IS NOT NULL")
    vector("notices that a recording was given to another hike", kind, "damaged",
           f"UPDATE hike SET recording = (SELECT recording FROM hike {MAIN} AND recording IS NOT NULL) "
           f"{MAIN} AND id = 1")
    vector("notices that a hike was moved to another account", kind, "damaged",
           f"UPDATE hike SET account = 'guest' {MAIN} AND id = 2")
    vector("notices that another account received a hike", kind, "damaged",
           f"UPDATE hike SET account = 'guest' {MAIN} AND id = 2", account="guest")
    # The other kinds.
    for page in ("hike.page", "hike.removed.page"):
        vector(f"notices that the row of {page} was removed", kind, "damaged",
               f"DELETE FROM record {MAIN} AND kind = '{page}'")
        vector(f"notices that the row of {page} has another revision", kind, "damaged",
               f"UPDATE record SET revision = revision + 1 {MAIN} AND kind = '{page}'")
        vector(f"notices that the row of {page} has another number", kind, "damaged",
               f"UPDATE record SET number = number + 50 {MAIN} AND kind = '{page}'")
    earlier = row_of(f"SELECT revision, head FROM record {MAIN} AND kind = 'hike.page'")
    vector("notices that an earlier directory of hikes was put back", kind, "damaged",
           f"UPDATE record SET revision = {earlier[0]}, head = {hexadecimal(earlier[1])} "
           f"{MAIN} AND kind = 'hike.page'")
    vector("notices that the removed hike was deleted", kind, "damaged",
           f"DELETE FROM record {MAIN} AND kind = 'hike.removed'")
    vector("notices that the removed hike lost its second box", kind, "damaged",
           f"UPDATE record SET body = NULL {MAIN} AND kind = 'hike.removed'")
    # The emergency card.
    vector("notices that the text of the card was changed", kind, "damaged",
           f"UPDATE emergency SET card = 'Call Eve: 555 0666' {MAIN}")
    vector("notices that the MAC of the card was changed", kind, "damaged", flip("emergency", "mac", MAIN, 0))
    vector("notices that the card was removed", kind, "damaged", f"DELETE FROM emergency {MAIN}")
    vector("notices that the mark of the card was changed", kind, "damaged",
           flip("account", "card", "WHERE id = 'main'", 0))
    vector("notices that the mark of the card was emptied", kind, "damaged",
           "UPDATE account SET card = x'' WHERE id = 'main'")
    vector("notices that the card was taken away with its mark", kind, "damaged",
           f"DELETE FROM emergency {MAIN}",
           f"UPDATE account SET card = {hexadecimal(mark(0))} WHERE id = 'main'")
    card = row_of(f"SELECT revision, card, mac, record FROM emergency {MAIN}")
    old = (f"UPDATE emergency SET revision = {card[0]}, card = '{card[1]}', mac = {hexadecimal(card[2])}, "
           f"record = {hexadecimal(card[3])} {MAIN}")
    vector("notices that an earlier card was put back", kind, "damaged", old)
    vector("notices that an earlier card was put back with its mark", kind, "damaged", old,
           f"UPDATE account SET card = {hexadecimal(mark(card[0]))} WHERE id = 'main'")
    vector("notices a card in an account without one", kind, "damaged",
           f"UPDATE emergency SET account = 'guest' {MAIN}", account="guest")
    # The gate.
    for column, value in (("epoch", "epoch + 1"), ("shuffle", "1 - shuffle"), ("mac", "zeroblob(32)"),
                          ("mac", "substr(mac, 1, 31)"), ("recovery", "zeroblob(73)"), ("shuffle", "2")):
        vector(f"notices that {column} of the account became {value}", kind, "damaged",
               f"UPDATE account SET {column} = {value} WHERE id = 'guest'", account="guest")
    for column, value in (("format", "'digits:4'"), ("epoch", "epoch + 1"), ("operations", "operations + 1"),
                          ("memory", "memory * 2"), ("salt", "zeroblob(16)"), ("envelope", "zeroblob(73)")):
        vector(f"notices that {column} of a stage became {value}", kind, "damaged",
               f"UPDATE stage SET {column} = {value} WHERE account = 'main'")
    vector("notices that the second stage was removed", kind, "damaged",
           "DELETE FROM stage WHERE account = 'guest' AND position = 1", account="guest",
           secrets=["correct horse"])
    vector("notices that the first stage was removed", kind, "damaged",
           "DELETE FROM stage WHERE account = 'guest' AND position = 0", account="guest", secrets=["4093k"])
    vector("notices that the stages were exchanged", kind, "damaged",
           ["UPDATE stage SET position = 5 WHERE account = 'guest' AND position = 0",
            "UPDATE stage SET position = 0 WHERE account = 'guest' AND position = 1",
            "UPDATE stage SET position = 1 WHERE account = 'guest' AND position = 5"], account="guest",
           secrets=["4093k", "correct horse"])
    vector("notices that a stage is in another place", kind, "damaged",
           "UPDATE stage SET position = 5 WHERE account = 'guest' AND position = 1", account="guest")
    vector("notices that all stages were removed", kind, "damaged", "DELETE FROM stage WHERE account = 'main'")
    vector("notices that a stage was added", kind, "damaged",
           "INSERT INTO stage SELECT 'main', 1, format, epoch, operations, memory, salt, envelope FROM stage "
           "WHERE account = 'guest' AND position = 1", secrets=["739158", "4093k"])
    vector("notices that the account was removed", kind, "noAccount",
           "PRAGMA foreign_keys = 0", "DELETE FROM account WHERE id = 'main'")
    vector("refuses an account that the store doesn't have", kind, "noAccount", account="nobody")
    vector("refuses an account with a name that none has", kind, "noAccount", account="Main")
    vector("notices that the store's row was removed", kind, "damaged", "DELETE FROM store")
    # Files beside the store.
    vector("notices that both slots of the gate's state were changed", kind, "damaged",
           {"file": "main/gate.state", "flip": 80}, {"file": "main/gate.state", "flip": 512 * 8 + 80})
    vector("notices that the gate's state was removed", kind, "damaged", {"file": "main/gate.state", "remove": True})
    vector("notices that the gate's state is another account's", kind, "damaged",
           {"file": "main/gate.state", "from": "guest/gate.state"})
    content = state_file("main", "gate.state")
    vector("notices that the slots of the gate's state were exchanged", kind, "damaged",
           {"file": "main/gate.state", "hex": (content[512:] + content[:512]).hex()})
    vector("notices that the store is older than the one last seen", kind, "older",
           {"file": "test.profile", "from": "earlier.profile"})
    vector("notices that a higher generation was seen, with the number of a card", kind, "older",
           {"file": "main/seen.state", "hex": seen(10**6, schema=2, tail=b"\1" + integer(3)).hex()})
    vector("notices that a higher generation was seen", kind, "older",
           {"file": "main/seen.state", "hex": seen(10**6).hex()})
    # Records that are sealed correctly but say that others are there.
    vector("notices that the manifest counts one record too many", kind, "damageFoundByCheck",
           more(Rewriting()).manifest())
    change = Rewriting()
    change.records.sum = bytes(32)
    vector("notices that the manifest has another sum", kind, "damageFoundByCheck", change.manifest())
    vector("notices that the manifest is of another instance", kind, "damaged",
           Rewriting().manifest(lambda payload: payload[:2] + bytes(16) + payload[18:]))
    change = Rewriting()
    del change.records.singletons["draft"]
    vector("notices a draft that the manifest doesn't name", kind, "damaged", change.manifest())
    change = Rewriting()
    change.records.singletons["draft"] = (change.records.singletons["draft"][0], bytes(32))
    vector("notices that the manifest has another term of the draft", kind, "damaged", change.manifest())
    change = Rewriting()
    change.records.logs["history"] = (1, 4, change.records.logs["history"][2])
    vector("notices that the manifest names a commit that isn't there", kind, "damaged", change.manifest())


def more(change):
    change.records.count += 1
    return change


def mark(number):
    keys = Keys()
    account = keys.account
    return mac(keys.device, b"profile.emergency-mark.v1", account.store, account.id, le64(number), account.instance)


def write_truncation():
    kind = "truncated"
    for what, table, column, where, checked in BOXES:
        for length, cut in ((0, "start"), (40, "rest")):
            vector(f"notices that {what} was cut to {length} bytes", kind, damage(checked, cut),
                   f"UPDATE {table} SET {column} = substr({column}, 1, {length}) {where}")
        vector(f"notices that {what} lacks its last byte", kind, damage(checked, "rest"),
               f"UPDATE {table} SET {column} = substr({column}, 1, length({column}) - 1) {where}")
    vector("notices that a stage's envelope was cut", kind, "damaged",
           gate(stages=[{"envelope": Keys().account.stages[0][5][:72]}, {}]))
    size = os.path.getsize(f"{FIXTURES}/test.profile")
    vector("takes an empty file for no store", kind, "noStore", {"file": "test.profile", "cut": 0})
    vector("refuses without the store's file", kind, "noStore", {"file": "test.profile", "remove": True})
    for length in (1, 15, 99, 511):
        vector(f"refuses {length} bytes of the store's file", kind, "damaged", {"file": "test.profile", "cut": length})
    for pages in (1, 2, size // 4096 // 2):
        vector(f"refuses the first {pages} pages of the store's file", kind, "damaged",
               {"file": "test.profile", "cut": pages * 4096})
    vector("refuses a gate's state of no bytes", kind, "damaged", {"file": "main/gate.state", "cut": 0})
    vector("refuses a gate's state of half a slot", kind, "damaged", {"file": "main/gate.state", "cut": 256})
    # Payloads that end too early, in boxes that open.
    for what in ("profile", "draft", "summary"):
        vector(f"notices that the payload of the {what} ends too early", kind, "damaged",
               Rewriting().singleton(what, lambda payload: payload[:-1]).manifest())
    vector("notices that the payload of a commit ends too early", kind, "damaged",
           Rewriting().newest_commit(lambda payload: payload[:-1]).manifest())
    for part in ("header", "track"):
        vector(f"notices that the payload of a hike's {part} ends too early", kind, "damaged",
               Rewriting().hike(1, part, lambda payload: payload[:-1]).manifest())
    vector("notices that a recording ends too early", kind, "damaged",
           Rewriting().hike(4, "recording", lambda payload: payload[:-1]).manifest())
    vector("notices that the payload of a page ends too early", kind, "damaged",
           Rewriting().directory("hike", Keys().records.entries("hike"), lambda payload: payload[:-1]).manifest())
    vector("notices that the payload of the manifest ends too early", kind, "damaged",
           Rewriting().manifest(lambda payload: payload[:-1]))


def write_unsupported():
    kind = "unsupported"
    for version in (3, 4, 2**31 - 1):
        vector(f"refuses the format {version} as newer", kind, "newerStore", f"PRAGMA user_version = {version}")
    for version in (0, -1):
        vector(f"refuses the format {version}", kind, "damaged", f"PRAGMA user_version = {version}")
    vector("refuses the format 1 with the tables of the format 2", kind, "damaged", "PRAGMA user_version = 1")
    for number in (0, 0x50524643, -1):
        vector(f"refuses the application id {number}", kind, "damaged", f"PRAGMA application_id = {number}")
    for what, table, column, where, checked in BOXES:
        vector(f"refuses box version 2 of {what}", kind, damage(checked, "start"),
               f"UPDATE {table} SET {column} = CAST(x'02' || substr({column}, 2) AS BLOB) {where}")
    vector("refuses box version 2 of a stage's envelope", kind, "damaged",
           gate(stages=[{"envelope": b"\2" + Keys().account.stages[0][5][1:]}, {}]))
    vector("refuses box version 0 of a stage's envelope", kind, "damaged",
           gate(stages=[{"envelope": b"\0" + Keys().account.stages[0][5][1:]}, {}]))
    # Listed correctly.
    vector("refuses a listed profile of box version 2", kind, "damaged",
           Rewriting().singleton("profile", None, version=2).manifest())
    vector("refuses a sealed manifest of box version 2", kind, "damaged", Rewriting().manifest(version=2))

    def schema(number):
        return lambda payload: bytes([number]) + payload[1:]

    for number, what in ((0, "profile"), (3, "profile"), (255, "profile"), (3, "draft")):
        vector(f"refuses schema {number} of the {what}", kind, "damaged",
               Rewriting().singleton(what, schema(number)).manifest())
    vector("takes a summary of schema 3 for none", kind, "opens",
           Rewriting().singleton("summary", schema(3)).manifest())
    for number in (0, 3):
        vector(f"refuses schema {number} of the manifest", kind, "damaged", Rewriting().manifest(schema(number)))
    vector("refuses schema 4 of a commit", kind, "damaged", Rewriting().newest_commit(schema(4)).manifest())
    vector("refuses schema 3 of a hike's header", kind, "damaged", Rewriting().hike(1, "header", schema(3)).manifest())
    vector("refuses schema 2 of a hike's track", kind, "damaged", Rewriting().hike(1, "track", schema(2)).manifest())
    vector("refuses version 2 of a recording", kind, "damaged", Rewriting().hike(4, "recording", schema(2)).manifest())
    vector("refuses schema 3 of a removed hike's header", kind, "damaged",
           Rewriting().hike(5, "header", schema(3), "hike.removed").manifest())
    vector("refuses schema 2 of a page", kind, "damaged",
           Rewriting().directory("hike", Keys().records.entries("hike"), schema(2)).manifest())
    vector("refuses schema 4 of the gate's state", kind, "damaged",
           {"file": "main/gate.state", "hex": slots(first=4).hex()})
    vector("takes schema 3 of the generation last seen for none", kind, "opens",
           {"file": "main/seen.state", "hex": seen(10**6, schema=3).hex()})
    for form in ("digits:5", "DIGITS:6", "", "face"):
        vector(f"refuses the stage format “{form}”", kind, "damaged", gate(stages=[{"format": form}, {}]))
    for table in ("profile", "hike", "record", "manifest", "stage", "store"):
        vector(f"refuses a store without the table {table}", kind, "damaged",
               ["PRAGMA foreign_keys = 0", f"DROP TABLE {table}"])


def write_bounds():
    kind = "out of bounds"
    for operations, memory in ((0, 8192), (9, 8192), (-1, 8192), (2**32, 8192), (1, 8191), (1, 0), (1, -1),
                               (1, 2**30 + 1), (1, 2**42), (2**63 - 1, 2**63 - 1)):
        vector(f"refuses {operations} passes over {memory} bytes", kind, "damaged",
               gate(stages=[{"operations": operations, "memory": memory}, {}]))
    for length in (0, 15, 17):
        vector(f"refuses a salt of {length} bytes", kind, "damaged", gate(stages=[{"salt": bytes(length)}, {}]))
    for table, statement in (
        ("profile", f"UPDATE profile SET record = 'a text' {MAIN}"),
        ("profile", f"UPDATE profile SET revision = x'03' {MAIN}"),
        ("draft", f"UPDATE draft SET save = 'a text' {MAIN}"),
        ("manifest", f"UPDATE manifest SET revision = 1.5 {MAIN}"),
        ("history", f"UPDATE history SET record = 7 {MAIN}"),
        ("hike", f"UPDATE hike SET header = 'a text' {MAIN} AND id = 1"),
        ("hike", f"UPDATE hike SET fingerprint = 7 {MAIN} AND id = 1"),
        ("record", f"UPDATE record SET head = 7 {MAIN} AND kind = 'hike.page'"),
        ("emergency", f"UPDATE emergency SET card = x'00' {MAIN}"),
        ("account", "UPDATE account SET epoch = 'a text' WHERE id = 'main'"),
        ("stage", "UPDATE stage SET salt = 'a text' WHERE account = 'main'"),
        ("stage", "UPDATE stage SET memory = 'a text' WHERE account = 'main'"),
        ("store", "UPDATE store SET instance = '16 bytes of text'"),
    ):
        column, value = statement.split(" SET ")[1].split(" WHERE")[0].split(" = ")
        vector(f"refuses the value {value} in the column {column} of {table}", kind, "damaged",
               *untyped(table, statement))
    for table, column in (("profile", "revision"), ("draft", "save"), ("manifest", "revision")):
        for value in (-1, 2**63 - 1):
            vector(f"refuses the number {value} of the {table}", kind, "damaged",
                   f"UPDATE {table} SET {column} = {value} {MAIN}")
    vector("refuses a hike with the lowest id", kind, "damaged", f"UPDATE hike SET id = {-(2**63)} {MAIN} AND id = 1")
    # Sealed and listed correctly.
    vector("refuses a text that isn't UTF-8", kind, "damaged",
           Rewriting().hike(1, "header", lambda p: p.replace(b"Elk", b"E\xffk")).manifest())
    vector("refuses a distance that isn't a number", kind, "damaged",
           Rewriting().hike(1, "header", lambda p: distance(p, b"\0\0\0\0\0\0\xf8\x7f")).manifest())
    vector("refuses an infinite distance", kind, "damaged",
           Rewriting().hike(1, "header", lambda p: distance(p, b"\0\0\0\0\0\0\xf0\x7f")).manifest())
    vector("refuses a flag of 2", kind, "damaged",
           Rewriting().singleton("draft", lambda p: p.replace(field(2, b"\1"), field(2, b"\2"))).manifest())
    vector("refuses bytes after the payload of the profile", kind, "damaged",
           Rewriting().singleton("profile", lambda p: p + b"\0").manifest())
    vector("refuses bytes after the payload of the manifest", kind, "damaged",
           Rewriting().manifest(lambda p: p + b"\0"))
    vector("refuses bytes after a recording", kind, "damaged",
           Rewriting().hike(4, "recording", lambda p: p + b"\0").manifest())
    vector("refuses a list that is longer than its payload", kind, "damaged",
           Rewriting().singleton("profile", lambda p: b"\2" + unsigned(2**40) + p[2:]).manifest())
    vector("refuses a number of more than 64 bits", kind, "damaged",
           Rewriting().singleton("draft", lambda p: b"\2" + b"\xff" * 9 + b"\x7f" + p[2:]).manifest())
    vector("refuses a number of eleven bytes", kind, "damaged",
           Rewriting().singleton("draft", lambda p: b"\2" + b"\x80" * 10 + b"\0" + p[2:]).manifest())
    vector("refuses a recording with more points than it holds", kind, "damaged",
           Rewriting().hike(4, "recording", more_points).manifest())
    vector("refuses a payload without padding", kind, "damaged",
           Rewriting().singleton("profile", None, padded=bytes(256)).manifest())
    vector("refuses a payload whose padding isn't a multiple of 256", kind, "damaged",
           Rewriting().singleton("profile", None, padded=b"\2\0\x80" + bytes(97)).manifest())
    vector("refuses an empty payload", kind, "damaged",
           Rewriting().singleton("profile", None, padded=b"").manifest())
    for name, values in (("level 17", {"level": 17}), ("level -1", {"level": -1}), ("level 1", {"level": 1})):
        vector(f"refuses a directory of {name}", kind, "damaged", Rewriting().root("hike", **values).manifest())
    vector("refuses a directory with 17 figures", kind, "damaged",
           with_figures(Rewriting(), 17).manifest())
    for count in (9, 2**62):
        vector(f"notices that a root counts {count} entries", kind, "damageFoundByCheck",
               Rewriting().top(count=count).manifest())
    vector("notices a page with another first entry than its root", kind, "damageFoundByCheck",
           Rewriting().top(first=(0, 0)).manifest())
    vector("notices a page with other sums than its root", kind, "damageFoundByCheck",
           Rewriting().top(sums=[(1, 1)] * 6).manifest())
    vector("refuses a root that counts a negative number of entries", kind, "damaged",
           Rewriting().top(count=-1).manifest())
    entries = Keys().records.entries("hike")
    vector("refuses entries that aren't in order", kind, "damaged",
           Rewriting().directory("hike", entries[::-1]).top(first=entries[-1][0]).manifest())
    vector("refuses an entry twice", kind, "damaged",
           Rewriting().directory("hike", [entries[0], *entries]).manifest())
    vector("refuses a page without entries", kind, "damaged", Rewriting().directory("hike", []).manifest())
    vector("refuses a page that lists its first entry as a child", kind, "damaged",
           Rewriting().directory("hike", entries, lambda p: b"\1" + integer(1) + p[2:]).manifest())
    vector("refuses a log that begins at 0", kind, "damaged", log_from(0))
    vector("refuses a manifest that names a kind twice", kind, "damaged", Rewriting().manifest(named_twice))
    vector("refuses a month 13", kind, "damaged",
           Rewriting().hike(1, "header", lambda p: p.replace(day(2026, 4, 22), day(2026, 13, 22))).manifest())


def distance(payload, bits):
    at = payload.index(b"Elk Loop") + len(b"Elk Loop")
    return payload[:at] + bits + payload[at + 8 :]


def more_points(payload):
    reader = Reader(payload)
    for _ in range(11):
        reader.unsigned()
    at = reader.at
    reader.unsigned()
    return payload[:at] + unsigned(10**6) + payload[reader.at :]


def with_figures(change, count):
    top = change.records.directories["hike"]["top"]
    top["sums"] += [(0, 0)] * (count - len(top["sums"]))
    return change.root("hike", figures=count)


def log_from(first):
    change = Rewriting()
    change.records.logs["history"] = (first, *change.records.logs["history"][1:])
    return change.manifest()


def named_twice(payload):
    reader = Reader(payload, (2,))
    reader.blob()
    at = reader.at
    count = reader.unsigned()
    start = reader.at
    reader.text(), reader.integer(), reader.blob()
    return payload[:at] + unsigned(count + 1) + payload[start : reader.at] + payload[start:]


if __name__ == "__main__":
    write_successes()
    write_wrong_secrets()
    write_wrong_devices()
    write_tampering()
    write_truncation()
    write_unsupported()
    write_bounds()
    json.dump(VECTORS, sys.stdout, ensure_ascii=False, indent=1)
    print()
