import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { here, renderApp } from '../dom/harness.tsx'

async function show() {
  const app = await renderApp({ path: '/shares' })
  const to = (name: RegExp) => screen.findByRole('link', { name })
  return { ...app, files: await to(/Files/), shares: await to(/Shares/) }
}

test('a link leads to another page without loading anew, and back', async () => {
  const { user, files } = await show()
  expect(files).toHaveAttribute('href', '/files')
  await user.click(files)
  await screen.findByRole('heading', { name: /Files/ })
  expect(here()).toBe('/files')
  window.history.back()
  await waitFor(() => expect(here()).toBe('/shares'))
})

test('a link to where one is leads no step further in the history', async () => {
  const { user, shares: links } = await show()
  const before = window.history.length
  await user.click(links)
  expect(window.history.length).toBe(before)
})

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])(
  'a click with %s is the browser’s own',
  async (key) => {
    const { files } = await show()
    let isOurs: boolean | undefined
    const see = (event: Event) => {
      isOurs = event.defaultPrevented
      // jsdom cannot open windows.
      event.preventDefault()
    }
    window.addEventListener('click', see, { once: true })
    fireEvent.click(files, { [key]: true })
    expect(isOurs).toBe(false)
    expect(here()).toBe('/shares')
  },
)
