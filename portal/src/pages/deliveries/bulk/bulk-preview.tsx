// The preview of a bulk operation. It names the number of deliveries, the cost, and the deliveries that are refused.
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import type { BulkOperation } from '../../../../../sdk/src/api.ts'
import { useChange } from '../../../api/queries.ts'
import { fromField, toField } from '../../../parts/forms/moment-field.ts'
import { Loading, ProblemNotice } from '../../../parts/states.tsx'
import { Moment } from '../../../parts/time.tsx'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import type { BulkAction } from './bulk-bar.tsx'
import type { BulkTarget } from './bulk-dialog.tsx'

interface BulkPreviewProps {
  action: BulkAction
  target: BulkTarget
  onStarted: (id: number) => void
  onCancel: () => void
}

const HOUR_MS = 3_600_000

export function BulkPreview({ action, target, onStarted, onCancel }: BulkPreviewProps) {
  const { bulk, common, timeline } = useTexts()
  const { id: ws } = useWorkspace()
  const preview = useChange('previewBulkOperation')
  const start = useChange('startBulkOperation', ['listBulkOperations'])
  const [at, setAt] = useState(() => toField(new Date(Date.now() + HOUR_MS).toISOString()))
  const needsTime = action === 'reschedule'
  const { mutate } = preview
  const read = (scheduledFor: string) =>
    mutate({ path: { ws }, body: { action, ...target, ...(needsTime ? { scheduled_for: scheduledFor } : {}) } })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the preview is read once for each dialog
  useEffect(() => read(fromField(at)), [])

  const operation = preview.data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (operation === undefined) return
    start.mutate({ path: { ws, id: operation.id } }, { onSuccess: ({ id }) => onStarted(id) })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {needsTime && (
          <TextInput
            type="datetime-local"
            required
            withAsterisk={false}
            label={timeline.moveLabel}
            description={timeline.moveZone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
            value={at}
            onChange={(event) => {
              setAt(event.currentTarget.value)
              if (event.currentTarget.value !== '') read(fromField(event.currentTarget.value))
            }}
          />
        )}
        {preview.error ? (
          <ProblemNotice error={preview.error} />
        ) : operation === undefined ? (
          <Loading lines={3} />
        ) : (
          <Estimate operation={operation} />
        )}
        {start.error && <ProblemNotice error={start.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} data-autofocus>
            {common.close}
          </Button>
          <Button
            type="submit"
            color={action === 'cancel' ? 'red' : 'verdigris'}
            loading={start.isPending}
            disabled={preview.isPending || operation === undefined || operation.preview.accepted === 0}
          >
            {bulk.yes[action](operation?.preview.accepted ?? 0)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Estimate({ operation }: { operation: BulkOperation }) {
  const { bulk } = useTexts()
  const { action, mode, total, preview } = operation
  const { accepted, refused, cost, complete, searched_to } = preview
  return (
    <Stack gap="sm" aria-live="polite">
      <Text size="sm">{bulk.estimates[action](accepted, total)}</Text>
      <Text size="sm" c="dimmed">
        {mode === 'test' ? bulk.free : action === 'reschedule' ? bulk.noCost : bulk.costs[action](cost)}
      </Text>
      {cost.unpaid > 0 && (
        <Alert color="yellow" variant="light">
          {bulk.unpaid(cost.unpaid)}
        </Alert>
      )}
      {refused.length > 0 && (
        <div>
          <Text size="sm" fw={560}>
            {bulk.refusedTitle}
          </Text>
          <ul className="bulk-rows">
            {refused.map(({ code, count }) => (
              <li key={code}>
                <Text span size="sm">
                  {bulk.refusals[code](count)}
                </Text>
              </li>
            ))}
          </ul>
        </div>
      )}
      {!complete && (
        <Alert color="yellow" variant="light">
          {bulk.incomplete(total)} {searched_to !== null && <Moment at={searched_to} />}
        </Alert>
      )}
    </Stack>
  )
}
