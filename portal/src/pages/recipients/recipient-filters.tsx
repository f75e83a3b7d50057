// The filters of the list of recipients: mode, search and tag, as parameters of the URL.
import { Group, Pill } from '@mantine/core'
import { useFilters } from '../../parts/lists/filters.ts'
import { ModeChoice } from '../../parts/lists/mode-choice.tsx'
import { SearchField } from '../../parts/lists/search-field.tsx'
import { useTexts } from '../../texts/texts.tsx'

export interface RecipientFilters {
  query: { mode: 'live' | 'test'; q?: string; tag?: string }
  change: (some: { mode?: string; q?: string; tag?: string }) => void
  /** True if a filter other than the mode is set. */
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
  const { recipients } = useTexts()
  return (
    <Group gap="xs" mb="md">
      <ModeChoice label={recipients.mode} mode={query.mode} onChange={(mode) => change({ mode })} />
      <SearchField label={recipients.search} value={query.q ?? ''} onChange={(q) => change({ q })} />
      <SearchField label={recipients.tag} value={query.tag ?? ''} onChange={(tag) => change({ tag })} isShort />
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
