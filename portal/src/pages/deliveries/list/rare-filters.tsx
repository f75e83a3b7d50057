// The filters of the list of deliveries that are hidden until a member opens them.
import { Autocomplete, Button, Group, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { fromField, toField } from '../../../parts/forms/moment-field.ts'
import { SourceSelect, TemplateSelect } from '../../../parts/forms/searched-select.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import type { DeliveryFilters } from './filters.ts'

/** The reasons that are most frequent. A member can type any other reason. */
const REASONS = [
  'permanent',
  'recipient_gone',
  'bounced',
  'suppressed',
  'expired',
  'retryable',
  'ambiguous',
  'misconfigured',
  'throttled',
]
const TYPING_PAUSE_MS = 300

export function RareFilters({ filters, change }: Pick<DeliveryFilters, 'filters' | 'change'>) {
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
      <TypedFilter
        label={deliveries.reason}
        value={filters.reason}
        choices={REASONS}
        onChange={(reason) => change({ reason })}
      />
      <TypedFilter label={deliveries.category} value={filters.category} onChange={(category) => change({ category })} />
      <TypedFilter label={deliveries.tag} value={filters.tag} onChange={(tag) => change({ tag })} />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          size="xs"
          type="datetime-local"
          label={deliveries[name]}
          value={toField(filters[name])}
          onChange={(event) => change({ [name]: fromField(event.currentTarget.value), period: '' })}
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

interface TypedFilterProps {
  label: string
  value: string | undefined
  choices?: string[]
  onChange: (value: string) => void
}

/** A filter that applies its text shortly after the last keystroke. */
function TypedFilter({ label, value = '', choices = [], onChange }: TypedFilterProps) {
  const [typed, setTyped] = useState(value)
  const report = useDebouncedCallback((text: string) => onChange(text.trim()), TYPING_PAUSE_MS)
  useEffect(() => setTyped(value), [value])
  return (
    <Autocomplete
      size="xs"
      w={150}
      label={label}
      data={choices}
      maxLength={100}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        report(text)
      }}
    />
  )
}
