// Converts a bounce mail to the inbound event that the service stores and applies.
import { fieldsOf, itemsOf, textOf } from '../../../lib/json/json-fields.ts'
import type { BounceMailEvent } from '../../bounces.ts'
import type { BounceMail } from './read.ts'
import type { Verdict } from './verdict.ts'

/** Maximum number of names of a report. */
const MOST_NAMES = 20

/** Matches a signed name of a delivery, in a Message-ID or a return path (channels/email/message-ids.ts). */
const NAME = /(?<!\d)\d{1,15}\.[0-9a-f]{20}(?=@)/gi

/**
 * Returns the event for a mail. `names` replaces the names in the mail. Returns undefined for a mail that names no
 * delivery.
 */
export function reportOf(mail: BounceMail, names: readonly string[] = namesIn(mail)): BounceMailEvent | undefined {
  const { recipients, date } = mail
  if (recipients.length === 0 || names.length === 0) return undefined
  const reported = recipients.map(({ address, verdict, status, text }) => ({
    address,
    verdict,
    status,
    text: text.replaceAll('\0', '').toWellFormed(),
  }))
  return { kind: 'bounce_mail', names: [...names], recipients: reported, ...(date === null ? {} : { at: date }) }
}

function namesIn({ traces, originalMessageId }: BounceMail): string[] {
  const texts = [...traces, originalMessageId ?? '']
  return [...new Set(texts.flatMap((text) => text.match(NAME) ?? []))].slice(0, MOST_NAMES)
}

const VERDICTS: readonly Verdict[] = ['hard', 'soft', 'complaint', 'opt_out', 'none']

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
