// Reads the state of the recipients of claimed deliveries, as a part of the statement that claims them.
import type { ZonedHours } from '../../lib/quiet-hours/period.ts'
import { QUIET_HOURS } from './quiet-hours.ts'

export interface RecipientState {
  quiet_hours: ZonedHours | null
  /** When the recipient unsubscribed from everything. */
  unsubscribed_at: Date | null
}

// Usually no workspace has such a recipient. The statement checks this once, and not once for each row.
const UNSUBSCRIBED_AT = `case when (select exists (select from workspaces where recipients_unsubscribed)) then
    (select r.unsubscribed_at from workspaces w join recipients r on r.id = d.recipient_id
     where w.id = d.workspace_id and w.recipients_unsubscribed) end`

/** The columns of `RecipientState` for the claimed delivery `d`. */
export const RECIPIENT_STATE = `${QUIET_HOURS} as quiet_hours,
  ${UNSUBSCRIBED_AT} as unsubscribed_at`
