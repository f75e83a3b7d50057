// Reads the states of deliveries for answers that contain a delivery as a part of something else.
import type { DeliveryState } from '../../../delivery-states.ts'
import type { Connection } from '../../database.ts'
import { rowsOf } from '../../rows.ts'
import { STATE_COLUMNS, stateOf } from './states.ts'

/** A state with the number of attempts that count. */
export interface ShownState {
  state: DeliveryState
  attempts_made: number
}

/** Returns the states of the deliveries with these ids that belong to the workspace. */
export async function readStates(
  c: Connection,
  workspaceId: number,
  ids: number[],
  now: Date,
): Promise<Map<number, ShownState>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsOf<ShownState & { id: number }>(c, {
    name: 'read-states',
    text: `select d.id, ${stateOf('d', '$3::timestamptz')} as state, d.attempts_made
           from (
             select id, status, error_code, scheduled_for, deferred_until, ${STATE_COLUMNS}
             from deliveries where id = any($2::bigint[]) and workspace_id = $1
           ) d`,
    values: [workspaceId, ids, now],
  })
  return new Map(rows.map(({ id, ...shown }) => [id, shown]))
}
