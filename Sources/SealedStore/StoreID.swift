internal import Sealing

/// The random identifier of a store, generated when it is created. It identifies the store wherever its file is moved.
package struct StoreID: Hashable, Sendable {
    /// 16 bytes.
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
        reduce(into: "") { text, byte in
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
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
