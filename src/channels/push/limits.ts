// The size limits of a notification.
import { bytes, group } from '../../limit-group.ts'

export const pushLimits = {
  /** Maximum number of plaintext bytes in one encrypted record of 4096 bytes (RFC 8291, section 4). */
  webBytes: 3993,
  fcmBytes: 4096,
} as const

export const pushGroup = group('Messages by push', pushLimits, {
  webBytes: bytes('a notification for browsers', '422 on `template`'),
  fcmBytes: bytes('a notification for apps', '422 on `template`'),
})
