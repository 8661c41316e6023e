/*
 * The styles of jsdom, quicker. Every query by role asks for the style of each element that it passes, and jsdom matches
 * all rules of its style sheet against an element again after each change of the document: a fifth of the time of the page
 * tests. No style sheet of ours is loaded in them, so five properties are known without that.
 */

const computed = globalThis.getComputedStyle.bind(globalThis)

/** The attributes that jsdom's style sheet looks at to set a property below. */
const attributes = ['hidden', 'open', 'popover', 'type']
/** What an element has of its own, by its kind. */
const values = new Map<string, string>()

const hasInline = (element: Element, property: string) =>
  element.getAttribute('style')?.includes(property) ?? false

/** A property that no element inherits. */
function own(element: Element, property: 'display' | 'overflow-y' | 'opacity'): string {
  if (hasInline(element, property === 'overflow-y' ? 'overflow' : property)) {
    // As of popovers that are open. No rule for other elements than fields overrides it.
    const inline =
      property === 'display' && element instanceof HTMLElement && element.localName !== 'input'
        ? element.style.display
        : ''
    return inline || computed(element).getPropertyValue(property)
  }
  const states = attributes.map((name) => element.getAttribute(name) ?? '\0')
  const key = [property, element.parentElement?.localName, element.localName, ...states].join('\n')
  let value = values.get(key)
  if (value === undefined) {
    value = computed(element).getPropertyValue(property)
    values.set(key, value)
  }
  return value
}

/** A property that elements inherit and that no rule sets, except for rows and columns that are hidden. */
function inherited(element: Element, property: 'visibility' | 'pointer-events', initial: string) {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (hasInline(at, property) || at.hasAttribute('hidden'))
      return computed(element).getPropertyValue(property)
  }
  return initial
}

const known: Record<string, (element: Element) => string> = {
  display: (element) => own(element, 'display'),
  overflowY: (element) => own(element, 'overflow-y'),
  'overflow-y': (element) => own(element, 'overflow-y'),
  opacity: (element) => own(element, 'opacity'),
  visibility: (element) => inherited(element, 'visibility', 'visible'),
  pointerEvents: (element) => inherited(element, 'pointer-events', 'auto'),
  'pointer-events': (element) => inherited(element, 'pointer-events', 'auto'),
}

/** `getComputedStyle` that asks jsdom only for what cannot be told otherwise. */
export function getComputedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo || document.styleSheets.length > 0 || element.ownerDocument !== document)
    return computed(element, pseudo)
  const valueOf = (name: string) =>
    known[name]?.(element) ?? computed(element).getPropertyValue(name)
  return new Proxy({} as CSSStyleDeclaration, {
    get(_target, name) {
      if (name === 'getPropertyValue') return valueOf
      if (typeof name === 'string' && known[name]) return known[name](element)
      const style = computed(element)
      const value: unknown = Reflect.get(style, name)
      return typeof value === 'function' ? (value.bind(style) as unknown) : value
    },
    has: (_target, name) => name in computed(element),
  })
}
