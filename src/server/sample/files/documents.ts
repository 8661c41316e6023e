import { docx, xlsx } from '#src/server/sample/formats/office.ts'
import { pdf } from '#src/server/sample/formats/pdf.ts'
import { text } from '#src/server/sample/formats/text.ts'
import { zip } from '#src/server/sample/formats/zip.ts'
import { noteTexts } from './note-texts.ts'
import { excelMime, file, textFile, wordMime } from './sample-file.ts'
import type { SampleFile } from './sample-file.ts'

const budget: (string | number)[][] = [
  ['Month', 'Rent', 'Travel', 'Equipment', 'Printing', 'Total'],
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'].map((month, i) => {
    const row = [1450, 120 + i * 85, i === 2 ? 2199 : 60 + i * 12, i === 5 ? 840 : 35]
    return [month, ...row, row.reduce((a, b) => a + b, 0)]
  }),
]

const invoice = (
  number: string,
  client: string,
  lines: readonly (readonly [string, number])[],
): Uint8Array =>
  pdf({
    title: `Invoice ${number}`,
    paragraphs: [
      `Havn Studio, Fiskergata 12, 8300 Svolvær. To: ${client}.`,
      '# Work',
      ...lines.map(([what, euro]) => `${what}: EUR ${euro.toFixed(2)}`),
      '# Sum',
      `EUR ${lines.reduce((sum, [, euro]) => sum + euro, 0).toFixed(2)}, payable within 30 days. No VAT is charged on exports.`,
      'Thank you for the work. Please quote the invoice number with the payment.',
    ],
  })

const handbook = {
  title: 'Handbook',
  paragraphs: [
    'This is how we work. It is short on purpose; if something is missing, ask and then write it down here.',
    '# Hours',
    'Most people are around between ten and three. Outside that, nobody expects an answer. If you travel, put it in the calendar, and if you are ill, stay at home and say so in one line.',
    '# Files',
    'Everything we make lives in shared folders, named after what it is and not after who made it. Drafts go in Desktop until they are worth showing. Final versions are PDF and carry a date. Nothing is mailed as an attachment: send a link, so that there is one copy.',
    'Guests get links that expire. Thirty days is the default and is usually right. A password on a link helps only when it travels by another road than the link itself.',
    '# Money',
    'Anything below 200 euro you may simply buy. Keep the receipt, photograph it, and put it in Finance in the folder of the year. Above that, ask first; the answer is normally yes.',
    '# Pictures',
    'We publish only pictures we took. People who can be recognised have said yes, in writing, and the yes is kept next to the picture. Places keep their local names.',
    '# Leaving things better',
    'When you fix something, write one sentence about why. The next reader is often yourself, in a year, in a hurry. Delete what is no longer true. Old versions can be found again; wrong instructions get followed.',
    '# When something goes wrong',
    'Say it early. Nobody has been blamed for a mistake here that they reported themselves. Write down what happened, what it touched, and what would have caught it. Then go for a walk.',
    '# Travel',
    'Trains before planes when the journey is under eight hours. Book so that you arrive the evening before. Bring an extra charger: somebody has forgotten theirs.',
  ],
}

const agreement = {
  title: 'Agreement on the use of pictures',
  paragraphs: [
    'Between Havn Studio (the archive) and the photographer named below.',
    '# 1. What is given',
    'The photographer gives the archive the right to keep, show and print the pictures listed in the annex, without limit in time, in print and on screen.',
    '# 2. What is kept',
    'The pictures remain the photographer’s. The name is shown next to each of them. Changes beyond cropping need a yes.',
    '# 3. Ending it',
    'Either side may end the agreement with three months’ notice. Prints that exist by then may stay where they are.',
  ],
}

