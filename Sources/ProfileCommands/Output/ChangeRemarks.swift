internal import ProfileKit

extension Reporter {
    /// Says what a change of secrets came upon after it counted, which is no reason to fail.
    func remark(_ remark: Gate.ChangeRemark) {
        switch remark {
        case .commitReportedFailure(let error):
            self.remark("The change counts, though the disk reported an error: \(error)")
        case .stateFilesUnfinished(let error):
            self.remark("The change counts. The next command finishes it beside the store: \(error)")
        case .logNotEmptied(let error):
            self.remark("The change counts. What it replaced stays in the store's log until the next command: \(error)")
        case .stateFilesNotRemoved(let error):
            self.remark("The account is removed, but not all of its files beside the store: \(error)")
        }
    }
}
