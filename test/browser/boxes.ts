import type { ElementHandle, Locator } from 'playwright-core'

export type Box = Readonly<
  Record<'x' | 'y' | 'width' | 'height' | 'top' | 'right' | 'bottom' | 'left', number>
>

/** Where elements of a page are, all read at one moment: one after the other, what still moves would be somewhere else. */
export async function boxesOf<const Targets extends readonly [Locator, ...Locator[]]>(
  ...targets: Targets
): Promise<{ [Index in keyof Targets]: Box }> {
  const handles = await Promise.all(targets.map((target) => target.elementHandle()))
  const boxes = await targets[0].page().evaluate(
    (elements) =>
      elements.map((element) => {
        if (element.getClientRects().length === 0) throw new Error('It is not drawn.')
        return element.getBoundingClientRect().toJSON() as Box
      }),
    handles as ElementHandle<Element>[],
  )
  return boxes as { [Index in keyof Targets]: Box }
}
