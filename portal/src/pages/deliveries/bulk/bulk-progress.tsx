// The progress of a bulk operation, the result of each delivery, and its undo.
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BulkOperation } from '../../../../../sdk/src/api.ts'
import { renew, useChange, useRead } from '../../../api/queries.ts'
import { ServerSentence } from '../../../parts/server-sentence.tsx'
import { ProblemNotice, QueryResult } from '../../../parts/states.tsx'
import { useMay, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { BulkResults } from './bulk-results.tsx'

const LOOK_EVERY_MS = 500

interface BulkProgressProps {
  id: number
  /** Called with the id of the operation that undoes this one. */
  onUndo: (id: number) => void
  onClose: () => void
}

export function BulkProgress({ id, onUndo, onClose }: BulkProgressProps) {
  const { id: ws } = useWorkspace()
  const client = useQueryClient()
  const query = useRead(
    'readBulkOperation',
    { path: { ws, id } },
    { every: (data) => (data === undefined || data.state === 'running' ? LOOK_EVERY_MS : false), fresh: true },
  )
  const isOver = query.data !== undefined && query.data.state !== 'running'
  useEffect(() => {
    if (isOver) void renew(client, 'listDeliveries', 'listBulkOperations')
  }, [isOver, client])
  return (
    <QueryResult query={query} lines={3}>
      {(operation) => <Report operation={operation} onUndo={onUndo} onClose={onClose} />}
    </QueryResult>
  )
}

function Report({ operation, onUndo, onClose }: Omit<BulkProgressProps, 'id'> & { operation: BulkOperation }) {
  const { bulk, common } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const stop = useChange('stopBulkOperation', ['readBulkOperation', 'listBulkOperations'])
  const undo = useChange('undoBulkOperation', ['readBulkOperation', 'listBulkOperations'])
  const { id, action, state, done, refused, total, problem } = operation
  const isRunning = state === 'running'
  const error = stop.error ?? undo.error
  const path = { ws, id }
  return (
    <Stack gap="md">
      <Progress.Root size="lg">
        <Progress.Section
          value={total === 0 ? 100 : Math.floor(((done + refused) / total) * 100)}
          color="verdigris"
          animated={isRunning}
          aria-label={bulk.progress}
          aria-valuetext={bulk.doneOf(done + refused, total)}
        />
      </Progress.Root>
      <Text size="sm" role="status" className="numbers">
        {isRunning ? bulk.doneOf(done + refused, total) : bulk.results[action](done, refused)}
      </Text>
      {state === 'stopped' && <Text size="sm">{bulk.stopped(total - done - refused)}</Text>}
      {problem !== null && (
        <Alert color="red" variant="light" className="wrap-anywhere">
          <ServerSentence text={problem} />
        </Alert>
      )}
      {!isRunning && done + refused > 0 && <BulkResults operation={operation} />}
      {error && <ProblemNotice error={error} />}
      <Group justify="flex-end" gap="xs">
        {may.change && isRunning && (
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate({ path })}>
            {bulk.stop}
          </Button>
        )}
        {may.change && operation.can_undo && (
          <Button
            variant="default"
            loading={undo.isPending}
            onClick={() => undo.mutate({ path }, { onSuccess: (made) => onUndo(made.id) })}
          >
            {action === 'resend' ? bulk.undoResend : bulk.undoMove}
          </Button>
        )}
        <Button onClick={onClose}>{common.close}</Button>
      </Group>
    </Stack>
  )
}
