// The progress of a bulk operation, its refused deliveries, and its undo.
import { Alert, Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { BulkOperation } from '../../../../../sdk/src/api.ts'
import { renew, useChange, usePages, useRead } from '../../../api/queries.ts'
import { ServerSentence } from '../../../parts/server-sentence.tsx'
import { ProblemNotice, QueryResult } from '../../../parts/states.tsx'
import { useMay, usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

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
    if (isOver) void renew(client, 'listDeliveries')
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
      {!isRunning && refused > 0 && <RefusedDeliveries id={id} />}
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

/** The refused deliveries with their reasons. */
function RefusedDeliveries({ id }: { id: number }) {
  const { bulk, common } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const pages = usePages('listBulkResults', { path: { ws, id }, query: { result: 'refused', limit: 20 } })
  return (
    <div>
      <Text size="sm" fw={560}>
        {bulk.refusedTitle}
      </Text>
      <ul className="bulk-refusals">
        {pages.rows.map((row) => (
          <li key={row.id}>
            <Anchor component={Link} size="sm" to={pathTo(`deliveries/${row.delivery_id}`)}>
              {row.recipient_name ?? `#${row.delivery_id}`}
            </Anchor>{' '}
            <Text span size="sm" c="dimmed" className="wrap-anywhere">
              <ServerSentence text={row.reason ?? ''} />
            </Text>
          </li>
        ))}
      </ul>
      {pages.more && (
        <Button size="xs" variant="default" onClick={pages.more} loading={pages.isLoadingMore}>
          {common.more}
        </Button>
      )}
    </div>
  )
}
