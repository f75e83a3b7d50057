// WhatsApp: phone numbers, the limits of a message, and Meta's Cloud API that sends approved templates.
import { Type } from 'typebox'
import { callProvider } from '../lib/provider-call.ts'
import type { Channel, Content, Misfit, Outcome, OutgoingMessage, SendCall } from './contract.ts'
import { failureOf } from './outcomes.ts'
import { empty, tooLong } from './text-length.ts'
import { meaningOfGraphCode, throttleOfGraphCode } from './whatsapp-outcomes.ts'

export const whatsapp: Channel = {
  name: 'whatsapp',
  title: 'WhatsApp',
  addressField: 'recipient.whatsapp_phone',
  addressOwner: 'recipient',
  address: (recipient) => recipient.whatsapp_phone ?? undefined,
  misfits: (content) => [
    ...empty('whatsapp', content.body),
    ...tooLong('whatsapp', 'template', 'the text', content.body, 4096),
    ...headerMisfits(content),
  ],
  connector: {
    settings: Type.Object(
      {
        phone_number_id: Type.String({
          pattern: '^[0-9]+$',
          maxLength: 64,
          description: 'Id of the sending number, from the app dashboard.',
        }),
        waba_id: Type.Optional(
          Type.String({ pattern: '^[0-9]+$', maxLength: 64, description: 'Id of the business account.' }),
        ),
        access_token: Type.String({
          minLength: 1,
          maxLength: 2048,
          secret: true,
          description: "A system user's token.",
        }),
        app_secret: Type.String({
          minLength: 1,
          maxLength: 255,
          secret: true,
          description: 'Signs what WhatsApp sends us.',
        }),
        verify_token: Type.String({
          minLength: 1,
          maxLength: 255,
          secret: true,
          description: 'Chosen by you; WhatsApp shows it when it registers our address.',
        }),
        graph_version: Type.Optional(
          Type.String({ pattern: '^v[0-9]+\\.[0-9]+$', default: 'v23.0', description: 'Version of the Graph API.' }),
        ),
        api_base: Type.Optional(
          Type.String({
            format: 'uri',
            maxLength: 2048,
            default: 'https://graph.facebook.com',
            description: 'A gateway that speaks the Graph API.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    send,
  },
}

/** Media goes into the template's header, so the template must have one of its kind (decision 33). */
function headerMisfits({ media, own }: Content): Misfit[] {
  if (!media || own?.template === undefined || own.header === media.type) return []
  return [
    { field: 'media', message: `the approved template has no ${media.type} header; whatsapp shows media there only` },
  ]
}

async function send({ message, settings, signal, now, allowPrivateNetwork }: SendCall): Promise<Outcome> {
  const base = ((settings.api_base as string | undefined) ?? 'https://graph.facebook.com').replace(/\/+$/, '')
  const version = (settings.graph_version as string | undefined) ?? 'v23.0'
  const token = settings.access_token as string
  const reply = await callProvider({
    url: `${base}/${version}/${settings.phone_number_id as string}/messages`,
    body: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: message.address.replace('+', ''),
      biz_opaque_callback_data: String(message.deliveryId),
      ...payloadOf(message),
    },
    headers: { authorization: `Bearer ${token}` },
    signal,
    allowPrivateNetwork,
  })
  const json = (reply.kind === 'answer' ? reply.json : undefined) as
    | { messages?: { id?: string }[]; error?: { code?: number } }
    | undefined
  if (reply.kind === 'answer' && reply.status >= 200 && reply.status < 300 && json?.messages?.[0]) {
    return { class: 'sent', externalId: json.messages[0].id ?? null, providerStatus: String(reply.status) }
  }
  const code = json?.error?.code
  const throttle = code === undefined ? undefined : throttleOfGraphCode(code)
  return failureOf('WhatsApp', reply, {
    code: code === undefined ? undefined : String(code),
    meaning: code === undefined ? undefined : meaningOfGraphCode(code),
    now,
    secrets: [token],
    throttledFor: throttle?.wait,
    scope: throttle?.scope,
  })
}

/** The approved template with its parameters by position; without one, the text itself. */
function payloadOf(message: OutgoingMessage): object {
  const { own, body } = message
  if (own?.template === undefined) return { type: 'text', text: { body, preview_url: false } }
  return {
    type: 'template',
    template: {
      name: own.template,
      language: { policy: 'deterministic', code: own.language ?? 'it' },
      components: [...headerOf(message), ...bodyOf(message), ...buttonsOf(message)],
    },
  }
}

function headerOf({ media }: OutgoingMessage): object[] {
  if (!media) return []
  const file = { link: media.url, ...(media.type === 'document' && media.filename ? { filename: media.filename } : {}) }
  return [{ type: 'header', parameters: [{ type: media.type, [media.type]: file }] }]
}

/** "1", "2", … in order; WhatsApp takes no line breaks, tabs or runs of spaces in a parameter. */
function bodyOf({ vars }: OutgoingMessage): object[] {
  const positions = Object.keys(vars)
    .filter((key) => /^[1-9]\d*$/.test(key))
    .sort((a, b) => Number(a) - Number(b))
  if (positions.length === 0) return []
  const parameters = positions.map((key) => ({
    type: 'text',
    text: vars[key]!.replace(/[\n\r\t]+/g, ' ').replace(/ {4,}/g, '   '),
  }))
  return [{ type: 'body', parameters }]
}

/** Labels were fixed when the template was approved; each button carries its token. */
function buttonsOf({ actions }: OutgoingMessage): object[] {
  return actions.map(({ token }, index) => ({
    type: 'button',
    sub_type: 'quick_reply',
    index: String(index),
    parameters: [{ type: 'payload', payload: token }],
  }))
}
