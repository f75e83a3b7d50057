// Finds the stored secrets that a member must enter again because a setting changes their destination.
import type { Draft, Field, Schema, SettingDraft } from './settings-draft.ts'

/**
 * Lists the paths of stored secrets that must be entered again because `draft` changes their destination. `began` is
 * the draft before the changes. Without these secrets, the API refuses the change.
 */
export function secretsToRepeat(fields: Field[], began: Draft, draft: Draft): string[] {
  const isMoved = ({ path, schema }: Field) =>
    schema.destination === true && addressIn(began[path], schema) !== addressIn(draft[path], schema)
  return destinationGroups(fields).flatMap((group) => {
    if (!group.some(isMoved)) return []
    const secrets = group.filter(({ path, schema }) => schema.local !== true && isStored(draft[path]))
    return secrets.map(({ path }) => path)
  })
}

/** Returns the settings by the destinations of their secrets. Some groups have their own destinations. */
function destinationGroups(fields: Field[]): Field[][] {
  const own = fields.filter(({ schema }) => schema.hasOwnDestinations === true)
  return [fields.filter((field) => !own.includes(field)), ...own.map((field) => [field])].map(flat)
}

function flat(fields: Field[]): Field[] {
  return fields.flatMap((field) => [field, ...flat(field.fields)])
}

const isStored = (entry: SettingDraft | undefined) => entry?.state === 'stored' && entry.text.trim() === ''

/** Returns the address in normalized form, for comparison. An empty address stands for the default. */
function addressIn(entry: SettingDraft | undefined, { default: usual }: Schema): string {
  const text = entry?.text.trim() || (typeof usual === 'string' ? usual : '')
  return URL.canParse(text) ? withoutTrailingSlashes(new URL(text).href) : text
}

function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
