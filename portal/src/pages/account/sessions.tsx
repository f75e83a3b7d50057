// The list of the member's sessions, with buttons that end one, all others, or all of them.
import { Badge, Button, Card, Group, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { MemberSession } from '../../../../sdk/src/api.ts'
import { useChange, usePages } from '../../api/queries.ts'
import { confirm } from '../../parts/forms/confirm.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { type Column, Rows } from '../../parts/lists/table.tsx'
import { ProblemNotice, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { leftSignedOut } from '../../session/expired.ts'
import { useTexts } from '../../texts/texts.tsx'

export function Sessions() {
  const { account } = useTexts()
  const pages = usePages('listSessions', {})
  const endOthers = useChange('endOtherSessions', ['listSessions'])
  const everywhere = useSignOutEverywhere()
  const askEndOthers = async () => {
    const yes = await confirm({
      title: account.endOthersTitle,
      text: account.endOthersText,
      yes: account.endOthersYes,
    })
    if (yes) endOthers.mutate({}, { onSuccess: () => showToast(account.othersEnded) })
  }
  const columns: Column<MemberSession>[] = [
    { title: account.deviceColumn, cell: (row) => <Device session={row} /> },
    { title: account.address, cell: (row) => row.address, quiet: true, from: 'sm' },
    { title: account.beganColumn, cell: (row) => <Time at={row.created_at} />, quiet: true, from: 'lg', labeled: true },
    {
      title: account.lastSeenColumn,
      cell: (row) => <Time at={row.last_seen_at} />,
      quiet: true,
      from: 'sm',
      labeled: true,
    },
    { title: account.end, untitled: true, right: true, cell: (row) => <EndSession session={row} /> },
  ]
  return (
    <Card>
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <div style={{ flex: '1 1 18rem' }}>
          <Title order={2}>{account.sessions}</Title>
          <Text size="sm" c="dimmed">
            {account.sessionsText}
          </Text>
        </div>
        <Group gap="xs">
          {pages.rows.length > 1 && (
            <Button variant="default" size="xs" onClick={() => void askEndOthers()} loading={endOthers.isPending}>
              {account.endOthers}
            </Button>
          )}
          <Button variant="default" size="xs" onClick={() => void everywhere.ask()} loading={everywhere.isPending}>
            {account.everywhere}
          </Button>
        </Group>
      </Group>
      {endOthers.error && <ProblemNotice error={endOthers.error} />}
      {everywhere.error && <ProblemNotice error={everywhere.error} />}
      <ShownPages pages={pages} empty={null}>
        {(rows) => <Rows rows={rows} columns={columns} keyOf={(row) => row.id} />}
      </ShownPages>
    </Card>
  )
}

/** Ends all sessions, including this one, and opens the sign-in page. */
function useSignOutEverywhere() {
  const { account } = useTexts()
  const change = useChange('signOutEverywhere')
  const client = useQueryClient()
  const navigate = useNavigate()
  const leave = async () => {
    leftSignedOut()
    await navigate({ to: '/sign-in' })
    client.clear()
  }
  const ask = async () => {
    const yes = await confirm({
      title: account.everywhereTitle,
      text: account.everywhereText,
      yes: account.everywhereYes,
    })
    if (yes) change.mutate({}, { onSuccess: () => void leave() })
  }
  return { ask, isPending: change.isPending, error: change.error }
}

function Device({ session }: { session: MemberSession }) {
  const { account } = useTexts()
  return (
    <Group gap="xs" component="span">
      <Text size="sm" fw={540} span>
        {useDeviceName(session)}
      </Text>
      {session.current && <Badge>{account.thisOne}</Badge>}
    </Group>
  )
}

function EndSession({ session }: { session: MemberSession }) {
  const { account } = useTexts()
  const device = useDeviceName(session)
  const end = useChange('endSession', ['listSessions'])
  if (session.current) return null
  const askEnd = async () => {
    const yes = await confirm({ title: account.endTitle(device), text: account.endText, yes: account.endYes })
    if (yes) end.mutate({ path: { id: session.id } }, { onSuccess: () => showToast(account.ended) })
  }
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        onClick={() => void askEnd()}
        loading={end.isPending}
        aria-label={account.endTitle(device)}
      >
        {account.end}
      </Button>
      {end.error && <ProblemNotice error={end.error} />}
    </>
  )
}

/** Returns the browser and the system in the language of the member. */
function useDeviceName({ device }: MemberSession): string {
  const { account } = useTexts()
  const [, browser, system] = /^(\w+) on (\w+)$/.exec(device) ?? []
  return browser && system ? account.device(browser, system) : device
}