/** The owner's documents: contracts, invoices, reports. */
export const documents: readonly SampleFile[] = [
  file('Documents', 'Handbook.pdf', 'application/pdf', 60.3, () => pdf(handbook)),
  file('Documents', 'Agreement, pictures.docx', wordMime, 33.5, () => docx(agreement)),
  textFile('Documents', 'Meeting notes 2026-07-06.md', 'text/markdown', 11.1, noteTexts.meeting),
  textFile('Documents', 'Lofoten plan.md', 'text/markdown', 25.9, noteTexts.travel),
  textFile('Documents', 'Lemon and cardamom buns.md', 'text/markdown', 88.2, noteTexts.recipe),
  textFile('Documents', 'Attendees.csv', 'text/csv', 6.2, noteTexts.attendees),
  file('Documents', 'Workshop programme.docx', wordMime, 4.4, () =>
    docx({
      title: 'Workshop, 15–17 September 2026',
      paragraphs: [
        '# Tuesday',
        '09:00 Coffee and names. 10:00 What the archive is for. 13:00 Boat to Skrova, weather permitting.',
        '# Wednesday',
        '09:00 Describing pictures together. 14:00 Tide data for beginners. 19:00 Dinner at the quay.',
        '# Thursday',
        '09:00 Open questions. 12:00 Lunch and goodbye.',
      ],
    }),
  ),
  file('Documents', 'Scans.zip', 'application/zip', 70.6, () =>
    zip([
      {
        name: 'scans/0001 letter.pdf',
        bytes: pdf({
          title: 'Letter',
          paragraphs: [
            'Dear Ingrid, the keys are with the neighbour. The boat is yours until Sunday.',
          ],
        }),
      },
      {
        name: 'scans/0002 receipt.pdf',
        bytes: pdf({
          title: 'Receipt',
          paragraphs: ['Rope, 20 m: 340 NOK.', 'Two shackles: 96 NOK.'],
        }),
      },
      { name: 'scans/index.txt', bytes: text('0001 letter\n0002 receipt\n') },
    ]),
  ),
  file('Finance/2026', 'Budget 2026.xlsx', excelMime, 7.7, () => xlsx(budget, 'Budget')),
  file('Finance/2026', 'Invoice 2026-014.pdf', 'application/pdf', 48.2, () =>
    invoice('2026-014', 'Porto Maps Lda', [
      ['Field photographs, two days', 1480],
      ['Licence, print run of 2000', 620],
    ]),
  ),
  file('Finance/2026', 'Invoice 2026-015.pdf', 'application/pdf', 29.1, () =>
    invoice('2026-015', 'Nami Works KK', [['Tide data, six stations', 2150.5]]),
  ),
  file('Finance/2026', 'Invoice 2026-016.pdf', 'application/pdf', 3.2, () =>
    invoice('2026-016', 'Kattegat ApS', [
      ['Workshop, half a day', 900],
      ['Travel', 312.4],
    ]),
  ),
  textFile(
    'Finance/2026',
    'Receipts.csv',
    'text/csv',
    5.5,
    'Date,What,Amount,Currency\n2026-07-04,Ferry Bodø–Moskenes,1284.00,NOK\n2026-07-05,Cabin no. 4,3950.00,NOK\n2026-07-07,Boat to Bunes,520.00,NOK\n2026-07-10,Memory card,89.00,EUR\n2026-07-11,Waffles,"1 145,50",NOK\n',
  ),
  file('Finance/2026', 'Équipement – été.xlsx', excelMime, 21.3, () =>
    xlsx(
      [
        ['Objet', 'Quantité', 'Prix (€)'],
        ['Trépied', 1, 219],
        ['Filtres', 3, 46.5],
        ['Sac étanche', 2, 38],
      ],
      'Équipement',
    ),
  ),
  file('Docs/2025', 'Annual report 2025.pdf', 'application/pdf', 190.2, () =>
    pdf({
      title: 'Annual report 2025',
      paragraphs: [
        '# The year',
        'We described 6,120 pictures, more than in any year before, and lost none.',
        'Two new stations were added in May. The one at Stamsund stood under water for a week in November and came back by itself.',
        '# The money',
        'Income was EUR 182,400 and costs EUR 176,950. The difference bought a scanner.',
        '# Next',
        'The archive opens to everyone in July 2026.',
      ],
    }),
  ),
  file('Docs/2025', 'Minutes of the board.docx', wordMime, 215.7, () =>
    docx({
      title: 'Minutes of the board',
      paragraphs: [
        '# 1. Accounts',
        'Approved without remarks.',
        '# 2. Opening',
        'The date is 1 July. Ingrid writes to the papers.',
        '# 3. Other',
        'The roof. Again.',
      ],
    }),
  ),
  textFile(
    'Docs/2025',
    'Naïve Bayes — notes.md',
    'text/markdown',
    240.1,
    '# Naïve Bayes\n\nP(c | x) ∝ P(c) · ∏ P(xᵢ | c)\n\nWorks surprisingly well for sorting letters into piles.\n',
  ),
  file('Docs/2025', 'Tide tables.xlsx', excelMime, 233.4, () =>
    xlsx(
      [
        ['Day', 'High 1 (m)', 'Low 1 (m)', 'High 2 (m)', 'Low 2 (m)'],
        ...Array.from({ length: 31 }, (_, i) => {
          const s = Math.cos((i / 14.77) * Math.PI * 2) * 0.4
          return [
            i + 1,
            Number((2.4 + s).toFixed(2)),
            Number((0.7 - s).toFixed(2)),
            Number((2.3 + s).toFixed(2)),
            Number((0.8 - s).toFixed(2)),
          ]
        }),
      ],
      'December',
    ),
  ),
]
