// Accepts null in requests: allows null in schemas, and removes null fields from values.
import { type Static, type TSchema, Type } from 'typebox'

/** Returns the schema with null allowed, without `anyOf`, so that a wrong value is reported only once. */
export function orNull<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest }: { type?: unknown; enum?: unknown[] } = schema
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values === undefined ? {} : { enum: [...values, null] }),
  })
}

/** The type without null fields, at every depth. */
export type WithoutNull<T> = T extends (infer Item)[]
  ? WithoutNull<Item>[]
  : T extends object
    ? { [Name in keyof T]: WithoutNull<Exclude<T[Name], null>> }
    : T

/**
 * Returns the object without its null fields, at every depth, or the same object if there are none. `free` names fields
 * whose content is not changed.
 */
export function withoutNulls<T extends object>(value: T, free: ReadonlySet<string>): WithoutNull<T> {
  // Types cannot describe a walk over fields by name.
  return stripped(value, free) as WithoutNull<T>
}

function stripped(value: object, free: ReadonlySet<string>): object {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => (isObject(item) ? stripped(item, free) : item))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  let copy: Record<string, unknown> | undefined
  for (const [name, field] of Object.entries(value)) {
    if (field === null) {
      copy ??= { ...value }
      delete copy[name]
    } else if (isObject(field) && !free.has(name)) {
      const inner = stripped(field, free)
      if (inner === field) continue
      copy ??= { ...value }
      copy[name] = inner
    }
  }
  return copy ?? value
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
