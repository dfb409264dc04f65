#pragma once
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif
#include <dlfcn.h>
#include <stddef.h>

// The functions used from libpq. Linking it would load twenty libraries at each start, so it is loaded at run time,
// when a server is named, unless the program is built with PROFILE_LINKED_POSTGRES.
#define PROFILE_PQ_FUNCTIONS(F)                                                                                        \
    F(int, libVersion, (void))                                                                                         \
    F(PGconn *, connectStartParams, (const char *const *, const char *const *, int))                                   \
    F(PostgresPollingStatusType, connectPoll, (PGconn *))                                                              \
    F(PQconninfoOption *, conninfoParse, (const char *, char **))                                                      \
    F(PQconninfoOption *, conninfo, (PGconn *))                                                                        \
    F(void, conninfoFree, (PQconninfoOption *))                                                                        \
    F(void, freemem, (void *))                                                                                         \
    F(void, finish, (PGconn *))                                                                                        \
    F(ConnStatusType, status, (const PGconn *))                                                                        \
    F(int, socket, (const PGconn *))                                                                                   \
    F(char *, errorMessage, (const PGconn *))                                                                          \
    F(PQnoticeReceiver, setNoticeReceiver, (PGconn *, PQnoticeReceiver, void *))                                       \
    F(PGVerbosity, setErrorVerbosity, (PGconn *, PGVerbosity))                                                         \
    F(int, setnonblocking, (PGconn *, int))                                                                            \
    F(int, enterPipelineMode, (PGconn *))                                                                              \
    F(int, pipelineSync, (PGconn *))                                                                                   \
    F(int, sendPrepare, (PGconn *, const char *, const char *, int, const Oid *))                                      \
    F(int, sendQueryPrepared,                                                                                          \
      (PGconn *, const char *, int, const char *const *, const int *, const int *, int))                               \
    F(int, sendQueryParams,                                                                                            \
      (PGconn *, const char *, int, const Oid *, const char *const *, const int *, const int *, int))                  \
    F(int, flush, (PGconn *))                                                                                          \
    F(int, consumeInput, (PGconn *))                                                                                   \
    F(int, isBusy, (PGconn *))                                                                                         \
    F(PGresult *, getResult, (PGconn *))                                                                               \
    F(PGnotify *, notifies, (PGconn *))                                                                                \
    F(ExecStatusType, resultStatus, (const PGresult *))                                                                \
    F(char *, resultErrorField, (const PGresult *, int))                                                               \
    F(void, clear, (PGresult *))                                                                                       \
    F(int, ntuples, (const PGresult *))                                                                                \
    F(int, nfields, (const PGresult *))                                                                                \
    F(Oid, ftype, (const PGresult *, int))                                                                             \
    F(int, fformat, (const PGresult *, int))                                                                           \
    F(char *, getvalue, (const PGresult *, int, int))                                                                  \
    F(int, getlength, (const PGresult *, int, int))                                                                    \
    F(int, getisnull, (const PGresult *, int, int))                                                                    \
    F(char *, cmdTuples, (PGresult *))

struct profile_pq {
#define PROFILE_PQ_FIELD(result, name, parameters) result(*name) parameters;
    PROFILE_PQ_FUNCTIONS(PROFILE_PQ_FIELD)
#undef PROFILE_PQ_FIELD
};

// Fills the table. Returns NULL, or the name of the library or function that is missing.
static inline const char *profile_pq_load(struct profile_pq *table, const char *file) {
#ifdef PROFILE_LINKED_POSTGRES
    (void)file;
#define PROFILE_PQ_TAKE(result, name, parameters) table->name = PQ##name;
#else
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) return file;
#define PROFILE_PQ_TAKE(result, name, parameters)                                                                      \
    table->name = (result(*) parameters)dlsym(library, "PQ" #name);                                                    \
    if (!table->name) return "PQ" #name;
#endif
    PROFILE_PQ_FUNCTIONS(PROFILE_PQ_TAKE)
#undef PROFILE_PQ_TAKE
    return NULL;
}
