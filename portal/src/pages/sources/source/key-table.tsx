// The list of a source's keys, with buttons that edit and revoke them.
import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Source, SourceKey } from '../../../../../sdk/src/api.ts'
import { useChange } from '../../../api/queries.ts'
import { useActorName } from '../../../parts/actor-name.ts'
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
    cell: (key) => key.scopes.map((scope) => texts.scope[scope]).join(', '),
  }
  return [
    { title: common.name, cell: (key) => <KeyName of={key} /> },
    { title: texts.id, from: 'sm', labeled: true, cell: ({ id }) => id },
    { title: texts.mode, from: 'sm', cell: ({ mode }) => <ModeBadge mode={mode} /> },
    ...(kind === 'api' ? [scopes] : []),
    { title: texts.createdBy, from: 'lg', labeled: true, cell: (key) => <Creation of={key} /> },
    { title: credentials.lastUsed, from: 'md', labeled: true, cell: (key) => <LastUsed of={key} kind="key" /> },
    { title: credentials.expires, from: 'md', labeled: true, cell: (key) => <Expires of={key} /> },
    { title: common.actions, untitled: true, right: true, cell: actions },
  ]
}

function ModeBadge({ mode }: Pick<SourceKey, 'mode'>) {
  const { common } = useTexts()
  return <Badge color={mode === 'live' ? 'blue' : 'gray'}>{common[mode]}</Badge>
}

/** The creator of a key, if it is known, and the time of the creation. */
function Creation({ of: { created_by, created_at } }: { of: SourceKey }) {
  const actorName = useActorName()
  if (created_by === null) return <Time at={created_at} />
  return (
    <>
      {actorName(created_by.name)}
      <Text span size="xs" c="dimmed">
        {' · '}
        <Time at={created_at} />
      </Text>
    </>
  )
}

/** The buttons of a key, or the time of its revocation. */
function KeyButtons({ of: key, onEdit, onRevoke }: { of: SourceKey; onEdit: () => void; onRevoke: () => void }) {
  const texts = useTexts().sources.keys
  const may = useMay()
  if (key.revoked_at !== null) return <RevokedAt at={key.revoked_at} kind="key" />
  if (!may.change) return null
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button size="compact-xs" variant="subtle" onClick={onEdit} aria-label={`${texts.change} ${key.hint}`}>
        {texts.change}
      </Button>
      <Button
        size="compact-xs"
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
  const texts = useTexts().sources.keys
  return (
    <Group gap="xs">
      <Text size="sm" fw={560} c={key.name === null ? 'dimmed' : undefined}>
        {key.name ?? texts.unnamed}
      </Text>
      <Code td={key.revoked_at === null ? undefined : 'line-through'}>{key.hint}</Code>
      <ExpiryBadge of={key} kind="key" />
    </Group>
  )
}
