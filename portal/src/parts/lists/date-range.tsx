// A filter for a range of days: a preset such as the last seven days, or two dates.
import { Select, TextInput } from '@mantine/core'
import { useTexts } from '../../texts/texts.tsx'

const DAY_MS = 86_400_000
const PRESETS = { day: 1, week: 7, month: 30 } as const
type Preset = keyof typeof PRESETS

/** The parameters of the URL: a preset, or the first and the last day, such as 2030-01-31. */
export interface DateRangeFilters {
  period?: string
  from?: string
  to?: string
}

const isPreset = (period: string | undefined): period is Preset =>
  period !== undefined && Object.hasOwn(PRESETS, period)

/**
 * Returns the range in the format of the API. Both days belong to the range, in the time zone of the browser. A preset
 * begins at a full hour, so that the query stays the same between renders.
 */
export function rangeOf({ period, from, to }: DateRangeFilters): { since?: string; until?: string } {
  if (isPreset(period)) {
    const since = new Date(Date.now() - PRESETS[period] * DAY_MS)
    since.setMinutes(0, 0, 0)
    return { since: since.toISOString() }
  }
  const since = startOf(from, 0)
  const until = startOf(to, 1)
  return { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) }
}

/** Returns the beginning of a day, or of a day after it. Returns undefined for an invalid date. */
function startOf(day: string | undefined, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  if (year === undefined) return undefined
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

interface DateRangeProps {
  filters: DateRangeFilters
  onChange: (change: Required<DateRangeFilters>) => void
}

export function DateRange({ filters, onChange }: DateRangeProps) {
  const { dateRange } = useTexts()
  const { period, from = '', to = '' } = filters
  const isCustom = period === 'custom' || from !== '' || to !== ''
  const change = (some: DateRangeFilters) => onChange({ period: 'custom', from, to, ...some })
  return (
    <>
      <Select
        size="xs"
        w={145}
        aria-label={dateRange.label}
        allowDeselect={false}
        data={[
          { value: '', label: dateRange.any },
          ...Object.keys(PRESETS)
            .filter(isPreset)
            .map((value) => ({ value: value as string, label: dateRange.presets[value] })),
          { value: 'custom', label: dateRange.custom },
        ]}
        value={isPreset(period) ? period : isCustom ? 'custom' : ''}
        onChange={(chosen) => onChange({ period: chosen ?? '', from: '', to: '' })}
      />
      {!isPreset(period) && isCustom && (
        <>
          <DayInput label={dateRange.from} value={from} max={to} onChange={(day) => change({ from: day })} />
          <DayInput label={dateRange.to} value={to} min={from} onChange={(day) => change({ to: day })} />
        </>
      )}
    </>
  )
}

interface DayInputProps {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

function DayInput({ label, value, min, max, onChange }: DayInputProps) {
  return (
    <TextInput
      type="date"
      size="xs"
      w={150}
      aria-label={label}
      title={label}
      min={min || undefined}
      max={max || undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
