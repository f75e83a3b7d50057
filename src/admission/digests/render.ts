// Renders the content of closed digests from their templates, outside of every transaction (decision 179).
import { addressTable } from '../../channels/addresses.ts'
import type { Content } from '../../channels/contract.ts'
import type { Refusal } from '../../errors.ts'
import type { Connection } from '../../store/database.ts'
import type { ClosedDigest, DigestDelivery } from '../../store/digests/closed-digests.ts'
import { renderingTime } from '../../templates/threads/render-threads.ts'
import { findApprovals } from '../approval.ts'
import { type Catalog, createCatalog } from '../catalog.ts'
import { renderContent } from '../content.ts'
import { deferralOf, type Entry, type Routed } from '../entry.ts'
import { renderedMessage } from '../liquid.ts'

const { none } = addressTable()

/** The rendered content of a digest, or the reason why its template cannot render it. */
export type DigestContent = { content: Content } | { refusal: Refusal }

/** A digest whose delivery exists. */
export type RenderableDigest = ClosedDigest & { delivery: DigestDelivery }

/**
 * Renders the digests. `publicUrl` is the base URL of links. A refusal with the code `unavailable` means that the digest
 * may be rendered later.
 */
export async function renderDigests(
  db: Connection,
  digests: RenderableDigest[],
  publicUrl: string,
): Promise<DigestContent[]> {
  const entries = digests.map(entryOf)
  const catalog = createCatalog()
  await catalog.load(db, entries)
  await findApprovals(db, catalog, entries)
  return Promise.all(entries.map((entry) => renderDigest(catalog, entry, publicUrl)))
}

/** Everything of a message but its template, which is read later. */
type Unworded = Omit<Routed, 'template'>

async function renderDigest(catalog: Catalog, entry: Unworded, publicUrl: string): Promise<DigestContent> {
  const { parsed, sender } = entry
  const slug = parsed.request.template
  const template = catalog.template(sender.workspaceId, slug)
  if (!template) return { refusal: { code: 'template_not_found', message: `The template "${slug}" was deleted.` } }
  const content = renderContent(catalog, Object.assign(entry, { template }), publicUrl)?.content
  if (content) return { content }
  const deferral = deferralOf(entry.outcome)
  if (!deferral) return { refusal: refusalOf(entry) }
  const message = await renderedMessage({ message: { parsed }, deferral }, renderingTime())
  if ('refusal' in message) return message
  const { outcome: _, ...again } = entry
  const rendered: Routed = { ...again, template, liquid: message.liquid }
  const result = renderContent(catalog, rendered, publicUrl)?.content
  return result ? { content: result } : { refusal: refusalOf(rendered) }
}

function refusalOf({ outcome }: Entry): Refusal {
  if (outcome?.kind === 'refused') return outcome.refusal
  throw new Error('a digest was neither rendered nor refused')
}

/** Returns the message that opened the digest, with all items of the digest. */
function entryOf({
  delivery_id: deliveryId,
  workspace_id: workspaceId,
  key,
  delivery,
  items,
  first,
}: RenderableDigest): Unworded {
  const { content, channel, mode, recipient_id: id, recipient_name: name, default_locale: defaultLocale } = delivery
  const locale = content.locale ?? defaultLocale
  return {
    deliveryId,
    rendered: 0,
    channel,
    address: delivery.address,
    lane: delivery.lane,
    sender: {
      workspaceId,
      sourceId: delivery.source_id,
      keyId: null,
      mode,
      quota: null,
      whatsappLimit: null,
      defaultLocale,
      version: delivery.version,
      quotaUsed: 0,
      whatsappUsed: 0,
    },
    recipient: {
      ...none,
      quiet_hours: null,
      time_zone: null,
      unsubscribed_at: null,
      id,
      workspace_id: workspaceId,
      mode,
      name,
      locale,
      locale_is_default: false,
      preferred_channel: null,
      unusable: {},
    },
    parsed: {
      request: {
        recipient: { id, locale },
        template: delivery.template_slug,
        vars: content.vars,
        ...(content.data === undefined ? {} : { data: content.data }),
        channel,
        subject: content.stated?.subject,
        duplicates: content.duplicates,
        category: content.category,
      },
      bodyHash: '',
      digest: { key, wait: 0, atMost: 0 },
      items: { list: first, count: items },
      weight: 0,
      attachments: [],
    },
  }
}
