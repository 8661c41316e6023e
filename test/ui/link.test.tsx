import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { Link } from '#src/ui/Link.tsx'

function Here() {
  return <p>{`Here: ${useLocation().pathname}`}</p>
}

function show(to: string) {
  window.history.replaceState(null, '', '/shares')
  render(
    <BrowserRouter>
      <Link to={to}>Go</Link>
      <Here />
    </BrowserRouter>,
  )
  return screen.getByRole('link', { name: 'Go' })
}

afterEach(() => window.history.replaceState(null, '', '/'))

test('a link leads to another page without loading anew, and back', async () => {
  const link = show('/files?uri=svc%3A%2F%2Fmy#a')
  expect(link).toHaveAttribute('href', '/files?uri=svc%3A%2F%2Fmy#a')
  const before = window.history.length
  await userEvent.click(link)
  expect(screen.getByText('Here: /files')).toBeVisible()
  expect(window.location.search + window.location.hash).toBe('?uri=svc%3A%2F%2Fmy#a')
  expect(window.history.length).toBe(before + 1)
})

test('a link to where one is leads no step further in the history', async () => {
  const link = show('/shares')
  const before = window.history.length
  await userEvent.click(link)
  expect(window.history.length).toBe(before)
})

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])(
  'a click with %s is the browser’s own',
  (key) => {
    const link = show('/files')
    let isOurs: boolean | undefined
    const see = (event: Event) => {
      isOurs = event.defaultPrevented
      // jsdom cannot open windows.
      event.preventDefault()
    }
    window.addEventListener('click', see, { once: true })
    fireEvent.click(link, { [key]: true })
    expect(isOurs).toBe(false)
    expect(screen.getByText('Here: /shares')).toBeVisible()
  },
)
