// The period and the filters of the figures, which are parameters of the URL, and links to the list of deliveries.
import type { Figures } from '../../../../../sdk/src/api.ts'
import type { Input } from '../../../api/request.ts'
import { useFilters } from '../../../parts/lists/filters.ts'
import { usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import type { Target } from '../tile.tsx'

export type Period = 'hour' | 'day' | 'week' | 'month' | 'custom'
export type FigureFilters = Partial<Record<'period' | 'from' | 'to' | 'source' | 'channel', string>>
type Query = NonNullable<Input<'readFigures'>['query']>

const DEFAULT: Period = 'week'
const PERIODS = ['hour', 'day', 'week', 'month'] as const

export interface ChosenFigures {
  filters: FigureFilters
  change: (some: FigureFilters) => void
  period: Period
  input: Input<'readFigures'>
}

export function useChosenFigures(): ChosenFigures {
  const { id: ws } = useWorkspace()
  const [filters, change] = useFilters('period', 'from', 'to', 'source', 'channel')
  const { from, to, source, channel } = filters
  const named = PERIODS.find((one) => one === filters.period)
  const period: Period = named ?? (from === undefined ? DEFAULT : 'custom')
  const range = period === 'custom' ? { from, ...(to === undefined ? {} : { to }) } : { period }
  const query = {
    ...range,
    ...(source === undefined ? {} : { source: Number(source) }),
    ...(channel === undefined ? {} : { channel }),
    // The URL can contain any text. The API refuses wrong values, and the page shows its answer.
  } as Query
  return { filters, change, period, input: { path: { ws }, query } }
}

/** The parameters of the list of deliveries. docs/portal.md describes them. */
export interface ListSearch {
  status?: string
  reason?: string
  channel?: string
  source?: string
  from?: string
  to?: string
}

export type ListLink = (search?: ListSearch) => Required<Target>

/** Returns a function for links to the messages of the figures. `search` adds filters, or replaces those of the page. */
export function useListLink(figures: Pick<Figures, 'from' | 'to'>, { source, channel }: FigureFilters): ListLink {
  const pathTo = usePathTo()
  const { from, to } = figures
  return (search) => ({
    to: pathTo('deliveries'),
    search: { from, to, source, channel, ...search } as never,
  })
}
