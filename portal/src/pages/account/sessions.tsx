// The list of the member's sessions, with buttons that end them.
import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { MemberSession } from '../../../../sdk/src/api.ts'
import { useChange, usePages } from '../../api/queries.ts'
import { confirm } from '../../parts/forms/confirm.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { ProblemNotice, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useTexts } from '../../texts/texts.tsx'

export function Sessions() {
  const { account } = useTexts()
  const pages = usePages('listSessions', {})
  const endOthers = useChange('endOtherSessions', ['listSessions'])
  const askEndOthers = async () => {
    const yes = await confirm({
      title: account.endOthersTitle,
      text: account.endOthersText,
      yes: account.endOthersYes,
    })
    if (yes) endOthers.mutate({}, { onSuccess: () => showToast(account.othersEnded) })
  }
  return (
    <Card>
      <Group justify="space-between" align="flex-start" mb="md">
        <div>
          <Title order={2}>{account.sessions}</Title>
          <Text size="sm" c="dimmed">
            {account.sessionsText}
          </Text>
        </div>
        {pages.rows.length > 1 && (
          <Button variant="default" size="xs" onClick={askEndOthers} loading={endOthers.isPending}>
            {account.endOthers}
          </Button>
        )}
      </Group>
      {endOthers.error && <ProblemNotice error={endOthers.error} />}
      <ShownPages pages={pages} empty={null}>
        {(rows) => (
          <Stack gap="sm">
            {rows.map((row) => (
              <SessionLine key={row.id} session={row} />
            ))}
          </Stack>
        )}
      </ShownPages>
    </Card>
  )
}

function SessionLine({ session }: { session: MemberSession }) {
  const { account } = useTexts()
  const end = useChange('endSession', ['listSessions'])
  const [, browser, system] = /^(\w+) on (\w+)$/.exec(session.device) ?? []
  const device = browser && system ? account.device(browser, system) : session.device
  const askEnd = async () => {
    const yes = await confirm({
      title: account.endTitle(device),
      text: account.endText,
      yes: account.endYes,
    })
    if (yes) end.mutate({ path: { id: session.id } }, { onSuccess: () => showToast(account.ended) })
  }
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <div>
          <Group gap="xs">
            <Text size="sm" fw={540}>
              {device}
            </Text>
            {session.current && <Badge>{account.thisOne}</Badge>}
          </Group>
          <Text size="xs" c="dimmed" component="div">
            {session.address} · {account.began} <Time at={session.created_at} /> · {account.lastSeen}{' '}
            <Time at={session.last_seen_at} />
          </Text>
        </div>
        {!session.current && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            onClick={askEnd}
            loading={end.isPending}
            aria-label={account.endTitle(device)}
          >
            {account.end}
          </Button>
        )}
      </Group>
      {end.error && <ProblemNotice error={end.error} />}
    </div>
  )
}
