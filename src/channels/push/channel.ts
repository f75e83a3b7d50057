// Push: a recipient's devices, what fits a notification, and the connection to push services; what sends is loaded when there is something to send.
import type { Addresses, Channel } from '../contract.ts'
import { asTemplateMisfits } from '../own-content.ts'
import { empty } from '../text-length.ts'
import { reachableDevices } from './devices.ts'
import { pushGroup } from './limits.ts'
import { notificationOf, ownMisfits, sizeMisfits } from './payload.ts'
import type { PushSender } from './sending.ts'
import { type PushSettings, pushCompletion, pushProblems, pushSettings } from './settings.ts'

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
  compose: async (message) => ({ notification: notificationOf(message) }),
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
  connector: {
    help: 'For browsers, an email address or page for the push services to reach you at; the keys are made here. For apps, the service account file of your Firebase project.',
    settings: pushSettings,
    problems: pushProblems,
    completion: pushCompletion,
    check: async (...asked) => (await sender()).check(...asked),
    send: async (call) => (await sender()).send(call),
  },
}

/** One for all devices: which of them there are is known when the message is sent. */
function address(recipient: Addresses, settings?: PushSettings): string | undefined {
  const devices = settings ? reachableDevices(recipient.push, settings) : recipient.push
  return devices.length > 0 ? `devices:${recipient.id}` : undefined
}

/** Devices there are, but none that this connection can write to. */
function missing({ push: devices }: Addresses, settings?: PushSettings): string | undefined {
  if (devices.length === 0 || !settings) return undefined
  const lacks = [...(settings.vapid ? [] : ['vapid (for browsers)']), ...(settings.fcm ? [] : ['fcm (for apps)'])]
  const why =
    lacks.length > 0 ? `it has no ${lacks.join(' and no ')}` : 'their browsers subscribed with another VAPID key'
  return `the recipient has devices, and the push connection reaches none of them: ${why}`
}

let loaded: Promise<PushSender> | undefined

/** One for the process: access tokens are shared. */
function sender(): Promise<PushSender> {
  loaded ??= import('./sending.ts').then(({ createPushSender }) => createPushSender())
  return loaded
}
