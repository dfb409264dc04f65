import Glibc
import SealedStore

/// Asks for a secret on the terminal, without showing it, and reads it into memory that is guarded and wiped.
func ask(_ question: String) throws -> Secret {
    var settings = termios()
    let isTerminal = tcgetattr(STDIN_FILENO, &settings) == 0
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ECHO)
    if isTerminal { tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) }
    defer { if isTerminal { tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) } }
    print(question)
    return try Secret(
        capacity: 1024,
        reading: { bytes in
            // Byte by byte, since a buffer would be another copy.
            for count in 0..<bytes.count {
                guard read(STDIN_FILENO, bytes.baseAddress! + count, 1) == 1, bytes[count] != UInt8(ascii: "\n") else {
                    return count
                }
            }
            return bytes.count
        })
}

struct Note: DocumentModel {
    var text = ""
    static let kinds = DocumentKinds("note")
    static let fields = [Field("text", tag: 1, label: "Text", \.text)]
}

final class NoteStore: DocumentStore {
    typealias Document = Note
    static let schema = StoreSchema(domain: "note", documents: [Note.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

let passcode = SharedSecret(try ask("Passcode"))
let gate = try await SealedGate<NoteStore>.openOrCreate(
    at: "note.sealed", passcode: try passcode.secret.duplicate(), recoveryCodeHandler: { print("Keep this: \($0)") })
do {
    let store = try gate.unlock(with: try passcode.secret.duplicate())
    try store.edit { $0.text = "It opened." }
    print(try store.document.text)
    store.close()
} catch StoreError.Code.wrongPasscode {
    print("That isn't it.")
}
