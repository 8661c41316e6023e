import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/* `quick-dom.ts` and `computed-style.ts` against jsdom as it is, which the document of a frame is. */

const markup = `
  <button id="a" class="x" type="button">A</button><button disabled>B</button>
  <a href="/">link</a><a>anchor</a><area href="/" />
  <label for="b">b</label><label>around <input id="b" /> <input id="c" type="checkbox" /></label>
  <label><span><select id="d"><option>1</option></select></span></label>
  <label for="a">again</label><label for="missing">m</label><label for="">empty</label>
  <input id="e" type="hidden" /><input id="f" type="text" list="g" /><datalist id="g"></datalist>
  <textarea id="h"></textarea><label for="h">h</label><output id="i">i</output><label for="i">i</label>
  <section aria-label=""></section><section aria-label="s" role="region"><h2>title</h2></section>
  <svg><a href="/"><title>t</title><linearGradient id="j"/></a></svg><style>p {}</style><script></script>
  <table><tr role="row"><th scope="col">c</th><td>d</td></tr></table><custom-element></custom-element>
`
const selectors = [
  'button',
  'a[href]',
  'input[type="checkbox"]',
  'input[type="text"]:not([list])',
  'input:not([type="text"]):not([list])',
  'section[aria-label]:not([aria-label=""])',
  'th[scope="col"]',
  'script, style',
  'a,area,input[type="checkbox"]',
  '*',
  '.x',
  'button.x',
  '#a',
  '*[role~="row"],tr',
  'label input',
  'label > input',
  'BUTTON',
  'lineargradient',
  'linearGradient',
  'custom-element',
  'input:disabled',
  'button:not(.x)',
]

const styled = `
  <div popover style="display: block"><p style="visibility: hidden">a<span>b</span></p></div>
  <div popover><button style="pointer-events: none">c<i>d</i></button></div>
  <div hidden>e<b style="display: inline">f</b></div><dialog>g</dialog><dialog open>h</dialog>
  <dialog open style="display: none">i</dialog><input type="hidden" style="display: block" />
  <p style="opacity: 0; overflow: auto">j</p><ul><li style="overflow-y: scroll">k</li></ul>
  <table><tbody><tr hidden><td>l</td></tr></tbody></table><details><summary>m</summary>n</details>
`
const styles = ['display', 'visibility', 'pointer-events', 'opacity', 'overflow-y']

const frame = document.createElement('iframe')
const boxes: Element[] = []
const elements = () => boxes.map((box) => [...box.querySelectorAll('*')])

beforeEach(() => {
  document.body.append(frame)
  for (const owner of [document, frame.contentDocument ?? document]) {
    const box = owner.createElement('div')
    box.innerHTML = markup
    owner.body.append(box)
    boxes.push(box)
  }
})
afterEach(() => {
  for (const box of boxes.splice(0)) box.remove()
  frame.remove()
})

describe('the document of the page tests', () => {
  it.each(selectors)('matches %s as jsdom does', (selector) => {
    const [ours, theirs] = elements().map((all) => all.map((element) => element.matches(selector)))
    expect(ours?.length).toBeGreaterThan(30)
    expect(ours).toEqual(theirs)
  })

  it.each(['button[', 'a,', ''])('refuses "%s", which is no selector', (selector) => {
    for (const box of boxes) expect(() => box.matches(selector)).toThrow()
  })

  it('has the styles that jsdom has', () => {
    for (const box of boxes) box.innerHTML = styled
    const [ours, theirs] = elements().map((all) =>
      all.map((element) => {
        const computed = element.ownerDocument.defaultView?.getComputedStyle(element)
        return [element.outerHTML, ...styles.map((name) => computed?.getPropertyValue(name))]
      }),
    )
    expect(ours?.filter(([, display]) => display === 'none').length).toBeGreaterThan(3)
    expect(ours).toEqual(theirs)
  })

  it('knows the labels that jsdom knows, also of what is not in it', () => {
    const labelled = () =>
      elements().map((all) =>
        all.flatMap((element) => {
          const { labels } = element as HTMLInputElement
          const texts = labels && Array.from(labels, ({ textContent }) => textContent.trim())
          return labels === undefined ? [] : [`${element.id}: ${String(texts)}`]
        }),
      )
    const [ours, theirs] = labelled()
    expect(ours).toContain('b: b,around')
    expect(ours).toEqual(theirs)
    for (const box of boxes) box.remove()
    const [oursAway, theirsAway] = labelled()
    expect(oursAway).toEqual(theirsAway)
  })
})
