// Sends a push message to all devices of a recipient at the same time, and checks the connections of apps.
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { SECOND } from '../../limits.ts'
import type { Outcome, SendCall } from '../contract.ts'
import type { ConnectionFindings } from '../findings.ts'
import { NEEDS_PAUSED_PROVIDER } from '../paused-providers.ts'
import { repeated } from '../remedies.ts'
import { createAppleSender } from './apns/call.ts'
import { checkApple } from './apns/check.ts'
import type { Device } from './devices.ts'
import { createExpoSender } from './expo/call.ts'
import { postToFcm } from './fcm/call.ts'
import { checkFcm } from './fcm/check.ts'
import { createFcmAccess } from './fcm/token.ts'
import { apnsPayload, expoMessage, fcmMessage, tooLarge, webPayload } from './formats.ts'
import { type DeviceAnswer, deviceMark, mergeAnswers, type Settled } from './outcomes.ts'
import { type Notification, notificationOf, ttlOf } from './payload.ts'
import type { Reach } from './reach.ts'
import { providerFor, unreachableReason } from './reachable.ts'
import type { Apns, Fcm, PushSettings } from './settings.ts'
import { sendToBrowser, serviceOf } from './web/call.ts'

export interface PushSender {
  /** Makes one attempt. Does not throw for an invalid device registration or an error of a provider. */
  send(call: SendCall<PushSettings>): Promise<Outcome>
  /** Checks the settings with a test message that no device receives. */
  checkFcm(settings: Fcm, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings>
  /** Checks the settings with a test message to a device that does not exist. */
  checkApns(settings: Apns, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings>
}

/**
 * Maximum time for all devices of a message. It is shorter than the time limit of an attempt, so that one device
 * without an answer does not hide the results of the others.
 */
const SEND_TIMEOUT = 25 * SECOND

/** Creates a sender. `timeout` is the time in milliseconds for all devices of a message. Only tests pass a value. */
export function createPushSender(timeout: number = SEND_TIMEOUT): PushSender {
  const access = createFcmAccess()
  const sendToApple = createAppleSender()
  const sendToExpo = createExpoSender(timeout)

  const send = async (call: SendCall<PushSettings>): Promise<Outcome> => {
    const { message, settings, now, allowPrivateNetwork, signal } = call
    const earlier: Settled = fieldsOf(call.progress.devices)
    const notification = notificationOf(message)
    const problem = tooLarge(notification)
    if (problem) return { class: 'permanent', code: 'too_large', reason: problem, remedies: SHORTEN }
    const reach = { now, allowPrivateNetwork, signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]) }
    const devices = (message.devices ?? []).map((device) => ({ device, reason: unreachableReason(device, settings) }))
    const pending = devices
      .filter(({ device, reason }) => reason === undefined && earlier[deviceMark(device)] === undefined)
      .map(({ device }) => ({ device, paused: pausedOutcome(device, call) }))
    const [first] = pending
    if (first?.paused && pending.every(({ paused }) => paused)) return { ...first.paused, code: NEEDS_PAUSED_PROVIDER }
    const answers = await Promise.all(
      pending.map(async ({ device, paused }): Promise<DeviceAnswer> => {
        return { device, outcome: paused ?? (await sendToDevice(device, notification, call, reach)) }
      }),
    )
    const unreached = devices.flatMap(({ device, reason }) => (reason === undefined ? [] : [{ device, reason }]))
    return mergeAnswers(answers, earlier, nameOf, unreached)
  }

  const sendToDevice = async (
    device: Device,
    notification: Notification,
    { message: { priority, own }, lane, settings }: SendCall<PushSettings>,
    reach: Reach,
  ): Promise<Outcome> => {
    const { vapid, fcm, apns, expo } = settings
    const ttl = ttlOf(own)
    const { tag } = notification
    if (device.kind === 'web' && vapid) {
      const message = { payload: webPayload(notification), ttl, urgency: priority, topic: tag }
      return sendToBrowser(device, message, vapid, reach)
    }
    if (device.kind === 'fcm' && fcm) {
      const body = fcmMessage(notification, { token: device.token, priority, ttl, now: reach.now })
      return postToFcm(fcm, access, body, [device.token], reach)
    }
    if (device.kind === 'apns' && apns) {
      return sendToApple(device, { payload: apnsPayload(notification, priority), priority, ttl, tag }, apns, reach)
    }
    if (device.kind === 'expo' && expo) {
      return sendToExpo(
        device,
        expoMessage(notification, { token: device.token, priority, ttl }),
        { lane, expo },
        reach,
      )
    }
    throw new Error('The connection does not reach this kind of device.')
  }

  return {
    send,
    checkFcm: (...args) => checkFcm(access, ...args),
    checkApns: (...args) => checkApple(sendToApple, ...args),
  }
}

/** Returns the outcome for a device whose provider is paused. Does not call the provider. */
function pausedOutcome(device: Device, { paused = [] }: SendCall<PushSettings>): Outcome | undefined {
  const pause = paused.find(({ provider }) => provider === providerFor(device))
  return (
    pause && {
      class: 'throttled',
      until: pause.until,
      scope: 'recipient',
      reason: `the connection of the provider ${pause.provider} is paused`,
      remedies: repeated('Fix the settings of this connection, and resume it.'),
    }
  )
}

const SHORTEN = { final: 'Shorten the template or its addresses, and resend the message.' }

/** Returns a readable name of a device. The name contains no secrets. */
function nameOf(device: Device): string {
  if (device.kind === 'web') return `browser at ${serviceOf(device)}`
  const platform = device.kind === 'apns' ? 'apns' : (device.platform ?? device.kind)
  return `app (${platform})`
}
