// The list of a source's keys, with buttons that edit and revoke them.
import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Source, SourceKey } from '../../../../../sdk/src/api.ts'
import { useChange } from '../../../api/queries.ts'
import { Expires, ExpiryBadge, LastUsed, RevokedAt } from '../../../parts/credential-cells.tsx'
import { confirm } from '../../../parts/forms/confirm.ts'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { type Column, Rows } from '../../../parts/lists/table.tsx'
import { ProblemNotice } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { EditKeyDialog } from './edit-key.tsx'
import { type KeyKind, keyOperations } from './key-operations.ts'

interface KeyTableProps {
  source: Source
  kind: KeyKind
  keys: SourceKey[]
}

export function KeyTable({ source, kind, keys }: KeyTableProps) {
  const texts = useTexts().sources.keys
  const { id: ws } = useWorkspace()
  const [edited, setEdited] = useState<SourceKey>()
  const revoke = useChange(keyOperations[kind].revoke, [keyOperations[kind].list])
  const confirmRevocation = async (key: SourceKey) => {
    const sure = await confirm({
      title: texts.revokeTitle(key.hint),
      text: texts[kind].revokeText(source.name, key.mode),
      yes: texts.revoke,
    })
    if (sure)
      revoke.mutate({ path: { ws, source: source.id, key: key.id } }, { onSuccess: () => showToast(texts.revoked) })
  }
  const columns = useColumns(kind, (key) => (
    <KeyButtons of={key} onEdit={() => setEdited(key)} onRevoke={() => void confirmRevocation(key)} />
  ))
  return (
    <Stack gap="sm">
      {revoke.error && <ProblemNotice error={revoke.error} />}
      <Rows rows={keys} keyOf={({ id }) => id} columns={columns} />
      <EditKeyDialog source={source.id} kind={kind} edited={edited} onClose={() => setEdited(undefined)} />
    </Stack>
  )
}

function useColumns(kind: KeyKind, actions: (key: SourceKey) => ReactNode): Column<SourceKey>[] {
  const { common, credentials, sources } = useTexts()
  const texts = sources.keys
  const scopes: Column<SourceKey> = {
    title: texts.scopes,
    from: 'md',
    labeled: true,
    quiet: true,
    cell: (key) => key.scopes.map((scope) => texts.scope[scope]).join(', '),
  }
  return [
    { title: texts.key, cell: (key) => <KeyName of={key} /> },
    { title: texts.id, from: 'xs', labeled: true, cell: ({ id }) => id },
    ...(kind === 'api' ? [scopes] : []),
    {
      title: credentials.lastUsed,
      from: 'sm',
      labeled: true,
      quiet: true,
      cell: (key) => <LastUsed of={key} kind="key" />,
    },
    { title: credentials.expires, from: 'md', labeled: true, quiet: true, cell: (key) => <Expires of={key} /> },
    { title: sources.created, from: 'lg', labeled: true, quiet: true, cell: (key) => <Time at={key.created_at} /> },
    { title: common.actions, untitled: true, right: true, cell: actions },
  ]
}

/** The buttons of a key, or the time of its revocation. */
function KeyButtons({ of: key, onEdit, onRevoke }: { of: SourceKey; onEdit: () => void; onRevoke: () => void }) {
  const texts = useTexts().sources.keys
  const may = useMay()
  if (key.revoked_at !== null) return <RevokedAt at={key.revoked_at} kind="key" />
  if (!may.change) return null
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button size="compact-sm" variant="subtle" onClick={onEdit} aria-label={`${texts.change} ${key.hint}`}>
        {texts.change}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        onClick={onRevoke}
        aria-label={`${texts.revoke} ${key.hint}`}
      >
        {texts.revoke}
      </Button>
    </Group>
  )
}

function KeyName({ of: key }: { of: SourceKey }) {
  const { common } = useTexts()
  return (
    <Group gap="xs">
      <Badge color={key.mode === 'live' ? 'blue' : 'gray'}>{common[key.mode]}</Badge>
      {key.name !== null && (
        <Text size="sm" fw={560}>
          {key.name}
        </Text>
      )}
      <Code td={key.revoked_at === null ? undefined : 'line-through'}>{key.hint}</Code>
      <ExpiryBadge of={key} kind="key" />
    </Group>
  )
}
