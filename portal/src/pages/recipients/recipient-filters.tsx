// The filters of the list: mode, words, a tag; each a part of the address.
import { CloseButton, Group, Pill, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useFilters } from '../../parts/filters.ts'
import { useTexts } from '../../texts/texts.tsx'

const TYPING_PAUSE_MS = 300

export interface RecipientFilters {
  query: { mode: 'live' | 'test'; q?: string; tag?: string }
  change: (some: { mode?: string; q?: string; tag?: string }) => void
  /** Whether anything but the mode narrows the list. */
  isNarrow: boolean
}

export function useRecipientFilters(): RecipientFilters {
  const [{ mode, ...narrowing }, change] = useFilters('mode', 'q', 'tag')
  return {
    query: { mode: mode === 'test' ? 'test' : 'live', ...narrowing },
    change,
    isNarrow: Object.keys(narrowing).length > 0,
  }
}

export function RecipientFilterBar({ filters: { query, change } }: { filters: RecipientFilters }) {
  const { common, recipients } = useTexts()
  return (
    <Group gap="xs" mb="md">
      <SegmentedControl
        size="xs"
        value={query.mode}
        onChange={(mode) => change({ mode: mode === 'test' ? 'test' : '' })}
        aria-label={recipients.mode}
        data={[
          { value: 'live', label: common.live },
          { value: 'test', label: common.test },
        ]}
      />
      <Words label={recipients.search} value={query.q ?? ''} onChange={(q) => change({ q })} />
      <Words label={recipients.tag} value={query.tag ?? ''} onChange={(tag) => change({ tag })} isShort />
      {query.tag !== undefined && (
        <Pill
          withRemoveButton
          onRemove={() => change({ tag: '' })}
          removeButtonProps={{ 'aria-label': recipients.noTag }}
        >
          {query.tag}
        </Pill>
      )}
    </Group>
  )
}

interface WordsProps {
  label: string
  value: string
  onChange: (text: string) => void
  isShort?: boolean
}

/** Text that is looked for a moment after the last key. */
function Words({ label, value, onChange, isShort = false }: WordsProps) {
  const { common } = useTexts()
  const [typed, setTyped] = useState(value)
  const tell = useDebouncedCallback((text: string) => onChange(text.trim()), TYPING_PAUSE_MS)
  useEffect(() => setTyped(value), [value])
  const type = (text: string) => {
    setTyped(text)
    tell(text)
  }
  return (
    <TextInput
      size="xs"
      w={isShort ? 150 : undefined}
      style={isShort ? {} : { flex: '1 1 200px' }}
      aria-label={label}
      placeholder={label}
      maxLength={isShort ? 100 : 255}
      leftSection={isShort ? undefined : <IconSearch size={14} aria-hidden />}
      rightSection={
        typed !== '' && <CloseButton size="xs" aria-label={`${common.remove} ${label}`} onClick={() => type('')} />
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
