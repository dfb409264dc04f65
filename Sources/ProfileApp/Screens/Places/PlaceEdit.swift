internal import ProfileKit
internal import ProfileRendering

/// A change of a place's fields by hand: only fields that differ are written, so that others' changes of further fields
/// stay.
struct PlaceEdit: Hashable, Sendable {
    let id: Int
    /// The place as the form last read it.
    let from: Place
    let to: Place

    /// Someone else has changed the same field.
    struct Conflict: Error {
        /// The place as it is stored now.
        let stored: Place
    }

    /// Applies the changes to the stored place.
    ///
    /// - Throws: ``Conflict`` if a field has another value than both before and after the edit.
    func apply(to place: inout Place) throws {
        let stored = place
        for field in Place.fields {
            let (old, new) = (field.value(of: from), field.value(of: to))
            guard old != new else { continue }
            guard [old, new].contains(field.value(of: stored)) else { throw Conflict(stored: stored) }
            field.set(new, in: &place)
        }
    }
}

/// A change of a place that is asked of the store.
enum PlaceChange: Hashable, Sendable {
    case add(Place)
    case edit(PlaceEdit)
    /// Removes a place, unless it has changed since it was shown.
    case remove(Int, Place)

    /// The id of the place; `nil` for a new one.
    var id: Int? {
        switch self {
        case .add: nil
        case .edit(let edit): edit.id
        case .remove(let id, _): id
        }
    }

    /// What a toast says of it.
    var done: String {
        switch self {
        case .add: return "Added"
        case .remove: return "Removed"
        case .edit(let edit):
            var toggled = edit.from
            toggled.isFavourite.toggle()
            guard toggled == edit.to else { return "Changed" }
            return toggled.isFavourite ? "Made a favourite" : "No longer a favourite"
        }
    }

    /// The change that makes a place a favourite, or no longer.
    static func togglingFavourite(of entry: PlaceEntry) -> PlaceChange {
        var place = entry.place
        place.isFavourite.toggle()
        return .edit(PlaceEdit(id: entry.id, from: entry.place, to: place))
    }
}

extension UserMessage {
    /// The sentences, for a place that a screen shows: if there is none any more, it was removed elsewhere.
    var sentencesAboutPlace: String {
        code == .notFound
            ? "This place was removed elsewhere. To take that back, press H in the list of hikes." : sentences
    }
}

extension Toast {
    /// Reports a change of a place, and offers to take it back.
    init(_ change: PlaceChange, takeBack number: Int?, at now: Moment) {
        self.init(change.done, undo: number.map { .hikes(.takeBack($0)) }, at: now)
    }
}

extension Alert {
    /// Asks whether to remove a place.
    static func removing(_ place: Place) -> Alert {
        Alert(
            title: "Remove", of: place.name,
            text: "Its visits and badges go with it. You can take that back: press H in the list of hikes.",
            buttons: ["Back", "Remove"], focused: 0)
    }
}
