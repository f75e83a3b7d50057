// Manages recipients. Within a workspace and mode, two recipients never have the same address.
import { isDeepStrictEqual } from 'node:util'
import { addressOn, addressTable } from '../channels/addresses.ts'
import { type Device, type DeviceInput, deviceOf, deviceProblems, withDevice } from '../channels/push/devices.ts'
import { type Details, refuse, refuseInvalid } from '../errors.ts'
import { contactCreated, contactUpdated } from '../events/contact-events.ts'
import { recordEvents } from '../events/record.ts'
import { MASK, maskedFields } from '../lib/text/mask.ts'
import { requireQuietHours, requireTimeZone } from '../quiet-hours/check.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import { removeTicketsOf } from '../store/delivery/tickets.ts'
import { errorCode } from '../store/failures.ts'
import { removeConversations } from '../store/inbound/conversations.ts'
import {
  deleteRecipient,
  findRecipient,
  insertRecipient,
  listRecipients,
  type RecipientFields,
  type RecipientFilter,
  type RecipientRecord,
  updateRecipient,
} from '../store/recipients/recipients.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { requireSupportedKinds } from './device-kinds.ts'
import { refuseDuplicateAddresses, refuseSharedNumbers } from './duplicates.ts'

export type RecipientInput = Partial<Omit<RecipientFields, 'unusable' | 'locale_is_default'>>

const { none, textFields } = addressTable()

const EMPTY_FIELDS: RecipientFields = {
  name: '',
  ...none,
  locale: 'it',
  locale_is_default: true,
  tags: [],
  metadata: {},
  preferred_channel: null,
  unusable: {},
  quiet_hours: null,
  time_zone: null,
}

const CONTACT_FIELDS = ['name', ...textFields, 'locale', 'tags', 'metadata', 'preferred_channel'] as const

/** Returns the fields to store, with normalized devices. Throws validation_failed if a device has problems. */
export function withDevices<T extends { push?: DeviceInput[] }>(
  input: T,
  now: Date,
  allowPrivateNetwork: boolean,
): Omit<T, 'push'> & { push?: Device[] } {
  const { push, ...rest } = input
  if (push === undefined) return rest
  const details: Details = {}
  push.forEach((device, index) => {
    for (const [field, problem] of Object.entries(deviceProblems(device, allowPrivateNetwork)))
      details[`push.${index}.${field}`] = [problem]
  })
  if (Object.keys(details).length > 0) refuseInvalid(details)
  const devices = push.map((device) => deviceOf(device, now))
  return { ...rest, push: devices.reduce<Device[]>(withDevice, []) }
}

/**
 * Creates a recipient. Throws conflict if another recipient has one of the addresses. The error names that recipient.
 * Also throws the errors of `requireSupportedKinds`.
 */
export async function createRecipient(
  db: Database,
  now: Date,
  workspaceId: number,
  mode: 'live' | 'test',
  input: RecipientInput & { name: string },
) {
  const fields = { ...EMPTY_FIELDS, ...input, locale_is_default: input.locale === undefined }
  try {
    return await transaction(db, async (tx) => {
      await requireWorkspace(tx, workspaceId)
      await requireSupportedKinds(tx, fields.push)
      requireTimeZone(input.time_zone)
      await requireQuietHours(tx, input.quiet_hours)
      await refuseSharedNumbers(tx, { workspaceId, mode, id: undefined }, input)
      const row = await insertRecipient(tx, now, workspaceId, mode, fields)
      recordEvents(tx, now, [contactCreated({ ...row, workspace_id: workspaceId }, 'manual')])
      return recipientBody(row)
    })
  } catch (error) {
    if (errorCode(error) !== '23505') throw error
    return refuseDuplicateAddresses(db, { workspaceId, mode, id: undefined }, fields)
  }
}

export async function recipientOf(c: Connection, workspaceId: number, id: number, visibility: Visibility) {
  return shownRecipient(recipientBody(await requireRecipient(c, workspaceId, id)), visibility)
}

