import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionRoutes } from '#src/server/accounts/sessions.ts'
import { settingRoutes } from '#src/server/accounts/settings.ts'
import { signInListRoutes } from '#src/server/accounts/sign-in-list.ts'
import { createCaptchas } from '#src/server/accounts/sign-in/captcha.ts'
import { createPasswordHasher } from '#src/server/accounts/sign-in/passwords.ts'
import { createPendingSecondFactors } from '#src/server/accounts/sign-in/second-factors.ts'
import { createGuessThrottles } from '#src/server/accounts/sign-in/throttle.ts'
import { importTokenKey } from '#src/server/accounts/tokens.ts'
import { userRoutes } from '#src/server/accounts/user-routes.ts'
import { seedGroups } from '#src/server/accounts/users.ts'
import { createArchiveRegistry } from '#src/server/contents/archive-registry.ts'
import { downloadUrlRoutes } from '#src/server/contents/download-urls.ts'
import { getContentRoutes } from '#src/server/contents/get-content.ts'
import { putContentRoutes } from '#src/server/contents/put-content.ts'
import { thumbnailRoutes, maxThumbnailSize } from '#src/server/contents/thumbs.ts'
import {
  recordCleanShutdown,
  removeUnownedContents,
} from '#src/server/contents/unowned-contents.ts'
import { versionRoutes } from '#src/server/contents/version-routes.ts'
import { viewerSessionRoutes } from '#src/server/contents/viewer-sessions.ts'
import { wopiRoutes } from '#src/server/contents/wopi.ts'
import { createEventHub } from '#src/server/events/event-hub.ts'
import { eventRoutes } from '#src/server/events/events.ts'
import { trashInterruptedCopies } from '#src/server/files/copy.ts'
import { fileCreationRoutes } from '#src/server/files/create.ts'
import { fileInfoRoutes } from '#src/server/files/info.ts'
import { fileListRoutes } from '#src/server/files/listing/listing.ts'
import { metadataRoutes } from '#src/server/files/metadata/metadata.ts'
import { moveAndCopyRoutes } from '#src/server/files/move.ts'
import { renameRoutes } from '#src/server/files/rename.ts'
import { createAdmission } from '#src/server/http/admission/admission.ts'
import { createApp } from '#src/server/http/app.ts'
import type { ServiceContext } from '#src/server/http/request-context.ts'
import type { Route } from '#src/server/http/route.ts'
import { siteRoutes } from '#src/server/http/site.ts'
import { createTimeSliceScheduler } from '#src/server/http/time-slice-scheduler.ts'
import { unlockRoutes } from '#src/server/locks/unlock.ts'
import {
  type ThumbnailLimits,
  createThumbnailProcesses,
} from '#src/server/pictures/thumbnail-processes.ts'
import { createSeedBuilders } from '#src/server/seed/builders.ts'
import type { SeedBuilders } from '#src/server/seed/builders.ts'
import { shareInfoRoutes } from '#src/server/shares/share-info.ts'
import { shareListRoutes } from '#src/server/shares/share-list.ts'
import { shareWriteRoutes } from '#src/server/shares/share-writes.ts'
import { openContentStore } from '#src/server/storage/content-store.ts'
import type { ContentStore } from '#src/server/storage/content-store.ts'
import {
  copyDatabaseAndPruneCopies,
  copyDatabaseIfDue,
} from '#src/server/storage/database-copies.ts'
import { openDb } from '#src/server/storage/db.ts'
import type { Db } from '#src/server/storage/db.ts'
import { migrate, outdatedVersionOf } from '#src/server/storage/schema.ts'
import { emptyTrashRoutes } from '#src/server/trash/empty-trash.ts'
import { removeDeletedContents } from '#src/server/trash/purge.ts'
import { removeRoutes } from '#src/server/trash/remove.ts'
import { restoreRoutes } from '#src/server/trash/restore.ts'
import { createRetentionJob } from '#src/server/trash/retention.ts'
import {
  removeUploadsWithVoidGrants,
  removeExpiredUploads,
  removeOrphanedDrafts,
} from '#src/server/uploads/upload-rows.ts'
import { uploadRoutes } from '#src/server/uploads/uploads.ts'
import { saveViewRoutes } from '#src/server/views/save-view.ts'

