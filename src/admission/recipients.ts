// Finds the recipient of a message by id or address, or creates it, and fills its empty fields (decisions 11 and 56).
import type { Identifier, RequestedAddress } from '../channels/address.ts'
import { addressTable, byField } from '../channels/addresses.ts'
import type { ChannelName } from '../channels/index.ts'
import type { Refusal } from '../errors.ts'
import { findMatch, holderOf, normalizeIdentifier } from '../recipients/identifiers.ts'
import {
  type FieldsBefore,
  findRecipients,
  type RecipientFill,
  type RecipientRow,
} from '../store/admission/matching.ts'
import type { Transaction } from '../store/database.ts'
import type { SuppressedAddress } from '../store/recipients/suppressions.ts'
import type { Entry, Matched } from './entry.ts'

const { none, requested, requestedFields: ADDRESSES } = addressTable()

const OWN_ADDRESS = new Map<string | undefined, RequestedAddress>(
  requested.map(({ channel, field }) => [channel, field]),
)

/**
 * For each channel, the address fields in which admission searches for a recipient. The search begins with the address
 * of the channel. The other addresses follow in the order of the address table.
 */
const ORDER_ON = new Map(
  [...OWN_ADDRESS].map(([channel, own]) => [channel, [own, ...ADDRESSES.filter((address) => address !== own)]]),
)

/**
 * Returns the request field for this channel's address. Returns undefined if requests cannot contain an address of this
 * channel.
 */
export function ownAddress(channel: string): RequestedAddress | undefined {
  return OWN_ADDRESS.get(channel)
}

/**
 * The recipients of a set. A recipient that is not stored yet is a draft. `fills` are the fields to be written, and
 * `before` are the fields that they replaced.
 */
export interface People {
  byAddress: Map<string, RecipientRow>
  byId: Map<string, RecipientRow>
  drafts: Set<RecipientRow>
  fills: Map<RecipientRow, RecipientFill>
  before: Map<RecipientRow, FieldsBefore>
  /** The suppressions of the stored recipients' addresses, if they were read. */
  suppressed: SuppressedAddress[]
}

/**
 * Reads all stored recipients that an id or an address in the entries may identify, and the suppressions of their
 * addresses on request.
 */
export async function findPeople(tx: Transaction, entries: Entry[], withSuppressions = false): Promise<People> {
  const people: People = {
    byAddress: new Map(),
    byId: new Map(),
    drafts: new Set(),
    fills: new Map(),
    before: new Map(),
    suppressed: [],
  }
  const known = entries.length > 0 ? await findRecipients(tx, entries.map(queryOf), withSuppressions) : []
  for (const { suppressed = [], ...row } of known) {
    remember(people, row)
    for (const one of suppressed) people.suppressed.push({ ...one, workspace_id: row.workspace_id, mode: row.mode })
  }
  return people
}

/**
 * Returns a stored recipient, or a new draft with id 0 that other messages cannot find yet. Returns undefined for an
 * unknown `id`.
 */
export function matchRecipient(people: People, entry: Entry): RecipientRow | undefined {
  return matchOf(people, entry) ?? draftOf(people, entry)
}

export function unknownRecipient({ sender, parsed }: Entry): Refusal {
  const message = `No ${sender.mode} recipient ${parsed.request.recipient.id} in this workspace.`
  return { code: 'recipient_not_found', message }
}

/**
 * Fills empty fields of the recipient from the request. Does not fill an address that belongs to another recipient. If
 * the recipient is a new draft, adds the draft to `people`. Later messages of the same transaction use the changed
 * recipient.
 */
