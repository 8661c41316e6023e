/*
 * What queries by role and by text ask jsdom for again and again, quicker, with the same answers.
 */

/** One tag with or without attributes, such as `input[type="button"]`: no combinator, class, id or comma inside. */
const compound =
  /^([a-z][a-z0-9]*)((?:\[[\w-]+(?:="[^"\\,]*")?\]|:not\(\[[\w-]+(?:="[^"\\,]*")?\]\))*)$/

/** Of a list of such selectors. */
type Tags = { readonly names: ReadonlySet<string>; readonly hasAttributes: boolean }

/** Undefined for selectors of other kinds. */
function tagsOf(selectors: string): Tags | undefined {
  const parts = selectors.split(',').map((part) => compound.exec(part.trim()))
  const names = parts.flatMap((part) => part?.[1] ?? [])
  if (names.length < parts.length) return undefined
  return { names: new Set(names), hasAttributes: parts.some((part) => part?.[2] !== '') }
}

/** Of a prototype of jsdom. */
function property(prototype: object, name: string): PropertyDescriptor {
  const found = Object.getOwnPropertyDescriptor(prototype, name)
  if (!found) throw new Error(`jsdom has no property ${name} where it was.`)
  return found
}

type Matches = (this: Element, selectors: string) => boolean
const originalMatches = property(Element.prototype, 'matches').value as Matches
const known = new Map<string, Tags | undefined>()

/**
 * A query by role tries a hundred selectors on each element to find its role, a query by text one on each element of the
 * document. Almost all are for elements of another name, for which jsdom does not have to look at the selector.
 */
function matches(this: Element, selectors: string): boolean {
  let tags = known.get(selectors)
  if (tags === undefined && !known.has(selectors)) {
    tags = tagsOf(selectors)
    known.set(selectors, tags)
  }
  if (!tags) return originalMatches.call(this, selectors)
  if (!tags.names.has(this.localName)) return false
  return tags.hasAttributes ? originalMatches.call(this, selectors) : true
}

type Labelled = HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Whether one may be its label. */
function mayHaveLabel(element: Labelled): boolean {
  if (element.closest('label')) return true
  if (element.id === '') return false
  return [...document.getElementsByTagName('label')].some(({ htmlFor }) => htmlFor === element.id)
}

type Labels = (this: Element) => NodeList | null
/** By prototype. */
const originalLabels = new Map<object, Labels>()
const noLabels = document.createDocumentFragment().childNodes

/** For the name of each button jsdom looks at all nodes of the document. */
function labels(this: Labelled): NodeList | null {
  const isElsewhere = this.type === 'hidden' || this.getRootNode() !== document
  if (isElsewhere || mayHaveLabel(this))
    return originalLabels.get(Object.getPrototypeOf(this) as object)?.call(this) ?? null
  return noLabels
}

Object.defineProperty(Element.prototype, 'matches', {
  ...property(Element.prototype, 'matches'),
  value: matches,
})
for (const kind of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement]) {
  const original = property(kind.prototype, 'labels')
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its element
  originalLabels.set(kind.prototype, original.get as Labels)
  Object.defineProperty(kind.prototype, 'labels', { ...original, get: labels })
}
