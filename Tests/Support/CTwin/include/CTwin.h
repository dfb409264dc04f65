// What a plain C program does in place of ours, for the benches to compare with: the same rows, not sealed, through
// libsqlite3; and a parse of XML through expat that does nothing with what it finds.

#ifndef CTWIN_H
#define CTWIN_H

#include <stddef.h>
#include <stdint.h>

typedef struct ctwin_store ctwin_store;

/// Makes a store in an empty file, in WAL mode with synchronous=FULL; NULL when that fails.
ctwin_store *ctwin_open(const char *path);

void ctwin_close(ctwin_store *store);

/// Writes what one commit of a profile writes: the profile's row, a row of history and the manifest. 0 when it is done.
int ctwin_commit(ctwin_store *store, int64_t revision, size_t record, size_t manifest);

/// Reads what reading a profile reads: how the gate stands, the manifest and the profile's row. 0 when it is done.
int ctwin_read(ctwin_store *store, size_t *bytes);

/// Adds that many hikes in one transaction, each with a header and a track of these sizes, and a page of a directory for
/// each few of them. 0 when it is done.
int ctwin_add_hikes(ctwin_store *store, int64_t count, size_t header, size_t track, size_t page, int64_t page_every);

/// Parses XML and counts its elements; negative when it is malformed.
int64_t ctwin_parse_xml(const char *text, size_t length);

#endif
