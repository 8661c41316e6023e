import { setTimeout as sleep } from 'node:timers/promises'
import type { AttackedService } from './attacked-service.ts'
import { connectTo, signIn } from './clients.ts'

const stranger = '127.0.0.66'

/** The account of that role that the service has begun with. */
export function accountOf({ accounts }: AttackedService, role: string) {
  const account = accounts.find((one) => one.role === role)
  if (!account) throw new Error(`there is no ${role}`)
  return account
}

/**
 * 80 connections of a stranger guess passwords while `meanwhile` runs: of one account that the stranger has been throttled
 * for, or of many.
 */
export async function guessPasswords(
  { address }: AttackedService,
  { isThrottled }: { isThrottled: boolean },
  meanwhile: () => Promise<void>,
): Promise<void> {
  const guess = (name: string) =>
    signIn(address, { email: `${name}@example.org`, password: 'a guess' }, stranger)
  if (isThrottled) for (let count = 0; count < 10; count++) await guess('nobody')
  const state = { isRunning: true }
  const guessing = Array.from({ length: 80 }, async (_, index) => {
    while (state.isRunning) await guess(isThrottled ? 'nobody' : `nobody${index}`)
  })
  try {
    await meanwhile()
  } finally {
    state.isRunning = false
    await Promise.all(guessing)
  }
}

/** 285 kB of requests at once, whose answers nobody reads for three seconds. */
export async function pipelineRequests({ address }: AttackedService): Promise<void> {
  const one = 'GET /api/v4/site/captcha HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const socket = await connectTo(address)
  socket.pause()
  socket.write(one.repeat(285_000 / one.length))
  await sleep(3_000)
  socket.destroy()
}

/** 1,000 connections that are silent, or begin a request at most, while `meanwhile` runs. */
export async function keepSilent(
  { address }: AttackedService,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: 1_000 }, () => connectTo(address)))
  for (const socket of sockets.slice(0, 500)) socket.write('GET /api/v4/site/ping HTTP/1.1\r\n')
  try {
    await meanwhile()
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** 200 requests of one stranger whose bodies do not end, while `meanwhile` runs. Gives the answers it is given. */
export async function sendHalfBodies(
  { address }: AttackedService,
  meanwhile: (answers: readonly string[]) => Promise<void>,
): Promise<void> {
  const lines = [
    'POST /api/v4/session/token HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'Content-Length: 1000',
  ]
  const sockets = await Promise.all(Array.from({ length: 200 }, () => connectTo(address, stranger)))
  const answers: string[] = []
  for (const socket of sockets) {
    socket.on('data', (chunk: Buffer) => answers.push(chunk.toString('latin1')))
    socket.write(`${lines.join('\r\n')}\r\n\r\n{`)
  }
  try {
    await meanwhile(answers)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}
