// Sends a push message to all devices of a recipient at the same time, and checks Firebase connections.
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { SECOND } from '../../limits.ts'
import type { Outcome, SendCall } from '../contract.ts'
import type { ConnectionFindings } from '../findings.ts'
import { findingOf } from '../gateway.ts'
import { type Device, reachableDevices } from './devices.ts'
import { postToFcm } from './fcm-call.ts'
import { createFcmAccess } from './fcm-token.ts'
import { type DeviceAnswer, deviceMark, mergeAnswers, type Settled } from './outcomes.ts'
import { fcmMessage, type Notification, notificationOf, tooLarge, ttlOf, webPayload } from './payload.ts'
import type { Fcm, PushSettings } from './settings.ts'
import { type Reach, sendToBrowser, serviceOf } from './web.ts'

export interface PushSender {
  /** Makes one attempt. Does not throw for an invalid device registration or an error of a provider. */
  send(call: SendCall<PushSettings>): Promise<Outcome>
  /** Checks the settings with a test message that no device receives. */
  checkFcm(settings: Fcm, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings>
}

/**
 * Maximum time for all devices of a message. It is shorter than the time limit of an attempt, so that one device
 * without an answer does not hide the results of the others.
 */
const SEND_TIMEOUT = 25 * SECOND
const CHECK_TIMEOUT = 15 * SECOND

/** Creates a sender. `timeout` is the time in milliseconds for all devices of a message. Only tests pass a value. */
export function createPushSender(timeout: number = SEND_TIMEOUT): PushSender {
  const access = createFcmAccess()

  const send = async (call: SendCall<PushSettings>): Promise<Outcome> => {
    const { message, settings, now, allowPrivateNetwork, signal } = call
    const earlier: Settled = fieldsOf(call.progress.devices)
    const notification = notificationOf(message)
    const problem = tooLarge(notification)
    if (problem) return { class: 'permanent', code: 'too_large', reason: problem, remedies: SHORTEN }
    const devices = reachableDevices(message.devices ?? [], settings)
    const reach = { now, allowPrivateNetwork, signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]) }
    const answers = await Promise.all(
      devices
        .filter((device) => earlier[deviceMark(device)] === undefined)
        .map(async (device): Promise<DeviceAnswer> => {
          return { device, outcome: await sendToDevice(device, notification, message, settings, reach) }
        }),
    )
    return mergeAnswers(answers, earlier, nameOf)
  }

  const sendToDevice = (
    device: Device,
    notification: Notification,
    { priority, own }: SendCall['message'],
    { vapid, fcm }: PushSettings,
    reach: Reach,
  ): Promise<Outcome> => {
    const ttl = ttlOf(own)
    if (device.kind === 'web' && vapid) {
      const message = { payload: webPayload(notification), ttl, urgency: priority, topic: notification.tag }
      return sendToBrowser(device, message, vapid, reach)
    }
    if (device.kind === 'web' || !fcm) throw new Error('The connection does not reach this kind of device.')
    const body = fcmMessage(notification, { token: device.token, priority, ttl, now: reach.now })
    return postToFcm(fcm, access, body, [device.token], reach)
  }

  const checkFcm = async (settings: Fcm, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings> => {
    const { project_id, client_email } = settings.service_account
    const granted = await access.token(settings.service_account, now, allowPrivateNetwork)
    if ('refused' in granted) return { found: [], problems: { service_account: findingOf('Google', granted.refused) } }
    const found = [`Google gave ${client_email} access`]
    const reach = { now, allowPrivateNetwork, signal: AbortSignal.timeout(CHECK_TIMEOUT) }
    const outcome = await postToFcm(settings, access, TRIAL, [], reach)
    if (outcome.class === 'sent')
      return { found: [...found, `Firebase accepts messages for the project ${project_id}`], problems: {} }
    // If the answer has no code, it is not from Firebase, so `api_base` may be wrong.
    const setting = outcome.code === undefined ? 'api_base' : 'service_account'
    return { found, problems: { [setting]: findingOf('Firebase', outcome) } }
  }

  return { send, checkFcm }
}

const TRIAL = {
  validateOnly: true,
  message: {
    topic: 'connection-check',
    notification: { title: 'Check', body: 'This trial message is not delivered.' },
  },
}

const SHORTEN = { final: 'Shorten the template or its addresses, and resend the message.' }

/** Returns a readable name of a device. The name contains no secrets. */
function nameOf(device: Device): string {
  return device.kind === 'web' ? `browser at ${serviceOf(device)}` : `app (${device.platform ?? 'fcm'})`
}
