// The filters of the test inbox, and the opened message, as parameters of the URL.
import { Group } from '@mantine/core'
import { useChannelChoices } from '../../parts/channels.ts'
import type { ChannelName } from '../../parts/delivery-words.tsx'
import { TemplateSelect } from '../../parts/forms/searched-select.tsx'
import { FilterSelect } from '../../parts/lists/filter-select.tsx'
import { useFilters } from '../../parts/lists/filters.ts'
import { SearchField } from '../../parts/lists/search-field.tsx'
import { useMay } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

interface InboxFilters {
  query: { channel?: ChannelName; template?: string; q?: string }
  change: (some: { channel?: string; template?: string; q?: string }) => void
  /** The id of the message in the URL, if the member has opened one. */
  opened: number | undefined
  /** True if a filter is set. */
  isNarrow: boolean
}

export function useInboxFilters(): InboxFilters {
  const [{ message, ...narrowing }, setFilters] = useFilters('channel', 'template', 'q', 'message')
  return {
    query: narrowing as InboxFilters['query'],
    // A new filter closes the message, because the message may not match the filter.
    change: (some) => setFilters({ ...some, message: '' }),
    opened: message !== undefined && /^[1-9]\d{0,14}$/.test(message) ? Number(message) : undefined,
    isNarrow: Object.keys(narrowing).length > 0,
  }
}

export function InboxFilterBar({ filters: { query, change } }: { filters: InboxFilters }) {
  const { testInbox, deliveries } = useTexts()
  const channels = useChannelChoices()
  const may = useMay()
  // The API does not search the texts for viewers, because texts may contain sensitive values.
  const search = may.change ? testInbox.search : testInbox.searchOfViewer
  return (
    <Group gap="xs" mb="md">
      <SearchField label={search} value={query.q ?? ''} onChange={(q) => change({ q })} />
      <FilterSelect
        label={deliveries.channel}
        any={deliveries.anyChannel}
        choices={channels}
        value={query.channel}
        onChange={(channel) => change({ channel })}
      />
      <TemplateSelect
        size="xs"
        w={200}
        aria-label={deliveries.template}
        any={deliveries.anyTemplate}
        value={query.template ?? ''}
        onChange={(template) => change({ template: template ?? '' })}
      />
    </Group>
  )
}
