// What the Bot API's answers mean for a message. Its words decide: its codes are just HTTP's.
import { fieldsOf, textOf } from '../../lib/json/json-fields.ts'
import type { ProviderReply } from '../../lib/provider-call.ts'
import type { Outcome } from '../contract.ts'
import { failureOf, type Meaning, misconfigured, permanent, recipientGone } from '../outcomes.ts'

const GONE = 'Ask the recipient to start the bot again, or remove the chat id.'
const gone = (reason: string): Meaning => recipientGone(reason, GONE)
const content = (reason: string, final = 'Correct the template or the media, and resend the message.'): Meaning =>
  permanent(reason, final)

const MEANINGS: [RegExp, Meaning][] = [
  [/blocked by the user/i, gone('the recipient blocked the bot')],
  [/user is deactivated/i, gone("the recipient's Telegram account is gone")],
  [/can't initiate conversation|can't send messages to bots/i, gone('the recipient never started the bot')],
  [/bot was kicked|not a member/i, gone('the bot was removed from the chat')],
  [
    /chat not found|PEER_ID_INVALID|user not found|group is deactivated|chat was deleted/i,
    gone('there is no such chat'),
  ],
  [
    /group chat was (migrated|upgraded)/i,
    gone('the group moved, and its new chat id, which stands in the response, does not work either'),
  ],
  [
    /not enough rights|CHAT_WRITE_FORBIDDEN|need administrator rights|TOPIC_CLOSED|CHAT_RESTRICTED/i,
    content(
      'the bot may not write this into the chat',
      "Ask the group's administrators to let the bot post, and resend the message.",
    ),
  ],
  [
    /failed to get HTTP URL|wrong file|wrong type of the web page|invalid file|IMAGE_PROCESS_FAILED|WEBPAGE_/i,
    content(
      'Telegram could not use the media',
      'Put a file of the right type at a URL that the internet reaches: photos up to 5 MB, others up to 20 MB. Then resend the message.',
    ),
  ],
  [
    /file is too big|PHOTO_INVALID_DIMENSIONS|too large/i,
    content(
      'Telegram finds the media too large',
      'Photos may have 5 MB, other files 20 MB. Put larger files behind a link, and resend the message.',
    ),
  ],
  [
    /too long|text is empty|can't parse entities|BUTTON_|REPLY_MARKUP/i,
    content('Telegram refuses a part of the message'),
  ],
  [
    /^Unauthorized|^Not Found$/i,
    misconfigured('the bot token is not valid', 'Put the token BotFather shows into the connection.'),
  ],
  [
    /^Conflict/i,
    misconfigured('another program uses this bot', 'Stop the other program, or give it a bot of its own.'),
  ],
]

/** `scopeOf` says whose pause a flood is: the chat's or the whole bot's. `secret` is left out of what is kept. */
export function telegramOutcome(
  reply: ProviderReply,
  { now, secret, scopeOf }: { now: Date; secret: string; scopeOf: (until: number) => 'connection' | 'recipient' },
): Outcome {
  const { ok, result, error_code, description, parameters } = answerOf(reply)
  if (reply.kind === 'answer' && ok === true) {
    const id = textOf(fieldsOf(result).message_id)
    const chat = textOf(fieldsOf(fieldsOf(result).chat).id)
    return {
      class: 'sent',
      externalId: id === undefined ? null : `${chat}:${id}`,
      providerStatus: String(reply.status),
    }
  }
  const words = (textOf(description) ?? '').replace(/^(\[Error\]: )?(Bad Request|Forbidden): /, '')
  const retryAfter = fieldsOf(parameters).retry_after
  const outcome = failureOf('Telegram', withErrorsStatus(reply), {
    code: textOf(error_code),
    meaning: MEANINGS.find(([pattern]) => pattern.test(words))?.[1],
    now,
    secrets: [secret],
    throttledFor: typeof retryAfter === 'number' ? retryAfter * 1000 : undefined,
  })
  return outcome.class === 'throttled' ? { ...outcome, scope: scopeOf(outcome.until.getTime()) } : outcome
}

/** A gateway may say 200 with an error inside: the error counts. */
function withErrorsStatus(reply: ProviderReply): ProviderReply {
  const { ok, error_code: status } = answerOf(reply)
  if (reply.kind !== 'answer' || reply.status >= 300 || ok !== false || typeof status !== 'number') return reply
  return { ...reply, status }
}

/** The chat's new id, where a group became a supergroup. */
export function newChatOf(reply: ProviderReply): string | undefined {
  return textOf(fieldsOf(answerOf(reply).parameters).migrate_to_chat_id)
}

function answerOf(reply: ProviderReply): Record<string, unknown> {
  return fieldsOf(reply.kind === 'answer' ? reply.json : undefined)
}
