// Sends one test message through a provider connection, and reports each step. The message is not a delivery, and it is
// not charged (decision 116).
import { brand } from '../brand.ts'
import type { Content, Outcome, OutgoingMessage, Provider, SendCall } from '../channels/contract.ts'
import { testMessageId } from '../channels/email/message-ids.ts'
import type { ConnectionSettings } from '../channels/inbound.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import { refuse, refuseInvalid } from '../errors.ts'
import { counted } from '../lib/text/plural.ts'
import { messageOf } from '../lib/thrown.ts'
import { delivery } from '../limits.ts'
import { unsubscribeUrl } from '../recipients/opt-outs.ts'
import { blockingSuppression, suppressionWords } from '../recipients/suppression-words.ts'
import { findSuppressions } from '../store/recipients/suppressions.ts'
import { brandOf } from '../workspaces/brand.ts'
import { requireSource } from '../workspaces/sources.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { requireConnection, type SourceRef, UNREADABLE } from './connections.ts'
import { namedParts, requirePart } from './listed-providers.ts'
import { inboundUrl } from './reached.ts'
import type { ReceivingTools } from './receiving.ts'
import { settingsProblems } from './settings-problems.ts'
import { type TestTarget, testTarget } from './test-target.ts'

export interface TestInput {
  /** The address. Absent if the connection writes to one place only. */
  to?: string
  /** The id of the provider connection. The default is the first one. */
  connection?: number
  /** The channel-specific content, for example an approved template. */
  content?: Record<string, unknown>
}

/** A step of a test. `skipped` means that this provider has no such step, or that the test did not prove the step. */
export interface TestStep {
  step: 'composed' | 'signed' | 'accepted' | 'receipt'
  state: 'done' | 'failed' | 'skipped' | 'pending'
  text: string
  remedy: string | null
}

/**
 * Sends a test message. Throws validation_failed if the address is suppressed or if the message is not valid for
 * the channel.
 */
export async function testConnection(
  tools: ReceivingTools,
  now: Date,
  place: SourceRef,
  channel: ChannelName,
  input: TestInput,
) {
  const { db, seal, allowPrivateNetwork } = tools
  const row = await requireConnection(db, place, channel)
  const part = input.connection === undefined ? namedParts(seal, row)[0] : requirePart(seal, row, input.connection)
  if (!part) return refuse('not_found', `The source has no ${channel} connection.`)
  const provider = providerOf(channel, part.provider)
  const settings = part.whole ?? refuseInvalid(UNREADABLE)
  const problems = settingsProblems(provider, settings, allowPrivateNetwork)
  if (Object.keys(problems).length > 0) refuseInvalid(problems)
  const target = testTarget({ channel, provider, settings, allowPrivateNetwork }, now, input.to)
  await refuseSuppressed(tools, place, channel, target)
  if (input.content !== undefined && !channelOf(channel).ownMisfits)
    refuseInvalid({
      content: [`has no effect on ${channelOf(channel).title}, which has no channel-specific content in a test`],
    })
  const content = await contentOf(tools, place, provider, input.content)
  const misfits = channelOf(channel).misfits(content, `${tools.publicUrl()}/`)
  if (misfits.length > 0) refuseInvalid({ content: misfits.map(({ field, message }) => `${field}: ${message}`) })
  const message = await messageWith(tools, place, channel, content, target)
  const url = inboundUrl(tools.publicUrl(), { id: part.id, channel })
  const outcome = await sendWith(provider, {
    message,
    lane: row.id,
    settings,
    now,
    inboundUrl: url,
    allowPrivateNetwork,
  })
  const isAccepted = outcome.class === 'sent'
  return {
    connection: part.id,
    provider: part.provider,
    title: provider.title,
    accepted: isAccepted,
    external_id: isAccepted ? outcome.externalId : null,
    sent_at: now.toISOString(),
    steps: [
      ...(isAnswered(outcome)
        ? [composedStep(channel, content), signedStep(provider, settings)]
        : [unprovenStep('composed', provider), unprovenStep('signed', provider)]),
      acceptedStep(provider, outcome),
      ...(isAccepted ? [receiptStep(provider, outcome)] : []),
    ],
  }
}

/** Refuses an address that has a suppression of any reason. A test message counts as advertising. */
async function refuseSuppressed(
  { db }: ReceivingTools,
  { workspaceId }: SourceRef,
  channel: ChannelName,
  { address, devices }: TestTarget,
): Promise<void> {
  if (devices) return
  const found = await findSuppressions(db, [{ workspace_id: workspaceId, mode: 'live', channel, address }])
  const blocking = blockingSuppression({ channel, isEssential: false, isAdvertising: true }, found)
  if (blocking) refuseInvalid({ to: [suppressionWords(channel, { ...blocking, address })] })
}

