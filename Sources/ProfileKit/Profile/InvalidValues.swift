public import ProfileModel
public import SealedStore

extension StoreError {
    /// Values of the model that break rules, all of them at once.
    public init(invalid problems: [InvalidValue]) {
        self.init(.invalid(problems.map(FieldProblem.init)))
    }
}

extension FieldProblem {
    /// The same, with the rule as the model words it.
    public init(_ problem: InvalidValue) {
        self.init(problem.name, FieldRule("words", problem.rule))
    }
}
