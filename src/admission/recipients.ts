// Who a message is for: found by id or address, drafted when nobody is known, filled where empty (decision 11).
import type { Transaction } from '../store/database.ts'
import {
  fillRecipients,
  findRecipients,
  insertRecipients,
  type RecipientFill,
  type RecipientRow,
  removeRecipients,
} from '../store/matching.ts'
import { type Entry, stillOpen, turnDown } from './entry.ts'

const ADDRESSES = ['email', 'whatsapp_phone', 'telegram_chat_id'] as const
type Address = (typeof ADDRESSES)[number]

/** A channel's own address is looked at first, then email, phone, chat id. */
const OWN_ADDRESS: Record<string, Address> = {
  email: 'email',
  whatsapp: 'whatsapp_phone',
  telegram: 'telegram_chat_id',
}

/** The request's field that holds this channel's address; undefined when no request can name one. */
export function ownAddress(channel: string): Address | undefined {
  return OWN_ADDRESS[channel]
}

/** Everybody known or drafted so far, by id and address, and what is to be written about them. */
export interface People {
  byAddress: Map<string, RecipientRow>
  byId: Map<string, RecipientRow>
  drafts: Set<RecipientRow>
  fills: Map<RecipientRow, RecipientFill>
}

/** Everybody the entries may mean. */
export async function findPeople(tx: Transaction, entries: Entry[]): Promise<People> {
  const people: People = { byAddress: new Map(), byId: new Map(), drafts: new Set(), fills: new Map() }
  const known = entries.length > 0 ? await findRecipients(tx, entries.map(queryOf)) : []
  for (const row of known) remember(people, row)
  return people
}

/** Sets the entry's recipient, one of the people or a draft with id 0 that nobody else meets yet; an unknown `id` is 404. */
export function matchRecipient(people: People, entry: Entry): void {
  const recipient = matchOf(people, entry) ?? draftOf(entry)
  if (recipient) entry.recipient = recipient
  else {
    turnDown(entry, {
      code: 'recipient_not_found',
      message: `No ${entry.sender.mode} recipient ${entry.parsed.request.recipient.id} in this workspace.`,
    })
  }
}

/**
 * A message that is going out makes its draft one of the people, and fills empty fields; an address that somebody else
 * holds is passed over. Those that follow in the set meet the person as after this message.
 */
export function takeGivenFields(people: People, { recipient, parsed, outcome }: Entry): void {
  if (outcome || !recipient) return
  const given = parsed.request.recipient
  const fill: Partial<RecipientFill> = {}
  for (const address of ADDRESSES) {
    const value = given[address]
    if (value === undefined || recipient[address] !== null) continue
    const where = place(recipient.workspace_id, recipient.mode, address, value)
    if (people.byAddress.has(where)) continue
    people.byAddress.set(where, recipient)
    fill[address] = value
  }
  const unnamed = ADDRESSES.some((address) => recipient[address] === recipient.name)
  if (given.name !== undefined && given.name !== recipient.name && unnamed) fill.name = given.name
  if (recipient.id === 0) people.drafts.add(recipient)
  if (Object.keys(fill).length === 0) return
  Object.assign(recipient, fill)
  if (recipient.id === 0) return
  const { id, workspace_id } = recipient
  people.fills.set(recipient, { ...NOTHING, ...people.fills.get(recipient), ...fill, id, workspace_id })
}

const NOTHING = { name: null, email: null, whatsapp_phone: null, telegram_chat_id: null }

/** Writes the drafts and the fields that were filled; answers the rows it created. */
export async function keepRecipients(tx: Transaction, now: Date, { drafts, fills }: People): Promise<RecipientRow[]> {
  const created = [...drafts]
  if (created.length > 0) await createDrafts(tx, now, created)
  if (fills.size > 0)
    await fillRecipients(
      tx,
      now,
      [...fills.values()].sort((a, b) => a.id - b.id),
    )
  return created
}

/** Removes what keepRecipients created for messages that were refused after all. */
export async function dropUnusedRecipients(tx: Transaction, created: RecipientRow[], entries: Entry[]): Promise<void> {
  if (created.length === 0) return
  const used = new Set(stillOpen(entries).map((entry) => entry.recipient))
  const unused = created.filter((recipient) => !used.has(recipient))
  if (unused.length > 0)
    await removeRecipients(
      tx,
      unused.map((recipient) => recipient.id),
    )
}

function queryOf({ sender, parsed }: Entry) {
  const { id, email, whatsapp_phone, telegram_chat_id } = parsed.request.recipient
  return { workspace_id: sender.workspaceId, mode: sender.mode, id, email, whatsapp_phone, telegram_chat_id }
}

function matchOf(people: People, { sender, parsed }: Entry): RecipientRow | undefined {
  const { recipient, channel } = parsed.request
  if (recipient.id !== undefined) return people.byId.get(`${sender.workspaceId}/${sender.mode}/${recipient.id}`)
  const own = channel === undefined ? undefined : ownAddress(channel)
  const order = own ? [own, ...ADDRESSES.filter((address) => address !== own)] : ADDRESSES
  for (const address of order) {
    const value = recipient[address]
    const row =
      value === undefined ? undefined : people.byAddress.get(place(sender.workspaceId, sender.mode, address, value))
    if (row) return row
  }
  return undefined
}

/** A stranger, unless the request names an id. The addresses come with takeGivenFields. */
function draftOf({ sender, parsed }: Entry): RecipientRow | undefined {
  const { recipient } = parsed.request
  if (recipient.id !== undefined) return undefined
  return {
    id: 0,
    workspace_id: sender.workspaceId,
    mode: sender.mode,
    name: recipient.name ?? recipient.email ?? recipient.whatsapp_phone ?? recipient.telegram_chat_id!,
    email: null,
    whatsapp_phone: null,
    telegram_chat_id: null,
    messenger_psid: null,
    slack_channel: null,
    push: [],
    locale: recipient.locale ?? 'it',
    preferred_channel: null,
    unusable: {},
  }
}

function remember(people: People, row: RecipientRow): void {
  people.byId.set(`${row.workspace_id}/${row.mode}/${row.id}`, row)
  for (const address of ADDRESSES) {
    const value = row[address]
    if (value !== null) people.byAddress.set(place(row.workspace_id, row.mode, address, value), row)
  }
}

function place(workspaceId: number, mode: string, address: Address, value: string): string {
  return `${workspaceId}/${mode}/${address}/${address === 'email' ? value.toLowerCase() : value}`
}

async function createDrafts(tx: Transaction, now: Date, drafts: RecipientRow[]): Promise<void> {
  const rows = await insertRecipients(tx, now, drafts)
  const inserted = new Map(
    rows.flatMap((row) =>
      ADDRESSES.filter((address) => row[address] !== null).map((address) => [
        place(row.workspace_id, row.mode, address, row[address]!),
        row,
      ]),
    ),
  )
  for (const draft of drafts) {
    const address = ADDRESSES.find((name) => draft[name] !== null)!
    const kept = inserted.get(place(draft.workspace_id, draft.mode, address, draft[address]!))
    // Somebody else created this person since we looked: the whole group is done again and will find them.
    if (!kept) throw Object.assign(new Error('a recipient was created by somebody else meanwhile'), { code: '40001' })
    Object.assign(draft, kept)
  }
}