export type EmbeddedService = {
  /**
   * Answers a request under `/api/v4`; never rejects. `address` is the caller's network address, for rate limits; `closed`
   * resolves once the answer has been sent or the connection is lost: until then the request counts as in progress.
   */
  fetch(
    request: Request,
    from?: { address?: string | undefined; closed?: Promise<void> },
  ): Promise<Response>
  db: Db
  store: ContentStore
  /** Milliseconds since 1970. */
  now: () => number
  /** Creates accounts, files, shares, locks and tokens without a request. */
  seed: SeedBuilders
  /** The text of a captcha, while its ticket is valid. */
  captchaText(ticket: string): string | undefined
  /** Ends the streams of events, which last as long as their clients wish. */
  endStreams(): void
  close(): void
}

export type EmbeddedServiceOptions = {
  /** Folder of the database, its key and the contents; ':memory:' keeps all of it in memory. */
  dir: string
  /** The folder was used before: without its database, or `contents`, the service does not start. */
  mustExist?: boolean
  now?: () => number
  /** Milliseconds since the start, by a clock that cannot be set. */
  uptime?: () => number
  /** log2 of scrypt's N; 17 by default. */
  passwordCost?: number | undefined
  /** Sign-in asks for a captcha. */
  captcha?: boolean
  /** Milliseconds after which a search, or the sum of a folder, ends with what it has found; 5,000 by default. */
  searchTimeoutMs?: number
  /** Milliseconds of one time slice of a long request, after which others are answered; 20 by default. 250 rows at most. */
  timeSliceMs?: number
  /** Milliseconds for which a long request lets others finish between two time slices; 50 by default. */
  maxYieldMs?: number
  /** Limits of the drawing of thumbnails, where they differ from the usual ones. */
  pictureLimits?: Partial<ThumbnailLimits>
  /** Milliseconds between the last change and the events of it; 5,000 by default. */
  eventDelayMs?: number | undefined
  /** Origin of the URLs in responses; that of the request by default. */
  siteUrl?: (request: Request) => string
}

/** Milliseconds between two checkpoints of the database: what a power cut or a lost log can take away. */
const checkpointIntervalMs = 2_000
/** Milliseconds between two looks whether the copy of the day is there. */
const copyIntervalMs = 60_000
/** Milliseconds between two removals of expired uploads and trashed items. */
const cleanupIntervalMs = 600_000

const routes: readonly Route[] = [
  ...sessionRoutes,
  ...siteRoutes,
  ...userRoutes,
  ...settingRoutes,
  ...signInListRoutes,
  ...fileListRoutes,
  ...fileInfoRoutes,
  ...thumbnailRoutes,
  ...shareInfoRoutes,
  ...shareListRoutes,
  ...shareWriteRoutes,
  ...putContentRoutes,
  ...downloadUrlRoutes,
  ...getContentRoutes,
  ...uploadRoutes,
  ...versionRoutes,
  ...viewerSessionRoutes,
  ...wopiRoutes,
  ...unlockRoutes,
  ...fileCreationRoutes,
  ...renameRoutes,
  ...moveAndCopyRoutes,
  ...removeRoutes,
  ...emptyTrashRoutes,
  ...restoreRoutes,
  ...saveViewRoutes,
  ...metadataRoutes,
  ...eventRoutes,
]

/** One for all services of this process: they differ by their context only. */
const app = createApp(routes)

/** Reads the key that signs tokens and URLs; creates it at the first run. */
function openKey(path: string): Uint8Array {
  if (!existsSync(path)) {
    // Synced and renamed: half a key would stop each later start.
    writeFileSync(`${path}.new`, randomBytes(32), { mode: 0o600, flush: true })
    renameSync(`${path}.new`, path)
  }
  const key = readFileSync(path)
  if (key.length < 32) throw new Error(`The key ${path} is damaged.`)
  return key
}

