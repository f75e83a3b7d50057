// Combines the answers of several devices into the outcome of one message.
import { hash } from 'node:crypto'
import { counted } from '../../lib/text/plural.ts'
import type { Outcome } from '../contract.ts'
import type { Tickets } from '../tickets.ts'
import { type Device, deviceKey } from './devices.ts'
import { providerFor } from './reachable.ts'

export interface DeviceAnswer {
  device: Device
  outcome: Outcome
}

/** A device that the connection does not reach, with the reason. */
export interface UnreachedDevice {
  device: Device
  reason: string
}

/**
 * The final results of devices in earlier attempts. The keys are the results of `deviceMark`. Later attempts skip these
 * devices.
 */
export type Settled = Record<string, unknown>

/** Returns the key of a device in `Settled`. The key does not reveal the device's secret. */
export function deviceMark(device: Device): string {
  return hash('sha256', deviceKey(device), 'base64url').slice(0, 16)
}

type Class = Outcome['class']

/**
 * The classes of outcomes in the order of their precedence. The classes after which the device may still receive the
 * message come first.
 */
const LEADING: Class[] = ['ambiguous', 'retryable', 'throttled', 'misconfigured', 'permanent']

/**
 * Returns the outcome of a message. It is `sent` if at least one device accepted the message, now or in an earlier
 * attempt. It is `recipient_gone` if all devices are gone. Otherwise it has the class with the highest precedence. If
 * the outcome of a device is `recipient_gone` with an empty list `goneDevices`, the device stays.
 * `describe` returns the name of a device for a person. The response lists the `unreached` devices too.
 */
export function mergeAnswers(
  answers: DeviceAnswer[],
  earlier: Settled,
  describe: (device: Device) => string,
  unreached: UnreachedDevice[] = [],
): Outcome {
  const unusable = answers.filter(({ outcome }) => outcome.class === 'recipient_gone')
  const kept = unusable.filter(isKept)
  const isSingle = answers.length <= 1 && unreached.length === 0
  const common = {
    response: isSingle ? answers[0]?.outcome.response : summaryOf(answers, unreached, describe),
    goneDevices: unusable.filter((answer) => !isKept(answer)).map(({ device }) => deviceKey(device)),
    progress: { devices: settledAfter(answers, earlier) },
  }
  const took = answers.map(({ outcome }) => outcome).filter((outcome) => outcome.class === 'sent')
  const [first] = took
  if (first) return { ...first, ...ticketsOf(took, earlier), ...common }
  if (isTakenIn(earlier)) return { class: 'sent', externalId: null, ...common }
  const leading = LEADING.map((name) => answers.filter(({ outcome }) => outcome.class === name)).find(hasSome)
  if (leading) return { ...together(leading, answers.length), ...common }
  if (hasSome(kept)) return { ...together(kept, answers.length), ...common }
  if (Object.values(earlier).includes('refused')) return { ...REFUSED_BEFORE, ...common }
  const [only] = answers
  if (only && answers.length === 1) return { ...only.outcome, ...common }
  return { ...(answers.length === 0 ? NO_DEVICE : ALL_GONE), ...common }
}

/** Returns whether the device stays in the list, although its provider refuses its token. */
function isKept({ outcome }: DeviceAnswer): boolean {
  return outcome.class === 'recipient_gone' && outcome.goneDevices?.length === 0
}

function isTakenIn(earlier: Settled): boolean {
  return Object.values(earlier).includes('took')
}

/**
 * Joins the tickets of all devices. The tickets are `decisive` if every device that accepted the message has a ticket.
 */
function ticketsOf(took: Extract<Outcome, { class: 'sent' }>[], earlier: Settled): { tickets?: Tickets } {
  const list = took.flatMap(({ tickets }) => tickets?.list ?? [])
  if (list.length === 0) return {}
  const decisive = !isTakenIn(earlier) && took.every(({ tickets }) => tickets !== undefined)
  return { tickets: { list, decisive } }
}

