import { expect, it } from 'vitest'
import { restoring } from '#src/i18n/en/trash/restoring.ts'

it('T10 counts the folders that are kept among all when files are replaced', () => {
  const hint = restoring.ruleHints.replace
  expect(hint(5, ['Sub', 'Old'])).toBe(
    'What is there goes to the trash. 2 of them are kept beside what is there.',
  )
  expect(hint(2, ['Sub', 'Old'])).toBe('2 are kept beside what is there.')
  expect(hint(2, [])).toBe('What is there goes to the trash.')
})
