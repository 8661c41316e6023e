import * as v from 'valibot'
import { childUri } from '#src/contract/uri.ts'
import { textDraftOf } from '#src/features/editor/text-drafts.ts'
import { countUnsavedDrafts } from '#src/features/session/draft-store.ts'
import { callService, contentsAt } from '../../processes/service-api.ts'
import { AppSession } from '../app-model/app-session.ts'
import { home } from '../model/account.ts'
import { expectNothing } from '../model/define-model.ts'
import type { Sequence } from '../model/steps/step.ts'

/* One sequence in the text editor: a file that is open, and what must be true of it. */

const folder = childUri(home, 'Letters')
const first = childUri(folder, 'letter.txt')
const hrefOf = (uri: string) => `/edit?uri=${encodeURIComponent(uri)}`
const Info = v.object({ data: v.nullish(v.object({ path: v.nullish(v.string()) })) })
/** By these buttons a person gives up what was typed. */
const givesUp = /“(?:Discard|Leave|Don’t save)/
const gone = /renamed, moved or deleted|no longer here|is now at/

export class EditorSession implements Sequence {
  readonly app: AppSession
  readonly #fileId: string
  /** What was typed last, until it is stored or given up. */
  typed: string | undefined
  /** Every address that the file has had. */
  readonly #uris = new Set([first])
  #takenBefore = 0

  private constructor(app: AppSession, fileId: string) {
    this.app = app
    this.#fileId = fileId
  }

  static async openEditor(choices: readonly number[]): Promise<EditorSession> {
    const seeded = { id: '' }
    const app = await AppSession.openApp(choices, {
      path: hrefOf(first),
      seed: ({ service, mei }) => {
        const contents = new TextEncoder().encode('Dear Lin,')
        seeded.id = service.seed.addFile(mei, ['Letters', 'letter.txt'], { contents })
      },
    })
    return new EditorSession(app, seeded.id)
  }

  get taken() {
    return this.app.taken
  }
  get wire() {
    return this.app.wire
  }
  get file() {
    return { id: this.#fileId }
  }
  flush = () => this.app.flush()
  close = () => this.app.close()

  get field(): HTMLTextAreaElement | null {
    return document.querySelector('main textarea')
  }

  /** Where the file is now; undefined when it is gone for good. */
  async findUri(): Promise<string | undefined> {
    const path = `/file/info?id=${this.#fileId}`
    const uri = v.parse(Info, await this.app.account.send('GET', path)).data?.path ?? undefined
    if (uri !== undefined) this.#uris.add(uri)
    return uri
  }

  async storedAt(uri: string): Promise<string> {
    const { service, owner } = this.app.account
    return new TextDecoder().decode(await contentsAt({ service, mei: owner }, uri))
  }

  /** The same account in another browser writes to the file. */
  async write(text: string): Promise<void> {
    const uri = await this.findUri()
    if (uri === undefined || !uri.startsWith(home)) return
    // Once it is stored, it is an earlier version of theirs.
    if ((await this.storedAt(uri)) === this.typed) this.typed = undefined
    const { service, owner } = this.app.account
    const path = `/file/content?uri=${encodeURIComponent(uri)}`
    await callService(service, 'PUT', path, { as: owner, body: text })
  }

  async openFile(): Promise<void> {
    const uri = await this.findUri()
    if (uri !== undefined) await this.app.goTo(hrefOf(uri))
  }

  /** The page is gone, after the browser has asked whether to lose what was typed. */
  async reload(): Promise<void> {
    if (this.typed !== undefined && countUnsavedDrafts() === 0 && !(await this.#isStored()))
      throw new Error(`The page closes without a question, and “${this.typed}” is lost`)
    this.typed = undefined
    await this.app.reload()
  }

  async #isStored(): Promise<boolean> {
    const items = [...(await this.app.account.everything()).values()]
    const texts = items.filter(({ isFolder, name }) => !isFolder && name.includes('letter'))
    for (const { uri } of texts) if ((await this.storedAt(uri)) === this.typed) return true
    return false
  }

  /** Nothing that was typed is lost. */
  async check(): Promise<void> {
    const taken = this.taken.slice(this.#takenBefore)
    this.#takenBefore = this.taken.length
    if (taken.some((line) => givesUp.test(line))) this.typed = undefined
    await this.findUri()
    const { typed } = this
    if (typed === undefined || this.field?.value === typed) return
    if ([...this.#uris].some((uri) => textDraftOf(uri)?.text === typed)) return
    if (!(await this.#isStored())) throw new Error(`“${typed}” is lost`)
    this.typed = undefined
  }

  /** An editor that nobody has typed in shows what is stored, wherever the file is now; one that is gone is said to be. */
  async checkFollowed(): Promise<void> {
    const { field } = this
    if (!field || this.typed !== undefined) return
    if ([...this.#uris].some((uri) => textDraftOf(uri) !== undefined)) return
    const uri = await this.findUri()
    const isThere = uri?.startsWith(home) ?? false
    const wrong: string[] = []
    if (!isThere && !gone.test(document.body.textContent))
      wrong.push('nothing says that it is gone')
    if (isThere && uri !== undefined) {
      const stored = await this.storedAt(uri)
      if (field.value !== stored) wrong.push(`the editor shows “${field.value}” for “${stored}”`)
      const shown = new URL(location.href).searchParams.get('uri')
      if (shown !== uri) wrong.push(`the editor is at ${shown}, and the file at ${uri}`)
    }
    expectNothing(wrong)
  }
}