type SomeAnswers = [DeviceAnswer, ...DeviceAnswer[]]

function hasSome(answers: DeviceAnswer[]): answers is SomeAnswers {
  return answers.length > 0
}

/** Combines answers that have the same class. The result has the longest requested delay and the widest scope. */
function together(leading: SomeAnswers, attempted: number): Outcome {
  const outcomes = leading.map(({ outcome }) => outcome)
  const first = { ...leading[0].outcome, provider: providerFor(leading[0].device) }
  const several = attempted === 1 ? '' : ` (${leading.length} of ${attempted} devices)`
  const reason = `${'reason' in first ? first.reason : ''}${several}`
  if (first.class === 'throttled') return { ...first, ...throttlingOf(leading), reason }
  if (first.class === 'retryable' || first.class === 'ambiguous') {
    const delays = outcomes.map((outcome) => ('retryAfter' in outcome ? (outcome.retryAfter ?? 0) : 0))
    const retryAfter = Math.max(...delays)
    return { ...first, reason, ...(retryAfter > 0 ? { retryAfter } : {}) }
  }
  return first.class === 'sent' ? first : { ...first, reason }
}

/** Returns the throttling of a whole provider if a device reports it, and otherwise the longest throttling of a device. */
function throttlingOf(leading: SomeAnswers) {
  const wide = leading.filter(({ outcome }) => outcome.class === 'throttled' && outcome.scope === 'connection')
  const provider = providerFor((wide[0] ?? leading[0]).device)
  const deciding = wide.length > 0 ? wide.filter(({ device }) => providerFor(device) === provider) : leading
  const ends = deciding.map(({ outcome }) => (outcome.class === 'throttled' ? outcome.until.getTime() : 0))
  const scope = wide.length > 0 ? ('connection' as const) : ('recipient' as const)
  return { provider, scope, until: new Date(Math.max(...ends)) }
}

function settledAfter(answers: DeviceAnswer[], earlier: Settled): Settled {
  const settled = { ...earlier }
  for (const answer of answers) {
    const { device, outcome } = answer
    if (outcome.class === 'sent') settled[deviceMark(device)] = 'took'
    if (outcome.class === 'permanent' || isKept(answer)) settled[deviceMark(device)] = 'refused'
  }
  return settled
}

const MAX_SUMMARY = 500

/** Returns a line for the timeline with the result of each device. */
function summaryOf(
  answers: DeviceAnswer[],
  unreached: UnreachedDevice[],
  describe: (device: Device) => string,
): string {
  const took = answers.filter(({ outcome }) => outcome.class === 'sent').length
  const results = answers.map(({ device, outcome }) => ({
    device,
    result: outcome.class === 'sent' ? 'accepted it' : outcome.reason,
  }))
  const omitted = unreached.map(({ device, reason }) => ({ device, result: `not reached, because ${reason}` }))
  const parts = [...results, ...omitted].map(({ device, result }) => `${describe(device)}: ${result}`)
  const text = `${took} of ${counted(parts.length, 'device')} accepted it. ${parts.join('; ')}`
  return text.length > MAX_SUMMARY ? `${text.slice(0, MAX_SUMMARY).toWellFormed()}…` : text
}

const REGISTER = { final: 'Ask the recipient to register a device again. Then resend the message.' }

const NO_DEVICE: Outcome = {
  class: 'recipient_gone',
  code: 'no_device',
  reason: 'no registered device can be reached through the connection',
  remedies: REGISTER,
}

const ALL_GONE: Outcome = {
  class: 'recipient_gone',
  code: 'no_device',
  reason: 'all devices of the recipient are gone',
  remedies: REGISTER,
}

const REFUSED_BEFORE: Outcome = {
  class: 'permanent',
  code: 'devices_refused',
  reason: 'all remaining devices refused the message in an earlier attempt',
  remedies: { final: 'Fix the causes that the earlier attempts name, and resend the message.' },
}
