// The SMS messages of a month and their costs at the providers, by connection and country.
import { providerOf } from '../channels/providers.ts'
import { entriesOf } from '../channels/sms/by-country.ts'
import { smsLimits } from '../channels/sms/limits.ts'
import { Refused } from '../errors.ts'
import { createTurns } from '../lib/scheduling/turns.ts'
import { monthOf } from '../lib/text/date-time.ts'
import type { Connection } from '../store/database.ts'
import { type ConnectionRecord, findConnections } from '../store/workspaces/connections.ts'
import type { ProviderPart } from '../store/workspaces/provider-connections.ts'
import { countSms } from '../store/workspaces/sms-usage.ts'

/** The number of decimal places of a price. */
const PRICE_DIGITS = 6

/**
 * Reading a million messages takes seconds. The process counts one month at a time, so that the reports leave the other
 * database connections to the messages.
 */
const turns = createTurns(1)

/**
 * Returns the accepted messages of a month (such as 2030-01), with the current prices of their connections. Messages
 * whose number has no price have the `prefix` null.
 */
export async function smsUsageOf(c: Connection, workspaceId: number, now: Date, month: string | undefined) {
  const period = month === undefined ? monthOf(now) : `${month}-01`
  const lanes = await findConnections(c, workspaceId, 'sms')
  const parts = new Map(lanes.flatMap(partsOf))
  const prefixes = [...parts].flatMap(([connectionId, { prices }]) =>
    [...prices.keys()].map((prefix) => ({ connectionId, prefix })),
  )
  const counts = await inTurn(() => countSms(c, { workspaceId, lanes: lanes.map(({ id }) => id), period }, prefixes))
  return {
    period: period.slice(0, 7),
    data: counts.map(({ connection_id, prefix, messages, segments }) => {
      const part = parts.get(connection_id)
      const price = prefix === null ? null : (part?.prices.get(prefix) ?? null)
      return {
        connection_id,
        source_id: part?.sourceId ?? null,
        provider: part?.provider ?? null,
        prefix,
        messages,
        segments,
        price,
        cost: price === null ? null : Number((price * segments).toFixed(PRICE_DIGITS)),
        currency: part?.currency ?? null,
      }
    }),
  }
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const giveBack = await turns.take(AbortSignal.timeout(smsLimits.reportPatience)).catch(() => {
    throw new Refused({
      code: 'unavailable',
      message: 'The messages of another month are counted now. Try again in a few seconds.',
      retryAfter: 5,
    })
  })
  return work().finally(giveBack)
}

interface PricedPart {
  sourceId: number
  provider: string
  prices: Map<string, number>
  currency: string | null
}

function partsOf({ source_id: sourceId, parts }: ConnectionRecord): [number, PricedPart][] {
  return parts.map((part) => [part.id, pricedPart(sourceId, part)])
}

/** Reads the prices from the settings of a connection to any SMS provider. */
function pricedPart(sourceId: number, { provider, settings }: ProviderPart): PricedPart {
  const { prices, price_currency: currency } = settings
  const entries = typeof prices === 'string' ? entriesOf(prices) : []
  return {
    sourceId,
    provider: providerOf('sms', provider).title,
    prices: new Map(entries.map(([prefix, price]) => [prefix, Number(price)])),
    currency: typeof currency === 'string' ? currency : null,
  }
}
