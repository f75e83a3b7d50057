// Audit log: changes, exports and sign-ins, newest first. Operators can also open the log of the installation.
import { Group, SegmentedControl, Stack } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { usePages } from '../../api/queries.ts'
import { AccountSelect, MemberSelect } from '../../parts/forms/searched-select.tsx'
import { DateRange, rangeOf } from '../../parts/lists/date-range.tsx'
import { FileMenu } from '../../parts/lists/file-menu.tsx'
import { FilterSelect } from '../../parts/lists/filter-select.tsx'
import { useFilters } from '../../parts/lists/filters.ts'
import { SearchField } from '../../parts/lists/search-field.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { useSession } from '../../session/session.ts'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { AuditTable } from './audit-table.tsx'

const FILTERS = ['member', 'action', 'object', 'q', 'scope', 'period', 'from', 'to'] as const
type Filters = Partial<Record<(typeof FILTERS)[number], string>>

export default function AuditLogPage() {
  const { audit } = useTexts()
  const { id: ws } = useWorkspace()
  const { actor } = useSession()
  const [filters, setFilters] = useFilters(...FILTERS)
  const isWhole = actor.operator && filters.scope === 'installation'
  const query = queryOf(filters)
  const ofWorkspace = usePages('readAuditLog', { path: { ws }, query }, { enabled: !isWhole })
  const ofInstallation = usePages('readWholeAuditLog', { query }, { enabled: isWhole })
  const pages = isWhole ? ofInstallation : ofWorkspace
  const isFiltered = Object.keys(query).length > 0
  return (
    <PageFrame
      title={audit.title}
      text={isWhole ? audit.wholeText : audit.text}
      actions={<FileMenu path={isWhole ? '/audit-log/export' : `/workspaces/${ws}/audit-log/export`} query={query} />}
    >
      <Stack gap="md">
        <FilterBar
          filters={filters}
          setFilters={setFilters}
          isWhole={isWhole}
          chosenName={query.member === undefined ? undefined : pages.rows[0]?.actor.name}
        />
        <ShownPages
          pages={pages}
          empty={
            <Empty icon={IconHistory} title={isFiltered ? audit.noMatch : audit.nothing}>
              {isFiltered ? audit.noMatchText : audit.nothingText}
            </Empty>
          }
        >
          {(rows) => <AuditTable rows={rows} />}
        </ShownPages>
      </Stack>
    </PageFrame>
  )
}

/** Returns the filters in the format of the API. Ignores an invalid member in the URL. */
function queryOf({ member, action, object, q, ...range }: Filters) {
  return {
    ...(Number(member) > 0 ? { member: Number(member) } : {}),
    ...(action ? { action } : {}),
    ...(object ? { object } : {}),
    ...(q ? { q } : {}),
    ...rangeOf(range),
  }
}

interface FilterBarProps {
  filters: Filters
  setFilters: (change: Filters) => void
  isWhole: boolean
  chosenName: string | undefined
}

function FilterBar({ filters, setFilters, isWhole, chosenName }: FilterBarProps) {
  const { audit } = useTexts()
  const { actor } = useSession()
  const Person = isWhole ? AccountSelect : MemberSelect
  const choices = (labels: Record<string, string>) =>
    Object.entries(labels)
      .map(([value, label]) => ({ value, label }))
      .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <Group gap="xs">
      {actor.operator && (
        <SegmentedControl
          size="xs"
          aria-label={audit.scope}
          value={isWhole ? 'installation' : 'workspace'}
          onChange={(chosen) => setFilters({ scope: chosen === 'installation' ? chosen : '' })}
          data={[
            { value: 'workspace', label: audit.thisWorkspace },
            { value: 'installation', label: audit.installation },
          ]}
        />
      )}
      <SearchField label={audit.search} value={filters.q ?? ''} onChange={(q) => setFilters({ q })} />
      <Person
        size="xs"
        w={160}
        aria-label={audit.actor}
        any={audit.anyActor}
        value={filters.member ?? ''}
        chosenName={chosenName}
        onChange={(chosen) => setFilters({ member: chosen ?? '' })}
      />
      <FilterSelect
        width={170}
        searchable
        label={audit.actionColumn}
        any={audit.anyAction}
        choices={choices({ ...audit.actions, signInFailed: audit.failed })}
        value={filters.action}
        onChange={(action) => setFilters({ action })}
      />
      <FilterSelect
        width={145}
        searchable
        label={audit.object}
        any={audit.anyObject}
        choices={choices(audit.objects)}
        value={filters.object}
        onChange={(object) => setFilters({ object })}
      />
      <DateRange filters={filters} onChange={setFilters} />
    </Group>
  )
}
