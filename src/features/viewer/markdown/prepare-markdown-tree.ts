import type { Element, ElementContent, Nodes, Root } from 'hast'

const headingDepth = ({ tagName }: Element): number | undefined =>
  /^h[1-6]$/.test(tagName) ? Number(tagName[1]) : undefined

const textOf = (text: string): ElementContent => ({ type: 'text', value: text })

/** HTML between paragraphs is shown as the text of a paragraph. */
const paragraphOf = (html: ElementContent): Element => ({
  type: 'element',
  tagName: 'p',
  properties: {},
  children: [html],
})

/** Pictures are never loaded: in their place is a link to them, or inside of a link their text. */
function withoutPicture({ properties }: Element, isInLink: boolean): ElementContent {
  const address = String(properties['src'] ?? '')
  const label = String(properties['alt'] ?? '').trim() || address
  if (isInLink) return textOf(label)
  return {
    type: 'element',
    tagName: 'a',
    properties: { href: address, dataPicture: '' },
    children: [textOf(label)],
  }
}

/**
 * Prepares the tree of a text for a page: its headings begin at `firstLevel` and skip no level, pictures become links,
 * and each block has the direction of its own first letter.
 */
export function prepareMarkdownTree({ firstLevel }: { firstLevel: number }): (tree: Root) => void {
  return (tree) => {
    const depths: number[] = []
    const visit = (node: Nodes, isInLink: boolean): void => {
      if (node.type === 'element') {
        const depth = headingDepth(node)
        if (depth !== undefined) {
          while (depths.length > 0 && (depths.at(-1) ?? 0) >= depth) depths.pop()
          depths.push(depth)
          node.tagName = `h${Math.min(6, firstLevel - 1 + depths.length)}`
        }
        if (/^t[dh]$/.test(node.tagName)) node.properties['dir'] = 'auto'
      }
      if (!('children' in node)) return
      const isLink = isInLink || (node.type === 'element' && node.tagName === 'a')
      for (const [at, child] of node.children.entries()) {
        if (child.type === 'element' && child.tagName === 'img') {
          node.children[at] = withoutPicture(child, isLink)
        } else visit(child, isLink)
      }
    }
    visit(tree, false)
    for (const [at, node] of tree.children.entries()) {
      const block = node.type === 'raw' ? paragraphOf(node) : node
      tree.children[at] = block
      const isText = block.type === 'element' && !/^(?:table|pre|hr)$/.test(block.tagName)
      if (isText) block.properties['dir'] = 'auto'
    }
  }
}
