// The settings that all SMS providers share: senders and prices by country, the limit of segments, and the answers to
// opt-out words.
import { type Static, Type } from 'typebox'
import { checkOf } from '../../lib/json/schema-check.ts'
import { entriesOf, entryFor, isPrefix } from './by-country.ts'
import { smsLimits } from './limits.ts'

const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 480, advanced: true, description }))

/** The settings of every connection. A provider adds its credentials and its address. */
export const sharedSettings = {
  senders: Type.Optional(
    Type.String({
      maxLength: 2000,
      examples: ['+1=+15550100000, +39=Acme'],
      description:
        'Senders for single countries: the beginning of the phone number, an equals sign and the sender, separated by commas.',
    }),
  ),
  prices: Type.Optional(
    Type.String({
      maxLength: 2000,
      advanced: true,
      examples: ['+1=0.0079, +39=0.0925'],
      description:
        'Prices that the provider charges for one segment: the beginning of the phone number, an equals sign and the price, separated by commas. The usage report shows the costs.',
    }),
  ),
  price_currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      maxLength: 3,
      advanced: true,
      examples: ['EUR'],
      description: 'The currency of the prices.',
    }),
  ),
  max_segments: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: smsLimits.mostSegments,
      default: smsLimits.segments,
      description: 'Maximum number of segments of a message. The provider charges each segment.',
    }),
  ),
  stop_mode: stopMode('provider'),
  stop_text: text('Answer to STOP. Without a text, this service sends no answer.'),
  start_text: text('Answer to START. Without a text, this service sends no answer.'),
  help_text: text('Answer to HELP. Without a text, this service sends no answer.'),
}

/** The setting `stop_mode` for providers that never answer opt-out words themselves. */
export const ownStopMode = { stop_mode: stopMode('carillon') }

function stopMode(usual: 'provider' | 'carillon') {
  return Type.Optional(
    Type.Enum(['provider', 'carillon'], {
      type: 'string',
      default: usual,
      choices: { provider: 'The provider answers', carillon: 'This service answers' },
      description:
        'What answers the words STOP, START and HELP. "provider": the provider answers its own English words, and this service answers the other words with the texts below. "carillon": this service answers all words. Both record the opt-out.',
    }),
  )
}

/** The setting that replaces the provider's own API. */
export const apiBaseSetting = (usual: string, description: string) =>
  Type.Optional(Type.String({ format: 'uri', maxLength: 2048, default: usual, destination: true, description }))

/** The setting of providers that send media. */
export const mediaSetting = {
  mms: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether the sender can send media (MMS). Most providers offer MMS only in the US and Canada.',
    }),
  ),
}

/** The setting for the sender. A provider may accept another setting in its place. */
export const fromSetting = Type.String({
  pattern: '^(\\+?[0-9]{3,15}|[A-Za-z0-9\\x20&+_-]{1,11})$',
  examples: ['+15550100000'],
  maxLength: 16,
  description: 'The sender: a phone number, a short code, or a name of at most 11 letters and digits.',
})

/** Returns the setting for the sender. `link` is the page on which the provider lists the numbers. */
export function fromSettingAt(link: string) {
  return Type.Optional(Type.String({ ...fromSetting, link }))
}

const shared = Type.Object(sharedSettings)
export type SharedSettings = Static<typeof shared>
export type SenderSettings = Pick<SharedSettings, 'senders' | 'prices'> & { from?: string }

const senderCheck = checkOf(fromSetting)

/** Returns whether one of the senders is a name. Phones cannot reply to a name. */
export function hasName({ from, senders }: SenderSettings): boolean {
  return [from, ...entriesOf(senders).map(([, sender]) => sender)].some((sender) => isName(sender))
}

export function isName(sender: string | undefined): boolean {
  return sender !== undefined && /[A-Za-z]/.test(sender)
}

/** Returns the sender for a phone number. Returns undefined if the connection has no sender for it. */
export function senderFor({ senders, from }: SenderSettings, address: string): string | undefined {
  return entryFor(senders, address)?.[1] ?? from
}

/**
 * Returns the problems of the senders, by setting. `alternative` is a setting that lets the provider choose the sender,
 * and `isSet` states whether it is set.
 */
export function senderProblems(
  settings: SenderSettings,
  alternative?: { name: string; isSet: boolean },
): Record<string, string> {
  const { senders, from } = settings
  if (from === undefined && senders === undefined && alternative?.isSet !== true)
    return {
      from: alternative
        ? `is required, unless ${alternative.name} or senders is set`
        : 'is required, unless senders is set',
    }
  return listProblems(settings)
}

/** Returns the problems of the settings `senders` and `prices`. */
export function listProblems({ senders, prices }: SenderSettings): Record<string, string> {
  const wrongSender = entriesOf(senders).find(([prefix, sender]) => !isPrefix(prefix) || !senderCheck()(sender))
  const wrongPrice = entriesOf(prices).find(([prefix, price]) => !isPrefix(prefix) || !PRICE.test(price))
  return {
    ...(wrongSender ? { senders: wrongEntry(wrongSender, '+39=Acme') } : {}),
    ...(wrongPrice ? { prices: wrongEntry(wrongPrice, '+39=0.0925') } : {}),
  }
}

/** A price has at most six decimal places. */
const PRICE = /^\d{1,6}(\.\d{1,6})?$/

function wrongEntry(entry: [string, string], example: string): string {
  return `has the entry ${entry.join('=')}; write entries such as ${example}, separated by commas`
}

/** Returns the setting `max_segments`. `settings` may be those of any SMS provider. */
export function maxSegmentsOf(settings: Record<string, unknown> | undefined): number {
  return typeof settings?.max_segments === 'number' ? settings.max_segments : smsLimits.segments
}

/** Returns whether the connection sends media. */
export function sendsMedia(settings: Record<string, unknown> | undefined): boolean {
  return settings?.mms === true
}
