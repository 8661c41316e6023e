import * as v from 'valibot'

/*
 * Reading is tolerant: unknown fields are dropped where the shape is ours and kept where it goes back to the service,
 * a missing or mistyped optional field becomes absent, a missing required one gets the neutral value of its type.
 * Only an answer without any recognisable shape is refused.
 */

/** Text; anything else reads as ''. */
export const text = v.fallback(v.string(), '')
/** A finite number; anything else reads as 0. */
export const count = v.fallback(v.pipe(v.number(), v.finite()), 0)
export const flag = v.fallback(v.boolean(), false)
export const maybeText = v.fallback(v.optional(v.string()), undefined)
export const maybeCount = v.fallback(v.optional(v.pipe(v.number(), v.finite())), undefined)
export const maybeFlag = v.fallback(v.optional(v.boolean()), undefined)
/** A map of texts; entries that hold something else are dropped, null reads as {}. */
export const textMap = v.fallback(
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((map): Record<string, string> => {
      const texts: Record<string, string> = {}
      for (const key in map) if (typeof map[key] === 'string') texts[key] = map[key]
      return texts
    }),
  ),
  () => ({}),
)

/** A list whose unreadable elements are dropped; null and absent read as []. */
export function list<S extends v.GenericSchema>(element: S) {
  return v.fallback(
    v.pipe(
      v.array(v.unknown()),
      v.transform((items): v.InferOutput<S>[] => {
        const read: v.InferOutput<S>[] = []
        for (const item of items) {
          const result = v.safeParse(element, item)
          if (result.success) read.push(result.output)
        }
        return read
      }),
    ),
    (): v.InferOutput<S>[] => [],
  )
}

/** An object of this shape, or undefined when there is none. */
export const maybe = <S extends v.GenericSchema>(schema: S) =>
  v.fallback(v.optional(schema), undefined)
