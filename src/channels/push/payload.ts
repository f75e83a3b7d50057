// Builds the notification of a message, and checks the push-specific content of a template.
import { Type } from 'typebox'
import { textOf } from '../../lib/json/json-fields.ts'
import { sizes } from '../../limits.ts'
import type { Media, Misfit, OutgoingMessage } from '../contract.ts'
import { shapeMisfits } from '../text/own-content.ts'

const THREE_DAYS = 259_200
const FOUR_WEEKS = 2_419_200

/** The JSON that the service worker receives. docs/channels/push.md describes it. */
export interface Notification {
  title: string
  body: string
  /** The tag does not change between attempts, so that a repeated notification replaces the earlier one. */
  tag: string
  lang?: string
  icon?: string
  badge?: string
  image?: string
  actions: { action: string; title: string; url: string }[]
  data: { delivery_id: string; url?: string; media?: Media }
}

type NotificationSource = Pick<OutgoingMessage, 'deliveryId' | 'subject' | 'body' | 'own' | 'locale' | 'media'> & {
  actions: { slug: string; label: string; url: string }[]
}

/**
 * Builds the notification for a message. If `media` is an image, the notification shows it. If `media` is another file,
 * the text contains the caption or the name of the file, and a click opens the file.
 */
export function notificationOf({
  deliveryId,
  subject = '',
  body,
  own = {},
  locale,
  media,
  actions,
}: NotificationSource): Notification {
  const { icon, badge, url } = own
  const file = media && media.type !== 'image' ? media : undefined
  const line = media?.caption ?? file?.filename
  const target = file?.url ?? textOf(url)
  return {
    title: subject,
    body: line === undefined ? body : `${body}\n${line}`,
    tag: `delivery-${deliveryId}`,
    ...(locale === undefined ? {} : { lang: locale.replace('_', '-') }),
    ...(typeof icon === 'string' ? { icon } : {}),
    ...(typeof badge === 'string' ? { badge } : {}),
    ...(media?.type === 'image' ? { image: media.url } : {}),
    actions: actions.map((action) => ({ action: action.slug, title: action.label, url: action.url })),
    data: {
      delivery_id: String(deliveryId),
      ...(target === undefined ? {} : { url: target }),
      ...(file === undefined ? {} : { media: file }),
    },
  }
}

/** Returns the time in seconds for which push services store a message for an offline device. */
export function ttlOf(own: Record<string, unknown> | undefined): number {
  return typeof own?.ttl === 'number' ? own.ttl : THREE_DAYS
}

const address = Type.Optional(
  Type.String({ pattern: '^https?://[^\\s]+$', maxLength: sizes.url, examples: ['https://shop.example/icon.png'] }),
)

/** The push-specific content of a template. The title and the text come from the subject and the body. */
const ownSchema = Type.Object(
  {
    icon: address,
    badge: address,
    url: address,
    ttl: Type.Optional(Type.Integer({ minimum: 0, maximum: FOUR_WEEKS })),
  },
  { additionalProperties: false },
)

/** Returns the problems of a template's push-specific content. Each `field` is a path with dots. */
export function ownMisfits(own: Record<string, unknown>, filled: boolean): Misfit[] {
  return shapeMisfits('push', ownSchema, own, { at: filled ? 'push' : '', filled })
}
