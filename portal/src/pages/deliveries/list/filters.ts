// Reads the filters of the list of deliveries from the URL, and converts them to the format of the API. docs/portal.md
// describes the parameters of the URL, because other pages link to the list.
import { useMemo } from 'react'
import type { ChannelName } from '../../../parts/delivery-words.tsx'
import { useFilters } from '../../../parts/lists/filters.ts'

export const filterNames = [
  'mode',
  'status',
  'channel',
  'source',
  'template',
  'category',
  'reason',
  'recipient',
  'tag',
  'words',
  'q',
  'period',
  'from',
  'to',
] as const
export type FilterName = (typeof filterNames)[number]
export type FilterValues = Partial<Record<FilterName, string>>

/** The filters of a request to the API. */
export type DeliveryQuery = {
  mode: 'live' | 'test'
  state?: string
  channel?: ChannelName
  source?: number
  template?: string
  category?: string
  reason?: string
  recipient?: number
  tag?: string
  words?: string
  since?: string
  until?: string
  q?: string
}

export interface DeliveryFilters {
  filters: FilterValues
  change: (some: FilterValues) => void
  /**
   * The filters in the format of the API. Undefined values are omitted, so that equal filters have equal cache keys.
   */
  query: DeliveryQuery
  /** True if a filter other than the mode is set. */
  isNarrow: boolean
}

const MINUTE_MS = 60_000
/** The lengths of the periods in milliseconds. */
export const periods = {
  hour: 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
  week: 7 * 24 * 60 * MINUTE_MS,
  month: 30 * 24 * 60 * MINUTE_MS,
} as const
export type Period = keyof typeof periods

export const isPeriod = (text: string | undefined): text is Period => text !== undefined && Object.hasOwn(periods, text)

export function useDeliveryFilters(): DeliveryFilters {
  const [found, change] = useFilters<FilterName | 'since' | 'until'>(...filterNames, 'since', 'until')
  // Links of version 0.1 have other names for `from` and `to`.
  const filters = useMemo((): FilterValues => {
    const { since, until, ...rest } = found
    return { ...(since === undefined ? {} : { from: since }), ...(until === undefined ? {} : { to: until }), ...rest }
  }, [found])
  const query = useMemo(() => queryOf(filters), [filters])
  const { mode: _, ...narrowing } = filters
  const changeAll = (some: FilterValues) => change({ ...some, since: '', until: '' })
  return { filters, change: changeAll, query, isNarrow: Object.keys(narrowing).length > 0 }
}

/** Converts filters. A period starts at a whole minute, so that the cache key is stable for a short time. */
function queryOf({ mode, status, period, from, to, ...rest }: FilterValues): DeliveryQuery {
  const start = isPeriod(period)
    ? new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - periods[period]).toISOString()
    : from
  const end = isPeriod(period) ? undefined : to
  return {
    mode: mode === 'test' ? 'test' : 'live',
    ...(status === undefined ? {} : { state: status }),
    ...(start === undefined ? {} : { since: start }),
    ...(end === undefined ? {} : { until: end }),
    // The API validates these values.
    ...(rest as Pick<DeliveryQuery, 'channel'>),
  }
}
