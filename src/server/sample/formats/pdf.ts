import type { DocumentText } from './text.ts'

// Widths of Helvetica's characters U+0020 to U+007E in thousandths of the font size, as the PDF standard gives them.
const widths =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number)

const fallbackWidth = 556

const regular = 'F1'
const bold = 'F2'
/** A4 and its margins, in points. */
const page = { width: 595, height: 842, margin: 64 } as const
const lineHeight = 1.45

/** One printed line. `advance` is the distance in points from the baseline before. */
type Line = { value: string; size: number; font: typeof regular | typeof bold; advance: number }

function widthOf(line: string, { size, font }: Pick<Line, 'size' | 'font'>): number {
  let sum = 0
  for (let i = 0; i < line.length; i++) sum += widths[line.charCodeAt(i) - 32] ?? fallbackWidth
  // Bold letters are about 6 % wider.
  return ((sum * size) / 1000) * (font === bold ? 1.06 : 1)
}

const toLatin1 = (value: string): string =>
  value
    .replace(/[–—]/g, '-')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[^\x20-\xff]/g, '?')
const escape = (value: string): string => value.replace(/[\\()]/g, '\\$&')

function breakLines(value: string, font: Pick<Line, 'size' | 'font'>, spaceBefore: number): Line[] {
  const room = page.width - page.margin * 2
  const lines: string[] = []
  for (const word of toLatin1(value).split(' ')) {
    const last = lines.at(-1)
    const longer = `${last} ${word}`
    if (last === undefined || widthOf(longer, font) > room) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines.map((line, index) => ({
    value: line,
    ...font,
    advance: font.size * lineHeight + (index === 0 ? spaceBefore : 0),
  }))
}

/** Content streams, one a page. */
function breakPages(lines: readonly Line[]): string[] {
  const pages = ['']
  let y = 770
  for (const { value, size, font, advance } of lines) {
    if (y - advance < page.margin) {
      pages.push('')
      y = 780
    }
    y -= advance
    pages[pages.length - 1] +=
      `BT /${font} ${size} Tf ${page.margin} ${y.toFixed(1)} Td (${escape(value)}) Tj ET\n`
  }
  return pages.map(
    (content, i) =>
      `${content}0.5 g BT /${regular} 8.5 Tf 290 36 Td (${i + 1} / ${pages.length}) Tj ET\n`,
  )
}

/** Objects 1 to 5 are the catalogue, the list of pages, both fonts and the title; then two follow for each page. */
function objectsOf(title: string, pages: readonly string[]): string[] {
  const fontObject = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const pageIds = pages.map((_, i) => `${6 + i * 2} 0 R`).join(' ')
  return [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds}] >>`,
    fontObject('Helvetica'),
    fontObject('Helvetica-Bold'),
    `<< /Title (${escape(toLatin1(title))}) /Producer (Latchkey) >>`,
    ...pages.flatMap((stream, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << /${regular} 3 0 R /${bold} 4 0 R >> >> /Contents ${7 + i * 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}endstream`,
    ]),
  ]
}

/** A4 pages of Helvetica. Characters outside Latin-1 become `?`: the fonts built into every reader have no others. */
export function pdf({ title, paragraphs }: DocumentText): Uint8Array {
  const lines = [
    ...breakLines(title, { size: 22, font: bold }, 0),
    ...paragraphs.flatMap((paragraph) =>
      paragraph.startsWith('# ')
        ? breakLines(paragraph.slice(2), { size: 13, font: bold }, 12)
        : breakLines(paragraph, { size: 10.5, font: regular }, 7),
    ),
  ]
  const objects = objectsOf(title, breakPages(lines))
  // All text is Latin-1, one byte per character: the string's lengths are the byte offsets of the table.
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((body, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const table = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return new Uint8Array(Buffer.from(file, 'latin1'))
}
