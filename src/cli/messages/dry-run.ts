// carillon send --dry-run: shows what a send request would do.
import type { DryRunResponse, ReplayResponse } from '../../../sdk/src/api.ts'
import { counted } from '../../lib/text/plural.ts'
import type { Api } from '../api.ts'
import type { Call } from '../command.ts'
import { inOneLine, moment, withoutControlCharacters } from '../output.ts'

type Digest = NonNullable<DryRunResponse['digest']>
type Step = NonNullable<DryRunResponse['steps']>[number]

/** Makes a dry run of the request and prints its result. `api` has the API key. */
export async function dryRun({ out }: Call, api: Api, body: Record<string, unknown>): Promise<number> {
  const answer = await api.post<DryRunResponse | ReplayResponse>('/send?dry_run=true', body)
  return out.show(answer, () => {
    if ('replayed' in answer) out.line(replayWords(answer))
    else {
      const { channel, recipient, template, locale, price, digest, limit, content } = answer
      const { segments } = content
      out.fields([
        ['to', `${recipient.name} (${recipient.address})`],
        ['recipient', recipient.id === null ? 'would be created' : String(recipient.id)],
        ['channel', channel],
        ['category', answer.category && `${answer.category}, which the recipient accepts on ${channel}`],
        ['declined', answer.declined_channels.join(', ')],
        ['template', `${template}, ${locale}`],
        ['price', digest?.result === 'joins' ? 'free, because it joins a digest' : priceWords(price)],
        ['size', segments && counted(segments.segments, 'segment')],
        [
          'limit',
          limit && `message ${limit.counted} of at most ${limit.most} in ${limit.per} with the key ${limit.key}`,
        ],
        ['digest', digest && digestWords(digest)],
        ['at', atWords(answer)],
        ['expires', moment(answer.expires_at)],
        ['subject', content.subject],
      ])
      for (const [index, step] of (answer.steps ?? []).entries())
        out.line(withoutControlCharacters(`  step ${index + 1}  ${step.channel}  ${stepWords(step)}`))
      out.line(`\n${withoutControlCharacters(content.body)}`)
    }
    out.note('This was a dry run. Nothing was stored, sent or charged.')
  })
}

function replayWords({ delivery_id: id, status, suppressed_by }: ReplayResponse): string {
  const reason = suppressed_by ? 'the message is over its limit' : 'the idempotency key was already used'
  return `The message would not be sent, because ${reason}. Delivery ${id} is ${status}.`
}

function digestWords({ result, items, closes_at, deferred_until }: Digest): string {
  const end = deferred_until === null ? '' : `, then waits until ${moment(deferred_until)} because of quiet hours`
  const closing = `closes at ${moment(closes_at)} if no message joins it`
  return `${result} a digest with ${counted(items, 'message')}, which ${closing}${end}`
}

/** Returns the time at which the message would be sent. */
function atWords({ scheduled_for, deferred_until, digest }: DryRunResponse): string {
  if (digest) return 'when the digest closes'
  const at = scheduled_for === null ? 'now' : moment(scheduled_for)
  return deferred_until === null ? at : `${moment(deferred_until)}, because ${at} is in quiet hours`
}

function stepWords(step: Step): string {
  const { status, address, reason, obstacle, starts_at, deferred_until } = step
  const to = address === null ? '' : ` to ${inOneLine(address)}`
  if (status === 'skipped') return `skipped${to}: ${inOneLine(reason ?? '')}`
  const quiet = deferred_until === null ? '' : `, waits until ${moment(deferred_until)} because of quiet hours`
  const at = starts_at === null ? '' : ` at ${moment(starts_at)}`
  if (status === 'started') return `starts${to}${at}${quiet}`
  const now = obstacle === null ? '' : `; would be skipped now: ${inOneLine(obstacle)}`
  return `${conditionWords(step)}${to}${at}${quiet}${now}`
}

/** Returns the condition of a step after the first one. */
function conditionWords({ after_seconds: after, unless }: Step): string {
  const until = unless === null ? '' : `, unless it was ${unless === 'acted' ? 'answered with a button' : unless},`
  if (after === null) return `starts if the step before fails${until}`
  return `starts ${durationWords(after)} after the step before was sent${until}`
}

function durationWords(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ]
  const [size, unit] = units.find(([size]) => seconds % size === 0) ?? [1, 'second']
  return counted(seconds / size, unit)
}

function priceWords({ account, credits }: DryRunResponse['price']): string {
  if (account === null) return 'free, because the key is a test key'
  if (account === 'credits') return counted(credits, 'credit')
  return account === 'quota' ? '1 message of the quota' : '1 message of the WhatsApp bundle'
}
