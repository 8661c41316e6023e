import { buildElement } from './elements.ts'
import { persistedUserId, pathOfSheet, readSnapshot, styleSheets } from './snapshot-records.ts'

/*
 * A list page as this browser drew it last, shown over the page until its own rows are there. It is marked, it cannot be
 * focused or clicked, and what is read aloud is the page below, which says that it is loading.
 */

type Address = { readonly pathname: string; readonly search: string }

const isText = (value: unknown): value is string => typeof value === 'string'

/** Whether the page below has something to say: rows, an error, a dialog. */
const isPageDrawn = (): boolean =>
  document.querySelector(
    'main:not(:has([role=progressbar])), [role=dialog], [role=alertdialog]',
  ) !== null

/** Resolves when the style sheets are loaded; rejects when one is gone, as after an upgrade. */
async function loadSheets(into: ShadowRoot, addresses: readonly string[]): Promise<void> {
  await Promise.all(
    addresses.map(
      (address) =>
        new Promise((resolve, reject) => {
          const link = document.createElement('link')
          link.rel = 'stylesheet'
          link.href = address
          link.addEventListener('load', resolve)
          link.addEventListener('error', reject)
          into.append(link)
        }),
    ),
  )
}

function readSheets(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || !value.every(isText)) return undefined
  // Never from another origin.
  const isOwn = value.every((path) => path.startsWith('/') && !path.startsWith('//'))
  // That of the document comes first, and tells another version of the page.
  const [frame] = styleSheets()
  return isOwn && (!frame || value.includes(pathOfSheet(frame))) ? value : undefined
}

/** Resolves to whether it is shown. */
async function draw(
  snapshot: Record<string, unknown>,
  { pathname, search }: Address,
): Promise<boolean> {
  const sheets = readSheets(snapshot['sheets'])
  if (!sheets || !isText(snapshot['note'])) return false
  const layer = document.createElement('div')
  layer.dataset['snapshot'] = ''
  layer.toggleAttribute('inert', true)
  layer.setAttribute('aria-hidden', 'true')
  const picture = document.createElement('div')
  // Apart from the document, so that nothing on the page finds these elements for its own.
  const shadow = picture.attachShadow({ mode: 'open' })
  const page = buildElement(snapshot['page'])
  page.style.blockSize = '100%'
  const grid = page.querySelector<HTMLElement>('[role=grid]')
  grid?.style.setProperty('opacity', '0.6')
  const note = document.createElement('p')
  note.textContent = snapshot['note']
  layer.append(picture, note)

  const isOver = () => isPageDrawn() || location.pathname !== pathname || location.search !== search
  const end = () => {
    observer.disconnect()
    layer.remove()
  }
  const observer = new MutationObserver(() => isOver() && end())
  observer.observe(document.body, { childList: true, subtree: true })
  document.body.append(layer)
  try {
    await loadSheets(shadow, sheets)
    shadow.append(page)
    layer.dataset['snapshot'] = 'shown'
  } catch {
    end()
  }
  if (isOver()) end()
  return layer.isConnected
}

/**
 * Shows the page at this address as it was drawn last, for the user who stays signed in. Does nothing where there is no
 * such snapshot, or none that fits the window and this version of the page. Resolves to whether one is shown; never
 * rejects.
 */
export async function showSnapshot(address: Address): Promise<boolean> {
  const path = address.pathname === '/' ? '/shares' : address.pathname
  const user = persistedUserId()
  if (user === undefined) return false
  const found = (await readSnapshot(user, path)) as Record<string, unknown> | null | undefined
  const fits = found?.['address'] === path + address.search && found['width'] === window.innerWidth
  if (!fits || isPageDrawn() || persistedUserId() !== user) return false
  // What cannot be drawn is left out.
  return draw(found, location).catch(() => false)
}