/** Opens the service on its data, which are created at the first run. Throws `DamagedDatabaseError` and file errors. */
export async function createEmbeddedService(
  options: EmbeddedServiceOptions,
): Promise<EmbeddedService> {
  const { dir, now = Date.now, mustExist = false, timeSliceMs = 20 } = options
  const startedAt = performance.now()
  const uptime = options.uptime ?? (() => performance.now() - startedAt)
  const isMemory = dir === ':memory:'
  if (!isMemory) mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (mustExist && !existsSync(join(dir, 'contents'))) {
    throw new Error(`the folder ${join(dir, 'contents')} is missing`)
  }
  const db = openDb(isMemory ? dir : join(dir, 'latchkey.db'), mustExist)
  try {
    const older = outdatedVersionOf(db)
    if (!isMemory && older !== undefined)
      await copyDatabaseAndPruneCopies(dir, now(), `-version-${older}`)
    migrate(db)
    seedGroups(db)
    const key = isMemory ? randomBytes(32) : openKey(join(dir, 'latchkey.key'))
    const store = openContentStore(isMemory ? dir : join(dir, 'contents'))
    const requests = createTimeSliceScheduler(options.maxYieldMs ?? 50, timeSliceMs)
    const events = createEventHub(db, options.eventDelayMs ?? 5_000)
    const pictures = createThumbnailProcesses(maxThumbnailSize, options.pictureLimits)
    const context: ServiceContext = {
      db,
      store,
      now,
      key,
      tokenKey: await importTokenKey(key),
      hasher: createPasswordHasher(options.passwordCost ?? 17),
      throttles: createGuessThrottles(now),
      secondFactors: createPendingSecondFactors(now),
      captchas: createCaptchas(now),
      retentionJob: createRetentionJob({ db, store, requests, now, uptime }),
      archives: createArchiveRegistry(now),
      events,
      pictures,
      requests,
      admission: createAdmission(),
      asksCaptcha: options.captcha ?? false,
      searchTimeoutMs: options.searchTimeoutMs ?? 5_000,
      siteUrl: options.siteUrl ?? ((request) => new URL(request.url).origin),
    }
    removeOrphanedDrafts(context)
    removeUnownedContents(db, store)
    void removeDeletedContents(context)
    trashInterruptedCopies(context)
    context.retentionJob.runIfDue()
    const cleanup = setInterval(() => {
      context.retentionJob.runIfDue()
      try {
        removeExpiredUploads(context)
        removeUploadsWithVoidGrants(context)
      } catch (error) {
        console.error('Latchkey: expired uploads could not be removed', error)
      }
    }, cleanupIntervalMs).unref()
    const checkpoints = setInterval(() => {
      try {
        db.checkpoint()
      } catch (error) {
        console.error('Latchkey: the database could not be checkpointed', error)
      }
    }, checkpointIntervalMs).unref()
    const copies = isMemory
      ? undefined
      : setInterval(() => void copyDatabaseIfDue(dir, now()), copyIntervalMs).unref()
    return {
      fetch: (request, from) =>
        requests.track(request, async () =>
          app.fetch(request, { address: from?.address ?? '', context, closed: from?.closed }),
        ),
      db,
      store,
      now,
      seed: createSeedBuilders(context),
      captchaText: (ticket) => context.captchas.textOf(ticket),
      endStreams: () => events.close(),
      close() {
        clearInterval(cleanup)
        clearInterval(checkpoints)
        clearInterval(copies)
        events.close()
        pictures.close()
        endInOrder(db)
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

function endInOrder(db: Db): void {
  try {
    if (db.isOpen()) recordCleanShutdown(db)
  } catch (error) {
    console.error('Latchkey: the end of the service could not be noted', error)
  }
}
