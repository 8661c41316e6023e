import { buildElement } from './elements.ts'
import { styleSheetPaths, keptUserId, readSnapshot } from './snapshot-records.ts'
import css from './PageSnapshot.module.css'

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
  return isOwn && styleSheetPaths().every((sheet) => value.includes(sheet)) ? value : undefined
}

async function draw(snapshot: Record<string, unknown>, { pathname, search }: Address) {
  const sheets = readSheets(snapshot['sheets'])
  if (!sheets || !isText(snapshot['note'])) return
  const layer = document.createElement('div')
  layer.className = css['layer'] ?? ''
  layer.dataset['snapshot'] = ''
  layer.toggleAttribute('inert', true)
  layer.setAttribute('aria-hidden', 'true')
  const picture = document.createElement('div')
  picture.className = css['picture'] ?? ''
  // Apart from the document, so that nothing on the page finds these elements for its own.
  const shadow = picture.attachShadow({ mode: 'open' })
  const page = buildElement(snapshot['page'])
  page.style.blockSize = '100%'
  const grid = page.querySelector<HTMLElement>('[role=grid]')
  grid?.style.setProperty('opacity', '0.6')
  const note = document.createElement('p')
  note.className = css['note'] ?? ''
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
}

/**
 * Shows the page at this address as it was drawn last, for the user who stays signed in. Does nothing where there is no
 * such snapshot, or none that fits the window and this version of the page. Never rejects.
 */
export async function showSnapshot(address: Address): Promise<void> {
  const path = address.pathname === '/' ? '/shares' : address.pathname
  const user = keptUserId()
  if (user === undefined) return
  const found = (await readSnapshot(user, path)) as Record<string, unknown> | null | undefined
  const fits = found?.['address'] === path + address.search && found['width'] === window.innerWidth
  if (!fits || isPageDrawn() || keptUserId() !== user) return
  // What cannot be drawn is left out.
  await draw(found, location).catch(() => undefined)
}
