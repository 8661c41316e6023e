import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { setSession } from '#src/api/current-session.ts'
import { expectedLayout, rememberLayout } from '#src/features/folder-view/shown-layouts.ts'

it('F1 the layouts of the 200 folders that were shown last are known, however often each was', () => {
  setSession({ status: 'active', userId: 'mei' })
  const show = (name: string) => rememberLayout(`svc://my/${name}`, 'gallery')
  show('often')
  show('once')
  for (let at = 0; at < 199; at++) {
    show('often')
    show(`${at}`)
  }
  const known = (name: string) => expectedLayout(new QueryClient(), `svc://my/${name}`)
  expect(known('often')).toBe('gallery')
  expect(known('0')).toBe('gallery')
  expect(known('once')).toBe('list')
})
