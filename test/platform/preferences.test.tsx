import { expect, it, onTestFinished } from 'vitest'
import { reloadPreferences, setPreferences } from '#src/platform/preferences.ts'

const key = 'latchkey.preferences'
const stored = () => JSON.parse(localStorage.getItem(key) ?? '{}') as unknown

it('keeps what was chosen in another tab since this one was opened', () => {
  onTestFinished(() => {
    localStorage.clear()
    reloadPreferences()
  })
  setPreferences({ theme: 'dark' })
  localStorage.setItem(key, JSON.stringify({ theme: 'light', language: 'zh-CN' }))
  setPreferences({ density: 'compact' })
  expect(stored()).toMatchObject({ theme: 'light', language: 'zh-CN', density: 'compact' })
})
