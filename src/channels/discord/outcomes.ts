// Converts Discord's answers to outcomes. An error code of Discord takes precedence over the HTTP status.
import { fieldsOf } from '../../lib/json/json-fields.ts'
import type { ProviderReply } from '../../lib/provider-call.ts'
import type { Outcome } from '../contract.ts'
import { failureOf, type Meaning, misconfigured, permanent } from '../outcomes.ts'

const RECONNECT = "Create a webhook in the channel's settings and put its URL into the connection."
const settings = (reason: string, fix = RECONNECT): Meaning => misconfigured(reason, fix)

/**
 * The meanings of Discord's error codes. A deleted webhook pauses the connection: the webhook is a setting of the
 * connection, and Discord blocks clients that continue to use a deleted webhook.
 */
const MEANINGS: Record<number, Meaning> = {
  10003: settings('the Discord channel was deleted'),
  10015: settings('the Discord webhook was deleted'),
  50001: settings('the Discord webhook has no access to its channel'),
  50013: settings('the Discord webhook may not write to its channel'),
  50027: settings('the Discord webhook token is not valid'),
  40005: permanent(
    'the message is too large for Discord',
    'Shorten the template or its embeds, and resend the message.',
  ),
  50006: permanent(
    'Discord refused the empty message',
    'Give the template a text or an embed, and resend the message.',
  ),
  50035: permanent(
    'Discord refused a part of the message',
    'Correct the part of the template that the response names, and resend the message.',
  ),
  220001: settings(
    'the Discord webhook belongs to a forum and needs a thread',
    "Add ?thread_id=… to the webhook URL in the connection's settings.",
  ),
  240000: permanent(
    'Discord blocked a link in the message as harmful',
    'Remove the link from the template, and resend the message.',
  ),
}

const UNKNOWN = settings('the Discord webhook does not exist')

/** Returns the outcome of a reply. `secrets` are removed from the stored response. */
export function discordOutcome(reply: ProviderReply, now: Date, secrets: string[]): Outcome {
  const answer = reply.kind === 'answer' ? reply : undefined
  const json = fieldsOf(answer?.json)
  if (answer && answer.status >= 200 && answer.status < 300 && typeof json.id === 'string') {
    return { class: 'sent', externalId: json.id, providerStatus: String(answer.status) }
  }
  const code = typeof json.code === 'number' ? json.code : undefined
  const retryAfter = typeof json.retry_after === 'number' ? json.retry_after : undefined
  const outcome = failureOf('Discord', reply, {
    // If the status is a success but the answer has no id and no code, the answer is not from Discord. The code 0 has
    // no meaning.
    code: code ? String(code) : undefined,
    meaning: code === undefined ? undefined : (MEANINGS[code] ?? (answer?.status === 404 ? UNKNOWN : undefined)),
    now,
    secrets,
    // `retry_after` is in seconds, with a fraction.
    throttledFor: retryAfter === undefined ? undefined : Math.ceil(retryAfter * 1000),
  })
  if (outcome.class !== 'throttled' || !answer) return outcome
  return { ...outcome, reason: throttledReason(outcome.reason, scopeOf(json, answer.headers)) }
}

/**
 * Returns the scope of the rate limit. `shared`: the webhook's channel. `global`: all requests from this host. Any
 * other value: only the webhook.
 */
function scopeOf(json: Record<string, unknown>, headers: Record<string, string | string[] | undefined>) {
  return json.global === true ? 'global' : [headers['x-ratelimit-scope']].flat()[0]
}

function throttledReason(reason: string, scope: string | undefined): string {
  if (scope === 'global') return `${reason} from this host (its global limit)`
  if (scope === 'shared') return `${reason} in this channel (a shared limit)`
  return `${reason} through this webhook`
}
