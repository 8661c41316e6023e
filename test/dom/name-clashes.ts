import { waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/* The table of names that are taken, in the dialogs of moves, copies, uploads and restores. */

/** What is done with all of them, and with single ones instead, by a part of their name. */
export async function chooseRule(
  user: UserEvent,
  where: HTMLElement,
  rule: string,
  exceptions: Readonly<Record<string, string>> = {},
): Promise<void> {
  const table = within(where)
  await user.click(await table.findByRole('radio', { name: rule }))
  for (const [name, choice] of Object.entries(exceptions)) {
    const select = table
      .getAllByRole('combobox', { name: /^What to do with/ })
      .find((each) => each.closest('[role=row]')?.textContent.includes(name))
    await user.selectOptions(select as HTMLElement, choice)
  }
}

/** Chooses, and presses the one button that does it. */
export async function decide(
  user: UserEvent,
  where: HTMLElement,
  rule: string,
  exceptions?: Readonly<Record<string, string>>,
): Promise<void> {
  await chooseRule(user, where, rule, exceptions)
  const button = { name: /^(Move|Copy|Upload|Restore) [\d,]+ |^Skip (it|all)|^Leave / }
  const found = await waitFor(() => {
    const each = within(where).getByRole('button', button)
    // It does nothing while something else is carried out.
    expect(each).not.toHaveAttribute('aria-disabled', 'true')
    return each
  })
  await user.click(found)
}
