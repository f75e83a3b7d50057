// Accounts: the list of all accounts of the installation, for operators.
import { Group, Stack } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import type { AccountWithWorkspaces } from '../../../../sdk/src/api.ts'
import { usePages } from '../../api/queries.ts'
import { FileMenu } from '../../parts/lists/file-menu.tsx'
import { FilterSelect } from '../../parts/lists/filter-select.tsx'
import { useFilters } from '../../parts/lists/filters.ts'
import { SearchField } from '../../parts/lists/search-field.tsx'
import { SecondFactorFilter, secondFactorOf } from '../../parts/lists/second-factor-filter.tsx'
import { type Column, Rows } from '../../parts/lists/table.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { PersonCell, SecondFactorBadge } from '../../parts/person-cells.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { AccountActions } from './account-actions.tsx'
import { WorkspaceNames } from './workspace-names.tsx'

export default function AccountsPage() {
  const { accounts } = useTexts()
  const [filters, setFilters] = useFilters('q', 'operator', 'second_factor')
  const query = {
    ...(filters.q ? { q: filters.q } : {}),
    ...(filters.operator === 'yes' ? { operator: true } : {}),
    ...secondFactorOf(filters.second_factor),
  }
  const pages = usePages('listAccounts', { query })
  return (
    <PageFrame title={accounts.title} text={accounts.text} actions={<FileMenu path="/members/export" query={query} />}>
      <Stack gap="md">
        <Group gap="xs">
          <SearchField label={accounts.search} value={filters.q ?? ''} onChange={(q) => setFilters({ q })} />
          <FilterSelect
            width={170}
            label={accounts.rights}
            any={accounts.anyAccount}
            choices={[{ value: 'yes', label: accounts.onlyOperators }]}
            value={filters.operator}
            onChange={(operator) => setFilters({ operator })}
          />
          <SecondFactorFilter value={filters.second_factor} onChange={(on) => setFilters({ second_factor: on })} />
        </Group>
        <ShownPages pages={pages} empty={<Empty icon={IconUsersGroup} title={accounts.empty} />}>
          {(rows) => <AccountTable rows={rows} />}
        </ShownPages>
      </Stack>
    </PageFrame>
  )
}

function AccountTable({ rows }: { rows: AccountWithWorkspaces[] }) {
  const { accounts, common, members, secondFactor } = useTexts()
  const columns: Column<AccountWithWorkspaces>[] = [
    { title: common.name, cell: (row) => <PersonCell person={row} /> },
    {
      title: accounts.workspaces,
      cell: ({ workspaces }) => <WorkspaceNames workspaces={workspaces} />,
      from: 'sm',
      labeled: true,
    },
    {
      title: secondFactor.title,
      cell: (row) => <SecondFactorBadge isOn={row.second_factor} />,
      from: 'lg',
      labeled: true,
    },
    { title: accounts.created, cell: (row) => <Time at={row.created_at} />, quiet: true, from: 'lg', labeled: true },
    {
      title: members.lastActiveColumn,
      cell: ({ last_seen_at: at }) => (at === null ? members.never : <Time at={at} />),
      quiet: true,
      from: 'md',
      labeled: true,
    },
    { title: common.actions, untitled: true, right: true, cell: (row) => <AccountActions account={row} /> },
  ]
  return <Rows rows={rows} columns={columns} keyOf={({ id }) => id} />
}
