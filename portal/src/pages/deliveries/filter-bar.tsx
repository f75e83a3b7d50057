// The filters above the list of deliveries. Each filter is a parameter of the URL.
import { Button, Collapse, Group, Select, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useChannelChoices } from '../../parts/channels.ts'
import { fromField, toField } from '../../parts/forms/moment-field.ts'
import { SourceSelect, TemplateSelect } from '../../parts/forms/searched-select.tsx'
import { ModeChoice } from '../../parts/lists/mode-choice.tsx'
import { SearchField } from '../../parts/lists/search-field.tsx'
import { useTexts } from '../../texts/texts.tsx'
import type { DeliveryFilters, FilterName } from './filters.ts'

const RARE: FilterName[] = ['source', 'template', 'since', 'until', 'recipient']

export function FilterBar({ filters, change, query, isNarrow }: DeliveryFilters) {
  const { deliveries, statuses } = useTexts()
  const channels = useChannelChoices()
  const rareOnes = RARE.filter((name) => filters[name] !== undefined).length
  const [opened, more] = useDisclosure(rareOnes > 0)
  const optionsOf = (words: Record<string, string>, any: string) => [
    { value: '', label: any },
    ...Object.entries(words).map(([value, label]) => ({ value, label })),
  ]
  return (
    <Stack gap="sm" mb="md">
      <Group gap="xs">
        <ModeChoice label={deliveries.mode} mode={query.mode} onChange={(mode) => change({ mode })} />
        <SearchField label={deliveries.search} value={filters.q ?? ''} onChange={(q) => change({ q })} />
        <Select
          size="xs"
          w={140}
          aria-label={deliveries.status}
          data={optionsOf(statuses, deliveries.anyStatus)}
          value={filters.status ?? ''}
          onChange={(status) => change({ status: status ?? '' })}
        />
        <Select
          size="xs"
          w={140}
          aria-label={deliveries.channel}
          data={[{ value: '', label: deliveries.anyChannel }, ...channels]}
          value={filters.channel ?? ''}
          onChange={(channel) => change({ channel: channel ?? '' })}
        />
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
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={() =>
              change({ q: '', status: '', channel: '', ...Object.fromEntries(RARE.map((name) => [name, ''])) })
            }
          >
            {deliveries.clear}
          </Button>
        )}
      </Group>
      <Collapse expanded={opened}>{opened && <RareFilters filters={filters} change={change} />}</Collapse>
    </Stack>
  )
}

function RareFilters({ filters, change }: Pick<DeliveryFilters, 'filters' | 'change'>) {
  const { deliveries } = useTexts()
  return (
    <Group gap="sm" align="flex-end">
      <SourceSelect
        size="xs"
        label={deliveries.source}
        any={deliveries.anySource}
        value={filters.source ?? ''}
        onChange={(source) => change({ source: source ?? '' })}
      />
      <TemplateSelect
        size="xs"
        label={deliveries.template}
        any={deliveries.anyTemplate}
        value={filters.template ?? ''}
        onChange={(template) => change({ template: template ?? '' })}
      />
      {(['since', 'until'] as const).map((name) => (
        <TextInput
          key={name}
          size="xs"
          type="datetime-local"
          label={name === 'since' ? deliveries.from : deliveries.to}
          value={toField(filters[name])}
          onChange={(event) => change({ [name]: fromField(event.currentTarget.value) })}
        />
      ))}
      {filters.recipient !== undefined && (
        <Button
          size="xs"
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => change({ recipient: '' })}
        >
          {deliveries.ofRecipient(filters.recipient)}
        </Button>
      )}
    </Group>
  )
}
