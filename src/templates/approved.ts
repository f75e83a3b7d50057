// Requests the list of approved templates of a connection from its provider, stores the list, and returns it.
import type { ApprovedList } from '../channels/approved-template.ts'
import { type ChannelName, channelNames } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import { openSettings } from '../connections/reached.ts'
import { refuse, refuseInvalid } from '../errors.ts'
import { later } from '../lib/clock.ts'
import type { Seal } from '../lib/seal.ts'
import { HOUR, MINUTE, SECOND } from '../limits.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import {
  type ApprovedListRow,
  listApproved,
  listState,
  storeApprovedTemplates,
  storeListProblem,
  takeDueLists,
} from '../store/templates/approved-templates.ts'
import { listConnections } from '../store/workspaces/connections.ts'
import { readPartsOfLanes, type SealedPart } from '../store/workspaces/provider-connections.ts'
import { raiseVersion } from '../store/workspaces/workspaces.ts'
import { requireSource } from '../workspaces/sources.ts'

export interface ApprovalTools {
  db: Database
  seal: Seal
  allowPrivateNetwork: boolean
}

interface SourceRef {
  workspaceId: number
  sourceId: number
}

/** Maximum number of connections that one run of the job synchronizes. */
const MOST = 10
const FRESH = HOUR
const RETRY = 5 * MINUTE
/**
 * Maximum time in milliseconds for a sync that a person requested. It is shorter than in the background, because the
 * person waits for the response.
 */
const SYNC_BUDGET = 30 * SECOND

/**
 * Requests the lists that are due. A list is due one hour after its last request, or earlier if that request failed.
 * Returns the number of due lists.
 */
export async function readDueLists(tools: ApprovalTools, now: Date, signal: AbortSignal): Promise<number> {
  const channels = channelNames.filter((name) => providerOf(name).approval)
  const due = { channels, before: later(now, -FRESH), retryBefore: later(now, -RETRY), most: MOST }
  const ids = await takeDueLists(tools.db, now, due)
  if (ids.length > 0) {
    const rows = await readPartsOfLanes(tools.db, ids)
    await Promise.all(rows.map((row) => readList(tools, now, row, signal)))
  }
  return ids.length
}

/**
 * Requests the list now. Throws not_found for an unknown connection. Throws validation_failed if the provider refuses
 * the request or the settings are incomplete.
 */
export async function syncApproved(tools: ApprovalTools, now: Date, place: SourceRef, channel: ChannelName) {
  const id = await requireListed(tools.db, place, channel)
  const [row] = await readPartsOfLanes(tools.db, [id])
  if (!row) refuse('not_found', `The source has no ${channel} connection.`)
  const outcome = await readList(tools, now, row, AbortSignal.timeout(SYNC_BUDGET))
  if ('problems' in outcome)
    refuseInvalid(
      Object.fromEntries(
        Object.entries(outcome.problems).map(([setting, problem]) => [`settings.${setting}`, [problem]]),
      ),
    )
  const usable = outcome.templates.filter(({ refusal }) => refusal === null).length
  return { templates: outcome.templates.length, usable, read_at: now.toISOString() }
}

/** Returns a page of the stored list, and the outcome of the last request. */
export async function approvedOf(
  c: Connection,
  place: SourceRef,
  channel: ChannelName,
  page: Parameters<typeof listApproved>[2],
) {
  const id = await requireListed(c, place, channel)
  const [rows, state] = await Promise.all([listApproved(c, id, page), listState(c, id)])
  return {
    rows: rows.map(approvedBody),
    read_at: state?.read_at?.toISOString() ?? null,
    problem: state?.problem ?? null,
  }
}

async function readList(
  { db, seal, allowPrivateNetwork }: ApprovalTools,
  now: Date,
  row: SealedPart,
  signal: AbortSignal,
): Promise<ApprovedList> {
  const { approval } = providerOf(row.channel, row.provider)
  const settings = openSettings(seal, row)
  if (!approval?.listed(settings))
    return { problems: { waba_id: 'is required to read the list of approved templates' } }
  const list = await approval.list(settings, allowPrivateNetwork, signal)
  if ('problems' in list) {
    // An aborted request is repeated later, so it is not stored as a problem of the list.
    if (!signal.aborted) await storeListProblem(db, row.lane, Object.values(list.problems).join('; '))
    return list
  }
  await transaction(db, async (tx) => {
    await storeApprovedTemplates(tx, now, { id: row.lane, version: row.version }, list.templates)
    await raiseVersion(tx, row.workspace_id)
  })
  return list
}

async function requireListed(
  c: Connection,
  { workspaceId, sourceId }: SourceRef,
  channel: ChannelName,
): Promise<number> {
  await requireSource(c, workspaceId, sourceId)
  if (!providerOf(channel).approval)
    refuseInvalid({ channel: [`${channel} has no templates that its provider approves`] })
  const row = (await listConnections(c, workspaceId, sourceId)).find((candidate) => candidate.channel === channel)
  return row?.id ?? refuse('not_found', `The source has no ${channel} connection.`)
}

function approvedBody({ name, language, status, refusal, category, body, shape }: ApprovedListRow) {
  const { header = null, variables, buttons } = shape
  return { name, language, status, usable: refusal === null, refusal, category, body, header, variables, buttons }
}
