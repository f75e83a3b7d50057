// The period and the filters of the figures.
import { Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useChannelChoices } from '../../../parts/channels.ts'
import { fromField, toField } from '../../../parts/forms/moment-field.ts'
import { SourceSelect } from '../../../parts/forms/searched-select.tsx'
import { FilterSelect } from '../../../parts/lists/filter-select.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import type { ChosenFigures, Period } from './period.ts'
import './figures.css'

interface FilterBarProps extends Pick<ChosenFigures, 'filters' | 'change' | 'period'> {
  /** The shown range. A custom period starts with it. */
  range: { from: string; to: string } | undefined
}

export default function FilterBar({ filters, change, period, range }: FilterBarProps) {
  const { figures } = useTexts()
  const channels = useChannelChoices()
  const choose = (next: Period) =>
    change(next === 'custom' ? { period: '', ...(range ?? lastDay()) } : { period: next, from: '', to: '' })
  const periods = Object.entries(figures.periods).map(([value, label]) => ({ value: value as Period, label }))
  const isFiltered = filters.source !== undefined || filters.channel !== undefined
  return (
    <Group gap="xs" role="group" aria-label={figures.filters}>
      <SegmentedControl
        size="xs"
        value={period}
        onChange={choose}
        aria-label={figures.period}
        data={periods}
        className="figure-periods"
      />
      {period === 'custom' &&
        (['from', 'to'] as const).map((name) => (
          <TextInput
            key={`${name} ${filters[name]}`}
            size="xs"
            type="datetime-local"
            aria-label={figures[name]}
            defaultValue={toField(filters[name])}
            // While a date is typed, the field is incomplete or contains a wrong year.
            onBlur={({ currentTarget: { value } }) =>
              value !== '' && value !== toField(filters[name]) && change({ [name]: fromField(value) })
            }
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
          />
        ))}
      <SourceSelect
        size="xs"
        w={170}
        aria-label={figures.source}
        any={figures.anySource}
        value={filters.source ?? ''}
        onChange={(source) => change({ source: source ?? '' })}
      />
      <FilterSelect
        label={figures.channel}
        any={figures.anyChannel}
        choices={channels}
        value={filters.channel}
        onChange={(channel) => change({ channel })}
      />
      {isFiltered && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => change({ source: '', channel: '' })}
        >
          {figures.clear}
        </Button>
      )}
    </Group>
  )
}

function lastDay(): { from: string; to: string } {
  const now = Date.now()
  return { from: new Date(now - 86_400_000).toISOString(), to: new Date(now).toISOString() }
}
