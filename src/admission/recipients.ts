// Who a message is for: found by id or address, drafted when nobody is known, filled where empty (decision 11).
import type { Transaction } from '../store/database.ts'
import {
  fillRecipients,
  findRecipients,
  insertRecipients,
  type NewRecipient,
  type RecipientFill,
  type RecipientRow,
  removeRecipients,
} from '../store/matching.ts'
import { type Entry, stillOpen, turnDown } from './entry.ts'

const ADDRESSES = ['email', 'whatsapp_phone', 'telegram_chat_id'] as const
type Address = (typeof ADDRESSES)[number]
const FILLABLE = ['name', ...ADDRESSES] as const

/** A channel's own address is looked at first, then email, phone, chat id. */
const OWN_ADDRESS: Record<string, Address> = {
  email: 'email',
  whatsapp: 'whatsapp_phone',
  telegram: 'telegram_chat_id',
}

/** Everybody known or drafted in this set, by address; what makes two identical strangers one recipient. */
export interface People {
  byAddress: Map<string, RecipientRow>
  byId: Map<string, RecipientRow>
}

/** Everybody the entries may mean. */
export async function findPeople(tx: Transaction, entries: Entry[]): Promise<RecipientRow[]> {
  return entries.length > 0 ? findRecipients(tx, entries.map(queryOf)) : []
}

/** Sets every entry's recipient, one of the known rows or a draft with id 0; an unknown `id` is 404. */
export function matchRecipients(known: RecipientRow[], entries: Entry[]): People {
  const people: People = { byAddress: new Map(), byId: new Map() }
  for (const row of known) remember(people, row)
  for (const entry of entries) {
    const recipient = matchOf(people, entry) ?? draftOf(people, entry)
    if (recipient) entry.recipient = recipient
    else {
      turnDown(entry, {
        code: 'recipient_not_found',
        message: `No ${entry.sender.mode} recipient ${entry.parsed.request.recipient.id} in this workspace.`,
      })
    }
  }
  return people
}

export interface KeptRecipients {
  created: RecipientRow[]
  /** With the names of the fields that were empty. */
  filled: Map<RecipientRow, string[]>
}

/** Writes the drafts and the empty fields that the entries still open bring. */
export async function keepRecipients(
  tx: Transaction,
  now: Date,
  people: People,
  entries: Entry[],
): Promise<KeptRecipients> {
  const open = stillOpen(entries)
  const drafts = [...byRecipient(open.filter((entry) => entry.recipient!.id === 0))]
  const known = [...byRecipient(open.filter((entry) => entry.recipient!.id !== 0))]
  const created = drafts.map(([recipient]) => recipient)
  if (drafts.length > 0) await createDrafts(tx, now, drafts)
  const fills: RecipientFill[] = []
  const filled: KeptRecipients['filled'] = new Map()
  for (const [recipient, from] of known) {
    const fill = fillOf(people, recipient, from)
    const fields = FILLABLE.filter((name) => fill[name] !== null)
    if (fields.length === 0) continue
    fills.push(fill)
    filled.set(recipient, fields)
  }
  if (fills.length > 0)
    await fillRecipients(
      tx,
      now,
      fills.sort((a, b) => a.id - b.id),
    )
  return { created, filled }
}

/** Removes what keepRecipients created for messages that were refused after all. */
export async function dropUnusedRecipients(
  tx: Transaction,
  { created }: KeptRecipients,
  entries: Entry[],
): Promise<void> {
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
  const own = channel === undefined ? undefined : OWN_ADDRESS[channel]
  const order = own ? [own, ...ADDRESSES.filter((address) => address !== own)] : ADDRESSES
  for (const address of order) {
    const value = recipient[address]
    const row =
      value === undefined ? undefined : people.byAddress.get(place(sender.workspaceId, sender.mode, address, value))
    if (row) return row
  }
  return undefined
}

