// Converts messages from phones to inbound events, and answers opt-out words.
import type { OutgoingMessage, Provider } from '../contract.ts'
import type { InboundEvent, InboundMedia, Receiver, TextPart } from '../inbound.ts'
import { isUsual, type Keyword, keywordIn } from './keywords.ts'
import type { SharedSettings } from './settings.ts'

interface PhoneMessage {
  id: string
  address: string
  text: string | undefined
  media?: InboundMedia[]
  at: Date
  /** Set if the text is a part of a long text. */
  part?: TextPart | undefined
}

/** The default setting for providers that never answer opt-out words themselves. */
export const ownAnswers = { stop_mode: 'carillon' } as const

/**
 * Returns the events of a message. `decided` is the keyword that the provider reports; the provider has then answered
 * it. A message from a short code or a name is not read: such a sender is no recipient, and may be a program.
 */
export function messageEvents(
  { text, media = [], part, ...message }: PhoneMessage,
  settings: SharedSettings,
  decided?: Keyword,
): InboundEvent[] {
  const { address, at } = message
  if (!/^\+[1-9]\d{6,14}$/.test(address))
    return [{ kind: 'unreadable', detail: 'a message from a sender that is not a phone number' }]
  const keyword = decided ?? (text === undefined || part ? undefined : keywordIn(text))
  const isAnswered = decided !== undefined || (settings.stop_mode !== 'carillon' && text !== undefined && isUsual(text))
  const answer = isAnswered ? undefined : answerTo(keyword, settings)
  return [
    ...(keyword === 'stop' || keyword === 'start'
      ? [
          {
            kind: 'preference',
            optedIn: keyword === 'start',
            byWord: 'reply',
            messageId: message.id,
            address,
            at,
          } as const,
        ]
      : []),
    {
      kind: 'message',
      ...message,
      ...(text === undefined ? {} : { text }),
      media,
      ...(part ? { part } : {}),
      ...(answer === undefined ? {} : { answer }),
    },
  ]
}

function answerTo(keyword: Keyword | undefined, settings: SharedSettings): string | undefined {
  switch (keyword) {
    case 'stop':
      return settings.stop_text
    case 'start':
      return settings.start_text
    case 'help':
      return settings.help_text
    default:
      return undefined
  }
}

/** Returns a function that sends the answer to a keyword with the provider's own `send`. */
export function answerBy<S>(send: Provider<S>['send']): NonNullable<Receiver<S>['answer']> {
  return async ({ settings, signal, allowPrivateNetwork }, { address, text, at }) => {
    const message = messageOf(address, text)
    const outcome = await send({ message, lane: 0, settings, signal, now: at, progress: {}, allowPrivateNetwork })
    return outcome.class !== 'retryable' && outcome.class !== 'throttled'
  }
}

/** The delivery id is 0, because an answer is not a delivery. The same applies to the lane in `answerBy`. */
function messageOf(address: string, body: string): OutgoingMessage {
  return {
    deliveryId: 0,
    address,
    recipientName: '',
    priority: 'normal',
    body,
    vars: {},
    actions: [],
    attachments: [],
  }
}
