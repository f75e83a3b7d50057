// The flags of a digest: carillon send --digest, and the digest of a delivery.
import type { Digest } from '../../../sdk/src/api.ts'
import { counted } from '../../lib/text/plural.ts'
import { type Call, definedFields, type Flag, UsageError } from '../command.ts'
import { inOneLine, moment } from '../output.ts'

export const digestFlags: Flag[] = [
  {
    name: 'digest',
    value: 'KEY',
    description: 'Collects messages with this key and sends them as one. Requires --wait.',
  },
  {
    name: 'wait',
    value: 'DURATION',
    description: 'The digest is sent when no message has joined it for this time, such as 10m.',
  },
  {
    name: 'at-most',
    value: 'DURATION',
    description: 'The digest is sent at the latest this long after its first message. Default: 1d.',
  },
]

/** Returns the field \`digest\` of a send request. Returns undefined without the flag --digest. */
export function digestOf(call: Call): Record<string, unknown> | undefined {
  const [key, wait, at_most] = [call.text('digest'), call.text('wait'), call.text('at-most')]
  if (key === undefined) {
    if (wait === undefined && at_most === undefined) return undefined
    throw new UsageError('--wait and --at-most belong to a digest: --digest KEY --wait 10m.')
  }
  if (wait === undefined) throw new UsageError('--digest requires the time to collect messages: --wait 10m.')
  return definedFields({ key, wait, at_most })
}

/** Returns one line about the digest of a delivery. */
export function digestWords({
  key,
  items,
  closes_at,
  closed_at,
}: Pick<Digest, 'key' | 'items' | 'closes_at' | 'closed_at'>): string {
  const when = closes_at === null ? `closed at ${moment(closed_at)}` : `collecting until ${moment(closes_at)}`
  return `${inOneLine(key)}, ${counted(items, 'message')}, ${when}`
}
