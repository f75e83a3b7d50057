// Accounts: the list of all accounts of the installation, for operators.
import { Badge, Card, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconUsersGroup } from '@tabler/icons-react'
import type { AccountWithWorkspaces } from '../../../../sdk/src/api.ts'
import { usePages } from '../../api/queries.ts'
import { useFilters } from '../../parts/lists/filters.ts'
import { PlainList } from '../../parts/lists/plain-list.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { AccountActions } from './account-actions.tsx'

const TYPING_PAUSE_MS = 300

export default function AccountsPage() {
  const { accounts } = useTexts()
  const [{ q }, setFilters] = useFilters('q')
  const search = useDebouncedCallback((text: string) => setFilters({ q: text.trim() }), TYPING_PAUSE_MS)
  const pages = usePages('listAccounts', { query: q === undefined ? {} : { q } })
  return (
    <PageFrame title={accounts.title} text={accounts.text}>
      <TextInput
        type="search"
        aria-label={accounts.search}
        placeholder={accounts.search}
        leftSection={<IconSearch size={14} aria-hidden />}
        defaultValue={q ?? ''}
        onChange={(event) => search(event.currentTarget.value)}
        maxLength={255}
        maw={420}
        mb="md"
      />
      <ShownPages pages={pages} empty={<Empty icon={IconUsersGroup} title={accounts.empty} />}>
        {(rows) => (
          <PlainList>
            {rows.map((row) => (
              <AccountCard key={row.id} account={row} />
            ))}
          </PlainList>
        )}
      </ShownPages>
    </PageFrame>
  )
}

function AccountCard({ account }: { account: AccountWithWorkspaces }) {
  const { accounts, common, members } = useTexts()
  const { name, email, operator, last_seen_at: seen, workspaces } = account
  return (
    <Card component="li" withBorder padding="md">
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={560} className="wrap-anywhere">
              {name}
            </Text>
            {operator && <Badge color="grape">{members.operator}</Badge>}
          </Group>
          <Text size="sm" c="dimmed" className="wrap-anywhere">
            {email}
            {seen !== null && (
              <>
                {' '}
                · {members.lastActive} <Time at={seen} />
              </>
            )}
          </Text>
          <Text size="sm" mt={4} className="wrap-anywhere">
            {workspaces.length === 0
              ? `${accounts.workspaces}: ${common.none}`
              : workspaces.map((one) => `${one.name} (${members.roles[one.role]})`).join(', ')}
          </Text>
        </div>
        <AccountActions account={account} />
      </Group>
    </Card>
  )
}
