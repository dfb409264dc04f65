internal import Sealing

/// The random identifier of a store, generated when it is created. It identifies the store wherever its file is moved.
package struct StoreID: Hashable, Sendable {
    /// The bytes, ``length`` of them.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package static let length = 16

    package static func random() -> StoreID { StoreID(bytes: RandomBytes.make(length)) }

    /// Lower-case hexadecimal, as in the name of the state folder.
    package var hexadecimal: String { bytes.hexadecimal }
}

extension [UInt8] {
    package var hexadecimal: String {
        // Not by `String(_:radix:)`, a generic function of the standard library that is many times slower.
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * count)
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Identifies one copy of a store. A new one is generated when a store is created and at each restore, so that the
/// copies are told apart. A file copied by other means keeps its instance.
package struct InstanceID: Hashable, Sendable {
    /// 16 random bytes; empty for a store that came from format 1, which had no instances.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package static let unnamed = InstanceID(bytes: [])

    package static func random() -> InstanceID { InstanceID(bytes: RandomBytes.make(StoreID.length)) }

    package var isUnnamed: Bool { bytes.isEmpty }

    /// Lower-case hexadecimal, as in the name of the state folder.
    package var hexadecimal: String { bytes.hexadecimal }
}
