// Converts the Bot API's answers to outcomes. The outcome depends on the description in the answer, because the error
// code is only an HTTP status.
import { fieldsOf, textOf } from '../../lib/json/json-fields.ts'
import type { ProviderReply } from '../../lib/provider-call.ts'
import type { Outcome } from '../contract.ts'
import { failureOf, type Meaning, misconfigured, permanent, recipientGone } from '../outcomes.ts'

const GONE = 'Ask the recipient to start the bot again, or remove the chat ID.'
const gone = (reason: string): Meaning => recipientGone(reason, GONE)
const content = (reason: string, final = 'Correct the template or the media, and resend the message.'): Meaning =>
  permanent(reason, final)

const MEANINGS: [RegExp, Meaning][] = [
  [/blocked by the user/i, gone('the recipient blocked the bot')],
  [/user is deactivated/i, gone("the recipient's Telegram account was deleted")],
  [/can't initiate conversation|can't send messages to bots/i, gone('the recipient never started the bot')],
  [/bot was kicked|not a member/i, gone('the bot was removed from the chat')],
  [
    /chat not found|PEER_ID_INVALID|user not found|group is deactivated|chat was deleted/i,
    gone('the chat does not exist'),
  ],
  [
    /group chat was (migrated|upgraded)/i,
    gone('the group moved, and its new chat id (see the response) does not work either'),
  ],
  [
    /not enough rights|CHAT_WRITE_FORBIDDEN|need administrator rights|TOPIC_CLOSED|CHAT_RESTRICTED/i,
    content(
      'the bot may not send this message to the chat',
      "Ask the group's administrators to permit the bot to post, and resend the message.",
    ),
  ],
  [
    /failed to get HTTP URL|wrong file|wrong type of the web page|invalid file|IMAGE_PROCESS_FAILED|WEBPAGE_/i,
    content(
      'Telegram could not use the media',
      'Put a file of a supported type at a public URL: photos up to 5 MB, other files up to 20 MB. Then resend the message.',
    ),
  ],
  [
    /file is too big|PHOTO_INVALID_DIMENSIONS|too large/i,
    content(
      'the media is too large for Telegram',
      'Photos may have up to 5 MB, other files up to 20 MB. Link to larger files instead, and resend the message.',
    ),
  ],
  [
    /too long|text is empty|can't parse entities|BUTTON_|REPLY_MARKUP/i,
    content('Telegram refused a part of the message'),
  ],
  [
    /^Unauthorized|^Not Found$/i,
    misconfigured('the bot token is not valid', 'Put the token from BotFather into the connection.'),
  ],
  [
    /^Conflict/i,
    misconfigured('another program uses this bot', 'Stop the other program, or use a separate bot for each program.'),
  ],
]

/**
 * Returns the outcome of a reply. `scopeOf` returns the scope of a rate limit. The stored response does not contain
 * `secret`.
 */
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
  const error = (textOf(description) ?? '').replace(/^(\[Error\]: )?(Bad Request|Forbidden): /, '')
  const retryAfter = fieldsOf(parameters).retry_after
  const outcome = failureOf('Telegram', withErrorsStatus(reply), {
    code: textOf(error_code),
    meaning: MEANINGS.find(([pattern]) => pattern.test(error))?.[1],
    now,
    secrets: [secret],
    throttledFor: typeof retryAfter === 'number' ? retryAfter * 1000 : undefined,
  })
  return outcome.class === 'throttled' ? { ...outcome, scope: scopeOf(outcome.until.getTime()) } : outcome
}

/**
 * If the body contains an error, returns the reply with the status of this error. A gateway may send an error with the
 * HTTP status 200.
 */
function withErrorsStatus(reply: ProviderReply): ProviderReply {
  const { ok, error_code: status } = answerOf(reply)
  if (reply.kind !== 'answer' || reply.status >= 300 || ok !== false || typeof status !== 'number') return reply
  return { ...reply, status }
}

/** Returns the new chat id if Telegram reports that a group became a supergroup. */
export function newChatOf(reply: ProviderReply): string | undefined {
  return textOf(fieldsOf(answerOf(reply).parameters).migrate_to_chat_id)
}

function answerOf(reply: ProviderReply): Record<string, unknown> {
  return fieldsOf(reply.kind === 'answer' ? reply.json : undefined)
}
