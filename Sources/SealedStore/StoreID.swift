internal import Sealing

/// The random name of a store, made with it: it tells stores apart wherever their files are moved.
package struct StoreID: Hashable, Sendable {
    /// 16 bytes.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package static let length = 16

    package static func random() -> StoreID { StoreID(bytes: RandomBytes.make(length)) }

    /// Lower-case hexadecimal, as the state folder is named.
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
