// Reads header fields and groups of fields, as reports contain them (RFC 3464, RFC 5965).

export type Fields = Map<string, string>

/** Maximum number of bytes and characters of a mail that are searched for its header. */
const MOST_HEADER = 64 * 1024

/** Returns the header of a mail. If a field is repeated, its first value counts. */
export function headerOf(mail: Uint8Array): Fields {
  return headerIn(Buffer.from(mail.subarray(0, MOST_HEADER)).toString())
}

/** Returns the header at the beginning of a text. */
export function headerIn(text: string): Fields {
  const beginning = text.slice(0, MOST_HEADER)
  const end = beginning.search(/\r?\n\r?\n/)
  const [header] = groupsOf(end < 0 ? beginning : beginning.slice(0, end))
  return header ?? new Map()
}

/** Splits a report into its groups of fields. Empty lines separate the groups. */
export function groupsOf(text: string): Fields[] {
  const groups: Fields[] = []
  let group: Fields = new Map()
  let last: string | undefined
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      if (group.size > 0) groups.push(group)
      group = new Map()
      last = undefined
    } else if (/^[ \t]/.test(line)) {
      if (last !== undefined) group.set(last, `${group.get(last) ?? ''} ${line.trim()}`)
    } else {
      const colon = line.indexOf(':')
      last = colon > 0 ? line.slice(0, colon).trim().toLowerCase() : undefined
      if (last !== undefined && !group.has(last)) group.set(last, line.slice(colon + 1).trim())
    }
  }
  if (group.size > 0) groups.push(group)
  return groups
}

/** Returns the address in a field such as `rfc822; jane@example.com` or `<jane@example.com>`. */
export function addressIn(value: string | undefined): string | null {
  const text =
    value
      ?.slice(value.indexOf(';') + 1)
      .replace(/[<>]/g, '')
      .trim() ?? ''
  return text.includes('@') ? text : null
}

/** Returns the id in a field such as `<id@example.com>`. */
export function messageIdIn(value: string | undefined): string | null {
  return value?.replace(/[<>]/g, '').trim() || null
}
