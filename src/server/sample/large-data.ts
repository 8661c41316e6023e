import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as v from 'valibot'
import { noPermissions, type PermissionSetting } from '#src/contract/share.ts'
import { formatUri } from '#src/contract/uri.ts'
import type { EmbeddedService } from '#src/server/service.ts'
import { newId } from '#src/server/storage/ids.ts'
import { dayMs } from './account-files.ts'

/** A random number generator (mulberry32), numbers from 0 to 1; the same seed gives the same numbers. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const places = ['Reine', 'Hamnøy', 'Svolvær', 'Kvalvika', 'Å', 'Henningsvær', 'Nusfjord', 'Bodø']
const subjects =
  'Report Invoice Minutes Contract Survey Letter Sketch Scan Notes 会议记录 设计稿 合同 报价单 تقرير فاتورة סיכום Отчёт 報告書 보고서'.split(
    ' ',
  )
const endings = [
  'pdf',
  'docx',
  'xlsx',
  'md',
  'txt',
  'csv',
  'zip',
  'png',
  'svg',
  'json',
  'mp4',
  'wav',
]

/** A name as people and cameras choose them; unique, because it contains `index`. */
function nameOf(index: number, random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const ending = pick(endings)
  switch (index % 5) {
    // Numbers of different lengths, which only a natural sort order puts right.
    case 0:
      return `file${index}.${ending}`
    case 1:
      return `IMG_${String(index).padStart(6, '0')}.jpg`
    case 2:
      return `${pick(subjects)} ${index}.${ending}`
    case 3:
      return `${pick(places)}, ${pick(subjects)} (${index}).${ending}`
    default:
      return `${2024 + (index % 3)}-${String(1 + (index % 12)).padStart(2, '0')} ${pick(subjects)} no. ${index}.${ending}`
  }
}

const insertFile = `INSERT INTO files (id, owner_key, parent_key, type, name, size, created_at, updated_at, entity_id,
  trash_id, restore_uri, collect_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const insertEntity =
  'INSERT INTO entities (id, file_key, owner_key, size, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?)'
const insertShare = `INSERT INTO shares (id, owner_key, file_key, password, expires_at, remain_downloads, downloaded,
  visited, price, permission_setting, share_view, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const audiences: readonly PermissionSetting[] = [
  { anonymous: 'AQ==', everyone: 'AQ==' },
  { everyone: 'AQ==' },
  { same_group: 'Dw==' },
  { same_group: 'AQ==', other: 'AQ==' },
].map((some) => ({ ...noPermissions, ...some }))

const Key = v.object({ key: v.number() })
/** Rows of one transaction. */
const batchSize = 5000

/** Seeds `scale` files in one folder, `scale` deleted items and `scale` shares. The files have sizes but no contents. */
export async function seedLargeDataSet(
  service: EmbeddedService,
  owner: string,
  scale: number,
): Promise<void> {
  const { db, seed, now } = service
  const start = now()
  const random = createRandom(20_260_721)
  const ago = (days: number) => Math.floor(start - days * dayMs)
  const ownerKey = keyOf(service, 'users', owner)
  // One transaction for everything would block the event loop for as long as it takes.
  async function inBatches(add: (index: number) => void): Promise<void> {
    for (let from = 0; from < scale; from += batchSize) {
      const to = Math.min(scale, from + batchSize)
      db.transaction(() => {
        for (let index = from; index < to; index++) add(index)
      })
      await nextTurn()
    }
  }

  const archive = db.transaction(() => {
    // The sizes add up to more than an account may store.
    db.run('UPDATE users SET capacity = ? WHERE key = ?', [4 * 1024 ** 4, ownerKey])
    return keyOf(service, 'files', seed.addFolder(owner, ['Archive'], { createdAt: ago(366) }))
  })
  const files: { key: number; age: number }[] = []
  const addFile = (
    name: string,
    age: number,
    changed: number,
    trash: { origin: string[]; at: number } | null,
    isFolder = false,
  ) => {
    const size = isFolder ? 0 : Math.floor(10 ** (1 + random() * 6.5))
    const entity = isFolder ? null : newId()
    const { key } = db.run(insertFile, [
      newId(),
      ownerKey,
      trash ? null : archive,
      isFolder ? 1 : 0,
      name,
      size,
      ago(age),
      ago(changed),
      entity,
      trash ? randomUUID() : null,
      trash ? formatUri({ host: 'my', segments: [...trash.origin, name] }) : null,
      trash ? Math.floor(ago(trash.at) / 1000) + 7 * 24 * 3600 : null,
    ])
    if (entity !== null) {
      db.run(insertEntity, [entity, key, ownerKey, size, ago(changed), ownerKey])
    }
    return key
  }

  await inBatches((index) => {
    const age = random() * 365
    const key = addFile(nameOf(index, random), age, age * random(), null)
    files.push({ key, age })
  })
  await inBatches((index) => {
    const at = random() * 6.95
    const origin = index % 4 === 0 ? ['Archive'] : ['Projects', `Project ${index % 300}`, 'Files']
    const isFolder = index % 20 === 7
    const name = isFolder ? `Folder ${index}` : nameOf(index, random)
    addFile(name, at + random() * 358, at, { origin, at }, isFolder)
  })
  await inBatches((index) => {
    const file = files[Math.floor(random() * files.length)]
    if (!file) return
    const age = file.age * random()
    const kind = random()
    const visited = Math.floor(10 ** (random() * 3.5)) - 1
    const downloaded = Math.floor(visited * random() * 0.6)
    const expires = kind < 0.25 ? -age * random() : kind < 0.32 ? random() * 7 : random() * 200
    const hasLimit = random() < 0.2
    const left = random() < 0.3 ? 0 : 1 + Math.floor(random() * 100)
    db.run(insertShare, [
      newId(),
      ownerKey,
      file.key,
      random() < 0.2 ? `pass${index}` : null,
      kind < 0.5 ? ago(-expires) : null,
      hasLimit ? left : null,
      downloaded,
      visited,
      random() < 0.05 ? 100 * Math.floor(1 + random() * 50) : null,
      JSON.stringify(audiences[index % audiences.length]),
      random() < 0.1,
      ago(age),
    ])
  })
}

const keyOf = ({ db }: EmbeddedService, table: 'users' | 'files', id: string): number =>
  db.first(`SELECT key FROM ${table} WHERE id = ?`, [id], Key)?.key ?? 0
