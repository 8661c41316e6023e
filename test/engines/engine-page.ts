import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as TestingLibrary from '@testing-library/dom'
import type * as Axe from 'axe-core'
import { expect } from 'vitest'
import type { AppServer, Role } from '../browser/app-server.ts'
import { accessibilityRules } from '../dom/accessibility-rules.ts'
import type { EngineWindow, Point, Target } from './engine.ts'

type ElementRole = TestingLibrary.ByRoleMatcher
/** A text stands for the whole name, a pattern for a part of it. */
export type Where = { role: ElementRole; name?: string | RegExp; inside?: Omit<Where, 'inside'> }

type JsonName = { text: string; isPattern: boolean }
type JsonWhere = { role: ElementRole; name?: JsonName; inside?: JsonWhere }

declare global {
  // Loaded into the page.
  var TestingLibraryDom: typeof TestingLibrary
  var axe: typeof Axe
  var elementsAt: (where: JsonWhere) => HTMLElement[]
}

/** Runs in the page. */
function elementsAt({ role, name, inside }: JsonWhere): HTMLElement[] {
  const outer = inside ? globalThis.elementsAt(inside)[0] : document.body
  if (!outer) return []
  const named = name && { name: name.isPattern ? new RegExp(name.text) : name.text }
  return globalThis.TestingLibraryDom.queryAllByRole(outer, role, named)
}

const toJson = ({ role, name, inside }: Where): JsonWhere => ({
  role,
  ...(name !== undefined && {
    name:
      typeof name === 'string'
        ? { text: name, isPattern: false }
        : { text: name.source, isPattern: true },
  }),
  ...(inside && { inside: toJson(inside) }),
})

const require = createRequire(import.meta.url)
const readLibrary = (path: string) => readFile(require.resolve(path), 'utf8')
// The build for pages; the package exports it to none but pages.
const testingLibrary = '@testing-library/dom/dist/@testing-library/dom.umd.min.js'

const patience = { timeout: 15_000, interval: 100 }

/** One window on the app, in which elements are found by role and name. Each step waits for what it needs. */
export class EnginePage {
  readonly window: EngineWindow
  readonly #server: AppServer

  constructor(window: EngineWindow, server: AppServer) {
    this.window = window
    this.#server = server
  }

