// Describes a provider connection that is not used at the moment, because it is paused or its provider does not work.
import { instant } from '../lib/text/date-time.ts'
import { shownPauses } from '../redaction/masked-texts.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import type { Connection } from '../store/database.ts'
import { listUnavailable, type UnavailableRow } from '../store/delivery/breakers.ts'
import { FIX, partWords, reasonOf } from './pauses.ts'

export interface Unavailability {
  state: 'paused' | 'failing'
  since: Date | null
  /** The end of the pause, or the time of the next test. Null if the pause lasts until a person ends it. */
  until: Date | null
  /** The reason without a final period. */
  reason: string | null
  remedy: string
}

const TESTED =
  'Messages go to the next connection that works. Every 30 seconds, one message tests this connection. If it keeps failing, check its settings and its provider.'

/** Returns the unavailable provider connections of a workspace, or of one channel of a source. */
export async function unavailableParts(
  c: Connection,
  now: Date,
  workspaceId: number,
  visibility: Visibility,
  of?: Parameters<typeof listUnavailable>[3],
): Promise<UnavailableRow[]> {
  return shownPauses(c, workspaceId, visibility, await listUnavailable(c, workspaceId, now, of))
}

export function unavailabilityOf(row: UnavailableRow): Unavailability {
  const { state, since } = row
  const until = row.until instanceof Date ? row.until : null
  return { state, since, until, reason: reasonOf(row), remedy: remedyOf(row, until) }
}

function remedyOf({ state, pause_remedy }: UnavailableRow, until: Date | null): string {
  if (state === 'failing') return TESTED
  return (
    pause_remedy ??
    (until === null ? FIX : 'No action is needed. Until then, messages go to the next connection that works.')
  )
}

/**
 * Returns a sentence such as `connection 1 (SMTP) of the Email channel of the source "Shop" has not been used since
 * 2030-01-31T09:00:00Z: it refused the connection`.
 */
export function unavailableWords(row: UnavailableRow): string {
  const connection = partWords(row)
  const { since, reason } = unavailabilityOf(row)
  const began = since === null ? `${connection} is not used` : `${connection} has not been used since ${instant(since)}`
  return reason === null ? began : `${began}: ${reason}`
}
