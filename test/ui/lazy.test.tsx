import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { loadOnce } from '#src/lib/load-once.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { lazyModule, type LazyModule, preloadWhenIdle } from '#src/ui/lazy-module.ts'
import { domState } from '../dom-state.ts'

/** A chunk that cannot be fetched until the network is there. */
function chunk<T>(content: T) {
  const network = { isThere: false, requests: 0 }
  const fetchChunk = async () => {
    network.requests++
    if (!network.isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return content
  }
  return { network, fetchChunk }
}

function lazyWord() {
  const { network, fetchChunk } = chunk({ word: 'Here' })
  return { network, word: lazyModule(fetchChunk, { preload: false }) }
}

function Word({ word, how }: { word: LazyModule<{ word: string }>; how?: 'optional' }) {
  // oxlint-disable-next-line react/rules-of-hooks -- one module per test
  return <p>{word.useModule(true, how)?.word ?? 'Not yet'}</p>
}

function lazyGreeting(options: { optional?: boolean; waitsForIdle?: boolean } = {}) {
  const { network, fetchChunk } = chunk(({ name }: { name: string }) => <p>Hello {name}</p>)
  return { network, Greeting: lazyComponent(fetchChunk, { preload: false, ...options }) }
}

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null }
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render() {
    if (!this.state.error) return this.props.children
    return <button onClick={() => this.setState({ error: null })}>Retry</button>
  }
}

const goOnline = () => act(async () => void dispatchEvent(new Event('online')))

// This test is the first, because a page that has been idle once counts as idle for good.
test('P2 a component for when the page is idle is not fetched before, although it is drawn', async () => {
  const { network, Greeting } = lazyGreeting({ waitsForIdle: true })
  network.isThere = true
  render(<Greeting name="Mei" fallback="Not yet" />)
  await act(async () => {})
  expect(screen.getByText('Not yet')).toBeVisible()
  expect(network.requests).toBe(0)
  await act(preloadWhenIdle)
  expect(await screen.findByText('Hello Mei')).toBeVisible()
  expect(network.requests).toBe(1)
})

test('a module that the page can do without is fetched again when the network is back', async () => {
  const { network, word } = lazyWord()
  render(<Word word={word} how="optional" />)
  await act(async () => {})
  expect(screen.getByText('Not yet')).toBeVisible()
  network.isThere = true
  await goOnline()
  expect(await screen.findByText('Here')).toBeVisible()
  expect(network.requests).toBe(2)
})

test('a module that the page needs says once that it is gone, and Retry fetches it again', async () => {
  domState.expectedNoise.push(/ChunkLoadError/)
  const { network, word } = lazyWord()
  render(
    <Boundary>
      <Word word={word} />
    </Boundary>,
  )
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(network.requests).toBe(1)
  network.isThere = true
  await act(async () => retry.click())
  expect(await screen.findByText('Here')).toBeVisible()
})

test('a module that has been loaded is drawn at once, and fetched only once', async () => {
  const { network, word } = lazyWord()
  network.isThere = true
  await Promise.all([word.load(), word.load()])
  render(<Word word={word} />)
  expect(screen.getByText('Here')).toBeVisible()
  expect(network.requests).toBe(1)
})

test('a component draws its fallback until its code has been loaded', async () => {
  const { network, Greeting } = lazyGreeting()
  network.isThere = true
  render(<Greeting name="Mei" fallback={<p>Loading</p>} />)
  expect(screen.getByText('Loading')).toBeVisible()
  expect(await screen.findByText('Hello Mei')).toBeVisible()
  expect(screen.queryByText('Loading')).toBeNull()
})

test('a component that was fetched ahead is drawn at once', async () => {
  const { network, Greeting } = lazyGreeting()
  network.isThere = true
  await Greeting.preload()
  render(<Greeting name="Mei" fallback={<p>Loading</p>} />)
  expect(screen.getByText('Hello Mei')).toBeVisible()
  expect(network.requests).toBe(1)
})

test('a component that was to be fetched ahead in vain is fetched again when it is drawn', async () => {
  const { network, Greeting } = lazyGreeting()
  await Greeting.preload()
  network.isThere = true
  render(<Greeting name="Mei" />)
  expect(await screen.findByText('Hello Mei')).toBeVisible()
})

test('a component that the page needs says once that it is gone, and Retry fetches it again', async () => {
  domState.expectedNoise.push(/ChunkLoadError/)
  const { network, Greeting } = lazyGreeting()
  const show = (name: string) => (
    <Boundary>
      <Greeting name={name} />
    </Boundary>
  )
  const { rerender } = render(show('Mei'))
  const retry = await screen.findByRole('button', { name: 'Retry' })
  rerender(show('Lin'))
  expect(network.requests).toBe(1)
  network.isThere = true
  await act(async () => retry.click())
  expect(await screen.findByText('Hello Lin')).toBeVisible()
})

test('a component that the page can do without waits for the network, or for the next time it is wanted', async () => {
  const { network, Greeting } = lazyGreeting({ optional: true })
  const { unmount } = render(<Greeting name="Mei" fallback={<p>Loading</p>} />)
  await act(async () => {})
  expect(screen.getByText('Loading')).toBeVisible()
  expect(network.requests).toBe(1)
  unmount()
  render(<Greeting name="Lin" fallback={<p>Loading</p>} />)
  await act(async () => {})
  expect(network.requests).toBe(2)
  network.isThere = true
  await goOnline()
  expect(await screen.findByText('Hello Lin')).toBeVisible()
})

test('what is loaded once is shared, and asked for again only after a failure', async () => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length === 1) throw new Error('gone')
    return 'here'
  })
  const once = loadOnce(load)
  const both = await Promise.allSettled([once(), once()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(load).toHaveBeenCalledTimes(1)
  expect(await once()).toBe('here')
  expect(await once()).toBe('here')
  expect(load).toHaveBeenCalledTimes(2)
})
