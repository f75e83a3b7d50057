// Records the events of an admission: contacts that were created or updated, and deliveries that were queued.
import { addressTable } from '../channels/addresses.ts'
import type { Occurrence } from '../events/catalog.ts'
import { contactCreated, contactUpdated } from '../events/contact-events.ts'
import { messageDeferred, statusEvents } from '../events/delivery-events.ts'
import { recordEvents } from '../events/record.ts'
import { requireValue } from '../lib/by-key.ts'
import type { RecipientFill, RecipientRow } from '../store/admission/matching.ts'
import type { Transaction } from '../store/database.ts'
import { readContacts } from '../store/events/event-subjects.ts'
import type { Catalog } from './catalog.ts'
import type { Charged } from './entry.ts'
import type { People } from './recipients.ts'

/** Recipient fields that a send request may fill in. */
const FILLABLE = ['name', ...addressTable().requestedFields, 'locale'] as const

/**
 * Emits the events of a set. If no subscription selects these events, the function runs no SQL statement.
 */
export async function emitAdmissionEvents(
  tx: Transaction,
  now: Date,
  catalog: Catalog,
  stored: { created: RecipientRow[]; fills: People['fills'] },
  accepted: Charged[],
): Promise<void> {
  const queued = accepted.filter(
    ({ sender: { workspaceId } }) =>
      catalog.hasSubscription(workspaceId, 'delivery.queued') ||
      catalog.hasSubscription(workspaceId, 'delivery.status'),
  )
  const deferred = accepted.filter(
    ({ sender, quietUntil }) => quietUntil && catalog.hasSubscription(sender.workspaceId, 'message.deferred'),
  )
  const used = new Set(accepted.map(({ recipient }) => recipient))
  const created = stored.created.filter(
    (row) => used.has(row) && catalog.hasSubscription(row.workspace_id, 'contact.created'),
  )
  const filled = [...stored.fills].filter(([row]) => catalog.hasSubscription(row.workspace_id, 'contact.updated'))
  if (queued.length + deferred.length + created.length + filled.length === 0) return
  recordEvents(tx, now, [
    ...(await contactEvents(tx, created, filled)),
    ...queued.flatMap((entry) => statusEvents(subjectOf(entry, now), null, now)),
    ...deferred.flatMap((entry) =>
      entry.quietUntil ? [messageDeferred(subjectOf(entry, now), entry.quietUntil, now)] : [],
    ),
  ])
}

/** Returns an event for each contact that a request created, and for each contact to which a request added fields. */
export async function contactEvents(
  tx: Transaction,
  created: RecipientRow[],
  filled: [RecipientRow, RecipientFill][],
): Promise<Occurrence[]> {
  const ids = [...created.map(({ id }) => id), ...filled.map(([{ id }]) => id)]
  if (ids.length === 0) return []
  const rows = new Map((await readContacts(tx, ids)).map((row) => [row.id, row]))
  return [
    ...created.map(({ id }) => contactCreated(requireValue(rows, id), 'api')),
    ...filled.flatMap(([{ id }, fill]) => {
      const changed = FILLABLE.filter((name) => fill[name] !== null)
      return changed.length > 0 ? [contactUpdated(requireValue(rows, id), changed)] : []
    }),
  ]
}

function subjectOf({ deliveryId, sender, recipient, address, channel, parsed }: Charged, now: Date) {
  return {
    id: deliveryId,
    workspace_id: sender.workspaceId,
    mode: sender.mode,
    status: 'queued',
    recipient_id: recipient.id,
    recipient_name: recipient.name,
    recipient_email: recipient.email,
    address,
    channel,
    template_slug: parsed.request.template,
    external_id: null,
    error_code: null,
    error_message: null,
    // No event of an accepted message contains this time.
    expires_at: now,
    created_at: now,
  }
}
