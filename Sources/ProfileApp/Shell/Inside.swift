internal import ProfileKit
internal import ProfileRendering

/// What lies behind the gate: the home, the profile's sheet over it, and the editor over that.
struct Inside: Sendable {
    let account: AccountID
    let path: String
    let settings: AppSettings
    private(set) var content: Content
    private(set) var home: HomeScreen
    private(set) var sheet: ProfileScreen?
    private(set) var editor: EditorScreen?
    /// The badges as the sheet last showed them.
    private var drawnBadges: BadgeRow?
    /// Values of the editor that the store hasn't confirmed: a lock may come between.
    private(set) var unsaved: [ProfileDraft] = []
    private var isOpeningEditor = false
    private var size: CellSize

    init(_ opening: Opening, settings: AppSettings, size: CellSize) {
        (account, path, self.settings, self.size) = (opening.account, opening.path, settings, size)
        content = opening.content
        home = HomeScreen(
            hikes: content.hikes, draft: content.summary.draft, presentation: settings.presentation,
            today: content.today, size: size)
    }

    /// What is wanted when it is shown for the first time.
    mutating func begin() -> [AppEffect] {
        home.begin().compactMap(Self.loading) + (settings.beginsInEditor ? openEditor() : [])
    }

    // MARK: Input

    mutating func update(_ event: Event, at now: Moment) -> [AppEffect] {
        if case .resized(let size) = event {
            self.size = size
            _ = home.update(event, at: now)
            _ = sheet?.update(event, at: now)
            _ = editor?.update(event, at: now)
            return []
        }
        if editor != nil { return perform(editor?.update(event, at: now) ?? []) }
        if sheet != nil { return perform(sheet?.update(event, at: now) ?? []) }
        return perform(home.update(event, at: now), at: now)
    }

    private mutating func perform(_ effects: [HomeScreen.Effect], at now: Moment) -> [AppEffect] {
        var performed: [AppEffect] = []
        for effect in effects {
            switch effect {
            case .loadHike: performed += [effect].compactMap(Self.loading)
            case .openProfile:
                let summary = content.summary
                sheet = ProfileScreen(
                    profile: summary.committed.profile, hikes: summary.hikes, draft: summary.draft,
                    presentation: settings.presentation, today: content.today, size: size, drawn: drawnBadges, at: now)
                drawnBadges = sheet?.summary.badges
            case .openDraft: performed += openEditor()
            case .leave: performed.append(.leave(.left))
            }
        }
        return performed
    }

    private static func loading(_ effect: HomeScreen.Effect) -> AppEffect? {
        guard case .loadHike(let id) = effect else { return nil }
        return .work(.loadHike(id))
    }

    private mutating func perform(_ effects: [ProfileScreen.Effect]) -> [AppEffect] {
        var performed: [AppEffect] = []
        for effect in effects {
            switch effect {
            case .edit: performed += openEditor()
            case .close: sheet = nil
            }
        }
        return performed
    }

    private mutating func openEditor() -> [AppEffect] {
        guard !isOpeningEditor else { return [] }
        isOpeningEditor = true
        return [.work(.readDraft)]
    }

    private mutating func perform(_ effects: [EditorScreen.Effect]) -> [AppEffect] {
        var performed: [AppEffect] = []
        for effect in effects {
            switch effect {
            case .ring: performed.append(.ring)
            case .save(let draft):
                unsaved.append(draft)
                performed.append(.work(.save(draft)))
            case .overwrite(let draft):
                unsaved = [draft]
                performed.append(.work(.overwrite(draft)))
            case .commit(let draft, let decisions): performed.append(.work(.commit(draft, decisions)))
            case .discard:
                unsaved = []
                performed.append(.work(.discard))
            case .reload:
                unsaved = []
                performed.append(.work(.readDraft))
            case .leave:
                editor = nil
                if settings.beginsInEditor { performed.append(.leave(.left)) }
            }
        }
        return performed
    }

    // MARK: Outcomes

    mutating func take(_ outcome: Outcome, at now: Moment) -> [AppEffect] {
        switch outcome {
        case .content(let content): return refresh(content)
        case .hike(let hike): home.loaded(hike)
        case .noHike(let id, let error): home.failed(loading: id, error.message)
        case .draft(let draft, let committed): take(draft, committed: committed)
        case .saved:
            if !unsaved.isEmpty { unsaved.removeFirst() }
            return perform(editor?.saved() ?? [])
        case .saveRefused(let error):
            if !unsaved.isEmpty { unsaved.removeFirst() }
            return perform(editor?.saveRefused(error.message) ?? [])
        case .discarded: return perform(editor?.discarded() ?? [])
        case .savedElsewhere:
            unsaved = []
            editor?.savedElsewhere()
        case .committed:
            unsaved = []
            return perform(editor?.committed() ?? [])
        case .conflict(let conflict): editor?.conflict(conflict)
        case .editRefused(let error): editor?.refused(error.message, problems: error.problems)
        default: isOpeningEditor = false
        }
        return []
    }

    private mutating func take(_ draft: ProfileDraft, committed: CommittedProfile) {
        isOpeningEditor = false
        if editor != nil {
            editor?.replace(draft: draft, committed: committed)
        } else {
            editor = EditorScreen(draft: draft, committed: committed, today: content.today, size: size)
        }
    }

    private mutating func refresh(_ content: Content) -> [AppEffect] {
        self.content = content
        let summary = content.summary
        sheet?.refresh(
            profile: summary.committed.profile, hikes: summary.hikes, draft: summary.draft, today: content.today)
        editor?.committedElsewhere(summary.committed, today: content.today)
        return home.refresh(hikes: content.hikes, draft: summary.draft, today: content.today).compactMap(Self.loading)
    }

    /// Goes on after an unlock: what was asked for and not answered is asked for again.
    mutating func resume(_ opening: Opening) -> [AppEffect] {
        isOpeningEditor = false
        var effects = refresh(opening.content)
        effects += home.begin().compactMap(Self.loading)
        if let last = unsaved.last {
            unsaved = [last]
            effects.append(.work(.save(last)))
        }
        effects += perform(editor?.resumed(isSaving: !unsaved.isEmpty) ?? [])
        return effects
    }

    // MARK: Time and picture

    func nextTick(after now: Moment) -> Moment? {
        if let editor { return editor.nextTick(after: now) }
        if let sheet { return sheet.nextTick(after: now) }
        return home.nextTick(after: now)
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        if let editor { return editor.draw(on: &canvas, at: now) }
        home.draw(on: &canvas, at: now)
        sheet?.draw(on: &canvas, at: now)
    }
}
