// The size limits of a notification.
import { bytes, group } from '../../limit-group.ts'

export const pushLimits = {
  /** Maximum number of plaintext bytes in one encrypted record of 4096 bytes (RFC 8291, section 4). */
  webBytes: 3993,
  /** Firebase's limit applies to the notification and the data together (FCM HTTP v1). */
  fcmBytes: 4096,
  apnsBytes: 4096,
  expoBytes: 4096,
} as const

export const pushGroup = group('Messages by push', pushLimits, {
  webBytes: bytes('a notification for browsers', '422 on `template`'),
  fcmBytes: bytes('a notification for apps with Firebase', '422 on `template`'),
  apnsBytes: bytes('a notification for apps by APNs', '422 on `template`'),
  expoBytes: bytes('a notification for apps by Expo', '422 on `template`'),
})
