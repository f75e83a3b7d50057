// Converts a bounce mail to the inbound event that the service stores and applies.
import { fieldsOf, itemsOf, textOf } from '../../../lib/json/json-fields.ts'
import type { BounceMailEvent } from '../../bounces.ts'
import type { BounceMail } from './read.ts'
import type { Verdict } from './verdict.ts'

/** Maximum number of characters of an explanation, and maximum numbers of recipients and names of a report. */
const MOST = { text: 500, recipients: 100, names: 20 }

/** Matches a signed name of a delivery, in a Message-ID or a return path (channels/email/message-ids.ts). */
const NAME = /(?<!\d)\d{1,15}\.[0-9a-f]{20}(?=@)/gi

/** Returns the event for a mail. Returns undefined for a mail that reports nothing or names no delivery. */
export function reportOf({ recipients, traces, originalMessageId, date }: BounceMail): BounceMailEvent | undefined {
  const texts = [...traces, originalMessageId ?? '']
  const names = [...new Set(texts.flatMap((text) => text.match(NAME) ?? []))].slice(0, MOST.names)
  if (recipients.length === 0 || names.length === 0) return undefined
  const reported = recipients.slice(0, MOST.recipients).map(({ address, verdict, status, text }) => ({
    address,
    verdict,
    status,
    text: text.replaceAll('\0', '').slice(0, MOST.text).toWellFormed(),
  }))
  return { kind: 'bounce_mail', names, recipients: reported, ...(date === null ? {} : { at: date }) }
}

const VERDICTS: readonly Verdict[] = ['hard', 'soft', 'complaint', 'none']

/** Reads an event that was stored as JSON. */
export function storedReport(body: unknown): BounceMailEvent {
  const { names, recipients, at } = fieldsOf(body)
  const sent = new Date(textOf(at) ?? '')
  return {
    kind: 'bounce_mail',
    names: itemsOf(names).flatMap((name) => textOf(name) ?? []),
    recipients: itemsOf(recipients).map((one) => {
      const { address, verdict, status, text } = fieldsOf(one)
      return {
        address: textOf(address) ?? null,
        verdict: VERDICTS.find((known) => known === verdict) ?? 'none',
        status: textOf(status) ?? null,
        text: textOf(text) ?? '',
      }
    }),
    ...(Number.isNaN(sent.getTime()) ? {} : { at: sent }),
  }
}
