// The Messenger provider: Meta's Send API for a Facebook page.
import { objectOf } from '../../lib/json/json-fields.ts'
import type { Outcome, Provider, SendCall } from '../contract.ts'
import { callGraph, errorIn, graphFailure } from '../meta/call.ts'
import { graphWebhook } from '../meta/webhook.ts'
import { checkMessenger } from './check.ts'
import { messengerCodes } from './outcomes.ts'
import { messengerMedia, messengerMessage } from './payload.ts'
import { messengerReceiver } from './receiver.ts'
import { type MessengerSettings, messengerSettings } from './settings.ts'

export const graph: Provider<MessengerSettings> = {
  title: 'Graph API',
  help: "In Meta's developer console, add a Facebook page to an app with Messenger. You need the page's access token, the app's secret, and a verify token that you choose.",
  settings: messengerSettings,
  check: checkMessenger,
  send,
  receiver: messengerReceiver,
  webhook: graphWebhook('Messenger, API Settings', [
    'messages',
    'messaging_postbacks',
    'message_deliveries',
    'message_reads',
    'messaging_referrals',
  ]),
}

/** Sends media first, as a separate message. If the media was accepted, a retry does not send it again. */
async function send(call: SendCall<MessengerSettings>): Promise<Outcome> {
  const { message } = call
  let { progress } = call
  if (message.media && progress.media === undefined) {
    const outcome = await post(call, messengerMedia(message.media))
    if (outcome.class !== 'sent') return { ...outcome, progress }
    progress = { ...progress, media: outcome.externalId ?? true }
  }
  return { ...(await post(call, messengerMessage(message))), progress }
}

async function post(call: SendCall<MessengerSettings>, body: object): Promise<Outcome> {
  const { message, settings, signal, now, allowPrivateNetwork } = call
  const token = settings.page_access_token
  const reply = await callGraph({
    settings,
    token,
    path: `${settings.page_id}/messages`,
    body: { recipient: { id: message.address }, messaging_type: 'UPDATE', message: body },
    signal,
    allowPrivateNetwork,
  })
  const answer =
    reply.kind === 'answer' && reply.status < 300 && !errorIn(reply.json) ? objectOf(reply.json) : undefined
  if (reply.kind !== 'answer' || typeof answer?.message_id !== 'string')
    return graphFailure('Messenger', messengerCodes, reply, { now, token })
  return { class: 'sent', externalId: answer.message_id || null, providerStatus: String(reply.status) }
}
