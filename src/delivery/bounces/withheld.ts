// Finds the claimed messages whose address was suppressed after admission. They are not sent.
import { addressTable } from '../../channels/addresses.ts'
import { channelOf } from '../../channels/index.ts'
import { providerOf } from '../../channels/providers.ts'
import { blockingSuppression, suppressionWords } from '../../recipients/suppression-words.ts'
import type { Connection } from '../../store/database.ts'
import type { ClaimedRow } from '../../store/delivery/queue.ts'
import type { MailRow } from '../../store/delivery/sending.ts'
import { declinedDeliveries } from '../../store/recipients/preferences.ts'
import { type KnownSuppression, suppressionsOfDeliveries } from '../../store/recipients/suppressions.ts'
import { findApproved } from '../../store/templates/approved-templates.ts'
import type { AttemptResult } from '../attempt.ts'

/** The channels whose addresses can be suppressed. */
const suppressible: readonly string[] = addressTable().texts.map(({ channel }) => channel)

/** Returns the results of the messages that must not be sent, by the id of the delivery. */
export async function withheldMessages(
  db: Connection,
  rows: ClaimedRow[],
  mails: ReadonlyMap<number, MailRow>,
): Promise<Map<number, AttemptResult>> {
  const found = await suppressionsOf(db, rows, mails)
  const advertising = found.size > 0 ? await advertisingIn(db, rows, found) : new Set<number>()
  const declined = await declinedIn(db, rows)
  return new Map(
    rows.flatMap((row) => {
      const isUnsubscribed = row.unsubscribed_at !== null && row.content.essential !== true
      const withheld =
        withheldBy(row, found.get(row.id) ?? [], advertising.has(row.id)) ?? (isUnsubscribed ? OPTED_OUT : undefined)
      const result = withheld ?? (declined.has(row.id) ? DECLINED : undefined)
      return result ? [[row.id, result] as const] : []
    }),
  )
}

/** Returns the suppressions of the deliveries' addresses. Those of emails were read together with the mail settings. */
async function suppressionsOf(
  db: Connection,
  rows: ClaimedRow[],
  mails: ReadonlyMap<number, MailRow>,
): Promise<Map<number, KnownSuppression[]>> {
  const others = rows.filter(({ id, channel }) => !mails.has(id) && suppressible.includes(channel))
  const ids = others.map(({ id }) => id)
  const found = ids.length > 0 ? await suppressionsOfDeliveries(db, ids) : new Map<number, KnownSuppression[]>()
  for (const { id, suppressed } of mails.values()) if (suppressed) found.set(id, suppressed)
  return found
}

/**
 * Returns the ids of the messages that are advertising, as the category of their approved template states. Reads only
 * the templates of recipients who opted out of advertising.
 */
async function advertisingIn(
  db: Connection,
  rows: ClaimedRow[],
  found: ReadonlyMap<number, KnownSuppression[]>,
): Promise<Set<number>> {
  const named = rows.flatMap(({ id, lane, channel, content: { own, locale } }) => {
    const isAsked =
      channelOf(channel).optOuts === 'advertising' && found.get(id)?.some(({ reason }) => reason === 'unsubscribed')
    const key = isAsked && locale !== undefined ? providerOf(channel).approval?.named(own, locale) : undefined
    return key ? [{ id, connection_id: lane, ...key }] : []
  })
  if (named.length === 0) return new Set()
  const approved = await findApproved(db, named)
  const isAdvertising = ({ connection_id, name, language }: (typeof named)[number]) =>
    approved.some(
      (row) =>
        row.category === 'MARKETING' &&
        row.connection_id === connection_id &&
        row.name === name &&
        row.language === language,
    )
  return new Set(named.filter(isAdvertising).map(({ id }) => id))
}

/** Returns the result of a message that was accepted before its address was suppressed, and is due after that. */
function withheldBy(
  { channel, content, address }: ClaimedRow,
  found: KnownSuppression[],
  isAdvertising: boolean,
): AttemptResult | undefined {
  const blocking = blockingSuppression({ channel, isEssential: content.essential === true, isAdvertising }, found)
  if (!blocking) return undefined
  if (blocking.reason === 'unsubscribed') return OPTED_OUT
  return {
    outcome: {
      class: 'permanent',
      code: 'suppressed',
      reason: suppressionWords(channel, { ...blocking, address }),
      remedies: {
        final: 'Correct the address of the recipient, or lift the suppression of this address, and resend the message.',
      },
    },
  }
}

/** The result of a message that was accepted before its recipient opted out, and is due after the opt-out. */
const OPTED_OUT: AttemptResult = {
  outcome: {
    class: 'permanent',
    code: 'opted_out',
    reason: 'the recipient opted out after this message was accepted',
    remedies: { final: 'Respect the opt-out: only essential templates are sent to this address.' },
  },
}

/** Returns the ids of the messages whose category the recipient declines. Without a category, runs no statement. */
async function declinedIn(db: Connection, rows: ClaimedRow[]): Promise<Set<number>> {
  const ids = rows.flatMap(({ id, content }) =>
    content.category === undefined || content.essential === true ? [] : id,
  )
  return new Set(ids.length > 0 ? await declinedDeliveries(db, ids) : [])
}

/** The result of a message whose recipient declined its category after it was accepted. */
const DECLINED: AttemptResult = {
  outcome: {
    class: 'permanent',
    code: 'opted_out',
    reason: 'the recipient declined this category of messages after the message was accepted',
    remedies: { final: 'Respect the preference: only essential templates and required categories are sent.' },
  },
}
