extension InlinePart {
    /// The style sheet of all pages: cards that fit phone and desktop screens, in light and dark.
    static let baseStyle = InlinePart(
        kind: .style,
        content: """
            :root { color-scheme: light dark; --ink: #241b36; --soft: #655c76; --paper: #f7f4f8; --card: #fff;
              --line: #e6dfec; --accent: #8a3d7c; }
            @media screen and (prefers-color-scheme: dark) {
              :root { --ink: #f2edf8; --soft: #b5abc6; --paper: #14101c; --card: #1f1929; --line: #352c45;
                --accent: #f2a8c4; }
            }
            * { box-sizing: border-box; }
            body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
              font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
            header { color: #fff; background: linear-gradient(150deg, #2f2154, #6d3a80 60%, #a94c79);
              padding: 2.5rem max(1.25rem, calc(50% - var(--half, 28.75rem))); }
            header p { margin: 0; }
            h1 { margin: 0 0 1.25rem; font-size: clamp(1.9rem, 6vw, 3rem); line-height: 1.15; letter-spacing: -0.01em; }
            h2 { margin: 0 0 1rem; font-size: 1.3rem; }
            h3 { margin: 0; font-size: 1.05rem; }
            main { max-width: 60rem; margin: 0 auto; padding: 0.5rem 1.25rem 2rem; }
            section { margin-top: 2rem; }
            dl, dd, ul { margin: 0; padding: 0; list-style: none; }
            dt { font-size: 0.85rem; opacity: 0.9; }
            dd { font-size: 1.15rem; font-weight: 600; }
            .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: 0.75rem; }
            .facts div { background: #00000026; border-radius: 0.75rem; padding: 0.6rem 0.9rem; }
            .draft { display: inline-block; margin-bottom: 1rem; padding: 0.15rem 0.75rem; border-radius: 1rem;
              background: #fff; color: #5b2a63; font-weight: 600; }
            .badges { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 1rem; }
            .badges li { text-align: center; }
            .badges svg { width: 6.5rem; height: auto; display: block; margin: 0 auto 0.5rem; }
            .badges.open svg { width: 4.5rem; opacity: 0.75; }
            .badges strong, .badges span { display: block; line-height: 1.35; }
            .soft, .badges span { color: var(--soft); font-size: 0.9rem; }
            progress { width: 5.5rem; height: 0.4rem; accent-color: var(--accent); }
            .hikes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1rem; }
            .card, .totals div { background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
              padding: 1rem 1.1rem; }
            .card { display: flex; flex-direction: column; }
            .card p { margin: 0.1rem 0 0; }
            .card svg { width: 100%; height: auto; margin-top: auto; padding-top: 0.75rem; color: var(--soft); display: block; }
            .card details { margin-top: 0.5rem; }
            summary { cursor: pointer; color: var(--soft); font-size: 0.9rem; }
            .totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem; }
            .totals dt { color: var(--soft); opacity: 1; }
            .totals dd { font-size: 1.4rem; }
            footer { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem 2.5rem; color: var(--soft); font-size: 0.85rem; }
            @media print {
              @page { size: A4; margin: 15mm; }
              body { background: none; }
              header { color: inherit; background: none; padding: 0; }
              .facts div { background: none; border: 1px solid var(--line); }
              main, footer { max-width: none; padding: 0; }
              h1, h2, h3 { break-after: avoid; }
              .card, .badges li, .totals, .facts { break-inside: avoid; }
            }
            """,
        digest: "5+cCroyXE+1W8ep3Ej5a22X0sqdckfhrV+nnX6ZDn94=")

