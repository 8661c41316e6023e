import type { ChildProcess } from 'node:child_process'

/** The address that a starting server prints once it answers. Rejects with its output when it ends before. */
export function readyAddress(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /^Latchkey is ready at (\S+)$/m.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout?.on('data', onOutput)
    child.stderr?.on('data', onOutput)
    child.on('close', () => reject(new Error(`The server ended before it was ready:\n${output}`)))
  })
}
