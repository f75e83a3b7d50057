// Builds notifications in two formats: for a browser's service worker and for Firebase. Admission checks the size in
// both formats.
import { Type } from 'typebox'
import { textOf } from '../../lib/json/json-fields.ts'
import { sizes } from '../../limits.ts'
import type { Content, Media, Misfit, OutgoingMessage } from '../contract.ts'
import { shapeMisfits } from '../own-content.ts'
import { pushLimits } from './limits.ts'

/** Limits in bytes. FCM's limit applies to the notification and the data together (FCM HTTP v1). */
const { webBytes: WEB_LIMIT, fcmBytes: FCM_LIMIT } = pushLimits
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

/** Returns the text that the service worker reads with `event.data.json()`. */
export function webPayload(notification: Notification): string {
  return JSON.stringify(notification)
}

export interface FcmOptions {
  token: string
  priority: 'low' | 'normal' | 'high'
  /** The time in seconds for which push services store the message. */
  ttl: number
  now: Date
}

/** Returns the body of a `messages:send` request. */
export function fcmMessage(notification: Notification, { token, priority, ttl, now }: FcmOptions): object {
  const { tag, icon, badge, image } = notification
  const high = priority === 'high'
  const link = notification.data.url?.startsWith('https://') ? notification.data.url : undefined
  return {
    message: {
      token,
      ...fcmContent(notification),
      // Use the tag, not a collapse key: FCM keeps only four collapse keys for an offline phone and drops the others.
      android: { priority: high ? 'HIGH' : 'NORMAL', ttl: `${ttl}s`, notification: { tag } },
      apns: {
        headers: {
          'apns-priority': high ? '10' : '5',
          'apns-collapse-id': tag,
          'apns-expiration': String(Math.floor(now.getTime() / 1000) + ttl),
        },
        payload: {
          aps: {
            ...(image === undefined ? {} : { 'mutable-content': 1 }),
            ...(priority === 'low' ? {} : { sound: 'default' }),
          },
        },
        ...(image === undefined ? {} : { fcmOptions: { image } }),
      },
      webpush: {
        headers: { TTL: String(ttl), Urgency: priority, Topic: tag },
        notification: { tag, ...(icon === undefined ? {} : { icon }), ...(badge === undefined ? {} : { badge }) },
        ...(link === undefined ? {} : { fcmOptions: { link } }),
      },
    },
  }
}

/** Returns the part of the message to which Firebase's size limit applies. All values of `data` are strings. */
function fcmContent({ title, body, image, lang, actions, data }: Notification): object {
  return {
    notification: { title, body, ...(image === undefined ? {} : { image }) },
    data: {
      delivery_id: data.delivery_id,
      ...(lang === undefined ? {} : { lang }),
      ...(actions.length > 0 ? { actions: JSON.stringify(actions) } : {}),
      ...(data.url === undefined ? {} : { url: data.url }),
      ...(data.media === undefined ? {} : { media: JSON.stringify(data.media) }),
    },
  }
}

/**
 * Returns why the notification is too large, or undefined. Checks both formats, because the recipient's devices may
 * change before the notification is sent.
 */
export function tooLarge(notification: Notification): string | undefined {
  const web = Buffer.byteLength(webPayload(notification))
  if (web > WEB_LIMIT)
    return `the notification has ${web} bytes with title, text, actions and media; push takes ${WEB_LIMIT} (Web Push)`
  const fcm = Buffer.byteLength(JSON.stringify(fcmContent(notification)))
  if (fcm > FCM_LIMIT)
    return `the notification has ${fcm} bytes with title, text, actions and media; push takes ${FCM_LIMIT} (FCM)`
  return undefined
}

/**
 * If the notification is too large, returns this problem as a misfit. Assumes the longest possible delivery id, because
 * the delivery has no id yet.
 */
export function sizeMisfits(content: Content, actionUrl: string): Misfit[] {
  const actions = content.actions.map(({ slug, label }) => ({ slug, label, url: actionUrl }))
  const problem = tooLarge(notificationOf({ ...content, deliveryId: Number.MAX_SAFE_INTEGER, actions }))
  return problem === undefined ? [] : [{ field: 'template', message: problem }]
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
