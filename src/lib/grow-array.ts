/** A copy with at least twice the length, and at least `minLength`, filled up with zeros. */
export function growArray(from: Uint32Array, minLength = 0): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.max(from.length * 2, minLength))
  grown.set(from)
  return grown
}
