#include "CTwin.h"

#include <expat.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEGIN_READING, BEGIN_WRITING, COMMIT, GATE, HEAD, READ, PROFILE, HISTORY, MANIFEST, HIKE, PAGE, STATEMENTS };

static const char *const texts[STATEMENTS] = {
    "BEGIN DEFERRED",
    "BEGIN IMMEDIATE",
    "COMMIT",
    "SELECT epoch FROM account WHERE id = 'main'",
    "SELECT generation, record FROM manifest WHERE account = 'main'",
    "SELECT revision, record FROM profile WHERE account = 'main'",
    "INSERT OR REPLACE INTO profile VALUES ('main', ?, ?)",
    "INSERT INTO history VALUES ('main', ?, ?)",
    "INSERT OR REPLACE INTO manifest VALUES ('main', ?, ?)",
    "INSERT INTO hike VALUES ('main', ?, 1, ?, ?, ?)",
    "INSERT OR REPLACE INTO page VALUES ('main', ?, ?)",
};

struct ctwin_store {
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENTS];
    unsigned char *filler;
    size_t capacity;
};

ctwin_store *ctwin_open(const char *path) {
    static const char *const schema =
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;"
        "CREATE TABLE account (id TEXT PRIMARY KEY, epoch INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
        "CREATE TABLE profile (account TEXT PRIMARY KEY, revision INTEGER NOT NULL, record BLOB NOT NULL)"
        " STRICT, WITHOUT ROWID;"
        "CREATE TABLE manifest (account TEXT PRIMARY KEY, generation INTEGER NOT NULL, record BLOB NOT NULL)"
        " STRICT, WITHOUT ROWID;"
        "CREATE TABLE history (account TEXT NOT NULL, revision INTEGER NOT NULL, record BLOB NOT NULL,"
        " PRIMARY KEY (account, revision)) STRICT, WITHOUT ROWID;"
        "CREATE TABLE hike (account TEXT NOT NULL, id INTEGER NOT NULL, revision INTEGER NOT NULL,"
        " fingerprint BLOB NOT NULL, header BLOB NOT NULL, track BLOB NOT NULL, PRIMARY KEY (account, id),"
        " UNIQUE (account, fingerprint)) STRICT, WITHOUT ROWID;"
        "CREATE TABLE page (account TEXT NOT NULL, number INTEGER NOT NULL, record BLOB NOT NULL,"
        " PRIMARY KEY (account, number)) STRICT, WITHOUT ROWID;"
        "INSERT INTO account VALUES ('main', 1);"
        "INSERT INTO profile VALUES ('main', 1, zeroblob(256)); INSERT INTO manifest VALUES ('main', 1, zeroblob(256))";
    ctwin_store *store = calloc(1, sizeof *store);
    if (!store) return NULL;
    if (sqlite3_open(path, &store->database) || sqlite3_exec(store->database, schema, NULL, NULL, NULL)) {
        ctwin_close(store);
        return NULL;
    }
    for (int i = 0; i < STATEMENTS; i++) {
        if (sqlite3_prepare_v3(store->database, texts[i], -1, SQLITE_PREPARE_PERSISTENT, &store->statements[i], NULL)) {
            ctwin_close(store);
            return NULL;
        }
    }
    return store;
}

void ctwin_close(ctwin_store *store) {
    if (!store) return;
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(store->statements[i]);
    sqlite3_close(store->database);
    free(store->filler);
    free(store);
}

/// Bytes without repetitions, like sealed ones.
static const unsigned char *filler(ctwin_store *store, size_t length) {
    if (store->capacity < length) {
        free(store->filler);
        store->filler = malloc(length);
        store->capacity = store->filler ? length : 0;
        uint64_t state = 88172645463325252ull;
        for (size_t i = 0; i < store->capacity; i++) {
            state ^= state << 13, state ^= state >> 7, state ^= state << 17;
            store->filler[i] = (unsigned char)state;
        }
    }
    return store->filler;
}

