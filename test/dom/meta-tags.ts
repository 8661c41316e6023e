import { domState } from './dom-state.ts'

/** A tag that the deployment has filled in (`latchkey:name`), for one test. */
export function setMeta(name: string, content: string): void {
  const meta = document.createElement('meta')
  meta.name = `latchkey:${name}`
  meta.content = content
  document.head.append(meta)
  domState.cleanups.push(async () => meta.remove())
}