export async function recipientsOf(
  c: Connection,
  workspaceId: number,
  filter: RecipientFilter,
  visibility: Visibility,
) {
  await requireWorkspace(c, workspaceId)
  const { rows, reached } = await listRecipients(c, workspaceId, filter)
  return { rows: rows.map((row) => shownRecipient(recipientBody(row), visibility)), reached }
}

/**
 * For viewers, masks the reason why an address is unusable. The reason is an answer of the provider, which may repeat
 * text of the message.
 */
function shownRecipient<T extends { unusable: RecipientFields['unusable'] }>(recipient: T, visibility: Visibility) {
  if (visibility === 'full') return recipient
  return { ...recipient, unusable: maskedFields(recipient.unusable, ['reason'], () => MASK) }
}

/**
 * Changes a recipient. Omitted fields stay unchanged, and null clears a field. If an unusable address is changed, the
 * new address counts as usable. Throws conflict if another recipient has one of the addresses. The error names that
 * recipient.
 */
export async function changeRecipient(db: Database, now: Date, workspaceId: number, id: number, input: RecipientInput) {
  try {
    return await transaction(db, async (tx) => {
      const before = await requireRecipient(tx, workspaceId, id, true)
      await requireSupportedKinds(tx, input.push ?? [])
      requireTimeZone(input.time_zone)
      await requireQuietHours(tx, input.quiet_hours)
      await refuseSharedNumbers(tx, { workspaceId, mode: before.mode, id }, input)
      const row = await updateRecipient(tx, now, workspaceId, id, {
        ...before,
        ...input,
        locale_is_default: before.locale_is_default && input.locale === undefined,
        unusable: stillUnusable(before, input),
      })
      const changed = changedFields(before, row)
      if (changed.length > 0)
        recordEvents(tx, now, [contactUpdated({ ...row, workspace_id: workspaceId }, changed, newTags(before, row))])
      return recipientBody(row)
    })
  } catch (error) {
    if (errorCode(error) !== '23505') throw error
    const { mode } = await requireRecipient(db, workspaceId, id)
    return refuseDuplicateAddresses(db, { workspaceId, mode, id }, input)
  }
}

/** Returns the entries of those unusable addresses that the input does not change. */
export function stillUnusable(before: RecipientFields, input: RecipientInput): RecipientFields['unusable'] {
  return Object.fromEntries(
    Object.entries(before.unusable).filter(([channel]) => {
      const field = addressOn(channel)?.field
      return field === undefined || input[field] === undefined || input[field] === before[field]
    }),
  )
}

type ContactFields = Pick<RecipientRecord, (typeof CONTACT_FIELDS)[number]>

/**
 * Returns the names of the fields that have changed, as events report them. The order of keys in an object makes no
 * difference.
 */
export function changedFields(before: ContactFields, after: ContactFields): string[] {
  return CONTACT_FIELDS.filter((name) => !isDeepStrictEqual(before[name], after[name]))
}

export function newTags(before: { tags: string[] }, after: { tags: string[] }): string[] {
  return after.tags.filter((tag) => !before.tags.includes(tag))
}

/**
 * Removes a recipient and its conversations. The deliveries stay, with the name and address to which they were sent.
 */
export async function removeRecipient(db: Database, workspaceId: number, id: number): Promise<void> {
  await transaction(db, async (tx) => {
    // The results of tickets lock tickets before their recipient. The same order prevents deadlocks.
    await removeTicketsOf(tx, workspaceId, [id])
    if (!(await deleteRecipient(tx, workspaceId, id))) refuse('not_found', `No recipient ${id} in this workspace.`)
    await removeConversations(tx, workspaceId, [id])
  })
}

async function requireRecipient(
  c: Connection,
  workspaceId: number,
  id: number,
  lock = false,
): Promise<RecipientRecord> {
  return (await findRecipient(c, workspaceId, id, lock)) ?? refuse('not_found', `No recipient ${id} in this workspace.`)
}

function recipientBody({ unsubscribed_at: _, created_at, updated_at, ...row }: RecipientRecord) {
  return { ...row, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }
}