export function applyRequestedFields(
  people: People,
  { sender, recipient, parsed }: Pick<Matched, 'sender' | 'recipient' | 'parsed'>,
): void {
  const recipientFields = parsed.request.recipient
  const fill: Partial<RecipientFill> = {}
  for (const address of ADDRESSES) {
    const value = recipientFields[address]
    if (value === undefined || recipient[address] !== null) continue
    const holder = holderOf(address, value, lookupIn(people, recipient.workspace_id, recipient.mode))
    if (holder && holder !== recipient) continue
    people.byAddress.set(place(recipient.workspace_id, recipient.mode, address, value), recipient)
    fill[address] = value
  }
  const unnamed = ADDRESSES.some((address) => recipient[address] === recipient.name)
  if (recipientFields.name !== undefined && recipientFields.name !== recipient.name && unnamed)
    fill.name = recipientFields.name
  // Test sends, resends and automations have no API key. A locale in their request applies only to this message.
  if (recipientFields.locale !== undefined && recipient.locale_is_default && sender.keyId !== null) {
    if (recipientFields.locale !== recipient.locale) fill.locale = recipientFields.locale
    fill.locale_chosen = true
    recipient.locale_is_default = false
  }
  if (recipient.id === 0) people.drafts.add(recipient)
  if (Object.keys(fill).length === 0) return
  const { locale_chosen: _, ...fields } = fill
  Object.assign(recipient, fields)
  if (recipient.id === 0) return
  const { id, workspace_id } = recipient
  people.fills.set(recipient, { ...NOTHING, ...people.fills.get(recipient), ...fill, id, workspace_id })
}

const NOTHING = {
  name: null,
  ...byField(requested, () => null),
  locale: null,
  locale_chosen: false,
}

function queryOf({ sender, parsed }: Entry) {
  return { workspace_id: sender.workspaceId, mode: sender.mode, ...parsed.request.recipient }
}

/**
 * Returns the stored recipient that the request identifies. The search treats the address of this channel as the
 * strongest identifier after the id.
 */
export function recipientOn(people: People, entry: Entry, channel: ChannelName): RecipientRow | undefined {
  return matchOf(people, entry, channel)
}

function matchOf(
  people: People,
  { sender, parsed }: Entry,
  channel: ChannelName | undefined = parsed.request.channel ?? parsed.steps?.[0]?.channel,
): RecipientRow | undefined {
  const { recipient } = parsed.request
  const { workspaceId, mode } = sender
  if (recipient.id !== undefined) return people.byId.get(`${workspaceId}/${mode}/${recipient.id}`)
  return findMatch(ORDER_ON.get(channel) ?? ADDRESSES, recipient, lookupIn(people, workspaceId, mode))
}

/** Returns a function that finds the recipient with a value in exactly one field. */
function lookupIn({ byAddress }: People, workspaceId: number, mode: string) {
  return (field: Identifier, value: string) => byAddress.get(place(workspaceId, mode, field, value))
}

/**
 * Returns a draft of a new recipient. Returns undefined if the request identifies its recipient by id.
 * applyRequestedFields adds the addresses to the draft.
 */
function draftOf(people: People, { sender, parsed }: Entry): RecipientRow | undefined {
  const { recipient } = parsed.request
  if (recipient.id !== undefined) return undefined
  const { workspaceId, mode } = sender
  const own = ADDRESSES.filter((address) => {
    const value = recipient[address]
    return value !== undefined && holderOf(address, value, lookupIn(people, workspaceId, mode)) === undefined
  })
  return {
    id: 0,
    workspace_id: workspaceId,
    mode,
    name: recipient.name ?? own.flatMap((address) => recipient[address] ?? [])[0] ?? '',
    ...none,
    locale: recipient.locale ?? 'it',
    locale_is_default: recipient.locale === undefined,
    quiet_hours: null,
    time_zone: null,
    unsubscribed_at: null,
    preferred_channel: null,
    unusable: {},
  }
}

function remember(people: People, row: RecipientRow): void {
  people.byId.set(`${row.workspace_id}/${row.mode}/${row.id}`, row)
  for (const where of placesOf(row)) people.byAddress.set(where, row)
}

/** Returns a key of `byAddress` for each address of the recipient. */
export function placesOf(row: RecipientRow): string[] {
  return ADDRESSES.flatMap((address) => {
    const value = row[address]
    return value === null ? [] : place(row.workspace_id, row.mode, address, value)
  })
}

function place(workspaceId: number, mode: string, address: Identifier, value: string): string {
  return `${workspaceId}/${mode}/${address}/${normalizeIdentifier(address, value)}`
}
