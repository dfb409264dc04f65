public import ProfileModel

extension ProfileChange {
    /// "season winter → spring".
    public var text: String {
        "\(field.option) \(from.description.terminalSafe) → \(to.description.terminalSafe)"
    }
}

extension FieldConflict {
    /// "season: base winter, mine spring, theirs summer".
    public var text: String {
        let values = [("base", base), ("mine", mine), ("theirs", theirs)]
        return "\(field.option): "
            + values.map { "\($0) \($1.description.terminalSafe)" }.joined(separator: ", ")
    }
}
