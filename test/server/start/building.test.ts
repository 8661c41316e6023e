import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, page, scratch, type Started, launch } from './child-process.ts'

describe('R8 npm start', () => {
  /** A project as small as one can be, around the real start script. */
  function project() {
    const folder = mkdtempSync(join(scratch, 'project-'))
    mkdirSync(join(folder, 'src/server'), { recursive: true })
    cpSync(join(root, 'src/server/start.mjs'), join(folder, 'src/server/start.mjs'))
    writeFileSync(join(folder, 'index.html'), page)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'vite.config.ts'), 'export default {}')
    const say = (text: string) =>
      writeFileSync(
        join(folder, 'src/server/main.ts'),
        `export async function run(): Promise<void> { console.log(${JSON.stringify(text)}) }`,
      )
    say('one')
    return { folder, say, run: () => launch(join(folder, 'src/server/start.mjs')) }
  }
  async function outputOf(started: Started) {
    await once(started.child, 'close')
    return started.printed()
  }

  it('builds when sources or built files changed, and not otherwise', async () => {
    const { folder, say, run } = project()
    expect(await outputOf(run())).toMatch(/^Building.*\none\n$/)
    expect(await outputOf(run())).toBe('one\n')
    say('two')
    expect(await outputOf(run())).toMatch(/^Building.*\ntwo\n$/)
    writeFileSync(join(folder, 'dist/server/main.js'), 'damaged')
    expect(await outputOf(run())).toMatch(/^Building.*\ntwo\n$/)
  })

  it('builds once when started twice at the same time', async () => {
    const { run } = project()
    const outputs = await Promise.all([run(), run(), run()].map(outputOf))
    expect(outputs.toSorted()).toEqual(['Building page and service …\none\n', 'one\n', 'one\n'])
  })

  it('goes on after a build that was killed', async () => {
    const { folder, run } = project()
    mkdirSync(join(folder, 'dist/.building/client'), { recursive: true })
    writeFileSync(join(folder, 'dist/.lock'), '999999999')
    expect(await outputOf(run())).toMatch(/one\n$/)
    expect(readdirSync(join(folder, 'dist')).toSorted()).toEqual(['.stamp', 'client', 'server'])
  })

  it('keeps the last build when the new one fails, and says why', async () => {
    const { folder, run } = project()
    await outputOf(run())
    const built = readFileSync(join(folder, 'dist/server/main.js'), 'utf8')
    writeFileSync(join(folder, 'src/server/main.ts'), 'export const = ')
    const broken = run()
    expect(await broken.ended).toBe(1)
    expect(broken.printed()).toContain('main.ts')
    expect(readFileSync(join(folder, 'dist/server/main.js'), 'utf8')).toBe(built)
    expect(existsSync(join(folder, 'dist/.lock'))).toBe(false)
  })
})
