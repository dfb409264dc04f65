// The statements of `Benchmarks server` without the engine, to measure the cost of the protocol itself.
//
//     cc -O2 -I/usr/include/postgresql client.c -lpq -o client && ./client CONNINFO SCHEMA commit|read [ACCOUNTS] [SECONDS]
#include <libpq-fe.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <arpa/inet.h>
#include <endian.h>
#include <time.h>

static PGconn *connection;
static char schema[80];

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, PQerrorMessage(connection));
    exit(1);
}

static void prepare(const char *name, const char *format, int count, const Oid *types) {
    char text[2000];
    snprintf(text, sizeof text, format, schema);
    PGresult *result = PQprepare(connection, name, text, count, types);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) fail(name);
    PQclear(result);
}

static void take(int answers, PGresult **kept) {
    if (PQpipelineSync(connection) != 1) fail("sync");
    for (int index = 0; index < answers; index++) {
        PGresult *result = PQgetResult(connection);
        ExecStatusType status = PQresultStatus(result);
        if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) fail(PQresultErrorMessage(result));
        if (kept) kept[index] = result; else PQclear(result);
        if (PQgetResult(connection)) fail("two answers");
    }
    PGresult *end = PQgetResult(connection);
    if (PQresultStatus(end) != PGRES_PIPELINE_SYNC) fail("no end");
    PQclear(end);
}

static int due = 0;

static void send_(const char *name, int count, const char *const *values, const int *lengths) {
    static const int formats[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    if (PQsendQueryPrepared(connection, name, count, values, lengths, formats, 1) != 1) fail(name);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static unsigned char noise[600];

static void fill(int length) {
    for (int index = 0; index < length; index++) noise[index] = rand();
}

static void begin(const char *how, const char *account, const char *id, PGresult **kept) {
    const char *one[3] = {id, "profile", "summary"};
    int lengths[3] = {strlen(id), 7, 7};
    send_(how, 0, NULL, NULL);
    send_(account, 1, one, lengths);
    send_("singletons", 3, one, lengths);
    send_("sessions", 1, one, lengths);
    if (PQpipelineSync(connection) != 1) fail("sync");
    // The results of earlier statements that weren't waited for come first.
    while (due > 0) {
        PGresult *result = PQgetResult(connection);
        if (!result) continue;
        if (PQresultStatus(result) == PGRES_PIPELINE_SYNC) due--;
        PQclear(result);
    }
    for (int index = 0; index < 4; index++) {
        kept[index] = PQgetResult(connection);
        ExecStatusType status = PQresultStatus(kept[index]);
        if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) fail(PQresultErrorMessage(kept[index]));
        if (PQgetResult(connection)) fail("two answers");
    }
    PQclear(PQgetResult(connection));
}

int main(int count, char **arguments) {
    if (count < 4) return 64;
    int accounts = count > 4 ? atoi(arguments[4]) : 1;
    double seconds = count > 5 ? atof(arguments[5]) : 5;
    connection = PQconnectdb(arguments[1]);
    if (PQstatus(connection) != CONNECTION_OK) fail("connect");
    snprintf(schema, sizeof schema, "%s", arguments[2]);
    PQclear(PQexec(connection, "SET lock_timeout = '10s'"));
    prepare("writing", "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", 0, NULL);
    prepare("reading", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", 0, NULL);
    prepare("commit", "COMMIT", 0, NULL);
    prepare("rollback", "ROLLBACK", 0, NULL);
    const Oid text[2] = {25, 1009};
    const char *columns = "SELECT epoch, lock, generation, manifest, card, writer, coalesce(watched_until > now(), false), "
                          "(SELECT format FROM \"%1$s\".store) FROM \"%1$s\".account WHERE id = $1";
    char locked[400];
    snprintf(locked, sizeof locked, "%s FOR UPDATE", columns);
    prepare("account", columns, 1, text);
    prepare("locked", locked, 1, text);
    const Oid texts[3] = {25, 25, 25};
    char arm[400], arms[900];
    snprintf(arm, sizeof arm,
             "SELECT revision, revision, fingerprint, readable, mac, boxes[1], kind FROM \"%s\".record "
             "WHERE account = $1 AND number = 0 AND kind = ", schema);
    snprintf(arms, sizeof arms, "%s$2 UNION ALL %s$3", arm, arm);
    prepare("singletons", arms, 3, texts);
    prepare("sessions",
            "SELECT id, boot, deadline, idle, envelope FROM \"%s\".session "
            "WHERE account = $1 AND device = ''::bytea ORDER BY id", 1, text);
    const Oid update[8] = {25, 20, 20, 17, 17, 20, 20, 17};
    prepare("update",
            "UPDATE \"%s\".account SET generation = CASE generation WHEN $2 THEN $3 END, manifest = $4, card = $5, "
            "epoch = $6, lock = $7, writer = $8 WHERE id = $1", 8, update);
    const Oid insertion[8] = {25, 25, 20, 20, 17, 25, 17, 17};
    prepare("insertion",
            "INSERT INTO \"%s\".record (account, kind, number, revision, fingerprint, readable, mac, boxes) "
            "VALUES ($1, $2, $3, $4, $5, $6, $7, ARRAY[$8]::bytea[]) "
            "ON CONFLICT (account, kind, number) DO UPDATE SET revision = excluded.revision, "
            "fingerprint = excluded.fingerprint, readable = excluded.readable, mac = excluded.mac, "
            "boxes = excluded.boxes", 8, insertion);
    if (PQenterPipelineMode(connection) != 1) fail("pipeline");
    int isCommit = strcmp(arguments[3], "commit") == 0;
    long done = 0;
    double start = now();
    while (now() - start < seconds) {
        char id[32];
        snprintf(id, sizeof id, "a%d", rand() % accounts);
        PGresult *kept[4];
        begin(isCommit ? "writing" : "reading", isCommit ? "locked" : "account", id, kept);
        if (!isCommit) {
            send_("rollback", 0, NULL, NULL);
            PQpipelineSync(connection);
            PQflush(connection);
            due = 1;
        } else {
            int64_t generation, next, number = 1;
            memcpy(&generation, PQgetvalue(kept[1], 0, 2), 8);
            next = htobe64(be64toh(generation) + 1);
            for (int row = 0; row < PQntuples(kept[2]); row++)
                if (strcmp(PQgetvalue(kept[2], row, 6), "profile") == 0) memcpy(&number, PQgetvalue(kept[2], row, 0), 8);
            number = htobe64(be64toh(number) + 1);
            int64_t zero = 0;
            fill(298);
            const char *row[8] = {id, "profile", (char *)&zero, (char *)&number, NULL, "", NULL, (char *)noise};
            int lengths[8] = {strlen(id), 7, 8, 8, 0, 0, 0, 298};
            send_("insertion", 8, row, lengths);
            row[1] = "history";
            row[2] = (char *)&number;
            send_("insertion", 8, row, lengths);
            fill(554);
            char writers[64];
            memcpy(writers, noise, 64);
            const char *head[8] = {id, (char *)&generation, (char *)&next, (char *)noise, "",
                                   PQgetvalue(kept[1], 0, 0), PQgetvalue(kept[1], 0, 1), writers};
            int headLengths[8] = {strlen(id), 8, 8, 554, 0, 8, 8, 64};
            send_("update", 8, head, headLengths);
            send_("commit", 0, NULL, NULL);
            take(4, NULL);
        }
        for (int index = 0; index < 4; index++) PQclear(kept[index]);
        done++;
    }
    printf("%s on %d accounts, in C: %.0f a second\n", arguments[3], accounts, done / (now() - start));
    return 0;
}
