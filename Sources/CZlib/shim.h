#pragma once
#include <zlib.h>

// These are macros, which Swift doesn't import.
static inline int profile_inflate_init_gzip(z_stream *stream) { return inflateInit2(stream, MAX_WBITS + 16); }
static inline int profile_inflate_init(z_stream *stream) { return inflateInit(stream); }
static inline int profile_deflate_init(z_stream *stream) { return deflateInit(stream, Z_DEFAULT_COMPRESSION); }
