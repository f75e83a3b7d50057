// Lets members list inbound requests with their status and problem, and apply a request again.
import { refuse } from '../errors.ts'
import { MASK } from '../lib/text/mask.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import type { Connection } from '../store/database.ts'
import {
  applyInboundAgain,
  findInbound,
  type InboundRecord,
  type InboundStatus,
  listInbound,
} from '../store/inbound/inbound-list.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'

export interface InboundFilter {
  status?: InboundStatus
  channel?: string
  before: number
  limit: number
}

export async function inboundRequestsOf(c: Connection, workspaceId: number, filter: InboundFilter) {
  await requireWorkspace(c, workspaceId)
  return (await listInbound(c, workspaceId, filter)).map(requestBody)
}

/**
 * Returns a request with its body. The body is masked for viewers, because the request of a button press may contain
 * the text of the message.
 */
export async function inboundRequestOf(c: Connection, workspaceId: number, id: number, visibility: Visibility) {
  const row = await findInbound(c, workspaceId, id)
  if (!row) return refuse('not_found', `No inbound request ${id} in this workspace.`)
  const body = visibility === 'full' ? row.body.toString('utf8') : MASK
  return { ...requestBody(row), content_type: row.content_type, body }
}

/** Queues a request again if it ended with a problem. The number of its attempts starts at zero. */
export async function applyAgain(c: Connection, now: Date, workspaceId: number, id: number, visibility: Visibility) {
  const again = await applyInboundAgain(c, now, workspaceId, id)
  const request = await inboundRequestOf(c, workspaceId, id, visibility)
  if (again) return request
  return refuse('conflict', `Request ${id} is ${request.status}: only a request with a problem can be applied again.`)
}

function requestBody(row: InboundRecord) {
  return {
    id: row.id,
    channel: row.channel,
    source_id: row.source_id,
    status: row.status,
    received_at: row.received_at.toISOString(),
    attempts_made: row.claim_version,
    next_at: row.status === 'waiting' ? row.next_at.toISOString() : null,
    problem: row.problem,
  }
}
