// The filters above the list of deliveries. Each filter is a parameter of the URL.
import { Button, Collapse, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useChannelChoices } from '../../../parts/channels.ts'
import { FilterSelect } from '../../../parts/lists/filter-select.tsx'
import { ModeChoice } from '../../../parts/lists/mode-choice.tsx'
import { SearchField } from '../../../parts/lists/search-field.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { type DeliveryFilters, type FilterName, filterNames, isPeriod, periods } from './filters.ts'
import { RareFilters } from './rare-filters.tsx'
import { stateChoices, stateLabel } from './state-choices.ts'

const RARE: FilterName[] = ['source', 'template', 'reason', 'category', 'tag', 'from', 'to', 'recipient']

/** `children` are further buttons of the bar. */
export function FilterBar({ filters, change, query, isNarrow, children }: DeliveryFilters & { children?: ReactNode }) {
  const { deliveries } = useTexts()
  const rareOnes = RARE.filter((name) => filters[name] !== undefined).length
  const [opened, more] = useDisclosure(rareOnes > 0)
  const clear = () =>
    change(Object.fromEntries(filterNames.filter((name) => name !== 'mode').map((name) => [name, ''])))
  return (
    <Stack gap="xs" mb="md">
      <Group gap="xs">
        <ModeChoice label={deliveries.mode} mode={query.mode} onChange={(mode) => change({ mode })} />
        <SearchField label={deliveries.search} value={filters.q ?? ''} onChange={(q) => change({ q })} />
        <SearchField
          label={deliveries.words}
          hint={deliveries.wordsHint}
          value={filters.words ?? ''}
          onChange={(words) => change({ words })}
        />
      </Group>
      <Group gap="xs">
        <MainFilters filters={filters} change={change} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={more.toggle}
          aria-expanded={opened}
        >
          {opened ? deliveries.fewerFilters : deliveries.moreFilters}
        </Button>
        {isNarrow && (
          <Button size="xs" variant="subtle" color="gray" leftSection={<IconX size={14} aria-hidden />} onClick={clear}>
            {deliveries.clear}
          </Button>
        )}
        {children}
      </Group>
      <Collapse expanded={opened}>{opened && <RareFilters filters={filters} change={change} />}</Collapse>
    </Stack>
  )
}

function MainFilters({ filters, change }: Pick<DeliveryFilters, 'filters' | 'change'>) {
  const { deliveries } = useTexts()
  const channels = useChannelChoices()
  const states = stateChoices(deliveries)
  const isListed = filters.status === undefined || states.some(({ value }) => value === filters.status)
  const chosen = isListed ? [] : [{ value: filters.status ?? '', label: stateLabel(filters.status ?? '', deliveries) }]
  const isCustom = filters.from !== undefined || filters.to !== undefined
  const period = isPeriod(filters.period) ? filters.period : isCustom ? 'custom' : ''
  return (
    <>
      <FilterSelect
        width={170}
        label={deliveries.status}
        any={deliveries.anyStatus}
        choices={[...chosen, ...states]}
        value={filters.status}
        onChange={(status) => change({ status })}
      />
      <FilterSelect
        label={deliveries.channel}
        any={deliveries.anyChannel}
        choices={channels}
        value={filters.channel}
        onChange={(channel) => change({ channel })}
      />
      <FilterSelect
        label={deliveries.period}
        any={deliveries.anyTime}
        choices={[
          ...Object.keys(periods)
            .filter(isPeriod)
            .map((value) => ({ value, label: deliveries.periods[value] })),
          ...(isCustom ? [{ value: 'custom', label: deliveries.custom }] : []),
        ]}
        value={period}
        onChange={(chosenPeriod) => {
          if (chosenPeriod !== 'custom') change({ period: chosenPeriod, from: '', to: '' })
        }}
      />
    </>
  )
}
