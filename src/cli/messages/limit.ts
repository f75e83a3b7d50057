// The flags of a limit: carillon send --limit.
import { type Call, type Flag, UsageError, wholeNumber } from '../command.ts'

export const limitFlags: Flag[] = [
  {
    name: 'limit',
    value: 'KEY',
    description:
      'Sends at most --most messages with this key to the recipient in the period --per. A message over the limit is not sent and not charged.',
  },
  { name: 'most', value: 'N', description: 'The maximum number of messages in the period of --limit.' },
  { name: 'per', value: 'DURATION', description: 'The period of --limit, such as 1h. At most 31d.' },
]

/** Returns the field `limit` of a send request. Returns undefined without the flag --limit. */
export function limitOf(call: Call): Record<string, string | number> | undefined {
  const [key, most, per] = [call.text('limit'), wholeNumber(call, 'most'), call.text('per')]
  if (key === undefined && most === undefined && per === undefined) return undefined
  if (key === undefined || most === undefined || per === undefined)
    throw new UsageError('A limit requires three flags: --limit KEY --most 1 --per 1h.')
  return { key, most, per }
}
