// Prints the timeline of a delivery.
import type { Delivery, DeliveryTimeline } from '../../../sdk/src/api.ts'
import { counted } from '../../lib/text/plural.ts'
import { inOneLine, moment, type Output, type Style, withoutControlCharacters } from '../output.ts'
import { digestWords } from './digest.ts'

/**
 * The readable parts of a message. The API document does not define a message's content, because it differs by channel.
 */
export interface MessageParts {
  subject?: string
  body?: string
  actions?: { slug: string; label?: string; url: string }[]
  attachments?: { filename: string }[]
}

export type Timeline = DeliveryTimeline & { content: MessageParts }

export function showTimeline(out: Output, timeline: Timeline, color: Style | undefined): void {
  const { id, status, mode } = timeline
  const [shown, style]: [string, Style | undefined] = isCancelled(timeline) ? ['cancelled', 'dim'] : [status, color]
  const waiting = waitingWords(timeline)
  const title = `${out.paint('bold', `Delivery ${id}`)}  ${out.paint(style, shown)}`
  out.line(mode === 'test' ? `${title}  ${out.paint('dim', '(test)')}` : title)
  if (waiting !== undefined) out.line(`  ${out.paint('yellow', waiting)}`)
  printFields(out, timeline)
  if (isCancelled(timeline)) printCancellation(out, timeline)
  else printProblem(out, timeline)
  printContent(out, timeline)
  printAttempts(out, timeline)
  printBounces(out, timeline)
  printHistory(out, timeline)
  printSteps(out, timeline)
  printChanges(out, timeline)
}

/** Returns the words for a message that waits for the end of quiet hours. */
export function waitingWords({
  state,
  deferred_until,
}: Pick<Delivery, 'state' | 'deferred_until'>): string | undefined {
  if (state !== 'deferred' || deferred_until === null) return undefined
  return `waiting for quiet hours to end, until ${moment(deferred_until)}`
}

function printFields(out: Output, timeline: Timeline): void {
  const { recipient_name: name, address, recipient_id, priority } = timeline
  out.fields(
    [
      ['to', `${name === address ? address : `${name} (${address})`}, recipient ${recipient_id}`],
      ['channel', timeline.channel],
      ['template', timeline.template_slug],
      ['category', timeline.category],
      ['source', timeline.source_id],
      ['priority', priority === 'normal' ? null : priority],
      ['accepted', moment(timeline.created_at)],
      ['scheduled', moment(timeline.scheduled_for)],
      ['digest', timeline.digest && digestWords(timeline.digest)],
      ['next attempt', moment(timeline.state === 'deferred' ? timeline.deferred_until : timeline.next_at)],
      ['paid', payment(timeline)],
      ['external id', timeline.external_id],
      [
        'resend of',
        timeline.resent_from && `${timeline.resent_from.delivery_id}, by ${inOneLine(timeline.resent_from.by.name)}`,
      ],
    ],
    '  ',
  )
}

function payment({ paid_by, credits, refunded }: Timeline): string | null {
  if (paid_by === null) return null
  const by = {
    quota: 'from the quota',
    whatsapp: 'from the WhatsApp bundle',
    credits: `with ${counted(credits, 'credit')}`,
  }[paid_by]
  return `${by ?? paid_by}${refunded ? ', refunded' : ''}`
}

/** A cancelled delivery has the status `failed`, but it is not a failure. */
function isCancelled({ state }: Timeline): boolean {
  return state === 'cancelled'
}

function printCancellation(out: Output, { changes, remedy }: Timeline): void {
  const change = changes.findLast(({ kind }) => kind === 'cancelled')
  heading(out, 'Cancelled')
  const by = change ? ` at ${moment(change.at)} by ${inOneLine(change.by.name)},` : ''
  out.line(`  Cancelled${by} before it was sent`)
  out.fields([['remedy', remedy]], '  ')
}

