import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chinese, english, saidBy } from './catalogues.ts'

test('Chinese sentences have no English punctuation', () => {
  const han = String.raw`[\u4e00-\u9fff“”（）]`
  // A dot before letters is that of a file name, and "(2)" is a number that files get.
  const wrong = new RegExp(
    String.raw`${han} ?(?:[,;:?!]|\.(?![a-z])|\((?!\d))|(?:[,.;:?!]|(?<!\d)\)) ?${han}|\S[.;:?!] `,
  )
  expect('已还原 13 / 17. 4 个').toMatch(wrong)
  expect('照片.jpg，例如“名称 (2)”').not.toMatch(wrong)
  const said = saidBy(chinese)
  expect(said.length).toBeGreaterThan(1000)
  const found = said.filter(([, text]) => wrong.test(text)).map((each) => each.join(': '))
  expect([...new Set(found)]).toEqual([])
})

test('English messages of several sentences end with a full stop', () => {
  const wrong = /[a-z)”]\. \S.*[a-z\d)]$/
  expect('2 items moved to the trash. 1 keeps its new name').toMatch(wrong)
  // Titles have none.
  const said = saidBy(english).filter(([path]) => path !== 'operations.partlyDone')
  expect(said.length).toBeGreaterThan(1000)
  const found = said.filter(([, text]) => wrong.test(text)).map((each) => each.join(': '))
  expect([...new Set(found)]).toEqual([])
})

test('no text is put together with English punctuation outside of the messages', () => {
  const sources = ['features', 'pages', 'ui'].flatMap((folder) =>
    readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `src/${folder}/${file}`),
  )
  const wrong = /\}[.,:;] \$\{|^\s*\{(?:t|messages)\.[\w.]+\}[.,:;]|"sr-only">[.,:;] /m
  expect('`${text}. ${details}`').toMatch(wrong)
  const found = sources.filter((file) => wrong.test(readFileSync(file, 'utf8')))
  expect(found).toEqual([])
})
