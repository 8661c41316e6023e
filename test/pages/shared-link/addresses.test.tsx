import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { stripAndRememberLinkPassword } from '#src/features/links/visit/address-password.ts'
import { knownLinkPassword } from '#src/features/links/visit/link-passwords.ts'
import { here, renderApp } from '../../dom/harness.tsx'
import { share } from './fixtures.tsx'

const password = 'sesame77'

/** Every form in which an address can have the password of a link. */
const forms = [
  '/s/ID/PW',
  '/S/ID/PW',
  '/s/ID/PW/',
  '/s/ID/PW/x',
  '/S/ID/PW/x/y/',
  '/s//ID//PW',
  '/s/ID/PW?x=1#PW',
  '/s/ID#PW',
  '/s/ID/PW?path=%2FLogos',
  '/s/ID?password=PW',
  '/s/ID%2FPW',
  '/s/ID%2fPW%2Fx',
  '/s%2FID%2FPW',
  '/s/ID%252FPW',
  '/%73/ID/PW',
  '/%53/ID/PW',
  '/files/app/s/ID/PW',
  '/home?path=cloudreve%3A%2F%2FID%3APW%40share',
  '/home?path=cloudreve%3A%2F%2FID%3APW%40share%2FLogos',
  '/home/?path=cloudreve://ID:PW@share',
  '/files?uri=svc%3A%2F%2FID%3APW%40share',
  '/sign-in?to=%2FS%2FID%2FPW%2Fx',
  '/sign-in?to=%2Ffiles%3Furi%3Dsvc%253A%252F%252FID%253APW%2540share',
]
// The password first: a random id may have the letters that stand for it.
const withLink = (form: string, id: string) => form.replaceAll('PW', password).replaceAll('ID', id)

async function openAt(form: string) {
  let id = ''
  const app = await renderApp({
    as: null,
    seed: (backend) => {
      id = share(backend, { password })
    },
    path: () => withLink(form, id),
  })
  return { ...app, id }
}

describe('F7 the password of a link in an address', () => {
  it.each(forms.filter((form) => !/^\/(?:files\?|sign-in|s\/ID[#?])/.test(form)))(
    'opens the link, and is gone from the address: %s',
    async (form) => {
      const { id } = await openAt(form)
      expect(decodeURIComponent(here() + location.hash)).not.toContain(password)
      expect(await screen.findByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
      expect(new URL(location.href).pathname).toBe(`/s/${id}`)
      expect(document.body.innerHTML).not.toContain(password)
    },
  )

  it.each(forms)('leaves the address before anything reads it: %s', (form) => {
    const { pathname, search, hash } = new URL(withLink(form, 'aBc4'), 'http://localhost')
    const address = stripAndRememberLinkPassword({ pathname, search, hash })
    expect(decodeURIComponent(decodeURIComponent(address))).not.toContain(password)
    // Taken once more it stays as it is, so that nothing is redirected in a circle.
    const again = new URL(address, 'http://localhost')
    expect(stripAndRememberLinkPassword(again)).toBe(address)
    if (form !== '/s/ID#PW') expect(knownLinkPassword('aBc4')).toBe(password)
    resetStores()
  })

  it('leaves an address with two slashes, which names a link and no other host', () => {
    const address = stripAndRememberLinkPassword({
      pathname: `//s/aBc4/${password}`,
      search: '',
      hash: '',
    })
    expect(address).toBe('/s/aBc4')
    resetStores()
  })

  it.each(['//evil.example', '//evil.example/?path=svc://aBc4:PW@share'])(
    'goes, and the name of another host stays to be seen by the sign-in: %s',
    (form) => {
      const to = `/sign-in?to=${encodeURIComponent(form)}`
      const { pathname, search, hash } = new URL(to, 'http://localhost')
      const address = stripAndRememberLinkPassword({ pathname, search, hash })
      // Whoever follows it later has to see that it names a host.
      expect(new URLSearchParams(address.split('?')[1]).get('to')).toMatch(/^\/\/evil/)
      resetStores()
    },
  )

  it.each(['/S/ID/PW', '/s/ID/PW/x', '/s/ID/PW/'])(
    'leaves the address and the history in a page that is open: %s',
    async (form) => {
      const { id, router } = await openAt('/sign-in')
      await screen.findByLabelText('Email')
      await act(() => router.navigate(withLink(form, id)))
      expect(await screen.findByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
      await waitFor(() => expect(here()).toBe(`/s/${id}`))
    },
  )

  it.each(['/s/%20/PW', '/S/-/PW/x', '/s/nobody/PW', '/share/s/ID/PW/x/y'])(
    'that belongs to no link ends on a calm page: %s',
    async (form) => {
      await renderApp({ as: null, path: withLink(form, 'nobody') })
      expect(
        await screen.findByText(
          /^(?:There is no such link|This link no longer works|Page not found)$/,
        ),
      ).toBeVisible()
      expect(screen.queryByRole('alert')).toBeNull()
      expect(location.href).not.toContain(password)
    },
  )

  it.each([
    '/shares?q=s/2026/report',
    '/files?uri=svc%3A%2F%2Fmy%2Fs%2FID%2Freport.pdf',
    '/files?uri=svc%3A%2F%2FID%40share%2Fa%3Ab%40share',
    '/s/ID?path=%2Fs%2Fa%2Fb',
    '/trash?q=a:b@share#top',
  ])('is not seen where there is none: %s', (form) => {
    const { pathname, search, hash } = new URL(form, 'http://localhost')
    expect(stripAndRememberLinkPassword({ pathname, search, hash })).toBe(form)
    expect(knownLinkPassword('ID')).toBeUndefined()
  })
})
