internal import ProfileKit
internal import ProfileRendering

extension EditorScreen {
    var notificationsControl: SegmentedControl<Bool> {
        SegmentedControl(
            segments: [(false, "Off"), (true, "On")], chosen: draft.prefersNotifications,
            isFocused: focus == .notifications)
    }

    var seasonControl: SegmentedControl<Season> {
        // A narrow screen has no room for both pictures and words of all four.
        let isNarrow = size.columns < 48
        return SegmentedControl(
            segments: Season.allCases.map {
                ($0, isNarrow ? "\($0.emoji)\($0.rawValue)" : "\($0.emoji) \($0.rawValue)")
            },
            chosen: draft.seasonalPhoto, isFocused: focus == .season)
    }

    func render(on canvas: inout Canvas) {
        if case .deciding(let screen) = phase { return screen.draw(on: &canvas, at: .zero) }
        renderForm(on: &canvas)
        if case .savedElsewhere(let alert) = phase { alert.draw(on: &canvas, in: canvas.size.aboveKeyLine) }
    }

    /// Draws the form.
    ///
    /// - Returns: what lies where.
    @discardableResult
    func renderForm(on canvas: inout Canvas) -> TouchMap<Target> {
        let form = EditorForm(self, width: canvas.size.columns)
        let height = EditorForm.height(in: canvas.size)
        let top = scroll.top(height: height, of: form.lineCount)
        canvas.draw(form.canvas, column: 0, row: 1 - top)
        let note = phase == .committing ? "committing…" : hasSavedDraft ? "draft kept" : ""
        ScreenFrame(title: "Edit Profile", note: note, keys: keys).draw(on: &canvas)
        return form.touches.moved(rows: 1 - top, within: 1..<1 + height)
    }

    /// The field's own keys first: they differ, and the others don't.
    var keys: KeyLine {
        let own: [KeyLine.Item] =
            switch focus {
            case .username: []
            case .done, .cancel: [.init(.enter, "press")]
            case .notifications: [.init(.character(" "), "switch")]
            case .season: [.init(keys: "←→", "season")]
            case .goalDate: [.init(keys: "←→", "day"), .init(keys: "PgUp PgDn", "month"), .init(keys: "− +", "year")]
            }
        return KeyLine(
            [.init(.control("s"), "done"), .init(.control("x"), "cancel"), .init(.escape, "keep draft")] + own
                + [.init(.tab, "next")])
    }
}
