/// A key binding of a screen: its keys, what they do, and how the key line and the help name it.
///
/// The dispatch of keys, the line at the bottom with its clicks, the help and the command palette all follow a screen's
/// list of bindings: its ``Screen/bindings``.
///
/// Some keys are taken for all screens: Ctrl-Z by ``AppLoop``; by ``App`` Ctrl-C, Ctrl-L while a store is open, and `u`
/// for what a toast offers; by ``Screen/dispatch(_:at:)`` `:` for the command palette, behind the gate. The last two
/// are taken only where no text is typed. `?` and F1 aren't among them: a screen that has a help lists
/// ``help(inText:)``.
struct KeyBinding<Owner: Screen> {
    /// Where it is named.
    enum Listing {
        /// The key line, and so the help too.
        case line
        case help
        /// The command palette alone: the command has no key.
        case palette
        /// Nowhere: it is another way to do what a binding with a name does.
        case none
    }

    typealias Action = (inout Owner, Key, Moment) -> [Effect]

    let keys: [Key]
    let item: KeyLine.Item
    private(set) var listing: Listing
    let isActive: Bool
    /// `nil` for keys of a part of the screen, such as a list or a field, which receives them.
    let action: Action?

    /// - Parameters:
    ///   - label: what it does, in a word or two.
    ///   - keys: the keys that are named. A click on the name presses the key, if there is only one.
    ///   - others: further keys, which are not named.
    ///   - name: the name of several keys, such as "↑↓".
    ///   - isActive: whether the keys have this effect now.
    ///   - action: what a key does, at a moment.
    init(
        _ label: String, _ keys: Key..., also others: [Key] = [], as name: String? = nil, in listing: Listing = .line,
        when isActive: Bool = true, key action: Action?
    ) {
        self.init(label, keys, also: others, as: name, in: listing, when: isActive, action)
    }

    init(
        _ label: String, _ keys: Key..., also others: [Key] = [], as name: String? = nil, in listing: Listing = .line,
        when isActive: Bool = true, _ action: @escaping (inout Owner) -> [Effect]
    ) {
        self.init(label, keys, also: others, as: name, in: listing, when: isActive) { owner, _, _ in action(&owner) }
    }

    init(
        _ label: String, _ keys: Key..., also others: [Key] = [], as name: String? = nil, in listing: Listing = .line,
        when isActive: Bool = true, _ action: @escaping (inout Owner) -> Void
    ) {
        self.init(label, keys, also: others, as: name, in: listing, when: isActive) { owner, _, _ in
            action(&owner)
            return []
        }
    }

    /// Names keys of a part of the screen, which receives them.
    init(
        _ label: String, _ keys: Key..., as name: String? = nil, in listing: Listing = .line, when isActive: Bool = true
    ) {
        self.init(label, keys, also: [], as: name, in: listing, when: isActive, nil)
    }

    /// Whether the command palette lists it: it does one thing, and is more than a way back or the help.
    var isCommand: Bool {
        guard isActive, listing != .none, !item.label.isEmpty else { return false }
        guard let key = item.key else { return listing == .palette }
        return key != .escape && !item.isHelp && item.label != Self.back
    }

    /// The binding without its name.
    var unnamed: KeyBinding {
        var binding = self
        binding.listing = .none
        return binding
    }

    fileprivate init(
        _ label: String, _ keys: [Key], also others: [Key], as name: String?, in listing: Listing, when isActive: Bool,
        _ action: Action?
    ) {
        item =
            keys.count == 1 && name == nil
            ? KeyLine.Item(keys[0], label)
            : KeyLine.Item(keys: name ?? keys.map(\.name).joined(separator: " "), label)
        (self.keys, self.listing, self.isActive, self.action) = (keys + others, listing, isActive, action)
    }
}

extension KeyBinding {
    /// Opens the help: F1, and where no text is typed a question mark.
    static func help(inText: Bool = false) -> KeyBinding {
        inText
            ? KeyBinding("help", .help) { $0.openHelp() } : KeyBinding("help", "?", also: [.help]) { $0.openHelp() }
    }

    /// Returns to the screen beneath.
    static func back(_ keys: Key..., in listing: Listing = .line) -> KeyBinding {
        KeyBinding(back, keys, also: [], as: nil, in: listing, when: true) { _, _, _ in [.close] }
    }

    private static var back: String { "back" }

    /// Moves through a list or a text, which receives the keys.
    static func moves(_ label: String, when isActive: Bool = true) -> KeyBinding {
        KeyBinding(label, as: "↑↓", when: isActive)
    }
}
