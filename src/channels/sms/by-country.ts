// Reads settings that have a value for each country, such as +1=0.0079, +39=0.0925.

/** The entries of the lists in use. A list is read for each message, and changes only with the settings. */
const known = new Map<string, readonly [string, string][]>()
const MOST_KNOWN = 100

/** Returns the values by the beginning of the phone number, the longest beginning first. */
export function entriesOf(list = ''): readonly [string, string][] {
  const found = known.get(list)
  if (found) return found
  if (known.size >= MOST_KNOWN) known.clear()
  const entries = readEntries(list)
  known.set(list, entries)
  return entries
}

function readEntries(list: string): [string, string][] {
  return list
    .split(',')
    .map((entry): [string, string] => {
      const [prefix = '', ...value] = entry.split('=')
      return [prefix.trim(), value.join('=').trim()]
    })
    .filter(([prefix, value]) => prefix !== '' || value !== '')
    .sort(([one], [other]) => other.length - one.length)
}

/** Returns the entry for a phone number: the entry with the longest beginning that matches. */
export function entryFor(list: string | undefined, address: string): [string, string] | undefined {
  return entriesOf(list).find(([prefix]) => address.startsWith(prefix))
}

/** Returns whether a text can be the beginning of a phone number. */
export function isPrefix(text: string): boolean {
  return /^\+[1-9]\d{0,6}$/.test(text)
}
