import { describe, expect, it } from 'vitest'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { kindOfName, splitExtension } from '#src/lib/names/file-kind.ts'
import { createNaturalCompare } from '#src/lib/names/natural-order.ts'

describe('the kind of a name', () => {
  it.each([
    ['IMG_2041.JPG', 'image'],
    ['Kick-off.mp4', 'video'],
    ['memo.m4a', 'audio'],
    ['تقرير المشروع.docx', 'document'],
    ['预算 2026.xlsx', 'sheet'],
    ['talk.key', 'slides'],
    ['a.pdf', 'pdf'],
    ['release.tar.gz', 'archive'],
    ['main.py', 'code'],
    ['notes.md', 'text'],
    ['Makefile', 'other'],
    ['odd.', 'other'],
    ['constructor.__proto__', 'other'],
  ])('%s is %s', (name, kind) => {
    expect(kindOfName(name)).toBe(kind)
  })

  it('takes a folder for a folder whatever it is called', () => {
    expect(kindOfName('photos.zip', true)).toBe('folder')
  })
})

describe('the extension of a name', () => {
  it.each([
    ['report.pdf', 'report', '.pdf'],
    ['a.tar.gz', 'a', '.tar.gz'],
    ['.profile', '.profile', ''],
    ['v1. final draft', 'v1. final draft', ''],
    ['no-extension', 'no-extension', ''],
    ['x.averyveryverylongextension', 'x.averyveryverylongextension', ''],
    ['', '', ''],
  ])('%s', (name, stem, extension) => {
    expect(splitExtension(name)).toEqual({ stem, extension })
  })
})

it('puts file2 before file10, and uses one collator for a language', () => {
  expect(['file10', 'file2', 'File1'].sort(createNaturalCompare('en'))).toEqual([
    'File1',
    'file2',
    'file10',
  ])
  expect(createNaturalCompare('en')).toBe(createNaturalCompare('en'))
})

describe('a name on the screen', () => {
  it.each([
    ['plain', 'plain'],
    ['two\nlines', 'two␊lines'],
    ['invoice\u202Efdp.exe', 'invoice⟦U+202E⟧fdp.exe'],
    ['a\u0000b\u007f', 'a␀b␡'],
    ['zero\u200bwidth', 'zero⟦U+200B⟧width'],
    ['\ud800alone', '⟦U+D800⟧alone'],
    ['👩‍👩‍👧 🎉', '👩‍👩‍👧 🎉'],
    ['تقرير', 'تقرير'],
  ])('%j shows as %j', (name, shown) => {
    expect(escapeControlChars(name)).toBe(shown)
  })
})
