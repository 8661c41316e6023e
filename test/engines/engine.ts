/* What a journey needs of a browser, whatever protocol drives it. */

/** An element of the page. */
export type Target = {
  click: () => Promise<void>
  /** Chooses files in an `<input type="file">`. */
  setFiles: (...paths: string[]) => Promise<void>
}

/** A function that runs in the page: it can use nothing of its surroundings, and its argument is JSON. */
export type PageFunction<A, T> = (argument: A) => T | Promise<T>

/** One window with cookies and storage of its own. */
export type EngineWindow = {
  open: (address: string) => Promise<void>
  reload: () => Promise<void>
  /** The result is JSON. */
  run: <A, T>(code: PageFunction<A, T>, argument: A) => Promise<T>
  /** Runs a script of a library in the page. */
  load: (source: string) => Promise<void>
  /** The element that the function returns. */
  find: <A>(code: PageFunction<A, Element | null>, argument: A) => Promise<Target | null>
  /** Keys by their `KeyboardEvent.key`, held together where joined by `+`: `Control+v`. */
  press: (keys: string) => Promise<void>
  type: (text: string) => Promise<void>
  /**
   * Presses the mouse at a point, moves it to another and lets go when `isReady` has resolved. Absent where the protocol
   * that drives the engine cannot drag: its mouse events start no drag.
   */
  drag?: (from: Point, to: Point, isReady: () => Promise<void>) => Promise<void>
  /** Brings the window to the front: an engine may call one that is behind another hidden. */
  bringToFront: () => Promise<void>
  /** A PNG of what is in view. */
  screenshot: () => Promise<Uint8Array>
  close: () => Promise<void>
}

/** In CSS pixels of the viewport. */
export type Point = { x: number; y: number }

export type Engine = {
  name: EngineName
  version: string
  openWindow: (size: { width: number; height: number }) => Promise<EngineWindow>
  close: () => Promise<void>
}

export type EngineName = 'Chromium' | 'Firefox' | 'WebKit'
