// WhatsApp: phone numbers, approved templates and free messages, over Meta's Cloud API.
import { Type } from 'typebox'
import { DAY } from '../../limits.ts'
import { atStored } from '../address.ts'
import type { Channel, Content, Misfit, Outcome, SendCall } from '../contract.ts'
import { callGraph, errorIn, graphFailure, graphSettings } from '../meta/call.ts'
import { asTemplateMisfits } from '../own-content.ts'
import { receiverOf, whatsappPhone } from './address.ts'
import { whatsappApproval } from './approval.ts'
import { checkWhatsapp } from './check.ts'
import { whatsappGroup } from './limits.ts'
import { whatsappCodes } from './outcomes.ts'
import { whatsappOwnMisfits } from './own.ts'
import { whatsappReceiver } from './receiver.ts'
import { sessionMisfits, sessionPayload } from './session.ts'
import { templateMisfits, templatePayload } from './template.ts'

declare module '../names.ts' {
  interface ChannelTypes {
    whatsapp: true
  }
}

export const whatsapp: Channel = {
  name: 'whatsapp',
  title: 'WhatsApp',
  content: 'text',
  credits: 3,
  account: 'whatsapp',
  receipts: ['delivered', 'read'],
  optOuts: 'advertising',
  setUpRank: 5,
  limits: [whatsappGroup],
  ...atStored(whatsappPhone),
  misfits,
  ownMisfits: whatsappOwnMisfits,
  conversation: { lasts: DAY, needed: (own) => own?.template === undefined },
  connector: {
    help: "A WhatsApp Business number in Meta's developer console: the number's id, a permanent access token, the app's secret, and a verify token of your own choosing.",
    settings: Type.Object(
      {
        phone_number_id: Type.String({
          pattern: '^[0-9]+$',
          examples: ['106540352242922'],
          maxLength: 64,
          description: 'Id of the sending number, from the app dashboard; not the number itself.',
        }),
        waba_id: Type.Optional(
          Type.String({
            pattern: '^[0-9]+$',
            examples: ['106540352242922'],
            maxLength: 64,
            description: 'Id of the WhatsApp Business account: with it, the list of approved templates is read.',
          }),
        ),
        access_token: Type.String({
          minLength: 1,
          maxLength: 2048,
          pattern: '^[\\x21-\\x7e]+$',
          examples: ['EAAG-example'],
          secret: true,
          description: "A system user's token, which does not expire.",
        }),
        ...graphSettings,
      },
      { additionalProperties: false },
    ),
    approval: whatsappApproval,
    check: checkWhatsapp,
    send,
  },
  receiver: whatsappReceiver,
}

function misfits(content: Content): Misfit[] {
  const wrong = whatsappOwnMisfits(content.own ?? {}, true)
  if (wrong.length > 0) return asTemplateMisfits(wrong)
  return content.own?.template === undefined ? sessionMisfits(content) : templateMisfits(content)
}

interface Taken {
  messages?: { id?: unknown; message_status?: unknown }[]
}

async function send({ message, settings, signal, now, allowPrivateNetwork }: SendCall): Promise<Outcome> {
  const token = settings.access_token as string
  const reply = await callGraph({
    settings,
    token,
    path: `${settings.phone_number_id as string}/messages`,
    body: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...receiverOf(message.address),
      // Comes back with every status: it tells whose message was taken when the answer was lost.
      biz_opaque_callback_data: String(message.deliveryId),
      ...(message.own?.template === undefined ? sessionPayload(message) : templatePayload(message)),
    },
    signal,
    allowPrivateNetwork,
  })
  const taken = reply.kind === 'answer' && reply.status < 300 && !errorIn(reply.json) ? takenOf(reply.json) : undefined
  if (reply.kind !== 'answer' || !taken) return graphFailure('WhatsApp', whatsappCodes, reply, { now, token })
  const { id, message_status: status } = taken
  return {
    class: 'sent',
    externalId: typeof id === 'string' && id !== '' ? id : null,
    providerStatus: String(reply.status),
    ...(status === 'held_for_quality_assessment' || status === 'paused'
      ? { response: `WhatsApp holds the message back for now (${status}): the template is being assessed.` }
      : {}),
  }
}

function takenOf(json: unknown): { id?: unknown; message_status?: unknown } | undefined {
  const { messages } = (typeof json === 'object' && json !== null ? json : {}) as Taken
  const first = Array.isArray(messages) ? messages[0] : undefined
  return typeof first === 'object' && first !== null ? first : undefined
}
