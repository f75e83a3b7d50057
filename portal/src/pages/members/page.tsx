// Members: the members of the workspace with their roles, and the invitations.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { usePages } from '../../api/queries.ts'
import { useCreating } from '../../parts/lists/creating.ts'
import { FileMenu } from '../../parts/lists/file-menu.tsx'
import { FilterSelect } from '../../parts/lists/filter-select.tsx'
import { useFilters } from '../../parts/lists/filters.ts'
import { SearchField } from '../../parts/lists/search-field.tsx'
import { SecondFactorFilter, secondFactorOf } from '../../parts/lists/second-factor-filter.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { useMay, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import { MemberTable } from './member-table.tsx'
import { isRole, roles } from './roles.ts'

export default function MembersPage() {
  const { members } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const [inviting, setInviting] = useCreating()
  const [filters, setFilters] = useFilters('q', 'role', 'second_factor')
  const query = {
    ...(filters.q ? { q: filters.q } : {}),
    ...(isRole(filters.role) ? { role: filters.role } : {}),
    ...secondFactorOf(filters.second_factor),
  }
  const pages = usePages('listMembers', { path: { ws }, query })
  const isFiltered = Object.keys(query).length > 0
  return (
    <PageFrame
      title={members.title}
      text={members.text}
      actions={
        <Group gap="xs">
          <FileMenu path={`/workspaces/${ws}/members/export`} query={query} />
          {may.govern && (
            <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
              {members.invite}
            </Button>
          )}
        </Group>
      }
    >
      <Invite opened={inviting} onClose={() => setInviting(false)} />
      <Stack gap="xl">
        <Stack gap="md">
          <Group gap="xs">
            <SearchField label={members.search} value={filters.q ?? ''} onChange={(q) => setFilters({ q })} />
            <FilterSelect
              label={members.role}
              any={members.anyRole}
              choices={roles.map((value) => ({ value, label: members.roles[value] }))}
              value={filters.role}
              onChange={(role) => setFilters({ role })}
            />
            <SecondFactorFilter value={filters.second_factor} onChange={(on) => setFilters({ second_factor: on })} />
          </Group>
          <ShownPages
            pages={pages}
            empty={
              <Empty icon={IconUsersGroup} title={isFiltered ? members.noMatch : members.empty}>
                {isFiltered ? undefined : members.emptyText}
              </Empty>
            }
          >
            {(rows) => <MemberTable rows={rows} />}
          </ShownPages>
        </Stack>
        {may.govern && <Invitations />}
        <RolePermissions />
      </Stack>
    </PageFrame>
  )
}

function RolePermissions() {
  const { members } = useTexts()
  return (
    <Stack gap="xs">
      <Title order={2}>{members.rolePermissions}</Title>
      {roles.map((role) => (
        <Text key={role} size="sm">
          <Text span fw={560}>
            {members.roles[role]}
          </Text>{' '}
          {members.roleTexts[role]}
        </Text>
      ))}
    </Stack>
  )
}
