internal import ProfileKit
internal import ProfileRendering

extension EditorScreen {
    func render(on canvas: inout Canvas) {
        if case .deciding(let screen) = phase { return screen.draw(on: &canvas, at: .zero) }
        renderForm(on: &canvas)
        if case .helping(let sheet) = phase { sheet.draw(on: &canvas) }
        if case .asking(_, let alert) = phase { alert.draw(on: &canvas, in: canvas.size.aboveKeyLine) }
    }

    /// Draws the form.
    ///
    /// - Returns: what lies where.
    @discardableResult
    func renderForm(on canvas: inout Canvas) -> TouchMap<Target> {
        let form = EditorForm(self, width: canvas.size.columns)
        let height = formHeight(in: canvas.size)
        let top = scroll.top(height: height, of: form.lineCount)
        canvas.draw(form.canvas, column: 0, row: 1 - top)
        drawComplaint(on: &canvas)
        ScrollMark(top: top, height: height, total: form.lineCount).draw(on: &canvas, row: 1)
        ScreenFrame(title: "Edit Profile", note: note, keys: keys).draw(on: &canvas)
        return form.touches.moved(rows: 1 - top, within: 1..<1 + height)
    }

    /// What became of the draft, as far as that is known.
    private var note: String {
        switch phase {
        case .committing: "publishing…"
        case .discarding: "discarding…"
        default: !isKept || hasUnreadable ? "not saved" : hasSavedDraft ? "draft kept" : ""
        }
    }

    /// The rows between the title and the complaint above the keys.
    func formHeight(in size: CellSize) -> Int { max(1, size.rows - 2 - complaintLines(in: size).count) }

    private func complaintLines(in size: CellSize) -> [String] {
        Array((complaint?.wrapped(to: size.columns - 2) ?? []).prefix(3))
    }

    /// What the store refused is seen wherever the form is scrolled to.
    private func drawComplaint(on canvas: inout Canvas) {
        let lines = complaintLines(in: canvas.size)
        let first = canvas.size.rows - 1 - lines.count
        let part = CellRectangle(column: 0, row: first, columns: canvas.size.columns, rows: lines.count + 1)
        canvas.fill(part, style: .plain)
        for (row, line) in lines.enumerated() { canvas.write(line, column: 1, row: first + row, style: .danger) }
    }

    /// The field's own keys first: they differ, and the others don't.
    var keys: KeyLine {
        let own: [KeyLine.Item] =
            switch focusedField?.control {
            case nil: [.init(.enter, "press")]
            case .text: []
            case .segments(_, isToggle: true): [.init(.character(" "), "switch")]
            case .segments: [.init(keys: "←→", focusedField.map { Profile.option(of: $0.name) } ?? "")]
            case .day: [.init(keys: "←→", "part"), .init(keys: "− +", "change"), .init(keys: "0–9", "type")]
            }
        return KeyLine(
            own + [
                .init(.control("s"), "done"), .init(.control("x"), "discard"), .init(.escape, "keep draft"),
                .init(.tab, "next"),
            ])
    }
}
