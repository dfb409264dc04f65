extension InlinePart {
    /// The script of the archive's page: it sorts, filters and searches the table, and reads graphs, map and calendar
    /// at a pointer. Without it, the page shows everything in its first order.
    ///
    /// It is also well-formed XML, so it contains no `<` and no `&`.
    static let archiveScript = InlinePart(
        kind: .script,
        content: #"""
            'use strict'
            const one = (selector, parent = document) => parent.querySelector(selector)
            const all = (selector, parent = document) => [...parent.querySelectorAll(selector)]
            const make = (name, properties, ...children) => {
              const element = Object.assign(document.createElement(name), properties)
              element.append(...children)
              return element
            }
            const draw = (name, attributes) => {
              const element = document.createElementNS('http://www.w3.org/2000/svg', name)
              for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
              return element
            }

            // The table of all hikes.
            const table = one('#hikes table')
            if (table) {
              const form = one('#hikes form')
              const rows = [...table.tBodies[0].rows]
              const hikes = rows.map(row => {
                const [date, name, distance, ascent, moving, pace] = [...row.cells].map(cell => cell.textContent)
                const link = one('a', row)
                return {
                  row, article: link ? one(link.hash) : null, year: date.slice(0, 4), activity: row.dataset.a ?? 'hiking',
                  favourite: Boolean(one('.favourite', row)), date, name: one('bdi', row).textContent,
                  distance, ascent, moving, pace
                }
              })
              const fold = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
              const number = text => text.replaceAll(',', '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

              const headings = [...table.tHead.rows[0].cells].filter(heading => heading.dataset.key)
              const sort = (heading, direction) => {
                const key = heading.dataset.key
                const isText = ['date', 'name'].includes(key)
                const compare = isText ? new Intl.Collator(undefined, { numeric: key === 'name' }).compare : (a, b) => a - b
                const value = hike => hike[key] === '' ? null : isText ? hike[key] : number(hike[key])
                const keyed = hikes.map((hike, index) => ({ hike, index, value: value(hike) }))
                const sign = direction === 'ascending' ? 1 : -1
                keyed.sort((a, b) => {
                  // What isn't known comes last.
                  if (a.value === null || b.value === null) return (a.value === null) - (b.value === null) || a.index - b.index
                  return sign * compare(a.value, b.value) || a.index - b.index
                })
                table.tBodies[0].append(...keyed.map(entry => entry.hike.row))
                for (const other of headings) other.removeAttribute('aria-sort')
                heading.setAttribute('aria-sort', direction)
              }
              for (const heading of headings) {
                const button = make('button', { type: 'button' }, ...heading.childNodes)
                heading.append(button)
                button.addEventListener('click', () => {
                  const first = heading.dataset.key === 'name' || heading.dataset.key === 'pace' ? 'ascending' : 'descending'
                  const now = heading.getAttribute('aria-sort')
                  sort(heading, now === null ? first : now === 'ascending' ? 'descending' : 'ascending')
                })
              }
              headings[0].setAttribute('aria-sort', 'descending')

              const filter = () => {
                const words = fold(form.elements.search.value).split(/\s+/).filter(Boolean)
                let [shown, sum] = [0, 0]
                for (const hike of hikes) {
                  hike.text ??= fold(hike.row.textContent + ' ' + (hike.article ? one('.notes', hike.article)?.textContent ?? '' : ''))
                  const matches = [
                    words.every(word => hike.text.includes(word)),
                    [hike.year, ''].includes(form.elements.year.value),
                    [hike.activity, ''].includes(form.elements.activity.value),
                    hike.favourite || !form.elements.favourite.checked
                  ].every(Boolean)
                  hike.row.hidden = !matches
                  if (hike.article) hike.article.hidden = !matches
                  if (matches) shown += 1
                  if (matches) sum += hike.row.classList.contains('uncounted') ? 0 : number(hike.distance)
                }
                const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
                one('output', form).value = `${shown.toLocaleString('en')} of ${hikes.length.toLocaleString('en')} hikes, `
                  + `${sum.toLocaleString('en', digits)} ${form.dataset.unit} counted`
              }
              form.addEventListener('input', filter)
              form.addEventListener('submit', event => event.preventDefault())
              form.hidden = false
              if (form.elements.search.value + form.elements.year.value + form.elements.activity.value) filter()
            }

            // One pointer for a hike's map and graphs.
            for (const trail of all('.trail')) {
              const figures = all('figure', trail)
              const map = one('.map', trail)
              const path = map ? one('path', map) : null
              const last = 99
              if (figures.length === 0) continue
              const slider = make('input', { type: 'range', min: 0, max: last, value: 0 })
              slider.setAttribute('aria-label', 'Position along the way')
              let parts = null
              const setUp = () => parts ??= {
                graphs: figures.map(figure => {
                  const output = make('span', { className: 'reading' })
                  one('figcaption', figure).append(output)
                  const line = draw('path', { class: 'at' })
                  one('svg', figure).append(line)
                  return { output, line, values: figure.dataset.values.split(','), unit: figure.dataset.unit, figure }
                }),
                dot: path ? map.appendChild(draw('circle', { class: 'at', r: 5 })) : null,
                points: path ? Array.from({ length: last + 1 }, (_, index) =>
                  path.getPointAtLength(path.getTotalLength() * index / last)) : []
              }
              const spell = (value, unit) => {
                if (value === '') return ''
                const seconds = String(value % 60).padStart(2, '0')
                return (unit.startsWith('min') ? `${Math.floor(value / 60)}:${seconds}` : Number(value).toLocaleString('en')) + ' ' + unit
              }
              const move = index => {
                const { graphs, dot, points } = setUp()
                const readings = graphs.map(graph => {
                  graph.line.setAttribute('d', `M${index} 0V100`)
                  return graph.output.textContent = spell(graph.values[index], graph.unit)
                })
                if (dot) for (const axis of ['x', 'y']) dot.setAttribute('c' + axis, points[index][axis])
                const way = trail.dataset.length ? `${(trail.dataset.length * index / last).toFixed(1)} ${trail.dataset.unit}` : ''
                slider.value = index
                one('.way', trail).textContent = way
                slider.setAttribute('aria-valuetext', [way, ...readings].filter(Boolean).join(', '))
              }
              slider.addEventListener('input', () => move(Number(slider.value)))
              slider.addEventListener('focus', () => move(Number(slider.value)))
              for (const figure of figures) {
                figure.addEventListener('pointermove', event => {
                  const { left, width } = one('svg', figure).getBoundingClientRect()
                  move(Math.max(0, Math.min(last, Math.round((event.clientX - left) / width * last))))
                })
              }
              if (path) {
                map.addEventListener('pointermove', event => {
                  const { points } = setUp()
                  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse())
                  const distances = points.map(point => Math.hypot(point.x - at.x, point.y - at.y))
                  move(distances.indexOf(Math.min(...distances)))
                })
              }
              one('.ends', trail).children[0].after(make('span', { className: 'way' }))
              one('.ends', trail).before(slider)
            }

            // The days of the calendar.
            const byDate = {}
            if (table) {
              for (const row of table.tBodies[0].rows) {
                (byDate[row.cells[0].textContent] ??= []).push(one('bdi', row).textContent)
              }
            }
            for (const figure of all('.calendar')) {
              const output = make('span', {})
              one('figcaption', figure).append(output)
              const start = Date.UTC(figure.dataset.year, 0, 1)
              const offset = (new Date(start).getUTCDay() + 6) % 7
              one('svg', figure).addEventListener('pointermove', event => {
                const { left, top, width, height } = one('svg', figure).getBoundingClientRect()
                const column = Math.floor((event.clientX - left) / width * 54)
                const row = Math.floor((event.clientY - top) / height * 8) - 1
                const day = new Date(start + (column * 7 + row - offset) * 864e5).toISOString().slice(0, 10)
                output.textContent = byDate[day] ? ` · ${day}: ${byDate[day].join(', ')}` : ''
              })
            }
            """#,
        digest: "etKX0wZkYCe08B7FTklLJgldIL1hJtbPkP3Be8fWu6Q=")
}
