import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { StartError } from '#src/server/start-error.ts'

/** Where questions are asked: standard input and output, or what takes their place in a test. */
export type TerminalStreams = {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

export const processTerminal: TerminalStreams = { input: process.stdin, output: process.stdout }

/** Whether somebody can answer. */
export const isInteractive = ({ input, output }: TerminalStreams): boolean =>
  input.isTTY === true && output.isTTY === true

/** Shows nothing of what is typed. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** @throws StartError when the question is left with Ctrl+C or Ctrl+D */
function ask(
  { input, output }: TerminalStreams,
  question: string,
  isHidden: boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    // The question comes after: until then the terminal itself shows what is typed.
    const lines = createInterface({ input, output: isHidden ? nowhere() : output, terminal: true })
    if (isHidden) output.write(question)
    const leave = () => {
      output.write('\n')
      reject(new StartError('Nothing was changed.'))
    }
    lines.once('SIGINT', () => lines.close())
    lines.once('close', leave)
    lines.question(isHidden ? '' : question, (answer) => {
      lines.off('close', leave)
      lines.close()
      if (isHidden) output.write('\n')
      resolve(answer)
    })
  })
}

/** Asks for a text that is not shown while it is typed. */
export const askHidden = (terminal: TerminalStreams, question: string): Promise<string> =>
  ask(terminal, question, true)

/** Asks a question whose answer is no unless it is yes. */
export async function askYesNo(terminal: TerminalStreams, question: string): Promise<boolean> {
  const answer = await ask(terminal, `${question} [y/N] `, false)
  return /^y(?:es)?$/i.test(answer.trim())
}
