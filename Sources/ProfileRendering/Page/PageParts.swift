internal import ProfileModel

/// Parts that pages share.
enum PageParts {
    /// The head of a page that loads nothing from elsewhere.
    ///
    /// - Parameters:
    ///   - parts: the style sheets and scripts that may be used, which are recognized by their digests.
    ///   - showsImages: whether images within the page may be shown.
    static func head(title: String, _ parts: [InlinePart], showsImages: Bool = false) -> Markup {
        func sources(_ kind: InlinePart.Kind) -> String? {
            let digests = parts.filter { $0.kind == kind }.map { "'sha256-\($0.digest)'" }
            return digests.isEmpty ? nil : "\(kind.rawValue)-src \(digests.joined(separator: " "))"
        }
        let policy = [
            "default-src 'none'", sources(.style), sources(.script), showsImages ? "img-src data:" : nil,
            "base-uri 'none'", "form-action 'none'",
        ]
        return .element(
            "head", [:],
            [
                .element("meta", ["charset": "utf-8"]),
                .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                .element(
                    "meta",
                    [
                        "http-equiv": "Content-Security-Policy",
                        "content": policy.compactMap(\.self).joined(separator: "; "),
                    ]),
                .element("meta", ["name": "referrer", "content": "no-referrer"]),
                .element("meta", ["name": "color-scheme", "content": "light dark"]),
                .element("title", text: title),
            ] + parts.filter { $0.kind == .style }.map(\.element))
    }

    static func section(_ title: String, id: String? = nil, _ content: [Markup]) -> Markup {
        .element("section", ["id": id], [.element("h2", text: title)] + content)
    }

    /// Values with their labels.
    static func list(class name: String, _ rows: [(String, String)]) -> Markup {
        .element(
            "dl", ["class": name],
            rows.map { label, value in
                .element("div", [:], [.element("dt", text: label), .element("dd", text: value)])
            })
    }

    static func soft(_ text: String) -> Markup { .element("p", ["class": "soft"], text: text) }

    static func time(_ day: Day) -> Markup { .element("time", ["datetime": day.description], text: day.spelled) }

    /// The earned badges, and those to come with their progress.
    static func badges(_ badges: [BadgeStatus]) -> [Markup] {
        let (earned, open) = (badges.filter(\.isEarned), badges.filter { !$0.isEarned })
        let completed =
            earned.isEmpty
            ? soft("None yet.") : .element("ul", ["class": "badges"], earned.map { badge($0, [day($0.earnedOn)]) })
        let remaining = open.map { status in
            badge(
                status,
                [
                    .element(
                        "progress",
                        [
                            "max": "1", "value": min(max(status.progress, 0), 1).svg,
                            "aria-label": "Progress of \(status.badge.name)",
                        ], text: status.spelled),
                    .element("span", text: status.spelled),
                ])
        }
        return [section("Completed Badges", [completed])]
            + (open.isEmpty ? [] : [section("Badges to Come", [.element("ul", ["class": "badges open"], remaining)])])
    }

    private static func badge(_ status: BadgeStatus, _ details: [Markup]) -> Markup {
        .element(
            "li", [:], [BadgePicture(status).inlineMarkup, .element("strong", text: status.badge.name)] + details)
    }

    private static func day(_ day: Day?) -> Markup {
        guard let day else { return .element("span", text: "on an unknown day") }
        return .element("span", [:], [time(day)])
    }

    static func totals(_ sums: HikeTotals, units: Units) -> Markup {
        let figures: [(String, String?)] = [
            ("Hikes", Double(sums.hikes).decimal(0)), ("Distance", units.distance(kilometres: sums.distance)),
            ("Ascent", sums.ascent.map { units.height(metres: $0) }),
            ("Moving", sums.movingTime.map { spelledDuration(seconds: $0) }),
        ]
        return list(class: "totals", figures.compactMap { label, value in value.map { (label, $0) } })
    }
}

/// A style sheet or a script that stands in a page. The page's policy names it by its digest, and allows no other.
struct InlinePart: Sendable {
    enum Kind: String, Sendable {
        case style, script
    }

    let kind: Kind
    let content: StaticString
    /// The SHA-256 of the content in Base64. A test computes it.
    let digest: String

    var element: Markup { .element(kind.rawValue, [:], [.literal(content)]) }
}
