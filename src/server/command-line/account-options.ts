import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { Email } from '#src/server/accounts/credentials.ts'
import { StartError } from '#src/server/start-error.ts'

/** What `npm start -- account` was asked to do. */
export type AccountCommand =
  | { readonly action: 'list'; readonly data: string }
  | {
      readonly action: 'add' | 'password' | 'remove'
      readonly data: string
      readonly email: string
      /** Without a terminal nothing is removed unless it is set. */
      readonly isConfirmed: boolean
    }

export const accountUsage = `       npm start -- account add EMAIL | list | password EMAIL | remove EMAIL [--yes]  [--data DIR]`

const help = 'npm start -- --help shows how to use it.'
const quote = (text: string) => JSON.stringify(text)

/**
 * Reads the command line behind `account`.
 * @throws StartError in one line for anything that is not understood
 */
export function parseAccountCommand(argv: readonly string[]): AccountCommand {
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options: { data: { type: 'string' }, yes: { type: 'boolean' } },
    strict: false,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const isKnown = token.name === 'data' || (token.name === 'yes' && token.value === undefined)
    if (!isKnown) throw new StartError(`Unknown option ${quote(token.rawName)}. ${help}`)
  }
  const { data = '.data', yes = false } = values
  if (typeof data !== 'string' || data.trim() === '' || data.startsWith('-')) {
    throw new StartError('--data needs a value.')
  }
  const [action = '', email, ...more] = positionals
  if (yes && action !== 'remove') throw new StartError('--yes belongs to account remove.')
  if (action === 'list' && email === undefined) return { action, data }
  if (action !== 'add' && action !== 'password' && action !== 'remove') {
    throw new StartError(`account takes add, list, password or remove. ${help}`)
  }
  if (email === undefined || more.length > 0) {
    throw new StartError(`account ${action} takes one e-mail address.`)
  }
  if (!v.is(Email, email)) throw new StartError(`${quote(email)} is no e-mail address.`)
  return { action, data, email, isConfirmed: yes === true }
}
