import { QueryClientProvider, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { onSignOut, resetStores } from '#src/api/resets.ts'
import { resetTokensAndSession, restoreSession } from '#src/api/tokens.ts'
import { files } from '#src/features/file-lists/files.ts'
import { linkListQuery } from '#src/features/links/list/link-list.ts'
import { useSessionStatus } from '#src/features/session/use-session.ts'
import { startFindingInterruptedWork } from '#src/features/shell/interrupted/find-interrupted-work.ts'
import { type InterruptedJob, useInterruptedJobs } from '#src/jobs/journal/interrupted-jobs.ts'
import { type Toast, useToasts } from '#src/jobs/messages/toasts.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { type Question, useCurrentQuestion } from '#src/jobs/questions/questions.ts'
import { useJobsSelector } from '#src/jobs/store/job-list.ts'
import type { Job } from '#src/jobs/store/job.ts'
import { keys } from '#src/lists/keys.ts'
import { usePagedList } from '#src/lists/loading/paged-lists.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { trashUri } from './account.ts'

/*
 * A page without its markup: the lists, the stores and the operations that a user reaches through it. Where the whole app
 * is drawn, it only watches that one.
 */

export type List = PagedList<FileRow>

/** Until interrupted work is looked for, in ms. */
const findDelayMs = 1_500

/** What its hooks return now. */
export type Shown = {
  refetch: (() => Promise<unknown>) | undefined
  toasts: readonly Toast[]
  /** The one on the screen. */
  question: Question | undefined
  interrupted: readonly InterruptedJob[]
  jobs: ReadonlyMap<number, Job>
}

export class Page {
  readonly client: QueryClient
  /** The address whose list is on the page, or `links`; undefined on a page without one. */
  place: string | undefined
  readonly shown: Shown = {
    refetch: undefined,
    toasts: [],
    question: undefined,
    interrupted: [],
    jobs: new Map(),
  }
  readonly #root = createRoot(document.createElement('div'))
  readonly #isWatching: boolean
  readonly #unregister: (() => void) | undefined

  /** `watched`: what the app that is drawn holds. */
  constructor(watched?: QueryClient) {
    this.#isWatching = watched !== undefined
    this.client = watched ?? createQueryClient()
    if (!this.#isWatching) {
      this.#unregister = onSignOut(() => this.client.clear())
      restoreSession()
    }
    this.render()
  }

  enter(place: string | undefined): void {
    this.place = place
    this.shown.refetch = undefined
    this.render()
  }

  render(): void {
    const place = this.#isWatching ? undefined : this.place
    this.#root.render(
      <QueryClientProvider client={this.client}>
        <StoresProbe page={this} />
        {!this.#isWatching && <InterruptedProbe />}
        {place === 'links' && <LinksProbe page={this} />}
        {place !== undefined && place !== 'links' && (
          <ListProbe key={place} page={this} place={place} />
        )}
      </QueryClientProvider>,
    )
  }

  /** Called by its components. */
  show(part: Partial<Shown>): void {
    Object.assign(this.shown, part)
  }

  /** Every list of files that the page holds, by address. */
  lists(): Map<string, List> {
    const lists = new Map<string, List>()
    for (const [key, list] of this.client.getQueriesData<List>({ queryKey: keys.files.lists() })) {
      if (list && typeof key[2] === 'string') lists.set(key[2], list)
    }
    const trash = this.client.getQueryData<List>(keys.files.trash())
    if (trash) lists.set(trashUri, trash)
    return lists
  }

  rowsOf(list: List | undefined): FileRow[] {
    return [...(list?.order ?? [])].flatMap((rowIndex) => list?.at(rowIndex) ?? [])
  }

  /** The rows on the page. */
  rows(): FileRow[] {
    return this.place === undefined || this.place === 'links'
      ? []
      : this.rowsOf(this.lists().get(this.place))
  }

  linkList(): PagedList<LinkRow> | undefined {
    return this.client.getQueryData<PagedList<LinkRow>>(keys.links.list())
  }

  /** The links on the page, without those that are hidden. */
  linkRows(): LinkRow[] {
    const list = this.linkList()
    return [...(list?.order ?? [])].flatMap((rowIndex) => list?.at(rowIndex) ?? [])
  }

  close(): void {
    this.#root.unmount()
    if (this.#isWatching) return
    this.client.clear()
    this.#unregister?.()
    resetTokensAndSession()
    resetStores()
  }
}

function StoresProbe({ page }: { page: Page }) {
  const toasts = useToasts()
  const question = useCurrentQuestion()
  const interrupted = useInterruptedJobs()
  const jobs = useJobsSelector((all) => all)
  useLayoutEffect(() => {
    // All jobs, also those of writes that have not ended: a message is shown when a job begins to wait.
    page.show({
      toasts,
      question,
      interrupted,
      jobs: new Map(jobs.map((job) => [job.id, job])),
    })
  })
  return null
}

/** As the app does, a moment after it has started. */
function InterruptedProbe() {
  const client = useQueryClient()
  const isSignedIn = useSessionStatus() === 'active'
  useEffect(
    () => (isSignedIn ? startFindingInterruptedWork(client, findDelayMs) : undefined),
    [client, isSignedIn],
  )
  return null
}

function LinksProbe({ page }: { page: Page }) {
  const { refetch } = usePagedList(linkListQuery())
  useLayoutEffect(() => page.show({ refetch }))
  return null
}

function ListProbe({ page, place }: { page: Page; place: string }) {
  const { refetch } = usePagedList(place === trashUri ? files.trash() : files.list(place))
  useLayoutEffect(() => page.show({ refetch }))
  return null
}
