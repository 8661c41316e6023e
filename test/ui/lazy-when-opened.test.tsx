import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from '#src/features/shell/ErrorBoundary.tsx'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { domState } from '../dom/dom-state.ts'
import { English } from './english.tsx'

/** A part whose chunk cannot be fetched until the network is there. */
function part() {
  const network = { isThere: false, requests: 0 }
  const Greeting = lazyWhenOpened(async () => {
    network.requests++
    if (!network.isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return ({ name }: { name: string }) => <p>Hello {name}</p>
  })
  const show = (name: string) => (
    <ErrorBoundary>
      <Greeting name={name} />
    </ErrorBoundary>
  )
  return { network, show }
}

test('a part whose chunk does not come says so once, and offers to load a new version or to try again', async () => {
  domState.expectedNoise.push(/CodeLoadError/)
  const { network, show } = part()
  const { rerender } = render(show('Mei'), { wrapper: English })
  // A browser does not tell whether it is gone or the service was not reached.
  expect(await screen.findByRole('alert')).toHaveTextContent('There may be a new version.')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
  rerender(show('Lin'))
  await act(async () => {})
  expect(network.requests).toBe(1)
  network.isThere = true
  await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
  expect(await screen.findByText('Hello Lin')).toBeVisible()
})

test('a part that is opened offline can be opened again when the network is back', async () => {
  domState.expectedNoise.push(/CodeLoadError/)
  const { network, show } = part()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(show('Mei'), { wrapper: English })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(screen.getByRole('alert')).toHaveTextContent('You are offline.')
  online.mockReturnValue(true)
  network.isThere = true
  await act(async () => retry.click())
  expect(await screen.findByText('Hello Mei')).toBeVisible()
  expect(network.requests).toBe(2)
})

test('a part that is opened offline is there by itself when the network is back', async () => {
  domState.expectedNoise.push(/CodeLoadError/)
  const { network, show } = part()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(show('Mei'), { wrapper: English })
  await screen.findByRole('button', { name: 'Retry' })
  // Its effect, which waits for the network, may come after it is drawn.
  await act(async () => {})
  online.mockReturnValue(true)
  network.isThere = true
  await act(async () => dispatchEvent(new Event('online')))
  expect(await screen.findByText('Hello Mei')).toBeVisible()
})

test('a part that is opened offline does not come by itself while somebody types elsewhere', async () => {
  domState.expectedNoise.push(/CodeLoadError/)
  const { network, show } = part()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(
    <>
      <input aria-label="Name" />
      {show('Mei')}
    </>,
    { wrapper: English },
  )
  const retry = await screen.findByRole('button', { name: 'Retry' })
  screen.getByRole('textbox').focus()
  online.mockReturnValue(true)
  network.isThere = true
  await act(async () => dispatchEvent(new Event('online')))
  expect(network.requests).toBe(1)
  retry.focus()
  await act(async () => dispatchEvent(new Event('online')))
  expect(await screen.findByText('Hello Mei')).toBeVisible()
})

test('a part whose style sheet could not be fetched is drawn when that is there, too', async () => {
  domState.expectedNoise.push(/CodeLoadError/)
  const sheets = () => document.head.querySelectorAll<HTMLLinkElement>('link[href="/part.css"]')
  // As Vite does it: the style sheet is asked for once, and the next time only the code is.
  const Part = lazyWhenOpened(async () => {
    if (sheets().length === 0) {
      const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet' })
      sheet.setAttribute('href', '/part.css')
      document.head.append(sheet)
      sheet.dispatchEvent(new Event('error'))
      throw new Error('Unable to preload CSS for /part.css')
    }
    return () => <p>Hello</p>
  })
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const show = <Part />
  render(<ErrorBoundary>{show}</ErrorBoundary>, { wrapper: English })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  const [failed] = sheets()
  online.mockReturnValue(true)
  await act(async () => retry.click())
  const [again, ...others] = sheets()
  expect(others).toEqual([])
  expect(again).not.toBe(failed)
  expect(screen.queryByText('Hello')).toBeNull()
  await act(async () => again?.dispatchEvent(new Event('load')))
  expect(await screen.findByText('Hello')).toBeVisible()
  again?.remove()
})

test('a part that has been loaded is drawn at once', async () => {
  const { network, show } = part()
  network.isThere = true
  const first = render(show('Mei'), { wrapper: English })
  expect(await screen.findByText('Hello Mei')).toBeVisible()
  first.unmount()
  render(show('Lin'), { wrapper: English })
  expect(screen.getByText('Hello Lin')).toBeVisible()
  expect(network.requests).toBe(1)
})

test('what is fetched when the page is idle comes one after another, with what that defines; a failure stops nothing', async () => {
  vi.resetModules()
  const { createLazyLoader, preloadLazyCode } = await import('#src/ui/lazy-code.ts')
  const order: string[] = []
  let fetching = 0
  const define = (name: string, then?: () => void) =>
    createLazyLoader(async () => {
      expect(++fetching).toBe(1)
      await Promise.resolve()
      fetching--
      order.push(name)
      then?.()
    })
  define('dialogs')
  createLazyLoader(() => Promise.reject(new TypeError('gone')))
  define('page', () => define('part of the page'))
  await preloadLazyCode()
  expect(order).toEqual(['dialogs', 'page', 'part of the page'])
})
