/** What is done with an item whose name is taken in the folder that it is to go to. */
export type NameClashChoice = 'keepBoth' | 'replace' | 'skip'

type Item = { readonly isFolder: boolean }

/** The choices for an item whose name another one has; `present` is undefined while that is not known. */
export function nameClashChoices(coming: Item, present: Item | undefined): NameClashChoice[] {
  // Replacing a folder would take everything in it away.
  const canReplace = present !== undefined && !coming.isFolder && !present.isFolder
  return canReplace ? ['keepBoth', 'replace', 'skip'] : ['keepBoth', 'skip']
}
