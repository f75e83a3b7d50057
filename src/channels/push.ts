// Push: a recipient's devices, what fits a notification, and the connection to push services; what sends is loaded when there is something to send.
import type { Addresses, Channel } from './contract.ts'
import { type Device, reachableDevices } from './push-devices.ts'
import { ownMisfits, sizeMisfits } from './push-payload.ts'
import type { PushSender } from './push-sending.ts'
import { type PushSettings, pushCompletion, pushProblems, pushSettings } from './push-settings.ts'
import { empty } from './text-length.ts'

export const push: Channel = {
  name: 'push',
  title: 'Push',
  addressField: 'a registered device that the connection reaches',
  addressOwner: 'recipient',
  address,
  titled: true,
  misfits: (content, actionUrl) => [
    ...empty('push', content.body),
    ...ownMisfits(content.own),
    ...sizeMisfits(content, actionUrl),
  ],
  connector: {
    settings: pushSettings,
    problems: pushProblems,
    completion: pushCompletion,
    check: async (...asked) => (await sender()).check(...asked),
    send: async (call) => (await sender()).send(call),
  },
}

/** One for all devices: which of them there are is known when the message is sent. */
function address(recipient: Addresses, settings?: PushSettings): string | undefined {
  const devices = settings ? reachableDevices(recipient.push as Device[], settings) : recipient.push
  return devices.length > 0 ? `devices:${recipient.id}` : undefined
}

let loaded: Promise<PushSender> | undefined

/** One for the process: access tokens are shared. */
function sender(): Promise<PushSender> {
  loaded ??= import('./push-sending.ts').then(({ createPushSender }) => createPushSender())
  return loaded
}
