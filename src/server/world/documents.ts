import { deflateRawSync } from 'node:zlib'

const utf8 = new TextEncoder()

/** Text as the bytes of a file. */
export function text(content: string): Uint8Array {
  return utf8.encode(content)
}

// ---------------------------------------------------------------------------------------------
// ZIP

const crcTable = new Uint32Array(256)
for (let n = 0; n < 256; n++) {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  crcTable[n] = c >>> 0
}

function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff
  for (const byte of bytes) c = crcTable[(c ^ byte) & 255]! ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}

/** One member of an archive. */
export type ZipEntry = { name: string; bytes: Uint8Array }

/** A ZIP archive. Members are deflated when that makes them smaller. */
export function zip(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const entry of entries) {
    const name = utf8.encode(entry.name)
    const packed = deflateRawSync(entry.bytes, { level: 9 })
    const deflated = packed.length < entry.bytes.length
    const body = deflated ? packed : entry.bytes
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(0x0800, 6) // names are UTF-8
    head.writeUInt16LE(deflated ? 8 : 0, 8)
    head.writeUInt16LE(0x6000, 10) // a fixed noon, so that the bytes never change
    head.writeUInt16LE(((2026 - 1980) << 9) | (7 << 5) | 14, 12)
    head.writeUInt32LE(crc32(entry.bytes), 14)
    head.writeUInt32LE(body.length, 18)
    head.writeUInt32LE(entry.bytes.length, 22)
    head.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(20, 4)
    head.copy(central, 6, 4, 30)
    central.writeUInt32LE(offset, 42)
    parts.push(head, name, body)
    directory.push(central, name)
    offset += head.length + name.length + body.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]))
}

// ---------------------------------------------------------------------------------------------
// Office documents

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (value: string): string => value.replace(/[&<>"]/g, (c) => escapes[c] ?? c)
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const member = (name: string, xml: string): ZipEntry => ({ name, bytes: text(declaration + xml) })
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const officeRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function packageOf(main: string, type: string, others: string): ZipEntry[] {
  return [
    member(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${type}"/>${others}</Types>`,
    ),
    member(
      '_rels/.rels',
      `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${officeRelation}/officeDocument" Target="${main}"/></Relationships>`,
    ),
  ]
}

/** Words for a document: a title and what follows it. A paragraph starting with `# ` is a heading. */
export type Words = { title: string; paragraphs: readonly string[] }

/** A Word document with a title, headings and paragraphs. */
export function docx({ title, paragraphs }: Words): Uint8Array {
  const run = (value: string, size: number, bold: boolean): string =>
    `<w:p><w:pPr><w:spacing w:after="${bold ? 120 : 160}" w:line="300" w:lineRule="auto"/></w:pPr><w:r><w:rPr>${bold ? '<w:b/>' : ''}<w:sz w:val="${size}"/></w:rPr><w:t xml:space="preserve">${escape(value)}</w:t></w:r></w:p>`
  const body = paragraphs
    .map((p) => (p.startsWith('# ') ? run(p.slice(2), 28, true) : run(p, 22, false)))
    .join('')
  return zip([
    ...packageOf(
      'word/document.xml',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
      '',
    ),
    member(
      'word/document.xml',
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${run(title, 40, true)}${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    ),
  ])
}

/** One cell of a sheet. */
export type Cell = string | number

function columnName(index: number): string {
  let name = ''
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) {
    name = String.fromCharCode(65 + ((n - 1) % 26)) + name
  }
  return name
}

/** A workbook with one sheet. Its first row is bold. */
export function xlsx(rows: readonly (readonly Cell[])[], sheet = 'Sheet1'): Uint8Array {
  const body = rows
    .map((row, r) => {
      const cells = row.map((cell, c) => {
        const at = `r="${columnName(c)}${r + 1}"${r === 0 ? ' s="1"' : ''}`
        return typeof cell === 'number'
          ? `<c ${at}><v>${cell}</v></c>`
          : `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`
      })
      return `<row r="${r + 1}">${cells.join('')}</row>`
    })
    .join('')
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return zip([
    ...packageOf(
      'xl/workbook.xml',
      `${kind}.sheet.main+xml`,
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/>`,
    ),
    member(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${officeRelation}"><sheets><sheet name="${escape(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    member(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${officeRelation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeRelation}/styles" Target="styles.xml"/></Relationships>`,
    ),
    member(
      'xl/styles.xml',
      `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    ),
    member(
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="${main}"><cols><col min="1" max="12" width="20" customWidth="1"/></cols><sheetData>${body}</sheetData></worksheet>`,
    ),
  ])
}

// ---------------------------------------------------------------------------------------------
// PDF

// Helvetica's widths in thousandths, for U+0020..U+007E. Without them lines would break by guess.
const widths =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number)

function widthOf(line: string, size: number): number {
  let sum = 0
  for (let i = 0; i < line.length; i++) sum += widths[line.charCodeAt(i) - 32] ?? 556
  return (sum * size) / 1000
}

/** A4 pages of Helvetica. Characters outside Latin-1 become `?`: the built-in font has no others. */
export function pdf({ title, paragraphs }: Words): Uint8Array {
  const left = 64
  const room = 595 - left * 2
  const latin = (value: string): string =>
    value
      .replace(/[–—]/g, '-')
      .replace(/[‘’]/g, "'")
      .replace(/[“”]/g, '"')
      .replace(/[^\x20-\xff]/g, '?')
  type Line = { value: string; size: number; font: 'F1' | 'F2'; lead: number }
  const lines: Line[] = []
  const wrap = (value: string, size: number, font: Line['font'], before: number): void => {
    let line = ''
    let lead = before
    const push = (): void => {
      lines.push({ value: line, size, font, lead: lead + size * 1.45 })
      lead = 0
    }
    for (const word of latin(value).split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && widthOf(longer, size) > room * (font === 'F2' ? 0.94 : 1)) {
        push()
        line = word
      } else line = longer
    }
    push()
  }
  wrap(title, 22, 'F2', 0)
  for (const p of paragraphs) {
    if (p.startsWith('# ')) wrap(p.slice(2), 13, 'F2', 12)
    else wrap(p, 10.5, 'F1', 7)
  }
  const pages: string[] = []
  let page = ''
  let y = 770
  for (const line of lines) {
    if (y - line.lead < 64) {
      pages.push(page)
      page = ''
      y = 780
    }
    y -= line.lead
    const value = line.value.replace(/[\\()]/g, '\\$&')
    page += `BT /${line.font} ${line.size} Tf ${left} ${y.toFixed(1)} Td (${value}) Tj ET\n`
  }
  pages.push(page)
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${6 + i * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title (${latin(title).replace(/[\\()]/g, '\\$&')}) /Producer (Latchkey) >>`,
  ]
  pages.forEach((content, i) => {
    const foot = `0.5 g BT /F1 8.5 Tf 290 36 Td (${i + 1} / ${pages.length}) Tj ET\n`
    const stream = content + foot
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${7 + i * 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}endstream`,
    )
  })
  // One byte per character all the way, so string lengths are the offsets the table needs.
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((body, i) => {
    const at = file.length
    file += `${i + 1} 0 obj\n${body}\nendobj\n`
    return at
  })
  const table = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const at of offsets) file += `${String(at).padStart(10, '0')} 00000 n \n`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return new Uint8Array(Buffer.from(file, 'latin1'))
}