async function contentOf(
  { db }: ReceivingTools,
  { workspaceId, sourceId }: SourceRef,
  { title, testContent }: Provider,
  own: Record<string, unknown> | undefined,
): Promise<Content> {
  const source = await requireSource(db, workspaceId, sourceId)
  const given = own ?? testContent
  return {
    subject: `Test message from ${brand.name}`,
    body: `This is a test message. ${brand.name} sent it through the connection ${title} of ${source.name}.`,
    ...(given === undefined ? {} : { own: given }),
    vars: {},
    locale: 'en',
    actions: [],
    attachments: [],
  }
}

async function messageWith(
  { db, seal, publicUrl }: ReceivingTools,
  { workspaceId }: SourceRef,
  channel: ChannelName,
  content: Content,
  target: TestTarget,
): Promise<OutgoingMessage> {
  const message = {
    ...content,
    ...target,
    deliveryId: 0,
    recipientName: '',
    priority: 'high' as const,
    actions: [],
    attachments: [],
  }
  if (channelOf(channel).content !== 'html') return message
  const workspace = await requireWorkspace(db, workspaceId)
  const subject = { workspaceId, mode: 'live' as const, deliveryId: null, address: target.address }
  const mail = {
    ...brandOf(workspace),
    messageId: testMessageId(seal),
    unsubscribeUrl: unsubscribeUrl(seal, publicUrl(), subject),
  }
  return { ...message, mail }
}

/** Calls the provider once. An exception in its code becomes an outcome, because the message may have been sent. */
async function sendWith(provider: Provider, call: Omit<SendCall, 'progress' | 'signal'>): Promise<Outcome> {
  try {
    return await provider.send({ ...call, progress: {}, signal: AbortSignal.timeout(delivery.attemptBudget) })
  } catch (error) {
    const reason = `the attempt ended with an error: ${messageOf(error)}`
    const remedy = 'Check whether the recipient received the message.'
    return { class: 'ambiguous', reason, remedies: { pending: remedy, final: remedy } }
  }
}

/** Returns whether the provider answered. Only then the message was certainly composed and signed. */
function isAnswered({ class: name, providerStatus }: Outcome): boolean {
  return name === 'sent' || providerStatus !== undefined
}

function unprovenStep(step: 'composed' | 'signed', { title }: Provider): TestStep {
  return { step, state: 'skipped', text: `not proven, because ${title} did not answer`, remedy: null }
}

function composedStep(channel: ChannelName, { own, subject, body }: Content): TestStep {
  const parts = channelOf(channel).content === 'text' ? '' : `the subject "${subject}" and `
  const text =
    own === undefined
      ? `the message has ${parts}${counted(body.length, 'character')}`
      : 'the message has the channel-specific content of the test'
  return { step: 'composed', state: 'done', text, remedy: null }
}

function signedStep(provider: Provider, settings: ConnectionSettings): TestStep {
  const signature = provider.signature?.(settings)
  return signature === undefined
    ? { step: 'signed', state: 'skipped', text: 'Carillon signs nothing for this connection', remedy: null }
    : { step: 'signed', state: 'done', text: `signed with ${signature}`, remedy: null }
}

function acceptedStep({ title }: Provider, outcome: Outcome): TestStep {
  const { class: name, providerStatus } = outcome
  const status = providerStatus === undefined ? '' : ` (${providerStatus})`
  if (name === 'sent')
    return { step: 'accepted', state: 'done', text: `${title} accepted the message${status}`, remedy: null }
  return { step: 'accepted', state: 'failed', text: `${outcome.reason}${status}`, remedy: outcome.remedies.final }
}

function receiptStep({ title, receiver }: Provider, outcome: Extract<Outcome, { class: 'sent' }>): TestStep {
  const step = { step: 'receipt', remedy: null } as const
  if (outcome.tickets)
    return { ...step, state: 'skipped', text: `${title} reports the result only when it is asked later` }
  if (receiver?.receipts === undefined) return { ...step, state: 'skipped', text: `${title} sends no receipts` }
  if (outcome.externalId === null)
    return { ...step, state: 'skipped', text: `${title} returned no id of the message, so its receipt cannot be found` }
  return { ...step, state: 'pending', text: `${title} will report the delivery by webhook` }
}
