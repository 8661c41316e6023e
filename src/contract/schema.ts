import * as v from 'valibot'

/*
 * Reading is tolerant: unknown fields are dropped, or kept where the object goes back to the service; a missing or
 * mistyped optional field becomes absent; a missing required field gets the neutral value of its type. Only a response
 * without any recognisable shape is rejected. The input type of a schema is what the embedded service has to send.
 */

/** For responses without `data`; what another server sends is ignored. */
export const NoData = v.custom<void>(() => true)

// A single check instead of a pipe of two: long lists parse millions of these. `1e999` on the wire becomes Infinity
// after JSON.parse.
export const finiteNumber = v.custom<number>(Number.isFinite)

export const nonEmptyText = v.custom<string>((value) => typeof value === 'string' && value !== '')

/** Text; anything else reads as ''. */
export const textOrEmpty = v.fallback(v.string(), '')
/** A finite number; anything else reads as 0. */
export const numberOrZero = v.fallback(finiteNumber, 0)
/** A number from an enumeration; -1, which no enumeration uses, when it is missing or unreadable. */
export const enumNumber = v.fallback(finiteNumber, -1)
export const booleanOrFalse = v.fallback(v.boolean(), false)
export const optionalText = v.fallback(v.optional(v.string()), undefined)
export const optionalNumber = v.fallback(v.optional(finiteNumber), undefined)
export const optionalBoolean = v.fallback(v.optional(v.boolean()), undefined)

/** Whether this is a JSON object; valibot's own `object` takes arrays too. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A JSON object whose values are all of this kind. */
export const strictRecordOf = <T>(isValue: (value: unknown) => value is T) =>
  v.custom<Record<string, T>>((value) => isRecord(value) && Object.values(value).every(isValue))

function mapOf<T>(read: (value: unknown) => T | undefined) {
  const map = v.pipe(
    v.custom<Readonly<Record<string, T>>>(isRecord),
    v.transform((entries): Record<string, T> => {
      const values: Record<string, T> = {}
      for (const key in entries) {
        const value = read(entries[key])
        if (value !== undefined) values[key] = value
      }
      return values
    }),
  )
  return v.fallback(v.nullable(map, {}), () => ({}))
}

/** A map of texts; entries that hold something else are dropped, null reads as {}. */
export const textMap = mapOf((value) => (typeof value === 'string' ? value : undefined))
/** A map of texts or null; what is something else reads as null. */
export const nullableTextMap = mapOf((value) => (typeof value === 'string' ? value : null))

/** A list whose elements are parsed later, by `listOf`; null and absent read as []. */
export const unparsedList = v.fallback(v.custom<unknown[]>(Array.isArray), (): unknown[] => [])

function parsableElements<S extends v.GenericSchema>(element: S) {
  return v.pipe(
    v.custom<readonly v.InferInput<S>[]>(Array.isArray),
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

/** A list of which every element is readable. */
export const strictListOf = <S extends v.GenericSchema>(element: S) =>
  v.pipe(v.array(element), v.readonly())

/** A list whose unreadable elements are dropped; null and absent read as []. */
export function listOf<S extends v.GenericSchema>(element: S) {
  return v.fallback(v.nullable(parsableElements(element), []), (): v.InferOutput<S>[] => [])
}

/** Like `listOf`, but absent stays absent, where that differs in meaning from an empty list. */
export function optionalListOf<S extends v.GenericSchema>(element: S) {
  return v.fallback(v.optional(parsableElements(element)), undefined)
}

/** An object of this shape, or undefined when there is none. */
export const optional = <S extends v.GenericSchema>(schema: S) =>
  v.fallback(v.optional(schema), undefined)

/**
 * Accepts only what can be read as a page of rows. An unreadable list must not pass for an empty one, nor an unreadable
 * cursor for the end of the list: loading would stop there and the remaining rows would look deleted.
 */
export function pageSchema<S extends v.GenericSchema>(rows: string, schema: S) {
  const hasPage = (data: unknown) => {
    if (!isRecord(data)) return false
    const { [rows]: items, pagination } = data
    const hasRows = Array.isArray(items) || items === null || (!(rows in data) && !!pagination)
    const token = isRecord(pagination) ? (pagination['next_token'] ?? '') : ''
    return hasRows && isRecord(pagination ?? {}) && typeof token === 'string'
  }
  return v.pipe(v.custom<v.InferInput<S>>(hasPage), schema)
}
