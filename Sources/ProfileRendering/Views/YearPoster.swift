public import ProfileModel

/// A year in review as a poster: an SVG picture in the proportions of A4.
public struct YearPoster {
    public let review: YearReview
    public let units: Units

    public init(review: YearReview, units: Units) {
        (self.review, self.units) = (review, units)
    }

    /// The poster as a standalone SVG file.
    public var svg: String {
        let title = "\(review.year) on foot"
        return Markup.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(Self.width.svg) \(Self.height.svg)",
                "width": (Self.width * 1.5).svg, "height": (Self.height * 1.5).svg, "role": "img",
                "font-family": "system-ui, sans-serif", "fill": Self.ink.hexadecimal,
            ],
            [
                .element("title", text: title),
                .element("rect", ["width": "100%", "height": "100%", "fill": Self.paper.hexadecimal]),
                text(String(review.year), x: Self.margin, y: 84, size: 64, isBold: true),
                text("on foot", x: Self.width - Self.margin, y: 84, size: 20, anchor: "end", color: Self.faint),
            ] + totals + days + months + records + badges + places
        ).written + "\n"
    }

    private static let (width, height, margin) = (600.0, 848.0, 40.0)
    private static let paper = Color(0xFAF7EF)
    private static let ink = Color(0x26352C)
    /// The colour of lesser text, with a contrast of 4.5 to the paper.
    private static let faint = Color(0x667069)
    private static let bare = Color(0xE7E3D6)
    /// The greens from the shortest to the longest days.
    private static let greens = [Color(0xBFE0CB), Color(0x86C7A0), Color(0x3FA66B), Color(0x1F6E43)]

    private var room: Double { Self.width - 2 * Self.margin }

    private func text(
        _ text: String, x: Double, y: Double, size: Double, isBold: Bool = false, anchor: String? = nil,
        color: Color? = nil
    ) -> Markup {
        .element(
            "text",
            [
                "x": x.svg, "y": y.svg, "font-size": size.svg, "font-weight": isBold ? "700" : nil,
                "text-anchor": anchor, "fill": color?.hexadecimal,
            ], text: text)
    }

    private func heading(_ title: String, y: Double) -> Markup {
        text(title, x: Self.margin, y: y, size: 13, isBold: true, color: Self.faint)
    }

    /// Four figures, each above that of the year before.
    private var totals: [Markup] {
        let now = YearText(review: review, units: units).figures(of: review.totals)
        let before = YearText(review: review, units: units).figures(of: review.before)
        return zip(now, before).enumerated().flatMap { index, figures in
            let x = Self.margin + Double(index) * room / 4
            return [
                text(figures.0.label, x: x, y: 124, size: 12, color: Self.faint),
                text(figures.0.value, x: x, y: 148, size: 20, isBold: true),
                text(
                    review.before.hikes > 0 ? "\(review.year - 1): \(figures.1.value)" : "", x: x, y: 166, size: 11,
                    color: Self.faint),
            ]
        }
    }

    /// A square for each day of the year, in a column for each week.
    private var days: [Markup] {
        let (step, top) = (room / 54, 222.0)
        let all = HikeCalendar.days(of: review.year)
        let first = Week(of: all.lowerBound).monday
        let distances = review.calendar.levels
        let squares = (0...all.lowerBound.days(until: all.upperBound)).map { offset in
            let day = all.lowerBound.adding(days: offset)
            let place = first.days(until: day)
            let level = distances[day] ?? 0
            return Markup.element(
                "rect",
                [
                    "x": (Self.margin + Double(place / 7) * step).svg, "y": (top + Double(place % 7) * step).svg,
                    "width": (step - 1.5).svg, "height": (step - 1.5).svg, "rx": "1.5",
                    "fill": (level == 0 ? Self.bare : Self.greens[level - 1]).hexadecimal,
                ])
        }
        let streak = review.calendar.longestStreak.map { streak in
            "Longest streak: \(streak.count.counted("day")), \(review.calendar.weeksInARow.counted("week")) in a row"
        }
        return [heading("Day by day", y: top - 12)] + squares
            + [text(streak ?? "", x: Self.margin, y: top + 7 * step + 14, size: 11, color: Self.faint)]
    }

    /// A bar for each month, as high as its distance is long; below it the seasons.
    private var months: [Markup] {
        let (bottom, height) = (454.0, 90.0)
        let most = review.calendar.months.map(\.totals.distance).max() ?? 0
        let bars = (1...12).flatMap { number -> [Markup] in
            let day = Day(year: review.year, month: number, day: 1)
            let key = HikeGrouping.month.key(of: day)
            let distance = review.calendar.months.first { $0.key == key }?.totals.distance ?? 0
            let (x, length) = (Self.margin + Double(number - 1) * room / 12, most > 0 ? distance / most * height : 0)
            let middle = x + room / 24
            return [
                .element(
                    "rect",
                    [
                        "x": (x + 6).svg, "y": (bottom - length).svg, "width": (room / 12 - 12).svg,
                        "height": length.svg, "rx": "2", "fill": Self.greens[2].hexadecimal,
                    ]),
                text(String(day.monthName.prefix(3)), x: middle, y: bottom + 14, size: 11, anchor: "middle"),
                text(
                    distance > 0 ? units.distance(kilometres: distance) : "", x: middle, y: bottom - length - 4,
                    size: 9, anchor: "middle", color: Self.faint),
            ]
        }
        let seasons = review.seasons.map { group in
            "\(group.key ?? ""): \(units.distance(kilometres: group.totals.distance))".capitalizedFirst
        }
        return [heading("Month by month", y: bottom - height - 24)] + bars
            + [text(seasons.joined(separator: " · "), x: Self.margin, y: bottom + 36, size: 11, color: Self.faint)]
    }

    private var records: [Markup] {
        let top = 530.0
        let entries = RecordsText(records: review.records, units: units).entries
        let lines = entries.enumerated().flatMap { index, entry -> [Markup] in
            let y = top + 20 + Double(index) * 18
            return [
                text(entry.label, x: Self.margin, y: y, size: 12),
                text(entry.value, x: Self.margin + 210, y: y, size: 12, isBold: true, anchor: "end"),
                text(entry.holder.fitted(to: 46).trimmedRight, x: Self.margin + 226, y: y, size: 11, color: Self.faint),
            ]
        }
        return [heading("Records", y: top)] + (entries.isEmpty ? [] : lines)
    }

    /// How many places were visited, and the names that have room.
    private var places: [Markup] {
        guard !review.places.isEmpty else { return [] }
        let new = review.places.count(where: \.isNew)
        let count = review.places.count.counted("place") + (new > 0 ? ", \(new.grouped) for the first time" : "")
        let names = review.places.map(\.name.terminalSafe).joined(separator: ", ")
        return [text("\(count): \(names)".fitted(to: 92).trimmedRight, x: Self.margin, y: 824, size: 11)]
    }

    private var badges: [Markup] {
        guard let badges = review.badges, !badges.isEmpty else { return [] }
        let (top, step) = (740.0, room / Double(max(badges.count, 8)))
        let scale = (step - 12) / (VectorDrawing.badge.width * 2)
        return badges.enumerated().map { index, status in
            .element(
                "g",
                [
                    "transform":
                        "translate(\((Self.margin + Double(index) * step).svg) \(top.svg)) scale(\(scale.decimal(4)))"
                ], [BadgePicture(status).inlineMarkup])
        }
    }
}
