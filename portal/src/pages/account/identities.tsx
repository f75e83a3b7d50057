// The accounts at the OpenID Connect provider with which the member signs in.
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ListRow } from '../../api/queries.ts'
import { useChange, usePages } from '../../api/queries.ts'
import { confirm } from '../../parts/forms/confirm.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { ProblemNotice, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useSignInOptions } from '../../session/provider.ts'
import { useTexts } from '../../texts/texts.tsx'

export function Identities() {
  const { account } = useTexts()
  const options = useSignInOptions()
  const pages = usePages('listIdentities', {})
  const link = useChange('beginIdentityLink')
  if (!options?.provider && pages.rows.length === 0) return null
  const name = options?.provider?.name
  return (
    <Card>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ flex: '1 1 18rem' }}>
          <Title order={2}>{account.linked}</Title>
          <Text size="sm" c="dimmed">
            {account.linkedText(name ?? '')}
          </Text>
        </div>
        {name !== undefined && (
          <Button
            variant="default"
            size="xs"
            loading={link.isPending || link.isSuccess}
            onClick={() => link.mutate({}, { onSuccess: ({ url }) => location.assign(url) })}
          >
            {account.link(name)}
          </Button>
        )}
      </Group>
      <Stack gap="sm" mt={pages.rows.length > 0 ? 'md' : 0}>
        {link.error && <ProblemNotice error={link.error} />}
        <ShownPages pages={pages} empty={null}>
          {(rows) => rows.map((row) => <Identity key={row.id} identity={row} />)}
        </ShownPages>
      </Stack>
    </Card>
  )
}

function Identity({ identity }: { identity: ListRow<'listIdentities'> }) {
  const { account } = useTexts()
  const unlink = useChange('unlinkIdentity', ['listIdentities'])
  const name = identity.email ?? new URL(identity.issuer).hostname
  const ask = async () => {
    const yes = await confirm({ title: account.unlinkTitle(name), text: account.unlinkText, yes: account.unlink })
    if (yes) unlink.mutate({ path: { id: identity.id } }, { onSuccess: () => showToast(account.unlinked) })
  }
  return (
    <Stack gap="xs" w="100%">
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={540} className="wrap-anywhere">
            {name}
          </Text>
          <Text size="xs" c="dimmed" className="wrap-anywhere">
            {identity.issuer} · {account.linkedAt} <Time at={identity.linked_at} />
          </Text>
        </div>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          onClick={() => void ask()}
          loading={unlink.isPending}
          aria-label={account.unlinkTitle(name)}
        >
          {account.unlink}
        </Button>
      </Group>
      {unlink.error && <ProblemNotice error={unlink.error} />}
    </Stack>
  )
}
