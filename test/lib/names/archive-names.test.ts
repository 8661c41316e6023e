import { describe, expect, it } from 'vitest'
import { reserveSafeArchiveName } from '#src/lib/names/archive-names.ts'

const inOneFolder = (...names: string[]) => {
  const taken = new Map<string, number>()
  return names.map((name) => reserveSafeArchiveName(name, taken))
}

describe('F2 a name in an archive', () => {
  it.each([
    ['con', '_con'],
    ['CON.txt', '_CON.txt'],
    ['nul.tar.gz', '_nul.tar.gz'],
    ['Aux .txt', '_Aux .txt'],
    ['com1', '_com1'],
    ['LPT³.log', '_LPT³.log'],
    ['conin$', '_conin$'],
    ['trailing.', 'trailing_'],
    ['two.. ', 'two___'],
    ['con.', 'con_'],
    [' ', '_'],
    ['a<b>:c?.txt', 'a_b__c_.txt'],
    ['..', '_'],
  ])('that Windows cannot hold is made safe (%s)', (name, safe) => {
    expect(inOneFolder(name)).toEqual([safe])
  })

  it('stays as it is otherwise', () => {
    const names = ['console', 'com10.txt', 'a.con', '.hidden', ' leading', '空.txt', 'a b.c']
    expect(inOneFolder(...names)).toEqual(names)
  })

  it('is not that of another item of its folder once it is safe', () => {
    expect(inOneFolder('_con', 'con', 'a.', 'a_')).toEqual(['_con', '_con (2)', 'a_', 'a_ (2)'])
  })
})
