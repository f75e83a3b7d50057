// Makes optional fields of requests accept null: schemas allow null, and fields with null are then removed.
import { type Static, type TSchema, Type } from 'typebox'

/**
 * Returns the schema with null as an additional type. Does not use `anyOf`, because then a wrong value would be
 * reported several times.
 */
export function orNull<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest }: { type?: unknown; enum?: unknown[] } = schema
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values === undefined ? {} : { enum: [...values, null] }),
  })
}

/** The type without fields that are null. This applies at every depth. */
export type WithoutNull<T> = T extends (infer Item)[]
  ? WithoutNull<Item>[]
  : T extends object
    ? { [Name in keyof T]: WithoutNull<Exclude<T[Name], null>> }
    : T

/**
 * Returns the object without the fields that are null, at every depth. Returns the same object if it has no such field.
 * `free` contains the names of fields whose content is not changed.
 */
export function withoutNulls<T extends object>(value: T, free: ReadonlySet<string>): WithoutNull<T> {
  // The types of the result are not checked, because TypeScript cannot describe a recursion over fields by their names.
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
