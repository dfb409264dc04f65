internal import ProfileKit
internal import ProfileModel

/// The views of many hikes in the archive's page: the newest year, the map of all tracks, records and calendars.
struct ArchiveViews {
    private let page: ArchivePage
    private let hikes: [HikeHeader]
    private let highestPoints: [Int: Double]
    private var units: Units { page.units }

    init(_ page: ArchivePage) {
        self.page = page
        hikes = page.hikes
        highestPoints = Dictionary(
            page.entries.compactMap { entry in entry.elevations.map { (entry.hike.id, $0.highest) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// The years with hikes that count, newest first.
    private var years: [Int] {
        Set(hikes.lazy.filter(\.isCounted).compactMap { $0.date?.year }).sorted(by: >)
    }

    // MARK: The newest year

    var year: [Markup] {
        guard let year = years.first else { return [] }
        let review = YearReview(of: year, among: hikes, highestPoints: highestPoints, badges: page.badges)
        let columns = [
            Markup.element("div", [:], [months(of: review.calendar)]),
            .element("div", ["class": "first"], [comparison(review)]),
        ]
        return [
            PageParts.section(
                "\(year) on Foot", id: "year",
                [.element("div", ["class": "columns"], columns), seasons(of: review)] + streaks(of: review)
                    + earned(review))
        ]
    }

    private func comparison(_ review: YearReview) -> Markup {
        let text = YearText(review: review, units: units)
        let (now, before) = (text.figures(of: review.totals), text.figures(of: review.before))
        return table(
            "The year beside the one before", ["", String(review.year), String(review.year - 1)],
            zip(now, before).map { row([$0.label, $0.value, $1.value]) })
    }

    private func seasons(of review: YearReview) -> Markup {
        let seasons = review.seasons.map { group in
            "\(group.key ?? ""): \(units.distance(kilometres: group.totals.distance))".capitalizedFirst
        }
        return PageParts.soft(seasons.joined(separator: " · "))
    }

    private func streaks(of review: YearReview) -> [Markup] {
        CalendarText(calendar: review.calendar, units: units, width: .max).streaks.map { PageParts.soft($0.text) }
    }

    private func earned(_ review: YearReview) -> [Markup] {
        guard !page.isSelection, let badges = review.badges, !badges.isEmpty else { return [] }
        return [PageParts.soft("Badges of the year: " + badges.map(\.badge.name).joined(separator: ", "))]
    }

    /// A bar for each month, as high as its distance is long.
    private func months(of calendar: HikeCalendar) -> Markup {
        let distances = Dictionary(uniqueKeysWithValues: calendar.months.map { ($0.key, $0.totals.distance) })
        let most = distances.values.max() ?? 0
        let bars = (1...12).map { number in
            let day = Day(year: calendar.year, month: number, day: 1)
            let distance = HikeGrouping.month.key(of: day).flatMap { distances[$0] } ?? 0
            let height = most > 0 ? distance / most * 60 : 0
            return Markup.element(
                "li", [:],
                [
                    .element(
                        "svg", ["viewBox": "0 0 10 60", "preserveAspectRatio": "none", "aria-hidden": "true"],
                        [
                            .element(
                                "rect", ["y": (60 - height).svg, "width": "10", "height": height.svg, "rx": "1"])
                        ]),
                    .element(
                        "span",
                        text: distance > 0 ? units.lengthInUnits(kilometres: distance).decimal(0) : ""),
                    .element(
                        "span", [:],
                        [.element("abbr", ["title": day.monthName], text: String(day.monthName.prefix(3)))]),
                ])
        }
        return .element(
            "figure", [:],
            [
                .element("figcaption", text: "Distance by month, in \(units.distanceUnit)"),
                .element("ol", ["class": "months"], bars),
            ])
    }

    // MARK: All tracks

    var map: Markup {
        let count = page.tracks.count.counted("hike")
        let regions = TrackRegions(page.tracks).regions
        let maps =
            [(count, page.tracks)]
            + (regions.count > 1 ? regions.prefix(Self.mostRegions) : []).map { tracks in
                ("\(tracks.count.counted("hike")) of one region", tracks)
            }
        let pictures = maps.map { name, tracks in
            Markup.element(
                "figure", [:],
                [
                    TrackMap(of: tracks, name: name, units: units).inlineMarkup(class: "map"),
                    .element("figcaption", text: name.capitalizedFirst),
                ])
        }
        return PageParts.section(
            "All Tracks", id: "map",
            [
                .element("div", ["class": "columns"], pictures),
                PageParts.soft(
                    "North is up. Where several ways run together, the colour gets deeper. Plans and hikes without a "
                        + "recording are left out."),
            ])
    }

    /// The most regions with a map of their own, those with the most tracks.
    private static let mostRegions = 11

    // MARK: Records

    var records: Markup {
        let onFoot = PersonalRecords(of: hikes.filter(\.isCounted), highestPoints: highestPoints)
        // Of the only activity on foot, the records are those on foot.
        let others = PersonalRecords.byActivity(of: hikes, highestPoints: highestPoints)
            .filter { $0.records != onFoot && !$0.records.records.isEmpty }
        let all = ([("On foot", onFoot)] + others.map { ($0.activity.rawValue.capitalizedFirst, $0.records) })
            .filter { !$0.1.records.isEmpty }
        return PageParts.section(
            "Records", id: "records",
            all.isEmpty ? [PageParts.soft("None yet.")] : [.element("div", ["class": "columns"], all.map(records))])
    }

    private func records(_ title: String, _ records: PersonalRecords) -> Markup {
        let rows = RecordsText(records: records, units: units).entries.map { entry in
            Markup.element(
                "tr", [:],
                [
                    .element("th", ["scope": "row"], text: entry.label), .element("td", text: entry.value),
                    .element("td", [:], entry.hike.map(holder) ?? [.text(entry.holder)]),
                ])
        }
        return .element(
            "div", ["class": "first records"], [table(title, ["Record", "Value", "Holder"], rows)])
    }

    private func holder(_ hike: HikeHeader) -> [Markup] {
        let isLinked = page.detailed.contains(hike.id)
        return [
            // A nested element would add blanks around the name.
            isLinked
                ? Markup.element("a", ["href": "#h\(hike.id)", "dir": "auto"], text: hike.name)
                : .element("bdi", text: hike.name)
        ]
            + (hike.date.map { [.text(", \($0.spelled)")] } ?? [])
    }

    // MARK: Calendars

    var calendars: Markup {
        let calendars = years.map { HikeCalendar(year: $0, of: hikes) }
        let rows = calendars.map { calendar in
            row([String(calendar.year)] + YearText.figures(of: calendar.total.totals, units: units).map(\.value))
        }
        return PageParts.section(
            "Calendar", id: "calendar",
            calendars.isEmpty
                ? [PageParts.soft("None yet.")]
                : [
                    .element(
                        "div", ["class": "first"],
                        [table("Years", ["Year", "Hikes", "Distance", "Ascent", "Moving"], rows)]),
                    .element("div", ["class": "columns"], calendars.map { CalendarPicture($0, units: units).markup }),
                ])
    }

    // MARK: Tables

    private func row(_ cells: [String]) -> Markup {
        .element(
            "tr", [:],
            [.element("th", ["scope": "row"], text: cells[0])] + cells.dropFirst().map { .element("td", text: $0) })
    }

    private func table(_ title: String, _ columns: [String], _ rows: [Markup]) -> Markup {
        let head = columns.map { column in
            column.isEmpty ? Markup.element("td", text: "") : .element("th", ["scope": "col"], text: column)
        }
        return .element(
            "table", [:],
            [
                .element("caption", text: title), .element("thead", [:], [.element("tr", [:], head)]),
                .element("tbody", [:], rows),
            ])
    }
}
