// Ranks the reasons of failed messages. Each reason has its commonest errors, with the newest message that has the error.
import { textMasksOf } from '../../redaction/masked-texts.ts'
import type { Visibility } from '../../redaction/sensitive.ts'
import type { Connection } from '../../store/database.ts'
import { readFailures } from '../../store/figures/failures.ts'
import type { Cell } from '../../store/figures/segments.ts'

/** Maximum number of ranked reasons. */
const MOST_REASONS = 10
/** Maximum number of errors of a reason. */
const MOST_ERRORS = 3

interface RankedReason {
  reason: string
  channel: string
  count: number
  errors: Map<string, { count: number; newest: number }>
}

/** Returns the reasons with the most failed messages. The same reason on another channel is a separate reason. */
export async function rankReasons(c: Connection, workspaceId: number, cells: readonly Cell[], visibility: Visibility) {
  const ranked = [...reasonsOf(cells).values()].sort((one, other) => other.count - one.count).slice(0, MOST_REASONS)
  const shown = ranked.map(({ reason, channel, count, errors }) => {
    const known = [...errors.values()].sort((one, other) => other.count - one.count)
    return { reason, channel, count, errors: known.slice(0, MOST_ERRORS) }
  })
  const ids = shown.flatMap(({ errors }) => errors.map(({ newest }) => newest))
  const failures = ids.length === 0 ? [] : await readFailures(c, workspaceId, ids)
  const byId = new Map(failures.map((failure) => [failure.id, failure]))
  const maskOf = await textMasksOf(c, workspaceId, visibility, [...byId.keys()])
  return shown.map(({ errors, ...reason }) => ({
    ...reason,
    errors: errors.flatMap(({ count, newest }) => {
      // The newest message can be deleted, or sent by a later receipt.
      const failure = byId.get(newest)
      if (!failure) return []
      const mask = maskOf(newest)
      return [{ count, message: mask(failure.error_message), remedy: mask(failure.remedy), delivery_id: newest }]
    }),
  }))
}

function reasonsOf(cells: readonly Cell[]): Map<string, RankedReason> {
  const reasons = new Map<string, RankedReason>()
  for (const { channel, failures } of cells) {
    for (const { reason, message, count, newest } of failures) {
      const key = `${reason}/${channel}`
      const entry: RankedReason = reasons.get(key) ?? { reason, channel, count: 0, errors: new Map() }
      reasons.set(key, entry)
      entry.count += count
      const error = entry.errors.get(message) ?? { count: 0, newest }
      if (message !== '')
        entry.errors.set(message, { count: error.count + count, newest: Math.max(error.newest, newest) })
    }
  }
  return reasons
}
