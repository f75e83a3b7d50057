// The mapping of the columns of a file: the first choice for each column, and the problems of a mapping.
import type { ImportPreview } from '../../../../../sdk/src/api.ts'

/** The choice for a column that is not imported. */
export const SKIPPED = ''

/** The number of bytes of the file that are sent to read its columns. */
export const PREVIEW_BYTES = 128 * 1024

/** The API accepts a list with this number of characters. A file with more columns is imported by its own titles. */
const LONGEST = 8000

/** Returns the metadata field for an unknown column. Returns undefined for a column without a title. */
export const metadataOf = (title: string) => (title === '' ? undefined : `metadata.${title}`)

/** Returns the field of each column: the field that its title stands for, or a metadata field. */
export function firstMapping({ columns }: ImportPreview): string[] {
  return columns.map(({ title, column }) => column ?? metadataOf(title) ?? SKIPPED)
}

/** Returns the mapping in the format of the API, or undefined if it is too long. */
export function mappingText(mapping: string[]): string | undefined {
  const text = JSON.stringify(mapping.map((field) => (field === SKIPPED ? null : field)))
  return text.length > LONGEST ? undefined : text
}

interface MappingProblem {
  /** Fields that several columns have. */
  repeated: Set<string>
  /** True if no column identifies a person. */
  needsIdentifier: boolean
}

export function problemOfMapping({ identifying }: ImportPreview, mapping: string[]): MappingProblem | undefined {
  const chosen = mapping.filter((field) => field !== SKIPPED)
  const repeated = new Set(chosen.filter((field, at) => chosen.indexOf(field) !== at))
  const needsIdentifier = !chosen.some((field) => identifying.includes(field))
  return repeated.size === 0 && !needsIdentifier ? undefined : { repeated, needsIdentifier }
}
