import { fireEvent } from '@testing-library/react'
import { vi } from 'vitest'
import { childUri, parentUri } from '#src/contract/uri.ts'
import { type AppStep, person as appPerson } from '../app-model/app-steps.ts'
import { topDialog } from '../app-model/screen.ts'
import { home } from '../model/account.ts'
import type { Step } from '../model/steps/step.ts'
import { world as appWorld } from '../model/steps/world-steps.ts'
import type { Fault, Outage } from '../model/wire.ts'
import type { EditorSession } from './editor-session.ts'

/* What a person does in the text editor, and others do with its file. */

export type EditorStep = Step<EditorSession>

/** At a return to the page the file is looked at again when this has passed, in ms. */
const returnMs = 31_000

const inApp = (step: AppStep): EditorStep => ({
  name: `inApp(${step.name})`,
  isPossible: ({ app }) => step.isPossible(app),
  run: ({ app }) => step.run(app),
})

const type = (text: string): EditorStep => ({
  name: `person.type('${text}')`,
  isPossible: ({ field }) => field !== null && !field.readOnly && !topDialog(),
  run: async (session) => {
    const { field } = session
    if (!field) return
    field.focus()
    fireEvent.input(field, { target: { value: text } })
    session.typed = text
    await session.flush()
  },
})

/** Comes back to the page after a while. */
const look = (): EditorStep => ({
  name: 'person.look()',
  isPossible: ({ wire }) => !wire.outage,
  run: async (session) => {
    await session.app.rest()
    await vi.advanceTimersByTimeAsync(returnMs)
    await session.app.rest()
    const isDisturbed = session.wire.faults.length > 0
    document.dispatchEvent(new Event('visibilitychange'))
    await session.app.rest()
    if (!isDisturbed) await session.checkFollowed()
  },
})

const leave = (): EditorStep => ({
  name: 'person.leave()',
  isPossible: ({ wire }) => !topDialog() && !wire.outage,
  run: ({ app }) => app.goTo('/files'),
})

const openFile = (): EditorStep => ({
  name: 'person.openFile()',
  isPossible: ({ wire }) => !topDialog() && !wire.outage,
  run: (session) => session.openFile(),
})

const reload = (): EditorStep => ({
  name: 'person.reload()',
  isPossible: ({ wire }) => !wire.outage,
  run: (session) => session.reload(),
})

export const person = {
  type,
  look,
  leave,
  openFile,
  reload,
  save: () => inApp(appPerson.key('{Control>}s{/Control}')),
  escape: () => inApp(appPerson.key('{Escape}')),
  press: (part: 'page' | 'dialog' | 'notice', at: number) => inApp(appPerson.press(part, at)),
  pressNamed: (name: RegExp) => inApp(appPerson.pressNamed(name)),
  wait: (count: number) => inApp(appPerson.wait(count)),
  settle: () => inApp(appPerson.settle()),
}

const deed = (name: string, run: (session: EditorSession, uri: string) => Promise<unknown>) => ({
  name: `others.${name}`,
  isPossible: () => true,
  run: async (session: EditorSession) => {
    const uri = await session.findUri()
    if (uri !== undefined) await run(session, uri)
    await session.findUri()
  },
})
const isHere = (uri: string) => uri.startsWith(home)
const send =
  (method: string, path: string, body: (uri: string) => object, isPossible = isHere) =>
  async ({ app }: EditorSession, uri: string) =>
    isPossible(uri) && app.account.send(method, path, body(uri))

/** What others do with the file. */
export const others = {
  write: (text: string) => deed(`write('${text}')`, (session) => session.write(text)),
  rename: (name: string) =>
    deed(
      `rename('${name}')`,
      send('POST', '/file/rename', (uri) => ({ uri, new_name: name })),
    ),
  move: () =>
    deed(
      'move()',
      send('POST', '/file/move', (uri) => ({
        uris: [uri],
        dst: childUri(home, parentUri(uri) === childUri(home, 'B') ? 'Letters' : 'B'),
      })),
    ),
  remove: () =>
    deed(
      'remove()',
      send('DELETE', '/file', (uri) => ({ uris: [uri] })),
    ),
  restore: () =>
    deed(
      'restore()',
      send(
        'POST',
        '/file/restore',
        (uri) => ({ uris: [uri] }),
        (uri) => !isHere(uri),
      ),
    ),
  lock: () => deed('lock()', async ({ app, file }) => app.account.lock(file, true)),
  /** Also that of the editor. */
  unlock: () => deed('unlock()', async ({ app }) => app.account.unlock()),
}

export const world = {
  fail: (fault: Fault) => inApp(appWorld.fail(fault)),
  stopService: (outage: Outage) => inApp(appWorld.stopService(outage)),
  startService: () => inApp(appWorld.startService()),
}
