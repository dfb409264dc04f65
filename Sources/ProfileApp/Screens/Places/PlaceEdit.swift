internal import ProfileKit
internal import ProfileRendering

/// A change of a place's fields by hand: only fields that differ are written, so that others' changes of further fields
/// stay.
struct PlaceEdit: Hashable, Sendable {
    let id: Int
    /// The place as the form began with it.
    let from: Place
    let to: Place

    /// Applies the changes to the stored place.
    ///
    /// - Throws: ``UserMessage`` if someone else has changed the same field.
    func apply(to place: inout Place) throws {
        for field in Place.fields {
            let (old, new, stored) = (field.value(of: from), field.value(of: to), field.value(of: place))
            guard old != new else { continue }
            guard [old, new].contains(stored) else {
                throw UserMessage(
                    .conflict, "“\(place.name.terminalSafe)” was changed meanwhile.",
                    hint: "Nothing was changed: look at it, and try again.")
            }
            field.set(new, in: &place)
        }
    }
}

/// A change of places that is asked of the store.
enum PlaceChange: Hashable, Sendable {
    case add(Place)
    case edit(PlaceEdit)
    case remove(Int)

    /// What a toast says of it.
    var done: String {
        switch self {
        case .add: "Added"
        case .remove: "Removed"
        case .edit(let edit) where edit.from.isFavourite != edit.to.isFavourite:
            edit.to.isFavourite ? "Made a favourite" : "No longer a favourite"
        case .edit: "Changed"
        }
    }

    /// The change that makes a place a favourite, or no longer.
    static func togglingFavourite(of entry: PlaceEntry) -> PlaceChange {
        var place = entry.place
        place.isFavourite.toggle()
        return .edit(PlaceEdit(id: entry.id, from: entry.place, to: place))
    }
}

extension Toast {
    /// Reports a change of places, and offers to take it back.
    init(_ change: PlaceChange, takeBack number: Int?, at now: Moment) {
        self.init(change.done, undo: number.map { .hikes(.takeBack($0)) }, at: now)
    }
}

extension Alert {
    /// Asks whether to remove a place.
    static func removing(_ place: Place) -> Alert {
        Alert(
            title: "Remove", of: place.name, text: "Its visits and badges go with it. It can be taken back.",
            buttons: ["Back", "Remove"], focused: 0)
    }
}
