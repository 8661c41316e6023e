/** The same numbers with zeros behind them: room for twice as many, and for `least`. */
export function grow(from: Uint32Array, least = 0): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.max(from.length * 2, least))
  grown.set(from)
  return grown
}
