// Sends a test message from the portal. It is admitted like other messages, but without an API key.
import { addressTable, byField } from '../../channels/addresses.ts'
import type { ChannelName } from '../../channels/index.ts'
import { Refused, refuseInvalid } from '../../errors.ts'
import type { JsonValue } from '../../lib/json/json-fields.ts'
import type { Connection } from '../../store/database.ts'
import { findSourceRecord, listSources } from '../../store/workspaces/sources.ts'
import { type SampleItem, sampleItems } from '../../templates/digest-values.ts'
import { sendableDraft } from '../../templates/drafts.ts'
import { onlyOutcome } from '../admission-request.ts'
import type { Mode } from '../entry.ts'
import { type ParseOptions, parseSend } from '../parse.ts'
import type { Admission } from '../sets/group-commit.ts'

export interface TestSend {
  workspaceId: number
  template: string
  /** The source whose connections send the message. The default is the first source of the workspace. */
  source?: number
  mode?: Mode
  channel?: ChannelName
  locale?: string
  vars?: Record<string, string>
  data?: JsonValue
  /** Sample messages of a digest. The message is sent at once. */
  items?: SampleItem[]
  /** Whether the draft is sent instead of the published content. */
  draft?: boolean
  /** The same field as in POST /send. */
  recipient?: object
  actions?: object[]
}

/** An example recipient with an address for each channel that has an address field in requests. */
const SANDBOX_RECIPIENT = {
  name: 'Ada Lovelace',
  ...byField(addressTable().requested, ({ example, testAddress }) => testAddress ?? example),
}

/**
 * Returns the id of the new delivery. If admission refuses the message, throws its refusal. A live message requires a
 * recipient.
 */
export async function sendTest(
  admission: Admission,
  c: Connection,
  options: ParseOptions,
  {
    workspaceId,
    template,
    source,
    mode = 'test',
    channel,
    locale,
    vars = {},
    data,
    items,
    draft,
    recipient,
    actions,
  }: TestSend,
): Promise<number> {
  if (recipient === undefined && mode === 'live') refuseInvalid({ recipient: ['is required for a live message'] })
  const body = {
    recipient: { ...(recipient ?? SANDBOX_RECIPIENT), ...(locale === undefined ? {} : { locale }) },
    template,
    vars,
    ...(data === undefined ? {} : { data }),
    ...(channel === undefined ? {} : { channel }),
    ...(actions === undefined ? {} : { actions }),
  }
  const offered = parseSend(body, options)
  if ('refusal' in offered) throw new Refused(offered.refusal)
  if (items) offered.parsed.items = sampleItems(items)
  if (draft) offered.parsed.draft = await sendableDraft(c, { workspaceId, slug: template })
  const sourceId = await sourceFor(c, workspaceId, source)
  const outcome = onlyOutcome(
    await admission.submit({ credential: { kind: 'source', workspaceId, sourceId, mode }, messages: [offered] }),
  )
  if (outcome.kind === 'refused') throw new Refused(outcome.refusal)
  return outcome.deliveryId
}

/** Returns the id of the source, or of the first source of the workspace. Throws validation_failed if there is none. */
export async function sourceFor(c: Connection, workspaceId: number, requestedId: number | undefined): Promise<number> {
  if (requestedId !== undefined) {
    const found = await findSourceRecord(c, workspaceId, requestedId)
    return found?.id ?? refuseInvalid({ source: [`is not a source of this workspace: ${requestedId}`] })
  }
  const [first] = await listSources(c, workspaceId, { after: 0, limit: 1 })
  return first?.id ?? refuseInvalid({ source: ['the workspace has no source yet; create one first'] })
}
