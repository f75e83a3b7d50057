// The push channel. The address of a recipient is the list of its devices.
import type { Addresses, Channel, SendCall } from '../contract.ts'
import { asTemplateMisfits } from '../text/own-content.ts'
import { empty } from '../text/text-length.ts'
import { addressOfDevices } from './address.ts'
import { apns } from './apns.ts'
import { expo } from './expo.ts'
import { fcm } from './fcm.ts'
import { sizeMisfits } from './formats.ts'
import { pushGroup } from './limits.ts'
import { pushSender } from './loaded.ts'
import { notificationOf, ownMisfits } from './payload.ts'
import { missingSettings, reachableDevices } from './reachable.ts'
import type { PushSettings } from './settings.ts'
import { webpush } from './webpush.ts'

declare module '../names.ts' {
  interface ChannelTypes {
    push: true
  }
}

export const push: Channel = {
  name: 'push',
  title: 'Push',
  content: 'notification',
  credits: 1,
  receipts: [],
  setUpRank: 7,
  limits: [pushGroup],
  shown: async (message) => ({ notification: notificationOf(message) }),
  addressField: 'a registered device',
  addressOwner: 'recipient',
  address,
  missing,
  titled: true,
  misfits: (content, actionUrl) => [
    ...empty('push', content.body),
    ...asTemplateMisfits(ownMisfits(content.own ?? {}, true)),
    ...sizeMisfits(content, actionUrl),
  ],
  ownMisfits,
  providers: { webpush, fcm, apns, expo },
  failover: { refused: 'a device is registered with one key, so a connection with another key does not reach it' },
  sideBySide: {
    groups: { webpush: 'vapid', fcm: 'fcm', apns: 'apns', expo: 'expo' },
    storedBy010: ['webpush', 'fcm'],
    none: { vapid: 'or fcm, apns or expo is required: set vapid for browsers, and the others for apps' },
    send: async (call: SendCall<PushSettings>) => (await pushSender()).send(call),
  },
}

/** Returns one address for all devices of the recipient. The devices are read when the message is sent. */
function address(recipient: Addresses, settings?: PushSettings): string | undefined {
  const devices = settings ? reachableDevices(recipient.push, settings) : recipient.push
  return devices.length > 0 ? addressOfDevices(recipient.id) : undefined
}

/**
 * Returns the reason why the connection reaches no device of the recipient. Returns undefined if the recipient has no
 * devices.
 */
function missing({ push: devices }: Addresses, settings?: PushSettings): string | undefined {
  if (devices.length === 0 || !settings) return undefined
  const lacking = missingSettings(devices, settings)
  const why =
    lacking.length > 0 ? `it has no ${lacking.join(' and no ')}` : 'the browsers subscribed with another VAPID key'
  return `the Push connection reaches none of the recipient's devices: ${why}`
}
