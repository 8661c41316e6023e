import { configure, getConfig } from '@testing-library/react'
import { domState } from './dom-state.ts'

/*
 * What jsdom lacks of a browser. The test files of a worker share one document, so this module is evaluated once.
 */

const { getElementError } = getConfig()

configure({
  // Only a wait that fails takes so long. A machine may be many times slower than the one that a test was written on.
  asyncUtilTimeout: 30_000,
  // A query that is asked again and again prints the whole document into the error of every try. Only that of the last
  // one is read, and it is made when the wait has ended.
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isTry } = getConfig() as Waiting
    return isTry ? new Error(message ?? '') : getElementError(message, container)
  },
})

/** What the library sets while it waits, and leaves out of its types. */
type Waiting = { _disableExpensiveErrorDiagnostics?: boolean }

const width = 1200
const height = 720

function define(target: object, properties: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(target, name, { value, configurable: true, writable: true })
  }
}

// Dialogs: jsdom has the element and its `open`, but neither the top layer nor Escape.
const openers = new WeakMap<HTMLDialogElement, Element | null>()

define(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    if (this.open) throw new DOMException('The dialog is already open.', 'InvalidStateError')
    openers.set(this, document.activeElement)
    this.open = true
    const first = this.querySelector<HTMLElement>(
      '[autofocus], button:not(:disabled), [href], input:not(:disabled), select, textarea, [tabindex="0"]',
    )
    if (first) first.focus()
    else this.focus()
  },
  show(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement, value?: string) {
    if (!this.open) return
    this.open = false
    if (value !== undefined) this.returnValue = value
    const opener = openers.get(this)
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    this.dispatchEvent(new Event('close'))
  },
})

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (!(dialog instanceof HTMLDialogElement) || !openers.has(dialog)) return
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
})

// Popovers: shown means in the document and not hidden by our mark.
function toggle(element: HTMLElement, open: boolean): void {
  if (element.hasAttribute('data-popover-open') === open) {
    throw new DOMException('The popover is already in this state.', 'InvalidStateError')
  }
  element.toggleAttribute('data-popover-open', open)
  // jsdom hides every popover by its own style sheet.
  element.style.display = open ? 'block' : ''
  element.dispatchEvent(
    Object.assign(new Event('toggle'), {
      oldState: open ? 'closed' : 'open',
      newState: open ? 'open' : 'closed',
    }),
  )
}
define(HTMLElement.prototype, {
  showPopover(this: HTMLElement) {
    toggle(this, true)
  },
  hidePopover(this: HTMLElement) {
    toggle(this, false)
  },
  togglePopover(this: HTMLElement) {
    toggle(this, !this.hasAttribute('data-popover-open'))
    return this.hasAttribute('data-popover-open')
  },
  scrollIntoView() {},
  scrollTo(this: HTMLElement, options?: ScrollToOptions | number, top?: number) {
    const to = typeof options === 'number' ? top : options?.top
    if (to !== undefined) {
      this.scrollTop = to
      this.dispatchEvent(new Event('scroll'))
    }
  },
})

// Sizes: enough of a window that windowed lists draw some rows.
for (const [name, size] of Object.entries({
  clientWidth: width,
  offsetWidth: width,
  clientHeight: height,
  offsetHeight: height,
})) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size })
}

class FakeResizeObserver implements ResizeObserver {
  readonly #callback: ResizeObserverCallback
  readonly #watched = new Set<Element>()

  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback
  }

  observe(target: Element): void {
    this.#watched.add(target)
    queueMicrotask(() => {
      if (!this.#watched.has(target)) return
      const box = [{ inlineSize: width, blockSize: height }]
      this.#callback(
        [
          {
            target,
            contentRect: new DOMRect(0, 0, width, height),
            borderBoxSize: box,
            contentBoxSize: box,
            devicePixelContentBoxSize: box,
          },
        ],
        this,
      )
    })
  }

  unobserve(target: Element): void {
    this.#watched.delete(target)
  }

  disconnect(): void {
    this.#watched.clear()
  }
}

class FakeIntersectionObserver {
  readonly #callback: IntersectionObserverCallback
  readonly #watched = new Set<Element>()
  readonly root = null
  readonly rootMargin = '0px'
  readonly scrollMargin = '0px'
  readonly thresholds = [0]

  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback
  }

  observe(target: Element): void {
    this.#watched.add(target)
    queueMicrotask(() => {
      if (!this.#watched.has(target)) return
      const box = new DOMRect(0, 0, width, height)
      this.#callback(
        [
          {
            target,
            isIntersecting: true,
            intersectionRatio: 1,
            boundingClientRect: box,
            intersectionRect: box,
            rootBounds: box,
            time: 0,
          },
        ],
        this,
      )
    })
  }

  unobserve(target: Element): void {
    this.#watched.delete(target)
  }

  disconnect(): void {
    this.#watched.clear()
  }

  takeRecords(): IntersectionObserverEntry[] {
    return []
  }
}

function matchMedia(query: string): MediaQueryList {
  const events = new EventTarget()
  const list = {
    media: query,
    onchange: null,
    get matches() {
      return domState.media.get(query) ?? false
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    addListener() {},
    removeListener() {},
  }
  domState.listeners.add({ query, notify: () => events.dispatchEvent(new Event('change')) })
  return list
}

// Blobs have no address here: one that tells them apart is enough.
let blobs = 0
define(URL, { createObjectURL: () => `blob:${location.origin}/${++blobs}`, revokeObjectURL() {} })

define(window, { matchMedia, scrollTo() {} })
define(globalThis, {
  matchMedia,
  ResizeObserver: globalThis.ResizeObserver ?? FakeResizeObserver,
  IntersectionObserver: globalThis.IntersectionObserver ?? FakeIntersectionObserver,
})
if (!('CSS' in globalThis) || typeof CSS.escape !== 'function') {
  define(globalThis, {
    CSS: {
      escape: (text: string) => text.replaceAll(/[^\w\u0080-\uffff-]/g, (c) => `\\${c}`),
      supports: () => false,
    },
  })
}

/** What was rejected and not handled since the test began. */
export const rejections: unknown[] = []

process.on('unhandledRejection', (reason) => rejections.push(reason))
