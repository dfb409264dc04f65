/// The style sheet of the summary page: cards that fit phone and desktop screens, in light and dark.
extension Markup {
    static let pageStyle = Markup.literal(
        """
        :root { color-scheme: light dark; --ink: #241b36; --soft: #655c76; --paper: #f7f4f8; --card: #fff;
          --line: #e6dfec; --accent: #8a3d7c; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #f2edf8; --soft: #b5abc6; --paper: #14101c; --card: #1f1929; --line: #352c45;
            --accent: #f2a8c4; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
          font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
        header { color: #fff; background: linear-gradient(150deg, #2f2154, #6d3a80 60%, #a94c79);
          padding: 2.5rem max(1.25rem, calc(50% - 28.75rem)); }
        header p { margin: 0; }
        h1 { margin: 0 0 1.25rem; font-size: clamp(1.9rem, 6vw, 3rem); line-height: 1.15; letter-spacing: -0.01em; }
        h2 { margin: 0 0 1rem; font-size: 1.3rem; }
        h3 { margin: 0; font-size: 1.05rem; }
        main { max-width: 60rem; margin: 0 auto; padding: 0.5rem 1.25rem 2rem; }
        section { margin-top: 2rem; }
        dl, dd, ul { margin: 0; padding: 0; list-style: none; }
        dt { font-size: 0.85rem; opacity: 0.85; }
        dd { font-size: 1.15rem; font-weight: 600; }
        .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: 0.75rem; }
        .facts div { background: #ffffff1f; border-radius: 0.75rem; padding: 0.6rem 0.9rem; }
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
        @media print { header { color: inherit; background: none; } }
        """)
}
