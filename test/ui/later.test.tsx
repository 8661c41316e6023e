import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { later, type Later } from '#src/ui/later.ts'
import { domState } from '../dom.ts'

/** Code whose fetching fails until the network is there. */
function laidAway() {
  const network = { isThere: false, asked: 0 }
  const code = later(async () => {
    network.asked++
    if (!network.isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return { word: 'Here' }
  })
  return { network, code }
}

function Word({ code, how }: { code: Later<{ word: string }>; how?: 'quietly' }) {
  // oxlint-disable-next-line react/rules-of-hooks -- one piece of code per test
  return <p>{code.useCode(true, how)?.word ?? 'Not yet'}</p>
}

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null }
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render() {
    if (!this.state.error) return this.props.children
    return <button onClick={() => this.setState({ error: null })}>Retry</button>
  }
}

test('what the page can do without waits quietly for the network', async () => {
  const { network, code } = laidAway()
  render(<Word code={code} how="quietly" />)
  await act(async () => {})
  expect(screen.getByText('Not yet')).toBeVisible()
  network.isThere = true
  await act(async () => void dispatchEvent(new Event('online')))
  expect(await screen.findByText('Here')).toBeVisible()
  expect(network.asked).toBe(2)
})

test('what the page cannot do without says so once, and Retry fetches it again', async () => {
  domState.expectedNoise.push(/ChunkGoneError/)
  const { network, code } = laidAway()
  render(
    <Boundary>
      <Word code={code} />
    </Boundary>,
  )
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(network.asked).toBe(1)
  network.isThere = true
  await act(async () => retry.click())
  expect(await screen.findByText('Here')).toBeVisible()
})

test('what is here is drawn at once, and fetched only once', async () => {
  const { network, code } = laidAway()
  network.isThere = true
  await Promise.all([code.load(), code.load()])
  render(<Word code={code} />)
  expect(screen.getByText('Here')).toBeVisible()
  expect(network.asked).toBe(1)
})
