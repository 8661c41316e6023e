import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { serializePresets } from '#src/features/folder-view/presets-json.ts'
import {
  view,
  gallery,
  close,
  open,
  type App,
  field,
  button,
  press,
  keep,
  shownNames,
  stored,
} from './fixtures.tsx'

const give = async (app: App, text: string) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('nowhere to give a file')
  await app.user.upload(input, new File([text], 'presets.json', { type: 'application/json' }))
}

/** jsdom's Blob can be read by its reader only. */
const textOf = (blob: Blob): Promise<unknown> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result))
    reader.readAsText(blob)
  })

describe('V6 presets as a file', () => {
  it('writes all of them, and takes them in elsewhere', async () => {
    const app = await open(serializePresets([{ name: 'Wide', view }]))
    const save = vi.spyOn(URL, 'createObjectURL')
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await press(app, 'Export')
    expect(click).toHaveBeenCalledTimes(1)
    const text = String(await textOf(save.mock.calls[0]?.[0] as Blob))
    localStorage.clear()
    close()
    app.show()
    expect(shownNames()).toEqual([])
    await give(app, text)
    expect(await screen.findByText('1 preset imported.')).toBeVisible()
    expect(shownNames()).toEqual(['Wide'])
    await give(app, text)
    expect(await screen.findByText(/^There is nothing new in this file/)).toBeVisible()
    expect(shownNames()).toEqual(['Wide'])
  })

  it('takes an import back', async () => {
    const app = await open(serializePresets([{ name: 'Wide', view }]))
    await give(
      app,
      serializePresets([
        { name: 'Wide', view: gallery },
        { name: 'Other', view },
      ]),
    )
    expect(await screen.findByText('2 presets imported.')).toBeVisible()
    expect(shownNames()).toEqual(['Other', 'Wide', 'Wide (2)'])
    await press(app, 'Undo')
    expect(shownNames()).toEqual(['Wide'])
  })

  it.each([
    ['what is no JSON', 'no JSON at all', /^This file has no presets that can be read/],
    [
      'another version',
      '{"what":"latchkey view presets","version":7,"sets":[]}',
      /from another version/,
    ],
    ['what is too long', ' '.repeat(20_000_001), /too large/],
  ])('refuses %s, says why, and loses nothing', async (_, text, words) => {
    const app = await open(serializePresets([{ name: 'Wide', view }]))
    const before = stored(app)
    await give(app, text)
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(shownNames()).toEqual(['Wide'])
    expect(stored(app)).toBe(before)
  })
})

describe('V6 presets in a browser that does not keep them', () => {
  it('says that the last change is not kept, and keeps it while the tab is open', async () => {
    const app = await open(serializePresets([{ name: 'Wide', view }]))
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await keep(app, 'Second')
    expect(await screen.findByRole('alert')).toHaveTextContent(/storage is full or blocked/)
    expect(shownNames()).toEqual(['Second', 'Wide'])
    close()
    app.show()
    expect(shownNames()).toEqual(['Second', 'Wide'])
    full.mockRestore()
    await keep(app, 'Third')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(stored(app)).toContain('Second')
  })

  it('works without storage', async () => {
    const app = await open()
    close()
    for (const way of ['getItem', 'setItem'] as const) {
      vi.spyOn(Storage.prototype, way).mockImplementation(() => {
        throw new DOMException('blocked', 'SecurityError')
      })
    }
    app.show()
    await keep(app, 'Wide')
    await keep(app, 'Second')
    expect(shownNames()).toEqual(['Second', 'Wide'])
    expect(screen.getByRole('alert')).toHaveTextContent(/blocked/)
  })

  it.each([
    ['damaged', '{"what":"latchkey view presets","ver'],
    ['of another version', '{"what":"latchkey view presets","version":2,"sets":[]}'],
  ])('leaves what is stored and %s alone until told to start anew', async (_, text) => {
    const app = await open(text)
    expect(await screen.findByRole('alert')).toHaveTextContent(/in this browser are damaged/)
    expect(field()).toBeDisabled()
    expect(button('Import…')).toHaveAttribute('aria-disabled', 'true')
    await give(app, serializePresets([{ name: 'Other', view }]))
    expect(stored(app)).toBe(text)
    await press(app, 'Start over')
    expect(stored(app)).toBeNull()
    await keep(app, 'Wide')
    expect(shownNames()).toEqual(['Wide'])
  })

  it('follows what another tab changes, and adds to it', async () => {
    const app = await open(serializePresets([{ name: 'Wide', view }]))
    localStorage.setItem(app.key, serializePresets([{ name: 'From there', view: gallery }]))
    act(() => {
      dispatchEvent(new StorageEvent('storage', { key: app.key }))
    })
    await waitFor(() => expect(shownNames()).toEqual(['From there']))
    localStorage.setItem(app.key, serializePresets([{ name: 'And this', view: gallery }]))
    await keep(app, 'Mine')
    expect(shownNames()).toEqual(['And this', 'Mine'])
  })
})