// ---------------------------------------------------------------------------------------------
// Sound and moving pictures

/** A quiet pentatonic tune as a WAV file: 8 kHz, 16 bits, mono. The same seed gives the same tune. */
export function melody(seconds: number, seed: number): Uint8Array {
  const rate = 8000
  const count = Math.round(seconds * rate)
  const sound = new Float32Array(count)
  const scale = [0, 2, 4, 7, 9, 12, 14, 16]
  let state = (seed * 2654435761) >>> 0 || 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 4294967296
  }
  const play = (at: number, frequency: number, length: number, loud: number): void => {
    const from = Math.floor(at * rate)
    const to = Math.min(count, from + Math.floor(length * rate))
    for (let i = from; i < to; i++) {
      const t = (i - from) / rate
      const fade = Math.min(1, t * 80) * Math.exp((-t * 3.2) / length) * Math.min(1, (to - i) / 200)
      const w = 2 * Math.PI * frequency * t
      sound[i]! +=
        (Math.sin(w) + 0.35 * Math.sin(2 * w) * Math.exp(-t * 4) + 0.12 * Math.sin(3 * w)) *
        fade *
        loud
    }
  }
  const root = 196 * 2 ** (Math.floor(next() * 6) / 12)
  const beat = 0.34 + next() * 0.16
  let degree = 3
  for (let n = 0; n * beat < seconds - 0.4; n++) {
    if (n % 8 === 0) {
      const bass = [0, -5, -3, 2][(n / 8) % 4] ?? 0
      play(n * beat, (root / 2) * 2 ** (bass / 12), beat * 7.5, 0.2)
      play(n * beat, root * 2 ** ((bass + 7) / 12), beat * 7, 0.07)
    }
    if (next() < 0.24) continue
    degree = Math.max(0, Math.min(7, degree + Math.round((next() - 0.5) * 4)))
    play(
      n * beat,
      root * 2 * 2 ** ((scale[degree] ?? 0) / 12),
      beat * (next() < 0.3 ? 3 : 1.8),
      0.2,
    )
  }
  const file = Buffer.alloc(44 + count * 2)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(36 + count * 2, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(count * 2, 40)
  for (let i = 0; i < count; i++) {
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sound[i]!)) * 32000), 44 + i * 2)
  }
  return new Uint8Array(file)
}

/**
 * The shell of an MP4: a `ftyp` box and an `mdat` box of filler. It has no tracks, so players refuse
 * it; it is here because a file of an ordinary type that cannot be shown is an everyday thing.
 */
export function emptyVideo(bytes = 4096): Uint8Array {
  const file = Buffer.alloc(24 + 8 + bytes)
  file.writeUInt32BE(24, 0)
  file.write('ftypisom', 4, 'latin1')
  file.writeUInt32BE(512, 12)
  file.write('isommp41', 16, 'latin1')
  file.writeUInt32BE(8 + bytes, 24)
  file.write('mdat', 28, 'latin1')
  return new Uint8Array(file)
}

/** A small logo as SVG text. */
export function svgLogo(from: string, to: string): Uint8Array {
  return text(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" role="img" aria-label="Fjordlight">
  <defs>
    <linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
  </defs>
  <rect width="240" height="240" rx="56" fill="url(#g)"/>
  <circle cx="164" cy="76" r="24" fill="#ffe9b8"/>
  <path d="M24 176 84 88l34 48 22-30 76 70Z" fill="#fff" fill-opacity=".92"/>
  <path d="M24 190q24-14 48 0t48 0 48 0 48 0" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round"/>
</svg>
`)
}
