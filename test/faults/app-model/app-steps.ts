import { fireEvent } from '@testing-library/react'
import { currentSession } from '#src/api/current-session.ts'
import { countUnsavedDrafts } from '#src/features/session/draft-store.ts'
import { withoutActiveItems } from '#src/jobs/store/job-list.ts'
import { password } from '../../dom/harness.tsx'
import { checkSignedOut } from '../model/checks/invariants.ts'
import type { Step } from '../model/steps/step.ts'
import type { AppSession } from './app-session.ts'
import {
  isChosen,
  isText,
  nameOf,
  type Part,
  pictureOfScreen,
  shownRows,
  topDialog,
  usable,
} from './screen.ts'

/* What a person does with what is on the screen. A number chooses among what is there. */

export type AppStep = Step<AppSession>

const nth = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]

/** Presses something; something on screen, in the address or on the wire must change. */
async function pressElement(session: AppSession, element: HTMLElement): Promise<void> {
  const { wire } = session
  const name = nameOf(element)
  session.taken.push(`  ${element.tagName.toLowerCase()} “${name}”`)
  const mayDoNothing =
    isChosen(element) ||
    element.tagName === 'SELECT' ||
    savesNothing(element) ||
    // It copies the same again.
    name === 'Copied'
  const before = [pictureOfScreen(), wire.log.length, wire.count, localStorage.length].join()
  const isSame = () =>
    [pictureOfScreen(), wire.log.length, wire.count, localStorage.length].join() === before
  await session.perform(session.user.click(element))
  if (mayDoNothing || !isSame()) return
  const { activeElement } = document
  const isFocused = activeElement === element || activeElement === document.body
  if (isFocused && !isUnderWay(session)) throw new Error(`“${name}” does nothing`)
}

/** Save of a text that is saved: the button stays where it is while one types. */
const savesNothing = (element: HTMLElement): boolean =>
  nameOf(element) === 'Save' &&
  document.querySelector('main textarea') !== null &&
  countUnsavedDrafts() === 0

/**
 * Whether something is already being done to all that is selected, which is not done twice, or the list is loading: what
 * is done to all that match waits for its last row.
 */
function isUnderWay({ page, listOnPage }: AppSession): boolean {
  const list = listOnPage === 'links' ? page.linkList() : page.lists().get(listOnPage ?? '')
  if (list?.loadState.at === 'loading') return true
  const names = shownRows()
    .filter((each) => each.getAttribute('aria-selected') === 'true')
    .map((each) => each.getAttribute('aria-label'))
  const rows = page.rows().filter(({ name }) => names.includes(name))
  return rows.length > 0 && withoutActiveItems(rows).length === 0
}

/** Presses the nth enabled control of a part of the screen. */
const press = (part: Part, at: number): AppStep => ({
  name: `person.press('${part}', ${at})`,
  isPossible: () => buttons(part).length > 0,
  run: async (session) => {
    const element = nth(buttons(part), at)
    if (element) await pressElement(session, element)
  },
})
const buttons = (part: Part) => usable(part).filter((each) => !isText(each))

/** Presses the control of that name. */
const pressNamed = (name: RegExp): AppStep => ({
  name: `person.pressNamed(${String(name)})`,
  isPossible: () => usable().some((each) => name.test(nameOf(each))),
  run: async (session) => {
    const element = usable().find((each) => name.test(nameOf(each)))
    if (element) await pressElement(session, element)
  },
})

/** Selects the rows at the set bits of `mask`. */
const tick = (mask: number): AppStep => ({
  name: `person.tick(${mask})`,
  isPossible: () => boxes().length > 0,
  run: async (session) => {
    for (const [at, box] of boxes().entries())
      if ((mask >> at) & 1 && box.isConnected) await pressElement(session, box)
  },
})
const boxes = () => usable('list').filter((each) => /^Select (?!all)/.test(nameOf(each)))

/** Opens the nth row. */
const openRow = (at: number): AppStep => ({
  name: `person.openRow(${at})`,
  isPossible: () => !topDialog() && shownRows().length > 0,
  run: async (session) => {
    const row = nth(shownRows(), at)
    if (row) await session.perform(session.user.dblClick(row))
  },
})

const key = (keys: string): AppStep => ({
  name: `person.key('${keys}')`,
  isPossible: () => true,
  run: (session) => session.perform(session.user.keyboard(keys)),
})

/** Types into the field that has the focus, or else into the nth on the screen. */
const type = (at: number, text: string): AppStep => ({
  name: `person.type(${at}, '${text}')`,
  isPossible: () => usable().some(isText),
  run: async (session) => {
    const fields = usable().filter(isText)
    const focused = fields.find((each) => each === document.activeElement)
    const field = focused ?? nth(fields, at)
    if (!field) return
    session.taken.push(`  field “${nameOf(field)}”`)
    await session.perform(session.user.click(field))
    fireEvent.change(field, { target: { value: text } })
    await session.flush()
    if (field.type !== 'search') await session.perform(session.user.keyboard('{Enter}'))
  },
})

const reload = (): AppStep => ({
  name: 'person.reload()',
  isPossible: ({ wire }) => !wire.outage,
  run: (session) => session.reload(),
})

const wait = (count: number): AppStep => ({
  name: `person.wait(${count})`,
  isPossible: ({ isBusy }) => isBusy,
  run: async (session) => {
    for (let at = 0; at < count; at++) await session.step()
  },
})

const settle = (): AppStep => ({
  name: 'person.settle()',
  isPossible: ({ wire }) => !wire.outage,
  run: (session) => session.rest(),
})

async function fill(session: AppSession, label: string, text: string): Promise<void> {
  const field = usable().find((each) => isText(each) && nameOf(each).startsWith(label))
  if (!field) throw new Error(`There is no field ${label}`)
  fireEvent.change(field, { target: { value: text } })
  await session.flush()
}

/** Signs out in the middle of whatever goes on, and in again. */
const signOut = (): AppStep => ({
  name: 'person.signOut()',
  isPossible: ({ wire }) => !wire.outage && !topDialog() && accountButton() !== null,
  run: async (session) => {
    const button = accountButton()
    if (!button) return
    await session.perform(session.user.click(button))
    const leave = [...document.querySelectorAll('button')].find(
      (each) => nameOf(each) === 'Sign out',
    )
    if (!leave) throw new Error('There is no Sign out')
    await session.perform(session.user.click(leave))
    for (let at = 0; at < 400 && currentSession().status !== 'out'; at++) {
      if (!(await session.step())) break
    }
    await session.flush()
    if (currentSession().status !== 'out') return
    await checkSignedOut(session)
    await signIn(session)
  },
})
const accountButton = () =>
  document.querySelector<HTMLElement>('header button[aria-label^="Account of"]')

async function signIn(session: AppSession): Promise<void> {
  session.wire.faults.length = 0
  await session.rest()
  await fill(session, 'Email', 'mei@example.org')
  for (let at = 0; at < 3; at++) {
    const field = usable().find((each) => isText(each) && nameOf(each).startsWith('Password'))
    if (field) break
    await session.perform(session.user.keyboard('{Enter}'))
    await session.rest()
  }
  await fill(session, 'Password', password)
  const enter = usable().find((each) => nameOf(each) === 'Sign in')
  if (!enter) throw new Error('There is no Sign in')
  await session.perform(session.user.click(enter))
  await session.rest()
  if (currentSession().status !== 'active') throw new Error('Nobody is signed in')
}

export const person = {
  press,
  pressNamed,
  tick,
  openRow,
  key,
  type,
  reload,
  wait,
  settle,
  signOut,
}
