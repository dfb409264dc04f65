internal import CLinux

/// The environment with which the process was started.
public enum ProcessEnvironment {
    /// Every variable by its name. If a name occurs more than once, the first one counts, as for `getenv`.
    ///
    /// Invalid UTF-8 is repaired as in Swift's strings. Read this once, before other threads may change the
    /// environment.
    public static var variables: [String: String] {
        var variables: [String: String] = Dictionary(minimumCapacity: count)
        unsafe forEach { entry in
            guard let equals = unsafe entry.firstIndex(of: UInt8(ascii: "=")) else { return }
            let name = unsafe String(decoding: entry[..<equals], as: UTF8.self)
            guard variables[name] == nil else { return }
            variables[name] = unsafe String(decoding: entry[(equals + 1)...], as: UTF8.self)
        }
        return variables
    }

    /// The names of the variables whose values aren't UTF-8.
    public static var undecodableNames: Set<String> {
        var names: Set<String> = []
        unsafe forEach { entry in
            guard let equals = unsafe entry.firstIndex(of: UInt8(ascii: "=")) else { return }
            let value = unsafe entry[(equals + 1)...]
            guard unsafe !String(decoding: value, as: UTF8.self).utf8.elementsEqual(value) else { return }
            unsafe names.insert(String(decoding: entry[..<equals], as: UTF8.self))
        }
        return names
    }

    private static var count: Int {
        var count = 0
        unsafe forEach { _ in count += 1 }
        return count
    }

    private static func forEach(_ body: (UnsafeRawBufferPointer) -> Void) {
        guard var next = unsafe profile_environment() else { return }
        while let entry = unsafe next.pointee {
            unsafe body(UnsafeRawBufferPointer(start: entry, count: strlen(entry)))
            unsafe next += 1
        }
    }
}
