import { type DocumentText, text } from './text.ts'
import { type ZipEntry, zip } from './zip.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (value: string): string => value.replace(/[&<>"]/g, (c) => escapes[c] ?? c)
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const xmlPart = (name: string, xml: string): ZipEntry => ({ name, bytes: text(declaration + xml) })
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const officeRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts that every Office Open XML package begins with. */
function packageParts(main: string, type: string, others: string): ZipEntry[] {
  return [
    xmlPart(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${type}"/>${others}</Types>`,
    ),
    xmlPart(
      '_rels/.rels',
      `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${officeRelation}/officeDocument" Target="${main}"/></Relationships>`,
    ),
  ]
}

/** A Word document with a title, headings and paragraphs. */
export function docx({ title, paragraphs }: DocumentText): Promise<Uint8Array> {
  const run = (value: string, size: number, bold: boolean): string =>
    `<w:p><w:pPr><w:spacing w:after="${bold ? 120 : 160}" w:line="300" w:lineRule="auto"/></w:pPr><w:r><w:rPr>${bold ? '<w:b/>' : ''}<w:sz w:val="${size}"/></w:rPr><w:t xml:space="preserve">${escape(value)}</w:t></w:r></w:p>`
  const body = paragraphs
    .map((p) => (p.startsWith('# ') ? run(p.slice(2), 28, true) : run(p, 22, false)))
    .join('')
  return zip([
    ...packageParts(
      'word/document.xml',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
      '',
    ),
    xmlPart(
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
export function xlsx(rows: readonly (readonly Cell[])[], sheet = 'Sheet1'): Promise<Uint8Array> {
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
    ...packageParts(
      'xl/workbook.xml',
      `${kind}.sheet.main+xml`,
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/>`,
    ),
    xmlPart(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${officeRelation}"><sheets><sheet name="${escape(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    xmlPart(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${officeRelation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeRelation}/styles" Target="styles.xml"/></Relationships>`,
    ),
    xmlPart(
      'xl/styles.xml',
      `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    ),
    xmlPart(
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="${main}"><cols><col min="1" max="12" width="20" customWidth="1"/></cols><sheetData>${body}</sheetData></worksheet>`,
    ),
  ])
}
