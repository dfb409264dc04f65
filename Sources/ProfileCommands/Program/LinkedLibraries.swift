internal import CCurses
internal import CExpat
internal import CPNG
internal import CSQLite
internal import CSodium
internal import CZlib
internal import SystemKit

/// The C libraries that this program uses, except libjpeg-turbo and minizip, which don't tell their versions.
enum LinkedLibraries {
    /// The libraries' names and the versions that are in use; `nil` for one that isn't there.
    static var versions: [(name: String, version: String?)] {
        [
            ("sqlite", unsafe String(cString: sqlite3_libversion())),
            ("libsodium", unsafe String(cString: sodium_version_string())),
            ("expat", unsafe String(cString: XML_ExpatVersion()).withoutPrefix("expat_")),
            ("zlib", unsafe String(cString: zlibVersion())),
            ("libpng", unsafe String(cString: png_get_libpng_ver(nil))),
            ("ncurses", unsafe String(cString: curses_version()).withoutPrefix("ncurses ")),
            ("libpq", Settings.serverLibraryVersion), ("glibc", RunningSystem.libraryVersion),
        ]
    }
}

extension String {
    fileprivate func withoutPrefix(_ prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}
