// The stages of admission that need no SQL statement: the recipient, the channel and the content of one message.
import { invalid } from '../errors.ts'
import { chooseChannel, type SetFacts } from './channel.ts'
import { renderContent, storeRequestFields } from './content.ts'
import { type Entry, type Matched, type Rendered, refuseEntry } from './entry.ts'
import { planSteps } from './fallback/plan.ts'
import { applyRequestedFields, matchRecipient, unknownRecipient } from './recipients.ts'
import { applyQuietHours } from './timing/quiet-hours.ts'

/** Runs, for one message, the stages of admission that need no SQL statement. */
export function renderMessage(facts: SetFacts, entry: Entry, publicUrl: string, now: Date): Rendered | undefined {
  const matched = matchMessage(facts, entry)
  const rendered = matched && renderRoute(facts, matched, publicUrl)
  if (rendered) applyQuietHours(facts.catalog, rendered, now)
  return rendered
}

/** Chooses the channel of the message, or of each of its steps, and renders its content. */
function renderRoute(facts: SetFacts, matched: Matched, publicUrl: string): Rendered | undefined {
  // A resend, and a later step of a fallback, keep the category of their message after the category was removed.
  const isEarlier = matched.parsed.ignoresDefaults === true
  const unknown = isEarlier ? undefined : facts.preferences.unknown(matched)
  if (unknown !== undefined) return refuseEntry(matched, invalid({ category: [unknown] }))
  const { steps, prepared } = matched.parsed
  if (steps) return planSteps(facts, matched, steps, publicUrl)
  const routed = chooseChannel(facts, matched)
  if (prepared) return routed && Object.assign(routed, { content: prepared })
  const rendered = routed && renderContent(facts.catalog, routed, publicUrl)
  if (!rendered) return undefined
  applyRequestedFields(facts.people, rendered)
  storeRequestFields(rendered)
  return rendered
}

function matchMessage({ people, catalog }: SetFacts, entry: Entry): Matched | undefined {
  const recipient = matchRecipient(people, entry)
  if (!recipient) return refuseEntry(entry, unknownRecipient(entry))
  const slug = entry.parsed.request.template
  const template = entry.parsed.draft ?? catalog.template(entry.sender.workspaceId, slug)
  if (template) return Object.assign(entry, { recipient, template })
  return refuseEntry(entry, { code: 'template_not_found', message: `No template "${slug}" in this workspace.` })
}
