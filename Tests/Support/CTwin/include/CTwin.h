// A plain C equivalent of the library, for comparison in benchmarks: it reads and writes the same rows unsealed through
// libsqlite3, and parses XML through expat without using the result.

#ifndef CTWIN_H
#define CTWIN_H

#include <stddef.h>
#include <stdint.h>

typedef struct ctwin_store ctwin_store;

/// Makes a store in an empty file, in WAL mode with synchronous=FULL; NULL if that fails.
ctwin_store *ctwin_open(const char *path);

void ctwin_close(ctwin_store *store);

/// Writes what one commit of a profile writes: the profile's row, a row of the history and the manifest. Returns 0 on
/// success.
int ctwin_commit(ctwin_store *store, int64_t revision, size_t record, size_t manifest);

/// Reads what reading a profile reads: the state of the gate, the manifest and the profile's row. Returns 0 on success.
int ctwin_read(ctwin_store *store, size_t *bytes);

/// Adds `count` hikes in one transaction, numbered from `first`, each with a header and a track of these sizes, and a page of a directory for every
/// `page_every` hikes. Returns 0 on success.
int ctwin_add_hikes(ctwin_store *store, int64_t first, int64_t count, size_t header, size_t track, size_t page,
                    int64_t page_every);

/// Parses XML and returns the number of its elements; negative if it is malformed.
int64_t ctwin_parse_xml(const char *text, size_t length);

#endif
