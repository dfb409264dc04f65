#pragma once
#include <zlib.h>

// inflateInit2 is a macro, which Swift doesn't import.
static inline int profile_inflate_init_gzip(z_stream *stream) { return inflateInit2(stream, MAX_WBITS + 16); }
