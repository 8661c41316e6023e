/*
 * Elements as data that can be stored, and elements made from it again. Only what draws is taken: no addresses, no
 * pictures, no values of fields, no handlers.
 */

/** A text, or an element: its tag, its attributes, its inline styles, and its children. */
export type StoredNode = string | StoredElement
export type StoredElement = readonly [
  tag: string,
  attributes: Readonly<Record<string, string>>,
  styles: Readonly<Record<string, string>>,
  children: readonly StoredNode[],
]

const htmlTags = new Set(
  'a aside b bdi button dd div dl dt em footer h1 h2 header i input kbd label li main mark nav ol p section small span strong time ul'.split(
    ' ',
  ),
)
const svgTags = new Set('svg circle ellipse g line path polygon polyline rect'.split(' '))
const svgNamespace = 'http://www.w3.org/2000/svg'

const isDrawnAttribute = (name: string): boolean =>
  /^(class|role|type|dir|lang|placeholder|disabled|hidden|(aria|data)-[a-z-]+)$/.test(name) ||
  /^(width|height|viewBox|d|fill|stroke(-[a-z]+)?|c[xy]|r[xy]?|[xy][12]?|points|transform)$/.test(
    name,
  )

/** An address in a style would be fetched. */
const isStyle = (value: string): boolean => !value.includes('url(')

function attributesOf(element: Element): Record<string, string> {
  const drawn = [...element.attributes].filter(({ name }) => isDrawnAttribute(name))
  return Object.fromEntries(drawn.map(({ name, value }) => [name, value]))
}

function stylesOf(element: Element): Record<string, string> {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return {}
  const { style } = element
  const names = Array.from({ length: style.length }, (_, at) => style.item(at))
  const found = names.map((name) => [name, style.getPropertyValue(name)] as const)
  return Object.fromEntries(found.filter(([, value]) => isStyle(value)))
}

/** The element as data; undefined for one that is left out, or of a kind that is not drawn again. */
export function readElement(
  element: Element,
  isLeftOut: (element: Element) => boolean,
): StoredElement | undefined {
  const tag = element.localName
  if ((!htmlTags.has(tag) && !svgTags.has(tag)) || isLeftOut(element)) return undefined
  const children = [...element.childNodes].flatMap((child): StoredNode[] => {
    if (child instanceof Text) return child.data === '' ? [] : [child.data]
    const stored = child instanceof Element ? readElement(child, isLeftOut) : undefined
    return stored ? [stored] : []
  })
  return [tag, attributesOf(element), stylesOf(element), children]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The element that was stored. Throws a `TypeError` when that is not what {@link readElement} returns. */
export function buildElement(stored: unknown): HTMLElement | SVGElement {
  if (!Array.isArray(stored)) throw new TypeError('not an element')
  const [tag, attributes, styles, children] = stored as unknown[]
  if (typeof tag !== 'string' || !isRecord(attributes) || !isRecord(styles))
    throw new TypeError('not an element')
  if (!Array.isArray(children) || !(htmlTags.has(tag) || svgTags.has(tag)))
    throw new TypeError('not an element')
  const element = svgTags.has(tag)
    ? document.createElementNS(svgNamespace, tag)
    : document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (isDrawnAttribute(name)) element.setAttribute(name, String(value))
  for (const [name, value] of Object.entries(styles))
    if (isStyle(String(value))) element.style.setProperty(name, String(value))
  for (const child of children as unknown[])
    element.append(typeof child === 'string' ? child : buildElement(child))
  return element
}
