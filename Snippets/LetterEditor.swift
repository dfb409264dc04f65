import SealedStore

struct Letter: DocumentModel {
    var addressee = ""
    var text = ""

    static let kinds = DocumentKinds("letter")
    static let fields = [
        Field("addressee", tag: 1, label: "To", \.addressee),
        Field("text", tag: 2, label: "Text", \.text),
    ]

    func problems(replacing committed: Letter, at now: WallTime) -> [FieldProblem] {
        addressee.isEmpty ? [FieldProblem("addressee", .length(1...100))] : []
    }
}

final class LetterStore: DocumentStore {
    typealias Document = Letter
    static let schema = StoreSchema(domain: "letters", documents: [Letter.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

/// An editor of the letter. What is typed is saved as a draft, and readers see it once it is published.
struct LetterEditor {
    let store: LetterStore
    private(set) var draft: Draft<Letter>

    init(_ store: LetterStore) async throws {
        self.store = store
        draft = try await store.draft()  // the saved one, as a lock or a crash left it, or a fresh one
    }

    /// Takes what was typed in a field, and saves it.
    mutating func type(_ text: String, in field: ModelField<Letter>) async throws {
        field.set(try field.parse(text), in: &draft.model)
        try await store.save(&draft)
    }

    /// Publishes the draft. Where somebody else published another value of the same field since it began, the person
    /// decides.
    func publish(deciding decide: (FieldConflict) -> ConflictSide) async throws -> Commit<Letter> {
        do {
            return try await store.commit(draft)
        } catch let conflict as DraftConflict {
            let sides = conflict.fields.map { ($0.field, decide($0)) }
            return try await store.commit(
                draft, deciding: ConflictDecisions(Dictionary(uniqueKeysWithValues: sides), seen: conflict))
        }
    }
}

func editLetter() async throws {
    let gate = try await SealedGate<LetterStore>.openOrCreate(at: "letter.sealed", passcode: Secret("739158")) {
        print("Keep this: \($0)")
    }
    let store = try await gate.unlock(with: Secret("739158"))
    var editor = try await LetterEditor(store)
    print(editor.draft.savedAt == nil ? "a fresh draft" : "a draft is waiting")

    try await editor.type("Tenzing", in: Letter.fields[0])
    try await editor.type("Dear Tenzing, the pass is open.", in: Letter.fields[1])
    print("readers see “\(try store.document.text)”")

    try await store.edit { $0.addressee = $0.addressee == "Pasang" ? "Dorje" : "Pasang" }  // by somebody else
    let commit = try await editor.publish { $0.field == "addressee" ? .theirs : .mine }
    print(commit.model.addressee, commit.model.text)

    editor = try await LetterEditor(store)
    try await editor.type("A draft that waits for the next run.", in: Letter.fields[1])
    store.close()
}

try await editLetter()
