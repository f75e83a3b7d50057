// Plans the steps of a message with `fallback` or `repeat`: renders all of them, and chooses the step that starts first.
import type { ChannelName } from '../../channels/index.ts'
import { invalid } from '../../errors.ts'
import { pairs } from '../../lib/pairs.ts'
import { addressOver, chooseChannel, routeOver, type SetFacts } from '../channel.ts'
import { renderContent, storeRequestFields } from '../content.ts'
import { type Matched, type Rendered, refuseEntry } from '../entry.ts'
import { applyRequestedFields } from '../recipients.ts'
import { refuseUnrendered } from './problems.ts'
import { unreportable } from './reports.ts'
import { lackingActions, type PlannedStep, type RequestedStep } from './schema.ts'

export type NamedStep = RequestedStep & { channel: ChannelName }

/** Plans the steps of a message, or refuses it. The message becomes the message of the step that starts first. */
export function planSteps(
  facts: SetFacts,
  entry: Matched,
  steps: RequestedStep[],
  publicUrl: string,
): Rendered | undefined {
  const lacking = lackingActions(steps, entry.parsed.request.actions)
  if (lacking) return refuseEntry(entry, invalid({ [lacking.field]: [lacking.message] }))
  const named = steps.flatMap(({ channel, ...step }) => (channel === undefined ? [] : [{ ...step, channel }]))
  const rendered =
    named.length > 0 ? planFallback(facts, entry, named, publicUrl) : planRepeats(facts, entry, steps, publicUrl)
  if (!rendered) return undefined
  const details = unreportable(facts.catalog, entry, rendered.channel, steps)
  return details ? refuseEntry(entry, invalid(details)) : rendered
}

function planRepeats(facts: SetFacts, entry: Matched, steps: RequestedStep[], publicUrl: string): Rendered | undefined {
  const routed = chooseChannel(facts, entry)
  const rendered = routed && renderContent(facts.catalog, routed, publicUrl)
  if (!rendered) return undefined
  applyRequestedFields(facts.people, rendered)
  storeRequestFields(rendered)
  const { channel, address } = rendered
  const planned = steps.map(({ after, unless }, index): PlannedStep => {
    const state = index === 0 ? 'started' : 'waiting'
    return { channel, address, after, unless, state, reason: null, obstacle: null, content: null }
  })
  return Object.assign(rendered, { steps: planned })
}

/** The message of a step, or the reason why the step is skipped. */
type StepMessage = { own: Rendered; obstacle: string | null } | { skipped: string; address: string | null }

function planFallback(facts: SetFacts, entry: Matched, steps: NamedStep[], publicUrl: string): Rendered | undefined {
  const messages: StepMessage[] = []
  const unrendered: Matched[] = []
  let first: Rendered | undefined
  for (const { channel } of steps) {
    const own: Matched = { ...entry, parsed: { ...entry.parsed, request: { ...entry.parsed.request, channel } } }
    const route = routeOver(facts, own, channel)
    const refused = 'details' in route ? route : undefined
    const reason = refused && Object.values(refused.details).flat().join('; ')
    // Permission, connections and conversations of a later step are checked when it starts.
    if (reason !== undefined && (refused?.lacksAddress || !first)) {
      messages.push({ skipped: reason, address: laterRoute(facts, own, channel).address || null })
      if (own.declinedChannels) entry.declinedChannels = own.declinedChannels
      continue
    }
    const routed = Object.assign(own, 'details' in route ? laterRoute(facts, own, channel) : route)
    const rendered = renderContent(facts.catalog, routed, publicUrl)
    entry.rendered += routed.rendered
    first ??= rendered
    if (rendered) messages.push({ own: rendered, obstacle: reason ?? null })
    else unrendered.push(routed)
  }
  if (unrendered.length > 0) return refuseUnrendered(entry, unrendered)
  if (!first) return refuseEntry(entry, invalid(unreachable(messages)))
  applyRequestedFields(facts.people, first)
  for (const message of messages) if ('own' in message) storeRequestFields(message.own)
  const planned = [...pairs(steps, messages)].map(([step, message]) => plannedStep(step, message, first))
  const { channel, address, lane, content } = first
  return Object.assign(entry, { channel, address, lane, content, steps: planned })
}

/** Returns the address to which a later step would be sent now. The step gets its lane when it starts. */
function laterRoute({ catalog }: SetFacts, entry: Matched, channel: ChannelName) {
  const connection = catalog.connection(entry.sender.workspaceId, entry.sender.sourceId, channel)
  return { channel, address: addressOver(entry, channel, connection?.settings) ?? '', lane: 0 }
}

function plannedStep({ channel, after, unless }: NamedStep, message: StepMessage, first: Rendered): PlannedStep {
  const step = { channel, after, unless }
  if ('skipped' in message)
    return {
      ...step,
      state: 'skipped',
      reason: message.skipped,
      address: message.address,
      obstacle: null,
      content: null,
    }
  const { own, obstacle } = message
  const state = own === first ? 'started' : 'waiting'
  const content = state === 'started' ? null : own.content
  return { ...step, state, reason: null, address: own.address || null, obstacle, content }
}

function unreachable(messages: StepMessage[]) {
  return Object.fromEntries(
    messages.flatMap((message, index) => ('skipped' in message ? [[`fallback.${index}`, [message.skipped]]] : [])),
  )
}