/** A stranger, unless the request names an id. */
function draftOf(people: People, { sender, parsed }: Entry): RecipientRow | undefined {
  const { recipient } = parsed.request
  if (recipient.id !== undefined) return undefined
  const draft: RecipientRow = {
    id: 0,
    workspace_id: sender.workspaceId,
    mode: sender.mode,
    name: recipient.name ?? recipient.email ?? recipient.whatsapp_phone ?? recipient.telegram_chat_id!,
    email: recipient.email ?? null,
    whatsapp_phone: recipient.whatsapp_phone ?? null,
    telegram_chat_id: recipient.telegram_chat_id ?? null,
    messenger_psid: null,
    slack_channel: null,
    push: [],
    locale: recipient.locale ?? 'it',
    preferred_channel: null,
    unusable: {},
  }
  remember(people, draft)
  return draft
}

function remember(people: People, row: RecipientRow): void {
  if (row.id !== 0) people.byId.set(`${row.workspace_id}/${row.mode}/${row.id}`, row)
  for (const address of ADDRESSES) {
    const value = row[address]
    if (value !== null) people.byAddress.set(place(row.workspace_id, row.mode, address, value), row)
  }
}

function place(workspaceId: number, mode: string, address: Address, value: string): string {
  return `${workspaceId}/${mode}/${address}/${address === 'email' ? value.toLowerCase() : value}`
}

function byRecipient(entries: Entry[]): Map<RecipientRow, Entry[]> {
  const groups = new Map<RecipientRow, Entry[]>()
  for (const entry of entries) groups.set(entry.recipient!, [...(groups.get(entry.recipient!) ?? []), entry])
  return groups
}

async function createDrafts(tx: Transaction, now: Date, drafts: [RecipientRow, Entry[]][]): Promise<void> {
  const rows: NewRecipient[] = drafts.map(([draft, from]) => ({
    ...queryOf(from[0]!),
    ...firstGiven(from),
    name: firstName(from) ?? draft.name,
    locale:
      from.map((entry) => entry.parsed.request.recipient.locale).find((locale) => locale !== undefined) ?? draft.locale,
  }))
  const inserted = new Map(
    (await insertRecipients(tx, now, rows)).flatMap((row) =>
      ADDRESSES.filter((address) => row[address] !== null).map((address) => [
        place(row.workspace_id, row.mode, address, row[address]!),
        row,
      ]),
    ),
  )
  drafts.forEach(([draft], index) => {
    const row = rows[index]!
    const address = ADDRESSES.find((name) => row[name] !== undefined)!
    const kept = inserted.get(place(row.workspace_id, draft.mode, address, row[address]!))
    // Somebody else created this person since we looked: the whole group is done again and will find them.
    if (!kept) throw Object.assign(new Error('a recipient was created by somebody else meanwhile'), { code: '40001' })
    Object.assign(draft, kept)
  })
}

/** The addresses that these entries bring, the first of each kind. */
function firstGiven(entries: Entry[]): Partial<Record<Address, string>> {
  const given: Partial<Record<Address, string>> = {}
  for (const entry of entries) {
    for (const address of ADDRESSES) given[address] ??= entry.parsed.request.recipient[address]
  }
  return given
}

function firstName(entries: Entry[]): string | undefined {
  return entries.map((entry) => entry.parsed.request.recipient.name).find((name) => name !== undefined)
}

/** What these entries add to a known recipient; an address that somebody else holds is passed over. */
function fillOf(people: People, recipient: RecipientRow, from: Entry[]): RecipientFill {
  const given = firstGiven(from)
  const fill: RecipientFill = {
    id: recipient.id,
    workspace_id: recipient.workspace_id,
    name: null,
    email: null,
    whatsapp_phone: null,
    telegram_chat_id: null,
  }
  for (const address of ADDRESSES) {
    const value = given[address]
    if (value === undefined || recipient[address] !== null) continue
    const where = place(recipient.workspace_id, recipient.mode, address, value)
    if (people.byAddress.has(where)) continue
    people.byAddress.set(where, recipient)
    fill[address] = value
    recipient[address] = value
  }
  const name = firstName(from)
  if (
    name !== undefined &&
    name !== recipient.name &&
    ADDRESSES.some((address) => recipient[address] === recipient.name)
  ) {
    fill.name = name
    recipient.name = name
  }
  return fill
}
