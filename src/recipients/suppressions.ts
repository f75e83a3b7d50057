// Suppressions: the addresses to which a workspace sends no messages, with the reason. They come from unsubscribe links,
// bounces, complaints, stop words, reports of providers, and members (decision 100).
import { Type } from 'typebox'
import { addressTable } from '../channels/addresses.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { refuse, refuseInvalid } from '../errors.ts'
import { aboutContact, type Occurrence } from '../events/catalog.ts'
import { recordEvents } from '../events/record.ts'
import { checkOf } from '../lib/json/schema-check.ts'
import { MASK } from '../lib/text/mask.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import { schemaWords } from '../schema-words.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import { chosenEvents } from '../store/events/subscriptions.ts'
import { clearMarks, findHolders } from '../store/recipients/suppressed-recipients.ts'
import {
  type ChannelAddress,
  deleteSuppression,
  findSuppression,
  findSuppressionById,
  insertSuppressions,
  listSuppressions,
  type NewSuppression,
  type SuppressionFilter,
  type SuppressionRow,
  workspacesWithSuppressions,
} from '../store/recipients/suppressions.ts'
import { raiseVersion } from '../store/workspaces/workspaces.ts'
import type { SuppressionReason } from '../suppression-reasons.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'

/**
 * Stores suppressions of one workspace and emits an event for each new one. The first suppression with a reason raises
 * the workspace's version, because admission caches that the workspace has none.
 */
export async function suppress(tx: Transaction, now: Date, rows: NewSuppression[]): Promise<SuppressionRow[]> {
  const [first] = rows
  if (first === undefined) return []
  const { workspace_id: workspaceId } = first
  const reasons = [...new Set(rows.map(({ reason }) => reason))]
  const known = await Promise.all(reasons.map((reason) => workspacesWithSuppressions(tx, [workspaceId], reason)))
  const stored = await insertSuppressions(tx, rows)
  if (known.some((workspaces) => workspaces.length === 0)) await raiseVersion(tx, workspaceId)
  await emitSuppressed(tx, now, workspaceId, stored)
  return stored
}

async function emitSuppressed(tx: Transaction, now: Date, workspaceId: number, rows: SuppressionRow[]): Promise<void> {
  if (rows.length === 0) return
  const chosen = await chosenEvents(tx, [workspaceId])
  if (!chosen.get(workspaceId)?.has('recipient.suppressed')) return
  const holders = new Map((await findHolders(tx, rows)).map((holder) => [holder.n, holder]))
  recordEvents(
    tx,
    now,
    rows.map((row, at): Occurrence => {
      const holder = holders.get(at)
      const { channel, address, reason, origin, delivery_id: deliveryId } = row
      return {
        event: 'recipient.suppressed',
        workspaceId,
        mode: row.mode,
        subject: holder === undefined ? `suppression/${row.id}` : aboutContact(holder.id),
        data: {
          channel,
          address,
          reason,
          origin,
          suppressed_at: row.at.toISOString(),
          message_id: deliveryId === null ? null : String(deliveryId),
          recipient: holder === undefined ? null : { id: holder.id, name: holder.name },
        },
      }
    }),
  )
}

/** Adds a suppression that a member enters. Returns the stored suppression if the address already has this reason. */
export async function addSuppression(
  db: Database,
  now: Date,
  entry: ChannelAddress & { channel: ChannelName; reason: SuppressionReason; note: string | null },
): Promise<SuppressionRow> {
  refuseMalformed(entry.channel, entry.address)
  if (entry.reason === 'unsubscribed' && channelOf(entry.channel).optOuts === undefined)
    refuseInvalid({ channel: [`recipients can't opt out of ${entry.channel}`] })
  await requireWorkspace(db, entry.workspace_id)
  const row = { ...entry, origin: 'member' as const, detail: null, delivery_id: null, at: now }
  const [stored] = await transaction(db, (tx) => suppress(tx, now, [row]))
  return stored ?? (await findSuppression(db, entry, entry.reason)) ?? refuse('conflict', REMOVED)
}

const REMOVED = 'The entry was removed at the same time. Send the request again.'

/** Returns the suppressions that match the filter. The filter's `address` must be a complete address. */
export async function suppressionsOf(
  c: Connection,
  workspaceId: number,
  { address, ...filter }: Omit<SuppressionFilter, 'addresses'> & { address?: string },
): Promise<SuppressionRow[]> {
  await requireWorkspace(c, workspaceId)
  const on = filter.channel === undefined ? textChannels : [filter.channel]
  const addresses = address === undefined ? {} : { addresses: on.map((channel) => ({ channel, address })) }
  return listSuppressions(c, workspaceId, { ...filter, ...addresses })
}

const textChannels = addressTable().texts.map(({ channel }) => channel)

export async function suppressionOf(c: Connection, workspaceId: number, id: number): Promise<SuppressionRow> {
  return (await findSuppressionById(c, workspaceId, id)) ?? refuse('not_found', unknownEntry(id))
}

/** For viewers, masks the detail. It is an answer of the provider, which may repeat parts of a message. */
export function shownSuppression(row: SuppressionRow, visibility: Visibility): SuppressionRow {
  return visibility === 'full' || row.detail === null ? row : { ...row, detail: MASK }
}

/**
 * Lifts a suppression. From then on, messages to the address are sent. A complaint is lifted only by an owner who
 * states a reason.
 */
export async function liftSuppression(
  db: Database,
  workspaceId: number,
  id: number,
  { isOwner, note }: { isOwner: boolean; note: string | undefined },
): Promise<SuppressionRow> {
  return transaction(db, async (tx) => {
    const row = (await deleteSuppression(tx, workspaceId, id)) ?? refuse('not_found', unknownEntry(id))
    if (row.reason === 'complaint') {
      if (!isOwner) refuse('forbidden', 'Only an owner may lift a complaint.')
      if (note === undefined)
        refuseInvalid({ note: ['is required to lift a complaint: state why the recipient should receive messages'] })
    }
    if (row.reason === 'hard_bounce' || row.reason === 'invalid') await clearMarks(tx, row)
    return row
  })
}

const unknownEntry = (id: number) => `No suppression ${id} in this workspace.`

const addressChecks = new Map(
  addressTable().texts.map(({ channel, format }) => {
    const schema = Type.String(format)
    return [channel, { schema, check: checkOf(schema) }] as const
  }),
)

/** Returns the errors of an address. Returns undefined if the text is a valid address of the channel. */
export function addressProblems(channel: string, address: string): string[] | undefined {
  const known = addressChecks.get(channel)
  if (!known || known.check()(address)) return undefined
  return (known.check().errors ?? []).map((error) => schemaWords(error, known.schema))
}

function refuseMalformed(channel: ChannelName, address: string): void {
  const problems = addressProblems(channel, address)
  if (problems) refuseInvalid({ address: problems })
}
