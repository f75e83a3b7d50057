// One import while it is applied, and its report afterwards.
import { Alert, Badge, Button, Card, Group, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Import } from '../../../../../sdk/src/api.ts'
import { renew, useChange, useRead } from '../../../api/queries.ts'
import { confirm } from '../../../parts/forms/confirm.ts'
import { ServerSentence } from '../../../parts/server-sentence.tsx'
import { ProblemNotice, QueryResult } from '../../../parts/states.tsx'
import { useMay, useWorkspace } from '../../../session/workspace.tsx'
import { useNumbers } from '../../../texts/numbers.ts'
import { useTexts } from '../../../texts/texts.tsx'
import { RefusedRows } from './refused-rows.tsx'

const LOOK_EVERY_MS = 700

const isOver = ({ state }: Import) => state === 'done' || state === 'cancelled' || state === 'failed'

export function ImportProgress({ id, onAnother }: { id: number; onAnother: () => void }) {
  const { id: ws } = useWorkspace()
  const client = useQueryClient()
  const query = useRead(
    'readImport',
    { path: { ws, id } },
    { every: (data) => (data !== undefined && isOver(data) ? false : LOOK_EVERY_MS) },
  )
  const over = query.data !== undefined && isOver(query.data)
  useEffect(() => {
    if (over) void renew(client, 'listImports', 'listRecipients')
  }, [over, client])
  return (
    <QueryResult query={query} lines={5}>
      {(row) => (
        <Stack gap="lg">
          <Report row={row} onAnother={onAnother} />
          {row.refused > 0 && isOver(row) && <RefusedRows importId={id} count={row.refused} />}
        </Stack>
      )}
    </QueryResult>
  )
}

function Report({ row, onAnother }: { row: Import; onAnother: () => void }) {
  const { imports, common } = useTexts()
  const number = useNumbers()
  const percent = row.rows === 0 ? (isOver(row) ? 100 : 0) : Math.floor((row.done / row.rows) * 100)
  return (
    <Card component="section" aria-label={imports.report}>
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} className="wrap-anywhere">
            {row.name ?? imports.unnamed(row.id)}
          </Title>
          <Group gap="xs">
            {row.dry_run && <Badge color="gray">{imports.dryRun}</Badge>}
            <Badge color="gray">{common[row.mode]}</Badge>
            <Badge color={row.state === 'failed' ? 'red' : row.state === 'done' ? 'verdigris' : 'yellow'}>
              {imports.states[row.state]}
            </Badge>
          </Group>
        </Group>
        <Progress.Root size="lg">
          <Progress.Section
            value={percent}
            color="verdigris"
            animated={!isOver(row)}
            aria-label={imports.progress}
            aria-valuetext={imports.doneOf(row.done, row.rows)}
          />
        </Progress.Root>
        <Text size="sm" c="dimmed" className="numbers" role="status">
          {imports.doneOf(row.done, row.rows)}
        </Text>
        {isOver(row) && !row.dry_run && row.done < row.rows && (
          <Alert color="yellow" variant="light" title={imports.stoppedHalfway}>
            {imports.stoppedHalfwayText(row.done, row.rows)}
          </Alert>
        )}
        {row.problem !== null && (
          <Alert color={row.state === 'failed' ? 'red' : 'yellow'} variant="light" className="wrap-anywhere">
            <ServerSentence text={row.problem} />
          </Alert>
        )}
        <SimpleGrid cols={{ base: 2, sm: 4 }}>
          {(['created', 'updated', 'unchanged', 'refused'] as const).map((name) => (
            <div key={name}>
              <Text size="xs" c="dimmed">
                {row.dry_run ? imports.would[name] : imports.counts[name]}
              </Text>
              <Text fw={620} size="lg" className="numbers">
                {number(row[name])}
              </Text>
            </div>
          ))}
        </SimpleGrid>
        <Group justify="flex-end" gap="xs">
          {isOver(row) ? (
            <Button variant="default" onClick={onAnother}>
              {imports.another}
            </Button>
          ) : (
            <Stop row={row} />
          )}
        </Group>
      </Stack>
    </Card>
  )
}

function Stop({ row }: { row: Import }) {
  const { imports } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const cancel = useChange('cancelImport', ['readImport'])
  const confirmCancel = async () => {
    const sure = await confirm({
      title: imports.stopTitle(row.name ?? imports.unnamed(row.id)),
      text: imports.stopText,
      yes: imports.stop,
    })
    if (sure) cancel.mutate({ path: { ws, id: row.id } })
  }
  if (!may.change) return null
  return (
    <>
      {cancel.error && <ProblemNotice error={cancel.error} />}
      <Button variant="default" color="red" onClick={() => void confirmCancel()} loading={cancel.isPending}>
        {imports.stop}
      </Button>
    </>
  )
}
