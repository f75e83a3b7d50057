// The API keys and trigger keys of a source.

import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { Source } from '../../../../../sdk/src/api.ts'
import { useRead } from '../../../api/queries.ts'
import { useCreating } from '../../../parts/lists/creating.ts'
import { QueryResult } from '../../../parts/states.tsx'
import { useMay, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { type KeyKind, keyOperations } from './key-operations.ts'
import { KeyTable } from './key-table.tsx'
import { NewKeyDialog } from './new-key.tsx'

export function Keys({ source }: { source: Source }) {
  return (
    <Stack gap={40}>
      <KeySection source={source} kind="api" />
      <KeySection source={source} kind="trigger" />
    </Stack>
  )
}

function KeySection({ source, kind }: { source: Source; kind: KeyKind }) {
  const { sources } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const texts = sources.keys[kind]
  const [creating, setCreating] = useCreating(kind)
  const query = useRead(keyOperations[kind].list, { path: { ws, source: source.id } })
  return (
    <section aria-label={texts.title}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <div style={{ flex: '1 1 18rem' }}>
          <Title order={2}>{texts.title}</Title>
          <Text size="sm" c="dimmed" maw={620}>
            {texts.text}
          </Text>
        </div>
        {may.change && (
          <Button leftSection={<IconKey size={16} aria-hidden />} variant="light" onClick={() => setCreating(true)}>
            {texts.create}
          </Button>
        )}
      </Group>
      <QueryResult query={query} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {texts.none}
            </Text>
          ) : (
            <KeyTable source={source} kind={kind} keys={data} />
          )
        }
      </QueryResult>
      <NewKeyDialog source={source.id} kind={kind} opened={creating} onClose={() => setCreating(false)} />
    </section>
  )
}
