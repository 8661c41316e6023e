type Answer<T> = { code: number; msg: string; data: T; aggregated_error?: object }
/** A server, and the folder that belongs to a run. */
type Server = {
  scheme: string
  folder: string
  uri: (...names: string[]) => string
  ask: <T = unknown>(method: string, path: string, body?: unknown) => Promise<Answer<T>>
  must: <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>
}
type Item = { name: string; path: string; metadata?: Record<string, string> }
type Lock = { token?: string }

/** Deletes for good what may be locked: the locks are those of tests that failed. */
async function deleteForGood({ ask }: Server, uris: readonly string[]): Promise<void> {
  if (uris.length === 0) return
  const remove = () => ask('DELETE', '/file', { uris, skip_soft_delete: true })
  let { code, msg, data, aggregated_error: failed } = await remove()
  if (code === 40073 || code === 40081) {
    const refusals = [
      data,
      ...Object.values(failed ?? {}).map((each) => (each as { data?: unknown }).data),
    ]
    const tokens = refusals.flatMap((locks) =>
      Array.isArray(locks) ? (locks as Lock[]).flatMap(({ token }) => token ?? []) : [],
    )
    if (tokens.length > 0) await ask('DELETE', '/file/lock', { tokens: [...new Set(tokens)] })
    ;({ code, msg } = await remove())
  }
  if (code !== 0) throw new Error(`${uris.join(', ')} cannot be deleted: ${code} ${msg}`)
}

/** Items that tests share have the name of their folder in front. */
async function deleteLinks({ must, folder }: Server): Promise<void> {
  const { shares: links } = await must<{ shares: { id: string; name: string }[] | null }>(
    'GET',
    '/share?page_size=50&order_by=id&order_direction=desc',
  )
  for (const { id, name } of links ?? [])
    if (name.startsWith(folder)) await must('DELETE', `/share/${id}`)
}

/** What the tests deleted, by where it was or by its name. */
async function deleteTrash(server: Server): Promise<void> {
  const { must, scheme, folder } = server
  const path = `/file?uri=${encodeURIComponent(`${scheme}://trash`)}&page_size=50&order_by=updated_at&order_direction=desc`
  const { files } = await must<{ files: Item[] | null }>('GET', path)
  const own = (files ?? []).filter(({ name, metadata }) => {
    const from = decodeURIComponent(metadata?.['sys:restore_uri'] ?? '')
    return name.startsWith(folder) || from.includes(`/${folder}/`)
  })
  await deleteForGood(
    server,
    own.map((item) => item.path),
  )
}

/** Where the service has network drives. */
async function deleteDrives({ ask, folder }: Server): Promise<void> {
  const { code, data } = await ask<{ accounts?: { id: string; name: string }[] }>(
    'GET',
    '/devices/dav?page_size=50',
  )
  if (code !== 0) return
  for (const { id, name } of data.accounts ?? [])
    if (name.startsWith(folder)) await ask('DELETE', `/devices/dav/${id}`)
}

/** Removes all that a file of tests has made, each kind also where another one fails, and says what is left. */
export async function removeTraces(server: Server): Promise<void> {
  const failures: unknown[] = []
  const steps = [
    () => deleteLinks(server),
    () => deleteDrives(server),
    () => deleteForGood(server, [server.uri()]),
    () => deleteTrash(server),
  ]
  for (const step of steps) await step().catch((error: unknown) => void failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `Not all of “${server.folder}” is removed: ${failures.map(String).join('; ')}`,
    )
}