/** Prints the reason why the delivery failed or is pending, and the remedy. */
function printProblem(out: Output, timeline: Timeline): void {
  const { status, reason, error_message, remedy } = timeline
  if (status !== 'failed' && remedy === null) return
  heading(out, status === 'failed' ? 'Why it failed' : 'Why it is pending')
  const cause = waitingWords(timeline) ?? error_message ?? reason
  if (status === 'failed' || cause !== null) out.line(`  ${inOneLine(cause ?? 'The provider gave no reason.')}`)
  out.fields(
    [
      ['reason', reason],
      ['remedy', remedy],
    ],
    '  ',
  )
}

function printBounces(out: Output, { bounces }: Timeline): void {
  if (bounces.length === 0) return
  heading(out, 'Bounces')
  for (const { type, at, code, detail } of bounces)
    out.line(`  ${moment(at)}  ${type}  ${inOneLine([code, detail].filter(Boolean).join(' '))}`)
}

function printContent(out: Output, { content }: Timeline): void {
  const { subject, body = '', actions = [], attachments = [] } = content
  heading(out, 'Message')
  if (subject) out.line(`  ${out.paint('bold', inOneLine(subject))}`)
  for (const line of withoutControlCharacters(body).split('\n')) out.line(`  ${line}`)
  for (const { slug, label } of actions) out.line(`  [${inOneLine(label ?? slug)}]`)
  for (const { filename } of attachments) out.line(`  attached: ${inOneLine(filename)}`)
}

function printAttempts(out: Output, { attempts }: Timeline): void {
  heading(out, 'Attempts')
  if (attempts.length === 0) out.line('  none yet')
  for (const {
    attempt,
    started_at,
    ended_at,
    outcome,
    provider_status,
    code,
    reason,
    response,
    connection,
  } of attempts) {
    const took = (Date.parse(ended_at) - Date.parse(started_at)) / 1000
    // Do not show the same text twice. Some providers return the status as their error code.
    const answer = [...new Set([provider_status, code])].filter((part) => part !== null).join(' ')
    out.line(
      `  ${attempt}  ${moment(started_at)}  ${out.paint(outcome === 'sent' ? 'green' : 'red', outcome)}  ${took.toFixed(1)} s`,
    )
    out.fields(
      [
        ['connection', connection && connectionWords(connection)],
        ['answer', answer],
        ['response', response],
        ['reason', reason],
      ],
      '     ',
    )
  }
}

function connectionWords({ id, title, position }: NonNullable<Timeline['attempts'][number]['connection']>): string {
  return title === null ? `${id} (removed)` : `${id} (${position}. ${title})`
}

function printHistory(out: Output, { history }: Timeline): void {
  heading(out, 'History')
  for (const { status, at } of history) out.line(`  ${moment(at)}  ${inOneLine(status)}`)
}

function printSteps(out: Output, { fallback }: Timeline): void {
  if (fallback === null) return
  heading(out, `Fallback ${fallback.id} (${fallback.ended_reason ?? fallback.state})`)
  for (const { channel, state, status, delivery_id, reason } of fallback.steps) {
    const delivery = delivery_id === null ? '' : `  ${status ?? ''}  delivery ${delivery_id}`
    out.line(`  ${channel}  ${state}${delivery}${reason === null ? '' : `  ${inOneLine(reason)}`}`)
  }
}

function printChanges(out: Output, { changes }: Timeline): void {
  if (changes.length === 0) return
  heading(out, 'Changes')
  for (const { kind, at, by, to, delivery_id } of changes) {
    const result = delivery_id === null ? (to === null ? '' : ` to ${moment(to)}`) : ` as ${delivery_id}`
    out.line(`  ${moment(at)}  ${kind.replace('_', ' ')}${result} by ${inOneLine(by.name)}`)
  }
}

function heading(out: Output, text: string): void {
  out.line(`\n${out.paint('bold', text)}`)
}