    /// The additional style sheet of the archive's page.
    static let archiveStyle = InlinePart(
        kind: .style,
        content: """
            :root { --half: 54.75rem; --elevation: #2a7d73; --heart-rate: #b8345a; --pace: #6a55c9;
              --cadence: #8a5e10; --temperature: #2b74b8; --way: #23804a;
              --none: #e9e3ee; --low: #bfe0cb; --mid: #86c7a0; --high: #3fa66b; --top: #1f6e43; }
            @media screen and (prefers-color-scheme: dark) {
              :root { --elevation: #7fd6a8; --heart-rate: #ff8a72; --pace: #b79bff;
                --cadence: #f0c25a; --temperature: #8cc8ff; --way: #5fc98d;
                --none: #2c2539; --low: #1f5237; --mid: #2f7d51; --high: #4fb57c; --top: #a3e4bf; }
            }
            html { font-size: clamp(100%, 0.75rem + 0.21vw, 1.4rem); scroll-padding-top: 1rem; }
            main, footer { max-width: 112rem; }
            header, h2, h3 { text-wrap: balance; }
            a { color: inherit; text-decoration-color: var(--accent); text-underline-offset: 0.15em; }
            a:hover { color: var(--accent); }
            header a, header a:hover { color: inherit; text-decoration-color: currentColor; }
            :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
            header :focus-visible { outline-color: #fff; }
            nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-top: 1.25rem; }
            section { contain-intrinsic-size: auto 60rem; }
            section > h3 { margin: 1.25rem 0 0.5rem; }
            p { margin: 0.5rem 0; }
            table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
            caption { text-align: left; color: var(--soft); font-size: 0.9rem; padding-bottom: 0.5rem; }
            th, td { text-align: right; padding: 0.35rem 0.5rem; vertical-align: baseline;
              border-bottom: 1px solid var(--line); font-weight: inherit; }
            th, td { overflow-wrap: normal; }
            #hikes td, #places th, .records td:last-child { overflow-wrap: anywhere; }
            thead th { font-size: 0.85rem; color: var(--soft); vertical-align: top; }
            .scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line);
              border-radius: 1rem; padding: 0.25rem 0.5rem; }
            .scroll tr:last-child > * { border-bottom: 0; }
            .first th:first-child, .records td:last-child, .records th:last-child { text-align: left; }
            #hikes table { table-layout: fixed; }
            #hikes th:nth-child(1), #hikes td:nth-child(1) { text-align: left; width: 7rem; white-space: nowrap; }
            #hikes th:nth-child(2) { text-align: left; width: auto; }
            #hikes th:nth-child(n+3) { width: 6rem; }
            #hikes th:nth-child(7), #hikes td:nth-child(7) { width: clamp(8rem, 16vw, 20rem); }
            #hikes td svg { width: 100%; height: 1.6rem; display: block; fill: none; stroke: var(--elevation);
              stroke-width: 1.5; }
            #hikes td path { vector-effect: non-scaling-stroke; }
            #hikes small, #places small { display: block; color: var(--soft); font-size: 0.8rem; }
            #places td { white-space: nowrap; }
            .uncounted td { color: var(--soft); }
            th button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer;
              text-align: inherit; }
            th[aria-sort] button { color: var(--ink); font-weight: 600; }
            th[aria-sort=ascending] button::after { content: " \\2191"; }
            th[aria-sort=descending] button::after { content: " \\2193"; }
            form { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; margin-bottom: 1rem; }
            [hidden] { display: none !important; }
            label { font-size: 0.85rem; color: var(--soft); }
            label input:not([type=checkbox]), select { display: block; font: inherit; font-size: 1rem; color: var(--ink);
              background: var(--card); border: 1px solid var(--soft); border-radius: 0.5rem; padding: 0.35rem 0.6rem;
              max-width: 100%; }
            form output { color: var(--soft); font-size: 0.9rem; }
            .map { display: block; width: 100%; height: auto; color: var(--soft); background: var(--card);
              border: 1px solid var(--line); border-radius: 1rem; }
            .map path:not([stroke=currentColor]) { stroke: var(--way); stroke-width: 2; vector-effect: non-scaling-stroke; }
            figure > .map { max-height: 85vh; }
            figure > .map path:not([stroke=currentColor]) { stroke-width: 1.5; stroke-opacity: 0.7; }
            .columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.5rem; }
            .months { display: grid; grid-template-columns: repeat(12, 1fr); gap: 2px; margin: 0; padding: 1rem 0 0;
              list-style: none; text-align: center; font-size: 0.75rem; color: var(--soft); }
            .months span { display: block; min-height: 1.5em; overflow-wrap: normal; font-variant-numeric: tabular-nums; }
            abbr { text-decoration: none; }
            .months svg { display: block; width: 60%; height: 7rem; margin: 0 auto; fill: var(--high); }
            figure { margin: 0; }
            .columns ~ .soft { margin-top: 1rem; }
            figcaption { font-size: 0.9rem; color: var(--soft); }
            figcaption b { color: var(--ink); }
            .calendar svg { display: block; width: 100%; height: auto; margin-top: 0.25rem; fill: var(--soft); }
            .l0 { fill: var(--none); } .l1 { fill: var(--low); } .l2 { fill: var(--mid); } .l3 { fill: var(--high); }
            .l4 { fill: var(--top); }
            .articles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 46rem), 1fr)); gap: 1rem; }
            #each article { background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
              padding: 1rem 1.1rem; contain-intrinsic-size: auto 24rem; min-width: 0; }
            #each article p { margin: 0.15rem 0; }
            .notes { white-space: pre-wrap; max-width: 45rem; }
            h4 { margin: 1rem 0 0.25rem; font-size: 0.9rem; }
            .laps { margin-top: 1rem; overflow-x: auto; font-size: 0.9rem; }
            .waypoints small { color: var(--soft); font-size: 0.85rem; }
            .photos { display: flex; flex-wrap: wrap; gap: 0.75rem; }
            .photos img { display: block; height: 9rem; max-width: 100%; border-radius: 0.5rem; }
            .photos figcaption { width: min-content; min-width: 9rem; }
            .trail { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 0 1.5rem;
              align-items: start; }
            .trail > * { min-width: 0; }
            .trail .map { border: 0; margin-top: 0.5rem; }
            .trail .map circle.at { fill: var(--ink); stroke: var(--card); stroke-width: 1.5; }
            .trail figure { margin-top: 0.5rem; touch-action: pan-y; }
            .trail figcaption { display: flex; gap: 0.75rem; line-height: 1.4; }
            .trail figcaption .reading { margin-left: auto; color: var(--ink); font-variant-numeric: tabular-nums; }
            .trail figure svg { display: block; width: 100%; height: 4.5rem; border-bottom: 1px solid var(--line); }
            .elevation { color: var(--elevation); } .heart-rate { color: var(--heart-rate); } .pace { color: var(--pace); }
            .cadence { color: var(--cadence); } .temperature { color: var(--temperature); }
            .trail figure path { fill: none; stroke: currentColor; stroke-width: 2; vector-effect: non-scaling-stroke;
              stroke-linejoin: round; }
            .trail .elevation path { fill: currentColor; fill-opacity: 0.18; }
            .trail figure .at { stroke: var(--ink); stroke-width: 1; fill: none; }
            .ends { display: flex; justify-content: space-between; font-size: 0.8rem; color: var(--soft); }
            input[type=range] { width: 100%; margin: 0.5rem 0 0; accent-color: var(--accent); }
            @media screen {
              section, #each article { content-visibility: auto; }
              #each { content-visibility: visible; }
            }
            @media (max-width: 44rem) {
              #hikes th:nth-child(n+5), #hikes td:nth-child(n+5) { display: none; }
              main, footer { padding-inline: 0.9rem; }
              #hikes th:nth-child(n+3) { width: 3.9rem; }
              thead th { font-size: 0.75rem; }
              #hikes th:nth-child(1) { width: 5.4rem; }
              #hikes td:nth-child(1) { font-size: 0.8rem; }
              #hikes th, #hikes td { padding: 0.35rem 0.25rem; }
              .calendar text { display: none; }
              #places th:nth-child(3), #places td:nth-child(3) { display: none; }
            }
            @media print {
              html { font-size: 10pt; }
              /* In a head that is repeated on each page, buttons aren't drawn. */
              th button { display: contents; }
              nav, form, input, .trail .reading, .trail .way, .trail .at { display: none !important; }
              .scroll, #each article { border: 0; padding: 0; overflow: visible; }
              tr, figure, .months, .trail, .columns > *, .waypoints li { break-inside: avoid; }
              h4 { break-after: avoid; }
              #each article { break-inside: avoid; }
              .articles { display: block; }
              #each article + article { margin-top: 1.5rem; }
              .columns { grid-template-columns: 1fr 1fr; }
              .notes { break-inside: auto; }
              .trail { grid-template-columns: 1fr 1fr; }
              .l0, .l1, .l2, .l3, .l4, .months rect, header { print-color-adjust: exact; }
            }
            """,
        digest: "cLAJRhQQpGeslwS0JqQjeQyOXQYNaC72bc9nhMwTsQY=")
}
