// The list of management tokens, with buttons that revoke them.
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import type { ManagementToken } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import { Expires, ExpiryBadge, LastUsed, RevokedAt } from '../../parts/credential-cells.tsx'
import { confirm } from '../../parts/forms/confirm.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { Rows } from '../../parts/lists/table.tsx'
import { ProblemNotice } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useTexts } from '../../texts/texts.tsx'

export function TokenTable({ tokens: rows }: { tokens: ManagementToken[] }) {
  const { common, credentials, tokens } = useTexts()
  const revoke = useChange('revokeManagementToken', ['listManagementTokens'])
  const confirmRevocation = async ({ id, name, hint, scope }: ManagementToken) => {
    const sure = await confirm({
      title: tokens.revokeTitle(name),
      text: `${tokens.revokeText(hint)}${scope === 'operator' ? ` ${tokens.revokeFileText}` : ''}`,
      yes: credentials.revoke,
    })
    if (sure) revoke.mutate({ path: { id } }, { onSuccess: () => showToast(tokens.revoked) })
  }
  return (
    <Stack gap="sm">
      {revoke.error && <ProblemNotice error={revoke.error} />}
      <Rows
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            title: tokens.name,
            cell: (token) => (
              <Group gap="xs">
                <Text fw={560} {...(token.revoked_at === null ? {} : { td: 'line-through', c: 'dimmed' })}>
                  {token.name}
                </Text>
                <Code>{token.hint}</Code>
                <ExpiryBadge of={token} kind="token" />
              </Group>
            ),
          },
          { title: tokens.scope, from: 'md', labeled: true, cell: ({ scope }) => tokens.scopes[scope] },
          {
            title: credentials.lastUsed,
            from: 'sm',
            labeled: true,
            quiet: true,
            cell: (token) => <LastUsed of={token} kind="token" />,
          },
          {
            title: credentials.expires,
            from: 'sm',
            labeled: true,
            quiet: true,
            cell: (token) => <Expires of={token} />,
          },
          {
            title: credentials.created,
            from: 'lg',
            labeled: true,
            quiet: true,
            cell: (token) => <Time at={token.created_at} />,
          },
          {
            title: common.actions,
            untitled: true,
            right: true,
            cell: (token) =>
              token.revoked_at !== null ? (
                <RevokedAt at={token.revoked_at} kind="token" />
              ) : (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  onClick={() => void confirmRevocation(token)}
                  aria-label={`${credentials.revoke} ${token.name} ${token.hint}`}
                >
                  {credentials.revoke}
                </Button>
              ),
          },
        ]}
      />
    </Stack>
  )
}
