import * as v from 'valibot'

/*
 * Reading is tolerant: unknown fields are dropped where the shape is ours and kept where it goes back to the service,
 * a missing or mistyped optional field becomes absent, a missing required one gets the neutral value of its type.
 * Only an answer without any recognisable shape is refused.
 */

// One check instead of a pipe of two: a walk reads millions of these. `1e999` on the wire is Infinity after JSON.parse.
export const finite = v.custom<number>(Number.isFinite)

/** Text that says something. */
export const someText = v.custom<string>((value) => typeof value === 'string' && value !== '')

/** Text; anything else reads as ''. */
export const text = v.fallback(v.string(), '')
/** A finite number; anything else reads as 0. */
export const count = v.fallback(finite, 0)
/** A number that stands for a kind; -1, which no kind has, when it is missing or unreadable. */
export const kind = v.fallback(finite, -1)
export const flag = v.fallback(v.boolean(), false)
export const maybeText = v.fallback(v.optional(v.string()), undefined)
export const maybeCount = v.fallback(v.optional(finite), undefined)
export const maybeFlag = v.fallback(v.optional(v.boolean()), undefined)

/** Whether this is a JSON object; valibot's own `object` takes arrays too. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
const record = v.custom<Record<string, unknown>>(isRecord)

function mapOf<T>(read: (value: unknown) => T | undefined) {
  return v.fallback(
    v.pipe(
      record,
      v.transform((map): Record<string, T> => {
        const values: Record<string, T> = {}
        for (const key in map) {
          const value = read(map[key])
          if (value !== undefined) values[key] = value
        }
        return values
      }),
    ),
    () => ({}),
  )
}

/** A map of texts; entries that hold something else are dropped, null reads as {}. */
export const textMap = mapOf((value) => (typeof value === 'string' ? value : undefined))
/** A map of texts or null; what is something else reads as null. */
export const nullableTextMap = mapOf((value) => (typeof value === 'string' ? value : null))

const elements = v.custom<unknown[]>(Array.isArray)

/** A list whose elements are read later, by `list`; null and absent read as []. */
export const unread = v.fallback(elements, (): unknown[] => [])

function readable<S extends v.GenericSchema>(element: S) {
  return v.pipe(
    elements,
    v.transform((items): v.InferOutput<S>[] => {
      const read: v.InferOutput<S>[] = []
      for (const item of items) {
        const result = v.safeParse(element, item)
        if (result.success) read.push(result.output)
      }
      return read
    }),
  )
}

/** A list whose unreadable elements are dropped; null and absent read as []. */
export function list<S extends v.GenericSchema>(element: S) {
  return v.fallback(readable(element), (): v.InferOutput<S>[] => [])
}

/** The same, where no list means something else than an empty one. */
export function maybeList<S extends v.GenericSchema>(element: S) {
  return v.fallback(v.optional(readable(element)), undefined)
}

/** An object of this shape, or undefined when there is none. */
export const maybe = <S extends v.GenericSchema>(schema: S) =>
  v.fallback(v.optional(schema), undefined)

/**
 * What may be read as a page of rows. Everything else here is forgiving, but an unreadable list must not pass for an
 * empty one, nor an unreadable token for the end: a walk would stop there and the rest would look deleted.
 */
export function pageOf(rows: string) {
  return v.custom<Record<string, unknown>>((data) => {
    if (!isRecord(data)) return false
    const { [rows]: items, pagination } = data
    const hasRows = Array.isArray(items) || items === null || (!(rows in data) && !!pagination)
    const token = isRecord(pagination) ? (pagination['next_token'] ?? '') : ''
    return hasRows && isRecord(pagination ?? {}) && typeof token === 'string'
  })
}
