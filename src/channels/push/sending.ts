// Sending a push message: composed once, given to every device at a time, their answers merged; and the connection's check.
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
  /** Never throws for what a device registered or a provider does. */
  send(call: SendCall<PushSettings>): Promise<Outcome>
  /** Asks Firebase with a trial that reaches no device. */
  checkFcm(settings: Fcm, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings>
}

/** Less than an attempt's budget, so that a device that hangs does not hide that another took the message, nor holds a slot for long. */
const WHOLE = 25 * SECOND
const CHECK = 15 * SECOND

/** `whole`: milliseconds for all devices of a message; another than the service's is for tests. */
export function createPushSender(whole: number = WHOLE): PushSender {
  const access = createFcmAccess()

  const send = async (call: SendCall<PushSettings>): Promise<Outcome> => {
    const { message, settings, now, allowPrivateNetwork, signal } = call
    const earlier: Settled = fieldsOf(call.progress.devices)
    const notification = notificationOf(message)
    const problem = tooLarge(notification)
    if (problem) return { class: 'permanent', code: 'too_large', reason: problem, remedies: SHORTEN }
    const devices = reachableDevices(message.devices ?? [], settings)
    const reach = { now, allowPrivateNetwork, signal: AbortSignal.any([signal, AbortSignal.timeout(whole)]) }
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
    if (device.kind === 'web' || !fcm) throw new Error('the connection reaches no such device')
    const body = fcmMessage(notification, { token: device.token, priority, ttl, now: reach.now })
    return postToFcm(fcm, access, body, [device.token], reach)
  }

  const checkFcm = async (settings: Fcm, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings> => {
    const { project_id, client_email } = settings.service_account
    const granted = await access.token(settings.service_account, now, allowPrivateNetwork)
    if ('refused' in granted) return { found: [], problems: { service_account: findingOf('Google', granted.refused) } }
    const found = [`Google gave ${client_email} access`]
    const reach = { now, allowPrivateNetwork, signal: AbortSignal.timeout(CHECK) }
    const outcome = await postToFcm(settings, access, TRIAL, [], reach)
    if (outcome.class === 'sent')
      return { found: [...found, `Firebase takes messages for the project ${project_id}`], problems: {} }
    // Without a code it was not Firebase that answered.
    const setting = outcome.code === undefined ? 'api_base' : 'service_account'
    return { found, problems: { [setting]: findingOf('Firebase', outcome) } }
  }

  return { send, checkFcm }
}

const TRIAL = {
  validateOnly: true,
  message: { topic: 'connection-check', notification: { title: 'Check', body: 'Nobody receives this.' } },
}

const SHORTEN = { final: 'Shorten the template or its addresses, and resend the message.' }

/** As a person tells their devices apart; the secrets stay out. */
function nameOf(device: Device): string {
  return device.kind === 'web' ? `browser at ${serviceOf(device)}` : `app (${device.platform ?? 'fcm'})`
}
