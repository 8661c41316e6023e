import { isJournalInUse } from '#src/jobs/store/jobs.ts'
import type { Account } from '../account.ts'
import { Session } from '../session.ts'
import type { OrderedWire } from '../wire.ts'

/*
 * One of two tabs. The modules of the app have state, so this one, with what it exports and all that it imports, is
 * evaluated once for each tab.
 */

export { bringToEnd, check, refreshEverything } from '../operations-model.ts'
export { links } from '../steps/link-steps.ts'
export { person } from '../steps/person-steps.ts'
export { world } from '../steps/world-steps.ts'

/** What the tabs have in common. */
export type Browser = {
  readonly isBusy: boolean
  connect(tab: TabSession, wire: OrderedWire): void
  step(): Promise<boolean>
  noteWritten(by: TabSession, path: string): Promise<void>
  /** Web Locks go with the tab that has them. */
  freeLocks(of: TabSession): void
}

export class TabSession extends Session {
  readonly #browser: Browser
  // Each step in a database takes several.
  protected override readonly turns: number = 40

  private constructor(account: Account, browser: Browser, choices: readonly number[]) {
    super(account, choices)
    this.#browser = browser
  }

  static async openTab(
    account: Account,
    browser: Browser,
    choices: readonly number[],
  ): Promise<TabSession> {
    await account.signIn()
    const tab = new TabSession(account, browser, choices)
    tab.openWire()
    tab.page = tab.openPage()
    return tab
  }

  protected override openWire(): void {
    super.openWire()
    this.wire.onWritten = (path) => this.#browser.noteWritten(this, path)
  }

  protected override connect(wire: OrderedWire): void {
    this.#browser.connect(this, wire)
  }

  /** The other tab has some, too. What those of a closed page do goes to a wire that is closed. */
  protected override clearTimers(): void {}

  protected override async leavePage(): Promise<void> {
    this.#browser.freeLocks(this)
    await super.leavePage()
  }

  get isBusyItself(): boolean {
    return super.isBusy
  }

  override get isBusy(): boolean {
    return this.#browser.isBusy
  }

  override step(): Promise<boolean> {
    return this.#browser.step()
  }

  worksOn(journalId: string): boolean {
    return isJournalInUse(journalId)
  }
}
