// The filters and the order of the list of templates, as parameters of the URL.
import { Group } from '@mantine/core'
import { useRead } from '../../../api/queries.ts'
import type { Input } from '../../../api/request.ts'
import { useChannelChoices } from '../../../parts/channels.ts'
import { FilterSelect } from '../../../parts/lists/filter-select.tsx'
import { useFilters } from '../../../parts/lists/filters.ts'
import { SearchField } from '../../../parts/lists/search-field.tsx'
import type { ColumnSort } from '../../../parts/lists/table.tsx'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

type Query = NonNullable<Input<'listTemplateSummaries'>['query']>
type Sort = NonNullable<Query['sort']>

const NAMES = ['q', 'tag', 'state', 'channel', 'engine', 'sort', 'order'] as const

export interface TemplateFilters {
  query: Query
  change: (some: Partial<Record<(typeof NAMES)[number], string>>) => void
  isNarrow: boolean
  /** Returns the order of a column, and the function that changes it. */
  sortBy: (column: Sort) => ColumnSort
}

export function useTemplateFilters(): TemplateFilters {
  const [filters, change] = useFilters(...NAMES)
  const { sort = 'name', order, ...narrowing } = filters
  // A name begins with A, a time with the newest.
  const usual = (column: string) => (column === 'name' || column === 'slug' ? 'asc' : 'desc')
  const shown = order === 'asc' || order === 'desc' ? order : usual(sort)
  const reverse = shown === 'asc' ? 'desc' : 'asc'
  return {
    // The API refuses values that it does not know. They can come only from an address that was typed.
    query: { ...narrowing, sort, order: shown } as Query,
    change,
    isNarrow: Object.keys(narrowing).length > 0,
    sortBy: (column) => ({
      order: column === sort ? shown : undefined,
      onSort: () => change({ sort: column, order: column === sort ? reverse : usual(column) }),
    }),
  }
}

export function TemplateFilterBar({ filters: { query, change } }: { filters: TemplateFilters }) {
  const { emails, templateList } = useTexts()
  const { id: ws } = useWorkspace()
  const channels = useChannelChoices()
  const tags = useRead('listTemplateTags', { path: { ws } })
  const { states } = templateList
  return (
    <Group gap="xs" mb="md">
      <SearchField label={templateList.search} value={query.q ?? ''} onChange={(q) => change({ q })} />
      <FilterSelect
        label={templateList.tag}
        any={templateList.anyTag}
        choices={(tags.data?.data ?? []).map(({ tag, templates: number }) => ({
          value: tag,
          label: `${tag} (${number})`,
        }))}
        value={query.tag}
        onChange={(tag) => change({ tag })}
      />
      <FilterSelect
        label={templateList.state}
        any={templateList.anyState}
        choices={[
          { value: 'published', label: states.published },
          { value: 'draft', label: states.draft },
          { value: 'unpublished', label: states.unpublished },
        ]}
        value={query.state}
        onChange={(state) => change({ state })}
      />
      <FilterSelect
        width={210}
        label={templateList.ownContent}
        any={templateList.anyContent}
        choices={channels.map(({ value, label }) => ({ value, label: templateList.ownContentFor(label) }))}
        value={query.channel}
        onChange={(channel) => change({ channel })}
      />
      <FilterSelect
        label={emails.engine}
        any={emails.anyEngine}
        choices={[
          { value: 'placeholders', label: emails.engines.placeholders },
          { value: 'liquid', label: emails.engines.liquid },
        ]}
        value={query.engine}
        onChange={(engine) => change({ engine })}
      />
    </Group>
  )
}
