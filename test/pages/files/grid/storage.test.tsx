import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../../dom/harness.tsx'
import { setMeta } from '../../../dom/meta-tags.ts'
import { createStorage, storageOrigin } from '../../../features/uploads/storage-fixtures.tsx'
import { contents, photos, row, seedPhotos } from './fixtures.tsx'

/* Contents that lie in a storage on another origin. */

async function atPhotos(named: string) {
  setMeta('origins', named)
  const { store, between } = createStorage()
  const app = await renderApp({ path: photos, seed: seedPhotos(), between })
  await row('IMG_1.jpg')
  /** What the storage has at a URL that the page uses. */
  const bytesAt = async (url: string) =>
    new Uint8Array(await (await store.fetch(new Request(url))).arrayBuffer())
  return { ...app, store, bytesAt }
}

const imageIn = async (name: string) =>
  waitFor(async () => {
    const image = (await row(name)).querySelector('img')
    if (!image) throw new Error(`${name} has no picture yet`)
    return image
  })

describe('R3 with a storage that the deployment names', () => {
  it('F1 thumbnails are shown from there', async () => {
    const app = await atPhotos(storageOrigin)
    const image = await imageIn('IMG_1.jpg')
    expect(image.src).toMatch(new RegExp(`^${storageOrigin}/`))
    const { status, headers } = await app.store.fetch(new Request(image.src))
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  it('F8 a drawing is read from there, and shown', async () => {
    const app = await atPhotos(storageOrigin)
    await app.user.dblClick(await row('sign.svg'))
    const dialog = within(await screen.findByRole('dialog', { name: 'sign.svg' }))
    const image = await dialog.findByRole('img', { name: 'sign.svg' })
    expect(decodeURIComponent(image.getAttribute('src') ?? '')).toMatch(
      /^data:image\/svg\+xml,<svg /,
    )
    const read = app.requests.filter(({ path }) => path.startsWith(storageOrigin))
    expect(read.map(({ method }) => method)).toContain('GET')
  })

  it('F2 a file is downloaded from there, in a frame that may do nothing else', async () => {
    const app = await atPhotos(storageOrigin)
    await app.user.click(within(await row('IMG_1.jpg')).getByRole('checkbox'))
    await app.user.click(screen.getByRole('button', { name: 'Download' }))
    const frame = await waitFor(() => {
      const found = document.querySelector('iframe')
      if (!found) throw new Error('no download yet')
      return found
    })
    expect(frame.getAttribute('sandbox')).toBe('allow-downloads')
    expect(frame.src).toMatch(new RegExp(`^${storageOrigin}/`))
    expect(await app.bytesAt(frame.src)).toEqual(contents)
    frame.remove()
  })

  it('F2 nothing is downloaded from a storage that is not named, and that is said', async () => {
    const app = await atPhotos('https://other.example.org')
    await app.user.click(within(await row('IMG_1.jpg')).getByRole('checkbox'))
    await app.user.click(screen.getByRole('button', { name: 'Download' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(document.querySelector('iframe')).toBeNull()
    expect((await row('IMG_1.jpg')).querySelector('img')).toBeNull()
    expect(app.requests.filter(({ path }) => path.startsWith(storageOrigin))).toEqual([])
  })
})