  async open(path: string): Promise<void> {
    await this.window.open(new URL(path, this.#server.address).href)
  }

  /** Signs in through the form, which leads on to the path. */
  async signInTo(path: string, role: Role = 'owner'): Promise<void> {
    const { email, password } = this.#server.account(role)
    await this.open(path)
    await this.click({ role: 'textbox', name: 'Email' })
    await this.window.type(email)
    await this.window.press('Tab')
    await this.window.type(password)
    await this.window.press('Enter')
    await this.waitFor({ role: 'navigation', name: 'Main' })
  }

  async count(where: Where): Promise<number> {
    await this.#loadQueries()
    return this.window.run((json) => globalThis.elementsAt(json).length, toJson(where))
  }

  async waitFor(where: Where): Promise<void> {
    await this.#find(where)
  }

  async waitUntilGone(where: Where): Promise<void> {
    await expect.poll(() => this.count(where), patience).toBe(0)
  }

  async waitForText(text: string): Promise<void> {
    const read = () => this.window.run(() => document.body.innerText, null)
    await expect.poll(read, patience).toContain(text)
  }

  async click(where: Where): Promise<void> {
    // Between finding and clicking, the page may draw the element anew.
    const attempt = async () => {
      const target = await this.#find(where)
      return target.click().then(
        () => 'clicked',
        (error: unknown) => String(error),
      )
    }
    await expect.poll(attempt, patience).toBe('clicked')
  }

  /** Clicks the innermost element with this text. */
  async clickText(text: string): Promise<void> {
    await this.#loadQueries()
    const find = (wanted: string) => globalThis.TestingLibraryDom.queryByText(document.body, wanted)
    const target = await this.window.find(find, text)
    if (!target) throw new Error(`There is no text ${text}.`)
    await target.click()
  }

  async isChecked(where: Where): Promise<boolean> {
    await this.waitFor(where)
    return this.window.run(
      (json) => (globalThis.elementsAt(json)[0] as HTMLInputElement).checked,
      toJson(where),
    )
  }

  /** Chooses a file in the hidden field of this label. */
  async chooseFile(label: string, path: string): Promise<void> {
    // The field comes with the part of the page that uploads, a moment after the rows.
    let field: Target | null = null
    const attempt = async () => {
      field = await this.window.find(
        (name) => document.querySelector(`input[type=file][aria-label="${name}"]`),
        label,
      )
      return field !== null
    }
    await expect.poll(attempt, { ...patience, message: `the field for files ${label}` }).toBe(true)
    await (field as unknown as Target).setFiles(path)
  }

  /** The accessible names of all elements there. */
  async labels(where: Where): Promise<string[]> {
    await this.#loadQueries()
    return this.window.run(
      (json) =>
        globalThis
          .elementsAt(json)
          .map((each) => each.getAttribute('aria-label') ?? each.textContent),
      toJson(where),
    )
  }

  async value(where: Where): Promise<string> {
    await this.waitFor(where)
    return this.window.run(
      (json) => (globalThis.elementsAt(json)[0] as HTMLInputElement).value,
      toJson(where),
    )
  }

  /** Drags an element to the middle of another, which must be marked as a place to drop it before the mouse lets go. */
  async dragTo(from: Where, to: Where): Promise<void> {
    const isMarked = (json: JsonWhere) =>
      globalThis.elementsAt(json)[0]?.hasAttribute('data-drop') ?? false
    const waitForMark = () =>
      expect.poll(() => this.window.run(isMarked, toJson(to)), patience).toBe(true)
    if (this.window.drag) {
      await this.window.drag(await this.#middle(from), await this.#middle(to), waitForMark)
      return
    }
    await this.waitFor(from)
    await this.waitFor(to)
    await this.window.run(
      (json) => {
        const [source] = globalThis.elementsAt(json.from)
        const [target] = globalThis.elementsAt(json.to)
        if (!source || !target) throw new Error('There is nothing to drag, or nowhere to drop it.')
        const dataTransfer = new DataTransfer()
        const send = (element: Element, type: string) =>
          element.dispatchEvent(
            type === 'mousedown'
              ? new MouseEvent(type, { bubbles: true, cancelable: true })
              : new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
          )
        send(source, 'mousedown')
        send(source, 'dragstart')
        send(target, 'dragenter')
        send(target, 'dragover')
        Object.assign(globalThis, {
          drop: () => {
            send(target, 'drop')
            send(source, 'dragend')
          },
        })
      },
      { from: toJson(from), to: toJson(to) },
    )
    await waitForMark()
    await this.window.run(() => (globalThis as unknown as { drop: () => void }).drop(), null)
  }

  async #middle(where: Where): Promise<Point> {
    await this.waitFor(where)
    return this.window.run((json) => {
      const box = globalThis.elementsAt(json)[0]?.getBoundingClientRect()
      return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 }
    }, toJson(where))
  }

  /** Whether the element, or one inside it, has the focus. */
  async hasFocus(where: Where): Promise<boolean> {
    await this.#loadQueries()
    return this.window.run(
      (json) => globalThis.elementsAt(json)[0]?.contains(document.activeElement) ?? false,
      toJson(where),
    )
  }

  /** Nothing is wrong with what is on the page by the rules of the journeys in Chromium. */
  async expectAccessible(state: string): Promise<void> {
    if (await this.window.run(() => typeof globalThis.axe === 'undefined', null)) {
      await this.window.load(await readLibrary('axe-core/axe.min.js'))
    }
    const found = await this.window.run(async (rules) => {
      // Colours in the middle of a transition would fail the contrast check.
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
      }
      const { violations } = await globalThis.axe.run(document, {
        rules,
        // As in `expectAccessible`.
        resultTypes: ['violations'],
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160) ?? ''}`)
    }, accessibilityRules)
    expect(found, `axe on ${state}`).toEqual([])
  }

  /** Keeps a picture where `LATCHKEY_SHOTS` names a folder. */
  async takeScreenshot(name: string): Promise<void> {
    const folder = process.env['LATCHKEY_SHOTS']
    if (folder) await writeFile(join(folder, `${name}.png`), await this.window.screenshot())
  }

  async #loadQueries(): Promise<void> {
    if (await this.window.run(() => 'elementsAt' in globalThis, null)) return
    await this.window.load(await readLibrary(testingLibrary))
    await this.window.load(`globalThis.elementsAt = ${elementsAt.toString()}`)
  }

  async #find(where: Where): Promise<Target> {
    let target: Target | null = null
    const attempt = async () => {
      await this.#loadQueries()
      const find = (json: JsonWhere) => globalThis.elementsAt(json)[0] ?? null
      target = await this.window.find(find, toJson(where))
      return target !== null
    }
    const message = `${String(where.role)} ${String(where.name ?? '')}`
    await expect.poll(attempt, { ...patience, message }).toBe(true)
    return target as unknown as Target
  }
}
