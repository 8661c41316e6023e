import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  setFolderSelected,
  type FolderSelection,
  resolveSelection,
} from '#src/pages/view-settings/copy/selected-folders.ts'
import type { TreeFolder } from '#src/pages/view-settings/copy/use-folder-tree.ts'

/* Requirement V6: which folders a choice in a tree means, compared with a simple model. */

type Known = { -readonly [Key in keyof TreeFolder]: TreeFolder[Key] }

/** A tree from the place of each folder's parent among those before it; above comes before below. */
function grow(parents: readonly number[]): Known[] {
  const root: Known = {
    id: '',
    uri: 'svc://my',
    name: '',
    level: 0,
    parent: null,
    children: [],
    reading: 'read',
  }
  const all = [root]
  for (const [at, seed] of parents.entries()) {
    const parent = all[seed % all.length] ?? root
    const uri = `${parent.uri}/${at}`
    const folder: Known = { ...root, id: uri, uri, level: parent.level + 1, parent, children: [] }
    parent.children = [...(parent.children ?? []), folder]
    all.push(folder)
  }
  return all
}
const isBelow = (folder: TreeFolder, above: TreeFolder): boolean =>
  folder.parent !== null && (folder.parent === above || isBelow(folder.parent, above))

const plans = fc.record({
  parents: fc.array(fc.nat(), { minLength: 1, maxLength: 25 }),
  isDeep: fc.boolean(),
  steps: fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 12 }),
})

describe('V6 a choice of folders', () => {
  it('means what was decided last, as far as it reaches', () => {
    fc.assert(
      fc.property(plans, ({ parents, isDeep, steps }) => {
        const all = grow(parents)
        const [root, ...below] = all as [Known, ...Known[]]
        const model = new Set<TreeFolder>()
        let selection: FolderSelection = { marks: new Map(), isDeep }
        for (const [seed, isMeant] of steps) {
          const folder = all[seed % all.length] ?? root
          selection = setFolderSelected(selection, folder, isMeant)
          const reached = below.filter(
            (each) =>
              each === folder ||
              (isDeep ? isBelow(each, folder) : folder === root && each.parent === root),
          )
          for (const each of reached) {
            if (isMeant) model.add(each)
            else model.delete(each)
          }
        }
        const { folders, states, unread } = resolveSelection({ root, below }, selection)
        expect(folders).toEqual(below.filter((each) => model.has(each)))
        for (const folder of below) {
          const hasSome = below.some((each) => model.has(each) && isBelow(each, folder))
          expect(states.get(folder.uri)).toBe(model.has(folder) || (hasSome && 'mixed'))
        }
        const reach = below.filter((each) => isDeep || each.parent === root)
        const isAll = reach.every((each) => model.has(each))
        expect(states.get(root.uri)).toBe(model.size > 0 && (isAll || 'mixed'))
        expect(unread).toEqual([])
      }),
    )
  })

  it('takes in what is found later, and says until then that it is looking', () => {
    const [root, one] = grow([0]) as [Known, Known]
    one.children = undefined
    one.reading = 'reading'
    const selection = setFolderSelected({ marks: new Map(), isDeep: true }, root, true)
    const tree = { root, below: [one] }
    expect(resolveSelection(tree, selection)).toMatchObject({ unread: [one], failed: [] })
    one.reading = 'failed'
    expect(resolveSelection(tree, selection)).toMatchObject({ unread: [one], failed: [one] })
    const late: Known = { ...one, uri: `${one.uri}/late`, parent: one, level: 2, children: [] }
    Object.assign(one, { children: [late], reading: 'read' })
    const later = { root, below: [one, late] }
    expect(resolveSelection(later, selection).folders).toEqual([one, late])
    expect(resolveSelection(later, { ...selection, isDeep: false }).folders).toEqual([one])
  })
})