static int run(ctwin_store *store, int number) {
    sqlite3_stmt *statement = store->statements[number];
    int status;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) continue;
    sqlite3_reset(statement);
    return status == SQLITE_DONE ? 0 : status;
}

static int write_record(ctwin_store *store, int number, int64_t key, size_t length) {
    sqlite3_stmt *statement = store->statements[number];
    sqlite3_bind_int64(statement, 1, key);
    sqlite3_bind_blob64(statement, 2, filler(store, length), length, SQLITE_STATIC);
    return run(store, number);
}

int ctwin_commit(ctwin_store *store, int64_t revision, size_t record, size_t manifest) {
    int status = run(store, BEGIN_WRITING);
    // Reads what it changes, as the library does.
    if (!status) status = run(store, GATE);
    if (!status) status = run(store, HEAD);
    if (!status) status = run(store, READ);
    if (!status) status = write_record(store, PROFILE, revision, record);
    if (!status) status = write_record(store, HISTORY, revision, record);
    if (!status) status = write_record(store, MANIFEST, revision, manifest);
    return status ? status : run(store, COMMIT);
}

int ctwin_read(ctwin_store *store, size_t *bytes) {
    int status = run(store, BEGIN_READING);
    if (!status) status = run(store, GATE);
    for (int number = HEAD; number <= READ && !status; number++) {
        sqlite3_stmt *statement = store->statements[number];
        if (sqlite3_step(statement) != SQLITE_ROW) status = SQLITE_ERROR;
        // Copies the bytes, since the library's engine returns a copy too.
        int length = sqlite3_column_bytes(statement, 1);
        unsigned char *copy = malloc((size_t)length + 1);
        if (copy) memcpy(copy, sqlite3_column_blob(statement, 1), (size_t)length);
        *bytes += copy ? (size_t)length : 0;
        free(copy);
        sqlite3_reset(statement);
    }
    return status ? status : run(store, COMMIT);
}

int ctwin_add_hikes(ctwin_store *store, int64_t first, int64_t count, size_t header, size_t track, size_t page,
                    int64_t page_every) {
    int status = run(store, BEGIN_WRITING);
    for (int64_t id = first; id < first + count && !status; id++) {
        sqlite3_stmt *statement = store->statements[HIKE];
        uint64_t fingerprint[4] = {(uint64_t)id * 0x9E3779B97F4A7C15ull, (uint64_t)id * 0xC2B2AE3D27D4EB4Full, 0, 0};
        sqlite3_bind_int64(statement, 1, id);
        sqlite3_bind_blob(statement, 2, fingerprint, sizeof fingerprint, SQLITE_TRANSIENT);
        sqlite3_bind_blob64(statement, 3, filler(store, header > track ? header : track), header, SQLITE_STATIC);
        sqlite3_bind_blob64(statement, 4, filler(store, header > track ? header : track), track, SQLITE_STATIC);
        status = run(store, HIKE);
        if (!status && page_every > 0 && id % page_every == 0) status = write_record(store, PAGE, id, page);
    }
    return status ? status : run(store, COMMIT);
}

static void on_start(void *count, const XML_Char *name, const XML_Char **attributes) {
    (void)name, (void)attributes;
    ++*(int64_t *)count;
}

static void on_end(void *count, const XML_Char *name) { (void)count, (void)name; }
static void on_text(void *count, const XML_Char *text, int length) { (void)count, (void)text, (void)length; }

int64_t ctwin_parse_xml(const char *text, size_t length) {
    enum { PIECE = 1 << 16 };
    int64_t count = 0;
    XML_Parser parser = XML_ParserCreate(NULL);
    if (!parser) return -1;
    XML_SetUserData(parser, &count);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    for (size_t at = 0; at < length && count >= 0; at += PIECE) {
        size_t piece = length - at < PIECE ? length - at : PIECE;
        if (XML_Parse(parser, text + at, (int)piece, at + piece == length) != XML_STATUS_OK) count = -1;
    }
    XML_ParserFree(parser);
    return count;
}
