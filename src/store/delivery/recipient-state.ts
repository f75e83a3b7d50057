// Reads the state of the recipients of claimed deliveries, as a part of the statement that claims them.
import type { ZonedHours } from '../../lib/quiet-hours/period.ts'
import { QUIET_HOURS } from './quiet-hours.ts'

export interface RecipientState {
  quiet_hours: ZonedHours | null
  /** When the recipient unsubscribed from everything. */
  unsubscribed_at: Date | null
}

// Usually a database has few such recipients. The statement checks once whether there is one, and not once for each row.
const UNSUBSCRIBED_AT = `case when (select exists (select from recipients where unsubscribed_at is not null)) then
    (select unsubscribed_at from recipients r where r.id = d.recipient_id) end`

/** The columns of \`RecipientState\` for the claimed delivery \`d\`. */
export const RECIPIENT_STATE = `${QUIET_HOURS} as quiet_hours,
  ${UNSUBSCRIBED_AT} as unsubscribed_at`
