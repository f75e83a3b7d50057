// The test inbox for members: lists and searches the messages of test keys, and clears them from the list.
import { refuse } from '../../errors.ts'
import { textOf } from '../../lib/json/json-fields.ts'
import { fitText } from '../../lib/text/fit-text.ts'
import { type Masking, maskingsOf, NOTHING_MASKED, type Visibility } from '../../redaction/sensitive.ts'
import { shownMessage } from '../../redaction/shown-message.ts'
import type { Connection } from '../../store/database.ts'
import { readStates, type ShownState } from '../../store/delivery/list/shown-states.ts'
import {
  listTestMessages,
  readClearedTo,
  readTestMessages,
  searchTestMessages,
  type TestMessageRow,
  writeClearedTo,
} from '../../store/delivery/test-inbox.ts'

export interface InboxQuery {
  before: number
  limit: number
  channel?: string | undefined
  template?: string | undefined
  q?: string | undefined
  /** True if the list needs only the subject and the first words of each message. */
  brief?: boolean
}

/** The number of characters of a text in a brief message. */
const FIRST_WORDS = 160

/**
 * Returns messages of the test inbox, newest first. A search of a reader who does not see sensitive values covers only
 * names and addresses, because the results of a search in the text would disclose these values.
 */
export async function testInboxOf(
  c: Connection,
  now: Date,
  workspaceId: number,
  query: InboxQuery,
  visibility: Visibility,
) {
  const clearedTo = await clearedToOf(c, workspaceId)
  const { before, limit, channel, template, q, brief = false } = query
  const range = { before, clearedTo, limit }
  const shown = async (rows: TestMessageRow[]) => {
    const bodies = await testMessageBodies(c, now, workspaceId, rows, visibility)
    return brief ? bodies.map((body) => ({ ...body, message: firstWords(body.message) })) : bodies
  }
  if (channel === undefined && template === undefined && q === undefined) {
    const { rows, more } = await listTestMessages(c, workspaceId, range)
    return { rows: await shown(rows), more, reached: undefined, clearedTo }
  }
  const filter = { channel, template, q, searchesText: visibility === 'full' }
  const found = await searchTestMessages(c, workspaceId, range, filter)
  const ids = found.rows.map(({ id }) => id)
  const { rows } = ids.length === 0 ? { rows: [] } : await readTestMessages(c, workspaceId, ids)
  const isCut = rows.length < ids.length
  return { rows: await shown(rows), more: isCut, reached: isCut ? undefined : found.reached, clearedTo }
}

export async function testMessageOf(c: Connection, now: Date, workspaceId: number, id: number, visibility: Visibility) {
  const { rows } = await readTestMessages(c, workspaceId, [id])
  const [found] = await testMessageBodies(c, now, workspaceId, rows, visibility)
  return found ?? refuse('not_found', `No test message ${id} in this workspace.`)
}

/** Hides the messages up to `upTo`. Null hides all messages, and 0 shows all messages again. */
export async function clearTestInbox(c: Connection, workspaceId: number, upTo: number | null) {
  return (await writeClearedTo(c, workspaceId, upTo)) ?? refuse('not_found', `No workspace ${workspaceId}.`)
}

async function clearedToOf(c: Connection, workspaceId: number): Promise<number> {
  return (await readClearedTo(c, workspaceId)) ?? refuse('not_found', `No workspace ${workspaceId}.`)
}

async function testMessageBodies(
  c: Connection,
  now: Date,
  workspaceId: number,
  rows: TestMessageRow[],
  visibility: Visibility,
) {
  const maskings = visibility === 'full' ? [] : await maskingsOf(c, workspaceId, rows)
  const ids = rows.map(({ delivery_id }) => delivery_id)
  const states = await readStates(c, workspaceId, ids, now)
  return rows.map((row, place) => ({
    ...testMessageBody(row, visibility, maskings[place] ?? NOTHING_MASKED),
    ...stateOf(row, states),
  }))
}

/** Returns the state of the delivery. A delivery that was deleted after its message was read has only its status. */
function stateOf({ delivery_id, status }: TestMessageRow, states: Map<number, ShownState>) {
  const { state, attempts_made } = states.get(delivery_id) ?? { state: status, attempts_made: 0 }
  return { state, attempts_made }
}

function testMessageBody(
  {
    delivery_id,
    recipient_id,
    recipient_name,
    at,
    message,
    vars: _vars,
    sensitive: _sensitive,
    accepted_at: _acceptedAt,
    ...row
  }: TestMessageRow,
  visibility: Visibility,
  masking: Masking,
) {
  return {
    id: delivery_id,
    delivery_id,
    ...row,
    message: shownMessage(message, visibility, masking),
    recipient: { id: recipient_id, name: recipient_name },
    at: at.toISOString(),
  }
}

/** Returns the subject and the first words of a message. The text is cut after sensitive values were masked. */
function firstWords({ subject, body }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...(subject === undefined ? {} : { subject }),
    body: fitText((textOf(body) ?? '').slice(0, 4 * FIRST_WORDS), FIRST_WORDS),
  }
}
