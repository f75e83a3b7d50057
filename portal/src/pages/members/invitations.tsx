// The list of pending invitations.
import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { problemOf } from '../../api/problem.ts'
import { useChange, usePages } from '../../api/queries.ts'
import { useActorName } from '../../parts/actor-name.ts'
import { confirm } from '../../parts/forms/confirm.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { PlainList } from '../../parts/lists/plain-list.tsx'
import { ShownPages, sentenceOf } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

export function Invitations() {
  const texts = useTexts()
  const actorName = useActorName()
  const { members } = texts
  const { id: ws } = useWorkspace()
  const pages = usePages('listInvitations', { path: { ws } })
  const revoke = useChange('revokeInvitation', ['listInvitations'])
  const askRevoke = async (id: number, email: string) => {
    const yes = await confirm({
      title: members.revokeQuestion(email),
      text: members.revokeText,
      yes: members.revoke,
    })
    if (yes) revoke.mutate({ path: { ws, id } }, { onError: (error) => showToast(sentenceOf(problemOf(error), texts)) })
  }
  return (
    <Stack gap="sm">
      <Title order={2}>{members.invitations}</Title>
      <ShownPages
        pages={pages}
        empty={
          <Text size="sm" c="dimmed">
            {members.noInvitations}
          </Text>
        }
      >
        {(rows) => (
          <PlainList>
            {rows.map((row) => (
              <Card key={row.id} component="li" withBorder padding="md">
                <Group justify="space-between" gap="sm">
                  <div style={{ minWidth: 0 }}>
                    <Group gap="xs">
                      <Text fw={560} className="wrap-anywhere">
                        {row.email}
                      </Text>
                      <Badge variant="default">{members.roles[row.role]}</Badge>
                      {row.state === 'expired' && <Badge color="orange">{members.expired}</Badge>}
                      {row.mail !== null && (
                        <Badge variant="light" color={row.mail === 'failed' ? 'red' : 'gray'}>
                          {members.mailStates[row.mail]}
                        </Badge>
                      )}
                    </Group>
                    <Text size="sm" c="dimmed">
                      {members.invitedBy(actorName(row.invited_by))} <Time at={row.created_at} /> ·{' '}
                      {row.state === 'expired' ? members.expiredAt : members.expires} <Time at={row.expires_at} />
                    </Text>
                    {row.mail === 'failed' && <Text size="sm">{members.mailFailedText}</Text>}
                  </div>
                  <Button variant="default" size="xs" onClick={() => void askRevoke(row.id, row.email)}>
                    {members.revoke}
                  </Button>
                </Group>
              </Card>
            ))}
          </PlainList>
        )}
      </ShownPages>
    </Stack>
  )
}
