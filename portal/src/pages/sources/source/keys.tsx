// A source's keys of both kinds: made here and shown once, revoked for good.
import { Badge, Button, Code, Group, Select, Stack, Text, Title } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import type { NewKey, Source, SourceKey } from '../../../../../sdk/src/api.ts'
import { useChange, useRead } from '../../../api/queries.ts'
import { confirm } from '../../../parts/confirm.ts'
import { SecretOnce } from '../../../parts/copy.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { say } from '../../../parts/form-problems.ts'
import { ProblemNotice, Shown } from '../../../parts/states.tsx'
import { Rows } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

type Kind = 'api' | 'trigger'
type Mode = 'live' | 'test'

const operations = {
  api: { list: 'listApiKeys', create: 'createApiKey', revoke: 'revokeApiKey' },
  trigger: { list: 'listTriggerKeys', create: 'createTriggerKey', revoke: 'revokeTriggerKey' },
} as const

export function Keys({ source }: { source: Source }) {
  return (
    <Stack gap={40}>
      <KeySection source={source} kind="api" />
      <KeySection source={source} kind="trigger" />
    </Stack>
  )
}

function KeySection({ source, kind }: { source: Source; kind: Kind }) {
  const { sources } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const said = sources.keys[kind]
  const [creating, setCreating] = useState(false)
  const query = useRead(operations[kind].list, { path: { ws, source: source.id } })
  return (
    <section aria-label={said.title}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <div style={{ flex: '1 1 18rem' }}>
          <Title order={2}>{said.title}</Title>
          <Text size="sm" c="dimmed" maw={620}>
            {said.text}
          </Text>
        </div>
        {may.change && (
          <Button leftSection={<IconKey size={16} aria-hidden />} variant="light" onClick={() => setCreating(true)}>
            {said.create}
          </Button>
        )}
      </Group>
      <Shown query={query} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {said.none}
            </Text>
          ) : (
            <KeyTable source={source} kind={kind} keys={data} />
          )
        }
      </Shown>
      <NewKeyDialog source={source.id} kind={kind} opened={creating} onClose={() => setCreating(false)} />
    </section>
  )
}

function KeyTable({ source, kind, keys }: { source: Source; kind: Kind; keys: SourceKey[] }) {
  const { common, sources } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const said = sources.keys
  const revoke = useChange(operations[kind].revoke, [operations[kind].list])
  const ask = async (key: SourceKey) => {
    const sure = await confirm({
      title: said.revokeTitle(key.hint),
      text: said[kind].revokeText(source.name, key.mode),
      yes: said.revoke,
    })
    if (sure) revoke.mutate({ path: { ws, source: source.id, key: key.id } }, { onSuccess: () => say(said.revoked) })
  }
  return (
    <Stack gap="sm">
      {revoke.error && <ProblemNotice error={revoke.error} />}
      <Rows
        rows={keys}
        keyOf={({ id }) => id}
        columns={[
          {
            title: said.key,
            cell: (key) => (
              <Group gap="xs">
                <Badge color={key.mode === 'live' ? 'blue' : 'gray'}>{common[key.mode]}</Badge>
                <Code td={key.revoked_at === null ? undefined : 'line-through'}>{key.hint}</Code>
              </Group>
            ),
          },
          { title: sources.created, from: 'xs', quiet: true, cell: (key) => <Time at={key.created_at} /> },
          {
            title: common.actions,
            untitled: true,
            right: true,
            cell: (key) =>
              key.revoked_at !== null ? (
                <Text size="sm" c="dimmed">
                  {said.revokedAt} <Time at={key.revoked_at} />
                </Text>
              ) : (
                may.change && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    onClick={() => void ask(key)}
                    aria-label={`${said.revoke} ${key.hint}`}
                  >
                    {said.revoke}
                  </Button>
                )
              ),
          },
        ]}
      />
    </Stack>
  )
}

interface NewKeyDialogProps {
  source: number
  kind: Kind
  opened: boolean
  onClose: () => void
}

function NewKeyDialog({ source, kind, opened, onClose }: NewKeyDialogProps) {
  const { sources } = useTexts()
  return (
    <Dialog opened={opened} onClose={onClose} title={sources.keys[kind].create} keeps>
      <NewKeyForm source={source} kind={kind} onClose={onClose} />
    </Dialog>
  )
}

function NewKeyForm({ source, kind, onClose }: Omit<NewKeyDialogProps, 'opened'>) {
  const { common, sources } = useTexts()
  const { id: ws } = useWorkspace()
  const said = sources.keys
  const [mode, setMode] = useState<Mode>('test')
  const create = useChange(operations[kind].create, [operations[kind].list])
  if (create.data) return <NewKeyShown made={create.data} onClose={onClose} />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate({ path: { ws, source }, body: { mode } })
      }}
    >
      <Stack gap="md">
        {create.error && <ProblemNotice error={create.error} />}
        <Select
          label={said.mode}
          description={said.modeHint}
          data={[
            { value: 'test', label: common.test },
            { value: 'live', label: common.live },
          ]}
          value={mode}
          onChange={(value) => setMode(value as Mode)}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {said[kind].create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function NewKeyShown({ made, onClose }: { made: NewKey; onClose: () => void }) {
  const { common, sources } = useTexts()
  return (
    <Stack gap="md">
      <SecretOnce secret={made.key} label={sources.keys.newKey} />
      {made.url !== undefined && <SecretOnce secret={made.url} label={sources.keys.newUrl} />}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {common.done}
        </Button>
      </Group>
    </Stack>
  )
}
