// Converts a notification to the formats of the push services: of browsers, Firebase, Apple and Expo. Admission checks
// the size in all formats.
import type { Content, Misfit } from '../contract.ts'
import { pushLimits } from './limits.ts'
import { type Notification, notificationOf } from './payload.ts'

/** Returns the text that the service worker reads with `event.data.json()`. */
export function webPayload(notification: Notification): string {
  return JSON.stringify(notification)
}

export interface AppOptions {
  token: string
  priority: 'low' | 'normal' | 'high'
  /** The time in seconds for which push services store the message. */
  ttl: number
  now: Date
}

/** Returns the body of a `messages:send` request. */
export function fcmMessage(notification: Notification, { token, priority, ttl, now }: AppOptions): object {
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

/** Returns the body of a request to APNs. The app reads the fields beside `aps`. */
export function apnsPayload(notification: Notification, priority: AppOptions['priority']): object {
  const { title, body, image } = notification
  return {
    aps: {
      alert: { title, body },
      ...(image === undefined ? {} : { 'mutable-content': 1 }),
      ...(priority === 'low' ? {} : { sound: 'default' }),
    },
    ...appData(notification),
    ...(image === undefined ? {} : { image }),
  }
}

/** Returns one message of a request to Expo. */
export function expoMessage(notification: Notification, { token, priority, ttl }: Omit<AppOptions, 'now'>): object {
  const { image, tag } = notification
  return {
    to: token,
    ...expoContent(notification),
    ttl,
    priority: priority === 'high' ? 'high' : 'normal',
    sound: priority === 'low' ? null : 'default',
    tag,
    collapseId: tag,
    ...(image === undefined ? {} : { mutableContent: true }),
  }
}

/** Returns the part of a message to which Expo's size limit applies. */
function expoContent(notification: Notification): object {
  const { title, body, image } = notification
  return {
    title,
    body,
    data: appData(notification),
    ...(image === undefined ? {} : { richContent: { image } }),
  }
}

/** Returns the data that an app reads beside the title and the text. */
function appData({ lang, actions, data }: Notification): object {
  return {
    delivery_id: data.delivery_id,
    ...(lang === undefined ? {} : { lang }),
    ...(actions.length > 0 ? { actions } : {}),
    ...(data.url === undefined ? {} : { url: data.url }),
    ...(data.media === undefined ? {} : { media: data.media }),
  }
}

/**
 * Returns why the notification is too large, or undefined. Checks all formats, because the recipient's devices may
 * change before the notification is sent.
 */
export function tooLarge(notification: Notification): string | undefined {
  const sizes: [format: string, bytes: number, limit: number][] = [
    ['Web Push', Buffer.byteLength(webPayload(notification)), pushLimits.webBytes],
    ['FCM', bytesOf(fcmContent(notification)), pushLimits.fcmBytes],
    ['APNs', bytesOf(apnsPayload(notification, 'normal')), pushLimits.apnsBytes],
    ['Expo', bytesOf(expoContent(notification)), pushLimits.expoBytes],
  ]
  const over = sizes.find(([, bytes, limit]) => bytes > limit)
  if (!over) return undefined
  const [format, bytes, limit] = over
  return `the notification has ${bytes} bytes with title, text, actions and media; push takes ${limit} (${format})`
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value))
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
