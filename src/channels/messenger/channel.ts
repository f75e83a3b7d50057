// Messenger: people by their page-scoped id, and a Facebook page that answers them within a day, over Meta's Send API.
import { Type } from 'typebox'
import { objectOf } from '../../lib/json/json-fields.ts'
import { DAY } from '../../limits.ts'
import { atStored } from '../address.ts'
import type { Channel, Outcome, SendCall } from '../contract.ts'
import { callGraph, errorIn, graphFailure, graphSettings } from '../meta/call.ts'
import { messengerPsid } from './address.ts'
import { checkMessenger } from './check.ts'
import { messengerGroup } from './limits.ts'
import { messengerCodes } from './outcomes.ts'
import { messengerMedia, messengerMessage, messengerMisfits, messengerOwnMisfits } from './payload.ts'
import { messengerReceiver } from './receiver.ts'

declare module '../names.ts' {
  interface ChannelTypes {
    messenger: true
  }
}

export const messenger: Channel = {
  name: 'messenger',
  title: 'Messenger',
  content: 'text',
  credits: 1,
  receipts: ['delivered', 'read'],
  setUpRank: 6,
  limits: [messengerGroup],
  ...atStored(messengerPsid),
  misfits: messengerMisfits,
  ownMisfits: messengerOwnMisfits,
  conversation: { lasts: DAY, needed: () => true },
  connector: {
    help: "A Facebook page and an app with Messenger in Meta's developer console: the page's access token, the app's secret, and a verify token of your own choosing.",
    settings: Type.Object(
      {
        page_id: Type.String({
          pattern: '^[0-9]+$',
          examples: ['1234567890'],
          maxLength: 64,
          description: 'Id of the Facebook page.',
        }),
        page_access_token: Type.String({
          minLength: 1,
          maxLength: 2048,
          pattern: '^[\\x21-\\x7e]+$',
          examples: ['EAAG-example'],
          secret: true,
          description: "The page's token, with pages_messaging.",
        }),
        ...graphSettings,
      },
      { additionalProperties: false },
    ),
    check: checkMessenger,
    send,
  },
  receiver: messengerReceiver,
}

/** Media goes first, as a message of its own; once it is there, a retry does not send it again. */
async function send(call: SendCall): Promise<Outcome> {
  const { message } = call
  let { progress } = call
  if (message.media && progress.media === undefined) {
    const outcome = await post(call, messengerMedia(message.media))
    if (outcome.class !== 'sent') return { ...outcome, progress }
    progress = { ...progress, media: outcome.externalId ?? true }
  }
  return { ...(await post(call, messengerMessage(message))), progress }
}

async function post(call: SendCall, body: object): Promise<Outcome> {
  const { message, settings, signal, now, allowPrivateNetwork } = call
  const token = settings.page_access_token as string
  const reply = await callGraph({
    settings,
    token,
    path: `${settings.page_id as string}/messages`,
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
