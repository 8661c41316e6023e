type Ask = (go: () => void) => void

let asks: Ask | undefined

/** Something would be lost by leaving this page: `ask` is given the way on. Returns the way to stop asking. */
export function askBeforeLeaving(ask: Ask): () => void {
  asks = ask
  return () => {
    if (asks === ask) asks = undefined
  }
}

/** Goes elsewhere, or has it asked first. Every way out of a page that is ours leads through here. */
export const leave: Ask = (go) => (asks ? asks(go) : go())
