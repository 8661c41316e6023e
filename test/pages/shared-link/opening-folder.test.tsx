import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp, type Backend } from '../../dom/harness.tsx'
import outline from '#src/features/shell/app-shell/AppShellSkeleton.module.css'

const shareTrip = ({ service: { seed }, mei }: Backend): string => {
  seed.addFile(mei, ['Trip', 'Days', 'a.txt'])
  return seed.addShare(seed.addFolder(mei, ['Trip']))
}

/** What is drawn from now on: whether it ever had the outline of a sidebar, and no main part once there had been one. */
function watchFrames() {
  const seen = { outlines: 0, withoutMain: 0 }
  let hadMain = false
  const observer = new MutationObserver(() => {
    if (document.querySelector(`.${outline['outline']}`)) seen.outlines++
    const hasMain = document.querySelector('main') !== null
    if (hadMain && !hasMain) seen.withoutMain++
    hadMain ||= hasMain
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return { seen, stop: () => observer.disconnect() }
}

describe('F7 a visitor who opens the link to a folder', () => {
  it.each([
    ['by the link', (id: string) => `/s/${id}`],
    ['by the link, in a folder below', (id: string) => `/s/${id}?path=/Days`],
    [
      'by the address of the folder',
      (id: string) => `/files?uri=${encodeURIComponent(`svc://${id}@share/Days`)}`,
    ],
  ])('%s sees no sidebar and no empty page on the way', async (_, pathOf) => {
    let id = ''
    const frames = watchFrames()
    await renderApp({
      as: null,
      isStrict: false,
      seed: (backend) => {
        id = shareTrip(backend)
      },
      path: () => pathOf(id),
    })
    await screen.findByRole('row', { name: pathOf('').includes('Days') ? 'a.txt' : 'Days' })
    frames.stop()
    expect(frames.seen).toEqual({ outlines: 0, withoutMain: 0 })
  })
})
