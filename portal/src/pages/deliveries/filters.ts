// Reads the filters of the list of deliveries from the URL, and converts them to the format of the API.

import type { ChannelName, Status } from '../../parts/delivery-words.tsx'
import { useFilters } from '../../parts/lists/filters.ts'

export type FilterName = 'mode' | 'status' | 'channel' | 'source' | 'template' | 'recipient' | 'since' | 'until' | 'q'

export interface DeliveryQuery {
  mode: 'live' | 'test'
  status?: Status
  channel?: ChannelName
  source?: number
  template?: string
  recipient?: number
  since?: string
  until?: string
  q?: string
}

export interface DeliveryFilters {
  filters: Partial<Record<FilterName, string>>
  change: (some: Partial<Record<FilterName, string>>) => void
  /**
   * The filters in the format of the API. Undefined values are omitted, so that equal filters have equal cache keys.
   */
  query: DeliveryQuery
  /** True if a filter other than the mode is set. */
  isNarrow: boolean
}

export function useDeliveryFilters(): DeliveryFilters {
  const [filters, change] = useFilters<FilterName>(
    'mode',
    'status',
    'channel',
    'source',
    'template',
    'recipient',
    'since',
    'until',
    'q',
  )
  const { mode, ...narrowing } = filters
  const query = { mode: mode === 'test' ? 'test' : 'live', ...narrowing } as unknown as DeliveryQuery
  return { filters, change, query, isNarrow: Object.keys(narrowing).length > 0 }
}
