// What the audit log keeps of a request: its values, without secrets and without whole documents.
import { maskedUrl } from '../lib/text/mask.ts'

const HIDDEN = '•••'
const LONGEST = 200
/** Characters of a text that are scanned for secrets. The rest is never shown, and a body may hold 40 MB. */
const MOST_READ = 20 * LONGEST
const MOST_FIELDS = 50
const MOST_ITEMS = 20
const DEEPEST = 4
/** Characters of one line's JSON: a page of a hundred lines stays well below a megabyte. */
const MOST_TEXT = 4000

/** Fields that hold secrets wherever they stand; devices hold the keys that reach them. */
const SECRET_FIELDS = /password|secret|token|private|credential|authorization|api_?key|^key$|^push$|^link$/i
/** Fields that say something of a person who gets messages, or carry codes: people may ask to be forgotten, and the log is kept. */
const PERSONAL_FIELDS = /^(?:recipient|vars|metadata|payload)$/
/** What our own secrets look like inside a text. */
const SECRET_TEXT = /\b(?:svc_(?:live|test)_|svcwh_|svcadm_|whsec_)[A-Za-z0-9_+/=-]+/g

/** The fields of a request, or of what there was before: as `redacted` has them while there is room, the others by name alone. */
export function redactedFields(fields: object): object {
  let textLeft = MOST_TEXT
  return Object.fromEntries(
    redactedEntries(fields, 0).map(([name, value]) => {
      textLeft -= JSON.stringify([name, value]).length
      return [name, textLeft < 0 ? '…' : value]
    }),
  )
}

/** A copy that may be read by everybody in the workspace. Settings of connections: their names alone. */
export function redacted(value: unknown, field = '', depth = 0): unknown {
  if (value !== null && value !== undefined && (SECRET_FIELDS.test(field) || PERSONAL_FIELDS.test(field))) return HIDDEN
  if (typeof value === 'string') return redactedText(value)
  if (typeof value !== 'object' || value === null) return value
  if (field === 'settings')
    return Object.keys(value)
      .slice(0, MOST_FIELDS)
      .map((name) => redactedText(name))
  if (depth >= DEEPEST) return '…'
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => redacted(item, '', depth + 1))
  return Object.fromEntries(redactedEntries(value, depth))
}

function redactedEntries(value: object, depth: number): [string, unknown][] {
  const entries = Object.entries(value).slice(0, MOST_FIELDS)
  return entries.map(([name, item]) => [redactedText(name), redacted(item, name, depth + 1)])
}

/** The query or fragment of an address, and what is before its host, is often a secret. */
export function redactedText(text: string): string {
  const read = text.length <= MOST_READ ? text : upToLastSpace(text.slice(0, MOST_READ))
  const plain = read
    .replace(/\b(\w+:\/\/)[^\s/@]*@/g, `$1${HIDDEN}@`)
    .replace(/https?:\/\/\S*/gi, maskedUrl)
    .replace(SECRET_TEXT, HIDDEN)
  return plain.length <= LONGEST && read === text ? plain : `${plain.slice(0, LONGEST)}…`
}

/** Drops the last word, which may hold the beginning of a secret that is not recognized without its end. */
function upToLastSpace(text: string): string {
  let end = text.length
  while (end > 0 && !/\s/.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
