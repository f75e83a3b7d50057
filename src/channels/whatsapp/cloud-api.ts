// The WhatsApp provider: Meta's Cloud API for a business number.
import { fieldsOf, itemsOf, objectOf } from '../../lib/json/json-fields.ts'
import type { Outcome, Provider, SendCall } from '../contract.ts'
import { callGraph, errorIn, graphFailure } from '../meta/call.ts'
import { graphWebhook } from '../meta/webhook.ts'
import { receiverOf } from './address.ts'
import { whatsappApproval } from './approval.ts'
import { checkWhatsapp } from './check.ts'
import { whatsappCodes } from './outcomes.ts'
import { whatsappReceiver } from './receiver.ts'
import { sessionPayload } from './session.ts'
import { type WhatsappSettings, whatsappSettings } from './settings.ts'
import { templatePayload } from './template.ts'

export const cloudApi: Provider<WhatsappSettings> = {
  title: 'Cloud API',
  help: "In Meta's developer console, add a WhatsApp Business number to an app. You need the number's ID, a permanent access token, the app's secret, and a verify token that you choose.",
  settings: whatsappSettings,
  approval: whatsappApproval,
  check: checkWhatsapp,
  send,
  receiver: whatsappReceiver,
  // Meta adds this template to new accounts. A text needs an open conversation window.
  testContent: { template: 'hello_world', language: 'en_US' },
  webhook: graphWebhook('WhatsApp, Configuration', [
    'messages',
    'message_template_status_update',
    'message_template_components_update',
    'user_preferences',
  ]),
}

async function send({
  message,
  settings,
  signal,
  now,
  allowPrivateNetwork,
}: SendCall<WhatsappSettings>): Promise<Outcome> {
  const token = settings.access_token
  const reply = await callGraph({
    settings,
    token,
    path: `${settings.phone_number_id}/messages`,
    body: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...receiverOf(message.address),
      // Meta returns this value with each status. The value identifies the delivery if the answer to this request is
      // lost.
      biz_opaque_callback_data: String(message.deliveryId),
      ...(message.own?.template === undefined ? sessionPayload(message) : templatePayload(message)),
    },
    signal,
    allowPrivateNetwork,
  })
  const accepted =
    reply.kind === 'answer' && reply.status < 300 && !errorIn(reply.json) ? acceptedMessage(reply.json) : undefined
  if (reply.kind !== 'answer' || !accepted) return graphFailure('WhatsApp', whatsappCodes, reply, { now, token })
  const { id, message_status: status } = accepted
  return {
    class: 'sent',
    externalId: typeof id === 'string' && id !== '' ? id : null,
    providerStatus: String(reply.status),
    ...(status === 'held_for_quality_assessment' || status === 'paused'
      ? { response: `WhatsApp delays the message (${status}) while it reviews the template.` }
      : {}),
  }
}

function acceptedMessage(json: unknown): { id?: unknown; message_status?: unknown } | undefined {
  return objectOf(itemsOf(fieldsOf(json).messages)[0])
}
