// The rates and response times of endpoints in the last 24 hours.
import { later } from '../lib/clock.ts'
import { DAY } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import { readEndpointFigures } from '../store/events/figures.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'

/** Maximum number of attempts that are counted for one endpoint, alone and in the list of all endpoints. */
const MOST_OF_ONE = 1000
const MOST_OF_EACH = 200

/** Returns the figures of all endpoints with attempts, or of one endpoint. */
export async function endpointFigures(c: Connection, now: Date, workspaceId: number, subscriptionId?: number) {
  await requireWorkspace(c, workspaceId)
  const since = later(now, -DAY)
  const most = subscriptionId === undefined ? MOST_OF_EACH : MOST_OF_ONE
  const scope = subscriptionId === undefined ? {} : { subscriptionId }
  const rows = await readEndpointFigures(c, workspaceId, { since, most, ...scope })
  return rows.map(({ first_at, ...row }) => ({
    ...row,
    since: (row.attempts === most && first_at !== null ? first_at : since).toISOString(),
  }))
}
